//! What servers are called in the target.

use std::collections::HashSet;

use crate::diagnostic::{Diagnostic, Level};
use crate::host::Host;
use crate::model::Server;

/// The names of the servers of one target.
pub(super) struct Names {
    target: &'static Host,
    /// Those that were written.
    taken: HashSet<String>,
}

impl Names {
    pub(super) fn new(target: &'static Host) -> Self {
        Self {
            target,
            taken: HashSet::new(),
        }
    }

    /// The name the target takes, which says so if it is another one.
    pub(super) fn choose(&self, server: &Server, problems: &mut Vec<Diagnostic>) -> String {
        let rule = &self.target.main().names;
        if takes_any_name(&self.target.main().names) {
            return server.name.clone();
        }
        let mut name: String = match rule.extra {
            None => server.name.clone(),
            Some(extra) => server
                .name
                .chars()
                .map(|c| {
                    if c.is_ascii_alphanumeric() || extra.contains(c) {
                        c
                    } else {
                        '-'
                    }
                })
                .collect(),
        };
        if rule.extra.is_some() && name.is_empty() {
            name.push_str("server");
        }
        if rule.reserved.contains(&name.as_str()) {
            name.push_str("-mcp");
        }
        if rule.trim {
            name = name.trim_matches(['-', '_']).to_owned();
            if name.is_empty() {
                name.push_str("server");
            }
        }
        name.truncate(name.floor_char_boundary(rule.max));
        let stem = name.clone();
        for number in 2.. {
            if !self.taken.contains(&name) {
                break;
            }
            let suffix = format!("-{number}");
            let room =
                stem.floor_char_boundary(stem.len().min(rule.max.saturating_sub(suffix.len())));
            name = format!("{}{suffix}", &stem[..room]);
        }
        if name != server.name {
            let message = format!("`{}` is written as `{name}`", server.name);
            let problem = Diagnostic::new(
                "conversion-name-changed",
                Level::Info,
                server.name_span,
                message,
            );
            problems.push(
                problem
                    .label(format!("{} does not take this name", self.target.name))
                    .help("update permission rules that name the server"),
            );
        }
        name
    }

    /// A server of this name is in the document.
    pub(super) fn written(&mut self, name: &str) {
        if !takes_any_name(&self.target.main().names) {
            self.taken.insert(name.to_owned());
        }
    }
}

/// Names that are never changed cannot clash.
fn takes_any_name(names: &crate::host::Names) -> bool {
    names.extra.is_none() && names.max == usize::MAX && names.reserved.is_empty()
}
