//! Words of a command line that know where they stand in the configuration.

use std::ops::Range;

/// A word of a command line, or a piece of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Word<'a> {
    /// What is written there.
    pub text: &'a str,
    /// Which value holds it: 0 is `command`, 1 the first of `args`, and so on.
    pub index: usize,
    /// The byte of that value at which the piece starts.
    pub start: usize,
}

impl<'a> Word<'a> {
    /// The whole of one value.
    #[must_use]
    pub(crate) fn whole(text: &'a str, index: usize) -> Self {
        Self {
            text,
            index,
            start: 0,
        }
    }

    /// The bytes of the value that the piece covers.
    #[must_use]
    pub(crate) fn range(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// The piece in front of byte `at` and the piece from there on. An offset outside the word or inside a character
    /// moves down to the next place where the word can be cut.
    #[must_use]
    pub(crate) fn split_at(&self, at: usize) -> (Self, Self) {
        let (head, tail) = self.text.split_at(self.text.floor_char_boundary(at));
        (
            Self {
                text: head,
                ..*self
            },
            Self {
                text: tail,
                start: self.start + head.len(),
                ..*self
            },
        )
    }

    /// The piece from byte `at` on.
    pub(super) fn from(&self, at: usize) -> Self {
        self.split_at(at).1
    }

    /// The pieces around the separator of `length` bytes at byte `at`.
    pub(super) fn around(&self, at: usize, length: usize) -> (Self, Self) {
        let (head, tail) = self.split_at(at);
        (head, tail.from(length))
    }

    /// The pieces around the one-byte separator at byte `at`, or the whole word if there is none.
    pub(super) fn cut(&self, at: Option<usize>) -> (Self, Option<Self>) {
        match at {
            Some(at) => {
                let (head, tail) = self.around(at, 1);
                (head, Some(tail))
            }
            None => (*self, None),
        }
    }

    /// The piece without white space at its ends.
    pub(super) fn trimmed(&self) -> Self {
        let text = self.text.trim_start();
        Self {
            text: text.trim_end(),
            start: self.start + self.text.len() - text.len(),
            ..*self
        }
    }

    /// The piece after `prefix`, if it starts so.
    pub(super) fn after(&self, prefix: &str) -> Option<Self> {
        self.text
            .starts_with(prefix)
            .then(|| self.from(prefix.len()))
    }

    /// The pieces between commas, in order.
    pub(super) fn fields(self) -> impl Iterator<Item = Self> {
        let mut rest = Some(self);
        std::iter::from_fn(move || {
            let word = rest?;
            let (field, more) = word.cut(find_outside(word.text, ','));
            rest = more;
            Some(field)
        })
    }
}

/// The bytes at which a wanted character stands outside braces: `${env:X}` and its like are not cut, whatever is in them.
pub(super) fn outside(text: &str, wanted: impl Fn(char) -> bool) -> impl Iterator<Item = usize> {
    let mut depth = 0usize;
    text.char_indices().filter_map(move |(at, c)| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => return (depth == 0 && wanted(c)).then_some(at),
        }
        None
    })
}

/// The first byte at which `wanted` stands outside braces.
pub(super) fn find_outside(text: &str, wanted: char) -> Option<usize> {
    outside(text, |c| c == wanted).next()
}

/// The last byte at which `wanted` stands outside braces.
pub(super) fn rfind_outside(text: &str, wanted: char) -> Option<usize> {
    outside(text, |c| c == wanted).last()
}

/// Whether the text has a variable in it, so that what it will say is not known.
pub(super) fn has_reference(text: &str) -> bool {
    text.contains(['$', '{', '%'])
}

/// Splits a command line for a Unix shell, if it is one plain command.
///
/// A word may be quoted as a whole. Whatever else a shell would act on makes this `None`: operators, redirections,
/// substitutions, escapes, comments, and quotes that open or close inside a word. Plain variables stay as they are.
#[must_use]
pub(crate) fn split_shell<'a>(text: &Word<'a>) -> Option<Vec<Word<'a>>> {
    split(text, is_plain_in_shell, &['\'', '"'])
}

