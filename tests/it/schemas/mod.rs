//! The generated schemas: in step with the tables, well formed, and of one mind with the reader.

mod config;
mod random;

use std::fs;
use std::path::PathBuf;

use jsonschema::Validator;
use mcpconv::hosts::HOSTS;
use mcpconv::internals::host::{Host, Kind, read, schema};
use mcpconv::internals::syntax::{Language, parse};
use serde_json::{Value, json};

use self::random::{Dice, document, put, right, wrap};
pub(crate) use self::random::{toml, yaml};
use crate::support::samples::fixtures;
use crate::support::{files, path, plain, updating};

/// What a schema can say too.
const STRUCTURE: &[&str] = &[
    "wrong-type",
    "missing-transport",
    "unknown-transport",
    "unsupported-transport",
    "missing-type",
    "unknown-field",
    "field-not-for-transport",
    "missing-required-field",
    "conflicting-transport",
];

/// `UPDATE=1 cargo test` writes them anew.
#[test]
fn schemas_are_in_step() {
    let folder = path("schemas");
    let mut known: Vec<PathBuf> = Vec::new();
    let hosts = HOSTS.iter().map(|host| (host.id, schema(host)));
    for (name, schema) in hosts.chain([("mcpconv", mcpconv::internals::config::schema())]) {
        let path = folder.join(format!("{name}.schema.json"));
        let text = serde_json::to_string_pretty(&schema).expect("a value") + "\n";
        if updating() {
            fs::create_dir_all(&folder).expect("a writable folder");
            fs::write(&path, &text).expect("a writable schema");
        }
        assert!(
            fs::read_to_string(&path).unwrap_or_default() == text,
            "{} is out of step; UPDATE=1 cargo test writes it anew",
            path.display()
        );
        known.push(path);
    }
    for entry in files("schemas") {
        assert!(
            known.contains(&entry),
            "{} belongs to nothing we know",
            entry.display()
        );
    }
}

#[test]
fn schemas_are_valid() {
    for host in HOSTS {
        let schema = schema(host);
        assert_eq!(
            schema["$schema"],
            "https://json-schema.org/draft/2020-12/schema"
        );
        if let Err(error) = jsonschema::draft202012::meta::validate(&schema) {
            panic!("{}: {error}", host.id);
        }
        validator(host);
    }
}

#[test]
fn a_minimal_server_of_each_transport_is_accepted_and_no_less() {
    for host in HOSTS {
        let validator = validator(host);
        for spelling in host.main().transports.words {
            let mut server = json!({});
            let tag = host
                .main()
                .transports
                .tag
                .filter(|_| !spelling.word.is_empty());
            if let Some(tag) = tag {
                put(&mut server, tag, json!(spelling.word));
            }
            let key = host
                .main()
                .transports
                .infer
                .iter()
                .find(|(_, transport)| *transport == spelling.transport)
                .map(|(key, _)| *key);
            let key = key.filter(|_| tag.is_none());
            let fields = host
                .main()
                .fields
                .iter()
                .filter(|field| field.on.has(spelling.transport) && field.kind != Kind::Tag);
            for field in fields.filter(|field| field.required || key == Some(field.name)) {
                put(
                    &mut server,
                    field.name,
                    right(&mut Dice::new(1), field, host),
                );
            }
            let whole = wrap(host, vec![server.clone()]);
            assert!(
                agree(host, &validator, &whole),
                "{}: {whole} is refused",
                host.id
            );
            for required in host.main().fields.iter().filter(|field| {
                field.required && field.on.has(spelling.transport) && field.kind != Kind::Tag
            }) {
                let mut less = server.clone();
                less.as_object_mut()
                    .expect("a server")
                    .remove(required.name);
                let less = wrap(host, vec![less]);
                assert!(
                    !agree(host, &validator, &less),
                    "{}: {less} is accepted",
                    host.id
                );
            }
        }
        for server in [json!({}), json!("npx"), json!([]), json!(5)] {
            let document = wrap(host, vec![server]);
            assert!(
                !agree(host, &validator, &document),
                "{}: {document} is accepted",
                host.id
            );
        }
        assert_eq!(
            agree(host, &validator, &random::empty(host)),
            !host.places[0].never_empty,
            "{}: settings without servers",
            host.id
        );
    }
}

