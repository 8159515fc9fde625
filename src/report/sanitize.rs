//! Characters that a terminal obeys or that nobody sees, made visible.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::secret::{veiled, veiled_name};

/// `text` with every character that is invisible, moves the cursor or turns the reading direction written as an
/// escape. Line breaks and tabs are escaped as well, since a name that holds one could otherwise forge a line of ours. A
/// token that somebody put in the place of a name is covered.
#[must_use]
pub(crate) fn sanitize(text: &str) -> Cow<'_, str> {
    visible(veiled(text))
}

/// The same for what is nothing but a name out of a file, in which a secret may stand as in any value.
#[must_use]
pub(crate) fn sanitize_name(name: &str) -> Cow<'_, str> {
    visible(veiled_name(name))
}

/// Whether the line that starts at the beginning of `text` is one that a CI system obeys, or would if anything blank
/// stood before it.
fn starts_command(text: &str) -> bool {
    text.starts_with("::")
}

/// Whether a CI system obeys what is at the beginning of `text`, wherever that stands.
pub(super) fn is_command(text: &str) -> bool {
    let rest = text.strip_prefix("##").unwrap_or_default();
    rest.starts_with('[') || rest.starts_with("vso[")
}

/// Whether a text of several lines, printed as it is, would be obeyed by a terminal or a CI system, or shown as something
/// else than it is.
#[must_use]
pub(crate) fn is_obeyed(text: &str) -> bool {
    text.contains(|c| is_unsafe(c) && !matches!(c, '\n' | '\t' | '\r'))
        || text.lines().any(|line| starts_command(line.trim_start()))
        || text
            .match_indices('#')
            .any(|(at, _)| is_command(&text[at..]))
}

fn visible(text: Cow<'_, str>) -> Cow<'_, str> {
    if !is_obeyed(&text) && !text.contains(is_unsafe) {
        return text;
    }
    let mut safe = String::with_capacity(text.len() + 8);
    let first = text.len() - text.trim_start().len();
    for (at, c) in text.char_indices() {
        match c {
            ':' if at == first && starts_command(&text[at..]) => safe.push_str("\\u{3a}"),
            '#' if is_command(&text[at..]) => safe.push_str("\\u{23}"),
            '\n' => safe.push_str("\\n"),
            '\r' => safe.push_str("\\r"),
            '\t' => safe.push_str("\\t"),
            c if is_unsafe(c) => {
                // Writing to a string cannot fail.
                let _ = write!(safe, "\\u{{{:x}}}", u32::from(c));
            }
            c => safe.push(c),
        }
    }
    Cow::Owned(safe)
}

/// `text` with every such character but line breaks and tabs replaced by a visible one of as many bytes, so that spans
/// of `text` hold for the copy too.
#[must_use]
pub(crate) fn blank(text: &str) -> String {
    let mut fresh = true;
    text.char_indices()
        .map(|(at, c)| {
            let first = fresh;
            fresh = c == '\n' || first && c.is_whitespace();
            match c {
                '#' if is_command(&text[at..]) => '?',
                ':' if first && starts_command(&text[at..]) => '?',
                '\n' | '\t' => c,
                c if is_unsafe(c) => match c.len_utf8() {
                    1 => '?',
                    2 => '¿',
                    3 => char::REPLACEMENT_CHARACTER,
                    _ => '🚫',
                },
                c => c,
            }
        })
        .collect()
}

/// Whether `c` must not reach a terminal as it is.
///
/// Two of the variation selectors are let through: they stand behind ordinary emoji and do nothing else.
pub(super) fn is_unsafe(c: char) -> bool {
    matches!(c,
        // Controls: C0, DEL and C1.
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        // Reading direction.
        | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        // Line breaks by other names.
        | '\u{2028}' | '\u{2029}'
        // No width: soft hyphen, joiners, fillers, invisible operators, byte-order mark.
        | '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{3164}' | '\u{ffa0}'
        | '\u{fe00}'..='\u{fe0d}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}'
        // Tags and further variation selectors, in which whole texts can be hidden.
        | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ordinary_text_is_borrowed() {
        for text in ["", "a `b` \\n", "größer 日本語 🌈 ❤\u{fe0f}"] {
            assert!(
                matches!(sanitize(text), Cow::Borrowed(same) if same == text),
                "{text}"
            );
        }
    }

    #[test]
    fn control_and_invisible_characters_become_escapes() {
        assert_eq!(
            sanitize("a\x1b[31m\r\n\tb\x7f"),
            "a\\u{1b}[31m\\r\\n\\tb\\u{7f}"
        );
        assert_eq!(
            sanitize("x\u{202e}y\u{200b}\u{9b}\u{e0041}\u{feff}"),
            "x\\u{202e}y\\u{200b}\\u{9b}\\u{e0041}\\u{feff}"
        );
    }

    #[test]
    fn a_blanked_line_keeps_its_breaks_and_its_length() {
        let text = "\t\x1b[0m\u{85}\u{202e}\u{e0041}é\r\n";
        assert_eq!(blank(text), "\t?[0m¿\u{fffd}🚫é?\n");
        assert_eq!(blank(text).len(), text.len());
    }

    #[test]
    fn commands_of_ci_systems_are_words() {
        for (text, safe) in [
            ("::error::x", "\\u{3a}:error::x"),
            ("  ::x", "  \\u{3a}:x"),
            ("a::b", "a::b"),
            ("a ##[group]x", "a \\u{23}#[group]x"),
            ("###vso[x]", "#\\u{23}#vso[x]"),
            ("## [x]", "## [x]"),
        ] {
            assert_eq!(sanitize(text), safe);
            assert!(!is_obeyed(&blank(text)), "{text}");
        }
    }

    proptest! {
        #[test]
        fn nothing_unsafe_is_left_and_blanking_moves_no_character(text in any::<String>()) {
            prop_assert!(!sanitize(&text).contains(is_unsafe));
            let blanked = blank(&text);
            prop_assert!(blanked.char_indices().map(|(at, _)| at).eq(text.char_indices().map(|(at, _)| at)));
            prop_assert!(!blanked.contains(|c| is_unsafe(c) && c != '\n' && c != '\t'));
        }
    }
}
