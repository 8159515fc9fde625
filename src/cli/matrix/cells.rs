//! What a conversion says about each server.

use std::collections::{HashMap, HashSet};

use crate::convert::{Action, Class, Conversion};
use crate::diagnostic::Level;
use crate::host::Host;

/// Servers and hosts.
pub(super) struct Matrix {
    /// The files, with their hosts.
    pub(super) files: Vec<(String, &'static Host)>,
    /// The servers, in the order of the files.
    pub(super) servers: Vec<String>,
    /// One for each target.
    pub(super) columns: Vec<Column>,
}

/// A target, and what becomes of the servers in it.
pub(super) struct Column {
    pub(super) host: &'static Host,
    pub(super) servers: HashMap<String, Survival>,
    /// Why nothing could be written at all.
    pub(super) failed: Option<CellReason>,
}

/// What becomes of a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Survival {
    pub(super) fate: Fate,
    /// Why it is not kept; each once.
    pub(super) reasons: Vec<CellReason>,
}

/// How much of a server survives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Fate {
    /// The target does the same.
    #[default]
    Kept,
    /// It is written, but not everything of it.
    Changed,
    /// It is not written.
    Skipped,
}

impl Fate {
    pub(super) const ALL: [Self; 3] = [Self::Kept, Self::Changed, Self::Skipped];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Changed => "changed",
            Self::Skipped => "skipped",
        }
    }
}

/// Why a server is not kept.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CellReason {
    pub(super) rule: &'static str,
    /// As the conversion says it.
    pub(super) message: String,
    /// Without the names of the server and of the host, so that the same reason reads the same.
    pub(super) plain: String,
}

const SKIPPED: &str = "conversion-server-skipped";

impl Column {
    pub(super) fn new(host: &'static Host, conversion: &Conversion) -> Self {
        let mut column = Self {
            host,
            servers: HashMap::new(),
            failed: None,
        };
        let servers: HashSet<&str> = conversion
            .rows
            .iter()
            .filter_map(|row| row.server.as_deref())
            .collect();
        // What is only worth knowing changes nothing.
        let said = conversion.diagnostics.list().iter();
        let harmless: HashSet<&str> = said
            .filter(|said| said.level == Level::Info)
            .map(|said| said.message.as_str())
            .collect();
        let is_harmless = |reason: &str| harmless.contains(reason);
        for row in &conversion.rows {
            if row.reason.as_deref().is_some_and(is_harmless) {
                continue;
            }
            // What a file says about a server outside of it is told with the server's name.
            let about = || named(row.reason.as_deref()?).filter(|name| servers.contains(name));
            let Some(server) = row.server.as_deref().or_else(about) else {
                continue;
            };
            let cell = column.servers.entry(server.to_owned()).or_default();
            match (row.rule, row.class) {
                (Some(rule), _) => {
                    let message = row.reason.as_deref().unwrap_or(rule);
                    cell.add(rule, message, server, host);
                }
                (None, Class::Expanded) => {
                    let message = "variables are replaced by their values";
                    cell.add("conversion-secret-inlined", message, server, host);
                }
                (None, _) => {}
            }
        }
        for row in conversion
            .effects
            .iter()
            .filter(|row| !is_harmless(&row.reason))
        {
            let cell = column.servers.entry(row.server.clone()).or_default();
            // Values are told above, so this is a variable in place of an input.
            if row.rule.is_none() && row.replaced && cell.fate == Fate::Kept {
                let message = "inputs become variables";
                cell.add("conversion-field-dropped", message, &row.server, host);
            }
            if let Some(rule) = row.rule {
                // What is said about a value need not be said about its effect.
                if cell.reasons.iter().all(|reason| reason.rule != rule) {
                    cell.add(rule, &row.reason, &row.server, host);
                }
            }
        }
        for status in &conversion.statuses {
            let cell = column.servers.entry(status.name.clone()).or_default();
            if status.action == Action::Skipped {
                cell.fate = Fate::Skipped;
            }
        }
        let mut said = conversion.diagnostics.list().iter();
        let error = said.find(|said| said.level == Level::Error);
        if let Some(error) = error.filter(|_| conversion.text.is_none()) {
            column.failed = Some(CellReason {
                rule: error.rule,
                message: error.message.clone(),
                plain: plain(&error.message, "", host),
            });
        }
        column
    }

    /// What becomes of a server. One that no part is said about has no parts, and is kept.
    pub(super) fn cell(&self, server: &str) -> Survival {
        let mut cell = self.servers.get(server).cloned().unwrap_or_default();
        if let Some(reason) = self.failed.as_ref().filter(|_| cell.fate != Fate::Skipped) {
            cell.fate = Fate::Skipped;
            cell.reasons = vec![reason.clone()];
        }
        cell
    }
}

impl Survival {
    fn add(&mut self, rule: &'static str, message: &str, server: &str, host: &Host) {
        let fate = if rule == SKIPPED {
            Fate::Skipped
        } else {
            Fate::Changed
        };
        // Whoever is skipped is skipped for that, whatever else there is.
        if fate > self.fate {
            self.fate = fate;
            self.reasons.clear();
        }
        let reason = CellReason {
            rule,
            message: message.to_owned(),
            plain: plain(message, server, host),
        };
        if fate == self.fate && !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }
}

/// The server that a message starts with.
fn named(message: &str) -> Option<&str> {
    let (name, rest) = message.strip_prefix('`')?.split_once('`')?;
    rest.starts_with(": ").then_some(name)
}

/// A message without the names of a server and a host.
fn plain(message: &str, server: &str, host: &Host) -> String {
    let quoted = format!("`{server}`");
    let rest = message
        .strip_prefix(&format!("{quoted} is skipped: "))
        .or_else(|| message.strip_prefix(&format!("{quoted}: ")))
        .unwrap_or(message);
    let rest = match rest.strip_prefix(&quoted).filter(|_| !server.is_empty()) {
        Some(rest) => format!("the server{rest}"),
        None => rest.to_owned(),
    };
    // A name may be a part of another one.
    let mut text = String::with_capacity(rest.len());
    let mut left = rest.as_str();
    while let Some(at) = left.find(host.name) {
        let (before, from) = left.split_at(at);
        let after = &from[host.name.len()..];
        let is_word = !before.ends_with(|c: char| c.is_alphanumeric() || c == '`')
            && !after.starts_with(|c: char| c.is_alphanumeric() || c == '`');
        text.push_str(before);
        text.push_str(if is_word { "the host" } else { host.name });
        left = after;
    }
    text.push_str(left);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::by_name;

    #[test]
    fn a_reason_is_the_same_for_every_server_and_host() {
        let codex = by_name("codex").expect("a host");
        for (message, expected) in [
            (
                "`a` is skipped: Codex does not support it",
                "the host does not support it",
            ),
            (
                "`a`: `x` has no counterpart in Codex",
                "`x` has no counterpart in the host",
            ),
            ("`a` counts on `X`", "the server counts on `X`"),
            ("Codexes stay", "Codexes stay"),
        ] {
            assert_eq!(plain(message, "a", codex), expected);
        }
    }
}
