//! `mcpconv rules` and `mcpconv explain`: what is checked, and why.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _};

use serde_json::{Value, json};

use super::args::{Color, OutputFormat};
use super::terminal::Terminal;
use super::{problem, prose};
use crate::diagnostic::Diagnostic;
use crate::lint::{RULES, Rule, by_id};
use crate::report::lint::page_url;
use crate::report::sanitize;

/// All rules by group: their names, levels and fixes, and what they find.
pub(super) fn list(format: OutputFormat) -> String {
    match format {
        OutputFormat::Human => human(),
        OutputFormat::Json => format!(
            "{:#}\n",
            RULES.iter().map(|rule| data(rule)).collect::<Value>()
        ),
    }
}

fn human() -> String {
    let width = RULES.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    let mut text = String::new();
    let mut group = None;
    for rule in RULES {
        if group != Some(rule.group) {
            let _ = writeln!(
                text,
                "{}{}",
                if group.is_some() { "\n" } else { "" },
                rule.group.name()
            );
            group = Some(rule.group);
        }
        let fix = rule
            .fix
            .map_or(String::new(), |fix| format!("{} fix", fix.name()));
        let _ = writeln!(
            text,
            "  {:<width$}  {:<7}  {fix:<10}  {}",
            rule.id,
            rule.level.name(),
            rule.summary()
        );
    }
    text
}

fn data(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "level": rule.level.name(),
        "strict": rule.strict.unwrap_or(rule.level).name(),
        "locked": rule.locked.or(rule.strict).unwrap_or(rule.level).name(),
        "group": rule.group.name(),
        "fix": rule.fix.map(crate::lint::Safety::name),
        "securitySeverity": rule.security,
        "tags": rule.tags,
        "summary": rule.summary(),
        "url": page_url(rule),
    })
}

/// The page of a rule.
///
/// # Errors
/// There is no such rule.
pub(super) fn explain(name: &str) -> Result<String, Box<Diagnostic>> {
    if let Some(rule) = by_id(name) {
        let look = Terminal::look(Color::Auto, io::stdout().is_terminal());
        let text = prose::render(rule.page, &look);
        return Ok(format!("{text}\n{}\n", page_url(rule)));
    }
    let near = RULES
        .iter()
        .map(|rule| (strsim::damerau_levenshtein(rule.id, name), rule.id))
        .min();
    let help = match near {
        Some((distance, id)) if distance <= 4 || id.contains(name) => {
            format!("did you mean `{id}`?")
        }
        _ => "`mcpconv rules` lists all rules".to_owned(),
    };
    Err(
        problem("unknown-rule", format!("unknown rule `{}`", sanitize(name)))
            .help(help)
            .into(),
    )
}
