//! Repairs.

use super::UNTYPED;
use crate::support::Folder;

const REPAIRED: &str = "{\n  \"mcpServers\": {\n    \"docs\": {\n      \"url\": \"https://docs.acme.dev/mcp\",\n      \"type\": \"http\"\n    }\n  }\n}\n";

#[test]
fn a_repair_is_written_and_the_second_run_finds_nothing() {
    let repo = Folder::new(&[(".mcp.json", UNTYPED)]);
    let ran = repo.lint(&["--fix"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, "no findings in 1 file; 1 fixed\n"),
        "{}",
        ran.stderr
    );
    assert_eq!(repo.read(".mcp.json"), REPAIRED);
    assert_eq!(repo.lint(&["--fix"]).stdout, "no findings in 1 file\n");
}

#[test]
fn a_diff_writes_nothing_and_tells_by_its_exit_code() {
    let repo = Folder::new(&[(".mcp.json", UNTYPED)]);
    let ran = repo.lint(&["--diff", "--fail-on", "never"]);
    assert!(
        ran.code == 1 && ran.stdout.contains("+      \"type\": \"http\"\n"),
        "{}",
        ran.stdout
    );
    // Nothing but a patch, whatever the format of the findings.
    for format in ["human", "json", "sarif"] {
        let ran = repo.lint(&["--diff", "--format", format]);
        let patch = |line: &str| line.starts_with(['-', '+', '@', ' ', '\\']);
        assert!(ran.stdout.lines().all(patch), "{format}: {}", ran.stdout);
        assert!(
            ran.stderr.contains("missing-type"),
            "{format}: {}",
            ran.stderr
        );
    }
    assert_eq!(repo.read(".mcp.json"), UNTYPED);
}

#[test]
fn from_standard_input_the_repaired_text_goes_to_standard_output() {
    let repo = Folder::new(&[]);
    let ran = repo.feed(
        &["lint", "-", "--stdin-filename", ".mcp.json", "--fix"],
        UNTYPED,
    );
    assert_eq!((ran.code, ran.stdout.as_str()), (0, REPAIRED));
    assert!(ran.stderr.contains("1 fixed"), "{}", ran.stderr);
    let clean = "{\"mcpServers\": {}}";
    assert_eq!(
        repo.feed(
            &["lint", "-", "--stdin-filename", ".mcp.json", "--fix"],
            clean
        )
        .stdout,
        clean
    );
}

#[test]
fn comments_line_ends_and_the_mark_stay_as_they_are() {
    let text = "\u{feff}// mine\r\n{ \"servers\": { \"a\": { \"command\": \"npx\", /* why */ \"args\": [\"x\"], \"env\": {\"PORT\": {\"a\": 1}} } } }";
    let repo = Folder::new(&[(".vscode/mcp.json", text)]);
    repo.lint(&["--fix"]);
    let now = repo.read(".vscode/mcp.json");
    assert!(
        now.contains("// mine\r\n") && now.contains("/* why */"),
        "{now}"
    );
}

