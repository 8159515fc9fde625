//! Two names that become one.

use crate::diagnostic::Level;
use crate::host::tell::collisions;
use crate::lint::file::File;
use crate::lint::{Check, Found, Group, Rule};

pub(super) static RULE: Rule = Rule {
    id: "server-name-collision",
    level: Level::Error,
    group: Group::Names,
    page: crate::lint::page!("../../../docs/rules/server-name-collision.md"),
    checks: &[Check::File(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, out: &mut Found<'_>) {
    for found in collisions(file.host, file.place, &file.found) {
        out.tell(found.told);
    }
}
