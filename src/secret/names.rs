//! What a key, a header or a flag says about the value that belongs to it.

use crate::hints::Hints;

/// Names that mean a credential whatever words they are made of.
const ALWAYS: [&str; 7] = [
    "authorization",
    "proxy-authorization",
    "cookie",
    "x-api-key",
    "api-key",
    "x-auth-token",
    "private-token",
];

const SECRET_WORDS: [&str; 15] = [
    "token",
    "secret",
    "password",
    "passwd",
    "pwd",
    "apikey",
    "credential",
    "credentials",
    "bearer",
    "pat",
    "dsn",
    "auth",
    "pass",
    "passphrase",
    "pgpassword",
];

/// Words that turn a following "key" into a credential; other keys belong to
/// maps, sort orders and keyboards.
const KEY_OWNERS: [&str; 13] = [
    "api",
    "access",
    "private",
    "secret",
    "auth",
    "service",
    "signing",
    "encryption",
    "bot",
    "app",
    "master",
    "account",
    "openai",
];

/// Words that say the value is about a credential without being one.
const HARMLESS_WORDS: [&str; 25] = [
    "file",
    "path",
    "dir",
    "url",
    "uri",
    "endpoint",
    "id",
    "name",
    "env",
    "var",
    "header",
    "type",
    "expiry",
    "ttl",
    "length",
    "count",
    "limit",
    "max",
    "min",
    "public",
    "publishable",
    "stdin",
    "arn",
    "policy",
    "through",
];

/// First words of flags that switch something and take no value.
const SWITCH_WORDS: [&str; 7] = [
    "no", "skip", "disable", "enable", "without", "require", "allow",
];

/// What all names of credentials have one of, but for `pw`.
static PARTS: Hints = Hints::new(&[
    "token",
    "secret",
    "pass",
    "pwd",
    "key",
    "cred",
    "bearer",
    "pat",
    "dsn",
    "auth",
    "cookie",
    "jwt",
    "sas",
    "otp",
    "phrase",
    "mnemonic",
    "session",
    "signature",
    "psk",
]);

const SCHEMES: [&str; 3] = ["bearer", "basic", "token"];

/// Whether a key, header, parameter or flag name suggests that its value is a
/// credential.
///
/// The name is read as words, split at punctuation and at camel-case humps. A
/// "key" counts when one of the two words before it says whose key it is, so
/// that `SERVICE_ROLE_KEY` is covered as well as `API_KEY`.
#[must_use]
pub(crate) fn secretish_name(name: &str) -> bool {
    if !PARTS.any(name) {
        return false;
    }
    if is_always_secret(name) {
        return true;
    }
    let mut secret = false;
    let mut before = ["", ""];
    for word in words(name) {
        if listed(&HARMLESS_WORDS, word) {
            return false;
        }
        let owned = || before.iter().any(|owner| listed(&KEY_OWNERS, owner));
        secret |= listed(&SECRET_WORDS, word) || (word.eq_ignore_ascii_case("key") && owned());
        before = [before[1], word];
    }
    secret
}

/// Whether what stands under this name is covered when it is shown. More names count here than for a finding: a value that
/// is hidden for no reason costs a look into the file.
#[must_use]
pub(crate) fn names_secret(name: &str) -> bool {
    let short = |pair: &[u8]| pair.eq_ignore_ascii_case(b"pw");
    if !PARTS.any(name) && !name.as_bytes().windows(2).any(short) {
        return false;
    }
    if secretish_name(name) {
        return true;
    }
    // Alone, they belong to nothing that they could be a number or a name of. Written small, a `key` is half of a pair.
    if matches!(name, "KEY" | "Key") || name.eq_ignore_ascii_case("tokens") || ends_secret(name) {
        return true;
    }
    let mut secret = false;
    let mut before = "";
    for word in words(name) {
        if listed(&HARMLESS_WORDS, word) || word.eq_ignore_ascii_case("tokens") {
            return false;
        }
        let ends = |end: &&str| {
            let start = word.len().checked_sub(end.len());
            start.is_some_and(|start| {
                word.get(start..)
                    .is_some_and(|tail| tail.eq_ignore_ascii_case(end))
            })
        };
        let key = word.eq_ignore_ascii_case("key") || word.eq_ignore_ascii_case("keys");
        secret |= COVERED_WORDS
            .iter()
            .any(|known| known.eq_ignore_ascii_case(word))
            || COVERED_ENDS.iter().any(ends) && !listed(&PASSES, word)
            || is_joined_key(word)
            || key && !before.is_empty() && !listed(&PLAIN_KEYS, before);
        before = word;
    }
    // `SESSION_TIMEOUT` is about one.
    secret || listed(&COVERED_LAST, before)
}

