//! A [`Reading`] to the model.

mod declared;
mod put;

use std::borrow::Cow;

use super::kinds::{self, Rules};
use super::reading::{At, FieldState, Problem, Reading};
use super::tell::{late, tell};
use super::{Cost, Field, Kind, Write};
use crate::diagnostic::{Diagnostic, Level};
use crate::host::leads_into;
use crate::model::{Entry, IgnoredField, Pair, Part, Reason, Server, Slot, Template, Value};
use crate::secret::veiled_variable;
use crate::syntax::{Member, Node, Span};

type Fault = Box<Diagnostic>;

/// Puts the members of a server into their slots.
pub(super) struct Lower<'r, 'n> {
    pub(super) reading: &'r Reading<'n>,
    pub(super) rules: Rules,
    pub(super) server: Server,
    /// `$<NAME>` is a reference too.
    angles: bool,
    say: &'r mut dyn FnMut(Diagnostic),
}

/// Lowers a server, and says what its host would say about it.
///
/// # Errors
/// The server cannot be used; that was said too.
pub(super) fn lower(
    reading: &Reading<'_>,
    angles: bool,
    say: &mut dyn FnMut(Diagnostic),
) -> Result<Server, Fault> {
    let mut fault = None;
    let mut problems = reading.problems();
    // Nobody looks at the rest of such an entry.
    if let Some(at) = problems
        .iter()
        .position(|problem| matches!(problem, Problem::Reference))
    {
        problems = problems.drain(at..=at).collect();
    }
    for problem in problems {
        if !problem.is_refused(reading) {
            continue;
        }
        let mut told = tell(reading, &problem).diagnostic();
        if problem.skips(reading) {
            told = told.help("the server is skipped");
            fault.get_or_insert_with(|| Box::new(told.clone()));
        } else if let (Problem::UnknownTransport { .. }, Some(kind)) = (&problem, reading.kind)
            && reading.is_guessed()
        {
            let help = told.help.take().unwrap_or_default();
            told = told.help(format!("converted as {}; {help}", kind.label()));
        }
        say(told);
    }
    for (told, _) in late(reading) {
        say(told.diagnostic());
    }
    let (None, Some(transport)) = (&fault, reading.kind) else {
        return Err(fault.unwrap_or_else(|| {
            Box::new(tell(reading, &Problem::MissingTransport { refused: true }).diagnostic())
        }));
    };
    let server = Server {
        name: reading.name.to_owned(),
        name_span: reading.name_span,
        span: reading.entry.span,
        transport,
        transport_span: reading.tag.map(|tag| tag.span),
        entries: Vec::with_capacity(reading.fields.len()),
        ignored: Vec::new(),
        implied: reading.empty.clone(),
        riders: Vec::new(),
        inherited: Vec::new(),
    };
    let mut lower = Lower {
        reading,
        rules: Rules::of(reading.place),
        server,
        angles,
        say,
    };
    lower.fields();
    lower.listed();
    lower.asked();
    lower.split_command();
    Ok(lower.server)
}

/// Whether a field of the host's own only repeats the word for a transport, which is known without it.
fn repeats_transport(reading: &Reading<'_>, field: &Field, value: &Node<'_>) -> bool {
    let Kind::Word([only]) = field.kind else {
        return false;
    };
    let is_word = reading.place.format.word(only).is_some();
    is_word && field.slot == Slot::Native && value.as_str() == Some(only)
}

/// Whether a field names no folder for the process.
fn is_no_folder(field: &Field, at: &At<'_>) -> bool {
    field.slot == Slot::Cwd && !field.late_empty && at.member.value.as_str() == Some("")
}

