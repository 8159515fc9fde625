//! References as the source host means them, and those that the target says in other words: before any value is put in.

mod words;

pub(super) use words::{known_elsewhere, names_in_text, settle_names};

use std::borrow::Cow;
use std::collections::HashMap;

use crate::effect::{leave_own, own_variables};
use crate::host::{Folder, Format, Host, Loss, LossKind, Many, Place};
use crate::model::dialect::{Dialect, WhenUnset, is_name};
use crate::model::{HostVar, Part, Server, Slot, Template, Value, World, WorldKind};
use crate::secret::veiled_variable;
use crate::syntax::Span;

/// Leaves to the child process what only the server's own `env` sets, and takes words of the source host for what they
/// are.
pub(super) fn settle(server: &mut Server, source: &'static Host, place: &'static Place) {
    if place.format.runtime.own_env {
        put_in_own(server, place.format);
    }
    each_template(server, &mut |slot, template| {
        let dialect = place.format.dialect(slot);
        if let Some(other) = other_reading(source, dialect, slot, template) {
            *template = other;
        }
    });
    leave_own(server, place.format);
}

/// The server's own variables.
fn own_env(server: &Server) -> HashMap<String, Template> {
    own_pairs(server, Slot::Env)
}

fn own_pairs(server: &Server, slot: Slot) -> HashMap<String, Template> {
    let pairs = server.map(slot).iter();
    pairs
        .filter_map(|pair| Some((pair.key.clone(), pair.value.clone()?)))
        .collect()
}

/// Puts in what the host finds in the server's own `env`, because other hosts do not look there.
fn put_in_own(server: &mut Server, format: &'static Format) {
    let own = own_env(server);
    if own.is_empty() {
        return;
    }
    each_template(server, &mut |slot, template| {
        let Some(raw) = template.raw.as_deref().or(template.as_literal()) else {
            return;
        };
        let dialect = format.dialect(slot);
        let value = |part: &Part| part.variable().and_then(|name| own.get(name));
        let mut found = dialect.all_references(raw);
        found.retain(|(_, part)| value(part).is_some());
        if slot == Slot::Env || found.is_empty() {
            return;
        }
        let mut done = Template::new(Vec::new(), template.span);
        let mut at = 0;
        let read = |text: &str| dialect.read(text, template.span, false).parts;
        for (range, part) in &found {
            let put = value(part).map(|value| value.parts.clone());
            let parts = read(&raw[at..range.start]).into_iter();
            parts
                .chain(put.unwrap_or_default())
                .for_each(|part| done.push(part));
            at = range.end;
        }
        read(&raw[at..])
            .into_iter()
            .for_each(|part| done.push(part));
        *template = done;
    });
}

/// Puts in what `{{X}}` stands for where the host finds it in the entry itself, because no other host does.
pub(super) fn fill_own(server: &mut Server, format: &'static Format) {
    if !format.runtime.own_templates {
        return;
    }
    let mut own = own_pairs(server, Slot::Headers);
    own.extend(own_pairs(server, Slot::Env));
    let value = |part: &Part| part.own_key().and_then(|name| own.get(name));
    each_template(server, &mut |_, template| {
        if !template.parts.iter().any(|part| value(part).is_some()) {
            return;
        }
        let mut done = Template::new(Vec::new(), template.span);
        for part in std::mem::take(&mut template.parts) {
            match value(&part) {
                Some(value) => value.parts.iter().cloned().for_each(|part| done.push(part)),
                None => done.push(part),
            }
        }
        *template = done;
    });
}

