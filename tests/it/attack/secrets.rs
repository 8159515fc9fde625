//! Secrets of many shapes in many places, and everything that any command prints about the files they are in: nothing
//! shows more of one than the prefix that says whose it is.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use crate::support::Folder;

/// A secret: what stands before a part that nothing else has, that part, and what stands after it.
struct Secret {
    text: String,
    /// Ten characters or so that appear nowhere else.
    mark: String,
}

/// Makes texts that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn take(&mut self, set: &str, length: usize) -> String {
        let set: Vec<char> = set.chars().collect();
        (0..length)
            .map(|_| {
                self.0 ^= self.0 << 13;
                self.0 ^= self.0 >> 7;
                self.0 ^= self.0 << 17;
                set[usize::try_from(self.0 % set.len() as u64).expect("small")]
            })
            .collect()
    }
}

const ALNUM: &str = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const LOWER: &str = "abcdefghijkmnpqrstuvwxyz0123456789";
const HEX: &str = "0123456789abcdef";
const B32: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// A vendor's tokens: the prefix, the characters and how many, and what has to follow.
const VENDORS: &[(&str, &str, usize, &str)] = &[
    ("ghp_", ALNUM, 36, ""),
    ("gho_", ALNUM, 36, ""),
    ("ghs_", ALNUM, 36, ""),
    ("github_pat_", ALNUM, 60, ""),
    ("glpat-", ALNUM, 20, ""),
    ("xoxb-1234567890-", ALNUM, 24, ""),
    ("ntn_12345678901", ALNUM, 35, ""),
    ("lin_api_", ALNUM, 40, ""),
    ("figd_", ALNUM, 44, ""),
    ("sk-or-v1-", HEX, 64, ""),
    ("AIza", ALNUM, 35, ""),
    ("ya29.", ALNUM, 40, ""),
    ("GOCSPX-", ALNUM, 28, ""),
    ("gsk_", ALNUM, 52, ""),
    ("xai-", ALNUM, 80, ""),
    ("pplx-", ALNUM, 48, ""),
    ("r8_", ALNUM, 37, ""),
    ("hf_", ALNUM, 34, ""),
    ("sk_", HEX, 48, ""),
    ("tvly-dev-", ALNUM, 32, ""),
    ("jina_", ALNUM, 60, ""),
    ("apify_api_", ALNUM, 36, ""),
    ("sbp_", LOWER, 40, ""),
    ("sb_secret_", ALNUM, 31, ""),
    ("napi_", LOWER, 64, ""),
    ("dapi", HEX, 32, ""),
    ("sntryu_", HEX, 64, ""),
    ("sk_live_", ALNUM, 24, ""),
    ("rk_live_", ALNUM, 24, ""),
    ("shpat_", HEX, 32, ""),
    ("AKIA", B32, 16, ""),
    ("dop_v1_", HEX, 64, ""),
    ("dckr_pat_", ALNUM, 27, ""),
    ("npm_", ALNUM, 36, ""),
    ("nfp_", ALNUM, 36, ""),
    ("sgp_", HEX, 40, ""),
    ("tskey-auth-", ALNUM, 12, "-q7Rk2Zx9Lm4Tb8Vn3"),
    ("sk-", LOWER, 40, ""),
    ("SK", HEX, 32, ""),
    ("123456789:", ALNUM, 35, ""),
    (
        "eyJhbGciOiJIUzI1NiJ9.eyJz",
        ALNUM,
        30,
        ".q7Rk2Zx9Lm4Tb8Vn3Hw6Yc1Ps",
    ),
    ("key-", HEX, 32, ""),
    ("", ALNUM, 40, ""),
];

/// Passwords that nothing but their place gives away: before and after the part that is theirs alone. The first ones can
/// stand in a URL and in a command line as they are.
const PASSWORDS: &[(&str, &str, bool)] = &[
    ("hunter", "", true),
    ("", "", true),
    ("Pa55-", "_x", true),
    ("correct.horse.", "", true),
    ("A", "=", true),
    ("0", "~", true),
    ("basic-", "-1", true),
    ("pa\"ss\\w", "x", false),
    ("tab\t", "\tend", false),
    ("line\n", "\nend", false),
    ("two words ", " more", false),
    ("ü-", "-ß", false),
    ("it's ", "'", false),
    ("$", "$$", false),
    ("100%", "%25", false),
    ("{", "}", false),
    ("[", "]", false),
    ("# ", " # x", false),
];

