//! Whether two hosts do the same, and what differs.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::aspect::Aspect;
use super::blank::blank;
use super::own::{child_variables, settled};
use super::plain::may_be_missing;
use super::{Common, Connect, Effect, Said, Setting, Start, Where, Why, build, skipped};
use crate::host::{Folder, Inherit, Place};
use crate::model::world::{Piece, Resolved};
use crate::model::{HostVar, Part, Server, Slot, World, WorldKind};
use crate::order::Order as _;
use crate::syntax::Span;

/// A difference between two effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectChange {
    /// What differs.
    pub aspect: Aspect,
    /// Where it is said on the left.
    pub left: Option<Span>,
    /// Where it is said on the right.
    pub right: Option<Span>,
    /// The worlds in which it differs.
    pub worlds: Vec<WorldKind>,
    /// Something else stands in for a variable that is not set.
    pub defaults: bool,
}

/// What the host of `left_place` does with `left` and the host of `right_place` does not do with `right`, or the other way
/// round, in every world.
#[must_use]
pub fn compare(
    left_place: &Place,
    left: &Server,
    right_place: &Place,
    right: &Server,
) -> Vec<EffectChange> {
    compare_in(&WorldKind::ALL, left_place, left, right_place, right)
}

/// The same for some of the worlds.
pub(crate) fn compare_in(
    worlds: &[WorldKind],
    left_place: &Place,
    left: &Server,
    right_place: &Place,
    right: &Server,
) -> Vec<EffectChange> {
    let written = (left, right);
    let (left, right) = (
        &*settled(left, left_place.format),
        &*settled(right, right_place.format),
    );
    let is_settled = !std::ptr::eq(written.0, left) || !std::ptr::eq(written.1, right);
    // What one leaves to the process, nobody has where the host runs.
    let mut own = child_variables(left);
    own.extend(child_variables(right));
    // What the other needs from there is there, as far as anybody knows.
    for server in [left, right] {
        for entry in &server.entries {
            entry.value.each_part(&mut |part| {
                if let Part::Env { name, .. } = part {
                    own.remove(name);
                }
            });
        }
    }
    let mut list: Vec<EffectChange> = Vec::new();
    let mut known: BTreeMap<Aspect, usize> = BTreeMap::new();
    for &kind in worlds {
        let variable = |name: &str| kind.variable(name).filter(|_| !own.contains(name));
        let home = kind.variable("HOME");
        let world = World {
            home: home.as_deref(),
            symbolic: true,
            ..World::new(&variable)
        };
        let (a, b) = (
            build::effect(left_place, left, &world),
            build::effect(right_place, right, &world),
        );
        let mut defaults = BTreeSet::new();
        let (mut lacks_a, mut lacks_b) = (skipped(&a), skipped(&b));
        // A variable that nobody can set keeps a server from running, and is no reason to take it for another such one.
        if kind == WorldKind::Set && lacks_a.is_some() && lacks_b.is_some() {
            (lacks_a, lacks_b) = (None, None);
        }
        let mut found = differences(
            lacks_a.as_ref().unwrap_or(&a),
            lacks_b.as_ref().unwrap_or(&b),
            kind,
        );
        // Arguments may also be the same as the hosts themselves read them, before any process does.
        if is_settled && found.iter().any(|(aspect, ..)| *aspect == Aspect::Args) {
            let variable = |name: &str| kind.variable(name);
            let world = World {
                variables: &variable,
                ..world
            };
            let (a, b) = (
                build::effect(left_place, written.0, &world),
                build::effect(right_place, written.1, &world),
            );
            let read = differences(&a, &b, kind);
            let differ = read.iter().any(|(aspect, ..)| *aspect == Aspect::Args);
            found.retain(|(aspect, ..)| differ || *aspect != Aspect::Args);
        }
        // What one of them sets itself is none of the other's business.
        found.retain(|(aspect, ..)| match aspect {
            Aspect::Header(name) => !sets(left_place, name) && !sets(right_place, name),
            _ => true,
        });
        // Who takes an empty variable for an unset one hands the reference on, which is as little use as nothing.
        if kind == WorldKind::Empty && !found.is_empty() {
            let blank = differences(&blank(a.clone()), &blank(b.clone()), kind);
            found.retain(|(aspect, ..)| {
                may_be_missing(aspect) || blank.iter().any(|(other, ..)| other == aspect)
            });
        }
        if kind == WorldKind::Unset && !found.is_empty() {
            let blank = differences(&blank(a), &blank(b), kind);
            let own = blank.into_iter().map(|(aspect, ..)| aspect);
            defaults.extend(own.filter(|aspect| !aspect.is_the_hosts()));
        }
        for (aspect, left, right) in found {
            let at = *known.entry(aspect.clone()).or_insert_with(|| {
                list.push(EffectChange {
                    aspect: aspect.clone(),
                    left,
                    right,
                    worlds: Vec::new(),
                    defaults: false,
                });
                list.len() - 1
            });
            list[at].worlds.push(kind);
            list[at].defaults |= defaults.contains(&aspect);
        }
    }
    list
}

