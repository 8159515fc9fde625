//! How many findings there are, in the words that the log, the summary of a job and every other text share.

use crate::diagnostic::Level;

/// What was found, by level, split into what is shown and what is below the level that was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    shown: [usize; 3],
    hidden: [usize; 3],
    files: usize,
}

impl Tally {
    /// Counts findings in `files` files, of which those from `least` on are shown.
    pub(crate) fn of(
        findings: impl IntoIterator<Item = Level>,
        least: Level,
        files: usize,
    ) -> Self {
        let mut tally = Self {
            files,
            ..Self::default()
        };
        for level in findings {
            let side = if level >= least {
                &mut tally.shown
            } else {
                &mut tally.hidden
            };
            side[level as usize] += 1;
        }
        tally
    }

    /// `1 error, 2 warnings in 1 file`.
    pub(crate) fn headline(&self) -> String {
        let what = listed(self.shown, ", ").unwrap_or_else(|| "no findings".to_owned());
        format!("{what} in {}", count(self.files, "file"))
    }

    /// `14 info hidden, --level info shows them`; nothing if nothing is.
    pub(crate) fn hidden(&self) -> Option<String> {
        let what = listed(self.hidden, " and ")?;
        let least = if self.hidden[Level::Info as usize] > 0 {
            Level::Info
        } else {
            Level::Warning
        };
        let them = if self.hidden_count() == 1 {
            "it"
        } else {
            "them"
        };
        Some(format!(
            "{what} hidden, --level {} shows {them}",
            least.name()
        ))
    }

    /// How many are not shown.
    pub(super) fn hidden_count(&self) -> usize {
        self.hidden.iter().sum()
    }
}

/// The numbers that are not zero, the worst first.
fn listed(counts: [usize; 3], between: &str) -> Option<String> {
    let levels = [Level::Error, Level::Warning, Level::Info];
    let parts: Vec<String> = levels
        .into_iter()
        .map(|level| (level, counts[level as usize]))
        .filter(|(_, number)| *number > 0)
        .map(|(level, number)| match level {
            Level::Info => format!("{number} info"),
            _ => count(number, level.name()),
        })
        .collect();
    (!parts.is_empty()).then(|| parts.join(between))
}

/// `1 file`, `2 files`.
pub(crate) fn count(number: usize, what: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {what}{s}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use Level::{Error, Info, Warning};

    #[test]
    fn numbers_agree_with_their_words() {
        let tally = Tally::of([Error, Info, Info], Warning, 1);
        assert_eq!(tally.headline(), "1 error in 1 file");
        assert_eq!(
            tally.hidden().as_deref(),
            Some("2 info hidden, --level info shows them")
        );
        let tally = Tally::of([Error, Error, Warning], Error, 2);
        assert_eq!(tally.headline(), "2 errors in 2 files");
        assert_eq!(
            tally.hidden().as_deref(),
            Some("1 warning hidden, --level warning shows it")
        );
        let tally = Tally::of([], Info, 0);
        assert_eq!(tally.headline(), "no findings in 0 files");
        assert_eq!(tally.hidden(), None);
        let tally = Tally::of([Warning, Warning, Info], Error, 1);
        assert_eq!(
            tally.hidden().as_deref(),
            Some("2 warnings and 1 info hidden, --level info shows them")
        );
    }
}
