use super::*;
use crate::convert::Expand;
use crate::diagnostic::{Diagnostic, Level};
use crate::host::Scope;
use crate::hosts::by_name;
use crate::lint::{By, Finding, Subject, by_id, lint};

fn faults(text: &str) -> Vec<Diagnostic> {
    let problems = Settings::parse(text).expect_err("a faulty configuration");
    for problem in &problems {
        assert_eq!(
            (problem.rule, problem.level),
            ("invalid-configuration", Level::Error)
        );
    }
    problems
}

/// Each fault as its bytes, its message and its help.
fn told(text: &str) -> Vec<(String, String, String)> {
    let told = |problem: Diagnostic| {
        let span = problem.span.expect("a place");
        (
            text[span.range()].to_owned(),
            problem.message,
            problem.help.unwrap_or_default(),
        )
    };
    faults(text).into_iter().map(told).collect()
}

#[test]
fn everything_that_can_be_said_is_understood() {
    let text = r#"
preset = "locked"
[rules]
missing-type = "off"
jsonc-in-strict-json = "info"
conversion-name-changed = "error"
[files]
include = ["config/**/*.mcp.json"]
exclude = ["vendor"]
max-size = "16MB"
[files.hosts]
"config/**/*.mcp.json" = "cursor"
"config/special/**" = "claude-code"
[[ignore]]
rule = "missing-type"
file = "docs/**"
server = "db*"
pointer = "/mcpServers/db/args/0"
reason = " it is only shown "
[policy]
commands = ["npx"]
packages = ["@acme/*", "pypi:acme-*"]
urls = []
[sync]
source = ".mcp.json"
from = "claude-code"
[[sync.target]]
host = "codex"
[[sync.target]]
file = ".cursor/mcp.json"
servers = ["*"]
skip = ["local-*"]
mode = "mirror"
expand = "never"
"#;
    let settings = Settings::parse(text).expect("a configuration");
    assert_eq!(settings.preset, Preset::Locked);
    let rules: Vec<_> = settings
        .rules
        .iter()
        .map(|(rule, level)| (rule.id, *level))
        .collect();
    assert_eq!(
        rules,
        [
            ("missing-type", None),
            ("jsonc-in-strict-json", Some(Level::Info)),
            ("conversion-name-changed", Some(Level::Error))
        ]
    );
    let files = &settings.files;
    assert!(
        files.include.fits("config/a/b.mcp.json")
            && files.exclude.fits("vendor/x/.mcp.json")
            && files.max_size == Some(16_000_000)
    );
    let owner = |path| files.host(path).map(|host| host.id);
    assert_eq!(
        [
            owner("config/a.mcp.json"),
            owner("config/special/a.mcp.json"),
            owner("a.mcp.json")
        ],
        [Some("cursor"), Some("claude-code"), None]
    );
    let ignore = &settings.ignores[0];
    assert_eq!(
        (ignore.reason.as_str(), ignore.pointer.as_deref()),
        ("it is only shown", Some("/mcpServers/db/args/0"))
    );
    assert!(
        text[ignore.span.range()].starts_with("[[ignore]]")
            && text[ignore.span.range()].ends_with("shown \"")
    );
    let policy = settings.policy.expect("a policy");
    assert!(
        policy.allows_command("npx")
            && !policy.allows_command("bash")
            && !policy.allows_url("https://acme.dev")
    );
    let sync = settings.sync.expect("targets");
    assert_eq!(
        (
            sync.source.as_str(),
            sync.from.map(|host| host.id),
            sync.targets.len()
        ),
        (".mcp.json", Some("claude-code"), 2)
    );
    let [first, second] = &sync.targets[..] else {
        panic!("two targets")
    };
    assert_eq!(
        (
            first.host.map(|host| host.id),
            first.mode,
            first.expand,
            first.servers.is_none()
        ),
        (Some("codex"), Mode::Merge, Expand::Auto, true)
    );
    assert_eq!(
        (
            second.file.as_deref(),
            second.mode,
            second.expand,
            second.skip.fits("local-db")
        ),
        (Some(".cursor/mcp.json"), Mode::Mirror, Expand::Never, true)
    );
}

#[test]
fn nothing_said_is_the_default() {
    for text in ["", "# nothing\n", "[rules]\n[files]\n"] {
        let settings = Settings::parse(text).expect("a configuration");
        assert_eq!(
            format!("{settings:?}"),
            format!("{:?}", Settings::default()),
            "{text}"
        );
    }
}

