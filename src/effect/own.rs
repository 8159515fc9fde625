//! References to what a server's own `env` sets. They are for the process, which finds the variable there; that somebody
//! has one of the same name where the host runs is not what the entry is about.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::host::Format;
use crate::model::dialect::{Dialect, WhenUnset};
use crate::model::{Part, Server, Slot, Template};

/// Leaves to the process what only the server's own `env` sets. A host that makes nothing of an unset variable leaves
/// nothing for the process to read.
pub(crate) fn leave_own(server: &mut Server, format: &Format) {
    let own = own_variables(server);
    if own.is_empty() {
        return;
    }
    for entry in &mut server.entries {
        let dialect = format.dialect(entry.slot);
        // A process reads its arguments, but nobody reads its name; and some hosts look into `env` themselves.
        let expands = entry.slot == Slot::Args && !format.runtime.own_env;
        if !expands || dialect.unset_in_the_end() != WhenUnset::Kept {
            continue;
        }
        let left = |part: &Part| matches!(part, Part::Env { name, default: None, .. } if own.contains(name));
        entry.value.each_template(&mut |template| {
            if template.parts.iter().any(left) {
                *template = leave(dialect, template, &own);
            }
        });
    }
}

/// The server as it is compared with others.
pub(super) fn settled<'s>(server: &'s Server, format: &Format) -> Cow<'s, Server> {
    let own = own_variables(server);
    let mut refers = false;
    for entry in &server.entries {
        entry.value.each_part(&mut |part| {
            refers |= part.variable().is_some_and(|name| own.contains(name));
        });
    }
    if !refers {
        return Cow::Borrowed(server);
    }
    let mut server = server.clone();
    leave_own(&mut server, format);
    for entry in &mut server.entries {
        entry.value.each_template(&mut |template| {
            let left = |part: &Part| matches!(part, Part::Child { .. });
            // Read again, the text would be a reference again.
            if template.parts.iter().any(left) {
                template.raw = None;
            }
        });
    }
    Cow::Owned(server)
}

/// The variables of a settled server that are left to the process.
pub(super) fn child_variables(server: &Server) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for entry in &server.entries {
        entry.value.each_part(&mut |part| {
            if let Part::Child { name, .. } = part {
                names.insert(name.clone());
            }
        });
    }
    names
}

/// The names that the server's `env` sets to something else than the host's variable of that name.
pub(crate) fn own_variables(server: &Server) -> BTreeSet<String> {
    let sets = server.map(Slot::Env).iter().filter(|pair| {
        let value = pair.value.as_ref();
        value.is_some_and(|value| !value.refers_to(&pair.key))
    });
    sets.map(|pair| pair.key.clone()).collect()
}

/// Whether a process might read the reference: shells and bridges expand `$X` and `${X}`, while `${env:X}` and `{env:X}`
/// are words of hosts, which mean their own variable.
fn is_of_a_process(reference: &str, name: &str) -> bool {
    let inner = reference.strip_prefix('$').unwrap_or_default();
    inner.strip_prefix('{').unwrap_or(inner).starts_with(name)
}

/// The template with the references to `own` variables in their source spelling.
fn leave(dialect: &Dialect, template: &Template, own: &BTreeSet<String>) -> Template {
    let Some(raw) = template.raw.as_deref() else {
        return template.clone();
    };
    let mut done = Template {
        raw: template.raw.clone(),
        ..Template::new(Vec::new(), template.span)
    };
    let mut at = 0;
    for (range, part) in dialect.references(raw) {
        done.push_text(&raw[at..range.start]);
        done.push(match part {
            Part::Env {
                name,
                default: None,
                ..
            } if own.contains(&name) && is_of_a_process(&raw[range.clone()], &name) => {
                Part::Child {
                    text: raw[range.clone()].to_owned(),
                    name,
                }
            }
            other => other,
        });
        at = range.end;
    }
    done.push_text(&raw[at..]);
    done
}
