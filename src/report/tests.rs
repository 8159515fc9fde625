//! Whole reports, as people see them.

use insta::assert_snapshot;
use proptest::prelude::*;

use super::sanitize::is_unsafe;
use super::{Look, Source, human, json};
use crate::diagnostic::{Diagnostic, Diagnostics, Level};
use crate::syntax::{Language, Span};

const PLAIN: Look = Look {
    color: false,
    unicode: true,
    width: 80,
    pages: false,
};

fn source<'a>(name: &'a str, text: &'a str) -> Source<'a> {
    Source {
        name,
        text,
        language: Language::Json,
    }
}

fn find(text: &str, part: &str) -> Span {
    let start = text.find(part).expect("a part of the text");
    Span::new(start, start + part.len())
}

fn one(diagnostic: Diagnostic, sources: &[Source<'_>], look: &Look) -> String {
    let mut diagnostics = Diagnostics::new(10);
    diagnostics.push(diagnostic);
    human(&diagnostics, sources, look)
}

#[test]
fn a_diagnostic_shows_its_line_with_secrets_covered() {
    let text = format!(
        "{{\n  \"env\": {{\n    \"API_TOKEN\": \"{}\"\n  }}\n}}\n",
        "q7Zr".repeat(5)
    );
    let diagnostic = Diagnostic::new(
        "hardcoded-secret",
        Level::Error,
        find(&text, "\"q7Zr").to(find(&text, "\"\n")),
        "server `gh` stores a token",
    )
    .label("everybody who reads the file can use it")
    .help("export API_TOKEN where the host runs");
    assert_snapshot!(one(diagnostic, &[source(".mcp.json", &text)], &PLAIN), @r#"
    error[hardcoded-secret]: server `gh` stores a token
       ╭─[.mcp.json:3:18]
     2 │   "env": {
     3 │     "API_TOKEN": "********************"
       ·                  ───────────┬──────────
       ·                             ╰── everybody who reads the file can use it
     4 │   }
       ╰────
      help: export API_TOKEN where the host runs
    "#);
}

#[test]
fn related_places_are_drawn_or_noted() {
    let first = "{\n  \"gh\": {},\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3,\n  \"gh\": {}\n}\n";
    let second = "{\"gh\": {}}";
    let end = first.rfind("\"gh\"").expect("the second one");
    let diagnostic = Diagnostic::new(
        "duplicate-server",
        Level::Warning,
        Span::new(end, end + 4),
        "server `gh` is defined twice",
    )
    .label("this one wins")
    .related(0, find(first, "\"gh\""), "first defined here")
    .related(1, find(second, "\"gh\""), "also defined here");
    let look = Look {
        unicode: false,
        ..PLAIN
    };
    assert_snapshot!(one(diagnostic, &[source("a.json", first), source("b.json", second)], &look), @r#"
    warning[duplicate-server]: server `gh` is defined twice
       ,-[a.json:2:3]
     1 | {
     2 |   "gh": {},
       :   ^^|^
       :     `-- first defined here
     3 |   "a": 1,
       `----
       ,-[a.json:6:3]
     5 |   "c": 3,
     6 |   "gh": {}
       :   ^^|^
       :     `-- this one wins
     7 | }
       `----
      note: b.json:1:2: also defined here
    "#);
}

#[test]
fn many_related_places_do_not_bury_the_message() {
    let related =
        |diagnostic: Diagnostic, at: usize| diagnostic.related(1, Span::new(at, at + 1), "there");
    let diagnostic = (0..100).fold(Diagnostic::new("a", Level::Error, None, "b"), related);
    let shown = one(
        diagnostic,
        &[source("c", ""), source("d", &" ".repeat(200))],
        &PLAIN,
    );
    assert_eq!(shown.lines().count(), 2 + 8 + 1, "{shown}");
    assert!(shown.ends_with("… and 92 more locations\n"), "{shown}");
}

#[test]
fn without_a_place_the_file_is_named() {
    let diagnostic = Diagnostic::new(
        "unknown-host",
        Level::Error,
        None,
        "cannot tell which host this is for",
    )
    .help("name it with --from")
    .of(1);
    assert_snapshot!(one(diagnostic, &[source("a", ""), source("b\x1b.json", "{}")], &PLAIN), @r#"
    error[unknown-host]: cannot tell which host this is for
      ╰─▶ b\u{1b}.json
      help: name it with --from
    "#);
}

#[test]
fn the_end_of_a_file_and_an_empty_file_can_be_pointed_at() {
    for (text, line) in [
        ("{\n", " 2 │ \n   · ▲\n   · ╰── here\n"),
        ("", " 1 │ \n   · ▲\n"),
        ("{", " 1 │ {\n   ·  ▲\n"),
    ] {
        let end = Span::new(text.len(), text.len());
        let shown = one(
            Diagnostic::new("syntax", Level::Error, end, "the document ends").label("here"),
            &[source("a.json", text)],
            &PLAIN,
        );
        assert!(shown.contains(line), "{shown}");
    }
}

#[test]
fn a_minified_line_is_cropped_around_the_place() {
    let text = format!(
        "{{\"a\":[{}0],\"port\":\"x\",\"b\":[{}0]}}",
        "1,".repeat(50_000),
        "2,".repeat(50_000)
    );
    let diagnostic = Diagnostic::new(
        "wrong-type",
        Level::Warning,
        find(&text, "\"x\""),
        "`port` is a string",
    )
    .label("a string")
    .related(0, find(&text, "\"a\""), "far away");
    assert_snapshot!(one(diagnostic, &[source("a.json", &text)], &PLAIN), @r#"
    warning[wrong-type]: `port` is a string
       ╭─[a.json:1:100017]
     1 │ …1,1,1,0],"port":"x","b":[2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2…
       ·                  ─┬─
       ·                   ╰── a string
       ╰────
      note: a.json:1:2: far away
    "#);
}

#[test]
fn a_long_object_is_marked_at_its_start() {
    let text = format!("{{\n{}}}", "  1,\n".repeat(1000));
    let shown = one(
        Diagnostic::new("big", Level::Info, Span::new(0, text.len()), "big"),
        &[source("a.json", &text)],
        &PLAIN,
    );
    assert_eq!(shown.lines().count(), 6, "{shown}");
}

#[test]
fn columns_count_characters_and_nothing_unsafe_gets_through() {
    let text = "{\"🌈\u{202e}\": \x1b[31m}";
    let diagnostic = Diagnostic::new("a", Level::Error, find(text, "\x1b"), "b\x1b\u{202e}")
        .label("c\u{200b}")
        .help("d\x07")
        .of(0);
    let shown = one(diagnostic, &[source("e\r\u{2066}", text)], &PLAIN);
    assert!(shown.contains("[e\\r\\u{2066}:1:8]"), "{shown}");
    assert!(!shown.contains(|c| c != '\n' && is_unsafe(c)), "{shown:?}");
}

#[test]
fn colours_are_used_only_when_asked_for() {
    let show = |color| {
        one(
            Diagnostic::new("a", Level::Error, Span::new(0, 1), "b"),
            &[source("c", "{}")],
            &Look { color, ..PLAIN },
        )
    };
    assert!(show(true).contains("\x1b[31;1merror[a]:\x1b[0m b"));
    assert!(!show(false).contains('\x1b'));
}

#[test]
fn what_was_left_out_is_counted_at_the_end() {
    let mut diagnostics = Diagnostics::new(1);
    assert_eq!(human(&diagnostics, &[], &PLAIN), "");
    for _ in 0..3 {
        diagnostics.push(Diagnostic::new("a", Level::Info, None, "b"));
    }
    assert_eq!(
        human(&diagnostics, &[], &PLAIN),
        "info[a]: b\n\n… and 2 more, --max-diagnostics 0 shows them\n"
    );
    assert!(
        human(
            &diagnostics,
            &[],
            &Look {
                unicode: false,
                ..PLAIN
            }
        )
        .ends_with("\n... and 2 more, --max-diagnostics 0 shows them\n")
    );
}

proptest! {
    #[test]
    fn no_span_and_no_width_makes_it_panic(
        text in "([a{}\":, \t\r\n]|é|🌈|\u{202e}|long{90}){0,30}",
        spans in prop::collection::vec((0..250usize, 0..250usize), 1..5),
        width in 0..130usize,
        (color, unicode) in any::<(bool, bool)>(),
    ) {
        let mut diagnostics = Diagnostics::new(10);
        let related = |diagnostic: Diagnostic, &(start, end): &(usize, usize)| diagnostic.related(end % 3, Span::new(start, end), "there");
        let (start, end) = spans[0];
        let diagnostic = Diagnostic::new("a", Level::Error, Span::new(start, end), "b").label("here");
        diagnostics.push(spans[1..].iter().fold(diagnostic, related));
        let shown = human(&diagnostics, &[source("c", &text), source("d", "{}")], &Look { color, unicode, width, pages: false });
        prop_assert!(shown.contains("error[a]:") && !shown.contains("Failed to read"), "{}", shown);
        prop_assert!(!json(&diagnostics, &[source("c", &text)]).is_empty());
    }
}
