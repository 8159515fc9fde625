//! `mcpconv show`: what a host does with its files, as people and programs see it.

use serde_json::Value;

use crate::support::made_up::token;
use crate::support::{Folder, json, path, samples};

/// The answer for programs, and the exit code.
fn data(folder: &Folder, args: &str) -> (Value, i32) {
    let ran = folder.run(format!("show --format json {args}").as_str());
    (json(&ran.stdout), ran.code)
}

fn server<'a>(data: &'a Value, name: &str) -> &'a Value {
    let servers = data["servers"].as_array().expect("a list of servers");
    let found = servers.iter().find(|server| server["name"] == name);
    found.unwrap_or_else(|| panic!("no `{name}` in {data:#}"))
}

#[test]
fn every_server_of_every_fixture_is_shown_with_file_and_line() {
    let fixtures = samples::fixtures();
    let hosts: std::collections::BTreeSet<&str> =
        fixtures.iter().map(|sample| sample.host.id).collect();
    assert_eq!(hosts.len(), mcpconv::hosts::HOSTS.len());
    for sample in &fixtures {
        let file = path("tests/fixtures").join(&sample.name);
        let args = ["show", "--format", "json", "--host", sample.host.id];
        let mut args: Vec<&str> = args.to_vec();
        args.push(file.to_str().expect("a plain path"));
        let ran = Folder::new(&[]).run(args);
        // A host may reject all of a file with something that it refuses.
        let refused = sample.name.contains("/refused");
        let good = ran.code == 0 || (refused && ran.code == 1);
        assert!(good && ran.stderr.is_empty(), "{}: {ran:?}", sample.name);
        let known: &[&str] = if refused {
            &["starts", "connects", "skipped", "rejected"]
        } else {
            &["starts", "connects", "skipped"]
        };
        let data = json(&ran.stdout);
        let servers = data["servers"].as_array().expect("a list");
        assert!(!servers.is_empty(), "{}", sample.name);
        for server in servers {
            assert!(server["line"].as_u64() >= Some(1), "{server}");
            assert!(server["file"].is_string(), "{server}");
            let effect = server["effect"].as_str().unwrap_or_default();
            assert!(known.contains(&effect), "{}: {server:#}", sample.name);
        }
    }
}

#[test]
fn people_see_the_program_its_variables_and_where_they_are_said() {
    let text = r#"{
  "mcpServers": {
    "docs": {
      "command": "npx",
      "args": ["-y", "@acme/docs", "it's here"],
      "env": {
        "REGION": "${REGION}",
        "LEVEL": "${LEVEL:-info}",
        "STAGE": "${STAGE}"
      },
      "timeout": 60000
    }
  }
}"#;
    let folder = Folder::new(&[(".mcp.json", text)]).set("REGION", "eu-west");
    let ran = folder.run("show");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let line = |start: &str| {
        let mut lines = ran.stdout.lines();
        let found = lines.find(|line| line.trim_start().starts_with(start));
        found.unwrap_or_else(|| panic!("no {start} in {}", ran.stdout))
    };
    assert!(line("● docs").ends_with(".mcp.json:3"));
    assert!(line("● docs").contains("Claude Code · starts"));
    assert!(line("command").ends_with(".mcp.json:4"));
    assert!(line("args").contains("-y @acme/docs 'it'\\''s here'"));
    assert!(line("env").contains("••••••••  from REGION") && line("env").ends_with(":7"));
    assert!(line("LEVEL").contains("info  LEVEL is unset: default used"));
    assert!(line("STAGE").contains("STAGE is unset: passed on as the text ${STAGE}"));
    assert!(line("inherits").contains("inherits everything else"));
    assert!(line("timeout").contains("60 s per call"));
    assert!(!ran.stdout.contains("eu-west"));
    assert!(folder.run("show --values").stdout.contains("eu-west"));
}

