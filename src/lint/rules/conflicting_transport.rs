//! A program and an address in one entry, or a tag that says the opposite of the keys.

use crate::diagnostic::Level;
use crate::host::Problem;
use crate::host::tell::tell;
use crate::lint::file::{File, LintServer};
use crate::lint::reach::unsupported;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};

use super::transport_url_mismatch::names_the_other;

pub(super) static RULE: Rule = Rule {
    id: "conflicting-transport",
    level: Level::Warning,
    group: Group::Transport,
    fix: Some(Safety::Unsafe),
    page: crate::lint::page!("../../../docs/rules/conflicting-transport.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    for problem in server.problems() {
        match problem {
            // What the tag asks for the host cannot do, with whichever key.
            Problem::Contradiction { .. } if unsupported(file, server).is_some() => {}
            // The URL agrees with the tag, and `transport-url-mismatch` says so, with the same way out.
            Problem::Contradiction { tag, .. }
                if server.is_other_remote(*tag) && names_the_other(file, server) => {}
            Problem::Contradiction { tag, only } if server.is_other_remote(*tag) => {
                let (only, right) = (&server.fields[*only], server.key_for_tag());
                let fix = right.map(|right| {
                    Fix::risky(format!("rename `{}` to `{right}`", only.name))
                        .rename(file.path_of(only.member.key_span), right)
                });
                out.tell(tell(server, problem)).fix(fix);
            }
            Problem::Conflict { .. } | Problem::Contradiction { .. } => {
                out.tell(tell(server, problem));
            }
            _ => {}
        }
    }
}
