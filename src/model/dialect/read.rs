//! Text to parts, as the host reads it.

use std::ops::Range;

use super::{
    Dialect, Form, LONGEST, VariableNames, WhenUnset, bash, is_key, is_name, looks_like_a_variable,
};
use crate::model::template::{HostVar, Lacks, Part, Template};
use crate::syntax::Span;

impl Dialect {
    /// Reads `text` as the host does in the end, whatever the number of its passes. With `angles`, `$<NAME>` and
    /// `$<NAME:-default>` are references too.
    #[must_use]
    pub fn read(&self, text: &str, span: Span, angles: bool) -> Template {
        let written = text;
        let text = self.trimmed(text);
        if !self.may_refer(text) {
            return Template::literal(text, span);
        }
        let mut template = self.read_once(text, span, angles);
        if let Some(then) = self.then {
            // A mark right before a value makes another reference of both, which nobody can foresee.
            let joined = |pair: &[Part]| matches!(pair, [Part::Text(text), Part::Env { .. }] if text.ends_with('$'));
            if then.forms.contains(&Form::Bare) && template.parts.windows(2).any(joined) {
                return Template {
                    raw: Some(text.into()),
                    ..Template::new(vec![Part::Other(text.to_owned())], span)
                };
            }
            template = then.refine(self, template);
        }
        if template.has_references() || template.as_literal() != Some(written) {
            template.raw = Some(written.into());
        }
        template
    }

    fn read_once(&self, text: &str, span: Span, angles: bool) -> Template {
        if let Some(part) = self.read_whole(text) {
            return Template::new(vec![part], span);
        }
        let mut template = Template::new(Vec::new(), span);
        let mut rest = text;
        if self.forms.contains(&Form::Tilde) && (text == "~" || text.starts_with("~/")) {
            template.push(Part::Host(HostVar::Home));
            rest = &text[1..];
        }
        self.read_rest(rest, text, angles, &mut template);
        template
    }

    /// The text of a default: what only counts at the start of a value does not count in it.
    pub(super) fn read_within(&self, text: &str) -> Template {
        let mut template = Template::default();
        self.read_rest(text, text, false, &mut template);
        template
    }

    /// The character that a backslash at the start of `tail` makes plain.
    pub(super) fn escaped(&self, tail: &str) -> Option<char> {
        let next = tail.strip_prefix('\\')?;
        let c = next.chars().next().filter(|c| self.escapes.contains(*c))?;
        next[c.len_utf8()..]
            .starts_with(self.escaped_before)
            .then_some(c)
    }

    /// Adds what is read in `rest`, the end of `text`.
    fn read_rest(&self, mut rest: &str, text: &str, angles: bool, template: &mut Template) {
        let mut braces = Braces::of(text);
        while let Some(at) = rest.find(['$', '{', '\\', '`']) {
            let (before, tail) = rest.split_at(at);
            if tail.starts_with('\\') {
                template.push_text(before);
                let escaped = self.escaped(tail);
                template.push_text(escaped.unwrap_or('\\').encode_utf8(&mut [0; 4]));
                rest = &tail[1 + escaped.map_or(0, char::len_utf8)..];
                continue;
            }
            let found = (self.is_shell() || braces.may_close(text.len() - tail.len()))
                .then(|| self.read_in(text, tail))
                .flatten()
                .filter(|(_, len)| !self.whole || *len == text.len())
                .map(|(part, len)| (self.settle(part), len));
            match found.or_else(|| if angles { read_angles(tail) } else { None }) {
                Some((part, len)) => {
                    template.push_text(before);
                    template.push(part);
                    rest = &tail[len..];
                }
                None if self.is_shell() && bash::refuses(tail) => {
                    template.push_text(before);
                    template.push(Part::Other(tail.to_owned()));
                    return;
                }
                None => {
                    template.push_text(&rest[..=at]);
                    rest = &tail[1..];
                }
            }
        }
        template.push_text(rest);
    }

