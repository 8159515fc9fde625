//! Which bytes of a source look like secrets, and copies in which they are covered.

use std::ops::Range;

use super::lexical::BrokenText;
use super::{Source, walk};
use crate::secret;
use crate::syntax::{self, Node};

/// A copy of the text, of the same length in bytes, in which every byte of what looks like a secret is `*`.
///
/// Line breaks stay, so that lines and spans of the text hold for the copy too.
#[must_use]
pub(crate) fn masked(source: &Source<'_>) -> String {
    Veil::new(source).covered(0..source.text.len())
}

/// The bytes that are covered there: in order, and apart from each other.
pub(super) fn hidden(source: &Source<'_>) -> Vec<Range<usize>> {
    let mut ranges = Veil::new(source).hidden(&(0..source.text.len()));
    ranges.retain(|range| !range.is_empty());
    secret::merged(ranges)
}

/// A source that shows itself only with its secrets covered.
///
/// It is read once; after that, showing a part takes time in proportion to the part. Files are large, what is shown of
/// them is small, and looking for secrets is the slowest step.
#[derive(Debug)]
pub(in crate::report) struct Veil<'a> {
    text: &'a str,
    content: Content<'a>,
}

#[derive(Debug)]
enum Content<'a> {
    /// A tree, in which the children of a node stand in the order of the text.
    Tree(Option<Node<'a>>),
    /// What is to be covered of a tree in no order, in which no part could be found without a look at all others: in
    /// order, and apart from each other.
    Ranges(Vec<Range<usize>>),
    /// What could not be parsed.
    Words(BrokenText<'a>),
}

impl<'a> Veil<'a> {
    pub(super) fn new(source: &Source<'a>) -> Self {
        let text = source.text;
        let content = match syntax::parse(text, source.language) {
            Err(error) => Content::Words(BrokenText::new(text, error.span.range().start)),
            // The tables of a TOML file may stand in any order, and aliases of YAML mean what stands elsewhere.
            Ok(document) if !source.language.syntax().is_ordered(text) => {
                let root = document.root.as_ref();
                let mut ranges = walk::hidden(text, root, false, &(0..text.len()));
                if let Some(root) = root.filter(|_| source.language.is_yaml()) {
                    ranges.extend(walk::anchored(text, root));
                }
                ranges.retain(|range| !range.is_empty());
                Content::Ranges(secret::merged(ranges))
            }
            Ok(document) => Content::Tree(document.root),
        };
        Self { text, content }
    }

    /// The bytes `range`, which starts and ends between characters, with all secrets covered.
    pub(super) fn covered(&self, range: Range<usize>) -> String {
        let mut copy = String::with_capacity(range.len());
        let mut at = range.start;
        for hidden in self.hidden(&range) {
            let (start, end) = (hidden.start.max(at), hidden.end.min(range.end));
            if start < end {
                copy.push_str(&self.text[at..start]);
                copy.extend(self.text[start..end].bytes().map(|byte| {
                    if matches!(byte, b'\n' | b'\r') {
                        char::from(byte)
                    } else {
                        '*'
                    }
                }));
                at = end;
            }
        }
        copy.push_str(&self.text[at..range.end]);
        copy
    }

    /// What must be covered where it touches `wanted`: in order, and never a part of a character.
    fn hidden(&self, wanted: &Range<usize>) -> Vec<Range<usize>> {
        let mut hidden = match &self.content {
            Content::Words(words) => words.hidden(wanted),
            Content::Tree(root) => walk::hidden(self.text, root.as_ref(), true, wanted),
            Content::Ranges(ranges) => {
                let first = ranges.partition_point(|range| range.end <= wanted.start);
                let meets = |range: &&Range<usize>| range.start < wanted.end;
                ranges[first..].iter().take_while(meets).cloned().collect()
            }
        };
        for range in &mut hidden {
            *range =
                self.text.floor_char_boundary(range.start)..self.text.ceil_char_boundary(range.end);
        }
        hidden.sort_unstable_by_key(|range| range.start);
        hidden
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::syntax::Language;

    fn covered(text: &str, language: Language) -> String {
        masked(&Source {
            name: "a",
            text,
            language,
        })
    }

    fn json(text: &str) -> String {
        covered(text, Language::Json)
    }

    fn toml(text: &str) -> String {
        covered(text, Language::Toml)
    }

    fn yaml(text: &str) -> String {
        covered(text, Language::YamlMerge)
    }

    /// Nothing secret is in view.
    fn assert_hidden(masked: &str) {
        assert!(
            !masked.contains("q7Zr") && !masked.contains("a1B2"),
            "{masked}"
        );
    }

    /// A token that no scanner takes for a real one.
    fn token() -> String {
        format!("ghp_{}", "a1B2".repeat(9))
    }

    fn value() -> String {
        "q7Zr".repeat(5)
    }

    #[test]
    fn values_are_covered_by_their_key_or_by_their_shape() {
        let masked = json(&format!(
            r#"{{"env": {{"API_TOKEN": "{}", "PLAIN": "{}", "REGION": "eu-west"}}}}"#,
            value(),
            token()
        ));
        assert_hidden(&masked);
        assert!(masked.contains(r#""REGION": "eu-west""#), "{masked}");
    }

    #[test]
    fn the_argument_of_a_secret_flag_is_covered() {
        let masked = json(&format!(
            r#"{{"args": ["--verbose", "all", "--token", "{}", "last"]}}"#,
            value()
        ));
        assert_eq!(
            masked,
            format!(
                r#"{{"args": ["--verbose", "all", "--token", "{}", "last"]}}"#,
                "*".repeat(20)
            )
        );
    }

    #[test]
    fn a_value_that_stands_beside_its_name_is_covered() {
        assert!(
            !json(&format!(
                r#"[{{"name": "API_TOKEN", "value": "{}"}}]"#,
                value()
            ))
            .contains("q7Zr")
        );
    }

    #[test]
    fn a_value_with_escapes_is_covered_whole_and_no_longer() {
        let masked = json(&format!(r#"{{"API_TOKEN": "\u0041\"é{}"}}"#, value()));
        assert_eq!(
            masked,
            format!(r#"{{"API_TOKEN": "{}"}}"#, "*".repeat(6 + 2 + 2 + 20))
        );
    }

    #[test]
    fn every_kind_of_toml_string_is_covered_and_keeps_its_lines() {
        for quote in ["\"", "'", "\"\"\"", "'''", "\"\"\"\n", "'''\r\n"] {
            let (open, close) = (quote, quote.trim_end());
            let masked = toml(&format!("[env]\nAPI_TOKEN = {open}{}{close}\n", value()));
            assert_eq!(
                masked,
                format!("[env]\nAPI_TOKEN = {open}{}{close}\n", "*".repeat(20))
            );
        }
        let text = format!("API_TOKEN = '''{}\r\n{}'''\n", value(), value());
        assert_eq!(
            toml(&text)
                .match_indices('\n')
                .map(|(at, _)| at)
                .collect::<Vec<_>>(),
            text.match_indices('\n')
                .map(|(at, _)| at)
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn every_kind_of_yaml_string_is_covered_and_keeps_its_lines() {
        let hidden = "*".repeat(20);
        for (open, close) in [
            ("", ""),
            ("\"", "\""),
            ("'", "'"),
            ("&a ", ""),
            ("!!str ", ""),
        ] {
            let text =
                |value: &str| format!("env:\n  API_TOKEN: {open}{value}{close} # x\n  b: c\n");
            assert_eq!(yaml(&text(&value())), text(&hidden));
        }
        for text in [
            format!("API_TOKEN: |\r\n  {0}\r\n  {0}\r\nb: c\r\n", value()),
            format!("API_TOKEN: >-\n  {}\n\n\nb: c\n", value()),
            format!("API_TOKEN:\n  {}\nb: c\n", value()),
            format!("{{API_TOKEN: {}, b: c}}", value()),
            format!("args:\n- --token\n- {}\n- b: c\n", value()),
            format!("a: &a {{API_TOKEN: {}}}\nb: c\nd: *a\n<<: *a\n", value()),
            format!("b: c\n---\nAPI_TOKEN: {}\n", value()),
            format!("a:\n\tAPI_TOKEN: {}\nb: c\n", value()),
            format!("- name: API_TOKEN\n  value: {}\n- b: c\n", value()),
            format!("# API_TOKEN: {}\nb: c\n", value()),
            format!("API_TOKEN: [{}]\nb: c\n", value()),
            format!("x: &t {}\nb: c\nAPI_TOKEN: *t\n", value()),
            format!("x: [1, &t {}]\nb: c\nargs: [--token, *t]\n", value()),
            format!("x: &t |\n  {}\nb: c\nenv: {{API_TOKEN: *t}}\n", value()),
            format!("# - --token\n# - {}\nb: c\n", value()),
            format!("args:\n  - --token\n  - {}\n bad: [\nb: c\n", value()),
        ] {
            let masked = yaml(&text);
            assert!(
                !masked.contains("q7Zr") && masked.contains("b: c"),
                "{masked}"
            );
            assert_eq!(masked.len(), text.len());
            assert_eq!(masked.matches('\n').count(), text.matches('\n').count());
        }
    }

    #[test]
    fn comments_are_looked_at_too() {
        for text in [
            format!("{{}} // \"API_TOKEN\": \"{}\"", value()),
            format!("// old: {}\n{{\"a\": 1}}", token()),
            format!("/* API_TOKEN={} */", value()),
        ] {
            assert_hidden(&json(&text));
        }
        assert!(!toml(&format!("a = 1 # API_TOKEN = '{}'\n[b]\n", value())).contains("q7Zr"));
    }

    #[test]
    fn broken_texts_are_covered_as_well() {
        for text in [
            format!("{{\"env\": {{\"API_TOKEN\": \"{}\" \"b\": 1}}", value()),
            format!("{{\"env\": {{\"API_TOKEN\" \"{}\"}}}}", value()),
            format!("args: [--token, >-\n  {} ]", value()),
            format!("{{'API_TOKEN': '{}'}}", value()),
            format!("{{API_TOKEN: \"{}", value()),
            format!("{{\"n\":1,\"API_TOKEN\":\"{}\",", value()),
            format!("\"API_TOKEN\": {}=,", value()),
            format!("API_TOKEN = {}", value()),
            format!("[\"--token\",\n \"{}\"", value()),
            format!("it's {} ", token()),
            format!("{{“API_TOKEN”: \"{}\" x", value()),
            format!("{{“API_TOKEN”: “{}” x", value()),
            format!("{{\"password\": true, \"default\": \"{}\" x", value()),
            format!("{{\"API_TOKEN\"\n:\n\"{}\" x", value()),
            format!(
                "{{\"name\": \"A\", \"value\": \"{}\", \"isSecret\": true x",
                value()
            ),
            format!("{{\"API_TOKEN\": {{\"value\": \"{}\" x", value()),
            format!("[{{\"name\": \"API_TOKEN\", \"value\": \"{}\" x", value()),
            format!("[\"-u\", \"me:{}\" x", value()),
            format!("// \"--token\",\n// \"{}\"\n{{ x", value()),
        ] {
            for masked in [json(&text), toml(&text)] {
                assert_hidden(&masked);
            }
        }
    }

    #[test]
    fn what_a_broken_spot_parts_from_its_name_is_covered() {
        for text in [
            // A quote is missing, or doubled.
            format!("{{\"env\": {{\n\"API_TOKEN: \"{}\"}}}}", value()),
            format!("{{\"args\": [\"--token\", \"\"{}\"]}}", value()),
            format!("{{\"args\": [\"--token, \"{}\"]}}", value()),
            format!(
                "{{\"headers\": {{\"Authorization: \"Bearer {}\"}}}}",
                value()
            ),
            format!(
                "{{\"headers\": {{\"Authorization\": Bearer {}\"}}}}",
                value()
            ),
            format!("{{\"env\": {{\"API_TOK\"EN\": \"{}\"}}}}", value()),
            // A brace.
            format!("{{\"env\":\"A_TOKEN\":\"{}\"}}", value()),
            format!("{{\"headers\": \"X-Api-Key\": \"{}\"}}", value()),
        ] {
            assert_hidden(&json(&text));
        }
        for text in [
            format!("[s]\nargs = [\"--token\", \"\"{}\"]\n", value()),
            format!("h =  X-Api-Key = \"{}\" }}\n", value()),
            format!("h = \"{{ Authorization = \"Bearer {}\" }}\"\n", value()),
            format!("[s]\n\"API_TOKEN = \"{}\"\n", value()),
        ] {
            assert_hidden(&toml(&text));
        }
        // What else is on the line keeps its shape, and other lines are as before.
        let text = "{\n\"a\": \"x\",\n\"API_TOKEN: \"s3cr\", \"b\": 1,\n\"c\": \"d\"}";
        let shown = "{\n\"a\": \"x\",\n\"API_TOKEN: \"****\", \"*\": *,\n\"c\": \"d\"}";
        assert_eq!(json(text), shown);
        let plain = "{\"command\": \"npx\" \"args\": [\"-y\", \"docs-mcp\"]}";
        assert_eq!(json(plain), plain);
    }

    #[test]
    fn a_part_shows_the_same_as_the_whole() {
        for end in ["}", ""] {
            let text = format!(
                r#"{{"API_TOKEN": "{0}", "args": ["--token", "{0}", "é"], /* API_TOKEN={0} */ "x": [1, 2]{end}"#,
                value()
            );
            let source = Source {
                name: "",
                text: &text,
                language: Language::Json,
            };
            let (all, veil) = (masked(&source), Veil::new(&source));
            let ends: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            for (i, &start) in ends.iter().enumerate() {
                for &end in &ends[i..] {
                    assert_eq!(veil.covered(start..end), all[start..end]);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn a_masked_text_has_the_same_length_and_lines(text in "([{}:,=\\[\\]#\"'\\\\\n\r /]|token|--token|key|é|🌈|ghp_[a-z]{36}){0,40}") {
            for masked in [json(&text), toml(&text)] {
                prop_assert_eq!(masked.len(), text.len());
                for (was, is) in text.bytes().zip(masked.bytes()) {
                    prop_assert!(was == is || is == b'*' && was != b'\n');
                }
            }
        }
    }
}
