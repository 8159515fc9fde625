//! A server in the fields of the host that it is added to.

use serde_json::{Map, Value};

use super::fault::Lack;
use super::shell::{ShellPiece, ShellWord};
use super::{Given, json, name};
use crate::host::{Format, Host, Kind, Takes, Write};
use crate::model::{Part, Slot, Transport};

/// A server in its host's own fields.
pub(super) struct DraftServer {
    host: &'static Host,
    format: &'static Format,
    transport: Transport,
    pub(super) name: Option<String>,
    pub(super) server: Map<String, Value>,
    derived: String,
    pub(super) notes: Vec<String>,
}

impl DraftServer {
    pub(super) fn new(host: &'static Host, transport: Transport) -> Self {
        let format = host.main();
        let mut server = Map::new();
        let spelling = format
            .spelling(transport)
            .filter(|spelling| !spelling.implied);
        if let (Some(tag), Some(spelling)) = (format.transports.tag, spelling) {
            put(&mut server, tag, spelling.word.into());
        }
        Self {
            host,
            format,
            transport,
            name: None,
            server,
            derived: String::new(),
            notes: Vec::new(),
        }
    }

    fn field(&self, slot: Slot) -> Option<(&'static str, Kind)> {
        let mut fields = self.format.fields.iter();
        let fits = |field: &&crate::host::Field| {
            field.slot == slot && field.on.has(self.transport) && field.write != Write::Never
        };
        fields.find(fits).map(|field| (field.name, field.kind))
    }

    /// Text in the place of `slot`. What the shell would put in becomes a reference.
    fn value(&mut self, slot: Slot, word: &ShellWord) -> Value {
        let dialect = self.format.dialect(slot);
        let mut text = String::new();
        for piece in &word.pieces {
            match piece {
                ShellPiece::Text(plain) => text.push_str(plain),
                ShellPiece::Variable(name, default) => {
                    let part = Part::env(name.clone(), default.as_deref());
                    match dialect.spell(&part) {
                        Some(reference) => text.push_str(&reference),
                        None => {
                            let name_of_host = self.host.name;
                            self.notes.push(format!("{name_of_host} has no references here, so the text `${name}` was kept"));
                            text.push_str(&format!("${{{name}}}"));
                        }
                    }
                }
            }
        }
        text.into()
    }

    pub(super) fn url(&mut self, url: &ShellWord) -> Result<(), Lack> {
        let (field, _) = self
            .field(Slot::Url)
            .ok_or(Lack::NoRemote(self.host.name))?;
        self.derived = name::of_url(&url.text());
        let value = self.value(Slot::Url, url);
        put(&mut self.server, field, value);
        Ok(())
    }

    pub(super) fn run(&mut self, command: &[ShellWord]) {
        let texts: Vec<String> = command.iter().map(ShellWord::text).collect();
        let Some((first, rest)) = command.split_first() else {
            return;
        };
        let words: Vec<&str> = texts[1..].iter().map(String::as_str).collect();
        self.derived = name::of_command(&texts[0], &words);
        let program = self.value(Slot::Command, first);
        let args: Vec<Value> = rest
            .iter()
            .map(|word| self.value(Slot::Args, word))
            .collect();
        match self.field(Slot::Command) {
            Some((field, Kind::Argv | Kind::LineOrArgv)) => {
                let whole: Vec<Value> = std::iter::once(program).chain(args).collect();
                put(&mut self.server, field, whole.into());
            }
            Some((field, _)) => {
                put(&mut self.server, field, program);
                if let Some((field, _)) = self.field(Slot::Args).filter(|_| !args.is_empty()) {
                    put(&mut self.server, field, args.into());
                }
            }
            None => {}
        }
    }

    fn slot_of(&self, field: &str) -> Slot {
        let mut fields = self.format.fields.iter();
        fields
            .find(|known| known.name == field)
            .map_or(Slot::Native, |known| known.slot)
    }