    /// A variable that is not set is nothing where the host takes it so, and so is one that is empty.
    fn settle(&self, part: Part) -> Part {
        match part {
            Part::Env {
                name,
                default: None,
                lacks: Lacks::Unset | Lacks::Blank,
            } if self.unset == WhenUnset::Empty => Part::env(name, Some("")),
            Part::Env {
                name,
                default: Some(default),
                lacks,
            } => Part::Env {
                // Without a default, an empty value and none come to the same.
                lacks: match lacks {
                    _ if default.parts.is_empty() => Lacks::Unset,
                    Lacks::Unset if self.empty_is_unset || self.default_if_empty => Lacks::Blank,
                    lacks => lacks,
                },
                name,
                default: Some(default),
            },
            other => other,
        }
    }

    /// What this pass makes of what `first` left.
    fn refine(&self, first: &Self, template: Template) -> Template {
        let span = template.span;
        if self.whole {
            // Only a value that is as it was written can be a whole one here.
            return match template.as_literal() {
                Some(text) => self.read_once(text, span, false),
                None => template,
            };
        }
        let mut done = Template::new(Vec::new(), span);
        let mut parts = template.parts.into_iter().peekable();
        while let Some(part) = parts.next() {
            match part {
                Part::Text(text) => {
                    let again = self.read_once(&text, span, false);
                    again.parts.into_iter().for_each(|part| done.push(part));
                }
                // A default that was cut at its first brace is whole again, once it is what the variable becomes.
                Part::Env {
                    name,
                    default: Some(default),
                    lacks,
                } if default.as_literal().is_some_and(|text| text.contains("${")) => {
                    let cut = default.as_literal().unwrap_or_default();
                    let rest = match parts.peek() {
                        Some(Part::Text(next)) if next.starts_with('}') => next[1..].to_owned(),
                        _ => {
                            done.push(Part::Env {
                                name,
                                default: Some(default),
                                lacks,
                            });
                            continue;
                        }
                    };
                    parts.next();
                    let whole = self.read_once(&format!("{cut}}}"), span, false);
                    done.push(Part::Env {
                        name,
                        default: Some(whole),
                        lacks,
                    });
                    let rest = self.read_once(&rest, span, false);
                    rest.parts.into_iter().for_each(|part| done.push(part));
                }
                // What the first pass leaves as it is written, this one reads.
                Part::Env {
                    name,
                    default: None,
                    lacks: Lacks::Unset | Lacks::Blank,
                } => {
                    let kept = first.spell(&Part::env(name.clone(), None));
                    let again = kept.map(|text| self.read_once(&text, span, false).parts);
                    match again.as_deref() {
                        Some([Part::Env { name: same, .. }]) if *same == name => {
                            done.push(self.settle(Part::env(name, None)));
                        }
                        _ => done.push(Part::env(name, None)),
                    }
                }
                other => done.push(other),
            }
        }
        done
    }

    /// The references in `text` as the host reads them, each with its bytes. A whole value without any mark around it, such
    /// as the bare name of a variable, is not among them.
    pub(crate) fn references(&self, text: &str) -> Vec<(Range<usize>, Part)> {
        let mut list = Vec::new();
        if self.reads_commands()
            && let Some(command) = text.strip_prefix('!')
        {
            return vec![(0..text.len(), Part::Command(command.to_owned()))];
        }
        let read = |tail: &str| {
            self.read_in(self.trimmed(text), tail)
                .or_else(|| self.then.and_then(|then| then.read_at(tail)))
                .filter(|(_, len)| !self.whole || *len == text.len())
        };
        let shell = self.has(Form::Bash);
        let mut braces = Braces::of(text);
        let mut at = 0;
        while let Some(next) = text[at..].find(['$', '{', '\\', '`']) {
            let start = at + next;
            if !shell && !braces.may_close(start) {
                at = start + 1;
                continue;
            }
            if let Some(escaped) = self.last().escaped(&text[start..]) {
                at = start + 1 + escaped.len_utf8();
                continue;
            }
            match read(&text[start..]) {
                // One that no variable can answer gives nothing, which is hardly what is meant.
                Some((Part::Text(_), len)) => at = start + len,
                Some((part, len)) => {
                    list.push((start..start + len, part));
                    at = start + len;
                }
                None => at = start + 1,
            }
        }
        list
    }