#[test]
fn what_is_ignored_is_not_repaired() {
    let repo = Folder::new(&[
        (".mcp.json", UNTYPED),
        (
            "mcpconv.toml",
            "[[ignore]]\nrule = \"missing-type\"\nreason = \"we know\"\n",
        ),
    ]);
    let ran = repo.lint(&["--fix"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (
            0,
            "no findings in 1 file; 1 ignored\n`mcpconv.toml` ignores some findings of `missing-type`\n"
        )
    );
    assert_eq!(repo.read(".mcp.json"), UNTYPED);
}

#[test]
fn input_that_is_no_text_is_passed_on_as_it_is() {
    let bytes = b"{\"mcpServers\": {\"a\": {\"command\": \"caf\xe9\"}}}";
    let output = Folder::new(&[]).output("lint - --fix --stdin-filename .mcp.json", bytes);
    assert_eq!(
        (output.status.code(), output.stdout.as_slice()),
        (Some(1), &bytes[..])
    );
}

#[test]
fn what_files_say_about_each_other_is_asked_again_after_a_repair() {
    let repo = Folder::new(&[
        (
            ".cursor/mcp.json",
            r#"{"mcpServers": {"db": {"command": "npx", "args": ["-y", "a@1.0.0"]}}}"#,
        ),
        (
            ".mcp.json",
            r#"{"mcpServers": {"db": {"command": "npx -y a@1.0.0"}}}"#,
        ),
    ]);
    let ran = repo.lint(&["--fix"]);
    assert!(!ran.stdout.contains("server-drift"), "{}", ran.stdout);
}

#[test]
fn a_report_in_a_file_leaves_standard_output_to_the_text() {
    let repo = Folder::new(&[]);
    let ran = repo.feed(
        &[
            "lint",
            "-",
            "--stdin-filename",
            ".mcp.json",
            "--fix",
            "-o",
            "r.json",
            "--format",
            "json",
        ],
        UNTYPED,
    );
    assert_eq!(ran.stdout, REPAIRED);
    assert!(repo.read("r.json").contains("\"fixed\": 1"));
}

#[test]
fn what_only_a_shell_can_do_stays_in_its_shell() {
    for line in [
        r#""cmd", "args": ["/c", "cd", "app", "&&", "php", "artisan"]"#,
        r#""cmd", "args": ["/c", "set", "A=1&&", "npx", "docs-mcp@1.0.0"]"#,
        r#""cmd", "args": ["/C", "START", "/b", "node", "server.js"]"#,
        r#""cmd", "args": ["/c", "npx", "docs-mcp@1.0.0", "2>nul"]"#,
        r#""sh", "args": ["-c", "source run.sh"]"#,
    ] {
        let text = format!(r#"{{ "mcpServers": {{ "docs": {{ "command": {line} }} }} }}"#);
        let repo = Folder::new(&[(".mcp.json", &text)]);
        let ran = repo.lint(&["--fix-unsafe"]);
        assert!(!ran.stdout.contains("without `cmd`"), "{}", ran.stdout);
        assert_eq!(repo.read(".mcp.json"), text);
    }
}

#[test]
fn what_a_person_has_to_find_out_is_not_guessed() {
    // Whether the server is an older one, which package does the job, and what stands for the project's folder elsewhere.
    for (path, server) in [
        (
            ".roo/mcp.json",
            r#"{"url": "https://docs.acme.dev/agents"}"#,
        ),
        (
            ".mcp.json",
            r#"{"command": "npx", "args": ["-y", "@modelcontextprotocol/server-sqlite", "app.db"]}"#,
        ),
        (
            ".kiro/settings/mcp.json",
            r#"{"command": "node", "args": ["${workspaceFolder}/docs.js"]}"#,
        ),
    ] {
        let text = format!(r#"{{"mcpServers": {{"docs": {server}}}}}"#);
        let repo = Folder::new(&[(path, &text)]);
        let ran = repo.lint(&["--fix-unsafe"]);
        assert!(ran.stdout.contains("docs"), "{path}: {}", ran.stdout);
        assert_eq!(repo.read(path), text);
    }
}

/// Each of these would leave its owner without a server, or without what they wrote down.
#[test]
fn what_may_be_needed_stays() {
    for (path, text) in [
        (
            ".mcp.json",
            r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-fetch", "./pages"]}}}"#,
        ),
        (
            ".mcp.json",
            r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-brave-search", "./x"]}}}"#,
        ),
        (
            ".mcp.json",
            r#"{"mcpServers": {"a": {"command": "bash", "args": ["-c", "./start.sh"]}}}"#,
        ),
        (
            ".mcp.json",
            r#"{"mcpServers": {"a": {"command": "bash", "args": ["-lc", "npx -y a-mcp@1.0.0"]}}}"#,
        ),
        (
            ".mcp.json",
            r#"{"mcpServers": {"a": {"command": "zsh", "args": ["-i", "-c", "uvx a-mcp==1.0.0"]}}}"#,
        ),
        (
            ".kiro/settings/mcp.json",
            "{\"mcpServers\": {\"a\": {\"command\": \"srv\"}}} // why it is here",
        ),
        (
            ".claude/settings.json",
            r#"{"permissions": {"allow": ["mcp__github(*)"]}}"#,
        ),
    ] {
        let repo = Folder::new(&[(path, text)]);
        repo.lint(&["--fix-unsafe", "--level", "info"]);
        assert_eq!(repo.read(path), text);
    }
}

#[test]
fn cmd_goes_with_all_its_switches() {
    let repo = Folder::new(&[(
        ".roo/mcp.json",
        r#"{"mcpServers": {"a": {"command": "cmd", "args": ["/d", "/s", "/c", "npx", "-y", "docs-mcp@1.0.0"]}}}"#,
    )]);
    repo.lint(&["--fix-unsafe"]);
    assert_eq!(
        repo.read(".roo/mcp.json"),
        r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "docs-mcp@1.0.0"]}}}"#
    );
}

#[test]
fn a_list_that_would_approve_writing_tools_is_not_renamed() {
    let text = r#"{"mcpServers": {"a": {"command": "uvx", "args": ["a@1.0.0"], "alwaysAllow": ["delete_row", "list_rows", "add_row"]}}}"#;
    let repo = Folder::new(&[(".kiro/settings/mcp.json", text)]);
    repo.lint(&["--fix-unsafe", "--level", "info"]);
    assert!(repo.read(".kiro/settings/mcp.json").contains("alwaysAllow"));
}

