//! What belongs together is decided together: a command with its arguments, a URL with its credentials, a server with
//! what is said about it elsewhere in the file.

use super::{command_line, header, merge, value};
use crate::support::Folder;

const BARE: &str = r#"{"mcpServers": {"db": {"command": "db-server"}}}"#;

const CODEX: &str = "[mcp_servers.db]\ncommand = \"npx\"\nargs = [\"-y\", \"old-db\", \"--allow-write\"]\nstartup_timeout_sec = 20\n";

#[test]
fn a_command_without_arguments_takes_the_old_arguments_away() {
    for more in ["", "--mirror"] {
        let merged = merge((".mcp.json", BARE), (".codex/config.toml", CODEX), more);
        let server = merged.server("db");
        assert_eq!(command_line(&server), ["db-server"], "{server}");
        assert_eq!(
            server["startup_timeout_sec"], 20,
            "what only the user says stays"
        );
    }
}

#[test]
fn no_merge_makes_a_command_line_that_stands_in_neither_file() {
    for (file, old) in [
        (
            "opencode.json",
            r#"{"mcp": {"db": {"type": "local", "command": ["npx", "-y", "old-db"], "enabled": true}}}"#,
        ),
        (
            ".vscode/mcp.json",
            r#"{"servers": {"db": {"type": "stdio", "command": "npx", "args": ["-y", "old-db"]}}}"#,
        ),
        (
            ".cursor/mcp.json",
            r#"{"mcpServers": {"db": {"command": "npx", "args": ["-y", "old-db"], "env": {"A": "1"}}}}"#,
        ),
        (
            ".gemini/settings.json",
            r#"{"mcpServers": {"db": {"command": "npx", "args": ["-y", "old-db"], "trust": true}}}"#,
        ),
        (
            ".kiro/settings/mcp.json",
            r#"{"mcpServers": {"db": {"command": "npx", "args": ["-y", "old-db"], "autoApprove": ["x"]}}}"#,
        ),
        (
            ".vibe/config.toml",
            "[[mcp_servers]]\nname = \"db\"\ntransport = \"stdio\"\ncommand = \"npx\"\nargs = [\"-y\", \"old-db\"]\n",
        ),
        (
            ".vibe/config.toml",
            "[[mcp_servers]]\nname = \"db\"\ntransport = \"stdio\"\ncommand = [\"npx\", \"-y\", \"old-db\"]\n",
        ),
        (
            ".xcsh/mcp.json",
            r#"{"mcpServers": {"db": {"command": "npx", "args": ["-y", "old-db"], "timeout": 5000}}}"#,
        ),
    ] {
        let merged = merge((".mcp.json", BARE), (file, old), "");
        assert_eq!(command_line(&merged.server("db")), ["db-server"], "{file}");
    }
}

#[test]
fn the_same_program_without_its_old_arguments_is_a_change() {
    let source = r#"{"mcpServers": {"db": {"command": "npx"}}}"#;
    let merged = merge((".mcp.json", source), (".codex/config.toml", CODEX), "");
    assert_eq!(command_line(&merged.server("db")), ["npx"]);
}

#[test]
fn check_dry_run_and_diff_give_the_same_answer_about_arguments() {
    let config = "[sync]\nsource = \".mcp.json\"\n\n[[sync.target]]\nhost = \"codex\"\n";
    let folder = Folder::new(&[
        (".mcp.json", BARE),
        (".codex/config.toml", CODEX),
        ("mcpconv.toml", config),
    ]);
    let differ = |folder: &Folder| {
        [
            folder.run("sync --check").code,
            folder.run(".mcp.json -o .codex/config.toml --dry-run").code,
            folder.run(".mcp.json -o .codex/config.toml --diff").code,
        ]
    };
    assert_eq!(differ(&folder), [1, 1, 1]);
    assert_eq!(folder.run("diff .mcp.json .codex/config.toml").code, 1);
    let ran = folder.run("sync");
    assert_eq!(ran.code, 0, "{ran:?}");
    let server = &value(&folder.read(".codex/config.toml"))["mcp_servers"]["db"];
    assert_eq!(command_line(server), ["db-server"]);
    assert_eq!(differ(&folder), [0, 0, 0]);
}

const MOVED: &str =
    r#"{"mcpServers": {"api": {"type": "http", "url": "https://new.example.com/mcp"}}}"#;