impl<'n> Lower<'_, 'n> {
    fn fields(&mut self) {
        let reading = self.reading;
        for lost in &reading.lost {
            self.ignore_member(lost.member, &lost.name, None, Reason::Duplicate);
        }
        let crowded_out = reading.crowded_out().map(|(at, _)| at);
        for (index, at) in reading.fields.iter().enumerate() {
            match (at.state, at.field) {
                _ if crowded_out == Some(index) => self.ignore(at, at.slot, Reason::Overruled),
                (FieldState::Read, Some(field)) if field.soft && self.is_wrong(field, at) => {
                    self.leave_out(at);
                }
                (FieldState::Read, Some(field)) if self.gives_way(field) => {
                    self.ignore(at, at.slot, Reason::Overruled);
                }
                (FieldState::Read, _) if self.is_listing(at) => {}
                // A folder without a name is that of the host, where it starts the process at all.
                (FieldState::Read, Some(field)) if is_no_folder(field, at) => {
                    self.server.implied.push(at.member.value.span);
                }
                (FieldState::Read, Some(field)) if self.is_in_a_pair(field, at) => {}
                (FieldState::Read, Some(field))
                    if field.vain || repeats_transport(reading, field, &at.member.value) =>
                {
                    self.server.implied.push(at.member.value.span);
                }
                (FieldState::Read, Some(field)) => match reading.rides_on(at) {
                    Some(main) => self.server.riders.push((at.member.value.span, main)),
                    None => kinds::read(self, field, at),
                },
                (FieldState::Null, Some(field)) if field.nullable => {
                    self.server.implied.push(at.member.value.span);
                }
                (FieldState::Null, _) => self.ignore(at, at.slot, Reason::Null),
                (FieldState::OtherTransport, _) => self.ignore(at, at.slot, Reason::Transport),
                (FieldState::Neighbour, _) => {}
                (FieldState::Beside, _) => self.ignore(at, None, Reason::Overruled),
                _ if reading.host.facts.implies(&at.name) => {
                    at.member
                        .value
                        .each_leaf(&mut |leaf| self.server.implied.push(leaf.span));
                }
                _ if reading.host.facts.refuses(&at.name) => self.leave_out(at),
                _ => self.ignore(at, None, Reason::Unknown),
            }
        }
    }

    /// Takes care of a time that says what another one says, or that counts for nothing; whether it is one.
    fn is_in_a_pair(&mut self, field: &'static Field, at: &At<'n>) -> bool {
        let format = self.reading.place.format;
        let mut pairs = format.pairs.iter();
        let inside = |object: &str| leads_into(field.name, object);
        let Some(pair) = pairs.find(|pair| inside(pair.object)) else {
            return false;
        };
        let object = self.reading.entry.dotted(pair.object);
        let counts = object.and_then(|object| pair.counting(object)).is_some();
        match counts {
            true if field.name == pair.field => return false,
            true => self.server.implied.push(at.member.value.span),
            false => self.ignore(at, at.slot, Reason::Unpaired),
        }
        true
    }

    /// Whether an older name does not count, because the field is there under the newer one too.
    fn gives_way(&self, field: &Field) -> bool {
        let newer = field.unless.filter(|_| field.write == Write::Never);
        let newer = newer.and_then(|name| self.reading.at(name));
        newer.is_some_and(|at| at.state == FieldState::Read)
    }

    /// Whether anything in the value is of a wrong type.
    fn is_wrong(&self, field: &'static Field, at: &At<'n>) -> bool {
        let mut wrong = false;
        kinds::check(field, &at.member.value, self.rules, &mut |bad| {
            wrong |= bad.harmless.is_none();
        });
        wrong
    }

    /// A field that its host does not use.
    pub(super) fn ignore(&mut self, at: &At<'_>, slot: Option<Slot>, reason: Reason) {
        self.ignore_member(at.member, &at.name, slot, reason);
    }

    /// A value that is none, and was told to be wrong.
    pub(super) fn leave_out(&mut self, at: &At<'_>) {
        self.ignore(at, at.slot, Reason::Refused);
    }

    fn ignore_member(
        &mut self,
        member: &Member<'_>,
        name: &str,
        slot: Option<Slot>,
        reason: Reason,
    ) {
        self.server.ignored.push(IgnoredField {
            field: name.to_owned(),
            slot,
            key_span: member.key_span,
            span: member.value.span,
            reason,
        });
    }

    /// A member inside a value that the host does not know.
    pub(super) fn unknown(&mut self, member: &Member<'_>, name: &str) {
        self.ignore_member(member, name, None, Reason::Unknown);
        let reading = self.reading;
        let cost = reading.place.format.unknown_field;
        if cost != Cost::Ignored {
            (self.say)(super::tell::unknown(reading, member.key_span, name, cost).diagnostic());
        }
    }

    pub(super) fn add(&mut self, slot: Slot, at: &At<'_>, value: Value) {
        // The name is nearly always one of the table's own.
        let field = match at.field.filter(|field| field.name == at.name) {
            Some(field) => Cow::Borrowed(field.name),
            None => Cow::Owned(at.name.to_string()),
        };
        self.server.entries.push(Entry {
            slot,
            field,
            key_span: at.member.key_span,
            span: at.member.value.span,
            value,
        });
    }

    /// A command in one string or list becomes a program and its arguments.
    fn split_command(&mut self) {
        let entries = &mut self.server.entries;
        let Some(at) = entries
            .iter()
            .position(|entry| entry.slot == Slot::Command && matches!(entry.value, Value::List(_)))
        else {
            return;
        };
        let entry = &mut entries[at];
        let Value::List(words) = std::mem::replace(&mut entry.value, Value::Flag(true)) else {
            return;
        };
        let mut words = words.into_iter();
        if let Some(program) = words.next() {
            entry.value = Value::Text(program);
        }
        let (name, key_span, span) = (entry.field.clone(), entry.key_span, entry.span);
        let mut words: Vec<Template> = words.collect();
        match entries.iter_mut().find(|entry| entry.slot == Slot::Args) {
            Some(Entry {
                value: Value::List(list),
                ..
            }) => {
                words.append(list);
                *list = words;
            }
            _ if words.is_empty() => {}
            _ => entries.insert(
                at + 1,
                Entry {
                    slot: Slot::Args,
                    field: name,
                    key_span,
                    span,
                    value: Value::List(words),
                },
            ),
        }
    }

    pub(super) fn template(&mut self, slot: Slot, text: &str, span: Span) -> Template {
        let reading = self.reading;
        let template = reading
            .place
            .format
            .dialect(slot)
            .read(text, span, self.angles);
        let dialect = reading.place.format.dialect(slot);
        let cut = template.parts.iter().find_map(|part| match part {
            Part::Env {
                name,
                default: Some(default),
                ..
            } if default.as_literal().is_none_or(|text| text.contains("${"))
                && !dialect.nests_defaults() =>
            {
                Some(name.clone())
            }
            _ => None,
        });
        if let Some(name) = cut {
            let message = format!(
                "`{}`: the default of `{}` ends at the first `}}`",
                self.server.name,
                veiled_variable(&name)
            );
            (self.say)(
                Diagnostic::new("malformed-variable", Level::Warning, span, message).label(
                    format!(
                        "{} does not nest references, so a `}}` is left over",
                        reading.host.name
                    ),
                ),
            );
        }
        template
    }
}

pub(super) fn pair(key: &str, key_span: Span, value: Template, span: Span) -> Pair {
    Pair {
        key: key.to_owned(),
        key_span,
        value: Some(value),
        span,
        field: None,
    }
}
