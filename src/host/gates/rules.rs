//! Rules that let servers run by what stands in their entries: `{matches: {field: pattern}, action: "allow"}`. The first
//! that fits counts, and any other action keeps the server from running.

use super::ReadGate;
use crate::model::{Entry, Raw, Server, Slot, Value};
use crate::syntax::{Node, Tree};

impl ReadGate<'_, '_, '_> {
    /// Disables the server if a rule says so. A rule that only the host can apply is kept as a limit.
    pub(super) fn permit(&self, server: &mut Server, entry: &Node<'_>) {
        for rule in self.found.node.items() {
            let Some(matches) = rule.member("matches").map(|member| &member.value) else {
                continue;
            };
            let action = rule.member("action").map(|member| &member.value);
            let allows = action.and_then(Node::as_str) == Some("allow");
            match fits(matches, entry) {
                Some(false) => continue,
                Some(true) if !allows => self.disable(server, rule.span),
                Some(true) => {}
                None => {
                    server.entries.push(Entry {
                        slot: Slot::Limit,
                        field: format!("/{}", self.field()).into(),
                        key_span: rule.span,
                        span: rule.span,
                        value: Value::Raw(Raw::from_node(rule)),
                    });
                }
            }
            rule.each_leaf(&mut |leaf| server.implied.push(leaf.span));
            if fits(matches, entry).is_some() {
                return;
            }
        }
    }
}

/// Whether a pattern is about what stands in an entry, as it is written there; nothing where only the host can tell.
///
/// A list is compared as one text with spaces in it, an object member by member. Of several patterns one has to fit.
fn fits(pattern: &Node<'_>, value: &Node<'_>) -> Option<bool> {
    match &pattern.value {
        Tree::Object(_) => {
            let mut fit = Some(true);
            for member in pattern.members() {
                let inner = value.member(&member.key);
                match inner.map_or(Some(false), |inner| fits(&member.value, &inner.value)) {
                    Some(true) => {}
                    Some(false) => return Some(false),
                    None => fit = None,
                }
            }
            fit
        }
        Tree::Array(_) => {
            let mut fit = Some(false);
            for item in pattern.items() {
                match fits(item, value) {
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => fit = None,
                }
            }
            fit
        }
        Tree::String(pattern) => {
            let joined;
            let text = match &value.value {
                Tree::String(text) => &**text,
                Tree::Array(_) => {
                    let words: Option<Vec<&str>> = value.items().iter().map(Node::as_str).collect();
                    joined = words?.join(" ");
                    &joined
                }
                _ => return Some(false),
            };
            let inner = pattern
                .strip_prefix('/')
                .and_then(|it| it.strip_suffix('/'));
            match inner.filter(|inner| !inner.is_empty()) {
                // A regular expression between slashes.
                Some(regex) => as_stars(regex).map(|stars| has_stars(&stars, text)),
                None => Some(has_stars(pattern, text)),
            }
        }
        _ => Some(false),
    }
}

/// A regular expression of literal text, `^`, `$` and `.*` as a pattern with stars; nothing for any other.
fn as_stars(regex: &str) -> Option<String> {
    let start = regex.strip_prefix('^');
    let mut stars = String::from(if start.is_some() { "" } else { "*" });
    let mut rest = start.unwrap_or(regex);
    loop {
        if let Some(after) = rest.strip_prefix(".*") {
            stars.push('*');
            // What makes it match as little as possible changes nothing about whether it does.
            rest = after.strip_prefix('?').unwrap_or(after);
            continue;
        }
        let mut chars = rest.chars();
        match chars.next() {
            None => {
                stars.push('*');
                return Some(stars);
            }
            Some('$') if chars.as_str().is_empty() => return Some(stars),
            Some('\\') => {
                let next = chars.next().filter(char::is_ascii_punctuation)?;
                stars.push(Some(next).filter(|next| *next != '*')?);
            }
            Some('.' | '*' | '+' | '?' | '[' | ']' | '(' | ')' | '{' | '}' | '|' | '^' | '$') => {
                return None;
            }
            Some(c) => stars.push(c),
        }
        // A mark behind it would say how often it may be there.
        if chars.as_str().starts_with(['*', '+', '?', '{']) {
            return None;
        }
        rest = chars.as_str();
    }
}

/// Whether `pattern` is about `text`, with `*` for anything and no other mark.
fn has_stars(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let mut last = None;
    for piece in pieces {
        if let Some(piece) = last.replace(piece) {
            let Some(at) = rest.find(piece) else {
                return false;
            };
            rest = &rest[at + piece.len()..];
        }
    }
    last.map_or(rest.is_empty(), |last| rest.ends_with(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_look_at_entries_as_they_are_written() {
        let entry = r#"{"command": "npx", "args": ["-y", "acme"], "env": {"A": "1"}}"#;
        for (pattern, wanted) in [
            (r#"{"command": "npx"}"#, Some(true)),
            (r#"{"command": "n*x", "args": "-y *"}"#, Some(true)),
            (r#"{"command": ["uvx", "npx"]}"#, Some(true)),
            (r#"{"env": {"A": "1"}}"#, Some(true)),
            (r#"{"command": "np?"}"#, Some(false)),
            (r#"{"command": "NPX"}"#, Some(false)),
            (r#"{"command": "npx -y acme"}"#, Some(false)),
            (r#"{"args": ["-y", "acme"]}"#, Some(false)),
            (r#"{"command": "npx", "url": "*"}"#, Some(false)),
            (r#"{"command": true}"#, Some(false)),
            (r#"{"command": "/^n/"}"#, Some(true)),
            (r#"{"command": "/^p/"}"#, Some(false)),
            (r#"{"command": "/p/"}"#, Some(true)),
            (r#"{"command": "/p$/"}"#, Some(false)),
            (r#"{"args": "/^-y.*me$/"}"#, Some(true)),
            (r#"{"args": "/\\.me/"}"#, Some(false)),
            (r#"{"command": "/^n.x$/"}"#, None),
            (r#"{"command": "/npx*/"}"#, None),
            (r#"{"command": "/(npx|uvx)/"}"#, None),
            (r#"{"command": "/n.x/", "url": "*"}"#, Some(false)),
            (r#"{"command": ["/n.x/", "npx"]}"#, Some(true)),
            (r#"{"command": ["/n.x/", "uvx"]}"#, None),
        ] {
            let parse = |text| crate::syntax::parse(text, crate::syntax::Language::Json);
            let (pattern_tree, entry) = (parse(pattern).unwrap(), parse(entry).unwrap());
            let fit = fits(
                pattern_tree.root.as_ref().unwrap(),
                entry.root.as_ref().unwrap(),
            );
            assert_eq!(fit, wanted, "{pattern}");
        }
    }

    #[test]
    fn only_stars_are_marks() {
        assert!(has_stars("*", "") && has_stars("a*b*c", "aXbbYc") && has_stars("a", "a"));
        assert!(!has_stars("a*b", "a") && !has_stars("ab*ba", "aba") && !has_stars("", "a"));
    }
}
