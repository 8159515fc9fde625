//! The manifest of a bundle (`manifest.json` in an `.mcpb` or `.dxt` file).
//!
//! What its reference implementation does with it is the measure (`getMcpConfigForManifest` of 2.1.2, observed), except
//! where that leaves a reference as text for the server.

use super::make::{
    Asked, Question, document, list, member, object, own_id, scalar, server_name, text,
};
use super::{SourceFormat, Transcript};
use crate::diagnostic::{Diagnostic, Level};
use crate::syntax::{Node, Span, Tree};

pub(crate) static MCPB: SourceFormat = SourceFormat {
    fits,
    transcribe,
    becomes: &[
        ("`name`", "the server's name"),
        (
            "`server.mcp_config`",
            "`command`, `args` and `env`, without `platform_overrides`",
        ),
        (
            "`server.type: \"uv\"` without `mcp_config`",
            "`uv run --directory FOLDER ENTRY_POINT`",
        ),
        (
            "`${__dirname}`",
            "a reference to `NAME_DIR`, the folder that the bundle is unpacked in",
        ),
        (
            "`${HOME}`, `${pathSeparator}`, `${/}`",
            "the target's own word for it",
        ),
        (
            "`user_config` with a default",
            "the default; an input with that default where the target has inputs",
        ),
        (
            "`user_config` that is sensitive or required",
            "a reference to `NAME_KEY`; an input where the target has inputs",
        ),
        (
            "any other `user_config`",
            "its variable or argument is dropped, with a warning",
        ),
        (
            "`multiple` with a list as its default",
            "one argument for each",
        ),
    ],
};

/// A manifest of a browser extension has a number for its version.
fn fits(root: &Node<'_>) -> bool {
    let version = ["manifest_version", "dxt_version"]
        .iter()
        .find_map(|key| root.member(key));
    version.is_some_and(|version| version.value.as_str().is_some())
        && root
            .member("server")
            .is_some_and(|server| server.value.is_object())
}

fn transcribe<'t>(root: &Node<'t>) -> Transcript<'t> {
    let name = root.member("name");
    let at = name.map_or(root.span, |name| name.value.span);
    let name = name
        .and_then(|name| name.value.as_str())
        .unwrap_or("bundle");
    let mut bundle = Bundle {
        root,
        name: server_name(name),
        asked: Asked::default(),
        remarks: Vec::new(),
    };
    let server = bundle.server();
    let Bundle {
        name,
        asked,
        remarks,
        ..
    } = bundle;
    Transcript {
        root: document(&name, at, server, asked, root.span),
        remarks,
    }
}

struct Bundle<'n, 't> {
    root: &'n Node<'t>,
    name: String,
    asked: Asked<'t>,
    remarks: Vec<Diagnostic>,
}

/// What a string with references became.
enum Filled {
    Text(String),
    /// One for each value of an option with several.
    Several(Vec<String>),
    /// An option that may be left out has no value.
    Nothing(String),
}

