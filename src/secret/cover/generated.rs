//! How words look that nobody reads: those that a program has made, and those that somebody has chosen as a password.

use std::ops::Range;

use super::super::{entropy, placeholder};
use super::ENDS;

/// Whether a text has no words in it that people would write: it goes from capitals to small letters and digits too often.
#[must_use]
pub(crate) fn is_generated(text: &str) -> bool {
    let kind = |byte: u8| match byte {
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        b'0'..=b'9' => 3,
        _ => 0,
    };
    let word = text.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let hex = word
        .bytes()
        .all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    let switches = word
        .as_bytes()
        .windows(2)
        .filter(|pair| kind(pair[0]) != 0 && kind(pair[1]) != 0 && kind(pair[0]) != kind(pair[1]))
        .count();
    word.len() >= 8 && !hex && switches * 5 >= word.len() * 2
}

/// The ASCII characters that end a word in which something may be generated.
static ENDS_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = matches!(byte as u8, b' ' | 0x09..=0x0d)
            || matches!(
                byte as u8,
                b'=' | b':' | b'/' | b'?' | b'#' | b'@' | b'[' | b']'
            );
        byte += 1;
    }
    let mut at = 0;
    while at < ENDS.len() {
        table[ENDS[at] as usize] = true;
        at += 1;
    }
    table
};

/// Words that look generated although nothing names them.
pub(crate) fn generated(value: &str) -> Vec<Range<usize>> {
    // What is shorter is no word that looks so.
    const SHORTEST: usize = 24;
    let mut out = Vec::new();
    let mut length = 0;
    let long = value.bytes().any(|byte| {
        length = if ENDS_WORD[usize::from(byte)] {
            0
        } else {
            length + 1
        };
        length == SHORTEST
    });
    if !long {
        return out;
    }
    let (mut at, mut before) = (0, "");
    let ends = |c: char| match u8::try_from(c) {
        Ok(byte) if byte.is_ascii() => ENDS_WORD[usize::from(byte)],
        _ => c.is_whitespace(),
    };
    for piece in value.split_inclusive(ends) {
        let word = piece.trim_end_matches(ends);
        if word.len() < SHORTEST {
            (at, before) = (at + piece.len(), piece);
            continue;
        }
        // A digest behind its name pins what is run, and is public.
        let digest = before.ends_with(['@', ':']) && before.contains("sha")
            || value[..at].ends_with("sha256-")
            || ["sha1-", "sha256-", "sha384-", "sha512-"]
                .iter()
                .any(|start| word.starts_with(start));
        let long = !word.contains('.') && is_generated(word);
        if !digest && (entropy::is_random(word) || long && !placeholder(word)) {
            out.push(at..at + word.len());
        }
        (at, before) = (at + piece.len(), piece);
    }
    out
}

/// Whether a word has digits or letters of both cases in it, as passwords do and words that people write do not.
pub(super) fn is_chosen(word: &str) -> bool {
    let capital = word.bytes().skip(1).any(|byte| byte.is_ascii_uppercase());
    is_mixed(word) || word.len() >= 6 && capital && word.contains(|c: char| c.is_ascii_lowercase())
}

/// Whether a word has letters and digits, as passwords do and words that people write do not.
pub(super) fn is_mixed(word: &str) -> bool {
    word.len() >= 6
        && word.bytes().any(|byte| byte.is_ascii_digit())
        && word.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// What stands between the lines around a private key.
pub(super) fn private_keys(value: &str, out: &mut Vec<Range<usize>>) {
    const OPEN: &str = "PRIVATE KEY-----";
    for (at, _) in value.match_indices(OPEN) {
        let start = at + OPEN.len();
        let begins = value[..at]
            .rfind("-----")
            .is_some_and(|dashes| value[dashes..at].starts_with("-----BEGIN "));
        if begins {
            let length = value[start..].find("-----").unwrap_or(value.len() - start);
            out.push(start..start + length);
        }
    }
}
