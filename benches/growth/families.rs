//! Files that grow in one way each: what a stranger may send, and what large repositories have.

use super::texts::{argument, codex, count, repeat, server, servers};

/// A kind of file.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    pub(crate) host: &'static str,
    /// The one that commands are given.
    pub(crate) file: &'static str,
    /// Bytes of the smallest.
    pub(crate) size: usize,
    /// Whether the rarer commands are tried as well.
    pub(crate) all_commands: bool,
    pub(crate) files: fn(usize) -> Vec<(String, String)>,
}

/// 4,000 servers of a hundred bytes.
const MANY: usize = 400 << 10;
const SOME: usize = 100 << 10;

const CLAUDE: (&str, &str) = ("claude-code", ".mcp.json");
const USER: (&str, &str) = ("claude-code", ".claude.json");
const PI: (&str, &str) = ("oh-my-pi", ".omp/mcp.json");
const CODEX: (&str, &str) = ("codex", ".codex/config.toml");
const VSCODE: (&str, &str) = ("vscode", ".vscode/mcp.json");
const OPENCODE: (&str, &str) = ("opencode", "opencode.json");
const GEMINI: (&str, &str) = ("gemini", ".gemini/settings.json");
const CONTINUE: (&str, &str) = ("continue", ".continue/mcpServers/a.yaml");
const GOOSE: (&str, &str) = ("goose", ".config/goose/config.yaml");
const LIBRECHAT: (&str, &str) = ("librechat", "librechat.yaml");

macro_rules! family {
    ($name:literal, $of:expr, $size:expr, $all:expr, $text:expr) => {
        Family {
            name: $name,
            host: $of.0,
            file: $of.1,
            size: $size,
            all_commands: $all,
            files: |size| {
                let text: fn(usize) -> String = $text;
                vec![($of.1.to_owned(), text(size))]
            },
        }
    };
    ($name:literal, $of:expr, $text:expr) => {
        family!($name, $of, SOME, false, $text)
    };
}

