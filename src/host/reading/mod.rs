//! One server as it stands in its file: every member once, how the server is reached, and what its host would say
//! about it. Everything is borrowed from the document.
//!
//! This is the only place that decodes a server. [`read`](super::read) lowers a [`Reading`] into the model, the linter
//! looks at the same one. Problems are typed and carry no words; [`tell`](super::tell) has those.

mod check;
mod problem;
mod reach;
pub(super) mod split;
mod twice;

use std::borrow::Cow;

use super::roots::ServerEntry;
use super::{Field, Format, Host, Kind, Place};
use crate::host::leads_into;
use crate::model::{Slot, Transport};
use crate::syntax::{Member, Node, Span, Tree, number};

pub(crate) use check::{is_filled, is_header};
pub(crate) use problem::{Due, Problem, crossing};
pub(crate) use reach::{UNIVERSAL, universal};
pub(crate) use split::{CommandWord, is_open, shell_mark, shell_words, words};
pub(crate) use twice::{Index, overruled};

/// A server in the terms of the host that reads it.
#[derive(Debug)]
pub(crate) struct Reading<'n> {
    /// Who reads it.
    pub(crate) host: &'static Host,
    /// In which kind of file.
    pub(crate) place: &'static Place,
    /// Its name; empty for an item of a list that has none.
    pub name: &'n str,
    /// Where the name stands.
    pub name_span: Span,
    /// The whole entry.
    pub entry: &'n Node<'n>,
    /// The value with the fields: the entry itself, unless the host unwraps it. It may be anything.
    pub node: &'n Node<'n>,
    /// It is an item of a list.
    pub(crate) listed: bool,
    /// It stands in the map inside of the map.
    pub(crate) inner: bool,
    /// A later entry of the same name hides it.
    pub hidden: bool,
    /// How it is reached, as its host sees it; nothing if nothing tells.
    pub kind: Option<Transport>,
    /// The value that names the transport.
    pub tag: Option<&'n Node<'n>>,
    /// The members that count, nested ones where the host nests fields.
    pub fields: Vec<At<'n>>,
    /// Members that a later one of the same name overrules.
    pub(crate) lost: Vec<Lost<'n>>,
    /// Objects that only group fields, and have none.
    pub(crate) empty: Vec<Span>,
    fault: Option<reach::ReachFault>,
    /// While members are collected: they are those one level down. Places do not tell, because what is to be written has
    /// none.
    inside: bool,
    by_name: Index,
}

/// A member of a server.
#[derive(Debug)]
pub(crate) struct At<'n> {
    /// Its name, nested names joined by dots.
    pub name: Cow<'n, str>,
    /// The key and the value.
    pub member: &'n Member<'n>,
    /// What the host says about it, if it knows it at this place.
    pub field: Option<&'static Field>,
    /// What it is about: by this host's table, or else (for the linter) by what other hosts mean by the name.
    pub slot: Option<Slot>,
    /// What the host does with it.
    pub(crate) state: FieldState,
}

impl At<'_> {
    /// Whether a wrong value costs nothing but the field.
    pub(crate) fn is_soft(&self) -> bool {
        self.field.is_some_and(|field| field.soft)
    }

    /// Whether a wrong value is found out when the server is started.
    pub(crate) fn is_late(&self) -> bool {
        self.field.is_some_and(|field| field.late)
    }

    /// It stands in an object of the server's, and its name has that of the object before it.
    pub(crate) fn is_inner(&self) -> bool {
        self.name != self.member.key
    }

    /// Whether it is a time beyond what timers take, on a host that goes by it: such a time is over at once. One beyond all
    /// numbers is not a time (both observed with oh-my-pi 18.2.0).
    fn is_over_at_once(&self) -> bool {
        let Tree::Number(text) = &self.member.value.value else {
            return false;
        };
        let beyond = |field: &Field| {
            number(text).is_some_and(|time| time > field.longest && time.is_finite())
        };
        self.field.is_some_and(|field| field.soft && beyond(field))
    }

    /// Whether it is a time of 0, which is found out when the server is started.
    pub(crate) fn is_late_zero(&self) -> bool {
        let late = self.field.is_some_and(|field| field.late_empty);
        late && matches!(&self.member.value.value, Tree::Number(text) if number(text) == Some(0.0))
    }
}

