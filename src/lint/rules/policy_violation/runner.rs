//! Options and variables that make a package runner run something else than the package.

use super::Inspector;
use super::options::{
    HARMLESS, PYTHON_RUNNERS, RUNNERS, SUBCOMMANDS, TURNING, WITH_VALUE, leads_elsewhere, turns,
};
use crate::launch::{Unwrapped, program};
use crate::syntax::Span;

impl Inspector<'_, '_, '_> {
    /// Options of a runner that make an allowed package something else: another registry, another shell, other code.
    pub(super) fn runner(&mut self, line: &Unwrapped<'_>) {
        let limited = self.policy.packages().is_some() || self.policy.commands().is_some();
        let Some((first, args)) = line.words.split_first().filter(|_| limited) else {
            return;
        };
        let runner = program(first.text);
        if !RUNNERS.contains(&runner) {
            return;
        }
        let mut found: Vec<Span> = Vec::new();
        let mut takes_next = None;
        for word in args {
            if let Some(flag) = takes_next.take() {
                if leads_elsewhere(flag, word.text) {
                    found.push(self.at(word));
                }
                continue;
            }
            let flag = word.text.split('=').next().unwrap_or_default();
            if SUBCOMMANDS.contains(&word.text) {
                continue;
            }
            if !word.text.starts_with('-') {
                // The package; what comes after it belongs to the server. Without a name, it is the folder at hand.
                if word.text.is_empty() {
                    found.push(self.at(word));
                }
                break;
            }
            // Elsewhere than with Python's runner, this is the package that is run in the place of the one named.
            let workspace = flag == "-w" && !PYTHON_RUNNERS.contains(&runner);
            let valued = WITH_VALUE.contains(&flag) && !workspace;
            // npm knows its options by any beginning of their names, and scopes have options of their own.
            let joined = word.text.split_once('=');
            let elsewhere = joined.is_some_and(|(flag, value)| leads_elsewhere(flag, value));
            if elsewhere || !valued && !HARMLESS.contains(&flag) {
                found.push(self.at(word));
            }
            let takes = valued || workspace || TURNING.contains(&flag);
            takes_next = Some(flag).filter(|_| flag == word.text && takes);
        }
        found.extend(self.set_variables(line, turns));
        for span in found {
            let message = format!(
                "`{}` can make the package runner run something else, which the policy cannot allow",
                self.server.name
            );
            self.out
                .add(span, message)
                .variant("package")
                .label("another registry, shell or program")
                .help("remove the option");
        }
    }

    /// Where a variable is set, by the entry or in front of the program, that `turns` it.
    pub(super) fn set_variables(
        &self,
        line: &Unwrapped<'_>,
        turns: impl Fn(&str, &str) -> bool,
    ) -> Vec<Span> {
        let pairs = self.server.env.iter().filter_map(|pair| {
            let value = pair.value?;
            turns(pair.key, value.text).then_some(value.span)
        });
        let words = line.wrappers.iter().flat_map(|wrapper| &wrapper.assigned);
        let words = words.filter_map(|word| {
            let (name, value) = word.text.split_once('=')?;
            turns(name, value).then(|| self.at(word))
        });
        pairs.chain(words).collect()
    }
}
