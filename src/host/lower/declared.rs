//! References that count only because the entry itself lists the variable, or says what its users are asked for. Anything
//! else that looks like one is text.

use std::collections::HashMap;

use super::Lower;
use crate::host::reading::At;
use crate::model::dialect::Dialect;
use crate::model::{IgnoredField, Part, Reason, Server, Slot, Template};
use crate::syntax::{Node, Span, Tree};

impl<'n> Lower<'_, 'n> {
    /// Whether a member only lists variables that other members refer to, and is read with them.
    pub(super) fn is_listing(&self, at: &At<'n>) -> bool {
        let listing = self.listing();
        listing.is_some_and(|listed| at.name == listed.names || at.name == listed.values)
    }

    fn listing(&self) -> Option<crate::host::Listed> {
        let format = self.reading.place.format;
        format.listing(self.server.transport)
    }

    /// Takes references to what the entry does not list for text, and puts in the values that it gives itself.
    pub(super) fn listed(&mut self) {
        let Some(listed) = self.listing() else { return };
        let node = |name| self.reading.node.dotted(name);
        let names: HashMap<&str, Span> = node(listed.names)
            .map(Node::items)
            .unwrap_or_default()
            .iter()
            .filter_map(|item| Some((item.as_str()?, item.span)))
            .collect();
        let values: HashMap<&str, (&str, Span)> = node(listed.values)
            .map(Node::members)
            .unwrap_or_default()
            .iter()
            .filter_map(|pair| Some((&*pair.key, (pair.value.as_str()?, pair.value.span))))
            .collect();
        let mut riders = Vec::new();
        each(
            self.reading.place.format,
            &mut self.server,
            &mut |dialect, template| {
                let main = template.span;
                if !template.has_references() {
                    return;
                }
                replace(dialect, template, &mut |part, text| match part {
                    Part::Env { name, .. } => match (values.get(&*name), names.get(&*name)) {
                        (Some((value, span)), _) => {
                            riders.push((*span, main));
                            Part::Text((*value).to_owned())
                        }
                        (None, Some(span)) => {
                            riders.push((*span, main));
                            Part::env(name, None)
                        }
                        (None, None) => Part::Text(text.to_owned()),
                    },
                    other => other,
                });
            },
        );
        for name in [listed.names, listed.values] {
            let Some(node) = node(name) else { continue };
            self.unused(name, node, &riders);
        }
        self.server.riders.extend(riders);
    }

    /// What is listed for nothing.
    fn unused(&mut self, name: &str, node: &Node<'_>, riders: &[(Span, Span)]) {
        let mut leaf = |field: String, key_span: Span, node: &Node<'_>| {
            if !riders.iter().any(|(rider, _)| *rider == node.span) {
                self.server.ignored.push(IgnoredField {
                    field,
                    slot: None,
                    key_span,
                    span: node.span,
                    reason: Reason::Transport,
                });
            }
        };
        match &node.value {
            Tree::Array(items) if !items.is_empty() => {
                for item in items {
                    leaf(name.to_owned(), item.span, item);
                }
            }
            Tree::Object(members) if !members.is_empty() => {
                for member in members {
                    let field = format!("{name}.{}", member.key);
                    leaf(field, member.key_span, &member.value);
                }
            }
            _ => self.server.implied.push(node.span),
        }
    }

    /// Takes references to what the users are not asked for by this entry for text.
    pub(super) fn asked(&mut self) {
        let format = self.reading.place.format;
        let Some(field) = format.inputs() else { return };
        let asked = self.reading.node.dotted(field.name);
        each(format, &mut self.server, &mut |dialect, template| {
            let unasked = |part: &Part| matches!(part, Part::Input(id) if asked.is_none_or(|asked| asked.member(id).is_none()));
            if template.parts.iter().any(unasked) {
                replace(dialect, template, &mut |part, text| {
                    if unasked(&part) {
                        Part::Text(text.to_owned())
                    } else {
                        part
                    }
                });
            }
        });
    }
}

fn each(
    format: &crate::host::Format,
    server: &mut Server,
    visit: &mut dyn FnMut(&Dialect, &mut Template),
) {
    for entry in &mut server.entries {
        let slot: Slot = entry.slot;
        let dialect = format.dialect(slot);
        entry
            .value
            .each_template(&mut |template| visit(dialect, template));
    }
}

/// Replaces every reference, which comes with its own spelling. What is no longer read as it is written has no raw text.
fn replace(dialect: &Dialect, template: &mut Template, with: &mut dyn FnMut(Part, &str) -> Part) {
    let Some(raw) = template.raw.take() else {
        return;
    };
    let mut done = Template::new(Vec::new(), template.span);
    let (mut at, mut same) = (0, true);
    for (range, part) in dialect.references(&raw) {
        done.push_text(&raw[at..range.start]);
        let new = with(part.clone(), &raw[range.clone()]);
        same &= !matches!(new, Part::Text(_));
        done.push(new);
        at = range.end;
    }
    done.push_text(&raw[at..]);
    done.raw = same.then_some(raw);
    *template = done;
}

