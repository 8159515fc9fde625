//! Real files, where they are at hand: what is added and taken away again leaves no trace.

use mcpconv::convert::{Environment, Input, Options, Target, convert, merge};
use mcpconv::hosts::by_name;
use mcpconv::internals::host::GateKind;

use crate::support::{assert_all, corpus};

#[test]
fn a_real_file_that_gets_a_server_and_loses_it_again_is_as_before() {
    let environment = Environment::default();
    let extra = r#"{"mcpServers": {"zz-extra": {"command": "npx", "args": ["-y", "x"], "env": {"A": "b"}}}}"#;
    let from = by_name("claude-code").expect("a host");
    let input = Input {
        text: extra,
        bom: false,
        host: from,
        place: &from.places[0],
        name: None,
        glob: None,
        disabled: None,
    };
    let mut wrong = Vec::new();
    for sample in corpus::samples() {
        let file = &sample.name;
        let target = Target {
            text: &sample.text,
            bom: false,
            place: sample.place,
            mirror: false,
            project: None,
        };
        let options = Options::new(sample.host, &environment);
        // A list of the only servers that are on keeps the name of a server that is gone.
        if sample.place.gates.iter().any(|gate| {
            gate.kind == GateKind::Only
                && sample
                    .document()
                    .root
                    .is_some_and(|root| root.at(gate.path).is_some())
        }) {
            continue;
        }
        // A root that was missing is there afterwards, with nothing in it.
        let document = sample.document();
        let there = |path: &&&[&str]| {
            document
                .root
                .as_ref()
                .is_some_and(|root| root.at(path).is_some())
        };
        if !sample.place.may_be_bare() && !sample.place.roots.iter().any(|path| there(&path)) {
            continue;
        }
        // Where no server can be merged, nothing must be written.
        let Some(more) = merge(&[input], &options, &target).text else {
            continue;
        };
        if more == sample.text {
            wrong.push(format!("{file}: nothing was added"));
            continue;
        }
        let kept = Options {
            select: &|name| name != "zz-extra",
            in_place: true,
            ..options
        };
        let again = convert(
            &[Input {
                text: &more,
                ..sample.input()
            }],
            &kept,
        );
        let expected = format!(
            "{}{}",
            if sample.bom { "\u{feff}" } else { "" },
            sample.text
        );
        if again.text.as_deref() != Some(&expected) {
            wrong.push(format!(
                "{file}: {:?}\n{}",
                again
                    .diagnostics
                    .list()
                    .iter()
                    .map(|d| &d.message)
                    .collect::<Vec<_>>(),
                again.text.unwrap_or_default()
            ));
        }
    }
    assert_all(&wrong);
}
