//! Parts to text, in the spelling that means the same.

use std::borrow::Cow;

use super::{Dialect, Form, Position};
use crate::model::template::{HostVar, Part, Template};
use crate::model::world::{World, WorldKind};

/// A template in the spelling of a dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The text.
    pub text: String,
    /// The worlds in which the host makes something else of it. It is the same wherever all variables have plain values.
    pub differs: Vec<WorldKind>,
}

/// Why a template cannot be written in a dialect.
#[derive(Clone, Debug, PartialEq)]
pub enum Unwritable {
    /// The dialect has no word for this reference.
    Reference(Part),
    /// The dialect knows the reference, but not where it stands.
    Position(Part),
    /// The dialect knows the reference, but not with a default.
    Default {
        /// The variable.
        name: String,
    },
    /// The text would be read back as something else, and there is no escape.
    Literal,
    /// The same of the text that stands in for a variable: it is read again where that is not set.
    DefaultRead,
}

impl Dialect {
    /// Writes `template` so that the host makes the same of it wherever its variables are set.
    ///
    /// # Errors
    /// What stands in the way.
    pub fn print(&self, template: &Template) -> Result<String, Unwritable> {
        self.write(template).map(|printed| printed.text)
    }

    /// The same, with the worlds in which the host makes something else of it.
    ///
    /// # Errors
    /// What stands in the way.
    pub fn write(&self, template: &Template) -> Result<Printed, Unwritable> {
        // Nearly every string is plain text that no dialect could take for anything else.
        if let Some(text) = template.as_literal()
            && !self.may_refer(text)
            && self.trimmed(text) == text
        {
            return Ok(Printed {
                text: text.to_owned(),
                differs: Vec::new(),
            });
        }
        self.position(template)?;
        let plain = self.spelled(template, false)?;
        if let (Position::InUrl, Some(_)) = (self.position, self.early_reference(&plain))
            && let Some(part) = template
                .parts
                .iter()
                .find(|part| !matches!(part, Part::Text(_)))
        {
            return Err(Unwritable::Position(part.clone()));
        }
        // Text that only looks like a reference costs as much as one.
        if self.blocks(&plain) {
            return Err(Unwritable::Literal);
        }
        match self.judge(template, plain) {
            Ok(printed) => Ok(printed),
            Err(_) if self.escapes() => {
                let escaped = self.spelled(template, true)?;
                self.judge(template, escaped)
                    .map_err(|why| why.unwrap_or_else(|| self.blame(template)))
            }
            Err(why) => Err(why.unwrap_or_else(|| self.blame(template))),
        }
    }

    fn escapes(&self) -> bool {
        !self.escapes.is_empty() || self.then.is_some_and(Self::escapes)
    }

    /// Adds `literal`, which is the part `at` of `template`, with a backslash before whatever would be read.
    fn escape(&self, literal: &str, at: usize, template: &Template, text: &mut String) {
        let last = self.then.unwrap_or(self);
        let escapes = last.escapes;
        let mut chars = literal.chars().peekable();
        while let Some(c) = chars.next() {
            let plain = match (c, chars.peek()) {
                // And so is what a backslash could not make plain there.
                (_, next)
                    if !next
                        .map_or(String::new(), char::to_string)
                        .starts_with(last.escaped_before) =>
                {
                    true
                }
                // A backslash is plain before anything that it could not make plain.
                ('\\', Some(next)) => !escapes.contains(*next),
                ('\\', None) => at + 1 == template.parts.len(),
                _ => false,
            };
            if escapes.contains(c) && !plain {
                text.push('\\');
            }
            text.push(c);
        }
    }

    /// A reference that is parsed as something else before it is read.
    fn position(&self, template: &Template) -> Result<(), Unwritable> {
        let start = match template.parts.first() {
            Some(Part::Text(start)) => start.as_str(),
            _ => "",
        };
        let stands = self.position.allows(start);
        let mut parts = template.parts.iter();
        match parts.find(|part| !stands && !matches!(part, Part::Text(_))) {
            Some(part) => Err(Unwritable::Position(part.clone())),
            None => Ok(()),
        }
    }