    /// The same, but every name counts, also that of a variable which the host does not have.
    pub(crate) fn all_references(&self, text: &str) -> Vec<(Range<usize>, Part)> {
        let all = Self {
            names: VariableNames::Identifiers,
            ..*self
        };
        all.references(text)
    }

    /// Whether a backslash keeps the character at `at` from being read.
    pub(crate) fn is_escaped(&self, text: &str, at: usize) -> bool {
        let last = self.last();
        let before = text[..at].bytes().rev();
        let backslashes = before.take_while(|byte| *byte == b'\\').count();
        match text[at..].chars().next() {
            Some(c) if !text[at + c.len_utf8()..].starts_with(last.escaped_before) => false,
            Some(c) if last.escapes.contains(c) && last.escapes.contains('\\') => {
                backslashes % 2 == 1
            }
            Some(c) => last.escapes.contains(c) && backslashes > 0,
            None => false,
        }
    }

    /// Whether there is anything in `text` that a reference could start with.
    pub(super) fn may_refer(&self, text: &str) -> bool {
        text.bytes()
            .any(|byte| matches!(byte, b'$' | b'{' | b'!' | b'~' | b'\\' | b'`'))
            || self.reads_names()
    }

    /// The last pass.
    fn last(&self) -> &Self {
        self.then.map_or(self, Self::last)
    }

    pub(crate) fn reads_names(&self) -> bool {
        self.has(Form::Name)
    }

    pub(crate) fn reads_commands(&self) -> bool {
        self.has(Form::Shell)
    }

    /// Whether any pass has this form.
    pub(crate) fn has(&self, form: Form) -> bool {
        self.forms.contains(&form) || self.then.is_some_and(|then| then.has(form))
    }

    /// A value that is a reference as a whole, without any mark around it.
    fn read_whole(&self, text: &str) -> Option<Part> {
        if self.forms.contains(&Form::Shell)
            && let Some(command) = text.strip_prefix('!')
        {
            return Some(Part::Command(command.to_owned()));
        }
        // Nothing but the mark is an error to a shell.
        if self.is_shell() && text == "$" {
            return Some(Part::Other(text.to_owned()));
        }
        self.read_name(text)
    }

    /// A value that plainly is the name of a variable, where the host replaces those.
    pub(super) fn read_name(&self, text: &str) -> Option<Part> {
        let named = self.forms.contains(&Form::Name) && self.names.has(text);
        (named && looks_like_a_variable(text)).then(|| Part::env(text, None))
    }

