//! Values that stand where a credential is meant to be filled in.

use super::names::scheme_len;

/// Words that are a stand-in when they are the whole value.
const BARE: [&str; 3] = ["token", "secret", "password"];

/// Words that make a value a stand-in when the others only name its kind. The
/// latter alone do not: `API_KEY` as an argument may name a variable.
const STAND_INS: [&str; 6] = ["placeholder", "todo", "tbd", "dummy", "example", "sample"];

const KINDS: [&str; 11] = ["token", "secret", "password", "apikey", "api", "key", "access", "auth", "client", "private", "value"];

/// Words that a stand-in for a credential tends to end in.
const NOUNS: [&str; 4] = ["key", "token", "secret", "password"];

/// Whether the value is a stand-in such as `<token>`, `your-api-key`,
/// `changeme` or `xxxx` and not a credential. Weak passwords such as `test` or
/// `postgres` are real values and do not count.
#[must_use]
pub fn placeholder(value: &str) -> bool {
    let trimmed = value.trim();
    let credential = trimmed[scheme_len(trimmed)..].trim();
    // A scheme alone may itself be the stand-in word.
    let text = if credential.is_empty() { trimmed } else { credential };
    if text.is_empty() {
        return false;
    }
    let folded = text.to_lowercase();
    is_bracketed(text) || is_elided(&folded) || has_monotonous_body(&folded) || is_sample_path(&folded) || is_worded(&folded)
}

/// `<anything>`, `[some words]` and `{{some words}}`. Double braces around
/// capitals are a template reference in several tools, hence lower case only.
fn is_bracketed(text: &str) -> bool {
    let inside = |open: &str, close: &str| text.strip_prefix(open)?.strip_suffix(close);
    let wordy = |inner: &str| inner.contains(char::is_alphabetic) && inner.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '));
    inside("<", ">").is_some_and(|inner| !inner.is_empty() && !inner.contains('<'))
        || inside("[", "]").is_some_and(wordy)
        || inside("{{", "}}").is_some_and(|inner| wordy(inner) && !inner.contains(char::is_uppercase))
}

/// `...` on its own or after the beginning of a token. Slashes are excluded
/// because `./...` is a package pattern.
fn is_elided(text: &str) -> bool {
    let shown = match text.strip_suffix("...") {
        Some(shown) => shown,
        None => match text.strip_suffix('…') {
            Some(shown) => shown,
            None => return false,
        },
    };
    shown.len() <= 20 && !shown.contains(|c: char| c.is_whitespace() || matches!(c, '/' | '\\'))
}

/// `xxxx`, `***`, `ghp_xxxx` and `sk-1234567890`: the whole text or what
/// follows some separator repeats one character or counts upwards.
fn has_monotonous_body(text: &str) -> bool {
    // No vendor prefix has more separators; the bound keeps long texts cheap.
    const STARTS: usize = 5;
    let separators = text.match_indices(['-', '_', '.', ':']).map(|(at, _)| at + 1);
    std::iter::once(0).chain(separators).take(STARTS).any(|start| {
        let body = &text.as_bytes()[start..];
        let crossed_out =
            body.iter().all(|byte| matches!(byte, b'x' | b'*' | b'-' | b'_')) && body.iter().filter(|byte| matches!(byte, b'x' | b'*')).count() >= 3;
        crossed_out || monotonous(body)
    })
}

/// Whether at least eight letters and digits, punctuation left out, repeat one
/// character or mostly count upwards (`1234567890abcdef`).
pub(super) fn monotonous(body: &[u8]) -> bool {
    const LEAST: usize = 8;
    // A counting sequence restarts about this often, as from `0` to `a`.
    const STRETCH: usize = 12;
    let plain = |byte: &u8| byte.is_ascii_alphanumeric();
    if body.iter().any(|byte| !plain(byte) && !matches!(byte, b'-' | b'_' | b'.')) {
        return false;
    }
    let mut count = 0;
    let mut same = 0;
    let mut rising = 0;
    let mut last = 0;
    for byte in body.iter().copied().filter(plain) {
        same += usize::from(byte == last);
        rising += usize::from(byte == last.wrapping_add(1) || (last, byte) == (b'9', b'0'));
        last = byte;
        count += 1;
    }
    count >= LEAST && (same == count - 1 || count - 1 - rising <= count / STRETCH)
}

