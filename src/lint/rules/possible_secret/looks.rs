//! What a credential looks like, and what it does not look like.

use std::ops::Range;

use crate::launch::is_image;
use crate::secret::{entropy, find, placeholder};

/// Whether a name ends in `KEY`, whoever's it is, and is not one that everybody may see.
pub(super) fn is_key(name: &str) -> bool {
    let end = name.len().checked_sub("key".len());
    let key = end.and_then(|end| name.get(end..));
    let shown = ["anon", "public", "publishable"];
    key.is_some_and(|key| key.eq_ignore_ascii_case("key")) && {
        let name = name.to_ascii_lowercase();
        !shown.iter().any(|word| name.contains(word))
    }
}

/// Whether a text is made like a token of three parts, also where its middle says nothing.
pub(super) fn is_jwt(text: &str) -> bool {
    find(text).is_some_and(|found| found.vendor == "JWT")
}

/// Whether a value under the name of a credential is one, and not a word, a path, an address or a number.
pub(super) fn is_credential(text: &str) -> bool {
    const SHORTEST: usize = 12;
    const BITS: f64 = 3.2;
    let classes: [fn(&u8) -> bool; 4] = [
        u8::is_ascii_lowercase,
        u8::is_ascii_uppercase,
        u8::is_ascii_digit,
        |byte| !byte.is_ascii_alphanumeric(),
    ];
    let kinds = classes
        .iter()
        .filter(|class| text.bytes().any(|byte| class(&byte)))
        .count();
    text.chars().count() >= SHORTEST
        && (entropy(text) >= BITS || kinds >= 3)
        && (!text.contains(char::is_whitespace) || is_spaced_password(text))
        && !text.contains("://")
        && text.parse::<f64>().is_err()
        && !is_wordy(undated(text))
        && !is_version(text)
        && !is_path(text)
        && !names_a_variable(text)
        && !names_a_resource(text)
        && !text
            .split_once('@')
            .is_some_and(|(user, host)| !user.is_empty() && host.contains('.'))
}

/// A file with the credential, and not the credential itself.
fn is_path(text: &str) -> bool {
    const ENDINGS: [&str; 7] = [".json", ".pem", ".key", ".p12", ".pfx", ".txt", ".env"];
    let rooted = text.starts_with(['/', '~', '.']) && text.matches('/').count() >= 2
        || matches!(text.as_bytes(), [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic());
    let wordy = || {
        text.split(['/', '\\'])
            .all(|part| part.is_empty() || part.contains('.') || is_wordy(part))
    };
    let ends = || {
        ENDINGS
            .iter()
            .any(|ending| text.len() > ending.len() && text.to_ascii_lowercase().ends_with(ending))
    };
    rooted && text.split(['/', '\\']).all(|part| part.len() <= 40)
        || ends()
        || text.contains(['/', '\\']) && wordy()
}

/// A password with blanks: groups of one length, as Google shows those for apps, or a phrase with capitals and digits.
fn is_spaced_password(text: &str) -> bool {
    const LONGEST: usize = 40;
    let groups: Vec<&str> = text.split(' ').collect();
    let plain = |group: &&str| group.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let length = groups[0].len();
    let even = groups.len() >= 3
        && length >= 4
        && groups.iter().all(|group| group.len() == length)
        && groups.iter().all(plain)
        && !is_pronounced(&groups.concat());
    let has = |class: fn(&u8) -> bool| text.bytes().any(|byte| class(&byte));
    let mixed =
        has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase) && has(u8::is_ascii_digit);
    even || mixed && text.len() <= LONGEST && groups.len() <= 3
}

/// Whether letters follow each other as in words: with vowels, and few consonants in a row.
fn is_pronounced(text: &str) -> bool {
    let letters = text.bytes().filter(u8::is_ascii_alphabetic).count();
    let is_vowel = |c: char| "aeiouyAEIOUY".contains(c);
    let vowels = text.chars().filter(|c| is_vowel(*c)).count();
    let longest = text
        .split(|c: char| is_vowel(c) || !c.is_ascii_alphabetic())
        .map(str::len)
        .max();
    vowels * 5 >= letters && longest < Some(6)
}

/// A text without the day at its end: `rotated-2024-11-01`.
fn undated(text: &str) -> &str {
    const DAY: &[u8] = b"0000-00-00";
    let start = text.len().checked_sub(DAY.len());
    let Some((rest, day)) = start.and_then(|start| text.split_at_checked(start)) else {
        return text;
    };
    let fits = |(byte, shape): (u8, &u8)| match shape {
        b'0' => byte.is_ascii_digit(),
        mark => byte == *mark,
    };
    match day.bytes().zip(DAY).all(fits) {
        true => rest.trim_end_matches(['-', '_', '.', ':']),
        false => text,
    }
}

