//! Several files of a host that merges them field by field are converted as the host merges them.

use serde_json::{Value, json};

use super::{command_line, diagnostics, servers, value};
use crate::support::Folder;

/// What becomes of two files of `host` in Claude Code, the stronger one given last.
fn both(host: &str, weak: (&str, &str), strong: (&str, &str)) -> (Value, Vec<Value>) {
    let folder = Folder::new(&[weak, strong]);
    let ran = folder.run(&format!(
        "--from {host} --to kiro --format json --strict {} {}",
        weak.0, strong.0
    ));
    assert_eq!(ran.code, 0, "{ran:?}");
    let server = servers(&value(&ran.stdout)).remove("db").expect("a server");
    (server, diagnostics(&ran))
}

#[test]
fn fields_of_the_weaker_file_stay_where_the_stronger_is_silent() {
    let (server, said) = both(
        "codex",
        (
            "home/.codex/config.toml",
            "[mcp_servers.db]\ncommand = \"npx\"\nargs = [\"-y\", \"db\"]\n[mcp_servers.db.env]\nA = \"1\"\nB = \"1\"\n",
        ),
        (
            ".codex/config.toml",
            "[mcp_servers.db]\nenabled = false\n[mcp_servers.db.env]\nB = \"2\"\n",
        ),
    );
    assert_eq!(command_line(&server), ["npx", "-y", "db"]);
    assert_eq!(server["env"], json!({"A": "1", "B": "2"}));
    assert_eq!(server["disabled"], true);
    // It is said, and it is no loss.
    let told = said.iter().find(|said| said["rule"] == "shadowed-server");
    let told = told.expect("a word about it");
    assert_eq!(told["level"], "info");
    assert_eq!(told["file"], ".codex/config.toml");
    assert!(
        told["related"]
            .to_string()
            .contains("home/.codex/config.toml"),
        "{told}"
    );
}

#[test]
fn lists_are_joined_where_the_host_joins_them() {
    let (server, _) = both(
        "crush",
        (
            "crush.json",
            r#"{"mcp": {"db": {"type": "stdio", "command": "npx", "args": ["-y", "db"]}}}"#,
        ),
        (".crush.json", r#"{"mcp": {"db": {"args": ["--verbose"]}}}"#),
    );
    assert_eq!(command_line(&server), ["npx", "-y", "db", "--verbose"]);
}

#[test]
fn what_is_wrong_is_reported_in_the_file_that_says_it() {
    let folder = Folder::new(&[
        (
            "home/.codex/config.toml",
            "\n\n[mcp_servers.db]\ncommand = \"npx\"\nstartup_timeout_sec = 5\n",
        ),
        (".codex/config.toml", "[mcp_servers.db]\nenabled = true\n"),
    ]);
    let ran = folder
        .run("--from codex --to cursor --format json home/.codex/config.toml .codex/config.toml");
    let said = diagnostics(&ran);
    let lost = said
        .iter()
        .find(|said| said["rule"] == "conversion-field-dropped")
        .unwrap_or_else(|| panic!("{ran:?}"));
    assert_eq!(lost["file"], "home/.codex/config.toml", "{lost}");
    assert_eq!(lost["line"], 5, "{lost}");
}

#[test]
fn a_folder_that_a_variable_names_is_read_instead() {
    let server = "[mcp_servers.moved]\ncommand = \"npx\"\n";
    let folder = Folder::new(&[
        ("elsewhere/config.toml", server),
        (
            "home/.codex/config.toml",
            "[mcp_servers.left]\ncommand = \"npx\"\n",
        ),
    ])
    .set("CODEX_HOME", "elsewhere");
    for args in [
        "show --user --host codex",
        "--from codex --user --to cursor",
    ] {
        let ran = folder.run(args);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.stdout.contains("moved"), "{ran:?}");
        assert!(!ran.stdout.contains("left"), "{ran:?}");
    }
}

const PROFILE: &str = r#"{"servers": {"work": {"type": "stdio", "command": "npx"}}}"#;
const USER: &str = r#"{"servers": {"plain": {"type": "stdio", "command": "npx"}}}"#;
const NAMES: &str = r#"{"userDataProfiles": [{"location": "abc", "name": "Work"}]}"#;

