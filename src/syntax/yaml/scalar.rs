//! What a scalar means: YAML 1.2's core schema, and which strings other readers would take for something else.

use granit_parser::{ScalarStyle, Tag};

/// The kinds of scalars that are no strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScalarKind {
    Null,
    Bool(bool),
    Number,
    String,
}

/// What the scalar `text` is.
pub(super) fn kind(text: &str, style: ScalarStyle, tag: Option<&Tag>, older: bool) -> ScalarKind {
    match tag {
        Some(tag) => tagged(text, tag.core_suffix()),
        // Readers with merge keys also have dates, and underscores in numbers (observed with js-yaml 4.1.0).
        None if style == ScalarStyle::Plain && older && is_older(text) => ScalarKind::Number,
        None if style == ScalarStyle::Plain => plain(text),
        None => ScalarKind::String,
    }
}

fn tagged(text: &str, tag: Option<&str>) -> ScalarKind {
    match (tag, plain(text)) {
        (Some("null"), _) => ScalarKind::Null,
        (Some("bool"), kind @ ScalarKind::Bool(_)) => kind,
        (Some("int" | "float"), ScalarKind::Number) => ScalarKind::Number,
        _ => ScalarKind::String,
    }
}

/// What a scalar without quotes is.
pub(super) fn plain(text: &str) -> ScalarKind {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => ScalarKind::Null,
        "true" | "True" | "TRUE" => ScalarKind::Bool(true),
        "false" | "False" | "FALSE" => ScalarKind::Bool(false),
        _ if is_number(text) => ScalarKind::Number,
        _ => ScalarKind::String,
    }
}

/// What a key without quotes is, if it is no string.
pub(in crate::syntax) fn odd_word(text: &str) -> Option<&'static str> {
    match plain(text) {
        ScalarKind::Null => Some("null"),
        ScalarKind::Bool(_) => Some("a boolean"),
        ScalarKind::Number => Some("a number"),
        ScalarKind::String => None,
    }
}

/// Whether a reader of YAML 1.1 takes a scalar for a date or for a number that has underscores in it.
fn is_older(text: &str) -> bool {
    is_date(text)
        || text.contains('_')
            && text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'))
            && !text.ends_with('_')
            && is_number(&text.replace('_', ""))
}

