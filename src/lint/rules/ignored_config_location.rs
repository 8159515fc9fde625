//! Servers in a file of the host that it does not read servers from.

use crate::diagnostic::Level;
use crate::host::plain;
use crate::lint::file::File;
use crate::lint::{Check, Found, Group, Rule};

pub(super) static RULE: Rule = Rule {
    id: "ignored-config-location",
    level: Level::Error,
    group: Group::Structure,
    page: crate::lint::page!("../../../docs/rules/ignored-config-location.md"),
    checks: &[Check::File(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, out: &mut Found<'_>) {
    let (Some(aside), Some(top)) = (file.aside, file.root()) else {
        return;
    };
    for (index, root) in file.found.roots.iter().enumerate() {
        let Some(member) = root.first().and_then(|key| top.member(key)) else {
            continue;
        };
        if file.found.servers.iter().all(|server| server.root != index) {
            continue;
        }
        // As much of the path as the host's own name for the file.
        let depth = aside.place.globs.iter().map(|glob| plain(glob));
        let depth = depth
            .filter(|glob| file.path.replace('\\', "/").ends_with(glob))
            .map(|glob| glob.split('/').count());
        let depth = depth.max().unwrap_or(2);
        let mut parts: Vec<&str> = file.path.rsplit(['/', '\\']).take(depth).collect();
        parts.reverse();
        let root = if aside.instead.contains('/') {
            ""
        } else {
            " in the project's root"
        };
        let (does, label, level) = if aside.sure {
            (
                "does not read",
                "none of these servers is loaded",
                Level::Error,
            )
        } else {
            (
                "is not documented to read",
                "probably none of these servers is loaded",
                Level::Warning,
            )
        };
        out.add(
            member.key_span,
            format!(
                "{} {does} servers from `{}`; put them in `{}`{root}",
                file.host_name(),
                parts.join("/"),
                aside.instead
            ),
        )
        .level(level)
        .label(label)
        .help(format!("move them to `{}`{root}", aside.instead));
    }
}
