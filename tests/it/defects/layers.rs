//! One file, several layers: which servers of `~/.claude.json` are meant.

use super::{command_line, servers, value};
use crate::support::Folder;

const STATE: &str = r#"{
  "numStartups": 3,
  "mcpServers": {"shared": {"command": "of-the-user"}, "mine": {"command": "of-the-user"}},
  "projects": {
    "/srv/one": {"mcpServers": {"shared": {"command": "of-one"}, "only-one": {"command": "of-one"}}},
    "/srv/two": {"mcpServers": {"shared": {"command": "of-two"}, "only-two": {"command": "of-two"}}}
  }
}"#;

#[test]
fn a_project_of_the_state_file_gets_its_own_servers_first() {
    for (project, own, other) in [("/srv/one", "one", "two"), ("/srv/two", "two", "one")] {
        for to in ["codex", "cursor", "vscode"] {
            let folder = Folder::new(&[("home/.claude.json", STATE)]);
            let ran = folder.run(&format!("home/.claude.json --to {to} --project {project}"));
            assert_eq!(ran.code, 0, "{ran:?}");
            let written = servers(&value(&ran.stdout));
            // Local servers win over those of the user, as a whole.
            assert_eq!(
                command_line(&written["shared"]),
                [format!("of-{own}")],
                "{to}"
            );
            assert_eq!(command_line(&written["mine"]), ["of-the-user"], "{to}");
            assert!(written.contains_key(&format!("only-{own}")), "{written:#?}");
            assert!(
                !written.contains_key(&format!("only-{other}")),
                "{written:#?}"
            );
        }
    }
}

#[test]
fn private_servers_of_other_projects_are_never_joined() {
    let folder = Folder::new(&[("home/.claude.json", STATE)]);
    let ran = folder.run("home/.claude.json --to cursor");
    // Without a project it is the user's own, or a refusal that asks for one.
    if ran.code == 0 {
        let written = servers(&value(&ran.stdout));
        assert_eq!(command_line(&written["shared"]), ["of-the-user"]);
        assert!(
            !written.contains_key("only-one") && !written.contains_key("only-two"),
            "{written:#?}"
        );
    } else {
        assert_eq!(ran.code, 2, "{ran:?}");
    }
}

#[test]
fn a_project_that_is_not_in_the_file_has_only_the_users_servers() {
    let folder = Folder::new(&[("home/.claude.json", STATE)]);
    let ran = folder.run("home/.claude.json --to cursor --project /srv/three");
    if ran.code == 0 {
        let written = servers(&value(&ran.stdout));
        assert_eq!(written.keys().collect::<Vec<_>>(), ["mine", "shared"]);
        assert_eq!(command_line(&written["shared"]), ["of-the-user"]);
    } else {
        assert_eq!(ran.code, 2, "{ran:?}");
    }
}

/// A home with all scopes of Claude Code, for a project in `work`.
fn scopes() -> Folder {
    let folder = Folder::new(&[(
        "work/.mcp.json",
        r#"{"mcpServers": {"shared": {"command": "of-the-project"}, "mine": {"command": "of-the-project"}, "team": {"command": "of-the-project"}}}"#,
    )]);
    let work = folder.path().join("work");
    let work = work.canonicalize().unwrap_or(work);
    let key = serde_json::to_string(&work.display().to_string()).expect("a string");
    folder.write("home/.claude.json", STATE.replace("\"/srv/one\"", &key));
    folder
}

