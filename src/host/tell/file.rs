//! What is wrong with a file around its servers, in words.

use super::Told;
use crate::diagnostic::Level;
use crate::host::roots::NOT_A_MAP;
use crate::host::{Cost, FoundServers, Host, Place, Retired, root_name};
use crate::syntax::{Language, Member, Node, Span};

/// What is said about a file without anything in it, and what to do about it.
pub(crate) fn blank(language: Language) -> (&'static str, &'static str) {
    match language {
        Language::Json => (
            "cannot parse this file as JSON: there is nothing in it",
            "write `{}`, or delete the file",
        ),
        _ => ("there is nothing in this file", "delete the file"),
    }
}

/// A file without any server, on a host that does not take it.
pub(crate) fn no_server(host: &Host, place: &Place, found: &FoundServers<'_, '_>) -> Option<Told> {
    if !place.never_empty || !found.servers.is_empty() {
        return None;
    }
    let cost = place.format.bad_server;
    let root = root_name(place);
    Some(Told {
        rule: "missing-required-field",
        level: Level::Error,
        span: found.empty.unwrap_or_default(),
        message: format!(
            "the file has no server in `{root}`; {} needs one",
            host.subject()
        ),
        label: format!("{} {}", host.subject(), cost.consequence()),
        help: Some(format!("add a server to `{root}`")),
        related: None,
    })
}

/// An empty object, on a host that looks for the key of its servers. What stands under other keys is told as such.
pub(crate) fn no_root(host: &Host, place: &Place, root: &Node<'_>) -> Option<Told> {
    let empty = || root.members().iter().all(|member| member.key == "$schema");
    if !place.needs_root || !root.is_object() || !empty() {
        return None;
    }
    let key = root_name(place);
    Some(Told {
        rule: "missing-required-field",
        level: Level::Warning,
        span: root.span,
        message: format!("the file has no `{key}`; {} expects it", host.subject()),
        label: place.misshapen_for(host),
        help: Some(format!("add `{key}`, or delete the file")),
        related: None,
    })
}

/// What to write instead of servers in another shape.
pub(crate) fn by_names(place: &Place) -> String {
    match (place.list, place.language) {
        (true, Language::Toml) => "write one list of tables, each with its `name`".to_owned(),
        (true, _) => "write one list of objects, each with its `name`".to_owned(),
        (false, Language::Toml) => {
            format!(
                "write a table for each server, such as `[{}.NAME]`",
                root_name(place)
            )
        }
        (false, _) => "write an object with the servers by their names".to_owned(),
    }
}

/// A list of servers where the host expects a map, and takes one for the other.
pub(crate) fn numbered(host: &Host, place: &Place, found: &FoundServers<'_, '_>) -> Option<Told> {
    Some(Told {
        rule: "wrong-type",
        level: Level::Warning,
        span: found.numbered?,
        message: NOT_A_MAP.to_owned(),
        label: format!(
            "{} uses their positions as names, from `0` on",
            host.subject()
        ),
        help: Some(by_names(place)),
        related: None,
    })
}

/// Keys of a document that its host insists on, and that are not there or are no strings or objects.
pub(crate) fn required(host: &Host, place: &Place, root: &Node<'_>) -> Vec<Told> {
    let texts = place.required.iter().map(|(key, _)| (*key, true));
    let tables = place.tables.iter().map(|key| (*key, false));
    let mut list = Vec::new();
    for (key, text) in texts.chain(tables) {
        let found = root.dotted(key);
        let (rule, span, message) = match found {
            Some(node) if text && node.as_str().is_some() => continue,
            Some(node) if !text && node.is_object() => continue,
            Some(node) => {
                let wanted = if text { "a string" } else { "an object" };
                let message = format!("`{key}` must be {wanted}, found {}", node.kind());
                ("wrong-type", node.span, message)
            }
            None => {
                let start = root.span.range().start;
                let message = format!("the file has no `{key}`; {} needs it", host.subject());
                ("missing-required-field", Span::new(start, start), message)
            }
        };
        let consequence = place.format.bad_server.consequence();
        list.push(Told {
            rule,
            level: Level::Error,
            span,
            message,
            label: format!("{} {consequence}", host.subject()),
            help: Some(match found {
                Some(_) if text => "put quotes around it".to_owned(),
                Some(_) => "make it an object".to_owned(),
                None if text => format!("add `{key}`"),
                None => format!("add the table `{key}`; it may be empty"),
            }),
            related: None,
        });
    }
    list
}

