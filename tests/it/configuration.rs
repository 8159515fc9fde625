//! The page about the configuration says what is so.

use mcpconv::internals::config::{Baseline, Settings, schema};

use crate::support::blocks;

const PAGE: &str = include_str!("../../docs/configuration.md");

#[test]
fn the_example_is_understood_as_a_whole() {
    let examples = blocks(PAGE, "toml");
    assert_eq!(examples.len(), 1);
    let settings = Settings::parse(examples[0]).expect("a configuration");
    assert_eq!(
        settings
            .files
            .host("config/a/b.mcp.json")
            .map(|host| host.id),
        Some("claude-code")
    );
    assert_eq!((settings.rules.len(), settings.ignores.len()), (2, 1));
    assert!(settings.policy.is_some() && settings.sync.is_some_and(|sync| sync.targets.len() == 1));
}

#[test]
fn the_example_names_every_key() {
    /// All keys of a schema, wherever they are, but for the names of rules.
    fn keys<'s>(schema: &'s serde_json::Value, found: &mut Vec<&'s str>) {
        for (key, value) in schema["properties"].as_object().into_iter().flatten() {
            found.push(key);
            if key != "rules" {
                keys(value, found);
                keys(&value["items"], found);
            }
        }
    }
    let schema = schema();
    let mut found = Vec::new();
    keys(&schema, &mut found);
    assert!(found.len() > 20, "{found:?}");
    let example = blocks(PAGE, "toml")[0];
    for key in found {
        let said = [
            format!("\n{key} = "),
            format!("[{key}]"),
            format!(".{key}]"),
        ];
        assert!(
            said.iter().any(|form| example.contains(form.as_str())),
            "the example does not show `{key}`"
        );
    }
}

#[test]
fn the_example_of_a_baseline_is_one() {
    let examples = blocks(PAGE, "json");
    assert_eq!(examples.len(), 1);
    Baseline::parse(examples[0]).expect("a baseline");
}

/// Whatever is cut off or put in, an answer comes back, and every place is within the text.
#[test]
fn a_damaged_configuration_is_told_and_nothing_worse() {
    let example = blocks(PAGE, "toml")[0];
    let check = |text: &str| {
        for problem in Settings::parse(text).err().into_iter().flatten() {
            let range = problem.span.expect("a place").range();
            assert!(
                text.get(range.clone()).is_some(),
                "{range:?} is not in\n{text}"
            );
        }
    };
    for (at, _) in example.char_indices().step_by(9) {
        check(&example[..at]);
    }
    for (at, _) in example.match_indices(['"', '=', '[', '\n']).step_by(7) {
        for put in ["é", "]", "{", "1", "\"", "x = 1\n", "[[ignore]]\n", "\0"] {
            check(&format!("{}{put}{}", &example[..at], &example[at..]));
            check(&format!("{}{put}{}", &example[..at], &example[at + 1..]));
        }
    }
}
