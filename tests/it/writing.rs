//! Writing into files: what was asked for changes, everything else stays byte for byte.

use std::fs;

use crate::support::{Folder, json};

const SOURCE: &str = r#"{"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs@2"], "env": {"A": "new", "B": "b"}}, "web": {"type": "http", "url": "https://web.example/mcp"}}}"#;

const CODEX: &str = r#"# my settings
model = "large"   # the big one

# The documents.
[mcp_servers.docs]
command = "npx"
args = ["-y", "docs@1"]   # pinned
startup_timeout_sec = 20

[mcp_servers.docs.env]
A = "old"
Z = "stays"

# Not ours.
[mcp_servers.other]
command = 'other'

[features]
web = true
"#;

#[test]
fn servers_are_updated_field_by_field_and_the_rest_stays() {
    let folder = Folder::new(&[(".mcp.json", SOURCE), (".codex/config.toml", CODEX)]);
    let said = folder.done(&[".mcp.json", "-o", ".codex/config.toml"]);
    assert!(
        said.contains(".codex/config.toml was updated: 1 added, 1 updated"),
        "{said}"
    );
    let expected = r#"# my settings
model = "large"   # the big one

# The documents.
[mcp_servers.docs]
command = "npx"
args = ["-y", "docs@2"]   # pinned
startup_timeout_sec = 20

[mcp_servers.docs.env]
A = "new"
Z = "stays"
B = "b"

# Not ours.
[mcp_servers.other]
command = 'other'

[mcp_servers.web]
url = "https://web.example/mcp"

[features]
web = true
"#;
    assert_eq!(folder.read(".codex/config.toml"), expected);
}

#[test]
fn the_second_run_changes_nothing_and_touches_nothing() {
    let folder = Folder::new(&[(".mcp.json", SOURCE), (".codex/config.toml", CODEX)]);
    folder.done(&[".mcp.json", "-o", ".codex/config.toml"]);
    let before = fs::metadata(folder.path().join(".codex/config.toml"))
        .expect("a file")
        .modified()
        .expect("a time");
    let text = folder.read(".codex/config.toml");
    let said = folder.done(&[".mcp.json", "-o", ".codex/config.toml"]);
    assert!(said.contains("is up to date"), "{said}");
    assert_eq!(folder.read(".codex/config.toml"), text);
    assert_eq!(
        fs::metadata(folder.path().join(".codex/config.toml"))
            .expect("a file")
            .modified()
            .expect("a time"),
        before
    );
    for check in ["--diff", "--dry-run"] {
        assert_eq!(
            folder
                .run(&[".mcp.json", "-o", ".codex/config.toml", check])
                .code,
            0,
            "{check}"
        );
    }
}

#[test]
fn json_keeps_its_comments_layout_and_line_ends() {
    let before = "{\r\n\t// mine\r\n\t\"servers\": {\r\n\t\t\"docs\": { \"type\": \"stdio\", \"command\": \"npx\", \"args\": [\"old\"] }, // beside\r\n\t\t/* above */\r\n\t\t\"other\": { \"type\": \"stdio\", \"command\": \"x\" },\r\n\t},\r\n\t\"inputs\": []\r\n}";
    let folder = Folder::new(&[(".mcp.json", SOURCE), (".vscode/mcp.json", before)]);
    folder.done(&["-q", ".mcp.json", "-o", ".vscode/mcp.json"]);
    let after = folder.read(".vscode/mcp.json");
    assert!(
        after.contains("\"command\": \"npx\", \"args\": [\"-y\", \"docs@2\"]"),
        "{after}"
    );
    for kept in [
        "\t// mine\r\n",
        "}, // beside\r\n",
        "\t\t/* above */\r\n",
        "\"other\": { \"type\": \"stdio\", \"command\": \"x\" },\r\n",
    ] {
        assert!(after.contains(kept), "{kept:?} is not in {after}");
    }
    assert!(
        !after.replace("\r\n", "").contains('\n') && after.ends_with("\r\n}"),
        "{after:?}"
    );
}

