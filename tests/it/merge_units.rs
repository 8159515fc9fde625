//! Merges decide by unit: a command with its arguments, a URL with its credentials, a server with its gates.

use crate::support::Folder;

/// The exit code, standard output and standard error.
fn run(folder: &Folder, args: &[&str]) -> (i32, String, String) {
    let ran = folder.run(args);
    (ran.code, ran.stdout, ran.stderr)
}

const SYNC: &str = "[sync]\nsource = \".mcp.json\"\n\n[[sync.target]]\nfile = \"TARGET\"\n";

/// A source, a target, and the target after a merge: every command says the same before and after.
fn one_answer(source: &str, file: &str, target: &str, expected: &str) -> (String, String) {
    let folder = Folder::new(&[
        (".mcp.json", source),
        (file, target),
        ("mcpconv.toml", &SYNC.replace("TARGET", file)),
    ]);
    let (dry, plan, said) = run(&folder, &[".mcp.json", "-o", file, "--dry-run"]);
    assert_eq!(dry, 1, "{plan}{said}");
    assert_eq!(run(&folder, &[".mcp.json", "-o", file, "--diff"]).0, 1);
    assert_eq!(run(&folder, &["sync", "--check"]).0, 1);
    assert_eq!(run(&folder, &["diff", ".mcp.json", file]).0, 1);
    let (exit, _, said) = run(&folder, &["sync"]);
    assert_eq!(exit, 0, "{said}");
    assert_eq!(folder.read(file), expected, "{said}");
    let (exit, difference, _) = run(&folder, &["diff", ".mcp.json", file]);
    assert_eq!(exit, 0, "{difference}");
    assert_eq!(run(&folder, &["sync", "--check"]).0, 0);
    assert_eq!(run(&folder, &[".mcp.json", "-o", file, "--dry-run"]).0, 0);
    folder.write(file, target);
    let (exit, _, merged) = run(&folder, &[".mcp.json", "-o", file]);
    assert_eq!(
        (exit, folder.read(file)),
        (0, expected.to_owned()),
        "{merged}"
    );
    (plan, merged)
}

#[test]
fn a_command_without_arguments_takes_the_old_ones_away() {
    let (plan, said) = one_answer(
        r#"{"mcpServers": {"db": {"command": "db-server"}}}"#,
        ".codex/config.toml",
        "[mcp_servers.db]\ncommand = \"npx\"\nargs = [\"-y\", \"old-db\", \"--allow-write\"]\n",
        "[mcp_servers.db]\ncommand = \"db-server\"\n",
    );
    assert!(plan.contains("updated: command\n"), "{plan}");
    assert!(plan.contains("removed: args\n"), "{plan}");
    assert!(
        said.contains("warning[merge-field-removed]: `db`: `args` is removed"),
        "{said}"
    );
}

#[test]
fn a_command_line_in_one_list_is_replaced_as_a_whole() {
    one_answer(
        r#"{"mcpServers": {"db": {"command": "foo"}}}"#,
        "opencode.json",
        r#"{"mcp": {"db": {"type": "local", "command": ["npx", "-y", "bar"]}}}"#,
        r#"{"mcp": {"db": {"type": "local", "command": ["foo"]}}}"#,
    );
}

#[test]
fn a_mirror_decides_by_unit_too() {
    let folder = Folder::new(&[
        (
            ".mcp.json",
            r#"{"mcpServers": {"db": {"command": "db-server"}}}"#,
        ),
        (
            ".cursor/mcp.json",
            r#"{"mcpServers": {"db": {"command": "npx", "args": ["old"]}, "gone": {"command": "x"}}}"#,
        ),
    ]);
    let (exit, _, said) = run(
        &folder,
        &[".mcp.json", "-o", ".cursor/mcp.json", "--mirror"],
    );
    assert_eq!(exit, 0, "{said}");
    assert_eq!(
        folder.read(".cursor/mcp.json"),
        r#"{"mcpServers": {"db": {"command": "db-server"}}}"#
    );
}

#[test]
fn credentials_do_not_follow_a_url_to_another_host() {
    let (_, said) = one_answer(
        r#"{"mcpServers": {"api": {"type": "http", "url": "https://new.example/mcp"}}}"#,
        ".cursor/mcp.json",
        r#"{"mcpServers": {"api": {"url": "https://old.example/mcp", "headers": {"Authorization": "Bearer k3JmPq8vXr2LwZ9tNc5Yb7Hd"}}}}"#,
        r#"{"mcpServers": {"api": {"url": "https://new.example/mcp"}}}"#,
    );
    assert!(
        said.contains("`headers.Authorization` is removed"),
        "{said}"
    );
    assert!(!said.contains("k3JmPq8v"), "{said}");
}

