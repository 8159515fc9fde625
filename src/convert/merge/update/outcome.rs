//! What there is to say about an update.

use std::collections::HashMap;

use super::changed::names;
use super::located::Located;
use crate::convert::merge::unit::Removed;
use crate::convert::merge::{MergeOutcome, Merger};
use crate::diagnostic::{Diagnostic, Level};
use crate::host::ServerEntry;
use crate::model::Slot;
use crate::syntax::Span;

impl Merger<'_, '_> {
    /// What there is to say about an update.
    pub(super) fn outcome(
        &self,
        lost: bool,
        server: &str,
        removed: &[String],
        spans: Vec<Span>,
        entry: &ServerEntry<'_, '_>,
        handed_on: bool,
    ) -> MergeOutcome {
        // In its own document the adapter has told every loss.
        if removed.is_empty() || self.own {
            return MergeOutcome {
                lost,
                ..MergeOutcome::NOTHING
            };
        }
        let names: Vec<String> = removed.iter().map(|name| format!("`{name}`")).collect();
        let (verb, them, variables) = match removed.len() {
            1 => ("is", "it", "the variable"),
            _ => ("are", "them", "the variables"),
        };
        // The source may have them, and leave their values to the environment.
        let (why, help) = match handed_on {
            true => (
                format!("the source hands {variables} on"),
                format!("set {them} where {} runs", self.host.name),
            ),
            false => (
                format!("the source does not have {them}"),
                format!("add {them} to the source to keep {them}"),
            ),
        };
        let message = format!(
            "`{server}`: {} {verb} removed, because {why}",
            names.join(", ")
        );
        let spans = if spans.is_empty() {
            vec![entry.name_span]
        } else {
            spans
        };
        let mut problem = Diagnostic::new("merge-field-removed", Level::Warning, spans[0], message)
            .label("removed")
            .help(help);
        for span in &spans[1..] {
            problem = problem.related(self.source, *span, "removed");
        }
        MergeOutcome {
            lost,
            removed: Some(Box::new(problem.of(self.source))),
            ..MergeOutcome::NOTHING
        }
    }

    /// What the document calls what goes.
    pub(super) fn names_in(&self, at: &Located<'_, '_>, removed: &[Removed]) -> Vec<String> {
        if removed.is_empty() {
            return Vec::new();
        }
        let fields = self.place.format.fields.iter();
        let names =
            fields.flat_map(|field| names(field).into_iter().map(|name| (field.slot, name)));
        let there = names.filter_map(|(slot, name)| Some((slot, at.get(&name)?, name)));
        // There may be as many parts as there are that go.
        let there: Vec<_> = there
            .map(|(slot, value, name)| {
                let items = value.items().iter().map(|item| item.span);
                let members = value.members().iter().map(|member| member.value.span);
                let mut parts: HashMap<Span, usize> = HashMap::new();
                for (at, span) in items.chain(members).enumerate() {
                    parts.entry(span).or_insert(at);
                }
                (slot, value, name, parts)
            })
            .collect();
        let name_of = |gone: &Removed| {
            for (slot, value, name, parts) in &there {
                if value.span == gone.span {
                    // A command line in one string is still there, without its arguments.
                    let part = gone.slot == Slot::Args && *slot == Slot::Command;
                    return if part {
                        format!("{name} (arguments)")
                    } else {
                        name.clone()
                    };
                }
                let part = parts.get(&gone.span).copied();
                if value.is_object() {
                    if let Some(at) = part {
                        return format!("{name}.{}", value.members()[at].key);
                    }
                } else if value.span.contains(gone.span) {
                    // Only a part of the value says it, such as the arguments of a command line in one list.
                    return match part {
                        None | Some(0) => name.clone(),
                        Some(first) => format!("{name}[{first}]"),
                    };
                }
            }
            gone.name.clone()
        };
        removed.iter().map(name_of).collect()
    }
}