#[test]
fn a_new_transport_takes_the_fields_of_the_old_one_with_it() {
    let codex = "[mcp_servers.web]\ncommand = 'npx'\nargs = ['x']\nenv = { A = 'b' }\nenabled_tools = ['t']\n";
    let folder = Folder::new(&[(".mcp.json", SOURCE), (".codex/config.toml", codex)]);
    let said = folder.done(&[".mcp.json", "--server", "web", "-o", ".codex/config.toml"]);
    assert!(said.contains("web: removed command, args, env"), "{said}");
    assert_eq!(
        folder.read(".codex/config.toml"),
        "[mcp_servers.web]\nenabled_tools = ['t']\nurl = \"https://web.example/mcp\"\n"
    );
}

#[test]
fn mirror_removes_what_the_source_does_not_have_and_replace_starts_anew() {
    let folder = Folder::new(&[(".mcp.json", SOURCE), (".codex/config.toml", CODEX)]);
    let said = folder.done(&[".mcp.json", "-o", ".codex/config.toml", "--mirror"]);
    assert!(said.contains("1 removed"), "{said}");
    let text = folder.read(".codex/config.toml");
    assert!(
        !text.contains("mcp_servers.other")
            && text.contains("[features]")
            && text.contains("# my settings"),
        "{text}"
    );
    folder.done(&[".mcp.json", "-o", ".codex/config.toml", "--replace"]);
    let text = folder.read(".codex/config.toml");
    assert!(
        text.starts_with("[mcp_servers.docs]") && !text.contains("features"),
        "{text}"
    );
}

#[test]
fn mirror_keeps_a_server_that_the_source_has_and_cannot_be_written() {
    let source = r#"{"mcpServers": {"sse": {"type": "sse", "url": "https://x.example"}, "a": {"command": "x"}}}"#;
    let folder = Folder::new(&[
        (".mcp.json", source),
        (
            ".codex/config.toml",
            "[mcp_servers.sse]\nurl = 'https://x.example'\n",
        ),
    ]);
    folder.done(&["-q", ".mcp.json", "-o", ".codex/config.toml", "--mirror"]);
    assert!(
        folder
            .read(".codex/config.toml")
            .contains("[mcp_servers.sse]")
    );
}

#[test]
fn a_diff_shows_everything_but_secrets_and_writes_nothing() {
    let token = format!("ghp_{}", "a1B2c3".repeat(6));
    let source = format!(
        r#"{{"mcpServers": {{"gh": {{"command": "npx", "env": {{"GITHUB_TOKEN": "{token}"}}}}}}}}"#
    );
    let folder = Folder::new(&[
        (".mcp.json", &source),
        (".cursor/mcp.json", "{\"mcpServers\": {}}\n"),
    ]);
    let output = folder.run(&[".mcp.json", "-o", ".cursor/mcp.json", "--diff"]);
    let diff = output.stdout;
    assert_eq!(output.code, 1);
    assert!(
        diff.starts_with("--- a/.cursor/mcp.json\n+++ b/.cursor/mcp.json\n@@")
            && diff.contains("GITHUB_TOKEN"),
        "{diff}"
    );
    assert!(
        !diff.contains(&token) && !output.stderr.contains(&token),
        "{diff}"
    );
    assert_eq!(folder.read(".cursor/mcp.json"), "{\"mcpServers\": {}}\n");
}

#[test]
fn a_value_that_was_put_in_is_covered_whatever_it_is_called() {
    let source = r#"{"mcpServers": {"a": {"command": "npx", "args": ["${TOKEN}"], "env": {"T": "x-${TOKEN}"}}}}"#;
    let folder = Folder::new(&[(".mcp.json", source), ("claude_desktop_config.json", "{}")])
        .set("TOKEN", "t0ken-value");
    let output = folder.run(&[
        "-q",
        ".mcp.json",
        "-o",
        "claude_desktop_config.json",
        "--diff",
    ]);
    let diff = output.stdout;
    assert!(
        diff.contains("\"T\": \"*****") && !diff.contains("t0ken-value"),
        "{diff}"
    );
}

