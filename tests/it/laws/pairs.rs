//! Every document into every host.

use mcpconv::convert::Conversion;
use mcpconv::internals::host::Host;

use super::acceptance::unannounced;
use super::case::{Case, Law, Source, broken};
use super::checks::{acceptance, conservation};
use super::effects::effects;
use super::lint::new_faults;
use crate::support::samples::{Sample, fixtures, own_corpus, run};
use crate::support::{assert_all, corpus};

/// What holds for any document.
const LAWS: &[Law] = &[
    ("nothing is lost in silence", conservation),
    ("the target reads what was meant", acceptance),
    ("the target does the same", effects),
    ("the linter finds nothing new", unannounced),
];

/// What holds for documents with nothing wrong in them but what is there on purpose.
const STRICT: &[Law] = &[
    ("no new faults", new_faults),
    ("a host into itself changes no byte", itself),
    ("the way back gives the same meaning", way_back),
];

fn is_full(sample: &Sample) -> bool {
    !sample.name.contains("/refused")
}

#[test]
fn the_laws_hold_for_fixtures() {
    // What a host refuses is none of our business in its own file, and stays.
    let chosen = |sample: &Sample, to: &Host| is_full(sample) || sample.host.id != to.id;
    assert_all(&broken(&fixtures(), chosen, LAWS));
}

#[test]
fn the_stricter_laws_hold_for_fixtures() {
    let mut samples = fixtures();
    samples.retain(is_full);
    assert_all(&broken(&samples, |_, _| true, STRICT));
}

#[test]
fn what_a_host_refuses_stays_as_it_is_in_its_own_file() {
    let mut samples = fixtures();
    samples.retain(|sample| !is_full(sample));
    assert!(!samples.is_empty(), "no fixture has what its host refuses");
    let same = |sample: &Sample, to: &Host| sample.host.id == to.id;
    assert_all(&broken(&samples, same, &[STRICT[1]]));
}

#[test]
fn the_laws_hold_for_our_own_files() {
    let other = |sample: &Sample, to: &Host| sample.host.id != to.id;
    assert_all(&broken(&own_corpus(), other, LAWS));
}

#[test]
fn the_laws_hold_for_real_files() {
    assert_all(&broken(&corpus::samples(), |_, _| true, LAWS));
}

/// A file that is edited for its own host may lose a server or get another name for one.
#[test]
fn a_report_says_where_values_are_in_an_edited_file() {
    let same = |sample: &Sample, to: &Host| sample.host.id == to.id;
    assert_all(&broken(&own_corpus(), same, LAWS));
}

fn itself(case: &Case<'_>) -> Vec<String> {
    let sample = case.source.sample;
    if !std::ptr::eq(case.to, sample.host) {
        return Vec::new();
    }
    let mark = if sample.bom { "\u{feff}" } else { "" };
    let expected = format!("{mark}{}", sample.text);
    if case.conversion.text.as_deref() == Some(&expected) {
        return Vec::new();
    }
    let text = case.conversion.text.as_deref().unwrap_or_default();
    vec![format!("{:?}\n{text}", said(case.conversion))]
}

fn said(conversion: &Conversion) -> Vec<&str> {
    let list = conversion.diagnostics.list().iter();
    list.map(|problem| problem.message.as_str()).collect()
}

/// There and back: what neither way reports as lost is what it was.
fn way_back(case: &Case<'_>) -> Vec<String> {
    let from = case.source.sample.host;
    let Some(output) = &case.output else {
        return Vec::new();
    };
    if std::ptr::eq(case.to, from) {
        return Vec::new();
    }
    let there = Sample {
        host: case.to,
        place: case.place,
        name: String::new(),
        text: output.text.to_owned(),
        bom: false,
    };
    let conversion = run(&there, from);
    let document = there.document();
    let source = Source::new(&there, &document);
    match Case::new(&source, from, &conversion) {
        Ok(back) => [conservation(&back), acceptance(&back)].concat(),
        Err(line) => vec![line],
    }
}