#[test]
fn an_unset_variable_is_what_its_host_makes_of_it() {
    let json_file = r#"{"mcpServers": {"a": {"command": "x", "env": {"V": "${V}"}}}}"#;
    let folder = Folder::new(&[
        (".mcp.json", json_file),
        (".gemini/settings.json", json_file),
        (
            ".codex/config.toml",
            "[mcp_servers.a]\ncommand = \"x\"\nenv_vars = [\"V\"]\n",
        ),
    ]);
    for (file, becomes) in [
        (".mcp.json", "text"),
        (".gemini/settings.json", "empty"),
        (".codex/config.toml", "absent"),
    ] {
        let (data, code) = data(&folder, file);
        let unset = &server(&data, "a")["env"]["V"]["unset"];
        assert_eq!(code, 0);
        assert_eq!(unset[0]["name"], "V", "{file}");
        assert_eq!(unset[0]["becomes"], becomes, "{file}");
    }
}

#[test]
fn secrets_are_never_shown_and_values_only_when_asked_for() {
    let token = token();
    let text = format!(
        r#"{{"mcpServers": {{
  "a": {{
    "command": "x",
    "args": ["--token", "q7ZrK2m9Xp", "--password=${{PASS}}", "${{PLAIN}}", "{token}"],
    "env": {{"API_KEY": "w3Lb8Nf5Tq", "PIN_PASSWORD": "4711", "OTHER": "${{MY_SECRET}}", "MARKED": "${{SHAPED}}"}}
  }},
  "b": {{
    "type": "http",
    "url": "https://user:p4ssw0rd@host.example/${{PLAIN}}?token=h5Vd1Js6Gk",
    "headers": {{"Authorization": "Bearer y2Rc7Mx4Wz", "X": "${{MY_SECRET}}"}}
  }}
}}}}"#
    );
    let folder = Folder::new(&[(".mcp.json", text.as_str())])
        .set("PASS", "u8Hn3Eg")
        .set("PLAIN", "plain-value")
        .set("MY_SECRET", "abc")
        .set("SHAPED", Box::leak(token.clone().into_boxed_str()));
    for format in ["human", "json"] {
        for values in [false, true] {
            let flag = if values { "--values" } else { "" };
            let out = folder
                .run(format!("show --format {format} {flag}").as_str())
                .stdout;
            for secret in [
                "q7ZrK2m9Xp",
                "u8Hn3Eg",
                "w3Lb8Nf5Tq",
                "4711",
                "abc",
                "p4ssw0rd",
                "h5Vd1Js6Gk",
                "y2Rc7Mx4Wz",
                &token[8..],
            ] {
                assert!(!out.contains(secret), "{secret} is in {out}");
            }
            assert_eq!(out.contains("plain-value"), values, "{out}");
        }
    }
}

#[test]
fn variables_come_from_flags_and_files_and_not_from_the_process_if_told_so() {
    let text = r#"{"mcpServers": {"a": {"command": "${A}", "args": ["${B}", "${C}"]}}}"#;
    let folder =
        Folder::new(&[(".mcp.json", text), ("vars", "B=of-file\n")]).set("A", "of-process");
    let args = "--values --no-env --env-file vars --env C=of-flag";
    let (data, _) = data(&folder, args);
    let server = server(&data, "a");
    assert_eq!(server["command"]["value"], "${A}");
    assert_eq!(server["args"][0]["value"], "of-file");
    assert_eq!(server["args"][1]["value"], "of-flag");
    assert_eq!(server["args"][1]["from"][0], "C");
}

#[test]
fn a_mistake_rejects_a_server_or_its_file_with_the_reason() {
    let folder = Folder::new(&[
        (
            ".mcp.json",
            "{\"mcpServers\": {\n\"good\": {\"command\": \"x\"},\n\"bad\": {\"url\": \"https://a.example/mcp\"}\n}}",
        ),
        (
            ".cursor/mcp.json",
            "{\"mcpServers\": {\n\"good\": {\"command\": \"x\"},\n\"bad\": {\"command\": 5}\n}}",
        ),
        (
            "mcpnest.json",
            "{\"mcpServers\": {\"a\": {\"command\": \"docker\"}}}",
        ),
        (".kiro/settings/mcp.json", "{\"mcpServers\": {"),
    ]);
    let (one, code) = data(&folder, ".mcp.json");
    assert_eq!(code, 1);
    assert_eq!(server(&one, "good")["effect"], "starts");
    assert_eq!(server(&one, "bad")["effect"], "rejected");
    assert_eq!(server(&one, "bad")["problems"][0]["rule"], "missing-type");
    assert_eq!(server(&one, "bad")["problems"][0]["line"], 3);
    assert_eq!(data(&folder, ".mcp.json --server good").1, 0);

    let (all, code) = data(&folder, ".cursor/mcp.json --server good");
    assert_eq!(code, 1);
    assert_eq!(all["files"][0]["rejected"], true);
    assert_eq!(server(&all, "good")["effect"], "rejected");
    assert_eq!(server(&all, "good")["problems"][0]["line"], 3);

    let (nest, code) = data(&folder, "mcpnest.json");
    assert_eq!(
        (code, &server(&nest, "a")["effect"]),
        (1, &Value::from("rejected"))
    );

    let (broken, code) = data(&folder, ".kiro/settings/mcp.json");
    assert_eq!(code, 1);
    assert_eq!(broken["files"][0]["problems"][0]["rule"], "syntax-error");
    assert_eq!(broken["servers"].as_array().map(Vec::len), Some(0));
}