#[test]
fn all_faults_are_told_at_once_each_at_its_place() {
    let text = r#"
presset = 1
[rules]
mising-type = "warn"
missing-type = 5
[files]
exlude = []
max-size = "big"
include = "a"
exclude = ["a[", 5]
[files.hosts]
"{a" = "cluade-code"
[[ignore]]
rule = "*"
pointer = "mcpServers"
reason = "  "
[[ignore]]
rule = "missing-type"
[policy]
packages = ["images:x"]
urls = ["*.acme.dev"]
[sync]
[[sync.target]]
mode = "mix"
"#;
    let line = |(bytes, message, help): (String, String, String)| {
        format!("{} | {message} | {help}", bytes.replace('\n', " "))
    };
    let short: Vec<String> = told(text)
        .into_iter()
        .map(|fault| line(fault).trim_end_matches(" | ").to_owned())
        .collect();
    insta::assert_snapshot!(short.join("\n").replace(&host_names(), "HOSTS"), @r#"
    presset | the configuration has no key `presset` | did you mean `preset`? known keys: preset, rules, files, baseline, ignore, policy, sync
    mising-type | unknown rule `mising-type` | did you mean `missing-type`? `mcpconv rules` lists them
    "warn" | unknown level `warn` | did you mean `warning`? known levels: off, info, warning, error
    5 | `missing-type` must be a string, not a number | write one of: off, info, warning, error
    exlude | `[files]` has no key `exlude` | did you mean `exclude`? known keys: include, exclude, max-size, hosts
    "big" | `max-size` is not a size | write a number of bytes such as 64MB or 1GiB
    "a" | `include` must be a list of strings, not a string | put it between `[` and `]`
    "a[" | `a[` in `exclude` is not a valid pattern: unclosed character class; missing ']'
    5 | `exclude` must contain only strings, not a number
    "{a" | `{a` is not a valid pattern: unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)
    "cluade-code" | unknown host `cluade-code` | did you mean `claude-code`? known hosts: HOSTS
    "*" | unknown rule `*` | name one rule at a time; `mcpconv rules` lists them
    "mcpServers" | `pointer` is not a JSON pointer | write it as `/mcpServers/name/args/0`, with `~1` for a slash and `~0` for a tilde within a name
    "  " | `reason` is blank
    [[ignore]] rule = "missing-type" | `[[ignore]]` has no `reason` | add `reason`: why this is fine
    "images:x" | `images:x` in `packages` is not a valid pattern: unknown ecosystem `images`; did you mean `image:`? ecosystems: npm, jsr, deno, pypi, image, go, nuget
    "*.acme.dev" | `*.acme.dev` in `urls` is not a valid pattern: a URL begins with `https://` or another scheme
    [sync] [[sync.target]] mode = "mix" | `[sync]` has no `source` | add `source`: the file to copy servers from
    [[sync.target]] mode = "mix" | `[[sync.target]]` has neither `host` nor `file` | add `host` or `file`, or both
    "mix" | unknown mode `mix` | known modes: merge, mirror
    "#);
}

fn host_names() -> String {
    let names = crate::hosts::HOSTS
        .iter()
        .flat_map(|host| [host.id].into_iter().chain(host.aliases.iter().copied()));
    names.collect::<Vec<_>>().join(", ")
}

#[test]
fn types_are_told_in_words() {
    for (text, message) in [
        ("preset = 1", "`preset` must be a string, not a number"),
        ("rules = []", "`rules` must be a table, not a list"),
        ("files = true", "`files` must be a table, not a boolean"),
        (
            "ignore = {}",
            "`ignore` must be a list of tables, not a table",
        ),
        ("ignore = []", "`ignore` is empty"),
        ("ignore = [1]", "`ignore` must be a table, not a number"),
        (
            "policy.urls = 'x'",
            "`urls` must be a list of strings, not a string",
        ),
        ("sync = { source = 'a', target = [] }", "`target` is empty"),
        (
            "a = ",
            "the configuration is not valid TOML: string values must be quoted, expected literal string",
        ),
    ] {
        let problems = faults(text);
        assert_eq!(
            problems
                .iter()
                .map(|problem| problem.message.as_str())
                .collect::<Vec<_>>(),
            [message],
            "{text}"
        );
    }
}

