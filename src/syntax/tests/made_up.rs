//! Values and changes that nobody would write.

use proptest::prelude::*;

use super::key;
use crate::edit::{Change, Step};
use crate::syntax::{Out, OutValue};

/// Names of members, as the made-up documents of all languages have them.
pub(crate) fn name() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("a"), Just("b"), Just("c"), Just("é"), Just("d.e")]
}

/// Objects have keys that no document has, so that none is equal to what is there but for its order.
pub(crate) fn new_value() -> impl Strategy<Value = Out> {
    let scalar = prop_oneof![
        Just(OutValue::Null),
        Just(OutValue::Bool(true)),
        Just(OutValue::Number("1".into())),
        Just(OutValue::String("x".into())),
        Just(OutValue::String("no".into())),
        Just(OutValue::String("\u{e9}\n\"".into())),
        Just(OutValue::String("one\n  two\n".into())),
    ];
    scalar
        .prop_map(Out::added)
        .prop_recursive(2, 8, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3)
                    .prop_map(|items| Out::added(OutValue::Array(items))),
                prop::collection::vec(inner, 0..3).prop_map(|values| {
                    let members = values
                        .into_iter()
                        .enumerate()
                        .map(|(index, value)| (format!("p{index}"), value));
                    Out::added(OutValue::Object(members.collect()))
                }),
            ]
        })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![4 => name().prop_map(key), 1 => Just(key("p0")), 2 => (0_usize..4).prop_map(Step::Index)];
    prop::collection::vec(step, 1..4)
}

/// Fewer than `limit` changes, most of which cannot be made.
pub(crate) fn changes(limit: usize) -> impl Strategy<Value = Vec<Change>> {
    let items = prop::collection::vec(new_value(), 0..3);
    let change = prop_oneof![
        (steps(), new_value()).prop_map(|(path, out)| Change::Set(path, out)),
        steps().prop_map(Change::Remove),
        (steps(), "[a-e]").prop_map(|(path, key)| Change::Rename(path, key)),
        (steps(), 0_usize..4, items).prop_map(|(mut path, index, items)| {
            path.push(Step::Index(index));
            Change::Insert(path, items)
        }),
    ];
    prop::collection::vec(change, 0..limit)
}
