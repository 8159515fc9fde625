//! Crush. Values are expanded by a shell when a server starts, and the files of a project are merged, lists joined.

use crate::host::{
    Cost, Evidence, Facts, Field, Format, Gate, GateKind, Host, Kind, Layer, Layers, MissingTag,
    On, Place, Runtime, Scope, Spelling, ToolIds, Transports,
};
use crate::model::dialect::{Dialect, Form, WhenUnset};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "crush",
    name: "Crush",
    aliases: &["charm-crush", "charmbracelet-crush"],
    version: "0.96.1",
    places: &[
        // In one folder, the later of the two wins.
        Place {
            globs: &["crush.json", ".crush.json"],
            ..JSON
        },
        Place {
            globs: &[".crush/crush.json"],
            ..JSON
        },
        Place {
            globs: &[
                "~/.config/crush/crush.json",
                "~/.local/share/crush/crush.json",
                "~/AppData/Local/crush/crush.json",
                "/etc/crush/crush.json",
            ],
            scope: Scope::User,
            ..JSON
        },
    ],
    layers: Layers {
        moved: &[
            ("CRUSH_GLOBAL_CONFIG", "~/.config/crush"),
            ("XDG_CONFIG_HOME", "~/.config"),
            ("CRUSH_GLOBAL_DATA", "~/.local/share/crush"),
            ("XDG_DATA_HOME", "~/.local/share"),
        ],
        parents: true,
        merged: true,
        joined: true,
        order: &[
            Layer::files(".crush/crush.json", "written by Crush itself"),
            Layer::other("`.crushrc`, then `crushrc`, the nearest folder first"),
            Layer::file(".crush.json", "the nearest folder first"),
            Layer::file("crush.json", "in the same folder"),
            Layer::file(
                "~/.local/share/crush/crush.json",
                "data of Crush itself, such as OAuth tokens",
            ),
            Layer::other("`~/.config/crush/crushrc`"),
            Layer::file("~/.config/crush/crush.json", ""),
            Layer::file("/etc/crush/crush.json", "not on Windows"),
        ],
        ..Layers::ONE
    },
    frame: r#"{"$schema": "https://charm.land/crush.json"}"#,
    schemas: &["charm.land/crush"],
    facts: Facts {
        // The setting that starts Docker's gateway.
        brings: &["docker"],
        ..Facts::NONE
    },
    pitfalls: &[
        "`type` is required. Without it the server fails with `unsupported mcp type`, and so it does with `streamable-http`, `local` or `remote`.",
        "`$(command)` in a value runs when the server starts, also in a file of a project. Read such files before you start Crush in their folder.",
        "A bare `$` starts a variable: `$filter` and `US$5` lose text. Write `\\$`. A value that is just `$` is an error.",
        "`${env:X}` and `${input:x}` are empty, without a message. Write `${X}`.",
        "`args` of the same server in two files are joined, not replaced. Give it another name in one of them.",
        "One wrong type in one server, a comment or a trailing comma, and no file is loaded.",
        "With `oauth`, an HTTP server gets no `headers`.",
        "JSON is deprecated in favor of `crushrc`, a Bash script with `mcp add`. It still works, and new options come to `crushrc` only. mcpconv does not read `crushrc`.",
    ],
    evidence: &[
        Evidence::source(
            "2026-08-21",
            "https://github.com/charmbracelet/crush/blob/main/internal/config/config.go",
            "fields and their types",
        ),
        Evidence::source(
            "2026-08-21",
            "https://github.com/charmbracelet/crush/blob/main/internal/config/load.go",
            "files, precedence",
        ),
        Evidence::source(
            "2026-08-21",
            "https://github.com/charmbracelet/crush/blob/main/internal/agent/tools/mcp/init.go",
            "transports, timeouts, variables of processes",
        ),
        Evidence::source(
            "2026-08-21",
            "https://github.com/charmbracelet/crush/blob/main/internal/permission/permission.go",
            "`permissions.allowed_tools`",
        ),
        Evidence::observed(
            "mvdan.cc/sh 3.13.1",
            "references, with the library that expands them in Crush",
        ),
        Evidence::observed(
            "go-jsons, encoding/json",
            "wrong types, the case of fields, joined lists, with the libraries that do it in Crush",
        ),
        Evidence::unsure(
            "quotes and backslashes in a default, as in `${X:-\"d\"}`",
            "not tried; they are left alone",
        ),
    ],
    ..Host::NEW
};

