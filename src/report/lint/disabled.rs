//! What a configuration takes away from the linter. Whoever reads a report sees it, since whoever sent the change may
//! have written the configuration too.

use serde_json::{Value, json};

use super::count;
use crate::diagnostic::Level;

/// What findings could not be made, or do not count, because a configuration says so.
#[derive(Clone, Debug, Default)]
pub(crate) struct DisabledChecks {
    /// The configuration.
    pub(crate) file: String,
    /// Rules that are off.
    pub(crate) off: Vec<&'static str>,
    /// Rules below their own level, and the level they have.
    pub(crate) lowered: Vec<(&'static str, Level)>,
    /// Patterns of files that are left out.
    pub(crate) excluded: Vec<String>,
    /// Rules of which some findings do not count.
    pub(crate) ignored: Vec<&'static str>,
    /// A list of findings that do not count, and how many of them there are.
    pub(crate) baseline: Option<(String, usize)>,
    /// Servers are held against a list of what may run.
    pub(crate) policy: bool,
}

impl DisabledChecks {
    pub(crate) fn is_empty(&self) -> bool {
        let lists = self.off.len() + self.lowered.len() + self.excluded.len() + self.ignored.len();
        lists == 0 && self.baseline.is_none() && !self.policy
    }

    /// One sentence about all of it; the patterns in it come from a file.
    pub(crate) fn sentence(&self) -> String {
        let mut parts = Vec::new();
        let mut part = |verb: &str, what: Vec<String>| {
            if !what.is_empty() {
                parts.push(format!("{verb} {}", what.join(", ")));
            }
        };
        let names = |list: &[&str]| list.iter().map(|name| format!("`{name}`")).collect();
        part("disables", names(&self.off));
        let lowered = self.lowered.iter();
        part(
            "lowers",
            lowered
                .map(|(rule, level)| format!("`{rule}` to {}", level.name()))
                .collect(),
        );
        let excluded: Vec<&str> = self.excluded.iter().map(String::as_str).collect();
        part("excludes", names(&excluded));
        part("ignores some findings of", names(&self.ignored));
        if let Some((path, known)) = &self.baseline {
            let known = count(*known, "finding");
            parts.push(format!("hides {known} by the baseline `{path}`"));
        }
        if self.policy {
            parts.push("sets a policy".to_owned());
        }
        format!("`{}` {}", self.file, parts.join("; "))
    }

    pub(super) fn data(&self) -> Value {
        let lowered: serde_json::Map<String, Value> = self
            .lowered
            .iter()
            .map(|(rule, level)| ((*rule).to_owned(), level.name().into()))
            .collect();
        json!({
            "file": self.file,
            "off": self.off,
            "lowered": lowered,
            "excluded": self.excluded,
            "ignored": self.ignored,
            "baseline": self.baseline.as_ref().map(|(file, known)| json!({ "file": file, "findings": known })),
            "policy": self.policy,
        })
    }
}
