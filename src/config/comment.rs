//! Comments in a file that say which findings do not count: `mcpconv-ignore: rule-id reason`.

use std::collections::{BTreeMap, HashMap};

use crate::lint::{Finding, RULES, Rule, by_id, rules};
use crate::nearest::nearest;
use crate::syntax::{Language, LineIndex, Span, comments};

const MARK: &str = "mcpconv-ignore";

/// The comment that ignores findings of `rules` on the line below it.
pub(crate) fn line(language: Language, rules: &[&str], reason: &str) -> String {
    // Languages with comments of their own share a mark; where they are only tolerated, it is JSON.
    let leader = if language.syntax().has_comments() {
        "#"
    } else {
        "//"
    };
    format!("{leader} {MARK}: {} {reason}", rules.join(", "))
}

/// The comments of a file that count, and what is wrong with those that do not.
#[derive(Debug, Default)]
pub(super) struct Comments {
    pub(super) ignores: Vec<Inline>,
    pub(super) faults: Vec<Finding>,
}

/// One rule that a comment names.
#[derive(Debug)]
pub(super) struct Inline {
    pub(super) rule: &'static Rule,
    /// Where the rule is named.
    pub(super) span: Span,
    pub(super) reason: String,
    /// The line of the comment, and the one that it stands above.
    lines: (usize, Option<usize>),
}

impl Comments {
    /// The comments about each line and rule, in order; never an empty list.
    pub(super) fn by_line(&self) -> HashMap<(usize, &'static str), Vec<usize>> {
        let mut found: HashMap<_, Vec<usize>> = HashMap::new();
        for (at, inline) in self.ignores.iter().enumerate() {
            for line in [inline.lines.0].into_iter().chain(inline.lines.1) {
                found.entry((line, inline.rule.id)).or_default().push(at);
            }
        }
        found
    }
}

/// Finds the comments of `text`; the rest of it is looked at only if there may be one.
pub(super) fn read(text: &str, language: Language) -> Option<(Comments, LineIndex<'_>)> {
    if !text.contains(MARK) {
        return None;
    }
    let index = LineIndex::new(text);
    let spans = comments(text, language);
    let below = below(text, &index, &spans);
    let mut found = Comments::default();
    for span in spans {
        let mut start = span.range().start;
        for line in text[span.range()].split_inclusive('\n') {
            if let Some(directive) = directive(line) {
                let at = index.line(start);
                directive.put(start, (at, below.get(&at).copied()), &mut found);
            }
            start += line.len();
        }
    }
    Some((found, index))
}

/// For each line that has nothing but comments, the first line below that has something else.
fn below(text: &str, index: &LineIndex<'_>, spans: &[Span]) -> BTreeMap<usize, usize> {
    let mut parts: BTreeMap<usize, Vec<std::ops::Range<usize>>> = BTreeMap::new();
    for span in spans {
        let range = span.range();
        for line in
            index.line(range.start)..=index.line(range.end.saturating_sub(1).max(range.start))
        {
            let whole = index.lines(line, line);
            parts
                .entry(line)
                .or_default()
                .push(range.start.max(whole.start)..range.end.min(whole.end));
        }
    }
    let alone = |line: usize, parts: &[std::ops::Range<usize>]| {
        let mut at = index.lines(line, line).start;
        let blank = |from: usize, to: usize| text[from..to.max(from)].trim().is_empty();
        parts
            .iter()
            .all(|part| blank(std::mem::replace(&mut at, part.end), part.start))
            && blank(at, index.lines(line, line).end)
    };
    let mut below = BTreeMap::new();
    for (line, _) in parts
        .iter()
        .rev()
        .filter(|(line, parts)| alone(**line, parts))
    {
        let next = below.get(&(line + 1)).copied().unwrap_or(line + 1);
        below.insert(*line, next);
    }
    below
}

/// What stands behind the mark in a line of a comment.
struct Directive<'t> {
    line: &'t str,
    /// Where the mark is.
    mark: usize,
    /// Where the names of rules begin; nothing without a colon.
    names: Option<usize>,
}

fn directive(line: &str) -> Option<Directive<'_>> {
    let line = line.trim_end();
    let line = line.strip_suffix("*/").unwrap_or(line).trim_end();
    let mark = line.find(MARK)?;
    let first = line[..mark]
        .trim_matches(['/', '*', '#', '!', ' ', '\t'])
        .is_empty();
    let apart =
        !line[..mark].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '`'));
    let rest = &line[mark + MARK.len()..];
    let names = rest
        .trim_start()
        .strip_prefix(':')
        .map(|rest| line.len() - rest.len());
    // Elsewhere in a sentence, and without a colon, it is only talked about.
    (first || (apart && names.is_some())).then_some(Directive { line, mark, names })
}