#[test]
fn a_dry_run_tells_what_would_happen_to_each_server_and_field() {
    let source = r#"{"mcpServers": {"docs": {"command": "npx", "args": ["new"], "alwaysLoad": true}, "sse": {"type": "sse", "url": "https://x.example"}, "n": {"command": "n"}}}"#;
    let folder = Folder::new(&[(".mcp.json", source), (".codex/config.toml", CODEX)]);
    let output = folder.run(&["-q", ".mcp.json", "-o", ".codex/config.toml", "--dry-run"]);
    assert_eq!(output.code, 1);
    let plan = output.stdout;
    for line in [
        "  updated    docs\n",
        "updated: args\n",
        "unchanged: command, startup_timeout_sec, env\n",
        "unsupported: alwaysLoad\n",
        "  added      n\n",
        "  skipped    sse\n",
    ] {
        assert!(plan.contains(line), "{line:?} is not in\n{plan}");
    }
    assert_eq!(folder.read(".codex/config.toml"), CODEX);
}

#[test]
fn a_target_that_does_not_parse_is_never_treated_as_empty() {
    for (name, text) in [
        (".cursor/mcp.json", "{\"mcpServers\": {"),
        (".codex/config.toml", "[mcp_servers.a\n"),
        (".vscode/mcp.json", "[]"),
    ] {
        let folder = Folder::new(&[(".mcp.json", SOURCE), (name, text)]);
        let output = folder.run(&[".mcp.json", "-o", name]);
        let stderr = output.stderr;
        assert_eq!(output.code, 2, "{stderr}");
        assert!(stderr.contains(&format!("{name}:1:")), "{stderr}");
        assert_eq!(folder.read(name), text);
    }
    let folder = Folder::new(&[(".mcp.json", SOURCE)]);
    fs::create_dir(folder.path().join("folder.json")).expect("a folder");
    assert_eq!(
        folder
            .run(&[".mcp.json", "--to", "cursor", "-o", "folder.json"])
            .code,
        2
    );
}

#[cfg(unix)]
#[test]
fn a_new_file_gets_its_folders_and_is_private_if_it_holds_values() {
    use std::os::unix::fs::PermissionsExt as _;
    let source = r#"{"mcpServers": {"a": {"command": "npx", "env": {"T": "${TOKEN}"}}}}"#;
    let folder = Folder::new(&[(".mcp.json", source)]).set("TOKEN", "t0ken-value");
    let mode = |name: &str| {
        fs::metadata(folder.path().join(name))
            .expect("a file")
            .permissions()
            .mode()
            & 0o777
    };
    folder.done(&[
        "-q",
        ".mcp.json",
        "--to",
        "claude-desktop",
        "-o",
        "a/b/claude_desktop_config.json",
    ]);
    assert!(
        folder
            .read("a/b/claude_desktop_config.json")
            .contains("t0ken-value")
    );
    assert_eq!(mode("a/b/claude_desktop_config.json"), 0o600);
    folder.done(&["-q", ".mcp.json", "-o", ".cursor/mcp.json"]);
    assert_ne!(mode(".cursor/mcp.json"), 0o600);
}

#[test]
fn the_path_decides_the_host_or_says_that_it_cannot() {
    let folder = Folder::new(&[(".mcp.json", SOURCE)]);
    folder.done(&["-q", ".mcp.json", "-o", ".gemini/settings.json"]);
    assert!(
        folder
            .read(".gemini/settings.json")
            .contains("\"mcpServers\"")
    );
    let output = folder.run(&[".mcp.json", "-o", "elsewhere.json"]);
    assert_eq!(output.code, 2);
    assert!(output.stderr.contains("--to HOST"));
}

