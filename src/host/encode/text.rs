//! One string in the target's spelling.

use std::borrow::Cow;
use std::fmt;

use super::take::describe;
use super::{Encoder, Loss, LossKind, Skip};
use crate::host::{Many, Out, SkipKind};
use crate::model::dialect::{Dialect, Printed, Unwritable, WhenUnset, can_be_name};
use crate::model::{HostVar, Lacks, Pair, Part, Slot, Template, World, WorldKind};
use crate::secret::veiled_variable;

/// Where the target makes something else of a value in odd cases only: worth a row in the report, not a warning.
#[derive(Clone, Debug)]
pub(crate) struct Caveat {
    pub(crate) slot: Slot,
    pub(crate) kind: WorldKind,
}

impl Encoder {
    pub(in crate::host) fn strings(
        &mut self,
        field: &str,
        slot: Slot,
        list: &[Template],
    ) -> Result<Vec<Out>, Skip> {
        list.iter()
            .map(|text| self.string(field, slot, text))
            .collect()
    }

    /// A string in the target's spelling, or the reason why it cannot be written there.
    pub(in crate::host) fn string<'n>(
        &mut self,
        field: impl Into<Name<'n>>,
        slot: Slot,
        text: &Template,
    ) -> Result<Out, Skip> {
        let field = field.into();
        let dialect = self.place.format.dialect(slot);
        if let Some(written) = text.raw.as_deref().filter(|_| self.verbatim) {
            return Ok(Out::string(written, text.span));
        }
        match dialect.write(text) {
            Ok(printed) => Ok(self.printed(field, slot, text, printed)),
            Err(Unwritable::Literal)
                if self.is_unread(text, dialect) || self.is_read_alike(slot, text, dialect) =>
            {
                let literal = text.as_literal().unwrap_or_default();
                Ok(Out::string(literal, text.span))
            }
            Err(Unwritable::Literal | Unwritable::DefaultRead) => {
                self.read_otherwise(field, slot, text, dialect)
            }
            Err(why) => Err(self.unwritable(field, text, &why)),
        }
    }

    /// Whether both hosts take a word for the name of a variable, if there is one.
    fn is_read_alike(&self, slot: Slot, text: &Template, dialect: &Dialect) -> bool {
        let word = text.as_literal().unwrap_or_default();
        let source = self.source.map(|source| source.dialect(slot));
        dialect.may_name(word) && source.is_some_and(|source| source.may_name(word))
    }

    /// Whether all that looks like a reference in a text is about something that the entry does not list.
    fn is_unread(&self, text: &Template, dialect: &Dialect) -> bool {
        let unread = |part: &Part| match part {
            Part::Env { name, .. } => {
                let lists = self.place.format.listed.is_some();
                lists && !self.listed.contains(name)
            }
            Part::Input(id) => !self.asked.contains(id),
            _ => false,
        };
        let literal = text.as_literal().filter(|_| self.lists);
        literal.is_some_and(|literal| {
            let found = dialect.references(literal);
            dialect.trimmed(literal) == literal && found.iter().all(|(_, part)| unread(part))
        })
    }

    fn printed(&mut self, field: Name<'_>, slot: Slot, text: &Template, printed: Printed) -> Out {
        let lacking = printed.differs.contains(&WorldKind::Unset);
        for kind in printed.differs {
            // What is nothing while it is unset is nothing while it is empty: the one says the other.
            if kind == WorldKind::Empty
                && lacking
                && text.parts.iter().any(|part| part.optional().is_some())
            {
                continue;
            }
            // A variable or header may as well be missing as empty; an argument or a URL may not, unless there is always a
            // value.
            if kind == WorldKind::Empty
                && !matches!(slot, Slot::Env | Slot::Headers)
                && let Some((name, lacks)) = text.parts.iter().find_map(variable)
                && *lacks != Lacks::Needed
            {
                let loss = self.empty_differs(field, slot, text, name, lacks);
                self.losses.push(loss);
                continue;
            }
            // Whoever counts on a variable that may be unset is told; a reference handed on as text helps nobody.
            if kind == WorldKind::Unset
                && let Some(name) = text.parts.iter().find_map(Part::optional)
            {
                let unset = self.place.format.dialect(slot).unset_in_the_end();
                let loss = self.unset_differs(field, slot, text, name, unset);
                self.losses.push(loss);
            } else {
                self.caveats.push(Caveat { slot, kind });
            }
        }
        Out::string(printed.text, text.span)
    }

    /// The source does without the variable, and the target does not.
    pub(in crate::host) fn unset_differs(
        &self,
        field: Name<'_>,
        slot: Slot,
        text: &Template,
        name: &str,
        unset: WhenUnset,
    ) -> Loss {
        let target = self.host.name;
        let does = match unset {
            WhenUnset::SkipsServer => "skips the server",
            WhenUnset::RejectsFile => "rejects the whole file",
            WhenUnset::Kept | WhenUnset::Empty => "passes on the text of the reference",
        };
        let many = Many::new(format!(
            "{{fields}} {{is|are}} empty while {{names}} {{is|are}} unset; {target} {does}"
        ))
        .label(format!("{target} cannot express an empty default here"))
        .help(format!("set {{names}} where {target} runs"));
        Loss::shared(
            LossKind::Changed,
            slot,
            text.span,
            many.about(&self.name, &field, [&*veiled_variable(name)]),
        )
    }

    /// The two hosts disagree on whether an empty variable is there.
    fn empty_differs(
        &self,
        field: Name<'_>,
        slot: Slot,
        text: &Template,
        name: &str,
        lacks: &Lacks,
    ) -> Loss {
        let target = self.host.name;
        let message = match lacks {
            Lacks::Fails { .. } => {
                format!(
                    "the server does not start while {{names}} {{is|are}} empty; {target} starts it"
                )
            }
            Lacks::Blank => format!(
                "{{fields}} {{uses|use}} the default while {{names}} {{is|are}} empty; {target} uses the empty value"
            ),
            Lacks::Unset | Lacks::Needed => {
                format!("{target} treats an empty {{names}} in {{fields}} as unset")
            }
        };
        let many = Many::new(message)
            .label(format!(
                "differs in {target} while {{names}} {{is|are}} empty"
            ))
            .help("unset {names} instead of leaving {it|them} empty");
        Loss::shared(
            LossKind::Changed,
            slot,
            text.span,
            many.about(&self.name, &field, [name]),
        )
    }

    /// Text that the target may take for a reference, and cannot be kept from it.
    fn read_otherwise(
        &mut self,
        field: Name<'_>,
        slot: Slot,
        text: &Template,
        dialect: &Dialect,
    ) -> Result<Out, Skip> {
        let target = self.host.name;
        // Blanks around a value, which the target cuts off, are hardly what a server needs.
        if let Some(literal) = text
            .as_literal()
            .filter(|text| dialect.trimmed(text) != *text)
            && let Ok(trimmed) = dialect.print(&Template::literal(literal.trim(), text.span))
        {
            let message = format!(
                "`{}`: {target} cuts the spaces around `{field}` off",
                self.name
            );
            self.losses.push(
                Loss::new(LossKind::Changed, slot, text.span, message)
                    .leaves([text.span])
                    .label("the spaces are lost"),
            );
            return Ok(Out::string(trimmed, text.span));
        }
        let parts = text.parts.iter().map(|part| match part {
            Part::Text(text) | Part::Child { text, .. } => text.clone(),
            part => dialect.spell(part).unwrap_or_default(),
        });
        let literal: String = parts.collect();
        // A command that was only text must never run, and text must not vanish.
        let refused = dialect.blocks(&literal);
        let runs = refused || literal.starts_with('!') && dialect.reads_commands();
        let nobody = |_: &str| None;
        let alone = World::new(&nobody);
        if runs
            || dialect.resolve(&literal, &alone).as_written() != text.resolve(&alone).as_written()
        {
            let reason = format!(
                "{target} would read the text of `{field}` as a reference, and it cannot be escaped there"
            );
            return Err(Skip::new(SkipKind::Unsupported, text.span, reason)
                .help("change the text, or skip the server with `--skip`"));
        }
        let many = Many::new(format!(
            "{target} may read the text of {{fields}} as a reference"
        ))
        .label("plain text in the source, with no way to escape it")
        .help(format!(
            "it stays as it is unless a variable of that name is set where {target} runs"
        ));
        self.losses.push(Loss::shared(
            LossKind::Changed,
            slot,
            text.span,
            many.about(&self.name, &field, []),
        ));
        Ok(Out::string(literal, text.span))
    }

    fn unwritable(&self, field: Name<'_>, text: &Template, why: &Unwritable) -> Skip {
        const EXPAND: &str = "`--expand always` writes the value instead";
        let target = self.host.name;
        let (reason, help) = match why {
            Unwritable::Reference(part) => {
                let known = match part {
                    Part::Env { name, .. } => can_be_name(name),
                    Part::Host(HostVar::Home) => true,
                    // What a command of the host prints is not known here.
                    Part::Input(id) => self.prompts.get(id).is_none_or(|prompt| prompt.typed),
                    _ => false,
                };
                let help = match part {
                    Part::Env { .. } if !known => {
                        "write the name of a variable, or skip the server with `--skip`"
                    }
                    _ if known && !self.expanded => EXPAND,
                    _ => "write the value itself, or skip the server with `--skip`",
                };
                let what = describe(part);
                (
                    format!("{target} does not support {what} in `{field}`"),
                    help,
                )
            }
            Unwritable::Position(part) => {
                let what = describe(part);
                (
                    format!(
                        "{target} parses `{field}` before it expands {what}, so its start must be written out"
                    ),
                    "write scheme and host out, for example `https://example.com/${PATH}`, or use `--expand always`",
                )
            }
            Unwritable::Default { name } => (
                format!(
                    "`{field}` gives `{}` a default, which {target} cannot express",
                    veiled_variable(name)
                ),
                EXPAND,
            ),
            Unwritable::Literal | Unwritable::DefaultRead => {
                (format!("{target} would misread `{field}`"), EXPAND)
            }
        };
        Skip::new(SkipKind::Unsupported, text.span, reason).help(help)
    }
}

fn variable(part: &Part) -> Option<(&str, &Lacks)> {
    match part {
        Part::Env { name, lacks, .. } => Some((name, lacks)),
        _ => None,
    }
}

/// A field's name and, in a map, the key; put together only where it is said.
#[derive(Clone, Copy)]
pub(in crate::host) struct Name<'n>(
    pub(in crate::host) &'n str,
    pub(in crate::host) Option<&'n str>,
);

impl<'n> Name<'n> {
    pub(in crate::host) fn of(field: &'n str, pair: &'n Pair) -> Self {
        let (field, key) = pair.place(field);
        Self(field, key)
    }
}

impl<'n> From<&'n str> for Name<'n> {
    fn from(field: &'n str) -> Self {
        Self(field, None)
    }
}

impl<'n> From<&'n Cow<'static, str>> for Name<'n> {
    fn from(field: &'n Cow<'static, str>) -> Self {
        Self(field, None)
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            Some(key) => write!(f, "{}.{key}", self.0),
            None => f.write_str(self.0),
        }
    }
}
