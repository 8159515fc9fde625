//! Command lines in one string.

use std::borrow::Cow;
use std::ops::Range;

use crate::launch::runs_others;
use crate::model::dialect::is_name;

/// A word of a command line, and the bytes of the text it was made from, without the quotes around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommandWord<'n> {
    pub(crate) text: Cow<'n, str>,
    pub(crate) range: Range<usize>,
}

/// Splits a command line into words as a POSIX shell does, without expanding anything.
///
/// A backslash takes the meaning from a blank, a quote or another backslash; before anything else it is part of a
/// Windows path, which the hosts that split keep too (Vibe reads `shlex` so on Windows).
pub(crate) fn words(line: &str) -> Vec<CommandWord<'_>> {
    let mut words = Vec::new();
    let mut rest = line;
    loop {
        rest = rest.trim_start();
        if rest.is_empty() {
            return words;
        }
        let start = line.len() - rest.len();
        let length = end_of_word(rest);
        words.push(piece(&rest[..length], start));
        rest = &rest[length..];
    }
}

/// The words of a text that a shell reads after the host has put values in. A text that is one reference without quotes
/// stays whole, blanks of its default included.
pub(crate) fn shell_words(text: &str) -> Vec<CommandWord<'_>> {
    let whole = text.starts_with("${") && text.find('}') == Some(text.len() - 1);
    if whole && !text.contains(['\'', '"']) {
        return vec![CommandWord {
            text: Cow::Borrowed(text),
            range: 0..text.len(),
        }];
    }
    words(text)
}

/// The first mark in a line, after the host has put values in, on which a shell does more than take the line apart at its
/// blanks and remove quotes. References of the host, `${NAME}` and those with a default, are no such marks.
pub(crate) fn shell_mark(line: &str) -> Option<char> {
    // A path of Windows, whose own shell leaves backslashes alone.
    let windows = line.contains(":\\") || line.contains("\\\\");
    let mut quote = None;
    let mut starts = true;
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let begins = std::mem::replace(&mut starts, quote.is_none() && c.is_whitespace());
        rest = after;
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (Some('\''), _) => {}
            (_, '$') => match after
                .strip_prefix('{')
                .and_then(|inner| inner.split_once('}'))
            {
                Some((_, behind)) => rest = behind,
                // A lone one is text.
                None if after
                    .starts_with(|c: char| c.is_alphanumeric() || "_{(@*#?$!-".contains(c)) =>
                {
                    return Some(c);
                }
                None => {}
            },
            (_, '`') => return Some(c),
            (_, '\\') => match after.chars().next() {
                Some(next) if escapes(next) => rest = &after[next.len_utf8()..],
                Some('$' | '`') => return Some(c),
                Some(_) if quote.is_none() && !windows => return Some(c),
                _ => {}
            },
            (None, '|' | '&' | ';' | '<' | '>' | '(' | ')' | '*' | '?' | '[') => return Some(c),
            (None, '~' | '#') if begins => return Some(c),
            _ => {}
        }
    }
    None
}

/// Whether a quote in `line` is not closed.
pub(crate) fn is_open(line: &str) -> bool {
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        match word_end(rest) {
            None => return true,
            Some(length) => rest = rest[length..].trim_start(),
        }
    }
    false
}

/// How long the word is that `text` starts with.
fn end_of_word(text: &str) -> usize {
    word_end(text).unwrap_or(text.len())
}

/// The same, unless a quote in it is not closed.
fn word_end(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match (quote, c) {
            (None, c) if c.is_whitespace() => return Some(at),
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None | Some('"'), '\\') if chars.peek().is_some_and(|(_, next)| escapes(*next)) => {
                chars.next();
            }
            _ => {}
        }
    }
    quote.is_none().then_some(text.len())
}

fn escapes(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\'' | '"' | '\\')
}

