//! Which of the variants a server has to follow: the rules of `reading/reach.rs`, as a chain of conditions.

use serde_json::{Map, Value, json};

use super::server::Variants;
use super::{any, merge, present};
use crate::host::kinds;
use crate::host::leads_into;
use crate::host::reading::UNIVERSAL;
use crate::host::{Field, Format, Host, Kind, MissingTag, Place, TagRule, Write};
use crate::model::{Slot, Transport};

/// A schema that leads every server to the variant of its transport, and refuses those that have none.
pub(super) fn choice(host: &'static Host, place: &'static Place, variants: &mut Variants) -> Value {
    let tags = place
        .format
        .fields
        .iter()
        .filter(|field| field.kind == Kind::Tag)
        .map(|field| field.name)
        .filter(|name| {
            let wrapper = &variants.wrapper;
            wrapper.as_ref().is_none_or(|wrapper| wrapper.holds(name))
        })
        .collect();
    let mut chooser = Chooser {
        format: place.format,
        tags,
        clues: clues(place),
        variants,
    };
    let mut cases = Vec::new();
    for tag in chooser.tags.clone() {
        cases.push((
            present(tag, &json!({ "type": "string" })),
            chooser.by_word(tag),
        ));
    }
    let choice = chain(cases, chooser.without_tag());
    chain(elsewhere(host, place), choice)
}

/// Entries for servers that are defined elsewhere, which say nothing about how those are reached.
fn elsewhere(host: &Host, place: &Place) -> Vec<(Value, Value)> {
    let (facts, fields) = (&host.facts, place.format.fields);
    let mut cases = Vec::new();
    let switches: Vec<&Field> = fields
        .iter()
        .filter(|field| {
            field.slot == Slot::Enabled && (facts.lenient || field.write != Write::Never)
        })
        .collect();
    if place.format.runtime.toggles {
        let names: Vec<&str> = switches.iter().flat_map(|field| field.names()).collect();
        let kinds: Map<String, Value> = switches
            .iter()
            .flat_map(|field| {
                field
                    .names()
                    .map(|name| (name.to_owned(), kinds::schema(field, place)))
            })
            .collect();
        cases.push((
            json!({ "minProperties": 1, "propertyNames": { "enum": names } }),
            json!({ "properties": kinds }),
        ));
    }
    let built_in = place.format.transports.built_in;
    if !built_in.is_empty() {
        let tags = fields.iter().filter(|field| field.kind == Kind::Tag);
        let parts = tags.map(|tag| present(tag.name, &json!({ "enum": built_in })));
        cases.extend(parts.map(|part| (part, Value::Bool(true))));
    }
    let reached: Vec<Value> = fields
        .iter()
        .filter(|field| matches!(field.slot, Slot::Command | Slot::Url))
        .flat_map(Field::names)
        .filter(|name| !name.contains('.'))
        .map(|name| has(place.format, name))
        .collect();
    let mut names: Vec<Value> = place
        .format
        .reference_fields
        .iter()
        .map(|name| json!({ "required": [name] }))
        .collect();
    if !place.format.transports.elsewhere.is_empty() {
        let tags = fields.iter().filter(|field| field.kind == Kind::Tag);
        names.extend(tags.map(|tag| {
            present(
                tag.name,
                &json!({ "enum": place.format.transports.elsewhere }),
            )
        }));
    }
    if !names.is_empty() {
        cases.push((
            json!({ "not": { "anyOf": reached }, "anyOf": names }),
            Value::Bool(true),
        ));
    }
    cases
}

/// That a clue is there; an object which may hold the field in another form has to.
fn has(format: &Format, key: &str) -> Value {
    let inside = |name: &&&str| leads_into(name, key);
    let fields = format.fields.iter();
    let clues = fields.filter(|field| matches!(field.slot, Slot::Command | Slot::Url));
    let names: Vec<&str> = clues.map(|field| field.name).collect();
    let mut forms: Vec<Value> = names
        .iter()
        .filter(inside)
        .map(|name| present(name, &Value::Bool(true)))
        .collect();
    if forms.is_empty() {
        return json!({ "required": [key] });
    }
    forms.push(present(key, &json!({ "not": { "type": "object" } })));
    any(forms)
}

/// The keys that give a transport away, the winner first.
fn clues(place: &Place) -> Vec<(&'static str, Transport)> {
    let mut clues = place.format.transports.infer.to_vec();
    for field in place.format.fields {
        let transport = match field.slot {
            Slot::Command => Transport::Stdio,
            Slot::Url => Transport::Http,
            _ => continue,
        };
        for name in field.aliases.iter().chain([&field.name]) {
            if !name.contains('.') && clues.iter().all(|(known, _)| known != name) {
                clues.push((name, transport));
            }
        }
    }
    clues
}

struct Chooser<'v> {
    format: &'static Format,
    /// The fields that name the transport, the winner first.
    tags: Vec<&'static str>,
    clues: Vec<(&'static str, Transport)>,
    variants: &'v mut Variants,
}

