//! What reading found, in words: one table for conversions and for the linter. A problem has the same rule, place and
//! message wherever it comes up; the linter's rules add fixes, and advice that needs more than one server.

mod file;
mod gates;
mod late;
mod named;
mod names;
mod reach;

pub(crate) use file::{
    blank, by_names, is_strange, no_root, no_server, numbered, passed_over, refused_keys, required,
    retired, unknown_keys,
};
pub(crate) use gates::wrong_gates;
pub(crate) use late::{
    broken_texts, empty_folder, equals_in_names, late, nul, odd_formats, open_quotes,
    spelled_as_fractions,
};
pub(crate) use named::{named_variables, odd_names};
pub(crate) use names::{Collision, bad_name, collisions, same_name};
pub(crate) use reach::{beyond, without_tag};
use reach::{conflict, contradiction, costing, missing_tag, unknown_transport};

use super::kinds::Below;
use super::reading::{Due, Problem, Reading, is_filled, is_header};
use super::{Cost, Field, Kind};
use crate::diagnostic::{Diagnostic, Level};
use crate::host::leads_into;
use crate::model::Transport;
use crate::syntax::{Node, Span, Tree};

/// A problem in words.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) rule: &'static str,
    /// How bad it is for the linter; a conversion goes on in any case.
    pub(crate) level: Level,
    pub(crate) span: Span,
    pub(crate) message: String,
    pub(crate) label: String,
    pub(crate) help: Option<String>,
    pub(crate) related: Option<(Span, &'static str)>,
}

/// That `what` is not where the host looks for servers.
pub(crate) fn passed_by(host: &str, reads: &str, what: &str) -> String {
    format!("{host} reads `{reads}`; {what} ignored")
}

impl Told {
    /// The same for whoever reads a file to convert it.
    pub(crate) fn diagnostic(self) -> Diagnostic {
        let mut diagnostic =
            Diagnostic::new(self.rule, Level::Warning, self.span, self.message).label(self.label);
        diagnostic.help = self.help;
        match self.related {
            Some((span, label)) => diagnostic.related(0, span, label),
            None => diagnostic,
        }
    }

    fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }
}

