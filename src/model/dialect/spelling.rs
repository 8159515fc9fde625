//! How references are spelled: the only place that knows the marks around them. Whether a spelling counts, and with which
//! names, is for a host's dialect to say, or for somebody who looks for any of them ([`crate::model::refs`]).

use std::ops::Range;

use crate::model::template::Part;

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

impl RefForm {
    /// What stands before and behind a name.
    fn marks(self) -> (&'static str, &'static str) {
        match self {
            Self::Braces | Self::Default | Self::Editor => ("${", "}"),
            Self::Env => ("${env:", "}"),
            Self::Input => ("${input:", "}"),
            Self::BracedFile => ("${file:", "}"),
            Self::CurlyEnv => ("{env:", "}"),
            Self::CurlyFile => ("{file:", "}"),
            Self::Mustache => ("{{", "}}"),
            Self::Workflow => ("${{", "}}"),
            Self::Angles => ("$<", ">"),
            Self::Percent => ("%", "%"),
            Self::Bare => ("$", ""),
            Self::Shell => ("!", ""),
            Self::OnePassword => ("", ""),
        }
    }

    /// A reference to `name` in this spelling.
    pub(crate) fn spell(self, name: &str) -> String {
        let (open, close) = self.marks();
        match self {
            Self::Workflow => [open, " ", name, " ", close].concat(),
            _ => [open, name, close].concat(),
        }
    }
}

/// The longest reference that is looked for: a text full of openings would be read again for each of them.
pub(super) const LONGEST: usize = 4096;

/// The rest of a text, which may start with a reference.
#[derive(Clone, Copy)]
pub(in crate::model) struct Tail<'t> {
    text: &'t str,
    /// What is between `${` and its brace.
    braced: Option<&'t str>,
}

/// What a reference says between its marks.
#[derive(Clone, Copy)]
pub(in crate::model) struct Spelled<'t> {
    /// What it names, as it is written.
    pub(in crate::model) name: &'t str,
    /// What stands in for it.
    pub(in crate::model) default: Option<&'t str>,
    /// The length of all of it.
    pub(in crate::model) len: usize,
}

impl<'t> Tail<'t> {
    /// `${` is closed by the first `}`, or by the one that matches if there may be some in between.
    pub(in crate::model) fn new(text: &'t str, nested: bool) -> Self {
        let inner = text.strip_prefix("${");
        let braced = inner.and_then(|inner| match nested {
            true => Some(&inner[..matching(inner)?]),
            false => until(inner, "}"),
        });
        Self { text, braced }
    }

    /// Whether it starts with braces around a name and nothing else.
    pub(in crate::model) fn is_name(self) -> bool {
        let inner = self.braced.unwrap_or_default();
        !inner.is_empty() && leading_name(inner).len() == inner.len()
    }

    /// The reference in the spelling `form` that it starts with.
    pub(in crate::model) fn spelled(self, form: RefForm) -> Option<Spelled<'t>> {
        let (open, close) = form.marks();
        let inner = match form {
            RefForm::OnePassword if !self.text.starts_with("op://") => return None,
            RefForm::OnePassword | RefForm::Shell => self.text.strip_prefix(open)?,
            RefForm::Bare => leading_name(self.text.strip_prefix(open)?),
            RefForm::Workflow
            | RefForm::Mustache
            | RefForm::CurlyEnv
            | RefForm::CurlyFile
            | RefForm::Angles
            | RefForm::Percent => until(self.text.strip_prefix(open)?, close)?,
            _ => self.braced?.strip_prefix(&open["${".len()..])?,
        };
        let mut found = Spelled {
            name: inner,
            default: None,
            len: open.len() + inner.len() + close.len(),
        };
        match form {
            RefForm::Bare | RefForm::BracedFile if inner.is_empty() => return None,
            RefForm::Workflow => found.name = inner.trim(),
            RefForm::Angles => found = found.with_default(),
            RefForm::Default => {
                let (name, rest) = named(inner)?;
                (found.name, found.default) = (name, Some(default(rest)?));
            }
            // `${/}` is the path separator of an editor.
            RefForm::Editor if inner != "/" => {
                named(inner).filter(|(_, rest)| rest.starts_with([':', '.']))?;
            }
            _ => {}
        }
        Some(found)
    }
}

