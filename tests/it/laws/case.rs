//! One document into one host, with everything that the laws look at: read once, for all of them.

use std::sync::LazyLock;

use mcpconv::convert::Conversion;
use mcpconv::hosts::HOSTS;
use mcpconv::internals::host::{Host, Place, Read, read};
use mcpconv::internals::syntax::{Document, Language, parse};
use mcpconv::lint::{Finding, lint};
use rayon::prelude::*;
use serde_json::Value;

use crate::schemas::{toml, yaml};
use crate::support::samples::{Sample, run};
use crate::support::subject;

/// A document of a host, read for all conversions of it.
pub(crate) struct Source<'s> {
    pub(crate) sample: &'s Sample,
    pub(crate) document: &'s Document<'s>,
    /// What its own host reads in it; nothing if it cannot hold servers.
    pub(crate) read: Option<Read>,
    /// What its linter finds, at any level.
    pub(crate) findings: Vec<Finding>,
}

impl<'s> Source<'s> {
    pub(crate) fn new(sample: &'s Sample, document: &'s Document<'s>) -> Self {
        let Sample { host, place, .. } = *sample;
        Self {
            sample,
            document,
            read: read(document, host, place).ok(),
            findings: lint(&subject("x", &sample.text, host, place, None)).findings,
        }
    }
}

/// What became of it in a host.
pub(crate) struct Case<'c> {
    pub(crate) source: &'c Source<'c>,
    pub(crate) to: &'static Host,
    /// Which file of the target it becomes.
    pub(crate) place: &'static Place,
    pub(crate) conversion: &'c Conversion,
    /// The new document; nothing if there is none, or if it is the one that was there.
    pub(crate) output: Option<Output<'c>>,
}

/// A document that was written.
pub(crate) struct Output<'c> {
    /// Without a byte-order mark.
    pub(crate) text: &'c str,
    pub(crate) document: Document<'c>,
    /// What the target reads in it, or why it reads nothing.
    pub(crate) read: Result<Read, String>,
}

impl<'c> Case<'c> {
    /// The case, unless the output is no document of the target's language.
    pub(crate) fn new(
        source: &'c Source<'c>,
        to: &'static Host,
        conversion: &'c Conversion,
    ) -> Result<Self, String> {
        let sample = source.sample;
        // A file that is edited for its own host stays where it is.
        let place = if std::ptr::eq(to, sample.host) {
            sample.place
        } else {
            &to.places[0]
        };
        let text = conversion.text.as_deref();
        let changed = text.filter(|text| *text != sample.text);
        let output = changed.map(|text| -> Result<Output<'_>, String> {
            let text = text.trim_start_matches('\u{feff}');
            let document = parse(text, place.language)
                .map_err(|error| format!("the output does not parse: {}\n{text}", error.reason))?;
            let read = read(&document, to, place).map_err(|problem| problem.message.clone());
            Ok(Output {
                text,
                document,
                read,
            })
        });
        Ok(Self {
            source,
            to,
            place,
            conversion,
            output: output.transpose()?,
        })
    }

    /// The document that is there now.
    pub(crate) fn document(&self) -> &Document<'c> {
        let written = self.output.as_ref().map(|output| &output.document);
        written.unwrap_or(self.source.document)
    }
}

/// What must hold for a case, by its name, and what to say where it does not.
pub(crate) type Law = (&'static str, fn(&Case<'_>) -> Vec<String>);

/// What the laws say about every one of these samples in every host that is chosen for it.
pub(crate) fn broken(
    samples: &[Sample],
    chosen: impl Fn(&Sample, &Host) -> bool + Sync,
    laws: &[Law],
) -> Vec<String> {
    let of_sample = |sample: &Sample| {
        let document = sample.document();
        let source = Source::new(sample, &document);
        let targets = HOSTS
            .iter()
            .filter(|to| chosen(sample, to) && is_asked_for(sample.host, to));
        let wrong = targets.flat_map(|to| {
            let name = format!("{} -> {}", sample.name, to.id);
            let lines = of_pair(&source, to, laws);
            lines.into_iter().map(move |line| format!("{name}: {line}"))
        });
        wrong.collect::<Vec<_>>()
    };
    samples.par_iter().flat_map_iter(of_sample).collect()
}

fn of_pair(source: &Source<'_>, to: &'static Host, laws: &[Law]) -> Vec<String> {
    let conversion = run(source.sample, to);
    match Case::new(source, to, &conversion) {
        Ok(case) => laws
            .iter()
            .flat_map(|(name, law)| {
                let lines = law(&case).into_iter();
                lines.map(move |line| format!("{name}: {line}"))
            })
            .collect(),
        Err(line) => vec![line],
    }
}

/// A document of this language.
pub(crate) fn printed(language: Language, document: &Value) -> String {
    match language {
        Language::Json => serde_json::to_string_pretty(document).expect("JSON"),
        Language::Toml => toml(document),
        Language::Yaml | Language::YamlMerge => yaml(document),
    }
}

/// `MCPCONV_HOSTS=lark,kiro` tries only pairs with one of these hosts, while one of them is worked on.
pub(crate) fn is_asked_for(from: &Host, to: &Host) -> bool {
    static ONLY: LazyLock<Option<Vec<String>>> = LazyLock::new(|| {
        let ids: Vec<String> = std::env::var("MCPCONV_HOSTS")
            .ok()?
            .split(',')
            .map(str::to_owned)
            .collect();
        for id in &ids {
            assert!(HOSTS.iter().any(|host| host.id == id), "no host `{id}`");
        }
        Some(ids)
    });
    let is_one = |id: &String| id == from.id || id == to.id;
    ONLY.as_ref().is_none_or(|ids| ids.iter().any(is_one))
}
