//! What a shell reads in a here-document.

use super::*;
use crate::model::world::Piece;

fn command(text: &str) -> Part {
    Part::Command(text.to_owned())
}

fn other(text: &str) -> Part {
    Part::Other(text.to_owned())
}

fn fails(blank: bool, message: &str) -> Lacks {
    Lacks::Fails {
        blank,
        message: message.to_owned(),
    }
}

#[test]
fn a_shell_has_operators_that_nest() {
    let inner = lacking("B", Some(vec![text("c")]), Lacks::Unset);
    for (source, part) in [
        ("${X}", env("X", Some(""))),
        ("$X", env("X", Some(""))),
        ("${X:-}", env("X", Some(""))),
        ("${X-d}", env("X", Some("d"))),
        ("${X:-d}", lacking("X", Some(vec![text("d")]), Lacks::Blank)),
        (
            "${A:-${B-c}}",
            lacking("A", Some(vec![inner]), Lacks::Blank),
        ),
        ("${A:-{}", lacking("A", Some(vec![text("{")]), Lacks::Blank)),
        ("${X:?set it}", lacking("X", None, fails(true, "set it"))),
        ("${X?}", lacking("X", None, fails(false, ""))),
        ("${X:+--x ${X}}", other("${X:+--x ${X}}")),
        ("${X^^}", other("${X^^}")),
        ("${X:0:3}", other("${X:0:3}")),
        ("${#X}", other("${#X}")),
        ("$((1+(2)))", other("$((1+(2)))")),
        (
            "$(pass show 'a)' \"$(b)\")",
            command("pass show 'a)' \"$(b)\""),
        ),
        ("`pass show a`", command("pass show a")),
    ] {
        assert_eq!(parts(&BASH, source), [part], "{source}");
        let read = BASH.read(source, Span::default(), false);
        let again = BASH.print(&read).expect(source);
        assert_eq!(parts(&BASH, &again), read.parts, "{source} as {again}");
    }
}

#[test]
fn a_shell_drops_what_nothing_can_set() {
    for (source, left) in [
        ("US$5", "US"),
        ("a$$b", "ab"),
        ("${env:HOME}/x", "/x"),
        ("${input:id}", ""),
    ] {
        let expected: Vec<Part> = [left]
            .into_iter()
            .filter(|it| !it.is_empty())
            .map(text)
            .collect();
        assert_eq!(parts(&BASH, source), expected, "{source}");
        assert!(BASH.references(source).is_empty(), "{source}");
    }
    for literal in ["a$", "$/", "{env:X}", "%X%", "C:\\Users\\me", "'q'", "~/x"] {
        assert_eq!(parts(&BASH, literal), [text(literal)], "{literal}");
    }
}

#[test]
fn a_shell_gives_up_on_what_is_not_closed() {
    let nothing = |_: &str| None;
    let world = World::new(&nothing);
    for source in ["a${X", "$(x", "`x", "${X y}", "${}", "${1X:-", "$"] {
        let pieces = BASH.resolve(source, &world);
        assert_eq!(pieces.pieces().last(), Some(&Piece::Broken), "{source}");
    }
    let deep = "${A:-".repeat(100) + &"}".repeat(100);
    assert!(matches!(parts(&BASH, &deep)[..], [Part::Other(_)]));
}

#[test]
fn text_is_escaped_for_a_shell() {
    for (literal, written) in [
        ("$", "\\$"),
        ("US$5", "US\\$5"),
        ("${X}", "\\${X}"),
        ("`x`", "\\`x\\`"),
        ("a\\\\b$X", "a\\\\\\b\\$X"),
        ("C:\\Users", "C:\\Users"),
        ("a$ b", "a$ b"),
    ] {
        let template = Template::literal(literal, Span::default());
        assert_eq!(BASH.print(&template).as_deref(), Ok(written), "{literal}");
        assert_eq!(parts(&BASH, written), [text(literal)], "{written}");
    }
    let before = template(vec![text("a\\"), env("X", Some(""))]);
    assert_eq!(BASH.print(&before).as_deref(), Ok("a\\\\${X}"));
}

#[test]
fn operators_of_a_shell_mean_what_they_say() {
    let of = |text: &str, kind: WorldKind| {
        let variable = |name: &str| kind.variable(name);
        BASH.resolve(text, &World::new(&variable))
    };
    use WorldKind::{Empty, Set, Unset};
    for (source, set, empty, unset) in [
        ("${X}", "value-of-X.", "", ""),
        ("${X:-d}", "value-of-X.", "d", "d"),
        ("${X-d}", "value-of-X.", "", "d"),
        ("${X:+a${X}}", "avalue-of-X.", "", ""),
        ("${X+a}", "a", "a", ""),
        ("\\${X}", "${X}", "${X}", "${X}"),
    ] {
        for (kind, expected) in [(Set, set), (Empty, empty), (Unset, unset)] {
            assert_eq!(
                of(source, kind).as_text(),
                Some(expected),
                "{source} {kind:?}"
            );
        }
    }
    assert_eq!(of("${X:?m}", Set).as_text(), Some("value-of-X."));
    for kind in [Empty, Unset] {
        assert_eq!(of("${X:?m}", kind).failing(), Some("X"));
    }
    assert_eq!(of("${X?m}", Empty).as_text(), Some(""));
    assert_eq!(of("$(x)", Set).pieces(), [Piece::Unknown(command("x"))]);
}

#[test]
fn what_counts_as_missing_is_told_where_hosts_disagree() {
    let differs = |from: &Dialect, text: &str, to: &Dialect| {
        let template = from.read(text, Span::default(), false);
        to.write(&template)
            .map(|printed| (printed.text, printed.differs))
    };
    let ok = |text: &str, differs: &[WorldKind]| Ok((text.to_owned(), differs.to_vec()));
    assert_eq!(
        differs(&BASH, "${X:-d}", &BRACES),
        ok("${X:-d}", &[WorldKind::Empty])
    );
    assert_eq!(differs(&BASH, "${X-d}", &BRACES), ok("${X:-d}", &[]));
    assert_eq!(differs(&BRACES, "${X:-d}", &BASH), ok("${X-d}", &[]));
    assert_eq!(differs(&BASH, "${X:-d}", &BASH), ok("${X:-d}", &[]));
    assert_eq!(
        differs(&BASH, "${X:?m}", &BRACES),
        ok("${X}", &[WorldKind::Empty, WorldKind::Unset])
    );
    let runs = dialect(&[Form::Shell]);
    assert_eq!(differs(&runs, "!pass x", &BASH), ok("$(pass x)", &[]));
    assert_eq!(differs(&BASH, "$(pass x)", &runs), ok("!pass x", &[]));
    assert!(differs(&BASH, "a $(pass x)", &runs).is_err());
    assert!(differs(&BASH, "${X:+x}", &BRACES).is_err());
}
