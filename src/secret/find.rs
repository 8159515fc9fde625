//! The search for vendor shapes in a text.

use super::shapes::{Confidence, Part, SHAPES, Shape};

/// A credential found in a value. The range counts bytes of that value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The service that issues such credentials.
    pub vendor: &'static str,
    /// Whether the shape is proof enough without its key.
    pub confidence: Confidence,
    /// Where the credential begins, prefix included.
    pub start: usize,
    /// The first byte after the credential.
    pub end: usize,
    /// How many bytes of it are the vendor's prefix, which is no secret.
    pub prefix_len: usize,
}

impl Found {
    /// The secret part: everything after the vendor's prefix.
    #[must_use]
    pub fn body(&self) -> std::ops::Range<usize> {
        self.start + self.prefix_len..self.end
    }

    /// Whether the match only illustrates the format, as in documentation: one
    /// character over and over, a counting sequence, or the word "example".
    #[must_use]
    pub fn is_sample(&self, value: &str) -> bool {
        let body = &value.as_bytes()[self.body()];
        super::placeholder::monotonous(body) || body.windows(7).any(|word| word.eq_ignore_ascii_case(b"example"))
    }
}

/// Finds the vendor shape that matters most in a value: the first one of high
/// confidence, or else the first one of medium confidence. A shape counts only
/// when no letter, digit or underscore touches it on either side.
#[must_use]
pub fn find(value: &str) -> Option<Found> {
    let mut fallback = None;
    for found in find_all(value) {
        if found.confidence == Confidence::High {
            return Some(found);
        }
        fallback.get_or_insert(found);
    }
    fallback
}

/// All vendor shapes of a value from left to right. Matches of high confidence
/// never overlap one another; one of medium confidence may overlap a later one.
pub fn find_all(value: &str) -> impl Iterator<Item = Found> {
    let text = value.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at + SHORTEST <= text.len() {
            let here = at;
            at += 1;
            let rows = candidates(text[here]);
            if rows == 0 || !open_before(text, here) {
                continue;
            }
            if let Some(found) = match_at(text, here, rows) {
                // A doubtful match must not hide a sure one inside it.
                if found.confidence == Confidence::High {
                    at = found.end;
                }
                return Some(found);
            }
        }
        None
    })
}

const SHORTEST: usize = 18; // No row of the table matches fewer bytes.

/// For each ASCII byte the rows that can begin with it, as a bit set.
static BY_FIRST_BYTE: [u128; 128] = index();

const fn index() -> [u128; 128] {
    assert!(SHAPES.len() <= 128, "one bit per row");
    let mut table = [0; 128];
    let mut row = 0;
    while row < SHAPES.len() {
        let shape = &SHAPES[row];
        let mut which = 0;
        while which < shape.prefixes.len() {
            let prefix = shape.prefixes[which].as_bytes();
            let mut byte = 0_u8;
            while byte < 128 {
                let fits = match (prefix, shape.body) {
                    ([first, ..], _) => *first == byte,
                    ([], [Part::Run(set, ..), ..]) => set.holds(byte),
                    _ => true,
                };
                if fits {
                    table[byte as usize] |= 1 << row;
                }
                byte += 1;
            }
            which += 1;
        }
        row += 1;
    }
    table
}

fn candidates(first: u8) -> u128 {
    BY_FIRST_BYTE.get(usize::from(first)).copied().unwrap_or(0)
}

fn match_at(text: &[u8], at: usize, mut rows: u128) -> Option<Found> {
    while rows != 0 {
        let Shape { vendor, prefixes, confidence, body } = &SHAPES[rows.trailing_zeros() as usize];
        rows &= rows - 1;
        for prefix in *prefixes {
            if !text[at..].starts_with(prefix.as_bytes()) {
                continue;
            }
            if let Some(end) = match_parts(body, text, at + prefix.len()) {
                return Some(Found { vendor, confidence: *confidence, start: at, end, prefix_len: prefix.len() });
            }
        }
    }
    None
}

/// Matches the parts from `at` on and returns the end. A run gives characters
/// back when the rest does not fit, unless the rest could not begin inside it.
fn match_parts(parts: &[Part], text: &[u8], at: usize) -> Option<usize> {
    let Some((part, rest)) = parts.split_first() else {
        return open_after(text, at).then_some(at);
    };
    match *part {
        Part::Lit(literal) => {
            let fits = text[at..].starts_with(literal.as_bytes());
            fits.then(|| match_parts(rest, text, at + literal.len()))?
        }
        Part::Run(set, min, max) => {
            let tail = text[at..].iter().take(max);
            let longest = tail.take_while(|byte| set.holds(**byte)).count();
            let fixed = matches!(rest, [Part::Lit(next), ..] if !set.holds(next.as_bytes()[0]));
            let least = if fixed { longest.max(min) } else { min };
            let mut lengths = (least..=longest).rev();
            lengths.find_map(|length| match_parts(rest, text, at + length))
        }
        Part::Pem => pem_end(text, at),
    }
}

