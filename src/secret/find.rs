//! The search for vendor shapes in a text.

use super::index::{LEAST, PLAIN, SHORTEST, SPACED, STARTS_SPACED, candidates, kind};
use super::shapes::{Confidence, SHAPES, Set, TokenPart, TokenShape};

/// A credential found in a value. The range counts bytes of that value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FoundSecret {
    /// The service that issues such credentials.
    pub vendor: &'static str,
    /// Whether the shape is proof enough without its key.
    pub confidence: Confidence,
    /// Where the credential begins, prefix included; the URL that it belongs to is not.
    pub start: usize,
    /// The first byte after the credential.
    pub end: usize,
    /// How many bytes of it are the vendor's prefix, which is no secret.
    pub prefix_len: usize,
}

impl FoundSecret {
    /// The secret part: everything after the vendor's prefix.
    #[must_use]
    pub(crate) fn body(&self) -> std::ops::Range<usize> {
        self.start + self.prefix_len..self.end
    }

    /// Whether the match only illustrates the format, as in documentation: one
    /// character over and over, a counting sequence, the word "example", or a
    /// token that the vendor itself prints.
    #[must_use]
    pub(crate) fn is_sample(&self, value: &str) -> bool {
        let body = &value.as_bytes()[self.body()];
        super::placeholder::monotonous(body)
            || PRINTED.contains(&body)
            || body
                .windows(7)
                .any(|word| word.eq_ignore_ascii_case(b"example"))
    }
}

/// What follows the prefix in tokens of the documentation of GitHub and Stripe.
static PRINTED: [&[u8]; 3] = [
    b"16C7e42F292c6912E7710c838347Ae178B4a",
    b"4eC39HqLyjWDarjtT1zdp7dc",
    b"BQokikJOvBiI2HlWgH4olfQ2",
];

/// Finds the vendor shape that matters most in a value: the first one of high
/// confidence, or else the first one of medium confidence. A shape counts only
/// when no letter, digit or underscore touches it on either side.
#[must_use]
pub(crate) fn find(value: &str) -> Option<FoundSecret> {
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
pub(crate) fn find_all(value: &str) -> impl Iterator<Item = FoundSecret> {
    let mut search = Search::new(value.as_bytes());
    std::iter::from_fn(move || search.next())
}

/// The same, also where an underscore joins the shape to other words, as in `TOKEN_URL` with a token in front.
pub(super) fn find_joined(value: &str) -> impl Iterator<Item = FoundSecret> {
    let mut search = Search {
        joined: true,
        ..Search::new(value.as_bytes())
    };
    std::iter::from_fn(move || search.next())
}

/// A search on its way through a text. What it learns about one place it keeps
/// for the next, so that a text in which every few bytes could begin a token
/// takes no longer than any other.
struct Search<'t> {
    text: &'t [u8],
    at: usize,
    /// Where the stretch ends that is under way: of bytes that tokens are made of.
    stretch: usize,
    /// What was learned; nothing in the many texts in which nothing could begin a token.
    learned: Option<Box<Learned>>,
    /// Whether an underscore ends a token, and does not only go on with it.
    joined: bool,
    /// Bytes and parts that were looked at.
    work: usize,
}

struct Learned {
    /// For each set of characters the last stretch of them that was measured.
    runs: [(usize, usize); Set::COUNT],
    /// For each row of the table where its parts after the first two are known
    /// not to fit: all tokens that could begin within one stretch go on there.
    dead: [usize; SHAPES.len()],
}

impl Default for Learned {
    fn default() -> Self {
        Self {
            runs: [(0, 0); Set::COUNT],
            dead: [usize::MAX; SHAPES.len()],
        }
    }
}

impl<'t> Search<'t> {
    fn new(text: &'t [u8]) -> Self {
        // No token fits into a text that is too short for any.
        let at = if text.len() < SHORTEST { text.len() } else { 0 };
        Self {
            text,
            at,
            stretch: 0,
            learned: None,
            joined: false,
            work: 0,
        }
    }

    fn learned(&mut self) -> &mut Learned {
        self.learned.get_or_insert_default()
    }

