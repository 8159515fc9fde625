//! Auggie, the command line of Augment. Programs are started through a shell, which reads command and arguments as one
//! line.

use crate::host::{
    AddCommand, AddOption, AddShape, Banned, Cost, Evidence, Field, Format, Gate, GateKind,
    HeaderText, Host, Inherit, Kind, Layer, Layers, Names, Place, Runtime, Scope, Spelling, Takes,
    ToolIds, Transports,
};
use crate::model::dialect::{Dialect, Form, VariableNames, WhenUnset};
use crate::model::{HostVar, Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "auggie",
    name: "Auggie",
    aliases: &["augment", "augment-code"],
    version: "0.36.0",
    places: &[
        Place {
            globs: &[".augment/settings.json"],
            ..SETTINGS
        },
        Place {
            globs: &[
                "~/.augment/settings.json",
                "/etc/augment/settings.json",
                "/ProgramData/augment/settings.json",
            ],
            scope: Scope::User,
            ..SETTINGS
        },
        // Auggie has Git ignore it.
        Place {
            globs: &[".augment/settings.local.json"],
            scope: Scope::User,
            ..SETTINGS
        },
    ],
    layers: Layers {
        order: &[
            Layer::other("`--mcp-config`, beside which no server of the settings counts"),
            Layer::file(
                "/etc/augment/settings.json",
                "managed; `%ProgramData%\\augment\\settings.json` on Windows",
            ),
            Layer::file(".augment/settings.local.json", "not shared"),
            Layer::file(".augment/settings.json", ""),
            Layer::file("~/.augment/settings.json", ""),
        ],
        ..Layers::ONE
    },
    commands: &[
        AddCommand {
            words: &["auggie", "mcp", "add"],
            options: &[
                AddOption::new(&["--transport", "-t"], Takes::Transport),
                AddOption::new(&["--url", "-u"], Takes::Url),
                AddOption::new(&["--command", "-c"], Takes::Program),
                AddOption::new(&["--args"], Takes::ArgumentLine),
                AddOption::new(&["--env", "-e"], Takes::Pair("env", '=')),
                AddOption::new(&["--header", "-H"], Takes::Pair("headers", ':')),
                AddOption::new(&["--replace", "-r"], Takes::AsideFlag),
                AddOption::new(&["--project"], Takes::AsideFlag),
                AddOption::new(&["--local"], Takes::AsideFlag),
            ],
            // "contains a dot character which would corrupt the settings structure" (observed).
            names: Names {
                banned: Banned {
                    chars: ".",
                    ..Banned::NOTHING
                },
                reserved: &["__proto__", "constructor", "prototype"],
                ..Names::ANY
            },
            ..AddCommand::NEW
        },
        // It refuses what the settings may have besides, such as `cwd`.
        AddCommand {
            words: &["auggie", "mcp", "add-json"],
            shape: AddShape::Json,
            options: &[AddOption::new(&["--replace", "-r"], Takes::AsideFlag)],
            read_only: true,
            ..AddCommand::NEW
        },
    ],
    pitfalls: &[
        "`command` and `args` are joined with spaces and run by `/bin/sh -c`, or `cmd.exe /c` on Windows. An argument with a space becomes two unless it has quotes of its own: write `\"'a b'\"`. mcpconv writes such quotes.",
        "The shell also acts on `$X`, `~`, `*`, `;` and `|` outside of quotes; `$X` is mostly empty, because processes get few variables. mcpconv reads such a server as a shell that runs the line, and reports it.",
        "`${X}` in `headers` is sent as it is written (0.36.0), and the server fails if `X` is unset. Write the value.",
        "A server that refers to an unset variable fails with `Missing environment variable`. Write `${X:-d}`. A variable, header or `NAME=value` argument whose name has a word such as `TOKEN`, `KEY` or `AUTH` in it, and that comes out empty, keeps the server from running too.",
        "One wrong type, such as `type: streamable-http` or a list in `command`, and no server of the file is loaded. `auggie mcp list` reports nothing.",
        "A server without `command` and `url`, or an HTTP server without `url`, keeps all of them from being loaded, with `Invalid server configuration`.",
        "A byte-order mark or a syntax error empties the settings without a message.",
        "Timeouts and lists of tools in an entry are ignored. `toolPermissions` and `removedTools` limit tools; mcpconv does not evaluate them.",
    ],
    evidence: &[
        Evidence::observed(
            "0.36.0",
            "files, syntax, transports, expansion, the shell, precedence, costs of mistakes",
        ),
        Evidence::source(
            "0.36.0",
            "https://www.npmjs.com/package/@augmentcode/auggie/v/0.36.0",
            "fields and their types, in the published program",
        ),
        Evidence::documented(
            "https://docs.augmentcode.com/cli/integrations",
            "`auggie mcp add`",
        ),
        Evidence::documented(
            "https://docs.augmentcode.com/cli/permissions",
            "`toolPermissions`, and that tools are called `tool_server` there",
        ),
        Evidence::unsure(
            "which variables a process inherits",
            "a short list, taken for that of the SDK",
        ),
        Evidence::unsure(
            "names with a dot",
            "`auggie mcp add` refuses them; those in a file are loaded, and so mcpconv writes them",
        ),
        Evidence::unsure(
            "a variable that is set but empty",
            "fails where the name of the variable or header looks secret; mcpconv reads it as empty",
        ),
        Evidence::unsure(
            "`$augment-NAME`, a stored secret, in `env` and `args`",
            "mcpconv reads it as text",
        ),
    ],
    ..Host::NEW
};