/// Gives variables the names under which the target has them.
pub(super) fn rename(server: &mut Server, host: &'static Host, place: &'static Place) -> Vec<Loss> {
    let (server_name, target) = (server.name.clone(), host.name);
    let mut losses = Vec::new();
    each_template(server, &mut |slot, template| {
        let dialect = place.format.dialect(slot);
        let renamed = |part: &Part| part.variable().is_some_and(|name| !dialect.names.has(name));
        if !dialect.has_variables() || !template.parts.iter().any(renamed) {
            return;
        }
        template.raw = None;
        for part in &mut template.parts {
            let Part::Env { name, .. } = part else {
                continue;
            };
            let new = dialect.names.nearest(name);
            if new == *name {
                continue;
            }
            let many = Many::new("{variable|variables} {fields} {is|are} written as {names}")
                .label(format!("{target} has no variable of this name"))
                .help(format!("add {{names}} where {target} keeps its variables"));
            // What is no name is covered in the name that it became a part of too.
            let shown = veiled_variable(name);
            let became = match &shown {
                Cow::Borrowed(_) => new.clone(),
                Cow::Owned(stars) if new.contains(name.as_str()) => {
                    new.replace(name.as_str(), stars)
                }
                Cow::Owned(stars) => stars.clone(),
            };
            let many = many.about(&server_name, &shown, [became.as_str()]);
            losses.push(Loss::shared(LossKind::Changed, slot, template.span, many));
            *name = new;
        }
    });
    losses
}

/// Reports where source and target disagree on whether what the server's own `env` sets counts for references to it.
pub(super) fn found_in_own(
    server: &mut Server,
    source: &Format,
    host: &'static Host,
    format: &'static Format,
) -> Vec<Loss> {
    let finds = format.runtime.own_env;
    let needs = |slot| source.dialect(slot).unset_in_the_end().fails();
    let (name, target) = (server.name.clone(), host.name);
    let mut losses = Vec::new();
    if !finds && !needs(Slot::Command) && !needs(Slot::Args) {
        return losses;
    }
    let (all, own) = (own_env(server), own_variables(server));
    each_template(server, &mut |slot, template| {
        let dialect = format.dialect(slot);
        let finds = finds && slot != Slot::Env;
        let leaves = matches!(slot, Slot::Command | Slot::Args)
            && dialect.unset_in_the_end() == WhenUnset::Kept
            && needs(slot);
        let in_text = |text: &str| {
            let references = dialect.all_references(text).into_iter();
            let mut names = references.filter_map(|(_, part)| Some(part.variable()?.to_owned()));
            names.find(|name| all.contains_key(name))
        };
        // The same reference may be there, and then nothing changes.
        let differs = |name: &str, part: &Part| {
            let value = all.get(name);
            value.is_some_and(|value| value.parts != [part.clone()])
        };
        let found = template.parts.iter().find_map(|part| match part {
            Part::Text(text) | Part::Child { text, .. } if finds => Some((
                in_text(text)?,
                ["expands", "from `env`, which is plain text in the source"],
                "it cannot be escaped",
            )),
            Part::Env { name, .. } if finds && differs(name, part) => Some((
                name.clone(),
                ["takes", "from `env`, not from where it runs"],
                "another value than in the source",
            )),
            Part::Env {
                name,
                default: None,
                ..
            } if leaves && own.contains(name) => Some((
                name.clone(),
                ["leaves", "to the server, which is needed in the source"],
                "not expanded if unset",
            )),
            _ => None,
        });
        if let Some((variable, [verb, how], label)) = found {
            let variable = veiled_variable(&variable);
            let message = format!("`{name}`: {target} {verb} `{variable}` {how}");
            losses.push(
                Loss::new(LossKind::Changed, slot, template.span, message)
                    .leaves([template.span])
                    .label(label),
            );
        }
    });
    losses
}

/// Where a host that reads a value twice makes something of it that no reference stands for, such as `${$X}`: the name that
/// the second reading finds is the value of the first.
pub(super) fn read_twice(server: &Server, format: &'static Format) -> Option<Span> {
    let mut texts = misread(server, format).filter(|(_, text)| !text.parts.iter().any(is_nested));
    texts.next().map(|(_, text)| text.span)
}

