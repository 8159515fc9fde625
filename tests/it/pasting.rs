//! What people have in their hands, and what they pass on.

use std::fs;

use crate::support::Folder;
use crate::support::made_up::token;

const FILE: &str = r#"{"mcpServers": {
  "docs": {"command": "npx", "args": ["-y", "docs-mcp"], "env": {"DOCS_KEY": "${DOCS_KEY}"}},
  "web": {"type": "http", "url": "https://docs.example.com/mcp"}
}}"#;

#[test]
fn standard_input_that_is_no_file_is_read_as_what_it_looks_like() {
    let folder = Folder::new(&[]);
    for (text, form) in [
        (
            "claude mcp add docs -- npx -y docs-mcp",
            "a `claude mcp add` command",
        ),
        (
            "\"docs\": {\"command\": \"npx\", \"args\": [\"-y\", \"docs-mcp\"]},",
            "no braces around it",
        ),
        (
            "{'command': 'npx', 'args': ['-y', 'docs-mcp']}",
            "it is called `docs`",
        ),
        ("npx -y docs-mcp", "a `npx` command"),
        (
            "Add this:\n\n```json\n{\"docs\": {\"command\": \"npx\", \"args\": [\"-y\", \"docs-mcp\"]}}\n```\n",
            "line 4",
        ),
        (
            "https://vscode.dev/redirect/mcp/install?name=docs&config=%7B%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22docs-mcp%22%5D%7D",
            "an install link of VS Code",
        ),
    ] {
        let (stdout, stderr) = folder.feed("--to codex", text).warned();
        let toml = "[mcp_servers.docs]\ncommand = \"npx\"\nargs = [\"-y\", \"docs-mcp\"]\n";
        assert_eq!(stdout, toml, "{text}\n{stderr}");
        assert!(stderr.contains(form), "{text}\n{stderr}");
    }
}

#[test]
fn prose_is_not_taken_for_a_broken_file() {
    let folder = Folder::new(&[(".mcp.json", FILE)]);
    for text in [
        "hello there\n",
        "hello",
        "Note: it is easy.\nDo: this\n",
        "/mcp add docs",
    ] {
        for command in [
            "--to codex",
            "show -",
            "lint -",
            "diff - .mcp.json",
            "matrix -",
        ] {
            // The linter reports on standard output.
            let ran = folder.feed(command, text);
            assert_eq!(ran.code, 2, "{command}: {ran:?}");
            let stderr = ran.stdout + &ran.stderr;
            assert!(
                stderr.contains("error[unreadable-paste]: no MCP server found in this text")
                    && stderr.contains("an `mcp add` command")
                    && stderr.contains("an install link"),
                "{command}: {stderr}"
            );
        }
    }
}

#[test]
fn other_commands_read_pastes_too() {
    let folder = Folder::new(&[(
        "b.json",
        r#"{"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs-mcp"]}}}"#,
    )]);
    let text = "$ claude mcp add docs -- npx -y docs-mcp";
    let note = "info[pasted-input]: read as a `claude mcp add` command for Claude Code";
    for (command, code, shown) in [
        ("show -", 0, "npx"),
        ("matrix - --to codex", 0, "docs"),
        ("diff - b.json --right-host claude-code", 0, "mean the same"),
        ("lint - --level info", 0, "docs-mcp"),
    ] {
        let ran = folder.feed(command, text);
        assert_eq!(ran.code, code, "{command}: {ran:?}");
        assert!(ran.stderr.contains(note), "{command}: {}", ran.stderr);
        assert!(ran.stdout.contains(shown), "{command}: {}", ran.stdout);
    }
    // A linter reports what is broken, and believes the name of a file.
    let broken = "{'mcpServers': {}}";
    let ran = folder.feed("lint -", broken);
    assert!(
        ran.code == 1 && ran.stdout.contains("syntax-error"),
        "{ran:?}"
    );
    let ran = folder.feed("lint - --stdin-filename .mcp.json", text);
    assert!(
        ran.code == 1 && ran.stdout.contains("syntax-error"),
        "{ran:?}"
    );
}