const SETTINGS: Place = Place {
    comments: true,
    trailing_commas: true,
    bom: false,
    // It reports nothing (observed with 0.36.0).
    null_servers: true,
    gates: &[
        Gate {
            path: &["toolPermissions"],
            kind: GateKind::ToolRules,
        },
        Gate {
            path: &["removedTools"],
            kind: GateKind::ToolRules,
        },
    ],
    misshapen: Some(Cost::Ignored),
    halves: true,
    any_bytes: true,
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::TAG,
        Field::new("command", Slot::Command, Kind::ShellLine)
            .says("Program to start, as a shell reads it")
            .stdio()
            .required(),
        Field::new("args", Slot::Args, Kind::ShellWords)
            .says("Arguments of the program, as a shell reads them")
            .stdio(),
        Field::new("env", Slot::Env, Kind::ScalarMap)
            .says("Environment variables, on top of a few that the host has")
            .stdio(),
        Field::CWD.says("Folder the process starts in [default: the workspace]"),
        Field::URL.says("URL of the server; wins over `command` without a `type`"),
        Field::HEADERS.says("HTTP headers sent with every request, without references"),
        Field::new("clientId", Slot::OauthClientId, Kind::Text).http(),
        Field::DISABLED,
        Field::native("name", Kind::Text, "Accepted; the key of the entry counts"),
        Field::native("title", Kind::Text, "Name for people"),
    ],
    transports: Transports {
        tag: Some("type"),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::implied(Transport::Http, "http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        infer: &[("url", Transport::Http), ("command", Transport::Stdio)],
        ..Transports::NEW
    },
    dialects: &[
        (
            &[Slot::Command, Slot::Args, Slot::Env, Slot::Url, Slot::Cwd],
            &DIALECT,
        ),
        (&[Slot::Headers], &HEADERS),
    ],
    bad_server: Cost::File,
    runtime: Runtime {
        inherit: Inherit::SDK,
        tilde: &[Slot::Cwd],
        // Observed with 0.36.0.
        bad_header: Some(Cost::Server),
        header_text: HeaderText::Latin,
        resolves_shims: true,
        ids: ToolIds {
            behind: true,
            ..ToolIds::NEW
        },
        // Read in its code, and observed with 0.36.0.
        credentials: &[
            "KEY",
            "TOKEN",
            "SECRET",
            "PASSWORD",
            "PASSWD",
            "CREDENTIAL",
            "CREDENTIALS",
            "AUTH",
            "AUTHORIZATION",
            "BEARER",
        ],
        ..Runtime::NEW
    },
    ..Format::NEW
};

static DIALECT: Dialect = Dialect {
    forms: &[
        Form::Vars(&[("workspaceFolder", HostVar::Workspace)]),
        Form::Braces,
        Form::Default,
    ],
    unset: WhenUnset::SkipsServer,
    escapes: "$",
    escaped_before: "{",
    names: VariableNames::Words,
    ..Dialect::NEW
};

/// The token of the user's account, and only for Augment's own servers.
static HEADERS: Dialect = Dialect {
    forms: &[Form::Own(&["augmentToken"])],
    checked_as: Some(&DIALECT),
    ..Dialect::NEW
};
