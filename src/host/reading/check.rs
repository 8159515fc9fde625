//! What is wrong with a server, in the order in which people look at it: the entry, how it is reached, its fields.

use super::reach::Fault;
use super::{At, Due, Problem, Reading, State, overruled};
use crate::host::kinds::{Rules, check};
use crate::host::{Cost, Field, Kind, Write};
use crate::model::{Slot, Transport};
use crate::syntax::{Node, Value};

impl<'n> Reading<'n> {
    /// All problems. Nothing is allocated for a server that has none.
    pub(crate) fn problems(&self) -> Vec<Problem<'n>> {
        let mut problems = Vec::new();
        if !self.node.is_object() {
            problems.push(Problem::NotAServer);
            return problems;
        }
        if self.listed && self.name.is_empty() {
            problems.push(Problem::Unnamed);
        }
        self.twice(&mut problems);
        self.reach(&mut problems);
        self.types(&mut problems);
        self.others(&mut problems);
        self.needs(&mut problems);
        problems
    }

    /// Members that stand twice.
    fn twice(&self, problems: &mut Vec<Problem<'n>>) {
        problems.extend(self.lost.iter().map(|lost| Problem::Twice {
            first: lost.member,
            later: lost.winner,
        }));
        for at in self.fields.iter().filter(|at| at.state == State::Read) {
            let map = at
                .field
                .is_some_and(|field| matches!(field.kind, Kind::Map | Kind::LooseMap));
            let members = at.member.value.members();
            if !map {
                continue;
            }
            let winners = overruled(members, at.slot == Some(Slot::Headers));
            for (index, first) in members.iter().enumerate() {
                let Some(later) = winners.winner(index).map(|winner| &members[winner]) else {
                    continue;
                };
                problems.push(if first.key == later.key {
                    Problem::Twice { first, later }
                } else {
                    Problem::SameHeader { first, later }
                });
            }
        }
    }

    /// How it is reached.
    fn reach(&self, problems: &mut Vec<Problem<'n>>) {
        let own = |slot| self.known(slot).next().is_some();
        if !own(Slot::Command) && !own(Slot::Url) {
            if self.is_toggle() {
                return problems.push(Problem::Toggle);
            }
            if self.is_reference() {
                return problems.push(Problem::Reference);
            }
        }
        let place = |node: &Node<'_>| {
            self.fields
                .iter()
                .position(|at| std::ptr::eq(&at.member.value, node))
        };
        match self.fault {
            Some(Fault::UnknownWord) => {
                if let Some((at, word)) =
                    self.tag.and_then(|tag| Some((place(tag)?, tag.as_str()?)))
                {
                    problems.push(Problem::UnknownTransport { at, word });
                }
            }
            Some(Fault::MissingTag(meant)) => {
                let slot = if meant == Transport::Stdio {
                    Slot::Command
                } else {
                    Slot::Url
                };
                let told = self
                    .fields
                    .iter()
                    .position(|at| at.field.is_some() && at.slot == Some(slot));
                if let Some(at) = told {
                    problems.push(Problem::MissingTag { at, meant });
                }
            }
            None => {}
        }
        self.keys(problems);
    }

    /// The program and the URL: none of them, both of them, or one that the tag speaks against.
    fn keys(&self, problems: &mut Vec<Problem<'n>>) {
        let given = |slot: Slot| {
            let known = move |(_, at): &(usize, &At<'_>)| {
                at.slot == Some(slot) && at.field.is_some() && is_filled(&at.member.value)
            };
            self.fields
                .iter()
                .enumerate()
                .filter(known)
                .map(|(at, _)| at)
        };
        let mut keys = given(Slot::Command).take(1).chain(given(Slot::Url));
        match (keys.next(), keys.next()) {
            (None, _) => problems.push(Problem::MissingTransport {
                refused: self.lacks_what_it_needs(),
            }),
            (Some(only), None) => {
                let tag = self.tag_at();
                if let Some(tag) = tag.filter(|tag| self.contradicts(*tag, only)) {
                    problems.push(Problem::Contradiction { tag, only });
                }
            }
            (Some(first), Some(second)) => {
                let mut keys: Vec<usize> = [first, second].into_iter().chain(keys).collect();
                keys.sort_by_key(|at| self.fields[*at].member.key_span);
                let winner = self.winner(&keys);
                if let Some(loser) = keys.iter().rev().find(|at| **at != winner) {
                    problems.push(Problem::Conflict {
                        winner,
                        loser: *loser,
                    });
                }
            }
        }
    }

    /// The member that names the transport.
    pub(crate) fn tag_at(&self) -> Option<usize> {
        let tag = self.tag?;
        self.fields
            .iter()
            .position(|at| std::ptr::eq(&at.member.value, tag))
    }

    /// Of several keys, the one that counts; the first where the host takes only one.
    fn winner(&self, keys: &[usize]) -> usize {
        let format = self.place.format;
        let by_tag = self
            .tag
            .and_then(Node::as_str)
            .filter(|word| format.word_decides(word))
            .and_then(|word| format.word(word))
            .map(|spelling| spelling.transport);
        let fits = |at: &&usize| {
            by_tag.is_some_and(|kind| {
                (kind == Transport::Stdio) == (self.fields[**at].slot == Some(Slot::Command))
            })
        };
        let first = || {
            format
                .transports
                .infer
                .iter()
                .find_map(|(key, _)| keys.iter().find(|at| self.fields[**at].name == *key))
        };
        let found = if format.other_transport == Cost::Ignored {
            keys.iter().find(fits).or_else(first)
        } else {
            None
        };
        *found.unwrap_or(&keys[0])
    }

    /// Whether the tag says the opposite of the only key.
    fn contradicts(&self, tag: usize, only: usize) -> bool {
        let word = self.fields[tag].member.value.as_str();
        let known = word.and_then(|word| self.place.format.word(word));
        known.is_some_and(|spelling| {
            (spelling.transport == Transport::Stdio)
                != (self.fields[only].slot == Some(Slot::Command))
        })
    }

    /// Whether the host goes by the tag, and then lacks a key that it insists on.
    pub(super) fn needs_other(&self, tag: &At<'_>) -> bool {
        let decides = tag
            .member
            .value
            .as_str()
            .is_some_and(|word| self.place.format.word_decides(word));
        decides && self.lacks_what_it_needs()
    }

    /// Whether the host insists on a program or a URL that is not there.
    fn lacks_what_it_needs(&self) -> bool {
        let Some(kind) = self.kind else { return true };
        if self.is_blank() {
            return true;
        }
        let slot = if kind == Transport::Stdio {
            Slot::Command
        } else {
            Slot::Url
        };
        let there = |at: &At<'_>| at.slot == Some(slot) && at.state == State::Read;
        let mut fields = self.place.format.fields.iter();
        fields.any(|field| field.required && field.slot == slot && field.on.has(kind))
            && !self.fields.iter().any(there)
    }

    /// Whether the command line of a process has no word in it, so that there is nothing to start.
    pub(crate) fn is_blank(&self) -> bool {
        let command = |at: &&At<'n>| at.slot == Some(Slot::Command) && at.state == State::Read;
        self.fields
            .iter()
            .find(command)
            .is_some_and(|at| match &at.member.value.value {
                Value::Array(items) => items.is_empty(),
                Value::String(_) => self.command_words(at).is_some_and(|words| words.is_empty()),
                _ => false,
            })
    }

    /// Values that the host does not take.
    fn types(&self, problems: &mut Vec<Problem<'n>>) {
        let rules = Rules::of(self.place);
        for (index, at) in self.fields.iter().enumerate() {
            if let Some(field) = at.field
                && matches!(at.state, State::Read | State::Null)
            {
                check(field, &at.member.value, rules, &mut |bad| {
                    problems.push(Problem::WrongType { at: index, bad });
                });
            }
        }
    }

    /// Members that the host does not know, or not here.
    fn others(&self, problems: &mut Vec<Problem<'n>>) {
        let reached = self
            .known(Slot::Command)
            .any(|at| is_filled(&at.member.value));
        let both = reached
            && (self.kind != Some(Transport::Stdio)
                || self.known(Slot::Url).any(|at| is_filled(&at.member.value)));
        let mut last = "";
        for (index, at) in self.fields.iter().enumerate() {
            match at.state {
                State::Unknown => problems.push(Problem::UnknownField { at: index }),
                State::OtherTransport => {
                    let says = is_filled(&at.member.value)
                        && !matches!(at.member.value.value, Value::Bool(false));
                    let reach = matches!(at.slot, Some(Slot::Command | Slot::Url));
                    // With both a program and a URL, nobody knows which of the fields is the odd one.
                    let odd = match self.crossing(at) {
                        Cost::Ignored => says && !both && !reach,
                        _ => !(both && reach),
                    };
                    // Of a group of nested fields the key that holds them is enough.
                    let top = at.name.split('.').next().unwrap_or_default();
                    if odd && top != last {
                        last = top;
                        problems.push(Problem::OtherTransport { at: index });
                    }
                }
                _ => {}
            }
        }
        let limits = &self.place.format.limits;
        for (object, keys) in limits.closed {
            let members = self.at(object).map(|at| at.member.value.members());
            for member in members.unwrap_or_default() {
                if !keys.contains(&&*member.key) {
                    problems.push(Problem::NotInside { object, member });
                }
            }
        }
        for (object, others) in limits.excludes {
            if self.node.member(object).is_none() {
                continue;
            }
            for (index, at) in self.fields.iter().enumerate() {
                if others.contains(&&*at.name) {
                    problems.push(Problem::Excluded { at: index, object });
                }
            }
        }
    }

    /// Fields that are not there.
    fn needs(&self, problems: &mut Vec<Problem<'n>>) {
        let whole = self.place.format.limits.whole;
        let fields = self.place.format.fields;
        for field in fields {
            let needed = field
                .needs
                .filter(|needed| !whole.iter().any(|(_, inner)| inner == needed));
            if let Some(needed) = needed
                && self.node.dotted(needed).is_none()
                && self
                    .fields
                    .iter()
                    .any(|at| at.field.is_some_and(|known| std::ptr::eq(known, field)))
            {
                problems.push(Problem::MissingField(Due::Beside(needed, field)));
            }
        }
        for (object, needed) in whole {
            if self.node.dotted(object).is_some_and(Node::is_object)
                && self.node.dotted(needed).is_none()
            {
                problems.push(Problem::MissingField(Due::In(object, needed)));
            }
        }
        fields.iter().for_each(|field| self.group(field, problems));
        let Some(kind) = self.kind else { return };
        for field in fields.iter().filter(|field| {
            field.required
                && field.on.has(kind)
                && field.kind != Kind::Tag
                && !matches!(field.slot, Slot::Command | Slot::Url)
        }) {
            let there = |at: &At<'_>| {
                at.state == State::Read
                    && at.slot == Some(field.slot)
                    && (!field.slot.is_native() || at.name == field.name)
            };
            if !self.fields.iter().any(there) {
                problems.push(Problem::MissingField(Due::On(field, kind)));
            }
        }
    }
}

impl<'n> Reading<'n> {
    /// A word that tells which of several groups of fields is there, and what goes with it.
    fn group(&self, field: &'static Field, problems: &mut Vec<Problem<'n>>) {
        let (Kind::Group(groups), Some((parent, _))) = (field.kind, field.name.rsplit_once('.'))
        else {
            return;
        };
        if !self.node.dotted(parent).is_some_and(Node::is_object) {
            return;
        }
        let Some(word) = self.node.dotted(field.name) else {
            return problems.push(Problem::MissingField(Due::Which(field, parent)));
        };
        let names = groups
            .iter()
            .find(|(known, _)| word.as_str() == Some(*known))
            .map_or(&[][..], |(_, names)| *names);
        let always = self.place.format.fields.iter();
        for field in always
            .filter(|field| field.write == Write::Always && names.contains(&field.name))
            .filter(|field| self.node.dotted(field.name).is_none())
        {
            problems.push(Problem::MissingField(Due::OfGroup(field, parent)));
        }
    }
}

/// Whether a value says anything: not `null`, and no empty text, list or map.
pub(crate) fn is_filled(node: &Node<'_>) -> bool {
    match &node.value {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        _ => true,
    }
}
