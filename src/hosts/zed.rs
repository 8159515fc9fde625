//! Zed, the editor. Its servers stand among all its other settings, and one bad entry costs all of them.

use crate::host::{
    Cost, Evidence, Facts, Field, Format, Gate, GateKind, Host, Kind, Layer, Layers, Limits, Place,
    Retired, Runtime, Scope, Spelling, ToolIds, Transports,
};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "zed",
    name: "Zed",
    aliases: &["zed-editor"],
    version: "2026-08-22",
    places: &[
        Place {
            globs: &[".zed/settings.json"],
            ..SETTINGS
        },
        Place {
            globs: &[
                "~/.config/zed/settings.json",
                "~/.config/zed/global_settings.json",
                "~/AppData/Roaming/Zed/settings.json",
            ],
            scope: Scope::User,
            ..SETTINGS
        },
    ],
    layers: Layers {
        moved: &[
            ("FLATPAK_XDG_CONFIG_HOME", "~/.config"),
            ("XDG_CONFIG_HOME", "~/.config"),
        ],
        order: &[
            Layer::file(".zed/settings.json", ""),
            Layer::file(
                "~/.config/zed/settings.json",
                "or of `XDG_CONFIG_HOME`, or of `--user-data-dir`",
            ),
            Layer::file("~/.config/zed/global_settings.json", "managed"),
        ],
        ..Layers::ONE
    },
    facts: Facts {
        // Zed drops it when it loads the file, and offers to rewrite the file.
        retired: &[Retired::implied("source", "2025-11-25")],
        ..Facts::NONE
    },
    pitfalls: &[
        "One entry of the wrong shape, such as `{}` or `{\"enabled\": false}`, rejects the whole file with all settings of the editor: `data did not match any variant of untagged enum ContextServerSettingsContent`.",
        "There are no references. `Bearer ${TOKEN}` is sent as it is written.",
        "Without `args`, `command` is a line for the user's shell: `npx -y pkg $HOME` works. With `args`, nothing is expanded. mcpconv assumes a POSIX shell.",
        "`disabled` and `type` are ignored: write `\"enabled\": false`. `command` wins over `url`, and SSE is not supported.",
        "`timeout` is in seconds and about calls of tools; more than 600 counts as 600. The default is `context_server_timeout`, or 60. Beside `url`, a string there rejects the file, which mcpconv only warns about.",
        "An entry with `settings` alone belongs to an extension, which starts the server itself. Such entries are not changed and not converted.",
        "Tools are enabled in `agent.profiles` and approved in `agent.tool_permissions`. A conversion reports what is denied there, and carries none of it over.",
    ],
    evidence: &[
        Evidence::source(
            "2026-08-22",
            "https://github.com/zed-industries/zed/blob/main/crates/settings_content/src/project.rs",
            "fields and their types",
        ),
        Evidence::source(
            "2026-08-22",
            "https://github.com/zed-industries/zed/blob/main/crates/paths/src/paths.rs",
            "files",
        ),
        Evidence::source(
            "2026-08-22",
            "https://github.com/zed-industries/zed/blob/main/crates/project/src/context_server_store.rs",
            "timeouts, OAuth",
        ),
        Evidence::source(
            "2026-08-22",
            "https://github.com/zed-industries/zed/blob/main/crates/util/src/shell_builder.rs",
            "how commands are handed to a shell",
        ),
        Evidence::observed(
            "serde_json_lenient 0.2",
            "syntax, wrong types and their cost, with a copy of Zed's types",
        ),
        Evidence::unsure(
            "servers in settings profiles",
            "the path is not known; they are not looked for",
        ),
        Evidence::unsure(
            "commands without `args` on Windows",
            "PowerShell reads them there; not tried",
        ),
    ],
    ..Host::NEW
};

const SETTINGS: Place = Place {
    comments: true,
    trailing_commas: true,
    bom: false,
    roots: &[&["context_servers"]],
    gates: &[
        Gate {
            path: &["context_server_timeout"],
            kind: GateKind::Default("timeout"),
        },
        Gate {
            path: &["agent", "tool_permissions", "tools"],
            kind: GateKind::ToolRules,
        },
        Gate {
            path: &["agent", "tool_permissions", "default"],
            kind: GateKind::ToolRules,
        },
        Gate {
            path: &["agent", "profiles", "*"],
            kind: GateKind::ProfileTools,
        },
    ],
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::ENABLED,
        Field::new("command", Slot::Command, Kind::LoneLine)
            .says("Program to start; wins over `url`")
            .stdio()
            .required()
            .late_empty(),
        // Versions of 2025 wrote these; every load turns them into the others, in memory.
        Field::new("command.path", Slot::Command, Kind::Text)
            .says("Program to start, in the older form")
            .stdio()
            .legacy(),
        Field::new("command.args", Slot::Args, Kind::List)
            .says("Arguments of the program, in the older form")
            .stdio()
            .legacy(),
        Field::new("command.env", Slot::Env, Kind::Map)
            .says("Environment variables, in the older form")
            .stdio()
            .or_null()
            .legacy(),
        Field::ARGS,
        Field::ENV
            .says("Environment variables, on top of everything the host has")
            .or_null()
            .soft(),
        Field::native(
            "remote",
            Kind::Flag,
            "Whether it runs on the remote machine of the project [default: false]",
        )
        .stdio(),
        Field::URL.late_empty(),
        Field::HEADERS.says("HTTP headers; without `Authorization`, OAuth is tried"),
        Field::new("oauth.client_id", Slot::OauthClientId, Kind::Text).http(),
        Field::new("oauth.client_secret", Slot::OauthClientSecret, Kind::Text).http(),
        Field::new("timeout", Slot::CallTimeout, Kind::WholeSeconds)
            .says("Time for a call of a tool [default: 60]")
            .clamped(0.0, 6e5),
        Field::native(
            "settings",
            Kind::Any,
            "Settings of the extension that brings the server",
        ),
    ],
    reference_fields: &["settings"],
    extensions: true,
    transports: Transports {
        words: &[
            Spelling::implied(Transport::Stdio, ""),
            Spelling::implied(Transport::Http, ""),
        ],
        ..Transports::NEW
    },
    limits: Limits {
        whole: &[("oauth", "oauth.client_id")],
        ..Limits::NONE
    },
    bad_server: Cost::File,
    doubled: Cost::File,
    runtime: Runtime {
        ids: ToolIds {
            // `mcp:server:tool`
            listed: ("mcp:", ":"),
            ambiguous: "",
            extra: 5,
            ..ToolIds::NEW
        },
        // Commands run through the shell of the system.
        resolves_shims: true,
        asks: true,
        ..Runtime::NEW
    },
    ..Format::NEW
};
