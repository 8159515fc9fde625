//! References in any spelling that some host or shell knows.

use std::ops::Range;

use crate::model::dialect::{Braces, is_name};

/// A reference in a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ref<'t> {
    /// The bytes of the string.
    pub(crate) range: Range<usize>,
    /// How it is spelled.
    pub(crate) form: RefForm,
    /// The variable, input, path or command.
    pub(crate) name: &'t str,
    /// What stands in for it.
    pub(crate) default: Option<&'t str>,
}

/// A name in the spelling of variables, whatever it may begin with.
pub(crate) fn as_variable(name: &str) -> String {
    let letter = |c: char| c.is_ascii_alphanumeric();
    name.chars()
        .map(|c| {
            if letter(c) {
                c.to_ascii_uppercase()
            } else {
                '_'
            }
        })
        .collect()
}

/// Spellings of references.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RefForm {
    /// `${X}`, also for words such as `workspaceFolder`.
    Braces,
    /// `${X:-d}` or `${X-d}`.
    Default,
    /// `${env:X}`.
    Env,
    /// `${input:x}`.
    Input,
    /// `${word:…}` of an editor.
    Editor,
    /// `$X`.
    Bare,
    /// `%X%`.
    Percent,
    /// `{env:X}`.
    CurlyEnv,
    /// `{file:x}`.
    CurlyFile,
    /// `${file:x}`.
    BracedFile,
    /// `{{X}}`.
    Mustache,
    /// `${{ secrets.X }}`.
    Workflow,
    /// `op://…`.
    OnePassword,
    /// A leading `!`.
    Shell,
    /// `$<X>`.
    Angles,
}

/// All references in `text`, in order.
pub(crate) fn refs(text: &str) -> Vec<Ref<'_>> {
    let mut list = Vec::new();
    if let Some(command) = text.strip_prefix('!').filter(|command| {
        command.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '.'))
    }) {
        list.push(Ref {
            range: 0..text.len(),
            form: RefForm::Shell,
            name: command,
            default: None,
        });
        return list;
    }
    if text.starts_with("op://") {
        list.push(Ref {
            range: 0..text.len(),
            form: RefForm::OnePassword,
            name: text,
            default: None,
        });
        return list;
    }
    let mut braces = Braces::of(text);
    let mut at = 0;
    while let Some(next) = text.as_bytes()[at..]
        .iter()
        .position(|byte| matches!(byte, b'$' | b'{' | b'%'))
    {
        let start = at + next;
        if !braces.may_close(start) {
            at = start + 1;
            continue;
        }
        match reference(&text[start..]) {
            Some((form, name, default, length)) => {
                list.push(Ref {
                    range: start..start + length,
                    form,
                    name,
                    default,
                });
                at = start + length;
            }
            None => at = start + 1,
        }
    }
    list
}

/// Whether there is no reference at all.
pub(crate) fn literal(text: &str) -> bool {
    refs(text).is_empty()
}

type Parts<'t> = (RefForm, &'t str, Option<&'t str>, usize);

/// No reference is longer. Without a bound, a text full of braces that nobody closes would be read from each of them.
const LONGEST: usize = 512;

/// The reference that `tail` starts with.
fn reference(tail: &str) -> Option<Parts<'_>> {
    let tail = &tail[..tail.floor_char_boundary(LONGEST)];
    if let Some(inner) = tail.strip_prefix("${{") {
        let name = &inner[..inner.find("}}")?];
        return Some((RefForm::Workflow, name.trim(), None, name.len() + 5));
    }
    if let Some(inner) = tail.strip_prefix("${") {
        return braces(inner);
    }
    if let Some(inner) = tail.strip_prefix("{{") {
        let name = &inner[..inner.find("}}")?];
        let word = name.trim();
        let plain = !word.is_empty()
            && word.bytes().all(|byte| {
                byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b' ' | b'$')
            });
        return plain.then_some((RefForm::Mustache, word, None, name.len() + 4));
    }
    for (opening, form) in [("{env:", RefForm::CurlyEnv), ("{file:", RefForm::CurlyFile)] {
        if let Some(inner) = tail.strip_prefix(opening) {
            let name = &inner[..inner.find('}')?];
            return Some((form, name, None, opening.len() + name.len() + 1));
        }
    }
    if let Some(inner) = tail.strip_prefix("$<") {
        let whole = &inner[..inner.find('>')?];
        let (name, default) = whole
            .split_once(":-")
            .map_or((whole, None), |(name, default)| (name, Some(default)));
        return is_name(name).then_some((RefForm::Angles, name, default, whole.len() + 3));
    }
    if let Some(inner) = tail.strip_prefix('%') {
        let name = &inner[..inner.find('%')?];
        return (is_name(name) && name.len() > 1).then_some((
            RefForm::Percent,
            name,
            None,
            name.len() + 2,
        ));
    }
    let word = tail.strip_prefix('$')?;
    let length = word
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .unwrap_or(word.len());
    let name = &word[..length];
    is_name(name).then_some((RefForm::Bare, name, None, length + 1))
}

