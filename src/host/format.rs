//! How a kind of file says what its servers are. A host whose files differ has several formats; each [`Place`] refers to
//! its own.
//!
//! [`Place`]: super::Place

mod names;
mod transports;

pub(crate) use names::{Banned, Names};
pub(crate) use transports::{MissingTag, Spelling, TagRule, Transports};

use std::collections::HashSet;

use super::{Cost, Field, Kind, On, Runtime, Write};
use crate::model::dialect::Dialect;
use crate::model::{Part, Server, Slot, Transport};
use crate::syntax::{Member, Node, Tree, number};

/// What stands in a server, and what becomes of mistakes.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The fields of a server, in the order in which they are written.
    pub fields: &'static [Field],
    /// Fields count in any case. Its schema only has the plain spelling.
    pub any_case: bool,
    /// Fields among them that the host ignores in this format.
    pub without: &'static [&'static str],
    /// A key under which fields of a server may stand one level down.
    pub wrapper: Option<FieldWrapper>,
    /// Fields that say that the server is defined elsewhere.
    pub reference_fields: &'static [&'static str],
    /// Such servers come with extensions of the host: their entries are settings for them, which stay where they are and
    /// mean nothing to another host.
    pub extensions: bool,
    /// References count only for variables that the entry itself lists.
    pub listed: Option<Listed>,
    /// A variable that an entry hands through by its name must be set, or the server is skipped.
    pub needs_named: bool,
    /// Lists with what they hold by default; written out, that changes nothing. A list that is always written is this one
    /// when nothing sets it.
    pub defaults: &'static [(&'static str, &'static [&'static str])],
    /// Times of objects that count only where two of them are the same.
    pub pairs: &'static [TimePair],
    /// How the transport is told.
    pub transports: Transports,
    /// How references are spelled, by field.
    pub dialects: Dialects,
    /// Which names a server may have.
    pub names: Names,
    /// What it refuses beyond types.
    pub limits: Limits,
    /// What an unknown field costs.
    pub unknown_field: Cost,
    /// What a field of another transport costs.
    pub other_transport: Cost,
    /// Fields whose cost on another transport is not that one.
    pub crossing: &'static [(&'static str, Cost)],
    /// What a wrongly typed or incomplete server costs.
    pub bad_server: Cost,
    /// What an entry costs that is no object, where that is not the same.
    pub no_object: Option<Cost>,
    /// What a field costs that stands twice in a server; where it costs nothing, the last one counts.
    pub doubled: Cost,
    /// What an incomplete server costs, where that is less: its types are right, and it fails when it is started.
    pub incomplete: Option<Cost>,
    /// Fields whose value of another type stops the host, which checks nothing and trips over it; an empty name is for a
    /// server that is `null`.
    pub crashes: &'static [&'static str],
    /// What that costs, where it is less than the whole host.
    pub crash: Cost,
    /// Of values of other types in those fields, only a text does that.
    pub crash_by_text: bool,
    /// Of one header, the value of a variable beats one that is written out.
    pub header_vars_win: bool,
    /// Any whole number above 0 passes for a port until it is opened.
    pub wide_ports: bool,
    /// 0 passes for a port: any that is free.
    pub zero_port: bool,
    /// A URL that is none is a mistake to the parser, not only when it is connected to.
    pub checks_urls: bool,
    /// It has no references of its own, and its users are expected to put values in.
    pub expects_values: bool,
    /// What the host does with these servers when it runs.
    pub runtime: Runtime,
}

/// A key under which fields of a server may stand one level down. If there is an object, it beats the same fields beside it.
#[derive(Clone, Copy, Debug)]
pub struct FieldWrapper {
    /// The key.
    pub key: &'static str,
    /// The only fields that the host looks for in it; all of them if nothing is listed.
    pub inside: &'static [&'static str],
    /// The fields that count beside it.
    pub beside: &'static [&'static str],
    /// The transport must be named in it, even where the host does without the tag otherwise.
    pub tagged: bool,
}

impl FieldWrapper {
    /// Whether a field may stand in it; nested names are joined by dots.
    pub(crate) fn holds(&self, name: &str) -> bool {
        self.inside.is_empty() || self.inside.contains(&top(name))
    }

    /// Whether a field counts beside it.
    pub(crate) fn leaves(&self, name: &str) -> bool {
        self.beside.contains(&top(name))
    }

    /// What is wrapped up in an entry, if anything is.
    pub(crate) fn open<'n, 't>(&self, entry: &'n Node<'t>) -> Option<&'n Node<'t>> {
        let inner = entry.member(self.key).map(|member| &member.value);
        inner.filter(|inner| inner.is_object())
    }
}

