//! A quick look whether a closer one is worth it.

/// Words, in lower case, of which none is in most texts.
#[derive(Debug)]
pub(crate) struct Hints {
    /// Bytes that some word starts with, in both cases.
    first: [bool; 256],
    words: &'static [&'static str],
}

impl Hints {
    pub(crate) const fn new(words: &'static [&'static str]) -> Self {
        let mut first = [false; 256];
        let mut at = 0;
        while at < words.len() {
            let byte = words[at].as_bytes()[0];
            first[byte as usize] = true;
            first[byte.to_ascii_uppercase() as usize] = true;
            at += 1;
        }
        Self { first, words }
    }

    /// Whether any of the words is in `text`, in any case.
    pub(crate) fn any(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let starts = |at: usize| self.words.iter().any(|word| bytes[at..].get(..word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word.as_bytes())));
        bytes.iter().enumerate().any(|(at, byte)| self.first[usize::from(*byte)] && starts(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static WORDS: Hints = Hints::new(&["curl", "…", "**"]);

    #[test]
    fn words_are_found_anywhere_and_in_any_case() {
        for text in ["curl", "a CuRL b", "x…", "a**", "ccurl"] {
            assert!(WORDS.any(text), "{text}");
        }
        for text in ["", "cur", "a*b", "c", "€"] {
            assert!(!WORDS.any(text), "{text}");
        }
    }
}
