//! What a rule's page says, for formats that want it in pieces or without Markdown.

use crate::lint::Rule;

/// Code scanning takes no longer description.
const MAX_DESCRIPTION: usize = 1024;

/// The page without its title.
pub(super) fn markdown(rule: &Rule) -> &'static str {
    let body = rule
        .page
        .split_once('\n')
        .map_or(rule.page, |(_, body)| body);
    body.trim()
}

/// What the rule finds, in one sentence.
pub(super) fn summary(rule: &Rule) -> String {
    plain(&rule.summary())
}

/// What the rule finds and why that matters.
pub(super) fn description(rule: &Rule) -> String {
    let why = section(rule.page, "Why it matters")
        .map(plain)
        .unwrap_or_default();
    shorten(format!("{} {}", summary(rule), why.replace('\n', " ")).trim())
}

/// Why it matters and what to do, for those who cannot show Markdown.
pub(super) fn help(rule: &Rule) -> String {
    let parts: Vec<String> = ["Why it matters", "How to fix"]
        .iter()
        .filter_map(|title| section(rule.page, title))
        .map(plain)
        .collect();
    if parts.is_empty() {
        summary(rule)
    } else {
        parts.join("\n\n")
    }
}

/// What stands below the heading `title`.
fn section<'p>(page: &'p str, title: &str) -> Option<&'p str> {
    page.split("\n## ")
        .skip(1)
        .find_map(|section| section.strip_prefix(title)?.strip_prefix('\n'))
}

/// Markdown as text: paragraphs and items on a line each, code blocks left out.
fn plain(markdown: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let (mut fenced, mut open) = (false, false);
    for line in markdown.lines().map(str::trim) {
        let fence = line.starts_with("```");
        fenced ^= fence;
        if fence || fenced || line.is_empty() {
            open = false;
            continue;
        }
        let item = line.starts_with("- ") || line.starts_with('|');
        match lines.last_mut().filter(|_| open && !item) {
            Some(last) => {
                last.push(' ');
                last.push_str(line);
            }
            None => lines.push(line.to_owned()),
        }
        open = true;
    }
    unlinked(&lines.join("\n")).replace('`', "")
}

/// `[text](address)` as `text`.
pub(crate) fn unlinked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        out.push_str(before);
        let parts = link
            .split_once("](")
            .and_then(|(label, tail)| Some((label, tail.split_once(')')?.1)));
        match parts.filter(|(label, _)| !label.contains(['[', '\n'])) {
            Some((label, after)) => {
                out.push_str(label);
                rest = after;
            }
            None => {
                out.push('[');
                rest = link;
            }
        }
    }
    out + rest
}

/// As many whole sentences as there is room for.
fn shorten(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(MAX_DESCRIPTION) else {
        return text.to_owned();
    };
    let cut = &text[..end];
    match cut.rfind(". ") {
        Some(stop) => cut[..=stop].to_owned(),
        None => cut.chars().take(MAX_DESCRIPTION - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# a-rule\n\nA `thing` is\nwrong.\n\n## Why it matters\n\nIt stops. See [the\ndocs](https://example.org/a).\n\n- one `a[0]`\n  more\n- two\n\n\
                        ## Examples\n\n```json\n{}\n```\n\n## How to fix\n\nRemove it.\n";

    #[test]
    fn a_page_in_pieces() {
        let rule = Rule {
            id: "a-rule",
            page: PAGE,
            ..Rule::NEW
        };
        assert_eq!(
            description(&rule),
            "A thing is wrong. It stops. See the docs. - one a[0] more - two"
        );
        assert_eq!(
            help(&rule),
            "It stops. See the docs.\n- one a[0] more\n- two\n\nRemove it."
        );
        assert!(
            markdown(&rule).starts_with("A `thing` is\nwrong.\n")
                && markdown(&rule).ends_with("Remove it.")
        );
    }

    #[test]
    fn a_long_description_ends_with_a_sentence() {
        let sentence = "This is a sentence. ";
        let short = shorten(&sentence.repeat(100));
        assert!(
            short.chars().count() <= MAX_DESCRIPTION && short.ends_with("sentence."),
            "{short}"
        );
        assert_eq!(shorten(&"é".repeat(2000)).chars().count(), MAX_DESCRIPTION);
    }

    #[test]
    fn every_rule_can_be_described() {
        for rule in crate::lint::RULES {
            for text in [description(rule), help(rule)] {
                assert!(
                    !text.is_empty() && !text.contains("](") && !text.contains('`'),
                    "{}: {text}",
                    rule.id
                );
            }
            assert!(description(rule).chars().count() <= MAX_DESCRIPTION);
        }
    }
}
