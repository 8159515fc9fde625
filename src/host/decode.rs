//! One server of a document to the model.

mod handed;
mod policies;
mod words;

use std::borrow::Cow;

use super::roots::Entry as Found;

use super::transport::choose;
use super::{Cost, Field, Host, Kind, Place};
use crate::diagnostic::{Diagnostic, Level};
use crate::model::{Entry, Ignored, Pair, Part, Raw, Reason, Server, Slot, Template, Value};
use crate::syntax::{Member, Node, Span, Value as Tree};

type Fault = Box<Diagnostic>;

pub(super) struct Decoder<'d> {
    host: &'static Host,
    place: &'static Place,
    node: &'d Node<'d>,
    angles: bool,
    server: Server,
    say: &'d mut dyn FnMut(Diagnostic),
}

impl<'d> Decoder<'d> {
    /// Finds out how the server is reached.
    pub(super) fn new(
        host: &'static Host,
        place: &'static Place,
        found: &'d Found<'_, '_>,
        angles: bool,
        say: &'d mut dyn FnMut(Diagnostic),
    ) -> Result<Self, Fault> {
        let (name, node) = (found.name, found.node);
        if !node.is_object() {
            return Err(fault(
                node.span,
                format!("`{name}` is {}, not a server", node.kind()),
            ));
        }
        if found.index.is_some() && name.is_empty() {
            return Err(Box::new(
                Diagnostic::new(
                    "missing-required-field",
                    Level::Warning,
                    node.span,
                    "a server has no `name`",
                )
                .help("the server is left out"),
            ));
        }
        let choice = choose(host, place, name, node, say)?;
        let server = Server {
            name: name.to_owned(),
            name_span: found.name_span,
            span: node.span,
            transport: choice.transport,
            transport_span: choice.tag,
            entries: Vec::new(),
            ignored: Vec::new(),
            implied: Vec::new(),
            riders: Vec::new(),
        };
        Ok(Self {
            host,
            place,
            node,
            angles,
            server,
            say,
        })
    }

    pub(super) fn read(mut self) -> Result<Server, Fault> {
        self.object(self.node, "")?;
        self.split_command()?;
        self.check_required();
        Ok(self.server)
    }