fn target<'a>(subject: &'a Subject<'a>, path: &'a str) -> LintedFile<'a> {
    LintedFile {
        path,
        subject,
        read: true,
        ignores: true,
    }
}

fn subject<'a>(id: &str, text: &'a str) -> Subject<'a> {
    let host = by_name(id).expect("a host");
    let place = &host.places[0];
    Subject {
        source: 3,
        scope: Scope::Project,
        ..Subject::at("x", text, host, place)
    }
}

const WITHOUT_TYPE: &str = "{\"mcpServers\": {\n\"a\": {\"url\": \"https://mcp.acme.dev/a\"},\n\"b\": {\"url\": \"https://mcp.acme.dev/b\"}\n}}";

/// The findings about missing types, since others may be found too.
fn types(findings: &[Finding]) -> Vec<(Option<&str>, Level, Option<By>)> {
    let about = findings
        .iter()
        .filter(|finding| finding.rule.id == "missing-type");
    about
        .map(|finding| {
            (
                finding.server.as_deref(),
                finding.level,
                finding.ignored.as_ref().map(|ignored| ignored.by),
            )
        })
        .collect()
}

fn judged(config: &str, path: &str) -> (Settings, Vec<Finding>, Used) {
    let settings = Settings::parse(config).expect("a configuration");
    let subject = subject("claude-code", WITHOUT_TYPE);
    let mut findings = lint(&subject).findings;
    let used = settings.judge(&target(&subject, path), &mut findings);
    (settings, findings, used)
}

#[test]
fn levels_come_from_the_configuration() {
    let levels = |config: &str| {
        types(&judged(config, "x").1)
            .into_iter()
            .map(|(_, level, _)| level)
            .collect::<Vec<_>>()
    };
    assert_eq!(levels(""), [Level::Error; 2]);
    assert_eq!(levels("rules.missing-type = 'info'"), [Level::Info; 2]);
    assert_eq!(levels("rules.missing-type = 'off'"), []);
}

#[test]
fn presets_raise_levels_and_never_lower_them() {
    static RULE: crate::lint::Rule = crate::lint::Rule {
        id: "r",
        level: Level::Info,
        strict: Some(Level::Warning),
        locked: Some(Level::Error),
        ..crate::lint::Rule::NEW
    };
    static PLAIN: crate::lint::Rule = crate::lint::Rule {
        id: "p",
        locked: None,
        strict: Some(Level::Warning),
        ..RULE
    };
    let level = |preset: &str, rule: &'static crate::lint::Rule, level| {
        let settings = Settings {
            preset: Preset::by_name(preset).expect("a preset"),
            ..Settings::default()
        };
        settings.level(&Finding {
            level,
            ..Finding::new(rule, None, "m")
        })
    };
    assert_eq!(level("default", &RULE, Level::Info), Some(Level::Info));
    assert_eq!(level("strict", &RULE, Level::Info), Some(Level::Warning));
    assert_eq!(level("locked", &RULE, Level::Info), Some(Level::Error));
    assert_eq!(level("locked", &PLAIN, Level::Info), Some(Level::Warning));
    assert_eq!(level("strict", &RULE, Level::Error), Some(Level::Error));
    let settings = Settings {
        preset: Preset::Locked,
        ..Settings::default()
    };
    assert_eq!(
        settings.level(&Finding {
            kept: true,
            ..Finding::new(&RULE, None, "m")
        }),
        Some(Level::Info)
    );
}

#[test]
fn an_ignore_covers_what_fits_all_that_it_says() {
    let ignored = |more: &str, path: &str| {
        let config = format!("[[ignore]]\nrule = 'missing-type'\nreason = 'r'\n{more}\n");
        types(&judged(&config, path).1)
            .into_iter()
            .map(|(_, _, by)| by == Some(By::Configuration))
            .collect::<Vec<_>>()
    };
    assert_eq!(ignored("", "x"), [true, true]);
    assert_eq!(ignored("file = 'docs'", "docs/.mcp.json"), [true, true]);
    assert_eq!(ignored("file = 'docs'", "x"), [false, false]);
    assert_eq!(ignored("server = 'a*'", "x"), [true, false]);
    assert_eq!(ignored("pointer = '/mcpServers/b'", "x"), [false, true]);
    assert_eq!(ignored("pointer = '/mcpServers'", "x"), [true, true]);
    assert_eq!(ignored("pointer = '/mcp'", "x"), [false, false]);
    assert_eq!(
        ignored("server = 'a'\npointer = '/mcpServers/b'", "x"),
        [false, false]
    );
}

