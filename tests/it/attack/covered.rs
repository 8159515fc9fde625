//! Secrets that only their surroundings give away: a word beside them, the name of a variable, the place that they came
//! from.

use crate::support::Folder;

const MARK: &str = "sunflower";

/// What a command prints.
fn said(folder: &Folder, words: &str) -> String {
    let ran = folder.run(words);
    format!("{}{}", ran.stdout, ran.stderr)
}

fn assert_covered(folder: &Folder, words: &str) -> String {
    let said = said(folder, words);
    assert!(!said.contains(MARK), "{words}: {said}");
    said
}

#[test]
fn what_the_environment_puts_into_a_name_is_covered() {
    for (file, root, env, reference) in [
        (".warp/.mcp.json", "mcpServers", "env", "${PLAIN_NAME}"),
        (".roo/mcp.json", "mcpServers", "env", "${env:PLAIN_NAME}"),
        ("opencode.json", "mcp", "environment", "{env:PLAIN_NAME}"),
        ("kilo.json", "mcp", "environment", "{env:PLAIN_NAME}"),
    ] {
        let local = match root {
            "mcp" => r#""type": "local", "command": ["x"]"#,
            _ => r#""command": "x""#,
        };
        let remote = match root {
            "mcp" => "remote",
            _ => "streamable-http",
        };
        let text = format!(
            r#"{{"{root}": {{
                "a": {{{local}, "{env}": {{"A_{reference}": "on", "PLAIN": "off", "{reference}": "1", "B={reference}": "2"}}}},
                "b": {{"type": "{remote}", "url": "https://h.example/mcp", "headers": {{"X-{reference}": "1", "X-Plain": "seen"}}}}
            }}}}"#
        );
        let folder = Folder::new(&[(file, &text)]).set("PLAIN_NAME", "sunflower/Bicycle=x");
        for format in ["", " --format json"] {
            let said = assert_covered(&folder, &format!("show{format}"));
            assert!(
                !said.to_ascii_lowercase().contains("bicycle"),
                "{file}: {said}"
            );
            // Kilo Code refuses the references in a project's file, so that nothing of it is shown.
            let shown = file != "kilo.json";
            assert_eq!(said.contains("PLAIN"), shown, "{file}: {said}");
        }
    }
    // What was asked for is shown, but for what its name calls a secret.
    let text = r#"{"mcpServers": {"a": {"command": "x", "env": {"A_${PLAIN_NAME}": "on", "B_${API_TOKEN}": "on"}}}}"#;
    let folder = Folder::new(&[(".warp/.mcp.json", text)])
        .set("PLAIN_NAME", "region")
        .set("API_TOKEN", MARK);
    let said = assert_covered(&folder, "show --values");
    assert!(
        said.contains("A_region") && said.contains("B_********"),
        "{said}"
    );
}

#[test]
fn a_report_and_a_comparison_cover_names_of_headers_whatever_their_case() {
    let text = format!(
        r#"{{"mcpServers": {{"a": {{"type": "http", "url": "https://h.example/mcp", "headers": {{
            "X-Key {0}": "", "X-{0}": "", "Authorization: Bearer {MARK}": "", "X-Api-Key: {MARK}": "x"}}}}}}}}"#,
        format_args!("AKIA{}", "Q7RK2ZX4LM5TB6VN"),
    );
    let folder = Folder::new(&[(".mcp.json", &text)]);
    assert_covered(
        &folder,
        "convert .mcp.json --from claude-code --to vscode -o .vscode/mcp.json --report r.json",
    );
    let report = folder.read("r.json");
    let compared = assert_covered(&folder, "diff .mcp.json .vscode/mcp.json");
    for text in [report, compared] {
        let text = text.to_ascii_lowercase();
        assert!(
            text.contains("headers.x-") && !text.contains("q7rk2zx4lm5tb6vn"),
            "{text}"
        );
        assert!(!text.contains(MARK), "{text}");
    }
}

