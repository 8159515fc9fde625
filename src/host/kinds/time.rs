//! Times, in the host's unit.

use serde_json::{Value as Json, json};

use super::number::{NUMERIC, get, or_text};
use super::{Bad, Remedy, Rules, Say, Wanted};
use crate::host::encode::{Encoder, give_back};
use crate::host::lower::Lower;
use crate::host::reading::At;
use crate::host::{Field, Kind, Loss, LossKind, Out, OutValue};
use crate::model::{IgnoredField, Reason, Server, Value};
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
    let rules = lower.rules;
    match get(&at.member.value, rules).filter(|(time, _)| in_range(*time, rules)) {
        Some((time, _)) if time * unit(field.kind) < field.least => {
            lower.server.ignored.push(IgnoredField {
                field: at.name.to_string(),
                slot: Some(field.slot),
                key_span: at.member.key_span,
                span: at.member.value.span,
                reason: Reason::TooSmall,
            })
        }
        Some((time, _)) => lower.put(field, at, Value::Millis(time * unit(field.kind))),
        None => lower.leave_out(at),
    }
}

pub(super) fn write(encoder: &mut Encoder, field: &Field, server: &mut Server) -> Option<Out> {
    let entry = server.take(field.slot)?;
    let Value::Millis(millis) = entry.value else {
        return give_back(server, Some(entry));
    };
    // No time at all, or more than there is, is no limit that hosts take.
    if !(millis > 0.0 && millis < 1e15) {
        let (name, leaves) = (&entry.field, vec![entry.span]);
        encoder.dropped(
            &server.name,
            name,
            entry.slot,
            entry.key_span,
            leaves,
            false,
        );
        return None;
    }
    let whole = field.kind != Kind::Seconds;
    let exact = millis / unit(field.kind);
    let number = if whole { exact.ceil().max(1.0) } else { exact };
    if whole && number.to_bits() != exact.to_bits() {
        let message = format!("`{}`: `{}` becomes {number}", server.name, entry.field);
        let unit = if field.kind == Kind::Millis {
            "milliseconds"
        } else {
            "seconds"
        };
        encoder.losses.push(
            Loss::new(LossKind::Changed, field.slot, entry.span, message)
                .leaves([entry.span])
                .label(format!("{} accepts whole {unit}", encoder.host.name)),
        );
    }
    Some(Out::new(OutValue::Number(number.to_string()), entry.span))
}

/// How many milliseconds one of the host's units has.
fn unit(kind: Kind) -> f64 {
    if kind == Kind::Millis { 1.0 } else { 1000.0 }
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
