mod bash;

use std::borrow::Cow;

use super::*;
use crate::model::template::{Lacks, Template};
use crate::model::world::{World, WorldKind};
use crate::syntax::Span;

fn dialect(forms: &'static [Form]) -> Dialect {
    Dialect {
        forms,
        ..Dialect::NEW
    }
}

fn parts(dialect: &Dialect, text: &str) -> Vec<Part> {
    dialect.read(text, Span::default(), false).parts
}

fn text(text: &str) -> Part {
    Part::Text(text.to_owned())
}

fn env(name: &str, default: Option<&str>) -> Part {
    Part::env(name, default)
}

fn template(parts: Vec<Part>) -> Template {
    Template::new(parts, Span::default())
}

static BRACES: Dialect = Dialect {
    forms: &[Form::Braces, Form::Default],
    ..Dialect::NEW
};
static EMPTY: Dialect = Dialect {
    forms: &[Form::Prefixed],
    unset: WhenUnset::Empty,
    nested: true,
    ..Dialect::NEW
};
static SHELL: Dialect = Dialect {
    forms: &[Form::Braces, Form::Operators, Form::Bare],
    unset: WhenUnset::Empty,
    empty_is_unset: true,
    escapes: "$",
    again: true,
    ..Dialect::NEW
};
static TWICE: Dialect = Dialect {
    forms: &[Form::Braces, Form::Default, Form::Bare],
    then: Some(&SHELL),
    ..Dialect::NEW
};

#[test]
fn only_the_spellings_of_the_dialect_are_references() {
    assert_eq!(
        parts(&BRACES, "a${X}b"),
        [text("a"), env("X", None), text("b")]
    );
    assert_eq!(parts(&BRACES, "${X:-d:-e}"), [env("X", Some("d:-e"))]);
    for literal in [
        "$X", "${env:X}", "${X-d}", "${X:+d}", "${}", "${1X}", "%X%", "{env:X}", "${X", "$",
        "$<X>", "\\$5",
    ] {
        assert_eq!(parts(&BRACES, literal), [text(literal)], "{literal}");
    }
}

#[test]
fn references_know_their_bytes() {
    let ranges = |text: &str| {
        BRACES
            .references(text)
            .into_iter()
            .map(|(range, _)| range)
            .collect::<Vec<_>>()
    };
    assert_eq!(ranges("é${X}$Y${Z:-d}"), [2..6, 8..15]);
    assert!(ranges("$X ${ X } ${").is_empty());
    let whole = Dialect {
        whole: true,
        ..dialect(&[Form::Braces])
    };
    assert!(whole.references("a ${X}").is_empty());
    assert_eq!(whole.references("${X}").len(), 1);
}

#[test]
fn a_default_ends_at_the_first_brace() {
    assert_eq!(
        parts(&BRACES, "${A:-${B}}"),
        [env("A", Some("${B")), text("}")]
    );
}

#[test]
fn a_second_pass_makes_a_cut_default_whole() {
    let twice = Dialect {
        then: Some(&BRACES),
        forms: BRACES.forms,
        ..Dialect::NEW
    };
    let nested = Part::Env {
        name: "A".to_owned(),
        default: Some(template(vec![env("B", None)])),
        lacks: Lacks::Unset,
    };
    assert_eq!(
        parts(&twice, "x${A:-${B}}y"),
        [text("x"), nested, text("y")]
    );
}

#[test]
fn what_the_first_pass_leaves_the_second_reads() {
    assert_eq!(parts(&TWICE, "${X}"), [env("X", Some(""))]);
    assert_eq!(parts(&TWICE, "$X"), [env("X", Some(""))]);
    let or = |name: &str, default: &str| lacking(name, Some(vec![text(default)]), Lacks::Blank);
    assert_eq!(parts(&TWICE, "${X-d}"), [or("X", "d")]);
    assert_eq!(parts(&TWICE, "${my-var}"), [or("my", "var")]);
    assert_eq!(parts(&TWICE, "${X:-d}"), [env("X", Some("d"))]);
    assert_eq!(parts(&TWICE, "a\\$5"), [text("a$5")]);
    assert_eq!(
        parts(&TWICE, "${X:+x}"),
        [Part::Other("${X:+x}".to_owned())]
    );
}

