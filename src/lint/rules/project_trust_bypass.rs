//! A setting that answers the host's questions for everyone who has the project.

use crate::diagnostic::Level;
use crate::host::HostSetting;
use crate::lint::file::File;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::syntax::{Member, Node, Tree};

pub(super) static RULE: Rule = Rule {
    id: "project-trust-bypass",
    level: Level::Error,
    group: Group::Security,
    fix: Some(Safety::Unsafe),
    security: Some("8.0"),
    tags: &["MCP02"],
    page: crate::lint::page!("../../../docs/rules/project-trust-bypass.md"),
    checks: &[Check::File(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, out: &mut Found<'_>) {
    let Some(root) = file.root().filter(|_| file.is_project()) else {
        return;
    };
    for trust in file.host.facts.trust {
        let Some(member) = find(root, trust.path, trust.is) else {
            continue;
        };
        let with = match trust.with {
            Some((path, is)) => match find(root, path, is) {
                Some(other) => Some(other),
                None => continue,
            },
            None => None,
        };
        let name = trust.path.join(".");
        // Of two settings that are harmful together, none is left to lie in wait for the other.
        let (what, fix) = match (with, trust.with) {
            (Some(other), Some((path, _))) => {
                let both = format!("`{name}` and `{}`", path.join("."));
                let fix = Fix::risky(format!("remove {both}")).remove(file.path_of(other.key_span));
                (both, fix)
            }
            _ => {
                let one = format!("`{name}`");
                (one.clone(), Fix::risky(format!("remove {one}")))
            }
        };
        let finding = out.add(member.key_span, format!("`{name}` {}", trust.why));
        finding
            .level(trust.level)
            .label("applies to everyone who clones the repository, without a prompt")
            .help(format!(
                "remove {what} here; set it in your own settings if you want it"
            ))
            .fix(fix.remove(file.path_of(member.key_span)));
        if let Some(other) = with {
            finding.related(other.key_span, "together with this one");
        }
    }
}

/// The setting at `path`, if it says so.
fn find<'n, 'a>(root: &'n Node<'a>, path: &[&str], is: HostSetting) -> Option<&'n Member<'a>> {
    let (last, parents) = path.split_last()?;
    let member = root.at(parents)?.member(last)?;
    let says = match (&member.value.value, is) {
        (Tree::Bool(flag), HostSetting::True) => *flag,
        (Tree::Bool(flag), HostSetting::False) => !*flag,
        (Tree::String(text), HostSetting::Word(word)) => text == word,
        (Tree::Array(items), HostSetting::Filled) => !items.is_empty(),
        (Tree::Object(members), HostSetting::Filled) => !members.is_empty(),
        _ => false,
    };
    says.then_some(member)
}