#[test]
fn what_is_disabled_is_skipped_and_no_mistake() {
    let folder = Folder::new(&[(
        ".gemini/settings.json",
        "{\"mcp\": {\n\"excluded\": [\"a\"]},\n\"mcpServers\": {\"a\": {\"command\": \"x\"}}}",
    )]);
    let (data, code) = data(&folder, "");
    assert_eq!(code, 0);
    assert_eq!(server(&data, "a")["effect"], "skipped");
    assert_eq!(server(&data, "a")["why"], "disabled");
    assert_eq!(server(&data, "a")["at"]["line"], 2);
    let ran = folder.run("show");
    assert!(
        ran.stdout.contains("skipped: disabled (line 2)"),
        "{}",
        ran.stdout
    );
}

#[test]
fn fields_that_the_host_passes_over_are_told() {
    let text = r#"{"mcpServers": {"a": {"command": "x", "timeout": 5, "disabled": true}}}"#;
    let folder = Folder::new(&[(".cursor/mcp.json", text)]);
    let (data, code) = data(&folder, "");
    let server = server(&data, "a");
    assert_eq!((code, &server["effect"]), (0, &Value::from("starts")));
    let fields: Vec<&Value> = server["ignored"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|field| &field["field"])
        .collect();
    assert_eq!(fields, ["timeout", "disabled"]);
    assert!(server["callTimeoutMs"].is_null());
}

#[test]
fn the_strongest_of_several_definitions_counts_and_names_the_others() {
    let folder = Folder::new(&[
        (
            "home/p/.mcp.json",
            r#"{"mcpServers": {"a": {"command": "project"}, "b": {"command": "project"}}}"#,
        ),
        (
            "home/.mcp.json",
            r#"{"mcpServers": {"a": {"command": "above"}, "c": {"command": "above"}}}"#,
        ),
    ]);
    let project = folder.path().canonicalize().expect("a path").join("home/p");
    let user = format!(
        r#"{{"mcpServers": {{"a": {{"command": "user"}}, "d": {{"command": "user"}}}}, "projects": {{
            {:?}: {{"mcpServers": {{"b": {{"command": "local"}}}}}},
            "/elsewhere": {{"mcpServers": {{"z": {{"command": "z"}}}}}}}}}}"#,
        project.display().to_string()
    );
    folder.write("home/.claude.json", user);
    let mut command = folder.command("show --user --host claude-code --format json");
    let output = command.current_dir(&project).output().expect("a run");
    let data = json(&String::from_utf8(output.stdout).expect("text"));
    for (name, program) in [
        ("a", "project"),
        ("b", "local"),
        ("c", "above"),
        ("d", "user"),
    ] {
        assert_eq!(server(&data, name)["command"]["value"], program, "{name}");
    }
    assert_eq!(data["servers"].as_array().map(Vec::len), Some(4));
    let hidden: Vec<&str> = server(&data, "a")["definitions"]
        .as_array()
        .expect("others")
        .iter()
        .map(|other| {
            assert_eq!(other["state"], "hidden");
            other["file"].as_str().expect("a file")
        })
        .collect();
    assert_eq!(hidden, ["~/.mcp.json", "~/.claude.json"]);
}

