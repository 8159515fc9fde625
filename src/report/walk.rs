//! Finds secrets in a parsed text: values by their keys, the rest by its words.

use std::cell::LazyCell;
use std::ops::Range;

use super::conceal::conceal;
use super::lexical;
use crate::secret::{CommandLine, is_variable, names_environment, names_secrets, names_variable};
use crate::syntax::{Member, Node, Span, Tree};

/// An object with more members is no name with its value, and too large to look for one in it again and again.
const MAX_PAIR: usize = 64;

/// A command line with more words is read from where it is shown.
const MAX_WORDS: usize = 64;

/// How the value of what is named outside is called.
const VALUES: [&str; 6] = ["value", "default", "literal", "raw", "content", "val"];

/// How the name beside a value is called.
const NAMES: [&str; 6] = ["name", "key", "header", "variable", "id", "env"];

/// What a document says of a value that is a secret, beside it.
const SECRECY: [&str; 5] = ["password", "isSecret", "is_secret", "sensitive", "secret"];

/// How the values are called among which one is chosen.
const CHOICES: [&str; 3] = ["options", "choices", "enum"];

/// How the program is called whose arguments stand beside it.
const PROGRAMS: [&str; 3] = ["command", "cmd", "path"];

/// A name whose values are covered whatever they are.
pub(super) const SECRET: &str = "secret";

/// Whether what stands under `key` is the value of what is named beside it or outside.
pub(super) fn is_value(key: &str) -> bool {
    VALUES.iter().any(|known| known.eq_ignore_ascii_case(key))
}

/// Whether what stands under `key` is the name of the value beside it.
pub(super) fn is_name(key: &str) -> bool {
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(key))
}

/// Whether one of these members says that the value beside it is a secret.
fn is_marked(members: &[Member<'_>]) -> bool {
    members.iter().any(|member| {
        let says = SECRECY.contains(&&*member.key);
        says && matches!(member.value.value, Tree::Bool(true))
    })
}

/// Whether a text that cannot be parsed says anywhere that a value is a secret.
pub(super) fn marks_secrets(text: &str) -> bool {
    let says = |word: &&str| {
        text.match_indices(*word).any(|(at, _)| {
            let rest = text[at + word.len()..].trim_start_matches(['"', '\'', ' ', '\t']);
            let rest = rest.strip_prefix([':', '=']).unwrap_or_default();
            let value = rest.trim_start().as_bytes().get(.."true".len());
            value.is_some_and(|value| value.eq_ignore_ascii_case(b"true"))
        })
    };
    SECRECY.iter().any(says)
}

/// What looks like a secret in `text`, of which `root` is the value, where it touches `wanted`; in no order.
///
/// If the children of every node are `sorted` as in the text, those that are far away are not even passed by.
pub(super) fn hidden(
    text: &str,
    root: Option<&Node<'_>>,
    sorted: bool,
    wanted: &Range<usize>,
) -> Vec<Range<usize>> {
    let mut walk = Walk {
        text,
        wanted,
        sorted,
        hidden: Vec::new(),
        leaves: Vec::new(),
    };
    if let Some(root) = root {
        walk.value(None, root);
    }
    walk.gaps();
    walk.hidden
}

/// What stands at the anchors of a YAML text whose aliases stand where a secret belongs.
pub(super) fn anchored(text: &str, root: &Node<'_>) -> Vec<Range<usize>> {
    let mut walk = Walk {
        text,
        wanted: &(0..text.len()),
        sorted: false,
        hidden: Vec::new(),
        leaves: Vec::new(),
    };
    walk.value(None, root);
    let is_name = |c: char| !c.is_whitespace() && !matches!(c, ',' | '[' | ']' | '{' | '}');
    let mut aliases: Vec<&str> = Vec::new();
    for range in &walk.hidden {
        if let Some(name) = text[range.clone()].strip_prefix('*') {
            aliases.push(name.split(|c| !is_name(c)).next().unwrap_or_default());
        }
    }
    aliases.sort_unstable();
    walk.leaves.sort_unstable();
    let mut hidden = Vec::new();
    for (at, _) in text.match_indices('&') {
        let rest = &text[at + 1..];
        let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        if aliases.binary_search(&&rest[..length]).is_ok() {
            let after = at + 1 + length;
            let leaf = walk
                .leaves
                .partition_point(|leaf| leaf.range().end <= after);
            if let Some(leaf) = walk.leaves.get(leaf) {
                hidden.push(after..leaf.range().end);
            }
        }
    }
    hidden
}

/// Goes through the nodes that touch what is wanted.
struct Walk<'w> {
    text: &'w str,
    wanted: &'w Range<usize>,
    sorted: bool,
    hidden: Vec<Range<usize>>,
    /// What was looked at or passed by; between lie keys, punctuation and comments.
    leaves: Vec<Span>,
}

