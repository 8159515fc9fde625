//! The registry's `server.json`: one published server, with the packages it can be started from and the URLs it can be
//! reached at.
//!
//! Clients disagree on the details; the registry's schema decides, and what it leaves open is written on the page.

mod input;
mod package;

use super::make::{Asked, document, member, object, server_name, text};
use super::{SourceFormat, Transcript};
use crate::diagnostic::{Diagnostic, Level};
use crate::order::Order as _;
use crate::syntax::{Member, Node, Span};
use input::Values;
use package::PackageRunner;

pub(crate) static SERVER_JSON: SourceFormat = SourceFormat {
    fits,
    transcribe,
    becomes: &[
        (
            "`name`",
            "the part after the slash; other characters than letters, digits, `-` and `_` become `-`",
        ),
        (
            "several packages",
            "the first with stdio that can be started; the others are reported",
        ),
        ("`remotes`", "the first one, if there is no such package"),
        ("npm", "`npx -y NAME@VERSION`"),
        ("pypi", "`uvx NAME@VERSION`"),
        ("oci", "`docker run -i --rm -e VARIABLE… IMAGE`"),
        ("nuget", "`dnx NAME@VERSION --yes -- …`"),
        (
            "mcpb, cargo and others",
            "cannot be started by a command, which is reported",
        ),
        (
            "`runtimeHint`",
            "replaces the command (`bunx`, `pipx`, `podman`)",
        ),
        (
            "`runtimeArguments`, `packageArguments`",
            "before and after the package; a named one is two arguments",
        ),
        (
            "`registryBaseUrl`",
            "`NPM_CONFIG_REGISTRY` or `UV_DEFAULT_INDEX`, unless it is the usual one",
        ),
        ("`value`", "as it is, with `{variables}` expanded"),
        (
            "`default`",
            "the default; an input with that default where the target has inputs",
        ),
        (
            "secret or required, without a value",
            "a reference to the variable of that name; an input where the target has inputs",
        ),
        (
            "`choices`",
            "a list to pick from, where the target has inputs",
        ),
        ("optional, without a value", "dropped, with a warning"),
    ],
};

/// The address of the schema, or the name of a server with packages or remotes.
fn fits(root: &Node<'_>) -> bool {
    let root = inner(root);
    let text = |key: &str| root.member(key).and_then(|member| member.value.as_str());
    let schema = text("$schema").is_some_and(|schema| schema.contains(SCHEMA));
    let named = text("name").is_some_and(|name| name.matches('/').count() == 1);
    let lists = ["packages", "remotes"];
    schema
        || named
            && text("version").is_some()
            && lists.iter().any(|key| {
                root.member(key)
                    .is_some_and(|list| !list.value.items().is_empty())
            })
}

/// How the address of each of its schemas ends. Others of the registry are of other documents, such as server cards.
const SCHEMA: &str = "/server.schema.json";

/// The registry's answers have the document under `server`.
fn inner<'n, 't>(root: &'n Node<'t>) -> &'n Node<'t> {
    match root.member("server") {
        Some(server) if root.member("name").is_none() && server.value.is_object() => &server.value,
        _ => root,
    }
}

/// A member by its name, which schemas before 2025-09-16 spell with underscores.
fn get<'n, 't>(node: &'n Node<'t>, key: &str) -> Option<&'n Member<'t>> {
    node.member(key).or_else(|| {
        let mut old = String::new();
        for c in key.chars() {
            if c.is_ascii_uppercase() {
                old.push('_');
            }
            old.push(c.to_ascii_lowercase());
        }
        node.member(&old)
    })
}

fn get_text<'n>(node: &'n Node<'_>, key: &str) -> Option<(&'n str, Span)> {
    let value = &get(node, key)?.value;
    Some((value.as_str()?, value.span))
}

fn transcribe<'t>(root: &Node<'t>) -> Transcript<'t> {
    let top = inner(root);
    let (name, at) = get_text(top, "name").unwrap_or(("server", top.span));
    let mut entry = Entry {
        values: Values {
            name: server_name(name),
            asked: Asked::default(),
            remarks: Vec::new(),
            optional: Vec::new(),
        },
        top,
    };
    let server = entry.server();
    let (name, asked, remarks) = entry.values.told();
    Transcript {
        root: document(&name, at, server, asked, root.span),
        remarks,
    }
}

