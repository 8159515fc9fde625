//! What a server comes down to when spelling does not count: enough to tell whether two entries mean the same.
//!
//! Nothing is kept that could be secret: of variables and headers only the names, of everything else a hash, and what
//! looks like a credential not even that.

use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::file::{File, LintServer};
use super::refs::{RefForm, refs};
use super::url::Url;
use crate::host::Kind;
use crate::hosts::HOSTS;
use crate::launch::{Bridge, Ecosystem, Launch, Precision, Word, program};
use crate::lint::packages::registry;
use crate::model::dialect::Form;
use crate::model::{HostVar, Slot};
use crate::secret::{shows_secret, veiled_variable};

/// A server without its spelling.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ServerShape {
    /// The package of a registry, and its version; nothing stands for whatever is newest. Packages of two registries are
    /// different ones, whatever they are called.
    pub(crate) package: Option<((Ecosystem, String), Option<String>)>,
    /// The program, unless a package is run.
    program: Option<u64>,
    /// What the program or the package is given.
    operands: Vec<u64>,
    /// Where a remote server is.
    url: Option<u64>,
    /// The names of variables.
    env: Names,
    /// The names of headers, in small letters.
    headers: Names,
    /// The only tools, and those left out; nothing where the host has no such lists.
    tools: [Option<Names>; 2],
}

