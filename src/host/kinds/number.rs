//! Numbers, and ports among them.

use serde_json::{Value as Json, json};

use super::{Bad, Remedy, Rules, Say, Wanted};
use crate::host::encode::give_back;
use crate::host::lower::Lower;
use crate::host::reading::At;
use crate::host::{Field, Out, OutValue, Outside};
use crate::model::{Entry, Server, Value};
use crate::syntax::{Node, Tree, number};

/// The strings that count as numbers where a host takes strings for them.
pub(super) const NUMERIC: &str = r"^ *[0-9]+(\.[0-9]+)? *$";

/// What a number is, and whether the host reads it so.
pub(super) fn get(node: &Node<'_>, rules: Rules) -> Option<(f64, bool)> {
    let (value, fits) = match &node.value {
        Tree::Number(text) => (number(text)?, true),
        Tree::String(text) => {
            let value = text.trim().parse().ok()?;
            (value, rules.coerces && is_numeric(text))
        }
        // As Python counts them (observed with FastMCP 4.1.0).
        Tree::Bool(flag) if rules.flag_words => (f64::from(u8::from(*flag)), false),
        _ => return None,
    };
    value.is_finite().then_some((value, fits))
}

/// What becomes of a boolean in the place of a number, where it counts as one.
pub(super) fn counts(node: &Node<'_>, rules: Rules) -> Option<&'static str> {
    let flag = matches!(node.value, Tree::Bool(_));
    (flag && rules.flag_words).then_some("it counts as a number: `true` is 1, `false` is 0")
}

fn is_numeric(text: &str) -> bool {
    let text = text.trim_matches(' ');
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    digits(whole) && digits(fraction)
}

pub(super) fn check<'n>(field: &Field, node: &'n Node<'n>, rules: Rules, say: Say<'_, 'n>) {
    let refuses = field.range.outside == Outside::Refused;
    let fits = |value: f64| value >= 0.0 && (!refuses || field.range.has(value));
    let remedy = match get(node, rules) {
        Some((value, true)) if fits(value) => return,
        Some((value, false)) if fits(value) => Remedy::Understood,
        Some((value, _)) if value >= 0.0 => Remedy::Without,
        _ => Remedy::Skip,
    };
    let wanted = match refuses {
        true => Wanted::Within {
            whole: false,
            range: field.range,
        },
        false => Wanted::Number,
    };
    say(Bad {
        harmless: counts(node, rules).filter(|_| remedy == Remedy::Understood),
        ..Bad::new(node, wanted, remedy)
    });
}

pub(super) fn check_whole<'n>(field: &Field, node: &'n Node<'n>, rules: Rules, say: Say<'_, 'n>) {
    if field.range.outside == Outside::Refused {
        let range = field.range;
        let fits = |value: f64| value.fract() == 0.0 && range.has(value);
        if !get(node, rules).is_some_and(|(value, read)| read && fits(value)) {
            let wanted = Wanted::Within { whole: true, range };
            say(Bad::new(node, wanted, Remedy::Without));
        }
        return;
    }
    let whole = match &node.value {
        Tree::Number(text) => number(text).is_some_and(|value| value.fract() == 0.0),
        Tree::String(text) => rules.coerces && text.trim().parse::<i64>().is_ok(),
        _ => false,
    };
    if !whole {
        say(Bad {
            harmless: counts(node, rules),
            ..Bad::new(node, Wanted::Whole, Remedy::Without)
        });
    }
}

pub(super) fn check_port<'n>(field: &Field, node: &'n Node<'n>, rules: Rules, say: Say<'_, 'n>) {
    let read = get(node, STRICT);
    let refuses = field.range.outside == Outside::Refused;
    if let (true, Some(_), Some((value, true))) = (refuses, port(node), read)
        && !field.range.has(value)
    {
        let range = field.range;
        let wanted = Wanted::Within { whole: true, range };
        return say(Bad::new(node, wanted, Remedy::Without));
    }
    let remedy = match (port(node), read) {
        (Some(_), Some((_, true))) => return,
        (Some(_), _) => Remedy::Understood,
        (None, Some(_)) => Remedy::Without,
        (None, None) => Remedy::Skip,
    };
    let whole = read.filter(|(value, fits)| *fits && value.fract() == 0.0);
    let harmless = match whole {
        Some((value, _)) if rules.wide_ports && value >= 1.0 => {
            Some("nothing can be reached there")
        }
        Some((value, _)) if rules.zero_port && value == 0.0 => Some("any free port is used"),
        _ => None,
    };
    say(Bad {
        harmless,
        ..Bad::new(node, Wanted::Port, remedy)
    });
}

/// Nobody is known to take strings for ports.
pub(super) const STRICT: Rules = Rules {
    coerces: false,
    flag_words: false,
    loose: false,
    positions: false,
    loose_lists: false,
    loose_maps: false,
    letters: false,
    zero_is_false: false,
    dates: false,
    no_zero_time: false,
    wide_ports: false,
    zero_port: false,
};

#[expect(
    clippy::cast_possible_truncation,
    reason = "a port fits, and anything else is refused"
)]
pub(super) fn port(node: &Node<'_>) -> Option<i64> {
    get(node, STRICT)
        .map(|(value, _)| value)
        .filter(|value| (1.0..=65535.0).contains(value) && value.fract() == 0.0)
        .map(|value| value as i64)
}

pub(super) fn read_port<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    match port(&at.member.value) {
        Some(port) => lower.put(field, at, Value::Int(port)),
        None => lower.leave_out(at),
    }
}

pub(super) fn write_port(field: &Field, server: &mut Server) -> Option<Out> {
    match server.take(field.slot) {
        Some(Entry {
            value: Value::Int(port),
            span,
            ..
        }) => Some(Out::new(OutValue::Number(port.to_string()), span)),
        other => give_back(server, other),
    }
}

pub(super) fn schema(field: &Field, rules: Rules) -> Json {
    if field.range.outside == Outside::Refused {
        return ranged("number", field);
    }
    or_text(json!({ "type": "number", "minimum": 0 }), rules, NUMERIC)
}

pub(super) fn schema_whole(field: &Field, rules: Rules) -> Json {
    if field.range.outside == Outside::Refused {
        return ranged("integer", field);
    }
    or_text(json!({ "type": "integer" }), rules, r"^ *[-+]?[0-9]+ *$")
}

pub(super) fn schema_port(field: &Field) -> Json {
    if field.range.outside == Outside::Refused {
        return ranged("integer", field);
    }
    json!({ "type": "integer", "minimum": 1, "maximum": 65535 })
}

/// A number that the host takes in this range only.
fn ranged(kind: &str, field: &Field) -> Json {
    let mut schema = json!({ "type": kind, "minimum": field.range.least });
    if field.range.most.is_finite() {
        schema["maximum"] = json!(field.range.most);
    }
    schema
}

/// The same, or a string that says it where the host takes strings.
pub(super) fn or_text(schema: Json, rules: Rules, pattern: &str) -> Json {
    if !rules.coerces {
        return schema;
    }
    json!({ "anyOf": [schema, { "type": "string", "pattern": pattern }] })
}
