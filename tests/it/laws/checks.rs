//! The checks that hold for every conversion.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use jsonschema::Validator;
use mcpconv::convert::{Class, Row};
use mcpconv::hosts::HOSTS;
use mcpconv::internals::host::{GateKind, Host, Place, schema};
use mcpconv::internals::syntax::{Document, Node, Span, Tree};
use mcpconv::model::Server;

use super::case::Case;
use crate::support::plain;
use crate::support::samples::Sample;

/// Every leaf that a report must speak of: below the roots, in the gates, in the questions. And those that it may speak of:
/// what is said about tools.
fn leaves(sample: &Sample, document: &Document<'_>) -> (Vec<Span>, Vec<Span>) {
    let (mut spans, mut tools) = (Vec::new(), Vec::new());
    let Some(root) = &document.root else {
        return (spans, tools);
    };
    let place = sample.place;
    let mut paths: Vec<Vec<&str>> = place.roots.iter().map(|path| path.to_vec()).collect();
    paths.extend(place.prompts.map(<[&str]>::to_vec));
    // A switch for a tool may be about a tool of the host itself, so it only counts if it was told.
    for gate in place.gates {
        let about_tools = matches!(
            gate.kind,
            GateKind::Tools
                | GateKind::Permissions
                | GateKind::DenyTools
                | GateKind::DenyIds
                | GateKind::AllowTools
                | GateKind::CoreTools
                | GateKind::Mentions
                | GateKind::AgentTools
                | GateKind::ToolRules
                | GateKind::ToolTables
                | GateKind::ApprovedTools
                | GateKind::AskedTools
                | GateKind::ApprovedMentions
                | GateKind::ProfileTools
        );
        let list = if about_tools { &mut tools } else { &mut spans };
        follow(root, gate.path, &mut |node| collect(node, list));
    }
    let mut hit = false;
    for path in paths {
        follow(root, &path, &mut |node| {
            hit = true;
            // The map of servers itself is no leaf, even if there is nothing in it.
            node.items()
                .iter()
                .chain(node.members().iter().map(|member| &member.value))
                .for_each(|child| collect(child, &mut spans));
        });
    }
    if !hit
        && place.may_be_bare()
        && root.members().iter().all(|member| {
            member
                .value
                .member("command")
                .or(member.value.member("url"))
                .is_some()
        })
    {
        collect(root, &mut spans);
    }
    spans.sort();
    spans.dedup();
    tools.sort();
    (spans, tools)
}

fn follow<'n, 't>(node: &'n Node<'t>, path: &[&str], visit: &mut dyn FnMut(&'n Node<'t>)) {
    match path.split_first() {
        None => visit(node),
        Some((&"*", rest)) => node
            .members()
            .iter()
            .for_each(|member| follow(&member.value, rest, visit)),
        Some((key, rest)) => {
            if let Some(member) = node.member(key) {
                follow(&member.value, rest, visit);
            }
        }
    }
}

fn collect(node: &Node<'_>, spans: &mut Vec<Span>) {
    match &node.value {
        Tree::Array(items) if !items.is_empty() => {
            items.iter().for_each(|item| collect(item, spans))
        }
        Tree::Object(members) if !members.is_empty() => members
            .iter()
            .for_each(|member| collect(&member.value, spans)),
        _ => spans.push(node.span),
    }
}

/// The node a JSON pointer leads to.
fn resolve<'n, 't>(root: &'n Node<'t>, pointer: &str) -> Option<&'n Node<'t>> {
    pointer.split('/').skip(1).try_fold(root, |node, segment| {
        let key = segment.replace("~1", "/").replace("~0", "~");
        match &node.value {
            Tree::Array(items) => items.get(key.parse::<usize>().ok()?),
            _ => node.member(&key).map(|member| &member.value),
        }
    })
}

