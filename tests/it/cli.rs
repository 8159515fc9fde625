//! Runs the binary as a user would.

use std::fs;
use std::io::Write as _;

use crate::support::{Folder, Ran, json};

const ONE: &str = r#"{"mcpServers": {"time": {"command": "uvx", "args": ["mcp-server-time"]}}}"#;
const TOKEN: &str =
    r#"{"mcpServers": {"gh": {"command": "npx", "args": ["gh"], "env": {"WHO": "${WHO}"}}}}"#;
/// One server that MCPNest runs, and one that it does not.
const TWO: &str = r#"{"mcpServers": {"time": {"command": "uvx", "args": ["time"]}, "web": {"type": "http", "url": "https://example.com/mcp"}}}"#;

#[test]
fn a_filter_reads_stdin_and_writes_stdout() {
    let folder = Folder::new(&[]);
    let bare = folder.feed("--from claude-code --to mcpnest", ONE).silent();
    assert_eq!(
        json(&bare)["mcpServers"]["time"]["transport"]["type"],
        "stdio"
    );
    assert!(bare.ends_with("}\n"));
    assert_eq!(
        folder
            .feed("convert --from claude-code --to mcpnest -", ONE)
            .silent(),
        bare
    );
}

#[test]
fn a_file_is_known_by_its_path() {
    let folder = Folder::new(&[]).with(".mcp.json", ONE);
    assert_eq!(
        folder.run("--to codex .mcp.json").silent(),
        "[mcp_servers.time]\ncommand = \"uvx\"\nargs = [\"mcp-server-time\"]\n"
    );
}

#[test]
fn a_document_of_several_hosts_is_read_and_the_choice_is_told() {
    let (stdout, stderr) = Folder::new(&[]).feed("--to codex", ONE).warned();
    assert!(
        stdout.starts_with("[mcp_servers.time]")
            && stderr.starts_with("info[detected-host]: read as MCP JSON"),
        "{stderr}"
    );
}

#[test]
fn a_document_of_no_host_is_refused() {
    let folder = Folder::new(&[]);
    assert!(
        folder
            .feed("--to codex", "{\"a\": 1}")
            .failed(2)
            .starts_with("error[unknown-host]: ")
    );
}

#[test]
fn a_text_without_a_meaning_is_a_syntax_error_with_its_place() {
    let folder = Folder::new(&[]);
    for (text, place) in [
        ("{\"mcpServers\": {", "<stdin>:1:"),
        ("[mcp_servers.a", "<stdin>:1:"),
        ("{\n  \"a\" 1\n}", "<stdin>:2:"),
    ] {
        let stderr = folder.feed("--to codex", text).failed(2);
        assert!(
            stderr.starts_with("error[syntax-error]: ") && stderr.contains(place),
            "{stderr}"
        );
    }
    assert!(
        folder
            .run("--to codex")
            .failed(2)
            .contains("the input is empty")
    );
}

#[test]
fn the_first_of_two_files_wins_and_the_other_is_told_with_both_places() {
    let folder = Folder::new(&[]).with("a.json", ONE).with("b.json", TWO);
    let (stdout, stderr) = folder
        .run("--from claude-code --to codex a.json b.json")
        .warned();
    assert!(
        stdout.contains("mcp-server-time") && stdout.contains("[mcp_servers.web]"),
        "{stdout}"
    );
    assert!(
        stderr.contains("warning[shadowed-server]")
            && stderr.contains("b.json:1:")
            && stderr.contains("a.json:1:"),
        "{stderr}"
    );
    assert!(
        stderr.ends_with("\n2 servers written for Codex, 1 warning\n"),
        "{stderr}"
    );
}