    fn fields(&self) -> &'static [Field] {
        self.host.fields(self.place)
    }

    /// The fields of `node`, whose names all start with `prefix`.
    fn object(&mut self, node: &'d Node<'d>, prefix: &str) -> Result<(), Fault> {
        for (at, member) in node.members().iter().enumerate() {
            if let Some(later) = node.members()[at + 1..]
                .iter()
                .find(|later| later.key == member.key)
            {
                self.overruled(member, &format!("{prefix}{}", member.key));
                let message = format!("`{}`: `{}` is defined twice", self.server.name, member.key);
                (self.say)(
                    Diagnostic::new("duplicate-key", Level::Warning, member.key_span, message)
                        .label(format!("{} keeps only the last one", self.host.name))
                        .related(0, later.key_span, "this one"),
                );
                continue;
            }
            if prefix.is_empty() {
                self.member(member, &member.key)?;
            } else {
                self.member(member, &format!("{prefix}{}", member.key))?;
            }
        }
        Ok(())
    }

    fn member(&mut self, member: &'d Member<'d>, name: &str) -> Result<(), Fault> {
        if self.place.list && name == "name" {
            return Ok(());
        }
        let inside = |path: &&'static str| {
            path.strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('.'))
        };
        // Dots belong to our paths, never to a key.
        let plain = !member.key.contains('.');
        let nested = plain
            && member.value.is_object()
            && self
                .fields()
                .iter()
                .any(|field| field.aliases.iter().chain([&field.name]).any(inside));
        let field = self
            .fields()
            .iter()
            .find(|field| plain && (field.name == name || field.aliases.contains(&name)));
        if nested {
            // Such an object only groups fields; without any it says nothing.
            if member.value.members().is_empty() {
                self.server.implied.push(member.value.span);
            }
            return self.object(&member.value, &format!("{name}."));
        }
        if self.place.format.without.contains(&name) {
            self.ignore(member, name, None, Reason::Unknown);
            return Ok(());
        }
        // These only say how another field's key is sent.
        let neighbour =
            |stem: &str| name == format!("{stem}_header") || name == format!("{stem}_format");
        if self.fields().iter().any(|field| {
            field.kind == Kind::KeyVar && field.name.strip_suffix("_env").is_some_and(neighbour)
        }) {
            return Ok(());
        }
        let Some(field) = field else {
            self.unknown(member, name);
            return Ok(());
        };
        if matches!(member.value.value, Tree::Null) {
            self.ignore(member, name, Some(field.slot), Reason::Null);
            self.wrong_type(
                member.value.span,
                format!("`{}`: `{name}` is null", self.server.name),
            );
            return Ok(());
        }
        if !field.on.has(self.server.transport) && !matches!(field.kind, Kind::Tag) {
            self.other_transport(member, name, field);
            return Ok(());
        }
        self.decode(field, member, name)
    }

    fn unknown(&mut self, member: &Member<'_>, name: &str) {
        self.ignore(member, name, None, Reason::Unknown);
        if self.place.format.unknown_field != Cost::Ignored {
            let message = format!(
                "`{}`: {} does not know `{name}`",
                self.server.name, self.host.name
            );
            (self.say)(
                Diagnostic::new("unknown-field", Level::Warning, member.key_span, message).label(
                    format!(
                        "{} {}",
                        self.host.name,
                        self.place.format.unknown_field.consequence()
                    ),
                ),
            );
        }
    }

    fn other_transport(&mut self, member: &Member<'_>, name: &str, field: &Field) {
        self.ignore(member, name, Some(field.slot), Reason::Transport);
        if self.place.format.other_transport != Cost::Ignored {
            let message = format!(
                "`{}`: `{name}` does not go with {} servers",
                self.server.name,
                self.server.transport.name()
            );
            (self.say)(
                Diagnostic::new(
                    "field-not-for-transport",
                    Level::Warning,
                    member.key_span,
                    message,
                )
                .label(format!(
                    "{} {}",
                    self.host.name,
                    self.place.format.other_transport.consequence()
                )),
            );
        }
    }

    fn overruled(&mut self, member: &Member<'_>, name: &str) {
        self.ignore(member, name, None, Reason::Duplicate);
    }

    fn ignore(&mut self, member: &Member<'_>, name: &str, slot: Option<Slot>, reason: Reason) {
        self.server.ignored.push(Ignored {
            field: name.to_owned(),
            slot,
            key_span: member.key_span,
            span: member.value.span,
            reason,
        });
    }

    fn decode(
        &mut self,
        field: &'static Field,
        member: &'d Member<'d>,
        name: &str,
    ) -> Result<(), Fault> {
        let node = &member.value;
        let slot = field.slot;
        let value = match field.kind {
            Kind::Tag => {
                self.string(node, name)?;
                if self.server.transport_span != Some(node.span) {
                    self.ignore(member, name, None, Reason::Overruled);
                }
                return Ok(());
            }
            Kind::Group(groups) => {
                let word = self.string(node, name)?;
                if groups.iter().all(|(known, _)| *known != word) {
                    let words: Vec<&str> = groups.iter().map(|(word, _)| *word).collect();
                    self.wrong_type(
                        node.span,
                        format!(
                            "`{}`: `{name}` must be one of {}",
                            self.server.name,
                            words.join(", ")
                        ),
                    );
                }
                self.server.implied.push(node.span);
                return Ok(());
            }
            Kind::Text | Kind::Line => Value::Text(self.text(slot, node, name)?),
            Kind::Argv => Value::List(self.list(Slot::Args, node, name)?),
            Kind::LineOrArgv if node.as_str().is_some() => {
                Value::Text(self.text(slot, node, name)?)
            }
            Kind::LineOrArgv => Value::List(self.list(Slot::Args, node, name)?),
            Kind::List => Value::List(self.list(slot, node, name)?),
            Kind::Spaced => {
                let text = self.string(node, name)?;
                Value::List(
                    text.split_whitespace()
                        .map(|word| self.template(slot, word, node.span))
                        .collect(),
                )
            }
            Kind::Map | Kind::LooseMap => Value::Map(self.map(field, node, name)?),
            Kind::Flag => Value::Flag(self.flag(node, name)?),
            Kind::NotFlag => Value::Flag(!self.flag(node, name)?),
            Kind::OffFlag => Value::Flag(self.flag(node, name)?),
            Kind::Millis => Value::Millis(self.number(node, name)?),
            Kind::Seconds | Kind::WholeSeconds => Value::Millis(self.number(node, name)? * 1000.0),
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a port fits, and anything else is refused"
            )]
            Kind::Port => match self.number(node, name)? {
                port if (1.0..=65535.0).contains(&port) && port.fract() == 0.0 => {
                    Value::Int(port as i64)
                }
                _ => return Err(self.fault(node, name, "a port from 1 to 65535")),
            },
            Kind::EnvNames => Value::Map(self.env_names(node, name)?),
            Kind::HeaderVars => {
                let members = self.members(node, name)?;
                let mut pairs = Vec::new();
                for member in members {
                    let var = self.string(&member.value, name)?;
                    pairs.push(pair(
                        &member.key,
                        member.key_span,
                        Template::env(var, member.value.span),
                        member.value.span,
                    ));
                }
                Value::Map(pairs)
            }
            Kind::BearerVar => {
                let var = self.string(node, name)?;
                Value::Map(vec![bearer(Template::env(var, node.span), node.span)])
            }
            Kind::BearerText => Value::Map(vec![bearer(self.text(slot, node, name)?, node.span)]),
            Kind::KeyVar => Value::Map(vec![self.key_var(field, node, name)?]),
            Kind::Approved => return self.approved(member, node, name),
            Kind::Trusted => {
                if !self.flag(node, name)? {
                    self.server.implied.push(node.span);
                    return Ok(());
                }
                Value::Text(Template::literal("allow", node.span))
            }
            Kind::Policies(words) => {
                let members = self.members(node, name)?;
                let items = members
                    .iter()
                    .map(|member| (member.key.to_string(), member.key_span, &member.value))
                    .collect();
                return self.policies(member, &words, items);
            }
            Kind::PolicyList(key, words) => return self.policy_list(member, key, &words),
            Kind::PolicyTables(key, words) => return self.policy_tables(member, key, &words),
            Kind::DefaultPolicy(words) => match self.string(node, name)?.as_str() {
                word if word == words[0] => Value::Text(Template::literal("allow", node.span)),
                word if word == words[1] => Value::Text(Template::literal("ask", node.span)),
                _ => {
                    self.add(Slot::Native, member, name, Value::Raw(Raw::from_node(node)));
                    return Ok(());
                }
            },
            Kind::Word(words) => {
                let word = self.string(node, name)?;
                if !words.contains(&word.as_str()) {
                    self.wrong_type(
                        node.span,
                        format!(
                            "`{}`: `{name}` must be one of {}",
                            self.server.name,
                            words.join(", ")
                        ),
                    );
                }
                Value::Raw(Raw::from_node(node))
            }
            Kind::Number => {
                self.number(node, name)?;
                Value::Raw(Raw::from_node(node))
            }
            Kind::Object if !node.is_object() => return Err(self.fault(node, name, "an object")),
            Kind::Object | Kind::Any => Value::Raw(Raw::from_node(node)),
        };
        // A native flag or string has no meaning of ours, but its type is checked all the same.
        let value = if slot == Slot::Native {
            Value::Raw(Raw::from_node(node))
        } else {
            value
        };
        self.put(field, member, name, value);
        Ok(())
    }

    /// Puts a value into its slot. Maps of one slot add up; of two other values the field that comes first in the
    /// host's table wins.
    fn put(&mut self, field: &Field, member: &Member<'_>, name: &str, value: Value) {
        if field.slot == Slot::Native {
            return self.add(Slot::Native, member, name, value);
        }
        let Some(at) = self
            .server
            .entries
            .iter()
            .position(|entry| entry.slot == field.slot)
        else {
            return self.add(field.slot, member, name, value);
        };
        if let Value::Map(new) = value {
            return self.extend_map(field, at, new);
        }
        let rank = |name: &str| {
            self.fields()
                .iter()
                .position(|field| field.name == name || field.aliases.contains(&name))
        };
        let old = &self.server.entries[at];
        let wins = match (field.slot, &value, &old.value) {
            // Of two switches the one that says no wins, whatever their rank.
            (Slot::Enabled, Value::Flag(new), Value::Flag(old)) if new != old => !new,
            _ => rank(name) < rank(&old.field),
        };
        if wins {
            let old = self.server.entries.remove(at);
            self.server.ignored.push(Ignored {
                field: old.field.into_owned(),
                slot: Some(old.slot),
                key_span: old.key_span,
                span: old.span,
                reason: Reason::Overruled,
            });
            self.add(field.slot, member, name, value);
        } else {
            self.ignore(member, name, Some(field.slot), Reason::Overruled);
        }
    }

    /// Adds pairs to a map that another field began. Of one name, the field that gives values wins.
    fn extend_map(&mut self, field: &Field, at: usize, new: Vec<Pair>) {
        for pair in new {
            let Value::Map(old) = &mut self.server.entries[at].value else {
                return;
            };
            let same = |other: &Pair| field.slot.same_key(&other.key, &pair.key);
            let Some(twin) = old.iter().position(same) else {
                old.push(pair);
                continue;
            };
            let explicit = matches!(field.kind, Kind::Map | Kind::LooseMap);
            let loser = if explicit {
                std::mem::replace(&mut old[twin], pair)
            } else {
                pair
            };
            let name = format!("{}.{}", field.name, loser.key);
            self.server.ignored.push(Ignored {
                field: name,
                slot: None,
                key_span: loser.key_span,
                span: loser.span,
                reason: Reason::Overruled,
            });
        }
    }

    fn add(&mut self, slot: Slot, member: &Member<'_>, name: &str, value: Value) {
        // The name is nearly always one of the table's own.
        let known = self.fields().iter().find(|field| field.name == name);
        let field = known.map_or_else(
            || Cow::Owned(name.to_owned()),
            |field| Cow::Borrowed(field.name),
        );
        self.server.entries.push(Entry {
            slot,
            field,
            key_span: member.key_span,
            span: member.value.span,
            value,
        });
    }

    /// A command in one string or list becomes a program and its arguments, where the host reads it so.
    fn split_command(&mut self) -> Result<(), Fault> {
        let Some(field) = self
            .fields()
            .iter()
            .find(|field| field.slot == Slot::Command)
        else {
            return Ok(());
        };
        let Some(at) = self
            .server
            .entries
            .iter()
            .position(|entry| entry.slot == Slot::Command)
        else {
            return Ok(());
        };
        let args = self
            .server
            .entry(Slot::Args)
            .map(|entry| matches!(&entry.value, Value::List(list) if !list.is_empty()));
        let span = self.server.entries[at].span;
        let mut words = match (&field.kind, &self.server.entries[at].value) {
            (Kind::Line, Value::Text(_)) if args == Some(true) => return Ok(()),
            (Kind::Line | Kind::LineOrArgv, Value::Text(text)) => {
                // A backslash is part of a path far more often than an escape.
                let raw = self
                    .node
                    .dotted(&self.server.entries[at].field)
                    .and_then(Node::as_str);
                let raw = raw.filter(|raw| {
                    raw.contains(char::is_whitespace)
                        && !raw.contains('\\')
                        && !text.parts.is_empty()
                });
                let Some(raw) = raw else { return Ok(()) };
                let words = words::split(raw);
                words
                    .iter()
                    .map(|word| self.template(Slot::Args, word, span))
                    .collect::<Vec<_>>()
            }
            (_, Value::List(list)) => list.clone(),
            _ => return Ok(()),
        };
        if words.is_empty() {
            return Err(Box::new(
                Diagnostic::new(
                    "missing-required-field",
                    Level::Warning,
                    span,
                    format!("`{}` has an empty command", self.server.name),
                )
                .help("the server is left out"),
            ));
        }
        let key_span = self.server.entries[at].key_span;
        let name = self.server.entries[at].field.clone();
        self.server.entries[at].value = Value::Text(words.remove(0));
        match self
            .server
            .entries
            .iter_mut()
            .find(|entry| entry.slot == Slot::Args)
        {
            Some(Entry {
                value: Value::List(list),
                ..
            }) => {
                words.append(list);
                *list = words;
            }
            _ if words.is_empty() => {}
            _ => self.server.entries.insert(
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
        Ok(())
    }

    fn check_required(&mut self) {
        for field in self.fields().iter().filter(|field| {
            field.required
                && field.on.has(self.server.transport)
                && !matches!(field.kind, Kind::Tag)
        }) {
            if self.server.entries.iter().any(|entry| {
                entry.slot == field.slot
                    && (field.slot != Slot::Native || entry.field == field.name)
            }) {
                continue;
            }
            let message = format!("`{}` has no `{}`", self.server.name, field.name);
            (self.say)(
                Diagnostic::new(
                    "missing-required-field",
                    Level::Warning,
                    self.server.name_span,
                    message,
                )
                .label(format!(
                    "{} {}",
                    self.host.name,
                    self.place.format.bad_server.consequence()
                )),
            );
        }
    }

    fn template(&mut self, slot: Slot, text: &str, span: Span) -> Template {
        let template = self
            .host
            .dialect(self.place, slot)
            .read(text, span, self.angles);
        let cut = template.parts.iter().find_map(|part| match part {
            Part::Env {
                name,
                default: Some(default),
            } if default.contains("${") => Some(name.clone()),
            _ => None,
        });
        if let Some(name) = cut {
            let message = format!(
                "`{}`: the default of `{name}` ends at the first `}}`",
                self.server.name
            );
            (self.say)(
                Diagnostic::new("malformed-variable", Level::Warning, span, message).label(
                    format!(
                        "{} does not nest references, so the rest is plain text",
                        self.host.name
                    ),
                ),
            );
        }
        template
    }

    fn text(&mut self, slot: Slot, node: &Node<'_>, name: &str) -> Result<Template, Fault> {
        match node.as_str() {
            Some(text) => Ok(self.template(slot, text, node.span)),
            None => Err(self.fault(node, name, "a string")),
        }
    }

    fn string(&self, node: &Node<'_>, name: &str) -> Result<String, Fault> {
        node.as_str()
            .map(str::to_owned)
            .ok_or_else(|| self.fault(node, name, "a string"))
    }

    fn list(&mut self, slot: Slot, node: &Node<'_>, name: &str) -> Result<Vec<Template>, Fault> {
        if !matches!(node.value, Tree::Array(_)) {
            return Err(self.fault(node, name, "a list of strings"));
        }
        node.items()
            .iter()
            .map(|item| self.text(slot, item, name))
            .collect()
    }

    fn members(&self, node: &'d Node<'d>, name: &str) -> Result<&'d [Member<'d>], Fault> {
        if node.is_object() {
            Ok(node.members())
        } else {
            Err(self.fault(node, name, "an object"))
        }
    }

    fn map(&mut self, field: &Field, node: &'d Node<'d>, name: &str) -> Result<Vec<Pair>, Fault> {
        let mut pairs: Vec<Pair> = Vec::new();
        for member in self.members(node, name)? {
            let span = member.value.span;
            let loose = field.kind == Kind::LooseMap;
            let value = match &member.value.value {
                Tree::String(text) => Some(self.template(field.slot, text, span)),
                Tree::Number(text) => Some(Template::literal(*text, span)),
                Tree::Bool(flag) => Some(Template::literal(flag.to_string(), span)),
                Tree::Null => None,
                _ => {
                    return Err(self.fault(
                        &member.value,
                        &format!("{name}.{}", member.key),
                        "a string",
                    ));
                }
            };
            let fits = match member.value.value {
                Tree::String(_) => true,
                Tree::Number(_) | Tree::Null => loose,
                _ => false,
            };
            if !fits {
                self.wrong_type(
                    span,
                    format!(
                        "`{}`: `{name}.{}` is {}, not a string",
                        self.server.name,
                        member.key,
                        member.value.kind()
                    ),
                );
            }
            // Equal names are told by the reader of objects; here the last one counts.
            let same = |old: &Pair| field.slot.same_key(&old.key, &member.key);
            if let Some(at) = pairs.iter().position(same) {
                let old = pairs.remove(at);
                self.ignore_pair(&old, name);
            }
            pairs.push(Pair {
                key: member.key.to_string(),
                key_span: member.key_span,
                value,
                span,
            });
        }
        Ok(pairs)
    }

    fn ignore_pair(&mut self, old: &Pair, name: &str) {
        let message = format!(
            "`{}`: `{}` is defined twice in `{name}`",
            self.server.name, old.key
        );
        (self.say)(
            Diagnostic::new("duplicate-key", Level::Warning, old.key_span, message)
                .label(format!("{} keeps only the last one", self.host.name)),
        );
        let field = format!("{name}.{}", old.key);
        self.server.ignored.push(Ignored {
            field,
            slot: None,
            key_span: old.key_span,
            span: old.span,
            reason: Reason::Duplicate,
        });
    }

    fn flag(&mut self, node: &Node<'_>, name: &str) -> Result<bool, Fault> {
        match &node.value {
            Tree::Bool(flag) => Ok(*flag),
            Tree::String(text) if matches!(&**text, "true" | "false" | "1" | "0") => {
                self.wrong_type(
                    node.span,
                    format!(
                        "`{}`: `{name}` is a string, not a boolean",
                        self.server.name
                    ),
                );
                Ok(matches!(&**text, "true" | "1"))
            }
            _ => Err(self.fault(node, name, "true or false")),
        }
    }

    fn number(&mut self, node: &Node<'_>, name: &str) -> Result<f64, Fault> {
        let number = match &node.value {
            Tree::Number(text) => crate::syntax::number(text),
            Tree::String(text) => {
                let number = text.trim().parse().ok();
                if number.is_some() {
                    self.wrong_type(
                        node.span,
                        format!("`{}`: `{name}` is a string, not a number", self.server.name),
                    );
                }
                number
            }
            _ => None,
        };
        number
            .filter(|number: &f64| number.is_finite() && *number >= 0.0)
            .ok_or_else(|| self.fault(node, name, "a number of at least 0"))
    }

    fn wrong_type(&mut self, span: Span, message: String) {
        (self.say)(
            Diagnostic::new("wrong-type", Level::Warning, span, message).label(format!(
                "{} {}",
                self.host.name,
                self.place.format.bad_server.consequence()
            )),
        );
    }

    fn fault(&self, node: &Node<'_>, name: &str, wanted: &str) -> Fault {
        fault(
            node.span,
            format!(
                "`{}`: `{name}` is {}, not {wanted}",
                self.server.name,
                node.kind()
            ),
        )
    }
}

fn fault(span: Span, message: String) -> Fault {
    Box::new(
        Diagnostic::new("wrong-type", Level::Warning, span, message).help("the server is left out"),
    )
}

fn pair(key: &str, key_span: Span, value: Template, span: Span) -> Pair {
    Pair {
        key: key.to_owned(),
        key_span,
        value: Some(value),
        span,
    }
}

/// An `Authorization` header with a bearer token.
fn bearer(token: Template, span: Span) -> Pair {
    let mut value = Template::literal("Bearer ", span);
    for part in token.parts {
        value.push(part);
    }
    pair("Authorization", span, value, span)
}
