use super::*;
use crate::syntax::{Node, Out, OutValue, Step, Tree};

/// The edits of each fix, and how many groups they took.
fn each(text: &str, language: Language, fixes: &[Fix]) -> (Vec<Option<Vec<Edit>>>, usize) {
    let fixes: Vec<&Fix> = fixes.iter().collect();
    let (mut found, mut groups) = (vec![None; fixes.len()], 0);
    let patient = Patient {
        text,
        language,
        style: &Style::TWO,
    };
    let mut allowance = text.len() * 1000;
    patient.each(&fixes, &mut allowance, &mut |group| {
        groups += 1;
        for (fix, edits) in group {
            assert!(found[fix].replace(edits).is_none(), "handed over once");
        }
    });
    (found, groups)
}

/// Fixes of every kind for every value of a tree.
fn fixes(node: &Node<'_>, path: &mut Vec<Step>, all: &mut Vec<Fix>) {
    let fix = || Fix::safe("a fix");
    let string = |text: &str| Out::added(OutValue::String(text.to_owned()));
    let below = |path: &[Step], step: Step| [path, &[step]].concat();
    match &node.value {
        Tree::Object(members) => {
            all.push(fix().set(below(path, Step::Key("new".to_owned())), string("value")));
            for member in members {
                path.push(Step::Key(member.key.to_string()));
                all.push(fix().remove(path.clone()));
                all.push(fix().rename(path.clone(), format!("{}-renamed", member.key)));
                // Only one of all that want it may have this name.
                all.push(fix().rename(path.clone(), "taken"));
                all.push(fix().set(path.clone(), string("other")));
                fixes(&member.value, path, all);
                path.pop();
            }
        }
        Tree::Array(items) => {
            let end = below(path, Step::Index(items.len()));
            all.push(fix().set(end, string("last")));
            for (at, item) in items.iter().enumerate() {
                path.push(Step::Index(at));
                all.push(fix().remove(path.clone()));
                all.push(fix().insert(path.clone(), &["before"]));
                all.push(fix().set(path.clone(), string("other")));
                fixes(item, path, all);
                path.pop();
            }
        }
        _ => all.push(fix().replace(node.span, "7")),
    }
}

#[test]
fn fixes_worked_out_together_are_what_each_is_alone() {
    let json = [
        r#"{"mcpServers": {"a": {"command": "x", "args": ["b", "c"]}, "d": {}, "e": {"url": "f"}}}"#,
        "{\n  // one\n  \"a\": 1, // two\n  \"b\": { \"c\": [1, 2,\n 3] },\n\n  \"d\": {\n    \"e\": \"f\" // g\n  },\n}\n",
        "{\"a\":[],\"b\":{\"c\":{\"d\":null}},\r\n\"e\":[{\"f\":1},{\"g\":2}]}",
    ];
    let toml = [
        "# one\n[s.a]\ncommand = \"x\" # two\nargs = [\"b\", \"c\"]\n\n[s.a.env]\nK = \"v\"\n[s.b]\nurl = 'u'\n",
        "x.y = 1\nx.z = { q = 2, r = [3, 4] }\n[[l]]\na = 1\n[[l]]\na = 2\n",
    ];
    let yaml = [
        "s:\n  a:\n    command: x # one\n    args: [b, c]\n  # two\n  b: {url: u}\nl:\n- 1\n- q: 2\n",
        "a: &x 1\nb: *x\nc:\n  - d\n  - e: f\n",
    ];
    let texts = [
        (Language::Json, &json[..]),
        (Language::Toml, &toml[..]),
        (Language::Yaml, &yaml[..]),
    ];
    for (language, texts) in texts {
        for text in texts {
            let document = parse(text, language).expect("a text");
            let mut all = Vec::new();
            fixes(&document.root.expect("a tree"), &mut Vec::new(), &mut all);
            let (found, _) = each(text, language, &all);
            for (fix, found) in all.iter().zip(found) {
                let alone = fix.edits(text, language, &Style::TWO).unwrap_or_default();
                assert_eq!(found, Some(alone), "{:?} in\n{text}", fix.repair);
            }
        }
    }
}

#[test]
fn many_fixes_take_few_looks_at_the_text() {
    let servers: Vec<String> = (0..200)
        .map(|at| format!("\"s{at}\":{{\"command\":\"x\"}}"))
        .collect();
    let text = format!("{{\"mcpServers\":{{{}}}}}", servers.join(","));
    let server = |at: usize| {
        vec![
            Step::Key("mcpServers".to_owned()),
            Step::Key(format!("s{at}")),
        ]
    };
    let added = |at: usize| {
        let path = [server(at), vec![Step::Key("type".to_owned())]].concat();
        Fix::safe("add").set_text(path, "stdio")
    };
    let renamed = |at: usize| Fix::safe("rename").rename(server(at), format!("t{at}"));
    let removed = |at: usize| Fix::safe("remove").remove(server(at));
    let kinds: [(&dyn Fn(usize) -> Fix, usize); 3] = [(&added, 1), (&renamed, 1), (&removed, 2)];
    for (kind, most) in kinds {
        let all: Vec<Fix> = (0..200).map(kind).collect();
        let (found, groups) = each(&text, Language::Json, &all);
        assert!(found.iter().all(Option::is_some));
        assert!(groups <= most, "{groups} for {:?}", all[0].title);
    }
}