/// Keys around the servers that are there, or are not, and make the host refuse the file; and what each of them costs.
pub(crate) fn refused_keys(
    host: &Host,
    place: &Place,
    root: &Node<'_>,
    found: &FoundServers<'_, '_>,
) -> Vec<(Told, Cost)> {
    let missing = match is_strange(place, root) {
        true => Vec::new(),
        false => required(host, place, root),
    };
    let missing = missing
        .into_iter()
        .map(|told| (told, place.format.bad_server));
    let removed = host.facts.retired_keys.iter().filter_map(|key| {
        let member = root.member(key.field)?;
        let label = format!("{} {}", host.subject(), key.cost.consequence());
        let message = retired(host, key);
        let told = Told {
            help: Some("remove it".to_owned()),
            ..refused("deprecated-field", member.key_span, message, label)
        };
        (key.cost != Cost::Ignored).then_some((told, key.cost))
    });
    let unknown = unknown_keys(host, place, root, found);
    missing.chain(unknown).chain(removed).collect()
}

/// Keys at the top of a file that its host does not have, where it refuses the file for one.
pub(crate) fn unknown_keys(
    host: &Host,
    place: &Place,
    root: &Node<'_>,
    found: &FoundServers<'_, '_>,
) -> Vec<(Told, Cost)> {
    let bare = found.roots.iter().any(Vec::is_empty);
    let closed = place.unknown_key != Cost::Ignored && place.alone && !bare;
    let known = place.known_keys();
    let unknown = root
        .members()
        .iter()
        .filter(|member| closed && member.key != "$schema" && !known.contains(&&*member.key));
    let told = |member: &Member<'_>| {
        let message = format!("{} has no top-level field `{}`", host.name, member.key);
        let label = Place::rejected_for(host, place.unknown_key);
        let told = refused("unknown-field", member.key_span, message, label);
        (told, place.unknown_key)
    };
    unknown.map(told).collect()
}

fn refused(rule: &'static str, span: Span, message: String, label: String) -> Told {
    Told {
        rule,
        level: Level::Error,
        span,
        message,
        label,
        help: None,
        related: None,
    }
}

/// Whether a file of which other programs have some too is none of the host's: it has none of the keys that those of the
/// host must have.
pub(crate) fn is_strange(place: &Place, root: &Node<'_>) -> bool {
    let roots = place.roots.iter().filter_map(|path| path.first().copied());
    let texts = place.required.iter().map(|(key, _)| *key);
    let needed = texts.chain(place.tables.iter().copied());
    let tops = needed.filter_map(|key| key.split('.').next());
    let has = |key: &str| root.member(key).is_some();
    !place.alone && !root.members().is_empty() && !roots.chain(tops).any(has)
}

/// That a field or a key is one that the host gave up.
pub(crate) fn retired(host: &Host, retired: &Retired) -> String {
    let what = match retired.cost {
        Cost::Ignored => "deprecated",
        _ => "removed",
    };
    let since = match retired.since {
        "" => String::new(),
        since => format!(" in {since}"),
    };
    format!("{} {what} `{}`{since}", host.subject(), retired.field)
}

/// A root that is not read because of another one.
pub(crate) fn passed_over(host: &str, root: &[&str], path: &[&str], span: Span) -> Told {
    let (reads, ignored) = (root.join("."), path.join("."));
    Told {
        rule: "wrong-root-key",
        level: Level::Error,
        span,
        message: format!("{host} reads `{reads}`; `{ignored}` is ignored"),
        label: "none of its servers is loaded".to_owned(),
        help: Some(format!("move them to `{reads}`")),
        related: None,
    }
}