/// What stands behind `${`, up to the brace that closes it.
fn braces(inner: &str) -> Option<Parts<'_>> {
    let mut depth = 0usize;
    let end = inner.char_indices().find_map(|(at, c)| {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return Some(at),
            '}' => depth -= 1,
            _ => {}
        }
        None
    })?;
    let whole = &inner[..end];
    let length = end + 3;
    if let Some(name) = whole.strip_prefix("env:") {
        let (name, default) = name
            .split_once(":-")
            .map_or((name, None), |(name, default)| (name, Some(default)));
        return is_name(name).then_some((RefForm::Env, name, default, length));
    }
    if let Some(name) = whole.strip_prefix("input:") {
        return Some((RefForm::Input, name, None, length));
    }
    if let Some(path) = whole.strip_prefix("file:").filter(|path| !path.is_empty()) {
        return Some((RefForm::BracedFile, path, None, length));
    }
    let word = whole
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .map_or(whole, |at| &whole[..at]);
    let rest = &whole[word.len()..];
    match rest {
        "" if is_name(word) => Some((RefForm::Braces, word, None, length)),
        // `${/}` is the path separator of an editor.
        "/" if word.is_empty() => Some((RefForm::Editor, "/", None, length)),
        _ if !is_name(word) => None,
        _ => match rest.strip_prefix(":-").or_else(|| rest.strip_prefix('-')) {
            Some(default) => Some((RefForm::Default, word, Some(default), length)),
            None if rest.starts_with([':', '.']) => Some((RefForm::Editor, whole, None, length)),
            None => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_known() {
        for (text, form, name) in [
            ("a ${X} b", RefForm::Braces, "X"),
            ("${X:-d}", RefForm::Default, "X"),
            ("${X-d}", RefForm::Default, "X"),
            ("${A:-${B}}", RefForm::Default, "A"),
            ("${env:X}", RefForm::Env, "X"),
            ("${input:a-b}", RefForm::Input, "a-b"),
            ("${workspaceFolder}/x", RefForm::Braces, "workspaceFolder"),
            ("${config:a.b}", RefForm::Editor, "config:a.b"),
            ("$HOME/x", RefForm::Bare, "HOME"),
            ("%APPDATA%\\x", RefForm::Percent, "APPDATA"),
            ("{env:X}", RefForm::CurlyEnv, "X"),
            ("{file:./a}", RefForm::CurlyFile, "./a"),
            ("Bearer ${file:~/a b}", RefForm::BracedFile, "~/a b"),
            ("{{HOME}}/x", RefForm::Mustache, "HOME"),
            ("${{ secrets.X }}", RefForm::Workflow, "secrets.X"),
            ("op://vault/item", RefForm::OnePassword, "op://vault/item"),
            ("!pass show x", RefForm::Shell, "pass show x"),
            ("$<X>", RefForm::Angles, "X"),
        ] {
            let found = refs(text);
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert_eq!((found[0].form, found[0].name), (form, name), "{text}");
        }
    }

    #[test]
    fn text_is_no_reference() {
        for text in [
            "US$5",
            "100%",
            "{\"a\": 1}",
            "${",
            "${}",
            "${MY VAR}",
            "a{b}c",
            "50% off and 20% more",
            "!",
            "{{\"a\": 1}}",
            "$",
        ] {
            assert!(literal(text), "{text}: {:?}", refs(text));
        }
    }
}