#[test]
fn a_value_that_a_document_calls_a_secret_is_covered_also_where_it_is_written() {
    let inputs = r#"{"servers": {"a": {"command": "npx", "args": ["-y", "x@1.0.0", "--m=${input:tok}", "${input:pick}", "${input:api_key}"]}}, "inputs": [
        {"id": "tok", "type": "promptString", "password": true, "description": "d", "default": "hunter2sunflower"},
        {"id": "pick", "type": "pickString", "password": true, "description": "d", "options": ["hunter2sunflower", "b"], "default": "hunter2sunflower"},
        {"id": "api_key", "type": "pickString", "description": "d", "options": [{"label": "l", "value": "hunter2sunflower"}], "default": "hunter2sunflower"}]}"#;
    let server = r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/2025-07-09/server.schema.json", "name": "a/b", "packages": [{"registryType": "npm", "identifier": "x", "version": "1.0.0",
        "environmentVariables": [{"name": "X", "isSecret": true, "default": "hunter2sunflower"}]}]}"#;
    let manifest = r#"{"manifest_version": "0.2", "name": "a", "version": "1.0.0", "description": "d", "author": {"name": "x"},
        "server": {"type": "node", "entry_point": "s.js", "mcp_config": {"command": "node", "args": ["s.js", "--x=${user_config.k}"], "env": {"K": "${user_config.k}"}}},
        "user_config": {"k": {"type": "string", "title": "K", "description": "d", "sensitive": true, "default": "hunter2sunflower"}}}"#;
    let header = r#"{"mcpServers": {"a": {"type": "http", "url": "https://h.example/mcp", "headers": {"Authorization": "Bearer ${X:-hunter2sunflower}"}}}}"#;
    let folder = Folder::new(&[
        ("vscode.json", inputs),
        ("server-json.json", server),
        ("mcpb.json", manifest),
        ("claude-code.json", header),
    ]);
    for source in ["vscode", "server-json", "mcpb", "claude-code"] {
        for target in ["vscode", "cursor", "codex", "opencode", "goose"] {
            for more in ["", " --inputs all"] {
                if !more.is_empty() && target != "vscode" {
                    continue;
                }
                let words =
                    format!("{source}.json --from {source} --to {target} -o new.out --diff{more}");
                let said = assert_covered(&folder, &words);
                // Not every host has references in arguments.
                let written = said.contains("+++ b/new.out");
                let can = matches!(target, "vscode" | "cursor");
                assert!(written || !can, "{words}: {said}");
            }
        }
        assert_covered(
            &folder,
            &format!("lint {source}.json --host {source} --level info --for codex"),
        );
    }
    let config = "[sync]\nsource = \"vscode.json\"\nfrom = \"vscode\"\n\n[[sync.target]]\nhost = \"cursor\"\n";
    folder.write("mcpconv.toml", config);
    let said = assert_covered(&folder, "sync --check");
    assert!(said.contains("${TOK:-****************}"), "{said}");
}

#[test]
fn the_default_of_a_secret_variable_is_covered_in_a_plain_place() {
    let text = r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "x@1.0.0", "${env:DB_PASSWORD:-sunflower}"],
        "env": {"MODE": "${TOKEN:-sunflower}", "B": "x${API_KEY-sunflower}", "C": "${REGION:-eu-west}"}}}}"#;
    let folder = Folder::new(&[("w.json", text)]);
    assert_covered(&folder, "show w.json --host warp");
    assert_covered(&folder, "show w.json --host cursor");
    assert_covered(&folder, "lint w.json --host vscode --level info");
    let said = assert_covered(
        &folder,
        "w.json --from claude-code --to cursor -o c.json --diff",
    );
    assert!(said.contains("${REGION:-eu-west}"), "{said}");
}

#[test]
fn an_input_is_not_called_by_what_stands_where_a_name_belongs() {
    let text = "[mcp_servers.a]\nurl = \"https://h.example/mcp\"\nenv_http_headers = {Authorization = \"Bearer sunflower\"}\n";
    let folder = Folder::new(&[("e.toml", text)]);
    for inputs in ["all", "secrets"] {
        let words = "e.toml --from codex --to vscode -o v.json --diff --inputs";
        assert_covered(&folder, &format!("{words} {inputs}"));
    }
}

#[test]
fn fields_commands_and_aliases_are_covered_by_what_they_are_for() {
    let fields = r#"{"mcpServers": {"a": {"command": "x", "Bearer sunflower1": 3, "password: sunflower": 2}}}"#;
    let commands = r#"{"mcp": {"a": {"type": "stdio", "command": "x", "env": {"API_TOKEN": "$(echo sunflower)"}}}}"#;
    let aliases = "extensions:\n  a:\n    type: stdio\n    enabled: true\n    cmd: x\n    args: [&u sunflower]\n    envs: {X: &t sunflower, Y: seen, API_TOKEN: *t, DB_PASSWORD: *u}\n";
    let folder = Folder::new(&[
        ("k.json", fields),
        ("crush.json", commands),
        ("config.yaml", aliases),
    ]);
    for format in ["", " --format json"] {
        assert_covered(&folder, &format!("show k.json --host claude-code{format}"));
        assert_covered(&folder, &format!("show crush.json --host crush{format}"));
        let words = format!("show config.yaml --host goose{format}");
        let said = assert_covered(&folder, &words);
        assert!(said.contains("seen"), "{said}");
    }
}

