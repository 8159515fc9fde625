//! One shape of a server per transport.

use serde_json::{Map, Value, json};

use super::{any, merge, present, reference, words};
use crate::host::kinds;
use crate::host::leads_into;
use crate::host::reading::crossing;
use crate::host::{Cost, Field, FieldWrapper, Kind, Place};
use crate::model::{Slot, Transport};

/// The shapes that are in use, and the patterns that lead to them.
pub(super) struct Variants {
    /// What they are wrapped in, if that leaves some of their fields out.
    pub(super) wrapper: Option<FieldWrapper>,
    shapes: Vec<(Transport, Value)>,
    used: Map<String, Value>,
    patterns: Map<String, Value>,
}

impl Variants {
    pub(super) fn new(place: &'static Place, wrapper: Option<FieldWrapper>) -> Self {
        let all = [
            Transport::Stdio,
            Transport::Http,
            Transport::Sse,
            Transport::Ws,
        ];
        let shapes = all
            .map(|transport| {
                (
                    transport,
                    Shape {
                        place,
                        transport,
                        wrapper,
                    }
                    .server(),
                )
            })
            .to_vec();
        Self {
            wrapper,
            shapes,
            used: Map::new(),
            patterns: Map::new(),
        }
    }

    /// A reference to the shape of servers of `transport`. Transports with equal shapes share the first one's.
    pub(super) fn of(&mut self, transport: Transport) -> Value {
        let shape = |(_, shape): &&(Transport, Value)| {
            self.shapes
                .iter()
                .any(|(of, own)| *of == transport && own == shape)
        };
        let Some((first, shape)) = self.shapes.iter().find(shape) else {
            return Value::Bool(false);
        };
        let name = match self.wrapper {
            Some(_) => format!("wrapped-{}", first.name()),
            None => first.name().to_owned(),
        };
        let reference = reference(&name);
        self.used.entry(name).or_insert_with(|| shape.clone());
        reference
    }

    /// A reference to a pattern for words that mean `transport`.
    pub(super) fn pattern(&mut self, transport: Transport, pattern: &str) -> Value {
        let name = format!("means-{}", transport.name());
        let value = json!({ "description": format!("A word for {} in any host.", transport.name()), "type": "string", "pattern": pattern });
        let reference = reference(&name);
        self.patterns.insert(name, value);
        reference
    }

    pub(super) fn into_definitions(self) -> impl Iterator<Item = (String, Value)> {
        self.used.into_iter().chain(self.patterns)
    }
}

/// The fields under one key: the one that has this name, and those whose names go on after a dot.
#[derive(Default)]
struct Group {
    field: Option<&'static Field>,
    members: Vec<(&'static str, Self)>,
}

impl Group {
    fn put(&mut self, path: &'static str, field: &'static Field) {
        let (key, rest) = path
            .split_once('.')
            .map_or((path, None), |(key, rest)| (key, Some(rest)));
        let at = self
            .members
            .iter()
            .position(|(known, _)| *known == key)
            .unwrap_or_else(|| {
                self.members.push((key, Self::default()));
                self.members.len() - 1
            });
        let member = &mut self.members[at].1;
        match rest {
            Some(rest) => member.put(rest, field),
            // Of two fields with one name the first in the table counts.
            None => member.field = member.field.or(Some(field)),
        }
    }
}

struct Shape {
    place: &'static Place,
    transport: Transport,
    wrapper: Option<FieldWrapper>,
}

/// These fields, by their keys, on any transport.
pub(super) fn properties(
    place: &'static Place,
    fields: impl Iterator<Item = &'static Field>,
) -> Map<String, Value> {
    let mut group = Group::default();
    for field in fields {
        field.names().for_each(|name| group.put(name, field));
    }
    let shape = Shape {
        place,
        transport: Transport::Stdio,
        wrapper: None,
    };
    shape.properties(&group)
}

impl Shape {
    fn server(&self) -> Value {
        let mut group = Group::default();
        for field in self.held().filter(|field| !field.kind.in_map()) {
            for name in [field.name].iter().chain(field.aliases) {
                group.put(name, field);
            }
        }
        let mut shape =
            json!({ "description": words::transport(self.transport), "type": "object" });
        let mut properties = self.properties(&group);
        let mut required = Vec::new();
        if self.place.list {
            let mut name = json!({ "description": "The name of the server.", "type": "string" });
            if !self.place.empty_names {
                name["minLength"] = json!(1);
            }
            properties.insert("name".to_owned(), name);
            required.push("name");
        }
        merge(&mut shape, json!({ "properties": properties }));
        if self.place.format.unknown_field != Cost::Ignored {
            merge(&mut shape, json!({ "additionalProperties": false }));
        }
        let mut further = Vec::new();
        for field in self
            .held()
            .filter(|field| field.required && self.has(field) && field.kind != Kind::Tag)
        {
            match *self.names(field.slot, field) {
                [name] if !name.contains('.') => required.push(name),
                ref names => {
                    // An object that holds the field in another form is not the field.
                    let holds = |name: &str| names.iter().any(|other| leads_into(other, name));
                    let shape = |name: &str| match holds(name) {
                        true => json!({ "not": { "type": "object" } }),
                        false => Value::Bool(true),
                    };
                    further.push(any(names
                        .iter()
                        .map(|name| present(name, &shape(name)))
                        .collect()));
                }
            }
        }
        further.extend(self.blank_command());
        further.extend(super::depends::rules(self.place.format));
        further.extend(self.key_formats());
        if !required.is_empty() {
            merge(&mut shape, json!({ "required": required }));
        }
        if !further.is_empty() {
            merge(&mut shape, json!({ "allOf": further }));
        }
        shape
    }

