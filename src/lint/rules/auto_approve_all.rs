//! Tools that run without anybody being asked.

use std::collections::BTreeSet;

use super::common::shared_level;
use crate::diagnostic::Level;
use crate::edit::Step;
use crate::host::kinds::{Rules, is_true};
use crate::host::{GateKind, Gates, Kind};
use crate::lint::file::{At, File, LintServer};
use crate::lint::{Check, Finding, Fix, Found, Group, Rule, Safety};
use crate::order::Order as _;
use crate::syntax::{Node, Span, Tree};

pub(super) static RULE: Rule = Rule {
    id: "auto-approve-all",
    level: Level::Error,
    group: Group::Security,
    fix: Some(Safety::Unsafe),
    security: Some("7.5"),
    tags: &["MCP02"],
    page: crate::lint::page!("../../../docs/rules/auto-approve-all.md"),
    checks: &[
        Check::Server(check),
        Check::File(settings),
        Check::File(agent),
        Check::File(gates),
    ],
    ..Rule::NEW
};

/// First words of tools that only read, whatever it is that they read: `get_commit` commits nothing.
static READS: &[&str] = &[
    "get", "list", "read", "search", "fetch", "find", "describe", "show", "view", "query", "check",
    "count", "open", "resolve", "lookup", "inspect", "explain", "status",
];

/// Last words of tools that only read.
static REPORTS: &[&str] = &["log", "logs", "diff", "history", "info", "docs", "schema"];

/// Languages that can only ask: `execute_sparql` changes nothing, since updates are a language of their own.
static ASKS: &[&str] = &["sparql"];

/// First or last words of tools that change something.
static CHANGES: &[&str] = &[
    "delete", "drop", "remove", "write", "push", "commit", "send", "exec", "run", "create",
    "update", "merge", "deploy", "pay",
];

/// First words of tools that change something; as last words they name all sorts of things.
static ALTERS: &[&str] = &[
    "replace",
    "insert",
    "edit",
    "modify",
    "overwrite",
    "rename",
    "move",
    "apply",
    "execute",
    "change",
    "clear",
    "reset",
    "upload",
    "publish",
    "install",
    "uninstall",
    "kill",
    "add",
    "append",
    "patch",
    "put",
    "set",
    "upsert",
    "post",
    "truncate",
    "purge",
    "destroy",
    "erase",
    "wipe",
    "stop",
    "terminate",
    "close",
    "cancel",
    "transfer",
    "grant",
    "revoke",
];