    fn next(&mut self) -> Option<FoundSecret> {
        loop {
            if self.at >= self.stretch {
                self.go_on()?;
            }
            let here = self.at;
            self.at += 1;
            // Most places are inside of words, and that is seen at once.
            if !self.open_before(here) {
                continue;
            }
            let rows = candidates(&self.text[here..]);
            if rows == 0 {
                continue;
            }
            if let Some(found) = self.match_at(here, rows) {
                // A doubtful match must not hide a sure one inside it.
                if found.confidence == Confidence::High {
                    self.at = found.end;
                }
                return Some(found);
            }
        }
    }

    /// Goes to the next stretch of bytes that tokens are made of. One that is too short for any is passed over, but for
    /// where a token with white space can begin.
    fn go_on(&mut self) -> Option<()> {
        let text = self.text;
        let mut end = self.at;
        loop {
            while end < text.len() && kind(text[end]) & PLAIN == 0 {
                end += 1;
            }
            let start = end;
            let mut kinds = 0;
            while end < text.len() && kind(text[end]) & PLAIN != 0 {
                kinds |= kind(text[end]);
                end += 1;
            }
            if start >= text.len() {
                return None;
            }
            if end - start >= SHORTEST {
                (self.at, self.stretch) = (start, end);
                return Some(());
            }
            let starts = |at: &usize| candidates(&text[*at..]) & SPACED != 0;
            if kinds & STARTS_SPACED != 0
                && let Some(at) = (start..end).find(starts)
            {
                (self.at, self.stretch) = (at, at + 1);
                return Some(());
            }
        }
    }

    fn match_at(&mut self, at: usize, mut rows: u128) -> Option<FoundSecret> {
        let room = self.stretch - at;
        while rows != 0 {
            let row = rows.trailing_zeros() as usize;
            let TokenShape {
                vendor,
                prefixes,
                confidence,
                body,
            } = &SHAPES[row];
            rows &= rows - 1;
            for prefix in *prefixes {
                let fits = SPACED >> row & 1 == 1 || room >= prefix.len() + LEAST[row];
                if !fits || !self.text[at..].starts_with(prefix.as_bytes()) {
                    continue;
                }
                if let Some(end) = self.match_parts(row, body, at + prefix.len()) {
                    // Where it is sent to is not a part of it.
                    let address = prefix.rfind('/').map_or(0, |slash| slash + 1);
                    return Some(FoundSecret {
                        vendor,
                        confidence: *confidence,
                        start: at + address,
                        end,
                        prefix_len: prefix.len() - address,
                    });
                }
            }
        }
        None
    }

    /// Matches the parts from `at` on and returns the end. A run gives characters
    /// back when the rest does not fit, unless the rest could not begin inside it.
    fn match_parts(&mut self, row: usize, parts: &'static [TokenPart], at: usize) -> Option<usize> {
        self.work += 1;
        let Some((part, rest)) = parts.split_first() else {
            return self.open_after(at).then_some(at);
        };
        let third = parts.len() + 2 == SHAPES[row].body.len();
        if third && self.learned().dead[row] == at {
            return None;
        }
        let end = match *part {
            TokenPart::Lit(literal) => {
                let fits = self.text[at..].starts_with(literal.as_bytes());
                if fits {
                    self.match_parts(row, rest, at + literal.len())
                } else {
                    None
                }
            }
            TokenPart::Run(set, min, max) => {
                let longest = self.run(set, at).min(max);
                let fixed =
                    matches!(rest, [TokenPart::Lit(next), ..] if !set.holds(next.as_bytes()[0]));
                let least = if fixed { longest.max(min) } else { min };
                let mut lengths = (least..=longest).rev();
                lengths.find_map(|length| self.match_parts(row, rest, at + length))
            }
            TokenPart::Pem => pem_end(self.text, at),
        };
        if third && end.is_none() {
            self.learned().dead[row] = at;
        }
        end
    }

    fn is_word(&self, byte: u8) -> bool {
        byte.is_ascii_alphanumeric() || byte == b'_' && !self.joined
    }

