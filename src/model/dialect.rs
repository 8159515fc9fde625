//! How a host spells references: read by the source host's dialect, printed by the target's.

use std::ops::Range;

use super::template::{HostVar, Part, Template};
use crate::syntax::Span;

/// The references a host knows in a field.
#[derive(Debug)]
pub struct Dialect {
    /// The spellings, the one to write first.
    pub forms: &'static [Form],
    /// What the host does with a variable that is not set and has no default.
    pub unset: Unset,
    /// A reference counts only where it is the whole value.
    pub whole: bool,
    /// `${` is closed by the matching `}`, not by the first one.
    pub nested: bool,
}

/// One spelling of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `${NAME}`.
    Braces,
    /// `${NAME:-default}`.
    Default,
    /// `${env:NAME}`.
    Prefixed,
    /// `$NAME`.
    Bare,
    /// `{env:NAME}`.
    Curly,
    /// `{file:path}`.
    File,
    /// `${input:id}`.
    Input,
    /// A leading `!`: the rest is a shell command.
    Shell,
    /// A whole value that looks like the name of a variable is one.
    Name,
    /// A leading `~/` is the home folder.
    Tilde,
    /// No spelling of its own: a reference must not be the whole value.
    NotWhole,
    /// `${word}` for what the host knows.
    Vars(&'static [(&'static str, HostVar)]),
    /// `${word}` or `${word:…}` that only this host understands.
    Own(&'static [&'static str]),
}

impl Form {
    /// The reference in this spelling, if it is one for it.
    pub(crate) fn spell(&self, part: &Part) -> Option<String> {
        match (self, part) {
            (
                Self::Default,
                Part::Env {
                    name,
                    default: Some(default),
                },
            ) => (!default.contains('}')).then(|| format!("${{{name}:-{default}}}")),
            (
                Self::Braces,
                Part::Env {
                    name,
                    default: None,
                },
            ) => Some(format!("${{{name}}}")),
            (
                Self::Prefixed,
                Part::Env {
                    name,
                    default: None,
                },
            ) => Some(format!("${{env:{name}}}")),
            (
                Self::Bare,
                Part::Env {
                    name,
                    default: None,
                },
            ) => Some(format!("${name}")),
            (
                Self::Curly,
                Part::Env {
                    name,
                    default: None,
                },
            ) => Some(format!("{{env:{name}}}")),
            (Self::File, Part::File(path)) => Some(format!("{{file:{path}}}")),
            (Self::Input, Part::Input(id)) => Some(format!("${{input:{id}}}")),
            (Self::Shell, Part::Command(command)) => Some(format!("!{command}")),
            (Self::Vars(vars), Part::Host(var)) => vars
                .iter()
                .find(|(_, known)| known == var)
                .map(|(word, _)| format!("${{{word}}}")),
            (Self::Own(_), Part::Other(text)) => Some(text.clone()),
            _ => None,
        }
    }
}

/// What becomes of a reference to a variable that is not set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unset {
    /// The reference stays as it is written.
    Kept,
    /// It becomes the empty string.
    Empty,
}

/// The longest reference that is looked for.
const LONGEST: usize = 4096;

/// No references at all.
pub static NONE: Dialect = Dialect {
    forms: &[],
    unset: Unset::Kept,
    whole: false,
    nested: false,
};

/// Why a template cannot be written in a dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unwritable {
    /// The dialect has no word for this reference.
    Reference(Part),
    /// The dialect knows the reference, but not with a default.
    Default {
        /// The variable.
        name: String,
    },
    /// The text would be read back as something else, and there is no escape.
    Literal,
}

impl Dialect {
    /// Reads `text` as the host does. With `angles`, `$<NAME>` and `$<NAME:-default>` are references too.
    #[must_use]
    pub fn read(&self, text: &str, span: Span, angles: bool) -> Template {
        if !self.may_refer(text) {
            return Template::literal(text, span);
        }
        if let Some(part) = self.read_whole(text) {
            return Template {
                parts: vec![part],
                span,
            };
        }
        let mut template = Template {
            parts: Vec::new(),
            span,
        };
        let mut rest = text;
        if self.forms.contains(&Form::Tilde) && (text == "~" || text.starts_with("~/")) {
            template.push(Part::Host(HostVar::Home));
            rest = &text[1..];
        }
        while let Some(at) = rest.find(['$', '{']) {
            let (before, tail) = rest.split_at(at);
            let found = self
                .read_at(tail)
                .filter(|(_, len)| !self.whole || *len == text.len());
            match found.or_else(|| if angles { read_angles(tail) } else { None }) {
                Some((part, len)) => {
                    template.push_text(before);
                    template.push(part);
                    rest = &tail[len..];
                }
                None => {
                    template.push_text(&rest[..=at]);
                    rest = &tail[1..];
                }
            }
        }
        template.push_text(rest);
        template
    }