pub(crate) const ALL: &[Family] = &[
    // Credentials
    family!("passwords in URLs", CLAUDE, |size| argument(&repeat(
        "https://a:b@h/ ",
        size
    ))),
    family!("servers with secrets", CLAUDE, |size| servers(&count(
        size,
        ",",
        |at| {
            format!(
                "\"s{at}\": {{\"command\": \"x\", \"env\": {{\"API_TOKEN\": \"q7Rk2Zx9Lm4Tb8V{at}\"}}}}"
            )
        }
    ))),
    family!("flags with secrets", CLAUDE, |size| server(&format!(
        "\"command\": \"x\", \"args\": [{}]",
        count(size, ",", |at| format!(
            "\"--token{at}\", \"q7Rk2Zx9Lm4T{at}\""
        ))
    ))),
    family!("variables of containers", CLAUDE, |size| server(&format!(
        "\"command\": \"docker\", \"args\": [\"run\", {}, \"img\"], \"env\": {{{}}}",
        count(size / 2, ",", |at| format!("\"-e\", \"A{at}\"")),
        count(size / 2, ",", |at| format!("\"A{at}\": \"b\""))
    ))),
    // Servers
    family!("servers", CLAUDE, MANY, true, |size| {
        servers(&count(size, ",\n", |at| {
            format!(
                "    \"s{at}\": {{\"command\": \"npx\", \"args\": [\"-y\", \"pkg-{at}\"], \"env\": {{\"TOKEN\": \"${{TOKEN}}\", \"N\": \"{at}\"}}}}"
            )
        }))
    }),
    family!("servers remote", CLAUDE, MANY, false, |size| {
        servers(&count(size, ",\n", |at| {
            format!(
                "    \"s{at}\": {{\"url\": \"https://h{at}.example.com/mcp\", \"headers\": {{\"Authorization\": \"Bearer ${{T{at}}}\"}}}}"
            )
        }))
    }),
    family!("servers toml", CODEX, MANY, true, codex),
    family!("servers toml inline", CODEX, |size| {
        format!(
            "[mcp_servers]\n{}\n",
            count(size, "\n", |at| format!(
                "s{at} = {{ command = \"npx\", args = [\"-y\", \"pkg-{at}\"] }}"
            ))
        )
    }),
    family!("servers toml dotted", CODEX, |size| {
        format!(
            "{}\n",
            count(size, "\n", |at| format!(
                "mcp_servers.s{at}.command = \"npx\"\nmcp_servers.s{at}.env.A = \"{at}\""
            ))
        )
    }),
    family!("servers yaml", CONTINUE, MANY, true, |size| {
        format!(
            "name: a\nversion: 0.0.1\nschema: v1\nmcpServers:\n{}\n",
            count(size, "\n", |at| {
                format!(
                    "  - name: s{at}\n    command: npx\n    args:\n      - -y\n      - pkg-{at}\n    env:\n      TOKEN: ${{{{ secrets.TOKEN }}}}"
                )
            })
        )
    }),
    family!("servers yaml map", GOOSE, |size| {
        format!(
            "extensions:\n{}\n",
            count(size, "\n", |at| {
                format!(
                    "  s{at}:\n    type: stdio\n    name: s{at}\n    cmd: npx\n    args: [-y, pkg-{at}]\n    enabled: true"
                )
            })
        )
    }),
    family!("servers opencode", OPENCODE, |size| {
        format!(
            "{{\"mcp\": {{\n{}\n}}}}\n",
            count(size, ",\n", |at| {
                format!(
                    "\"s{at}\": {{\"type\": \"local\", \"command\": [\"npx\", \"-y\", \"pkg-{at}\"], \"environment\": {{\"T\": \"{{env:T}}\"}}}}"
                )
            })
        )
    }),
    family!("servers of projects", USER, |size| {
        let projects = count(size, ",\n", |at| {
            format!(
                "\"/p/{at}\": {{\"mcpServers\": {{\"s{at}\": {{\"command\": \"npx\"}}}}, \"disabledMcpServers\": [\"s{at}\"]}}"
            )
        });
        format!("{{\"projects\": {{\n{projects}\n}}}}\n")
    }),
    family!("servers once", PI, |size| {
        servers(&count(size, ",\n", |at| {
            format!("    \"s{at}\": {{\"command\": \"npx\", \"args\": [\"-y\", \"pkg-{at}\"]}}")
        }))
    }),
    family!("servers duplicate", CLAUDE, MANY, true, |size| {
        servers(&count(size, ",\n", |at| {
            format!("    \"s\": {{\"command\": \"npx\", \"args\": [\"{at}\"]}}")
        }))
    }),
    family!("servers invalid", CLAUDE, |size| servers(&count(
        size,
        ",\n",
        |at| format!("    \"s{at}\": {{\"comand\": 1}}")
    ))),
    family!("servers not objects", CLAUDE, |size| servers(&count(
        size,
        ",\n",
        |at| format!("    \"s{at}\": {at}")
    ))),
    family!("servers on one line", CLAUDE, SOME, true, |size| {
        servers(&count(size, ",", |at| {
            format!(
                "\"s {at}\":{{\"type\":\"sdio\",\"command\":\"npx -y pkg-{at}\",\"env\":{{\"API_KEY\":\"<your-key>\"}}}}"
            )
        }))
    }),
    family!("names that collide", CLAUDE, SOME, true, |size| {
        servers(&count(size, ",\n", |at| {
            let blank = [" ", ".", "/", ":", "@", "é", "+", "#"][at % 8];
            format!(
                "    \"my{blank}server{}\": {{\"command\": \"npx\", \"args\": [\"{at}\"]}}",
                " ".repeat(at / 8 % 50)
            )
        }))
    }),
    family!("names alike", CLAUDE, |size| {
        servers(&count(size, ",\n", |at| {
            format!(
                "    \"s_{}{at}\": {{\"command\": \"npx\"}}",
                if at % 2 == 0 { "A" } else { "a" }
            )
        }))
    }),
    // References
    family!("references braced", CLAUDE, SOME, true, |size| server(
        &format!(
            "\"command\": \"npx\", \"args\": [\"x\", {}]",
            count(size, ",", |_| "\"${A}\"".into())
        )
    )),
    family!("references apart", CLAUDE, |size| server(&format!(
        "\"command\": \"npx\", \"args\": [\"x\", {}]",
        count(size, ",", |at| format!("\"${{A{at}}}\""))
    ))),
    family!("references plain", CLAUDE, |size| argument(&repeat(
        "$A ", size
    ))),
    family!("references nested", CLAUDE, |size| argument(&format!(
        "{}{}",
        repeat("${A:-", size),
        repeat("}", size / 5)
    ))),
    family!("references open", CLAUDE, |size| argument(&repeat(
        "${A:-", size
    ))),
    family!("references angled", CLAUDE, |size| argument(&repeat(
        "$<A:-", size
    ))),
    family!("references dollars", CLAUDE, |size| argument(&repeat(
        "$", size
    ))),
    family!("references escaped", GEMINI, |size| argument(&repeat(
        "\\$A", size
    ))),
    family!("references opencode", OPENCODE, |size| format!(
        "{{\"mcp\":{{\"a\":{{\"type\":\"local\",\"command\":[\"x\",\"{}\"]}}}}}}",
        repeat("{env:", size)
    )),
    family!("references opencode full", OPENCODE, |size| format!(
        "{{\"mcp\":{{\"a\":{{\"type\":\"local\",\"command\":[\"x\",\"{}\"]}}}}}}",
        repeat("{env:A}", size)
    )),
    family!("references vscode", VSCODE, |size| format!(
        "{{\"servers\":{{\"a\":{{\"command\":\"x\",\"args\":[\"{}\"]}}}}}}",
        repeat("${env:A}${input:b}", size)
    )),
    family!("references gemini", GEMINI, |size| argument(&repeat(
        "${A:-b}$B%C%",
        size
    ))),
    family!("references continue", CONTINUE, |size| format!(
        "name: a\nmcpServers:\n  - name: a\n    command: x\n    args: [\"{}\"]\n",
        repeat("${{ secrets.A }}", size)
    )),
    family!("references in url", CLAUDE, |size| server(&format!(
        "\"type\":\"http\",\"url\":\"https://a.example.com/{}\"",
        repeat("${A}/", size)
    ))),
    family!("references in env", CLAUDE, |size| server(&format!(
        "\"command\":\"npx\",\"env\":{{{}}}",
        count(size, ",", |at| format!("\"K{at}\":\"${{V{at}:-d}}\""))
    ))),
    family!("references child", CLAUDE, |size| server(&format!(
        "\"command\":\"sh\",\"args\":[\"-c\",\"{}\"],\"env\":{{{}}}",
        repeat("$K1 ", size / 2),
        count(size / 2, ",", |at| format!("\"K{at}\":\"v\""))
    ))),
    family!("inputs", VSCODE, SOME, true, |size| {
        format!(
            "{{\"inputs\":[{}],\"servers\":{{{}}}}}",
            count(size / 2, ",", |at| format!(
                "{{\"type\":\"promptString\",\"id\":\"i{at}\",\"description\":\"d\"}}"
            )),
            count(size / 2, ",", |at| format!(
                "\"s{at}\":{{\"command\":\"x\",\"env\":{{\"A\":\"${{input:i{at}}}\"}}}}"
            ))
        )
    }),
    family!("inputs undeclared", VSCODE, |size| {
        format!(
            "{{\"inputs\":[{}],\"servers\":{{\"s\":{{\"command\":\"x\",\"args\":[{}]}}}}}}",
            count(size / 2, ",", |at| format!(
                "{{\"type\":\"promptString\",\"id\":\"i{at}\",\"description\":\"d\"}}"
            )),
            count(size / 2, ",", |at| format!("\"${{input:j{at}}}\""))
        )
    }),
    family!("inputs duplicate", VSCODE, |size| {
        format!(
            "{{\"inputs\":[{}],\"servers\":{{\"s\":{{\"command\":\"x\"}}}}}}",
            count(size, ",", |_| {
                "{\"type\":\"promptString\",\"id\":\"i\",\"description\":\"d\"}".into()
            })
        )
    }),
    // Keys and values of one server
    family!("unknown keys", CLAUDE, SOME, true, |size| server(&format!(
        "\"command\":\"npx\",{}",
        count(size, ",", |at| format!("\"comand{at}\":1"))
    ))),
    family!("unknown root keys", CLAUDE, |size| format!(
        "{{{},\"mcpServers\":{{\"a\":{{\"command\":\"x\"}}}}}}",
        count(size, ",", |at| format!("\"key{at}\":1"))
    )),
    family!("duplicate keys", CLAUDE, |size| server(&count(
        size,
        ",",
        |at| format!("\"command\":\"x{at}\"")
    ))),
    family!("duplicate root keys", CLAUDE, |size| format!(
        "{{{}}}",
        count(size, ",", |at| format!(
            "\"mcpServers\":{{\"a{at}\":{{\"command\":\"x\"}}}}"
        ))
    )),
    family!("env", CLAUDE, SOME, true, |size| server(&format!(
        "\"command\":\"npx\",\"env\":{{{}}}",
        count(size, ",", |at| format!("\"KEY_{at}\":\"v{at}\""))
    ))),
    family!("env secrets", CLAUDE, |size| server(&format!(
        "\"command\":\"npx\",\"env\":{{{}}}",
        count(size, ",", |at| format!(
            "\"API_KEY_{at}\":\"9f86d081884c7d659a2feaa0c55ad015{at}\""
        ))
    ))),
    family!("env duplicate", CLAUDE, |size| server(&format!(
        "\"command\":\"npx\",\"env\":{{{}}}",
        count(size, ",", |at| format!("\"KEY\":\"v{at}\""))
    ))),
    family!("headers", CLAUDE, SOME, true, |size| server(&format!(
        "\"type\":\"http\",\"url\":\"https://a.example.com/mcp\",\"headers\":{{{}}}",
        count(size, ",", |at| format!("\"X-H{at}\":\"v{at}\""))
    ))),
    family!("headers toml", CODEX, |size| format!(
        "[mcp_servers.a]\nurl = \"https://a.example.com/mcp\"\n[mcp_servers.a.http_headers]\n{}\n",
        count(size, "\n", |at| format!("X-H{at} = \"v{at}\""))
    )),
    family!("env_vars toml", CODEX, |size| format!(
        "[mcp_servers.a]\ncommand = \"x\"\nenv_vars = [{}]\n",
        count(size, ", ", |at| format!("\"V{at}\""))
    )),
    family!("args", CLAUDE, |size| server(&format!(
        "\"command\":\"npx\",\"args\":[{}]",
        count(size, ",", |at| format!("\"--o{at}\""))
    ))),
    family!("args of docker", CLAUDE, |size| server(&format!(
        "\"command\":\"docker\",\"args\":[\"run\",{},\"img\"]",
        count(size, ",", |at| format!("\"-e\",\"V{at}\""))
    ))),
    family!("args wrong types", CLAUDE, |size| server(&format!(
        "\"command\":\"npx\",\"args\":[{}]",
        count(size, ",", |at| at.to_string())
    ))),
    family!("args paths", CLAUDE, |size| server(&format!(
        "\"command\":\"npx\",\"args\":[{}]",
        count(size, ",", |at| format!("\"/home/me/p{at}\""))
    ))),
    family!("long string", CLAUDE, |size| argument(&repeat("a", size))),
    family!("long name", CLAUDE, |size| servers(&format!(
        "\"{}\":{{\"command\":\"x\"}}",
        repeat("n", size)
    ))),
    family!("long command", CLAUDE, |size| server(&format!(
        "\"command\":\"npx {}\"",
        repeat("-y ", size)
    ))),
    family!("long url", CLAUDE, |size| server(&format!(
        "\"type\":\"http\",\"url\":\"https://a.example.com/mcp?{}\"",
        repeat("token=a&", size)
    ))),
    family!("escapes", CLAUDE, |size| server(&format!(
        "\"command\":\"{}\"",
        repeat("\\u0041", size)
    ))),
    family!("wide characters", CLAUDE, |size| argument(&repeat(
        "\u{1f308}é\u{202e}",
        size
    ))),
    // Tools
    family!("permissions", OPENCODE, SOME, true, |size| {
        format!(
            "{{\"permission\":{{{}}},\"mcp\":{{\"a\":{{\"type\":\"local\",\"command\":[\"x\"]}},\"b\":{{\"type\":\"local\",\"command\":[\"y\"]}}}}}}",
            count(size, ",", |at| format!("\"a_t{at}*\":\"deny\""))
        )
    }),
    family!("permissions of servers", OPENCODE, |size| {
        format!(
            "{{\"tools\":{{{}}},\"mcp\":{{{}}}}}",
            count(size / 2, ",", |at| format!("\"s{at}_*\":false")),
            count(size / 2, ",", |at| format!(
                "\"s{at}\":{{\"type\":\"local\",\"command\":[\"x\"]}}"
            ))
        )
    }),
    family!(
        "tools allowed",
        ("kiro", ".kiro/settings/mcp.json"),
        |size| server(&format!(
            "\"command\":\"npx\",\"autoApprove\":[{0}],\"disabledTools\":[{0}]",
            count(size / 2, ",", |at| format!("\"write_{at}\""))
        ))
    ),
    family!("excluded servers", GEMINI, SOME, true, |size| {
        format!(
            "{{\"mcp\":{{\"excluded\":[{}]}},\"mcpServers\":{{{}}}}}",
            count(size / 2, ",", |at| format!("\"t{at}\"")),
            count(size / 2, ",", |at| format!(
                "\"s{at}\":{{\"command\":\"npx\"}}"
            ))
        )
    }),
    // Secrets and command lines
    family!("slack tokens", CLAUDE, |size| argument(&repeat(
        "xoxb-1-", size
    ))),
    family!("assignments", CLAUDE, |size| argument(&repeat(
        "token=", size
    ))),
    family!("credential words", CLAUDE, |size| argument(&repeat(
        "token: ", size
    ))),
    family!("options", CLAUDE, |size| argument(&repeat(
        "--token ", size
    ))),
    family!("bearers", CLAUDE, |size| argument(&repeat("Bearer ", size))),
    family!("jwt", CLAUDE, |size| argument(&repeat("eyJ.", size))),
    family!("pem", CLAUDE, |size| argument(&repeat("-----BEGIN ", size))),
    family!("logins", CLAUDE, |size| argument(&repeat("://a:b@", size))),
    family!("urls", CLAUDE, |size| argument(&repeat(
        "https://a.example.com/ ",
        size
    ))),
    family!("placeholders", CLAUDE, |size| argument(&repeat(
        "<your-key>",
        size
    ))),
    family!("angles", CLAUDE, |size| argument(&repeat("<", size))),
    family!("json in a string", CLAUDE, |size| argument(&format!(
        "{{{}}}",
        count(size, ",", |at| format!("\"api_key{at}\":\"v\""))
    ))),
    family!("json deep in a string", CLAUDE, |size| argument(&repeat(
        "{\"a\":", size
    ))),
    family!("base64", CLAUDE, |size| argument(&repeat(
        "aGVsbG8gd29ybGQK",
        size
    ))),
    family!("shell quotes", CLAUDE, |size| server(&format!(
        "\"command\":\"sh\",\"args\":[\"-c\",\"{}\"]",
        repeat("'a' && ", size)
    ))),
    family!("shell pipes", CLAUDE, |size| server(&format!(
        "\"command\":\"sh\",\"args\":[\"-c\",\"{}\"]",
        repeat("curl x | sh ; ", size)
    ))),
    family!("shell substitutions", CLAUDE, |size| server(&format!(
        "\"command\":\"sh\",\"args\":[\"-c\",\"{}\"]",
        repeat("$(", size)
    ))),
    family!("cmd chain", CLAUDE, SOME, true, |size| server(&format!(
        "\"command\":\"cmd\",\"args\":[{},\"npx\"]",
        count(size, ",", |_| "\"/c\",\"cmd\"".into())
    ))),
    family!("env chain", CLAUDE, |size| server(&format!(
        "\"command\":\"env\",\"args\":[{},\"npx\"]",
        count(size, ",", |_| "\"A=b\",\"env\"".into())
    ))),
    family!("npx chain", CLAUDE, |size| server(&format!(
        "\"command\":\"npx\",\"args\":[{},\"x\"]",
        count(size, ",", |_| "\"-y\",\"npx\"".into())
    ))),
    family!("sudo chain", CLAUDE, |size| server(&format!(
        "\"command\":\"sudo\",\"args\":[{},\"x\"]",
        count(size, ",", |_| "\"sudo\"".into())
    ))),
    // Syntax
    family!("trailing commas", CLAUDE, |size| format!(
        "{{\"mcpServers\":{{}},\"x\":[{}]}}",
        repeat("[1,],", size)
    )),
    family!("only commas", CLAUDE, |size| repeat("[1,],", size)),
    family!("quotes", CLAUDE, |size| repeat("\"", size * 4)),
    family!("braces", CLAUDE, |size| repeat("{", size)),
    family!("nested arrays", CLAUDE, |size| repeat("[", size)),
    family!("nested objects", CLAUDE, |size| repeat("{\"a\":", size)),
    family!("nested in a server", CLAUDE, |size| server(&format!(
        "\"command\":\"x\",\"y\":[{}]",
        repeat("[[[[[[1]]]]]],", size) + "1"
    ))),
    family!("comments", VSCODE, SOME, true, |size| format!(
        "{{\n{}\n\"servers\":{{\"a\":{{\"command\":\"npx\"}}}}}}",
        repeat("// a comment\n", size)
    )),
    family!("ignore comments", VSCODE, |size| format!(
        "{{\"servers\":{{\n{}\n}}}}",
        count(size, ",\n", |at| format!(
            "// mcpconv-ignore unknown-field\n\"a{at}\":{{\"command\":\"npx\"}}"
        ))
    )),
    family!("blank lines", CLAUDE, |size| format!(
        "{}{}",
        repeat("\n", size),
        server("\"command\":\"npx\",\"timeout\":1")
    )),
    family!("carriage returns", CLAUDE, |size| servers(&count(
        size,
        ",\r\n",
        |at| format!("\"s{at}\":\r\n{{\"command\":\"npx\"}}")
    ))),
    family!("control characters", CLAUDE, |size| argument(&repeat(
        "\u{1}", size
    ))),
    family!("toml keys", CODEX, |size| format!(
        "{}\n",
        count(size, "\n", |at| format!("k{at} = 1"))
    )),
    family!("toml nested", CODEX, |size| format!(
        "a = {}\n",
        repeat("[", size)
    )),
    family!("toml inline", CODEX, |size| format!(
        "a = {}\n",
        repeat("{a=", size)
    )),
    family!("toml dots", CODEX, |size| format!(
        "{}a = 1\n",
        repeat("a.", size)
    )),
    family!("toml headers", CODEX, |size| format!(
        "{}\n",
        count(size, "\n", |at| format!("[[a.b{}]]", at % 7))
    )),
    family!("toml duplicate", CODEX, |size| format!(
        "{}\n",
        count(size, "\n", |_| "a = 1".into())
    )),
    family!("toml comments", CODEX, |size| format!(
        "{}[mcp_servers.a]\ncommand = \"npx\"\n",
        repeat("# a comment\n", size)
    )),
    family!("yaml aliases", GOOSE, |size| format!(
        "a: &a [1, 2]\nb: [{}]\nextensions: {{}}\n",
        repeat("*a, ", size)
    )),
    family!("yaml anchors", GOOSE, |size| format!(
        "a:\n{}\nextensions: {{}}\n",
        count(size, "\n", |at| format!("  - &a{at} x\n  - *a{at}"))
    )),
    family!(
        "yaml anchors of servers",
        GOOSE,
        SOME,
        true,
        |size| format!(
            "extensions:\n{}\n",
            count(size, "\n", |at| format!(
                "  s{at}: &s{at}\n    type: stdio\n    cmd: npx\n    args: &l{at} [-y, pkg-{at}]\n    enabled: true"
            ))
        )
    ),
    family!("yaml one anchor", GOOSE, |size| format!(
        "a: &a\n{}\nextensions:\n{}\n",
        count(size / 2, "\n", |at| format!("  K{at}: v{at}")),
        count(size / 2, "\n", |at| format!(
            "  s{at}: {{type: stdio, cmd: npx, args: [], envs: *a, enabled: true}}"
        ))
    )),
    family!("yaml one long anchor", GOOSE, |size| format!(
        "a: &a {}\nextensions:\n{}\n",
        repeat("word ", size / 2),
        count(size / 2, "\n", |at| format!(
            "  s{at}: {{type: stdio, cmd: npx, args: [*a], enabled: true}}"
        ))
    )),
    family!("yaml merged", LIBRECHAT, SOME, true, |size| format!(
        "version: 1.2.1\nbase: &b\n  type: stdio\n  command: npx\n  env: {{ A: b }}\nmcpServers:\n{}\n",
        count(size, "\n", |at| format!(
            "  s{at}:\n    <<: *b\n    args: [pkg-{at}]"
        ))
    )),
    family!("yaml merged with half", LIBRECHAT, |size| format!(
        "version: 1.2.1\nbase: &b\n{}\nmcpServers:\n{}\n",
        count(size / 2, "\n", |at| format!("  k{at}: v{at}")),
        count(size / 2, "\n", |at| format!(
            "  s{at}:\n    <<: *b\n    command: npx"
        ))
    )),
    family!("yaml doublings", GOOSE, |size| format!(
        "a0: &a0 x\n{}\nextensions: {{}}\n",
        count(size.min(4000), "\n", |at| format!(
            "a{}: &a{} [*a{at}, *a{at}]",
            at + 1,
            at + 1
        ))
    )),
    family!("yaml flow", GOOSE, |size| format!(
        "a: {}\n",
        repeat("[", size)
    )),
    family!("yaml dashes", GOOSE, |size| format!(
        "a:\n{}\n",
        repeat("- ", size)
    )),
    family!("yaml keys", GOOSE, |size| format!(
        "{}\n",
        count(size, "\n", |at| format!("k{at}: 1"))
    )),
    family!("yaml duplicate", GOOSE, |size| format!(
        "{}\n",
        repeat("k: 1\n", size)
    )),
    family!("yaml documents", GOOSE, |size| repeat("---\na: 1\n", size)),
    family!("yaml text", GOOSE, |size| format!(
        "a: |\n{}\nextensions: {{}}\n",
        repeat("  text\n", size)
    )),
    family!("yaml quotes", GOOSE, |size| format!(
        "a: \"{}\"\nextensions: {{}}\n",
        repeat("\\x41", size)
    )),
    family!("yaml comments", GOOSE, |size| format!(
        "{}extensions: {{}}\n",
        repeat("# a comment\n", size)
    )),
    // Several files
    Family {
        name: "two files",
        host: CLAUDE.0,
        file: CLAUDE.1,
        size: SOME,
        all_commands: false,
        files: |size| {
            let list = |with: &str| {
                count(size / 2, ",\n", |at| {
                    format!("\"s{at}\": {{\"command\": \"npx\", \"args\": [\"p{at}{with}\"]}}")
                })
            };
            vec![
                (CLAUDE.1.to_owned(), servers(&list(""))),
                (".cursor/mcp.json".to_owned(), servers(&list("@2"))),
            ]
        },
    },
    Family {
        name: "many files",
        host: CLAUDE.0,
        file: CLAUDE.1,
        size: SOME,
        all_commands: false,
        files: |size| {
            let text = |at: usize| {
                servers(&format!(
                    "\"s\": {{\"command\": \"npx\", \"args\": [\"p{at}\"]}}"
                ))
            };
            let mut files = vec![(CLAUDE.1.to_owned(), text(0))];
            files.extend((0..size / 100).map(|at| (format!("p{at}/.mcp.json"), text(at))));
            files
        },
    },
];
