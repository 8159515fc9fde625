//! A question whose answer is a credential, and that shows it while it is typed.

use std::collections::HashMap;

use crate::diagnostic::Level;
use crate::host::{Out, OutValue};
use crate::lint::file::File;
use crate::lint::fix::below;
use crate::lint::inputs::{Use, id, questions, uses};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::secret::secretish_name;
use crate::syntax::{SpanSet, Tree};

pub(super) static RULE: Rule = Rule {
    id: "input-not-password",
    level: Level::Warning,
    group: Group::Variables,
    fix: Some(Safety::Safe),
    page: crate::lint::page!("../../../docs/rules/input-not-password.md"),
    checks: &[Check::File(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, out: &mut Found<'_>) {
    if file.place.prompts.is_none() || questions(file).is_empty() {
        return;
    }
    let pairs = file
        .seen()
        .flat_map(|server| server.env.iter().chain(&server.headers));
    let secret: SpanSet = pairs
        .filter(|pair| secretish_name(pair.key))
        .map(|pair| pair.node.span)
        .collect();
    let uses = uses(file);
    let mut first: HashMap<&str, &Use<'_>> = HashMap::new();
    for used in uses.iter().filter(|used| secret.holds(used.span)) {
        first.entry(used.id).or_insert(used);
    }
    for item in questions(file) {
        let Some(id) = id(item) else { continue };
        let typed =
            item.member("type").and_then(|member| member.value.as_str()) == Some("promptString");
        let hidden = item
            .member("password")
            .is_some_and(|member| matches!(member.value.value, Tree::Bool(true)));
        if !typed || hidden {
            continue;
        }
        let Some(used) = first.get(id) else { continue };
        let path = below(&file.path_of(item.span), "password");
        out.add(
            item.span,
            format!(
                "input `{id}` fills `{}` but is not marked as a password",
                used.key.unwrap_or(id)
            ),
        )
        .label(format!(
            "{} shows the value while you type, and stores it unencrypted",
            file.host_name()
        ))
        .help("add `\"password\": true`")
        .related(used.span, "used as a credential here")
        .fix(Fix::safe("add `\"password\": true`").set(path, Out::added(OutValue::Bool(true))));
    }
}