/// Where a token is known by its shape.
const ANYWHERE: &[&str] = &[
    "env",
    "env-name",
    "server-name",
    "arg",
    "arg-pair",
    "url-path",
    "url-query",
    "url-user",
    "header",
    "unknown-field",
    "unknown-key",
    "shell",
    "json-arg",
    "json-in-json",
    "cwd",
];

/// Where anything is known by its name.
const NAMED: &[&str] = &[
    "env:API_TOKEN",
    "env:DB_PASS",
    "env:SMTP_PASS",
    "env:PASSPHRASE",
    "env:PGPASSWORD",
    "env:OPENAI_KEY",
    "env:MASTER_KEY",
    "env:clientSecret",
    "flag:--password",
    "flag:--pass",
    "flag:--api-key",
    "flag:--key",
    "header:Authorization",
    "header:X-Api-Key",
    "header:Cookie",
    "field:apiKey",
    "field:password",
    "nested:API_TOKEN",
    "flag-first:--token",
    "json-list",
    "json-name",
];

/// The same for texts that may stand in others without quotes.
const TAME: &[&str] = &[
    "pair:--token",
    "pair:TOKEN",
    "pair:AccountKey",
    "docker",
    "user",
    "user-password",
    "database",
    "query:token",
    "query:key",
    "shell-bearer",
    "shell-header",
    "shell-variable",
    "shell-flag",
    "cmd",
    "json",
    "json-twice",
    "login:-u",
    "login-joined:-u",
    "login-joined:--user=",
    "program:sshpass",
    "pair-colon:--password",
    "pair-colon:X-Foo-Token",
    "scheme:Bearer",
    "scheme:Basic",
    "header-split",
    "query:api%5Fkey",
    "query:auth[token]",
    "xml",
    "yaml",
    "prose",
    "type",
];