impl<'t> Bundle<'_, 't> {
    fn server(&mut self) -> Option<Node<'t>> {
        let server = self.root.member("server")?;
        let Some(config) = server.value.member("mcp_config") else {
            return self.by_entry_point(&server.value);
        };
        let config = &config.value;
        if let Some(overrides) = config.member("platform_overrides") {
            let systems: Vec<&str> = overrides
                .value
                .members()
                .iter()
                .map(|it| &*it.key)
                .collect();
            self.note(
                overrides.key_span,
                format!(
                    "`{}`: settings for {} are not applied",
                    self.name,
                    systems.join(", ")
                ),
                "the command for all systems is used",
            );
        }
        let mut members = Vec::new();
        if let Some(command) = config.member("command") {
            let value = match command.value.as_str().map(|text| self.fill(text, false)) {
                Some(Filled::Text(filled)) => text(filled, command.value.span),
                _ => command.value.clone(),
            };
            members.push(member("command", command.key_span, value));
        }
        if let Some(args) = config.member("args") {
            members.push(member("args", args.key_span, self.args(&args.value)));
        }
        if let Some(env) = config.member("env") {
            members.push(member("env", env.key_span, self.env(&env.value)));
        }
        // What else is there is refused as it is.
        let known = ["command", "args", "env", "platform_overrides"];
        let others = config.members().iter();
        members.extend(others.filter(|it| !known.contains(&&*it.key)).cloned());
        Some(object(members, self.root.span))
    }

    /// A bundle of the kind `uv` may leave out how it is started.
    fn by_entry_point(&mut self, server: &Node<'t>) -> Option<Node<'t>> {
        let kind = server.member("type")?;
        let entry = server.member("entry_point")?;
        if kind.value.as_str() != Some("uv") {
            let message = format!("`{}` has no `server.mcp_config`", self.name);
            self.remarks.push(
                Diagnostic::new(
                    "missing-required-field",
                    Level::Error,
                    kind.value.span,
                    message,
                )
                .label("missing start command")
                .help("add `mcp_config` with a `command`"),
            );
            return None;
        }
        let folder = self.folder();
        let at = kind.value.span;
        let mut args: Vec<Node<'t>> = ["run", "--directory"]
            .into_iter()
            .map(|word| text(word, at))
            .collect();
        args.push(text(folder, at));
        args.push(entry.value.clone());
        let members = vec![
            member("command", at, text("uv", at)),
            member("args", entry.key_span, list(args, entry.value.span)),
        ];
        Some(object(members, self.root.span))
    }

    fn args(&mut self, args: &Node<'t>) -> Node<'t> {
        let Tree::Array(items) = &args.value else {
            return args.clone();
        };
        let mut done = Vec::new();
        for item in items {
            match item.as_str().map(|text| self.fill(text, true)) {
                None => done.push(item.clone()),
                Some(Filled::Text(filled)) => done.push(text(filled, item.span)),
                Some(Filled::Several(values)) => {
                    done.extend(values.into_iter().map(|value| text(value, item.span)));
                }
                Some(Filled::Nothing(key)) => self.left_out(item.span, &key, "argument"),
            }
        }
        list(done, args.span)
    }

    fn env(&mut self, env: &Node<'t>) -> Node<'t> {
        let Tree::Object(members) = &env.value else {
            return env.clone();
        };
        let mut done = Vec::new();
        for pair in members {
            let value = match pair.value.as_str().map(|text| self.fill(text, true)) {
                Some(Filled::Text(filled)) => text(filled, pair.value.span),
                Some(Filled::Nothing(key)) => {
                    self.left_out(pair.value.span, &key, "variable");
                    continue;
                }
                _ => pair.value.clone(),
            };
            done.push(member(pair.key.clone(), pair.key_span, value));
        }
        object(done, env.span)
    }

    /// Puts inputs in place of what the bundle's installer would ask for.
    fn fill(&mut self, value: &str, may_go: bool) -> Filled {
        let mut done = String::new();
        let mut rest = value;
        while let Some(start) = rest.find("${") {
            let (before, tail) = rest.split_at(start);
            done.push_str(before);
            let Some(end) = tail.find('}') else {
                break;
            };
            let (reference, after) = tail.split_at(end + 1);
            let inner = &reference[2..end];
            if inner == "__dirname" {
                let folder = self.folder();
                done.push_str(&folder);
            } else if let Some(key) = inner.strip_prefix("user_config.") {
                let alone = reference.len() == value.len();
                match self.option(key, alone && may_go) {
                    Filled::Text(text) => done.push_str(&text),
                    other => return other,
                }
            } else {
                done.push_str(reference);
            }
            rest = after;
        }
        done.push_str(rest);
        Filled::Text(done)
    }

    /// The value of an option: what its user would have said.
    fn option(&mut self, key: &str, alone: bool) -> Filled {
        let option = self
            .root
            .member("user_config")
            .and_then(|options| options.value.member(key));
        let Some(option) = option else {
            let id = own_id(&self.name, key);
            let question = Question {
                id,
                description: None,
                default: None,
                secret: false,
                choices: None,
                span: self.root.span,
            };
            return Filled::Text(self.asked.ask(question));
        };
        let value = &option.value;
        let says = |key: &str| {
            matches!(
                value.member(key).map(|member| &member.value.value),
                Some(Tree::Bool(true))
            )
        };
        let (secret, required) = (says("sensitive"), says("required"));
        let default = value.member("default").map(|member| &member.value);
        if let Some(Node {
            value: Tree::Array(items),
            ..
        }) = default
            && alone
        {
            return Filled::Several(items.iter().filter_map(scalar).collect());
        }
        let default = default.and_then(|node| Some((scalar(node)?, node.span)));
        if default.is_none() && !secret && !required && alone {
            return Filled::Nothing(key.to_owned());
        }
        if says("multiple") {
            let message = format!(
                "`{}`: `{key}` may have several values, of which one is asked for",
                self.name
            );
            if !self.remarks.iter().any(|said| said.message == message) {
                self.note(value.span, message, "one argument for each in the bundle");
            }
        }
        // What may be left out is empty then.
        let default = default.or_else(|| (!required).then(|| (String::new(), option.key_span)));
        let question = Question {
            id: own_id(&self.name, key),
            description: value
                .member("description")
                .or_else(|| value.member("title"))
                .map(|member| member.value.clone()),
            default,
            secret,
            choices: None,
            span: value.span,
        };
        Filled::Text(self.asked.ask(question))
    }

    /// Nobody knows where the bundle will be unpacked.
    fn folder(&mut self) -> String {
        self.asked.ask(Question {
            id: own_id(&self.name, "dir"),
            description: Some(text(
                "Folder that the bundle is unpacked in",
                self.root.span,
            )),
            default: None,
            secret: false,
            choices: None,
            span: self.root.span,
        })
    }

    fn left_out(&mut self, span: Span, key: &str, what: &str) {
        let message = format!(
            "`{}`: `{key}` has no value, so its {what} is dropped",
            self.name
        );
        self.note(span, message, "optional in the bundle");
    }

    fn note(&mut self, span: Span, message: String, label: &str) {
        let note = Diagnostic::new("conversion-field-dropped", Level::Info, span, message);
        self.remarks.push(note.label(label.to_owned()));
    }
}
