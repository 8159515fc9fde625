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
