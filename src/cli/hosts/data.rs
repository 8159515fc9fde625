//! Hosts as data: `{"version": 2, "hosts": […]}`.
//!
//! A host has `id`, `name`, `aliases`, `factsVersion`, `places`, `formats`, `precedence`, `pitfalls` and `evidence`. The
//! `format` of a place is the number of its format, counted from 0. A path inside a document is a list of keys, `*` for
//! any. `fields` of a reference is null where it holds in all that are not named before it.

use serde_json::{Value, json};

use crate::cli::words;
use crate::host::{
    Cost, Evidence, Fallback, Field, Folder, Format, Host, Inherit, Layers, Matching, MissingTag,
    On, Place, Runtime, Write,
};
use crate::model::Slot;
use crate::model::dialect::{Dialect, VariableNames};

/// The version of the form, raised when a key changes its meaning or goes away.
const VERSION: u32 = 2;

/// All we know about `hosts`.
pub(super) fn data(hosts: &[&Host]) -> String {
    let hosts: Vec<Value> = hosts.iter().map(|host| of(host)).collect();
    format!("{:#}\n", json!({ "version": VERSION, "hosts": hosts }))
}

fn of(host: &Host) -> Value {
    let formats: Vec<&Format> = host.formats().collect();
    json!({
        "id": host.id,
        "name": host.name,
        "aliases": host.aliases,
        "factsVersion": host.version,
        "places": host.places.iter().map(|each| place(each, &formats)).collect::<Vec<_>>(),
        "formats": formats.iter().map(|each| format(each)).collect::<Vec<_>>(),
        "precedence": precedence(&host.layers),
        "pitfalls": host.pitfalls,
        "evidence": host.evidence.iter().map(evidence).collect::<Vec<_>>(),
    })
}

fn place(place: &Place, formats: &[&Format]) -> Value {
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
        "bare": place.may_be_bare(),
        "list": place.list,
        "inner": place.inner,
        "gates": gates.collect::<Vec<_>>(),
        "prompts": place.prompts,
        "format": formats.iter().position(|format| std::ptr::eq(*format, place.format)),
    })
}

fn format(format: &Format) -> Value {
    let references = format
        .dialects
        .iter()
        .map(|(slots, dialect)| references(slots, dialect));
    json!({
        "fields": format.fields.iter().map(|field| self::field(format, field)).collect::<Vec<_>>(),
        "ignoredFields": format.without,
        "transports": transports(format),
        "references": references.collect::<Vec<_>>(),
        "expectsValues": format.expects_values,
        "names": {
            "extraCharacters": format.names.extra,
            "bannedCharacters": format.names.banned.chars,
            "longest": (format.names.max < usize::MAX).then_some(format.names.max),
            "reserved": format.names.reserved,
        },
        "limits": {
            "commands": format.limits.commands,
            "refuses": format.limits.refuses.iter().map(|slot| slot.name()).collect::<Vec<_>>(),
            "oneToolList": format.limits.one_tool_list,
        },
        "costs": {
            "unknownField": cost(format.unknown_field),
            "fieldsInAnyCase": format.any_case,
            "otherTransport": cost(format.other_transport),
            "badServer": cost(format.bad_server),
            "incompleteServer": cost(format.lacking()),
        },
        "runtime": runtime(&format.runtime),
    })
}

fn cost(cost: Cost) -> &'static str {
    match cost {
        Cost::Ignored => "nothing",
        Cost::Server => "server",
        Cost::File => "file",
        Cost::Start => "start",
    }
}

fn transports(format: &Format) -> Value {
    let rules = &format.transports;
    let spellings = rules.words.iter().map(|spelling| {
        let word = Some(spelling.word).filter(|word| !word.is_empty());
        json!({ "transport": spelling.transport.name(), "word": word, "optional": spelling.implied, "exact": spelling.exact })
    });
    json!({
        "field": rules.tag,
        "fieldMeans": rules.tag.map(|_| words::tag_rule(rules.rule)),
        "withoutField": match rules.missing {
            MissingTag::Infer => "by key",
            MissingTag::Is(transport) => transport.name(),
            MissingTag::Refused => "refused",
        },
        "words": spellings.collect::<Vec<_>>(),
        "keys": rules.infer.iter().map(|(key, transport)| json!({ "key": key, "transport": transport.name() })).collect::<Vec<_>>(),
        "schemes": rules.schemes.iter().map(|(scheme, transport)| json!({ "scheme": scheme, "transport": transport.name() })).collect::<Vec<_>>(),
        "paths": rules.paths.iter().map(|(path, transport)| json!({ "path": path, "transport": transport.name() })).collect::<Vec<_>>(),
    })
}

