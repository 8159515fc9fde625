//! Where the comments of a text are.

use crate::syntax::Span;

/// The comments of `text` with their marks, in order, up to where it stops making sense.
pub(super) fn comments(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut at = 0;
    while let Some(next) = text[at..].find(['"', '\'', '#']).map(|length| at + length) {
        at = if text[next..].starts_with('#') {
            let end = text[next..]
                .find('\n')
                .map_or(text.len(), |length| next + length);
            spans.push(Span::new(
                next,
                next + text[next..end].trim_end_matches('\r').len(),
            ));
            end
        } else {
            match string_end(text, next) {
                Some(end) => end,
                None => break,
            }
        };
    }
    spans
}

/// The end of the string, of any of TOML's four kinds, that starts at `start`; nothing if it has none.
pub(super) fn string_end(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let quote = *bytes.get(start)?;
    let long = bytes[start..].starts_with(&[quote; 3]);
    let mut at = start + if long { 3 } else { 1 };
    loop {
        match *bytes.get(at)? {
            b'\\' if quote == b'"' => at += 2,
            byte if byte != quote => at += 1,
            _ if !long => return Some(at + 1),
            _ if bytes[at..].starts_with(&[quote; 3]) => {
                at += 3;
                // Up to two quotes before the closing three belong to the string.
                while bytes.get(at) == Some(&quote) {
                    at += 1;
                }
                return Some(at);
            }
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<&str> {
        comments(text)
            .into_iter()
            .map(|span| &text[span.range()])
            .collect()
    }

    #[test]
    fn comments_are_told_from_strings() {
        let toml = "# a\r\nx = \"# b\" # c\ny = '''\n# d''''\n\"k#\" = 'e' # f\nz = \"\\\"# g\"\nw = \"\"\"\n# h \\\"\"\"\"\n[\"t#\".u] #";
        assert_eq!(found(toml), ["# a", "# c", "# f", "#"]);
    }

    #[test]
    fn a_broken_text_gives_what_comes_before() {
        assert_eq!(found("# a\nx = \"b # c"), ["# a"]);
        assert_eq!(found("x = \"b\\"), [""; 0]);
    }
}
