//! Documents of every host, and what becomes of them in another.

use std::path::Path;

use mcpconv::convert::{Conversion, Environment, Input, Options, Unset, convert};
use mcpconv::host::{Host, Place, place_in};
use mcpconv::hosts::HOSTS;
use mcpconv::syntax::{Document, decode, parse};

use super::files;

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
        }
    }

    pub(crate) fn document(&self) -> Document<'_> {
        parse(&self.text, self.place.language).expect("a sample that parses")
    }
}

/// The hand-written documents, at least one for every host.
pub(crate) fn fixtures() -> Vec<Sample> {
    let mut samples = Vec::new();
    for host in HOSTS {
        let files = files(&format!("tests/fixtures/{}", host.id));
        assert!(!files.is_empty(), "{} has no fixtures", host.id);
        samples.extend(
            files
                .iter()
                .map(|file| Sample::new(host, file).expect("fixtures are UTF-8")),
        );
    }
    samples
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