#[test]
fn an_old_token_does_not_follow_a_server_to_another_host() {
    for (file, old, place) in [
        (
            ".cursor/mcp.json",
            r#"{"mcpServers": {"api": {"url": "https://old.example.org/mcp", "headers": {"Authorization": "Bearer OLD"}}}}"#,
            "/headers",
        ),
        (
            ".vscode/mcp.json",
            r#"{"servers": {"api": {"type": "http", "url": "https://old.example.org/mcp", "headers": {"X-Api-Key": "OLD"}}}}"#,
            "/headers",
        ),
        (
            "opencode.json",
            r#"{"mcp": {"api": {"type": "remote", "url": "https://old.example.org/mcp", "headers": {"Authorization": "Bearer {env:OLD}"}}}}"#,
            "/headers",
        ),
        (
            ".gemini/settings.json",
            r#"{"mcpServers": {"api": {"type": "http", "url": "https://old.example.org/mcp", "headers": {"Authorization": "Bearer $OLD"}}}}"#,
            "/headers",
        ),
        (
            ".codex/config.toml",
            "[mcp_servers.api]\nurl = \"https://old.example.org/mcp\"\nbearer_token_env_var = \"OLD\"\n",
            "/bearer_token_env_var",
        ),
        (
            ".codex/config.toml",
            "[mcp_servers.api]\nurl = \"https://old.example.org/mcp\"\n[mcp_servers.api.env_http_headers]\nX-Key = \"OLD\"\n",
            "/env_http_headers",
        ),
        (
            ".kiro/settings/mcp.json",
            r#"{"mcpServers": {"api": {"url": "https://old.example.org/mcp", "oauth": {"clientId": "OLD"}}}}"#,
            "/oauth",
        ),
        (
            ".vibe/config.toml",
            "[[mcp_servers]]\nname = \"api\"\ntransport = \"http\"\nurl = \"https://old.example.org/mcp\"\n[mcp_servers.auth]\ntype = \"static\"\napi_key_env = \"OLD\"\n",
            "/auth",
        ),
    ] {
        for more in ["", "--mirror"] {
            let merged = merge((".mcp.json", MOVED), (file, old), more);
            let server = merged.server("api");
            assert_eq!(server["url"], "https://new.example.com/mcp", "{file}");
            let left = server
                .pointer(place)
                .map(ToString::to_string)
                .unwrap_or_default();
            assert!(!left.contains("OLD"), "{file} {more}: {server}");
        }
    }
}

#[test]
fn new_credentials_take_the_place_of_all_old_ones() {
    let source = r#"{"mcpServers": {"api": {"type": "http", "url": "https://new.example.com/mcp", "headers": {"Authorization": "Bearer ${NEW}"}}}}"#;
    let old = r#"{"mcpServers": {"api": {"url": "https://old.example.org/mcp", "headers": {"authorization": "Bearer OLD", "X-Old-Key": "OLD"}}}}"#;
    let merged = merge((".mcp.json", source), (".cursor/mcp.json", old), "");
    let server = merged.server("api");
    assert!(
        header(&server["headers"], "Authorization").is_some_and(|value| value.contains("NEW")),
        "{server}"
    );
    assert!(!server.to_string().contains("OLD"), "{server}");
}

#[test]
fn a_server_that_becomes_remote_leaves_nothing_of_its_old_process() {
    let old = r#"{"servers": {"api": {"type": "stdio", "command": "npx", "args": ["-y", "old"], "env": {"A": "1"}}}}"#;
    let merged = merge((".mcp.json", MOVED), (".vscode/mcp.json", old), "");
    let server = merged.server("api");
    assert_eq!(server["url"], "https://new.example.com/mcp");
    assert!(
        server.get("command").is_none() && server.get("args").is_none(),
        "{server}"
    );
}

#[test]
fn a_skipped_server_leaves_no_trace_in_the_lists_of_the_target() {
    // The source's server cannot be read, so the user's own server of that name stays as it is: not blocked.
    let broken = r#"{"mcpServers": {"a": {"command": "npx", "args": "oops", "disabled": true}, "b": {"command": "npx", "args": ["x"]}}}"#;
    let target = r#"{"mcpServers": {"a": {"command": "mine"}}}"#;
    let merged = merge(
        (".kiro/settings/mcp.json", broken),
        (".gemini/settings.json", target),
        "",
    );
    assert_eq!(command_line(&merged.server("a")), ["mine"]);
    let now = merged.document();
    assert!(
        !now["mcp"]["excluded"].to_string().contains("\"a\""),
        "{now}"
    );
    assert_eq!(now["mcpServers"]["b"]["command"], "npx");
}

#[test]
fn a_server_that_the_target_cannot_hold_is_not_blocked_there() {
    // Gemini would read the dollar in `env`, so the server is skipped; the user's own one has nothing to do with it.
    let source = r#"{"mcpServers": {"a": {"command": "npx", "args": ["x"], "env": {"T": "pa$word"}, "disabled": true}, "b": {"command": "npx", "args": ["x"]}}}"#;
    let target = r#"{"mcpServers": {"a": {"command": "mine"}}}"#;
    let merged = merge(
        (".kiro/settings/mcp.json", source),
        (".gemini/settings.json", target),
        "",
    );
    assert_eq!(command_line(&merged.server("a")), ["mine"]);
    let now = merged.document();
    assert!(
        !now["mcp"]["excluded"].to_string().contains("\"a\""),
        "{now}"
    );
}