    /// The references in `text` as the host reads them, each with its bytes. A whole value without any mark around it, such
    /// as the bare name of a variable, is not among them.
    pub(crate) fn references(&self, text: &str) -> Vec<(Range<usize>, Part)> {
        let mut list = Vec::new();
        if self.forms.contains(&Form::Shell)
            && let Some(command) = text.strip_prefix('!')
        {
            return vec![(0..text.len(), Part::Command(command.to_owned()))];
        }
        let mut at = 0;
        while let Some(next) = text[at..].find(['$', '{']) {
            let start = at + next;
            match self
                .read_at(&text[start..])
                .filter(|(_, len)| !self.whole || *len == text.len())
            {
                Some((part, len)) => {
                    list.push((start..start + len, part));
                    at = start + len;
                }
                None => at = start + 1,
            }
        }
        list
    }

    /// Whether there is anything in `text` that a reference could start with.
    fn may_refer(&self, text: &str) -> bool {
        text.bytes()
            .any(|byte| matches!(byte, b'$' | b'{' | b'!' | b'~'))
            || self.forms.contains(&Form::Name)
    }

    /// A value that is a reference as a whole, without any mark around it.
    fn read_whole(&self, text: &str) -> Option<Part> {
        if self.forms.contains(&Form::Shell)
            && let Some(command) = text.strip_prefix('!')
        {
            return Some(Part::Command(command.to_owned()));
        }
        if self.forms.contains(&Form::Name) && looks_like_a_variable(text) {
            return Some(Part::Env {
                name: text.to_owned(),
                default: None,
            });
        }
        None
    }

    /// The reference that `tail` starts with, and its length.
    fn read_at(&self, tail: &str) -> Option<(Part, usize)> {
        let known = |form| self.forms.contains(&form);
        if let Some(inner) = tail.strip_prefix("{env:").filter(|_| known(Form::Curly)) {
            let name = &inner[..inner.find('}')?];
            return is_name(name).then(|| (env(name, None), "{env:}".len() + name.len()));
        }
        if let Some(inner) = tail.strip_prefix("{file:").filter(|_| known(Form::File)) {
            let path = &inner[..inner.find('}')?];
            return Some((Part::File(path.to_owned()), "{file:}".len() + path.len()));
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
            return is_name(name).then(|| (env(name, None), 1 + len));
        }
        None
    }

