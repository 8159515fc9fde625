//! An answer is used whose question is not asked, or a question is asked for nothing.

use std::collections::{HashMap, HashSet};

use crate::diagnostic::Level;
use crate::edit::Step;
use crate::hints::Marks;
use crate::host::{Out, OutValue};
use crate::lint::file::{File, LintServer};
use crate::lint::inputs::{Use, id, questions, uses};
use crate::lint::strings::strings;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::Part;
use crate::secret::secretish_name;
use crate::syntax::path::keys;
use crate::syntax::{Node, Span, SpanSet, Tree};

pub(super) static RULE: Rule = Rule {
    id: "undefined-input",
    level: Level::Error,
    group: Group::Variables,
    fix: Some(Safety::Safe),
    page: crate::lint::page!("../../../docs/rules/undefined-input.md"),
    checks: &[Check::File(check), Check::Server(server)],
    ..Rule::NEW
};

/// What the entry of a server itself asks for.
fn server(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let Some(field) = file.place.format.inputs() else {
        return;
    };
    let asked = server.node.dotted(field.name);
    let mut used: HashSet<String> = HashSet::new();
    for (text, _) in strings(server, |text| {
        text.marks.has(const { Marks::new(b"{") }) && text.text.contains("{{")
    }) {
        let dialect = file.place.format.dialect(text.slot);
        for (range, part) in dialect.references(text.text) {
            let Part::Input(id) = part else { continue };
            let known = asked.is_some_and(|asked| asked.member(&id).is_some());
            // Small letters are more likely a template that the server fills in.
            if !known && id.contains(|c: char| c.is_ascii_uppercase()) && !used.contains(&id) {
                out.add(
                    file.part(&text, range),
                    format!("`{}`: input `{id}` is used but not defined", server.name),
                )
                .label(format!("{} passes on this text", file.host_name()))
                .help(format!("add `{id}` to `{}`", field.name));
            }
            used.insert(id);
        }
    }
    for member in asked.map(Node::members).unwrap_or_default() {
        if !used.contains(&*member.key) {
            out.add(
                member.key_span,
                format!("`{}`: input `{}` is never used", server.name, member.key),
            )
            .level(Level::Info)
            .variant("unused")
            .label("users are prompted for nothing");
        }
    }
}

fn check(file: &File<'_>, out: &mut Found<'_>) {
    if file.place.prompts.is_none() || file.aside.is_some() {
        return;
    }
    if let Some(list) = file
        .found
        .prompts
        .filter(|node| !matches!(node.value, Tree::Array(_) | Tree::Null))
    {
        out.add(
            list.span,
            format!("`inputs` is {}, not a list", list.kind()),
        )
        .variant("incomplete")
        .label(format!("{} finds no input in it", file.host_name()))
        .help("make a list of items with an `id` and a `type`");
        return;
    }
    let uses = uses(file);
    let mut by_id: HashMap<&str, Vec<Span>> = HashMap::new();
    for used in &uses {
        by_id.entry(used.id).or_default().push(used.span);
    }
    let servers: SpanSet = file.servers.iter().map(|it| it.node.span).collect();
    let mut known: HashSet<&str> = questions(file).iter().filter_map(id).collect();
    let elsewhere = asked_elsewhere(file);
    for first in uses
        .iter()
        .filter(|used| servers.holds(used.span) && !used.id.trim().is_empty())
    {
        if !known.insert(first.id) {
            continue;
        }
        let fix = fix(file, first).filter(|_| !elsewhere.contains(first.id));
        let finding = out.add(
            first.span,
            format!("input `{}` is used but not defined", first.id),
        );
        finding.label(format!(
            "{} cannot resolve it, and skips this server",
            file.host_name()
        ));
        finding
            .help(format!(
                "add an item with the id `{}` to `inputs`",
                first.id
            ))
            .fix(fix);
        for other in by_id[first.id].iter().filter(|span| **span != first.span) {
            finding.related(*other, "also used here");
        }
    }
    for item in questions(file).iter().filter(|item| item.is_object()) {
        incomplete(file, item, out);
        if let Some(id) = id(item).filter(|id| !by_id.contains_key(id)) {
            let span = item.member("id").map(|member| member.value.span);
            out.add(span, format!("input `{id}` is never used"))
                .level(Level::Info)
                .variant("unused")
                .help(format!("remove it, or refer to it as `${{input:{id}}}`"));
        }
    }
}

/// What lists of questions ask that stand where the host does not look: they are to be moved, and not to be made up.
fn asked_elsewhere<'a>(file: &'a File<'_>) -> HashSet<&'a str> {
    let mut asked = HashSet::new();
    let key = file.place.prompts.and_then(|path| path.last());
    let mut left: Vec<&Node<'_>> = file.root().into_iter().collect();
    while let Some(node) = left.pop() {
        for member in node.members() {
            if key.is_some_and(|key| member.key == *key) {
                asked.extend(member.value.items().iter().filter_map(id));
            }
            left.push(&member.value);
        }
    }
    asked
}

/// A question without an id can never be used, and one without a type is not asked.
fn incomplete(file: &File<'_>, item: &crate::syntax::Node<'_>, out: &mut Found<'_>) {
    let text = |field: &str| item.member(field).and_then(|it| it.value.as_str());
    // "Input variable 'x' is of type 'promptString' and must include 'description'" (VS Code's own words).
    let more: &[&str] = match text("type") {
        Some("promptString") => &["description"],
        Some("pickString") => &["description", "options"],
        Some("command") => &["command"],
        _ => &[],
    };
    for field in ["id", "type"].iter().chain(more) {
        if item.member(field).is_none() {
            let whose =
                text("id").map_or_else(|| "an input".to_owned(), |id| format!("input `{id}`"));
            out.add(item.span, format!("{whose} has no `{field}`"))
                .variant("incomplete")
                .label(format!("{} does not prompt for it", file.host_name()))
                .help(format!("add its `{field}`"));
        }
    }
    if let (Some(kind), true) = (item.member("type"), more.is_empty()) {
        let message = match text("type") {
            Some(_) => "an input has an unknown `type`",
            None => "the `type` of an input is not a string",
        };
        out.add(kind.value.span, message)
            .variant("incomplete")
            .label(format!("{} does not prompt for it", file.host_name()))
            .help("use `promptString`, `pickString` or `command`");
    }
}

/// Adds the question, hidden while it is typed if its answer seems to be a credential.
fn fix(file: &File<'_>, used: &Use<'_>) -> Option<Fix> {
    let list = file.place.prompts?;
    let mut item = Out::object();
    item.set("type", Out::text("promptString"));
    item.set("id", Out::text(used.id));
    item.set("description", Out::text(used.id));
    if secretish_name(used.id) || used.key.is_some_and(secretish_name) {
        item.set("password", Out::added(OutValue::Bool(true)));
    }
    let path = keys(list);
    let fix = Fix::safe(format!("declare input `{}`", used.id));
    match file.found.prompts.map(|node| &node.value) {
        None => Some(fix.set(path, Out::list([item]))),
        Some(Tree::Array(items)) => Some(fix.set(
            path.into_iter().chain([Step::Index(items.len())]).collect(),
            item,
        )),
        Some(_) => None,
    }
}
