//! Tools that run without anybody being asked.

use crate::diagnostic::Level;
use crate::host::Kind;
use crate::lint::file::{At, File, LintServer};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::syntax::{Span, Tree};

pub(super) static RULE: Rule = Rule {
    id: "auto-approve-all",
    level: Level::Error,
    group: Group::Security,
    fix: Some(Safety::Unsafe),
    security: Some("7.5"),
    tags: &["MCP02"],
    page: include_str!("../../../docs/rules/auto-approve-all.md"),
    checks: &[Check::Server(check), Check::File(settings)],
    ..Rule::NEW
};

/// First words of tools that only read, whatever it is that they read: `get_commit` commits nothing.
static READS: &[&str] = &[
    "get", "list", "read", "search", "fetch", "find", "describe", "show", "view", "query", "check",
    "count",
];

/// First or last words of tools that change something.
static CHANGES: &[&str] = &[
    "delete", "drop", "remove", "write", "push", "commit", "send", "exec", "run", "create",
    "update", "merge", "deploy", "pay",
];

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    for at in &server.fields {
        let Some(field) = at.field else { continue };
        let node = &at.member.value;
        match field.kind {
            Kind::Approved => approved(file, server, at, out),
            Kind::ApprovedNames => {
                let tools = node.items().iter();
                let tools = tools.filter_map(|item| Some((item.as_str()?, item.span)));
                let named: Vec<(&str, Span)> = tools.filter(|(tool, _)| *tool != "*").collect();
                let server = format!("`{}`", server.name);
                mutating(file, out, &server, at.member.key_span, &named);
            }
            Kind::Trusted if matches!(node.value, Tree::Bool(true)) => {
                all(file, server, out, node.span, "trust", at.member.key_span)
            }
            Kind::DefaultPolicy([allow, _]) if node.as_str() == Some(allow) => {
                all(file, server, out, node.span, "trust", at.member.key_span)
            }
            Kind::Policies([allow, ..]) => {
                let allowed = node
                    .members()
                    .iter()
                    .filter(|member| member.value.as_str() == Some(allow));
                listed(
                    file,
                    server,
                    at.member.key_span,
                    allowed
                        .map(|member| (&*member.key, member.key_span))
                        .collect(),
                    out,
                );
            }
            Kind::PolicyTables(key, [allow, _]) => {
                let allowed = node.members().iter().filter(|member| {
                    member
                        .value
                        .member(key)
                        .is_some_and(|word| word.value.as_str() == Some(allow))
                });
                let tools: Vec<(&str, Span)> = allowed
                    .map(|member| (&*member.key, member.key_span))
                    .collect();
                // Each tool has a table of its own, and the first of them need not be one that changes anything.
                let first = tools
                    .iter()
                    .find(|(tool, _)| changes(tool))
                    .map(|(_, span)| *span);
                listed(
                    file,
                    server,
                    first.unwrap_or(at.member.key_span),
                    tools,
                    out,
                );
            }
            Kind::PolicyList(key, [allow, ..]) => {
                let allowed = node.items().iter().filter(|item| {
                    item.member(key)
                        .is_some_and(|word| word.value.as_str() == Some(allow))
                });
                listed(
                    file,
                    server,
                    at.member.key_span,
                    allowed
                        .filter_map(|item| Some((item.member("name")?.value.as_str()?, item.span)))
                        .collect(),
                    out,
                );
            }
            _ => {}
        }
    }
}

/// A list of tools, or `true` for all of them.
fn approved(file: &File<'_>, server: &LintServer<'_>, at: &At<'_>, out: &mut Found<'_>) {
    let node = &at.member.value;
    if matches!(node.value, Tree::Bool(true)) || node.as_str() == Some("*") {
        return all(file, server, out, node.span, "wildcard", at.member.key_span);
    }
    listed(
        file,
        server,
        at.member.key_span,
        node.items()
            .iter()
            .filter_map(|item| Some((item.as_str()?, item.span)))
            .collect(),
        out,
    );
}

/// Tools that are allowed by name at `place`, each with what to remove.
fn listed(
    file: &File<'_>,
    server: &LintServer<'_>,
    place: Span,
    tools: Vec<(&str, Span)>,
    out: &mut Found<'_>,
) {
    if let Some((_, span)) = tools.iter().find(|(tool, _)| *tool == "*") {
        return all(file, server, out, *span, "wildcard", *span);
    }
    mutating(file, out, &format!("`{}`", server.name), place, &tools);
}

fn all(
    file: &File<'_>,
    server: &LintServer<'_>,
    out: &mut Found<'_>,
    span: Span,
    variant: &'static str,
    remove: Span,
) {
    let by_name = |kind: Kind| {
        matches!(
            kind,
            Kind::Approved | Kind::Policies(_) | Kind::PolicyTables(..) | Kind::PolicyList(..)
        )
    };
    let help = if file
        .host
        .fields(file.place)
        .iter()
        .any(|field| by_name(field.kind))
    {
        "list the tools that only read by name".to_owned()
    } else {
        format!("remove it, so that {} prompts", file.host_name())
    };
    out.add(
        span,
        format!("`{}` runs all its tools without a prompt", server.name),
    )
    .variant(variant)
    .level(if file.is_project() {
        Level::Error
    } else {
        Level::Warning
    })
    .label(format!(
        "{} never prompts, even for tools added later",
        file.host_name()
    ))
    .help(help)
    .fix(Fix::risky("prompt before tools run").remove(file.path_of(remove)));
}

