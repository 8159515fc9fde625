//! A merge gives the target's server what the source says about a unit: its command line, or its URL with all
//! credentials. Nothing of what was there before is left among it, and a second merge finds nothing to do.

use std::collections::BTreeMap;

use mcpconv::convert::{
    Conversion, EffectRow, Environment, Options, Target, Unset, convert, merge,
};
use mcpconv::effect::{Aspect, compare};
use mcpconv::hosts::HOSTS;
use mcpconv::internals::host::{Host, read};
use mcpconv::internals::syntax::parse;
use mcpconv::model::Server;
use rayon::prelude::*;
use serde_json::{Map, Value, json};

use super::case::{is_asked_for, printed};
use crate::support::samples::{Sample, fixtures};
use crate::support::{assert_all, plain};

/// What decides whom a host starts or talks to, and as whom.
fn is_of_a_unit(aspect: &Aspect) -> bool {
    matches!(
        aspect,
        Aspect::Program
            | Aspect::Args
            | Aspect::Transport
            | Aspect::Url
            | Aspect::Header(_)
            | Aspect::HeadersHelper
            | Aspect::Oauth(_)
    )
}

/// The servers of a document, each as it is written.
fn entries(sample: &Sample) -> Vec<Value> {
    let document = sample.document();
    let root = document.root.as_ref().expect("a document");
    let root = root.at(sample.place.roots[0]);
    match root.map(plain) {
        Some(Value::Object(map)) => map.into_iter().map(|(_, server)| server).collect(),
        Some(Value::Array(list)) => list,
        _ => panic!("{} has no servers", sample.name),
    }
}

/// A document for the place of `own` with these servers.
fn document(own: &Sample, servers: BTreeMap<&str, &Value>) -> String {
    let inner: Value = if own.place.list {
        let named = servers.into_iter().map(|(name, server)| {
            let mut server = server.clone();
            server["name"] = name.into();
            server
        });
        named.collect()
    } else {
        let named = servers.into_iter();
        let map: Map<_, _> = named
            .map(|(name, server)| (name.to_owned(), server.clone()))
            .collect();
        map.into()
    };
    let root = own.place.roots[0].iter().rev();
    let servers = root.fold(inner, |value, key| json!({ *key: value }));
    let mut document: Value = serde_json::from_str(own.host.frame).unwrap_or_else(|_| json!({}));
    for (key, value) in servers.as_object().expect("a map") {
        document[key.as_str()] = value.clone();
    }
    printed(own.place.language, &document)
}

/// What the host of `own` reads in a text, by name.
fn servers(own: &Sample, text: &str) -> BTreeMap<String, Server> {
    let document = parse(text, own.place.language).expect("an output that parses");
    let read = read(&document, own.host, own.place).expect("an output with servers");
    let servers = read.config.servers.into_iter();
    servers
        .map(|server| (server.name.clone(), server))
        .collect()
}

fn merged(sample: &Sample, own: &Sample, text: &str) -> Conversion {
    let environment = Environment::default();
    let options = Options {
        unset: Unset::Empty,
        ..Options::new(own.host, &environment)
    };
    let target = Target {
        text,
        bom: false,
        place: own.place,
        mirror: false,
        project: None,
    };
    merge(&[sample.input()], &options, &target)
}