/// The first of nested names.
fn top(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

impl Format {
    /// A format without fields or references that refuses as little as possible.
    pub const NEW: Self = Self {
        fields: &[],
        any_case: false,
        without: &[],
        wrapper: None,
        reference_fields: &[],
        extensions: false,
        listed: None,
        needs_named: false,
        defaults: &[],
        pairs: &[],
        transports: Transports::NEW,
        dialects: &[],
        names: Names::ANY,
        limits: Limits::NONE,
        unknown_field: Cost::Ignored,
        other_transport: Cost::Ignored,
        crossing: &[],
        bad_server: Cost::Server,
        no_object: None,
        doubled: Cost::Ignored,
        incomplete: None,
        crashes: &[],
        crash: Cost::Start,
        crash_by_text: false,
        header_vars_win: false,
        wide_ports: false,
        zero_port: false,
        checks_urls: false,
        expects_values: false,
        runtime: Runtime::NEW,
    };

    /// Whether any server at a URL can be reached.
    pub(crate) fn has_remote(&self) -> bool {
        let mut words = self.transports.words.iter();
        words.any(|spelling| spelling.transport != Transport::Stdio)
    }

    /// What a server costs that lacks a field.
    pub(crate) fn lacking(&self) -> Cost {
        self.incomplete.unwrap_or(self.bad_server)
    }

    /// The dialect of `slot`.
    #[must_use]
    pub fn dialect(&self, slot: Slot) -> &'static Dialect {
        self.dialects
            .iter()
            .find(|(slots, _)| slots.is_empty() || slots.contains(&slot))
            .map_or(&crate::model::dialect::NONE, |(_, dialect)| dialect)
    }

    /// The member of a server called `key`; of several, the last.
    pub(crate) fn member<'n, 't>(&self, server: &'n Node<'t>, key: &str) -> Option<&'n Member<'t>> {
        if !self.any_case {
            return server.member(key);
        }
        let mut members = server.members().iter().rev();
        members.find(|member| member.key.eq_ignore_ascii_case(key))
    }

    /// The words for transports, each once.
    pub(crate) fn tag_words(&self) -> Vec<&'static str> {
        let mut words: Vec<&'static str> = Vec::new();
        for spelling in self.transports.words {
            if !spelling.word.is_empty() && !words.contains(&spelling.word) {
                words.push(spelling.word);
            }
        }
        words
    }

    /// The word for `transport`, if it is supported.
    #[must_use]
    pub fn spelling(&self, transport: Transport) -> Option<&'static Spelling> {
        self.transports
            .words
            .iter()
            .find(|word| word.transport == transport)
    }

    /// Whether a server of this transport is skipped, or taken for another kind, without its tag.
    pub(crate) fn needs_tag(&self, transport: Transport) -> bool {
        let implied = self
            .spelling(transport)
            .is_none_or(|spelling| spelling.implied);
        self.transports.missing != MissingTag::Infer && !implied
    }

    /// The fields that a server always has in what we write. One that belongs to a group is only due with its group.
    pub(crate) fn always(&self, transport: Transport) -> impl Iterator<Item = &'static Field> {
        let fields = self.fields;
        let grouped = move |name: &str| {
            fields.iter().any(|field| matches!(field.kind, Kind::Group(words) if words.iter().any(|(_, names)| names.contains(&name))))
        };
        fields.iter().filter(move |field| {
            field.write == Write::Always && field.on.has(transport) && !grouped(field.name)
        })
    }
}

impl Format {
    /// Whether the field `name` tells which group of fields is there.
    pub(crate) fn is_group(&self, name: &str) -> bool {
        let mut fields = self.fields.iter();
        fields.any(|field| field.name == name && matches!(field.kind, Kind::Group(_)))
    }

    /// Whether `tagged`, the word in the field `tag`, stands for a group of fields that `name` is not in, and another one
    /// is.
    pub(crate) fn is_of_other_group(
        &self,
        name: &str,
        tagged: impl Fn(&str) -> Option<String>,
    ) -> bool {
        self.fields.iter().any(|field| {
            let Kind::Group(groups) = field.kind else {
                return false;
            };
            let mut own = groups.iter().filter(|(_, names)| names.contains(&name));
            own.next().is_some_and(|(word, _)| {
                tagged(field.name).is_some_and(|said| {
                    said != *word && groups.iter().any(|(known, _)| *known == said)
                })
            })
        })
    }

    /// Whether `npx` and other scripts start by their plain names on Windows. A target with a list of commands sees to
    /// them itself.
    pub(crate) fn finds_scripts(&self) -> bool {
        self.runtime.resolves_shims || !self.limits.commands.is_empty()
    }

    /// The field with what the users of a server are asked for.
    pub(crate) fn inputs(&self) -> Option<&'static Field> {
        let mut fields = self.fields.iter();
        fields.find(|field| matches!(field.kind, Kind::Inputs))
    }

    /// Whether references in servers of `transport` count only for what the entry lists.
    pub(crate) fn lists(&self, transport: Transport) -> bool {
        self.listing(transport).is_some() || self.inputs().is_some()
    }

    /// How variables have to be listed for servers of `transport`, if they have to.
    pub(crate) fn listing(&self, transport: Transport) -> Option<Listed> {
        self.listed.filter(|listed| listed.on.has(transport))
    }

    /// The variables that `server` refers to and that have to be listed for it, each once.
    pub(crate) fn listed_in(&self, server: &Server) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        if self.listing(server.transport).is_none() {
            return names;
        }
        let mut seen = HashSet::new();
        let expanded = |slot: Slot| self.dialect(slot).has_variables();
        for entry in server.entries.iter().filter(|entry| expanded(entry.slot)) {
            entry.value.each_part(&mut |part| {
                if let Part::Env { name, .. } = part
                    && seen.insert(name.clone())
                {
                    names.push(name.clone());
                }
            });
        }
        names
    }
}

