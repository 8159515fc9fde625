//! Junie, in JetBrains IDEs and on the command line. A closed program with a small documented format.

use crate::host::{
    Evidence, Facts, Field, Folder, Format, Host, Inherit, Layer, Layers, Place, Runtime, Scope,
    Spelling, TagRule, Transports,
};
use crate::model::Transport;

pub(super) static HOST: Host = Host {
    id: "junie",
    name: "Junie",
    aliases: &["jetbrains-junie"],
    version: "2026-11",
    places: &[
        Place {
            globs: &[".junie/mcp/mcp.json"],
            ..JSON
        },
        Place {
            globs: &["~/.junie/mcp/mcp.json"],
            scope: Scope::User,
            ..JSON
        },
    ],
    facts: Facts {
        off: "disable it in Junie's settings",
        ..Facts::NONE
    },
    layers: Layers {
        order: &[
            Layer::file(".junie/mcp/mcp.json", ""),
            Layer::file("~/.junie/mcp/mcp.json", ""),
        ],
        ..Layers::ONE
    },
    pitfalls: &[
        "The file is in a folder of its own: `.junie/mcp/mcp.json`, not `.junie/mcp.json`.",
        "No variables are documented: `${X}` is passed on as text.",
        "Remote servers need a recent version. Older plugins support only stdio, and their documentation recommends `mcp-remote`.",
        "Laravel Boost writes absolute paths of one machine into the project's file.",
        "`disabled`, `timeout` and `cwd` are not documented. Servers are disabled in the settings.",
        "AI Assistant is another product: it keeps servers in its settings, not in this file.",
    ],
    evidence: &[
        Evidence::documented(
            "https://junie.jetbrains.com/docs/junie-cli-mcp-configuration.html",
            "files, fields, remote servers",
        ),
        Evidence::documented(
            "https://www.jetbrains.com/help/junie/model-context-protocol-mcp.html",
            "the older plugin, which supports only stdio",
        ),
        Evidence::source(
            "2026-09",
            "https://github.com/dyoshikawa/rulesync",
            "how another tool writes the file",
        ),
        Evidence::unsure(
            "variables, comments, wrong types, unknown fields, OAuth",
            "not documented, and the program was not run",
        ),
        Evidence::unsure("SSE", "not documented"),
        Evidence::unsure(
            "which of two servers with one name wins",
            "both files are read, in an order that is not documented",
        ),
    ],
    ..Host::NEW
};

/// What its files have in common.
const JSON: Place = Place {
    alone: true,
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::COMMAND,
        Field::ARGS,
        Field::ENV,
        Field::URL.says("URL of the server; needs a recent version"),
        Field::HEADERS,
        Field::IDLE_TAG,
    ],
    transports: Transports {
        tag: Some("type"),
        rule: TagRule::Refines,
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::implied(Transport::Http, "http"),
            Spelling::implied(Transport::Http, "streamable-http"),
        ],
        ..Transports::NEW
    },
    runtime: Runtime {
        inherit: Inherit::Unknown,
        folder: Folder::Unknown,
        ..Runtime::NEW
    },
    ..Format::NEW
};