#[test]
fn of_many_ignores_each_is_used_where_it_fits_and_the_first_gives_the_reason() {
    let entries = [
        ("server = 'a'\nfile = 'docs/b'", false),
        ("server = 'a'\nfile = './docs/'", true),
        ("server = '[ab]'", true),
        ("server = 'a'\nfile = 'docs'", true),
        ("server = 'a'\nfile = 'docs'", true),
        ("file = '**/x.json'\npointer = '/mcpServers/a'", true),
        ("file = '**/y.json'", false),
        ("server = 'c*'", false),
        ("file = 'docs/x.json'\npointer = '/mcpServers/a/url'", true),
        ("pointer = ''", true),
    ];
    let text = entries.iter().enumerate().map(|(at, (more, _))| {
        format!("[[ignore]]\nrule = 'missing-type'\nreason = 'r{at}'\n{more}\n")
    });
    let (settings, findings, used) = judged(&text.collect::<String>(), "docs/x.json");
    let reasons: Vec<&str> = findings
        .iter()
        .filter_map(|finding| Some(finding.ignored.as_ref()?.reason.as_str()))
        .collect();
    assert_eq!(reasons, ["r1", "r2"]);
    let unused = settings.unused(&used, true, 0);
    let unused: Vec<String> = unused.into_iter().map(|one| one.pointer).collect();
    assert_eq!(unused, ["/ignore/0", "/ignore/6", "/ignore/7"]);
}

#[test]
fn patterns_of_a_configuration_are_bounded_and_words_are_not() {
    let ignores = |server: &str| {
        let entry = |at: usize| {
            let server = server.replace('#', &at.to_string());
            format!("[[ignore]]\nrule = 'missing-type'\nreason = 'r'\nserver = '{server}'\n")
        };
        (0..3_000).map(entry).collect::<String>()
    };
    let list = |word: &str| {
        let words = (0..3_000).map(|at| format!("'{}', ", word.replace('#', &at.to_string())));
        words.collect::<String>()
    };
    for text in [
        ignores("x#-*"),
        format!("[policy]\ncommands = [{}]", list("x#*")),
        format!("[policy]\npackages = [{}]", list("npm:@a#/*")),
        format!("[policy]\nurls = [{}]", list("https://a#/*")),
        format!("[files]\nexclude = [{}]", list("a#/*.json")),
        format!(
            "[sync]\nsource = 'a'\n[[sync.target]]\nhost = 'codex'\nservers = [{}]",
            list("a#*")
        ),
    ] {
        let faults = told(&text);
        assert_eq!(faults.len(), 1, "{faults:?}");
        assert!(faults[0].1.contains("longer than 8192 bytes"), "{faults:?}");
    }
    assert!(Settings::parse(&ignores("x#")).is_ok());
    let words = format!("[policy]\ncommands = [{}]", list("x#"));
    assert!(Settings::parse(&words).is_ok());
}

#[test]
fn an_ignore_without_a_use_is_reported_if_somebody_could_know() {
    let unused = |file: &str, whole: bool| {
        let (settings, _, used) = judged(
            &format!("[[ignore]]\nrule = 'missing-type'\nserver = 'c'\nreason = 'r'\n{file}\n"),
            "a/x.json",
        );
        let findings = settings.unused(&used, whole, 7);
        findings
            .into_iter()
            .map(|finding| {
                (
                    finding.rule.id,
                    finding.source,
                    finding.pointer,
                    finding.message,
                )
            })
            .collect::<Vec<_>>()
    };
    let one = |message: &str| {
        vec![(
            "unused-ignore",
            7,
            "/ignore/0".to_owned(),
            message.to_owned(),
        )]
    };
    let nothing = "nothing is found that this `[[ignore]]` about `missing-type` covers";
    assert_eq!(unused("", false), []);
    assert_eq!(unused("", true), one(nothing));
    assert_eq!(unused("file = 'a/*'", false), []);
    assert_eq!(unused("file = 'a/x.json'", false), one(nothing));
    assert_eq!(unused("file = 'b/x.json'", false), []);
    assert_eq!(
        unused("file = 'b/*'", true),
        one("no file matches `b/*` of this `[[ignore]]`")
    );
}