impl Chooser<'_> {
    /// For servers whose `tag` is a string.
    fn by_word(&mut self, tag: &str) -> Value {
        let rules = &self.format.transports;
        let mut groups: Vec<(Vec<&str>, Value)> = Vec::new();
        for word in self.format.tag_words() {
            let Some(spelling) = rules.words.iter().find(|spelling| spelling.word == word) else {
                continue;
            };
            let outcome = if self.format.word_decides(word) {
                self.variants.of(spelling.transport)
            } else {
                self.refined(spelling.transport)
            };
            match groups.iter_mut().find(|(_, known)| *known == outcome) {
                Some((words, _)) => words.push(word),
                None => groups.push((vec![word], outcome)),
            }
        }
        let cases = groups
            .into_iter()
            .map(|(words, outcome)| (present(tag, &json!({ "enum": words })), outcome))
            .collect();
        let unknown = if rules.rule == TagRule::Decides {
            self.known_word(tag)
        } else {
            self.by_clue_or_guess(tag)
        };
        chain(cases, unknown)
    }

    /// The keys decide between a process and an address, the word only which kind of address.
    fn refined(&mut self, said: Transport) -> Value {
        let mut cases = Vec::new();
        for (key, transport) in self.clues.clone() {
            let named = self
                .format
                .transports
                .infer
                .iter()
                .any(|(known, _)| *known == key)
                && self.format.names_transport(key, said);
            let overruled = (transport == Transport::Stdio) != (said == Transport::Stdio)
                || self.format.transports.rule == TagRule::Unused
                || named;
            cases.push((
                has(self.format, key),
                self.variants.of(if overruled { transport } else { said }),
            ));
        }
        chain(cases, self.variants.of(said))
    }

    /// For a word the host does not know, and does not mind, unless the server is then not what it was meant to be.
    fn by_clue_or_guess(&mut self, tag: &str) -> Value {
        let mut guesses = Vec::new();
        for (transport, words) in UNIVERSAL {
            let meant = self.variants.pattern(*transport, &loosely(words));
            let outcome = if self.format.refuses_word(Some(*transport)) {
                self.known_word(tag)
            } else {
                self.variants.of(*transport)
            };
            guesses.push((present(tag, &meant), outcome));
        }
        let nothing = if self.format.refuses_word(None) {
            self.known_word(tag)
        } else {
            self.nothing()
        };
        let mut clues = self.by_clue();
        for ((_, outcome), (_, transport)) in clues.iter_mut().zip(&self.clues) {
            if self.format.refuses_word(Some(*transport)) {
                *outcome = self.known_word(tag);
            }
        }
        chain(clues, chain(guesses, nothing))
    }

    fn without_tag(&mut self) -> Value {
        match self.format.missing_tag(self.variants.wrapper.is_some()) {
            MissingTag::Infer => chain(self.by_clue(), self.nothing()),
            MissingTag::Is(default) => {
                let mut cases = self.by_clue();
                for ((_, outcome), (_, transport)) in cases.iter_mut().zip(&self.clues) {
                    if *transport != default {
                        *outcome = self.tag_needed();
                    }
                }
                chain(cases, self.nothing())
            }
            MissingTag::Refused => self.tag_needed(),
        }
    }

    fn by_clue(&mut self) -> Vec<(Value, Value)> {
        let clues = self.clues.clone();
        clues
            .iter()
            .map(|(key, transport)| (has(self.format, key), self.variants.of(*transport)))
            .collect()
    }

    /// Holds for no server without clues or a known word, but tells an editor what would help.
    fn nothing(&mut self) -> Value {
        let missing = self.format.missing_tag(self.variants.wrapper.is_some());
        let wanted = |transport: &Transport| match missing {
            MissingTag::Infer => true,
            MissingTag::Is(default) => *transport == default,
            MissingTag::Refused => false,
        };
        let mut options = Vec::new();
        let clues = self.clues.clone();
        for (key, transport) in clues.iter().filter(|(_, transport)| wanted(transport)) {
            let mut option = has(self.format, key);
            merge(&mut option, self.variants.of(*transport));
            options.push(option);
        }
        if !self.tags.is_empty() {
            options.push(self.tag_needed());
        }
        any(options)
    }

    /// Holds for no server without a known word.
    fn tag_needed(&self) -> Value {
        self.tags
            .first()
            .map_or(Value::Bool(false), |tag| self.known_word(tag))
    }

    fn known_word(&self, tag: &str) -> Value {
        present(tag, &json!({ "enum": self.format.tag_words() }))
    }
}

/// The first case whose condition holds decides.
fn chain(cases: Vec<(Value, Value)>, default: Value) -> Value {
    let mut merged: Vec<(Vec<Value>, Value)> = Vec::new();
    for (condition, outcome) in cases {
        match merged.last_mut() {
            Some((conditions, last)) if *last == outcome => conditions.push(condition),
            _ => merged.push((vec![condition], outcome)),
        }
    }
    while merged.pop_if(|(_, outcome)| *outcome == default).is_some() {}
    merged.into_iter().rev().fold(default, |rest, (conditions, outcome)| json!({ "if": any(conditions), "then": outcome, "else": rest }))
}

/// A pattern for `words` in any case and with any punctuation.
fn loosely(words: &[&str]) -> String {
    const GAP: &str = "[^0-9A-Za-z]*";
    let word = |word: &&str| {
        word.chars()
            .map(|c| format!("[{c}{}]{GAP}", c.to_ascii_uppercase()))
            .collect::<String>()
    };
    format!(
        "^{GAP}(?:{})$",
        words.iter().map(word).collect::<Vec<_>>().join("|")
    )
}
