//! What is said about the tools of one server, and hides those of another, or is overruled by the file it is written to.

use std::collections::HashSet;

use super::Run;
use crate::convert::gates::Gated;
use crate::diagnostic::{Diagnostic, Level};
use crate::glob::fits;
use crate::host::{FoundGate, GateKind, OutValue};
use crate::order::Order as _;
use crate::syntax::Node;

/// At most so many patterns of a file are looked at, the last ones.
const PATTERNS: usize = 64;

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
                "`{}`: its rules in `{gate}` also hide tools of `{name}`",
                said.server
            );
            let problem = Diagnostic::new("conversion-value-lossy", Level::Warning, span, message)
                .loss()
                .label(format!("{target} cannot tell their ids apart"))
                .help(format!("rename `{name}`"));
            problems.push((name.to_owned(), source, problem));
        }
        let permissions = self.sink.gates().iter();
        let permissions: Vec<&FoundGate<'_, '_>> = permissions
            .filter(|found| found.kind == GateKind::Permissions)
            .collect();
        for said in self.adapter.gates() {
            let Some((source, span)) = self.placed.get(&said.server).copied() else {
                continue;
            };
            let Some(found) = permissions.iter().find(|found| shows(found.node, said)) else {
                continue;
            };
            let (gate, over) = (said.gate.path.join("."), found.path.join("."));
            let message = format!(
                "`{}`: `{over}` in the file it is written to overrules `{gate}`",
                said.server
            );
            let problem =
                Diagnostic::new("conversion-restriction-lost", Level::Warning, span, message)
                    .loss()
                    .label("these tools are not hidden")
                    .help(format!("deny them in `{over}`"));
            problems.push((said.server.clone(), source, problem));
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

/// Whether the last rule of `permissions` about something that is to be hidden does not deny it.
fn shows(permissions: &Node<'_>, said: &Gated) -> bool {
    if said.gate.kind != GateKind::Tools {
        return false;
    }
    let denies = |node: &Node<'_>| {
        let answer = node.member("*").map_or(node, |member| &member.value);
        answer.as_str() == Some("deny")
    };
    // One word for everything.
    if permissions.as_str().is_some() {
        return !denies(permissions) && !said.says.is_empty();
    }
    let members = permissions.members();
    let patterns = members.iter().enumerate().rev();
    let patterns: Vec<_> = patterns
        .filter(|(_, member)| member.key.contains(['*', '?']))
        .take(PATTERNS)
        .collect();
    let hidden = said.says.iter();
    let mut hidden = hidden.filter(|(_, out)| matches!(out.value, OutValue::Bool(false)));
    hidden.any(|(key, _)| {
        let exact = members.iter().position(|member| *member.key == **key);
        let pattern = patterns.iter().find(|(_, member)| fits(&member.key, key));
        let last = exact.max(pattern.map(|(at, _)| *at));
        last.is_some_and(|at| !denies(&members[at].value))
    })
}
