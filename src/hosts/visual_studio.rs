//! Visual Studio, whose format is that of VS Code as far as it is documented. It reads several files of other hosts.

use crate::host::{
    Evidence, Facts, Fallback, Field, Folder, Format, Host, Inherit, Kind, Layer, Layers, Place,
    Runtime, Scope, Spelling, TagRule, Transports,
};
use crate::model::Transport;
use crate::model::dialect::{Dialect, Form};

pub(super) static HOST: Host = Host {
    id: "visual-studio",
    name: "Visual Studio",
    aliases: &["vs", "visualstudio"],
    version: "18.7",
    places: &[
        Place {
            globs: &[".vs/mcp.json"],
            ..OWN
        },
        Place {
            globs: &["~/.mcp.json"],
            scope: Scope::User,
            ..OWN
        },
        Place {
            globs: &[".mcp.json", ".vscode/mcp.json"],
            own: false,
            ..OWN
        },
        Place {
            globs: &[".cursor/mcp.json"],
            own: false,
            prompts: None,
            roots: &[&["mcpServers"]],
            ..OWN
        },
    ],
    facts: Facts {
        off: "disable its tools in the chat window",
        ..Facts::NONE
    },
    layers: Layers {
        order: &[
            Layer::file("~/.mcp.json", ""),
            Layer::file(".vs/mcp.json", "of the solution"),
            Layer::file(".mcp.json", "of the solution, for source control"),
            Layer::file(".vscode/mcp.json", ""),
            Layer::file(".cursor/mcp.json", ""),
        ],
        ..Layers::ONE
    },
    pitfalls: &[
        "The root is `servers`, also in `.mcp.json`, where Claude Code and others read `mcpServers`. A repository for both may need both keys.",
        "`.vs/` is usually ignored by git, so `.vs/mcp.json` stays on one machine. Share `.mcp.json`.",
        "Only `${input:id}` is documented. `${env:X}` and `${workspaceFolder}` may stay as text.",
        "Tools are disabled until somebody enables them in the chat window.",
        "A change of the file is to be trusted again from 18.7 on.",
        "The documentation calls the servers a list in one sentence; its samples and the program have a map.",
    ],
    evidence: &[
        Evidence::documented(
            "https://learn.microsoft.com/en-us/visualstudio/ide/mcp-servers",
            "files and their order, fields, inputs, OAuth, trust",
        ),
        Evidence::unsure(
            "`headers`, `gallery`, `sse`",
            "from links that install servers, and from VS Code",
        ),
        Evidence::unsure(
            "variables other than inputs",
            "VS Code has more; none is documented here",
        ),
        Evidence::unsure(
            "`mcpServers` in other files than `.cursor/mcp.json`",
            "not documented, and the program was not run",
        ),
        Evidence::unsure(
            "comments, wrong types, which of two servers with one name wins",
            "not documented, and the program was not run",
        ),
    ],
    ..Host::NEW
};

/// What its JSON files have in common.
const OWN: Place = Place {
    alone: true,
    roots: &[&["servers"]],
    prompts: Some(&["inputs"]),
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::TAG.says("Transport of the server; `url` alone is enough for HTTP"),
        Field::COMMAND,
        Field::ARGS,
        Field::ENV,
        Field::URL,
        Field::HEADERS.says("HTTP headers sent with every request; not documented"),
        Field::native(
            "gallery",
            Kind::Any,
            "Written by links that install a server",
        ),
    ],
    transports: Transports {
        tag: Some("type"),
        rule: TagRule::Refines,
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::implied(Transport::Http, "http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        ..Transports::NEW
    },
    dialects: &[(&[], &DIALECT)],
    runtime: Runtime {
        inherit: Inherit::Unknown,
        folder: Folder::Unknown,
        fallback: Fallback::None,
        ..Runtime::NEW
    },
    ..Format::NEW
};

static DIALECT: Dialect = Dialect {
    forms: &[Form::Input],
    ..Dialect::NEW
};
