//! xcsh.
//!
//! References are expanded twice: everywhere when the file is read, and then, in `env` and `headers`, a whole value that
//! is the name of a variable is replaced and one that starts with `!` is run.

use crate::host::{
    Cost, Evidence, Field, Format, Gate, GateKind, Host, Ids, Kind, Layer, Layers, Names, Place,
    Runtime, Scope, Spelling, ToolIds, Transports,
};
use crate::model::dialect::{Dialect, Form, VariableNames};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "xcsh",
    name: "xcsh",
    version: "17.4.4",
    places: &[
        Place {
            globs: &[".xcsh/mcp.json", ".xcsh/.mcp.json"],
            alone: true,
            ..JSON
        },
        Place {
            globs: &["~/.xcsh/agent/mcp.json", "~/.xcsh/agent/.mcp.json"],
            scope: Scope::User,
            alone: true,
            gates: &[Gate {
                path: &["disabledServers"],
                kind: GateKind::Off,
            }],
            ..JSON
        },
        Place {
            globs: &["mcp.json", ".mcp.json"],
            own: false,
            alone: true,
            keys: &["disabledServers"],
            ..JSON
        },
    ],
    layers: Layers {
        order: &[
            Layer::file(".xcsh/mcp.json", "of the current folder only"),
            Layer::file("~/.xcsh/agent/mcp.json", ""),
            Layer::other(
                "Files of Claude Code, Codex, Gemini CLI, opencode, Cursor and VS Code, in this order",
            ),
            Layer::file("mcp.json", "then `.mcp.json`"),
        ],
        ..Layers::ONE
    },
    pitfalls: &[
        "A value in `env` or `headers` that is the name of a set variable is replaced by its value: `USER` does not stay `USER`.",
        "A value in `env` or `headers` that starts with `!` is run as a shell command.",
        "A value in `env` or `headers` that comes out empty is dropped.",
        "`~/.xcsh/mcp.json` is not read, although it is documented. Use `~/.xcsh/agent/mcp.json`.",
        "`args` as a string stops the loading of all servers, and a `null` server drops all of its own files.",
        "An unknown `type`, such as `streamable-http`, is taken for stdio, and the server is skipped.",
        "A server called `exa`, or at `mcp.exa.ai`, is removed without a message.",
        "Digits are lost in tool ids: the tools of `db1` and `db2` collide.",
    ],
    evidence: &[
        Evidence::observed(
            "17.4.4",
            "files, syntax, fields, expansion, names, precedence, with its own loader",
        ),
        Evidence::source(
            "2026-04-19",
            "https://github.com/f5xc-salesdemos/xcsh",
            "transports, credentials, tool ids",
        ),
    ],
    ..Host::NEW
};

/// What its JSON files have in common.
const JSON: Place = Place {
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::TAG,
        Field::COMMAND,
        Field::ARGS,
        Field::new("env", Slot::Env, Kind::NumberMap)
            .says("Environment variables; names of variables and `!command` are expanded")
            .stdio(),
        Field::CWD.says("Directory the process starts in [default: the project]"),
        Field::URL,
        Field::HEADERS.says("HTTP headers; names of variables and `!command` are expanded"),
        // What is neither a boolean nor a word for one, and what is no number above 0, is passed over (observed with
        // 17.4.4).
        Field::ENABLED.soft(),
        Field::new("timeout", Slot::CallTimeout, Kind::Millis)
            .at_least(1.0)
            .soft()
            .says("Time to connect and for each request; 0 and less are ignored [default: 30000]"),
        Field::native(
            "auth",
            Kind::Object,
            "Stored credential to use: OAuth, or an API key",
        )
        .signs_in(),
        Field::OAUTH_CLIENT_ID,
        Field::OAUTH_CLIENT_SECRET,
        Field::OAUTH_REDIRECT_URI,
        Field::OAUTH_CALLBACK_PORT,
        Field::native(
            "oauth.callbackPath",
            Kind::Text,
            "Path of the OAuth callback",
        )
        .http(),
    ],
    transports: Transports {
        tag: Some("type"),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::implied(Transport::Http, "http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        ..Transports::NEW
    },
    dialects: &[(&[Slot::Env, Slot::Headers], &TWICE), (&[], &ONCE)],
    names: Names {
        invalid: Cost::Ignored,
        extra: Some("_.-"),
        max: 100,
        // In any case of its letters.
        reserved: &["exa", "Exa", "EXA"],
        trim: false,
        ..Names::ANY
    },
    crashes: &["", "args"],
    crash: Cost::File,
    runtime: Runtime {
        one_timeout: true,
        drops_empty: &[Slot::Env, Slot::Headers],
        ids: ToolIds {
            names: Some(Ids {
                keeps: "_",
                lower: true,
                digits: false,
                collapse: true,
                ..Ids::PLAIN
            }),
            ..ToolIds::NEW
        },
        built_in_hosts: &["mcp.exa.ai"],
        coerces: true,
        ..Runtime::NEW
    },
    ..Format::NEW
};

static ONCE: Dialect = Dialect {
    forms: &[Form::Braces, Form::Default],
    names: VariableNames::NoColon,
    ..Dialect::NEW
};

static TWICE: Dialect = Dialect {
    then: Some(&WHOLE),
    ..ONCE
};

/// Reads a whole value only: the name of a variable that is set and not empty, or a command.
static WHOLE: Dialect = Dialect {
    forms: &[Form::Shell, Form::Name],
    empty_is_unset: true,
    whole: true,
    ..Dialect::NEW
};