#[test]
fn every_kind_of_credential_goes_with_its_url() {
    for (credential, name) in [
        ("bearer_token_env_var = \"OLD\"\n", "bearer_token_env_var"),
        (
            "env_http_headers = { X-Key = \"OLD\" }\n",
            "env_http_headers.X-Key",
        ),
        ("auth = \"chatgpt\"\n", "auth"),
        ("oauth = { client_id = \"old\" }\n", "oauth.client_id"),
    ] {
        let (_, said) = one_answer(
            r#"{"mcpServers": {"api": {"type": "http", "url": "https://new.example/mcp"}}}"#,
            ".codex/config.toml",
            &format!("[mcp_servers.api]\nurl = \"https://old.example/mcp\"\n{credential}"),
            "[mcp_servers.api]\nurl = \"https://new.example/mcp\"\n",
        );
        assert!(said.contains(&format!("`{name}` is removed")), "{said}");
    }
}

#[test]
fn what_only_the_users_entry_says_stays() {
    let folder = Folder::new(&[
        (
            ".mcp.json",
            r#"{"mcpServers": {"db": {"command": "db", "env": {"A": "1"}}}}"#,
        ),
        (
            ".codex/config.toml",
            "[mcp_servers.db]\ncommand = \"old\"\nstartup_timeout_sec = 9\nenabled_tools = [\"t\"]\nrequired = true\n\n[mcp_servers.db.env]\nA = \"0\"\nB = \"mine\"\n",
        ),
    ]);
    let (exit, _, said) = run(
        &folder,
        &[".mcp.json", "-o", ".codex/config.toml", "--strict"],
    );
    assert_eq!(exit, 0, "{said}");
    assert_eq!(
        folder.read(".codex/config.toml"),
        "[mcp_servers.db]\ncommand = \"db\"\nstartup_timeout_sec = 9\nenabled_tools = [\"t\"]\nrequired = true\n\n[mcp_servers.db.env]\nA = \"1\"\nB = \"mine\"\n"
    );
    assert!(!said.contains("merge-field-removed"), "{said}");
}