#[test]
fn a_default_may_stand_in_for_an_empty_variable_too() {
    let dialect = Dialect {
        default_if_empty: true,
        ..BRACES
    };
    let world = |kind: WorldKind| move |name: &str| kind.variable(name);
    let (empty, unset) = (world(WorldKind::Empty), world(WorldKind::Unset));
    for (text, in_empty, in_unset) in [("${X:-d}", "d", "d"), ("a${X}", "a", "a${X}")] {
        let resolved = dialect.resolve(text, &World::new(&empty));
        assert_eq!(resolved.as_text(), Some(in_empty), "{text}");
        let template = dialect.read(text, Span::default(), false);
        assert_eq!(template.resolve(&World::new(&empty)), resolved, "{text}");
        let resolved = dialect.resolve(text, &World::new(&unset));
        assert_eq!(resolved.as_written().as_deref(), Some(in_unset), "{text}");
    }
    let template = dialect.read("${X:-d}", Span::default(), false);
    let printed = BRACES.write(&template).expect("a default");
    assert_eq!(printed.text, "${X:-d}");
    assert_eq!(printed.differs, [WorldKind::Empty]);
}

#[test]
fn a_name_that_no_variable_has_is_looked_up_in_vain_where_that_fails() {
    let fails = Dialect {
        names: VariableNames::Any,
        unset: WhenUnset::RejectsFile,
        ..dialect(&[Form::Braces])
    };
    assert_eq!(parts(&fails, "${X:-d}"), [env("X:-d", None)]);
    assert_eq!(parts(&fails, "${}"), [text("${}")]);
    let set = |name: &str| WorldKind::Set.variable(name);
    let resolved = fails.resolve("${X:-d}", &World::new(&set));
    assert_eq!(resolved.failing(), Some("X:-d"));
    let literal = template(vec![text("${X:-d}")]);
    assert!(fails.print(&literal).is_err());
}

#[test]
fn where_unset_is_nothing_so_is_a_name_that_nothing_can_have() {
    assert_eq!(parts(&EMPTY, "a${env:X}"), [text("a"), env("X", Some(""))]);
    assert_eq!(parts(&EMPTY, "a${env:X:-d}b"), [text("ab")]);
    assert_eq!(parts(&EMPTY, "${X}"), [text("${X}")]);
    let curly = Dialect {
        unset: WhenUnset::Empty,
        ..dialect(&[Form::Curly, Form::File])
    };
    assert_eq!(parts(&curly, "${env:X}"), [text("$"), env("X", Some(""))]);
    assert_eq!(parts(&curly, "{env:X:-d}"), []);
    assert_eq!(parts(&curly, "{file:./a}"), [Part::File("./a".to_owned())]);
}

#[test]
fn files_are_read_and_written_in_either_spelling() {
    let file = |path: &str| Part::File(path.to_owned());
    let braced = dialect(&[Form::Prefixed, Form::BracedFile]);
    let curly = dialect(&[Form::Curly, Form::File]);
    let spelled = "Bearer ${file:~/a b}";
    assert_eq!(parts(&braced, spelled), [text("Bearer "), file("~/a b")]);
    assert_eq!(parts(&braced, "${file:}"), [text("${file:}")]);
    assert_eq!(parts(&braced, "{file:x}"), [text("{file:x}")]);
    assert_eq!(parts(&curly, "${file:x}"), [text("$"), file("x")]);
    let template = braced.read(spelled, Span::default(), false);
    assert_eq!(braced.print(&template).as_deref(), Ok(spelled));
    let printed = curly.print(&template);
    assert_eq!(printed.as_deref(), Ok("Bearer {file:~/a b}"));
}

#[test]
fn there_is_no_escape_unless_the_dialect_has_one() {
    let bare = dialect(&[Form::Braces, Form::Bare]);
    assert_eq!(parts(&bare, "$$X"), [text("$"), env("X", None)]);
    assert_eq!(parts(&bare, "\\${X}"), [text("\\"), env("X", None)]);
    assert_eq!(
        parts(&bare, "$Xbar-$Y"),
        [env("Xbar", None), text("-"), env("Y", None)]
    );
    assert_eq!(parts(&SHELL, "\\${X}"), [text("${X}")]);
}