const JSON: Place = Place {
    bom: false,
    unreadable: Cost::Start,
    // `load.go` skips it.
    blank: Some(Cost::Ignored),
    roots: &[&["mcp"]],
    // `Request` in internal/permission/permission.go.
    gates: &[
        Gate {
            path: &["permissions", "allowed_tools"],
            kind: GateKind::ApprovedTools,
        },
        // Set for Crush itself when it starts (internal/config/load.go).
        Gate {
            path: &["env"],
            kind: GateKind::Variables,
        },
    ],
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::TAG.required(),
        Field::COMMAND
            .late_empty()
            .says("Program to start; a leading `~` is the home folder"),
        Field::ARGS.or_null(),
        Field::ENV
            .says("Environment variables, on top of everything the host has")
            .or_null(),
        Field::URL.late_empty(),
        Field::HEADERS
            .says("HTTP headers sent with every request; not over HTTP with `oauth`")
            .or_null(),
        Field::DISABLED.or_null(),
        Field::new("enabled_tools", Slot::AllowTools, Kind::List)
            .says("The only tools that are available, before `disabled_tools`")
            .or_null(),
        Field::new("disabled_tools", Slot::DenyTools, Kind::List).or_null(),
        Field::new("timeout", Slot::StartupTimeout, Kind::WholeSeconds)
            .says("Time to connect [default: 10, or 30 with `oauth`]; 0 is the default")
            .at_least(1e3)
            .or_null(),
        Field::new("oauth", Slot::OauthEnabled, Kind::Flag)
            .says("Whether OAuth is used [default: false]")
            .http()
            .or_null(),
        Field::new("oauth_client_id", Slot::OauthClientId, Kind::Text)
            .bringing("oauth")
            .http()
            .or_null(),
        Field::new("oauth_client_secret", Slot::OauthClientSecret, Kind::Text)
            .bringing("oauth")
            .http()
            .or_null(),
        Field::new("oauth_callback_port", Slot::OauthCallbackPort, Kind::Port)
            .bringing("oauth")
            .http()
            .or_null(),
        Field::native(
            "oauth_token",
            Kind::Object,
            "Token; written by Crush itself",
        )
        .http()
        .or_null(),
    ],
    any_case: true,
    transports: Transports {
        tag: Some("type"),
        missing: MissingTag::Refused,
        unknown: Some(Cost::Server),
        words: &[
            Spelling::tagged(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        ..Transports::NEW
    },
    dialects: &[
        (&[Slot::Command], &PROGRAM),
        (
            &[
                Slot::Args,
                Slot::Env,
                Slot::Url,
                Slot::Headers,
                Slot::OauthClientId,
                Slot::OauthClientSecret,
            ],
            &SHELL,
        ),
    ],
    bad_server: Cost::Start,
    incomplete: Some(Cost::Server),
    // `null` is a server without anything, and lacks its `type`.
    crashes: &[""],
    crash: Cost::Server,
    wide_ports: true,
    runtime: Runtime {
        ids: ToolIds {
            // `mcp_server_tool` is never taken apart again.
            ambiguous: "",
            listed: ("mcp_", "_"),
            extra: 5,
            ..ToolIds::NEW
        },
        // `filterTools` asks for the length of the list (internal/agent/tools/mcp/tools.go).
        empty_list_is_none: true,
        // Unless `permissions.allowed_tools` names the tool.
        asks: true,
        drops_empty: &[Slot::Headers],
        oauth_or_headers: On::STREAMABLE,
        ..Runtime::NEW
    },
    ..Format::NEW
};

static SHELL: Dialect = Dialect {
    forms: &[Form::Bash],
    unset: WhenUnset::Empty,
    escapes: "$\\`",
    ..Dialect::NEW
};

static PROGRAM: Dialect = Dialect {
    forms: &[Form::Tilde, Form::Bash],
    ..SHELL
};