/// What is wrong after a merge of `sample` into a file such as `own` that has other servers under the same names.
fn broken(sample: &Sample, own: &Sample, theirs: &[Value]) -> Option<Vec<String>> {
    let environment = Environment::default();
    let options = Options {
        unset: Unset::Empty,
        place: Some(own.place),
        ..Options::new(own.host, &environment)
    };
    let alone = servers(own, &convert(&[sample.input()], &options).text?);
    let names = alone.keys().map(String::as_str);
    let before = document(own, names.zip(theirs.iter().cycle()).collect());
    let done = merged(sample, own, &before);
    let after = done.text?;
    if after == before {
        return None;
    }
    // A folder that the file sets moves relative paths, which is reported.
    let folder = |row: &&EffectRow| {
        row.reason
            .ends_with("folder that only the target's entry sets")
    };
    let silent = done.effects.iter();
    let silent = silent.filter(|row| row.silent && !folder(row));
    let silent = silent.map(|row| {
        let (name, what) = (&row.target, row.aspect.name());
        format!(
            "{} into {}, `{name}`: nothing explains {what}",
            sample.name, own.host.id
        )
    });
    let after = servers(own, &after);
    let wrong = alone.iter().flat_map(|(name, server)| {
        let case = format!("{} into {}, `{name}`", sample.name, own.host.id);
        let Some(found) = after.get(name) else {
            return vec![format!("{case} is gone")];
        };
        let changes = compare(own.place, server, own.place, found);
        // In another folder, a path among the arguments is another one.
        let moved = changes.iter().any(|change| change.aspect == Aspect::Folder);
        changes
            .into_iter()
            .filter(|change| is_of_a_unit(&change.aspect))
            .filter(|change| !(moved && change.aspect == Aspect::Args))
            .map(|change| format!("{case}: {} is another", change.aspect.name()))
            .collect()
    });
    Some(silent.chain(wrong).collect())
}

/// The files with every field, of which every host has one.
fn full() -> Vec<Sample> {
    let mut samples = fixtures();
    samples.retain(|sample| sample.name.contains("/full."));
    assert_eq!(samples.len(), HOSTS.len());
    samples
}

#[test]
fn a_merge_leaves_nothing_of_the_old_command_or_the_old_credentials() {
    let (mut samples, full) = (fixtures(), full());
    // Names that a host refuses get others, and other ones where those are taken.
    samples.retain(|sample| !sample.name.contains("/refused"));
    let tried = full.par_iter().map(|own| {
        let theirs = entries(own);
        assert!(!theirs.is_empty(), "{}", own.name);
        let others = samples
            .iter()
            .filter(|sample| sample.host.id != own.host.id && is_asked_for(sample.host, own.host));
        let broken: Vec<Vec<String>> = others
            .filter_map(|sample| broken(sample, own, &theirs))
            .collect();
        (broken.len(), broken.concat())
    });
    let tried: Vec<(usize, Vec<String>)> = tried.collect();
    let count: usize = tried.iter().map(|(count, _)| count).sum();
    assert!(count > 20, "only {count} files were changed by a merge");
    assert_all(
        &tried
            .into_iter()
            .flat_map(|(_, wrong)| wrong)
            .collect::<Vec<_>>(),
    );
}

/// Whether a merge came about; if so, the same once more changes nothing.
fn twice(sample: &Sample, own: &Sample) -> Result<bool, String> {
    let case = format!("{} into {}", sample.name, own.name);
    let once = merged(sample, own, &own.text);
    let failed = |said: &&mcpconv::diagnostic::Diagnostic| said.rule == "conversion-failed";
    if let Some(said) = once.diagnostics.list().iter().find(failed) {
        return Err(format!("{case}: {}", said.message));
    }
    let Some(text) = once.text else {
        return Ok(false);
    };
    let text = text.trim_start_matches('\u{feff}');
    match merged(sample, own, text).text {
        Some(again) if again.trim_start_matches('\u{feff}') == text => Ok(true),
        _ => Err(format!("{case} is not stable")),
    }
}

/// Fixtures of every host merged into fixtures of every host: what works once changes nothing the second time.
#[test]
fn merging_twice_is_merging_once() {
    let (samples, full) = (fixtures(), full());
    let different = |from: &Host, to: &Host| from.id != to.id && is_asked_for(from, to);
    let tried: Vec<Result<bool, String>> = samples
        .par_iter()
        .flat_map_iter(|own| {
            let others = full
                .iter()
                .filter(|sample| different(sample.host, own.host));
            others.map(move |sample| twice(sample, own))
        })
        .collect();
    let count = tried.iter().filter(|done| **done == Ok(true)).count();
    assert!(count > 20, "only {count} pairs could be merged");
    assert_all(
        &tried
            .into_iter()
            .filter_map(Result::err)
            .collect::<Vec<_>>(),
    );
}