/// A version, also behind what it is of: `v1.0.0-rc.1-arm64`, `jar:1.2.3-SNAPSHOT`.
fn is_version(text: &str) -> bool {
    let (what, version) = text.rsplit_once(':').unwrap_or(("", text));
    let version = version.strip_prefix('v').unwrap_or(version);
    let (release, more) = version.split_once(['-', '+', '_']).unwrap_or((version, ""));
    let number = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    // `build20240101`, `arm64`, and the start of a commit.
    let word = |part: &str| {
        let letters = part.trim_end_matches(|c: char| c.is_ascii_digit());
        part.len() <= 20 && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
            || part.len() <= 12 && part.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    (what.is_empty() || is_wordy(what))
        && release.split('.').count() >= 2
        && release.split('.').all(number)
        && more.split(['-', '+', '_', '.']).all(word)
}

/// No name is longer, and no more than that is looked at for each value.
const LONGEST_NAME: usize = 512;

/// Whether the value in `text` is a part of a longer name: of an ARN, of an image.
pub(super) fn is_in_name(text: &str, value: Range<usize>) -> bool {
    let ends = |c: char| c.is_whitespace() || matches!(c, '=' | ',' | '"' | '\'' | '(');
    let mut first = value.start.saturating_sub(LONGEST_NAME);
    while !text.is_char_boundary(first) {
        first -= 1;
    }
    let before = text[first..value.start].rsplit(ends).next();
    let start = value.start - before.map_or(0, str::len);
    if value.len() > LONGEST_NAME {
        return false;
    }
    let whole = &text[start..value.end];
    let hosted = || {
        let registry = whole.split_once('/').map_or("", |(registry, _)| registry);
        registry.contains('.') && text[..value.start].ends_with(':')
    };
    names_a_resource(whole) || hosted() && is_image(whole)
}

/// Where a store keeps the credential: an ARN of AWS, `projects/…/secrets/…` of Google.
fn names_a_resource(text: &str) -> bool {
    text.starts_with("arn:") || text.starts_with("projects/") && text.contains("/secrets/")
}

/// `env:NAME`, `process.env.NAME`: meant as a reference, in words that no host knows.
fn names_a_variable(text: &str) -> bool {
    let name = ["env:", "env.", "process.env.", "os.environ.", "ENV:"]
        .iter()
        .find_map(|start| text.strip_prefix(start));
    name.is_some_and(crate::model::dialect::is_name)
}

/// Words in one case, with a number or two: `client_credentials`, `oauth2-proxy`.
fn is_wordy(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let one_case = !text.bytes().any(|byte| byte.is_ascii_lowercase())
        || !text.bytes().skip(1).any(|byte| byte.is_ascii_uppercase());
    let word =
        |word: &str| word.len() <= 20 && word.bytes().all(|byte| byte.is_ascii_alphanumeric());
    digits <= 2
        && one_case
        && is_pronounced(text)
        && text.split(['-', '_', '.', ':', ',', '~', '$']).all(word)
}

/// Whether a value under a name that says little is a token all the same: a UUID, or letters and digits in no order.
pub(in crate::lint::rules) fn is_token(text: &str) -> bool {
    let hex = |part: &str, length: usize| {
        part.len() == length && part.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    let parts: Vec<&str> = text.split('-').collect();
    let uuid = parts.len() == 5
        && parts
            .iter()
            .zip([8, 4, 4, 4, 12])
            .all(|(part, length)| hex(part, length));
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let random = text.len() >= 20
        && digits >= 3
        && digits < text.len()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    !placeholder(text) && (uuid || random && is_credential(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_paths_and_numbers_are_no_credentials() {
        for text in [
            "client_credentials",
            "authorization-code",
            "GITHUB_TOKEN_VARIABLE",
            "secrets/token.json",
            "auth.acme.dev",
            "me@acme.dev",
            "1234567890123",
            "short1",
            "a b c d e f g h",
            "this that when then",
            "Set it in the settings",
            "arn:aws:secretsmanager:us-east-1:123456789012:secret:acme-AbCdEf",
            "projects/123/secrets/docs/versions/latest",
            "v1.0.0-rc.1-arm64",
            "1.2.3-SNAPSHOT20240101",
            "jar:1.2.3-SNAPSHOT20240101",
            "production/db-password",
            "rotated-2024-11-01",
        ] {
            assert!(!is_credential(text), "{text}");
        }
        for text in [
            "q7Rk2Zx9Lm4Tb8",
            "988cd92c-a58a-fe26-aa7b-b8dbcd80a0ae",
            "aB3/d9fK2mQ7x+Z1w==",
            "Correct9Horse!",
            "qkzv wpyd hxcm trbn",
            "qkzvwpydhxcmtrbn",
            "QKZVWPYDHXCMTRBN",
            "kzpqv-mxwtr-lhsdn",
            "S3cret Pass!2024",
        ] {
            assert!(is_credential(text), "{text}");
        }
    }
}
