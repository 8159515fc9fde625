//! Characters that are written as a pair of escapes, of which one is missing.

use crate::syntax::Span;

/// A string with escapes in it that are halves of pairs.
pub(super) struct Halves {
    pub(super) span: Span,
    /// The first of them.
    pub(super) first: Span,
    /// The string with `\ufffd` in their place, quotes included.
    pub(super) replaced: String,
}

/// The string that is next behind `from`, if it has halves of pairs.
pub(super) fn halves(text: &str, from: usize) -> Option<Halves> {
    let start = from + text[from..].find('"')?;
    text[from..start].trim().is_empty().then_some(())?;
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    };
    let (mut replaced, mut first, mut at) = (String::from('"'), None, start + 1);
    loop {
        let width = |at: usize| text.get(at..)?.chars().next().map(char::len_utf8);
        let next = match (text.as_bytes().get(at)?, unit(at)) {
            (b'"', _) => break,
            (_, Some(0xD800..=0xDBFF)) if matches!(unit(at + 6), Some(0xDC00..=0xDFFF)) => at + 12,
            (_, Some(0xD800..=0xDFFF)) => {
                first = first.or(Some(Span::new(at, at + 6)));
                replaced.push_str("\\ufffd");
                at += 6;
                continue;
            }
            (b'\\', _) => at + 1 + width(at + 1)?,
            _ => at + width(at)?,
        };
        replaced.push_str(text.get(at..next)?);
        at = next;
    }
    replaced.push('"');
    Some(Halves {
        span: Span::new(start, at + 1),
        first: first?,
        replaced,
    })
}