/// Nobody reads the servers today. Under the right key one of them would cost all settings, or the start.
#[test]
fn a_root_is_not_renamed_as_safe_where_the_host_would_refuse_the_file() {
    for (file, text) in [
        (
            ".zed/settings.json",
            r#"{"mcpServers": {"a": {"command": "x"}, "b": {"type": "http"}}}"#,
        ),
        (
            ".codex/config.toml",
            "[mcpServers.a]\ncommand = \"x\"\nurl = \"https://mcp.acme.dev/mcp\"\n",
        ),
    ] {
        let repo = Folder::new(&[(file, text)]);
        let ran = repo.lint(&["--fix"]);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert_eq!(repo.read(file), text);
        assert!(ran.stdout.contains("[fixable: unsafe]"), "{}", ran.stdout);
        repo.lint(&["--fix-unsafe"]);
        assert_ne!(repo.read(file), text);
    }
    let fine = r#"{"mcpServers": {"a": {"command": "x"}}}"#;
    let repo = Folder::new(&[(".zed/settings.json", fine)]);
    assert_eq!(repo.lint(&["--fix"]).code, 0);
}

/// The file at `path` with this text after a fix.
fn fixed(path: &str, text: &str, flag: &str) -> String {
    let repo = Folder::new(&[(path, text)]);
    repo.lint(&[flag]);
    repo.read(path)
}

#[test]
fn a_time_that_was_ignored_gets_no_other_unit_unasked() {
    let kimi = |time: &str| format!(r#"{{"mcpServers":{{"a":{{"command":"x",{time}}}}}}}"#);
    for (time, safe, unsafe_) in [
        (
            r#""timeout":30"#,
            r#""timeout":30"#,
            r#""toolTimeoutMs":30000"#,
        ),
        (
            r#""timeout":5000"#,
            r#""timeout":5000"#,
            r#""toolTimeoutMs":5000"#,
        ),
        (
            r#""timeout":60000"#,
            r#""toolTimeoutMs":60000"#,
            r#""toolTimeoutMs":60000"#,
        ),
    ] {
        let path = ".kimi-code/mcp.json";
        assert_eq!(fixed(path, &kimi(time), "--fix"), kimi(safe));
        let text = fixed(path, &kimi(time), "--fix-unsafe");
        assert_eq!(text, kimi(unsafe_));
        let again = Folder::new(&[(path, text.as_str())]);
        assert_eq!(again.lint(&[]).stdout, "no findings in 1 file\n");
    }
}

#[test]
fn arguments_go_where_the_host_reads_them() {
    let text = "[mcp_servers.a]\ncommand = \"npx\"\narguments = [\"-y\", \"@a/d@1.0.0\"]\n";
    let path = ".codex/config.toml";
    assert_eq!(
        fixed(path, text, "--fix"),
        text.replace("arguments", "args")
    );
    let open = |server: &str| format!(r#"{{"mcp":{{"a":{{"type":"local",{server}}}}}}}"#);
    for (server, flag, expected) in [
        (
            r#""command":["npx"],"args":["-y","a@1.0.0"]"#,
            "--fix",
            r#""command":["npx","-y","a@1.0.0"]"#,
        ),
        (
            r#""command":["npx","-y"],"args":["a@1.0.0"]"#,
            "--fix-unsafe",
            r#""command":["npx","-y","a@1.0.0"]"#,
        ),
        (
            r#""command":["npx","-y"],"args":["a@1.0.0"]"#,
            "--fix",
            r#""command":["npx","-y"],"args":["a@1.0.0"]"#,
        ),
    ] {
        assert_eq!(fixed("opencode.json", &open(server), flag), open(expected));
        let said = Folder::new(&[("opencode.json", &open(server))])
            .lint(&[])
            .stdout;
        assert!(said.contains("append its items to `command`"), "{said}");
    }
}

#[test]
fn a_space_around_the_program_goes() {
    let text = |command: &str| {
        format!(r#"{{"mcpServers":{{"a":{{"command":"{command}","args":["-y","b@1.0.0"]}}}}}}"#)
    };
    for (command, program) in [
        ("npx ", "npx"),
        (" npx", "npx"),
        ("./bin/srv ", "./bin/srv"),
        ("npx\\t", "npx\\t"),
    ] {
        let repo = Folder::new(&[(".mcp.json", text(command).as_str())]);
        let found = repo.lint(&[]).stdout;
        assert!(found.contains("args-in-command"), "{command:?}: {found}");
        assert_eq!(fixed(".mcp.json", &text(command), "--fix"), text(program));
    }
}

#[test]
fn a_word_after_a_dollar_sign_is_not_made_a_reference_unasked() {
    let text =
        r#"{"mcpServers": {"a": {"command": "srv", "args": ["$BUDGET"], "env": {"T": "$T"}}}}"#;
    let folder = Folder::new(&[(".mcp.json", text)]);
    folder.lint(&["--fix", ".mcp.json"]);
    let safe = folder.read(".mcp.json");
    assert!(safe.contains(r#"["$BUDGET"]"#), "{safe}");
    // A variable of its own name is surely meant.
    assert!(safe.contains(r#""T": "${T}""#), "{safe}");
    folder.lint(&["--fix-unsafe", ".mcp.json"]);
    assert!(folder.read(".mcp.json").contains(r#"["${BUDGET}"]"#));
}
