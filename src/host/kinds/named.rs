//! Strings that are names: of the variable with a value, or of the server itself.

use crate::host::encode::{Encoder, give_back};
use crate::host::lower::Lower;
use crate::host::reading::At;
use crate::host::{Field, Out, OutValue};
use crate::model::{Entry, Raw, Server, Slot, Template, Value};

/// The variable with the text.
pub(super) fn read_var<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let node = &at.member.value;
    if let Some(name) = node.as_str() {
        let value = Value::Text(Template::env(name, node.span));
        lower.put(field, at, value);
    }
}

/// Takes a text that is one variable and nothing else.
pub(super) fn write_var(field: &Field, server: &mut Server) -> Option<Out> {
    let entry = server.take(field.slot)?;
    let name = match &entry.value {
        Value::Text(text) => text.as_env().map(str::to_owned),
        _ => None,
    };
    match name {
        Some(name) => Some(Out::string(name, entry.span).moved()),
        None => give_back(server, Some(entry)),
    }
}

/// The name in the entry says nothing new: the server is called so. An empty one is none.
pub(super) fn read_own<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let node = &at.member.value;
    let text = node.as_str().unwrap_or_default();
    let ids = lower.reading.place.format.runtime.ids.names;
    let id = |name: &str| ids.map_or_else(|| name.to_owned(), |ids| ids.id(name));
    if id(text) == id(&lower.server.name) {
        lower.server.implied.push(node.span);
    } else {
        lower.server.entries.push(Entry {
            slot: Slot::Native,
            field: field.name.into(),
            key_span: at.member.key_span,
            span: node.span,
            value: Value::Raw(Raw::from_node(node)),
        });
    }
}

pub(super) fn write_own(encoder: &Encoder) -> Out {
    Out::added(OutValue::String(encoder.written_name().to_owned()))
}

#[cfg(test)]
mod tests {
    use crate::host::{Field, Format, Host, Ids, Kind, Place, Runtime, Spelling, ToolIds};
    use crate::host::{Transports, read};
    use crate::model::{Server, Slot, Transport, Value};
    use crate::syntax;

    static FORMAT: Format = Format {
        fields: &[
            Field::new("name", Slot::Native, Kind::OwnName).says("Name"),
            Field::new("url", Slot::Url, Kind::Text).http(),
            Field::new("secret", Slot::OauthClientSecret, Kind::TextVar).http(),
            Field::new("note", Slot::Description, Kind::Text).or_null(),
        ],
        transports: Transports {
            words: &[Spelling::implied(Transport::Http, "")],
            ..Transports::NEW
        },
        runtime: Runtime {
            ids: ToolIds {
                names: Some(Ids {
                    lower: true,
                    ..Ids::PLAIN
                }),
                ..ToolIds::NEW
            },
            ..Runtime::NEW
        },
        ..Format::NEW
    };

    static PLACE: Place = Place {
        format: &FORMAT,
        ..Place::JSON
    };

    fn server(fields: &str) -> (Server, usize) {
        let text = format!(r#"{{"mcpServers": {{"docs": {{"url": "https://h", {fields}}}}}}}"#);
        let document = syntax::parse(&text, PLACE.language).expect("JSON");
        let mut read = read(&document, &Host::NEW, &PLACE).expect("servers");
        (read.config.servers.remove(0), read.diagnostics.len())
    }

    #[test]
    fn a_server_has_the_name_in_its_entry_where_that_calls_tools_otherwise() {
        for (name, expected) in [("Docs", "docs"), ("Manual", "Manual")] {
            let (read, _) = server(&format!(r#""name": "{name}""#));
            assert_eq!(read.name, expected);
            assert_eq!((read.entries.len(), read.implied.len()), (1, 1));
        }
        let (none, _) = server(r#""name": """#);
        assert_eq!(none.name, "docs");
        assert_eq!(none.entries[1].slot, Slot::Native);
    }

    #[test]
    fn the_name_of_a_variable_is_a_reference_to_it() {
        let (read, _) = server(r#""secret": "TOKEN""#);
        let value = read
            .entry(Slot::OauthClientSecret)
            .map(|entry| &entry.value);
        assert!(matches!(value, Some(Value::Text(text)) if text.as_env() == Some("TOKEN")));
    }

    #[test]
    fn null_is_no_mistake_where_the_host_takes_it() {
        assert_eq!(server(r#""note": null"#).1, 0);
        assert_eq!(server(r#""name": null"#).1, 1);
    }
}