/// Puts a problem into words.
pub(crate) fn tell(reading: &Reading<'_>, problem: &Problem<'_>) -> Told {
    let host = reading.host.subject();
    let name = reading.name;
    let cost = problem.cost(reading);
    let told = |rule, span, message: String| Told {
        rule,
        level: cost.level(),
        span,
        message,
        label: costing(reading, cost),
        help: None,
        related: None,
    };
    let field = |at: &usize| &reading.fields[*at];
    match problem {
        Problem::NotAServer => told(
            "wrong-type",
            reading.node.span,
            format!("`{name}` must be an object, found {}", reading.node.kind()),
        ),
        Problem::OddName => {
            let kind = crate::syntax::odd_word(name).unwrap_or("something else");
            let message = format!("the server name `{name}` is {kind}, not a string");
            told("invalid-server-name", reading.name_span, message).help("put it in quotes")
        }
        Problem::Unnamed => {
            if let Some(given) = reading
                .node
                .member("name")
                .filter(|it| it.value.as_str().is_none())
            {
                let found = given.value.kind();
                let message = format!("the `name` of a server must be a string, found {found}");
                return told("wrong-type", given.value.span, message).help("put it in quotes");
            }
            // The bracket that opens it, or its first key where there is none.
            let start = reading.entry.span.range().start;
            let mut keys = reading.entry.members().iter().map(|member| member.key_span);
            let span = keys.find(|key| key.range().start == start);
            let span = span.unwrap_or(Span::new(start, start + 1));
            let message = format!("a server has no `name`, and {host} needs one");
            told("missing-required-field", span, message).help("add a `name`")
        }
        Problem::Toggle => elsewhere(reading, "enables or disables"),
        Problem::Reference if reading.is_of_extension() => Told {
            message: format!("`{name}` belongs to an extension of {host}"),
            ..elsewhere(reading, "names")
        },
        Problem::Reference if reading.is_built_in() => Told {
            message: format!("`{name}` is a part of {host}, not an MCP server"),
            ..elsewhere(reading, "names")
        },
        Problem::Reference => elsewhere(reading, "names"),
        Problem::WrongType { at, bad } => {
            let at = field(at);
            let found = found(at.field, bad.node);
            let below = match bad.below {
                Below::Itself => String::new(),
                Below::Item(index) => format!("[{index}]"),
                Below::Key(key) => format!(".{key}"),
            };
            let wanted = bad.wanted.phrase();
            let message = format!(
                "`{name}`: `{}{below}` must be {wanted}, found {found}",
                at.name
            );
            let told = told("wrong-type", bad.node.span, message);
            match bad.harmless {
                Some(label) => Told {
                    label: label.to_owned(),
                    ..told
                },
                None => told,
            }
        }
        Problem::UnknownTransport { at, word } => {
            let span = field(at).member.value.span;
            match reading.beyond(word) {
                Some(kind) => {
                    let message = beyond(name, Some(kind), host);
                    told("unsupported-transport", span, message)
                }
                None => unknown_transport(reading, span, &field(at).name, word),
            }
        }
        Problem::MissingTag { at, meant } => missing_tag(reading, *at, *meant),
        Problem::MissingTransport { .. } => {
            let keys: Vec<String> = reading
                .place
                .format
                .transports
                .infer
                .iter()
                .map(|(key, _)| format!("`{key}`"))
                .collect();
            let remote = |transport: Transport| transport != Transport::Stdio;
            let mut words = reading.place.format.transports.words.iter();
            let url = reading.node.member("url");
            let url = url.filter(|url| is_filled(&url.value));
            if let Some(url) = url
                && words.all(|word| !remote(word.transport))
            {
                let message = beyond(name, None, host);
                return told("unsupported-transport", url.key_span, message)
                    .help("start a bridge such as `mcp-remote` that connects to it");
            }
            let message = format!("`{name}` has neither a command nor a URL");
            told("missing-transport", reading.name_span, message)
                .help(format!("add {}", keys.join(" or ")))
        }
        Problem::Conflict { winner, loser } => conflict(reading, *winner, *loser),
        Problem::Contradiction { tag, only } => contradiction(reading, *tag, *only),
        Problem::MissingField(due) => {
            let (needed, why) = match due {
                Due::On(field, kind) => (field.name, format!("on {} servers", kind.name())),
                Due::Beside(needed, field) => (*needed, format!("beside `{}`", field.name)),
                Due::Word(other, word, field) => {
                    let message = format!(
                        "`{name}`: {host} accepts `{}` only beside `{other}` with the value `{word}`",
                        field.name
                    );
                    let span = reading
                        .at(field.name)
                        .map_or(reading.name_span, |at| at.member.key_span);
                    return told("missing-required-field", span, message)
                        .help(format!("set `{other}` to `{word}`, or remove the field"));
                }
                Due::In(object, needed) => (*needed, format!("in `{object}`")),
                Due::Which(field, object) => (field.name, format!("in `{object}`")),
                Due::OfGroup(field, object) => (field.name, format!("in this kind of `{object}`")),
            };
            let told = missing_field(reading, needed, &why);
            match due {
                Due::In(object, _) if cost == Cost::Ignored => Told {
                    label: format!("{host} does not use `{object}`"),
                    ..told
                },
                _ => told,
            }
        }
        Problem::UnknownField { at } => {
            let at = field(at);
            unknown(reading, at.member.key_span, &at.name, cost)
        }
        Problem::NotInside { object, member } => unknown(
            reading,
            member.key_span,
            &format!("{object}.{}", member.key),
            cost,
        ),
        Problem::OtherTransport { at } => {
            let top = field(at).name.split('.').next().unwrap_or_default();
            let span = reading
                .node
                .member(top)
                .map_or(field(at).member.key_span, |member| member.key_span);
            let what = if cost == Cost::Ignored {
                "has no effect"
            } else {
                "is not allowed"
            };
            let kind = reading.kind.map_or("another", article);
            let message = format!("`{name}` is {kind} server, on which `{top}` {what}");
            told("field-not-for-transport", span, message)
        }
        Problem::Excluded { at, object } => {
            let at = field(at);
            let said = reading.node.dotted(object).and_then(Node::as_str);
            if let Some(said) = said.filter(|_| reading.place.format.is_group(object)) {
                let message = format!(
                    "`{name}`: {host} does not accept `{}` where `{object}` is `{said}`",
                    at.name
                );
                return told("unknown-field", at.member.key_span, message).help("remove it");
            }
            let verb = match cost {
                Cost::Ignored => "does not use",
                _ => "does not accept",
            };
            let message = format!("`{name}`: {host} {verb} `{}` beside `{object}`", at.name);
            let told = told("unknown-field", at.member.key_span, message);
            let mut fields = reading.place.format.fields.iter();
            let holds = fields.any(|field| leads_into(field.name, object));
            match cost {
                Cost::Ignored => told.help("remove one of them"),
                _ if !holds => told.help("remove one of them"),
                _ => told.help(format!("move it into `{object}`")),
            }
        }
        Problem::Unsettable { member } => {
            let message = format!(
                "`{name}`: {host} does not let a server set `{}`",
                member.key
            );
            told("unknown-field", member.key_span, message)
        }
        Problem::BadHeader { member } => {
            let named = is_header(&member.key, "");
            let (span, what, help) = match named {
                true => {
                    let value = member.value.as_str().unwrap_or_default();
                    let blanks = value.trim_matches([' ', '\t']) != value;
                    let help = match is_header(&member.key, value) {
                        true if blanks && reading.place.format.runtime.bare_headers => {
                            "remove the blanks around it"
                        }
                        true => "use characters of ASCII",
                        false => "write it in one line",
                    };
                    (member.value.span, "value", help)
                }
                false => (
                    member.key_span,
                    "name",
                    "use letters, digits and `-` in the name",
                ),
            };
            let message = format!(
                "`{name}`: HTTP does not allow this {what} of the header `{}`",
                member.key.escape_debug()
            );
            told("wrong-type", span, message).help(help)
        }
        Problem::Twice { first, later } => {
            twice(host, Some(name), &later.key, first.key_span, later.key_span)
        }
        Problem::Doubled { first, later } => {
            let message = format!("`{name}`: `{}` is defined twice", later.key);
            Told {
                related: Some((first.key_span, "the other one")),
                ..told("duplicate-key", later.key_span, message).help("keep one of them")
            }
        }
        Problem::SameHeader { first, later } if reading.place.format.runtime.joins_headers => {
            let message = format!(
                "`{name}`: `{}` and `{}` are one header",
                first.key, later.key
            );
            Told {
                level: Level::Error,
                label: format!("{host} sends both values, with a comma between them"),
                related: Some((first.key_span, "the other one")),
                ..told("duplicate-key", later.key_span, message).help("keep one of them")
            }
        }
        Problem::SameHeader { first, later } if cost == Cost::Ignored => {
            twice(host, Some(name), &later.key, first.key_span, later.key_span)
        }
        Problem::SameHeader { first, later } => {
            let message = format!(
                "`{name}`: `{}` and `{}` are one header, and {host} does not accept it twice",
                first.key, later.key
            );
            Told {
                related: Some((first.key_span, "the other one")),
                ..told("duplicate-key", later.key_span, message).help("keep one of them")
            }
        }
    }
}

