//! Hosts as data: `{"version": 1, "hosts": […]}`.
//!
//! A host has `id`, `name`, `aliases`, `factsVersion`, `places`, `transports`, `references`, `names`, `limits`,
//! `inherits`, `costs`, `expectsValues` and `fields`; the words are those of the page for people. A path inside a
//! document is a list of keys, `*` for any. In a place, `references` and `fields` are null unless it has others than
//! its host; `fields` of a reference is null where it holds in all.

use serde_json::{Value, json};

use crate::cli::words;
use crate::host::{Dialects, Field, Host, Missing, Place, Write};
use crate::model::dialect::{Dialect, Unset};

/// The version of the form, raised when a key changes its meaning or goes away.
const VERSION: u32 = 1;

/// All we know about `hosts`.
pub(super) fn data(hosts: &[&Host]) -> String {
    let hosts: Vec<Value> = hosts.iter().map(|host| of(host)).collect();
    format!("{:#}\n", json!({ "version": VERSION, "hosts": hosts }))
}

fn of(host: &Host) -> Value {
    json!({
        "id": host.id,
        "name": host.name,
        "aliases": host.aliases,
        "factsVersion": host.version,
        "places": host.places.iter().map(|each| place(host, each)).collect::<Vec<_>>(),
        "transports": transports(host),
        "references": references(host.main().dialects),
        "names": {
            "extraCharacters": host.main().names.extra,
            "longest": (host.main().names.max < usize::MAX).then_some(host.main().names.max),
            "reserved": host.main().names.reserved,
        },
        "limits": {
            "commands": host.main().limits.commands,
            "refuses": host.main().limits.refuses.iter().map(|slot| words::slot(*slot)).collect::<Vec<_>>(),
            "oneToolList": host.main().limits.one_tool_list,
        },
        "inherits": words::inherit(host.main().runtime.inherit),
        "costs": {
            "unknownField": words::cost(host.main().unknown_field),
            "otherTransport": words::cost(host.main().other_transport),
            "badServer": words::cost(host.main().bad_server),
        },
        "expectsValues": host.main().expects_values,
        "fields": fields(host, host.main().fields),
    })
}

fn place(host: &Host, place: &Place) -> Value {
    let gates = place
        .gates
        .iter()
        .map(|gate| json!({ "path": gate.path, "meaning": words::gate(gate.kind) }));
    json!({
        "globs": place.globs,
        "scope": words::scope(place.scope),
        "own": place.own,
        "language": place.language.name(),
        "comments": place.comments,
        "trailingCommas": place.trailing_commas,
        "byteOrderMark": place.bom,
        "roots": place.roots,
        "bare": place.bare,
        "list": place.list,
        "inner": place.inner,
        "gates": gates.collect::<Vec<_>>(),
        "prompts": place.prompts,
        "references": (!std::ptr::eq(place.format, host.main())).then(|| references(place.format.dialects)),
        "fields": (!std::ptr::eq(place.format.fields, host.main().fields)).then(|| fields(host, place.format.fields)),
    })
}

fn transports(host: &Host) -> Value {
    let rules = &host.main().transports;
    let spellings = rules.words.iter().map(|spelling| {
        let word = Some(spelling.word).filter(|word| !word.is_empty());
        json!({ "transport": spelling.transport.name(), "word": word, "optional": spelling.implied, "exact": spelling.exact })
    });
    json!({
        "field": rules.tag,
        "fieldMeans": rules.tag.map(|_| words::tag_rule(rules.rule)),
        "withoutField": match rules.missing {
            Missing::Infer => "by key",
            Missing::Is(transport) => transport.name(),
            Missing::Refused => "refused",
        },
        "words": spellings.collect::<Vec<_>>(),
        "keys": rules.infer.iter().map(|(key, transport)| json!({ "key": key, "transport": transport.name() })).collect::<Vec<_>>(),
    })
}

fn references(dialects: Dialects) -> Value {
    let one = |(slots, dialect): &(&[_], &Dialect)| {
        json!({
            "fields": (!slots.is_empty()).then(|| slots.iter().map(|slot| words::slot(*slot)).collect::<Vec<_>>()),
            "forms": words::forms(dialect),
            "unset": match dialect.unset {
                Unset::Kept => "kept",
                Unset::Empty => "empty",
            },
            "onlyWhole": dialect.whole,
            "nested": dialect.nested,
        })
    };
    dialects.iter().map(one).collect()
}

fn fields(host: &Host, fields: &[Field]) -> Value {
    let one = |field: &Field| {
        json!({
            "name": field.name,
            "aliases": field.aliases,
            "meaning": words::meaning(field),
            "type": words::kind(field.kind),
            "transports": words::transports_of(host, field),
            "required": field.required,
            "written": match field.write {
                Write::IfSet => "if set",
                Write::Always => "always",
                Write::Never => "never",
            },
        })
    };
    fields.iter().map(one).collect()
}