/// The end of a PEM block whose opening line ends at `at`. A block cut off in
/// the middle still exposes key material, so a missing last line is forgiven;
/// an opening line that is merely mentioned is not a key.
fn pem_end(text: &[u8], at: usize) -> Option<usize> {
    const LEAST: usize = 32;
    let rest = &text[at..];
    let body = position(rest, b"-----END").unwrap_or(rest.len());
    if body < LEAST {
        return None;
    }
    let closing = rest.get(body + 8..).and_then(|tail| position(tail, b"-----"));
    Some(closing.map_or(text.len(), |dashes| at + body + 8 + dashes + 5))
}

fn position(text: &[u8], needle: &[u8]) -> Option<usize> {
    text.windows(needle.len()).position(|window| window == needle)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether a credential may begin here. The last letter of an escape such as
/// `%20` or `\n` stands for a character that is no part of a word.
fn open_before(text: &[u8], at: usize) -> bool {
    match text[..at] {
        [.., b'%', high, low] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => true,
        [] | [.., b'\\', b'n' | b'r' | b't'] => true,
        [.., before] => !is_word(before) || !is_word(text[at]),
    }
}

fn open_after(text: &[u8], at: usize) -> bool {
    text.get(at).is_none_or(|byte| !is_word(*byte))
}

#[cfg(test)]
mod tests {
    use super::super::shapes::Set;
    use super::*;

    /// Varied characters of a set, so that the result is no obvious sample.
    fn fill(set: Set, length: usize) -> String {
        let order = (0..128u8).map(|n| n.wrapping_mul(53) % 128);
        let plain = order.filter(|b| set.holds(*b) && b.is_ascii_alphanumeric());
        let varied: Vec<char> = plain.map(char::from).collect();
        varied.iter().cycle().take(length).collect()
    }

    fn example(shape: &Shape, prefix: &str, most: bool) -> String {
        let mut text = prefix.to_owned();
        for part in shape.body {
            match *part {
                Part::Run(set, _, max) if most => text += &fill(set, max.min(300)),
                Part::Run(set, min, _) => text += &fill(set, min),
                Part::Lit(literal) => text += literal,
                Part::Pem => text += &["\n", &fill(Set::B64, 64), "\n-----END KEY-----"].concat(),
            }
        }
        text
    }

    #[test]
    fn every_row_is_found_at_its_shortest_and_longest() {
        for shape in SHAPES {
            for prefix in shape.prefixes {
                for most in [false, true] {
                    let token = example(shape, prefix, most);
                    let text = format!("é \"{token}\" x");
                    let found = find(&text).unwrap_or_else(|| panic!("{} {prefix}", shape.vendor));
                    assert_eq!(found.vendor, shape.vendor, "{prefix}");
                    assert_eq!((found.start, found.end), (4, 4 + token.len()), "{prefix}");
                    assert_eq!(found.confidence, shape.confidence);
                    assert_eq!(found.prefix_len, prefix.len());
                    assert!(token.len() >= SHORTEST, "{prefix}");
                }
            }
        }
    }

    #[test]
    fn a_word_character_on_either_side_spoils_the_match() {
        let token = format!("ghp_{}", fill(Set::Alnum, 36));
        assert!(find(&token).is_some());
        assert!(find(&format!("x{token}")).is_none());
        let key = format!("AKIA{}", fill(Set::B32, 16));
        assert!(find(&key).is_some());
        assert!(find(&format!("{key}9")).is_none());
        assert!(find(&format!("?auth=Bearer%20{token}&x=1")).is_some());
    }

    #[test]
    fn a_sure_match_wins_over_an_earlier_doubtful_one() {
        let doubtful = format!("fc-{}", fill(Set::Hex, 32));
        let sure = format!("gsk_{}", fill(Set::Alnum, 52));
        let found = find(&format!("{doubtful} {sure}")).unwrap();
        assert_eq!(found.vendor, "Groq");
        assert_eq!(find(&doubtful).unwrap().confidence, Confidence::Medium);
    }

    #[test]
    fn ordinary_text_has_no_shape() {
        for text in [
            "",
            "npx",
            "@modelcontextprotocol/server-filesystem",
            "https://mcp.example.com/v1/mcp",
            "task-sk-runner-for-very-long-names",
            "pat.example.com",
            "/usr/lib/re_build/output/dir",
            "550e8400-e29b-41d4-a716-446655440000",
            "pk_some_words_that_are_not_a_key",
            "-----BEGIN PUBLIC KEY-----",
            "ééééééééééééééééééééé",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }

    #[test]
    fn documentation_samples_are_told_apart() {
        let sample = |body: &str| {
            let text = format!("ghp_{body}");
            find(&text).unwrap().is_sample(&text)
        };
        assert!(sample(&"x".repeat(36)));
        assert!(sample("1234567890abcdefghijklmnopqrstuvwxyz"));
        assert!(!sample(&fill(Set::Alnum, 36)));
        let aws = format!("AKIA{}", "IOSFODNN7EXAMPLE");
        assert!(find(&aws).unwrap().is_sample(&aws));
    }
}
