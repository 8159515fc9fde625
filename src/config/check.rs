//! Holds a document against the description, and reports all that does not fit at once.

use super::shape::{KeyShape, KeyTable, ROOT, WordList};
use super::size;
use crate::diagnostic::{Diagnostic, Level};
use crate::glob::{Against, BadGlob, Globs, is_plain};
use crate::lint::{Policy, rules};
use crate::nearest::nearest;
use crate::order::Order as _;
use crate::syntax::{Member, Node, Span, Tree};

/// Everything that is wrong with a document.
pub(super) fn check(root: &Node<'_>) -> Vec<Diagnostic> {
    let mut checker = Checker {
        problems: Vec::new(),
        patterns: 0,
    };
    checker.table(root, &ROOT);
    checker.problems.order_by_key(|problem| problem.span);
    checker.problems
}

/// A fault of the configuration.
pub(super) fn problem(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(rules::INVALID_CONFIGURATION.id, Level::Error, span, message)
}

/// How long all patterns together may be, in bytes. Each of them may be compared with everything that is linted, so that their
/// cost is multiplied with that of the files; words without a pattern are looked up, and may be as many as one likes.
const MAX_PATTERNS: usize = 8 * 1024;

struct Checker {
    problems: Vec<Diagnostic>,
    /// How long the patterns are so far.
    patterns: usize,
}

impl Checker {
    fn table(&mut self, node: &Node<'_>, table: &KeyTable) {
        for member in node.members() {
            match table.keys.iter().find(|key| key.name == member.key) {
                Some(key) => self.value(&member.key, &member.value, key.shape),
                None => self.unknown_key(member, table),
            }
        }
        for key in table
            .keys
            .iter()
            .filter(|key| key.required && node.member(key.name).is_none())
        {
            self.add(node.span, format!("{} has no `{}`", table.name, key.name))
                .help = Some(format!("add `{}`: {}", key.name, sentence(key.about)));
        }
        if !table.either.is_empty() && table.either.iter().all(|key| node.member(key).is_none()) {
            let keys = table
                .either
                .iter()
                .map(|key| format!("`{key}`"))
                .collect::<Vec<_>>();
            self.add(
                node.span,
                format!("{} has neither {}", table.name, keys.join(" nor ")),
            )
            .help = Some(format!("add {}, or both", keys.join(" or ")));
        }
    }

    fn value(&mut self, key: &str, node: &Node<'_>, shape: KeyShape) {
        let fits = match shape {
            KeyShape::Table(_) | KeyShape::Choices(..) | KeyShape::Owners(_) => node.is_object(),
            KeyShape::Tables(_)
            | KeyShape::Globs(_)
            | KeyShape::Words(_)
            | KeyShape::Packages
            | KeyShape::Addresses => matches!(node.value, Tree::Array(_)),
            KeyShape::Word(_)
            | KeyShape::Text
            | KeyShape::Size
            | KeyShape::Pointer
            | KeyShape::Glob(_) => node.as_str().is_some(),
        };
        if !fits {
            self.wrong_type(key, node, shape);
            return;
        }
        let text = node.as_str().unwrap_or_default();
        match shape {
            KeyShape::Table(table) => self.table(node, table),
            KeyShape::Tables(table) => self.tables(key, node, table),
            KeyShape::Word(words) => self.word(text, node.span, words),
            KeyShape::Choices(keys, values) => self.choices(node, keys, values),
            KeyShape::Owners(hosts) => self.owners(node, hosts),
            KeyShape::Text if text.trim().is_empty() => {
                self.add(node.span, format!("`{key}` is blank"));
            }
            KeyShape::Text => {}
            KeyShape::Size => {
                if let Err(help) = size(text) {
                    self.add(node.span, format!("`{key}` is not a size")).help = Some(help);
                }
            }
            KeyShape::Pointer if !is_pointer(text) => {
                self.add(node.span, format!("`{key}` is not a JSON pointer")).help =
                    Some("write it as `/mcpServers/name/args/0`, with `~1` for a slash and `~0` for a tilde within a name".to_owned());
            }
            KeyShape::Pointer => {}
            KeyShape::Glob(against) => self.pattern(key, node, Globs::new(&[text], against).err()),
            KeyShape::Globs(against) => {
                self.patterns(key, node, |text| Globs::new(&[text], against).err())
            }
            KeyShape::Words(words) => {
                for item in node.items() {
                    self.value(key, item, KeyShape::Word(words));
                }
            }
            KeyShape::Packages => self.patterns(key, node, |text| {
                Policy::new(None, Some(&[text]), None).err()
            }),
            KeyShape::Addresses => self.patterns(key, node, |text| {
                Policy::new(None, None, Some(&[text])).err()
            }),
        }
    }

    fn tables(&mut self, key: &str, node: &Node<'_>, table: &'static KeyTable) {
        if node.items().is_empty() {
            self.add(node.span, format!("`{key}` is empty")).help =
                Some(format!("add {}, or remove `{key}`", table.name));
        }
        for item in node.items() {
            if item.is_object() {
                self.table(item, table);
            } else {
                self.wrong_type(key, item, KeyShape::Table(table));
            }
        }
    }

    fn choices(&mut self, node: &Node<'_>, keys: &WordList, values: &'static WordList) {
        for member in node.members() {
            self.word(&member.key, member.key_span, keys);
            self.value(&member.key, &member.value, KeyShape::Word(values));
        }
    }