/// A part of a shape that can differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShapePart<'a> {
    /// The program or package, and what it is given.
    Launch,
    /// Where a remote server is.
    Url,
    /// A variable.
    Env(&'a str),
    /// A header, in small letters.
    Header(&'a str),
    /// The lists of tools.
    Tools,
}

/// Names in order, each of them once.
#[derive(Debug, Default, PartialEq, Eq)]
struct Names(Vec<String>);

impl FromIterator<String> for Names {
    fn from_iter<I: IntoIterator<Item = String>>(names: I) -> Self {
        let mut list: Vec<String> = names.into_iter().collect();
        list.sort_unstable();
        list.dedup();
        Self(list)
    }
}

impl Names {
    fn extend(&mut self, more: impl IntoIterator<Item = String>) {
        let own = std::mem::take(&mut self.0);
        *self = own.into_iter().chain(more).collect();
    }

    /// The names that only one of both has.
    fn unlike<'s>(&'s self, other: &'s Self) -> Vec<&'s str> {
        let without = |some: &'s Self, others: &'s Self| {
            some.0
                .iter()
                .filter(|name| others.0.binary_search(name).is_err())
        };
        let mut names: Vec<&str> = without(self, other)
            .chain(without(other, self))
            .map(String::as_str)
            .collect();
        names.sort_unstable();
        names
    }
}

impl ServerShape {
    pub(super) fn new(file: &File<'_>, server: &LintServer<'_>) -> Self {
        let mut shape = Self {
            env: variables(server),
            headers: headers(server),
            ..Self::default()
        };
        match server.launch() {
            _ if !server.is_stdio() => shape.url = server.url.map(|url| address(url.text)),
            Some(launch) => shape.take_launch(launch),
            None => shape.take_line(server),
        }
        let has = |slot: Slot| file.fields().any(|field| field.slot == slot);
        let listed = |slot: Slot| -> Names {
            server
                .known(slot)
                .flat_map(|at| at.member.value.items())
                .filter_map(|item| item.as_str())
                .map(str::to_owned)
                .collect()
        };
        shape.tools =
            [Slot::AllowTools, Slot::DenyTools].map(|slot| has(slot).then(|| listed(slot)));
        shape
    }

    fn take_launch(&mut self, launch: &Launch<'_>) {
        // A bridge is one more way to write an address.
        if let Some(url) = launch
            .second_stage
            .filter(|stage| stage.bridge == Bridge::McpRemote)
            .and_then(|stage| stage.url)
        {
            self.url = Some(address(url.text));
            let names = launch
                .package_option("--header")
                .filter_map(|word| word.text.split_once(':'))
                .map(|(name, _)| name.trim().to_ascii_lowercase());
            self.headers.extend(names);
            self.env = Names::default();
            return;
        }
        let moving = matches!(
            launch.package.version.precision,
            Precision::Absent | Precision::Latest
        );
        let version = launch
            .package
            .version
            .word
            .filter(|_| !moving)
            .map(|word| word.text.to_owned());
        match launch.package.published() {
            Some(name) => {
                let package = (launch.package.ecosystem, name.to_owned());
                self.package = Some((package, version));
            }
            None => self.program = Some(operand(None, launch.package.word.text)),
        }
        self.operands = operands(&launch.package_args);
        if let Some(container) = launch.container() {
            self.env.extend(
                container
                    .variables()
                    .map(|variable| variable.name.text.to_owned()),
            );
        }
    }

    fn take_line(&mut self, server: &LintServer<'_>) {
        match server.line().words.split_first() {
            Some((first, rest)) => {
                self.program = Some(operand(None, &program(first.text).to_ascii_lowercase()));
                self.operands = operands(rest);
            }
            // A script, or nothing.
            None => {
                self.operands = server
                    .args
                    .iter()
                    .map(|arg| operand(None, arg.text))
                    .collect()
            }
        }
    }

    /// Whether the program is given anything.
    pub(crate) fn has_args(&self) -> bool {
        self.package.is_some() || !self.operands.is_empty()
    }

    /// Whether it is somewhere else, and not started here.
    pub(crate) fn is_remote(&self) -> bool {
        self.url.is_some()
    }

    /// Whether the program or package is given what the other one is given.
    pub(crate) fn is_given(&self, other: &Self) -> bool {
        self.operands == other.operands
    }

    /// What is not the same in both, in words that hold no value.
    pub(crate) fn differences(&self, other: &Self) -> Vec<String> {
        self.differences_in(other, &|_| true)
    }

    /// What of these parts is not the same in both, in words that hold no value.
    pub(crate) fn differences_in(
        &self,
        other: &Self,
        counts: &dyn Fn(ShapePart<'_>) -> bool,
    ) -> Vec<String> {
        let mut list = Vec::new();
        if self.url.is_some() != other.url.is_some() {
            return vec!["one is a program, the other is remote".to_owned()];
        }
        match (&self.package, &other.package) {
            (Some((a, one)), Some((b, two))) if a == b && one != two => {
                let text = |version: &Option<String>| {
                    version
                        .as_deref()
                        .map_or_else(|| "none".to_owned(), |version| format!("`{version}`"))
                };
                list.push(format!("the version ({} and {})", text(one), text(two)));
            }
            (Some(((one, a), _)), Some(((two, b), _))) if a == b && one != two => {
                list.push(format!(
                    "the registry of the package ({} and {})",
                    registry(*one),
                    registry(*two)
                ))
            }
            (a, b) if a.as_ref().map(|(name, _)| name) != b.as_ref().map(|(name, _)| name) => {
                list.push("the package".to_owned())
            }
            _ => {}
        }
        let mut note = |unequal: bool, what: &str| {
            if unequal {
                list.push(what.to_owned());
            }
        };
        note(
            self.program != other.program && self.package.is_some() == other.package.is_some(),
            "the program",
        );
        note(self.operands != other.operands, "the arguments");
        if !counts(ShapePart::Launch) {
            list.clear();
        }
        if self.url != other.url && counts(ShapePart::Url) {
            list.push("the URL".to_owned());
        }
        let maps = [
            (true, "the variable", &self.env, &other.env),
            (false, "the header", &self.headers, &other.headers),
        ];
        for (is_env, what, a, b) in maps {
            let part = |name| match is_env {
                true => ShapePart::Env(name),
                false => ShapePart::Header(name),
            };
            let unlike = a.unlike(b).into_iter();
            let names: Vec<String> = unlike
                .filter(|name| counts(part(name)))
                .map(|name| match is_env {
                    true => format!("`{}`", veiled_variable(name)),
                    false => format!("`{name}`"),
                })
                .collect();
            if !names.is_empty() {
                let plural = if names.len() == 1 { "" } else { "s" };
                list.push(format!("{what}{plural} {}", some_of(&names)));
            }
        }
        let tools = self
            .tools
            .iter()
            .zip(&other.tools)
            .any(|pair| matches!(pair, (Some(a), Some(b)) if a != b));
        if tools && counts(ShapePart::Tools) {
            list.push("the lists of tools".to_owned());
        }
        list
    }
}

/// All names, or the first of them and how many more there are.
fn some_of(names: &[String]) -> String {
    const SHOWN: usize = 3;
    match names.len().saturating_sub(SHOWN) {
        0 | 1 => names.join(", "),
        more => format!("{} and {more} more", names[..SHOWN].join(", ")),
    }
}

/// The names of variables that are set or handed through.
fn variables(server: &LintServer<'_>) -> Names {
    let set = server.env.iter().map(|pair| pair.key.to_owned());
    set.chain(server.handed.iter().map(|text| text.text.to_owned()))
        .collect()
}

/// The names of headers, whichever way their values come about.
fn headers(server: &LintServer<'_>) -> Names {
    let mut names: Vec<String> = server
        .headers
        .iter()
        .map(|pair| pair.key.to_ascii_lowercase())
        .collect();
    for at in &server.fields {
        match at.field.map(|field| field.kind) {
            Some(Kind::HeaderVars) => names.extend(
                at.member
                    .value
                    .members()
                    .iter()
                    .map(|member| member.key.to_ascii_lowercase()),
            ),
            Some(
                Kind::BearerVar
                | Kind::BearerText
                | Kind::BearerOrOauth
                | Kind::KeyVar
                | Kind::KeyText,
            ) => names.push("authorization".to_owned()),
            _ => {}
        }
    }
    names.into_iter().collect()
}

fn operands(words: &[Word<'_>]) -> Vec<u64> {
    let before = std::iter::once(None).chain(words.iter().map(|word| Some(word.text)));
    words
        .iter()
        .zip(before)
        .map(|(word, before)| operand(before, word.text))
        .collect()
}

/// A hash of an argument in its plainest spelling.
fn operand(before: Option<&str>, text: &str) -> u64 {
    if shows_secret(before.filter(|flag| flag.starts_with('-')), text) {
        return hash("\u{0}secret");
    }
    let text = normal(text);
    let text = text.strip_prefix("./").unwrap_or(&text);
    hash(if text == "." {
        ""
    } else {
        text.trim_end_matches('/')
    })
}

/// An address with what its spelling leaves open written in one way: the case of scheme and host, the port that goes without
/// saying.
fn canonical(text: &str) -> Cow<'_, str> {
    let Some((url, host)) = Url::parse(text).and_then(|url| Some((url.clone(), url.host()?)))
    else {
        return Cow::Borrowed(text);
    };
    let Some(scheme) = url.scheme.clone().filter(|_| host.is_ascii()) else {
        return Cow::Borrowed(text);
    };
    let name = url.get(&scheme).to_ascii_lowercase();
    let usual = match &*name {
        "https" | "wss" => "443",
        "http" | "ws" => "80",
        _ => "",
    };
    let after = url.port.clone().filter(|port| {
        let port = url.get(port);
        port.is_empty() || port == usual
    });
    // The colon goes with its port.
    let rest = after.map_or(url.host.end..text.len(), |port| port.end..text.len());
    let bracket = match text[url.host.end..].starts_with(']') && rest.start > url.host.end {
        true => "]",
        false => "",
    };
    let host = host.to_ascii_lowercase();
    let between = &text[scheme.end..url.host.start];
    Cow::Owned([&*name, between, &host, bracket, &text[rest]].concat())
}

/// A hash of an address without a final slash.
fn address(url: &str) -> u64 {
    let url = &*canonical(url);
    if shows_secret(None, url) {
        // Where it leads to tells enough.
        return hash(
            url.split(['?', '#'])
                .next()
                .unwrap_or_default()
                .rsplit('@')
                .next()
                .unwrap_or_default()
                .trim_end_matches('/'),
        );
    }
    hash(normal(url).trim_end_matches('/'))
}

/// With slashes, and with marks for references.
fn normal(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut at = 0;
    for reference in refs(text) {
        result.push_str(&text[at..reference.range.start]);
        let named = matches!(
            reference.form,
            RefForm::Braces | RefForm::Default | RefForm::Bare | RefForm::Env
        );
        result.push_str(if named && is_root(reference.name) {
            "."
        } else {
            "\u{0}"
        });
        at = reference.range.end;
    }
    result.push_str(&text[at..]);
    result.replace('\\', "/")
}

/// Whether a variable is the project's folder, for any host or in a shell.
fn is_root(name: &str) -> bool {
    let dialects = || {
        HOSTS
            .iter()
            .flat_map(|host| host.formats().map(|format| format.dialects))
            .flatten()
    };
    let workspace = |(word, var): &(&str, HostVar)| {
        *var == HostVar::Workspace && word.split(":-").next() == Some(name)
    };
    name == "PWD"
        || dialects()
            .flat_map(|(_, dialect)| dialect.forms)
            .any(|form| matches!(form, Form::Vars(vars) if vars.iter().any(workspace)))
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
