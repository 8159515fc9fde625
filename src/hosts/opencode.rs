//! opencode.
//!
//! References are put in before the file is parsed, in any string. Any type error rejects the whole configuration, and
//! an entry with only `enabled` switches a server that is defined elsewhere.

use crate::host::{
    Aside, Cost, Evidence, Facts, Fallback, Field, Format, Gate, GateKind, HeaderText, Host, Ids,
    Kind, Layer, Layers, Matching, MissingTag, Names, Place, Runtime, Scope, Spelling, TimePair,
    ToolIds, Transports, join, joined,
};
use crate::model::dialect::{Dialect, Form, InNames, WhenUnset};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "opencode",
    name: "opencode",
    aliases: &["open-code", "sst-opencode"],
    version: "1.18.33",
    places: &[
        Place {
            globs: &["opencode.json", "opencode.jsonc"],
            ..OWN
        },
        Place {
            globs: &[".opencode/opencode.json", ".opencode/opencode.jsonc"],
            ..OWN
        },
        Place {
            globs: &[
                "~/.config/opencode/opencode.json",
                "~/.config/opencode/opencode.jsonc",
                "~/.config/opencode/config.json",
                "~/.opencode/opencode.json",
                "~/.opencode/opencode.jsonc",
            ],
            scope: Scope::User,
            ..OWN
        },
    ],
    facts: Facts {
        // People copy other hosts' files there; only `opencode.json` is read in that folder.
        asides: &[Aside {
            place: Place {
                globs: &[".opencode/mcp.json"],
                roots: &[&["mcpServers"]],
                // Nobody writes this host's own fields there.
                format: &super::mcp_json::FORMAT,
                ..OWN
            },
            instead: "opencode.json",
            sure: true,
            names: &[],
            off: &[],
            rules: &[],
        }],
        ..Facts::NONE
    },
    // Without it the program adds it, and rewrites the file.
    frame: r#"{"$schema": "https://opencode.ai/config.json"}"#,
    schemas: &["opencode.ai/"],
    layers: Layers {
        moved: &[("XDG_CONFIG_HOME", "~/.config")],
        parents: true,
        merged: true,
        order: &[
            Layer::other("Managed settings, such as `/etc/opencode/opencode.json`"),
            Layer::other("`OPENCODE_CONFIG_CONTENT`, then the folder in `OPENCODE_CONFIG_DIR`"),
            Layer::file("~/.opencode/opencode.jsonc", ""),
            Layer::file("~/.opencode/opencode.json", ""),
            Layer::files(".opencode/opencode.jsonc", "the outermost folder first"),
            Layer::files(".opencode/opencode.json", "in the same folder"),
            Layer::file("opencode.jsonc", "the nearest folder first"),
            Layer::file("opencode.json", "in the same folder"),
            Layer::other("The file in `OPENCODE_CONFIG`"),
            Layer::file("~/.config/opencode/opencode.jsonc", ""),
            Layer::file("~/.config/opencode/opencode.json", ""),
            Layer::file("~/.config/opencode/config.json", ""),
        ],
        ..Layers::ONE
    },
    pitfalls: &[
        "An entry with a wrong or missing `type` and a boolean `enabled` is taken for a toggle: the server never starts, without a message. `type` is `local` or `remote`.",
        "`mcpServers` at the root is ignored, and so are `args` and `env` in an entry. Write `mcp`, one `command` list, and `environment`.",
        "References are replaced before the file is parsed: a value with a quote or a newline breaks it. mcpconv parses the file as it stands, and `\"timeout\": {env:T}` without quotes is a syntax error to it: write the number.",
        "`{env:X}` is empty when X is unset, and there are no defaults: `{env:X:-d}` is empty too.",
        "`${X}` stays as text, and `${env:X}` becomes `$` and the value.",
        "One type error in one server rejects the whole configuration.",
        "Without `$schema`, opencode adds it and rewrites the file.",
        "`~/.opencode` beats the files of the project, and an outer `.opencode` folder an inner one.",
    ],
    evidence: &[
        Evidence::observed(
            "1.18.33",
            "files, syntax, fields, expansion, costs of mistakes, precedence",
        ),
        Evidence::source(
            "2026-08-19",
            "https://github.com/anomalyco/opencode/blob/dev/packages/core/src/v1/config/mcp.ts",
            "fields and their types",
        ),
        Evidence::source(
            "2026-08-19",
            "https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/config/variable.ts",
            "references",
        ),
        Evidence::source(
            "2026-08-19",
            "https://github.com/anomalyco/opencode/blob/dev/packages/opencode/src/mcp/catalog.ts",
            "tool ids",
        ),
    ],
    ..Host::NEW
};

/// The fields of its first form, which its descendants have too.
pub(super) const V1: [Field; 14] = [
    Field::TAG.required(),
    Field::new("command", Slot::Command, Kind::Argv)
        .says("Program to start with its arguments")
        .stdio()
        .required(),
    Field::CWD.says("Directory the process starts in, relative to the project"),
    Field::new("environment", Slot::Env, Kind::Map)
        .says("Environment variables, on top of everything the host has")
        .stdio(),
    Field::URL.late_empty(),
    Field::HEADERS,
    Field::new("oauth", Slot::OauthEnabled, Kind::OffFlag)
        .says("`false` turns OAuth discovery off")
        .http(),
    Field::OAUTH_CLIENT_ID.or(&["oauth.client_id"]),
    Field::OAUTH_CLIENT_SECRET.or(&["oauth.client_secret"]),
    Field::new("oauth.scope", Slot::OauthScopes, Kind::Spaced).http(),
    Field::OAUTH_CALLBACK_PORT
        .says("Local port of the OAuth callback [default: 19876]")
        .or(&["oauth.callback_port"]),
    Field::OAUTH_REDIRECT_URI.or(&["oauth.redirect_uri"]),
    Field::ENABLED,
    Field::new("timeout", Slot::CallTimeout, Kind::Millis)
        .says("Time to connect and for each request [default: 30000]")
        .up_to(SAFE),
];

