//! A value of another type than the host reads.

use crate::diagnostic::Level;
use crate::host::kinds::{Bad, Below, Wanted};
use crate::host::tell::{
    by_names, equals_in_names, numbered, odd_formats, odd_names, required, spelled_as_fractions,
    tell, wrong_gates,
};
use crate::host::{Field, Kind, Out, Place, Problem, TextShape};
use crate::lint::file::{At, File, LintServer, foreign_roots};
use crate::lint::fix::below;
use crate::lint::refs::{RefForm, refs};
use crate::lint::tree::{copy, has_comment};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::Slot;
use crate::model::dialect::is_name;
use crate::syntax::{Node, Tree};

use super::args_in_command::{holds_words, plain_words};
use super::unknown_field::is_note;

pub(super) static RULE: Rule = Rule {
    id: "wrong-type",
    level: Level::Error,
    group: Group::Structure,
    fix: Some(Safety::Safe),
    yields_to: &["misplaced-server", "possible-secret", "hardcoded-secret"],
    page: crate::lint::page!("../../../docs/rules/wrong-type.md"),
    checks: &[Check::File(root), Check::Server(check)],
    ..Rule::NEW
};

/// The document, or what should be the map of servers in it.
fn root(file: &File<'_>, out: &mut Found<'_>) {
    if let (Some(root), None) = (file.root(), file.aside) {
        let told = required(file.host, file.place, root).into_iter();
        for told in told.filter(|told| told.rule == RULE.id) {
            out.tell(told);
        }
    }
    let Some(fault) = &file.fault else {
        let read = file.aside.is_none();
        let told = numbered(file.host, file.place, &file.found).filter(|_| read);
        let gates = wrong_gates(file.host, file.place, &file.found);
        for told in told.into_iter().chain(gates) {
            out.tell(told);
        }
        return lists(file, out);
    };
    let servers = file
        .place
        .roots
        .first()
        .and_then(|path| file.root()?.at(path));
    let is_path = |node: &Node<'_>| matches!(node.value, Tree::String(_) | Tree::Object(_));
    let names_a_file = servers.is_some_and(|node| match &node.value {
        Tree::String(_) => true,
        Tree::Array(items) => items.iter().all(is_path),
        _ => false,
    });
    if file.place.paths && names_a_file {
        return;
    }
    out.add(fault.span, fault.message.clone())
        .label(match file.root() {
            Some(root) if Some(root.span) == fault.span => {
                Place::rejected_for(file.host, file.place.no_object())
            }
            _ => file.place.misshapen_for(file.host),
        })
        .help(by_names(file.place));
}

/// A list of servers under whatever key, in a file of no particular host. Hosts that take a list have other files.
fn lists(file: &File<'_>, out: &mut Found<'_>) {
    let Some(top) = file
        .root()
        .filter(|_| file.host.facts.lenient && file.found.roots.is_empty())
    else {
        return;
    };
    for path in foreign_roots(file.place, top, false) {
        let Some(node) = top
            .at(&path)
            .filter(|node| matches!(node.value, Tree::Array(_)))
        else {
            continue;
        };
        let message = format!(
            "`{}` must be an object, found {}",
            path.join("."),
            node.kind()
        );
        out.add(node.span, message)
            .label("no host finds a server here")
            .help(by_names(file.place));
    }
}

/// Whether there is a `name` that is no string.
pub(super) fn is_named_oddly(server: &LintServer<'_>) -> bool {
    let name = server.node.member("name");
    name.is_some_and(|name| name.value.as_str().is_none())
}

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let late = equals_in_names(server).chain(spelled_as_fractions(server));
    for (told, _) in late.chain(odd_formats(server)) {
        out.tell(told);
    }
    for (named, told, _) in odd_names(server) {
        let fix = name_alone(file, named.node);
        let finding = out.tell(told);
        if let Some(fix) = &fix {
            finding.help(fix.title.clone());
        }
        finding.fix(fix);
    }
    for problem in server.problems() {
        match problem {
            // A list of arguments that stands beside the servers is told as such, and so is a note.
            Problem::NotAServer
                if server.name == "args" && !server.node.items().is_empty()
                    || is_note(file, server) => {}
            Problem::Unnamed if !is_named_oddly(server) => {}
            Problem::NotAServer | Problem::Unnamed | Problem::BadHeader { .. } => {
                out.tell(tell(server, problem));
            }
            Problem::WrongType { at, bad } => wrong(file, server, *at, bad, out, problem),
            _ => {}
        }
    }
}