#[test]
fn local_beats_project_beats_user_whatever_the_order_of_the_files() {
    let folder = scopes();
    for files in [
        "home/.claude.json work/.mcp.json",
        "work/.mcp.json home/.claude.json",
    ] {
        let ran = folder.run(&format!(
            "--from claude-code {files} --to cursor --project work"
        ));
        assert_eq!(ran.code, 0, "{ran:?}");
        let written = servers(&value(&ran.stdout));
        for (name, command) in [
            ("shared", "of-one"),
            ("mine", "of-the-project"),
            ("team", "of-the-project"),
            ("only-one", "of-one"),
        ] {
            assert_eq!(command_line(&written[name]), [command], "{files}: {name}");
        }
        assert!(!written.contains_key("only-two"), "{written:#?}");
        assert!(
            ran.stderr.contains("this one wins in Claude Code") && !ran.stderr.contains("warning["),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn all_files_of_a_host_are_one_source() {
    let folder = scopes();
    let ran = folder.run("--from claude-code --user --project work --to cursor");
    assert_eq!(ran.code, 0, "{ran:?}");
    let written = servers(&value(&ran.stdout));
    assert_eq!(command_line(&written["shared"]), ["of-one"]);
    assert_eq!(command_line(&written["mine"]), ["of-the-project"]);
    let ran = folder.run("--from codex --user --to cursor");
    assert!(
        ran.code == 2 && ran.stderr.contains("no config files of Codex found"),
        "{ran:?}"
    );
}

#[test]
fn a_project_can_be_named_to_compare_too() {
    let folder = scopes();
    let same = r#"{"mcpServers": {"shared": {"command": "of-one"}, "mine": {"command": "of-the-user"}, "only-one": {"command": "of-one"}}}"#;
    folder.write("same/.mcp.json", same);
    let ran = folder.run("diff home/.claude.json same/.mcp.json --project work");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(folder.run("diff home/.claude.json same/.mcp.json").code, 1);
    let ran = folder.run("matrix home/.claude.json --project work --to codex,cursor");
    assert!(ran.code == 0 && ran.stdout.contains("only-one"), "{ran:?}");
}

#[test]
fn a_merge_is_judged_beside_the_servers_of_its_own_scope() {
    let source = r#"{"mcpServers": {"a": {"command": "new"}}}"#;
    let others = r#"{"projects": {"/one": {"mcpServers": {}}, "/two": {"mcpServers": {"a": {"command": "old"}}}}}"#;
    for (scope, pointer) in [
        ("", "/mcpServers/a"),
        (" --project /one", "/projects/~1one/mcpServers/a"),
        // Another spelling of the folder is no other project.
        (" --project /one/", "/projects/~1one/mcpServers/a"),
    ] {
        let folder = Folder::new(&[("a.json", source), ("home/.claude.json", others)]);
        let args = "--from claude-code a.json -o home/.claude.json --strict";
        let said = folder.done(&format!("{args}{scope}"));
        assert!(!said.contains("differs"), "{scope}: {said}");
        let text = value(&folder.read("home/.claude.json"));
        assert_eq!(text.pointer(pointer).expect("a server")["command"], "new");
        assert_eq!(
            text["projects"]["/two"]["mcpServers"]["a"]["command"],
            "old"
        );
        let projects = text["projects"].as_object().expect("projects");
        assert_eq!(projects.len(), 2, "{scope}");
    }
}

#[test]
fn servers_of_one_name_in_several_projects_are_changed_each_on_its_own() {
    let server =
        |command: &str| format!(r#"{{"a": {{"command": "{command}", "args": ["${{V}}"]}}}}"#);
    let state = |one: &str, two: &str, user: &str| {
        format!(
            r#"{{"projects": {{"/one": {{"mcpServers": {one}}}, "/two": {{"mcpServers": {two}}}}}, "mcpServers": {user}}}"#
        )
    };
    let before = state(&server("one"), &server("two"), &server("user"));
    let folder = Folder::new(&[("home/.claude.json", &before)]);
    let ran = folder.run("--from claude-code --to claude-code home/.claude.json --strict");
    assert_eq!(ran.silent(), before);
    let args = "--from claude-code home/.claude.json --in-place --expand always --env V=value";
    folder.done(&format!("{args} --strict"));
    assert_eq!(
        folder.read("home/.claude.json"),
        before.replace("${V}", "value")
    );
    folder.done("--from claude-code home/.claude.json --in-place --skip a");
    assert_eq!(
        value(&folder.read("home/.claude.json")),
        value(&state("{}", "{}", "{}"))
    );
}

#[test]
fn a_project_may_be_the_folder_above() {
    let folder = scopes();
    folder.write("work/sub/.keep", "");
    for project in ["work/sub/..", "./work/./sub/../"] {
        let args = format!("--from claude-code home/.claude.json --to cursor --project {project}");
        let written = servers(&value(&folder.run(&args).stdout));
        assert_eq!(command_line(&written["shared"]), ["of-one"], "{project}");
    }
}
