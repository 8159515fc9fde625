//! A field under the name that another host gives it.

mod group;
mod line;
mod time;

use crate::diagnostic::Level;
use crate::host::{Cost, Field, Host, Kind, MissingTag, Out, OutValue, Write, universal};
use crate::hosts::HOSTS;
use crate::lint::file::{At, File, LintServer, foreign};
use crate::lint::reach::needs_tag;
use crate::lint::tree::{copy, has_comment, is_out_of_reach};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::{Slot, Transport};
use crate::syntax::{Node, Tree, number};

use super::auto_approve_all::changes;
use super::common::within;
use super::disabled_ignored::says_off;
use super::missing_required_field::is_due;
use crate::host::tell::without_tag;

pub(super) use group::is_group;

use group::group;
use line::{append, whole_line};
use time::{as_it_is, convert, is_time};

pub(super) static RULE: Rule = Rule {
    id: "foreign-field",
    level: Level::Warning,
    group: Group::Structure,
    fix: Some(Safety::Safe),
    yields_to: &["deprecated-field"],
    page: crate::lint::page!("../../../docs/rules/foreign-field.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    if file.host.facts.lenient || is_out_of_reach(file, server) {
        return;
    }
    server
        .fields
        .iter()
        .filter(|at| is_group(at))
        .for_each(|at| group(file, server, at, out));
    let named: Vec<_> = server
        .fields
        .iter()
        .filter(|at| !is_group(at))
        .filter_map(|at| Some((at, meant(file, server, at)?)))
        .collect();
    let reached = |slot| server.fields.iter().any(|at| at.slot == Some(slot));
    let (has_command, has_url) = (reached(Slot::Command), reached(Slot::Url));
    for (at, Meant { host, kind, field }) in &named {
        let whose = host.map_or("another host", |host| host.name);
        let message = format!(
            "`{}`: `{}` is {whose}'s name; {} uses `{}`",
            server.name,
            at.name,
            file.host_name(),
            field.name
        );
        let absent = server.at(field.name).is_none()
            && server
                .known(field.slot)
                .all(|known| known.slot == Some(Slot::Native));
        // Of two names for one field nobody knows which is meant.
        let only = named
            .iter()
            .filter(|(_, other)| other.field.name == field.name)
            .count()
            == 1;
        let appended = at.slot == Some(Slot::Args) && field.slot == Slot::Command;
        // Beside a command, a URL that nobody has connected to so far would take over, or spoil the entry; and vice versa.
        let rival = match at.slot {
            Some(Slot::Url) => has_command,
            Some(Slot::Command) => has_url,
            _ => false,
        };
        let fix = if appended {
            append(file, server, at, field).filter(|_| only)
        } else if absent && only && !rival {
            repair(file, server, at, *kind, field)
        } else {
            None
        };
        // A server that cannot be told how it is reached is lost.
        let lost = *kind == Kind::Tag
            && file.place.format.transports.missing != MissingTag::Infer
            && (needs_tag(file, server) || is_due(file, server));
        let vital = lost || !rival && matches!(at.slot, Some(Slot::Command | Slot::Url));
        let finding = out.add(at.member.key_span, message);
        finding
            .level(if vital {
                Level::Error
            } else {
                file.place.format.unknown_field.level()
            })
            .help(match &fix {
                Some(fix) => fix.title.clone(),
                None if appended => format!("append its items to `{}`", field.name),
                None if server.at(field.name).is_some() => {
                    format!("remove it: `{}` is there already", field.name)
                }
                None if rival => format!(
                    "remove it, or use `{}` as the only way to reach the server",
                    field.name
                ),
                None => format!("use `{}`", field.name),
            })
            .fix(fix);
        let host = file.host_name();
        if lost {
            finding.label(format!("without `{}`, {}", field.name, without_tag(server)));
        } else if file.place.format.unknown_field == Cost::Ignored && says_off(file.host, at) {
            finding.label(format!("{host} ignores it, so the server still starts"));
        } else {
            finding.label(format!(
                "{host} {}",
                file.place.format.unknown_field.consequence()
            ));
        }
    }
}

/// What a field of another host is called here.
struct Meant {
    /// A host that calls it so.
    host: Option<&'static Host>,
    /// How the value is written there.
    kind: Kind,
    /// The field of this host.
    field: &'static Field,
}

fn meant(file: &File<'_>, server: &LintServer<'_>, at: &At<'_>) -> Option<Meant> {
    // A field of the host's own that stands in the wrong place is another matter.
    let own = file
        .fields()
        .any(|field| server.is_wrapped() && field.names().any(|name| name == at.name));
    if at.field.is_some() || own {
        return None;
    }
    let equal = foreign(file.host, &at.name).and_then(|other| {
        let field = field_for(file, server, other.slot, other.kind)
            .or_else(|| whole_line(file).filter(|_| other.slot == Slot::Args))?;
        Some(Meant {
            host: other.host,
            kind: other.kind,
            field,
        })
    });
    equal.or_else(|| tag(file, server, at))
}