#[test]
fn a_file_that_another_one_hides_is_not_read() {
    let github = r#"{"mcpServers": {"b": {"command": "github"}}}"#;
    let folder = Folder::new(&[("p/.github/mcp.json", github), ("home/x", "")]);
    let names = || -> Vec<String> {
        let mut command = folder.command("show --user --host copilot-cli --format json");
        let output = command.current_dir(folder.path().join("p")).output();
        let data = json(&String::from_utf8(output.expect("a run").stdout).expect("text"));
        let servers = data["servers"].as_array().expect("servers").iter();
        servers
            .map(|server| server["name"].as_str().expect("a name").to_owned())
            .collect()
    };
    assert_eq!(names(), ["b"]);
    folder.write(
        "p/.mcp.json",
        r#"{"mcpServers": {"a": {"command": "own"}}}"#,
    );
    assert_eq!(names(), ["a"]);
}

#[test]
fn a_template_without_its_key_keeps_warp_from_the_server() {
    let text = r#"{"mcpServers": {
        "a": {"command": "npx", "args": ["{{KEY}}"]},
        "b": {"command": "npx", "args": ["{{KEY}}"], "env": {"KEY": "v"}}}}"#;
    let folder = Folder::new(&[(".warp/.mcp.json", text)]);
    let ran = folder.run("show .warp/.mcp.json --format json");
    let data = json(&ran.stdout);
    assert_eq!(server(&data, "a")["effect"], "skipped", "{data}");
    assert_eq!(server(&data, "b")["effect"], "starts", "{data}");
    let ran = folder.run("--to cursor .warp/.mcp.json");
    assert!(ran.stderr.contains("{{KEY}}"), "{ran:?}");
    assert!(!ran.stdout.contains("{{KEY}}"), "{ran:?}");
}

#[test]
fn layers_that_are_merged_keep_the_place_of_every_value() {
    let folder = Folder::new(&[
        (
            "home/.codex/config.toml",
            "[mcp_servers.a]\ncommand = \"npx\"\nargs = [\"user\"]\n[mcp_servers.b]\ncommand = \"b\"\n",
        ),
        (
            ".codex/config.toml",
            "[mcp_servers.a]\nargs = [\"project\"]\n",
        ),
    ]);
    let (data, code) = data(&folder, "--user --host codex");
    assert_eq!(code, 0);
    let a = server(&data, "a");
    assert_eq!(a["command"]["file"], "~/.codex/config.toml");
    assert_eq!(a["command"]["line"], 2);
    assert_eq!(a["args"][0]["value"], "project");
    assert_eq!(a["args"][0]["file"], ".codex/config.toml");
    assert_eq!(a["definitions"][0]["state"], "merged");
    assert_eq!(server(&data, "b")["command"]["line"], 5);
}

#[test]
fn nothing_of_the_user_is_read_unless_asked_for() {
    let folder = Folder::new(&[(
        "home/.codex/config.toml",
        "[mcp_servers.a]\ncommand = \"x\"\n",
    )]);
    std::fs::create_dir(folder.path().join("p")).expect("a folder");
    let run = |args: &str| {
        let mut command = folder.command(args);
        let output = command.current_dir(folder.path().join("p")).output();
        output.expect("a run")
    };
    let without = run("show");
    assert_eq!(without.status.code(), Some(2));
    assert!(without.stdout.is_empty());
    let with = run("show --user");
    assert_eq!(with.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&with.stdout).contains("~/.codex/config.toml:1"));
}

#[test]
fn odd_input_is_answered_and_never_a_crash() {
    let empty = [("empty.json", ""), ("empty.toml", "")];
    let folder = Folder::new(&[empty[0], empty[1], ("foreign.json", "{\"a\": 1}")])
        .with(
            "bom.json",
            b"\xEF\xBB\xBF{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}",
        )
        .with("bytes.json", b"{\"a\": \"\xC3\"}");
    let code = |args: &str| folder.run(format!("show {args}").as_str()).code;
    assert_eq!(code("empty.json"), 0);
    assert_eq!(code("empty.toml --host codex"), 0);
    // No JSON parser accepts it.
    assert_eq!(code("empty.json --host gemini"), 1);
    assert_eq!(code("bom.json --host claude-code"), 0);
    assert_eq!(code("bom.json --host mcpnest"), 1);
    assert_eq!(code("foreign.json"), 2);
    assert_eq!(code("bytes.json"), 2);
    assert_eq!(code("missing.json"), 2);
    assert_eq!(code("--host nobody"), 2);
    assert_eq!(code("--user empty.json"), 2);
    assert_eq!(code("bom.json --host claude-code --server none"), 2);
    for text in [
        "[]",
        "1",
        "{\"mcpServers\": 5}",
        "{\"mcpServers\": {\"a\": null, \"\": []}}",
    ] {
        let ran = folder.feed("show --host claude-code -", text);
        assert_eq!(ran.code, 1, "{text}: {ran:?}");
        assert!(ran.stdout.contains("rejected"), "{}", ran.stdout);
    }
    let good = folder.feed(
        "show --host claude-code -",
        "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}",
    );
    assert_eq!(good.code, 0);
    assert!(good.stdout.contains("<stdin>:1"), "{}", good.stdout);
}