#[test]
fn a_broken_entry_does_not_keep_half_a_unit() {
    let folder = Folder::new(&[
        (".mcp.json", r#"{"mcpServers": {"db": {"command": "db"}}}"#),
        (
            ".codex/config.toml",
            "[mcp_servers.db]\ncommand = 5\nargs = [\"--allow-write\"]\n",
        ),
    ]);
    assert_eq!(
        run(&folder, &[".mcp.json", "-o", ".codex/config.toml"]).0,
        0
    );
    assert_eq!(
        folder.read(".codex/config.toml"),
        "[mcp_servers.db]\ncommand = \"db\"\n"
    );
}

#[test]
fn a_skipped_server_leaves_no_gate_behind() {
    let folder = Folder::new(&[
        (
            "opencode.json",
            r#"{"mcp": {"a": {"type": "local", "command": ["x", "{file:./y}"], "enabled": false}, "b": {"type": "local", "command": ["b"]}}}"#,
        ),
        (
            ".gemini/settings.json",
            r#"{"mcpServers": {"a": {"command": "mine"}}}"#,
        ),
    ]);
    let (exit, _, said) = run(&folder, &["opencode.json", "-o", ".gemini/settings.json"]);
    assert_eq!(exit, 0, "{said}");
    assert!(said.contains("1 added, 1 skipped"), "{said}");
    assert_eq!(
        folder.read(".gemini/settings.json"),
        r#"{"mcpServers": {"a": {"command": "mine"}, "b": {"command": "b"}}}"#
    );
}

#[test]
fn the_first_run_writes_the_tag_that_the_second_would_add() {
    for (host, file, text) in [
        (
            "claude-code",
            ".mcp.json",
            r#"{"a": {"url": "https://h.example/mcp"}}"#,
        ),
        (
            "mistral-vibe",
            ".vibe/config.toml",
            "[[mcp_servers]]\nname = \"a\"\nurl = \"https://h.example/mcp\"\n",
        ),
    ] {
        let folder = Folder::new(&[("source", text)]);
        let args = ["--from", host, "--to", host, "source", "-o", file];
        assert_eq!(run(&folder, &args).0, 0);
        let first = folder.read(file);
        assert_eq!(run(&folder, &args).0, 0);
        assert_eq!(folder.read(file), first);
        assert!(first.contains("http"), "{first}");
    }
}

#[test]
fn an_invalid_name_never_overwrites_the_server_that_has_it() {
    let folder = Folder::new(&[
        (
            ".mcp.json",
            r#"{"mcpServers": {"my server": {"command": "a"}, "my-server": {"command": "b"}}}"#,
        ),
        (
            "other.json",
            r#"{"mcpServers": {"my server": {"command": "a"}}}"#,
        ),
        (
            ".codex/config.toml",
            "[mcp_servers.my-server]\ncommand = \"mine\"\n",
        ),
    ]);
    let (_, stdout, said) = run(&folder, &["--to", "codex", ".mcp.json"]);
    assert_eq!(
        stdout,
        "[mcp_servers.my-server-2]\ncommand = \"a\"\n\n[mcp_servers.my-server]\ncommand = \"b\"\n"
    );
    assert!(said.contains("warning[conversion-name-changed]"), "{said}");
    let args = [
        "--from",
        "mcp-json",
        "other.json",
        "-o",
        ".codex/config.toml",
    ];
    for _ in 0..2 {
        assert_eq!(run(&folder, &args).0, 0);
        assert_eq!(
            folder.read(".codex/config.toml"),
            "[mcp_servers.my-server]\ncommand = \"mine\"\n\n[mcp_servers.my-server-2]\ncommand = \"a\"\n"
        );
    }
}

#[test]
fn a_source_changes_only_the_entry_it_was_written_to() {
    let folder = Folder::new(&[
        (
            ".mcp.json",
            r#"{"mcpServers": {"my server": {"command": "npx", "args": ["-y", "pkg", "--new"]}}}"#,
        ),
        (
            ".codex/config.toml",
            "[mcp_servers.my-server]\ncommand = \"npx\"\nargs = [\"-y\", \"pkg\", \"--old\"]\n",
        ),
    ]);
    assert_eq!(
        run(&folder, &[".mcp.json", "-o", ".codex/config.toml"]).0,
        0
    );
    assert_eq!(
        folder.read(".codex/config.toml"),
        "[mcp_servers.my-server]\ncommand = \"npx\"\nargs = [\"-y\", \"pkg\", \"--new\"]\n"
    );
}

#[test]
fn a_field_in_another_case_is_changed_where_it_stands() {
    one_answer(
        r#"{"mcpServers": {"db": {"command": "db-server"}}}"#,
        ".agents/mcp_config.json",
        r#"{"mcpServers": {"db": {"Command": "npx", "ARGS": ["-y", "old"]}}}"#,
        r#"{"mcpServers": {"db": {"Command": "db-server"}}}"#,
    );
    one_answer(
        r#"{"mcpServers": {"db": {"command": "db-server"}}}"#,
        "crush.json",
        r#"{"mcp": {"db": {"type": "stdio", "Command": "npx", "args": ["-y", "old"]}}}"#,
        r#"{"mcp": {"db": {"type": "stdio", "Command": "db-server"}}}"#,
    );
}

#[test]
fn whatever_signs_in_goes_with_the_url_that_it_was_for() {
    for (file, target, expected) in [
        (
            ".agents/mcp_config.json",
            r#"{"mcpServers": {"api": {"serverUrl": "https://old.example/mcp", "authProviderType": "google_credentials"}}}"#,
            r#"{"mcpServers": {"api": {"serverUrl": "https://new.example/mcp"}}}"#,
        ),
        (
            ".kimi-code/mcp.json",
            r#"{"mcpServers": {"api": {"url": "https://old.example/mcp", "auth": "oauth"}}}"#,
            r#"{"mcpServers": {"api": {"url": "https://new.example/mcp"}}}"#,
        ),
    ] {
        one_answer(
            r#"{"mcpServers": {"api": {"type": "http", "url": "https://new.example/mcp"}}}"#,
            file,
            target,
            expected,
        );
    }
}

/// Merges the source into the file twice; the second time nothing changes.
fn merged(source: &str, from: &str, to: &str, file: &str, target: &str) -> (String, String) {
    let folder = Folder::new(&[("source", source), (file, target)]);
    let line = ["--from", from, "--to", to, "source", "-o", file];
    let (exit, _, said) = run(&folder, &line);
    assert_eq!(exit, 0, "{said}");
    let once = folder.read(file);
    let (exit, _, again) = run(&folder, &line);
    assert_eq!((exit, folder.read(file)), (0, once.clone()), "{again}");
    (once, said)
}

#[test]
fn a_tool_with_dots_in_its_name_stays_one_tool() {
    let (once, _) = merged(
        r#"{"mcpServers": {"t": {"type": "http", "url": "https://e.example/m", "toolPermissions": {"x": "blocked"}}}}"#,
        "claude-code",
        "claude-code",
        ".mcp.json",
        r#"{"mcpServers": {"t": {"type": "http", "url": "https://e.example/m", "toolPermissions": {"fs.read": "allow", "\".": "allow"}}}}"#,
    );
    assert!(
        once.contains(r#""fs.read": "allow", "\".": "allow""#),
        "{once}"
    );
    assert!(once.contains(r#""x": "blocked""#), "{once}");
    let (once, _) = merged(
        r#"{"mcpServers": {"t": {"command": "b", "args": ["c"]}}}"#,
        "mcp-json",
        "codex",
        ".codex/config.toml",
        "[mcp_servers.t]\ncommand = \"a\"\n\n[mcp_servers.t.tools.\"fs.read\"]\napproval_mode = \"approve\"\nlimit = 3\n",
    );
    assert!(
        once.contains(
            "[mcp_servers.t.tools.\"fs.read\"]\napproval_mode = \"approve\"\nlimit = 3\n"
        ),
        "{once}"
    );
}

#[test]
fn a_field_with_dots_that_the_host_refuses_is_removed_as_it_is_said() {
    let (once, said) = merged(
        r#"{"mcpServers": {"t": {"command": "npx", "args": ["-y", "b"]}}}"#,
        "mcp-json",
        "mcpnest",
        "mcpnest.json",
        r#"{"mcpServers": {"t": {"command": "npx", "args": ["-y", "a"], "transport": {"type": "stdio"}, "env": {}, "x.y": 1}}}"#,
    );
    assert!(once.contains(r#""env": {}}"#), "{once}");
    assert!(said.contains("`x.y` is removed"), "{said}");
}

#[test]
fn a_new_server_that_the_file_treats_otherwise_than_the_source_is_told_with_strict() {
    // A rule for the tools of a server that was not there yet.
    let target = r#"{"mcp": {}, "tools": {"alpha_write": false}}"#;
    let source = r#"{"mcpServers": {"alpha": {"command": "npx", "args": ["x"]}}}"#;
    let folder = Folder::new(&[("opencode.json", target)]);
    let args = "--from claude-code --to opencode -o opencode.json --strict";
    let message = folder.feed(args, source).failed(1);
    assert!(message.contains("tools"), "{message}");
    assert_eq!(folder.read("opencode.json"), target);
}

#[test]
fn a_path_that_starts_from_a_folder_of_the_file_alone_is_told() {
    let merge = |source: &str| {
        let target = "[mcp_servers.a]\ncommand = \"node\"\nargs = [\"old.js\"]\ncwd = \"sub\"\n";
        let file = ".codex/config.toml";
        merged(source, "claude-code", "codex", file, target)
    };
    let (once, said) = merge(r#"{"mcpServers": {"a": {"command": "node", "args": ["./new.js"]}}}"#);
    assert!(once.contains("cwd = \"sub\""), "{once}");
    let message = "a path in args is relative to a folder";
    assert!(said.contains(message), "{said}");
    let (_, said) = merge(r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "new"]}}}"#);
    assert!(!said.contains(message), "{said}");
}

#[test]
fn a_transport_that_the_host_cannot_read_is_replaced_by_the_first_run() {
    let target = "[proxy]\nname = \"p\"\n\n[proxy.listen]\nport = 9000\n\n[[backends]]\nname = \"a\"\ntransport = \"${X}\"\nurl = \"https://old.example.com/mcp\"\n";
    let source = r#"{"mcpServers": {"a": {"type": "http", "url": "https://new.example.com/mcp"}}}"#;
    let (once, _) = merged(source, "mcp-json", "mcp-proxy", "proxy.toml", target);
    assert!(once.contains(r#"transport = "http""#), "{once}");
    let (twice, _) = merged(source, "mcp-json", "mcp-proxy", "proxy.toml", &once);
    assert_eq!(once, twice);
}

#[test]
fn text_that_looks_like_a_reference_is_merged_as_it_is_written_anew() {
    for (file, target, source, text) in [
        (
            ".cursor/mcp.json",
            "cursor",
            r#"{"command": "npx", "args": ["mcp-remote", "https://mcp.example.com", "--header", "Authorization:${AUTH}"], "env": {"AUTH": "Bearer x"}}"#,
            "\"Authorization:${AUTH}\"",
        ),
        (
            ".gemini/settings.json",
            "gemini",
            r#"{"command": "sh", "args": ["-c", "ps | awk '{print $NF}'"]}"#,
            "'{print $NF}'",
        ),
        (
            ".copilot/mcp-config.json",
            "copilot-cli",
            r#"{"command": "srv", "env": {"E": "HOME"}}"#,
            "\"E\": \"HOME\"",
        ),
    ] {
        let source = format!(r#"{{"mcpServers": {{"a": {source}}}}}"#);
        let folder = Folder::new(&[
            (".mcp.json", &source),
            (file, r#"{"mcpServers": {"a": {"command": "old"}}}"#),
        ]);
        let fresh = run(&folder, &[".mcp.json", "--to", target]).1;
        assert!(fresh.contains(text), "{fresh}");
        let (exit, _, said) = run(&folder, &[".mcp.json", "--to", target, "-o", file]);
        let merged = folder.read(file);
        assert!(exit == 0 && merged.contains(text), "{merged}{said}");
    }
}

#[test]
fn a_merge_leaves_nothing_for_which_the_host_would_refuse_the_server() {
    let cursor = r#"{"mcpServers": {"a": {"type": "streamable-http", "url": "URL"}}}"#;
    let codex = "[mcp_servers.a]\ncommand = \"x\"\nurl = \"https://old.example.com\"\n\
                 [mcp_servers.a.env]\nA = 1\n";
    let (remote, process) = (
        r#"{"type": "http", "url": "https://new.example.com/mcp"}"#,
        r#"{"command": "x", "env": {"A": "1"}}"#,
    );
    let moved = cursor.replace("URL", "https://old.example.com");
    let equal = cursor.replace("URL", "https://new.example.com/mcp");
    let opencode = r#"{"mcp": {"a": {"type": "http", "url": "https://old.example.com"}}}"#;
    for (source, file, target) in [
        (remote, ".cursor/mcp.json", &*moved),
        (remote, ".cursor/mcp.json", &*equal),
        (
            remote,
            ".roo/mcp.json",
            r#"{"mcpServers": {"a": {"type": "http", "url": "https://old.example.com"}}}"#,
        ),
        (remote, "opencode.json", opencode),
        (process, ".codex/config.toml", codex),
        (
            process,
            ".cursor/mcp.json",
            r#"{"mcpServers": {"a": {"command": "x", "env": {"A": 1}}}}"#,
        ),
    ] {
        let source = format!(r#"{{"mcpServers": {{"a": {source}}}}}"#);
        let folder = Folder::new(&[(".mcp.json", &source), (file, target)]);
        let (_, found, _) = run(&folder, &["lint", "--fail-on", "error", file]);
        assert!(found.contains("error["), "{target}: {found}");
        let (exit, _, said) = run(&folder, &[".mcp.json", "-o", file]);
        let merged = folder.read(file);
        assert_eq!(exit, 0, "{said}");
        let (exit, found, _) = run(&folder, &["lint", "--fail-on", "error", file]);
        assert_eq!(exit, 0, "{merged}{found}");
        let (exit, difference, _) = run(&folder, &["diff", ".mcp.json", file]);
        assert_eq!(exit, 0, "{merged}{difference}");
        let (exit, _, said) = run(&folder, &[".mcp.json", "-o", file, "--dry-run"]);
        assert_eq!(exit, 0, "{said}");
    }
}

#[test]
fn what_the_source_says_wrongly_is_no_reason_to_change_it_the_second_time() {
    let server = r#"{"type": "carrier-pigeon", "url": "https://mcp.example.com"}"#;
    let source = format!(r#"{{"mcpServers": {{"a": {server}}}}}"#);
    let folder = Folder::new(&[
        ("mcp.json", &source),
        ("other/mcp.json", r#"{"mcpServers": {}}"#),
    ]);
    let merge = "--from mcp-json --to mcp-json mcp.json -o other/mcp.json";
    folder.run(merge);
    let once = folder.read("other/mcp.json");
    folder.run(merge);
    assert_eq!(folder.read("other/mcp.json"), once);
}

#[test]
fn servers_that_never_run_for_want_of_a_variable_are_still_different_servers() {
    let folder = Folder::new(&[
        (".mcp.json", r#"{"mcpServers": {"a": {"command": "new"}}}"#),
        (
            ".warp/.mcp.json",
            r#"{"mcpServers": {"a": {"command": "old", "args": ["--allow-write"], "env": {"E": "${X:-d}"}}}}"#,
        ),
    ]);
    let (exit, _, said) = run(&folder, &[".mcp.json", "-o", ".warp/.mcp.json"]);
    assert_eq!(exit, 0, "{said}");
    assert_eq!(
        folder.read(".warp/.mcp.json"),
        r#"{"mcpServers": {"a": {"command": "new", "env": {"E": "${X:-d}"}}}}"#
    );
}

#[test]
fn a_server_with_the_connection_of_one_that_is_there_is_reported() {
    let folder = Folder::new(&[
        (
            ".mcp.json",
            r#"{"mcpServers": {"new": {"command": "same"}}}"#,
        ),
        (
            ".omp/mcp.json",
            r#"{"mcpServers": {"old": {"command": "same"}}}"#,
        ),
    ]);
    let merge = [".mcp.json", "-o", ".omp/mcp.json", "--strict"];
    let (exit, _, said) = run(&folder, &merge);
    assert!(
        exit == 1 && said.contains("oh-my-pi starts only `old`"),
        "{said}"
    );
    // What goes is in nobody's way.
    let (exit, _, said) = run(&folder, &[&merge[..], &["--mirror"]].concat());
    assert_eq!(exit, 0, "{said}");
}

/// Zed wrote a command with its arguments and variables as one object.
#[test]
fn variables_beside_an_older_command_stay_when_it_is_replaced() {
    let older = |env: &str| {
        format!(
            r#"{{"context_servers": {{"a": {{"command": {{"path": "user", "args": ["old"]{env}}}}}}}}}"#
        )
    };
    let source = r#"{"mcpServers": {"a": {"command": "new"}}}"#;
    for (env, left) in [
        (r#", "env": {"K": "v"}"#, r#", "env": {"K": "v"}"#),
        (r#", "env": {}"#, ""),
        ("", ""),
    ] {
        let folder = Folder::new(&[("a.json", source), (".zed/settings.json", &older(env))]);
        let said = folder.done("--from claude-code a.json -o .zed/settings.json");
        let expected = format!(r#"{{"context_servers": {{"a": {{"command": "new"{left}}}}}}}"#);
        let value = |text: &str| crate::support::json(text);
        assert_eq!(value(&folder.read(".zed/settings.json")), value(&expected));
        assert!(said.contains("`command.args` is removed"), "{said}");
    }
}

#[test]
fn what_another_kind_of_group_refuses_goes_although_it_is_empty() {
    let source = r#"{"mcpServers": {"a": {"type": "http", "url": "https://e.example/mcp", "headers": {"X-Q": "1"}}}}"#;
    let start =
        "[[mcp_servers]]\nname = \"a\"\ntransport = \"http\"\nurl = \"https://e.example/mcp\"\n";
    for auth in [
        "[mcp_servers.auth]\ntype = \"oauth\"\nscopes = []\n",
        "auth = { type = \"oauth\", scopes = [] }\n",
        "auth = { type = \"oauth\", scopes = [\"r\"], redirect_port = 4000 }\n",
    ] {
        let file = ".vibe/config.toml";
        let folder = Folder::new(&[(".mcp.json", source), (file, &format!("{start}{auth}"))]);
        let (exit, _, said) = run(&folder, &[".mcp.json", "-o", file]);
        let text = folder.read(file);
        assert_eq!(exit, 0, "{said}");
        assert!(text.contains("static") && text.contains("X-Q"), "{text}");
        assert!(
            !text.contains("scopes") && !text.contains("redirect"),
            "{text}"
        );
        assert_eq!(run(&folder, &["lint", file]).0, 0, "{text}");
    }
}

#[test]
fn fields_of_another_kind_of_group_are_an_error_to_the_linter() {
    let start = "[[mcp_servers]]\nname = \"a\"\ntransport = \"http\"\nurl = \"https://e.example/mcp\"\n[mcp_servers.auth]\n";
    for (auth, field) in [
        ("type = \"static\"\nscopes = [\"r\"]\n", "auth.scopes"),
        ("type = \"static\"\nclient_id = \"x\"\n", "auth.client_id"),
        (
            "type = \"oauth\"\nscopes = []\nheaders = { X = \"y\" }\n",
            "auth.headers",
        ),
        (
            "type = \"oauth\"\nscopes = []\napi_key_format = \"{token}\"\n",
            "auth.api_key_format",
        ),
    ] {
        let folder = Folder::new(&[(".vibe/config.toml", &format!("{start}{auth}"))]);
        let (exit, found, _) = run(&folder, &["lint"]);
        assert_eq!(exit, 1, "{auth}: {found}");
        assert!(
            found.contains("unknown-field") && found.contains(field),
            "{found}"
        );
        assert!(found.contains("does not start"), "{found}");
    }
}

#[test]
fn an_empty_table_for_another_transport_goes() {
    let folder = Folder::new(&[
        (".mcp.json", r#"{"mcpServers": {"a": {"command": "srv"}}}"#),
        (
            ".codex/config.toml",
            "[mcp_servers.a]\nurl = \"https://e.example/mcp\"\n[mcp_servers.a.oauth]\n",
        ),
    ]);
    let (exit, _, said) = run(&folder, &[".mcp.json", "-o", ".codex/config.toml"]);
    assert_eq!(exit, 0, "{said}");
    assert_eq!(
        folder.read(".codex/config.toml"),
        "[mcp_servers.a]\ncommand = \"srv\"\n"
    );
}

#[test]
fn a_value_of_the_file_gives_way_to_the_variable_that_the_source_refers_to() {
    for (url, envs, left) in [
        ("https://e.example/mcp", "{A: lit}", None),
        (
            "https://${A}.example/mcp",
            "{A: lit, B: mine}",
            Some("mine"),
        ),
    ] {
        let source = format!(
            r#"{{"mcpServers": {{"a": {{"type": "http", "url": "{url}", "headers": {{"X": "${{A}}"}}}}, "b": {{"command": "srv"}}}}}}"#
        );
        let target = format!(
            "extensions:\n  a:\n    enabled: true\n    type: streamable_http\n    name: a\n    uri: https://e.example/mcp\n    headers: {{X: \"$A\"}}\n    envs: {envs}\n"
        );
        let folder = Folder::new(&[(".mcp.json", &source), ("g.yaml", &target)]);
        let (exit, _, said) = run(
            &folder,
            &[".mcp.json", "--to", "goose", "-o", "g.yaml", "--strict"],
        );
        assert_eq!(exit, 0, "{said}");
        let text = folder.read("g.yaml");
        assert!(!text.contains("lit"), "{text}");
        assert!(text.contains("env_keys:\n      - A\n"), "{text}");
        assert_eq!(text.contains("envs"), left.is_some(), "{text}");
        assert!(text.contains("cmd: srv"), "{text}");
        assert_eq!(run(&folder, &["lint", "--host", "goose", "g.yaml"]).0, 0);
    }
}

#[test]
fn what_goes_is_named_once_and_what_gets_another_name_is_not_gone() {
    let folder = Folder::new(&[
        (
            ".mcp.json",
            r#"{"mcpServers": {"a": {"type": "http", "url": "https://e.example/mcp"}}}"#,
        ),
        (
            ".codex/config.toml",
            "[mcp_servers.a]\ncommand = \"x\"\nenv_vars = [\"A\"]\nenv = { B = \"c\" }\n",
        ),
        (
            ".qwen/settings.json",
            r#"{"mcpServers": {"a": {"url": "https://e.example/sse"}}}"#,
        ),
    ]);
    let (_, _, said) = run(&folder, &[".mcp.json", "-o", ".codex/config.toml"]);
    assert_eq!(said.matches("`env_vars`").count(), 1, "{said}");
    let (exit, _, said) = run(
        &folder,
        &[".mcp.json", "-o", ".qwen/settings.json", "--strict"],
    );
    assert_eq!(exit, 0, "{said}");
    assert!(!said.contains("merge-field-removed"), "{said}");
    assert_eq!(
        folder.read(".qwen/settings.json"),
        r#"{"mcpServers": {"a": {"httpUrl": "https://e.example/mcp"}}}"#
    );
}

#[test]
fn what_a_transport_has_no_use_for_does_not_come_to_life_with_another_one() {
    let process = r#"{"mcpServers": {"a": {"command": "db"}}}"#;
    let remote = r#"{"mcpServers": {"a": {"type": "http", "url": "https://new.example/mcp"}}}"#;
    for (file, source, target, gone) in [
        (
            ".cursor/mcp.json",
            process,
            r#"{"mcpServers": {"a": {"url": "https://old.example/mcp", "env": {"K": "1"}, "cwd": "/x", "args": ["q"], "envFile": "e"}}}"#,
            vec!["env", "cwd", "args", "envFile"],
        ),
        (
            ".cursor/mcp.json",
            remote,
            r#"{"mcpServers": {"a": {"command": "x", "headers": {"K": "1"}}}}"#,
            vec!["headers"],
        ),
        (
            ".codex/config.toml",
            process,
            "[mcp_servers.a]\nurl = \"https://old.example/mcp\"\nenv = { K = \"1\" }\nenv_vars = [\"Q\"]\ncwd = \"/x\"\n",
            vec!["env", "env_vars", "cwd"],
        ),
        (
            "librechat.yaml",
            process,
            "mcpServers:\n  a: {type: streamable-http, url: \"https://old.example\", env: {K: \"1\"}}\n",
            vec!["env"],
        ),
        (
            ".vibe/config.toml",
            process,
            "[[mcp_servers]]\nname = \"a\"\ntransport = \"http\"\nurl = \"https://old.example\"\nenv = { K = \"1\" }\n",
            vec!["env"],
        ),
        (
            ".config/goose/config.yaml",
            process,
            "extensions:\n  a: {enabled: true, type: streamable_http, name: a, uri: \"https://old.example\", envs: {T: abc}}\n",
            vec!["envs"],
        ),
    ] {
        let folder = Folder::new(&[(".mcp.json", source), (file, target)]);
        let (exit, _, said) = run(&folder, &[".mcp.json", "-o", file]);
        assert_eq!(exit, 0, "{file}: {said}");
        let now = folder.read(file);
        assert!(!now.contains("old.example"), "{now}");
        for name in gone {
            assert!(!now.contains(name), "{name} is left in {now}");
            assert!(said.contains(&format!("`{name}`")), "{name}: {said}");
        }
        assert_eq!(
            run(&folder, &[".mcp.json", "-o", file, "--diff"]).0,
            0,
            "{now}"
        );
    }
    let folder = Folder::new(&[
        (".mcp.json", process),
        (
            "m.json",
            r#"{"mcpServers": {"a": {"url": "https://x.example/sse", "type": "sse"}}}"#,
        ),
    ]);
    let to = [".mcp.json", "--to", "fastmcp", "-o", "m.json"];
    assert_eq!(run(&folder, &to).0, 0);
    assert_eq!(
        folder.read("m.json"),
        r#"{"mcpServers": {"a": {"command": "db"}}}"#
    );
}

#[test]
fn variables_that_had_no_effect_and_go_with_a_new_transport_are_reported() {
    let folder = Folder::new(&[
        (
            ".mcp.json",
            r#"{"mcpServers": {"a": {"command": "db", "env": {"N": "1"}}}}"#,
        ),
        (
            ".cursor/mcp.json",
            r#"{"mcpServers": {"a": {"url": "https://old.example/mcp", "env": {"K": "1"}}}}"#,
        ),
    ]);
    let (exit, _, said) = run(&folder, &[".mcp.json", "-o", ".cursor/mcp.json"]);
    assert_eq!(exit, 0, "{said}");
    assert!(said.contains("`env.K`"), "{said}");
    assert!(!folder.read(".cursor/mcp.json").contains("\"K\""));
}

const TWICE: &str = "extensions:\n  k1: {enabled: true, type: stdio, name: a, cmd: one, args: []}\n  a: {enabled: true, type: stdio, name: a, cmd: two, args: []}\n";

#[test]
fn the_second_entry_of_one_name_is_skipped_and_told() {
    let folder = Folder::new(&[("g.yaml", TWICE)]);
    for to in [
        "codex",
        "librechat",
        "mistral-vibe",
        "mcp-proxy",
        "claude-code",
    ] {
        let args = ["g.yaml", "--from", "goose", "--to", to];
        let (exit, text, said) = run(&folder, &args);
        assert_eq!(exit, 0, "{said}");
        assert!(text.contains("one") && !text.contains("two"), "{text}");
        assert!(said.contains("`a` is already defined"), "{said}");
        assert_eq!(run(&folder, &[&args[..], &["--strict"]].concat()).0, 1);
    }
    let (exit, text, _) = run(&folder, &["g.yaml", "--from", "goose", "--to", "goose"]);
    assert_eq!((exit, text.as_str()), (0, TWICE));
}

#[test]
fn a_mirror_removes_every_definition_of_a_name() {
    let vibe = |name: &str| {
        format!("[[mcp_servers]]\nname = \"{name}\"\ntransport = \"stdio\"\ncommand = \"x\"\n")
    };
    for (host, file, target) in [
        ("goose", "g.yaml", TWICE.to_owned()),
        ("mistral-vibe", "v.toml", format!("{}{}", vibe("a"), vibe("a"))),
        (
            "continue",
            "c.yaml",
            "mcpServers:\n  - {name: a, command: x}\n  - {name: a, command: y}\n".to_owned(),
        ),
        (
            "opencode",
            "o.json",
            r#"{"mcp": {"a": {"type": "local", "command": ["v1"]}, "servers": {"a": {"type": "local", "command": ["v2"]}}}}"#.to_owned(),
        ),
    ] {
        let folder = Folder::new(&[
            (".mcp.json", r#"{"mcpServers": {"z": {"command": "ok"}}}"#),
            (file, &target),
        ]);
        let args = [".mcp.json", "--to", host, "-o", file, "--mirror"];
        let (exit, _, said) = run(&folder, &args);
        assert_eq!(exit, 0, "{said}");
        assert!(said.contains("1 added, 1 removed"), "{said}");
        assert_eq!(run(&folder, &["diff", ".mcp.json", file, "--right-host", host]).0, 0);
    }
}

#[test]
fn of_two_maps_with_one_name_the_first_counts_everywhere() {
    let both = r#"{"mcp": {"a": {"type": "local", "command": ["v1"]}, "servers": {"a": {"type": "local", "command": ["v2"]}}}}"#;
    let folder = Folder::new(&[
        (".mcp.json", r#"{"mcpServers": {"a": {"command": "v1"}}}"#),
        ("new.json", r#"{"mcpServers": {"a": {"command": "new"}}}"#),
        ("opencode.json", both),
    ]);
    assert_eq!(
        run(&folder, &["diff", "opencode.json", "opencode.json"]).0,
        0
    );
    assert_eq!(run(&folder, &["diff", ".mcp.json", "opencode.json"]).0, 0);
    let args = [
        "new.json",
        "--from",
        "claude-code",
        "-o",
        "opencode.json",
        "--strict",
    ];
    let (exit, _, said) = run(&folder, &args);
    assert_eq!(exit, 0, "{said}");
    assert_eq!(folder.read("opencode.json"), both.replace("v1", "new"));
}
