//! Times, in the host's unit.

use serde_json::{Value as Json, json};

use super::number::{NUMERIC, counts, get, or_text};
use super::{Bad, Remedy, Rules, Say, Wanted};
use crate::host::encode::{Encoder, give_back};
use crate::host::lower::Lower;
use crate::host::reading::{At, FieldState};
use crate::host::{Field, Kind, Loss, LossKind, Out, OutValue, Outside};
use crate::model::{Entry, IgnoredField, Reason, Server, Slot, Value};
use crate::syntax::{Member, Node, Tree, number};

/// The strings that say a time above 0.
const ABOVE_ZERO: &str = r"^ *(?:0*[1-9][0-9]*(?:\.[0-9]+)?|0+\.0*[1-9][0-9]*) *$";

/// Hosts that take strings for numbers do not count fractions either.
fn is_whole(field: &Field, rules: Rules) -> bool {
    field.kind != Kind::Seconds && !rules.coerces && !field.fractions
}

pub(super) fn wanted(field: &Field, rules: Rules) -> Wanted {
    let whole = is_whole(field, rules);
    if field.range.outside == Outside::Refused {
        let range = field.range.in_units(unit(field.kind));
        return Wanted::Within { whole, range };
    }
    Wanted::Time {
        whole,
        zero: !rules.no_zero_time,
    }
}

pub(super) fn check<'n>(field: &Field, node: &'n Node<'n>, rules: Rules, say: Say<'_, 'n>) {
    let whole = is_whole(field, rules);
    let remedy = match get(node, rules) {
        Some((time, _)) if !in_range(field, time, rules) => Remedy::Without,
        Some((time, true)) if !whole || time.fract() == 0.0 => return,
        Some(_) => Remedy::Understood,
        None => Remedy::Skip,
    };
    // Who puts a time right does not refuse what is none either.
    let lenient = is_lenient(field) && get(node, rules).is_none_or(|(_, fits)| !fits);
    let counts = counts(node, rules).filter(|_| remedy == Remedy::Understood);
    say(Bad {
        harmless: match lenient {
            true => Some("ignored, as if it were not there"),
            false => counts,
        },
        remedy: if lenient { Remedy::Without } else { remedy },
        ..Bad::new(node, wanted(field, rules), remedy)
    });
}

/// Whether the host does as if a time were not there that is no number.
fn is_lenient(field: &Field) -> bool {
    field.range.outside == Outside::Clamped
}

/// Whether the host takes such a time at all.
fn in_range(field: &Field, time: f64, rules: Rules) -> bool {
    match field.range.outside {
        Outside::Refused => field.range.has(time * unit(field.kind)),
        Outside::Clamped => true,
        Outside::Ignored => {
            (time > 0.0 || time == 0.0 && !rules.no_zero_time) && time <= field.longest
        }
    }
}

pub(super) fn read<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let rules = lower.rules.for_time(field);
    let range = field.range;
    let time = get(&at.member.value, rules)
        .filter(|(_, fits)| *fits || !is_lenient(field))
        .filter(|(time, _)| in_range(field, *time, rules));
    match time.map(|(time, _)| time * unit(field.kind)) {
        Some(time) if range.outside == Outside::Clamped => {
            lower.put(field, at, Value::Millis(range.nearest(time)));
        }
        Some(time) if !range.has(time) => lower.server.ignored.push(IgnoredField {
            field: at.name.to_string(),
            slot: Some(field.slot),
            key_span: at.member.key_span,
            span: at.member.value.span,
            reason: Reason::TooSmall,
        }),
        Some(0.0) if field.zero_is_endless => lower.put(field, at, Value::Millis(f64::INFINITY)),
        Some(time) => lower.put(field, at, Value::Millis(time)),
        None => lower.leave_out(at),
    }
}

/// A time that stands elsewhere in the file for this field, if the host takes it.
pub(super) fn value(field: &Field, node: &Node<'_>) -> Option<Value> {
    let time = match &node.value {
        Tree::Number(text) => number(text).filter(|time| *time > 0.0)? * unit(field.kind),
        _ => return None,
    };
    match field.range.outside {
        Outside::Clamped => Some(Value::Millis(field.range.nearest(time))),
        _ => field.range.has(time).then_some(Value::Millis(time)),
    }
}

