//! Values of several fields in one slot: which of them counts.

use std::collections::HashMap;

use super::Lower;
use crate::host::reading::At;
use crate::host::{Field, Kind};
use crate::model::{IgnoredField, Lacks, Pair, Part, Raw, Reason, Slot, Template, Value};

impl Lower<'_, '_> {
    /// Puts a value into its slot. Maps of one slot add up; of two other values the name that comes first in the
    /// host's table wins.
    pub(in crate::host) fn put(&mut self, field: &'static Field, at: &At<'_>, value: Value) {
        // A native flag or string has no meaning of ours, but its type was checked all the same.
        if field.slot.is_native() {
            let raw = Raw::from_node(&at.member.value);
            return self.add(field.slot, at, Value::Raw(raw));
        }
        let entries = &self.server.entries;
        let Some(index) = entries.iter().position(|entry| entry.slot == field.slot) else {
            return self.add(field.slot, at, value);
        };
        if let Value::Map(new) = value {
            return self.extend_map(field, index, new);
        }
        let rank = |name: &str| {
            let fields = self.reading.place.format.fields.iter();
            fields
                .flat_map(Field::names)
                .position(|known| known == name)
        };
        let old = &entries[index];
        let wins = match (field.slot, &value, &old.value) {
            // Nobody knows who will read a document of no particular host; what is disabled anywhere stays so.
            (Slot::Enabled, Value::Flag(new), Value::Flag(old))
                if new != old && self.reading.host.facts.lenient =>
            {
                !new
            }
            _ => rank(&at.name) < rank(&old.field),
        };
        if wins {
            let old = self.server.entries.remove(index);
            self.server.ignored.push(IgnoredField {
                field: old.field.into_owned(),
                slot: Some(old.slot),
                key_span: old.key_span,
                span: old.span,
                reason: Reason::Overruled,
            });
            self.add(field.slot, at, value);
        } else {
            self.ignore(at, at.slot, Reason::Overruled);
        }
    }

    /// Adds pairs to a map that another field began. Of one name, the field that gives values wins, unless the host
    /// sends the variable's.
    fn extend_map(&mut self, field: &Field, index: usize, new: Vec<Pair>) {
        let explicit = matches!(
            field.kind,
            Kind::Map | Kind::LooseMap | Kind::NumberMap | Kind::SiftedMap | Kind::ScalarMap
        );
        let vars_win = field.slot == Slot::Headers && self.reading.place.format.header_vars_win;
        let entry = &mut self.server.entries[index];
        let Value::Map(old) = &mut entry.value else {
            return;
        };
        let fold = |key: &str| {
            if field.slot == Slot::Headers {
                key.to_ascii_lowercase()
            } else {
                key.to_owned()
            }
        };
        let mut known: HashMap<String, usize> = old
            .iter()
            .enumerate()
            .map(|(at, pair)| (fold(&pair.key), at))
            .collect();
        for mut pair in new {
            pair.field = Some(field.name);
            let key = fold(&pair.key);
            let Some(twin) = known.get(&key).copied() else {
                known.insert(key, old.len());
                old.push(pair);
                continue;
            };
            let loser = if explicit != vars_win {
                std::mem::replace(&mut old[twin], pair)
            } else {
                pair
            };
            // What is written out is sent while the variable has no value (observed with Codex 0.166.0).
            if vars_win && stands_in(&mut old[twin], &loser) {
                self.server.riders.push((loser.span, old[twin].span));
                continue;
            }
            self.server.ignored.push(IgnoredField {
                field: loser.name(&entry.field),
                slot: None,
                key_span: loser.key_span,
                span: loser.span,
                reason: Reason::Overruled,
            });
        }
    }
}

/// Makes the text of `literal` the default of the variable in `winner`, if they are no more than that.
fn stands_in(winner: &mut Pair, literal: &Pair) -> bool {
    let text = literal.value.as_ref().and_then(Template::as_literal);
    let (Some(value), Some(text)) = (&mut winner.value, text.filter(|text| !text.is_empty()))
    else {
        return false;
    };
    match value.parts.as_mut_slice() {
        [Part::Env { default, lacks, .. }]
            if default.as_ref().is_some_and(|it| it.parts.is_empty()) =>
        {
            *default = Some(Template::literal(text, literal.span));
            *lacks = Lacks::Blank;
            true
        }
        _ => false,
    }
}