/// Whether a name ends in what it is a name of, whatever it says before: `CLIENT_ID_SECRET` is the secret of an id. How
/// long or how many is another matter.
fn ends_secret(name: &str) -> bool {
    let (mut last, mut counts) = ("", false);
    for word in words(name).filter(|word| !word.is_empty()) {
        counts |= listed(&QUANTITIES, word);
        last = word;
    }
    !counts && listed(&FINAL_WORDS, last)
}

/// `signingkey`, as `signing-key` is written in one word.
fn is_joined_key(word: &str) -> bool {
    let stem = word.len().checked_sub("key".len());
    stem.and_then(|at| word.split_at_checked(at))
        .is_some_and(|(owner, key)| key.eq_ignore_ascii_case("key") && listed(&KEY_OWNERS, owner))
}

/// Words that say what a name means wherever they come last.
const FINAL_WORDS: [&str; 9] = [
    "secret",
    "password",
    "passwd",
    "passphrase",
    "pwd",
    "token",
    "apikey",
    "credentials",
    "authorization",
];

/// Words that make a number of a name.
const QUANTITIES: [&str; 7] = ["max", "min", "count", "limit", "length", "ttl", "expiry"];

/// Whether what stands under this name, in a list or in a map, are credentials: `tokens`, `apiKeys`. A number of tokens
/// goes by such a name too, but is no list.
#[must_use]
pub(crate) fn names_secrets(name: &str) -> bool {
    let mut last = ["", ""];
    for word in words(name) {
        if listed(&HARMLESS_WORDS, word) {
            return false;
        }
        last = [last[1], word];
    }
    let keys = ["key", "keys"]
        .iter()
        .any(|key| key.eq_ignore_ascii_case(last[1]));
    listed(&COLLECTIONS, last[1]) || keys && !listed(&PLAIN_KEYS, last[0])
}

/// What several credentials are called.
const COLLECTIONS: [&str; 15] = [
    "tokens",
    "secrets",
    "passwords",
    "passwds",
    "passphrases",
    "pwds",
    "apikeys",
    "credentials",
    "creds",
    "pats",
    "cookies",
    "bearers",
    "jwts",
    "dsns",
    "passes",
];

/// Whether what stands under this name, in a list or in a map, are names of variables: `bearer_token_env_var`, `env_keys`,
/// `env_http_headers`.
#[must_use]
pub(crate) fn names_variable(name: &str) -> bool {
    let variable = |word: &str| listed(&["env", "var", "vars"], word);
    let owned = |word: &str| {
        listed(&SECRET_WORDS, word) || listed(&["key", "keys", "var", "vars", "headers"], word)
    };
    let mut words = words(name).filter(|word| !word.is_empty());
    let first = words.next().unwrap_or_default();
    let (mut says, mut owns) = (variable(first), owned(first));
    let mut more = false;
    for word in words {
        (says, owns, more) = (says || variable(word), owns || owned(word), true);
    }
    says && owns && more
}

/// Whether what stands under this name are the variables that a process gets.
#[must_use]
pub(crate) fn names_environment(name: &str) -> bool {
    ["env", "envs", "environment"].contains(&name)
}

/// Whether a text reads as the name of a variable. What stands where such a name belongs and does not may be what the
/// variable should hold.
#[must_use]
pub(crate) fn reads_as_variable(text: &str) -> bool {
    let has = |kind: fn(&u8) -> bool| text.bytes().any(|byte| kind(&byte));
    let plain = text
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let (small, large) = (has(u8::is_ascii_lowercase), has(u8::is_ascii_uppercase));
    let worded = !(small && large) && text.trim_matches('_').contains('_');
    let conventional = !small || !has(u8::is_ascii_digit) || worded || names_secret(text);
    // What some shells and Windows have besides.
    let odd = matches!(text, "ProgramFiles(x86)" | "CommonProgramFiles(x86)");
    // Some hosts take the positions in a list for names.
    let position = text.len() < 6 && text.bytes().all(|byte| byte.is_ascii_digit());
    odd || position || plain && !text.starts_with(|c: char| c.is_ascii_digit()) && conventional
}

/// Whether a name ends in a word that means a password and nothing else.
#[must_use]
pub(super) fn names_password(name: &str) -> bool {
    let last = words(name).last();
    last.is_some_and(|word| {
        listed(
            &["password", "passwd", "passphrase", "pwd", "pw", "apikey"],
            word,
        )
    })
}