/// Whether the server says how it is reached, but in a field of another host.
pub(super) fn has_foreign_tag(file: &File<'_>, server: &LintServer<'_>) -> bool {
    server
        .fields
        .iter()
        .any(|at| tag(file, server, at).is_some())
}

/// This host's field for `slot` on the server's transport, of the same kind if there is one.
fn field_for(
    file: &File<'_>,
    server: &LintServer<'_>,
    slot: Slot,
    kind: Kind,
) -> Option<&'static Field> {
    let transport = match (slot, &server.command, &server.url) {
        (Slot::Command, ..) => Transport::Stdio,
        (Slot::Url, ..) => Transport::Http,
        // Without a word about the transport, keys of other hosts tell what is meant.
        (_, None, Some(_)) if server.tag.is_none() => Transport::Http,
        _ => server.kind.unwrap_or(Transport::Stdio),
    };
    let fits = |field: &&Field| {
        field.slot == slot
            && field.write != Write::Never
            && field.on.has(transport)
            && !file.place.format.without.contains(&field.name)
    };
    let fields = || file.fields().filter(fits);
    fields()
        .find(|field| same_kind(field.kind, kind))
        .or_else(|| fields().next())
}

/// The field that names the transport, under another name.
fn tag(file: &File<'_>, server: &LintServer<'_>, at: &At<'_>) -> Option<Meant> {
    at.member.value.as_str()?;
    if server.tag.is_some() || at.field.is_some() {
        return None;
    }
    let field = file
        .fields()
        .find(|field| field.kind == Kind::Tag && field.write != Write::Never)?;
    let others = HOSTS.iter().filter(|host| !host.facts.lenient);
    let host = others
        .into_iter()
        .find(|host| {
            host.main()
                .fields
                .iter()
                .any(|field| field.kind == Kind::Tag && field.name == at.name)
        })
        .copied();
    // Hosts that we have no table of say it so.
    let known = host.is_some() || matches!(&*at.name, "transportType" | "transport_type");
    known.then_some(Meant {
        host,
        kind: Kind::Tag,
        field,
    })
}

fn same_kind(a: Kind, b: Kind) -> bool {
    let class = |kind| match kind {
        Kind::Line | Kind::LoneLine => Kind::Text,
        Kind::LooseMap | Kind::NumberMap | Kind::SiftedMap | Kind::ScalarMap => Kind::Map,
        kind => kind,
    };
    class(a) == class(b)
}

/// The same under this host's name: safe if nothing but the name changes.
fn repair(
    file: &File<'_>,
    server: &LintServer<'_>,
    at: &At<'_>,
    kind: Kind,
    field: &'static Field,
) -> Option<Fix> {
    let value = &at.member.value;
    let title = format!("rename it to `{}`", field.name);
    let (fix, out) = match (kind, field.kind, &value.value) {
        (Kind::Tag, _, Tree::String(word)) => return retag(file, server, at, word, field),
        (Kind::Flag, Kind::NotFlag, Tree::Bool(flag))
        | (Kind::NotFlag, Kind::Flag, Tree::Bool(flag)) => (
            Fix::risky(format!("set `{}` to `{}`", field.name, !flag)),
            Out::added(OutValue::Bool(!flag)),
        ),
        (from, to, Tree::Number(text)) if from != to => {
            let text = convert(number(text)?, from, to)?;
            (
                Fix::risky(format!("set `{}` to {text}", field.name)),
                Out::added(OutValue::Number(text)),
            )
        }
        (from, to, Tree::Number(text)) if from == to && is_time(to) => {
            match as_it_is(&at.name, field, number(text)?) {
                Ok(true) => return renamed(file, server, at, field, Fix::safe(title)),
                Ok(false) => return renamed(file, server, at, field, Fix::risky(title)),
                Err(meant) => (
                    Fix::risky(format!("set `{}` to {meant}", field.name)),
                    Out::added(OutValue::Number(meant.to_string())),
                ),
            }
        }
        (from, to, found) if same_kind(from, to) && fits(to, found) => {
            // What was passed over grants something from now on.
            let grants = matches!(field.slot, Slot::Approvals | Slot::DefaultApproval);
            let tools = value.items().iter().filter_map(Node::as_str);
            if grants && tools.into_iter().any(|tool| tool == "*" || changes(tool)) {
                return None;
            }
            let fix = if grants {
                Fix::risky(title)
            } else {
                Fix::safe(title)
            };
            return renamed(file, server, at, field, fix);
        }
        _ => return None,
    };
    Some(
        fix.set(within(file, server, field.name), out)
            .remove(file.path_of(at.member.key_span)),
    )
}