#[test]
fn published_servers_are_read_from_standard_input() {
    let folder = Folder::new(&[]);
    for text in [
        r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json", "name": "io.github.acme/docs", "description": "d", "version": "1.0.0", "packages": [{"registryType": "npm", "identifier": "docs-mcp", "version": "1.0.0", "transport": {"type": "stdio"}}]}"#,
        r#"{"manifest_version": "0.3", "name": "docs", "version": "1.0.0", "description": "d", "author": {"name": "a"}, "server": {"type": "node", "entry_point": "i.js", "mcp_config": {"command": "npx", "args": ["-y", "docs-mcp@1.0.0"]}}}"#,
    ] {
        let (stdout, _) = folder.feed("--to codex", text).warned();
        let toml = "[mcp_servers.docs]\ncommand = \"npx\"\nargs = [\"-y\", \"docs-mcp@1.0.0\"]\n";
        assert_eq!(stdout, toml);
    }
}

#[test]
fn commands_are_quoted_for_the_system_that_is_named() {
    let folder = Folder::new(&[(
        ".mcp.json",
        r#"{"mcpServers": {"docs": {"command": "uvx", "args": ["docs mcp"], "env": {"KEY": "${KEY}"}}}}"#,
    )]);
    let line = |platform: &str| {
        let args = format!(".mcp.json --to claude-code --emit commands --platform {platform}");
        folder.run(&args).warned().0
    };
    assert_eq!(
        line("unix"),
        "claude mcp add docs --env 'KEY=${KEY}' -- uvx 'docs mcp'\n"
    );
    assert_eq!(
        line("windows"),
        "claude mcp add docs --env 'KEY=${KEY}' \"--\" uvx \"docs mcp\"\n"
    );
}

#[test]
fn a_file_is_read_as_a_paste_only_if_asked() {
    let folder = Folder::new(&[(
        "README.md",
        "```json\n{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}\n```\n",
    )]);
    folder.run("--to codex README.md").failed(2);
    let (stdout, _) = folder.run("--to codex README.md --paste").warned();
    assert_eq!(stdout, "[mcp_servers.a]\ncommand = \"x\"\n");
    let (stdout, _) = folder
        .feed("--to codex --name mine", "{\"command\": \"x\"}")
        .warned();
    assert_eq!(stdout, "[mcp_servers.mine]\ncommand = \"x\"\n");
}

#[test]
fn a_paste_never_carries_its_secret_into_a_message() {
    let folder = Folder::new(&[]);
    let token = token();
    let text = format!("claude mcp add docs --nope -e KEY={token} -- npx docs-mcp");
    let stderr = folder.feed("--to codex", text).failed(2);
    assert!(
        stderr.contains("unreadable-paste") && !stderr.contains(&token),
        "{stderr}"
    );
}

#[test]
fn many_targets_are_written_all_or_none() {
    let folder = Folder::new(&[(".mcp.json", FILE)]);
    folder
        .run(".mcp.json --to codex,cursor --output-dir out")
        .warned();
    assert!(
        folder
            .read("out/.codex/config.toml")
            .contains("[mcp_servers.docs]")
    );
    assert!(
        folder
            .read("out/.cursor/mcp.json")
            .contains("${env:DOCS_KEY}")
    );
    // Claude Desktop needs a value that nobody gave, so nothing is written for the other either.
    folder
        .run(".mcp.json --to codex,claude-desktop --output-dir none")
        .failed(2);
    assert!(!folder.path().join("none").exists());
    // Whoever asks for all hosts gets those that can be had, unless nothing may be lost.
    let ran = folder.run(".mcp.json --to all --output-dir all");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.stderr.contains("nothing is written for Claude Desktop"),
        "{ran:?}"
    );
    assert!(folder.path().join("all/.codex/config.toml").exists());
    assert!(!folder.path().join("all/claude-desktop").exists());
    folder
        .run(".mcp.json --to all --output-dir strict --strict")
        .failed(1);
    assert!(!folder.path().join("strict").exists());
    folder
        .run(".mcp.json -o a/.cursor/mcp.json -o a/.codex/config.toml")
        .warned();
    assert_eq!(
        folder.read("a/.codex/config.toml"),
        folder.read("out/.codex/config.toml")
    );
    let stderr = folder.run(".mcp.json --to codex,cursor").failed(2);
    assert!(stderr.contains("--output-dir"), "{stderr}");
}