/// Tools that run whatever they are given.
static RUNS: &[&str] = &["bash", "shell", "terminal", "powershell"];

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    for at in &server.fields {
        let Some(field) = at.field else { continue };
        let node = &at.member.value;
        match field.kind {
            Kind::Approved => approved(file, server, at, out),
            Kind::ApprovedNames => {
                let named: Vec<(&str, Span)> =
                    texts(node).filter(|(tool, _)| *tool != "*").collect();
                let server = format!("`{}`", server.name);
                mutating(file, out, &server, &named);
            }
            Kind::Trusted if is_true(node, Rules::of(file.place)) => {
                all(file, server, out, node.span, "trust", at.member.key_span)
            }
            Kind::DefaultPolicy([allow, ..]) if node.as_str() == Some(allow) => {
                all(file, server, out, node.span, "trust", at.member.key_span)
            }
            Kind::PolicyTables(key, [allow, ..]) => {
                let allowed = node.members().iter().filter(|member| {
                    member
                        .value
                        .member(key)
                        .is_some_and(|word| word.value.as_str() == Some(allow))
                });
                let tools = allowed.map(|member| (&*member.key, member.key_span));
                listed(file, server, tools.collect(), out);
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
    listed(file, server, texts(node).collect(), out);
}

/// The strings of a list, with their places.
fn texts<'n>(list: &'n Node<'_>) -> impl Iterator<Item = (&'n str, Span)> {
    let items = list.items().iter();
    items.filter_map(|item| Some((item.as_str()?, item.span)))
}

/// Tools that are allowed by name, each with what to remove.
fn listed(file: &File<'_>, server: &LintServer<'_>, tools: Vec<(&str, Span)>, out: &mut Found<'_>) {
    if let Some((_, span)) = tools.iter().find(|(tool, _)| *tool == "*") {
        return all(file, server, out, *span, "wildcard", *span);
    }
    mutating(file, out, &format!("`{}`", server.name), &tools);
}

fn all(
    file: &File<'_>,
    server: &LintServer<'_>,
    out: &mut Found<'_>,
    span: Span,
    variant: &'static str,
    remove: Span,
) {
    let by_name = |kind: Kind| matches!(kind, Kind::Approved | Kind::PolicyTables(..));
    let help = if file.fields().any(|field| by_name(field.kind)) {
        "name each tool that may run without a prompt, and only tools that read".to_owned()
    } else {
        format!("remove it, so that {} prompts", file.host_name())
    };
    out.add(
        span,
        format!("`{}` runs all its tools without a prompt", server.name),
    )
    .variant(variant)
    .level(shared_level(file))
    .label(never_prompts(file))
    .help(help)
    .fix(Fix::risky("prompt before tools run").remove(file.path_of(remove)));
}

fn never_prompts(file: &File<'_>) -> String {
    format!(
        "{} never prompts, even for tools added later",
        file.host_name()
    )
}

/// Tools that change something, in a list that is shared.
fn mutating<'o>(
    file: &File<'_>,
    out: &'o mut Found<'_>,
    who: &str,
    tools: &[(&str, Span)],
) -> Option<&'o mut Finding> {
    let (changing, others): (Vec<_>, Vec<_>) = tools.iter().partition(|(tool, _)| changes(tool));
    let (first, place) = changing.first().filter(|_| file.is_project())?;
    let what = match changing.len() {
        1 => format!("`{first}`, which changes things,"),
        2 => format!("`{first}` and another tool that change things"),
        count => format!("`{first}` and {} more tools that change things", count - 1),
    };
    // Whoever takes some tools off the list relies on the rest being harmless: all of them are known to read, or nothing
    // is taken off.
    let fix = others.iter().all(|(tool, _)| reads(tool)).then(|| {
        // From the end, so that no item moves before its turn.
        let paths = changing.iter().rev().map(|(_, span)| file.path_of(*span));
        paths.fold(Fix::risky("prompt before these tools run"), Fix::remove)
    });
    let finding = out.add(*place, format!("{who} lets {what} run without a prompt"));
    finding
        .variant("mutating")
        .level(Level::Warning)
        .label(if changing.len() == 1 {
            "it runs without a prompt for everyone"
        } else {
            "they run without a prompt for everyone"
        })
        .help(match file.path_of(*place).last() {
            Some(Step::Index(_)) => "keep only tools that read in the list",
            _ => "remove this setting for tools that change things",
        })
        .fix(fix);
    for (_, span) in &changing[1..] {
        finding.related(*span, "so does this one");
    }
    Some(finding)
}

/// Whether the first or the last word of a tool's name says that it reads.
fn reads(tool: &str) -> bool {
    let words = words(tool);
    let said = |word: Option<&&str>, list| word.is_some_and(|word| among(word, list));
    said(words.first(), READS)
        || [READS, REPORTS, ASKS]
            .iter()
            .any(|list| said(words.last(), list))
}

/// Whether the first word of a tool's name says that it changes something, or the last one, unless the first says that
/// it reads.
pub(super) fn changes(tool: &str) -> bool {
    let words = words(tool);
    let first_is = |list: &[&str]| words.first().is_some_and(|word| among(word, list));
    let last_is = |list: &[&str]| words.last().is_some_and(|word| among(word, list));
    (first_is(CHANGES) || first_is(ALTERS)) && !last_is(ASKS)
        || words.len() == 1 && first_is(RUNS)
        || !first_is(READS) && last_is(CHANGES)
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
        let rules = || texts(&list.value);
        whole(
            file,
            out,
            rules().filter_map(|(rule, span)| Some((whole_server(rule)?, span))),
        );
        let tools: Vec<(&str, Span)> = rules()
            .filter_map(|(rule, span)| Some((tool(rule)?, span)))
            .collect();
        mutating(file, out, "the list", &tools);
    }
}

/// Tools such as `@server/tool` in the list of an agent.
fn agent(file: &File<'_>, out: &mut Found<'_>) {
    let (Some(key), Some(root)) = (file.place.approves, file.root()) else {
        return;
    };
    let Some(list) = root.member(key).filter(|_| file.aside.is_none()) else {
        return;
    };
    let items = texts(&list.value).filter_map(|(item, span)| Some((item.strip_prefix('@')?, span)));
    let (mut servers, mut tools) = (Vec::new(), Vec::new());
    for (item, span) in items {
        match item.split_once('/') {
            Some((_, tool)) if !tool.is_empty() && tool != "*" => tools.push((tool, span)),
            // Everything that the host itself brings.
            _ if item == "builtin" => {}
            _ => servers.push((item.split('/').next().unwrap_or(item), span)),
        }
    }
    whole(file, out, servers.into_iter());
    mutating(file, out, "the list", &tools);
}