#[test]
fn a_profile_is_chosen_by_its_name_or_as_the_only_one() {
    let profile = "home/.config/Code/User/profiles/abc/mcp.json";
    let names = "home/.config/Code/User/globalStorage/storage.json";
    let folder = Folder::new(&[(profile, PROFILE), (names, NAMES)]);
    let ran = folder.run("--from vscode --user --to cursor");
    assert!(ran.stdout.contains("work"), "{ran:?}");
    assert!(ran.stderr.contains("Work"), "it is said which: {ran:?}");
    // Beside the file of no profile it has to be named.
    folder.write("home/.config/Code/User/mcp.json", USER);
    let ran = folder.run("--from vscode --user --to cursor");
    assert!(ran.stdout.contains("plain") && !ran.stdout.contains("work"));
    assert!(ran.stderr.contains("--profile"), "{ran:?}");
    for name in ["Work", "abc"] {
        let ran = folder.run(&format!(
            "--from vscode --user --profile {name} --to cursor"
        ));
        assert!(ran.stdout.contains("work") && !ran.stdout.contains("plain"));
        let ran = folder.run(&format!("show --user --host vscode --profile {name}"));
        assert!(ran.stdout.contains("work") && !ran.stdout.contains("plain"));
    }
    let ran = folder.run("--from vscode --user --profile nope --to cursor");
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.contains("Work"), "{ran:?}");
    let ran = folder.run("show --user --host vscode");
    assert!(ran.stdout.contains("work") && ran.stdout.contains("plain"));
}

