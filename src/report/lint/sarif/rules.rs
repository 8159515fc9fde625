//! Rules as SARIF describes them.

use serde_json::{Value, json};

use super::super::{page, page_url};
use super::level;
use crate::diagnostic::Level;
use crate::lint::Rule;

/// Code scanning takes no more tags of a rule.
const MAX_TAGS: usize = 20;

/// A descriptor with everything that code scanning shows or filters by.
pub(super) fn describe(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "name": title(rule.id),
        "shortDescription": { "text": page::summary(rule) },
        "fullDescription": { "text": page::description(rule) },
        "help": { "text": page::help(rule), "markdown": page::markdown(rule) },
        "helpUri": page_url(rule),
        "defaultConfiguration": { "level": level(rule.level) },
        "properties": properties(rule),
    })
}

/// The id in the form of a name, since a name that repeats the id says nothing.
fn title(id: &str) -> String {
    let words = id
        .split('-')
        .filter_map(|word| Some((word.chars().next()?, word)));
    words
        .map(|(first, word)| first.to_ascii_uppercase().to_string() + &word[first.len_utf8()..])
        .collect()
}

fn properties(rule: &Rule) -> Value {
    let mut tags = vec![rule.group.name(), "mcp"];
    let security = rule.security.map(|_| "security");
    for tag in security.into_iter().chain(rule.tags.iter().copied()) {
        if !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    tags.truncate(MAX_TAGS);
    let severity = match rule.level {
        Level::Info => "recommendation",
        Level::Warning => "warning",
        Level::Error => "error",
    };
    let mut properties = json!({ "tags": tags, "precision": "high", "problem.severity": severity });
    // A string, because a number is not read; and only here, because its presence makes a rule one about security.
    if let Some(danger) = rule.security {
        properties["security-severity"] = danger.into();
    }
    properties
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_id_in_other_letters() {
        assert_eq!(title("jsonc-in-strict-json"), "JsoncInStrictJson");
    }

    #[test]
    fn tags_are_few_and_none_comes_twice() {
        static TAGS: [&str; 30] = ["mcp"; 30];
        let rule = Rule {
            security: Some("8.0"),
            tags: &TAGS,
            ..Rule::NEW
        };
        assert_eq!(
            properties(&rule)["tags"],
            json!(["structure", "mcp", "security"])
        );
    }
}
