//! What standard error can show, and showing it.

use std::env;
use std::io::{self, BufWriter, IsTerminal as _, Write as _};

use super::args::{Color, OutputFormat};
use super::{Exit, all};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::report::{self, Look, Source};

/// Where messages go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terminal {
    format: OutputFormat,
    look: Look,
}

impl Terminal {
    /// Standard error as the environment and the options describe it.
    pub(super) fn new(format: OutputFormat, color: Color) -> Self {
        Self {
            format,
            look: Self::look(color, io::stderr().is_terminal()),
        }
    }

    /// What can be shown on a stream that is, or is not, a terminal.
    pub(super) fn look(color: Color, terminal: bool) -> Look {
        let word = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        let own = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
        let width = word("COLUMNS")
            .and_then(|columns| columns.parse().ok())
            .or_else(|| terminal.then(own).flatten())
            .unwrap_or(100);
        Look {
            color: coloured(color, &word, terminal),
            unicode: draws(&word),
            width,
            pages: false,
        }
    }

    /// Shows messages about `sources`.
    pub(super) fn say(&self, diagnostics: &Diagnostics, sources: &[Source<'_>]) {
        write_stderr(&match self.format {
            OutputFormat::Human => report::human(diagnostics, sources, &self.look),
            OutputFormat::Json => report::json(diagnostics, sources),
        });
    }

    /// Shows one message about no source.
    pub(super) fn say_alone(&self, problem: Diagnostic) {
        self.say(&all([problem.of(usize::MAX)]), &[]);
    }

    /// Shows why nothing is done.
    pub(super) fn fail(&self, problem: Diagnostic) -> Exit {
        self.say_alone(problem);
        Exit::Failed
    }

    /// Shows a line that programs do not need.
    pub(super) fn remark(&self, line: &str) {
        if self.format == OutputFormat::Human {
            write_stderr(&format!("{line}\n"));
        }
    }
}

/// Writes to standard error. If nobody can be told, nobody can be told that either.
pub(super) fn write_stderr(text: &str) {
    let mut stderr = BufWriter::new(io::stderr().lock());
    let _ = stderr
        .write_all(text.as_bytes())
        .and_then(|()| stderr.flush());
}

/// Flags beat `NO_COLOR`, which beats `FORCE_COLOR` and `CLICOLOR_FORCE`, which beat `CLICOLOR=0` and what the terminal is.
fn coloured(flag: Color, word: &dyn Fn(&str) -> Option<String>, terminal: bool) -> bool {
    match flag {
        Color::Always => true,
        Color::Never => false,
        Color::Auto if word("NO_COLOR").is_some() => false,
        Color::Auto if matches!(word("FORCE_COLOR").as_deref(), Some("0" | "false")) => false,
        Color::Auto if word("FORCE_COLOR").is_some() => true,
        Color::Auto if word("CLICOLOR_FORCE").is_some_and(|force| force != "0") => true,
        Color::Auto if word("CLICOLOR").as_deref() == Some("0") => false,
        Color::Auto => terminal && word("TERM").as_deref() != Some("dumb"),
    }
}

/// Whether lines may be drawn with more than ASCII; a locale has to be set to say that they may not.
fn draws(word: &dyn Fn(&str) -> Option<String>) -> bool {
    let locale = word("LC_ALL")
        .or_else(|| word("LC_CTYPE"))
        .or_else(|| word("LANG"));
    let utf8 = |locale: String| {
        locale
            .to_ascii_lowercase()
            .replace('-', "")
            .contains("utf8")
    };
    locale.is_none_or(utf8)
        && !word("TERM").is_some_and(|term| matches!(term.as_str(), "linux" | "dumb"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given<'a>(variables: &'a [(&'a str, &'a str)]) -> impl Fn(&str) -> Option<String> {
        move |name| {
            variables
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| (*value).to_owned())
        }
    }

    #[test]
    fn flags_beat_variables_and_variables_beat_the_terminal() {
        let both = given(&[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]);
        let forced = given(&[("CLICOLOR_FORCE", "1")]);
        let none = given(&[]);
        assert!(coloured(Color::Always, &both, false) && !coloured(Color::Never, &forced, true));
        assert!(!coloured(Color::Auto, &both, true) && coloured(Color::Auto, &forced, false));
        assert!(coloured(Color::Auto, &none, true) && !coloured(Color::Auto, &none, false));
        assert!(!coloured(
            Color::Auto,
            &given(&[("CLICOLOR_FORCE", "0")]),
            false
        ));
    }

    #[test]
    fn the_usual_variables_count() {
        let on = |variables: &[(&str, &str)], terminal| {
            coloured(Color::Auto, &given(variables), terminal)
        };
        assert!(on(&[("FORCE_COLOR", "1")], false) && on(&[("FORCE_COLOR", "3")], false));
        assert!(!on(&[("FORCE_COLOR", "0")], true) && !on(&[("CLICOLOR", "0")], true));
        assert!(!on(&[("FORCE_COLOR", "1"), ("NO_COLOR", "1")], true));
        assert!(on(&[("CLICOLOR", "1")], true) && !on(&[("CLICOLOR", "1")], false));
        assert!(on(&[("CLICOLOR", "0"), ("FORCE_COLOR", "1")], false));
        assert!(!on(&[("TERM", "dumb")], true));
    }

    #[test]
    fn only_a_locale_that_says_so_is_ascii() {
        assert!(
            draws(&given(&[]))
                && draws(&given(&[("LANG", "de_DE.UTF-8")]))
                && draws(&given(&[("LANG", "C.utf8")]))
        );
        assert!(
            !draws(&given(&[("LC_ALL", "C"), ("LANG", "de_DE.UTF-8")]))
                && !draws(&given(&[("TERM", "linux")]))
        );
    }
}