#[test]
fn detected_targets_are_the_files_that_are_there() {
    let folder = Folder::new(&[
        ("servers.json", FILE),
        (".vscode/mcp.json", "{}"),
        ("home/.cursor/mcp.json", "{}"),
    ]);
    let ran = folder.run("--from claude-code servers.json --to detected --diff");
    assert_eq!(ran.code, 1);
    let diff = ran.stdout;
    assert!(
        diff.contains("+++ b/.vscode/mcp.json") && !diff.contains("cursor"),
        "{diff}"
    );
    assert_eq!(folder.read(".vscode/mcp.json"), "{}");
    folder
        .run("--from claude-code servers.json --to detected --user")
        .warned();
    assert!(folder.read("home/.cursor/mcp.json").contains("docs-mcp"));
    assert_eq!(folder.read(".vscode/mcp.json"), "{}");
}

#[test]
#[cfg(unix)] // On Windows commands are quoted for PowerShell.
fn commands_and_links_carry_references_and_never_values() {
    let token = token();
    let secret = FILE.replace("${DOCS_KEY}", &token);
    let folder = Folder::new(&[(".mcp.json", FILE), ("secret.json", &secret)])
        .set("DOCS_KEY", "the-value-of-the-key");
    let (stdout, _) = folder
        .run(".mcp.json --to claude-code --emit commands")
        .warned();
    assert_eq!(
        stdout,
        "claude mcp add docs --env 'DOCS_KEY=${DOCS_KEY}' -- npx -y docs-mcp\n\
         claude mcp add --transport http web https://docs.example.com/mcp\n"
    );
    for what in ["commands", "links", "markdown"] {
        for file in [".mcp.json", "secret.json"] {
            let ran = folder.run(&format!("{file} --from claude-code --to all --emit {what}"));
            assert_eq!(ran.code, 0, "{ran:?}");
            let output = ran.stdout + &ran.stderr;
            assert!(
                !output.contains("the-value-of") && !output.contains(&token),
                "{output}"
            );
        }
    }
}

#[test]
fn a_readme_is_kept_in_step() {
    let page = "# Docs\n\n<!-- mcpconv:begin -->\n<!-- mcpconv:end -->\n";
    let folder = Folder::new(&[
        (".mcp.json", FILE),
        ("README.md", page),
        ("other.md", "# No\n"),
    ]);
    let update = ".mcp.json --to claude-code,vscode --emit markdown -o README.md";
    assert_eq!(folder.run(&format!("{update} --check")).code, 1);
    assert_eq!(folder.read("README.md"), page);
    folder.run(update).warned();
    let written = folder.read("README.md");
    assert!(
        written.contains("claude mcp add docs") && written.contains("vscode:mcp/install?"),
        "{written}"
    );
    folder.run(&format!("{update} --check")).warned();
    let stderr = folder
        .run(".mcp.json --to claude-code --emit markdown -o other.md")
        .failed(2);
    assert!(stderr.contains("mcpconv:begin"), "{stderr}");
}

#[test]
fn the_end_of_a_section_in_its_own_code_is_not_its_end() {
    let server = r#"{"mcpServers": {"a": {"command": "x", "args": ["\n<!-- mcpconv:end -->\n```\n[click](https://evil.example)"]}}}"#;
    let page = "# Docs\n\n<!-- mcpconv:begin -->\n<!-- mcpconv:end -->\n\nMore.\n";
    let folder = Folder::new(&[(".mcp.json", server), ("README.md", page)]);
    let update = ".mcp.json --to codex --emit markdown -o README.md";
    folder.run(update).warned();
    let written = folder.read("README.md");
    assert!(
        written.contains("[click]") && written.ends_with("\n\nMore.\n"),
        "{written}"
    );
    folder.run(update).warned();
    assert_eq!(folder.read("README.md"), written);
    folder.run(&format!("{update} --check")).warned();
}

