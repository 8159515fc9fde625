//! What a shell expands in the body of a here-document: parameters with their operators, commands and arithmetic, but no
//! words, globs or quotes. Nothing is ever run here: the output of a command stays unknown.

use super::Dialect;
use super::spelling::{LONGEST, leading_name};
use crate::model::template::{Lacks, Part};

/// How deep expansions may stand in each other; whoever reads them does so by recursion.
const DEEPEST: usize = 24;

/// The expansion that `tail` starts with, and its length. Nothing if there is none, or if the shell would refuse it.
pub(super) fn read(dialect: &Dialect, tail: &str) -> Option<(Part, usize)> {
    if let Some(inner) = tail.strip_prefix("${") {
        let inner = &inner[..end(inner, b'}')?];
        return Some((parameter(dialect, inner)?, "${}".len() + inner.len()));
    }
    if let Some(inner) = tail.strip_prefix("$((") {
        let inner = &inner[..end(inner, b')')?];
        let length = "$(())".len() + inner.len();
        let whole = tail.get(..length).filter(|whole| whole.ends_with("))"))?;
        return Some((Part::Other(whole.to_owned()), length));
    }
    if let Some(inner) = tail.strip_prefix("$(") {
        let inner = &inner[..end(inner, b')')?];
        return Some((Part::Command(inner.to_owned()), "$()".len() + inner.len()));
    }
    if let Some(inner) = tail.strip_prefix('`') {
        let inner = &inner[..end(inner, b'`')?];
        return Some((Part::Command(inner.to_owned()), "``".len() + inner.len()));
    }
    let word = tail.strip_prefix('$')?;
    let name = leading_name(word);
    if !name.is_empty() {
        return Some((Part::env(name, None), 1 + name.len()));
    }
    // Parameters of a script, which nothing sets outside of one.
    word.starts_with(|c: char| c.is_ascii_digit() || "$?!#*@-".contains(c))
        .then(|| (Part::Text(String::new()), 2))
}

/// Whether the shell refuses `tail`, in which [`read`] found nothing: it opens something that is not closed, or that makes
/// no sense.
pub(super) fn refuses(tail: &str) -> bool {
    tail.starts_with("${") || tail.starts_with("$(") || tail.starts_with('`')
}

/// The text of `${NAME:+text}` or `${NAME+text}`, with the name and whether an empty value is none.
pub(super) fn alternative(reference: &str) -> Option<(&str, bool, &str)> {
    let inner = reference.strip_prefix("${")?.strip_suffix('}')?;
    let name = leading_name(inner);
    let rest = &inner[name.len()..];
    match rest.strip_prefix(":+") {
        Some(text) => Some((name, true, text)),
        None => rest.strip_prefix('+').map(|text| (name, false, text)),
    }
}

/// What stands between `${` and `}`.
fn parameter(dialect: &Dialect, inner: &str) -> Option<Part> {
    let other = || Some(Part::Other(format!("${{{inner}}}")));
    let name = leading_name(inner);
    let rest = &inner[name.len()..];
    if name.is_empty() {
        let special = inner.starts_with(|c: char| c.is_ascii_digit() || "#!@*?$-".contains(c));
        return if special { other() } else { None };
    }
    let (colon, operator) = match rest.strip_prefix(':') {
        Some(operator) => (true, operator),
        None => (false, rest),
    };
    match operator.chars().next() {
        None if !colon => Some(Part::env(name, None)),
        // How quotes and backslashes are read in here differs from shell to shell.
        Some('-' | '?') if operator.contains(['"', '\'', '\\', '`']) => other(),
        Some('-') => Some(Part::Env {
            name: name.to_owned(),
            default: Some(dialect.read_within(&operator[1..])),
            lacks: if colon { Lacks::Blank } else { Lacks::Unset },
        }),
        Some('?') => Some(Part::Env {
            name: name.to_owned(),
            default: None,
            lacks: Lacks::Fails {
                blank: colon,
                message: operator[1..].to_owned(),
            },
        }),
        Some('+' | '=') => other(),
        // A part of the value, from this character on.
        Some(c) if colon && (c.is_ascii_digit() || " ($".contains(c)) => other(),
        // The same, from the character that a variable says: `${env:HOME}` is a part of the variable `env`.
        Some(_) if colon => Some(Part::Text(String::new())),
        Some('^' | ',' | '%' | '#' | '/' | '@' | '[') => other(),
        _ => None,
    }
}

/// Where `closer` closes what was opened just before `inner`.
fn end(inner: &str, closer: u8) -> Option<usize> {
    let bytes = &inner.as_bytes()[..inner.floor_char_boundary(LONGEST)];
    let mut open = vec![closer];
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let closer = *open.last()?;
        let next = bytes.get(at + 1).copied();
        match (*byte, closer) {
            (b'\\', _) => at += 1,
            (byte, _) if byte == closer => {
                open.pop();
                if open.is_empty() {
                    return Some(at);
                }
            }
            (b'$', b'}' | b')' | b'"') if matches!(next, Some(b'{' | b'(')) => {
                open.push(if next == Some(b'{') { b'}' } else { b')' });
                at += 1;
            }
            (b'`', b'}' | b')' | b'"') => open.push(b'`'),
            (b'(', b')') => open.push(b')'),
            (b'"', b')') => open.push(b'"'),
            (b'\'', b')') => at += 1 + bytes[at + 1..].iter().position(|byte| *byte == b'\'')?,
            _ => {}
        }
        if open.len() > DEEPEST {
            return None;
        }
        at += 1;
    }
    None
}
