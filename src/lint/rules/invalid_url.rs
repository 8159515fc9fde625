//! An address that is no address of a server.

use std::borrow::Cow;

use crate::diagnostic::Level;
use crate::host::{Field, TextShape};
use crate::lint::file::{File, LintServer, Text};
use crate::lint::reach::given;
use crate::lint::refs::refs;
use crate::lint::url::Url;
use crate::lint::{Check, Found, Group, Rule};
use crate::model::dialect::Position;
use crate::model::{Part, Slot, Transport};
use crate::secret::placeholder;

pub(super) static RULE: Rule = Rule {
    id: "invalid-url",
    level: Level::Error,
    group: Group::Transport,
    yields_to: &["control-character", "placeholder-value"],
    page: crate::lint::page!("../../../docs/rules/invalid-url.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let format = file.place.format;
    for at in given(server, Slot::Url) {
        let node = &at.member.value;
        let value = Text::of(node, Slot::Url, &at.member.key);
        let Some(value) = value.filter(|value| !placeholder(value.text)) else {
            continue;
        };
        let Some(fault) = fault(file, server, value.text) else {
            continue;
        };
        // Where blanks around it are a mistake in the type of the field, that is told already.
        let trimmed = |field: &Field| field.shape == TextShape::Trimmed;
        if fault.mild && at.field.is_some_and(trimmed) {
            continue;
        }
        let span = fault
            .range
            .map_or(node.span, |range| file.part(&value, range));
        out.add(
            span,
            format!("`{}` of `{}` {}", at.name, server.name, fault.what),
        )
        .label(match format.checks_urls && fault.none {
            true => format!("{} {}", file.host_name(), format.bad_server.consequence()),
            false => fault.why.to_owned(),
        })
        .help(fault.help)
        .level(match fault.mild {
            true => Level::Warning,
            false => RULE.level,
        });
    }
}

struct Fault {
    range: Option<std::ops::Range<usize>>,
    what: &'static str,
    why: &'static str,
    help: &'static str,
    /// No parser of URLs takes it.
    none: bool,
    /// Every parser of URLs takes it.
    mild: bool,
}

impl Fault {
    const NEW: Self = Self {
        range: None,
        what: "",
        why: "",
        help: "",
        none: false,
        mild: false,
    };
}

/// A URL with as long a reference in the place of each command that the host runs: blanks and marks in it are none of the URL's.
fn without_commands<'t>(file: &File<'_>, text: &'t str) -> Cow<'t, str> {
    let mut plain = Cow::Borrowed(text);
    let dialect = file.place.format.dialect(Slot::Url);
    for (range, part) in dialect.references(text) {
        if matches!(part, Part::Command(_)) && range.len() > "${}".len() {
            let name = "x".repeat(range.len() - "${}".len());
            plain.to_mut().replace_range(range, &format!("${{{name}}}"));
        }
    }
    plain
}

fn fault(file: &File<'_>, server: &LintServer<'_>, text: &str) -> Option<Fault> {
    let dialect = file.place.format.dialect(Slot::Url);
    if let Some(range) = dialect.early_reference(text) {
        let (what, help) = match dialect.position {
            Position::AfterHost => (
                "has a reference in its scheme or host",
                "write the scheme and the host as text, and use references for the rest: `https://example.com/${…}`",
            ),
            Position::InUrl if text[..range.start].contains("://") => (
                "is not a URL with this reference in its host or port",
                "write the port as text, and use a reference without a default for the host",
            ),
            _ => (
                "has a reference as its scheme",
                "write the scheme as text, and use references for the rest: `https://${…}/mcp`",
            ),
        };
        return Some(Fault {
            range: Some(range),
            what,
            why: "the URL is parsed before references are expanded",
            help,
            ..Fault::NEW
        });
    }
    let text = &*without_commands(file, text);
    const ABSOLUTE: &str = "is not an absolute http(s) URL";
    let inside = refs(text);
    let blanks = text.char_indices().filter(|(at, c)| {
        c.is_whitespace() && !inside.iter().any(|found| found.range.contains(at))
    });
    let before = text.len() - text.trim_start().len();
    let around = |(at, _): &(usize, char)| *at < before || *at >= text.trim_end().len();
    let (around, between): (Vec<_>, Vec<_>) = blanks.partition(around);
    let range = |(at, c): &(usize, char)| *at..at + c.len_utf8();
    if let Some(blank) = between.first() {
        return Some(Fault {
            range: Some(range(blank)),
            what: "has white space in it",
            why: "no URL can have this",
            help: "remove it, or write it as `%20`",
            ..Fault::NEW
        });
    }
    let Some(url) = Url::parse(text) else {
        return Some(Fault {
            what: ABSOLUTE,
            why: "the scheme is missing",
            help: "start it with `https://`, or `http://` on this machine",
            none: true,
            ..Fault::NEW
        });
    };
    if let Some(scheme) = &url.scheme {
        let web = url.has_scheme("http") || url.has_scheme("https");
        let socket =
            server.kind == Some(Transport::Ws) && (url.has_scheme("ws") || url.has_scheme("wss"));
        let own = file
            .runtime()
            .schemes
            .iter()
            .any(|known| url.has_scheme(known));
        if own {
            return None;
        }
        let transports = &file.place.format.transports;
        let told = !transports.schemes.is_empty();
        let fits = |kind| !told || transports.fits_scheme(kind, text);
        if !web && !socket {
            let range = Some(scheme.clone());
            return Some(Fault {
                range,
                what: ABSOLUTE,
                why: "no server can be reached with it",
                help: "use the `https://` URL of the server's endpoint",
                none: server.kind.is_some_and(|kind| !fits(kind)),
                ..Fault::NEW
            });
        }
        if server.kind == Some(Transport::Ws) && !socket && !fits(Transport::Ws) {
            return Some(Fault {
                range: Some(scheme.clone()),
                what: "is not a `ws://` or `wss://` URL",
                why: "no WebSocket can be opened with it",
                help: "use the `wss://` URL of the server, or another transport",
                none: true,
                ..Fault::NEW
            });
        }
    }
    let host = url.get(&url.host);
    let bad_host = !url.is_open(&url.host)
        && (host.is_empty() || host.contains(['<', '>', '^', '|', '{', '}', '"', '[', ']', '`']));
    if bad_host && !url.starts_open() {
        return Some(Fault {
            what: ABSOLUTE,
            why: "the host is missing",
            help: "write the server's host after `//`",
            none: true,
            ..Fault::NEW
        });
    }
    if let Some(port) = url.port.as_ref().filter(|port| {
        !url.is_open(port) && !port.is_empty() && url.get(port).parse::<u16>().is_err()
    }) {
        return Some(Fault {
            range: Some(port.clone()),
            what: ABSOLUTE,
            why: "this is not a port",
            help: "use a number up to 65535, or remove it",
            ..Fault::NEW
        });
    }
    if is_repository(&url) {
        return Some(Fault {
            what: "is the URL of a repository, not of a server",
            why: "this is a web page",
            help: "use the URL of the server's endpoint, or start the server with a command",
            ..Fault::NEW
        });
    }
    around.first().map(|blank| Fault {
        range: Some(range(blank)),
        what: "has white space around it",
        why: "hosts connect without it",
        help: "remove it",
        mild: true,
        ..Fault::NEW
    })
}

fn is_repository(url: &Url<'_>) -> bool {
    let on_github = url.host().is_some_and(|host| {
        ["github.com", "www.github.com"]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(host))
    });
    let git = url
        .last_segment()
        .is_some_and(|(_, last)| last.ends_with(".git"));
    git || on_github
        && url.segments().count() >= 2
        && !url.segments().any(|range| url.get(&range) == "mcp")
}