    fn spelled(&self, template: &Template, escaped: bool) -> Result<String, Unwritable> {
        let mut text = String::new();
        for (at, part) in template.parts.iter().enumerate() {
            match part {
                Part::Text(literal) | Part::Child { text: literal, .. } if escaped => {
                    self.escape(literal, at, template, &mut text);
                }
                Part::Text(literal) | Part::Child { text: literal, .. } => text.push_str(literal),
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
        Ok(text)
    }

    /// Whether `text` gives what `template` gives, in every world in which that matters; and if not, why, where that is known.
    fn judge(&self, template: &Template, text: String) -> Result<Printed, Option<Unwritable>> {
        let mut child = Vec::new();
        for part in &template.parts {
            if let Part::Child { name, .. } = part {
                child.push(name.as_str());
            }
        }
        // A single word in capitals may be the name of a variable where the host runs.
        let alone = template
            .as_literal()
            .or_else(|| self.then.and_then(|_| default_alone(template)));
        if self.reads_names()
            && alone.is_some_and(|text| {
                self.names.has(text) && text.bytes().all(|b| !b.is_ascii_lowercase())
            })
        {
            return Err(template.has_references().then_some(Unwritable::DefaultRead));
        }
        if self.reads_defaults_again(template, &text) {
            return Err(Some(Unwritable::DefaultRead));
        }
        let mut differs = Vec::new();
        let blank = template.counts_blank();
        let tells = |kind: &WorldKind| self.tells(*kind) || blank && *kind == WorldKind::Empty;
        for kind in WorldKind::ALL.into_iter().filter(tells) {
            let variable = |name: &str| -> Option<Cow<'_, str>> {
                if child.contains(&name) {
                    None
                } else {
                    kind.variable(name)
                }
            };
            let world = World {
                symbolic: true,
                ..World::new(&variable)
            };
            if template.resolve(&world) == self.resolve(&text, &world).handed_on(&child) {
                continue;
            }
            // Hosts disagree on whether an empty variable is there, which is told; text that is none must stay text.
            let refers = template.has_references();
            if kind == WorldKind::Set || kind == WorldKind::Empty && !refers {
                return Err(None);
            }
            differs.push(kind);
        }
        Ok(Printed { text, differs })
    }

    /// Whether a later pass makes something else of a text that stands in for a variable.
    fn reads_defaults_again(&self, template: &Template, text: &str) -> bool {
        if self.then.is_none() {
            return false;
        }
        let unset = |_: &str| None;
        let world = World {
            symbolic: true,
            ..World::new(&unset)
        };
        let again = |template: &Template, text: &str| {
            template.resolve(&world) != self.resolve(text, &world)
        };
        let stands_in = |part: &&Part| {
            let text = default_of(part).and_then(Template::as_literal);
            text.is_some_and(|text| !text.is_empty())
        };
        let references = template.parts.iter();
        let mut references = references.filter(|part| !matches!(part, Part::Text(_)));
        if !references.clone().any(|part| stands_in(&part)) {
            return false;
        }
        // Without any other reference the whole is what it is; else only what each of them is by itself is known.
        if references.clone().all(|part| stands_in(&part)) {
            return again(template, text);
        }
        !self.reads_names()
            && references.any(|part| {
                let alone = Template::new(vec![part.clone()], template.span);
                stands_in(&part) && again(&alone, &self.spell(part).unwrap_or_default())
            })
    }

    /// Whether the host could make something else of a text in such a world, although it does not in the others.
    fn tells(&self, kind: WorldKind) -> bool {
        match kind {
            WorldKind::Set | WorldKind::Unset => true,
            WorldKind::Empty => {
                self.empty_is_unset
                    || self.default_if_empty
                    || self.is_shell()
                    || self.reads_names()
                    || self.then.is_some_and(|then| then.tells(kind))
            }
            WorldKind::Hostile => {
                self.then.is_some() || self.again || self.slashes || !self.breaks.is_empty()
            }
        }
    }

    fn why_not(&self, part: &Part) -> Unwritable {
        match part {
            Part::Env {
                name,
                default: Some(_),
                ..
            } if self.has_variables() && self.names.has(name) => {
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
            Some(part) if (self.whole || self.greedy) && template.parts.len() > 1 => {
                Unwritable::Reference(part.clone())
            }
            Some(part @ Part::Env { name, .. }) if self.never.contains(&name.as_str()) => {
                Unwritable::Reference(part.clone())
            }
            Some(part @ (Part::Other(_) | Part::Host(_))) => Unwritable::Reference(part.clone()),
            _ => Unwritable::Literal,
        }
    }
}

/// What stands in for a variable.
fn default_of(part: &Part) -> Option<&Template> {
    match part {
        Part::Env { default, .. } => default.as_ref(),
        _ => None,
    }
}

/// The text that stands in for a variable, where there is nothing else.
fn default_alone(template: &Template) -> Option<&str> {
    match template.parts.as_slice() {
        [part] => default_of(part)?.as_literal(),
        _ => None,
    }
}