/// Whether the host itself sets a header.
fn sets(place: &Place, header: &str) -> bool {
    place.format.runtime.own_headers.contains(&header)
}

type Difference = (Aspect, Option<Span>, Option<Span>);

/// Where the entry says what its host skips it for.
fn cause(effect: &Effect) -> Option<Span> {
    match effect {
        Effect::Skips(Why::Disabled(span) | Why::Unset(_, span)) => Some(*span),
        _ => None,
    }
}

fn differences(left: &Effect, right: &Effect, kind: WorldKind) -> Vec<Difference> {
    let mut list = Vec::new();
    match (left, right) {
        (Effect::Skips(_), Effect::Skips(_)) => {}
        // A server without tools is as good as disabled.
        (Effect::Skips(Why::Disabled(_)), other) | (other, Effect::Skips(Why::Disabled(_)))
            if other
                .common()
                .is_some_and(|common| common.tools.hides_all()) => {}
        (Effect::Starts(a), Effect::Starts(b)) => starts(a, b, kind, &mut list),
        (Effect::Connects(a), Effect::Connects(b)) => connects(a, b, &mut list),
        (Effect::Skips(_), _) | (_, Effect::Skips(_)) => {
            list.push((Aspect::Used, cause(left), cause(right)));
        }
        _ => list.push((Aspect::Transport, None, None)),
    }
    if let (Some(a), Some(b)) = (left.common(), right.common()) {
        let time = |time: Option<(f64, Span)>| time.map(|(millis, _)| millis.to_bits());
        let span = |time: Option<(f64, Span)>| time.map(|(_, span)| span);
        // Where only calls are said to be limited, connecting is a default that differs from host to host.
        let default = |a: &Common, b: &Common| a.startup_is_call && b.startup_timeout.is_none();
        if time(a.startup_timeout) != time(b.startup_timeout) && !default(a, b) && !default(b, a) {
            list.push((
                Aspect::StartupTimeout,
                span(a.startup_timeout),
                span(b.startup_timeout),
            ));
        }
        if time(a.call_timeout) != time(b.call_timeout) {
            list.push((
                Aspect::CallTimeout,
                span(a.call_timeout),
                span(b.call_timeout),
            ));
        }
        if !a.tools.same_visible(&b.tools) {
            list.push((Aspect::Tools, None, None));
        }
        if !a.tools.same_approved(&b.tools) {
            list.push((Aspect::Approvals, None, None));
        }
        if a.sandbox != b.sandbox {
            list.push((Aspect::Sandbox, None, None));
        }
    }
    list
}

fn starts(left: &Start, right: &Start, kind: WorldKind, list: &mut Vec<Difference>) {
    let (ours, mut theirs) = (folder(&left.folder), folder(&right.folder));
    let moved = ours != theirs;
    // Paths from a folder that both are told lead wherever it is; then only the folder differs.
    if let (Where::Given(..), Where::Given(..)) = (&left.folder, &right.folder) {
        theirs.clone_from(&ours);
    }
    let same = |a: &Said, b: &Said| from(&a.value, &ours) == from(&b.value, &theirs);
    if !same(&left.program, &right.program) {
        list.push((
            Aspect::Program,
            Some(left.program.span),
            Some(right.program.span),
        ));
    }
    let pairs = left.args.iter().zip(&right.args);
    let equal = pairs.take_while(|(a, b)| same(a, b)).count();
    if equal < left.args.len().max(right.args.len()) {
        let span = |args: &[Said]| args.get(equal).or(args.last()).map(|said| said.span);
        list.push((Aspect::Args, span(&left.args), span(&right.args)));
    }
    env(left, right, &ours, &theirs, kind, list);
    match (&left.env_file, &right.env_file) {
        (Some(a), Some(b)) if same(a, b) => {}
        (None, None) => {}
        (a, b) => list.push((
            Aspect::EnvFile,
            a.as_ref().map(|said| said.span),
            b.as_ref().map(|said| said.span),
        )),
    }
    if left.inherits != right.inherits {
        list.push((Aspect::Inherited, None, None));
    }
    if moved {
        // A `.` says what holds anyway.
        let span = |place: &Where| match place {
            Where::Given(said, default) => {
                (folder(place) != folder(&Where::Default(*default))).then_some(said.span)
            }
            Where::Default(_) => None,
        };
        let (a, b) = (span(&left.folder), span(&right.folder));
        let aspect = if a.is_none() && b.is_none() {
            Aspect::DefaultFolder
        } else {
            Aspect::Folder
        };
        list.push((aspect, a, b));
    }
}

