//! Options and variables that make a package runner run something else than the package.

use super::Inspector;
use super::options::{
    HARMLESS, PYTHON_RUNNERS, RUNNERS, SUBCOMMANDS, TURNING, WITH_VALUE, chooses_python,
    is_harmless, leads_elsewhere, turns,
};
use crate::launch::{Ecosystem, Flag, Launch, Runner, Unwrapped, program};
use crate::syntax::Span;

impl Inspector<'_, '_, '_> {
    /// Options of a runner that make an allowed package something else: another registry, another shell, other code.
    pub(super) fn runner(&mut self, line: &Unwrapped<'_>, launch: Option<&Launch<'_>>) {
        let limited = self.policy.packages().is_some() || self.policy.commands().is_some();
        let Some((first, args)) = line.words.split_first().filter(|_| limited) else {
            return;
        };
        let runner = program(first.text);
        if !RUNNERS.contains(&runner) {
            let own = launch.and_then(|launch| Some((family(launch.runner)?, &launch.options)));
            if let Some((family, options)) = own {
                self.options(line, family, options);
            }
            return;
        }
        let python = PYTHON_RUNNERS.contains(&runner);
        let elsewhere = |flag: &str, value: &str| {
            leads_elsewhere(flag, value) || python && chooses_python(flag, value)
        };
        let mut found: Vec<Span> = Vec::new();
        let mut takes_next = None;
        for word in args {
            if let Some(flag) = takes_next.take() {
                if elsewhere(flag, word.text) {
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
            let workspace = flag == "-w" && !python;
            let valued = WITH_VALUE.contains(&flag) && !workspace;
            // npm knows its options by any beginning of their names, and scopes have options of their own.
            let joined = word.text.split_once('=');
            let elsewhere = joined.is_some_and(|(flag, value)| elsewhere(flag, value));
            if elsewhere || !valued && !HARMLESS.contains(&flag) {
                found.push(self.at(word));
            }
            let takes = valued || workspace || TURNING.contains(&flag);
            takes_next = Some(flag).filter(|_| flag == word.text && takes);
        }
        found.extend(self.set_variables(line, turns));
        self.turned(found);
    }

    /// The same for the `options` of a program whose packages are those of `family`, wherever they stand.
    pub(super) fn options(
        &mut self,
        line: &Unwrapped<'_>,
        family: Ecosystem,
        options: &[Flag<'_>],
    ) {
        if self.policy.packages().is_none() && self.policy.commands().is_none() {
            return;
        }
        let python = family == Ecosystem::PyPi;
        let turning = options.iter().filter(|flag| {
            let value = flag.value.map_or("", |value| value.text);
            let chosen = flag.name == "python" && python && chooses_python("--python", value);
            chosen || !is_harmless(family, flag.name)
        });
        let mut found: Vec<Span> = turning.map(|flag| self.at(&flag.word)).collect();
        found.extend(self.set_variables(line, turns));
        self.turned(found);
    }

    fn turned(&mut self, found: Vec<Span>) {
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

/// Whose options a runner has that is known by more than its name.
fn family(runner: Runner) -> Option<Ecosystem> {
    match runner {
        Runner::Bunx => Some(Ecosystem::Npm),
        Runner::DenoRun => Some(Ecosystem::Deno),
        Runner::GoRun => Some(Ecosystem::Go),
        Runner::Dnx => Some(Ecosystem::NuGet),
        _ => None,
    }
}