/// The same value under another name.
fn renamed(
    file: &File<'_>,
    server: &LintServer<'_>,
    at: &At<'_>,
    field: &Field,
    fix: Fix,
) -> Option<Fix> {
    if !at.name.contains('.') && !field.name.contains('.') {
        return Some(fix.rename(file.path_of(at.member.key_span), field.name));
    }
    let free = !has_comment(file, at.member.value.span);
    free.then(|| {
        fix.set(within(file, server, field.name), copy(&at.member.value))
            .remove(file.path_of(at.member.key_span))
    })
}

/// The transport in this host's field, and in its word where that is another one.
fn retag(
    file: &File<'_>,
    server: &LintServer<'_>,
    at: &At<'_>,
    word: &str,
    field: &Field,
) -> Option<Fix> {
    let own = file
        .place
        .format
        .transports
        .words
        .iter()
        .find(|spelling| spelling.word == word);
    let spelling = own
        .or_else(|| file.place.format.spelling(universal(word)?))
        .filter(|spelling| !spelling.word.is_empty())?;
    let kind = spelling.transport;
    // A word that the keys speak against would cost a server that may work.
    if (kind == Transport::Stdio) != server.command.is_some()
        || field.name.split('.').next() == Some(&*at.name)
    {
        return None;
    }
    let title = if spelling.word == word {
        format!("rename it to `{}`", field.name)
    } else {
        format!("write `{}: {}`", field.name, spelling.word)
    };
    let fix = if needs_tag(file, server) || server.kind == Some(kind) {
        Fix::safe(title)
    } else {
        Fix::risky(title)
    };
    if spelling.word == word {
        return renamed(file, server, at, field, fix);
    }
    let text = Out::text(spelling.word);
    Some(
        fix.set(within(file, server, field.name), text)
            .remove(file.path_of(at.member.key_span)),
    )
}

fn fits(kind: Kind, value: &Tree<'_>) -> bool {
    match kind {
        Kind::Text
        | Kind::OffText
        | Kind::Line
        | Kind::LoneLine
        | Kind::ShellLine
        | Kind::Spaced
        | Kind::BearerVar
        | Kind::KeyVar => {
            matches!(value, Tree::String(_))
        }
        Kind::Map
        | Kind::LooseMap
        | Kind::NumberMap
        | Kind::SiftedMap
        | Kind::ScalarMap
        | Kind::HeaderVars
        | Kind::Object => {
            matches!(value, Tree::Object(_))
        }
        Kind::List
        | Kind::ScalarList
        | Kind::ShellWords
        | Kind::Argv
        | Kind::Approved
        | Kind::ApprovedNames
        | Kind::EnvNames => {
            matches!(value, Tree::Array(_))
        }
        Kind::Flag | Kind::NotFlag | Kind::Trusted => matches!(value, Tree::Bool(_)),
        Kind::Millis
        | Kind::Seconds
        | Kind::WholeSeconds
        | Kind::Port
        | Kind::Number
        | Kind::Whole => {
            matches!(value, Tree::Number(_))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Scope;
    use crate::lint::{Subject, lint, repair};

    fn repaired(id: &str, text: &str) -> Option<String> {
        let host = crate::hosts::by_name(id).expect("a host");
        let subject = Subject {
            scope: Scope::Project,
            ..Subject::at("mcp.json", text, host, &host.places[0])
        };
        repair(&subject, Safety::Safe, &|subject| lint(subject).findings)
            .map(|repaired| repaired.text)
    }

    #[test]
    fn nothing_is_written_twice_and_nothing_is_granted() {
        for server in [
            r#"{"uri": "https://mcp.acme.dev/mcp", "serverUrl": "https://mcp.acme.dev/v2/mcp"}"#,
            r#"{"command": "x", "environment": {"A": "1"}, "envs": {"B": "2"}}"#,
            r#"{"command": "x", "isActive": true, "active": true}"#,
            r#"{"command": "x", "alwaysAllow": ["search"]}"#,
            r#"{"url": "https://mcp.acme.dev/mcp", "transport": "stdio"}"#,
        ] {
            assert_eq!(
                repaired("kiro", &format!(r#"{{"mcpServers": {{"a": {server}}}}}"#)),
                None,
                "{server}"
            );
        }
    }

    #[test]
    fn a_tag_under_another_name_is_the_only_one_afterwards() {
        let fixed = repaired(
            "claude-code",
            r#"{"mcpServers": {"a": {"url": "https://mcp.acme.dev/sse", "transport": "sse"}}}"#,
        );
        assert_eq!(
            fixed.as_deref(),
            Some(r#"{"mcpServers": {"a": {"url": "https://mcp.acme.dev/sse", "type": "sse"}}}"#)
        );
        let fixed = repaired(
            "opencode",
            r#"{"mcp": {"a": {"transport": "stdio", "command": ["x"]}}}"#,
        );
        assert_eq!(
            fixed.as_deref(),
            Some(r#"{"mcp": {"a": {"command": ["x"], "type": "local"}}}"#)
        );
    }
}