fn env(
    left: &Start,
    right: &Start,
    ours: &Resolved,
    theirs: &Resolved,
    kind: WorldKind,
    list: &mut Vec<Difference>,
) {
    for (name, a, b) in sides(&left.env, &right.env) {
        let (a_value, b_value) = (
            value(name, a, left.inherits, ours, kind),
            value(name, b, right.inherits, theirs, kind),
        );
        if a_value != b_value {
            list.push((Aspect::Env(name.to_owned()), a.map(span), b.map(span)));
        }
    }
}

/// Every name of two maps once, in the order of the left one, with what stands under it on each side.
fn sides<'a, T>(
    left: &'a [(String, T)],
    right: &'a [(String, T)],
) -> Vec<(&'a str, Option<&'a T>, Option<&'a T>)> {
    let mut theirs: HashMap<&str, &T> = right
        .iter()
        .map(|(name, value)| (name.as_str(), value))
        .collect();
    let mut list: Vec<_> = left
        .iter()
        .map(|(name, value)| (name.as_str(), Some(value), theirs.remove(name.as_str())))
        .collect();
    let rest = right
        .iter()
        .filter(|(name, _)| theirs.contains_key(name.as_str()));
    list.extend(rest.map(|(name, value)| (name.as_str(), None, Some(value))));
    list
}

fn span(setting: &Setting) -> Span {
    match setting {
        Setting::Set(said) | Setting::Appended(said) => said.span,
        Setting::Removed(span) => *span,
    }
}

/// What the process finds under a name: a value, or nothing.
#[derive(PartialEq)]
enum ChildValue {
    Value(Resolved),
    Nothing,
}

fn value(
    name: &str,
    setting: Option<&Setting>,
    inherits: Inherit,
    folder: &Resolved,
    kind: WorldKind,
) -> ChildValue {
    match setting {
        // What the host has itself, if it hands it on.
        None => match kind.variable(name).filter(|_| inherits.passes(name)) {
            Some(text) => ChildValue::Value(Resolved::text(&text)),
            None => ChildValue::Nothing,
        },
        Some(Setting::Removed(_)) => ChildValue::Nothing,
        // A field that names a variable which is not there sets nothing.
        Some(Setting::Set(said)) if said.is_absent() => ChildValue::Nothing,
        Some(Setting::Set(said)) => ChildValue::Value(from(&said.value, folder)),
        Some(Setting::Appended(said)) => {
            let mut value = Resolved::text(&kind.variable(name).unwrap_or_default());
            // Folders of Windows are put behind others as Windows does it.
            let text = said.value.as_written().unwrap_or_default();
            value.push_text(if lists_windows_folders(&text) {
                ";"
            } else {
                ":"
            });
            said.value
                .pieces()
                .iter()
                .for_each(|piece| value.push(piece.clone()));
            ChildValue::Value(value)
        }
    }
}

