//! Times, in the host's unit.

use serde_json::{Value as Json, json};

use super::number::{NUMERIC, get, or_text};
use super::{Bad, Remedy, Rules, Say, Wanted};
use crate::host::lower::Lower;
use crate::host::reading::At;
use crate::host::{Field, Kind};
use crate::model::Value;
use crate::syntax::Node;

/// The strings that say a time above 0.
const ABOVE_ZERO: &str = r"^ *(?:0*[1-9][0-9]*(?:\.[0-9]+)?|0+\.0*[1-9][0-9]*) *$";

/// Hosts that take strings for numbers do not count fractions either.
fn is_whole(kind: Kind, rules: Rules) -> bool {
    kind != Kind::Seconds && !rules.coerces
}

pub(super) fn wanted(kind: Kind, rules: Rules) -> Wanted {
    Wanted::Time {
        whole: is_whole(kind, rules),
        zero: !rules.no_zero_time,
    }
}

pub(super) fn check<'n>(kind: Kind, node: &'n Node<'n>, rules: Rules, say: Say<'_, 'n>) {
    let whole = is_whole(kind, rules);
    let remedy = match get(node, rules) {
        Some((time, _)) if !in_range(time, rules) => Remedy::Without,
        Some((time, true)) if !whole || time.fract() == 0.0 => return,
        Some(_) => Remedy::Understood,
        None => Remedy::Skip,
    };
    say(Bad::new(node, wanted(kind, rules), remedy));
}

fn in_range(time: f64, rules: Rules) -> bool {
    time > 0.0 || time == 0.0 && !rules.no_zero_time
}

pub(super) fn read<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let unit = if field.kind == Kind::Millis {
        1.0
    } else {
        1000.0
    };
    let rules = lower.rules;
    match get(&at.member.value, rules).filter(|(time, _)| in_range(*time, rules)) {
        Some((time, _)) => lower.put(field, at, Value::Millis(time * unit)),
        None => lower.leave_out(at),
    }
}

pub(super) fn schema(kind: Kind, rules: Rules) -> Json {
    let number = if is_whole(kind, rules) {
        "integer"
    } else {
        "number"
    };
    let (least, pattern) = if rules.no_zero_time {
        ("exclusiveMinimum", ABOVE_ZERO)
    } else {
        ("minimum", NUMERIC)
    };
    or_text(json!({ "type": number, least: 0 }), rules, pattern)
}