#[test]
fn every_file_that_cannot_be_read_is_told() {
    let folder = Folder::new(&[])
        .with("big.json", ONE)
        .with("good.json", ONE);
    fs::create_dir(folder.path().join("folder")).expect("a folder");
    let stderr = folder
        .run("--to codex --max-size 20 missing.json folder big.json")
        .failed(2);
    for text in [
        "no such file or directory",
        "missing.json",
        "it is a directory",
        "folder",
        "the file is larger than 20 bytes",
        "big.json",
    ] {
        assert!(stderr.contains(text), "{text}: {stderr}");
    }
    assert!(
        folder
            .feed("--to codex --max-size 20", ONE)
            .failed(2)
            .contains("the file is larger than 20 bytes")
    );
    assert!(
        folder
            .feed("--to codex --max-size 4GiB", ONE)
            .failed(2)
            .contains("inputs must be smaller than 4 GiB")
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_before_it_is_opened() {
    let folder = Folder::new(&[]);
    let made = std::process::Command::new("mkfifo")
        .arg(folder.path().join("pipe.json"))
        .status()
        .expect("mkfifo");
    assert!(made.success());
    assert!(
        folder
            .run("--to codex pipe.json")
            .failed(2)
            .contains("it is a pipe, a socket or a device")
    );
    assert!(
        folder
            .run("--to codex /dev/zero")
            .failed(2)
            .contains("it is a pipe, a socket or a device")
    );
}

#[test]
fn bytes_that_are_no_text_are_named() {
    let folder = Folder::new(&[]).with(".mcp.json", b"{\"mcpServers\": {\"\xC3\": {}}}");
    let stderr = folder.run("--to codex .mcp.json").failed(2);
    assert!(
        stderr.contains("error[file-encoding]: the file is not valid UTF-8 at byte 17")
            && stderr.contains(".mcp.json:1:18"),
        "{stderr}"
    );
}

#[test]
fn utf_16_is_converted_with_a_warning() {
    let bytes: Vec<u8> = [0xFEFF]
        .into_iter()
        .chain(ONE.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let (stdout, stderr) = Folder::new(&[])
        .with(".mcp.json", bytes)
        .run("--to codex .mcp.json")
        .warned();
    assert!(
        stdout.starts_with("[mcp_servers.time]")
            && stderr.starts_with("warning[file-encoding]: the file is UTF-16"),
        "{stderr}"
    );
}

#[test]
fn an_unknown_host_gets_a_suggestion() {
    let folder = Folder::new(&[]);
    for args in [
        "--to codx",
        "--to codex --from codx",
        "hosts codx",
        "schema codx",
    ] {
        let stderr = folder.feed(args, ONE).failed(2);
        assert!(
            stderr.contains("unknown host `codx`") && stderr.contains("did you mean `codex`?"),
            "{args}: {stderr}"
        );
    }
    assert!(
        folder
            .feed("--from claude-code", ONE)
            .failed(2)
            .contains("missing `--to HOST`")
    );
    assert!(folder.run("--nonsense").failed(2).contains("--nonsense"));
}

#[test]
fn hosts_are_listed_shown_and_given_as_data() {
    let folder = Folder::new(&[]);
    let list = folder.run("hosts").silent();
    assert!(
        list.lines().any(|line| line.starts_with("codex ")
            && line.contains(".codex/config.toml")
            && line.contains("stdio http")),
        "{list}"
    );
    let page = folder.run("hosts codex-cli").silent();
    assert!(
        page.starts_with("Codex\n") && page.contains("bearer_token_env_var"),
        "{page}"
    );
    let data = json(&folder.run("hosts codex --format json").silent());
    assert_eq!(
        (&data["version"], &data["hosts"][0]["id"]),
        (&2.into(), &"codex".into())
    );
    assert!(json(&folder.run("schema codex").silent()).is_object());
    assert!(folder.run("--help").silent().contains("Examples:"));
    assert_eq!(
        folder.run("--version").silent(),
        format!("mcpconv {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn something_else_in_the_place_of_servers_is_pointed_at() {
    let folder = Folder::new(&[]);
    for text in ["{\"mcpServers\": 5}", "{\"mcpServers\": [1]}", "[]"] {
        let stderr = folder.feed("--to codex", text).failed(2);
        assert!(
            stderr.starts_with("error[wrong-type]: ") && stderr.contains("<stdin>:1:"),
            "{stderr}"
        );
    }
}

#[test]
fn later_variables_win_and_the_environment_can_be_shut_out() {
    let folder = Folder::new(&[])
        .set("WHO", "process")
        .with("a.env", "WHO=first\n")
        .with("b.env", "WHO=second\n")
        .with("bad.env", "OTHER=1\nhunter2 oops\n");
    let who = |args: &str| {
        json(
            &folder
                .feed(&format!("--from claude-code --to mcpnest -q {args}"), TOKEN)
                .silent(),
        )["mcpServers"]["gh"]["env"]["WHO"]
            .clone()
    };
    assert_eq!(who(""), "process");
    assert_eq!(who("--env-file a.env --env-file b.env"), "second");
    assert_eq!(who("--env WHO=flag --env-file a.env"), "flag");
    assert_eq!(who("--no-env --env-file a.env"), "first");
    assert_eq!(who("--no-env --unset empty"), "");
    let unset = folder
        .feed("--from claude-code --to mcpnest --no-env", TOKEN)
        .failed(2);
    assert!(
        unset.contains("undefined-variable") && unset.contains("WHO") && unset.contains("gh"),
        "{unset}"
    );
    let broken = folder
        .feed("--from claude-code --to mcpnest --env-file bad.env", TOKEN)
        .failed(2);
    assert!(
        broken.contains("line 2") && !broken.contains("hunter2"),
        "{broken}"
    );
}

#[test]
fn servers_that_cannot_be_written_are_left_out_and_counted() {
    let folder = Folder::new(&[]);
    let (stdout, stderr) = folder.feed("--from claude-code --to mcpnest", TWO).warned();
    assert!(json(&stdout)["mcpServers"]["web"].is_null());
    assert!(
        stderr.contains("<stdin>:1:")
            && stderr.ends_with("\n1 server written for MCPNest, 1 skipped, 1 warning\n"),
        "{stderr}"
    );
    folder
        .feed("--from claude-code --to mcpnest --quiet", TWO)
        .silent();
    folder
        .feed("--from claude-code --to mcpnest --skip web", TWO)
        .silent();
    folder
        .feed("--from claude-code --to mcpnest --server web", TWO)
        .failed(2);
}

#[test]
fn a_pattern_that_fits_nothing_is_told() {
    let (_, stderr) = Folder::new(&[])
        .feed(
            "--from claude-code --to mcpnest --server tmie --server time",
            ONE,
        )
        .warned();
    assert!(
        stderr.contains("warning[unused-pattern]: no server matches `--server tmie`"),
        "{stderr}"
    );
}

#[test]
fn strict_takes_a_loss_for_a_failure_and_still_reports() {
    let folder = Folder::new(&[]);
    let stderr = folder
        .feed(
            "--from claude-code --to mcpnest --strict --report rows.json",
            TWO,
        )
        .failed(1);
    assert!(stderr.contains("error[conversion-strict]"), "{stderr}");
    assert!(
        json(&folder.read("rows.json"))
            .as_array()
            .is_some_and(|rows| !rows.is_empty())
    );
}

#[test]
fn a_report_has_a_row_for_what_the_target_does_differently() {
    let folder = Folder::new(&[]);
    folder.feed(
        "--from claude-code --to vscode --report rows.json",
        r#"{"mcpServers": {"docs": {"type": "http", "url": "https://a.example/mcp", "headers": {"K": "${T}"}}}}"#,
    );
    let rows = json(&folder.read("rows.json"));
    let rows = rows.as_array().expect("an array");
    let differs: Vec<&serde_json::Value> =
        rows.iter().filter(|row| row["class"] == "effect").collect();
    assert!(rows.len() > differs.len(), "{rows:?}");
    // Claude Code sends the text itself where the variable is unset, VS Code nothing.
    let header = differs
        .iter()
        .find(|row| row["aspect"] == "headers.k")
        .unwrap_or_else(|| panic!("a row for the header: {rows:?}"));
    assert_eq!(header["pointer"], "/mcpServers/docs");
    assert_eq!(header["targets"], serde_json::json!(["/servers/docs"]));
    let worlds = header["worlds"].as_array().expect("an array");
    assert!(worlds.contains(&"unset".into()), "{worlds:?}");
    assert!(!worlds.contains(&"set".into()), "{worlds:?}");
    let keys = |row: &serde_json::Value| -> Vec<String> {
        row.as_object()
            .expect("an object")
            .keys()
            .cloned()
            .collect()
    };
    assert!(rows.iter().all(|row| keys(row) == keys(header)), "{rows:?}");
}

#[test]
fn messages_can_be_data() {
    let folder = Folder::new(&[]);
    let (_, stderr) = folder
        .feed("--from claude-code --to mcpnest --format json", TWO)
        .warned();
    let report = json(&stderr);
    assert_eq!(
        (
            &report["version"],
            &report["counts"]["warning"],
            &report["diagnostics"][0]["file"]
        ),
        (&1.into(), &1.into(), &"<stdin>".into())
    );
    let failed = json(
        &folder
            .run("--to codex --format json missing.json")
            .failed(2),
    );
    assert_eq!(
        (
            &failed["diagnostics"][0]["rule"],
            &failed["diagnostics"][0]["file"]
        ),
        (&"unreadable-file".into(), &"missing.json".into())
    );
    assert_eq!(
        json(&folder.run("--to codx --format json").failed(2))["diagnostics"][0]["rule"],
        "unknown-host"
    );
}

#[test]
fn a_report_accounts_for_every_value() {
    let folder = Folder::new(&[])
        .set("WHO", "process")
        .with(".mcp.json", TOKEN)
        .with("rows.json", "old");
    folder
        .run("--to mcpnest -q --report rows.json .mcp.json")
        .silent();
    let rows = json(&folder.read("rows.json"));
    let env = rows
        .as_array()
        .expect("an array")
        .iter()
        .find(|row| row["pointer"] == "/mcpServers/gh/env/WHO")
        .expect("the variable");
    assert_eq!(
        (&env["v"], &env["file"], &env["server"], &env["class"]),
        (
            &2.into(),
            &".mcp.json".into(),
            &"gh".into(),
            &"expanded".into()
        )
    );
    assert_eq!(
        env["targets"],
        serde_json::json!(["/mcpServers/gh/env/WHO"])
    );
    assert!(!folder.read("rows.json").contains("process"));
    assert!(
        folder
            .run("--to mcpnest --report - .mcp.json")
            .failed(2)
            .contains("--report FILE")
    );
    assert!(
        folder
            .run("--to mcpnest --report no/rows.json .mcp.json")
            .failed(2)
            .contains("cannot write `no/rows.json`")
    );
    assert!(
        folder
            .run("--to mcpnest --report .mcp.json .mcp.json")
            .failed(2)
            .contains("it is one of the inputs")
    );
    assert_eq!(folder.read(".mcp.json"), TOKEN);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let folder = Folder::new(&[]);
    for args in [
        "hosts --format json",
        "--help",
        "--from claude-code --to codex",
    ] {
        let mut child = folder.command(args).spawn().expect("mcpconv starts");
        drop(child.stdout.take());
        let _ = child
            .stdin
            .take()
            .expect("a pipe")
            .write_all(ONE.as_bytes());
        let run = Ran::from(child.wait_with_output().expect("mcpconv ends"));
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_a_failure() {
    let folder = Folder::new(&[]);
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("a full device");
    let output = folder
        .command("hosts")
        .stdout(full)
        .output()
        .expect("mcpconv ends");
    let run = Ran::from(output);
    assert!(
        run.code == 2
            && run
                .stderr
                .contains("cannot write the result: no space left on device"),
        "{run:?}"
    );
}

#[test]
fn nothing_in_an_argument_reaches_the_terminal_raw() {
    let folder = Folder::new(&[]);
    for args in [
        "--to \u{1b}[31mx",
        "--\u{1b}[31m",
        "--to codex \u{1b}]0;x",
        "--to codex --server \u{1b}[",
        "--to codex --env-file \u{1b}x",
    ] {
        let stderr = folder.feed(args, ONE).failed(2);
        assert!(!stderr.contains('\u{1b}'), "{stderr:?}");
    }
}

#[test]
fn colours_follow_the_flag() {
    let folder = Folder::new(&[]);
    assert!(
        folder
            .run("--to codx --color always")
            .failed(2)
            .contains("\u{1b}[")
    );
    assert!(!folder.run("--to codx").failed(2).contains('\u{1b}'));
}