/// Splits a command line for `cmd`, if it is one plain command.
pub(crate) fn split_cmd<'a>(text: &Word<'a>) -> Option<Vec<Word<'a>>> {
    split(
        text,
        |word, _| !word.contains(['&', '|', '<', '>', '^', '(', ')']),
        &['"'],
    )
}

fn split<'a>(
    text: &Word<'a>,
    plain: fn(&str, char) -> bool,
    quotes: &[char],
) -> Option<Vec<Word<'a>>> {
    // A second line is a second command.
    if text.text.trim().contains(['\n', '\r']) {
        return None;
    }
    let mut words = Vec::new();
    let mut rest = text.trimmed();
    while let Some(first) = rest.text.chars().next() {
        let (word, tail, quote) = if quotes.contains(&first) {
            let inner = rest.from(1);
            let (word, tail) = inner.around(inner.text.find(first)?, 1);
            (word, tail, first)
        } else {
            let (word, tail) = rest.split_at(
                rest.text
                    .find(char::is_whitespace)
                    .unwrap_or(rest.text.len()),
            );
            (word, tail, ' ')
        };
        let ends = tail.text.is_empty() || tail.text.starts_with(char::is_whitespace);
        if !ends || !plain(word.text, quote) || quote == ' ' && word.text.contains(quotes) {
            return None;
        }
        words.push(word);
        rest = tail.trimmed();
    }
    Some(words)
}

/// Whether a shell takes a word within these quotes, or a space for none, as it is written. Variables count as plain.
fn is_plain_in_shell(word: &str, quote: char) -> bool {
    let substitutes = word.contains(['`', '\\']) || word.contains("$(");
    match quote {
        '\'' => true,
        '"' => !substitutes,
        _ => {
            !substitutes
                && !word.starts_with('#')
                && !word.contains([';', '|', '&', '<', '>', '(', ')'])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Option<Vec<&str>> {
        split_shell(&Word::whole(text, 2)).map(|words| words.iter().map(|word| word.text).collect())
    }

    #[test]
    fn plain_commands_are_split() {
        assert_eq!(texts("  npx  -y\tpkg "), Some(vec!["npx", "-y", "pkg"]));
        assert_eq!(
            texts(r#"uvx --from 'a>=1' "b c" $X ${Y:-z}"#),
            Some(vec!["uvx", "--from", "a>=1", "b c", "$X", "${Y:-z}"])
        );
        assert_eq!(
            texts("größe '日本 語' ''"),
            Some(vec!["größe", "日本 語", ""])
        );
        assert_eq!(texts(""), Some(vec![]));
    }

    #[test]
    fn what_a_shell_acts_on_is_not_plain() {
        for text in [
            "a; b",
            "a && b",
            "a | b",
            "a > b",
            "a $(b)",
            "a `b`",
            "a \"$(b)\"",
            "a\nb",
            "a 'b",
            "a b\\ c",
            "a 'b'c",
            "a b'c'",
            "# a",
            "(a)",
            "a <(b)",
        ] {
            assert_eq!(texts(text), None, "{text}");
        }
    }

    #[test]
    fn pieces_know_their_bytes() {
        let text = "é 'ü x' b";
        for word in split_shell(&Word::whole(text, 4)).unwrap() {
            assert_eq!((&text[word.range()], word.index), (word.text, 4));
        }
        let word = Word::whole("aé", 0);
        assert_eq!(word.split_at(2).0.text, "a");
        assert_eq!(word.split_at(99).1.text, "");
    }

    #[test]
    fn braces_hide_what_is_in_them() {
        assert_eq!(find_outside("${a:b}:c", ':'), Some(6));
        assert_eq!(rfind_outside("a:${b:-c}", ':'), Some(1));
        assert_eq!(find_outside("${a:b", ':'), None);
        let fields: Vec<_> = Word::whole("a,,${b,c},", 0)
            .fields()
            .map(|field| field.text)
            .collect();
        assert_eq!(fields, ["a", "", "${b,c}", ""]);
    }
}