#[cfg(test)]
mod tests {
    use crate::host::{Field, Format, Host, Kind, Listed, On, Place, Spelling, Transports, read};
    use crate::model::dialect::{Dialect, Form};
    use crate::model::{Part, Server, Slot, Template, Transport, Value};
    use crate::syntax;

    static DIALECT: Dialect = Dialect {
        forms: &[Form::Braces, Form::Mustache(&["OWN_"])],
        ..Dialect::NEW
    };

    static FORMAT: Format = Format {
        fields: &[
            Field::new("url", Slot::Url, Kind::Text).http(),
            Field::new("headers", Slot::Headers, Kind::Map).http(),
            Field::new("vars", Slot::Env, Kind::EnvNames),
            Field::new("env", Slot::Env, Kind::Map),
            Field::new("asks", Slot::Native, Kind::Inputs),
            Field::new("key.source", Slot::Native, Kind::Word(&["admin", "user"])).http(),
            Field::new("key.authorization_type", Slot::Native, Kind::Text).http(),
            Field::new("key.key", Slot::Headers, Kind::KeyText).http(),
        ],
        transports: Transports {
            words: &[
                Spelling::implied(Transport::Http, ""),
                Spelling::implied(Transport::Ws, ""),
            ],
            schemes: &[("ws", Transport::Ws)],
            ..Transports::NEW
        },
        listed: Some(Listed {
            on: On::HTTP,
            names: "vars",
            values: "env",
        }),
        dialects: &[(&[], &DIALECT)],
        header_vars_win: true,
        ..Format::NEW
    };

    static PLACE: Place = Place {
        format: &FORMAT,
        required: &[("version", "1")],
        ..Place::JSON
    };

    fn server(fields: &str) -> Server {
        let text = format!(r#"{{"version": "1", "mcpServers": {{"a": {{{fields}}}}}}}"#);
        let document = syntax::parse(&text, PLACE.language).expect("JSON");
        let mut read = read(&document, &Host::NEW, &PLACE).expect("servers");
        assert!(read.diagnostics.is_empty(), "{:?}", read.diagnostics);
        read.config.servers.remove(0)
    }

    fn header(server: &Server, name: &str) -> Template {
        match server.entry(Slot::Headers).map(|entry| &entry.value) {
            Some(Value::Map(pairs)) => {
                let pair = pairs.iter().find(|pair| pair.key == name);
                pair.and_then(|pair| pair.value.clone()).expect("a value")
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn only_listed_variables_are_references() {
        let read = server(
            r#""url": "https://${H}/x", "headers": {"A": "${T} ${U}"}, "vars": ["T", "V"], "env": {"H": "h"}"#,
        );
        let url = read.entry(Slot::Url).map(|entry| &entry.value);
        assert!(matches!(url, Some(Value::Text(text)) if text.as_literal() == Some("https://h/x")));
        let parts = header(&read, "A").parts;
        assert_eq!(
            parts,
            [Part::env("T", None), Part::Text(" ${U}".to_owned())]
        );
        assert_eq!(read.riders.len(), 2);
        assert_eq!(read.ignored.len(), 1, "{:?}", read.ignored);
        assert_eq!(FORMAT.listed_in(&read), ["T"]);
    }

    #[test]
    fn users_are_asked_for_what_the_entry_says() {
        let read = server(
            r#""url": "https://h", "headers": {"A": "{{K}} {{L}} {{OWN_X}}"}, "asks": {"K": {"title": "k", "description": "d"}}"#,
        );
        let parts = header(&read, "A").parts;
        assert_eq!(parts[0], Part::Input("K".to_owned()));
        assert_eq!(parts[1], Part::Text(" {{L}} ".to_owned()));
        assert_eq!(parts[2], Part::Other("{{OWN_X}}".to_owned()));
    }

    #[test]
    fn a_key_object_is_a_header() {
        let read = server(
            r#""url": "https://h", "vars": ["K"], "headers": {"authorization": "x"},
               "key": {"source": "admin", "authorization_type": "basic", "key": "k"}"#,
        );
        assert_eq!(header(&read, "Authorization").as_literal(), Some("Basic k"));
        let given = server(r#""url": "https://h", "key": {"source": "user"}"#);
        assert_eq!(given.entries.len(), 2);
    }

    #[test]
    fn the_scheme_of_a_url_tells_the_transport() {
        assert_eq!(server(r#""url": "WS://h""#).transport, Transport::Ws);
        assert_eq!(server(r#""url": "https://h""#).transport, Transport::Http);
    }

    #[test]
    fn a_document_needs_its_keys() {
        for (text, rule) in [
            (r#"{"mcpServers": {}}"#, "missing-required-field"),
            (r#"{"version": 1, "mcpServers": {}}"#, "wrong-type"),
        ] {
            let document = syntax::parse(text, PLACE.language).expect("JSON");
            let read = read(&document, &Host::NEW, &PLACE).expect("servers");
            assert_eq!(read.diagnostics[0].rule, rule);
        }
    }
}
