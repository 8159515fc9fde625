//! Windsurf, which its vendor now calls Devin Desktop. A closed app without a project file: what is here is what its
//! documentation and its users say.

use crate::host::{
    Aside, Evidence, Facts, Fallback, Field, Folder, Format, Host, Inherit, Kind, Place, Runtime,
    Scope, Spelling, TagRule, Transports,
};
use crate::model::dialect::{Dialect, Form};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "windsurf",
    name: "Windsurf",
    aliases: &["devin-desktop", "cascade"],
    version: "2026-11",
    places: &[
        Place {
            globs: &["~/.codeium/windsurf/mcp_config.json"],
            ..JSON
        },
        // Its plugins for other editors.
        Place {
            globs: &["~/.codeium/mcp_config.json"],
            ..JSON
        },
    ],
    facts: Facts {
        asides: &[Aside {
            place: Place {
                globs: &[".windsurf/mcp_config.json", ".windsurf/mcp.json"],
                scope: Scope::Project,
                ..JSON
            },
            instead: "~/.codeium/windsurf/mcp_config.json",
            sure: false,
            names: &[],
            off: &[],
            rules: &[],
        }],
        ..Facts::NONE
    },
    pitfalls: &[
        "There is no project file: `.windsurf/mcp_config.json` is read by other tools, not by Windsurf as far as documented.",
        "The plugins for JetBrains and other editors read `~/.codeium/mcp_config.json` instead.",
        "Variables are `${env:X}`, and `${file:path}` is the content of a file. `${X}`, `${X:-d}` and `${workspaceFolder}` are not documented.",
        "At most 100 tools can be enabled, over all servers.",
        "Use `serverUrl`: some vendors report that `url` does not connect. Other hosts that read this file read `url` only.",
        "Once a team allows one server by its name, all others are blocked.",
        "A change counts after a refresh in the MCP panel, or a restart.",
    ],
    evidence: &[
        Evidence::documented(
            "https://docs.devin.ai/desktop/cascade/mcp",
            "the file, fields, variables, the limit of tools, allowed servers",
        ),
        Evidence::documented(
            "https://docs.devin.ai/windsurf/plugins/cascade/mcp",
            "the file of the plugins",
        ),
        Evidence::source(
            "2026-11",
            "https://github.com/microsoft/vscode",
            "that VS Code reads only `url` from this file",
        ),
        Evidence::unsure(
            "`disabled`, `disabledTools` and `timeout`",
            "seen in files that the app wrote or people share; not documented",
        ),
        Evidence::unsure(
            "`type`",
            "some guides write it beside `url`; no effect is documented",
        ),
        Evidence::unsure(
            "comments, wrong types, unset variables, `command` beside a URL",
            "not documented, and the app was not run",
        ),
        Evidence::unsure(
            "files of a project",
            "not documented; other tools read and write them",
        ),
    ],
    ..Host::NEW
};

/// What its files have in common.
const JSON: Place = Place {
    scope: Scope::User,
    alone: true,
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::COMMAND,
        Field::ARGS,
        Field::ENV,
        Field::new("serverUrl", Slot::Url, Kind::Text)
            .says("URL of the server, over streamable HTTP or SSE; `url` works too")
            .http()
            .required()
            .or(&["url"]),
        Field::HEADERS,
        Field::DISABLED,
        Field::new("disabledTools", Slot::DenyTools, Kind::List),
        // Nobody knows whether it counts, so that it is not relied on.
        Field::new("timeout", Slot::CallTimeout, Kind::Millis)
            .says("Timeout of a request; not documented")
            .http()
            .legacy(),
        Field::IDLE_TAG,
    ],
    transports: Transports {
        tag: Some("type"),
        rule: TagRule::Refines,
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::implied(Transport::Http, "http"),
            Spelling::implied(Transport::Http, "streamable-http"),
            Spelling::tried(Transport::Sse, "sse"),
        ],
        infer: &[
            ("command", Transport::Stdio),
            ("serverUrl", Transport::Http),
            ("url", Transport::Http),
        ],
        ..Transports::NEW
    },
    dialects: &[(REFERENCES, &DIALECT)],
    runtime: Runtime {
        inherit: Inherit::Unknown,
        folder: Folder::Unknown,
        fallback: Fallback::Either,
        ..Runtime::NEW
    },
    ..Format::NEW
};

/// The fields in which references are documented.
const REFERENCES: &[Slot] = &[
    Slot::Command,
    Slot::Args,
    Slot::Env,
    Slot::Url,
    Slot::Headers,
];

static DIALECT: Dialect = Dialect {
    forms: &[Form::Prefixed, Form::BracedFile],
    ..Dialect::NEW
};