/// Whether a text is a day, or a day and a time.
pub(in crate::syntax) fn is_date(text: &str) -> bool {
    let digits = |part: &str, counts: &[usize]| {
        counts.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let (day, time) = match text.split_once(['T', 't', ' ']) {
        Some((day, time)) => (day, time.trim_start()),
        None => (text, ""),
    };
    let parts: Vec<&str> = day.split('-').collect();
    let [year, month, date] = parts[..] else {
        return false;
    };
    let short: &[usize] = if time.is_empty() { &[2] } else { &[1, 2] };
    let clock = |time: &str| {
        let hour = time.split(':').next().unwrap_or_default();
        time.matches(':').count() >= 2 && digits(hour, &[1, 2])
    };
    digits(year, &[4])
        && digits(month, short)
        && digits(date, short)
        && (time.is_empty() || clock(time))
}

fn is_number(text: &str) -> bool {
    let all = |text: &str, digit: fn(&u8) -> bool| {
        !text.is_empty() && text.bytes().all(|byte| digit(&byte))
    };
    if let Some(digits) = text.strip_prefix("0o") {
        return all(digits, |byte| matches!(byte, b'0'..=b'7'));
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return all(digits, u8::is_ascii_hexdigit);
    }
    if matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let text = text.strip_prefix(['-', '+']).unwrap_or(text);
    matches!(text, ".inf" | ".Inf" | ".INF") || is_decimal(text)
}

/// Digits, a fraction and an exponent; at least one digit before the exponent.
fn is_decimal(text: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    digits(whole)
        && digits(fraction)
        && !(whole.is_empty() && fraction.is_empty())
        && exponent.is_none_or(|exponent| {
            let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
            !exponent.is_empty() && digits(exponent)
        })
}

/// Whether a reader of YAML 1.1 or of 1.2 may take the string `text`, without quotes, for something else. Rather too
/// many than too few: quotes do no harm.
pub(super) fn is_mistakable(text: &str) -> bool {
    plain(text) != ScalarKind::String || is_word(text) || is_numeric(text)
}

/// The words of YAML 1.1 for true, false and null, in any case; and the key that merges.
fn is_word(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "y", "n", "yes", "no", "on", "off", "true", "false", "null", "~", "<<", "=",
    ];
    text.len() <= 5 && WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Numbers with underscores, in base 60, with a leading zero or in another base, dates, times and versions that look like
/// decimals: whatever begins like a number and has nothing in it but what numbers and dates are made of.
fn is_numeric(text: &str) -> bool {
    let digits = text.trim_start_matches(['-', '+', '.']);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(|byte| {
            byte.is_ascii_hexdigit()
                || matches!(
                    byte,
                    b'-' | b'+'
                        | b'.'
                        | b'_'
                        | b':'
                        | b'x'
                        | b'X'
                        | b'o'
                        | b'O'
                        | b'T'
                        | b't'
                        | b'Z'
                        | b'z'
                        | b' '
                )
        })
        || matches!(
            digits.to_ascii_lowercase().as_str(),
            "inf" | "nan" | "infinity"
        ) && text.starts_with(['-', '+', '.'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars_are_those_of_the_core_schema() {
        let kind = |text| plain(text);
        for text in ["", "~", "null", "Null", "NULL"] {
            assert_eq!(kind(text), ScalarKind::Null, "{text}");
        }
        for text in ["true", "True", "TRUE"] {
            assert_eq!(kind(text), ScalarKind::Bool(true), "{text}");
        }
        for text in [
            "0", "08", "-1", "+12", "0o7", "0xFf", "1e3", "1E-3", "-.5", "1.", "1.5e+10", ".inf",
            "-.INF", ".nan",
        ] {
            assert_eq!(kind(text), ScalarKind::Number, "{text}");
        }
        for text in [
            "no",
            "yes",
            "on",
            "off",
            "y",
            "nULL",
            "tRUE",
            "0o8",
            "0o",
            "0x",
            "0xg",
            "1_000",
            "1:30",
            "2001-01-01",
            "1e",
            "e3",
            ".",
            "-",
            "+",
            "1.2.3",
            "-.nan",
            "0b1",
            "inf",
            "--1",
        ] {
            assert_eq!(kind(text), ScalarKind::String, "{text}");
        }
    }

    #[test]
    fn readers_with_merge_keys_have_dates_and_underscores_in_numbers() {
        let kind = |text, older| kind(text, ScalarStyle::Plain, None, older);
        for text in ["2024-11-05", "2001-12-14T21:59:43Z", "9_000", "0x_f"] {
            assert_eq!(kind(text, true), ScalarKind::Number, "{text}");
            assert_eq!(kind(text, false), ScalarKind::String, "{text}");
        }
        for text in ["2024-1-5", "2024-11-05-x", "9_", "_9", "a_1", "2024-11"] {
            assert_eq!(kind(text, true), ScalarKind::String, "{text}");
        }
    }

    #[test]
    fn a_tag_decides() {
        let tag = |suffix: &str| Tag::new("tag:yaml.org,2002:", suffix);
        let kind = |text, suffix| kind(text, ScalarStyle::Plain, Some(&tag(suffix)), false);
        assert_eq!(kind("1", "str"), ScalarKind::String);
        assert_eq!(kind("1", "int"), ScalarKind::Number);
        assert_eq!(kind("x", "int"), ScalarKind::String);
        assert_eq!(kind("true", "bool"), ScalarKind::Bool(true));
        assert_eq!(kind("", "null"), ScalarKind::Null);
    }

    #[test]
    fn what_another_reader_takes_for_something_else_is_known() {
        for text in [
            "",
            "~",
            "null",
            "no",
            "NO",
            "On",
            "y",
            "08",
            "1e3",
            "0x1",
            "0b1",
            "1_000",
            "190:20:30",
            "2001-01-01",
            "2001-12-14T21:59:43Z",
            "1.2",
            "<<",
            "=",
            ".inf",
            "-.Inf",
            ".5",
            "+1",
        ] {
            assert!(is_mistakable(text), "{text}");
        }
        for text in [
            "npx",
            "nothing",
            "a",
            "-y",
            "--port",
            "v1",
            "info",
            "127.0.0.1/x",
            "true-ish",
        ] {
            assert!(!is_mistakable(text), "{text}");
        }
    }
}
