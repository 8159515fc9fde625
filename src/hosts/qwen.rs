//! Qwen Code, which forked from Gemini CLI early and kept its older meaning of addresses: `httpUrl` is streamable HTTP and
//! `url` is SSE, whatever `type` says. Files of other hosts are read in a way of their own.

use super::gemini::{ADD_OPTIONS, GATES, SHARED, VARS};
use crate::host::{
    AddCommand, AddOption, AddShape, Cost, Evidence, Facts, Field, Format, Gate, GateKind,
    HeaderText, Host, Kind, Layer, Layers, Names, Place, Runtime, Scope, Spelling, TagRule, Takes,
    ToolIds, Transports, join, joined,
};
use crate::model::dialect::{Dialect, Form, NONE};
use crate::model::{HostVar, Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "qwen",
    name: "Qwen Code",
    aliases: &["qwen-code", "qwen-cli"],
    version: "0.24.4",
    places: &[
        Place {
            globs: &[".qwen/settings.json"],
            ..SETTINGS
        },
        Place {
            globs: &[
                "~/.qwen/settings.json",
                "/etc/qwen-code/settings.json",
                "/etc/qwen-code/system-defaults.json",
            ],
            scope: Scope::User,
            ..SETTINGS
        },
        Place {
            globs: &["qwen-extension.json"],
            format: &EXTENSION_FORMAT,
            ..JSON
        },
        Place {
            globs: &[".mcp.json"],
            own: false,
            alone: true,
            comments: true,
            bom: false,
            format: &BORROWED,
            ..JSON
        },
    ],
    // Without it, every command rewrites the file (observed with 0.24.4).
    frame: r#"{"$version": 4}"#,
    facts: Facts {
        off: "name it in `mcp.excluded`",
        ..Facts::NONE
    },
    layers: Layers {
        order: &[
            Layer::other("`--mcp-config` on the command line"),
            Layer::file("/etc/qwen-code/settings.json", "system settings"),
            Layer::file(
                ".qwen/settings.json",
                "of the current folder only; needs approval",
            ),
            Layer::file(".mcp.json", "of the current folder only; needs approval"),
            Layer::file("~/.qwen/settings.json", ""),
            Layer::file("/etc/qwen-code/system-defaults.json", "system defaults"),
            Layer::file("qwen-extension.json", ""),
        ],
        ..Layers::ONE
    },
    commands: &[AddCommand {
        words: &["qwen", "mcp", "add"],
        shape: AddShape::Program,
        options: &joined::<_, 10, 6, 16>(
            &ADD_OPTIONS,
            &[
                AddOption::new(&["--oauth-client-id"], Takes::Text("oauth.clientId")),
                AddOption::new(
                    &["--oauth-client-secret"],
                    Takes::Text("oauth.clientSecret"),
                ),
                AddOption::new(&["--oauth-redirect-uri"], Takes::Text("oauth.redirectUri")),
                AddOption::new(
                    &["--oauth-authorization-url"],
                    Takes::Text("oauth.authorizationUrl"),
                ),
                AddOption::new(&["--oauth-token-url"], Takes::Text("oauth.tokenUrl")),
                AddOption::new(&["--oauth-scopes"], Takes::Commas("oauth.scopes")),
            ],
        ),
        implies: &[("oauth", "oauth.enabled")],
        ..AddCommand::NEW
    }],
    pitfalls: &[
        "`url` is SSE and `httpUrl` is streamable HTTP; `type` is ignored. Gemini CLI uses HTTP for `url`.",
        "`httpUrl` wins over `url`, and `url` over `command`.",
        "There are no defaults: `${X:-d}` is passed on as text, and so is an unset `${X}`.",
        "In `.mcp.json` nothing is expanded, and a `url` without `type: http` is SSE.",
        "Servers of a project are pending until `qwen mcp approve` is run, again after every change.",
        "A file without `\"$version\": 4` is rewritten by any command, even `qwen mcp list`.",
        "A trailing comma or an empty `settings.json` stops every command.",
        "`args` as a string, or a server that is `null`, crashes `qwen mcp list`.",
    ],
    evidence: &[
        Evidence::observed(
            "0.24.4",
            "files, syntax, transports, expansion, approval, precedence, `qwen mcp add`",
        ),
        Evidence::source(
            "2026-08-22",
            "https://github.com/QwenLM/qwen-code/blob/main/packages/core/src/config/config.ts",
            "fields",
        ),
        Evidence::source(
            "2026-08-22",
            "https://github.com/QwenLM/qwen-code/blob/main/packages/cli/src/config/mcpServers.ts",
            "precedence",
        ),
        Evidence::unsure(
            "comments in `qwen-extension.json`",
            "Gemini CLI does not support them there; not tested",
        ),
        Evidence::unsure(
            "the order of system settings and those of the folder",
            "both beat all other files, and only that was seen",
        ),
    ],
    ..Host::NEW
};

/// What its JSON files have in common.
const JSON: Place = Place {
    // Observed with 0.24.4.
    halves: true,
    any_bytes: true,
    format: &FORMAT,
    ..Place::JSON
};

