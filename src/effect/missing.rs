//! Variables that a value refers to and that are not there: what the host makes of each.

use crate::model::dialect::Dialect;
use crate::model::world::{Piece, Resolved};
use crate::model::{Part, Template, World};

/// A variable without a value, and what takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The variable.
    pub name: String,
    /// What the host puts in its place.
    pub becomes: Becomes,
}

/// What takes the place of a variable that is not set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Becomes {
    /// The reference itself, as this text.
    Text(String),
    /// Nothing: an empty string.
    Empty,
    /// The default that the reference carries.
    Default,
    /// Nothing at all: the field names the variable, and what it would set is not there.
    Absent,
    /// The host does not run the server.
    Fails,
}

/// The variables of `text` that have no value in `world`, each once; `value` is what the text became there.
pub(super) fn missing(
    text: &Template,
    dialect: &Dialect,
    value: &Resolved,
    world: &World<'_>,
) -> Vec<Missing> {
    let mut list = Vec::new();
    let search = MissingSearch {
        by_name: text.raw.is_none(),
        dialect,
        value,
        world,
    };
    search.parts(text, &mut list);
    list
}

struct MissingSearch<'s, 'w> {
    /// The text was made from a field that holds the variable's name, and not from a reference.
    by_name: bool,
    dialect: &'s Dialect,
    value: &'s Resolved,
    world: &'s World<'w>,
}

impl MissingSearch<'_, '_> {
    fn parts(&self, text: &Template, list: &mut Vec<Missing>) {
        for part in &text.parts {
            let Part::Env {
                name,
                default,
                lacks,
            } = part
            else {
                continue;
            };
            let blank = self.dialect.empty_is_unset || lacks.blank();
            if self.world.lacking(name, blank).is_some() || list.iter().any(|it| it.name == *name) {
                continue;
            }
            list.push(Missing {
                name: name.clone(),
                becomes: self.becomes(name, default.as_ref()),
            });
            if let Some(default) = default {
                self.parts(default, list);
            }
        }
    }

    fn becomes(&self, name: &str, default: Option<&Template>) -> Becomes {
        let handed_on = self.value.pieces().iter().find_map(|piece| match piece {
            Piece::Unresolved { name: known, text } if known == name => Some(text.clone()),
            _ => None,
        });
        let fails = |piece: &Piece| matches!(piece, Piece::Fails(known) if known == name);
        if self.value.pieces().iter().any(fails) {
            return Becomes::Fails;
        }
        match (handed_on, default) {
            (Some(text), _) => Becomes::Text(text),
            (None, Some(default)) if !default.parts.is_empty() => Becomes::Default,
            (None, Some(_)) if self.by_name => Becomes::Absent,
            _ => Becomes::Empty,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::dialect::{Form, WhenUnset};
    use crate::syntax::Span;

    fn of(dialect: &Dialect, text: &Template) -> Vec<Missing> {
        let none = |_: &str| None;
        let world = World::new(&none);
        let value = match &text.raw {
            Some(raw) => dialect.resolve(raw, &world),
            None => text.resolve(&world),
        };
        missing(text, dialect, &value, &world)
    }

    fn one(name: &str, becomes: Becomes) -> Vec<Missing> {
        vec![Missing {
            name: name.to_owned(),
            becomes,
        }]
    }

    #[test]
    fn what_becomes_of_an_unset_variable_follows_the_dialect_and_the_reference() {
        let kept = Dialect {
            forms: &[Form::Braces, Form::Default],
            ..Dialect::NEW
        };
        let empty = Dialect {
            unset: WhenUnset::Empty,
            forms: &[Form::Braces, Form::Default],
            ..Dialect::NEW
        };
        let read = |dialect: &Dialect, text| dialect.read(text, Span::default(), false);
        assert_eq!(
            of(&kept, &read(&kept, "a ${X}")),
            one("X", Becomes::Text("${X}".to_owned()))
        );
        assert_eq!(
            of(&empty, &read(&empty, "a ${X}")),
            one("X", Becomes::Empty)
        );
        assert_eq!(
            of(&kept, &read(&kept, "${X:-d}")),
            one("X", Becomes::Default)
        );
        assert_eq!(of(&kept, &read(&kept, "${X:-}")), one("X", Becomes::Empty));
        assert_eq!(
            of(&kept, &Template::env("X", Span::default())),
            one("X", Becomes::Absent)
        );
        assert!(of(&kept, &read(&kept, "plain $X")).is_empty());
        let fails = Dialect {
            unset: WhenUnset::SkipsServer,
            forms: &[Form::Braces, Form::Default],
            ..Dialect::NEW
        };
        assert_eq!(
            of(&fails, &read(&fails, "a ${X}")),
            one("X", Becomes::Fails)
        );
        assert_eq!(
            of(&fails, &read(&fails, "${X:-d}")),
            one("X", Becomes::Default)
        );
    }
}