#[test]
fn names_and_values_cannot_steer_the_terminal() {
    let text = r#"{"mcpServers": {"a\u001b[2J": {"command": "x\u202ey", "args": ["\u0007"], "env": {"K\u009b": "\r\n● forged"}}}}"#;
    let folder = Folder::new(&[(".mcp.json", text)]);
    let out = folder.run("show").stdout;
    let unsafe_char = |c: char| c != '\n' && c.is_control() || c == '\u{202e}';
    assert!(!out.contains(unsafe_char), "{out:?}");
    assert!(
        !out.lines().any(|line| line.starts_with("● forged")),
        "{out}"
    );
    let colored = folder.run("show --color always").stdout;
    assert!(colored.contains("\u{1b}[32m●"), "{colored:?}");
    assert!(!colored.contains("\u{1b}[2J"), "{colored:?}");
}

#[test]
fn servers_in_files_that_the_host_does_not_read_are_rejected() {
    let text = r#"{"mcpServers": {"a": {"command": "x"}}}"#;
    let folder = Folder::new(&[(".claude/settings.json", text)]);
    let (found, code) = data(&folder, "");
    assert_eq!(code, 1);
    assert_eq!(
        server(&found, "a")["problems"][0]["rule"],
        "ignored-config-location"
    );
    folder.write(".claude/settings.json", "{\"model\": \"x\"}");
    folder.write(".mcp.json", text);
    let (found, code) = data(&folder, "");
    assert_eq!(code, 0);
    assert_eq!(found["files"].as_array().map(Vec::len), Some(1));
}

