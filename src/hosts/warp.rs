//! Warp, the terminal.
//!
//! References are replaced in the text of the whole file before it is parsed. One variable that is unset or empty costs
//! all servers of the file, and one with a quote in its value breaks it.

use crate::host::{
    Cost, Evidence, Facts, Fallback, Field, Format, Host, Kind, Layer, Layers, Place, Retired,
    Runtime, Scope, Spelling, TagRule, Transports,
};
use crate::model::dialect::{Dialect, Form, InNames, VariableNames, WhenUnset};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "warp",
    name: "Warp",
    aliases: &["warp-terminal", "oz"],
    version: "2026-05-18",
    places: &[
        Place {
            globs: &[".warp/.mcp.json", ".agents/.mcp.json"],
            ..JSON
        },
        Place {
            globs: &["~/.warp/.mcp.json", "~/.agents/.mcp.json"],
            scope: Scope::User,
            ..JSON
        },
        Place {
            globs: &[".mcp.json"],
            own: false,
            ..JSON
        },
        Place {
            globs: &["~/.claude.json"],
            scope: Scope::User,
            own: false,
            alone: false,
            ..JSON
        },
    ],
    facts: Facts {
        retired: &[Retired::gone("start_on_launch", "", "", Cost::Ignored)],
        off: "stop it in Warp's settings",
        ..Facts::NONE
    },
    layers: Layers {
        order: &[
            Layer::file(".warp/.mcp.json", "once it is started manually"),
            Layer::file("~/.warp/.mcp.json", ""),
            Layer::file(
                ".mcp.json",
                "and `~/.claude.json`, if files of others are enabled",
            ),
            Layer::other("Codex's files, translated, and `.agents/.mcp.json`"),
        ],
        united: true,
        ..Layers::ONE
    },
    pitfalls: &[
        "One variable that is unset or empty drops all servers of the file.",
        "`${X:-d}` is taken for a variable called `X:-d`, which is never set: the whole file is dropped.",
        "Values are inserted into the text as they are. A quote, a backslash or a line break in one breaks the file.",
        "`{{X}}` in a command, an argument or a URL is a template variable. Unless it is a key of `env` or `headers`, the server is skipped.",
        "`cwd` is ignored. Write `working_directory`.",
        "An empty value in `env` is skipped, so that the process inherits the variable.",
        "Servers of a repository never start by themselves. Two files may define one name, and both servers are there.",
        "Of `mcp.servers`, `servers`, `mcpServers` and `mcp_servers` only the first that is there is read.",
    ],
    evidence: &[
        Evidence::source(
            "2026-05-18",
            "https://github.com/warpdotdev/Warp/blob/master/app/src/ai/mcp/parsing.rs",
            "fields, roots, templates, Codex's files",
        ),
        Evidence::source(
            "2026-05-18",
            "https://github.com/warpdotdev/Warp/blob/master/app/src/ai/mcp/file_mcp_watcher.rs",
            "files, references",
        ),
        Evidence::source(
            "2026-05-18",
            "https://github.com/warpdotdev/Warp/blob/master/app/src/ai/mcp/templatable_manager/native.rs",
            "how servers are started and reached",
        ),
    ],
    ..Host::NEW
};

/// What its files have in common.
const JSON: Place = Place {
    alone: true,
    roots: &[
        &["mcpServers"],
        &["mcp", "servers"],
        &["servers"],
        &["mcp_servers"],
    ],
    first_root: &[
        &["mcp", "servers"],
        &["servers"],
        &["mcpServers"],
        &["mcp_servers"],
    ],
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::COMMAND,
        Field::ARGS,
        Field::new("env", Slot::Env, Kind::SiftedMap)
            .says("Environment variables; an empty value is skipped")
            .stdio(),
        Field::new("working_directory", Slot::Cwd, Kind::Text)
            .says("Directory the process starts in [default: the repository]")
            .stdio(),
        Field::URL.or(&["serverUrl"]),
        Field::new("headers", Slot::Headers, Kind::SiftedMap).http(),
        Field::new("description", Slot::Description, Kind::Text),
        Field::native(
            "warp_id",
            Kind::Text,
            "Server stored in Warp's cloud; only in `--mcp`",
        ),
        Field::TAG
            .says("Ignored; the URL is tried over both transports")
            .legacy(),
    ],
    reference_fields: &["warp_id"],
    transports: Transports {
        tag: Some("type"),
        rule: TagRule::Unused,
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::implied(Transport::Http, "http"),
            Spelling::tried(Transport::Sse, "sse"),
        ],
        ..Transports::NEW
    },
    dialects: &[(&[], &DIALECT)],
    runtime: Runtime {
        // Its own `PATH` is put in front of that of an entry.
        appends: &["PATH"],
        drops_empty: &[Slot::Env, Slot::Headers],
        own_templates: true,
        // On Windows, commands run through `cmd.exe /c`.
        resolves_shims: true,
        fallback: Fallback::ToSse,
        ..Runtime::NEW
    },
    ..Format::NEW
};

static DIALECT: Dialect = Dialect {
    forms: &[Form::Braces, Form::OwnKey],
    names: VariableNames::Any,
    unset: WhenUnset::RejectsFile,
    empty_is_unset: true,
    breaks: "\"\\\n\r\t",
    in_names: InNames::All,
    ..Dialect::NEW
};
