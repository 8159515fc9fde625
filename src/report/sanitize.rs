//! Characters that a terminal obeys or that nobody sees, made visible.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::secret::veiled;

/// `text` with every character that is invisible, moves the cursor or turns the reading direction written as an
/// escape. Line breaks and tabs are escaped as well, since a name that holds one could otherwise forge a line of ours. A
/// token that somebody put in the place of a name is covered.
#[must_use]
pub(crate) fn sanitize(text: &str) -> Cow<'_, str> {
    let text = veiled(text);
    if !text.contains(is_unsafe) {
        return text;
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
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
    text.chars()
        .map(|c| match c {
            '\n' | '\t' => c,
            c if is_unsafe(c) => match c.len_utf8() {
                1 => '?',
                2 => '¿',
                3 => char::REPLACEMENT_CHARACTER,
                _ => '🚫',
            },
            c => c,
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
