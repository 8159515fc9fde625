//! For our own tests, benchmarks and generators only. Nothing in here is covered by semantic versioning.

pub mod config {
    //! The project's `mcpconv.toml`.
    pub use crate::config::{Baseline, Settings, schema};
}

pub mod edit {
    //! Changes to a text.
    use crate::edit::{Change, edit};
    use crate::syntax::path::keys;
    use crate::syntax::{Language, Out, OutValue, Style};

    /// The text with a string at `path`, or without what is there; nothing if that cannot be done.
    #[must_use]
    pub fn changed(
        text: &str,
        language: Language,
        path: &[&str],
        value: Option<&str>,
    ) -> Option<String> {
        let path = keys(path);
        let change = match value {
            Some(text) => Change::Set(path, Out::added(OutValue::String(text.to_owned()))),
            None => Change::Remove(path),
        };
        edit(text, language, &[change], &Style::TWO).ok()
    }
}

pub mod host {
    //! The machinery that works from a host's table.
    pub use crate::host::{
        Aside, Field, GateKind, Host, Kind, Place, Read, Scope, aside_at, owner, parse, place_at,
        place_in, read, schema,
    };
}

pub mod paste {
    //! What people paste, and what they are given to paste.
    use crate::emit::{Shell, commands, links, servers};
    use crate::host::{Host, Place};

    /// A pasted text as a config file, with its host if it has one of its own.
    #[must_use]
    pub fn read(
        text: &str,
        from: Option<&'static Host>,
    ) -> Option<(Option<&'static Host>, String)> {
        let pasted = crate::paste::read(text, from, Some("a"))?.ok()?;
        Some((pasted.host, pasted.text))
    }

    /// The commands and links for the servers of a config file.
    #[must_use]
    pub fn emitted(host: &'static Host, place: &'static Place, text: &str) -> Vec<String> {
        let servers = servers(text, place);
        let lines = commands(host, &servers, Shell::Posix).into_iter();
        lines
            .chain(links(host, &servers))
            .filter_map(Result::ok)
            .collect()
    }
}

pub mod report {
    //! Findings as text.
    use crate::diagnostic::Level;
    use crate::lint::{Subject, lint};
    use crate::report::Source;
    use crate::report::lint::{Checked, Report, ReportFormat, Tally, render};

    /// The findings of a text in every format for programs, by its name.
    #[must_use]
    pub fn formats(subject: &Subject<'_>) -> Vec<(&'static str, String)> {
        let findings = lint(subject).findings;
        let files = [Checked {
            source: Source {
                name: subject.path,
                text: subject.text,
                language: subject.place.language,
            },
            host: subject.host,
            bom: subject.bom,
            fault: None,
        }];
        let report = Report {
            files: &files,
            findings: &findings,
            tally: Tally::of(findings.iter().map(|finding| finding.level), Level::Info, 1),
            fixed: 0,
            disabled: &Default::default(),
        };
        let formats = ReportFormat::ALL.iter();
        formats
            .map(|format| {
                let mut text = String::new();
                render(*format, &report, &mut |piece| text.push_str(piece));
                (format.name(), text)
            })
            .collect()
    }
}

pub mod safe_write {
    //! Files that are never half written.
    pub use crate::safe_write::{
        Backup, Error, InPlace, Prepared, Snapshot, WriteOptions, WriteOutcome, WrittenFile, commit,
    };
}

pub mod syntax {
    //! Text to spanned trees.
    pub use crate::syntax::{
        Columns, Decoded, Document, Language, LineIndex, Member, Node, Span, Tree, decode, parse,
    };
}
