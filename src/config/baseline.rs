//! A list of findings that were there before, so that only new ones count.
//!
//! A finding is known by its file, its rule and its place in the document, never by its line or by a value: lines move, and
//! values may be secret.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::json;

use super::check::problem;
use crate::diagnostic::Diagnostic;
use crate::lint::{By, Finding, Ignored};
use crate::secret::veiled_pointer;
use crate::syntax::{Language, Node, Span, Tree, number, parse};

const VERSION: usize = 1;

/// Known findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    entries: BTreeMap<Entry, usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    file: String,
    rule: String,
    variant: Option<String>,
    pointer: String,
}

impl Entry {
    fn new(file: &str, finding: &Finding) -> Self {
        let owned = str::to_owned;
        Self {
            file: owned(file),
            rule: owned(finding.rule.id),
            variant: finding.variant.map(owned),
            pointer: veiled_pointer(&finding.pointer).into_owned(),
        }
    }
}

/// What a baseline came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Findings that are in it.
    pub known: usize,
    /// Entries that list more than there is.
    pub stale: usize,
}

impl Baseline {
    /// Reads what [`Baseline::write`] wrote.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn parse(text: &str) -> Result<Self, Box<Diagnostic>> {
        let document = parse(text, Language::Json).map_err(|error| {
            problem(
                error.span,
                format!("the baseline is not valid JSON: {}", error.reason),
            )
        })?;
        let fault = |span: Span, what: String| {
            Box::new(problem(span, what).help("rerun `--write-baseline`"))
        };
        let Some(root) = document.root.as_ref().filter(|root| root.is_object()) else {
            return Err(fault(
                Span::default(),
                "the baseline is not a JSON object".to_owned(),
            ));
        };
        match root.at(&["version"]) {
            Some(version) if whole(version) == Some(VERSION) => {}
            Some(version) => {
                return Err(fault(
                    version.span,
                    format!("this version of the baseline is not known, only {VERSION} is"),
                ));
            }
            None => return Err(fault(root.span, "the baseline has no `version`".to_owned())),
        }
        let list = root
            .at(&["findings"])
            .filter(|node| matches!(node.value, Tree::Array(_)));
        let list = list.ok_or_else(|| {
            fault(
                root.span,
                "the baseline has no list of `findings`".to_owned(),
            )
        })?;
        let mut entries = BTreeMap::new();
        for item in list.items() {
            let text = |key: &str| {
                let node = item.at(&[key]);
                node.and_then(Node::as_str)
                    .map(str::to_owned)
                    .ok_or_else(|| {
                        fault(
                            node.unwrap_or(item).span,
                            format!("`{key}` is missing or no string"),
                        )
                    })
            };
            let variant = item.at(&["variant"]).map(|_| text("variant")).transpose()?;
            let count = match item.at(&["count"]) {
                None => 1,
                Some(node) => whole(node)
                    .ok_or_else(|| fault(node.span, "`count` is not a whole number".to_owned()))?,
            };
            *entries
                .entry(Entry {
                    file: text("file")?,
                    rule: text("rule")?,
                    variant,
                    pointer: text("pointer")?,
                })
                .or_default() += count;
        }
        Ok(Self { entries })
    }

    /// The text of a baseline that knows these findings, each with the path of its file; those that are ignored for another
    /// reason need not be in it.
    #[must_use]
    pub fn write<'f>(findings: impl IntoIterator<Item = (&'f str, &'f Finding)>) -> String {
        let mut entries: BTreeMap<Entry, usize> = BTreeMap::new();
        for (file, finding) in findings {
            if finding
                .ignored
                .as_ref()
                .is_none_or(|ignored| ignored.by == By::Baseline)
            {
                *entries.entry(Entry::new(file, finding)).or_default() += 1;
            }
        }
        let mut text = format!("{{\n  \"version\": {VERSION},\n  \"findings\": [");
        for (at, (entry, count)) in entries.iter().enumerate() {
            let variant = entry.variant.as_ref().map_or_else(String::new, |variant| {
                format!("\"variant\": {}, ", json!(variant))
            });
            let Entry {
                file,
                rule,
                pointer,
                ..
            } = entry;
            let comma = if at == 0 { "" } else { "," };
            let (file, rule, pointer) = (json!(file), json!(rule), json!(pointer));
            let _ = write!(
                text,
                "{comma}\n    {{ \"file\": {file}, \"rule\": {rule}, {variant}\"pointer\": {pointer}, \"count\": {count} }}"
            );
        }
        text.push_str(if entries.is_empty() {
            "]\n}\n"
        } else {
            "\n  ]\n}\n"
        });
        text
    }

    /// Marks the findings that are known, of each entry as many as it counts. `linted` says whether a file was looked at:
    /// what is known about others is not stale.
    pub fn apply<'f>(
        &self,
        findings: impl IntoIterator<Item = (&'f str, &'f mut Finding)>,
        linted: &dyn Fn(&str) -> bool,
    ) -> Known {
        let mut left: BTreeMap<&Entry, usize> = self
            .entries
            .iter()
            .map(|(entry, count)| (entry, *count))
            .collect();
        let mut known = 0;
        for (file, finding) in findings {
            if finding.ignored.is_some() {
                continue;
            }
            if let Some(count) = left
                .get_mut(&Entry::new(file, finding))
                .filter(|count| **count > 0)
            {
                *count -= 1;
                known += 1;
                finding.ignored = Some(Ignored {
                    by: By::Baseline,
                    reason: "it is in the baseline".to_owned(),
                });
            }
        }
        Known {
            known,
            stale: left
                .into_iter()
                .filter(|(entry, count)| *count > 0 && linted(&entry.file))
                .count(),
        }
    }
}

