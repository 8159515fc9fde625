//! The judge of a conversion: what the source's host does, beside what the target will do with what was written.

use std::collections::HashMap;

use crate::diagnostic::{Diagnostic, Level};
use crate::effect::{Aspect, AspectNames, PLAIN, compare_in, may_only_be_missing, own_variables};
use crate::host::{Caveat, Host, Loss, Place, read_for};
use crate::model::{Server, Slot, WorldKind};
use crate::order::Order as _;
use crate::syntax::{Span, parse};

/// Something that the target does not do as the source's host does.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectRow {
    /// Which input, counted from 0.
    pub source: usize,
    /// The server in the source.
    pub server: String,
    /// Its JSON pointer there.
    pub pointer: String,
    /// Its name in the target.
    pub target: String,
    /// Its JSON pointer there.
    pub target_pointer: String,
    /// What differs.
    pub aspect: Aspect,
    /// What to call that.
    pub what: String,
    /// Where the source says it; the server's name if it does not.
    pub span: Span,
    /// Where the difference shows.
    pub worlds: Vec<WorldKind>,
    /// The rule that told it, if it is worth telling.
    pub rule: Option<&'static str>,
    /// Values of variables were put in, as the target needs or the user asked, or a variable stands for an input.
    pub replaced: bool,
    /// In words.
    pub reason: String,
    /// The difference counts, and nothing was said that explains it.
    pub silent: bool,
}

impl EffectRow {
    /// The message about a difference that no other message explains. Whatever the tables do not foresee ends here, so
    /// that nothing changes in silence.
    pub(super) fn untold(&self) -> Option<Diagnostic> {
        if !self.silent {
            return None;
        }
        let message = format!("`{}`: {}", self.server, self.reason);
        let problem = Diagnostic::new("conversion-value-lossy", Level::Warning, self.span, message)
            .loss()
            .label("means something else in the target");
        Some(problem.of(self.source))
    }
}

/// Keeps the servers of the sources until the target can be read.
#[derive(Default)]
pub(super) struct Judge {
    cases: Vec<Case>,
}

/// A server before it was adapted, and what was told about it.
pub(super) struct Case {
    pub(super) source: usize,
    pub(super) place: &'static Place,
    pub(super) server: Server,
    pub(super) pointer: String,
    pub(super) name: String,
    pub(super) target_pointer: String,
    pub(super) losses: Vec<Loss>,
    pub(super) caveats: Vec<Caveat>,
    /// What the reader complained about.
    pub(super) said: Option<&'static str>,
    /// What was replaced: references by values, inputs by variables.
    pub(super) replaced: Vec<Span>,
    /// The target's file says nothing of its own about it.
    pub(super) is_new: bool,
    /// Not all of it could be merged, which was told.
    pub(super) is_partial: bool,
}

impl Judge {
    pub(super) fn add(&mut self, case: Case) {
        self.cases.push(case);
    }

    /// Every difference, by server and aspect; the `plain` ones alone take half the time. The servers were written for
    /// `project`, in a file that keeps them by project.
    pub(super) fn rows(
        self,
        plain: bool,
        target: &'static Host,
        place: &'static Place,
        text: &str,
        project: Option<&str>,
    ) -> Vec<EffectRow> {
        let Ok(document) = parse(text, place.language) else {
            return Vec::new();
        };
        let Ok(read) = read_for(&document, target, place, project) else {
            return Vec::new();
        };
        // The first of a name counts, where several maps have it.
        let servers: HashMap<&str, &Server> = (read.config.servers.iter().rev())
            .map(|server| (server.name.as_str(), server))
            .collect();
        let worlds = if plain { PLAIN } else { &WorldKind::ALL };
        let mut rows = Vec::new();
        for case in &self.cases {
            let Some(written) = servers.get(case.name.as_str()) else {
                continue;
            };
            // What is empty costs as much as what is set, and would show nothing.
            let only_set =
                plain && may_only_be_missing(&case.server) && may_only_be_missing(written);
            let worlds = if only_set { &worlds[..1] } else { worlds };
            let changes = compare_in(worlds, case.place, &case.server, place, written);
            if changes.is_empty() {
                continue;
            }
            let losses = firsts(&case.losses, |loss| loss.slot);
            let caveats = firsts(&case.caveats, |caveat| (caveat.slot, caveat.kind));
            let mut replaced = case.replaced.clone();
            replaced.order_by_key(|span| span.start);
            let names = AspectNames::of([&case.server, written]);
            let moved = changes
                .iter()
                .any(|change| change.aspect == Aspect::Folder && change.left.is_none());
            let elsewhere = changes.iter().any(|change| change.aspect == Aspect::Folder);
            for change in changes {
                let what = names.name(&change.aspect);
                let about = |slot| change.aspect.is_about(slot);
                let touches = |span: Span| {
                    let said = change.left;
                    said.is_some_and(|said| said.contains(span) || span.contains(said))
                };
                let told = losses.iter().copied().find(|loss| about(loss.slot));
                let told = match change.aspect {
                    // A value that keeps its own host from using the server may be lost on the way.
                    Aspect::Used => told.or_else(|| {
                        let mut all = case.losses.iter();
                        all.find(|loss| loss.leaves.iter().any(|leaf| touches(*leaf)))
                    }),
                    // What is left to the process depends on what `env` sets for it.
                    Aspect::Program | Aspect::Args
                        if own_variables(&case.server) != own_variables(written) =>
                    {
                        let env = || losses.iter().copied().find(|loss| loss.slot == Slot::Env);
                        told.or_else(env)
                    }
                    _ => told,
                };
                // A relative path leads elsewhere with the folder, of which that was told.
                let told = told.or_else(|| {
                    let follows = elsewhere && is_in_a_folder(&change.aspect);
                    let mut losses = losses.iter().copied().filter(|_| follows);
                    losses.find(|loss| loss.slot == Slot::Cwd)
                });
                let odd = caveats
                    .iter()
                    .any(|caveat| about(caveat.slot) && change.worlds.contains(&caveat.kind));
                let start = change.left.map_or(0, |said| said.start);
                let at = replaced.partition_point(|value| value.start < start);
                let near = &replaced[at.saturating_sub(1)..(at + 1).min(replaced.len())];
                let replaced = near.iter().any(|value| touches(*value));
                let reason = match told {
                    Some(loss) => loss.message.clone(),
                    None if change.worlds.len() < worlds.len() && (odd || !change.is_plain()) => {
                        let worlds: Vec<&str> =
                            change.worlds.iter().map(|kind| kind.name()).collect();
                        format!("{what} differs where a variable is {}", worlds.join(" or "))
                    }
                    None if replaced => "a reference is replaced".to_owned(),
                    None if moved && is_in_a_folder(&change.aspect) => format!(
                        "a path in {what} is relative to a folder that only the target's entry sets"
                    ),
                    None if change
                        .right
                        .is_some_and(|said| !written.span.contains(said)) =>
                    {
                        format!("{what} follows from the rest of the target's file")
                    }
                    None => format!("{what} differs"),
                };
                let rule = told
                    .map(|loss| loss.kind.rule())
                    // A server that its own host refuses is read as it is meant, and that is told.
                    .or(case.said.filter(|_| change.aspect == Aspect::Used));
                // What only the target's entry says stays on purpose.
                let asked = !case.is_partial && (case.is_new || change.left.is_some());
                let silent = asked && rule.is_none() && !replaced && change.is_plain();
                rows.push(EffectRow {
                    silent,
                    source: case.source,
                    server: case.server.name.clone(),
                    pointer: case.pointer.clone(),
                    target: case.name.clone(),
                    target_pointer: case.target_pointer.clone(),
                    span: change.left.unwrap_or(case.server.name_span),
                    aspect: change.aspect,
                    what,
                    worlds: change.worlds,
                    rule,
                    replaced,
                    reason,
                });
            }
        }
        rows
    }
}