#[test]
fn angle_references_count_only_where_they_are_asked_for() {
    let none = dialect(&[]);
    assert_eq!(
        none.read("$<X:-d>e", Span::default(), true).parts,
        [env("X", Some("d")), text("e")]
    );
    assert_eq!(
        none.read("$<1>$<X", Span::default(), true).parts,
        [text("$<1>$<X")]
    );
}

#[test]
fn whole_values_only_where_the_dialect_says_so() {
    let whole = Dialect {
        whole: true,
        ..dialect(&[Form::Braces])
    };
    assert_eq!(parts(&whole, "${X}"), [env("X", None)]);
    assert_eq!(parts(&whole, "a ${X}"), [text("a ${X}")]);
    let mixed = dialect(&[Form::Braces]).read("a ${X}", Span::default(), false);
    assert!(matches!(whole.print(&mixed), Err(Unwritable::Reference(_))));
}

#[test]
fn what_is_printed_gives_the_same_or_is_refused() {
    let bare = dialect(&[Form::Bare]);
    let joined = template(vec![env("X", None), text("y")]);
    assert_eq!(
        bare.print(&joined),
        Err(Unwritable::Literal),
        "$Xy is another variable"
    );
    let braces = dialect(&[Form::Braces]);
    assert_eq!(braces.print(&joined).as_deref(), Ok("${X}y"));
    assert_eq!(
        braces.print(&Template::literal("${X}", Span::default())),
        Err(Unwritable::Literal)
    );
    let default = template(vec![env("X", Some("d"))]);
    assert_eq!(
        braces.print(&default),
        Err(Unwritable::Default {
            name: "X".to_owned()
        })
    );
    assert!(matches!(
        dialect(&[]).print(&default),
        Err(Unwritable::Reference(_))
    ));
}

#[test]
fn unset_is_spelled_as_it_is_meant() {
    let optional = template(vec![env("O", Some(""))]);
    assert_eq!(BRACES.print(&optional).as_deref(), Ok("${O:-}"));
    assert_eq!(
        EMPTY.write(&optional).map(|printed| printed.differs),
        Ok(vec![])
    );
    let plain = Dialect {
        forms: &[Form::Braces],
        ..Dialect::NEW
    };
    assert_eq!(
        plain.write(&optional).map(|printed| printed.differs),
        Ok(vec![WorldKind::Unset])
    );
    let kept = template(vec![env("O", None)]);
    assert_eq!(
        EMPTY.write(&kept).map(|printed| printed.differs),
        Ok(vec![WorldKind::Unset])
    );
}

#[test]
fn text_is_escaped_where_only_a_later_pass_would_read_it() {
    let literal = |text: &str| Template::literal(text, Span::default());
    assert_eq!(
        TWICE.print(&literal("${my-var}")).as_deref(),
        Ok("\\${my-var}")
    );
    assert_eq!(TWICE.print(&literal("a$5")).as_deref(), Ok("a$5"));
    assert_eq!(TWICE.print(&literal("$HOME")), Err(Unwritable::Literal));
    assert_eq!(
        TWICE.print(&literal("a\\$5")).as_deref(),
        Ok("a\\\\$5"),
        "the backslash would vanish"
    );
}

#[test]
fn values_that_are_read_again_are_told() {
    let kept = template(vec![env("X", Some(""))]);
    assert_eq!(
        TWICE.write(&kept).map(|printed| printed.differs),
        Ok(vec![WorldKind::Hostile])
    );
    let broken = Dialect {
        breaks: "\"\\\n",
        unset: WhenUnset::Empty,
        ..dialect(&[Form::Curly])
    };
    assert_eq!(
        broken.write(&kept).map(|printed| printed.differs),
        Ok(vec![WorldKind::Hostile])
    );
}

#[test]
fn a_reference_does_not_stand_for_the_scheme_of_a_url() {
    let url = Dialect {
        position: Position::AfterScheme,
        ..dialect(&[Form::Prefixed])
    };
    let base = template(vec![env("BASE_URL", None), text("/mcp")]);
    assert!(matches!(url.print(&base), Err(Unwritable::Position(_))));
    let host = template(vec![text("https://"), env("HOST", None), text("/mcp")]);
    assert_eq!(url.print(&host).as_deref(), Ok("https://${env:HOST}/mcp"));
}

