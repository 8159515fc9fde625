//! How a host spells references, and what it does with them when it starts: read by the source host's dialect, printed by
//! the target's, and judged by what both give in the same world.

mod bash;
mod print;
mod read;
mod resolve;
mod spell;
pub(in crate::model) mod spelling;

pub(crate) use print::{Printed, Unwritable};
pub(crate) use spelling::{RefForm, leading_name};

use std::ops::Range;

use super::template::{HostVar, Part};

/// The references a host knows in a field.
#[derive(Debug)]
pub struct Dialect {
    /// The spellings, the one to write first.
    pub forms: &'static [Form],
    /// What the host does with a variable that is not set and has no default.
    pub unset: WhenUnset,
    /// What stays of a reference in any form is `${NAME}`.
    pub keeps_braces: bool,
    /// A reference counts only where it is the whole value.
    pub whole: bool,
    /// `${` is closed by the matching `}`, not by the first one.
    pub nested: bool,
    /// A variable that is set but empty counts as one that is not.
    pub empty_is_unset: bool,
    /// A default also stands in for a variable that is set but empty.
    pub default_if_empty: bool,
    /// Characters that a backslash before them makes plain.
    pub escapes: &'static str,
    /// What has to follow such a character, or the backslash is only a backslash.
    pub escaped_before: &'static str,
    /// What was put in is read again.
    pub again: bool,
    /// What reads the result once more.
    pub then: Option<&'static Self>,
    /// Where a reference may stand.
    pub position: Position,
    /// Characters of a value that break the file which it is put into.
    pub breaks: &'static str,
    /// Names in which references count as well.
    pub in_names: InNames,
    /// Backslashes of a value become slashes when it is put in.
    pub slashes: bool,
    /// What may stand where the name of a variable is expected.
    pub names: VariableNames,
    /// Blanks around the name, between `${` or `${env:` and `}`, do not count.
    pub blanks: bool,
    /// Blanks at both ends of a value are cut off before it is read.
    pub trims: bool,
    /// A name goes on to the first `}`, and may have the beginning of another reference in it; there is no such variable.
    pub wide: bool,
    /// A value that starts with `${` and ends with `}` is one reference, whatever is between.
    pub greedy: bool,
    /// References that the host knows and refuses.
    pub blocked: Blocked,
    /// Spellings that are understood, and never written.
    pub foreign: &'static [Form],
    /// Variables that are never put in, whether they are set or not.
    pub never: &'static [&'static str],
    /// Text that the host looks at as this dialect does, and uses as it is written: one variable that is not set, and the
    /// server is skipped.
    pub checked_as: Option<&'static Self>,
}

impl Dialect {
    /// No references at all.
    pub const NEW: Self = Self {
        forms: &[],
        unset: WhenUnset::Kept,
        keeps_braces: false,
        whole: false,
        nested: false,
        empty_is_unset: false,
        default_if_empty: false,
        escapes: "",
        escaped_before: "",
        again: false,
        then: None,
        position: Position::Anywhere,
        breaks: "",
        in_names: InNames::Never,
        slashes: false,
        names: VariableNames::Identifiers,
        blanks: false,
        trims: false,
        wide: false,
        greedy: false,
        blocked: Blocked::NOTHING,
        foreign: &[],
        never: &[],
        checked_as: None,
    };
}

/// The names in which a host expands references.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum InNames {
    /// None: only values are expanded.
    Never,
    /// Those of variables and headers.
    OfPairs,
    /// Those of servers too, because the text of the whole file is expanded.
    All,
}

/// References that a host knows and refuses, because of where the file is or what they would give away.
#[derive(Clone, Copy, Debug)]
pub struct Blocked {
    /// These spellings, whatever they name.
    pub forms: &'static [Form],
    /// These variables, in any spelling.
    pub names: &'static [&'static str],
    /// Only the server with the reference is lost, and not the whole file.
    pub server_only: bool,
}

impl Blocked {
    /// Nothing is refused.
    pub const NOTHING: Self = Self {
        forms: &[],
        names: &[],
        server_only: false,
    };
}

/// No references at all.
pub(crate) static NONE: Dialect = Dialect::NEW;

