//! The Copilot coding agent on GitHub, which reads its servers from the settings of a repository. Files are copies that
//! people keep of those settings.

use crate::host::{
    Evidence, Facts, Field, Format, Host, Inherit, Kind, Layer, Layers, Matching, MissingTag,
    Place, Runtime, Spelling, ToolIds, Transports,
};
use crate::model::dialect::{Dialect, Form, VariableNames};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "copilot-agent",
    name: "Copilot coding agent",
    aliases: &["copilot-coding-agent", "copilot-cloud-agent"],
    version: "2026-08",
    places: &[Place {
        globs: &[".github/copilot-mcp.json", "copilot-mcp.json"],
        alone: true,
        format: &FORMAT,
        ..Place::JSON
    }],
    facts: Facts {
        brings: &["github-mcp-server", "playwright"],
        off: "remove it from the settings of the repository",
        ..Facts::NONE
    },
    layers: Layers {
        order: &[
            Layer::file(
                "copilot-mcp.json",
                "the settings of the repository, of which the file is a copy",
            ),
            Layer::other("`mcp-servers` in the front matter of a custom agent"),
            Layer::other("Built-in servers: `github-mcp-server` and `playwright`"),
        ],
        ..Layers::ONE
    },
    pitfalls: &[
        "It reads no file: paste the JSON into the repository's settings, under Copilot, MCP servers.",
        "Every server needs `type`, `tools` and, if it is a process, `args`. `\"tools\": [\"*\"]` is all tools.",
        "Only secrets and variables whose names start with `COPILOT_MCP_` are available.",
        "Other names work in `args` if the same entry sets them in `env`.",
        "All tools that are listed run without approval.",
        "Remote servers that need OAuth are not supported, nor are resources and prompts.",
        "Comments are not allowed, though samples in the documentation have them.",
        "Programs such as `uv` must be installed in `.github/workflows/copilot-setup-steps.yml`.",
    ],
    evidence: &[
        Evidence::documented(
            "https://docs.github.com/en/copilot/how-tos/use-copilot-agents/coding-agent/extend-coding-agent-with-mcp",
            "fields, transports, variables, built-in servers",
        ),
        Evidence::documented(
            "https://docs.github.com/en/copilot/reference/custom-agents-configuration",
            "precedence, and servers of custom agents, which are not read here",
        ),
        Evidence::unsure(
            "what a server with a mistake costs",
            "only the syntax is known to be checked",
        ),
        Evidence::unsure(
            "a name in `env` without `$`, such as `COPILOT_MCP_KEY`",
            "older documentation had it, and Copilot CLI still replaces it",
        ),
        Evidence::unsure(
            "unset variables, and what processes inherit",
            "not documented; they are taken to inherit little",
        ),
    ],
    ..Host::NEW
};

static FORMAT: Format = Format {
    fields: &[
        Field::TAG.required().always(),
        Field::COMMAND,
        Field::ARGS.required().always(),
        Field::ENV.says("Environment variables, which references in `args` find too"),
        Field::URL,
        Field::HEADERS,
        Field::new("tools", Slot::AllowTools, Kind::List)
            .says("Tools that may be used, without approval; `*` is all of them")
            .required()
            .always(),
    ],
    defaults: &[("tools", &["*"])],
    transports: Transports {
        tag: Some("type"),
        missing: MissingTag::Refused,
        words: &[
            Spelling::tagged(Transport::Stdio, "local"),
            Spelling::tagged(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        ..Transports::NEW
    },
    dialects: &[
        (&[Slot::Env], &ENV),
        (
            &[Slot::Command, Slot::Args, Slot::Url, Slot::Headers],
            &DIALECT,
        ),
    ],
    runtime: Runtime {
        inherit: Inherit::SDK,
        ids: ToolIds {
            ambiguous: "",
            ..ToolIds::NEW
        },
        own_env: true,
        matching: Matching::ExactOrAll,
        ..Runtime::NEW
    },
    ..Format::NEW
};

const VARIABLES: VariableNames = VariableNames::Starting("COPILOT_MCP_");

static DIALECT: Dialect = Dialect {
    forms: &[Form::Braces, Form::Default, Form::Bare],
    names: VARIABLES,
    ..Dialect::NEW
};

static ENV: Dialect = Dialect {
    forms: &[Form::Braces, Form::Default, Form::Bare, Form::Name],
    names: VARIABLES,
    ..Dialect::NEW
};
