//! A quick look whether a closer one is worth it.

/// Where `://` stands first in a text.
pub(crate) fn scheme_end(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (0..bytes.len()).find(|at| bytes[*at] == b':' && bytes[*at..].starts_with(b"://"))
}

/// Which marks a text has, seen on one way through it: nearly all texts have none of those that somebody looks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks(u32);

impl Marks {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) fn of(text: &str) -> Self {
        let bytes = text.bytes();
        Self(bytes.fold(0, |marks, byte| marks | MARKS[usize::from(byte)]))
    }

    /// These marks.
    pub(crate) const fn new(marks: &[u8]) -> Self {
        let (mut bits, mut at) = (0, 0);
        while at < marks.len() {
            bits |= BITS[marks[at] as usize];
            at += 1;
        }
        Self(bits)
    }

    /// Whether one of `marks` is there.
    pub(crate) fn has(self, marks: Self) -> bool {
        self.0 & marks.0 != 0
    }
}

/// White space of any kind, or what is not ASCII and may be some.
pub(crate) const BLANK: Marks = Marks::new(b" ");
/// What is not ASCII.
pub(crate) const WIDE: Marks = Marks(1 << 30);
pub(crate) const CONTROL: Marks = Marks(1 << 31);
/// What parts the names in a path.
pub(crate) const SLASHES: Marks = Marks::new(b"/\\");

static MARKS: [u32; 256] = BITS;

/// The bits of each byte in [`Marks`].
const BITS: [u32; 256] = {
    const KNOWN: &[u8] = b" :@=<>%${[/\\~`!(";
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            0x09..=0x0d => 1 | CONTROL.0,
            0..0x20 | 0x7f => CONTROL.0,
            0x80.. => 1 | WIDE.0,
            _ => 0,
        };
        byte += 1;
    }
    let mut at = 0;
    while at < KNOWN.len() {
        table[KNOWN[at] as usize] |= 1 << at;
        at += 1;
    }
    table
};

/// Words of at least three bytes, in lower case, of which none is in most texts.
#[derive(Debug)]
pub(crate) struct Hints {
    /// The beginnings of the words. Five bits of a byte are the same for both cases of a letter.
    starts: [u64; 512],
    words: &'static [&'static str],
    /// Three characters that are equal or count upwards are a hint as well.
    runs: bool,
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
        Self {
            starts,
            words,
            runs: false,
        }
    }

    /// The same, and `xxx`, `123` and the like.
    pub(crate) const fn and_runs(mut self) -> Self {
        let mut at = 0;
        while at < 32 * 4 {
            let first = (at / 4) as u8;
            let second = first + (at % 2) as u8;
            let index = index(first, second, second + (at / 2 % 2) as u8);
            self.starts[index / 64] |= 1 << (index % 64);
            at += 1;
        }
        self.runs = true;
        self
    }

    /// Whether any of the words is in `text`, in any case.
    pub(crate) fn any(&self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let mut last = 0;
        for (at, byte) in bytes.iter().enumerate() {
            // The last three bytes, as `index` puts them together.
            last = (last << 5 | usize::from(byte & 31)) & 0x7fff;
            let hint = self.starts[last / 64] >> (last % 64) & 1 == 1;
            if hint && at >= 2 && self.starts(&bytes[at - 2..]) {
                return true;
            }
        }
        false
    }

    /// Whether `text` starts with one of the words.
    fn starts(&self, text: &[u8]) -> bool {
        let goes_on = |at: usize| matches!(text[at].wrapping_sub(text[at - 1]), 0 | 1);
        let alike = |word: &&&str| (word.as_bytes()[0] ^ text[0]) & 31 == 0;
        self.runs && goes_on(1) && goes_on(2)
            || self.words.iter().filter(alike).any(|word| {
                text.get(..word.len())
                    .is_some_and(|part| part.eq_ignore_ascii_case(word.as_bytes()))
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
        static RUNS: Hints = Hints::new(&["curl"]).and_runs();
        for text in ["jjj", "a123", "aab", "abb", "curl"] {
            assert!(RUNS.any(text), "{text}");
        }
        for text in ["jj", "a12", "j*j", "321", "aXaXa"] {
            assert!(!RUNS.any(text), "{text}");
        }
    }
}
