//! Every language: texts to trees, and edits.

use mcpconv::Language;
use mcpconv::internals::edit::changed;
use mcpconv::internals::syntax::{Node, parse};

pub fn json(data: &[u8]) {
    of(data, Language::Json);
}

pub fn toml(data: &[u8]) {
    of(data, Language::Toml);
}

pub fn yaml(data: &[u8]) {
    of(data, Language::Yaml);
    of(data, Language::YamlMerge);
}

fn of(data: &[u8], language: Language) {
    let Some((_, _, text)) = super::chosen(data) else {
        return;
    };
    let document = match parse(text, language) {
        Ok(document) => document,
        Err(error) => return on_characters(text, error.span.range()),
    };
    let Some(root) = &document.root else { return };
    look(text, root);
    // A member that was not there, and one that was.
    let new = changed(text, language, &["fuzz-key"], Some("a \"b\" 'c' # d"));
    let old = root.members().last().map(|member| &*member.key);
    let replaced = old.and_then(|key| changed(text, language, &[key], Some("x")));
    for (key, result) in [(Some("fuzz-key"), new), (old, replaced)] {
        let (Some(key), Some(result)) = (key, result) else {
            continue;
        };
        let again = parse(&result, language);
        let again =
            again.unwrap_or_else(|error| panic!("an edit breaks it: {}\n{result}", error.reason));
        let found = again.root.as_ref().and_then(|root| root.member(key));
        assert!(
            found.is_some_and(|member| member.value.as_str().is_some()),
            "an edit is not there: {key}\n{result}"
        );
        let value = found.and_then(|member| member.value.as_str());
        assert_eq!(
            changed(&result, language, &[key], value).as_deref(),
            Some(result.as_str()),
            "the same again changes something"
        );
    }
}

fn look(text: &str, node: &Node<'_>) {
    on_characters(text, node.span.range());
    node.items().iter().for_each(|item| look(text, item));
    for member in node.members() {
        on_characters(text, member.key_span.range());
        look(text, &member.value);
    }
}

/// Whether bytes are a part of the text that can be shown.
pub(crate) fn on_characters(text: &str, range: std::ops::Range<usize>) {
    assert!(
        text.get(range.clone()).is_some(),
        "{range:?} of {}",
        text.len()
    );
}
