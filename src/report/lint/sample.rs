//! A made-up report with something of everything.

use std::sync::LazyLock;

use super::Tally;
use super::{Checked, DisabledChecks, Pieces, Report};
use crate::diagnostic::Level;
use crate::edit::Step;
use crate::hosts::by_name;
use crate::lint::{By, Finding, Fix, Group, Ignored, RULES, Rule};
use crate::report::Source;
use crate::syntax::{Language, Span};

static ADDRESS: Rule = Rule {
    id: "plain-address",
    level: Level::Warning,
    group: Group::Transport,
    page: "# plain-address\n\nAn address is `plain`.\n\n## Why it matters\n\nAnybody can listen.\n\n## How to fix\n\nUse `https`.\n",
    ..Rule::NEW
};

static SECRET: Rule = Rule {
    id: "a-secret",
    level: Level::Error,
    group: Group::Security,
    security: Some("8.0"),
    tags: &["owasp-mcp01"],
    page: "# a-secret\n\nSomething secret is written out.\n",
    ..Rule::NEW
};

/// The rules that the sample has findings of.
pub(super) fn rules() -> [&'static Rule; 2] {
    [&ADDRESS, &SECRET]
}

const MAIN: &str = "{\n  \"mcpServers\": {\n    \"é🌈\": { \"url\": \"http://q7z.invalid\" },\n    \"b\": { \"command\": \"b\" }\n  }\n}\n";
const OTHER: &str = "{\"mcpServers\": {\"b\": {\"command\": \"b\"}}}";

/// What a file can be called by somebody who means harm.
const HOSTILE: &str = "a%,:\n\u{202e}<b>.json";

impl<'a> Report<'a> {
    /// A report that says nothing about findings but what they are.
    pub(super) fn of(files: &'a [Checked<'a>], findings: &'a [Finding]) -> Self {
        static DISABLED: LazyLock<DisabledChecks> = LazyLock::new(DisabledChecks::default);
        Self {
            files,
            findings,
            tally: Tally::default(),
            fixed: 0,
            disabled: &DISABLED,
        }
    }
}

/// A file of Claude Code that could be read.
pub(super) fn checked<'a>(name: &'a str, text: &'a str) -> Checked<'a> {
    Checked {
        source: Source {
            name,
            text,
            language: Language::Json,
        },
        host: by_name("claude-code").expect("a host"),
        bom: false,
        fault: None,
    }
}

/// Hands the sample to `render`.
pub(super) fn sample(render: impl Fn(&Report<'_>, Pieces<'_>)) -> String {
    let files = [
        checked(".mcp.json", MAIN),
        Checked {
            bom: true,
            ..checked(HOSTILE, OTHER)
        },
        checked("empty.json", "{}"),
        Checked {
            fault: Some("permission denied".to_owned()),
            ..checked("gone.json", "")
        },
    ];
    let open = findings()
        .into_iter()
        .filter(|finding| finding.ignored.is_none());
    let tally = Tally::of(open.map(|finding| finding.level), Level::Info, 3);
    let findings = findings();
    let report = Report {
        tally,
        ..Report::of(&files, &findings)
    };
    whole(|out| render(&report, out))
}

/// Hands a report with a finding of each rule there is to `render`.
pub(super) fn real(render: impl Fn(&Report<'_>, Pieces<'_>)) -> String {
    let files = [checked("sub folder/.mcp.json", MAIN)];
    let span = find(MAIN, "\"url\"");
    let findings: Vec<Finding> = RULES
        .iter()
        .map(|rule| Finding::new(rule, span, format!("`b` has a {}", rule.id)))
        .collect();
    let report = Report {
        tally: Tally::of(findings.iter().map(|finding| finding.level), Level::Info, 1),
        ..Report::of(&files, &findings)
    };
    whole(|out| render(&report, out))
}

/// All pieces that `write` hands over.
pub(super) fn whole(write: impl FnOnce(Pieces<'_>)) -> String {
    let mut text = String::new();
    write(&mut |piece| text.push_str(piece));
    text
}

fn find(text: &str, part: &str) -> Span {
    let start = text.find(part).expect("a part of the text");
    Span::new(start, start + part.len())
}

fn findings() -> [Finding; 4] {
    let path = ["mcpServers", "é🌈", "type"].map(|key| Step::Key(key.to_owned()));
    let mut address = Finding::new(
        &ADDRESS,
        find(MAIN, "\"http://q7z.invalid\""),
        "`é🌈` has a plain address",
    );
    address
        .label("anybody can listen")
        .help("use `https`")
        .variant("http")
        .fix(Fix::safe("say so").set_text(path.to_vec(), "http"));
    address.related_in(1, find(OTHER, "\"b\""), "the [same](here)");
    address.pointer = "/mcpServers/é🌈/url".to_owned();
    address.server = Some("é🌈".to_owned());

    let mut ignored = Finding::new(
        &ADDRESS,
        find(MAIN, "{ \"command\": \"b\" }\n  }"),
        "`b` is ignored",
    );
    ignored.pointer = "/mcpServers/b".to_owned();
    ignored.ignored = Some(Ignored {
        by: By::Comment,
        reason: "a test".to_owned(),
    });

    let mut secret = Finding {
        source: 1,
        ..Finding::new(
            &SECRET,
            find(OTHER, "\"command\""),
            "100% of `\u{1b}[31mb`\nis secret",
        )
    };
    secret.fix(Fix::risky("remove it").replace(find(OTHER, "\"command\": \"b\""), ""));
    secret.pointer = "/mcpServers/b/command".to_owned();

    let whole = Finding {
        source: 1,
        level: Level::Info,
        ..Finding::new(&SECRET, None, "the whole file is odd")
    };
    [address, ignored, secret, whole]
}
