//! The linter: places, fixes, formats.

use mcpconv::internals::syntax::parse;
use mcpconv::{Safety, Subject};

use crate::languages::on_characters;

pub fn lint(data: &[u8]) {
    let Some((host, _, text)) = super::chosen(data) else {
        return;
    };
    let input = super::input(host, text);
    let subject = Subject::new("a", &input);
    for finding in mcpconv::lint(&subject).findings {
        let related = finding.related.iter().map(|related| related.span);
        for span in finding.span.into_iter().chain(related) {
            on_characters(input.text, span.range());
        }
    }
    let Some(fixed) = mcpconv::fix(&subject, Safety::Unsafe) else {
        return;
    };
    let language = input.place.language;
    if parse(input.text, language).is_ok() {
        let after = parse(&fixed.text, language);
        assert!(after.is_ok(), "a fix breaks it: {}", fixed.text);
    }
    let again = Subject {
        text: &fixed.text,
        bom: false,
        ..subject
    };
    let again = mcpconv::fix(&again, Safety::Unsafe);
    let left: Vec<_> = again.iter().flat_map(|again| &again.done).take(3).collect();
    assert!(left.is_empty(), "fixes are left: {left:?}\n{}", fixed.text);
}

/// A token that no scanner takes for a real one.
fn token() -> String {
    format!("gh{}_{}", 'p', "a1B2c3D4e5F6".repeat(3))
}

pub fn formats(data: &[u8]) {
    let Some((host, _, text)) = super::chosen(data) else {
        return;
    };
    let token = token();
    // In the middle of a word nobody takes it for a token.
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut planted = String::new();
    for (at, piece) in text.split("npx").enumerate() {
        let glued = planted.ends_with(is_word) || piece.starts_with(is_word);
        planted.push_str(match (at, glued) {
            (0, _) => "",
            (_, true) => "npx",
            (_, false) => &token,
        });
        planted.push_str(piece);
    }
    let text = planted;
    let input = super::input(host, &text);
    for (name, report) in mcpconv::internals::report::formats(&Subject::new("a b.json", &input)) {
        assert!(!report.contains(&token), "{name} shows a secret: {report}");
        let control = |c: char| c.is_control() && c != '\n';
        assert!(
            !report.contains(control),
            "{name} has control characters: {report:?}"
        );
        let documents: Vec<&str> = match name {
            "json" | "sarif" | "gitlab" | "rdjson" => vec![report.as_str()],
            "json-lines" => report.lines().collect(),
            _ => Vec::new(),
        };
        for document in documents {
            let parsed = serde_json::from_str::<serde_json::Value>(document);
            assert!(parsed.is_ok(), "{name} is not JSON: {document}");
        }
    }
}