/// A key that stands twice in one object, of whichever server or of none.
pub(crate) fn twice(host: &str, server: Option<&str>, key: &str, first: Span, later: Span) -> Told {
    let whose = server.map_or_else(String::new, |server| format!("`{server}`: "));
    let kept = if first < later { "last" } else { "first" };
    Told {
        rule: "duplicate-key",
        level: Level::Error,
        span: later,
        message: format!("{whose}`{key}` is defined twice; {host} keeps only the {kept} one"),
        label: "this one counts".to_owned(),
        help: Some("keep one of them, or merge them".to_owned()),
        related: Some((first, "this one is lost")),
    }
}

/// A server that its own host does not load because of its name, and that runs elsewhere.
pub(crate) fn reserved(host: &str, name: &str, span: Span) -> Told {
    Told {
        rule: "reserved-server-name",
        level: Level::Warning,
        span,
        message: format!("`{name}` is reserved by {host}"),
        label: format!("{host} does not load this server"),
        help: Some("skip the server with `--skip`, or choose another name".to_owned()),
        related: None,
    }
}

/// A field that the host does not know.
pub(crate) fn unknown(reading: &Reading<'_>, span: Span, field: &str, cost: Cost) -> Told {
    let host = reading.host.subject();
    Told {
        rule: "unknown-field",
        level: cost.level(),
        span,
        message: format!("`{}`: {host} has no field `{field}`", reading.name),
        label: format!("{host} {}", cost.consequence()),
        help: None,
        related: None,
    }
}