fn connects(left: &Connect, right: &Connect, list: &mut Vec<Difference>) {
    if !left
        .transports
        .iter()
        .any(|transport| right.transports.contains(transport))
    {
        list.push((Aspect::Transport, None, None));
    } else if left.transports != right.transports {
        list.push((Aspect::Fallback, None, None));
    }
    if left.url.value != right.url.value {
        list.push((Aspect::Url, Some(left.url.span), Some(right.url.span)));
    }
    for (name, a, b) in sides(&left.headers, &right.headers) {
        if a.map(|said| &said.value) != b.map(|said| &said.value) {
            let (a, b) = (a.map(|said| said.span), b.map(|said| said.span));
            list.push((Aspect::Header(name.to_owned()), a, b));
        }
    }
    let helper = |connect: &Connect| {
        connect
            .headers_helper
            .as_ref()
            .map(|said| said.value.clone())
    };
    if helper(left) != helper(right) {
        list.push((
            Aspect::HeadersHelper,
            left.headers_helper.as_ref().map(|said| said.span),
            None,
        ));
    }
    let find = |connect: &Connect, slot: Slot| {
        connect
            .oauth
            .iter()
            .find(|(known, ..)| *known == slot)
            .cloned()
    };
    let mut slots: Vec<Slot> = left
        .oauth
        .iter()
        .chain(&right.oauth)
        .map(|(slot, ..)| *slot)
        .collect();
    slots.order();
    slots.dedup();
    for slot in slots {
        let (a, b) = (find(left, slot), find(right, slot));
        // Whoever says something about OAuth has it on, whether a host wants that written or not.
        let on = |it: &Option<(Slot, String, Span)>| it.as_ref().is_none_or(|it| it.1 == "true");
        if slot == Slot::OauthEnabled
            && on(&a)
            && on(&b)
            && !left.oauth.is_empty()
            && !right.oauth.is_empty()
        {
            continue;
        }
        if a.as_ref().map(|(_, text, _)| text) != b.as_ref().map(|(_, text, _)| text) {
            list.push((
                Aspect::Oauth(slot),
                a.map(|(.., span)| span),
                b.map(|(.., span)| span),
            ));
        }
    }
}

/// Whether a list of folders is one of Windows, by how they are written.
pub(crate) fn lists_windows_folders(text: &str) -> bool {
    text.contains(['\\', ';'])
}

/// The folder of a process; the project's is the workspace, wherever that is.
fn folder(place: &Where) -> Resolved {
    let choice = |folder: &Folder| {
        let mut value = Resolved::default();
        match folder {
            Folder::Project => value.push(Piece::Unknown(Part::Host(HostVar::Workspace))),
            Folder::Unknown => value.push_text("?"),
            Folder::Root => value.push_text("/"),
            Folder::Elsewhere(words) => value.push_text(words),
        }
        value
    };
    match place {
        Where::Default(default) => choice(default),
        // Node starts a process in its own folder then.
        Where::Given(said, default) if said.value.as_text() == Some("") => choice(default),
        Where::Given(said, default) if is_here(&said.value) => choice(default),
        Where::Given(said, default) => {
            let value = from_at(&said.value, 0, &choice(default));
            match value.pieces() {
                [first, Piece::Text(rest)]
                    if matches!(rest.as_str(), "/" | "/." | "\\" | "\\.") =>
                {
                    let mut bare = Resolved::default();
                    bare.push(first.clone());
                    bare
                }
                _ => value,
            }
        }
    }
}

/// Whether a path leads nowhere else.
fn is_here(path: &Resolved) -> bool {
    matches!(path.as_text(), Some("." | "./" | "./." | ".\\" | ".\\."))
}

/// A value in which a path that starts from `folder` says so.
fn from(value: &Resolved, folder: &Resolved) -> Resolved {
    let Some(Piece::Text(first)) = value.pieces().first() else {
        return value.clone();
    };
    // The path starts the value, or the value of an option.
    let start = match first.find('=') {
        Some(at) if !first.starts_with('.') => at + 1,
        _ => 0,
    };
    from_at(value, start, folder)
}

/// The same for a path that starts at `start` of the value.
fn from_at(value: &Resolved, start: usize, folder: &Resolved) -> Resolved {
    let Some(Piece::Text(first)) = value.pieces().first() else {
        return value.clone();
    };
    let rest = &first[start..];
    let alone = value.pieces().len() == 1;
    let path = match rest.strip_prefix('.') {
        Some(path) if path.is_empty() && alone || path.starts_with(['/', '\\']) => path,
        _ => return value.clone(),
    };
    let mut done = Resolved::text(&first[..start]);
    folder
        .pieces()
        .iter()
        .for_each(|piece| done.push(piece.clone()));
    done.push_text(path);
    value.pieces()[1..]
        .iter()
        .for_each(|piece| done.push(piece.clone()));
    done
}