#[test]
fn a_file_is_changed_in_place_for_its_own_host() {
    let text = "{\n  // kept\n  \"mcpServers\": {\n    \"a\": { \"command\": \"npx\", \"zzz\": 1, \"env\": { \"T\": \"${env:TOKEN}\", \"U\": \"u\" } }\n  },\n  \"other\": true\n}\n";
    let folder = Folder::new(&[(".cursor/mcp.json", text)]).set("TOKEN", "t0ken-value");
    folder.done(&["-q", "--in-place", "--expand", "always", ".cursor/mcp.json"]);
    assert_eq!(
        folder.read(".cursor/mcp.json"),
        text.replace("${env:TOKEN}", "t0ken-value")
    );
}

#[test]
fn other_duties_of_a_file_are_kept() {
    let source =
        r#"{"mcpServers": {"gh": {"command": "npx", "env": {"GITHUB_TOKEN": "${GITHUB_TOKEN}"}}}}"#;
    // Questions are merged by their ids.
    let vscode = r#"{"inputs": [{"type": "promptString", "id": "other", "description": "o"}], "servers": {}}"#;
    let folder = Folder::new(&[(".mcp.json", source), (".vscode/mcp.json", vscode)]);
    folder.done(&[
        "-q",
        "--inputs",
        "secrets",
        ".mcp.json",
        "-o",
        ".vscode/mcp.json",
    ]);
    let text = folder.read(".vscode/mcp.json");
    assert!(
        text.contains("\"id\": \"other\"") && text.contains("\"id\": \"github-token\""),
        "{text}"
    );
    folder.done(&[
        "-q",
        "--inputs",
        "secrets",
        ".mcp.json",
        "-o",
        ".vscode/mcp.json",
    ]);
    assert_eq!(folder.read(".vscode/mcp.json"), text);
    // A workspace file keeps its servers deep inside its settings.
    let workspace =
        "{\n  \"folders\": [{ \"path\": \".\" }],\n  \"settings\": { \"editor.tabSize\": 2 }\n}\n";
    let folder = Folder::new(&[(".mcp.json", SOURCE), ("team.code-workspace", workspace)]);
    folder.done(&["-q", ".mcp.json", "-o", "team.code-workspace"]);
    let value = json(&folder.read("team.code-workspace"));
    assert_eq!(
        value["settings"]["mcp"]["servers"]["docs"]["command"],
        "npx"
    );
    assert_eq!(value["settings"]["editor.tabSize"], 2);
    // A file with servers by project.
    let claude =
        r#"{"numStartups": 3, "projects": {"/srv/app": {"history": [1], "mcpServers": {}}}}"#;
    let folder = Folder::new(&[(".mcp.json", SOURCE), (".claude.json", claude)]);
    folder.done(&[
        "-q",
        ".mcp.json",
        "-o",
        ".claude.json",
        "--project",
        "/srv/app",
    ]);
    let value = json(&folder.read(".claude.json"));
    assert_eq!(
        value["projects"]["/srv/app"]["mcpServers"]["docs"]["command"],
        "npx"
    );
    assert_eq!(
        (&value["numStartups"], &value["mcpServers"]),
        (&3.into(), &serde_json::Value::Null)
    );
}

#[test]
fn tables_keep_their_style() {
    let inline = "mcp_servers.docs = { command = 'npx', args = ['old'] }   # one line\n";
    let folder = Folder::new(&[(".mcp.json", SOURCE), (".codex/config.toml", inline)]);
    folder.done(&[
        "-q",
        "--server",
        "docs",
        ".mcp.json",
        "-o",
        ".codex/config.toml",
    ]);
    let text = folder.read(".codex/config.toml");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(
        text.contains("docs@2") && text.ends_with("# one line\n"),
        "{text}"
    );
    let proxy = "[proxy]\nname = 'mine'\n[proxy.listen]\nport = 1\n\n[[backends]]\nname = 'docs'\ntransport = 'stdio'\ncommand = 'x'\n";
    let folder = Folder::new(&[(".mcp.json", SOURCE), ("proxy.toml", proxy)]);
    folder.done(&["-q", ".mcp.json", "-o", "proxy.toml"]);
    let text = folder.read("proxy.toml");
    assert!(
        text.starts_with("[proxy]\nname = 'mine'\n[proxy.listen]\nport = 1\n\n[[backends]]\nname = 'docs'\ntransport = 'stdio'\ncommand = 'npx'\n"),
        "{text}"
    );
    assert_eq!(text.matches("[[backends]]").count(), 2, "{text}");
}