/// One spelling of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `${NAME}`.
    Braces,
    /// `${NAME:-default}`.
    Default,
    /// `${NAME-default}`, `${NAME:+text}` and `${NAME+text}`.
    Operators,
    /// All that a shell expands in a here-document: `${NAME}`, `$NAME`, `${NAME:-default}`, `${NAME-default}`,
    /// `${NAME:+text}`, `${NAME:?message}`, `$(command)`, and further operators that stay symbolic.
    Bash,
    /// `${env:NAME}`.
    Prefixed,
    /// `$NAME`.
    Bare,
    /// `{env:NAME}`.
    Curly,
    /// `{file:path}`.
    File,
    /// `${file:path}`.
    BracedFile,
    /// `${input:id}`.
    Input,
    /// `${{ word.NAME }}`, with the first of these words where it is written.
    Workflow(&'static [&'static str]),
    /// `{{NAME}}`: what the entry itself has under that key in `env` or `headers`.
    OwnKey,
    /// `{{NAME}}`: what the user is asked for, or what only this host knows if the name starts with one of these.
    Mustache(&'static [&'static str]),
    /// A leading `!`: the rest is a shell command.
    Shell,
    /// A whole value that is the name of a set variable is that variable. In a file, only one that looks like such a
    /// name is taken for a reference; any other in capitals is text that a variable may replace.
    Name,
    /// A leading `~/` is the home folder.
    Tilde,
    /// `${word}` for what the host knows.
    Vars(&'static [(&'static str, HostVar)]),
    /// `${word}` or `${word:…}` that only this host understands.
    Own(&'static [&'static str]),
}

/// What becomes of a reference to a variable that is not set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenUnset {
    /// The reference stays as it is written.
    Kept,
    /// It becomes the empty string.
    Empty,
    /// The host does not start the server.
    SkipsServer,
    /// The host rejects the whole file.
    RejectsFile,
}

impl WhenUnset {
    /// Whether a server that refers to the variable does not run at all.
    #[must_use]
    pub fn fails(self) -> bool {
        matches!(self, Self::SkipsServer | Self::RejectsFile)
    }
}

/// What a host takes for the name of a variable. No variable has a name with odd characters, so that only a default behind
/// such a name counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableNames {
    /// Letters, digits and underscores, and the parentheses of Windows.
    Identifiers,
    /// Letters, digits and underscores, and nothing else.
    Words,
    /// Anything without a colon; behind `env:` only letters, digits and underscores.
    NoColon,
    /// Anything.
    Any,
    /// Letters, digits and underscores; but only variables whose names start with this are there.
    Starting(&'static str),
}

impl VariableNames {
    /// Whether a name may stand before a default.
    fn accepts(self, name: &str) -> bool {
        match self {
            Self::Words => is_word(name),
            Self::Identifiers | Self::Starting(_) => is_name(name),
            Self::NoColon => !name.is_empty() && !name.contains(':'),
            Self::Any => !name.is_empty(),
        }
    }

    /// Whether there may be a variable of that name.
    pub(crate) fn has(self, name: &str) -> bool {
        match self {
            Self::Starting(start) => is_name(name) && name.starts_with(start),
            Self::Words => is_word(name),
            _ => is_name(name),
        }
    }

    /// Whether a variable of that name can be referred to in the spelling `form`.
    fn has_in(self, form: Form, name: &str) -> bool {
        self.has(name) && (self != Self::NoColon || form != Form::Prefixed || is_word(name))
    }

    /// The name nearest to `name` that a variable may have there.
    pub(crate) fn nearest(self, name: &str) -> String {
        match self {
            Self::Starting(start) if !name.starts_with(start) => format!("{start}{name}"),
            _ => name.to_owned(),
        }
    }
}

/// Where a reference may stand in a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// Anywhere.
    Anywhere,
    /// After the scheme of a URL, because the URL is parsed before references are put in.
    AfterScheme,
    /// In the path or the query of a URL, because the URL is checked before references are put in, host and all.
    AfterHost,
    /// Where a URL with the reference as text in it is still one: not as its scheme or port, nor with a colon in its host.
    InUrl,
}

impl Position {
    /// Whether a reference may stand after `before`, the text that a value starts with.
    pub(crate) fn allows(self, before: &str) -> bool {
        let (_, rest) = before.split_once("://").unwrap_or_default();
        match self {
            Self::Anywhere => true,
            Self::AfterScheme | Self::InUrl => before.contains("://"),
            Self::AfterHost => rest.contains(['/', '?', '#']),
        }
    }
}

/// The host and the port of a URL, where no parser of URLs takes what is written as the port.
fn odd_host(url: &str) -> Option<Range<usize>> {
    let start = url.find("://")? + "://".len();
    let authority = url[start..].split(['/', '?', '#', '\\']).next()?;
    let host = authority.rsplit('@').next()?;
    let end = start + authority.len();
    // The colons of an address in brackets part nothing.
    let name = match host.strip_prefix('[') {
        Some(inner) => inner.split_once(']').map_or(inner, |(_, rest)| rest),
        None => host,
    };
    let (_, port) = name.split_once(':')?;
    let odd = port.bytes().any(|byte| !byte.is_ascii_digit());
    odd.then(|| end - host.len()..end)
}