/// Where an entry lists the variables that may be referred to in it. What is not listed stays as it is written.
#[derive(Clone, Copy, Debug)]
pub struct Listed {
    /// The transports it is about; elsewhere the two fields are for the process.
    pub on: On,
    /// The field with the names of variables of the host.
    pub names: &'static str,
    /// The field with names and values of the entry's own.
    pub values: &'static str,
}

/// Two times of an object that count only where they are the same, and a third is not there.
#[derive(Clone, Copy, Debug)]
pub struct TimePair {
    /// The object.
    pub object: &'static str,
    /// The field in it whose time counts, with the name of the object in front.
    pub field: &'static str,
    /// The key of the one that must say the same.
    pub beside: &'static str,
    /// The key of the one that must not be there.
    pub without: &'static str,
}

impl TimePair {
    /// The time in an object, if it counts.
    pub(crate) fn counting<'n, 't>(&self, object: &'n Node<'t>) -> Option<&'n Node<'t>> {
        let key = self.field.rsplit('.').next().unwrap_or(self.field);
        let time = &object.member(key)?.value;
        let same = &object.member(self.beside)?.value;
        let number = |node: &Node<'_>| match &node.value {
            Tree::Number(text) => number(text),
            _ => None,
        };
        let agree = number(time).is_some() && number(time) == number(same);
        (agree && object.member(self.without).is_none()).then_some(time)
    }
}

/// The fields a dialect is spoken in; the first rule that names a field's slot wins, an empty list names all.
pub(crate) type Dialects = &'static [(&'static [Slot], &'static Dialect)];

/// What a host refuses beyond types.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The only commands it runs.
    pub commands: &'static [&'static str],
    /// A blank in the name or path of the program is an error.
    pub no_blanks: bool,
    /// Slots that make it refuse a server, even where they mean nothing.
    pub refuses: &'static [Slot],
    /// Only one of the two tool lists may be there.
    pub one_tool_list: bool,
    /// Objects that it accepts only with this field in them.
    pub whole: &'static [(&'static str, &'static str)],
    /// What such an object costs without it, where that is not what an incomplete server costs.
    pub partial: Option<Cost>,
    /// Objects in which an unknown key spoils the server, each with the known keys that are no fields in the table.
    pub closed: &'static [(&'static str, &'static [&'static str])],
    /// Maps of objects, each with keys of those objects that the host knows and that mean nothing elsewhere.
    pub known: &'static [(&'static str, &'static [&'static str])],
    /// Objects, each with the fields that may not stand beside it.
    pub excludes: &'static [(&'static str, &'static [&'static str])],
    /// How the host itself complains; `{name}`, `{field}` and `{command}` are filled in.
    pub words: Option<Words>,
}

impl Limits {
    /// What to do about a program that is not on the list, and that only starts `known`, which is.
    pub(crate) fn advice(&self, known: Option<&str>) -> String {
        match (known, &self.words) {
            (Some(known), _) => {
                format!("write `{known}` as the command, without a path, an ending or a shell")
            }
            (None, words) => words.map_or("", |words| words.advice).to_owned(),
        }
    }

    /// Whether an unknown key in `object` spoils the server.
    pub(crate) fn is_closed(&self, object: &str) -> bool {
        self.closed.iter().any(|(known, _)| *known == object)
    }

    /// Whether the host knows `key` in the objects of the map `field`.
    pub(crate) fn knows(&self, field: &str, key: &str) -> bool {
        let mut known = self.known.iter();
        known.any(|(map, keys)| *map == field && keys.contains(&key))
    }

    /// Whether something may not stand beside `object`.
    pub(crate) fn excludes(&self, object: &str) -> bool {
        self.excludes.iter().any(|(known, _)| *known == object)
    }

    /// None.
    pub const NONE: Self = Self {
        commands: &[],
        no_blanks: false,
        refuses: &[],
        one_tool_list: false,
        whole: &[],
        partial: None,
        closed: &[],
        known: &[],
        excludes: &[],
        words: None,
    };
}

/// A host's own words for what it refuses, so that people find the cause by searching for them.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// A field it does not know.
    pub field: &'static str,
    /// No command.
    pub missing: &'static str,
    /// A command that is not on its list.
    pub command: &'static str,
    /// What to do about such a command.
    pub advice: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_be_anything_that_is_not_banned() {
        let names = Names {
            banned: Banned {
                chars: "}",
                control: true,
                lone: Some('/'),
            },
            ..Names::ANY
        };
        for (name, fits) in [
            ("my server.é", true),
            ("org/server", true),
            ("a}", false),
            ("a\tb", false),
            ("/a", false),
            ("a/", false),
            ("a//b", false),
        ] {
            assert_eq!(names.fits(name), fits, "{name:?}");
        }
        assert!(Names::ANY.fits("/}\t//"));
    }
}