/// What becomes of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FieldState {
    /// The host reads it.
    Read,
    /// It says how the key of a neighbour is sent, and is read with that.
    Neighbour,
    /// The host does not know it.
    Unknown,
    /// It has no value.
    Null,
    /// It belongs to another transport.
    OtherTransport,
    /// It stands beside an object that holds such fields, and that beats it.
    Beside,
}

/// A member that a later one of the same name overrules.
#[derive(Debug)]
pub(crate) struct Lost<'n> {
    pub(crate) name: Cow<'n, str>,
    pub(crate) member: &'n Member<'n>,
    pub(crate) winner: &'n Member<'n>,
}

impl<'n> Reading<'n> {
    /// The transport that `word` stands for, if the host has none such, and does not take the server for another kind.
    pub(crate) fn beyond(&self, word: &str) -> Option<Transport> {
        let meant = universal(word)?;
        let none = self.place.format.spelling(meant).is_none();
        (none && self.kind == Some(meant)).then_some(meant)
    }

    pub(crate) fn new(
        host: &'static Host,
        place: &'static Place,
        found: &ServerEntry<'n, 'n>,
    ) -> Self {
        let entry = found.node;
        let node = unwrapped(place, entry);
        let mut reading = Self {
            host,
            place,
            name: found.name,
            name_span: found.name_span,
            entry,
            node,
            listed: found.index.is_some(),
            inner: found.inner,
            hidden: found.shadowed_by.is_some(),
            kind: None,
            tag: reach::find_tag(place, node, !std::ptr::eq(entry, node)),
            fields: Vec::with_capacity(entry.members().len()),
            lost: Vec::new(),
            empty: Vec::new(),
            fault: None,
            inside: false,
            by_name: Index::default(),
        };
        if node.is_object() {
            let wrapped = !std::ptr::eq(entry, node);
            let reach = reach::choose(place, node, reading.tag, wrapped);
            (reading.kind, reading.fault) = (reach.transport, reach.fault);
        }
        reading.object(entry, "");
        reading
    }