/// A server with `secret` at `place`, and its name.
fn server(place: &str, secret: &str, number: usize) -> (String, Value) {
    let name = format!("s{number}");
    let stdio = |args: Value, env: Value| json!({ "command": "npx", "args": args, "env": env });
    let remote =
        |url: String, headers: Value| json!({ "type": "http", "url": url, "headers": headers });
    let quoted = |text: &str| Value::from(text).to_string();
    let (kind, what) = place.split_once(':').unwrap_or((place, ""));
    let value = match (kind, what) {
        ("env", "") => stdio(json!(["-y", "x@1.0.0"]), json!({ "MODE": secret })),
        ("env", what) => stdio(json!(["-y", "x@1.0.0"]), json!({ what: secret })),
        ("env-name", _) => stdio(json!(["-y", "x@1.0.0"]), json!({ secret: "on" })),
        ("server-name", _) => {
            return (
                secret.to_owned(),
                stdio(json!(["-y", "x@1.0.0"]), json!({})),
            );
        }
        ("arg", _) => stdio(json!(["-y", "x@1.0.0", secret]), json!({})),
        ("arg-pair", _) => stdio(
            json!(["-y", "x@1.0.0", format!("--mode={secret}")]),
            json!({}),
        ),
        ("pair", what) => stdio(
            json!(["-y", "x@1.0.0", format!("{what}={secret}")]),
            json!({}),
        ),
        ("flag", what) => stdio(json!(["-y", "x@1.0.0", what, secret]), json!({})),
        ("docker", _) => {
            json!({ "command": "docker", "args": ["run", "-i", "-e", format!("TOKEN={secret}"), "img"] })
        }
        ("url-path", _) => remote(format!("https://h.example/{secret}/mcp"), json!({})),
        ("url-query", _) => remote(format!("https://h.example/mcp?mode={secret}"), json!({})),
        ("query", what) => remote(
            format!("https://h.example/mcp?{what}={secret}&b=1"),
            json!({}),
        ),
        ("url-user" | "user", _) => remote(format!("https://{secret}@h.example/mcp"), json!({})),
        ("user-password", _) => remote(format!("https://me:{secret}@h.example/mcp"), json!({})),
        ("database", _) => stdio(
            json!([
                "-y",
                "x@1.0.0",
                format!("postgres://me:{secret}@db.example/x")
            ]),
            json!({}),
        ),
        ("header", "") => remote(
            "https://h.example/mcp".to_owned(),
            json!({ "X-Mode": secret }),
        ),
        ("header", "Authorization") => remote(
            "https://h.example/mcp".to_owned(),
            json!({ what: format!("Bearer {secret}") }),
        ),
        ("header", what) => remote("https://h.example/mcp".to_owned(), json!({ what: secret })),
        ("unknown-field", _) => json!({ "command": "x", "note": secret }),
        ("unknown-key", _) => json!({ "command": "x", secret: 1 }),
        ("field", what) => json!({ "command": "x", what: secret }),
        ("cwd", _) => json!({ "command": "x", "type": secret }),
        ("shell", _) => json!({ "command": "sh", "args": ["-c", format!("run {secret} && x")] }),
        ("shell-bearer", _) => {
            json!({ "command": "bash", "args": ["-c", format!("curl -H 'Authorization: Bearer {secret}' https://x.example")] })
        }
        ("shell-header", _) => {
            json!({ "command": "bash", "args": ["-c", format!("curl -H \"X-Api-Key: {secret}\" https://x.example | sh")] })
        }
        ("shell-variable", _) => {
            json!({ "command": "bash", "args": ["-c", format!("export TOKEN={secret}; npx x")] })
        }
        ("shell-flag", _) => json!({ "command": format!("npx x --password {secret} --port 1") }),
        ("cmd", _) => json!({ "command": "cmd", "args": ["/c", format!("TOKEN={secret}")] }),
        ("json-arg", _) => stdio(
            json!(["x", json!({ "mode": secret }).to_string()]),
            json!({}),
        ),
        ("json", _) => stdio(
            json!(["x", json!({ "api_key": secret, "b": 1 }).to_string()]),
            json!({}),
        ),
        ("json-in-json", _) => stdio(
            json!(["x"]),
            json!({ "CONF": json!({ "a": quoted(secret) }).to_string() }),
        ),
        ("json-twice", _) => stdio(
            json!(["x"]),
            json!({ "CONF": json!({ "a": json!({ "password": secret }).to_string() }).to_string() }),
        ),
        ("nested", what) => {
            json!({ "command": "x", "env": { what: { "value": secret } } })
        }
        ("flag-first", what) => json!({ "command": "npx", "args": [what, secret] }),
        ("json-list", _) => stdio(
            json!(["x", json!({ "token": [secret, "b"] }).to_string()]),
            json!({}),
        ),
        ("json-name", _) => stdio(
            json!([
                "x",
                json!({ "name": "API_TOKEN", "value": secret }).to_string()
            ]),
            json!({}),
        ),
        ("login", what) => {
            json!({ "command": "curl", "args": [what, format!("me:{secret}"), "https://x.example"] })
        }
        ("login-joined", what) => {
            json!({ "command": "sh", "args": ["-c", format!("curl {what}me:{secret} https://x.example")] })
        }
        ("program", what) => json!({ "command": what, "args": ["-p", secret, "x"] }),
        ("pair-colon", what) => stdio(
            json!(["-y", "x@1.0.0", format!("{what}:{secret}")]),
            json!({}),
        ),
        ("scheme", what) => stdio(
            json!(["-y", "x@1.0.0"]),
            json!({ "MODE": format!("{what} {secret}") }),
        ),
        ("header-split", _) => stdio(
            json!(["-y", "x@1.0.0", "--header", "X-Api-Key:", secret]),
            json!({}),
        ),
        ("xml", _) => stdio(
            json!(["x", format!("<a><password>{secret}</password></a>")]),
            json!({}),
        ),
        ("yaml", _) => stdio(json!(["x", format!("password: {secret}\nb: 1")]), json!({})),
        ("prose", _) => {
            json!({ "command": "x", "description": format!("log in with password {secret}1") })
        }
        ("type", _) => json!({ "command": "x", "type": format!("token={secret}") }),
        other => panic!("{other:?}"),
    };
    (name, value)
}