/// Law 1: every leaf has exactly one row, what is said to be there is there, and what is dropped was told.
pub(crate) fn conservation(case: &Case<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    let (sample, conversion) = (case.source.sample, case.conversion);
    // Where there is nothing to convert, there is nothing to account for.
    if case.source.read.is_none() && conversion.rows.is_empty() && conversion.text.is_none() {
        return wrong;
    }
    let (expected, tools) = leaves(sample, case.source.document);
    let mut told: BTreeMap<Span, usize> = BTreeMap::new();
    for row in &conversion.rows {
        *told.entry(row.span).or_default() += 1;
    }
    for span in &expected {
        match told.get(span).copied().unwrap_or_default() {
            1 => {}
            count => wrong.push(format!(
                "leaf `{}` has {count} rows",
                &sample.text[span.range()]
            )),
        }
    }
    for row in conversion
        .rows
        .iter()
        .filter(|row| expected.binary_search(&row.span).is_err())
        .filter(|row| tools.binary_search(&row.span).is_err())
    {
        wrong.push(format!("row {} is about no leaf", row.pointer));
    }
    if conversion.text.is_none() {
        return wrong;
    }
    let root = case.document().root.as_ref().expect("an output");
    for row in &conversion.rows {
        let needs_target = !matches!(row.class, Class::Dropped | Class::Implied);
        if needs_target && row.targets.is_empty() {
            wrong.push(format!(
                "{} is {} but nowhere",
                row.pointer,
                row.class.name()
            ));
        }
        for target in row
            .targets
            .iter()
            .filter(|target| resolve(root, target).is_none())
        {
            wrong.push(format!(
                "{} is said to be at {target}, which is not there",
                row.pointer
            ));
        }
        if row.class == Class::Dropped && conversion.diagnostics.list().is_empty() {
            wrong.push(format!("{} was dropped in silence", row.pointer));
        }
    }
    wrong
}

/// Law 3: the target's own reader has nothing to complain about, and understands what was meant.
pub(crate) fn acceptance(case: &Case<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    let Some(output) = &case.output else {
        return wrong;
    };
    let understood = match &output.read {
        Ok(understood) => understood,
        Err(message) => return vec![format!("the target's reader: {message}")],
    };
    // The schema is the one of the main file.
    if std::ptr::eq(case.place, &case.to.places[0])
        && let Some(error) = validator(case.to)
            .iter_errors(&plain(output.document.root.as_ref().expect("an output")))
            .next()
    {
        wrong.push(format!(
            "the target's schema: {} at {}",
            error,
            error.instance_path()
        ));
    }
    for problem in &understood.diagnostics {
        wrong.push(format!(
            "the target's reader: {} {}",
            problem.rule, problem.message
        ));
    }
    let servers: BTreeMap<&str, &Server> = understood
        .config
        .servers
        .iter()
        .map(|server| (server.name.as_str(), server))
        .collect();
    let source = case.source.read.as_ref().expect("it was converted");
    for server in &source.config.servers {
        let root = format!("/{}/", case.place.roots[0].join("/"));
        let written = |row: &&Row| row.server.as_deref() == Some(&server.name);
        let target = case
            .conversion
            .rows
            .iter()
            .filter(written)
            .flat_map(|row| &row.targets)
            .find(|target| target.starts_with(&root));
        let Some(target) = target else { continue };
        let name = written_name(target, case.place, &output.document);
        if !servers.contains_key(name.as_str()) {
            wrong.push(format!(
                "`{}` was written as `{name}`, which cannot be read back",
                server.name
            ));
        }
    }
    wrong
}

/// The compiled schema of a host, made once.
fn validator(host: &'static Host) -> &'static Validator {
    static VALIDATORS: OnceLock<Vec<Validator>> = OnceLock::new();
    let all = VALIDATORS.get_or_init(|| {
        HOSTS
            .iter()
            .map(|host| jsonschema::validator_for(&schema(host)).expect("a valid schema"))
            .collect()
    });
    let at = HOSTS
        .iter()
        .position(|other| std::ptr::eq(*other, host))
        .expect("a known host");
    &all[at]
}

fn written_name(target: &str, place: &Place, output: &Document<'_>) -> String {
    let root = place.roots[0];
    let segment = target
        .split('/')
        .nth(root.len() + 1)
        .unwrap_or_default()
        .replace("~1", "/")
        .replace("~0", "~");
    if !place.list {
        return segment;
    }
    let list = output
        .root
        .as_ref()
        .and_then(|node| node.at(root))
        .expect("a list of servers");
    list.items()[segment.parse::<usize>().expect("an index")]
        .at(&["name"])
        .and_then(Node::as_str)
        .expect("a name")
        .to_owned()
}