    fn fields(&self) -> &'static [Field] {
        self.place.format.fields
    }

    /// Those of them that the host looks for here.
    fn held(&self) -> impl Iterator<Item = &'static Field> {
        let wrapper = self.wrapper;
        let fields = self.fields().iter();
        let without = self.place.format.without;
        fields
            .filter(move |field| wrapper.is_none_or(|wrapper| wrapper.holds(field.name)))
            .filter(move |field| !without.contains(&field.name))
    }

    fn has(&self, field: &Field) -> bool {
        field.on.has(self.transport)
    }

    /// The names under which `slot` may be set; a native field only has its own.
    fn names(&self, slot: Slot, own: &Field) -> Vec<&'static str> {
        let fields = self.held().filter(|field| {
            self.has(field) && field.slot == slot && (!slot.is_native() || field.name == own.name)
        });
        fields
            .flat_map(|field| {
                [field.name]
                    .into_iter()
                    .chain(field.aliases.iter().copied())
            })
            .collect()
    }

    fn properties(&self, group: &Group) -> Map<String, Value> {
        group
            .members
            .iter()
            .map(|(key, member)| ((*key).to_owned(), self.property(member)))
            .collect()
    }

    fn property(&self, group: &Group) -> Value {
        if group.members.is_empty() {
            return group
                .field
                .map_or(Value::Bool(true), |field| self.leaf(field));
        }
        let inner = json!({ "properties": self.properties(group) });
        match group.field {
            Some(field) => {
                json!({ "if": { "type": "object" }, "then": inner, "else": self.leaf(field) })
            }
            None if self.place.format.unknown_field == Cost::Ignored => inner,
            None => {
                let mut group = json!({ "type": "object" });
                merge(&mut group, inner);
                group
            }
        }
    }

    fn leaf(&self, field: &'static Field) -> Value {
        if !self.has(field) && field.kind != Kind::Tag {
            return match crossing(self.place, field.name) {
                Cost::Ignored if field.nullable => {
                    json!({ "description": "For another transport; ignored." })
                }
                Cost::Ignored => {
                    json!({ "description": "For another transport; ignored.", "not": { "type": "null" } })
                }
                _ => Value::Bool(false),
            };
        }
        let mut leaf = json!({ "description": words::field(field) });
        merge(&mut leaf, kinds::schema(field, self.place));
        leaf
    }

    /// The words around a key have one mark in them, for the key.
    fn key_formats(&self) -> impl Iterator<Item = Value> {
        let keys = self
            .held()
            .filter(|field| field.kind == Kind::KeyVar && self.has(field));
        let stems = keys.filter_map(|field| field.name.strip_suffix("_env"));
        let rule = json!({ "pattern": r"^[^{}]*\{token\}[^{}]*$" });
        stems.map(move |stem| super::depends::within(&format!("{stem}_format"), rule.clone()))
    }

    /// A command line is split into words unless there are arguments, so it must have a word then.
    fn blank_command(&self) -> Option<Value> {
        let command = self.fields().iter().find(|field| {
            field.slot == Slot::Command
                && matches!(field.kind, Kind::Line | Kind::LoneLine)
                && self.has(field)
        })?;
        let arguments = self
            .names(Slot::Args, command)
            .iter()
            .map(|name| present(name, &json!({ "minItems": 1 })))
            .collect();
        let blank = present(
            command.name,
            &json!({ "type": "string", "not": { "pattern": kinds::NOT_BLANK } }),
        );
        Some(json!({ "if": blank, "then": any(arguments) }))
    }
}
