//! The randomness of a text.

use super::placeholder::{monotonous, placeholder};

/// The Shannon entropy of a value in bits per character; zero for an empty
/// value. Characters outside ASCII count as their UTF-8 bytes.
#[must_use]
#[expect(
    clippy::cast_precision_loss,
    reason = "values are far shorter than 2^52 bytes"
)]
pub(crate) fn entropy(value: &str) -> f64 {
    let mut counts = [0_usize; 256];
    for byte in value.bytes() {
        counts[usize::from(byte)] += 1;
    }
    let total = value.len();
    let counts = counts.into_iter().filter(|count| *count > 0);
    counts.fold(0.0, |sum, count| {
        let share = count as f64 / total as f64;
        sum + share * (log2(total) - log2(count))
    })
}

/// The binary logarithm of a positive number, the same on every system. That of the standard library is the C library's, and
/// would make each start load one more library for this alone.
#[expect(
    clippy::cast_precision_loss,
    reason = "values are far shorter than 2^52 bytes"
)]
fn log2(number: usize) -> f64 {
    let whole = number.ilog2();
    let mut rest = number as f64 / (1_usize << whole) as f64;
    let (mut sum, mut bit) = (f64::from(whole), 1.0);
    // A square doubles the logarithm: each step gives its next digit.
    for _ in 0..40 {
        rest *= rest;
        bit /= 2.0;
        if rest >= 2.0 {
            rest /= 2.0;
            sum += bit;
        }
    }
    sum
}

/// Whether the text looks like a generated token although nothing names it as
/// one. Names, paths, host names, digests and UUIDs are not tokens.
pub(super) fn is_random(text: &str) -> bool {
    const SHORTEST: usize = 24;
    let body = text.trim_end_matches('=');
    let allowed =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'+' | b'.' | b'~');
    text.len() >= SHORTEST
        && body.bytes().all(allowed)
        && body
            .split('.')
            .any(|part| part.len() >= SHORTEST && is_random_part(part))
        && !is_host(body)
        && !is_digest(body)
        && !placeholder(text)
}

/// Human names also mix letters with digits ("report-2024-v2") and reach the
/// same entropy, but they are made of short pieces and seldom switch between
/// letters and digits.
fn is_random_part(part: &str) -> bool {
    const BITS: f64 = 4.0;
    const LONGEST_WORD: usize = 16;
    let bytes = part.as_bytes();
    let mixed = |pair: &&[u8]| {
        (pair[0].is_ascii_digit() && pair[1].is_ascii_alphabetic())
            || (pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit())
    };
    let switches = bytes.windows(2).filter(mixed).count();
    switches * 8 >= bytes.len()
        && part
            .split(['-', '_'])
            .any(|piece| piece.len() >= LONGEST_WORD)
        && !monotonous(bytes)
        && entropy(part) >= BITS
}

fn is_host(text: &str) -> bool {
    let label = |label: &str| {
        let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        (1..64).contains(&label.len()) && label.bytes().all(fits)
    };
    let top = |(_, top): (&str, &str)| top.bytes().all(|byte| byte.is_ascii_lowercase());
    text.split('.').all(label) && text.rsplit_once('.').is_some_and(top)
}

/// A subresource-integrity digest is public by nature.
fn is_digest(text: &str) -> bool {
    ["sha1-", "sha256-", "sha384-", "sha512-"]
        .iter()
        .any(|name| text.starts_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entropy_counts_bits_per_character() {
        let close = |value: &str, bits: f64| (entropy(value) - bits).abs() < 1e-9;
        assert!(close("", 0.0));
        assert!(close("aaaa", 0.0));
        assert!(close("abab", 1.0));
        assert!(close("abcdefgh", 3.0));
        assert!(close("aab", 0.918_295_834_054));
    }

    #[test]
    fn generated_tokens_look_random() {
        let parts = ["q7Rk2", "Zx9Lm", "4Tb8V", "n3Hw6", "Yc1Ps"];
        assert!(is_random(&parts.concat()));
        assert!(is_random(&format!("{}==", parts.concat())));
        assert!(is_random(&parts.concat().to_lowercase()));
        assert!(is_random(&format!("Q.{}.Q", parts.concat())));
        assert!(!is_random(&parts.concat()[..23]));
        assert!(!is_random(&format!(
            "{}.example.com",
            parts.concat().to_lowercase()
        )));
        assert!(!is_random(&format!("sha256-{}", parts.concat())));
        assert!(!is_random(&format!("dir/{}", parts.concat())));
    }

    #[test]
    fn names_and_identifiers_do_not_look_random() {
        for text in [
            "550e8400-e29b-41d4-a716-446655440000",
            "session-550e8400-e29b-41d4-a716-446655440000",
            "da39a3ee5e6b4b0d3255bfef95601890afd80709",
            "chrome-devtools-mcp@0.10.2-beta.1",
            "mcp-server-time==2025.1.17.0001",
            "my-company-mcp-server-v2-production-2024",
            "claude-3-5-sonnet-20241022-extended",
            "ModelContextProtocolInspector2025",
            "us-central1-docker.pkg.dev.internal",
            "internationalizationframework",
            "1234567890abcdefghijklmnopqrstuvwxyz",
        ] {
            assert!(!is_random(text), "{text}");
        }
    }
}