/// A word without its quotes and escapes; it is only copied where they are inside.
fn piece(raw: &str, start: usize) -> CommandWord<'_> {
    let whole = |text: &'_ str, skip: usize| {
        let start = start + skip;
        start..start + text.len()
    };
    if !raw.contains(['\'', '"', '\\']) {
        return CommandWord {
            text: Cow::Borrowed(raw),
            range: whole(raw, 0),
        };
    }
    for quote in ['\'', '"'] {
        let inner = raw
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote))
            .filter(|inner| !inner.contains(quote) && (quote == '\'' || !inner.contains('\\')));
        if let Some(inner) = inner {
            return CommandWord {
                text: Cow::Borrowed(inner),
                range: whole(inner, 1),
            };
        }
    }
    let mut text = String::with_capacity(raw.len());
    let mut quote = None;
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (None | Some('"'), '\\') if chars.peek().is_some_and(|next| escapes(*next)) => {
                text.extend(chars.next());
            }
            (_, c) => text.push(c),
        }
    }
    let text = if text == raw {
        Cow::Borrowed(raw)
    } else {
        Cow::Owned(text)
    };
    CommandWord {
        text,
        range: whole(raw, 0),
    }
}

/// Characters that mean nothing to a shell, whichever it is.
fn is_plain_char(c: char) -> bool {
    c.is_alphanumeric() || "%+,-./:@_".contains(c)
}

/// Whether a shell takes `text` for one word and leaves it as it is.
pub(crate) fn is_plain(text: &str) -> bool {
    text.chars().all(is_plain_char)
}

/// The words of a line that a shell runs. Where there is more in it than blanks and quotes, they are the words that start
/// a shell with it, because only a shell knows what becomes of such a line.
pub(crate) fn lone_words(line: &str) -> Vec<CommandWord<'_>> {
    let words = words(line);
    let sets = line
        .trim_start()
        .split_once('=')
        .is_some_and(|(name, _)| is_name(name.trim_end_matches('+')));
    if words.is_empty() || !sets && has_only_quotes(line) {
        return words;
    }
    let word = |text, range| CommandWord {
        text: Cow::Borrowed(text),
        range,
    };
    vec![
        word("sh", 0..0),
        word("-c", 0..0),
        word(line, 0..line.len()),
    ]
}

/// Whether a shell does nothing with `line` but take it apart at its blanks and remove the quotes.
fn has_only_quotes(line: &str) -> bool {
    let mut quote = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            (Some('"'), '$' | '`' | '\\' | '!') => return false,
            (Some(_), _) | (None, ' ' | '\t' | '=') => {}
            // A quote between two quoted pieces of a word.
            (None, '\\') if chars.next() == Some('\'') => {}
            (None, c) if is_plain_char(c) => {}
            _ => return false,
        }
    }
    quote.is_none()
}

/// Whether a command of a document of no particular host can only be a whole command line.
///
/// Nobody knows who will read it, and most hosts start it as one program name. So it is only taken apart where it
/// cannot be such a name: it begins with a quote, or its first word is the bare name of a program. A path may well have
/// blanks in it (`/Users/me/Library/Application Support/…`), so one stays whole, unless it leads to a program that runs
/// others or what follows can only be an argument.
pub(in crate::host) fn demands(line: &str) -> bool {
    let line = line.trim();
    let first = line.split(char::is_whitespace).next().unwrap_or_default();
    let is_path = first.contains(['/', '\\']);
    first.len() < line.len()
        && (line.starts_with(['\'', '"'])
            || !is_path
            || runs_others(first)
            || has_argument(&line[first.len()..]))
        || line.is_empty()
}