#[test]
fn many_servers_are_shown_in_the_order_of_the_file() {
    let servers: Vec<String> = (0..10_000)
        .map(|at| format!("\"s{at}\": {{\"command\": \"x\", \"env\": {{\"V\": \"${{V}}\"}}}}"))
        .collect();
    let text = format!("{{\"mcpServers\": {{{}}}}}", servers.join(","));
    let folder = Folder::new(&[(".mcp.json", text.as_str())]).set("V", "v");
    let (data, code) = data(&folder, "");
    assert_eq!(code, 0);
    let names: Vec<&str> = data["servers"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|server| server["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(names.len(), 10_000);
    assert!(
        names
            .iter()
            .enumerate()
            .all(|(at, name)| *name == format!("s{at}"))
    );
}

#[test]
fn a_server_of_the_project_can_be_disabled_by_its_user() {
    let folder = Folder::new(&[
        (
            ".xcsh/mcp.json",
            r#"{"mcpServers": {"a": {"command": "x"}, "b": {"command": "x"}}}"#,
        ),
        (
            "home/.xcsh/agent/mcp.json",
            "{\"mcpServers\": {},\n\"disabledServers\": [\"a\"]}",
        ),
    ]);
    let (found, code) = data(&folder, "--user --host xcsh");
    assert_eq!(code, 0);
    assert_eq!(server(&found, "a")["effect"], "skipped");
    assert_eq!(server(&found, "a")["at"]["file"], "~/.xcsh/agent/mcp.json");
    assert_eq!(server(&found, "a")["at"]["line"], 2);
    assert_eq!(server(&found, "b")["effect"], "starts");
    let (alone, _) = data(&folder, ".xcsh/mcp.json");
    assert_eq!(server(&alone, "a")["effect"], "starts");
}

#[test]
fn the_nearest_of_several_folders_wins() {
    let entry =
        |word: &str| format!(r#"{{"mcp": {{"a": {{"type": "local", "command": ["{word}"]}}}}}}"#);
    let folder = Folder::new(&[
        (".git/HEAD", "ref: refs/heads/main\n"),
        ("opencode.json", &entry("above")),
        ("p/opencode.json", &entry("json")),
        ("p/opencode.jsonc", &entry("jsonc")),
        (
            "home/.config/opencode/opencode.json",
            r#"{"mcp": {"a": {"environment": {"K": "user"}}}}"#,
        ),
    ]);
    let mut command = folder.command("show --user --host opencode --format json");
    let output = command.current_dir(folder.path().join("p")).output();
    let data = json(&String::from_utf8(output.expect("a run").stdout).expect("text"));
    let a = server(&data, "a");
    assert_eq!(a["command"]["value"], "jsonc");
    assert_eq!(a["command"]["file"], "opencode.jsonc");
    assert_eq!(a["env"]["K"]["value"], "user");
    assert_eq!(a["env"]["K"]["file"], "~/.config/opencode/opencode.json");
    assert_eq!(a["definitions"].as_array().map(Vec::len), Some(3));
}

#[test]
fn a_file_is_read_as_its_host_reads_it_at_that_path() {
    let text = r#"{"mcpServers": {"a": {"command": "x"}}}"#;
    for file in [".vscode/mcp.json", ".vs/mcp.json"] {
        let folder = Folder::new(&[(file, text)]);
        let (found, _) = data(&folder, file);
        assert_eq!(found["servers"].as_array().map(Vec::len), Some(0), "{file}");
    }
    let folder = Folder::new(&[(".cursor/mcp.json", text)]);
    let (found, _) = data(&folder, ".cursor/mcp.json --host vscode");
    assert_eq!(server(&found, "a")["effect"], "starts");
}

#[test]
fn a_variable_that_warp_lacks_costs_all_servers_of_the_file() {
    let text = r#"{"mcpServers": {
        "a": {"url": "https://a.acme.dev/mcp", "headers": {"X-Key": "${A_KEY}"}},
        "b": {"command": "b-mcp"}}}"#;
    let folder = Folder::new(&[(".warp/.mcp.json", text)]);
    let (found, code) = data(&folder, "");
    assert_eq!(code, 0);
    for name in ["a", "b"] {
        assert_eq!(server(&found, name)["effect"], "skipped", "{found:#}");
        assert_eq!(
            server(&found, name)["why"],
            "with the whole file, because A_KEY is unset"
        );
    }
    let (found, _) = data(&folder.set("A_KEY", "k"), "");
    assert_eq!(server(&found, "a")["effect"], "connects");
    assert_eq!(server(&found, "b")["effect"], "starts");
}

#[test]
fn a_reference_that_the_host_refuses_rejects_what_has_it() {
    let text = r#"{"mcp": {
        "a": {"type": "remote", "url": "https://a.acme.dev/mcp", "headers": {"X-Key": "{env:A_KEY}"}},
        "b": {"type": "local", "command": ["b-mcp"]}}}"#;
    let folder = Folder::new(&[("kilo.json", text)]);
    let (found, code) = data(&folder, "");
    assert_eq!(code, 1);
    let problem = &server(&found, "a")["problems"][0];
    assert_eq!(problem["rule"], "unsupported-variable-syntax");
    assert_eq!(server(&found, "b")["effect"], "starts");
    folder.write(
        "kilo.json",
        text.replace("[\"b-mcp\"]", "[\"b-mcp\", \"{env:B_KEY}\"]"),
    );
    let (found, _) = data(&folder, "");
    assert_eq!(server(&found, "b")["effect"], "rejected");
    assert_eq!(server(&found, "a")["effect"], "rejected");
}

#[test]
fn all_tools_are_shown_as_all() {
    let text = r#"{"mcpServers": {
        "a": {"command": "x", "tools": ["*"]},
        "b": {"command": "x", "tools": ["*"], "excludeTools": ["rm"]}}}"#;
    let folder = Folder::new(&[(".github/mcp.json", text)]);
    let shown = folder.run("show").stdout;
    let lines: Vec<&str> = shown
        .lines()
        .filter(|line| line.contains("tools"))
        .collect();
    assert!(
        lines[0].contains("  all  ") && lines[1].contains("all but rm"),
        "{shown}"
    );
}

