//! `--server` and `--skip`: which servers to convert, by name.

use std::cell::RefCell;

use super::problem;
use crate::diagnostic::{Diagnostic, Level};
use crate::glob::{Against, Globs};

/// Chooses servers, and remembers which patterns did anything.
#[derive(Debug)]
pub(super) struct Selection {
    only: Patterns,
    skip: Patterns,
}

#[derive(Debug)]
struct Patterns {
    option: &'static str,
    globs: Globs,
    used: RefCell<Vec<bool>>,
}

impl Selection {
    /// Everything that fits one of `only`, or everything if there are none, but nothing that fits one of `skip`.
    ///
    /// # Errors
    /// A pattern that is none.
    pub(super) fn new(only: &[String], skip: &[String]) -> Result<Self, Box<Diagnostic>> {
        Ok(Self {
            only: Patterns::new("--server", only)?,
            skip: Patterns::new("--skip", skip)?,
        })
    }

    /// Whether the server called `name` is to be converted.
    pub(super) fn takes(&self, name: &str) -> bool {
        let skipped = self.skip.fits(name);
        let chosen = self.only.globs.words().is_empty() || self.only.fits(name);
        chosen && !skipped
    }

    /// Patterns that no server had.
    pub(super) fn unused(&self) -> Vec<Diagnostic> {
        [&self.only, &self.skip]
            .iter()
            .flat_map(|patterns| patterns.unused())
            .collect()
    }
}

impl Patterns {
    fn new(option: &'static str, words: &[String]) -> Result<Self, Box<Diagnostic>> {
        let globs = Globs::new(words, Against::Names).map_err(|bad| {
            problem(
                "invalid-pattern",
                format!(
                    "`{option} {}` is not a valid pattern: {}",
                    words[bad.index], bad.reason
                ),
            )
        })?;
        Ok(Self {
            option,
            globs,
            used: RefCell::new(vec![false; words.len()]),
        })
    }

    fn fits(&self, name: &str) -> bool {
        let fitting = self.globs.fitting(name);
        let mut used = self.used.borrow_mut();
        fitting.iter().for_each(|&pattern| used[pattern] = true);
        !fitting.is_empty()
    }

    fn unused(&self) -> Vec<Diagnostic> {
        let used = self.used.borrow();
        let words = self
            .globs
            .words()
            .iter()
            .zip(used.iter())
            .filter(|(_, used)| !**used);
        words
            .map(|(word, _)| {
                problem(
                    "unused-pattern",
                    format!("no server matches `{} {word}`", self.option),
                )
            })
            .map(|problem| Diagnostic {
                level: Level::Warning,
                ..problem
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_choose_and_the_idle_ones_are_told() {
        let words = |words: &[&str]| {
            words
                .iter()
                .map(|word| (*word).to_owned())
                .collect::<Vec<_>>()
        };
        let selection =
            Selection::new(&words(&["git*", "none"]), &words(&["*lab"])).expect("patterns");
        assert_eq!(
            ["github", "gitlab", "git/hub", "other"].map(|name| selection.takes(name)),
            [true, false, true, false]
        );
        let idle: Vec<String> = selection
            .unused()
            .into_iter()
            .map(|problem| problem.message)
            .collect();
        assert_eq!(idle, ["no server matches `--server none`"]);
        assert!(Selection::new(&[], &[]).expect("no patterns").takes("any"));
        assert_eq!(
            Selection::new(&words(&["a["]), &[])
                .expect_err("an open class")
                .rule,
            "invalid-pattern"
        );
    }
}
