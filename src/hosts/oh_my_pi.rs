//! oh-my-pi, the coding agent `omp`, from which xcsh comes.
//!
//! References are expanded twice: everywhere when the file is read, and then, in `env` and `headers`, a whole value that
//! is the name of a variable is replaced and one that starts with `!` is run.

use crate::host::{
    Cost, Evidence, Field, Format, Gate, GateKind, HeaderText, Host, Ids, Kind, Layer, Layers,
    Names, Place, Runtime, Scope, Spelling, ToolIds, Transports,
};
use crate::model::dialect::{Dialect, Form, VariableNames};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "oh-my-pi",
    name: "oh-my-pi",
    aliases: &["omp", "pi-coding-agent"],
    version: "18.2.0",
    places: &[
        Place {
            globs: &[".omp/mcp.json", ".omp/.mcp.json"],
            ..JSON
        },
        Place {
            globs: &["~/.omp/agent/mcp.json", "~/.omp/profiles/*/agent/mcp.json"],
            scope: Scope::User,
            keys: &["enabledServers"],
            gates: &[Gate {
                path: &["disabledServers"],
                kind: GateKind::Off,
            }],
            ..JSON
        },
        Place {
            globs: &["mcp.json", ".mcp.json"],
            own: false,
            keys: &["disabledServers", "enabledServers"],
            ..JSON
        },
    ],
    layers: Layers {
        order: &[
            Layer::file(".omp/mcp.json", "of the current folder only"),
            Layer::file("~/.omp/agent/mcp.json", "or the one of the active profile"),
            Layer::other("Plugins of oh-my-pi"),
            Layer::other(
                "Files of Claude Code, agent plugins, Codex, Gemini CLI, opencode, Cursor, Windsurf and VS Code, in this order",
            ),
            Layer::file("mcp.json", "then `.mcp.json`"),
        ],
        ..Layers::ONE
    },
    schemas: &["can1357/oh-my-pi"],
    pitfalls: &[
        "Of two servers with the same connection only the first is there, whatever their names.",
        "A value in `env` or `headers` that is the name of a set variable is replaced by its value, one that starts with `!` is run as a shell command, and one that comes out empty is dropped.",
        "A server called `exa`, or at `mcp.exa.ai`, is removed unless it asks for extra tools.",
        "`disabledServers` and `enabledServers` count in the user's file only. A server in both is disabled.",
        "`~/.omp/mcp.json` is not read. Use `~/.omp/agent/mcp.json`.",
        "`args` as a string stops the loading of all servers, and a `null` server drops all of its own files.",
        "An unknown `type`, such as `streamable-http`, is taken for stdio, and the server is skipped.",
        "A disabled server still owns its name: one of that name in a weaker file stays off too.",
    ],
    evidence: &[
        Evidence::observed(
            "18.2.0",
            "files, syntax, fields, expansion, equal connections, costs of mistakes, with its own loader",
        ),
        Evidence::source(
            "18.3.4",
            "https://github.com/can1357/oh-my-pi",
            "`instructions`, transports, credentials, tool ids (digits stay in them since 2026)",
        ),
    ],
    ..Host::NEW
};

/// What its JSON files have in common.
const JSON: Place = Place {
    alone: true,
    // Observed with 18.2.0.
    numbered: true,
    halves: true,
    any_bytes: true,
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::TAG,
        Field::COMMAND,
        Field::new("args", Slot::Args, Kind::ScalarList)
            .stdio()
            .or_null(),
        Field::ENV.says("Environment variables; names of variables and `!command` are expanded"),
        Field::CWD
            .says("Directory the process starts in [default: the project]")
            .soft()
            .or_null(),
        Field::URL,
        Field::HEADERS
            .says("HTTP headers; names of variables and `!command` are expanded")
            .or_null(),
        Field::ENABLED.soft(),
        Field::new("timeout", Slot::CallTimeout, Kind::Millis)
            .zero_is_endless()
            // Observed with 18.2.0.
            .up_to(2_147_483_647.0)
            .says("Time to connect and for each request, 0 = no limit [default: 30000]")
            .soft(),
        Field::native(
            "requestIdFormat",
            Kind::Word(&["string", "number"]),
            "Form of the ids of requests [default: number]",
        ),
        Field::native(
            "instructions",
            Kind::Flag,
            "Whether the server's instructions are used; from 18.3 on",
        ),
        Field::native(
            "auth",
            Kind::Object,
            "Stored credential to use: OAuth, or an API key",
        )
        .signs_in(),
        Field::OAUTH_CLIENT_ID,
        Field::OAUTH_CLIENT_SECRET,
        Field::new("oauth.scope", Slot::OauthScopes, Kind::Spaced).http(),
        Field::OAUTH_REDIRECT_URI,
        Field::OAUTH_CALLBACK_PORT,
        Field::native(
            "oauth.callbackPath",
            Kind::Text,
            "Path of the OAuth callback",
        )
        .http(),
        Field::native(
            "oauth.prompt",
            Kind::Text,
            "Prompt parameter of the authorization request",
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
        reserved: &["exa", "Exa", "EXA", ""],
        ..Names::ANY
    },
    crashes: &["", "args"],
    crash: Cost::File,
    runtime: Runtime {
        drops_empty: &[Slot::Env, Slot::Headers],
        once: true,
        ids: ToolIds {
            names: Some(Ids {
                keeps: "_",
                lower: true,
                collapse: true,
                ..Ids::PLAIN
            }),
            // Longer ids are cut, and made unique again.
            long_name: usize::MAX,
            ..ToolIds::NEW
        },
        built_in_hosts: &["mcp.exa.ai"],
        coerces: true,
        loose_lists: true,
        letters: true,
        joins_headers: true,
        bad_header: Some(Cost::Server),
        header_text: HeaderText::Latin,
        own_headers: &["accept"],
        loses_proto: true,
        takes_del: true,
        ..Runtime::NEW
    },
    ..Format::NEW
};

static ONCE: Dialect = Dialect {
    forms: &[Form::Braces, Form::Default],
    names: VariableNames::NoColon,
    // Observed with 18.2.0.
    wide: true,
    default_if_empty: true,
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