#[test]
fn a_users_file_comes_after_those_of_the_project_though_system_files_share_its_format() {
    let server =
        |command: &str| format!(r#"{{"mcpServers": {{"db": {{"command": "{command}"}}}}}}"#);
    for (host, project, user) in [
        (
            "gemini",
            ".gemini/settings.json",
            "home/.gemini/settings.json",
        ),
        ("qwen", ".mcp.json", "home/.qwen/settings.json"),
        (
            "auggie",
            ".augment/settings.json",
            "home/.augment/settings.json",
        ),
        (
            "auggie",
            ".augment/settings.local.json",
            ".augment/settings.json",
        ),
        ("kimi", ".mcp.json", "home/.kimi-code/mcp.json"),
    ] {
        let (strong, weak) = (server("strong"), server("weak"));
        let folder = Folder::new(&[(project, &strong), (user, &weak)]);
        let ran = folder.run(&format!("--from {host} --user --to cursor"));
        let written = servers(&value(&ran.stdout));
        assert_eq!(command_line(&written["db"]), ["strong"], "{host}: {ran:?}");
        let shown = folder.run(&format!("show --user --host {host}")).stdout;
        assert!(shown.contains("command    strong"), "{host}: {shown}");
    }
}

#[test]
fn all_files_of_a_folder_are_read_where_the_host_reads_them() {
    let yaml = |command: &str| {
        format!("name: x\nversion: 0.0.1\nmcpServers:\n  - name: db\n    command: {command}\n")
    };
    let (user, block) = (yaml("of-the-user"), yaml("of-a-block"));
    let folder = Folder::new(&[
        ("home/.continue/config.yaml", &user),
        (".continue/mcpServers/deep/b.yaml", &block),
        (
            ".continue/mcpServers/c.json",
            r#"{"mcpServers": {"db": {"command": "of-json"}}}"#,
        ),
    ]);
    let run = "--from continue --user --to cursor";
    let written = servers(&value(&folder.run(run).stdout));
    assert_eq!(command_line(&written["db"]), ["of-json"]);
    std::fs::remove_file(folder.path().join(".continue/mcpServers/c.json")).unwrap();
    let written = servers(&value(&folder.run(run).stdout));
    assert_eq!(command_line(&written["db"]), ["of-the-user"]);
    std::fs::remove_file(folder.path().join("home/.continue/config.yaml")).unwrap();
    let written = servers(&value(&folder.run(run).stdout));
    assert_eq!(command_line(&written["db"]), ["of-a-block"]);
}

#[test]
#[cfg(unix)]
fn a_folder_of_files_that_is_a_link_is_not_searched() {
    let block = "name: x\nversion: 0.0.1\nmcpServers:\n  - name: db\n    command: x\n";
    let folder = Folder::new(&[("elsewhere/b.yaml", block), (".continue/note", "")]);
    let link = folder.path().join(".continue/mcpServers");
    std::os::unix::fs::symlink(folder.path().join("elsewhere"), link).unwrap();
    let ran = folder.run("--from continue --user --to cursor");
    assert!(!ran.stdout.contains("db"), "{ran:?}");
}

#[test]
fn what_one_file_forbids_holds_for_the_servers_of_another() {
    // Named by the user, whose file alone has such a list; the project has the server.
    let folder = Folder::new(&[
        (
            "home/.omp/agent/mcp.json",
            r#"{"mcpServers": {"mine": {"command": "x"}}, "disabledServers": ["db"]}"#,
        ),
        (
            ".omp/mcp.json",
            r#"{"mcpServers": {"db": {"command": "y"}}}"#,
        ),
    ]);
    let ran = folder.run("--from oh-my-pi --user --to kiro --strict");
    assert_eq!(ran.code, 0, "{ran:?}");
    let written = servers(&value(&ran.stdout));
    assert_eq!(written["db"]["disabled"], true);
    assert_eq!(written["mine"].get("disabled"), None);
    // The same for single tools, also where the user has a server of that name, which does not count.
    let user = "disabled_tools = [\"db_drop\"]\n[[mcp_servers]]\nname = \"db\"\ntransport = \"stdio\"\ncommand = \"of-the-user\"\n";
    let project = "[[mcp_servers]]\nname = \"db\"\ntransport = \"stdio\"\ncommand = \"y\"\n";
    let folder = Folder::new(&[
        ("home/.vibe/config.toml", user),
        (".vibe/config.toml", project),
    ]);
    let ran = folder.run("--from mistral-vibe --user --to kiro");
    let written = servers(&value(&ran.stdout));
    assert_eq!(command_line(&written["db"]), ["y"]);
    assert_eq!(written["db"]["disabledTools"], json!(["drop"]));
}

#[test]
fn files_whose_formats_differ_in_references_only_are_merged_without_any() {
    let weak = |value: &str| {
        format!(r#"{{"mcp": {{"db": {{"timeout": 9000, "environment": {{"A": "{value}"}}}}}}}}"#)
    };
    let strong = (
        "kilo.json",
        r#"{"mcp": {"db": {"type": "local", "command": ["x"]}}}"#,
    );
    let path = "home/.config/kilo/kilo.json";
    let (server, _) = both("kilo", (path, &weak("1")), strong);
    assert_eq!(server["env"], json!({"A": "1"}));
    // In a project's file a reference is not allowed, so the two cannot be read as one.
    let weak = weak("{env:B}");
    let folder = Folder::new(&[(path, &weak), strong]);
    let ran = folder.run(&format!("--from kilo --to kiro --strict {path} kilo.json"));
    assert_eq!(ran.code, 1, "{ran:?}");
}

#[test]
fn a_profile_may_be_called_by_a_dash_and_is_refused_where_there_are_none() {
    let profile = "home/.config/Code/User/profiles/-1a2b/mcp.json";
    let folder = Folder::new(&[
        (profile, PROFILE),
        ("home/.config/Code/User/mcp.json", USER),
    ]);
    for args in ["--from vscode --to cursor", "show --host vscode"] {
        let ran = folder.run(&format!("{args} --user --profile -1a2b"));
        assert!(ran.code == 0 && ran.stdout.contains("work"), "{ran:?}");
    }
    for args in ["--from codex --to cursor", "show --host codex"] {
        let ran = folder.run(&format!("{args} --user --profile work"));
        assert!(
            ran.code == 2 && ran.stderr.contains("profiles of Codex"),
            "{ran:?}"
        );
    }
}