#[test]
fn schema_and_reader_agree_on_fixtures() {
    for sample in fixtures() {
        let Ok(parsed) = parse(&sample.text, sample.host.places[0].language) else {
            continue;
        };
        let document = parsed.root.as_ref().map_or_else(|| json!({}), plain);
        agree(sample.host, &validator(sample.host), &document);
    }
}

#[test]
fn schema_and_reader_agree_on_random_documents() {
    const ROUNDS: u64 = 1500;
    for (index, host) in HOSTS.iter().enumerate() {
        let validator = validator(host);
        let mut dice = Dice::new(0x6d63_7063_6f6e_7600 + index as u64);
        let accepted = (0..ROUNDS)
            .map(|_| document(&mut dice, host))
            .filter(|document| !lacks_its_own(host, document))
            .filter(|document| agree(host, &validator, document))
            .count() as u64;
        // A comparison of faults only, or of nothing else, would prove little.
        assert!(
            (ROUNDS / 10..ROUNDS * 9 / 10).contains(&accepted),
            "{}: {accepted} of {ROUNDS} were fine",
            host.id
        );
    }
}

/// Whether a field that may also be an object, in an older form, is an object without what makes it that form. The reader
/// takes such a field for absent and the schema for wrong, and nobody writes it.
fn lacks_its_own(host: &Host, document: &Value) -> bool {
    let fields = host.places[0].format.fields;
    let lacks = |key: &str, object: &serde_json::Map<String, Value>| {
        let own = fields.iter().find(|field| field.name == key);
        let mut forms = fields.iter().filter_map(|field| {
            let rest = field.name.strip_prefix(key)?.strip_prefix('.')?;
            own.filter(|own| own.slot == field.slot).map(|_| rest)
        });
        let first = forms.next();
        first.is_some()
            && !first
                .into_iter()
                .chain(forms)
                .any(|rest| object.contains_key(rest))
    };
    match document {
        Value::Object(members) => members.iter().any(|(key, value)| {
            value.as_object().is_some_and(|object| lacks(key, object)) || lacks_its_own(host, value)
        }),
        Value::Array(items) => items.iter().any(|item| lacks_its_own(host, item)),
        _ => false,
    }
}

fn validator(host: &'static Host) -> Validator {
    jsonschema::draft202012::new(&schema(host))
        .unwrap_or_else(|error| panic!("{}: {error}", host.id))
}

/// Whether the document is fine, as both the schema and the reader see it.
fn agree(host: &'static Host, validator: &Validator, document: &Value) -> bool {
    let place = &host.places[0];
    let text = match place.language {
        Language::Json => document.to_string(),
        Language::Toml => random::toml(document),
        Language::Yaml | Language::YamlMerge => random::yaml(document),
    };
    let parsed = parse(&text, place.language).unwrap_or_else(|error| panic!("{error:?} in {text}"));
    let document = parsed.root.as_ref().map_or(Value::Null, plain);
    let complaints = match read(&parsed, host, place) {
        Ok(read) => read.diagnostics,
        Err(fault) => vec![*fault],
    };
    let complaints: Vec<String> = complaints
        .iter()
        .filter(|said| STRUCTURE.contains(&said.rule))
        .map(|said| format!("{}: {}", said.rule, said.message))
        .collect();
    let valid = validator.is_valid(&document);
    if valid != complaints.is_empty() {
        let errors: Vec<String> = validator
            .iter_errors(&document)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        panic!(
            "{}\n{text}\nreader: {complaints:#?}\nschema: {errors:#?}",
            host.id
        );
    }
    valid
}