/// Whether a name means a token or a key that opens something, and no image, scope or section of a document.
#[must_use]
pub(super) fn names_token(name: &str) -> bool {
    let mut last = ["", ""];
    for word in words(name).filter(|word| !word.is_empty()) {
        last = [last[1], word];
    }
    let owned = last[1].eq_ignore_ascii_case("key") && listed(&KEY_OWNERS, last[0]);
    owned || listed(&["token", "secret"], last[1]) || is_joined_key(last[1])
}

/// Words that name something to cover, and that are too common for a finding.
const COVERED_WORDS: [&str; 14] = [
    "psk",
    "pass",
    "passcode",
    "pw",
    "cred",
    "creds",
    "secrets",
    "jwt",
    "cookie",
    "sas",
    "otp",
    "bearer",
    "mnemonic",
    "authorization",
];

/// The same, where they come last.
const COVERED_LAST: [&str; 14] = [
    "session",
    "sessionid",
    "jsessionid",
    "signature",
    "phrase",
    "authentication",
    "passwords",
    "passwds",
    "pwds",
    "passphrases",
    "cookies",
    "jwts",
    "bearers",
    "apikeys",
];

/// How such words end where they are written together: `PGPASSWORD`, `GHTOKEN`.
const COVERED_ENDS: [&str; 10] = [
    "password",
    "pass",
    "passwd",
    "passphrase",
    "pwd",
    "token",
    "secret",
    "apikey",
    "accesskey",
    "authkey",
];

/// Words that end like one and are none.
const PASSES: [&str; 14] = [
    "allpass",
    "bandpass",
    "bypass",
    "compass",
    "encompass",
    "highpass",
    "lowpass",
    "multipass",
    "onepass",
    "overpass",
    "prepass",
    "surpass",
    "trespass",
    "underpass",
];

/// What a "key" is of that opens nothing.
const PLAIN_KEYS: [&str; 14] = [
    "sort",
    "primary",
    "foreign",
    "partition",
    "map",
    "hot",
    "shortcut",
    "cache",
    "group",
    "order",
    "index",
    "lookup",
    "unique",
    "object",
];

/// Whether a flag only switches something.
pub(super) fn is_switch(name: &str) -> bool {
    words(name)
        .next()
        .is_some_and(|word| listed(&SWITCH_WORDS, word))
}

/// Whether the name is one of the headers that only ever carry credentials.
pub(crate) fn is_always_secret(name: &str) -> bool {
    listed(&ALWAYS, name.trim().trim_start_matches('-'))
}

/// Whether the argument is a long flag whose next argument is a credential,
/// such as `--api-key`. Flags that carry their value after `=` and flags that
/// merely switch something, such as `--no-auth`, are not.
#[must_use]
pub(crate) fn secret_flag(arg: &str) -> bool {
    let Some(name) = arg.strip_prefix("--") else {
        return false;
    };
    let plain = name.bytes().all(is_name_byte);
    plain && !is_switch(name) && secretish_name(name)
}

/// The bytes that names of keys, headers, parameters and flags are made of.
pub(super) fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')
}

/// The length of an authentication scheme and the blanks after it at the
/// beginning of a header value, or zero.
pub(crate) fn scheme_len(value: &str) -> usize {
    let word = value.bytes().take_while(u8::is_ascii_alphabetic).count();
    let blanks = value[word..]
        .bytes()
        .take_while(|byte| *byte == b' ')
        .count();
    let ends = blanks > 0 || word == value.len();
    if ends && listed(&SCHEMES, &value[..word]) {
        word + blanks
    } else {
        0
    }
}

fn listed(list: &[&str], word: &str) -> bool {
    list.iter().any(|entry| entry.eq_ignore_ascii_case(word))
}

/// The words of a name without the numbers some of them end in.
fn words(name: &str) -> impl Iterator<Item = &str> {
    let bytes = name.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        // Letters outside ASCII have no case here and stay within their word.
        let splits = |byte: u8| byte.is_ascii() && !byte.is_ascii_alphanumeric();
        while at < bytes.len() && splits(bytes[at]) {
            at += 1;
        }
        let start = at;
        while at < bytes.len() && !splits(bytes[at]) {
            at += 1;
            if at < bytes.len() && is_hump(bytes, start, at) {
                break;
            }
        }
        (start < at).then(|| name[start..at].trim_end_matches(|c: char| c.is_ascii_digit()))
    })
}

/// Whether a new camel-case word begins at `at`: an upper-case letter after
/// something else, or the last capital of an acronym (`APIKey`).
fn is_hump(bytes: &[u8], start: usize, at: usize) -> bool {
    let upper = bytes[at].is_ascii_uppercase();
    let after_upper = bytes[at - 1].is_ascii_uppercase();
    let before_lower = bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
    at > start && upper && (!after_upper || before_lower)
}

#[cfg(test)]
mod tests;