#[test]
fn what_was_used_in_any_file_is_used() {
    let config = "[[ignore]]\nrule = 'missing-type'\nreason = 'r'\nfile = 'a/**'\n[[ignore]]\nrule = 'missing-type'\nreason = 'r'\nfile = 'b/**'\n";
    let mut all = Used::default();
    let (settings, _, first) = judged(config, "a/x");
    all.merge(&first);
    assert_eq!(settings.unused(&all, true, 0).len(), 1);
    all.merge(&judged(config, "b/x").2);
    assert!(settings.unused(&all, true, 0).is_empty());
}

const COMMENTED: &str = "{\"servers\": {\n\
    // mcpconv-ignore: jsonc-in-strict-json, missing-type: told above\n\
    \"a\": {\"url\": \"https://mcp.acme.dev/a\"},\n\
    \"b\": {\"url\": \"https://mcp.acme.dev/b\"}, // mcpconv-ignore: missing-type\n\
    \"c\": {\"url\": \"https://mcp.acme.dev/c\"} /* mcpconv-ignore: missing-type told here */\n}}";

/// A finding of `missing-type` at every url, as if the host needed it.
fn commented(settings: &Settings, ignores: bool, read: bool) -> Vec<Finding> {
    let subject = subject("vscode", COMMENTED);
    let rule = by_id("missing-type").expect("a rule");
    let places = COMMENTED
        .match_indices("\"url\"")
        .map(|(at, word)| crate::syntax::Span::new(at, at + word.len()));
    let mut findings: Vec<Finding> = places.map(|span| Finding::new(rule, span, "m")).collect();
    settings.judge(
        &LintedFile {
            ignores,
            read,
            ..target(&subject, "x")
        },
        &mut findings,
    );
    findings
}

#[test]
fn comments_silence_their_line_and_are_checked_themselves() {
    let told = |findings: Vec<Finding>| {
        findings
            .into_iter()
            .map(|finding| {
                (
                    finding.rule.id,
                    finding.ignored.map(|ignored| ignored.reason),
                )
            })
            .collect::<Vec<_>>()
    };
    let reason = |text: &str| Some(text.to_owned());
    let settings = Settings::default();
    let all = [
        ("unused-ignore", None),
        ("missing-type", reason("told above")),
        ("missing-type", None),
        ("invalid-ignore", None),
        ("missing-type", reason("told here")),
    ];
    assert_eq!(told(commented(&settings, true, true)), all);
    assert_eq!(told(commented(&settings, true, false)), all[1..]);
    assert_eq!(
        told(commented(&settings, false, true)),
        all.map(|(rule, _)| (rule, None))
    );
    let quiet = Settings::parse("rules = { invalid-ignore = 'off', unused-ignore = 'off' }")
        .expect("a configuration");
    assert_eq!(told(commented(&quiet, true, true)).len(), 3);
}

#[test]
fn comments_do_not_count_where_the_host_takes_none() {
    let text = "{\"mcpServers\": {\n// mcpconv-ignore: missing-type r\n\"a\": {\"url\": \"https://mcp.acme.dev/a\"}\n}}";
    let subject = subject("claude-code", text);
    let mut findings = lint(&subject).findings;
    Settings::default().judge(&target(&subject, "x"), &mut findings);
    assert_eq!(types(&findings), [(Some("a"), Level::Error, None)]);
}

#[test]
fn what_is_ignored_or_off_is_not_repaired() {
    let config = "[[ignore]]\nrule = 'missing-type'\nserver = 'a'\nreason = 'r'\n";
    let subject = subject("claude-code", WITHOUT_TYPE);
    let fixed = |config: &str| {
        let settings = Settings::parse(config).expect("a configuration");
        let find = |now: &Subject<'_>| {
            let mut findings = lint(now).findings;
            settings.judge(&target(now, "x"), &mut findings);
            findings
        };
        crate::lint::repair(&subject, crate::lint::Safety::Unsafe, &find)
            .map(|repaired| repaired.text)
    };
    let text = fixed(config).expect("a repair");
    assert_eq!(text.matches("\"type\"").count(), 1, "{text}");
    assert!(
        text.lines()
            .nth(1)
            .is_some_and(|line| !line.contains("type")),
        "{text}"
    );
    assert_eq!(fixed("rules.missing-type = 'off'"), None);
}