impl Directive<'_> {
    fn put(&self, start: usize, lines: (usize, Option<usize>), found: &mut Comments) {
        let whole = Span::new(start + self.mark, start + self.line.len());
        let mut fault = |span: Span, variant, message: String, help: String| {
            let mut finding = Finding::new(&rules::INVALID_IGNORE, span, message);
            finding
                .variant(variant)
                .label("this comment does not count")
                .help(help);
            found.faults.push(finding);
        };
        let Some(mut at) = self.names else {
            return fault(
                whole,
                "form",
                format!("`{MARK}` is not followed by a colon"),
                format!("write `{MARK}: rule-id reason`"),
            );
        };
        let mut names: Vec<(&str, Span)> = Vec::new();
        loop {
            at += self.line[at..].len() - self.line[at..].trim_start().len();
            let rest = &self.line[at..];
            let name = &rest[..rest
                .find(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '*')))
                .unwrap_or(rest.len())];
            names.push((name, Span::new(start + at, start + at + name.len())));
            at += name.len();
            match self.line[at..].trim_start().strip_prefix(',') {
                Some(rest) => at = self.line.len() - rest.len(),
                None => break,
            }
        }
        let reason = self.line[at..]
            .trim_start_matches(|c: char| {
                c.is_whitespace() || matches!(c, '-' | '–' | '—' | ':' | '(')
            })
            .trim_end_matches(')')
            .trim();
        if !reason.contains(char::is_alphanumeric) {
            let named: Vec<&str> = names
                .iter()
                .map(|(name, _)| *name)
                .filter(|name| !name.is_empty())
                .collect();
            let named = if named.is_empty() {
                "rule-id".to_owned()
            } else {
                named.join(", ")
            };
            return fault(
                whole,
                "reason",
                format!("`{MARK}` gives no reason"),
                format!("write `{MARK}: {named} why this is fine`"),
            );
        }
        for (name, span) in names {
            let Some(rule) = by_id(name) else {
                let meant = nearest(name, RULES.iter().map(|rule| rule.id))
                    .map_or_else(String::new, |meant| format!("did you mean `{meant}`? "));
                fault(
                    span,
                    "rule",
                    format!("unknown rule `{name}`"),
                    format!("{meant}`mcpconv rules` lists them"),
                );
                continue;
            };
            found.ignores.push(Inline {
                rule,
                span,
                reason: reason.to_owned(),
                lines,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str, language: Language) -> Vec<(&'static str, String, usize, Option<usize>)> {
        let found = read(text, language)
            .map(|(found, _)| found)
            .unwrap_or_default();
        found
            .ignores
            .into_iter()
            .map(|one| (one.rule.id, one.reason, one.lines.0, one.lines.1))
            .collect()
    }

    fn faults(text: &str) -> Vec<(Option<&'static str>, String)> {
        let (found, _) = read(text, Language::Json).expect("the mark");
        found
            .faults
            .into_iter()
            .map(|fault| {
                (
                    fault.variant,
                    text[fault.span.expect("a place").range()].to_owned(),
                )
            })
            .collect()
    }

    #[test]
    fn a_comment_counts_for_its_line_or_for_the_one_below() {
        let text = "{\n// mcpconv-ignore: missing-type it is old\n\"a\": 1, // mcpconv-ignore: missing-type here\n\"b\": 2 }\n";
        assert_eq!(
            seen(text, Language::Json),
            [
                ("missing-type", "it is old".to_owned(), 1, Some(2)),
                ("missing-type", "here".to_owned(), 2, None)
            ]
        );
    }

    #[test]
    fn comments_above_each_other_mean_the_same_line() {
        let text = "{\n/* mcpconv-ignore: missing-type\n   mcpconv-ignore: missing-type a\n */\n// mcpconv-ignore: unused-ignore b\r\n\"x\": 1\n\n// mcpconv-ignore: missing-type c\n\n\"y\": 2}";
        let lines: Vec<_> = seen(text, Language::Json)
            .into_iter()
            .map(|(_, reason, own, below)| (reason, own, below))
            .collect();
        assert_eq!(
            lines,
            [
                ("a".to_owned(), 2, Some(5)),
                ("b".to_owned(), 4, Some(5)),
                ("c".to_owned(), 7, Some(8))
            ]
        );
    }

    #[test]
    fn several_rules_share_a_reason_and_toml_has_its_own_comments() {
        let text = "# mcpconv-ignore: missing-type, unused-ignore: our proxy, not theirs\n[a]\nb = \"# mcpconv-ignore: missing-type no comment\"\n";
        let found = seen(text, Language::Toml);
        assert_eq!(
            found.iter().map(|(rule, ..)| *rule).collect::<Vec<_>>(),
            ["missing-type", "unused-ignore"]
        );
        assert_eq!(found[1].1, "our proxy, not theirs");
        assert_eq!(
            &text[read(text, Language::Toml).expect("the mark").0.ignores[1]
                .span
                .range()],
            "unused-ignore"
        );
    }

    #[test]
    fn yaml_has_comments_behind_values_and_above_items() {
        let text = "a:\n  # mcpconv-ignore: missing-type one\n  - b: c # mcpconv-ignore: unused-ignore two\n    d: |\n      # mcpconv-ignore: missing-type text\n";
        assert_eq!(
            seen(text, Language::Yaml),
            [
                ("missing-type", "one".to_owned(), 1, Some(2)),
                ("unused-ignore", "two".to_owned(), 2, None)
            ]
        );
    }

    #[test]
    fn what_does_not_count_is_told() {
        assert_eq!(
            faults("{} // mcpconv-ignore: missing-type"),
            [(Some("reason"), "mcpconv-ignore: missing-type".to_owned())]
        );
        assert_eq!(
            faults("{} /* mcpconv-ignore: missing-type -- */"),
            [(Some("reason"), "mcpconv-ignore: missing-type --".to_owned())]
        );
        assert_eq!(
            faults("{} // mcpconv-ignore missing-type why"),
            [(Some("form"), "mcpconv-ignore missing-type why".to_owned())]
        );
        assert_eq!(
            faults("{} // mcpconv-ignore:"),
            [(Some("reason"), "mcpconv-ignore:".to_owned())]
        );
        assert_eq!(
            faults("{} // mcpconv-ignore: mising-type, missing-type why"),
            [(Some("rule"), "mising-type".to_owned())]
        );
        assert_eq!(
            faults("{} // mcpconv-ignore: * all of it"),
            [(Some("rule"), "*".to_owned())]
        );
        assert!(
            faults("{} // we could use mcpconv-ignore here, or `mcpconv-ignore: x y`").is_empty()
        );
        assert!(read("{}", Language::Json).is_none());
    }
}