pub(super) fn write(encoder: &mut Encoder, field: &Field, server: &mut Server) -> Option<Out> {
    let entry = server.take(field.slot)?;
    let Value::Millis(millis) = entry.value else {
        return give_back(server, Some(entry));
    };
    if millis.is_infinite() {
        if field.zero_is_endless {
            return Some(Out::new(OutValue::Number("0".to_owned()), entry.span));
        }
        encoder
            .losses
            .push(endless(encoder, field, &server.name, &entry));
        return None;
    }
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
    let range = field.range.in_units(unit(field.kind));
    // What the host ignores outside of a range was taken out before.
    let number = range.nearest(if whole { exact.ceil().max(1.0) } else { exact });
    let number = number.min(field.longest);
    if !range.has(exact) || exact > field.longest {
        encoder
            .losses
            .push(beyond(encoder, field, &server.name, &entry, number));
        return Some(Out::new(OutValue::Number(number.to_string()), entry.span));
    }
    if whole && number.to_bits() != exact.to_bits() {
        let message = format!("`{}`: `{}` becomes {number}", server.name, entry.field);
        let unit = if unit(field.kind) < 1000.0 {
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
    let value = match field.kind {
        Kind::MillisInMap => OutValue::String(number.to_string()),
        _ => OutValue::Number(number.to_string()),
    };
    Some(Out::new(value, entry.span))
}

/// Reads a member of a map that says a time of the server, and not what the map is there for. Whatever is no time is
/// left to the map.
pub(super) fn read_in_map<'n>(
    lower: &mut Lower<'_, 'n>,
    map: &At<'n>,
    member: &'n Member<'n>,
) -> bool {
    let is_it = |field: &&Field| {
        matches!(field.kind, Kind::MillisInMap)
            && (field.name.split_once('.'))
                .is_some_and(|(of, key)| of == map.name && key == member.key)
    };
    let found = lower.reading.place.format.fields.iter().find(is_it);
    let digits = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let time = member.value.as_str().filter(digits);
    let time = time.and_then(|text| text.parse::<f64>().ok());
    let (Some(field), Some(time)) = (found, time.filter(|time| *time > 0.0)) else {
        return false;
    };
    let at = At {
        name: field.name.into(),
        member,
        field: Some(field),
        slot: Some(field.slot),
        state: FieldState::Read,
    };
    lower.put(field, &at, Value::Millis(time));
    true
}

/// A server that may take as long as it likes, where the target always has a limit.
fn endless(encoder: &Encoder, field: &Field, server: &str, entry: &Entry) -> Loss {
    let target = encoder.host.name;
    let message = format!("`{server}`: {target} cannot disable its timeout");
    Loss::new(LossKind::Changed, field.slot, entry.key_span, message)
        .leaves([entry.span])
        .label(format!("dropped, so {target} uses its default"))
        .help(format!(
            "set `{}` to the longest time that the server needs",
            entry.field
        ))
}

/// A time that the target cannot have, and the nearest that it can.
fn beyond(encoder: &Encoder, field: &Field, server: &str, entry: &Entry, number: f64) -> Loss {
    let message = format!("`{server}`: `{}` becomes {number}", entry.field);
    let range = field.range.in_units(unit(field.kind)).words();
    let label = format!(
        "{} accepts numbers {}",
        encoder.host.name,
        range.unwrap_or_default()
    );
    Loss::new(LossKind::Changed, field.slot, entry.span, message)
        .leaves([entry.span])
        .label(label)
}

/// Whether so many seconds look like a time in another unit: a tool may well take an hour, a start may not.
pub(crate) fn is_long(slot: Slot, seconds: f64) -> bool {
    // Installers write 10000 seconds for tools on purpose; what people copy from a host with milliseconds is a round number
    // of seconds from half a minute on.
    let longest = if slot == Slot::CallTimeout {
        30_000.0
    } else {
        1000.0
    };
    seconds >= longest
}

/// How many milliseconds one of the host's units has.
fn unit(kind: Kind) -> f64 {
    match kind {
        Kind::Millis | Kind::MillisInMap => 1.0,
        _ => 1000.0,
    }
}

pub(super) fn schema(field: &Field, rules: Rules) -> Json {
    let number = if is_whole(field, rules) {
        "integer"
    } else {
        "number"
    };
    match field.range.outside {
        Outside::Refused => {
            let range = field.range.in_units(unit(field.kind));
            let mut schema = json!({ "type": number, "minimum": range.least });
            if range.most.is_finite() {
                schema["maximum"] = json!(range.most);
            }
            return schema;
        }
        Outside::Clamped => return json!({ "type": number }),
        Outside::Ignored => {}
    }
    let (least, pattern) = if rules.no_zero_time {
        ("exclusiveMinimum", ABOVE_ZERO)
    } else {
        ("minimum", NUMERIC)
    };
    or_text(json!({ "type": number, least: 0 }), rules, pattern)
}