#[test]
fn a_section_has_the_line_ends_of_its_page() {
    let page = "# Docs\r\n\r\n<!-- mcpconv:begin -->\r\n<!-- mcpconv:end -->\r\n";
    let folder = Folder::new(&[(".mcp.json", FILE), ("README.md", page)]);
    let update = ".mcp.json --to claude-code,vscode --emit markdown -o README.md";
    folder.run(update).warned();
    let written = folder.read("README.md");
    assert!(written.contains("claude mcp add docs"), "{written}");
    assert!(
        !written.replace("\r\n", "").contains(['\r', '\n']),
        "{written:?}"
    );
    folder.run(&format!("{update} --check")).warned();
}

#[test]
fn a_section_is_written_as_safely_as_a_config_file() {
    let server =
        r#"{"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs-mcp@1.0.0"]}}}"#;
    let old = "\u{feff}# Docs\n<!-- mcpconv:begin -->\n<!-- mcpconv:end -->\n";
    let folder = Folder::new(&[(".mcp.json", server), ("README.md", old)]);
    fs::hard_link(
        folder.path().join("README.md"),
        folder.path().join("twin.md"),
    )
    .expect("a link");
    let words = ".mcp.json --to claude-code --emit markdown -o README.md --backup always";
    let said = folder.done(words);
    assert!(said.contains("README.md.bak"), "{said}");
    let new = folder.read("README.md");
    assert!(
        new.starts_with("\u{feff}# Docs\n") && new.contains("docs-mcp"),
        "{new}"
    );
    if cfg!(unix) {
        assert_eq!(folder.read("twin.md"), new);
    }
    assert_eq!(folder.read("README.md.bak"), old);
    let wide: Vec<u8> = old.encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(folder.path().join("README.md"), &wide).expect("a file");
    let said = folder.run(words).failed(2);
    assert!(said.contains("UTF-16"), "{said}");
    let now = fs::read(folder.path().join("README.md")).expect("a file");
    assert_eq!(now, wide);
}

#[test]
fn a_name_that_a_command_does_not_accept_is_reported() {
    for (to, refused, accepted) in [
        (
            "claude-code",
            &["my server", "a.b", "@a/b", "-x"][..],
            "a_b-1",
        ),
        ("amp", &["my server", "a.b", "-x"], "@a/b"),
        ("auggie", &["a.b", "constructor", "-x"], "my server"),
        ("gemini", &["-x"], "a.b"),
        ("droid", &["-x"], "a"),
    ] {
        let source = |name: &str| {
            format!(
                r#"{{"mcpServers": {{"{name}": {{"command": "x"}}, "ok": {{"command": "x"}}}}}}"#
            )
        };
        let run = |name: &str| {
            let args = format!("--from mcp-json --to {to} --emit commands --strict");
            Folder::new(&[]).feed(&args, source(name))
        };
        for name in refused {
            let ran = run(name);
            assert_eq!(
                (ran.code, ran.stdout.lines().count()),
                (1, 1),
                "{to}: {ran:?}"
            );
            assert!(ran.stderr.contains(&format!("`{name}`: ")), "{ran:?}");
        }
        let ran = run(accepted);
        assert_eq!(
            (ran.code, ran.stdout.lines().count()),
            (0, 2),
            "{to}: {ran:?}"
        );
    }
    // No option has room for a dash where the name is a word of JSON.
    let args = "--from mcp-json --to vscode --emit commands --strict";
    let ran = Folder::new(&[]).feed(args, r#"{"mcpServers": {"-x": {"command": "x"}}}"#);
    assert_eq!(ran.code, 0, "{ran:?}");
}
