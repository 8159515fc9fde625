//! Documents of every host, and what becomes of them in another.

use std::collections::BTreeMap;
use std::path::Path;

use mcpconv::convert::{Conversion, Environment, Input, Options, Unset, convert};
use mcpconv::hosts::HOSTS;
use mcpconv::internals::host::{Host, Place, owner, place_at, place_in};
use mcpconv::internals::syntax::{Document, decode, parse};

use super::made_up::fill;
use super::{files, text};

/// A document of a host.
pub(crate) struct Sample {
    pub(crate) host: &'static Host,
    pub(crate) place: &'static Place,
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) bom: bool,
}

impl Sample {
    pub(crate) fn new(host: &'static Host, path: &Path) -> Option<Self> {
        let bytes = std::fs::read(path).expect("a readable sample");
        let decoded = decode(&bytes).ok()?;
        let (text, bom) = (decoded.text.into_owned(), decoded.bom);
        let place = place_in(host, Some(path), &text).unwrap_or(&host.places[0]);
        let text = fill(&text);
        let name = format!(
            "{}/{}",
            host.id,
            path.file_name().expect("a name").to_string_lossy()
        );
        Some(Self {
            host,
            place,
            name,
            text,
            bom,
        })
    }

    pub(crate) fn input(&self) -> Input<'_> {
        Input {
            text: &self.text,
            bom: self.bom,
            host: self.host,
            place: self.place,
            name: None,
            glob: None,
            disabled: None,
        }
    }

    pub(crate) fn document(&self) -> Document<'_> {
        mcpconv::internals::host::parse(&self.text, self.place).expect("a sample that parses")
    }
}

/// The hand-written documents: all files of a host's folder but tables of findings, each with the place that it fits.
///
/// `full` is the first of every host.
pub(crate) fn fixtures() -> Vec<Sample> {
    let mut samples = Vec::new();
    for host in HOSTS {
        let mut files = files(&format!("tests/fixtures/{}", host.id));
        files.retain(|file| file.extension().is_none_or(|extension| extension != "tsv"));
        let is_full = |file: &Path| file.file_stem().is_some_and(|stem| stem == "full");
        files.sort_by_key(|file| !is_full(file));
        let first = files.first();
        assert!(
            first.is_some_and(|file| is_full(file)),
            "{} has no `full`",
            host.id
        );
        for file in &files {
            let sample = Sample::new(host, file).expect("fixtures are UTF-8");
            let fits = place_in(host, Some(file), &sample.text).is_some();
            assert!(fits, "{} fits no place of its host", sample.name);
            samples.push(sample);
        }
    }
    samples
}

/// Our own corpus, as far as it can be parsed.
pub(crate) fn own_corpus() -> Vec<Sample> {
    let mut samples: BTreeMap<String, Sample> = BTreeMap::new();
    for line in text("tests/corpus/own/expected.tsv").lines().skip(1) {
        let mut columns = line.split('\t');
        let (file, path) = (
            columns.next().expect("a file"),
            columns.next().expect("a path"),
        );
        let path = Path::new(path);
        let host = owner(HOSTS, path);
        let Some((host, place)) = host.and_then(|host| Some((host, place_at(host, path)?))) else {
            continue;
        };
        let text = fill(&text(&format!("tests/corpus/own/{file}")));
        if parse(&text, place.language).is_ok() {
            samples.entry(file.to_owned()).or_insert_with(|| Sample {
                host,
                place,
                name: file.to_owned(),
                text,
                bom: false,
            });
        }
    }
    assert!(samples.len() >= 30, "{}", samples.len());
    samples.into_values().collect()
}

/// Converts a sample, with a row for every leaf.
pub(crate) fn run(sample: &Sample, to: &'static Host) -> Conversion {
    let environment = Environment::default();
    convert(
        &[sample.input()],
        &Options {
            report: true,
            unset: Unset::Empty,
            ..Options::new(to, &environment)
        },
    )
}