impl Walk<'_> {
    /// Looks at `node`, which stands under `key`. Recursion is bounded, since no parser of ours nests deeply.
    fn value(&mut self, key: Option<&str>, node: &Node<'_>) {
        if node.span.range().end <= self.wanted.start || node.span.range().start >= self.wanted.end
        {
            return self.leaves.push(node.span);
        }
        match &node.value {
            Tree::Null | Tree::Bool(_) => self.leaves.push(node.span),
            Tree::Number(text) => self.leaf(node.span, text, &conceal(key, text, None)),
            Tree::String(text) => self.leaf(node.span, text, &conceal(key, text, None)),
            Tree::Array(items) => self.items(key, items, CommandLine::default()),
            Tree::Object(members) => {
                // `{"name": "TOKEN", "value": "…"}` is how some hosts write a variable or a header.
                let mut named = members.iter().filter(|_| members.len() <= MAX_PAIR);
                let name = named
                    .find(|member| is_name(&member.key) && member.value.as_str().is_some())
                    .and_then(|member| member.value.as_str());
                // So is `"TOKEN": {"value": "…"}`.
                let name = name.or(key);
                let few = members.len() <= MAX_PAIR;
                let name = if few && is_marked(members) {
                    Some(SECRET)
                } else {
                    name
                };
                // `{"tokens": {"a": "…"}}` has names of its own, and values that its name says more about.
                let inherited = key.and_then(|key| {
                    if names_secrets(key) {
                        Some(SECRET)
                    } else {
                        Some(key).filter(|key| names_variable(key) && !ends_in_vars(key))
                    }
                });
                let environment = key.is_some_and(names_environment);
                // Looked for only beside arguments: there may be thousands of members, and one of them is wanted.
                let command = LazyCell::new(|| {
                    let mut named = PROGRAMS.iter().filter_map(|name| node.member(name));
                    named.find_map(|member| member.value.as_str())
                });
                for member in self.near(members, |member: &Member<'_>| member.value.span) {
                    self.key(member, environment);
                    let key = name
                        .filter(|_| is_value(&member.key) || CHOICES.contains(&&*member.key))
                        .or(inherited)
                        .unwrap_or(&member.key);
                    match &member.value.value {
                        Tree::Array(items) if key == "args" && command.is_some() => {
                            let line = command.map(CommandLine::of).unwrap_or_default();
                            self.items(Some(key), items, line);
                        }
                        _ => self.value(Some(key), &member.value),
                    }
                }
            }
        }
    }

    /// Looks at the name of `member`: it may be anything that somebody pasted in its place.
    fn key(&mut self, member: &Member<'_>, environment: bool) {
        let span = member.key_span.range();
        if span.end <= self.wanted.start || span.start >= self.wanted.end || span.is_empty() {
            return;
        }
        let whole = 0..member.key.len();
        let ranges = if environment && !is_variable(&member.key) {
            Vec::from([whole])
        } else {
            conceal(None, &member.key, None)
        };
        self.hide(member.key_span, &member.key, &ranges);
    }

    fn items(&mut self, key: Option<&str>, items: &[Node<'_>], mut line: CommandLine) {
        // A command line says itself what is secret in it; any other list is as secret as its name.
        let key = key.filter(|key| !matches!(*key, "args" | "command"));
        let key = key.map(|key| if names_secrets(key) { SECRET } else { key });
        let near = self.near(items, |item: &Node<'_>| item.span);
        // What a program is called may stand far before its flags.
        let before = near.first().map_or(0, |first| {
            items.partition_point(|item| item.span < first.span)
        });
        for word in items[..before.min(MAX_WORDS)]
            .iter()
            .filter_map(Node::as_str)
        {
            line.word(word);
        }
        for item in near {
            match item.as_str() {
                Some(text) => match line.word(text) {
                    None => self.value(key, item),
                    said => self.leaf(item.span, text, &conceal(key, text, said)),
                },
                None => self.value(key, item),
            }
        }
    }

    /// The children that touch what is wanted, with one more on each side; all of them if they are not in order.
    fn near<'n, T>(&self, children: &'n [T], span: impl Fn(&T) -> Span) -> &'n [T] {
        if !self.sorted {
            return children;
        }
        let first = children.partition_point(|child| span(child).range().end <= self.wanted.start);
        let last = children.partition_point(|child| span(child).range().start < self.wanted.end);
        &children[first.saturating_sub(1)..(last + 1).min(children.len())]
    }

    /// Hides the `ranges` of `decoded`, which is written at `span`.
    fn leaf(&mut self, span: Span, decoded: &str, ranges: &[Range<usize>]) {
        self.leaves.push(span);
        self.hide(span, decoded, ranges);
    }

    fn hide(&mut self, span: Span, decoded: &str, ranges: &[Range<usize>]) {
        if ranges.is_empty() {
            return;
        }
        let inner = unquoted(self.text, span.range());
        if self.text[inner.clone()] == *decoded {
            self.hidden.extend(
                ranges
                    .iter()
                    .map(|range| inner.start + range.start..inner.start + range.end),
            );
        } else {
            // With escapes inside, nobody knows which byte became which character.
            self.hidden.push(inner);
        }
    }

    fn gaps(&mut self) {
        self.leaves.sort_unstable();
        let mut at = 0;
        for leaf in std::mem::take(&mut self.leaves) {
            self.gap(at..leaf.range().start);
            at = at.max(leaf.range().end);
        }
        self.gap(at..self.text.len());
    }

    fn gap(&mut self, gap: Range<usize>) {
        let wanted = self.wanted.start.max(gap.start)..self.wanted.end.min(gap.end);
        if wanted.start < wanted.end {
            let found = lexical::hidden(
                &self.text[gap.clone()],
                &(wanted.start - gap.start..wanted.end - gap.start),
            );
            self.hidden.extend(
                found
                    .into_iter()
                    .map(|range| gap.start + range.start..gap.start + range.end),
            );
        }
    }
}

/// Whether a name is one of variables, and not of what names them.
fn ends_in_vars(key: &str) -> bool {
    let tail = key.len().saturating_sub(4);
    key.get(tail..)
        .is_some_and(|tail| tail.eq_ignore_ascii_case("vars"))
}

/// The bytes between the quotes of the value at `range`: of a JSON string, of any of the four TOML strings.
pub(super) fn unquoted(text: &str, range: Range<usize>) -> Range<usize> {
    let raw = &text[range.clone()];
    for quote in ["\"\"\"", "'''", "\"", "'"] {
        if raw.len() >= 2 * quote.len() && raw.starts_with(quote) && raw.ends_with(quote) {
            let inner = range.start + quote.len()..range.end - quote.len();
            // A line break right behind three quotes is not part of the value.
            let skipped = match &text[inner.clone()] {
                text if quote.len() == 3 && text.starts_with('\n') => 1,
                text if quote.len() == 3 && text.starts_with("\r\n") => 2,
                _ => 0,
            };
            return inner.start + skipped..inner.end;
        }
    }
    range
}