#[test]
fn what_is_wrong_with_a_command_line_is_said_without_its_secrets() {
    let folder = Folder::new(&[("a.json", "{}")]);
    for value in ["password:sunflower", "Bearer sunflower", "token=sunflower"] {
        let ran = folder.run(&["a.json", "--to", "codex", "--emit", value][..]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(!ran.stderr.contains(MARK), "{}", ran.stderr);
    }
}

#[test]
fn what_a_registry_entry_marks_as_a_secret_is_covered() {
    let package = |rest: &str| {
        format!(
            r#"{{"name": "io.x/a", "description": "d", "version": "1.0.0", "packages": [{{"registryType": "oci",
                "identifier": "x", "version": "1.0.0", "transport": {{"type": "stdio"}}, {rest}}}]}}"#
        )
    };
    let own = r#""packageArguments": [{"type": "named", "name": "--x", "isSecret": true, "value": "sunflower1"},
            {"type": "positional", "isSecret": true, "value": "sunflower2"}],
        "environmentVariables": [{"name": "FOO", "isSecret": true, "value": "sunflower3"}, {"name": "BAR", "value": "seen"}]"#;
    let put_in = r#""runtimeArguments": [{"type": "named", "name": "-e", "value": "FOO={v} {w}",
            "variables": {"v": {"isSecret": true, "value": "sunflower1"}, "w": {"value": "seen"}}}],
        "packageArguments": [{"type": "positional", "value": "{w}", "variables": {"w": {"isSecret": true, "value": "sunflower2"}}}]"#;
    for fields in [own, put_in] {
        let folder = Folder::new(&[("server.json", &package(fields))]);
        for words in [
            "show server.json",
            "show server.json --values",
            "show server.json --format json",
            "server.json --to claude-code -o o.json --diff",
        ] {
            let said = assert_covered(&folder, words);
            assert!(said.contains("seen"), "{words}: {said}");
        }
    }
}

#[test]
fn a_mark_beside_a_value_counts_in_a_file_that_cannot_be_parsed() {
    for marked in [
        "\"name\": \"FOO\", \"isSecret\": true,\n\"value\": \"sunflower\"\n\"z\": 1",
        "\"name\": \"FOO\",\n\"value\": \"sunflower\" \"isSecret\": true",
    ] {
        let text = format!(
            r#"{{"name": "io.x/a", "version": "1.0.0", "packages": [{{"environmentVariables": [{{{marked}}}]}}]}}"#
        );
        let folder = Folder::new(&[("server.json", &text)]);
        for words in [
            "lint server.json --host server-json",
            "matrix server.json",
            "server.json --to cursor",
        ] {
            assert_covered(&folder, words);
        }
    }
}

#[test]
fn what_is_no_name_of_a_variable_is_covered_in_our_words_as_in_the_file() {
    let (hex, word) = ("0f3a9c7e5b1d2f4a6c8e0b2d4f6a8c1e", "q7Rk2Zx9Lm4Tb8Vn3Hw6");
    let claude = format!(
        r#"{{"mcpServers": {{"a": {{"command": "x", "env": {{"{hex}": {{"x": 1}}, "A": "${{env:{hex}}}"}}}}}}}}"#
    );
    let gemini = format!(
        r#"{{"mcpServers": {{"a": {{"command": "x", "env": {{"A": "${{env:{word}}}"}}}}}}}}"#
    );
    let codex = "[mcp_servers.a]\nurl = \"https://h.example/mcp\"\nenv_http_headers = {X-Key = \"pw7Uc2vzMXUtQp9\"}\n";
    let folder = Folder::new(&[
        (".mcp.json", &claude),
        (".gemini/settings.json", &gemini),
        ("c.toml", codex),
    ]);
    for words in [
        "lint --no-config",
        "lint --no-config --format json-lines",
        "c.toml --from codex --to copilot-agent -o o.json --report r.json",
        "matrix c.toml --from codex --format json",
        "show c.toml --host codex --format json",
    ] {
        let ran = folder.run(words);
        for mark in [hex, word, "pw7Uc2vzMXUtQp9"] {
            assert!(!ran.stdout.contains(mark), "{words}: {}", ran.stdout);
            assert!(!ran.stderr.contains(mark), "{words}: {}", ran.stderr);
        }
    }
    assert!(!folder.read("r.json").contains("pw7Uc2vzMXUtQp9"));
}