struct Entry<'n, 't> {
    values: Values<'t>,
    top: &'n Node<'t>,
}

/// A way to start or reach the server.
enum Way<'n, 't> {
    Package(&'n Node<'t>, &'static PackageRunner),
    Remote(&'n Node<'t>),
    /// A package that listens, and that somebody else has to start.
    Listens(&'n Node<'t>, &'n Node<'t>),
}

impl<'n, 't> Entry<'n, 't> {
    fn server(&mut self) -> Option<Node<'t>> {
        let list = |key| get(self.top, key).map_or(&[][..], |list| list.value.items());
        let (packages, remotes) = (list("packages"), list("remotes"));
        let mut ways: Vec<(Way<'n, 't>, Span)> = Vec::new();
        for package in packages {
            let kind = get(package, "registryType").map_or(package.span, |kind| kind.value.span);
            let listens = transport(package).filter(|transport| !is_stdio(transport));
            match (package::runner(package), listens) {
                (Some(runner), None) => ways.push((Way::Package(package, runner), kind)),
                (_, Some(transport)) => ways.push((Way::Listens(package, transport), kind)),
                (None, None) => self.values.unusable(package, kind),
            }
        }
        ways.extend(remotes.iter().map(|remote| {
            (
                Way::Remote(remote),
                get_text(remote, "url").map_or(remote.span, |(_, at)| at),
            )
        }));
        // What is started is preferred, and what somebody else has to start comes last.
        ways.order_by_key(|(way, _)| match way {
            Way::Package(..) => 0,
            Way::Remote(_) => 1,
            Way::Listens(..) => 2,
        });
        let mut ways = ways.into_iter();
        let Some((way, _)) = ways.next() else {
            let message = format!("`{}` has no package or URL to use", self.values.name);
            self.values.remarks.push(
                Diagnostic::new("missing-transport", Level::Error, self.top.span, message)
                    .label("there is nothing to start or to connect to")
                    .help(
                        "add a package from npm, PyPI, NuGet or a container registry, or a remote",
                    ),
            );
            return None;
        };
        for (other, at) in ways {
            let what = match other {
                Way::Package(..) | Way::Listens(..) => "package",
                Way::Remote(_) => "remote",
            };
            let message = format!("`{}`: this {what} is not used", self.values.name);
            self.values.note(
                at,
                message,
                "the server is started or reached in another way",
            );
        }
        Some(match way {
            Way::Package(package, runner) => self.values.package(package, runner, self.top.span),
            Way::Remote(remote) => self.remote(remote),
            Way::Listens(package, transport) => {
                let message = format!(
                    "`{}` listens on a URL, and no host starts it",
                    self.values.name
                );
                self.values.remarks.push(
                    Diagnostic::new(
                        "conversion-field-dropped",
                        Level::Warning,
                        package.span,
                        message,
                    )
                    .label("only its URL is written")
                    .help("start the package yourself")
                    .loss(),
                );
                self.remote(transport)
            }
        })
    }

    fn remote(&mut self, remote: &'n Node<'t>) -> Node<'t> {
        let mut members = Vec::new();
        if let Some(kind) = get(remote, "type") {
            members.push(member("type", kind.key_span, kind.value.clone()));
        }
        if let Some(url) = get(remote, "url") {
            let own = get(remote, "variables").map(|variables| &variables.value);
            let value = match url.value.as_str() {
                Some(words) => {
                    let filled = self.values.fill(words, own);
                    text(filled, url.value.span)
                }
                None => url.value.clone(),
            };
            members.push(member("url", url.key_span, value));
        }
        let headers = get(remote, "headers").map_or(&[][..], |list| list.value.items());
        let pairs = self.values.pairs(headers, false);
        if !pairs.is_empty() {
            let at = get(remote, "headers").map_or(remote.span, |list| list.value.span);
            members.push(member("headers", at, object(pairs, at)));
        }
        object(members, self.top.span)
    }
}

fn transport<'n, 't>(package: &'n Node<'t>) -> Option<&'n Node<'t>> {
    get(package, "transport").map(|transport| &transport.value)
}

fn is_stdio(transport: &Node<'_>) -> bool {
    get_text(transport, "type").is_none_or(|(kind, _)| kind == "stdio")
}