    /// The members of `node`, whose names all start with `prefix`.
    fn object(&mut self, node: &'n Node<'n>, prefix: &str) {
        let members = node.members();
        let format = self.place.format;
        let winners = overruled(members, format.any_case);
        for (at, member) in members.iter().enumerate() {
            let key = plain_name(format, prefix, &member.key);
            let name: Cow<'n, str> = if prefix.is_empty() {
                Cow::Borrowed(key)
            } else {
                Cow::Owned(format!("{prefix}{key}"))
            };
            if let Some(winner) = winners.winner(at) {
                self.lost.push(Lost {
                    name,
                    member,
                    winner: &members[winner],
                });
            } else if prefix.is_empty() && std::ptr::eq(&member.value, self.node) {
                self.inside = true;
                self.object(&member.value, "");
                self.inside = false;
            } else {
                self.member(member, name);
            }
        }
    }

    fn member(&mut self, member: &'n Member<'n>, name: Cow<'n, str>) {
        let format = self.place.format;
        if self.listed && name == "name" {
            return;
        }
        // Dots belong to our paths, never to a key.
        let plain = !member.key.contains('.');
        let inside = |path: &str| leads_into(path, &name);
        if plain
            && member.value.is_object()
            && format
                .fields
                .iter()
                .any(|field| !field.kind.in_map() && field.names().any(inside))
        {
            if member.value.members().is_empty() {
                self.empty.push(member.value.span);
            }
            return self.object(&member.value, &format!("{name}."));
        }
        let field = format
            .fields
            .iter()
            .find(|field| plain && field.names().any(|known| known == name))
            .filter(|_| !format.without.contains(&&*name));
        let stands = self.stands(&name);
        let beside = field.is_some() && stands == Stands::Beside;
        let field = field.filter(|_| stands == Stands::Right);
        let elsewhere = |field: &Field| self.kind.is_some_and(|kind| !field.on.has(kind));
        let state = match field {
            None if beside => FieldState::Beside,
            None if is_neighbour(format.fields, &name) => FieldState::Neighbour,
            None => FieldState::Unknown,
            Some(_) if matches!(member.value.value, Tree::Null) => FieldState::Null,
            Some(field) if field.kind != Kind::Tag && elsewhere(field) => {
                FieldState::OtherTransport
            }
            Some(_) => FieldState::Read,
        };
        self.fields.push(At {
            name,
            member,
            field,
            slot: field.map(|field| field.slot),
            state,
        });
    }

    /// Whether a member stands where the host looks for it: in a wrapper and beside it there are few.
    fn stands(&self, name: &str) -> Stands {
        let Some(wrapper) = self.place.format.wrapper.filter(|_| self.is_wrapped()) else {
            return Stands::Right;
        };
        match self.inside {
            true if wrapper.holds(name) => Stands::Right,
            false if wrapper.leaves(name) => Stands::Right,
            true => Stands::Inside,
            false => Stands::Beside,
        }
    }

    /// Whether the fields stand one level down.
    pub(crate) fn is_wrapped(&self) -> bool {
        !std::ptr::eq(self.entry, self.node)
    }

    /// The members of the object that `field` stands in, but for the field itself.
    pub(crate) fn siblings(&self, field: &Field) -> Vec<(&'n str, &'n Node<'n>)> {
        let Some((parent, own)) = field.name.rsplit_once('.') else {
            return Vec::new();
        };
        let members = self.node.dotted(parent).map(Node::members);
        let others = members.unwrap_or_default().iter();
        others
            .filter(|member| member.key != own)
            .map(|member| (&*member.key, &member.value))
            .collect()
    }

    /// The value whose meaning a member is part of: that of a key, if the member says how the key is sent.
    pub(crate) fn rides_on(&self, at: &At<'n>) -> Option<Span> {
        let (parent, _) = at.name.rsplit_once('.')?;
        let inside = |field: &Field| {
            let own = field.name.rsplit_once('.');
            own.is_some_and(|(own, _)| own == parent)
        };
        let mut fields = self.place.format.fields.iter();
        let key = fields.find(|field| field.kind == Kind::KeyText && inside(field))?;
        let given = self
            .node
            .dotted(key.name)
            .filter(|node| node.as_str().is_some())?;
        let siblings = self.siblings(key);
        let by_admin =
            |(name, node): &(&str, &Node<'_>)| *name == "source" && node.as_str() == Some("admin");
        (at.name != key.name && siblings.iter().any(by_admin)).then_some(given.span)
    }

    /// The member called `name`.
    #[must_use]
    pub(crate) fn at(&self, name: &str) -> Option<&At<'n>> {
        self.by_name.find(&self.fields, name)
    }

    /// The members that are about `slot` and that the host knows.
    pub(crate) fn known(&self, slot: Slot) -> impl Iterator<Item = &At<'n>> {
        self.fields
            .iter()
            .filter(move |at| at.slot == Some(slot) && at.field.is_some())
    }

    /// Whether it has arguments of its own, beside the command.
    pub(crate) fn has_args(&self) -> bool {
        self.known(Slot::Args)
            .any(|at| !at.member.value.items().is_empty())
    }

    /// The words of the command at `at`, if its host takes the text apart.
    pub(crate) fn command_words(&self, at: &At<'n>) -> Option<Vec<CommandWord<'n>>> {
        let guesses = self.host.facts.lenient;
        let text = at.member.value.as_str()?;
        if at.field?.kind == Kind::LoneLine {
            return (!self.has_args() && !split::is_plain(text)).then(|| split::lone_words(text));
        }
        // Most commands are one word.
        if !text.contains(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '\\')) {
            return None;
        }
        match at.field?.kind {
            Kind::LineOrArgv => Some(words(text)),
            Kind::ShellLine => Some(shell_words(text)),
            Kind::Line if self.has_args() || guesses && !split::demands(text) => None,
            Kind::Line => Some(words(text)),
            _ => None,
        }
    }

    /// The line that a shell runs, where the host leaves command and arguments to one and it does more with them than take
    /// them apart; with the first mark that it acts on.
    pub(crate) fn shell_line(&self) -> Option<(String, char)> {
        let shells = |at: &&At<'n>| at.field.is_some_and(|field| field.kind == Kind::ShellLine);
        let command = self.known(Slot::Command).find(shells)?;
        let mut line = command.member.value.as_str()?.to_owned();
        for item in self
            .known(Slot::Args)
            .flat_map(|at| at.member.value.items())
        {
            line.push(' ');
            match &item.value {
                Tree::String(text) => line.push_str(text),
                Tree::Number(text) => line.push_str(text),
                Tree::Bool(flag) => line.push_str(&flag.to_string()),
                _ => {}
            }
        }
        let mark = shell_mark(&line)?;
        Some((line, mark))
    }

    /// The entry only enables or disables a server that is defined elsewhere.
    pub(crate) fn is_toggle(&self) -> bool {
        let switch = |at: &At<'_>| {
            at.field.is_some_and(|field| {
                field.slot == Slot::Enabled
                    && (self.host.facts.lenient || field.write != super::Write::Never)
            }) && at.state == FieldState::Read
        };
        self.place.format.runtime.toggles
            && !self.fields.is_empty()
            && self.fields.iter().all(switch)
    }

    /// The entry is about a part of the host itself, and no server.
    pub(crate) fn is_built_in(&self) -> bool {
        let words = self.place.format.transports.built_in;
        let tag = self.tag.and_then(Node::as_str);
        tag.is_some_and(|word| words.contains(&word)) || self.is_of_extension()
    }

    /// The entry is about a server that an extension of the host brings.
    pub(crate) fn is_of_extension(&self) -> bool {
        let reached = [Slot::Command, Slot::Url]
            .into_iter()
            .any(|slot| self.known(slot).next().is_some());
        self.place.format.extensions && !reached && self.has_reference_field()
    }

    fn has_reference_field(&self) -> bool {
        let mut names = self.place.format.reference_fields.iter();
        names.any(|name| self.at(name).is_some())
    }

    /// The server is defined elsewhere, and this entry only names it.
    pub(crate) fn is_reference(&self) -> bool {
        let format = self.place.format;
        let tag = self.tag.and_then(Node::as_str);
        tag.is_some_and(|word| format.transports.elsewhere.contains(&word))
            || self.is_built_in()
            || self.has_reference_field()
            || format.runtime.reserved_bare.contains(&self.name)
    }
}