    fn owners(&mut self, node: &Node<'_>, hosts: &'static WordList) {
        for member in node.members() {
            self.weigh(&member.key, member.key_span);
            if let Some(bad) = Globs::new(&[&*member.key], Against::Paths).err() {
                self.add(
                    member.key_span,
                    format!("`{}` is not a valid pattern: {}", member.key, bad.reason),
                );
            }
            self.value(&member.key, &member.value, KeyShape::Word(hosts));
        }
    }

    fn patterns(&mut self, key: &str, node: &Node<'_>, fault: impl Fn(&str) -> Option<BadGlob>) {
        for item in node.items() {
            match item.as_str() {
                Some(text) => self.pattern(key, item, fault(text)),
                None => drop(self.add(
                    item.span,
                    format!("`{key}` must contain only strings, not {}", kind(item)),
                )),
            }
        }
    }

    fn pattern(&mut self, key: &str, node: &Node<'_>, fault: Option<BadGlob>) {
        let text = node.as_str().unwrap_or_default();
        self.weigh(text, node.span);
        if let Some(BadGlob { reason, .. }) = fault {
            self.add(
                node.span,
                format!("`{text}` in `{key}` is not a valid pattern: {reason}"),
            );
        }
    }

    /// Counts a pattern, and reports the first one that is too much.
    fn weigh(&mut self, text: &str, span: Span) {
        if is_plain(text) || self.patterns > MAX_PATTERNS {
            return;
        }
        self.patterns += text.len();
        if self.patterns > MAX_PATTERNS {
            let message =
                format!("the patterns up to here are longer than {MAX_PATTERNS} bytes in total");
            self.add(span, message).help = Some(
                "write names and paths without `*`, `?`, `[` and `{`, which have no limit, or accept findings with a baseline"
                    .to_owned(),
            );
        }
    }

    fn word(&mut self, word: &str, span: Span, words: &WordList) {
        let list = (words.list)();
        if list.contains(&word) {
            return;
        }
        let known = words.found.map_or_else(
            || format!("known {}: {}", plural(words.noun), list.join(", ")),
            str::to_owned,
        );
        let help = if word == "*" {
            format!("name one {} at a time; {known}", words.noun)
        } else {
            guess(word, &list, known)
        };
        self.add(span, format!("unknown {} `{word}`", words.noun))
            .help = Some(help);
    }

    fn unknown_key(&mut self, member: &Member<'_>, table: &KeyTable) {
        let names: Vec<&str> = table.keys.iter().map(|key| key.name).collect();
        let help = guess(
            &member.key,
            &names,
            format!("known keys: {}", names.join(", ")),
        );
        self.add(
            member.key_span,
            format!("{} has no key `{}`", table.name, member.key),
        )
        .help = Some(help);
    }

    fn wrong_type(&mut self, key: &str, node: &Node<'_>, shape: KeyShape) {
        let wanted = match shape {
            KeyShape::Word(_)
            | KeyShape::Text
            | KeyShape::Size
            | KeyShape::Pointer
            | KeyShape::Glob(_) => "a string",
            KeyShape::Globs(_) | KeyShape::Words(_) | KeyShape::Packages | KeyShape::Addresses => {
                "a list of strings"
            }
            KeyShape::Table(_) | KeyShape::Choices(..) | KeyShape::Owners(_) => "a table",
            KeyShape::Tables(_) => "a list of tables",
        };
        let help = match shape {
            KeyShape::Word(words) if words.found.is_none() => {
                Some(format!("write one of: {}", (words.list)().join(", ")))
            }
            KeyShape::Table(table) | KeyShape::Tables(table) => {
                Some(format!("write it as {}", table.name))
            }
            KeyShape::Size => Some("write it as `\"16MB\"`".to_owned()),
            KeyShape::Globs(_) | KeyShape::Words(_) | KeyShape::Packages | KeyShape::Addresses
                if node.as_str().is_some() =>
            {
                Some("put it between `[` and `]`".to_owned())
            }
            _ => None,
        };
        self.add(
            node.span,
            format!("`{key}` must be {wanted}, not {}", kind(node)),
        )
        .help = help;
    }

    fn add(&mut self, span: Span, message: String) -> &mut Diagnostic {
        self.problems.push(problem(span, message));
        self.problems.last_mut().expect("one was just added")
    }
}

/// What a value is, in the words of TOML.
fn kind(node: &Node<'_>) -> &'static str {
    if node.is_object() {
        "a table"
    } else {
        node.kind()
    }
}

fn guess(word: &str, known: &[&str], all: String) -> String {
    match nearest(word, known.iter().copied()) {
        Some(meant) => format!("did you mean `{meant}`? {all}"),
        None => all,
    }
}

fn plural(noun: &str) -> String {
    match noun.strip_prefix("way") {
        Some(rest) => format!("ways{rest}"),
        None => format!("{noun}s"),
    }
}

/// A sentence as part of another one.
fn sentence(text: &str) -> String {
    let mut letters = text.trim_end_matches('.').chars();
    letters
        .next()
        .map(|first| first.to_lowercase().chain(letters).collect())
        .unwrap_or_default()
}

/// Whether a text is a JSON pointer.
fn is_pointer(text: &str) -> bool {
    let escapes = text
        .split('~')
        .skip(1)
        .all(|rest| rest.starts_with(['0', '1']));
    (text.is_empty() || text.starts_with('/')) && escapes
}