fn references(slots: &[Slot], dialect: &Dialect) -> Value {
    let fields = || slots.iter().map(|slot| slot.name()).collect::<Vec<_>>();
    json!({
        "fields": (!slots.is_empty()).then(fields),
        "forms": words::forms(dialect),
        "unset": words::unset(dialect.unset),
        "onlyNamesStartingWith": match dialect.names {
            VariableNames::Starting(start) => Some(start),
            _ => None,
        },
        "onlyWhole": dialect.whole,
        "nested": dialect.nested,
        "escapes": dialect.escapes,
        "emptyIsUnset": dialect.empty_is_unset,
        "then": dialect.then.map(|then| references(slots, then)),
    })
}

fn field(format: &Format, field: &Field) -> Value {
    json!({
        "name": field.name,
        "aliases": field.aliases,
        "slot": field.slot.name(),
        "meaning": field.meaning(),
        "type": words::kind(field.kind),
        "range": words::range(field),
        "transports": words::transports_of(format, field),
        "required": field.required,
        "written": match field.write {
            Write::IfSet => "if set",
            Write::Always => "always",
            Write::Never => "never",
        },
    })
}

fn runtime(runtime: &Runtime) -> Value {
    let (inherits, names) = match runtime.inherit {
        Inherit::All => ("all", &[][..]),
        Inherit::Filtered(words) => ("all except names with", words),
        Inherit::Few(names) => ("only", names),
        Inherit::Unknown => ("not documented", &[][..]),
    };
    json!({
        "inherits": { "which": inherits, "names": names },
        "folder": match runtime.folder {
            Folder::Unknown => None,
            folder => Some(folder.outside().unwrap_or("project")),
        },
        "fallback": match runtime.fallback {
            Fallback::None => "none",
            Fallback::ToSse | Fallback::Unsaid => "http to sse",
            Fallback::Either => "http or sse",
        },
        "schemes": runtime.schemes,
        "builtInHosts": runtime.built_in_hosts,
        "reservedUnlessDefined": runtime.reserved_bare,
        "readsStringsAsValues": runtime.coerces,
        "refusesZeroTimeouts": runtime.no_zero_time,
        "equalHeaders": cost(runtime.equal_headers),
        "entriesMayToggle": runtime.toggles,
        "appendedVariables": runtime.appends,
        "keepsItsOwnVariables": runtime.keeps_own_env,
        "oauthWithoutHeaders": runtime.oauth_or_headers != On::NONE,
        "dropsEmptyValues": runtime.drops_empty.iter().map(|slot| slot.name()).collect::<Vec<_>>(),
        "toolLists": match runtime.matching {
            Matching::Exact => "exact",
            Matching::ExactOrAll => "exact, or `*` for all",
            Matching::Glob => "glob",
            Matching::GlobOrRegex => "glob or regex",
        },
        "emptyAllowListAllowsAll": runtime.empty_list_is_none,
    })
}

fn precedence(layers: &Layers) -> Value {
    let order = layers
        .order
        .iter()
        .map(|layer| json!({ "glob": layer.glob, "root": layer.root, "note": layer.words }));
    json!({
        "strongestFirst": order.collect::<Vec<_>>(),
        "mergedByField": layers.merged,
        "listsJoined": layers.joined,
        "parentFolders": layers.parents,
        "alone": layers.alone,
        "movedBy": layers.moved.iter().map(|(variable, folder)| json!({ "variable": variable, "instead": folder })).collect::<Vec<_>>(),
    })
}

fn evidence(evidence: &Evidence) -> Value {
    json!({
        "about": evidence.about,
        "found": evidence.found.name(),
        "version": evidence.found.version(),
        "link": evidence.found.link(),
        "doubt": evidence.found.doubt(),
    })
}
