//! The model in the target's shape to text, in the target's own formatting habits.

pub(crate) mod json;
pub(crate) mod toml;

use crate::host::{Host, Out, OutValue, Place};
use crate::syntax::Language;

/// Puts a new document together, server by server.
pub(crate) struct Writer {
    place: &'static Place,
    host: &'static Host,
    text: String,
    count: usize,
}

impl Writer {
    pub(crate) fn new(host: &'static Host, place: &'static Place) -> Self {
        let mut writer = Self {
            place,
            host,
            text: String::new(),
            count: 0,
        };
        let frame = frame(host);
        match place.language {
            Language::Json => {
                json::begin(&mut writer.text, &frame, place.roots[0], host.style.indent)
            }
            Language::Toml => toml::table(&mut writer.text, &mut Vec::new(), &frame),
        }
        writer
    }

    /// Adds a server; `out` is its entry.
    pub(crate) fn server(&mut self, name: &str, out: &Out) {
        match self.place.language {
            Language::Json => json::member(
                &mut self.text,
                name,
                out,
                self.place.roots[0].len() + 1,
                self.host.style.indent,
                self.count == 0,
            ),
            Language::Toml => toml::server(
                &mut self.text,
                self.place,
                name,
                out,
                self.host.style.tables,
            ),
        }
        self.count += 1;
    }

    /// The document, with `extras` (gates and questions) beside the servers.
    pub(crate) fn finish(mut self, extras: &Out) -> String {
        match self.place.language {
            Language::Json => json::end(
                &mut self.text,
                extras,
                self.place.roots[0],
                self.host.style.indent,
                self.count == 0,
            ),
            Language::Toml => {
                toml::table(&mut self.text, &mut Vec::new(), extras);
                if self.count == 0 && self.text.is_empty() {
                    toml::no_servers(&mut self.text, self.place);
                }
            }
        }
        self.text
    }

    /// The JSON pointer that the next server will have.
    pub(crate) fn pointer(&self, name: &str) -> String {
        let mut pointer = crate::host::pointer(self.place.roots[0]);
        let index = self.count.to_string();
        crate::host::push_segment(&mut pointer, if self.place.list { &index } else { name });
        pointer
    }
}

/// What a new document holds besides the servers.
fn frame(host: &Host) -> Out {
    let value: serde_json::Value = serde_json::from_str(host.frame).unwrap_or_default();
    from_json(&value)
}

fn from_json(value: &serde_json::Value) -> Out {
    use serde_json::Value as Json;
    Out::added(match value {
        Json::Null => OutValue::Object(Vec::new()),
        Json::Bool(flag) => OutValue::Bool(*flag),
        Json::Number(number) => OutValue::Number(number.to_string()),
        Json::String(text) => OutValue::String(text.clone()),
        Json::Array(items) => OutValue::Array(items.iter().map(from_json).collect()),
        Json::Object(members) => OutValue::Object(
            members
                .iter()
                .map(|(key, value)| (key.clone(), from_json(value)))
                .collect(),
        ),
    })
}