    /// Where the brace closes that was opened just before `inner`.
    fn end_of(&self, inner: &str) -> Option<usize> {
        // No reference is longer, and a text full of openings would be read again for each of them.
        let inner = &inner[..inner.floor_char_boundary(LONGEST)];
        if !self.nested {
            return inner.find('}');
        }
        let mut depth = 0usize;
        inner.char_indices().find_map(|(at, c)| match c {
            '{' => {
                depth += 1;
                None
            }
            '}' if depth == 0 => Some(at),
            '}' => {
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
            Form::Prefixed => inner
                .strip_prefix("env:")
                .filter(|name| is_name(name))
                .map(|name| env(name, None)),
            Form::Own(words) => {
                let word = inner.split([':', '.']).next().unwrap_or(inner);
                words
                    .contains(&word)
                    .then(|| Part::Other(format!("${{{inner}}}")))
            }
            Form::Default => inner
                .split_once(":-")
                .filter(|(name, _)| is_name(name))
                .map(|(name, default)| env(name, Some(default))),
            // A word the host itself knows is no variable, wherever it stands in the list.
            Form::Braces => (is_name(inner) && !self.owns(inner)).then(|| env(inner, None)),
            _ => None,
        })
    }

    fn owns(&self, word: &str) -> bool {
        self.forms.iter().any(|form| match form {
            Form::Vars(vars) => vars.iter().any(|(name, _)| *name == word),
            Form::Own(words) => words.contains(&word),
            _ => false,
        })
    }

    /// Writes `template` so that the host reads it back as the same parts.
    ///
    /// # Errors
    /// What stands in the way.
    pub fn print(&self, template: &Template) -> Result<String, Unwritable> {
        // Nearly every string is plain text that no dialect could take for anything else.
        if let Some(text) = template.as_literal()
            && !self.may_refer(text)
        {
            return Ok(text.to_owned());
        }
        if let ([part], true) = (
            template.parts.as_slice(),
            self.forms.contains(&Form::NotWhole),
        ) && !matches!(part, Part::Text(_))
        {
            return Err(Unwritable::Reference(part.clone()));
        }
        let mut text = String::new();
        for (at, part) in template.parts.iter().enumerate() {
            match part {
                Part::Text(literal) => text.push_str(literal),
                Part::Host(HostVar::Home) if at == 0 && self.forms.contains(&Form::Tilde) => {
                    text.push('~')
                }
                reference => text.push_str(
                    &self
                        .spell(reference)
                        .ok_or_else(|| self.why_not(reference))?,
                ),
            }
        }
        // A single word in capitals may be the name of a variable where the host runs.
        let name = self.forms.contains(&Form::Name)
            && template
                .as_literal()
                .is_some_and(|text| is_name(text) && text.bytes().all(|b| !b.is_ascii_lowercase()));
        if !name && self.read(&text, template.span, false) == *template {
            Ok(text)
        } else {
            Err(self.blame(template))
        }
    }

    /// The first spelling of a reference that this dialect has.
    pub(crate) fn spell(&self, part: &Part) -> Option<String> {
        self.forms.iter().find_map(|form| form.spell(part))
    }

    fn why_not(&self, part: &Part) -> Unwritable {
        match part {
            Part::Env {
                name,
                default: Some(_),
            } if self.spell(&env(name, None)).is_some() => {
                Unwritable::Default { name: name.clone() }
            }
            other => Unwritable::Reference(other.clone()),
        }
    }

    /// Every part can be spelled, yet the whole is read back differently.
    fn blame(&self, template: &Template) -> Unwritable {
        let reference = template
            .parts
            .iter()
            .find(|part| !matches!(part, Part::Text(_)));
        match reference {
            // A dialect of whole values has words for a reference, but not for one with text around it.
            Some(part) if self.whole && template.parts.len() > 1 => {
                Unwritable::Reference(part.clone())
            }
            Some(part @ Part::Other(_)) => Unwritable::Reference(part.clone()),
            _ => Unwritable::Literal,
        }
    }

    /// Whether a reference to an environment variable can be written at all.
    #[must_use]
    pub fn has_variables(&self) -> bool {
        self.spell(&env("X", None)).is_some()
    }

    /// Whether a reference can carry a default.
    #[must_use]
    pub fn has_defaults(&self) -> bool {
        self.forms.contains(&Form::Default)
    }
}

fn env(name: &str, default: Option<&str>) -> Part {
    Part::Env {
        name: name.to_owned(),
        default: default.map(str::to_owned),
    }
}

/// `$<NAME>` and `$<NAME:-default>`, which survive shells and template engines that eat `${…}`.
fn read_angles(tail: &str) -> Option<(Part, usize)> {
    let inner = tail.strip_prefix("$<")?;
    let inner = &inner[..inner.find('>')?];
    let len = "$<>".len() + inner.len();
    match inner.split_once(":-") {
        Some((name, default)) => is_name(name).then(|| (env(name, Some(default)), len)),
        None => is_name(inner).then(|| (env(inner, None), len)),
    }
}

/// Whether `name` can be the name of an environment variable; Windows has some with parentheses.
#[must_use]
pub fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'(' | b')'))
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
mod tests {
    use super::*;

    fn dialect(forms: &'static [Form]) -> Dialect {
        Dialect {
            forms,
            unset: Unset::Kept,
            whole: false,
            nested: false,
        }
    }

    fn parts(dialect: &Dialect, text: &str) -> Vec<Part> {
        dialect.read(text, Span::default(), false).parts
    }

    fn text(text: &str) -> Part {
        Part::Text(text.to_owned())
    }

    #[test]
    fn only_the_spellings_of_the_dialect_are_references() {
        let braces = dialect(&[Form::Braces, Form::Default]);
        assert_eq!(
            parts(&braces, "a${X}b"),
            [text("a"), env("X", None), text("b")]
        );
        assert_eq!(parts(&braces, "${X:-d:-e}"), [env("X", Some("d:-e"))]);
        for literal in [
            "$X", "${env:X}", "${X-d}", "${X:+d}", "${}", "${1X}", "%X%", "{env:X}", "${X", "$",
            "$<X>",
        ] {
            assert_eq!(parts(&braces, literal), [text(literal)], "{literal}");
        }
    }