#[test]
fn settings_of_claude_code_switch_servers_of_the_project_off() {
    let servers =
        r#"{"mcpServers": {"a": {"command": "x"}, "b": {"command": "x"}, "c": {"command": "x"}}}"#;
    let folder = Folder::new(&[
        (".mcp.json", servers),
        (
            ".claude/settings.local.json",
            "{\n\"disabledMcpjsonServers\": [\"a\"]}",
        ),
        (
            "home/.claude/settings.json",
            r#"{"disabledMcpjsonServers": ["b"], "model": "x"}"#,
        ),
    ]);
    let (found, code) = data(&folder, "--user --host claude-code");
    assert_eq!(code, 0);
    assert_eq!(server(&found, "a")["why"], "disabled");
    assert_eq!(
        server(&found, "a")["at"]["file"],
        ".claude/settings.local.json"
    );
    assert_eq!(server(&found, "a")["at"]["line"], 2);
    assert_eq!(server(&found, "b")["at"]["file"], "~/.claude/settings.json");
    assert_eq!(server(&found, "c")["effect"], "starts");
}

#[test]
fn a_disabled_server_of_the_project_gives_way_to_the_users() {
    // `disabledMcpjsonServers` is about `.mcp.json`, and about nothing that the user has.
    let folder = Folder::new(&[
        (
            ".mcp.json",
            r#"{"mcpServers": {"a": {"command": "project"}}}"#,
        ),
        (
            "home/.claude.json",
            r#"{"mcpServers": {"a": {"command": "user"}, "b": {"command": "user"}}}"#,
        ),
        (
            ".claude/settings.local.json",
            r#"{"disabledMcpjsonServers": ["a", "b"]}"#,
        ),
    ]);
    let (found, _) = data(&folder, "--user --host claude-code");
    for name in ["a", "b"] {
        assert_eq!(server(&found, name)["effect"], "starts", "{name}");
        assert_eq!(server(&found, name)["command"]["value"], "user", "{name}");
    }
}

#[test]
fn a_variable_that_is_only_looked_for_still_has_to_be_set() {
    let text = r#"{"mcpServers": {"a": {"url": "https://a.acme.dev/mcp", "headers": {"X-Team": "${TEAM}"}}}}"#;
    let folder = Folder::new(&[(".augment/settings.json", text)]);
    let (found, _) = data(&folder, "");
    assert_eq!(server(&found, "a")["why"], "TEAM is unset");
    let (found, _) = data(&folder.set("TEAM", "core"), "");
    assert_eq!(server(&found, "a")["effect"], "connects");
}

#[test]
fn settings_of_the_project_disable_and_deny_its_servers() {
    let servers =
        r#"{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}, "c": {"command": "z"}}}"#;
    let settings =
        r#"{"disabledMcpjsonServers": ["b"], "deniedMcpServers": [{"serverName": "c"}]}"#;
    let folder = Folder::new(&[(".mcp.json", servers), (".claude/settings.json", settings)]);
    for args in ["", ".mcp.json"] {
        let (data, code) = data(&folder, args);
        assert_eq!(code, 0);
        let effects = ["a", "b", "c"].map(|name| server(&data, name)["effect"].clone());
        assert_eq!(effects, ["starts", "skipped", "skipped"], "{data:#}");
    }
    let rules = r#"{"allowedMcpServers": [{"serverCommand": ["x"]}]}"#;
    let folder = Folder::new(&[(".mcp.json", servers), (".claude/settings.json", rules)]);
    let ran = folder.run("show");
    let remark = "`allowedMcpServers` in .claude/settings.json also limits servers";
    assert_eq!(ran.stderr.matches(remark).count(), 1, "{ran:?}");
}