impl Dialect {
    /// What becomes of an unset variable once every pass has read it.
    #[must_use]
    pub fn unset_in_the_end(&self) -> WhenUnset {
        match self.then {
            Some(then) if then.unset == WhenUnset::Empty && then.has_variables() => {
                WhenUnset::Empty
            }
            _ => self.unset,
        }
    }

    /// The forms that can be written.
    fn writable(&self) -> impl Iterator<Item = &'static Form> {
        let (blocked, foreign) = (self.blocked.forms, self.foreign);
        let forms = self.forms.iter();
        forms.filter(|form| !blocked.contains(form) && !foreign.contains(form))
    }

    /// The first reference in `text`, if it stands where none may.
    pub(crate) fn early_reference(&self, text: &str) -> Option<Range<usize>> {
        if self.position == Position::Anywhere {
            return None;
        }
        let references = self.references(text);
        let (first, _) = references.first()?;
        if !self.position.allows(&text[..first.start]) {
            return Some(first.clone());
        }
        let host = match self.position {
            Position::InUrl => odd_host(text)?,
            _ => return None,
        };
        let mut ranges = references.into_iter().map(|(range, _)| range);
        ranges.find(|range| range.start < host.end && host.start < range.end)
    }

    /// Whether there are references that the host refuses.
    pub(crate) fn refuses_some(&self) -> bool {
        !self.blocked.forms.is_empty() || !self.blocked.names.is_empty()
    }

    /// Whether the host refuses a reference in `text`.
    pub(crate) fn blocks(&self, text: &str) -> bool {
        let blocked = &self.blocked;
        if !self.refuses_some() {
            return false;
        }
        self.references(text).iter().any(|(_, part)| match part {
            Part::Env { name, .. } if blocked.names.contains(&name.as_str()) => true,
            Part::Env { name, .. } => blocked.forms.iter().any(|form| form.plain(name).is_some()),
            part => blocked.forms.iter().any(|form| form.spell(part).is_some()),
        })
    }

    /// Whether a reference to an environment variable can be written at all.
    #[must_use]
    pub fn has_variables(&self) -> bool {
        self.writable().any(|form| form.plain("X").is_some())
    }

    /// Whether a name that no variable can have is looked up too, where that is not the same as text.
    fn looks_up_in_vain(&self) -> bool {
        self.names == VariableNames::Any && self.unset != WhenUnset::Kept
    }

    /// Whether a default may hold references of its own.
    pub(crate) fn nests_defaults(&self) -> bool {
        self.forms.contains(&Form::Operators) || self.is_shell()
    }

    /// Whether it reads as a shell does.
    pub(super) fn is_shell(&self) -> bool {
        self.forms.contains(&Form::Bash)
    }

    /// Whether a reference can carry a default.
    #[must_use]
    pub fn has_defaults(&self) -> bool {
        self.forms.contains(&Form::Default) || self.is_shell()
    }
}

/// Whether `name` can be the name of an environment variable; Windows has some with parentheses.
#[must_use]
pub(crate) fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'(' | b')'))
}

/// Whether any system could have a variable of this name: also `MY-VAR` and `my.var`, but nothing that is a reference, a
/// line or an assignment.
pub(crate) fn can_be_name(name: &str) -> bool {
    let odd = |c: char| c.is_whitespace() || c.is_control() || "=$%{}<>\"'`".contains(c);
    !name.is_empty() && !name.contains(odd)
}

/// A name by [`is_name`], without the parentheses.
pub(in crate::model) fn is_word(name: &str) -> bool {
    is_name(name) && !name.contains(['(', ')'])
}

/// Whether `name` may stand between double braces for something that the user is asked for.
fn is_key(name: &str, own: &[&str]) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'))
        && !own.iter().any(|prefix| name.starts_with(prefix))
}

/// Variables that every process has.
const ALWAYS_SET: &[&str] = &["HOME", "LOGNAME", "PATH", "PWD", "SHELL", "USER"];

/// Whether every process has a variable of that name, with something in it.
pub(crate) fn is_always_set(name: &str) -> bool {
    ALWAYS_SET.contains(&name)
}

/// Whether a bare word is so plainly the name of a variable (`GITHUB_TOKEN`) that nobody means the word itself, or the name
/// of one that is always set.
fn looks_like_a_variable(text: &str) -> bool {
    let parted = text.contains('_')
        && text.starts_with(|c: char| c.is_ascii_uppercase())
        && text
            .bytes()
            .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
    parted || is_always_set(text)
}

#[cfg(test)]
mod tests;
