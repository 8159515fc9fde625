//! Merges: what is not a server stays as it is, and the second time nothing changes.

use mcpconv::convert::{Environment, Options, Target, Unset};
use mcpconv::internals::syntax::{Document, parse};
use mcpconv::{Input, Language, Place};

use crate::seeds;

pub fn merge(data: &[u8]) {
    let Some((from, to, text)) = super::chosen(data) else {
        return;
    };
    // One of the two is what somebody may have sent, and the other one as it should be.
    let other = seeds::full(if data[0] & 1 == 0 { to } else { from });
    let (source, target) = if data[0] & 1 == 0 {
        (super::input(from, text), super::input(to, other))
    } else {
        (super::input(from, other), super::input(to, text))
    };
    let Some(once) = merged(&source, &target, target.text) else {
        return;
    };
    let again = merged(&source, &target, &once);
    assert_eq!(
        again.as_deref(),
        Some(once.as_str()),
        "a second merge changes something"
    );
    let language = target.place.language;
    let after = parse(&once, language).unwrap_or_else(|error| panic!("{}: {once}", error.reason));
    // The tables of a TOML file stand in pieces.
    if let (Ok(before), false) = (parse(target.text, language), language == Language::Toml) {
        assert_eq!(
            rest(&before, target.text, target.place),
            rest(&after, &once, target.place),
            "something else was changed"
        );
    }
}

fn merged(source: &Input<'_>, target: &Input<'_>, text: &str) -> Option<String> {
    let environment = Environment::default();
    let options = Options {
        unset: Unset::Empty,
        ..Options::new(target.host, &environment)
    };
    let into = Target {
        text,
        place: target.place,
        bom: false,
        mirror: false,
        project: None,
    };
    let done = mcpconv::merge(&[*source], &options, &into);
    Some(done.text?.trim_start_matches('\u{feff}').to_owned())
}

/// What stands at the top beside servers, gates and questions, byte for byte.
fn rest<'t>(document: &Document<'_>, text: &'t str, place: &Place) -> Vec<(String, &'t str)> {
    let ours = |key: &str| {
        // Where servers stand at the top, every key may be one.
        if place.may_be_bare() {
            return true;
        }
        let roots = place.roots.iter().filter_map(|path| path.first());
        let gates = place.gates.iter().filter_map(|gate| gate.path.first());
        let questions = place.prompts.and_then(|path| path.first());
        roots
            .chain(gates)
            .chain(questions)
            .any(|own| *own == key || *own == "*")
    };
    let members = document.root.iter().flat_map(|root| root.members());
    members
        .filter(|member| !ours(&member.key))
        .filter_map(|member| Some((member.key.to_string(), text.get(member.value.span.range())?)))
        .collect()
}