#[test]
fn a_folder_that_is_not_there_stops_a_server_and_a_share_is_not_looked_for() {
    let text = r#"{"mcpServers": {
        "gone": {"command": "x", "cwd": "./nowhere"},
        "share": {"command": "x", "cwd": "//machine.example/share"},
        "here": {"command": "x", "cwd": "sub"}
    }}"#;
    let folder = Folder::new(&[(".cursor/mcp.json", text), ("sub/a", "")]);
    let shown = folder.run("show .cursor/mcp.json").stdout;
    for part in [
        "gone · Cursor · skipped",
        "share · Cursor · starts",
        "here · Cursor · starts",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[test]
fn the_servers_of_a_plugin_are_shown_as_the_plugins_in_folders_too() {
    let map = r#"{"s": {"command": "${CLAUDE_PLUGIN_ROOT}/bin/s"}}"#;
    let wrapped = format!(r#"{{"mcpServers": {map}}}"#);
    for text in [map, &wrapped] {
        let manifest = r#"{"name": "p"}"#;
        let folder = Folder::new(&[("p/.claude-plugin/plugin.json", manifest)]);
        folder.write("p/.mcp.json", text);
        for path in ["p", "p/.mcp.json"] {
            let (data, code) = data(&folder, path);
            assert_eq!(code, 0, "{path}: {text}");
            let shown = server(&data, "s");
            assert_eq!(shown["effect"], "starts", "{path}: {text}");
            let program = &shown["command"]["value"];
            assert_eq!(program, "<the plugin's folder>/bin/s", "{path}: {text}");
        }
    }
}

#[test]
fn descriptions_of_published_servers_in_a_folder_are_shown() {
    let text = r#"{
        "$schema": "https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json",
        "name": "io.github.acme/docs", "description": "Docs", "version": "1.0.0",
        "remotes": [{"type": "streamable-http", "url": "https://docs.example.com/mcp"}]
    }"#;
    let folder = Folder::new(&[("server.json", text)]);
    let (data, code) = data(&folder, "");
    assert_eq!(code, 0, "{data:#}");
    assert_eq!(data["servers"].as_array().map(Vec::len), Some(1));
}

#[test]
fn a_program_is_quoted_like_its_arguments() {
    let codex = "[mcp_servers.a]\ncommand = \"npx -y acme@1.0.0\"\n";
    let trae = r#"{"mcpServers": {"a": {"command": "npx -y acme@1.0.0"}}}"#;
    for (file, text) in [(".codex/config.toml", codex), (".trae/mcp.json", trae)] {
        let shown = Folder::new(&[(file, text)]).run("show").stdout;
        assert!(shown.contains("'npx -y acme@1.0.0'"), "{shown}");
    }
    let plain = r#"{"mcpServers": {"a": {"command": "/opt/acme-mcp/bin/srv"}}}"#;
    let shown = Folder::new(&[(".mcp.json", plain)]).run("show").stdout;
    assert!(shown.contains(" /opt/acme-mcp/bin/srv"), "{shown}");
}

#[test]
fn a_file_that_a_reference_names_is_looked_for_beside_the_file_that_names_it() {
    let text = r#"{"mcp": {"b": {"type": "remote", "url": "https://mcp.acme.dev", "headers": {"K": "{file:./key.txt}"}}}}"#;
    let fails = |files: &[(&str, &str)]| Folder::new(files).run("show").stdout.contains("<fails>");
    let inner = ".opencode/opencode.json";
    assert!(fails(&[("opencode.json", text)]));
    assert!(!fails(&[("opencode.json", text), ("key.txt", "k")]));
    assert!(!fails(&[(inner, text), (".opencode/key.txt", "k")]));
    assert!(fails(&[(inner, text), ("key.txt", "k")]));
}

#[test]
fn a_variable_that_is_not_looked_up_is_not_called_empty() {
    let text = r#"{"mcpServers": {"h": {"type": "http", "url": "https://mcp.acme.dev", "headers": {"Q": "${A:-${B}}", "R": "${C}"}}}}"#;
    let folder = Folder::new(&[(".mcp.json", text)]);
    let folder = folder.set("A", "aa").set("B", "bb").set("C", "");
    let shown = folder.run("show").stdout;
    assert!(!shown.contains("B is set but empty"), "{shown}");
    assert!(shown.contains("C is set but empty"), "{shown}");
}

#[test]
fn oauth_that_is_disabled_is_not_shown_as_enabled() {
    let oauth = |value: &str| {
        let text = format!(
            r#"{{"mcp": {{"l": {{"type": "remote", "url": "https://mcp.acme.dev", "oauth": {value}}}}}}}"#
        );
        let shown = data(&Folder::new(&[("opencode.json", &text)]), "").0;
        server(&shown, "l")["oauth"].to_string()
    };
    assert_eq!(oauth("false"), r#"["oauth: false"]"#);
    assert_eq!(oauth(r#"{"clientId": "a"}"#), r#"["oauth.clientId"]"#);
}
