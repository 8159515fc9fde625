//! What commands say about a conversion: the field that is meant, one answer from all of them, nothing left unsaid.

use crate::support::{Folder, convert};

/// What was said, in one line each.
fn said(ran: &crate::support::Ran) -> String {
    ran.stderr.replace("\n  │ ", " ")
}

#[test]
fn a_header_is_named_after_the_field_it_stands_in() {
    let codex = r#"
        [mcp_servers.a]
        url = "https://h.example/mcp"
        bearer_token_env_var = "TOKEN"
        http_headers = { "X-Region" = "$<REGION>" }
        env_http_headers = { "X-Team" = "TEAM" }
    "#;
    let ran = convert(&["--from", "codex", "--to", "goose"], codex);
    assert!(
        said(&ran).contains("`env_http_headers.X-Team`"),
        "{}",
        ran.stderr
    );
    assert!(
        !said(&ran).contains("bearer_token_env_var."),
        "{}",
        ran.stderr
    );
    let ran = convert(&["--from", "codex", "--to", "mistral-vibe"], codex);
    assert!(
        said(&ran).contains("in `http_headers.X-Region`"),
        "{}",
        ran.stderr
    );
    let ran = convert(&["--from", "codex", "--to", "zed"], codex);
    assert!(
        said(&ran).contains("`TOKEN` in `bearer_token_env_var`"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_header_that_a_merge_removes_is_named_after_its_field() {
    let folder = Folder::new(&[
        (
            ".mcp.json",
            r#"{"mcpServers": {"a": {"type": "http", "url": "https://new.example/mcp"}}}"#,
        ),
        (
            ".codex/config.toml",
            "[mcp_servers.a]\nurl = \"https://old.example/mcp\"\nbearer_token_env_var = \"T\"\nhttp_headers = { X = \"y\" }\n",
        ),
    ]);
    let ran = folder.run(&[".mcp.json", "-o", ".codex/config.toml", "--dry-run"]);
    assert!(
        ran.stdout
            .contains("removed: bearer_token_env_var, http_headers.X\n"),
        "{}",
        ran.stdout
    );
}

#[test]
fn the_arguments_of_a_command_line_in_one_string_are_what_goes() {
    let folder = Folder::new(&[
        (".mcp.json", r#"{"mcpServers": {"a": {"command": "new"}}}"#),
        (
            ".vibe/config.toml",
            "[[mcp_servers]]\nname = \"a\"\ntransport = \"stdio\"\ncommand = \"npx -y old\"\n",
        ),
    ]);
    let ran = folder.run(&[".mcp.json", "-o", ".vibe/config.toml", "--dry-run"]);
    assert!(
        ran.stdout.contains("removed: command (arguments)\n"),
        "{}",
        ran.stdout
    );
    assert!(
        !said(&ran).contains("`command` is removed"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_project_that_nobody_named_is_not_missed() {
    let home = r#"{"mcpServers": {"a": {"command": "x"}}, "projects": {"/p": {"mcpServers": {"b": {"command": "y"}}}}}"#;
    let folder = Folder::new(&[("home/.claude.json", home)]);
    let ran = folder.run(&["--from", "claude-code", "--user", "--to", "cursor"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    let ran = folder.run(&["home/.claude.json", "--to", "cursor", "--project", "/q"]);
    assert!(
        said(&ran).contains("no servers of the project `/q`"),
        "{}",
        ran.stderr
    );
}

#[test]
fn an_option_that_the_target_has_no_use_for_is_reported() {
    let source = r#"{"mcpServers": {"a": {"command": "x", "env": {"TOKEN": "${TOKEN}"}}}}"#;
    for (target, silent) in [
        ("vscode", true),
        ("visual-studio", true),
        ("cursor", false),
        ("codex", false),
        ("goose", false),
        ("librechat", false),
    ] {
        for which in ["secrets", "all"] {
            let args = ["--from", "claude-code", "--to", target, "--inputs", which];
            let ran = convert(&args, source);
            let told = said(&ran).contains("`--inputs` is ignored");
            assert_eq!(told, !silent, "{target}: {}", ran.stderr);
        }
    }
}

#[test]
fn a_file_that_is_replaced_counts_what_becomes_of_its_servers() {
    let source =
        r#"{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}, "d": {"command": "z"}}}"#;
    let old =
        r#"{"mcpServers": {"a": {"command": "x"}, "b": {"command": "w"}, "c": {"command": "v"}}}"#;
    let folder = Folder::new(&[("s.json", source), (".cursor/mcp.json", old)]);
    let args = [
        "s.json",
        "--from",
        "claude-code",
        "-o",
        ".cursor/mcp.json",
        "--replace",
    ];
    let ran = folder.run(&args);
    assert!(
        said(&ran).contains("was updated: 1 added, 1 updated, 1 unchanged, 1 removed"),
        "{}",
        ran.stderr
    );
    let ran = folder.run(&args);
    assert!(
        said(&ran).contains("is up to date: 3 unchanged"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_server_that_was_renamed_is_the_same_to_every_command() {
    let source = r#"{"mcpServers": {
        "my server!": {"command": "x"},
        "my-server-": {"command": "y"},
        "a b": {"type": "http", "url": "https://h.example/mcp"}
    }}"#;
    for file in [
        ".codex/config.toml",
        ".vibe/config.toml",
        ".xcsh/mcp.json",
        ".github/mcp.json",
        "goose/config.yaml",
    ] {
        let folder = Folder::new(&[(".mcp.json", source)]);
        let ran = folder.run(&[".mcp.json", "-o", file]);
        assert_eq!(ran.code, 0, "{file}: {}", ran.stderr);
        let ran = folder.run(&[".mcp.json", "-o", file, "--dry-run"]);
        assert_eq!(ran.code, 0, "{file}: {}", ran.stdout);
        for [left, right] in [[".mcp.json", file], [file, ".mcp.json"]] {
            let ran = folder.run(&["diff", left, right]);
            assert_eq!(ran.code, 0, "{left} {right}: {}", ran.stdout);
        }
    }
    // Another server under that name is another server.
    let folder = Folder::new(&[
        (
            ".mcp.json",
            r#"{"mcpServers": {"my server": {"command": "x"}}}"#,
        ),
        (
            ".codex/config.toml",
            "[mcp_servers.my-server]\ncommand = \"other\"\n",
        ),
    ]);
    let ran = folder.run(&["diff", ".mcp.json", ".codex/config.toml"]);
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    assert!(
        ran.stdout.contains("my server: only in .mcp.json"),
        "{}",
        ran.stdout
    );
}

#[test]
fn servers_that_the_file_has_in_the_wrong_place_are_reported_by_a_merge() {
    let source = r#"{"mcpServers": {"a": {"command": "x"}}}"#;
    for (file, text) in [
        (
            ".vscode/mcp.json",
            r#"{"mcpServers": {"z": {"command": "q"}}}"#,
        ),
        (
            ".cursor/mcp.json",
            r#"{"servers": {"z": {"command": "q"}}}"#,
        ),
        (".cursor/mcp.json", r#"{"z": {"command": "q"}}"#),
        (
            ".gemini/settings.json",
            r#"{"servers": {"z": {"command": "q"}}}"#,
        ),
    ] {
        let folder = Folder::new(&[(".mcp.json", source), (file, text)]);
        let ran = folder.run(&[".mcp.json", "-o", file]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(
            said(&ran).contains("warning[wrong-root-key]"),
            "{file} {text}: {}",
            ran.stderr
        );
        assert!(folder.read(file).contains("\"z\""));
    }
    // Other settings are not servers.
    let settings = r#"{"mcp": {"allowed": ["a"]}, "theme": {"type": "dark"}}"#;
    let folder = Folder::new(&[(".mcp.json", source), (".gemini/settings.json", settings)]);
    let ran = folder.run(&[".mcp.json", "-o", ".gemini/settings.json"]);
    assert!(!said(&ran).contains("wrong-root-key"), "{}", ran.stderr);
}

#[test]
fn a_bare_map_in_a_folder_of_the_host_is_nothing_to_any_command() {
    for file in [
        ".vscode/mcp.json",
        ".cursor/mcp.json",
        ".kiro/settings/mcp.json",
    ] {
        let folder = Folder::new(&[(file, r#"{"gh": {"command": "npx", "args": ["-y", "x"]}}"#)]);
        let ran = folder.run(&[file, "--to", "zed"]);
        assert_eq!(ran.code, 2, "{file}: {}", ran.stdout);
        assert!(
            said(&ran).contains("error[wrong-root-key]"),
            "{file}: {}",
            ran.stderr
        );
        let ran = folder.run(&["show", file]);
        assert!(ran.stdout.contains("no servers"), "{file}: {}", ran.stdout);
        let ran = folder.run(&["lint", file]);
        assert!(
            ran.stdout.contains("misplaced-server"),
            "{file}: {}",
            ran.stdout
        );
    }
}

#[test]
fn the_advice_for_a_single_server_is_what_its_host_reads() {
    for (host, text, advice) in [
        (
            "codex",
            "command = \"x\"\n",
            "write `[mcp_servers.NAME]` above it",
        ),
        (
            "mistral-vibe",
            "command = \"x\"\n",
            "write `[[mcp_servers]]` and `name = \"NAME\"` above it",
        ),
        (
            "mcp-proxy",
            "command = \"x\"\n",
            "write `[[backends]]` and `name = \"NAME\"` above it",
        ),
        (
            "continue",
            "command: x\n",
            "make it an item of `mcpServers`, with a `name`",
        ),
        (
            "librechat",
            "command: x\n",
            "write `mcpServers:` and a name above it, and indent it",
        ),
    ] {
        let folder = Folder::new(&[("server", text)]);
        let ran = folder.run(&["server", "--from", host, "--to", "cursor"]);
        assert_eq!(ran.code, 2, "{host}");
        assert!(ran.stderr.contains(advice), "{host}: {}", ran.stderr);
    }
}

#[test]
fn a_url_with_a_reference_where_the_host_allows_none_is_refused_by_show_and_convert() {
    for (file, root, url, fine) in [
        (".vscode/mcp.json", "servers", "${env:BASE}/mcp", false),
        (".vscode/mcp.json", "servers", "${input:base}", false),
        (
            ".vscode/mcp.json",
            "servers",
            "https://${env:HOST}/mcp",
            true,
        ),
        (".roo/mcp.json", "mcpServers", "${env:BASE}/mcp", false),
        (
            ".roo/mcp.json",
            "mcpServers",
            "https://${env:HOST}/mcp",
            false,
        ),
        (
            ".roo/mcp.json",
            "mcpServers",
            "https://h.example/${env:TEAM}",
            true,
        ),
    ] {
        let kind = if root == "servers" {
            "http"
        } else {
            "streamable-http"
        };
        let text = format!(r#"{{"{root}": {{"a": {{"type": "{kind}", "url": "{url}"}}}}}}"#);
        let folder = Folder::new(&[(file, &text)])
            .set("BASE", "https://h.example")
            .set("HOST", "h");
        let shown = folder.run(&["show", file]).stdout;
        assert_eq!(shown.contains("connects"), fine, "{file} {url}: {shown}");
        let ran = folder.run(&[file, "--to", "cursor"]);
        let told = said(&ran).contains("warning[invalid-url]");
        assert_eq!(told, !fine, "{file} {url}: {}", ran.stderr);
    }
}

#[test]
fn a_quote_that_is_not_closed_keeps_a_server_from_starting() {
    let vibe = |command: &str| {
        format!("[[mcp_servers]]\nname = \"a\"\ntransport = \"stdio\"\ncommand = {command}\n")
    };
    for (command, fine) in [
        (r#"'npx "unclosed'"#, false),
        (r#""npx -y 'pkg""#, false),
        (r#"'npx "closed"'"#, true),
        (r#""npx it\\'s""#, true),
        (r#"["npx", "it's"]"#, true),
    ] {
        let folder = Folder::new(&[(".vibe/config.toml", &vibe(command))]);
        let shown = folder.run(&["show", ".vibe/config.toml"]).stdout;
        assert_eq!(shown.contains("· starts"), fine, "{command}: {shown}");
        let ran = folder.run(&[".vibe/config.toml", "--to", "cursor"]);
        assert_eq!(ran.stderr.is_empty(), fine, "{command}: {}", ran.stderr);
        let found = folder.run(&["lint", ".vibe/config.toml"]).stdout;
        assert_eq!(
            !found.contains("args-in-command"),
            fine,
            "{command}: {found}"
        );
    }
}

#[test]
fn a_header_that_http_does_not_allow_is_not_passed_on() {
    let source = r#"{"mcpServers": {"a": {"url": "https://h.example/mcp", "headers": {"": "1", "X Y": "2", "X:Z": "3", "Ok": "4"}}}}"#;
    for host in [
        "codex",
        "zed",
        "goose",
        "roo",
        "librechat",
        "continue",
        "vscode",
        "mcp-proxy",
    ] {
        let ran = convert(&["--from", "cursor", "--to", host], source);
        assert_eq!(ran.code, 0, "{host}: {}", ran.stderr);
        assert!(
            said(&ran).contains("HTTP does not allow the names ``, `X Y`, `X:Z` in `headers`"),
            "{host}: {}",
            ran.stderr
        );
        assert!(
            ran.stdout.contains("Ok") && !ran.stdout.contains("X Y"),
            "{host}: {}",
            ran.stdout
        );
        let strict = convert(&["--from", "cursor", "--to", host, "--strict"], source);
        assert_eq!(strict.code, 1, "{host}");
    }
    // Codex does not send it either.
    let codex = "[mcp_servers.a]\nurl = \"https://h.example/mcp\"\nhttp_headers = { \"X Y\" = \"1\", Ok = \"2\" }\n";
    let text = convert(&["--from", "codex", "--to", "cursor", "--strict"], codex).silent();
    assert!(!text.contains("X Y"), "{text}");
}

#[test]
fn a_variable_that_the_host_cannot_name_is_not_referred_to() {
    let source = r#"{"mcpServers": {"a": {"command": "x", "env": {"P": "${ProgramFiles(x86)}"}}, "z": {"command": "y"}}}"#;
    for host in ["droid", "auggie", "goose", "roo"] {
        let ran = convert(&["--from", "claude-code", "--to", host], source);
        assert!(
            said(&ran).contains("does not support the variable `ProgramFiles(x86)`"),
            "{host}: {}",
            ran.stderr
        );
        assert!(!ran.stdout.contains("x86"), "{host}: {}", ran.stdout);
    }
    for (host, reference) in [
        ("cursor", "${ProgramFiles(x86)}"),
        ("vscode", "${env:ProgramFiles(x86)}"),
        ("windsurf", "${env:ProgramFiles(x86)}"),
        ("gemini", "${ProgramFiles(x86)}"),
        ("opencode", "{env:ProgramFiles(x86)}"),
    ] {
        let ran = convert(&["--from", "claude-code", "--to", host], source);
        assert!(
            ran.stdout.contains(&format!("\"{reference}\"")),
            "{host}: {}",
            ran.stdout
        );
    }
    let cursor = source.replace("${", "${env:");
    let text = convert(&["--from", "cursor", "--to", "claude-code"], &cursor).stdout;
    assert!(
        text.contains("${env:ProgramFiles(x86)}"),
        "Cursor passes on the text: {text}"
    );
}

#[test]
fn a_list_of_allowed_tools_is_kept_where_only_a_gate_can_say_it() {
    let codex = "[mcp_servers.srv]\ncommand = \"x\"\nenabled_tools = [\"a\", \"b.c\", \"d\"]\ndisabled_tools = [\"d\"]\n";
    for host in ["opencode", "kilo"] {
        let text = convert(&["--from", "codex", "--to", host, "--strict"], codex).silent();
        let tools = crate::support::json(&text)["tools"].to_string();
        assert_eq!(
            tools, r#"{"srv_*":false,"srv_a":true,"srv_b_c":true}"#,
            "{host}"
        );
    }
    // The last one that is about a tool counts, so their order does.
    let source = "[mcp_servers.srv]\ncommand = \"x\"\nenabled_tools = [\"a\", \"b\"]\n";
    for tools in [
        r#"{}"#,
        r#"{"srv_a": true}"#,
        r#"{"srv_a": true, "srv_c": false, "srv_d": true, "other": false}"#,
        r#"{"srv_*": false, "srv_b": true}"#,
        r#"{"srv_b": true, "srv_*": false}"#,
    ] {
        let old = format!(
            r#"{{"mcp": {{"srv": {{"type": "local", "command": ["x"]}}}}, "tools": {tools}}}"#
        );
        let folder = Folder::new(&[(".codex/config.toml", source), ("opencode.json", &old)]);
        let args = [".codex/config.toml", "-o", "opencode.json"];
        assert_eq!(folder.run(&args).code, 0, "{tools}");
        let now = folder.read("opencode.json");
        let ran = folder.run(&["diff", ".codex/config.toml", "opencode.json"]);
        assert_eq!(ran.code, 0, "{tools}: {now}{}", ran.stdout);
        assert_eq!(
            folder.run([&args[..], &["--dry-run"]].concat()).code,
            0,
            "{now}"
        );
    }
    // Patterns and nothing at all cannot be said there.
    for list in [r#"["re:^read"]"#, r#"["read_*"]"#] {
        let proxy = format!(
            "[proxy]\nname = \"p\"\n[proxy.listen]\n[[backends]]\nname = \"q\"\ntransport = \"stdio\"\ncommand = \"x\"\nexpose_tools = {list}\n"
        );
        let ran = convert(&["--from", "mcp-proxy", "--to", "opencode"], &proxy);
        assert!(
            said(&ran).contains("warning[conversion-restriction-lost]"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn oauth_is_merged_in_the_spelling_of_the_newer_form() {
    let source = r#"{"mcpServers": {"a": {"type": "http", "url": "https://h.example/mcp", "oauth": {"clientId": "new", "callbackPort": 8080}}}}"#;
    for oauth in [
        "",
        r#", "oauth": {"client_id": "old"}"#,
        r#", "oauth": {"scope": "read"}"#,
    ] {
        let old = format!(
            r#"{{"mcp": {{"servers": {{"a": {{"type": "remote", "url": "https://h.example/mcp"{oauth}}}}}}}}}"#
        );
        let folder = Folder::new(&[(".mcp.json", source), ("opencode.json", &old)]);
        assert_eq!(folder.run(&[".mcp.json", "-o", "opencode.json"]).code, 0);
        let text = folder.read("opencode.json");
        let oauth = &crate::support::json(&text)["mcp"]["servers"]["a"]["oauth"];
        assert_eq!(oauth["client_id"], "new", "{text}");
        assert_eq!(oauth["callback_port"], 8080, "{text}");
        assert!(!text.contains("clientId"), "{text}");
        let ran = folder.run(&[".mcp.json", "-o", "opencode.json", "--dry-run"]);
        assert_eq!(ran.code, 0, "{}", ran.stdout);
    }
}

#[test]
fn what_the_process_reads_from_its_own_env_is_the_same_to_every_command() {
    let source = r#"{"mcpServers": {"a": {"command": "npx", "args": ["mcp-remote", "https://h.example/mcp", "--header", "Authorization:${AUTH}"], "env": {"AUTH": "Bearer x"}}}}"#;
    for file in [
        ".codex/config.toml",
        ".vscode/mcp.json",
        ".vibe/config.toml",
        ".zed/settings.json",
        "opencode.json",
        "crush.json",
        ".factory/mcp.json",
        "goose/config.yaml",
        "mcp-proxy.toml",
        ".continue/mcpServers/a.yaml",
    ] {
        let folder = Folder::new(&[(".mcp.json", source)]);
        assert_eq!(folder.run(&[".mcp.json", "-o", file]).code, 0, "{file}");
        let ran = folder.run(&["diff", ".mcp.json", file]);
        assert_eq!(ran.code, 0, "{file}: {}", ran.stdout);
    }
    // Another argument is another one.
    let folder = Folder::new(&[(".mcp.json", source)]);
    folder.run(&[".mcp.json", "-o", ".zed/settings.json"]);
    let other = folder
        .read(".zed/settings.json")
        .replace("${AUTH}", "${OTHER}");
    folder.write(".zed/settings.json", other);
    assert_eq!(
        folder
            .run(&["diff", ".mcp.json", ".zed/settings.json"])
            .code,
        1
    );
}

#[test]
fn a_field_that_changes_is_not_listed_as_unchanged() {
    let folder = Folder::new(&[
        (
            ".mcp.json",
            r#"{"mcpServers": {"w": {"type": "http", "url": "https://new.example/mcp"}}}"#,
        ),
        (
            "librechat.yaml",
            "version: \"1.2.8\"\nmcpServers:\n  w:\n    type: streamable-http\n    url: https://old.example/mcp\n    apiKey:\n      source: admin\n      authorization_type: bearer\n      key: abc\n",
        ),
    ]);
    let ran = folder.run(&[".mcp.json", "-o", "librechat.yaml", "--dry-run"]);
    assert!(ran.stdout.contains("unchanged: type\n"), "{}", ran.stdout);
}

#[test]
fn a_comparison_tells_what_a_host_does_not_run_and_names_its_own_options() {
    let bare = r#"{"mcpServers": {"docs": {"url": "https://docs.example.com/mcp"}}}"#;
    let refers = r#"{"mcpServers": {"docs": {"url": "https://docs.example.com/mcp", "headers": {"X-Key": "${KEY}"}}}}"#;
    let folder = Folder::new(&[(".mcp.json", bare), ("a.json", bare), ("b.json", refers)]);
    let ran = folder.run("diff .mcp.json a.json --right-host cursor");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.stderr.contains("Claude Code skips this server"),
        "{ran:?}"
    );
    let ran = folder.run("diff .mcp.json b.json");
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stderr.contains("--right-host"), "{ran:?}");
}

#[test]
fn an_undeclared_input_is_told_once_in_a_value() {
    let asks = r#"{"servers": {"a": {"command": "x", "args": ["${input:k}/${env:A}/${input:k}", "${input:k}"]}}}"#;
    let ran = convert(&["--from", "vscode", "--to", "opencode"], asks);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("undeclared input `k`").count(), 2);
    assert!(ran.stdout.contains("{env:K}/{env:A}/{env:K}"));
}

#[test]
fn what_follows_from_a_lost_folder_is_not_told_again() {
    let gemini = r#"{"mcpServers": {"a": {"command": "x", "args": ["./y"], "env": {"D": ".", "E": "./z"}, "cwd": "./tools"}}}"#;
    let ran = convert(&["--from", "gemini", "--to", "goose"], gemini);
    assert!(said(&ran).contains("ignores a relative `cwd`"), "{ran:?}");
    assert!(!said(&ran).contains("differs"), "{ran:?}");
}

#[test]
fn a_list_whose_only_item_is_a_reference_is_called_by_its_name() {
    let source = r#"{"mcpServers": {"a": {"command": "x", "autoApprove": ["${env:T}"]}}}"#;
    let ran = Folder::new(&[]).feed("--from cline --to claude-code", source);
    assert!(ran.stderr.contains("`autoApprove`"), "{}", ran.stderr);
}

#[test]
fn a_relative_path_that_leaves_its_project_is_mentioned() {
    let source = r#"{"servers": {"b": {"type": "stdio", "command": "srv", "cwd": "${workspaceFolder}/sub"}}}"#;
    let folder = Folder::new(&[(".vscode/mcp.json", source)]);
    for (to, file) in [
        ("opencode", "home/.config/opencode/opencode.json"),
        ("gemini", "home/.gemini/settings.json"),
    ] {
        let ran = folder
            .run(format!("--from vscode .vscode/mcp.json --to {to} -o {file} --strict").as_str());
        assert_eq!(ran.code, 0, "{ran:?}");
        let mentioned = ran.stderr.contains("info[relative-path]");
        let found = folder.lint(&[file]).stdout.contains("relative-path");
        assert_eq!(mentioned, found, "{to}: {ran:?}");
    }
    // A project's file keeps them in the project.
    let ran = folder.run("--from vscode .vscode/mcp.json -o .gemini/settings.json");
    assert!(!ran.stderr.contains("relative-path"), "{ran:?}");
}

#[test]
fn a_folder_that_is_where_the_host_starts_anyway_is_no_difference() {
    for cwd in [".", "./"] {
        let source = format!(r#"{{"mcpServers": {{"w": {{"command": "uvx", "cwd": "{cwd}"}}}}}}"#);
        let ran = convert(
            &["--from", "antigravity", "--to", "copilot-cli", "--strict"],
            &source,
        );
        assert_eq!(ran.code, 0, "{cwd}: {ran:?}");
    }
}
