//! Markdown for a terminal: what a page says, without the marks that only a browser needs.

use crate::report::Look;
use crate::report::lint::unlinked;

/// Wider lines are hard to read.
const MAX_WIDTH: usize = 90;

/// The page up to its first rule (`---`), below which there are only more examples.
pub(super) fn render(markdown: &str, look: &Look) -> String {
    let mut page = Page {
        out: String::new(),
        open: String::new(),
        width: look.width.min(MAX_WIDTH),
        color: look.color,
    };
    let mut lines = markdown.lines();
    while let Some(line) = lines.next() {
        if line == "---" {
            break;
        } else if let Some(info) = line.strip_prefix("```") {
            page.flush();
            if let Some(file) = info
                .split_whitespace()
                .find_map(|word| word.strip_prefix("file="))
            {
                let file = page.styled("2", file);
                page.out.push_str(&format!("  {file}\n"));
            }
            for code in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                page.out.push_str(format!("    {code}").trim_end());
                page.out.push('\n');
            }
        } else if let Some(title) = line
            .trim_start_matches('#')
            .strip_prefix(' ')
            .filter(|_| line.starts_with('#'))
        {
            page.flush();
            let title = page.styled("1", title);
            page.out.push_str(&format!("{title}\n"));
        } else if line.starts_with('|') {
            page.flush();
            page.out.push_str(&format!("{}\n", unlinked(line)));
        } else if line.trim().is_empty() {
            page.flush();
            if !page.out.is_empty() && !page.out.ends_with("\n\n") {
                page.out.push('\n');
            }
        } else {
            if line.starts_with("- ") {
                page.flush();
            }
            if !page.open.is_empty() {
                page.open.push(' ');
            }
            page.open.push_str(line.trim());
        }
    }
    page.flush();
    page.out.truncate(page.out.trim_end().len());
    page.out.push('\n');
    page.out
}

struct Page {
    out: String,
    /// The paragraph or item that is not complete yet.
    open: String,
    width: usize,
    color: bool,
}

impl Page {
    fn styled(&self, code: &str, text: &str) -> String {
        if self.color {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }

    /// Writes the paragraph, wrapped.
    fn flush(&mut self) {
        let text = unlinked(&std::mem::take(&mut self.open));
        if text.is_empty() {
            return;
        }
        let indent = if text.starts_with("- ") { "  " } else { "" };
        self.out.push_str(&wrapped(&text, self.width, "", indent));
    }
}

/// `text` in lines, the first after `first`, the others after `rest`.
pub(super) fn wrapped(text: &str, width: usize, first: &str, rest: &str) -> String {
    let mut lines = vec![first.to_owned()];
    let mut empty = true;
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is one");
        if !empty && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(format!("{rest}{word}"));
            continue;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::RULES;

    fn look(color: bool) -> Look {
        Look {
            color,
            unicode: true,
            width: 30,
            pages: false,
        }
    }

    #[test]
    fn marks_of_markdown_are_gone() {
        let page = "# a-rule\n\nA server has a `url` and no [type](https://x.dev/y).\n\n## Example\n\nWrong:\n\n```json file=.mcp.json host=codex\n{ \"a\": 1 }\n```\n\n- one two three four five six seven\n- two\n\n---\n\nmore\n";
        insta::assert_snapshot!(render(page, &look(false)), @r#"
        a-rule

        A server has a `url` and no
        type.

        Example

        Wrong:

          .mcp.json
            { "a": 1 }

        - one two three four five six
          seven
        - two
        "#);
        assert!(render(page, &look(true)).starts_with("\u{1b}[1ma-rule\u{1b}[0m\n"));
    }

    #[test]
    fn no_page_shows_a_fence_or_a_link() {
        for rule in RULES {
            let text = render(rule.page, &look(false));
            assert!(text.lines().count() > 5, "{}: {text}", rule.id);
            for mark in ["```", "](", "\n#"] {
                assert!(!text.contains(mark), "{}: {mark} in\n{text}", rule.id);
            }
        }
    }
}
