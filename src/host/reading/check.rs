//! What is wrong with a server, in the order in which people look at it: the entry, how it is reached, its fields.

mod keys;

use std::borrow::Cow;

use super::{At, Due, FieldState, Problem, Reading, neighboured, overruled};
use crate::host::kinds::{Bad, Remedy, Rules, Wanted, check};
use crate::host::{Cost, Field, Kind, Write};
use crate::model::{Slot, Transport};
use crate::syntax::{Node, Tree};

impl<'n> Reading<'n> {
    /// All problems. Nothing is allocated for a server that has none.
    pub(crate) fn problems(&self) -> Vec<Problem<'n>> {
        let mut problems = Vec::new();
        if !self.node.is_object() {
            problems.push(Problem::NotAServer);
            return problems;
        }
        // Nobody looks at the fields of what is no server.
        if self.is_built_in() {
            problems.push(Problem::Reference);
            return problems;
        }
        let reached = [Slot::Command, Slot::Url].map(|slot| self.known(slot).next().is_some());
        let elsewhere = self.is_reference() && !reached.contains(&true);
        let unnamed = match self.place.empty_names {
            true => {
                let name = self.node.member("name");
                name.is_none_or(|name| name.value.as_str().is_none())
            }
            false => self.name.is_empty(),
        };
        if self.listed && unnamed && !elsewhere {
            problems.push(Problem::Unnamed);
        }
        if self.has_odd_name() {
            problems.push(Problem::OddName);
        }
        self.twice(&mut problems);
        self.reach(&mut problems);
        let toggles = self.is_taken_for_toggle();
        self.types(toggles, &mut problems);
        self.others(&mut problems);
        if !toggles {
            self.needs(&mut problems);
        }
        problems
    }

    /// Whether the name stands there without quotes and is no string.
    fn has_odd_name(&self) -> bool {
        let bare = self.name_span.range().len() == self.name.len();
        !self.listed
            && self.place.text_names
            && bare
            && crate::syntax::odd_word(self.name).is_some()
    }

    /// Members that stand twice.
    fn twice(&self, problems: &mut Vec<Problem<'n>>) {
        problems.extend(self.lost.iter().map(|lost| {
            let (first, later) = (lost.member, lost.winner);
            match self.place.format.doubled {
                Cost::Ignored => Problem::Twice { first, later },
                _ => Problem::Doubled { first, later },
            }
        }));
        for at in self.fields.iter().filter(|at| at.state == FieldState::Read) {
            let map = at.field.is_some_and(|field| field.kind.is_map());
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

    /// Values that the host does not take; with `tag_only`, of the tag alone.
    fn types(&self, tag_only: bool, problems: &mut Vec<Problem<'n>>) {
        let rules = Rules::of(self.place);
        for (index, at) in self.fields.iter().enumerate() {
            if tag_only && at.field.is_none_or(|field| field.kind != Kind::Tag) {
                continue;
            }
            if self.inner && self.place.is_inner_object(&at.name) {
                let bad = Bad::new(&at.member.value, Wanted::Object, Remedy::Without);
                problems.push(Problem::WrongType { at: index, bad });
                continue;
            }
            if let Some(field) = at.field
                && matches!(at.state, FieldState::Read | FieldState::Null)
            {
                check(field, &at.member.value, rules, &mut |bad| {
                    problems.push(Problem::WrongType { at: index, bad });
                });
            }
        }
    }

    /// Whether there are values without which nobody knows what the server was meant to be.
    pub(in crate::host::reading) fn has_odd_values(&self) -> bool {
        let mut problems = Vec::new();
        self.types(false, &mut problems);
        problems.iter().any(|problem| problem.skips(self))
    }

    /// Members that the host does not know, or not here.
    fn others(&self, problems: &mut Vec<Problem<'n>>) {
        let reached = self
            .known(Slot::Command)
            .any(|at| is_filled(&at.member.value));
        let both = reached
            && (self.kind != Some(Transport::Stdio)
                || self.known(Slot::Url).any(|at| is_filled(&at.member.value)));
        // Whoever was told of both keys, or of the wrong one, need not be told again.
        let told = problems.iter().any(|problem| match problem {
            Problem::Conflict { .. } => true,
            Problem::Contradiction { .. } => problem.is_refused(self),
            _ => false,
        });
        // Nor is one of a transport that the host does not have: its word was told to be wrong.
        let strange = self.kind.is_some_and(|kind| {
            let format = self.place.format;
            let told = |problem: &Problem<'_>| matches!(problem, Problem::UnknownTransport { .. });
            format.spelling(kind).is_none() && problems.iter().any(told)
        });
        let mut last = "";
        for (index, at) in self.fields.iter().enumerate() {
            match at.state {
                FieldState::OtherTransport if strange => {}
                FieldState::Unknown => problems.push(Problem::UnknownField { at: index }),
                FieldState::Beside => {
                    let object = self.place.format.wrapper.map_or("", |wrapper| wrapper.key);
                    problems.push(Problem::Excluded { at: index, object });
                }
                FieldState::OtherTransport => {
                    let says = is_filled(&at.member.value)
                        && !matches!(at.member.value.value, Tree::Bool(false));
                    let reach = matches!(at.slot, Some(Slot::Command | Slot::Url));
                    // With both a program and a URL, nobody knows which of the fields is the odd one.
                    let odd = match self.crossing(at) {
                        Cost::Ignored => says && !both && !reach,
                        _ => !(told && reach),
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
        let runtime = &self.place.format.runtime;
        let variables = self
            .known(Slot::Env)
            .filter(|at| at.state == FieldState::Read);
        let variables = variables.flat_map(|at| at.member.value.members());
        let refused = variables.filter(|member| !runtime.sets(&member.key));
        problems.extend(refused.map(|member| Problem::Unsettable { member }));
        self.headers(problems);
        if let Some((at, field)) = self.crowded_out() {
            let object = field.name;
            problems.push(Problem::Excluded { at, object });
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
        for at in self.fields.iter().filter(|at| at.state == FieldState::Read) {
            let Some(field) = at.field else { continue };
            if let Kind::PolicyTables(key, _) = field.kind {
                let tools = at.member.value.members().iter();
                let settings = tools.flat_map(|tool| tool.value.members());
                let unknown =
                    settings.filter(|it| it.key != key && !limits.knows(field.name, &it.key));
                problems.extend(unknown.map(|member| Problem::NotInside {
                    object: field.name,
                    member,
                }));
            }
        }
        for (object, others) in limits.excludes {
            // An empty list is as good as none.
            let says =
                |node: &Node<'_>| !matches!(&node.value, Tree::Array(items) if items.is_empty());
            if !self.node.dotted(object).is_some_and(says) {
                continue;
            }
            for (index, at) in self.fields.iter().enumerate() {
                if others.contains(&&*at.name) && says(&at.member.value) {
                    problems.push(Problem::Excluded { at: index, object });
                }
            }
        }
    }

    /// Headers that HTTP does not take, where it is known what the host does then.
    fn headers(&self, problems: &mut Vec<Problem<'n>>) {
        let Some(cost) = self.place.format.runtime.bad_header else {
            return;
        };
        let written = self.known(Slot::Headers).filter(|at| {
            at.state == FieldState::Read && at.field.is_some_and(|field| field.kind.is_map())
        });
        for member in written.flat_map(|at| at.member.value.members()) {
            let value = member.value.as_str().unwrap_or_default();
            // Those who give up on a server use `fetch`, which takes blanks off first (observed with Claude Code 2.1.325).
            let value = match cost {
                Cost::Ignored => value,
                _ => value.trim_matches([' ', '\t', '\r', '\n']),
            };
            let runtime = &self.place.format.runtime;
            let written = member.value.as_str().unwrap_or_default();
            let bare = !runtime.bare_headers || written.trim_matches([' ', '\t']) == written;
            let takes = bare && runtime.header_text.takes(value);
            // What a name becomes whose references are replaced, nobody knows here.
            let dialect = self.place.format.dialect(Slot::Headers);
            let name = match dialect.replaces_in_name(&member.key) {
                true => "x",
                false => &*member.key,
            };
            let value = match runtime.takes_del {
                true => Cow::Owned(value.replace('\u{7f}', "")),
                false => Cow::Borrowed(value),
            };
            if !takes || !is_header(name, &value) {
                problems.push(Problem::BadHeader { member });
            }
        }
    }

    /// Whether the field `name` is there, under whichever of its names.
    fn has_any_name(&self, name: &str) -> bool {
        let mut fields = self.place.format.fields.iter();
        let field = fields.find(|field| field.name == name);
        let mut names = field.into_iter().flat_map(|field| field.names());
        self.node.dotted(name).is_some() || names.any(|name| self.node.dotted(name).is_some())
    }

    /// Headers that are not sent, because OAuth is used, and the field that says so.
    pub(crate) fn crowded_out(&self) -> Option<(usize, &'static Field)> {
        let without = self.place.format.runtime.oauth_or_headers;
        let flag = self.known(Slot::OauthEnabled).next()?;
        if !self.kind.is_some_and(|kind| without.has(kind))
            || !matches!(flag.member.value.value, Tree::Bool(true))
        {
            return None;
        }
        let headers = |at: &At<'_>| at.slot == Some(Slot::Headers) && at.field.is_some();
        let filled = |at: &&usize| is_filled(&self.fields[**at].member.value);
        let at = self.fields.iter().position(headers);
        at.as_ref().filter(filled).copied().zip(flag.field)
    }

    /// Fields that are not there.
    fn needs(&self, problems: &mut Vec<Problem<'n>>) {
        let whole = self.place.format.limits.whole;
        let fields = self.place.format.fields;
        for field in fields {
            let mut needed = field
                .needs
                .iter()
                .filter(|needed| !whole.iter().any(|(_, inner)| inner == *needed));
            if let Some(needed) = needed.find(|needed| self.node.dotted(needed).is_none())
                && self
                    .fields
                    .iter()
                    .any(|at| at.field.is_some_and(|known| std::ptr::eq(known, field)))
            {
                problems.push(Problem::MissingField(Due::Beside(needed, field)));
            }
        }
        for at in &self.fields {
            if let Some(field) = at.field
                && let Some((other, word)) = field.beside
                && self.node.dotted(other).and_then(Node::as_str) != Some(word)
            {
                problems.push(Problem::MissingField(Due::Word(other, word, field)));
            }
        }
        for (object, needed) in whole {
            if self.node.dotted(object).is_some_and(Node::is_object) && !self.has_any_name(needed) {
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
                at.state == FieldState::Read
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
        let Kind::Group(groups) = field.kind else {
            return;
        };
        let Some((parent, _)) = field.name.rsplit_once('.') else {
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
        let format = self.place.format;
        for (index, at) in self.fields.iter().enumerate() {
            let name = match at.state {
                FieldState::Neighbour => Cow::Owned(neighboured(&at.name)),
                _ => Cow::Borrowed(at.field.map_or(&*at.name, |field| field.name)),
            };
            let said = |_: &str| word.as_str().map(str::to_owned);
            if name.starts_with(parent) && format.is_of_other_group(&name, said) {
                let object = field.name;
                problems.push(Problem::Excluded { at: index, object });
            }
        }
        let always = self.place.format.fields.iter();
        for field in always
            .filter(|field| field.write == Write::Always && names.contains(&field.name))
            .filter(|field| self.node.dotted(field.name).is_none())
        {
            problems.push(Problem::MissingField(Due::OfGroup(field, parent)));
        }
    }
}

/// Whether HTTP takes such a header: its name is a token, its value is one line.
pub(crate) fn is_header(name: &str, value: &str) -> bool {
    let token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    let control = |c: char| c.is_control() && c != '\t';
    !name.is_empty() && name.chars().all(token) && !value.contains(control)
}

/// Whether a value says anything: not `null`, and no empty text, list or map.
pub(crate) fn is_filled(node: &Node<'_>) -> bool {
    match &node.value {
        Tree::Null => false,
        Tree::String(text) => text.contains(|c: char| !c.is_whitespace()),
        Tree::Array(items) => !items.is_empty(),
        Tree::Object(members) => !members.is_empty(),
        _ => true,
    }
}