fn is_sample_path(text: &str) -> bool {
    let path = text.replace('\\', "/");
    let rooted = match path.as_bytes() {
        [b'a'..=b'z', b':', ..] => &path[2..],
        _ => &path,
    };
    ["/path/to", "/absolute/path", "/full/path", "/your/path", "path/to", "absolute/path/to", "full/path/to"]
        .iter()
        .any(|sample| rooted.strip_prefix(sample).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// The stand-ins made of words; anything with other punctuation than `-`, `_`
/// and blanks, such as a host name, keeps its words from being recognised.
fn is_worded(text: &str) -> bool {
    const FEW: usize = 5;
    if text.starts_with('-') {
        return false; // A flag names a credential without standing in for one.
    }
    let parts = text.split(['-', '_', ' ']);
    let words: Vec<&str> = parts.filter(|word| !word.is_empty()).collect();
    let [first, .., last] = words[..] else {
        return words.first().is_some_and(|word| is_stand_in(word));
    };
    let noun = NOUNS.contains(&last);
    let prose = text.contains(' ') && words.len() > FEW;
    let told_to = |verb| words.windows(2).any(|pair| pair == [verb, "me"]);
    first == "your"
        || (words.contains(&"your") && !text.contains(' '))
        || (last == "here" && !prose)
        || ["paste-", "insert-"].iter().any(|verb| text.starts_with(verb))
        || (matches!(first, "my" | "paste" | "insert") && noun)
        || told_to("change")
        || told_to("replace")
        || words.iter().any(|word| is_asking(word))
        || (words.iter().any(|word| STAND_INS.contains(word)) && words.iter().all(|word| STAND_INS.contains(word) || KINDS.contains(word)))
}

fn is_stand_in(word: &str) -> bool {
    let glued = word.strip_prefix("your").unwrap_or_default();
    is_asking(word) || BARE.contains(&word) || STAND_INS.contains(&word) || NOUNS.iter().any(|noun| glued.ends_with(noun))
}

fn is_asking(word: &str) -> bool {
    word.starts_with("changeme") || word.starts_with("replaceme")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stand_ins_are_recognised() {
        for value in [
            "<YOUR_TOKEN>",
            "[api key]",
            "{{token}}",
            "YOUR_API_KEY",
            "your-key",
            "yourApiKey",
            "sk-your-key",
            "put-key-here",
            "replace_me",
            "changeme",
            "Change Me",
            "changeme123",
            "paste-token",
            "insert_key",
            "TODO",
            "tbd",
            "dummy",
            "example",
            "dummy-api-key",
            "sample token",
            "xxx",
            "XXXXXXXX",
            "xxxx-xxxx",
            "***",
            "…",
            "...",
            "sk-...",
            "ghp_xxx",
            "github_pat_xxxxxxxx",
            "sk-aaaaaaaaaaaa",
            "token",
            "secret",
            "password",
            "my-secret-key",
            "/path/to/file",
            "/absolute/path",
            "/full/path/to/.aws:/app/.aws",
            r"C:\path\to\x",
            "1234567890",
            "sk-1234567890abcdef",
            "  <x>  ",
            "Bearer <token>",
            "Bearer YOUR_TOKEN",
            "00000000-0000-0000-0000-000000000000",
        ] {
            assert!(placeholder(value), "{value}");
        }
    }

    #[test]
    fn real_values_are_not_stand_ins() {
        for value in [
            "",
            "test",
            "dev",
            "local",
            "admin",
            "postgres",
            "hunter22",
            "{{TOKEN}}",
            "[\"a\"]",
            "./...",
            "example.com",
            "https://example.com/mcp",
            "/home/me/path/to/x",
            "/path/together",
            "mcp-server-example-tools",
            "my-server",
            "Loading the next thing...",
            "Use your own tools",
            "4096",
            "123456",
            "2024-06-01",
            "aB3d9fK2mQ7x",
            "api",
            "key",
            "1.2.3",
            "naïve",
            "--token",
            "API_KEY",
            "insert_after_symbol",
            "there is no value to be found here",
        ] {
            assert!(!placeholder(value), "{value}");
        }
    }
}
