//! What is said about the tools of one server, and hides those of another.

use std::collections::HashSet;

use super::Run;
use crate::diagnostic::{Diagnostic, Level};
use crate::order::Order as _;

impl Run<'_, '_, '_> {
    /// Reports servers whose tools are hidden by what the file says about the tools of another one.
    pub(super) fn spilled(&mut self) -> HashSet<String> {
        if self.sink.is_own() {
            return HashSet::new();
        }
        let there = self.sink.existing();
        let there = there.iter().map(|(name, _)| name.as_str());
        let there = there.filter(|name| !self.placed.contains_key(*name));
        let names = self.placed.keys().map(String::as_str).chain(there);
        let target = self.options.to.name;
        let mut problems = Vec::new();
        for (name, said) in self.adapter.spilled(names) {
            let Some((source, span)) = self.placed.get(&said.server).copied() else {
                continue;
            };
            let gate = said.gate.path.join(".");
            let message = format!(
                "`{}`: what `{gate}` says about its tools also hides tools of `{name}`",
                said.server
            );
            let problem = Diagnostic::new("conversion-value-lossy", Level::Warning, span, message)
                .loss()
                .label(format!("{target} cannot tell their ids apart"))
                .help(format!("rename `{name}`"));
            problems.push((name.to_owned(), source, problem));
        }
        problems.order_by_key(|(name, source, problem)| {
            (
                *source,
                problem.span.map_or(0, |span| span.start),
                name.clone(),
            )
        });
        let mut hit = HashSet::new();
        for (name, source, problem) in problems {
            hit.insert(name);
            self.say(source, problem);
        }
        hit
    }
}