/// A field that the host needs.
pub(crate) fn missing_field(reading: &Reading<'_>, needed: &str, why: &str) -> Told {
    let host = reading.host.subject();
    let cost = reading.place.format.lacking();
    let server = if reading.name.is_empty() {
        "a server".to_owned()
    } else {
        format!("`{}`", reading.name)
    };
    Told {
        rule: "missing-required-field",
        level: Level::Error,
        span: reading.name_span,
        message: format!("{server} has no `{needed}`; {host} needs it {why}"),
        label: format!("{host} {}", cost.consequence()),
        help: Some(match usual(reading, needed) {
            Some(value) => format!("add `{needed}`, such as `{value}`"),
            None => format!("add `{needed}`"),
        }),
        related: None,
    }
}

/// What a new server gets in a field, as a list.
fn usual(reading: &Reading<'_>, field: &str) -> Option<String> {
    let mut defaults = reading.place.format.defaults.iter();
    let (_, words) = defaults.find(|(name, _)| *name == field)?;
    Some(format!("{words:?}"))
}

fn elsewhere(reading: &Reading<'_>, what: &str) -> Told {
    // A block that is only named has no name of its own.
    let mut references = reading.place.format.reference_fields.iter();
    let named = references.find_map(|field| reading.node.member(field)?.value.as_str());
    let name = named
        .filter(|_| reading.name.is_empty())
        .unwrap_or(reading.name);
    Told {
        rule: "conversion-server-skipped",
        level: Level::Info,
        span: reading.name_span,
        message: format!("`{name}` only {what} a server that is defined elsewhere"),
        label: "there is nothing to convert here".to_owned(),
        help: None,
        related: None,
    }
}

/// What is there. A number is told where one belongs; any other may be secret.
fn found(field: Option<&Field>, node: &Node<'_>) -> String {
    let shown = field.is_some_and(|field| {
        matches!(
            field.kind,
            Kind::Millis
                | Kind::Seconds
                | Kind::WholeSeconds
                | Kind::Port
                | Kind::Number
                | Kind::Whole
        )
    });
    match &node.value {
        Tree::Number(text) if shown => format!("the number {text}"),
        Tree::Bool(flag) => format!("`{flag}`"),
        _ => node.kind().to_owned(),
    }
}

/// The transport with its article, in front of `server`.
pub(crate) fn article(transport: Transport) -> &'static str {
    match transport {
        Transport::Stdio => "a stdio",
        Transport::Http => "an HTTP",
        Transport::Sse => "an SSE",
        Transport::Ws => "a WebSocket",
    }
}
