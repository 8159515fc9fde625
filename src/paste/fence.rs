//! Code in a text with prose around it: between fences, between backticks, or without any marks.

use std::borrow::Cow;

/// A block of code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fence<'t> {
    /// What is in it, without the indentation of its fence.
    pub(super) text: Cow<'t, str>,
    /// The line it begins at, counted from 1.
    pub(super) line: usize,
}

/// The blocks of `text` between fences. One that is not closed goes to the end.
pub(super) fn blocks(text: &str) -> Vec<Fence<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, &str, usize, usize)> = None;
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let mark = mark(line);
        match (open, mark) {
            (None, Some((before, mark))) => {
                open = Some((before, mark, at + line.len(), number + 2));
            }
            (Some((before, opening, start, first)), Some((_, mark)))
                if mark.starts_with(opening) && line.trim().ends_with(mark) =>
            {
                blocks.push(Fence {
                    text: without(before, &text[start..at]),
                    line: first,
                });
                open = None;
            }
            _ => {}
        }
        at += line.len();
    }
    if let Some((before, _, start, line)) = open {
        blocks.push(Fence {
            text: without(before, &text[start..]),
            line,
        });
    }
    blocks
}

/// `text` without what stands before the fence in each of its lines: indentation, or the marks of a quotation.
fn without<'t>(before: &str, text: &'t str) -> Cow<'t, str> {
    if before.is_empty() {
        return Cow::Borrowed(text);
    }
    let line = |line: &'t str| {
        let quoted = before.trim_end();
        let rest = line.strip_prefix(before);
        let rest = rest.or_else(|| line.strip_prefix(quoted).filter(|_| !quoted.is_empty()));
        rest.unwrap_or_else(|| line.trim_start_matches([' ', '\t']))
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Objects that begin at the beginning of a line, up to the brace that closes them.
pub(super) fn objects(text: &str) -> Vec<Fence<'_>> {
    let mut objects = Vec::new();
    let (mut depth, mut start, mut first) = (0usize, 0, 0);
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if depth == 0 && line.trim_start().starts_with('{') {
            (start, first) = (at, number + 1);
        } else if depth == 0 {
            at += line.len();
            continue;
        }
        let (mut quoted, mut escaped) = (false, false);
        for (offset, c) in line.char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' if quoted => escaped = true,
                '"' => quoted = !quoted,
                '{' if !quoted => depth += 1,
                '}' if !quoted => {
                    depth -= 1;
                    if depth == 0 {
                        let end = at + offset + 1;
                        objects.push(Fence {
                            text: Cow::Borrowed(&text[start..end]),
                            line: first,
                        });
                        break;
                    }
                }
                _ => {}
            }
        }
        at += line.len();
    }
    objects
}

/// What stands between backticks within a line.
pub(super) fn spans(text: &str) -> impl Iterator<Item = &str> {
    let within = |line| str::split(line, '`').skip(1).step_by(2);
    text.lines().flat_map(within)
}

/// The marks that a line begins with, and what lists and quotations put in front of them.
fn mark(line: &str) -> Option<(&str, &str)> {
    let rest = line.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
    let before = &line[..line.len() - rest.len()];
    ["```", "~~~"]
        .iter()
        .find(|mark| rest.starts_with(**mark))
        .map(|mark| {
            let c = mark.chars().next().unwrap_or('`');
            let length = rest.len() - rest.trim_start_matches(c).len();
            (before, &rest[..length])
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_with_their_lines() {
        let text = "# A\n\n```json\n{}\n```\ntext\n1. b\n   ~~~~\n   ```\n   ~~~~\n```sh\nnpx x\n";
        let found: Vec<(String, usize)> = blocks(text)
            .into_iter()
            .map(|block| (block.text.into_owned(), block.line))
            .collect();
        let expected = [("{}\n", 4), ("```\n", 9), ("npx x\n", 12)];
        assert_eq!(found, expected.map(|(text, line)| (text.to_owned(), line)));
        assert!(blocks("no `code` here").is_empty());
        let quoted = blocks("> ```yaml\n> a:\n>   b: 1\n>\n> ```\n");
        assert_eq!(quoted[0].text, "a:\n  b: 1\n\n");
    }

    #[test]
    fn objects_and_spans_are_found_in_prose() {
        let text = "Add {this}:\n\n  {\"a\": \"}\\\"\",\n  \"b\": {}}\n\nDone.\n{\"c\": 1} and {\"d\": 2}\n{ open\n";
        let found: Vec<(String, usize)> = objects(text)
            .into_iter()
            .map(|block| (block.text.into_owned(), block.line))
            .collect();
        let first = "  {\"a\": \"}\\\"\",\n  \"b\": {}}".to_owned();
        assert_eq!(found, [(first, 3), ("{\"c\": 1}".to_owned(), 7)]);
        let spans: Vec<&str> = spans("Run `a b` or `c`\n`d").collect();
        assert_eq!(spans, ["a b", "c", "d"]);
    }
}