/// Whether what follows a path is surely no part of it: an option, a path or the name of a package, with nothing before it
/// that could belong to the path.
fn has_argument(rest: &str) -> bool {
    let mut words = rest.split_whitespace();
    let starts = |word: &&str| {
        let mut marks = ["-", "/", "./", "@"].iter();
        marks.any(|mark| word.starts_with(mark) && word.len() > mark.len())
    };
    let first = words.find(|word| starts(word) || word.contains(['/', '\\']));
    first.is_some_and(|word| starts(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str) -> Vec<Cow<'_, str>> {
        words(line).into_iter().map(|piece| piece.text).collect()
    }

    #[test]
    fn a_command_line_is_split_like_a_shell_does() {
        assert_eq!(texts("npx -y  pkg"), ["npx", "-y", "pkg"]);
        assert_eq!(
            texts(r#"a "b c" 'd "e' f\ g"#),
            ["a", "b c", "d \"e", "f g"]
        );
        assert_eq!(texts(r#"a ''"#), ["a", ""]);
        assert_eq!(
            texts(r#"npx mcp-remote"@0.1.0""#),
            ["npx", "mcp-remote@0.1.0"]
        );
        assert_eq!(
            texts(r#""C:\\Program Files\\x" a"#),
            [r"C:\Program Files\x", "a"]
        );
        assert_eq!(texts("  "), Vec::<&str>::new());
    }

    #[test]
    fn backslashes_of_windows_paths_stay() {
        assert_eq!(texts(r"C:\tools\x.exe -y"), [r"C:\tools\x.exe", "-y"]);
    }

    #[test]
    fn words_know_their_bytes() {
        let line = r#"é "b c" d"e f" 'g'"#;
        for piece in words(line) {
            let there = &line[piece.range.clone()];
            assert!(
                piece.text == there || matches!(piece.text, Cow::Owned(_)),
                "{piece:?}"
            );
        }
        assert_eq!(&line[words(line)[2].range.clone()], r#"d"e f""#);
    }

    #[test]
    fn a_line_for_a_shell_is_taken_apart_or_given_to_one() {
        let texts = |line| -> Vec<_> {
            let words = lone_words(line).into_iter();
            words.map(|word| word.text.into_owned()).collect()
        };
        assert_eq!(texts("npx -y a@1 --b=c"), ["npx", "-y", "a@1", "--b=c"]);
        assert_eq!(texts("'my tool' \"a b\""), ["my tool", "a b"]);
        assert_eq!(texts(r"'it'\''s $5'"), ["it's $5"]);
        assert_eq!(texts("'a=b' c"), ["a=b", "c"]);
        assert_eq!(texts("./a=b c"), ["./a=b", "c"]);
        assert_eq!(texts("  "), Vec::<String>::new());
        for line in [
            "npx x $HOME",
            "A=1 npx x",
            "A+='b c' npx x",
            "~/bin/x a",
            "a; b",
            "a \"$B\"",
            "a 'b",
            r"a\b",
            "a\nb",
        ] {
            assert_eq!(texts(line), ["sh", "-c", line]);
        }
    }

    #[test]
    fn a_shell_acts_on_marks_outside_of_quotes_and_references() {
        for (line, mark) in [
            ("npx -y a@1 --b=c 'x|y' \"a;b\"", None),
            ("npx ${ROOT:-a b}/x \"${ROOT}\" costs$ 5$", None),
            (r"a\ b C:\tools\x.exe", None),
            ("a~ x#y", None),
            ("npx $HOME", Some('$')),
            ("npx \"$HOME\"", Some('$')),
            ("npx '$HOME'", None),
            ("npx $(pwd)", Some('$')),
            (r"npx \${HOME}", Some('\\')),
            (r"npx a\d", Some('\\')),
            ("npx ~/x", Some('~')),
            ("npx x | cat", Some('|')),
            ("npx x # y", Some('#')),
            ("npx `pwd`", Some('`')),
            ("npx https://h/mcp?a=b&c=d", Some('?')),
        ] {
            assert_eq!(shell_mark(line), mark, "{line}");
        }
    }

    #[test]
    fn a_path_with_blanks_is_one_program() {
        assert!(!demands("/Users/me/Library/Application Support/Foo/server"));
        assert!(!demands(r"C:\Program Files\Foo\server.exe"));
        assert!(!demands("./my tools/run"));
        assert!(!demands("/opt/My Tools - new/run"));
        assert!(!demands("/opt/My Tools/run --fast"));
        assert!(!demands(r"C:\Program Files\nodejs\npx.cmd -y pkg"));
        assert!(!demands("npx"));
        assert!(demands("npx -y pkg"));
        assert!(demands("/usr/local/bin/uv run server.py"));
        assert!(demands("/usr/bin/python3.12 srv.py"));
        assert!(demands("/opt/tool serve --port 1"));
        assert!(demands("./run.sh --flag"));
        assert!(demands("/opt/tool /data"));
        assert!(demands("\"/opt/my tools/run\" --fast"));
    }
}
