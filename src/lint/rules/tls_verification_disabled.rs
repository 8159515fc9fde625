//! A setting that lets anybody pose as the other side.

use std::cell::LazyCell;

use super::common::shared_level;
use crate::diagnostic::Level;
use crate::launch::program;
use crate::lint::command::{assigned, words};
use crate::lint::file::{File, LintServer};
use crate::lint::{Check, Found, Group, Rule};

pub(super) static RULE: Rule = Rule {
    id: "tls-verification-disabled",
    level: Level::Error,
    group: Group::Security,
    security: Some("7.4"),
    tags: &["MCP07"],
    strays: true,
    page: crate::lint::page!("../../../docs/rules/tls-verification-disabled.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let level = shared_level(file);
    let mut add = |span, what: &str| {
        out.add(span, format!("`{}` turns off certificate checks with `{what}`", server.name))
            .level(level)
            .label("anyone on the network can read and change the traffic, tokens included")
            .help("trust the certificate instead, for example with `NODE_EXTRA_CA_CERTS` or `SSL_CERT_FILE`");
    };
    for set in assigned(file, server) {
        if turns_off(set.name, &set.value) {
            add(set.span, set.name);
        }
    }
    let words = words(server);
    let curl = LazyCell::new(|| words.iter().position(|word| program(word.text) == "curl"));
    for (at, word) in words.iter().enumerate() {
        if !word.text.starts_with('-') {
            continue;
        }
        let name = word.text.split('=').next().unwrap_or_default();
        let switch = matches!(
            name,
            "--insecure" | "--no-verify-ssl" | "--no-check-certificate" | "--allow-insecure-host"
        ) && !word.text.ends_with("=false");
        if switch || word.text == "-k" && curl.is_some_and(|curl| curl <= at) {
            add(server.word(file, word), name);
        }
    }
}

/// Whether a variable of this name and value turns the checks off.
fn turns_off(name: &str, value: &str) -> bool {
    let no = ["0", "false", "no", "off"]
        .iter()
        .any(|no| no.eq_ignore_ascii_case(value.trim()));
    let given = !value.trim().is_empty() && !no;
    match name {
        "NODE_TLS_REJECT_UNAUTHORIZED" | "PYTHONHTTPSVERIFY" => value.trim() == "0",
        "GIT_SSL_NO_VERIFY" | "UV_INSECURE_HOST" => given,
        _ if name.eq_ignore_ascii_case("npm_config_strict_ssl") => no,
        // Servers put the name of their service in front: `JIRA_SSL_VERIFY`.
        _ => {
            no && ["SSL_VERIFY", "VERIFY_SSL", "TLS_VERIFY"]
                .iter()
                .any(|known| {
                    name.strip_suffix(known)
                        .is_some_and(|rest| rest.is_empty() || rest.ends_with('_'))
                })
        }
    }
}