/// Reports nested defaults of which the source host's first reading leaves a `}` behind the value, and the target does not.
pub(super) fn nested_twice(
    server: &Server,
    source: &'static Format,
    host: &Host,
    to: &Format,
) -> Vec<Loss> {
    let nested = misread(server, source).filter_map(|(slot, text)| {
        let Part::Env { name, .. } = text.parts.iter().find(|part| is_nested(part))? else {
            return None;
        };
        let (from, to) = (source.dialect(slot), to.dialect(slot));
        let raw = text.raw.as_deref()?;
        // A default that the target has no words for is told anyway.
        let written = to.print(text).ok()?;
        if with_values(|world| from.resolve(raw, world) == to.resolve(&written, world)) {
            return None;
        }
        let message = format!(
            "`{}`: a `}}` follows the value of `{}` in the source; it is dropped for {}",
            server.name,
            veiled_variable(name),
            host.name
        );
        let loss = Loss::new(LossKind::Changed, slot, text.span, message);
        Some(
            loss.leaves([text.span])
                .label("its first reading ends at the first `}`"),
        )
    });
    nested.collect()
}

/// What stands in for a variable may be a reference itself, and is read again on purpose.
fn is_nested(part: &Part) -> bool {
    matches!(part, Part::Env { default: Some(default), .. } if default.has_references())
}

/// Texts of which a host that reads values twice makes something else than their references say.
fn misread<'s>(
    server: &'s Server,
    format: &'static Format,
) -> impl Iterator<Item = (Slot, &'s Template)> {
    server.entries.iter().flat_map(move |entry| {
        let dialect = format.dialect(entry.slot);
        let texts = entry.value.templates().filter(move |text| {
            let raw = text.raw.as_deref().filter(|_| dialect.then.is_some());
            raw.is_some_and(|raw| {
                text.has_references()
                    && with_values(|world| dialect.resolve(raw, world) != text.resolve(world))
            })
        });
        texts.map(move |text| (entry.slot, text))
    })
}