impl Spelled<'_> {
    /// The same, with what is behind `:-` in the name as its default.
    pub(in crate::model) fn with_default(self) -> Self {
        match self.name.split_once(":-") {
            Some((name, default)) => Self {
                name,
                default: Some(default),
                ..self
            },
            None => self,
        }
    }
}

/// The name of a variable that `text` starts with, up to whatever cannot be a part of one; empty if there is none.
pub(crate) fn leading_name(text: &str) -> &str {
    let end = text
        .bytes()
        .position(|byte| !(byte.is_ascii_alphanumeric() || byte == b'_'))
        .unwrap_or(text.len());
    match text.starts_with(|c: char| c.is_ascii_digit()) {
        true => "",
        false => &text[..end],
    }
}

/// The name of a variable that `inner` starts with, and what is behind it.
pub(super) fn named(inner: &str) -> Option<(&str, &str)> {
    let name = leading_name(inner);
    (!name.is_empty()).then(|| inner.split_at(name.len()))
}

/// The default that `rest`, which is behind a name, starts with the operator of.
pub(super) fn default(rest: &str) -> Option<&str> {
    rest.strip_prefix(":-").or_else(|| rest.strip_prefix('-'))
}

/// The variable and the text that a host spells a folder with which it does not know itself: `${CLAUDE_PROJECT_DIR:-.}`.
pub(super) fn spelled_default<'t>(part: &Part, spelling: &'t str) -> Option<(&'t str, &'t str)> {
    let inner = match part {
        Part::Host(_) => spelling.strip_prefix("${")?.strip_suffix('}')?,
        _ => return None,
    };
    inner.split_once(":-")
}

/// Whether a path that starts with a folder may go on so.
pub(super) fn ends_folder(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(['/', '\\', '$'])
}

/// What is before the first `close`, as far as any reference reaches.
fn until<'t>(inner: &'t str, close: &str) -> Option<&'t str> {
    let near = &inner[..inner.floor_char_boundary(LONGEST)];
    near.find(close).map(|end| &inner[..end])
}

/// Where the brace closes that was opened just before `inner`.
fn matching(inner: &str) -> Option<usize> {
    let near = &inner.as_bytes()[..inner.len().min(LONGEST)];
    let mut depth = 0usize;
    near.iter().position(|byte| {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 0 => return true,
            b'}' => depth -= 1,
            _ => {}
        }
        false
    })
}

/// What `read` finds in `text` wherever one of `marks` stands, in order, with its bytes. It is given the place, and tells the
/// length of what it has read, be it a reference or not.
///
/// Unless `open` is set, nothing is read where a brace opens that is not closed near enough for a reference, so that a text
/// full of those is not read again from each of them.
pub(in crate::model) fn scan<T>(
    text: &str,
    marks: &[u8],
    open: bool,
    mut read: impl FnMut(usize) -> Option<(Option<T>, usize)>,
) -> Vec<(Range<usize>, T)> {
    let mut list = Vec::new();
    let mut braces = Braces::of(text);
    let mut at = 0;
    let next = |at: usize| {
        let rest = &text.as_bytes()[at..];
        // A loop over so few is faster than a search among them.
        rest.iter()
            .position(|byte| marks.iter().any(|mark| mark == byte))
    };
    while let Some(skipped) = next(at) {
        let start = at + skipped;
        at = start + 1;
        if !open && !braces.may_close(start) {
            continue;
        }
        if let Some((found, len)) = read(start) {
            at = start + len;
            list.extend(found.map(|found| (start..at, found)));
        }
    }
    list
}

/// The closing braces of a text, for somebody who goes through it from its start: a text full of openings that nobody
/// closes is not read again from each of them.
pub(super) struct Braces<'t> {
    text: &'t str,
    /// The first one that was not passed by yet; the end of the text if there is none.
    next: usize,
}

impl<'t> Braces<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self { text, next: 0 }
    }

    /// Whether what starts at `at` is closed near enough for a reference, or needs no brace.
    pub(super) fn may_close(&mut self, at: usize) -> bool {
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