    /// What is read of a value.
    pub(crate) fn trimmed<'v>(&self, text: &'v str) -> &'v str {
        if self.trims { text.trim() } else { text }
    }

    /// Whether all of `text` is taken for one reference, to something that no variable is called.
    pub(crate) fn swallows(&self, text: &str) -> bool {
        let inner = text
            .strip_prefix("${")
            .and_then(|rest| rest.strip_suffix('}'));
        self.greedy && inner.is_some_and(|inner| inner.contains('}') && !inner.is_empty())
    }

    /// The reference that `tail` starts with, which is the end of `text`, and its length.
    pub(super) fn read_in(&self, text: &str, tail: &str) -> Option<(Part, usize)> {
        if tail.starts_with("${") && self.swallows(text) {
            return None;
        }
        self.read_at(tail)
    }

    /// The reference that `tail` starts with, and its length.
    pub(super) fn read_at(&self, tail: &str) -> Option<(Part, usize)> {
        let known = |form| self.forms.contains(&form);
        if known(Form::Bash) {
            return bash::read(self, tail);
        }
        if let Some(inner) = tail.strip_prefix("{env:").filter(|_| known(Form::Curly)) {
            let name = &inner[..close(inner)?];
            return Some((self.looked_up(name)?, "{env:}".len() + name.len()));
        }
        if let Some(inner) = tail.strip_prefix("{file:").filter(|_| known(Form::File)) {
            let path = &inner[..close(inner)?];
            return Some((Part::File(path.to_owned()), "{file:}".len() + path.len()));
        }
        for form in self.forms {
            let found = match form {
                Form::Workflow(words) => workflow(tail, words),
                Form::Mustache(own) => mustache(tail, own),
                Form::OwnKey => own_key(tail),
                _ => None,
            };
            if found.is_some() {
                return found;
            }
        }
        if let Some(inner) = tail.strip_prefix("${") {
            let inner = &inner[..self.end_of(inner)?];
            return Some((self.read_braces(inner)?, "${}".len() + inner.len()));
        }
        if let Some(word) = tail.strip_prefix('$').filter(|_| known(Form::Bare)) {
            let len = word
                .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
                .unwrap_or(word.len());
            let name = &word[..len];
            return (self.names.has(name) && !self.never.contains(&name))
                .then(|| (Part::env(name, None), 1 + len));
        }
        None
    }

    /// Any text may stand where a name is expected. One that no variable can have gives nothing, if the host takes unset
    /// variables for nothing.
    fn looked_up(&self, name: &str) -> Option<Part> {
        match (self.names.has(name), self.unset) {
            (true, _) => Some(Part::env(name, None)),
            (false, WhenUnset::Empty) if !name.is_empty() => Some(Part::Text(String::new())),
            _ => None,
        }
    }

    /// Where the brace closes that was opened just before `inner`.
    fn end_of(&self, inner: &str) -> Option<usize> {
        if !self.nested {
            return close(inner);
        }
        // No reference is longer, and a text full of openings would be read again for each of them.
        let inner = &inner[..inner.floor_char_boundary(LONGEST)];
        let mut depth = 0usize;
        inner.bytes().enumerate().find_map(|(at, byte)| match byte {
            b'{' => {
                depth += 1;
                None
            }
            b'}' if depth == 0 => Some(at),
            b'}' => {
                depth -= 1;
                None
            }
            _ => None,
        })
    }

    /// What stands between `${` and `}`.
    fn read_braces(&self, inner: &str) -> Option<Part> {
        self.forms.iter().find_map(|form| match form {
            Form::Vars(vars) => vars
                .iter()
                .find(|(word, _)| *word == inner)
                .map(|(_, var)| Part::Host(*var)),
            Form::Input => inner
                .strip_prefix("input:")
                .filter(|id| !id.is_empty())
                .map(|id| Part::Input(id.to_owned())),
            Form::BracedFile => inner
                .strip_prefix("file:")
                .filter(|path| !path.is_empty())
                .map(|path| Part::File(path.to_owned())),
            Form::Prefixed => inner
                .strip_prefix("env:")
                .filter(|name| !is_name(name) || self.names.has_in(*form, name))
                .and_then(|name| self.looked_up(name)),
            Form::Own(words) => {
                let word = inner.split([':', '.']).next().unwrap_or(inner);
                words
                    .contains(&word)
                    .then(|| Part::Other(format!("${{{inner}}}")))
            }
            Form::Default => inner
                .split_once(":-")
                .filter(|(name, _)| self.names.accepts(name))
                .map(|(name, default)| match self.names.has(name) {
                    true => Part::env(name, Some(default)),
                    false => Part::Text(default.to_owned()),
                }),
            Form::Operators => self.operator(inner),
            // A word the host itself knows is no variable, wherever it stands in the list.
            Form::Braces => {
                let name = if self.blanks { inner.trim() } else { inner };
                let plain = self.names.has(name) && !self.owns(name) && !self.never.contains(&name);
                let vain = self.looks_up_in_vain() && !name.is_empty();
                (plain || vain).then(|| Part::env(name, None))
            }
            _ => None,
        })
    }

    /// A name, an operator of shells, and what stands behind it.
    fn operator(&self, inner: &str) -> Option<Part> {
        let len = inner
            .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .filter(|len| is_name(&inner[..*len]))?;
        let (name, rest) = inner.split_at(len);
        if let Some(default) = rest.strip_prefix(":-").or_else(|| rest.strip_prefix('-')) {
            let default = self.read_once(default, Span::default(), false);
            return Some(Part::Env {
                name: name.to_owned(),
                default: Some(default),
                lacks: Lacks::Unset,
            });
        }
        // What stands there instead of the variable's own value has no counterpart elsewhere.
        (rest.starts_with(":+") || rest.starts_with('+'))
            .then(|| Part::Other(format!("${{{inner}}}")))
    }

    pub(crate) fn owns(&self, word: &str) -> bool {
        self.forms.iter().any(|form| match form {
            Form::Vars(vars) => vars.iter().any(|(name, _)| *name == word),
            Form::Own(words) => words.contains(&word),
            _ => false,
        })
    }
}