#[test]
fn a_server_that_was_switched_off_stays_off() {
    let codex = "[mcp_servers.docs]\ncommand = 'x'\nenabled = false\n";
    let folder = Folder::new(&[(".mcp.json", SOURCE), (".codex/config.toml", codex)]);
    folder.done(&["-q", ".mcp.json", "-o", ".codex/config.toml"]);
    assert!(
        folder
            .read(".codex/config.toml")
            .contains("enabled = false")
    );
    let gemini = r#"{"mcp": {"excluded": ["docs"]}, "mcpServers": {"docs": {"command": "x"}}}"#;
    let folder = Folder::new(&[(".mcp.json", SOURCE), (".gemini/settings.json", gemini)]);
    folder.done(&["-q", ".mcp.json", "-o", ".gemini/settings.json"]);
    assert!(
        folder
            .read(".gemini/settings.json")
            .contains(r#""excluded": ["docs"]"#)
    );
}

#[test]
fn a_server_that_the_source_disables_is_disabled_though_nothing_else_changes() {
    let source = r#"{"mcpServers": {"docs": {"command": "x", "disabled": true}}}"#;
    let kiro = r#"{"mcpServers": {"docs": {"command": "x"}}}"#;
    let codex = "[mcp_servers.docs]\ncommand = 'x'\n";
    for (file, there, wanted) in [
        (".kiro/settings/mcp.json", kiro, r#""disabled": true"#),
        (".codex/config.toml", codex, "enabled = false"),
    ] {
        let folder = Folder::new(&[(".roo/mcp.json", source), (file, there)]);
        let ran = folder.run(&format!(".roo/mcp.json -o {file} --format json"));
        let text = folder.read(file);
        assert!(text.contains(wanted), "{text}: {ran:?}");
        assert!(!ran.stderr.contains("conversion-"), "{ran:?}");
    }
}

#[test]
fn tools_are_hidden_beside_those_that_the_file_hides_elsewhere() {
    let source = r#"{"mcpServers": {"a": {"command": "x", "disabledTools": ["rm"]}}}"#;
    for (file, rules) in [
        (
            ".gemini/settings.json",
            r#""tools": {"exclude": ["mcp_a_zz"]}"#,
        ),
        (
            ".qwen/settings.json",
            r#""permissions": {"deny": ["mcp__a__zz"], "allow": ["mcp__a__q"]}"#,
        ),
    ] {
        let there = format!(r#"{{"mcpServers": {{"a": {{"command": "x"}}}}, {rules}}}"#);
        let folder = Folder::new(&[(".kiro/settings/mcp.json", source), (file, &there)]);
        let ran = folder.run(&format!(".kiro/settings/mcp.json -o {file}"));
        assert_eq!(ran.code, 0, "{ran:?}");
        let text = folder.read(file);
        assert!(text.contains(r#""excludeTools": ["rm"]"#), "{text}");
        assert!(text.contains(rules), "{text}");
        let again = folder.run(&format!(".kiro/settings/mcp.json -o {file} --diff"));
        assert_eq!((again.code, &*again.stdout), (0, ""), "{again:?}");
    }
}

#[test]
fn where_only_listed_servers_are_on_a_new_one_is_listed() {
    let gemini = r#"{"mcp": {"allowed": ["a"]}, "mcpServers": {"a": {"command": "x"}, "off": {"command": "y"}}}"#;
    let folder = Folder::new(&[(".mcp.json", SOURCE), (".gemini/settings.json", gemini)]);
    folder.done(&["-q", ".mcp.json", "-o", ".gemini/settings.json"]);
    assert!(
        folder
            .read(".gemini/settings.json")
            .contains(r#""allowed": ["a", "docs", "web"]"#),
        "{}",
        folder.read(".gemini/settings.json")
    );
}

#[test]
fn a_byte_order_mark_stays() {
    let folder = Folder::new(&[
        (".mcp.json", SOURCE),
        (".cursor/mcp.json", "\u{feff}{\"mcpServers\": {}}"),
    ]);
    folder.done(&["-q", ".mcp.json", "-o", ".cursor/mcp.json"]);
    assert!(
        folder
            .read(".cursor/mcp.json")
            .starts_with("\u{feff}{\"mcpServers\": {")
    );
}

#[test]
fn another_file_of_the_same_host_gets_servers_and_nothing_else() {
    let claude = r#"{"oauthAccount": {"accessToken": "x"}, "mcpServers": {"a": {"command": "x"}}, "projects": {"/p": {"history": [1]}}}"#;
    let folder = Folder::new(&[(".claude.json", claude)]);
    for more in [&["--backup", "never"][..], &["--replace"][..]] {
        folder.done([&["-q", ".claude.json", "-o", ".mcp.json"], more].concat());
        let value = json(&folder.read(".mcp.json"));
        assert_eq!(
            value,
            serde_json::json!({"mcpServers": {"a": {"command": "x"}}})
        );
    }
    let workspace = r#"{"folders": [], "settings": {"mcp": {"servers": {"a": {"type": "stdio", "command": "x"}}}}}"#;
    let folder = Folder::new(&[("t.code-workspace", workspace)]);
    folder.done(&["-q", "t.code-workspace", "-o", ".vscode/mcp.json"]);
    assert!(
        folder
            .read(".vscode/mcp.json")
            .starts_with("{\n\t\"servers\"")
    );
}

#[test]
fn an_entry_that_is_only_a_switch_stays_one() {
    let source = r#"{"mcpServers": {"api": {"command": "x"}}}"#;
    let folder = Folder::new(&[
        (".mcp.json", source),
        ("opencode.json", r#"{"mcp": {"api": {"enabled": false}}}"#),
        (".codex/config.toml", "[mcp_servers.api]\nenabled = false\n"),
    ]);
    folder.done(&["-q", ".mcp.json", "-o", "opencode.json"]);
    assert!(
        folder.read("opencode.json").contains(r#""enabled": false"#),
        "{}",
        folder.read("opencode.json")
    );
    folder.done(&["-q", ".mcp.json", "-o", ".codex/config.toml"]);
    assert!(
        folder
            .read(".codex/config.toml")
            .contains("enabled = false")
    );
    let inner =
        r#"{"mcp": {"servers": {"api": {"type": "local", "command": ["old"], "disabled": true}}}}"#;
    let folder = Folder::new(&[(".mcp.json", source), ("opencode.json", inner)]);
    folder.done(&["-q", ".mcp.json", "-o", "opencode.json"]);
    let value = json(&folder.read("opencode.json"));
    assert_eq!(
        value,
        serde_json::json!({"mcp": {"servers": {"api": {"type": "local", "command": ["x"], "disabled": true}}}})
    );
}

#[test]
fn a_mirror_removes_the_right_items_of_a_list() {
    let vibe = "[[mcp_servers]]\nname = 'a'\ntransport = 'stdio'\ncommand = 'x'\n\n[[mcp_servers]]\nname = 'b'\ntransport = 'stdio'\ncommand = 'x'\n\n[[mcp_servers]]\nname = 'c'\ntransport = 'stdio'\ncommand = 'x'\n";
    for keep in ["a", "b", "c"] {
        let source = format!(r#"{{"mcpServers": {{"{keep}": {{"command": "x"}}}}}}"#);
        let folder = Folder::new(&[(".mcp.json", &source), (".vibe/config.toml", vibe)]);
        folder.done(&["-q", ".mcp.json", "-o", ".vibe/config.toml", "--mirror"]);
        let text = folder.read(".vibe/config.toml");
        assert!(
            text.matches("name = ").count() == 1 && text.contains(&format!("name = '{keep}'")),
            "{text}"
        );
    }
}

#[test]
fn a_mirror_needs_something_to_mirror() {
    let folder = Folder::new(&[
        ("empty.json", "{\"foo\": 1}"),
        (".mcp.json", SOURCE),
        (".codex/config.toml", CODEX),
    ]);
    let output = folder.run(&[
        "--from",
        "claude-code",
        "empty.json",
        "-o",
        ".codex/config.toml",
        "--mirror",
    ]);
    assert_eq!(output.code, 2);
    assert_eq!(folder.read(".codex/config.toml"), CODEX);
    // A server that was not chosen is still the source's.
    folder.done(&[
        "-q",
        ".mcp.json",
        "--server",
        "web",
        "-o",
        ".codex/config.toml",
        "--mirror",
    ]);
    let text = folder.read(".codex/config.toml");
    assert!(
        text.contains("[mcp_servers.docs]") && !text.contains("[mcp_servers.other]"),
        "{text}"
    );
}

#[test]
fn the_order_of_maps_means_nothing() {
    let source = r#"{"mcpServers": {"a": {"command": "x", "env": {"REGION": "eu", "A": "${A}"}}}}"#;
    let codex = "[mcp_servers.a]\ncommand = 'x'\nenv = { LOG = '1', A = 'lit' }\nenv_vars = ['TOKEN', { name = 'REST', source = 'remote' }, 'REGION']\n";
    let folder = Folder::new(&[(".mcp.json", source), (".codex/config.toml", codex)]);
    folder.done(&["-q", ".mcp.json", "-o", ".codex/config.toml"]);
    let text = folder.read(".codex/config.toml");
    assert!(
        text.contains("{ name = 'REST', source = 'remote' }")
            || text.contains("source = \"remote\""),
        "{text}"
    );
    assert!(
        text.contains("REGION = \"eu\"") && !text.contains("A = 'lit'"),
        "{text}"
    );
    folder.done(&[
        "-q",
        ".mcp.json",
        "-o",
        ".codex/config.toml",
        "--backup",
        "never",
    ]);
    assert_eq!(folder.read(".codex/config.toml"), text);
}

#[test]
fn a_map_whose_variables_are_inherited_anyway_is_not_written() {
    let source =
        r#"{"mcpServers": {"a": {"command": "npx", "args": ["a@1"], "env": {"T": "${T}"}}}}"#;
    let folder = Folder::new(&[(".mcp.json", source)]);
    folder.done(&[".mcp.json", "-o", ".kimi-code/mcp.json"]);
    let written = json(&folder.read(".kimi-code/mcp.json"));
    assert!(written["mcpServers"]["a"]["env"].is_null(), "{written}");
}

#[test]
fn nothing_is_written_where_the_host_reads_no_servers() {
    let settings = "{\"model\": \"large\"}\n";
    let folder = Folder::new(&[(".mcp.json", SOURCE), (".claude/settings.json", settings)]);
    let ran = folder.run(".mcp.json --to claude-code -o .claude/settings.json");
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("ignored-config-location"), "{ran:?}");
    assert!(ran.stderr.contains("write them to `.mcp.json`"), "{ran:?}");
    assert_eq!(folder.read(".claude/settings.json"), settings);
}

#[test]
fn a_field_that_still_keeps_its_host_from_reading_the_server_is_reported() {
    let source = r#"{"mcpServers": {"docs": {"command": "npx", "args": ["docs"]}}}"#;
    let target =
        r#"{"mcpServers": {"docs": {"command": "npx", "type": "http", "tools": {"a": 1}}}}"#;
    let folder = Folder::new(&[("source.json", source), ("mcp-config.json", target)]);
    let words = "--from antigravity --to copilot-cli source.json -o mcp-config.json";
    let ran = folder.run(words);
    let told = "`docs`: conflicts with fields already in the file";
    assert!(ran.stderr.contains(told), "{ran:?}");
    let once = folder.read("mcp-config.json");
    assert!(!once.contains("http"), "{once}");
    folder.run(words);
    assert_eq!(folder.read("mcp-config.json"), once);
}