fn whole(node: &Node<'_>) -> Option<usize> {
    let Tree::Number(text) = node.value else {
        return None;
    };
    number(text).and_then(|_| text.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::by_id;

    fn finding(rule: &str, pointer: &str) -> Finding {
        Finding {
            pointer: pointer.to_owned(),
            ..Finding::new(by_id(rule).expect("a rule"), None, "m")
        }
    }

    #[test]
    fn what_is_written_is_sorted_and_read_again() {
        let mut comment = finding("jsonc-in-strict-json", "");
        comment.variant("comment");
        let ignored = Finding {
            ignored: Some(Ignored {
                by: By::Comment,
                reason: "r".to_owned(),
            }),
            ..finding("missing-type", "/z")
        };
        let findings = [
            ("b.json", finding("missing-type", "/a/b~1c")),
            ("a.json", comment),
            ("b.json", finding("missing-type", "/a/b~1c")),
            ("c.json", ignored),
        ];
        let text = Baseline::write(findings.iter().map(|(file, finding)| (*file, finding)));
        insta::assert_snapshot!(text, @r#"
        {
          "version": 1,
          "findings": [
            { "file": "a.json", "rule": "jsonc-in-strict-json", "variant": "comment", "pointer": "", "count": 1 },
            { "file": "b.json", "rule": "missing-type", "pointer": "/a/b~1c", "count": 2 }
          ]
        }
        "#);
        assert_eq!(
            Baseline::parse(&text)
                .expect("a baseline")
                .entries
                .values()
                .sum::<usize>(),
            3
        );
        assert_eq!(
            Baseline::parse(&Baseline::write([])).expect("an empty one"),
            Baseline::default()
        );
    }

    #[test]
    fn as_many_are_known_as_were_counted() {
        let known = [finding("missing-type", "/a"), finding("missing-type", "/b")];
        let baseline =
            Baseline::parse(&Baseline::write(known.iter().map(|finding| ("f", finding))))
                .expect("a baseline");
        let mut now = [
            finding("missing-type", "/a"),
            finding("missing-type", "/a"),
            finding("unused-ignore", "/b"),
        ];
        let result = baseline.apply(now.iter_mut().map(|finding| ("f", finding)), &|_| true);
        assert_eq!(result, Known { known: 1, stale: 1 });
        assert_eq!(
            now.map(|finding| finding.ignored.map(|ignored| ignored.by)),
            [Some(By::Baseline), None, None]
        );
        assert_eq!(baseline.apply([], &|file| file != "f"), Known::default());
    }

    #[test]
    fn what_is_no_baseline_is_told_with_its_place() {
        for (text, message) in [
            (
                "{",
                "the baseline is not valid JSON: the document ends where a key or `}` was expected",
            ),
            ("", "the baseline is not a JSON object"),
            ("[]", "the baseline is not a JSON object"),
            ("{}", "the baseline has no `version`"),
            (
                "{\"version\": 2}",
                "this version of the baseline is not known, only 1 is",
            ),
            ("{\"version\": 1}", "the baseline has no list of `findings`"),
            (
                "{\"version\": 1, \"findings\": [5]}",
                "`file` is missing or no string",
            ),
            (
                "{\"version\": 1, \"findings\": [{\"file\": \"a\", \"rule\": \"b\", \"pointer\": \"\", \"count\": -1}]}",
                "`count` is not a whole number",
            ),
        ] {
            assert_eq!(
                Baseline::parse(text).expect_err("no baseline").message,
                message,
                "{text}"
            );
        }
    }
}