/// Whether a relative path there starts from the folder of the process.
fn is_in_a_folder(aspect: &Aspect) -> bool {
    matches!(
        aspect,
        Aspect::Program | Aspect::Args | Aspect::EnvFile | Aspect::Env(_)
    )
}

/// The first of each kind: one is enough, however many values of a server share it.
fn firsts<T, K: PartialEq>(all: &[T], kind: impl Fn(&T) -> K) -> Vec<&T> {
    let mut firsts: Vec<&T> = Vec::new();
    for one in all {
        if !firsts.iter().any(|first| kind(first) == kind(one)) {
            firsts.push(one);
        }
    }
    firsts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::read;

    /// What is found wrong where the only argument of a server is this one, and that one in the target.
    fn found(source: &str, target: &str, plain: bool) -> Vec<EffectRow> {
        let text = |arg: &str| {
            format!(r#"{{"mcpServers": {{"a": {{"command": "x", "args": ["{arg}"]}}}}}}"#)
        };
        let (text, other) = (text(source), text(target));
        let host = crate::hosts::by_name("mcp-json").expect("a host");
        let place = host.places.first().expect("a place");
        let document = parse(&text, place.language).expect("JSON");
        let mut read = read(&document, host, place).expect("servers");
        let mut judge = Judge::default();
        judge.add(Case {
            source: 0,
            place,
            server: read.config.servers.remove(0),
            pointer: String::new(),
            name: "a".to_owned(),
            target_pointer: String::new(),
            losses: Vec::new(),
            caveats: Vec::new(),
            said: None,
            replaced: Vec::new(),
            is_new: true,
            is_partial: false,
        });
        judge.rows(plain, host, place, &other, None)
    }

    #[test]
    fn a_difference_that_nothing_explains_is_found_whether_or_not_a_report_is_asked_for() {
        for plain in [true, false] {
            assert!(found("y", "y", plain).is_empty());
            let rows = found("y", "z", plain);
            let told = rows.iter().filter_map(EffectRow::untold);
            let told: Vec<String> = told.map(|problem| problem.message).collect();
            assert_eq!(told, ["`a`: args differs"]);
        }
    }

    #[test]
    fn only_a_difference_that_nothing_explains_is_warned_of() {
        let mut row = EffectRow {
            source: 1,
            server: "a".to_owned(),
            pointer: "/a".to_owned(),
            target: "a".to_owned(),
            target_pointer: "/a".to_owned(),
            aspect: Aspect::Args,
            what: Aspect::Args.name(),
            span: Span::new(2, 3),
            worlds: WorldKind::ALL.to_vec(),
            rule: None,
            replaced: false,
            reason: "args differs".to_owned(),
            silent: true,
        };
        let problem = row.untold().expect("a warning");
        assert!(problem.loss && problem.level == Level::Warning);
        assert_eq!(problem.message, "`a`: args differs");
        assert_eq!((problem.source, problem.span), (1, Some(Span::new(2, 3))));
        row.silent = false;
        assert!(row.untold().is_none());
    }
}