const SETTINGS: Place = Place {
    unreadable: Cost::Start,
    comments: true,
    // As 0.24.4 was observed to read them.
    numbered: true,
    misshapen: Some(Cost::Ignored),
    null_servers: true,
    gates: &joined::<Gate, 2, 6, 8>(&GATES, &TOOL_GATES),
    ..JSON
};

/// Rules about tools, by their ids (0.24.4: what is denied is not there, and what asks does so before what is allowed).
const TOOL_GATES: [Gate; 6] = [
    Gate {
        path: &["permissions", "deny"],
        kind: GateKind::DenyTools,
    },
    Gate {
        path: &["tools", "exclude"],
        kind: GateKind::DenyTools,
    },
    Gate {
        path: &["tools", "disabled"],
        kind: GateKind::DenyIds,
    },
    Gate {
        path: &["permissions", "ask"],
        kind: GateKind::AskedTools,
    },
    Gate {
        path: &["permissions", "allow"],
        kind: GateKind::ApprovedTools,
    },
    Gate {
        path: &["tools", "allowed"],
        kind: GateKind::ApprovedTools,
    },
];

/// Its fields. Which transports `url` is for depends on the file.
const fn fields(url: Field) -> [Field; 33] {
    let own = [
        Field::new("httpUrl", Slot::Url, Kind::Text)
            .says("URL of a server with streamable HTTP; wins over `url`")
            .streamable(),
        url,
        Field::new("command", Slot::Command, Kind::Text).stdio(),
        Field::TAG
            .says("Ignored in settings; `http` in `.mcp.json` makes `url` HTTP")
            .legacy(),
        // A session does without it; only `qwen mcp list` trips over it (observed with 0.24.4).
        Field::ARGS.soft(),
        Field::ENV,
        Field::CWD.says("Directory the process starts in; it must exist"),
        Field::new("timeout", Slot::CallTimeout, Kind::Millis)
            .says("Timeout of a tool call [default: 600000]")
            .soft(),
        Field::new("discoveryTimeoutMs", Slot::StartupTimeout, Kind::Millis)
            .says("Time to connect and list tools [default: 30000, remote 5000]")
            .soft(),
        Field::native(
            "alwaysLoadTools",
            Kind::Flag,
            "Whether the tools are loaded at once and never deferred",
        ),
        internal("scope"),
        internal("extensionName"),
        internal("agentPluginV1"),
        internal("versionNegotiation"),
    ];
    join(&own, &SHARED)
}

const URL: Field =
    Field::new("url", Slot::Url, Kind::Text).says("URL of an SSE server; wins over `command`");

static FORMAT: Format = Format {
    fields: &fields(URL.sse()),
    transports: Transports {
        tag: Some("type"),
        rule: TagRule::Unused,
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::implied(Transport::Http, "http"),
            Spelling::implied(Transport::Sse, "sse"),
        ],
        infer: &[
            ("httpUrl", Transport::Http),
            ("url", Transport::Sse),
            ("command", Transport::Stdio),
        ],
        // A server of the program that embeds it, whatever else the entry says (observed with 0.24.4).
        built_in: &["sdk"],
        ..Transports::NEW
    },
    dialects: &[(&[], &DIALECT)],
    // Names that every object of JavaScript has (observed with 0.24.4).
    names: Names {
        reserved: &["__proto__", "constructor"],
        ..Names::ANY
    },
    crashes: &[""],
    runtime: Runtime {
        // As in Gemini CLI, which it descends from.
        calls: true,
        // Types are not checked (observed with 0.24.4).
        loose: true,
        loose_maps: true,
        bad_header: Some(Cost::Server),
        joins_headers: true,
        header_text: HeaderText::Latin,
        server_globs: true,
        ids: ToolIds {
            listed: ("mcp__", "__"),
            everything: true,
            alone: true,
            ..ToolIds::NEW
        },
        ..Runtime::NEW
    },
    ..Format::NEW
};

/// A field that the host fills in.
const fn internal(name: &'static str) -> Field {
    Field::native(name, Kind::Any, "Set by Qwen Code itself")
}

/// An extension knows its own folder.
static EXTENSION_FORMAT: Format = Format {
    dialects: &[(&[], &EXTENSION)],
    ..FORMAT
};

/// What is written for Claude Code is not expanded, and only the very word `http` makes an address HTTP (observed with
/// 0.24.4).
static BORROWED: Format = Format {
    fields: &fields(URL.http()),
    transports: Transports {
        rule: TagRule::Refines,
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "http"),
            Spelling::implied(Transport::Sse, "sse"),
        ],
        ..FORMAT.transports
    },
    dialects: &[(&[], &NONE)],
    crashes: &[],
    ..FORMAT
};

static DIALECT: Dialect = Dialect {
    forms: &[Form::Braces, Form::Bare],
    wide: true,
    ..Dialect::NEW
};

static EXTENSION: Dialect = Dialect {
    forms: &[
        VARS,
        Form::Vars(&[("CLAUDE_PLUGIN_ROOT", HostVar::PluginRoot)]),
        Form::Braces,
        Form::Bare,
    ],
    ..Dialect::NEW
};