    /// Whether a credential may begin here. The last letter of an escape such as
    /// `%20` or `\n` stands for a character that is no part of a word.
    fn open_before(&self, at: usize) -> bool {
        let before = &self.text[..at];
        if !before.last().is_some_and(|before| self.is_word(*before))
            || !self.is_word(self.text[at])
        {
            return true;
        }
        match before {
            [.., b'%', high, low] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => true,
            _ => matches!(before, [.., b'\\', b'n' | b'r' | b't']),
        }
    }

    fn open_after(&self, at: usize) -> bool {
        self.text.get(at).is_none_or(|byte| !self.is_word(*byte))
    }

    /// How many characters of `set` follow from `at` on.
    fn run(&mut self, set: Set, at: usize) -> usize {
        let (start, end) = self.learned().runs[set as usize];
        if (start..end).contains(&at) {
            return end - at;
        }
        let mut stop = at;
        while stop < self.text.len() && set.holds(self.text[stop]) {
            // What was measured before need not be measured again.
            stop = if stop == start && end > start {
                end
            } else {
                stop + 1
            };
            self.work += 1;
        }
        self.learned().runs[set as usize] = (at, stop);
        stop - at
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
    let closing = rest
        .get(body + 8..)
        .and_then(|tail| position(tail, b"-----"));
    Some(closing.map_or(text.len(), |dashes| at + body + 8 + dashes + 5))
}

fn position(text: &[u8], needle: &[u8]) -> Option<usize> {
    text.windows(needle.len())
        .position(|window| window == needle)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Varied characters of a set, so that the result is no obvious sample.
    fn fill(set: Set, length: usize) -> String {
        let order = (0..128u8).map(|n| n.wrapping_mul(53) % 128);
        let plain = order.filter(|b| set.holds(*b) && b.is_ascii_alphanumeric());
        let varied: Vec<char> = plain.map(char::from).collect();
        varied.iter().cycle().take(length).collect()
    }

    fn example(shape: &TokenShape, prefix: &str, most: bool) -> String {
        let mut text = prefix.to_owned();
        for part in shape.body {
            match *part {
                TokenPart::Run(set, _, max) if most => text += &fill(set, max.min(300)),
                TokenPart::Run(set, min, _) => text += &fill(set, min),
                TokenPart::Lit(literal) => text += literal,
                TokenPart::Pem => {
                    text += &["\n", &fill(Set::B64, 64), "\n-----END KEY-----"].concat()
                }
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
                    let address = prefix.rfind('/').map_or(0, |slash| slash + 1);
                    let range = (4 + address, 4 + token.len());
                    assert_eq!((found.start, found.end), range, "{prefix}");
                    assert_eq!(found.confidence, shape.confidence);
                    assert_eq!(found.prefix_len, prefix.len() - address);
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
    fn a_text_full_of_beginnings_takes_no_more_work_than_its_length_allows() {
        for piece in [
            "eyJ-",
            "eyJa-eyJ.",
            "eyJ",
            "sk-",
            "sk-ant-oat01-",
            "AKIA-",
            "1/",
            "ghp_-",
            "-----BEGIN ",
            "sk-proj-T3Blb-",
            "xoxb-1-",
            "a.",
            "0Q~",
        ] {
            for tail in ["", ".", ".eyJ-.", "_"] {
                let text = piece.repeat(60_000 / piece.len()) + tail;
                let mut search = Search::new(text.as_bytes());
                while search.next().is_some() {}
                assert!(
                    search.work < 200 * text.len(),
                    "{piece}{tail}: {}",
                    search.work
                );
            }
        }
        let head = ["eyJ-".repeat(2_000), ".".to_owned(), "A".repeat(8_000)].concat();
        let mut search = Search::new(head.as_bytes());
        while search.next().is_some() {}
        assert!(search.work < 20 * head.len(), "{}", search.work);
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
        let stripe = ["sk_test_", "4eC39HqLyjWDarjtT1zdp7dc"].concat();
        assert!(find(&stripe).unwrap().is_sample(&stripe));
    }
}
