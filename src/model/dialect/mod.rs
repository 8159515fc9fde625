//! How a host spells references, and what it does with them when it starts: read by the source host's dialect, printed by
//! the target's, and judged by what both give in the same world.

mod bash;
mod print;
mod read;
mod resolve;

pub(crate) use print::{Printed, Unwritable};
pub(in crate::model) use read::Braces;

use std::ops::Range;

use super::template::{HostVar, Lacks, Part, Template};

/// The references a host knows in a field.
#[derive(Debug)]
pub struct Dialect {
    /// The spellings, the one to write first.
    pub forms: &'static [Form],
    /// What the host does with a variable that is not set and has no default.
    pub unset: WhenUnset,
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
    /// Backslashes of a value become slashes when it is put in.
    pub slashes: bool,
    /// What may stand where the name of a variable is expected.
    pub names: VariableNames,
    /// Blanks between `${` and the name, and before `}`, do not count.
    pub blanks: bool,
    /// Blanks at both ends of a value are cut off before it is read.
    pub trims: bool,
    /// A value that starts with `${` and ends with `}` is one reference, whatever is between.
    pub greedy: bool,
    /// References that the host knows and refuses.
    pub blocked: Blocked,
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
        slashes: false,
        names: VariableNames::Identifiers,
        blanks: false,
        trims: false,
        greedy: false,
        blocked: Blocked::NOTHING,
        never: &[],
        checked_as: None,
    };
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
}

impl Position {
    /// Whether a reference may stand after `before`, the text that a value starts with.
    pub(crate) fn allows(self, before: &str) -> bool {
        let (_, rest) = before.split_once("://").unwrap_or_default();
        match self {
            Self::Anywhere => true,
            Self::AfterScheme => before.contains("://"),
            Self::AfterHost => rest.contains(['/', '?', '#']),
        }
    }
}