#[test]
fn a_server_that_was_not_chosen_leaves_no_trace_either() {
    let source = r#"{"mcpServers": {"a": {"command": "npx", "args": ["x"], "disabled": true}, "b": {"command": "npx", "args": ["x"]}}}"#;
    for choice in ["--server b", "--skip a"] {
        let target = r#"{"mcpServers": {"a": {"command": "mine"}}}"#;
        let merged = merge(
            (".kiro/settings/mcp.json", source),
            (".gemini/settings.json", target),
            choice,
        );
        assert_eq!(command_line(&merged.server("a")), ["mine"], "{choice}");
        let now = merged.document();
        assert!(
            !now["mcp"]["excluded"].to_string().contains("\"a\""),
            "{choice}: {now}"
        );
    }
}

#[test]
fn a_disabled_server_that_is_skipped_is_not_disabled_for_the_user() {
    // opencode keeps rules about tools outside the server; xcsh keeps names of disabled servers.
    let source = r#"{"mcpServers": {"a": {"command": "npx", "args": "oops", "disabled": true, "disabledTools": ["x"]}, "b": {"command": "npx"}}}"#;
    let target = r#"{"mcp": {"a": {"type": "local", "command": ["mine"]}}}"#;
    let merged = merge(
        (".kiro/settings/mcp.json", source),
        ("opencode.json", target),
        "",
    );
    let server = merged.server("a");
    assert_eq!(command_line(&server), ["mine"]);
    assert_ne!(server["enabled"], false, "{server}");
    let now = merged.document();
    assert!(!now["tools"].to_string().contains("a_"), "{now}");
}

#[test]
fn what_was_overruled_does_not_come_back() {
    // Crush sends no headers beside OAuth; without OAuth they would be sent again.
    let old = r#"{"mcp": {"api": {"type": "http", "url": "https://old.example.org/mcp", "headers": {"Authorization": "Bearer OLD"}, "oauth": true, "oauth_client_id": "x"}}}"#;
    let merged = merge((".mcp.json", MOVED), ("crush.json", old), "");
    let server = merged.server("api");
    assert_eq!(server["url"], "https://new.example.com/mcp");
    assert_eq!(server.get("headers"), None, "{server}");
    assert_eq!(server.get("oauth"), None, "{server}");
}

#[test]
fn variables_of_a_process_do_not_stay_with_a_url() {
    let old = "extensions:\n  api:\n    enabled: true\n    type: stdio\n    cmd: npx\n    args: [x]\n    envs: {A: b}\n    env_keys: [T]\n";
    let merged = merge((".mcp.json", MOVED), ("goose/config.yaml", old), "");
    let server = merged.server("api");
    assert_eq!(server["uri"], "https://new.example.com/mcp");
    assert_eq!(server.get("env_keys"), None, "{server}");
    assert_eq!(server.get("envs"), None, "{server}");
}

#[test]
fn what_the_file_sets_for_a_variable_that_is_handed_on_goes() {
    // These are known to pass their environment on, so that a variable handed on needs no word in the entry.
    let of = |value: &str| {
        format!(
            r#"{{"mcpServers": {{"a": {{"command": "srv", "env": {{"API_KEY": "{value}"}}}}}}}}"#
        )
    };
    let (secret, old) = (of("ghp_x7Kq2ZpR9wLm4TbV8sNf1YcH6dJg3QaE5uXo"), of("old"));
    let sources = [
        (secret, "--secrets reference --strict"),
        (of("${API_KEY}"), "--strict"),
    ];
    for (host, target) in [
        ("zed", old.replace("mcpServers", "context_servers")),
        (
            "kilo",
            r#"{"mcp": {"a": {"type": "local", "command": ["srv"], "environment": {"API_KEY": "old", "B": "mine"}}}}"#.to_owned(),
        ),
    ] {
        for (source, options) in &sources {
            let target = target.replace(r#""old""#, r#""old", "B": "mine""#);
            let merged = merge(
                (".mcp.json", source),
                ("target.json", &target),
                &format!("--to {host} {options}"),
            );
            let server = merged.server("a");
            assert!(!server.to_string().contains("old"), "{host}: {server}");
            assert!(server.to_string().contains("mine"), "{host}: {server}");
            let told = "removed, because the source hands the variable on";
            assert!(merged.ran.stderr.contains(told), "{host}: {:#?}", merged.ran);
        }
    }
}

#[test]
fn a_check_sees_a_variable_that_is_no_longer_set_to_a_value() {
    let sync =
        "[sync]\nsource = \".mcp.json\"\n\n[[sync.target]]\nfile = \"zed.json\"\nhost = \"zed\"\n";
    let folder = Folder::new(&[
        (
            ".mcp.json",
            r#"{"mcpServers": {"a": {"command": "srv", "env": {"T": "${T}"}}}}"#,
        ),
        (
            "zed.json",
            r#"{"context_servers": {"a": {"command": "srv", "env": {"T": "old"}}}}"#,
        ),
        ("mcpconv.toml", sync),
    ]);
    assert_eq!(folder.run("sync --check").code, 1);
    assert_eq!(folder.run("sync").code, 0);
    assert!(!folder.read("zed.json").contains("old"));
    assert_eq!(folder.run("sync --check").code, 0);
}