/// Lists and tables of tools beside the servers.
fn gates(file: &File<'_>, out: &mut Found<'_>) {
    let found = &file.found;
    if file.aside.is_some() || !found.gates.iter().any(|gate| gate.kind.approves()) {
        return;
    }
    // A tool that is taken off the list of the only ones does not ask: it is gone.
    let is_needed = |span: Span| {
        let mut lists = found.gates.iter();
        lists.any(|gate| gate.kind == GateKind::CoreTools && gate.node.span.contains(span))
    };
    let gates = Gates::new(&found.gates, file.place.format);
    let mut all = Vec::new();
    for entry in &found.servers {
        let approved = gates.approved(entry);
        if let Some((_, span)) = approved.iter().find(|(tool, _)| tool == "*") {
            all.push((entry.name, *span));
            continue;
        }
        let tools: Vec<(&str, Span)> = approved
            .iter()
            .map(|(tool, span)| (tool.as_str(), *span))
            .collect();
        if let Some(finding) = mutating(file, out, &format!("`{}`", entry.name), &tools) {
            finding.of_server(entry.name);
            if tools.iter().any(|(_, span)| is_needed(*span)) {
                finding.fix(None);
            }
        }
    }
    let needed = all.iter().any(|(_, span)| is_needed(*span));
    if let Some(finding) = whole(file, out, all.into_iter()).filter(|_| needed) {
        finding.fix(None);
    }
}

/// Servers that a list allows as a whole, some of them more than once (`@db`, `@db/*`).
fn whole<'r, 'o>(
    file: &File<'_>,
    out: &'o mut Found<'_>,
    allowed: impl Iterator<Item = (&'r str, Span)>,
) -> Option<&'o mut Finding> {
    let allowed: Vec<(&str, Span)> = allowed.collect();
    let (first, span) = allowed.first()?;
    let servers: BTreeSet<&str> = allowed.iter().map(|(server, _)| *server).collect();
    let message = match servers.len() - 1 {
        _ if servers.contains("*") => "every server runs all its tools without a prompt".to_owned(),
        0 => format!("`{first}` runs all its tools without a prompt"),
        1 => format!("`{first}` and 1 more server run all their tools without a prompt"),
        more => format!("`{first}` and {more} more servers run all their tools without a prompt"),
    };
    // One item may speak of many servers, whose order is not that of the items.
    let mut spans: Vec<Span> = allowed.iter().map(|(_, span)| *span).collect();
    spans.order_by_key(|span| span.start);
    spans.dedup();
    // From the end, so that no item moves before its turn.
    let paths = spans.iter().rev().map(|span| file.path_of(*span));
    let fix = paths.fold(Fix::risky("prompt before tools run"), Fix::remove);
    let finding = out.add(*span, message);
    finding
        .variant("wildcard")
        .level(shared_level(file))
        .label(never_prompts(file))
        .help("name each tool that may run without a prompt, and only tools that read")
        .fix(fix);
    for other in spans.iter().filter(|other| *other != span) {
        finding.related(*other, "and here");
    }
    Some(finding)
}

/// What a permission rule names. One with parentheses allows nothing: tools of servers take no patterns.
fn named(rule: &str) -> Option<&str> {
    rule.strip_prefix("mcp__")
        .filter(|rest| !rest.is_empty() && !rest.contains('('))
}

/// The server that a rule allows as a whole.
fn whole_server(rule: &str) -> Option<&str> {
    let rest = named(rule)?;
    match rest.split_once("__") {
        None => Some(rest),
        Some((server, "*" | "")) => Some(server),
        Some(_) => None,
    }
}

/// The tool that a rule allows.
fn tool(rule: &str) -> Option<&str> {
    named(rule)?
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
            "replace_symbol_body",
            "insert_after_symbol",
            "execute_sql",
            "add_observations",
            "patchFile",
            "close_issue",
            "bash",
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
            "terminal_output",
            "settings",
            "browser_mouse_move",
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
        assert_eq!(whole_server("mcp__github(*)"), None);
        assert_eq!(whole_server("Bash(ls)"), None);
        assert_eq!(tool("mcp__github__get_me"), Some("get_me"));
    }
}
