//! Variables that need not be said: the process finds them, or does without them, in any case.

use crate::host::{Format, Host, Inherit, Kind, Loss, LossKind, Many};
use crate::model::{Entry, Pair, Part, Server, Slot, Template, Transport};
use crate::secret::veiled_variable;

/// Leaves out `K=${K}` where the target hands its own environment on, so that the process finds the variable there all the
/// same: if there are no references, or if one to an unset variable would cost the server, which does without it in the
/// source. Any other is written, because the way back would lose it. Where it is not known what the target hands on, and it
/// does not get values either, that is told.
pub(in crate::convert) fn leave_inherited(
    server: &mut Server,
    host: &Host,
    target: &Format,
    expands: bool,
) -> Vec<Loss> {
    let by_name = target
        .fields
        .iter()
        .any(|field| field.kind == Kind::EnvNames);
    if server.transport != Transport::Stdio || by_name {
        return Vec::new();
    }
    let dialect = target.dialect(Slot::Env);
    let (says, fails) = (dialect.has_variables(), dialect.unset_in_the_end().fails());
    let defaults = dialect.has_defaults();
    let optional = |value: &Template| value.parts.iter().any(|part| part.optional().is_some());
    let unsayable = |value: &Template| !says || fails && !defaults && optional(value);
    let inherit = target.runtime.inherit;
    imply(server, |pair| {
        let unsayable = || pair.value.as_ref().is_some_and(unsayable);
        itself(pair) && inherit.surely_passes(&pair.key) && unsayable()
    });
    match inherit == Inherit::Unknown && !says && !expands {
        true => leave_to_chance(server, host),
        false => Vec::new(),
    }
}

/// Leaves out `K=${K}`, which the target may hand on or not.
fn leave_to_chance(server: &mut Server, host: &Host) -> Vec<Loss> {
    let server_name = server.name.clone();
    let mut losses = Vec::new();
    drop_pairs(server, |pair| {
        let left = itself(pair);
        if left {
            let many = Many::new(format!(
                "{} does not expand references in `env`, and it is not documented whether its servers inherit {{names}}",
                host.name
            ))
            .label("dropped")
            .help("`--expand always` writes {the value|the values} instead")
            .about(&server_name, &"env", [&veiled_variable(&pair.key)]);
            losses.push(Loss::shared(
                LossKind::NotInherited,
                Slot::Env,
                pair.span,
                many,
            ));
        }
        left
    });
    losses
}

/// Leaves out variables that are handed on under their own names where the target hands them on whatever an entry says:
/// `PATH` where it appends to it, or keeps its own.
pub(super) fn set_anyway(server: &mut Server, source: &Format, target: &Format) {
    let (from, to) = (&source.runtime, &target.runtime);
    imply(server, |pair| {
        let key = pair.key.as_str();
        let appends = to.appends.contains(&key) && !from.appends.contains(&key);
        let alone = !to.sets(key) && from.sets(key) || to.keeps(key) && !from.keeps(key);
        (appends || alone) && to.inherit.passes(key) && itself(pair)
    });
}

/// Leaves out variables that are taken from the process, and that it does not get from the target.
pub(super) fn unset_anyway(server: &mut Server, target: &Format) {
    let runtime = &target.runtime;
    imply(server, |pair| {
        let given = runtime.gives.contains(&pair.key.as_str());
        pair.value.is_none() && !given && !runtime.inherit.passes(&pair.key)
    });
}

/// Whether a variable is handed on under its own name.
fn itself(pair: &Pair) -> bool {
    pair.value.as_ref().is_some_and(|value| {
        matches!(value.parts.as_slice(), [Part::Env { name, default, .. }]
            if *name == pair.key && default.as_ref().is_none_or(|default| default.parts.is_empty()))
    })
}

/// Leaves out variables that the process finds as they are in any case.
fn imply(server: &mut Server, is_implied: impl Fn(&Pair) -> bool) {
    let mut implied = Vec::new();
    let mut inherited = Vec::new();
    drop_pairs(server, |pair| {
        let left = is_implied(pair);
        if left {
            implied.push(pair.span);
            inherited.push(pair.key.clone());
        }
        left
    });
    server.implied.extend(implied);
    server.inherited.extend(inherited);
}

/// Drops variables; nobody writes a map for the sake of what is not in it.
fn drop_pairs(server: &mut Server, mut goes: impl FnMut(&Pair) -> bool) {
    let mut emptied = false;
    if let Some(pairs) = server.map_mut(Slot::Env) {
        pairs.retain(|pair| {
            let left = goes(pair);
            emptied |= left;
            !left
        });
    }
    let empty = |entry: &Entry| entry.value.as_map().is_some_and(<[_]>::is_empty);
    server
        .entries
        .retain(|entry| !(emptied && entry.slot == Slot::Env && empty(entry)));
}