#[test]
fn a_reference_may_have_to_stand_after_the_host_of_a_url() {
    let url = Dialect {
        position: Position::AfterHost,
        ..dialect(&[Form::Prefixed])
    };
    let host = template(vec![text("https://"), env("HOST", None), text("/mcp")]);
    assert!(matches!(url.print(&host), Err(Unwritable::Position(_))));
    let port = template(vec![text("https://a:"), env("PORT", None), text("/mcp")]);
    assert!(matches!(url.print(&port), Err(Unwritable::Position(_))));
    for start in ["https://a/", "https://a?k="] {
        let path = template(vec![text(start), env("KEY", None)]);
        let printed = format!("{start}${{env:KEY}}");
        assert_eq!(url.print(&path).as_deref(), Ok(&*printed));
    }
    let plain = template(vec![text("https://$a")]);
    assert_eq!(url.print(&plain).as_deref(), Ok("https://$a"));
}

#[test]
fn backslashes_of_a_value_may_become_slashes() {
    let posix = Dialect {
        slashes: true,
        ..dialect(&[Form::Prefixed])
    };
    let value = |_: &str| Some(std::borrow::Cow::Borrowed("C:\\a b"));
    let resolved = posix.resolve("x\\${env:P}", &World::new(&value));
    assert_eq!(resolved.as_text(), Some("x\\C:/a b"));
    let kept = template(vec![env("P", None)]);
    let differs = posix.write(&kept).map(|printed| printed.differs);
    assert_eq!(differs, Ok(vec![WorldKind::Hostile]));
}

#[test]
fn blocked_references_are_read_but_never_written() {
    let project = Dialect {
        blocked: Blocked {
            forms: &[Form::Curly],
            ..Blocked::NOTHING
        },
        ..dialect(&[Form::Curly, Form::File])
    };
    assert_eq!(parts(&project, "{env:X}"), [env("X", None)]);
    assert!(!project.has_variables());
    let token = template(vec![env("X", None)]);
    assert!(matches!(
        project.print(&token),
        Err(Unwritable::Reference(_))
    ));
    let look = template(vec![text("{env:X}")]);
    assert_eq!(project.print(&look), Err(Unwritable::Literal));
    let file = template(vec![Part::File("a".to_owned())]);
    assert_eq!(project.print(&file).as_deref(), Ok("{file:a}"));
    let user = Dialect {
        blocked: Blocked {
            names: &["X"],
            ..Blocked::NOTHING
        },
        ..dialect(&[Form::Curly])
    };
    assert!(user.print(&token).is_err());
    let other = template(vec![env("Y", None)]);
    assert_eq!(user.print(&other).as_deref(), Ok("{env:Y}"));
}

#[test]
fn what_is_left_to_the_child_stays_as_it_is_written() {
    let child = template(vec![
        text("Authorization:"),
        Part::Child {
            name: "AUTH".to_owned(),
            text: "${AUTH}".to_owned(),
        },
    ]);
    assert_eq!(BRACES.print(&child).as_deref(), Ok("Authorization:${AUTH}"));
    assert_eq!(
        dialect(&[]).print(&child).as_deref(),
        Ok("Authorization:${AUTH}")
    );
    let empty = Dialect {
        unset: WhenUnset::Empty,
        ..dialect(&[Form::Braces])
    };
    assert_eq!(empty.print(&child), Err(Unwritable::Literal));
}

#[test]
fn editor_variables_nest_and_are_told_from_the_environment() {
    const VARS: Form = Form::Vars(&[("workspaceFolder", HostVar::Workspace)]);
    let editor = Dialect {
        nested: true,
        ..dialect(&[Form::Prefixed, Form::Input, VARS, Form::Own(&["config"])])
    };
    assert_eq!(
        parts(&editor, "${workspaceFolder}/${input:a b}"),
        [
            Part::Host(HostVar::Workspace),
            text("/"),
            Part::Input("a b".to_owned())
        ]
    );
    assert_eq!(
        parts(&editor, "${config:a.${x}}"),
        [Part::Other("${config:a.${x}}".to_owned())]
    );
    assert_eq!(parts(&editor, "${X}"), [text("${X}")]);
}

static BASH: Dialect = Dialect {
    forms: &[Form::Bash],
    unset: WhenUnset::Empty,
    escapes: "$\\`",
    ..Dialect::NEW
};

fn lacking(name: &str, default: Option<Vec<Part>>, lacks: Lacks) -> Part {
    Part::Env {
        name: name.to_owned(),
        default: default.map(template),
        lacks,
    }
}