/// Tools that change something, in a list that is shared.
fn mutating(file: &File<'_>, out: &mut Found<'_>, who: &str, list: Span, tools: &[(&str, Span)]) {
    let changing: Vec<&(&str, Span)> = tools.iter().filter(|(tool, _)| changes(tool)).collect();
    let Some((first, _)) = changing.first().filter(|_| file.is_project()) else {
        return;
    };
    let what = match changing.len() {
        1 => format!("`{first}`, which changes things,"),
        2 => format!("`{first}` and another tool that change things"),
        count => format!("`{first}` and {} more tools that change things", count - 1),
    };
    // From the end, so that no item moves before its turn.
    let paths = changing.iter().rev().map(|(_, span)| file.path_of(*span));
    let fix = paths.fold(Fix::risky("prompt before these tools run"), Fix::remove);
    out.add(list, format!("{who} lets {what} run without a prompt"))
        .variant("mutating")
        .level(Level::Warning)
        .label("they run without a prompt for everyone")
        .help("keep only tools that read on the list")
        .fix(fix);
}

/// Whether the first word of a tool's name says that it changes something, or the last one, unless the first says that
/// it reads.
fn changes(tool: &str) -> bool {
    let words = words(tool);
    let first_is = |list: &[&str]| words.first().is_some_and(|word| among(word, list));
    first_is(CHANGES) || !first_is(READS) && words.last().is_some_and(|word| among(word, CHANGES))
}

fn among(word: &str, list: &[&str]) -> bool {
    list.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// The words of a name, parted by punctuation and by capitals.
fn words(name: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for part in name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|part| !part.is_empty())
    {
        let mut start = 0;
        for (at, pair) in part.as_bytes().windows(2).enumerate() {
            if pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase() {
                words.push(&part[start..=at]);
                start = at + 1;
            }
        }
        words.push(&part[start..]);
    }
    words
}

/// Rules such as `mcp__server__tool` in the settings of the host.
fn settings(file: &File<'_>, out: &mut Found<'_>) {
    let (Some(aside), Some(root)) = (file.aside, file.root()) else {
        return;
    };
    for (path, _) in aside
        .names
        .iter()
        .filter(|(path, rules)| *rules && path.last() == Some(&"allow"))
    {
        let Some((last, parents)) = path.split_last() else {
            continue;
        };
        let Some(list) = root.at(parents).and_then(|node| node.member(last)) else {
            continue;
        };
        let rules: Vec<(&str, Span)> = list
            .value
            .items()
            .iter()
            .filter_map(|item| Some((item.as_str()?, item.span)))
            .collect();
        for (rule, span) in &rules {
            let Some(server) = whole_server(rule) else {
                continue;
            };
            let who = if server == "*" {
                "every server".to_owned()
            } else {
                format!("`{server}`")
            };
            out.add(*span, format!("{who} runs all its tools without a prompt"))
                .variant("wildcard")
                .level(if file.is_project() {
                    Level::Error
                } else {
                    Level::Warning
                })
                .label(format!(
                    "{} never prompts, even for tools added later",
                    file.host_name()
                ))
                .help("list the tools that only read by name")
                .fix(Fix::risky("prompt before tools run").remove(file.path_of(*span)));
        }
        let tools: Vec<(&str, Span)> = rules
            .iter()
            .filter_map(|(rule, span)| Some((tool(rule)?, *span)))
            .collect();
        mutating(file, out, "the list", list.key_span, &tools);
    }
}

/// The server that a rule allows as a whole.
fn whole_server(rule: &str) -> Option<&str> {
    let rest = rule.strip_prefix("mcp__").filter(|rest| !rest.is_empty())?;
    match rest.split_once("__") {
        None => Some(rest),
        Some((server, "*" | "")) => Some(server),
        Some(_) => None,
    }
}

/// The tool that a rule allows.
fn tool(rule: &str) -> Option<&str> {
    rule.strip_prefix("mcp__")?
        .split_once("__")
        .map(|(_, tool)| tool)
        .filter(|tool| !matches!(*tool, "" | "*"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tools_that_change_something_are_known_by_a_word() {
        for tool in [
            "git_commit",
            "delete-page",
            "createIssue",
            "run",
            "pages.update",
            "RunQuery",
        ] {
            assert!(changes(tool), "{tool}");
        }
        for tool in [
            "search_docs",
            "get_commit_list",
            "get_commit",
            "ReadRemoteTestRun",
            "list_runs",
            "runner",
            "readFile",
            "",
            "日本",
        ] {
            assert!(!changes(tool), "{tool}");
        }
    }

    #[test]
    fn rules_for_whole_servers_are_told_from_single_tools() {
        assert_eq!(whole_server("mcp__*"), Some("*"));
        assert_eq!(whole_server("mcp__github"), Some("github"));
        assert_eq!(whole_server("mcp__github__*"), Some("github"));
        assert_eq!(whole_server("mcp__github__get_me"), None);
        assert_eq!(whole_server("Bash(ls)"), None);
        assert_eq!(tool("mcp__github__get_me"), Some("get_me"));
    }
}
