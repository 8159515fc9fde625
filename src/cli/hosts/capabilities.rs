//! `mcpconv hosts --fields`: which host can say what, for all hosts at once.

use serde_json::{Value, json};

use super::columns;
use crate::cli::words;
use crate::host::{Field, GateKind, Host};
use crate::hosts::HOSTS;
use crate::model::Slot;

/// Where variables can be used, each with its letter in the table.
const VARIABLES: &[(char, &str, Slot)] = &[
    ('c', "command", Slot::Command),
    ('a', "args", Slot::Args),
    ('e', "env", Slot::Env),
    ('d', "cwd", Slot::Cwd),
    ('u', "url", Slot::Url),
    ('h', "headers", Slot::Headers),
];

const HEADS: [&str; 10] = [
    "Host",
    "Transports",
    "Vars",
    "OAuth",
    "Timeouts",
    "Tools",
    "Approve",
    "Disable",
    "Cwd",
    "Env file",
];

/// What the main file of a host has.
struct Capabilities {
    transports: Vec<&'static str>,
    /// Where it expands variables, or takes their names.
    variables: Vec<Slot>,
    oauth: bool,
    startup: bool,
    call: bool,
    allow: bool,
    deny: bool,
    approvals: bool,
    disabled: bool,
    cwd: bool,
    env_file: bool,
}

impl Capabilities {
    fn new(host: &Host) -> Self {
        let main = &host.places[0];
        let fields = main.format.fields;
        let has = |slot: Slot| fields.iter().any(|field| field.slot == slot);
        let gated = |kinds: &[GateKind]| main.gates.iter().any(|gate| kinds.contains(&gate.kind));
        let expands = |slot: Slot| {
            let named = words::by_name(main.format);
            let is_named = |field: &Field| field.slot == slot && named.contains(&field.name);
            fields.iter().any(is_named)
                || (has(slot) && !main.format.dialect(slot).forms.is_empty())
        };
        let oauth = |slot: Slot| slot.is_oauth() && slot != Slot::OauthEnabled;
        Self {
            transports: words::transports(main.format),
            variables: VARIABLES
                .iter()
                .map(|(.., slot)| *slot)
                .filter(|slot| expands(*slot))
                .collect(),
            oauth: fields.iter().any(|field| oauth(field.slot)),
            startup: has(Slot::StartupTimeout),
            call: has(Slot::CallTimeout),
            allow: has(Slot::AllowTools) || gated(&[GateKind::AllowTools, GateKind::CoreTools]),
            deny: has(Slot::DenyTools)
                || gated(&[GateKind::DenyTools, GateKind::Tools, GateKind::Permissions]),
            approvals: has(Slot::Approvals)
                || has(Slot::DefaultApproval)
                || gated(&[
                    GateKind::Permissions,
                    GateKind::ApprovedTools,
                    GateKind::ApprovedMentions,
                ]),
            disabled: has(Slot::Enabled)
                || gated(&[GateKind::Off, GateKind::Only, GateKind::Rules]),
            cwd: has(Slot::Cwd),
            env_file: has(Slot::EnvFile),
        }
    }

    fn cells(&self, host: &Host) -> Vec<String> {
        let yes = |is: bool| if is { "yes" } else { "-" }.to_owned();
        let two = |first: (bool, &str), second: (bool, &str)| match (first.0, second.0) {
            (true, true) => "both".to_owned(),
            (true, false) => first.1.to_owned(),
            (false, true) => second.1.to_owned(),
            (false, false) => "-".to_owned(),
        };
        let letter = |(letter, _, slot): &(char, &str, Slot)| match self.variables.contains(slot) {
            true => *letter,
            false => '-',
        };
        vec![
            host.id.to_owned(),
            self.transports.join(" "),
            VARIABLES.iter().map(letter).collect(),
            yes(self.oauth),
            two((self.startup, "start"), (self.call, "call")),
            two((self.allow, "allow"), (self.deny, "deny")),
            yes(self.approvals),
            yes(self.disabled),
            yes(self.cwd),
            yes(self.env_file),
        ]
    }

    fn data(&self, host: &Host) -> Value {
        let variables: Vec<&str> = VARIABLES
            .iter()
            .filter(|(.., slot)| self.variables.contains(slot))
            .map(|(_, name, _)| *name)
            .collect();
        json!({
            "id": host.id,
            "name": host.name,
            "transports": self.transports,
            "variables": variables,
            "oauth": self.oauth,
            "startupTimeout": self.startup,
            "callTimeout": self.call,
            "allowTools": self.allow,
            "denyTools": self.deny,
            "approvals": self.approvals,
            "disabled": self.disabled,
            "cwd": self.cwd,
            "envFile": self.env_file,
        })
    }
}

/// What the columns mean, a line each.
fn legend() -> Vec<String> {
    let letters: Vec<String> = VARIABLES
        .iter()
        .map(|(letter, name, _)| format!("{letter} {name}"))
        .collect();
    vec![
        format!(
            "Vars: where variables can be used, also by name: {}",
            letters.join(", ")
        ),
        "OAuth: settings of the client can be given".to_owned(),
        "Timeouts: start: for starting a server; call: for calling a tool".to_owned(),
        "Tools: allow: only listed tools; deny: all but listed tools".to_owned(),
        "Approve: tools that run without asking can be listed".to_owned(),
        "Disable: a field or list disables a server without removing it".to_owned(),
    ]
}

fn rows() -> impl Iterator<Item = Vec<String>> {
    HOSTS.iter().map(|host| Capabilities::new(host).cells(host))
}

/// For people at a terminal.
pub(super) fn text() -> String {
    let heads = HEADS.map(str::to_uppercase).to_vec();
    let table: Vec<Vec<String>> = [heads].into_iter().chain(rows()).collect();
    let legend: String = legend().iter().map(|line| format!("{line}\n")).collect();
    format!("{}\n{legend}", columns("", &table))
}

/// For programs.
pub(super) fn data() -> String {
    let hosts = HOSTS
        .iter()
        .map(|host| Capabilities::new(host).data(host))
        .collect::<Vec<_>>();
    format!("{:#}\n", json!({ "version": 1, "hosts": hosts }))
}

/// For a browser. Only the test that writes `docs/hosts` needs it.
#[cfg(test)]
pub(super) fn markdown() -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let heads = HEADS.map(str::to_owned);
    let rule = HEADS.map(|_| "---".to_owned());
    let table: String = [heads.to_vec(), rule.to_vec()]
        .into_iter()
        .chain(rows().map(|mut row| {
            row[0] = format!("[{}]({0}.md)", row[0]);
            row[2] = format!("`{}`", row[2]);
            row
        }))
        .map(|row| line(&row))
        .collect();
    let legend: String = legend().iter().map(|line| format!("- {line}\n")).collect();
    format!(
        "# What hosts support\n\nWhat the main config file of each host has fields for. Made from the tables in `src/hosts`; `mcpconv hosts --fields` prints the same.\n\n{table}\n{legend}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_fits_a_terminal_and_has_every_host() {
        let text = text();
        for line in text.lines() {
            assert!(line.chars().count() <= 100, "{line}");
        }
        for host in HOSTS {
            let has = |line: &str| line.split(' ').next() == Some(host.id);
            assert!(text.lines().any(has), "{}", host.id);
        }
    }

    /// `UPDATE=1 cargo test` rewrites it.
    #[test]
    fn the_page_of_fields_is_in_sync() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/hosts/fields.md");
        let page = markdown();
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &page).expect("a writable page");
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(written == page, "out of sync; run UPDATE=1 cargo test");
    }
}