/// The parts that a text is read as give what the passes over the text give.
#[test]
fn parts_and_passes_agree() {
    let pieces = [
        "$", "{", "}", "X", "Y_2", ":-", "-", ":+", "env:", "\\", "a b", "${X}", "${X:-d}", "$Y_2",
        "{env:X}", "~/", "!", "?", "`", "$(",
    ];
    let curly = Dialect {
        unset: WhenUnset::Empty,
        ..dialect(&[Form::Curly])
    };
    let mut seed = 7u64;
    for _ in 0..20_000 {
        let mut source = String::new();
        for _ in 0..=seed % 5 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            source.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
        }
        for (name, dialect) in [
            ("braces", &BRACES),
            ("empty", &EMPTY),
            ("curly", &curly),
            ("twice", &TWICE),
            ("bash", &BASH),
        ] {
            let read = dialect.read(&source, Span::default(), false);
            // What stands in for a variable has no meaning of its own in the model.
            if read.parts.iter().any(|part| matches!(part, Part::Other(_))) {
                continue;
            }
            for kind in [WorldKind::Unset, WorldKind::Set, WorldKind::Empty] {
                // A value that joins what stands around it is another reference to the second reader.
                if name == "twice" && (source.matches('$').count() != 1 || source.contains("\\$")) {
                    continue;
                }
                let variable = |name: &str| kind.variable(name);
                let world = World::new(&variable);
                assert_eq!(
                    read.resolve(&world),
                    dialect.resolve(&source, &world),
                    "{name} {kind:?} {source}"
                );
            }
        }
    }
}

#[test]
fn a_variable_without_which_nothing_runs_is_neither_empty_nor_text() {
    static FAILS: Dialect = Dialect {
        forms: &[Form::Braces, Form::Default],
        unset: WhenUnset::SkipsServer,
        ..Dialect::NEW
    };
    let nothing = |_: &str| None;
    let world = World::new(&nothing);
    assert_eq!(FAILS.resolve("a ${X}", &world).failing(), Some("X"));
    assert_eq!(FAILS.resolve("a ${X:-}", &world).as_text(), Some("a "));
    // What may be unset needs a default there, or nothing would run.
    let optional = Template::env("X", Span::default());
    assert_eq!(FAILS.print(&optional).as_deref(), Ok("${X:-}"));
    let required = Template::new(vec![Part::env("X", None)], Span::default());
    assert_eq!(FAILS.print(&required).as_deref(), Ok("${X}"));
}

#[test]
fn double_braces_name_secrets_inputs_and_what_only_the_host_knows() {
    static SECRETS: Dialect = Dialect {
        forms: &[Form::Workflow(&["secrets", "inputs"])],
        ..Dialect::NEW
    };
    let read = |text| SECRETS.read(text, Span::default(), false);
    assert_eq!(
        read("Bearer ${{ secrets.X }}").parts,
        [Part::Text("Bearer ".to_owned()), Part::env("X", None)]
    );
    assert_eq!(read("${{inputs.X}}").as_env(), Some("X"));
    for text in [
        "${{ secrets.a b }}",
        "${{ github.X }}",
        "${X}",
        "${{ secrets.X }",
    ] {
        assert_eq!(read(text).as_literal(), Some(text));
    }
    assert_eq!(
        SECRETS.print(&read("a${{secrets.X}}")).as_deref(),
        Ok("a${{ secrets.X }}")
    );
    static ASKS: Dialect = Dialect {
        forms: &[Form::Braces, Form::Mustache(&["OWN_"])],
        ..Dialect::NEW
    };
    let read = |text| ASKS.read(text, Span::default(), false);
    assert_eq!(
        read("{{KEY}} ${X}").parts,
        [
            Part::Input("KEY".to_owned()),
            Part::Text(" ".to_owned()),
            Part::env("X", None)
        ]
    );
    assert_eq!(
        read("{{OWN_ID}}").parts,
        [Part::Other("{{OWN_ID}}".to_owned())]
    );
    for text in ["{{ KEY }}", "{{KEY}", "{KEY}"] {
        assert_eq!(read(text).as_literal(), Some(text));
    }
    assert_eq!(ASKS.print(&read("a{{KEY}}")).as_deref(), Ok("a{{KEY}}"));
    assert_eq!(ASKS.print(&read("{{OWN_ID}}")).as_deref(), Ok("{{OWN_ID}}"));
}