/// The largest whole number of JavaScript.
const SAFE: f64 = 9_007_199_254_740_991.0;

/// What its newer form adds.
const V2: [Field; 5] = [
    Field::DISABLED
        .says("Whether the server is disabled, in the newer form")
        .soft()
        .legacy(),
    Field::new("timeout.startup", Slot::StartupTimeout, Kind::Millis)
        .says("Time to start, in the newer form; none of the times counts beside it")
        .legacy(),
    Field::new("timeout.execution", Slot::CallTimeout, Kind::Millis)
        .says(
            "Timeout of a tool call, in the newer form; it counts if `timeout.catalog` is the same",
        )
        .legacy(),
    Field::native(
        "timeout.catalog",
        Kind::Number,
        "Time to list tools, in milliseconds",
    ),
    Field::native("codemode", Kind::Flag, "Accepted and ignored"),
];

pub(super) static FORMAT: Format = Format {
    fields: &join::<14, 5, 19>(&V1, &V2),
    // The newer form is turned into the older one, which has one time; what does not fit is dropped (observed with 1.18.33).
    pairs: &[TimePair {
        object: "timeout",
        field: "timeout.execution",
        beside: "catalog",
        without: "startup",
    }],
    transports: Transports {
        tag: Some("type"),
        missing: MissingTag::Refused,
        words: &[
            Spelling::tagged(Transport::Stdio, "local"),
            Spelling::tagged(Transport::Http, "remote"),
            Spelling::merged(Transport::Sse, "remote"),
        ],
        ..Transports::NEW
    },
    dialects: &[(&[], &DIALECT)],
    names: Names {
        reserved: &["__proto__"],
        ..Names::ANY
    },
    bad_server: Cost::Start,
    runtime: Runtime {
        one_timeout: true,
        ids: ToolIds {
            names: Some(Ids::PLAIN),
            ..ToolIds::NEW
        },
        fallback: Fallback::Either,
        bad_header: Some(Cost::Server),
        joins_headers: true,
        header_text: HeaderText::Latin,
        matching: Matching::Glob,
        matches_ids: true,
        no_zero_time: true,
        toggles: true,
        ..Runtime::NEW
    },
    ..Format::NEW
};

pub(super) const OWN: Place = Place {
    unreadable: Cost::Start,
    comments: true,
    trailing_commas: true,
    roots: &[&["mcp"], &["mcp", "servers"]],
    inner: Some("servers"),
    // A time that is a number costs the server there (observed with 1.18.33).
    inner_objects: &[("timeout", &["catalog", "execution"])],
    // Keys of OAuth are in snake case there (observed with 1.18.33).
    inner_names: &[
        ("oauth.clientId", "client_id"),
        ("oauth.clientSecret", "client_secret"),
        ("oauth.callbackPort", "callback_port"),
        ("oauth.redirectUri", "redirect_uri"),
    ],
    // A bad server is dropped there, and the others load (observed with 1.18.33).
    inner_alone: true,
    // Both observed with 1.18.33.
    halves: true,
    any_bytes: true,
    beside: &["timeout"],
    // Observed with 1.18.33.
    wrong_gate: Some(Cost::Start),
    gates: &joined::<Gate, 7, 1, 8>(&GATES, &NEWER_GATES),
    format: &FORMAT,
    ..Place::JSON
};

/// What it says about servers outside of them, as its descendants do.
pub(super) const GATES: [Gate; 7] = [
    Gate {
        path: &["experimental", "mcp_timeout"],
        kind: GateKind::Default("timeout"),
    },
    Gate {
        path: &["tools"],
        kind: GateKind::Tools,
    },
    Gate {
        path: &["permission"],
        kind: GateKind::Permissions,
    },
    Gate {
        path: &["agent", "*", "tools"],
        kind: GateKind::AgentTools,
    },
    Gate {
        path: &["agent", "*", "permission"],
        kind: GateKind::AgentTools,
    },
    // The older name of agents (packages/opencode/src/config/config.ts).
    Gate {
        path: &["mode", "*", "tools"],
        kind: GateKind::AgentTools,
    },
    Gate {
        path: &["mode", "*", "permission"],
        kind: GateKind::AgentTools,
    },
];

/// What its newer form adds. The time of the older one wins (observed with 1.18.33).
const NEWER_GATES: [Gate; 1] = [Gate {
    path: &["mcp", "timeout"],
    kind: GateKind::Default("timeout.execution"),
}];

pub(super) static DIALECT: Dialect = Dialect {
    forms: &[Form::Curly, Form::File],
    unset: WhenUnset::Empty,
    // References are put into the text of the file before it is parsed (observed with 1.18.33).
    breaks: "\"\\\n\r",
    in_names: InNames::All,
    ..Dialect::NEW
};
