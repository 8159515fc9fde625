//! A quick look whether a closer one is worth it.

/// Where `://` stands first in a text.
pub(crate) fn scheme_end(text: &str) -> Option<usize> {
    let mut colons = text.match_indices(':').map(|(at, _)| at);
    colons.find(|at| text[*at..].starts_with("://"))
}

/// Words of at least three bytes, in lower case, of which none is in most texts.
#[derive(Debug)]
pub(crate) struct Hints {
    /// The beginnings of the words. Five bits of a byte are the same for both cases of a letter.
    starts: [u64; 512],
    words: &'static [&'static str],
}

const fn index(a: u8, b: u8, c: u8) -> usize {
    ((a & 31) as usize) << 10 | ((b & 31) as usize) << 5 | (c & 31) as usize
}

impl Hints {
    pub(crate) const fn new(words: &'static [&'static str]) -> Self {
        let mut starts = [0; 512];
        let mut at = 0;
        while at < words.len() {
            let word = words[at].as_bytes();
            let index = index(word[0], word[1], word[2]);
            starts[index / 64] |= 1 << (index % 64);
            at += 1;
        }
        Self { starts, words }
    }

    /// Whether any of the words is in `text`, in any case.
    pub(crate) fn any(&self, text: &str) -> bool {
        self.any_or(text, |_| false)
    }

    /// The same, or whether `also` says so of any byte, on the same way through the text.
    pub(crate) fn any_or(&self, text: &str, mut also: impl FnMut(u8) -> bool) -> bool {
        let bytes = text.as_bytes();
        let starts = |at: usize| {
            self.words.iter().any(|word| {
                bytes[at..]
                    .get(..word.len())
                    .is_some_and(|part| part.eq_ignore_ascii_case(word.as_bytes()))
            })
        };
        let mut last = 0;
        bytes.iter().enumerate().any(|(at, byte)| {
            // The last three bytes, as `index` puts them together.
            last = (last << 5 | usize::from(byte & 31)) & 0x7fff;
            also(*byte)
                || at >= 2 && self.starts[last / 64] >> (last % 64) & 1 == 1 && starts(at - 2)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static WORDS: Hints = Hints::new(&["curl", "…", "***"]);

    #[test]
    fn words_are_found_anywhere_and_in_any_case() {
        for text in ["curl", "a CuRL b", "x…", "a***", "ccurl"] {
            assert!(WORDS.any(text), "{text}");
        }
        for text in ["", "cur", "a**b", "c", "€", "c5rl", "jjj"] {
            assert!(!WORDS.any(text), "{text}");
        }
    }
}