#[test]
fn a_greedy_reference_swallows_what_is_between_two() {
    static GREEDY: Dialect = Dialect {
        forms: &[Form::Braces],
        greedy: true,
        trims: true,
        empty_is_unset: true,
        never: &["KEPT"],
        ..Dialect::NEW
    };
    let read = |text| GREEDY.read(text, Span::default(), false);
    let value = |name: &str| Some(format!("<{name}>").into());
    let world = World::new(&value);
    for (text, becomes) in [
        (" ${A} ", "<A>"),
        ("${A}:${B}", "${A}:${B}"),
        ("h://${A}:${B}", "h://<A>:<B>"),
        ("${KEPT}", "${KEPT}"),
        (" x ", "x"),
    ] {
        assert_eq!(
            GREEDY.resolve(text, &world).as_text(),
            Some(becomes),
            "{text}"
        );
        assert_eq!(
            read(text).resolve(&world).as_text(),
            Some(becomes),
            "{text}"
        );
    }
    let pair = |text: &str| {
        let plain = Dialect {
            forms: &[Form::Braces],
            ..Dialect::NEW
        };
        plain.read(text, Span::default(), false)
    };
    for text in ["${A}:${B}", "${KEPT}"] {
        let written = GREEDY.print(&pair(text));
        assert!(matches!(written, Err(Unwritable::Reference(_))), "{text}");
    }
    assert!(GREEDY.print(&pair("a${A}:${B}")).is_ok());
}

#[test]
fn blanks_in_braces_do_not_count_where_the_host_says_so() {
    static BLANKS: Dialect = Dialect {
        forms: &[Form::Braces],
        blanks: true,
        ..Dialect::NEW
    };
    let read = BLANKS.read("${ X }", Span::default(), false);
    assert_eq!(read.as_env(), Some("X"));
    assert_eq!(BLANKS.print(&read).as_deref(), Ok("${X}"));
}

#[test]
fn only_variables_with_the_right_start_are_there() {
    static AGENT: Dialect = Dialect {
        forms: &[Form::Braces, Form::Default, Form::Bare],
        names: VariableNames::Starting("AGENT_"),
        ..Dialect::NEW
    };
    let parts = |text: &str| AGENT.read(text, Span::default(), false).parts;
    assert_eq!(parts("${AGENT_X}"), [Part::env("AGENT_X", None)]);
    assert_eq!(parts("$AGENT_X"), [Part::env("AGENT_X", None)]);
    assert_eq!(parts("${X}"), [Part::Text("${X}".to_owned())]);
    assert_eq!(parts("$X"), [Part::Text("$X".to_owned())]);
    // A variable that is never set leaves its default.
    assert_eq!(parts("${X:-d}"), [Part::Text("d".to_owned())]);
    assert_eq!(AGENT.spell(&Part::env("X", None)), None);
    assert_eq!(AGENT.names.nearest("X"), "AGENT_X");
    assert_eq!(AGENT.names.nearest("AGENT_X"), "AGENT_X");
    assert_eq!(AGENT.all_references("$X").len(), 1);
}

#[test]
fn a_value_may_be_the_name_of_any_variable_beside_other_references() {
    static NAMES: Dialect = Dialect {
        forms: &[Form::Braces, Form::Name],
        ..Dialect::NEW
    };
    let set = |name: &str| (name == "HOME_URL").then_some(Cow::Borrowed("there"));
    let world = World::new(&set);
    let resolve = |text: &str| NAMES.resolve(text, &world).as_text().map(str::to_owned);
    assert_eq!(resolve("HOME_URL").as_deref(), Some("there"));
    assert_eq!(resolve("OTHER"), Some("OTHER".to_owned()));
    // One that is read as a reference is handed on as it is written.
    let unset = NAMES.resolve("OTHER_URL", &world);
    assert!(
        matches!(unset.pieces(), [crate::model::Piece::Unresolved { name, .. }] if name == "OTHER_URL")
    );
    assert_eq!(resolve("a/${HOME_URL}").as_deref(), Some("a/there"));
    assert_eq!(resolve("a HOME_URL").as_deref(), Some("a HOME_URL"));
}