/// Files with all secrets in all their places, and what to look for.
fn planted() -> (Vec<String>, Vec<(String, Secret)>) {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut servers = Map::new();
    let mut planted = Vec::new();
    let mut plant = |place: &str, secret: Secret| {
        let (name, value) = server(place, &secret.text, planted.len());
        servers.insert(name, value);
        planted.push((place.to_owned(), secret));
    };
    for (prefix, set, length, end) in VENDORS {
        for place in ANYWHERE {
            let body = dice.take(set, *length);
            let mark = body[..10].to_owned();
            plant(
                place,
                Secret {
                    text: format!("{prefix}{body}{end}"),
                    mark,
                },
            );
        }
    }
    for (before, after, tame) in PASSWORDS {
        for place in NAMED.iter().chain(TAME.iter().filter(|_| *tame)) {
            let mark = dice.take(ALNUM, 9);
            plant(
                place,
                Secret {
                    text: format!("{before}{mark}{after}"),
                    mark,
                },
            );
        }
    }
    let mut files = vec![Map::new()];
    for (name, value) in servers {
        if files.last().is_some_and(|file| file.len() == 90) {
            files.push(Map::new());
        }
        if let Some(file) = files.last_mut() {
            file.insert(name, value);
        }
    }
    let text = |file: Map<String, Value>| format!("{:#}\n", json!({ "mcpServers": file }));
    (files.into_iter().map(text).collect(), planted)
}

/// What is shown that must not be, each with its place and the line that shows it.
fn leaks(output: &str, planted: &[(String, Secret)]) -> Vec<String> {
    let mut leaks = Vec::new();
    for (place, secret) in planted {
        if let Some(at) = output.find(&secret.mark) {
            let start = output[..at].rfind('\n').map_or(0, |at| at + 1);
            let line: String = output[start..]
                .lines()
                .next()
                .unwrap_or_default()
                .chars()
                .take(220)
                .collect();
            leaks.push(format!("{place} {:?}: {line}", secret.text));
        }
    }
    leaks
}

/// Every command that says something about files, without those whose result is the file itself.
const COMMANDS: &[&str] = &[
    "lint --level info --max-diagnostics 0",
    "lint --level info --format concise",
    "lint --level info --format json",
    "lint --level info --format json-lines",
    "lint --level info --format sarif",
    "lint --level info --format github",
    "lint --level info --format gitlab",
    "lint --level info --format junit",
    "lint --level info --format rdjson",
    "lint --level info --format markdown",
    "lint --level info --fix-unsafe --diff --max-diagnostics 0",
    "show FILE",
    "show FILE --values",
    "show FILE --format json",
    "matrix FILE --to codex --to gemini",
    "matrix FILE --to vscode --format json",
    "matrix FILE --to cursor --format markdown",
    "diff FILE other.json --right-host claude-code",
    "diff FILE other.json --right-host claude-code --format json",
    "convert FILE -o out/.vscode/mcp.json --diff --max-diagnostics 0",
    "convert FILE -o out/.vscode/mcp.json --dry-run --max-diagnostics 0",
    "convert FILE -o out/.codex/config.toml --diff --format json --max-diagnostics 0",
    "convert FILE -o out/.cursor/mcp.json --report report.json --max-diagnostics 0",
    "convert FILE --to codex,cursor --emit markdown",
    "convert FILE --to claude-code,codex --emit commands",
    "convert FILE --to cursor,vscode --emit links",
];

