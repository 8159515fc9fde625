//! Text to parts, as the host reads it.

use std::ops::Range;

use super::spelling::{
    Braces, RefForm, Spelled, Tail, default, ends_folder, named, scan, spelled_default,
};
use super::{
    Dialect, Form, InNames, VariableNames, WhenUnset, bash, is_key, is_name, looks_like_a_variable,
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
            let opens = |text: &str| text.ends_with('$') && !then.is_escaped(text, text.len() - 1);
            let joined =
                |pair: &[Part]| matches!(pair, [Part::Text(text), Part::Env { .. }] if opens(text));
            if then.forms.contains(&Form::Bare) && template.parts.windows(2).any(joined) {
                return Template {
                    raw: Some(text.into()),
                    ..Template::new(vec![Part::Other(text.to_owned())], span)
                };
            }
            template = then.refine(self, template);
        }
        // No host reads angles, so that such a text means what was found in it and not what its host makes of it.
        let own_words = angles && text.contains("$<") && {
            let host = self.read_once(text, span, false);
            host.parts != self.read_once(text, span, true).parts
        };
        if !own_words && (template.has_references() || template.as_literal() != Some(written)) {
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
                default: Some(default.said()),
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

    /// Whether the host replaces references in this name of a variable or header.
    pub(crate) fn replaces_in_name(&self, name: &str) -> bool {
        self.in_names >= InNames::OfPairs && self.refers(name)
    }

    /// Whether the host replaces references in this name of a server.
    pub(crate) fn replaces_in_server_name(&self, name: &str) -> bool {
        self.in_names == InNames::All && self.refers(name)
    }

    fn refers(&self, name: &str) -> bool {
        name.contains('{') && !self.references(name).is_empty()
    }

    /// The references in `text` as the host reads them, each with its bytes. A whole value without any mark around it, such
    /// as the bare name of a variable, is not among them.
    pub(crate) fn references(&self, text: &str) -> Vec<(Range<usize>, Part)> {
        if self.reads_commands()
            && let Some(command) = text.strip_prefix('!')
        {
            return vec![(0..text.len(), Part::Command(command.to_owned()))];
        }
        let read = |tail: &str| {
            self.read_in(self.trimmed(text), tail)
                .or_else(|| {
                    let then = self.then?;
                    then.read_in(then.trimmed(text), tail)
                })
                .filter(|(_, len)| !self.whole || *len == text.len())
        };
        scan(text, b"${\\`", self.has(Form::Bash), |start| {
            let tail = &text[start..];
            if let Some(escaped) = self.last().escaped(tail) {
                return Some((None, 1 + escaped.len_utf8()));
            }
            let (part, len) = read(tail)?;
            // One that no variable can answer gives nothing, which is hardly what is meant.
            Some(((!matches!(part, Part::Text(_))).then_some(part), len))
        })
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

    /// A value that may be the name of a variable, where the host replaces those. A word in small letters hardly is.
    pub(crate) fn may_name(&self, text: &str) -> bool {
        let small = |c: char| c.is_ascii_lowercase();
        let named = self.forms.contains(&Form::Name) && self.names.has(text);
        named && !text.contains(small) || self.then.is_some_and(|then| then.may_name(text))
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
        let (part, len) = self.read_at(tail)?;
        let before = text.strip_suffix(tail).unwrap_or_default();
        let alone = || before.is_empty() || before.ends_with(['=', ' ']);
        match spelled_default(&part, &tail[..len]) {
            // A folder that is only `.` is one where a path starts with it, and text within any other.
            Some((name, default)) if !alone() || !ends_folder(&tail[len..]) => {
                Some((Part::env(name, Some(default)), len))
            }
            _ => Some((part, len)),
        }
    }

    /// The reference that `tail` starts with, and its length.
    pub(super) fn read_at(&self, tail: &str) -> Option<(Part, usize)> {
        if self.is_shell() {
            return bash::read(self, tail);
        }
        let rest = Tail::new(tail, self.nested);
        self.forms.iter().find_map(|form| {
            let spelled = rest.spelled(form.spelling()?)?;
            Some((
                self.part(*form, spelled, &tail[..spelled.len])?,
                spelled.len,
            ))
        })
    }

    /// What the host takes a reference in the spelling `form` for, which is all of `text`.
    fn part(&self, form: Form, spelled: Spelled<'_>, text: &str) -> Option<Part> {
        let name = match form {
            Form::Braces | Form::Prefixed if self.blanks => spelled.name.trim(),
            _ => spelled.name,
        };
        match form {
            Form::Curly => self.looked_up(name),
            Form::File | Form::BracedFile => Some(Part::File(name.to_owned())),
            Form::Workflow(words) => {
                let (word, name) = name.split_once('.')?;
                (words.contains(&word) && is_name(name)).then(|| Part::env(name, None))
            }
            Form::OwnKey => is_key(name, &[]).then(|| Part::of_own_key(name)),
            Form::Mustache(own) if is_key(name, own) => Some(Part::Input(name.to_owned())),
            Form::Mustache(_) => is_key(name, &[]).then(|| Part::Other(text.to_owned())),
            Form::Vars(vars) => {
                let (_, var) = vars.iter().find(|(word, _)| *word == name)?;
                Some(Part::Host(*var))
            }
            Form::Input => (!name.is_empty()).then(|| Part::Input(name.to_owned())),
            Form::Prefixed if is_name(name) && !self.names.has_in(form, name) => None,
            Form::Prefixed => self.looked_up(name),
            Form::Own(words) => {
                let word = name.split([':', '.']).next().unwrap_or(name);
                words.contains(&word).then(|| Part::Other(text.to_owned()))
            }
            Form::Default => {
                let Spelled { name, default, .. } = spelled.with_default();
                default.filter(|_| self.names.accepts(name)).map(|default| {
                    match self.names.has(name) {
                        true => Part::env(name, Some(default)),
                        false => Part::Text(default.to_owned()),
                    }
                })
            }
            Form::Operators => self.operator(name, text),
            // A word the host itself knows is no variable, wherever it stands in the list.
            Form::Braces => {
                let plain = self.is_variable(name) && !self.owns(name);
                // No name has a brace in it (observed with dotenv-expand in Gemini CLI 0.61.0).
                let braced = self.unset == WhenUnset::Empty && name.contains('{');
                let vain = self.looks_up_in_vain() && !name.is_empty() && !braced;
                let default = self.forms.contains(&Form::Default) && name.contains(':');
                if self.wide && name.contains("${") && !default {
                    return Some(Part::Text(text.to_owned()));
                }
                (plain || vain).then(|| Part::env(name, None))
            }
            Form::Bare => self.is_variable(name).then(|| Part::env(name, None)),
            Form::Bash | Form::Shell | Form::Name | Form::Tilde => None,
        }
    }

    /// Whether it is a variable that may be put in.
    fn is_variable(&self, name: &str) -> bool {
        self.names.has(name) && !self.never.contains(&name)
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

    /// A name, an operator of shells, and what stands behind it; `text` has the braces around them.
    fn operator(&self, inner: &str, text: &str) -> Option<Part> {
        let (name, rest) = named(inner)?;
        if let Some(default) = default(rest) {
            return Some(Part::Env {
                name: name.to_owned(),
                default: Some(self.read_once(default, Span::default(), false)),
                lacks: Lacks::Unset,
            });
        }
        // What stands there instead of the variable's own value has no counterpart elsewhere.
        let other = rest.starts_with(":+") || rest.starts_with('+');
        other.then(|| Part::Other(text.to_owned()))
    }

    pub(crate) fn owns(&self, word: &str) -> bool {
        self.forms.iter().any(|form| match form {
            Form::Vars(vars) => vars.iter().any(|(name, _)| *name == word),
            Form::Own(words) => words.contains(&word),
            _ => false,
        })
    }
}

/// `$<NAME>` and `$<NAME:-default>`, which survive shells and template engines that eat `${…}`.
fn read_angles(tail: &str) -> Option<(Part, usize)> {
    let found = Tail::new(tail, false).spelled(RefForm::Angles)?;
    is_name(found.name).then(|| (Part::env(found.name, found.default), found.len))
}