/// A key of the object that `prefix` names, as the table has it, where its case does not matter.
fn plain_name<'n>(format: &Format, prefix: &str, key: &'n str) -> &'n str {
    let fields = format.fields.iter().filter(|_| format.any_case);
    let mut known = fields
        .flat_map(Field::names)
        .filter_map(|name| name.strip_prefix(prefix)?.split('.').next());
    known
        .find(|known| known.eq_ignore_ascii_case(key))
        .unwrap_or(key)
}

/// The object with the fields. VS Code still takes `{name, config: {…}}`, the shape of its first previews, for what is
/// in `config` (observed with 1.128.1).
fn unwrapped<'n>(place: &Place, entry: &'n Node<'n>) -> &'n Node<'n> {
    let wrapper = place.format.wrapper;
    wrapper
        .and_then(|wrapper| wrapper.open(entry))
        .unwrap_or(entry)
}

/// Where a member stands in an entry whose fields are one level down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stands {
    /// Where the host looks for it.
    Right,
    /// With the others, where the host looks for other fields only.
    Inside,
    /// Where it would count if the others were there too.
    Beside,
}

/// What a name that only says how a key is sent has in common with that of the field for the key.
fn neighbour_stem(name: &str) -> Option<&str> {
    let stem = name.strip_suffix("_header");
    stem.or_else(|| name.strip_suffix("_format"))
}

/// The field whose key is sent as the neighbour `name` says.
fn neighboured(name: &str) -> String {
    format!("{}_env", neighbour_stem(name).unwrap_or(name))
}

/// Whether the name only says how another field's key is sent.
pub(crate) fn is_neighbour(fields: &[Field], name: &str) -> bool {
    neighbour_stem(name).is_some_and(|stem| {
        fields.iter().any(|field| {
            field.kind == Kind::KeyVar && field.name.strip_suffix("_env") == Some(stem)
        })
    })
}