#[test]
fn no_command_shows_a_secret_in_any_format() {
    let (texts, planted) = planted();
    let shapes = VENDORS.len() + PASSWORDS.len();
    assert!(
        shapes >= 60 && planted.len() >= 700,
        "{shapes} {}",
        planted.len()
    );
    let folder = Folder::new(&[("other.json", r#"{"mcpServers": {"s1": {"command": "x"}}}"#)]);
    let mut files = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        let name = format!("d{number}/.mcp.json");
        folder.write(&name, text);
        files.push(name);
    }
    // The same in TOML and in YAML, as far as these hosts can have it: one file of tokens, one of passwords.
    for (host, file) in [
        ("codex", ".codex/config.toml"),
        ("goose", ".config/goose/config.yaml"),
    ] {
        for from in [0, texts.len() - 2] {
            let source = files[from].clone();
            let ran = folder.run(&["convert", &source, "--to", host, "-q"]);
            let held = planted
                .iter()
                .filter(|(_, secret)| ran.stdout.contains(&secret.mark))
                .count();
            assert!(held > 20, "{host} has only {held}: {}", ran.stderr);
            let name = format!("{host}{from}/{file}");
            folder.write(&name, &ran.stdout);
            files.push(name);
        }
    }
    let mut all = String::new();
    for (turn, command) in COMMANDS.iter().enumerate() {
        // What looks at every host takes its time, and says little about each server.
        let each: Vec<&str> = match *command {
            _ if !command.contains("FILE") => vec!["."],
            _ if command.starts_with("matrix") => vec![&files[0]],
            // Every file has every kind of place; each command gets some of them.
            _ => files
                .iter()
                .skip(turn % 4)
                .step_by(4)
                .map(String::as_str)
                .collect(),
        };
        for file in each {
            let words = command.replace("FILE", file);
            let ran = folder.run(&words);
            assert!(!(ran.stdout.is_empty() && ran.stderr.is_empty()), "{words}");
            let mut output = ran.stdout + &ran.stderr;
            if words.contains("--report") {
                output.push_str(&folder.read("report.json"));
            }
            let leaks = leaks(&output, &planted);
            for leak in leaks.iter().take(12) {
                let _ = writeln!(all, "{words}: {leak}");
            }
            if leaks.len() > 12 {
                let _ = writeln!(all, "{words}: and {} more", leaks.len() - 12);
            }
        }
    }
    assert!(all.is_empty(), "{all}");
}

#[test]
fn a_file_that_cannot_be_parsed_shows_no_secret_either() {
    let (texts, planted) = planted();
    // A comma is missing at the very end, or a quote in the middle.
    let text = &texts[texts.len() - 2];
    let broken = [
        text.replacen("\n}\n", "\n", 1),
        text.replacen("\"mcpServers\": {", "\"mcpServers\": { oops", 1),
    ];
    for text in broken {
        let folder = Folder::new(&[(".mcp.json", &text)]);
        for words in [
            "lint --level info --max-diagnostics 0",
            "show .mcp.json",
            "convert .mcp.json --to codex",
        ] {
            let ran = folder.run(words);
            let leaks = leaks(&(ran.stdout + &ran.stderr), &planted);
            assert!(leaks.is_empty(), "{words}: {leaks:#?}");
        }
    }
}

/// Values of the environment that a search of the text would not find, or find too often.
const VALUES: &[&str] = &[
    "pa\"ss\\word",
    "tab\there",
    "line\nbreak",
    "abc",
    "a",
    "7",
    "${A}",
    "ü",
    "abcabc",
    "it's",
    "50%",
    "a b",
    "-",
    "{}",
];

#[test]
fn values_of_the_environment_are_covered_where_they_are_written() {
    let source = r#"{"mcpServers": {"s": {"command": "npx", "args": ["-y", "x@1.0.0", "--mode", "${VALUE}", "a${VALUE}b"],
        "env": {"PLAIN": "${VALUE}", "BOTH": "${VALUE}${OTHER}", "ORDINARY": "stays in view"}}}}"#;
    for value in VALUES {
        for (host, file) in [
            ("mcpnest", "mcpnest.json"),
            ("cursor", ".cursor/mcp.json"),
            ("codex", ".codex/config.toml"),
        ] {
            let folder = Folder::new(&[(".mcp.json", source)]);
            let run = |value: &str, more: &[&str]| {
                let one = format!("VALUE={value}");
                let other = format!("OTHER=q7Zr{value}q7Zr");
                let to = ["convert", ".mcp.json", "--to", host, "-o", file];
                let with = [
                    "--expand", "always", "--no-env", "--env", &one, "--env", &other,
                ];
                folder.run([&to[..], &with, more].concat())
            };
            let covered = |ran: &crate::support::Ran| {
                let added: Vec<&str> = ran
                    .stdout
                    .lines()
                    .filter(|line| line.starts_with(['+', '-']))
                    .collect();
                for line in &added {
                    let shown = value.escape_default().to_string();
                    let long = value.len() > 2 && (line.contains(value) || line.contains(&shown));
                    assert!(!long && !line.contains("q7Zr"), "{host} {value:?}: {line}");
                    // A short one is looked for where it was put.
                    for place in ["PLAIN", "BOTH"] {
                        if let Some(rest) = line.split_once(place).map(|(_, rest)| rest) {
                            let body = rest.trim_matches(['"', '\'', ' ', ':', '=', ',', '}', '{']);
                            assert!(
                                !body.contains(value)
                                    || body.is_empty()
                                    || value.chars().all(|c| "{}".contains(c)),
                                "{host} {value:?}: {line}"
                            );
                        }
                    }
                }
                let hidden = ran.stdout.contains("only values that are not shown");
                let stars = added.iter().any(|line| line.contains('*'));
                assert!(hidden || stars, "{host}: {}", ran.stdout);
            };
            let ran = run(value, &["--diff"]);
            covered(&ran);
            assert!(
                ran.stdout.contains("stays in view"),
                "{host} {value:?}: {}",
                ran.stdout
            );
            // What an earlier run has written there is no less secret than what is written now.
            assert_eq!(run(value, &[]).code, 0);
            let ran = run("new-value", &["--diff"]);
            covered(&ran);
            assert!(!ran.stdout.contains("new-value"), "{host}: {}", ran.stdout);
        }
    }
}