/// The name that a reference is to, where a field wants nothing else.
fn name_alone(file: &File<'_>, node: &Node<'_>) -> Option<Fix> {
    let text = node.as_str()?.trim();
    let found = refs(text);
    let [reference] = found.as_slice() else {
        return None;
    };
    let whole = reference.range == (0..text.len()) && reference.default.is_none();
    let plain = matches!(
        reference.form,
        RefForm::Braces | RefForm::Bare | RefForm::Env
    );
    (whole && plain && is_name(reference.name)).then(|| {
        let fix = Fix::safe("write the name alone");
        fix.set_text(file.path_of(node.span), reference.name)
    })
}

fn wrong(
    file: &File<'_>,
    server: &LintServer<'_>,
    at: usize,
    bad: &Bad<'_>,
    out: &mut Found<'_>,
    problem: &Problem<'_>,
) {
    let at = &server.fields[at];
    let Some(field) = at.field.filter(|_| !super::foreign_field::is_group(at)) else {
        return;
    };
    let fix = repair(file, server, at, field, bad);
    let finding = out.tell(tell(server, problem));
    if bad.below != Below::Itself && matches!(field.slot, Slot::Env | Slot::Headers) {
        finding.variant("env-value");
    }
    match &fix {
        Some(fix) => _ = finding.help(fix.title.clone()),
        None if finding.help.is_none() => {
            if let Some(help) = advice(file, field, bad) {
                finding.help(help);
            }
        }
        None => {}
    }
    finding.fix(fix);
}

/// What was probably meant, where only its owner can tell.
fn advice(file: &File<'_>, field: &Field, bad: &Bad<'_>) -> Option<String> {
    let seconds = matches!(field.kind, Kind::Seconds | Kind::WholeSeconds);
    match &bad.node.value {
        Tree::String(_) if field.slot == Slot::Args && bad.below == Below::Itself => {
            Some("write a list, with each argument on its own".to_owned())
        }
        Tree::String(_) if bad.wanted == Wanted::Texts => {
            Some("put it between `[` and `]`".to_owned())
        }
        // Two braces are an object in an object to YAML, and a reference to those who write them.
        Tree::Object(_) if file.text[bad.node.span.range()].starts_with("{{") => {
            Some("put it between quotes".to_owned())
        }
        Tree::Number(number) if seconds => {
            let millis: u64 = number.parse().ok()?;
            (millis >= 1000 && millis.is_multiple_of(1000)).then(|| {
                format!(
                    "write {} if {millis} milliseconds were meant",
                    millis / 1000
                )
            })
        }
        _ => None,
    }
}

fn repair(
    file: &File<'_>,
    server: &LintServer<'_>,
    at: &At<'_>,
    field: &'static Field,
    bad: &Bad<'_>,
) -> Option<Fix> {
    let node = bad.node;
    if bad.wanted == Wanted::Shaped(TextShape::Variable) {
        return name_alone(file, node);
    }
    let inside = bad.below != Below::Itself;
    let quotable =
        matches!(field.slot, Slot::Env | Slot::Headers | Slot::Args) || field.kind == Kind::Argv;
    if inside && quotable && matches!(node.value, Tree::Number(_) | Tree::Bool(_)) {
        let text = &file.text[node.span.range()];
        let fix = Fix::safe("put it between quotes");
        return Some(fix.set_text(file.path_of(node.span), text));
    }
    let empty = matches!(&node.value, Tree::Array(items) if items.is_empty());
    if !inside && empty && matches!(field.slot, Slot::Env | Slot::Headers) {
        let fix = Fix::safe("write an empty object");
        return Some(fix.set(file.path_of(node.span), Out::object()));
    }
    if field.slot != Slot::Command || inside || has_comment(file, server.node.span) {
        return None;
    }
    let args = server
        .node
        .member("args")
        .map(|member| member.value.items())
        .unwrap_or_default();
    if args.iter().any(|arg| arg.as_str().is_none()) {
        return None;
    }
    let path = file.path_of(at.member.key_span);
    let beside = |name: &str| below(&path[..path.len().saturating_sub(1)], name);
    match (&node.value, field.kind) {
        (Tree::String(program), Kind::Argv) => {
            let split = if holds_words(program) {
                plain_words(program)?
            } else {
                vec![&**program]
            };
            let words = split.into_iter().map(Out::text);
            let list = Out::list(words.chain(args.iter().map(copy)));
            Some(
                Fix::safe("put the program and its arguments into one list")
                    .set(path.clone(), list)
                    .remove(beside("args")),
            )
        }
        (Tree::Array(words), Kind::Text | Kind::Line | Kind::LoneLine | Kind::ShellLine) => {
            let (program, rest) = words
                .split_first()
                .filter(|_| words.iter().all(|word| word.as_str().is_some()))?;
            let fix = Fix::safe("put the arguments into `args`").set(path.clone(), copy(program));
            let list = Out::list(rest.iter().chain(args).map(copy));
            Some(fix.set(beside("args"), list))
        }
        _ => None,
    }
}