/// Asks about a world in which all variables have plain values.
fn with_values<T>(ask: impl Fn(&World<'_>) -> T) -> T {
    let variable = |name: &str| WorldKind::Set.variable(name);
    ask(&World {
        symbolic: true,
        ..World::new(&variable)
    })
}

/// Where a field that holds the name of a variable which must be there names one that cannot be.
pub(super) fn unnameable(server: &Server) -> Option<Span> {
    let mut texts = server
        .entries
        .iter()
        .flat_map(|entry| entry.value.templates());
    let named =
        |part: &Part| matches!(part, Part::Env { name, default: None, .. } if !is_name(name));
    let found = texts.find(|text| text.raw.is_none() && text.parts.iter().any(named));
    found.map(|text| text.span)
}

/// A name with a reference that only one of two hosts replaces, or each in its own way.
pub(super) struct NamedByReference {
    pub(super) span: Span,
    /// What it names.
    pub(super) what: &'static str,
    /// Whether the target replaces the reference.
    pub(super) replaced: bool,
}

/// The first such name of a server: its own, or one of a variable or header.
pub(super) fn in_a_name(server: &Server, from: &Format, to: &Format) -> Option<NamedByReference> {
    type Replaces = fn(&Dialect, &str) -> bool;
    let differ = |slot, name: &str, replaces: Replaces| {
        let (from, to) = (from.dialect(slot), to.dialect(slot));
        let both = (replaces(from, name), replaces(to, name));
        let same = match both {
            (true, true) => from.references(name) == to.references(name),
            (before, after) => before == after,
        };
        (!same).then_some(both.1)
    };
    // A name stands in no field, so that it is read as any other text of the file.
    let own = differ(Slot::Env, &server.name, Dialect::replaces_in_server_name);
    if let Some(replaced) = own {
        return Some(NamedByReference {
            span: server.name_span,
            what: "names of servers",
            replaced,
        });
    }
    [Slot::Env, Slot::Headers].into_iter().find_map(|slot| {
        server.map(slot).iter().find_map(|pair| {
            Some(NamedByReference {
                span: pair.key_span,
                what: "names of variables and headers",
                replaced: differ(slot, &pair.key, Dialect::replaces_in_name)?,
            })
        })
    })
}

/// The template as another file of the same host would be read, if it has words that only that file knows, such as the
/// folder of a plugin: no path tells the two apart.
fn other_reading(
    source: &'static Host,
    own: &'static Dialect,
    slot: Slot,
    template: &Template,
) -> Option<Template> {
    let raw = template.raw.as_deref().or(template.as_literal());
    let raw = raw.filter(|raw| raw.contains("${"))?;
    let special = |part: &Part| matches!(part, Part::Host(HostVar::PluginRoot) | Part::Other(_));
    let others = source.formats().map(|format| format.dialect(slot));
    let mut others = others.filter(|dialect| !std::ptr::eq(*dialect, own));
    let known = others.find(|dialect| {
        let found = dialect.references(raw);
        found.iter().any(|(_, part)| special(part))
    })?;
    (!template.parts.iter().any(special)).then(|| known.read(raw, template.span, true))
}

/// Where a target starts its servers in the project's folder, paths from there say what the workspace folder says.
/// A `cwd` that is this folder is what holds anyway. The values that are such paths now come back.
pub(super) fn relative(server: &mut Server, place: &'static Place) -> Vec<Span> {
    let mut shortened = Vec::new();
    if !starts_in_project(place) {
        return shortened;
    }
    let dialect = place.format.dialect(Slot::Cwd);
    let folder = server
        .entries
        .iter()
        .position(|entry| entry.slot == Slot::Cwd);
    if let Some(at) = folder
        && let Value::Text(text) = &mut server.entries[at].value
    {
        if !is_workspace(text) {
            // From another folder, the same path is another file.
            shortened.extend(shorten(text, dialect));
            return shortened;
        }
        if dialect.spell(&WORKSPACE).is_none() {
            let entry = server.entries.remove(at);
            server.implied.push(entry.span);
        }
    }
    each_template(server, &mut |slot, template| {
        if matches!(
            slot,
            Slot::Command | Slot::Args | Slot::Env | Slot::EnvFile | Slot::Cwd
        ) {
            shortened.extend(shorten(template, place.format.dialect(slot)));
        }
    });
    shortened
}

const WORKSPACE: Part = Part::Host(HostVar::Workspace);

/// Whether servers without a `cwd` start in the folder of the project.
fn starts_in_project(place: &Place) -> bool {
    place.format.runtime.folder == Folder::Project
}

fn is_workspace(text: &Template) -> bool {
    match text.parts.as_slice() {
        [WORKSPACE] => true,
        [WORKSPACE, Part::Text(rest)] => matches!(rest.as_str(), "/" | "/." | "\\"),
        [Part::Text(text)] => matches!(text.as_str(), "." | "./"),
        _ => false,
    }
}

/// `${workspaceFolder}/x` as `./x`, where the dialect has no word for the folder. Its place, if it is that now.
fn shorten(template: &mut Template, dialect: &Dialect) -> Option<Span> {
    if !template.parts.contains(&WORKSPACE) || dialect.spell(&WORKSPACE).is_some() {
        return None;
    }
    let starts_a_path = |before: Option<&Part>| match before {
        None => true,
        Some(Part::Text(text)) => text.ends_with('='),
        _ => false,
    };
    let ends_there = |after: Option<&Part>| match after {
        None => true,
        Some(Part::Text(text)) => text.starts_with(['/', '\\']),
        Some(Part::Host(HostVar::PathSeparator)) => true,
        _ => false,
    };
    let parts = &template.parts;
    let fits = (0..parts.len())
        .filter(|at| parts[*at] == WORKSPACE)
        .all(|at| {
            starts_a_path(at.checked_sub(1).map(|at| &parts[at])) && ends_there(parts.get(at + 1))
        });
    if fits {
        let parts = std::mem::take(&mut template.parts);
        template.raw = None;
        for part in parts {
            match part {
                WORKSPACE => template.push_text("."),
                other => template.push(other),
            }
        }
    }
    fits.then_some(template.span)
}

/// Calls `visit` for every string of the server that may hold references.
fn each_template(server: &mut Server, visit: &mut dyn FnMut(Slot, &mut Template)) {
    for entry in &mut server.entries {
        let slot = entry.slot;
        entry
            .value
            .each_template(&mut |template| visit(slot, template));
    }
}