mod policy {
    use super::*;

    fn found(policy: &str, server: &str) -> Vec<(Option<&'static str>, String, String)> {
        let settings = Settings::parse(&format!("[policy]\n{policy}\n")).expect("a configuration");
        let text = format!("{{\"mcpServers\": {{\"s\": {server}}}}}");
        let subject = Subject {
            policy: settings.policy.as_ref(),
            ..subject("claude-code", &text)
        };
        let findings = lint(&subject)
            .findings
            .into_iter()
            .filter(|finding| finding.rule.id == "policy-violation");
        findings
            .map(|finding| {
                (
                    finding.variant,
                    text[finding.span.expect("a place").range()].to_owned(),
                    finding.message,
                )
            })
            .collect()
    }

    fn is_fine(policy: &str, server: &str) -> bool {
        found(policy, server).is_empty()
    }

    #[test]
    fn programs_are_found_behind_wrappers() {
        let policy = "commands = ['npx']";
        for server in [
            r#"{"command": "npx", "args": ["x"]}"#,
            r#"{"command": "cmd", "args": ["/c", "npx", "x"]}"#,
            r#"{"command": "/usr/bin/env", "args": ["A=b", "npx", "x"]}"#,
            r#"{"command": "sh", "args": ["-c", "exec npx x"]}"#,
            r#"{"type": "http", "url": "https://anything.dev"}"#,
            r"5",
        ] {
            assert!(is_fine(policy, server), "{server}");
        }
        for (server, at) in [
            (r#"{"command": "node", "args": ["x"]}"#, "node"),
            (r#"{"command": "sh", "args": ["-c", "node x"]}"#, "node"),
            (r#"{"command": "sh", "args": ["-c", "npx x; rm y"]}"#, "sh"),
            (r#"{"command": "./sh", "args": ["-c", "npx x"]}"#, "./sh"),
            (r#"{"command": "sudo", "args": ["npx", "x"]}"#, "sudo"),
            (
                r#"{"command": "npx", "args": ["supergateway", "--stdio", "node x"]}"#,
                "node",
            ),
            (
                r#"{"command": "npx", "args": ["supergateway", "--stdio", "npx x && node y"]}"#,
                "npx x && node y",
            ),
        ] {
            let found = found(policy, server);
            assert!(
                matches!(&found[..], [(Some("command"), bytes, _)] if bytes == at),
                "{server}: {found:?}"
            );
        }
        assert!(is_fine(
            "commands = ['bash']",
            r#"{"command": "bash", "args": ["-c", "a; b"]}"#
        ));
    }

    #[test]
    fn packages_are_found_wherever_they_are_fetched() {
        let policy = "packages = ['@acme/*', 'image:acme/*', 'supergateway']";
        assert!(is_fine(
            policy,
            r#"{"command": "npx", "args": ["-y", "@acme/db@1"]}"#
        ));
        assert!(is_fine(policy, r#"{"command": "node", "args": ["evil"]}"#));
        for (server, at) in [
            (r#"{"command": "npx", "args": ["-y", "evil@1"]}"#, "evil@1"),
            (
                r#"{"command": "npx", "args": ["-p", "@acme/a", "-p", "evil", "a"]}"#,
                "evil",
            ),
            (r#"{"command": "sh", "args": ["-c", "npx evil"]}"#, "evil"),
            (
                r#"{"command": "sh", "args": ["-c", "npx evil; true"]}"#,
                "npx evil; true",
            ),
            (
                r#"{"command": "docker", "args": ["run", "acme/node", "npx", "evil"]}"#,
                "evil",
            ),
            (
                r#"{"command": "npx", "args": ["supergateway", "--stdio", "uvx evil"]}"#,
                "evil",
            ),
            (
                r#"{"command": "npx", "args": ["${PACKAGE}"]}"#,
                "${PACKAGE}",
            ),
        ] {
            let found = found(policy, server);
            assert!(
                matches!(&found[..], [(Some("package"), bytes, _)] if bytes == at),
                "{server}: {found:?}"
            );
        }
    }

    #[test]
    fn an_allowed_image_of_another_engine_is_another_image() {
        let policy =
            "commands = ['docker', 'podman', 'nerdctl']\npackages = ['image:ghcr.io/acme/*']";
        let image = "ghcr.io/acme/x";
        for (command, args) in [
            ("docker", "run -i --rm IMAGE"),
            ("docker", "--debug -l info container run -i IMAGE --host x"),
            ("docker", "run -e DOCKER_HOST=tcp://inside IMAGE"),
            ("podman", "--log-level=debug run IMAGE -c x"),
            ("docker", "exec -i db mcp"),
            ("env", "LANG=C docker run IMAGE"),
        ] {
            let args = format!(
                "{:?}",
                args.replace("IMAGE", image).split(' ').collect::<Vec<_>>()
            );
            let server = format!(r#"{{"command": "{command}", "args": {args}}}"#);
            assert_eq!(found(policy, &server), [], "{server}");
        }
        for (command, args, at) in [
            ("docker", "-H tcp://evil run IMAGE", "-H"),
            ("docker", "--host=tcp://evil run IMAGE", "--host=tcp://evil"),
            ("docker", "--config e run IMAGE", "--config"),
            ("docker", "--context e container run IMAGE", "--context"),
            ("docker", "compose up", "compose"),
            ("docker", "mcp gateway run", "mcp"),
            ("docker", "container create IMAGE", "create"),
            ("podman", "--url tcp://evil run IMAGE", "--url"),
            ("podman", "--connection e run IMAGE", "--connection"),
            ("podman", "-c e run IMAGE", "-c"),
            ("podman", "--unheard-of run IMAGE", "--unheard-of"),
            ("podman", "kube play x.yaml", "kube"),
            ("nerdctl", "--address e run IMAGE", "--address"),
            (
                "env",
                "DOCKER_HOST=tcp://evil docker run IMAGE",
                "DOCKER_HOST=tcp://evil",
            ),
            ("sh", "-c|exec docker -H tcp://evil run IMAGE", "-H"),
        ] {
            let mark = if args.contains('|') { '|' } else { ' ' };
            let args = format!(
                "{:?}",
                args.replace("IMAGE", image).split(mark).collect::<Vec<_>>()
            );
            let server = format!(r#"{{"command": "{command}", "args": {args}}}"#);
            let found = found(policy, &server);
            assert!(
                matches!(&found[..], [(Some("package"), bytes, _)] if bytes == at),
                "{server}: {found:?}"
            );
        }
        for name in [
            "DOCKER_HOST",
            "DOCKER_CONTEXT",
            "DOCKER_CONFIG",
            "CONTAINER_HOST",
            "CONTAINERS_CONF",
        ] {
            let server = format!(
                r#"{{"command": "docker", "args": ["run", "{image}"], "env": {{"{name}": "tcp://evil"}}}}"#
            );
            let found = found(policy, &server);
            assert_eq!(found.len(), 1, "{name}: {found:?}");
        }
        let npm = r#"{"command": "env", "args": ["npm_config_registry=https://evil.org", "npx", "-y", "@acme/a"]}"#;
        assert_eq!(found("packages = ['@acme/*']", npm).len(), 1);
    }

    #[test]
    fn addresses_are_found_behind_bridges_and_never_shown_in_full() {
        let policy = "urls = ['https://*.acme.dev/**']";
        for server in [
            r#"{"type": "http", "url": "https://mcp.acme.dev/${TEAM}/x?key=1"}"#,
            r#"{"command": "npx", "args": ["mcp-remote", "https://mcp.acme.dev/sse"]}"#,
        ] {
            assert!(is_fine(policy, server), "{server}");
        }
        for server in [
            r#"{"type": "http", "url": "https://me:word@evil.org/hidden?key=hidden"}"#,
            r#"{"command": "npx", "args": ["-y", "mcp-remote", "https://evil.org/hidden"]}"#,
            r#"{"command": "mcp-remote", "args": ["https://evil.org/hidden"]}"#,
        ] {
            let found = found(policy, server);
            assert!(
                matches!(&found[..], [(Some("url"), _, message)] if message == "`s` connects to `https://evil.org`, which the policy does not allow"),
                "{found:?}"
            );
        }
        for url in [
            "${URL}",
            "https://${HOST}.acme.dev/",
            "${URL:-https://mcp.acme.dev}/x",
            "mcp.acme.dev",
        ] {
            assert_eq!(
                found(policy, &format!(r#"{{"type": "http", "url": "{url}"}}"#)).len(),
                1,
                "{url}"
            );
        }
    }
}