/// What people do not mean to say about themselves: arguments, names of files, configurations and lists of variables with a
/// secret where it does not belong.
#[test]
fn arguments_configurations_and_lists_of_variables_show_no_secret() {
    const MARK: &str = "q7Rk2Zx9Lm";
    const BODY: &str = "q7Rk2Zx9Lm4Tb8Vn3Hw6Yc1PsQ7Rk2Zx9Lm4";
    let token = format!("{}{BODY}", "ghp_");
    let login = format!("https://me:{MARK}@h.example/a.json");
    let files = [
        ("plain.json", r#"{"mcpServers": {}}"#.to_owned()),
        (
            "words.env",
            format!("A=1\nTOKEN {token}\nB=\"{token}\nDB_PASSWORD=pa {MARK}\" x\n"),
        ),
        (
            "command.txt",
            format!("claude mcp add x -e DB_PASSWORD={MARK} -- npx -y x --token {token}"),
        ),
        (
            "unknown.txt",
            format!("blah add x -e DB_PASSWORD={MARK} -- npx --token {token}"),
        ),
    ];
    let mut said = String::new();
    let mut look = |folder: &Folder, words: &[&str]| {
        let ran = folder.run(words);
        assert!(ran.code < 3, "{ran:?}");
        let text = ran.stdout + &ran.stderr;
        for line in text.lines().filter(|line| line.contains(MARK)) {
            let _ = writeln!(said, "{words:?}: {line}");
        }
        text.len()
    };
    let folder = Folder::new(&files.each_ref().map(|(name, text)| (*name, text.as_str())));
    let mut length = 0;
    for secret in [token.as_str(), &login, &format!("--token={token}")] {
        for words in [
            "hosts X",
            "explain X",
            "schema X",
            "rules X",
            "lint X",
            "show X",
            "diff X plain.json",
            "matrix X",
            "restore X",
            "restore X --list",
            "convert X --to codex",
            "convert plain.json --to X",
            "convert plain.json --from X --to codex",
            "convert plain.json --to codex -o X/a.json --dry-run",
            "convert plain.json --to codex --env-file X",
            "convert plain.json --to codex --env =X",
            "lint --format X",
            "lint --host X",
            "lint --config X",
            "lint --schema X",
            "lint --baseline X",
            "sync --config X",
            "completions X",
            "convert plain.json --server X --to codex",
            "X",
            "X --to codex",
        ] {
            let words: Vec<String> = words
                .split(' ')
                .map(|word| word.replace('X', secret))
                .collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            length += look(&folder, &words);
        }
    }
    assert!(length > 2_000, "hardly anything was said");
    for words in [
        "convert plain.json --to codex --env-file words.env",
        "convert command.txt --to codex -o .codex/config.toml --diff",
        "convert command.txt --to codex -o .codex/config.toml --dry-run",
        "convert command.txt --to codex -o .codex/config.toml",
        "convert unknown.txt --to codex",
        "restore .codex/config.toml",
    ] {
        look(&folder, &words.split(' ').collect::<Vec<_>>());
    }
    let target = "[[sync.target]]\nhost = \"cursor\"\n";
    for configuration in [
        format!("[rules]\n\"{token}\" = \"off\"\n"),
        format!("[rules]\n{token} = 1\n"),
        format!("{token} = 1\n"),
        format!("[sync]\nsource = \"{token}\"\n{target}"),
        format!("[sync]\nsource = \"{login}\"\n{target}"),
        format!("[sync]\nsource = \"plain.json\"\npassword = \"{MARK}\"\n{target}"),
        format!("[sync]\nsource = \"plain.json\"\npassword = \"{MARK}\n{target}"),
        format!("[sync]\nsource = \"plain.json\"\n{target}file = \"{token}.json\"\n"),
        format!(
            "[sync]\nsource = \"plain.json\"\n{target}servers = [\"{token}\"]\naccept = [\"{token}\"]\n"
        ),
        format!("[files]\nexclude = [\"{token}\"]\n[policy]\ncommands = [\"{token}\"]\n"),
        format!("[rules\n{token}"),
    ] {
        let folder = Folder::new(&[
            (
                "plain.json",
                r#"{"mcpServers": {"a": {"command": "deno"}}}"#,
            ),
            (".mcp.json", r#"{"mcpServers": {"a": {"command": "deno"}}}"#),
            ("mcpconv.toml", &configuration),
        ]);
        for words in [
            "lint",
            "lint --format json",
            "lint --format sarif",
            "show",
            "sync --check",
            "sync",
            "sync",
            "init",
        ] {
            look(&folder, &words.split(' ').collect::<Vec<_>>());
        }
    }
    assert!(said.is_empty(), "{said}");
}

/// What is synced, restored and compared again is shown no more than what is converted once.
#[test]
fn syncing_and_restoring_show_no_secret() {
    let (texts, planted) = planted();
    let targets = [
        ".codex/config.toml",
        ".cursor/mcp.json",
        ".vscode/mcp.json",
        "mcpnest.json",
    ];
    let sections = targets.map(|file| match file {
        "mcpnest.json" => format!("[[sync.target]]\nhost = \"mcpnest\"\nfile = \"{file}\"\n"),
        file => format!("[[sync.target]]\nfile = \"{file}\"\n"),
    });
    let configuration = format!("[sync]\nsource = \".mcp.json\"\n{}", sections.concat());
    for text in texts.iter().step_by(4) {
        let folder = Folder::new(&[(".mcp.json", text), ("mcpconv.toml", &configuration)]);
        folder.write("more.env", "NAME=q7Zr-of-a-list\n");
        for file in &targets[..3] {
            folder.write(file, if file.ends_with("toml") { "\n" } else { "{}" });
        }
        for words in [
            "sync --check",
            "sync --env-file more.env --env OTHER=q7Zr-of-a-flag",
            "sync --check",
            "sync",
            "restore .codex/config.toml",
            "sync --check",
            "restore .cursor/mcp.json --list",
            "diff .cursor/mcp.json .vscode/mcp.json",
            "diff .mcp.json .codex/config.toml --format json",
            "show .codex/config.toml --values",
            "matrix .vscode/mcp.json --to codex",
        ] {
            let ran = folder.run(words);
            assert!(ran.code < 3, "{words}: {ran:?}");
            let output = ran.stdout + &ran.stderr;
            let leaks = leaks(&output, &planted);
            assert!(
                leaks.is_empty() && !output.contains("q7Zr"),
                "{words}: {leaks:#?}"
            );
        }
    }
}

/// Where names belong: tools, keys, and the paths to them in a baseline and in a plan.
#[test]
fn secrets_among_names_of_tools_and_in_paths_are_covered() {
    const MARK: &str = "q7Rk2Zx9Lm";
    let token = format!("{}{MARK}4Tb8Vn3Hw6Yc1PsQ7Rk2Zx9Lm4", "ghp_");
    let servers = json!({ "mcpServers": {
        "a": { "command": "npx", "args": ["x"], format!("https://{token}@h.example/"): true, format!("{token}_URL"): 1 },
        "b": { "command": "npx", "args": ["x"], "env": { "DB_PASSWORD": format!("${{x.{MARK}") } },
        "c": { "command": "npx", "args": [format!("oauth2:{MARK}@git.example"), format!("X-Api-Key: x.{MARK}")] },
        "d": { "type": format!("token: {MARK}"), "command": "x" },
        "e": { "type": "http", "url": "https://h.example/", "headers": { format!("Bearer {MARK}"): "on" } },
        "f": {
            "command": "x",
            "enabledTools": [format!("curl -H 'X-Api-Key: {MARK}' x")],
            "disabledTools": [format!("Bearer {MARK}")],
        },
    } });
    let folder = Folder::new(&[(".mcp.json", &format!("{servers:#}\n"))]);
    let mut shown = String::new();
    for words in [
        "lint .mcp.json --host claude-code --level info --write-baseline base.json",
        "lint .mcp.json --host claude-code --level info --baseline base.json",
        "lint .mcp.json --host claude-code --level info --max-diagnostics 0 --no-config",
        "lint .mcp.json --host droid --level info --format json",
        "show .mcp.json --host claude-code",
        "show .mcp.json --host droid",
        "show .mcp.json --host droid --format json",
        "convert .mcp.json --from claude-code --to codex -o .codex/config.toml --dry-run",
        "convert .mcp.json --from droid --to zed -o .zed/settings.json --dry-run",
    ] {
        let ran = folder.run(words);
        assert!(ran.code < 3, "{words}: {ran:?}");
        let text = format!("{}{}", ran.stdout, ran.stderr);
        for line in text.lines().filter(|line| line.contains(MARK)) {
            let _ = writeln!(shown, "{words}: {line}");
        }
        if words.contains(" --baseline") {
            assert_eq!(ran.code, 0, "what was covered is still known: {ran:?}");
        }
    }
    let baseline = folder.read("base.json");
    assert!(
        baseline.contains("***") && !baseline.contains(MARK),
        "{baseline}"
    );
    assert!(shown.is_empty(), "{shown}");
}

/// The name of the variable says what its default is, whatever the value is for.
#[test]
fn the_default_of_a_variable_is_covered_by_the_variables_name() {
    let mark = "q7Rk2Zx9Lm4Tb8Vn3Hw6Yc";
    let file = json!({ "mcpServers": { "a": { "command": "npx", "args": ["-y", "x@1.0.0"],
        "env": { "X": format!("${{API_TOKEN:-{mark}}}"), "Y": "${REGION:-eu-west}" } } } });
    let folder = Folder::new(&[(".mcp.json", &file.to_string())]);
    for words in ["show .mcp.json", "show .mcp.json --format json"] {
        let ran = folder.run(words);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert!(!said.contains(mark), "{words}: {said}");
        assert!(said.contains("eu-west"), "{words}: {said}");
    }
}

/// Flags mean what their program takes them for, whatever a host calls the field with the program in it.
#[test]
fn a_password_behind_a_short_flag_is_covered_in_every_hosts_words() {
    let mark = "q7Rk2Zx9Lm";
    let file = json!({ "mcpServers": {
        "a": { "command": "mysql", "args": ["-uroot", format!("-p{mark}")] },
        "b": { "command": "redis-cli", "args": ["-a", mark] },
    } });
    let folder = Folder::new(&[(".mcp.json", &file.to_string())]);
    for words in [
        "convert .mcp.json --to goose -o out/config.yaml --diff",
        "convert .mcp.json --to zed -o .zed/settings.json --diff",
        "convert .mcp.json --to opencode -o opencode.json --diff",
        "convert .mcp.json --to codex -o .codex/config.toml --diff",
    ] {
        let ran = folder.run(words);
        assert!(ran.stdout.contains("mysql"), "{words}: {ran:?}");
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert!(!said.contains(mark), "{words}: {said}");
    }
}