/// The longest reference that is looked for.
const LONGEST: usize = 4096;

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
        let blocked = self.blocked.forms;
        self.forms.iter().filter(|form| !blocked.contains(form))
    }

    /// The first reference in `text`, if it stands where none may.
    pub(crate) fn early_reference(&self, text: &str) -> Option<Range<usize>> {
        if self.position == Position::Anywhere {
            return None;
        }
        let (range, _) = self.references(text).into_iter().next()?;
        (!self.position.allows(&text[..range.start])).then_some(range)
    }

    /// Whether the host refuses a reference in `text`.
    pub(crate) fn blocks(&self, text: &str) -> bool {
        let blocked = &self.blocked;
        if blocked.forms.is_empty() && blocked.names.is_empty() {
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
        self.names == VariableNames::Any && self.unset.fails()
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

    /// The first spelling of a reference that this dialect has.
    #[must_use]
    pub fn spell(&self, part: &Part) -> Option<String> {
        if let Some(key) = part.own_key() {
            let own = self.forms.contains(&Form::OwnKey);
            return own.then(|| format!("{{{{{key}}}}}"));
        }
        if let Part::Other(text) = part {
            return self.reads_whole(text, part).then(|| text.clone());
        }
        let Part::Env {
            name,
            default,
            lacks,
        } = part
        else {
            let later = self.then.into_iter().flat_map(|then| then.forms);
            let mut forms = self.writable().chain(later);
            return forms.find_map(|form| form.spell(part));
        };
        let known = self.names.has(name) || !is_name(name) && self.looks_up_in_vain();
        if !known || self.blocked.names.contains(&name.as_str()) {
            return None;
        }
        let plain = || {
            let mut forms = self
                .writable()
                .filter(|form| !is_name(name) || self.names.has_in(**form, name));
            forms.find_map(|form| form.plain(name))
        };
        match default {
            None => match lacks {
                Lacks::Fails { blank, message } if self.is_shell() => {
                    let colon = if *blank { ":" } else { "" };
                    Some(format!("${{{name}{colon}?{message}}}"))
                }
                _ => plain(),
            },
            Some(default) if default.parts.is_empty() => {
                if self.unset_in_the_end() != WhenUnset::Empty && self.has_defaults() {
                    Some(format!("${{{name}:-}}"))
                } else {
                    plain()
                }
            }
            Some(default) if self.is_shell() => {
                let operator = if lacks.blank() { ":-" } else { "-" };
                let text = self.within(default)?;
                Some(format!("${{{name}{operator}{text}}}"))
            }
            Some(default) if self.has_defaults() => {
                // A default with a brace in it ends early, unless a later pass reads what is left.
                let text = match default.as_literal() {
                    Some(text) => text.to_owned(),
                    None if self.then.is_some() => self.print(default).ok()?,
                    None => return None,
                };
                (default.as_literal().is_none() || !text.contains('}'))
                    .then(|| format!("${{{name}:-{text}}}"))
            }
            Some(_) => None,
        }
    }
}

impl Dialect {
    /// Whether some pass takes all of `text` for `part`.
    fn reads_whole(&self, text: &str, part: &Part) -> bool {
        let found = self.read_at(text);
        found.is_some_and(|(found, length)| length == text.len() && found == *part)
            || self.then.is_some_and(|then| then.reads_whole(text, part))
    }

    /// What stands in for a variable, where it can be written without quotes.
    fn within(&self, template: &Template) -> Option<String> {
        let spelled = template.parts.iter().map(|part| match part {
            Part::Text(text) if text.contains(['$', '}', '"', '\'', '\\', '`']) => None,
            Part::Text(text) => Some(text.clone()),
            part => self.spell(part),
        });
        spelled.collect()
    }

    /// The first spelling that this dialect has for one of `parts`, by the order of its forms.
    pub(crate) fn spell_either(&self, parts: &[Part]) -> Option<String> {
        self.forms.iter().find_map(|form| {
            parts.iter().find_map(|part| match part.as_env() {
                Some(name) => form.plain(name),
                None => form.spell(part),
            })
        })
    }
}

impl Form {
    /// A variable in this spelling, if it is one for variables without defaults.
    fn plain(&self, name: &str) -> Option<String> {
        match self {
            Self::Braces | Self::Bash => Some(format!("${{{name}}}")),
            Self::Prefixed => Some(format!("${{env:{name}}}")),
            Self::Bare => Some(format!("${name}")),
            Self::Curly => Some(format!("{{env:{name}}}")),
            Self::Workflow(words) => words
                .first()
                .map(|word| format!("${{{{ {word}.{name} }}}}")),
            _ => None,
        }
    }

    /// A reference that is no environment variable in this spelling, if it is one for it.
    fn spell(&self, part: &Part) -> Option<String> {
        match (self, part) {
            (Self::File, Part::File(path)) => Some(format!("{{file:{path}}}")),
            (Self::BracedFile, Part::File(path)) => Some(format!("${{file:{path}}}")),
            (Self::Input, Part::Input(id)) => Some(format!("${{input:{id}}}")),
            (Self::Mustache(own), Part::Input(id)) if is_key(id, own) => {
                Some(format!("{{{{{id}}}}}"))
            }
            (Self::Shell, Part::Command(command)) => Some(format!("!{command}")),
            (Self::Bash, Part::Command(command)) => Some(format!("$({command})")),
            (Self::Vars(vars), Part::Host(var)) => vars
                .iter()
                .find(|(_, known)| known == var)
                .map(|(word, _)| format!("${{{word}}}")),
            _ => None,
        }
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

/// The same, without the parentheses.
fn is_word(name: &str) -> bool {
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

/// Whether a bare word is so plainly the name of a variable (`GITHUB_TOKEN`) that nobody means the word itself.
fn looks_like_a_variable(text: &str) -> bool {
    text.contains('_')
        && text.starts_with(|c: char| c.is_ascii_uppercase())
        && text
            .bytes()
            .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
}

#[cfg(test)]
mod tests;