/// The closing braces of a text, for somebody who goes through it from its start: a text full of openings that nobody
/// closes is not read again from each of them.
pub(in crate::model) struct Braces<'t> {
    text: &'t str,
    /// The first one that was not passed by yet; the end of the text if there is none.
    next: usize,
}

impl<'t> Braces<'t> {
    pub(in crate::model) fn of(text: &'t str) -> Self {
        Self { text, next: 0 }
    }

    /// Whether what starts at `at` is closed near enough for a reference, or needs no brace.
    pub(in crate::model) fn may_close(&mut self, at: usize) -> bool {
        let bytes = &self.text.as_bytes()[at..];
        if !matches!(bytes, [b'{', ..] | [b'$', b'{', ..]) {
            return true;
        }
        if self.next < at || self.next == 0 {
            let found = bytes.iter().position(|byte| *byte == b'}');
            self.next = found.map_or(self.text.len(), |found| at + found);
        }
        self.next < self.text.len() && self.next - at <= LONGEST + "${file:".len()
    }
}

/// Where the first brace closes, as far as any reference reaches.
fn close(inner: &str) -> Option<usize> {
    let end = inner.len().min(LONGEST);
    inner.as_bytes()[..end]
        .iter()
        .position(|byte| *byte == b'}')
}

/// `${{ word.NAME }}`.
fn workflow(tail: &str, words: &[&str]) -> Option<(Part, usize)> {
    let inner = tail.strip_prefix("${{")?;
    let inner = &inner[..close(inner)?];
    if !tail["${{".len() + inner.len()..].starts_with("}}") {
        return None;
    }
    let (word, name) = inner.trim().split_once('.')?;
    (words.contains(&word) && is_name(name))
        .then(|| (Part::env(name, None), "${{}}".len() + inner.len()))
}

/// The name in `{{NAME}}`, and the length of all of it.
fn doubled(tail: &str) -> Option<(&str, usize)> {
    let inner = tail.strip_prefix("{{")?;
    let name = &inner[..close(inner)?];
    let closed = inner[name.len()..].starts_with("}}") && is_key(name, &[]);
    closed.then_some((name, "{{}}".len() + name.len()))
}

/// `{{NAME}}`.
fn mustache(tail: &str, own: &[&str]) -> Option<(Part, usize)> {
    let (name, len) = doubled(tail)?;
    Some(match is_key(name, own) {
        true => (Part::Input(name.to_owned()), len),
        false => (Part::Other(tail[..len].to_owned()), len),
    })
}

/// `{{NAME}}` for a value of the same entry.
fn own_key(tail: &str) -> Option<(Part, usize)> {
    doubled(tail).map(|(name, len)| (Part::of_own_key(name), len))
}

/// `$<NAME>` and `$<NAME:-default>`, which survive shells and template engines that eat `${…}`.
fn read_angles(tail: &str) -> Option<(Part, usize)> {
    let inner = tail.strip_prefix("$<")?;
    let end = inner.len().min(LONGEST);
    let inner = &inner[..inner.as_bytes()[..end]
        .iter()
        .position(|byte| *byte == b'>')?];
    let len = "$<>".len() + inner.len();
    match inner.split_once(":-") {
        Some((name, default)) => is_name(name).then(|| (Part::env(name, Some(default)), len)),
        None => is_name(inner).then(|| (Part::env(inner, None), len)),
    }
}
