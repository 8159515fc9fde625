//! Blocks of code in a text with prose around them.

/// A block between fences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fence<'t> {
    /// What is in it.
    pub(super) text: &'t str,
    /// The line it begins at, counted from 1.
    pub(super) line: usize,
}

/// The blocks of `text`. One that is not closed goes to the end.
pub(super) fn blocks(text: &str) -> Vec<Fence<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<(&str, usize, usize)> = None;
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let mark = mark(line);
        match (open, mark) {
            (None, Some(mark)) => open = Some((mark, at + line.len(), number + 2)),
            (Some((opening, start, first)), Some(mark))
                if mark.starts_with(opening) && line.trim() == mark =>
            {
                blocks.push(Fence {
                    text: &text[start..at],
                    line: first,
                });
                open = None;
            }
            _ => {}
        }
        at += line.len();
    }
    if let Some((_, start, line)) = open {
        blocks.push(Fence {
            text: &text[start..],
            line,
        });
    }
    blocks
}

/// The marks that a line begins with, behind what lists and quotations put in front.
fn mark(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
    ["```", "~~~"]
        .iter()
        .find(|mark| line.starts_with(**mark))
        .map(|mark| {
            let c = mark.chars().next().unwrap_or('`');
            let length = line.len() - line.trim_start_matches(c).len();
            &line[..length]
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_with_their_lines() {
        let text = "# A\n\n```json\n{}\n```\ntext\n1. b\n   ~~~~\n   ```\n   ~~~~\n```sh\nnpx x\n";
        let found: Vec<(&str, usize)> = blocks(text)
            .iter()
            .map(|block| (block.text, block.line))
            .collect();
        assert_eq!(found, [("{}\n", 4), ("   ```\n", 9), ("npx x\n", 12)]);
        assert!(blocks("no `code` here").is_empty());
    }
}