    pub(super) fn pair(
        &mut self,
        field: &'static str,
        separator: char,
        word: &ShellWord,
    ) -> Result<(), Lack> {
        let text = word.text();
        let (name, _) = text.split_once(separator).ok_or(Lack::NoPair(separator))?;
        let mut value = word.after(name.len() + separator.len_utf8());
        if let Some(ShellPiece::Text(text)) = value.pieces.first_mut() {
            *text = text.trim_start().to_owned();
        }
        // `--env KEY=$KEY` is what some hosts have a list of names for.
        let own = matches!(value.pieces.as_slice(), [ShellPiece::Variable(variable, None)] | [ShellPiece::Text(_), ShellPiece::Variable(variable, None)] if variable == name && value.text() == format!("${{{name}}}"));
        let handed = self
            .format
            .fields
            .iter()
            .find(|field| field.kind == Kind::EnvNames);
        let has_references = self.format.dialect(Slot::Env).has_variables();
        if let (true, Some(handed), Slot::Env, false) =
            (own, handed, self.slot_of(field), has_references)
        {
            let list = self
                .server
                .entry(handed.name)
                .or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(list) = list {
                list.push(name.trim().into());
            }
            return Ok(());
        }
        let slot = self.slot_of(field);
        let value = self.value(slot, &value);
        put(
            &mut self.server,
            &format!("{field}\u{0}{}", name.trim()),
            value,
        );
        Ok(())
    }

    pub(super) fn option(&mut self, takes: Takes, word: &ShellWord) -> Result<(), Lack> {
        match takes {
            Takes::Pair(field, separator) | Takes::CutPair(field, separator) => {
                self.pair(field, separator, word)?;
            }
            Takes::Text(field) => {
                let value = self.value(self.slot_of(field), word);
                put(&mut self.server, field, value);
            }
            Takes::Number(field) => {
                let text = word.text();
                let number: serde_json::Number = text.parse().map_err(|_| Lack::NoNumber)?;
                put(&mut self.server, field, number.into());
            }
            Takes::Commas(field) | Takes::Each(field) => {
                let text = word.text();
                let words = text
                    .split(',')
                    .map(str::trim)
                    .filter(|word| !word.is_empty());
                let words: Vec<Value> = words.map(Into::into).collect();
                put(&mut self.server, field, words.into());
            }
            Takes::Json(field) => {
                let object = json::argument(&word.text()).ok_or(Lack::NoJson)?;
                put(&mut self.server, field, Value::Object(object));
            }
            Takes::Flag(field) => put(&mut self.server, field, true.into()),
            Takes::Off(field) => put(&mut self.server, field, false.into()),
            _ => {}
        }
        Ok(())
    }

    /// The server with what was assumed.
    pub(super) fn given(self, form: String, note: Option<String>) -> Given {
        let mut notes: Vec<String> = note.into_iter().chain(self.notes).collect();
        // JSON that lacks a name has none to be derived from either.
        let name = self.name.or_else(|| {
            let derived = Some(self.derived).filter(|derived| !derived.is_empty())?;
            notes.push(format!("no name is given, so it is called `{derived}`"));
            Some(derived)
        });
        Given {
            host: self.host,
            name,
            server: self.server,
            form,
            notes,
        }
    }
}

/// Puts `value` at a path of keys, which stand between dots, or after a NUL where they may have dots themselves.
pub(super) fn put(server: &mut Map<String, Value>, path: &str, value: Value) {
    let (path, key) = path
        .split_once('\u{0}')
        .map_or((path, None), |(path, key)| (path, Some(key)));
    let mut keys: Vec<&str> = path.split('.').collect();
    keys.extend(key);
    let Some((last, way)) = keys.split_last() else {
        return;
    };
    let mut at = server;
    for key in way {
        let inner = at.entry(*key).or_insert_with(|| Value::Object(Map::new()));
        let Value::Object(inner) = inner else {
            return;
        };
        at = inner;
    }
    match (at.get_mut(*last), value) {
        (Some(Value::Array(list)), Value::Array(more)) => list.extend(more),
        (_, value) => {
            at.insert((*last).to_owned(), value);
        }
    }
}
