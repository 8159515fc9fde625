//! References in any spelling that some host or shell knows.

use std::ops::Range;

use crate::hints::Marks;
pub(crate) use crate::model::dialect::RefForm;
use crate::model::dialect::spelling::{Spelled, Tail, scan};
use crate::model::dialect::{is_name, is_word};

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

/// The spellings that may stand where a text goes on like this. Those come first that another one would take for its own.
fn candidates(tail: &[u8]) -> &'static [RefForm] {
    match tail {
        [b'$', b'{', b'{', ..] => &[RefForm::Workflow, RefForm::Braces],
        [b'$', b'{', ..] => &[
            RefForm::Env,
            RefForm::Input,
            RefForm::BracedFile,
            RefForm::Default,
            RefForm::Editor,
            RefForm::Braces,
        ],
        [b'$', b'<', ..] => &[RefForm::Angles],
        [b'$', ..] => &[RefForm::Bare],
        [b'{', b'{', ..] => &[RefForm::Mustache],
        [b'{', ..] => &[RefForm::CurlyEnv, RefForm::CurlyFile],
        [b'%', ..] => &[RefForm::Percent],
        _ => &[],
    }
}

/// All references in `text`, in order.
pub(crate) fn refs(text: &str) -> Vec<Ref<'_>> {
    if !may_refer(text) {
        return Vec::new();
    }
    let whole = Tail::new(text, true);
    for form in [RefForm::Shell, RefForm::OnePassword] {
        if let Some(found) = whole
            .spelled(form)
            .filter(|found| is_meant(form, found.name))
        {
            return vec![Ref {
                range: 0..text.len(),
                form,
                name: found.name,
                default: None,
            }];
        }
    }
    let mut list = Vec::new();
    scan(text, b"${%", false, |start| {
        let (form, found) = reference(&text[start..])?;
        list.push(Ref {
            range: start..start + found.len,
            form,
            name: found.name,
            default: found.default,
        });
        Some((None::<()>, found.len))
    });
    list
}

/// Whether a text has any of the marks that references start with. Nearly all texts have none.
pub(crate) fn may_refer(text: &str) -> bool {
    Marks::of(text).has(const { Marks::new(b"${%") })
        || text.starts_with('!')
        || text.starts_with("op://")
}

/// Whether there is no reference at all.
pub(crate) fn literal(text: &str) -> bool {
    refs(text).is_empty()
}

/// Whether there is no reference, but for dollar signs inside of words, as passwords have them: `Xy7$kLm9`. Variables that
/// are glued to a word have names in capitals.
pub(crate) fn literal_but_for_dollars(text: &str) -> bool {
    refs(text).iter().all(|found| {
        let glued = text[..found.range.start].ends_with(|c: char| c.is_ascii_alphanumeric());
        let capitals = !found.name.bytes().any(|byte| byte.is_ascii_lowercase());
        found.form == RefForm::Bare && glued && !capitals
    })
}

/// Nobody writes a longer one in a spelling that the host may not even know.
const LONGEST: usize = 512;

/// The reference that `tail` starts with.
fn reference(tail: &str) -> Option<(RefForm, Spelled<'_>)> {
    let near = &tail[..tail.floor_char_boundary(LONGEST)];
    let tail = Tail::new(near, true);
    // Most are nothing but a name, which only one spelling has.
    let forms = match tail.is_name() {
        true => &[RefForm::Braces],
        false => candidates(near.as_bytes()),
    };
    let (form, found) = forms
        .iter()
        .find_map(|form| Some((*form, tail.spelled(*form)?)))?;
    let found = match form {
        RefForm::Env => found.with_default(),
        RefForm::Mustache => Spelled {
            name: found.name.trim(),
            ..found
        },
        _ => found,
    };
    is_meant(form, found.name).then_some((form, found))
}

/// Whether it is what such a reference names, so that it is one.
fn is_meant(form: RefForm, name: &str) -> bool {
    match form {
        RefForm::Braces => is_word(name),
        RefForm::Env | RefForm::Angles => is_name(name),
        RefForm::Percent => is_name(name) && name.len() > 1,
        RefForm::Mustache => {
            let plain =
                |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-' | b' ' | b'$');
            !name.is_empty() && name.bytes().all(plain)
        }
        RefForm::Shell => {
            name.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '.'))
        }
        _ => true,
    }
}

/// Where something starts like a reference or a command and is not complete: `${` and `$(` with what follows, and a value
/// that is all in backticks. No more than `most` of each.
pub(crate) fn torn(text: &str, most: usize) -> Vec<Range<usize>> {
    let mut list = Vec::new();
    let opened = |mark: u8| {
        let pairs = text.as_bytes().windows(2).enumerate();
        let found = pairs.filter(move |(_, pair)| pair[0] == b'$' && pair[1] == mark);
        found.map(|(at, _)| at).take(most)
    };
    for at in opened(b'{') {
        let end = text[at..].find('}').map(|end| at + end + 1);
        list.push(
            at..end.unwrap_or_else(|| {
                text[at..]
                    .find(char::is_whitespace)
                    .map_or(text.len(), |end| at + end)
            }),
        );
    }
    for at in opened(b'(') {
        let inner = &text[at + 2..];
        if let Some(end) = inner
            .find(')')
            .filter(|_| inner.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
        {
            list.push(at..at + end + 3);
        }
    }
    if text.len() > 2
        && text.starts_with('`')
        && text.ends_with('`')
        && text.matches('`').count() == 2
    {
        list.push(0..text.len());
    }
    list
}

/// Where a reference starts that is closed in a later string of the file at best.
pub(crate) fn unclosed(text: &str) -> Option<Range<usize>> {
    let mut marks = ["{env:", "{file:"].into_iter();
    let at = marks.find_map(|mark| text.rfind(mark))?;
    (!text[at..].contains('}')).then_some(at..text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dollar_inside_of_a_word_is_no_reference() {
        for text in ["Xy7$kLm9Qw2z", "no dollar", "P4ss$word$x9"] {
            assert!(literal_but_for_dollars(text), "{text}");
        }
        for text in [
            "$kLm9Qw2z",
            "${X}",
            "prefix$TOKEN",
            "Bearer $token",
            "a%X1%",
        ] {
            assert!(!literal_but_for_dollars(text), "{text}");
        }
    }

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