    #[test]
    fn references_know_their_bytes() {
        let braces = dialect(&[Form::Braces, Form::Default]);
        let ranges = |text: &str| {
            braces
                .references(text)
                .into_iter()
                .map(|(range, _)| range)
                .collect::<Vec<_>>()
        };
        assert_eq!(ranges("é${X}$Y${Z:-d}"), [2..6, 8..15]);
        assert!(ranges("$X ${ X } ${").is_empty());
        let whole = Dialect {
            whole: true,
            ..dialect(&[Form::Braces])
        };
        assert!(whole.references("a ${X}").is_empty());
        assert_eq!(whole.references("${X}").len(), 1);
    }

    #[test]
    fn a_default_ends_at_the_first_brace() {
        let braces = dialect(&[Form::Braces, Form::Default]);
        assert_eq!(
            parts(&braces, "${A:-${B}}"),
            [env("A", Some("${B")), text("}")]
        );
    }

    #[test]
    fn there_is_no_escape() {
        let bare = dialect(&[Form::Braces, Form::Bare]);
        assert_eq!(parts(&bare, "$$X"), [text("$"), env("X", None)]);
        assert_eq!(parts(&bare, "\\${X}"), [text("\\"), env("X", None)]);
        assert_eq!(
            parts(&bare, "$Xbar-$Y"),
            [env("Xbar", None), text("-"), env("Y", None)]
        );
        let curly = dialect(&[Form::Curly, Form::File]);
        assert_eq!(parts(&curly, "${env:X}"), [text("$"), env("X", None)]);
        assert_eq!(parts(&curly, "{file:./a}"), [Part::File("./a".to_owned())]);
    }

    #[test]
    fn angle_references_count_only_where_they_are_asked_for() {
        let none = dialect(&[]);
        assert_eq!(
            none.read("$<X:-d>e", Span::default(), true).parts,
            [env("X", Some("d")), text("e")]
        );
        assert_eq!(
            none.read("$<1>$<X", Span::default(), true).parts,
            [text("$<1>$<X")]
        );
    }

    #[test]
    fn whole_values_only_where_the_dialect_says_so() {
        let whole = Dialect {
            whole: true,
            ..dialect(&[Form::Braces])
        };
        assert_eq!(parts(&whole, "${X}"), [env("X", None)]);
        assert_eq!(parts(&whole, "a ${X}"), [text("a ${X}")]);
        let mixed = dialect(&[Form::Braces]).read("a ${X}", Span::default(), false);
        assert!(matches!(whole.print(&mixed), Err(Unwritable::Reference(_))));
    }

    #[test]
    fn what_is_printed_is_read_back_or_refused() {
        let bare = dialect(&[Form::Bare]);
        let joined = Template {
            parts: vec![env("X", None), text("y")],
            span: Span::default(),
        };
        assert_eq!(
            bare.print(&joined),
            Err(Unwritable::Literal),
            "$Xy is another variable"
        );
        let braces = dialect(&[Form::Braces]);
        assert_eq!(braces.print(&joined).as_deref(), Ok("${X}y"));
        assert_eq!(
            braces.print(&Template::literal("${X}", Span::default())),
            Err(Unwritable::Literal)
        );
        let default = Template {
            parts: vec![env("X", Some("d"))],
            span: Span::default(),
        };
        assert_eq!(
            braces.print(&default),
            Err(Unwritable::Default {
                name: "X".to_owned()
            })
        );
        assert!(matches!(
            dialect(&[]).print(&default),
            Err(Unwritable::Reference(_))
        ));
    }

    #[test]
    fn editor_variables_nest_and_are_told_from_the_environment() {
        const VARS: Form = Form::Vars(&[("workspaceFolder", HostVar::Workspace)]);
        let editor = Dialect {
            nested: true,
            ..dialect(&[Form::Prefixed, Form::Input, VARS, Form::Own(&["config"])])
        };
        assert_eq!(
            parts(&editor, "${workspaceFolder}/${input:a b}"),
            [
                Part::Host(HostVar::Workspace),
                text("/"),
                Part::Input("a b".to_owned())
            ]
        );
        assert_eq!(
            parts(&editor, "${config:a.${x}}"),
            [Part::Other("${config:a.${x}}".to_owned())]
        );
        assert_eq!(parts(&editor, "${X}"), [text("${X}")]);
    }
}
