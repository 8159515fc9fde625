//! A merge gives the target's server what the source says about a unit: its command line, or its URL with all
//! credentials. Nothing of what was there before is left among it.

use std::collections::BTreeMap;

use mcpconv::hosts::HOSTS;
use mcpconv::internals::host::Host;
use mcpconv::internals::syntax::Language;
use serde_json::{Map, Value, json};

use crate::defects::{servers, value};
use crate::schemas::{toml, yaml};
use crate::support::samples::{Sample, fixtures};
use crate::support::{Folder, assert_all};

/// What decides whom a host starts or talks to, and as whom.
const UNITS: &[&str] = &[
    "command",
    "args",
    "url",
    "httpUrl",
    "serverUrl",
    "headers",
    "http_headers",
    "env_http_headers",
    "bearer_token_env_var",
    "bearer_token",
    "auth",
    "headersHelper",
    "http_headers_helper",
];

/// A document of `host` with these servers.
fn document(host: &Host, servers: BTreeMap<String, Value>) -> String {
    let place = &host.places[0];
    let inner: Value = if place.list {
        let named = servers.into_iter().map(|(name, mut server)| {
            server["name"] = name.into();
            server
        });
        named.collect()
    } else {
        servers.into_iter().collect::<Map<_, _>>().into()
    };
    let mut document = place.roots[0]
        .iter()
        .rev()
        .fold(inner, |value, key| json!({ *key: value }));
    if host.id == "mcp-proxy" {
        document["proxy"] = json!({"name": "p", "listen": {}});
    }
    match place.language {
        Language::Json => serde_json::to_string_pretty(&document).expect("JSON"),
        Language::Toml => toml(&document),
        Language::Yaml | Language::YamlMerge => yaml(&document),
    }
}

/// The units of a server, without what is empty: that says nothing.
fn units(server: &Value) -> BTreeMap<&'static str, Value> {
    let filled = |value: &Value| !value.is_null() && *value != json!([]) && *value != json!({});
    let of = UNITS.iter().map(|field| (*field, server[*field].clone()));
    of.filter(|(_, value)| filled(value)).collect()
}

/// What is wrong after a merge of `sample` into a file of `to` that has other servers under the same names.
fn broken(sample: &Sample, to: &'static Host, theirs: &[Value]) -> Option<Vec<String>> {
    let extension = |language| match language {
        Language::Json => "json",
        Language::Toml => "toml",
        Language::Yaml | Language::YamlMerge => "yaml",
    };
    let source = format!("source.{}", extension(sample.place.language));
    let target = format!("target.{}", extension(to.places[0].language));
    let folder = Folder::new(&[(&source, &sample.text)]);
    let convert = format!(
        "-q {source} --from {} --to {} --unset empty",
        sample.host.id, to.id
    );
    let ran = folder.run(&convert);
    let plain = servers(&value(Some(&ran.stdout).filter(|text| !text.is_empty())?));
    // A server that gets another name never takes that of one that is there.
    let own = servers(&value(&sample.text));
    let plain: BTreeMap<String, Value> = plain
        .into_iter()
        .filter(|(name, _)| own.contains_key(name))
        .collect();
    let before: BTreeMap<String, Value> = plain
        .keys()
        .cloned()
        .zip(theirs.iter().cycle().cloned())
        .collect();
    folder.write(&target, document(to, before.clone()));
    if folder.run(&format!("{convert} -o {target}")).code != 0 {
        return None;
    }
    let merged = servers(&value(&folder.read(&target)));
    if plain
        .iter()
        .all(|(name, server)| units(server) == units(&before[name]))
    {
        return None;
    }
    let wrong = plain.iter().filter_map(|(name, server)| {
        let (expected, found) = (
            units(server),
            units(merged.get(name).unwrap_or(&Value::Null)),
        );
        let case = format!("{} into {}", sample.name, to.id);
        (expected != found).then(|| format!("{case}, `{name}`: {expected:?} became {found:?}"))
    });
    Some(wrong.collect())
}

#[test]
fn a_merge_leaves_nothing_of_the_old_command_or_the_old_credentials() {
    let samples = fixtures();
    let (mut merged, mut wrong) = (0, Vec::new());
    for to in HOSTS {
        let own = samples
            .iter()
            .find(|sample| sample.host.id == to.id)
            .expect("a fixture");
        let theirs: Vec<Value> = servers(&value(&own.text)).into_values().collect();
        assert!(!theirs.is_empty(), "{}", to.id);
        for sample in samples.iter().filter(|sample| sample.host.id != to.id) {
            if let Some(lines) = broken(sample, to, &theirs) {
                merged += 1;
                wrong.extend(lines);
            }
        }
    }
    assert!(merged > 100, "only {merged} files were changed by a merge");
    assert_all(&wrong);
}
