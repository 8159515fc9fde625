//! A time under another host's name, which may be in another unit too.

use crate::host::{Field, Kind};
use crate::hosts::HOSTS;
use crate::lint::rules::timeout_unit::suspect;

/// How many milliseconds are one of a time of this kind.
fn unit(kind: Kind) -> Option<f64> {
    match kind {
        Kind::Millis => Some(1.0),
        Kind::Seconds | Kind::WholeSeconds => Some(1000.0),
        _ => None,
    }
}

pub(super) fn is_time(kind: Kind) -> bool {
    unit(kind).is_some()
}

/// Whether a time that was ignored surely means the same as `field`, whose unit it may have.
///
/// # Errors
/// As it is, it would cut every call short or never end one, and this was meant.
pub(super) fn as_it_is(name: &str, field: &Field, value: f64) -> Result<bool, f64> {
    match suspect(field.kind, field.slot, value) {
        Some((_, meant, _)) => Err(meant),
        None => Ok(is_one_unit(name, field, value)),
    }
}

/// Whether no host that calls a time so could have meant `value` in another unit than that of `field`.
fn is_one_unit(name: &str, field: &Field, value: f64) -> bool {
    let hosts = HOSTS.iter().filter(|host| !host.facts.lenient);
    let named = hosts
        .flat_map(|host| host.main().fields)
        .filter(|other| other.slot == field.slot && other.names().any(|known| known == name));
    let mut others = named.filter(|other| unit(other.kind) != unit(field.kind));
    others.all(|other| suspect(other.kind, other.slot, value).is_some())
}

/// A time in another unit.
pub(super) fn convert(value: f64, from: Kind, to: Kind) -> Option<String> {
    let (from, unit) = (unit(from)?, unit(to)?);
    // Whoever writes so few milliseconds, or so many seconds, has the other unit in mind.
    if from != unit && (value < 1000.0) == (from < unit) {
        return None;
    }
    let value = value * from / unit;
    (value >= 0.0 && (to == Kind::Seconds || value.fract() == 0.0)).then(|| value.to_string())
}
