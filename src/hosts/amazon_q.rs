//! Amazon Q Developer: a command line, its newer engine and the plugins of editors, three readers that disagree.
//!
//! What is written here suits all of them: `type: "http"` beside every URL, references in `env` and `headers` only, and
//! those only count for the command line.

use crate::host::{
    AddCommand, AddOption, Cost, Evidence, Field, Folder, Format, Gate, GateKind, Host, Ids, Kind,
    Layer, Layers, MissingTag, Place, Runtime, Scope, Spelling, Takes, ToolIds, Transports,
};
use crate::model::dialect::{Dialect, Form};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "amazon-q",
    name: "Amazon Q Developer",
    aliases: &["amazonq", "q"],
    version: "2026-04-23",
    places: &[
        Place {
            globs: &[".amazonq/mcp.json"],
            alone: true,
            ..JSON
        },
        Place {
            globs: &["~/.aws/amazonq/mcp.json"],
            scope: Scope::User,
            alone: true,
            ..JSON
        },
        Place {
            globs: &[".amazonq/cli-agents/*.json"],
            unknown_key: Cost::File,
            ..AGENT
        },
        Place {
            globs: &["~/.aws/amazonq/cli-agents/*.json"],
            scope: Scope::User,
            unknown_key: Cost::File,
            ..AGENT
        },
        // Those of editors, which do not check what else is there.
        Place {
            globs: &[".amazonq/agents/*.json", ".amazonq/default.json"],
            ..AGENT
        },
        Place {
            globs: &[
                "~/.aws/amazonq/agents/*.json",
                "~/.aws/amazonq/default.json",
            ],
            scope: Scope::User,
            ..AGENT
        },
    ],
    layers: Layers {
        order: &[
            Layer::file(".amazonq/cli-agents/*.json", "the agent in use"),
            Layer::file("~/.aws/amazonq/cli-agents/*.json", "the agent in use"),
            Layer::file(
                ".amazonq/mcp.json",
                "with the built-in agent, or one that sets `useLegacyMcpJson: true`",
            ),
            Layer::file(
                "~/.aws/amazonq/mcp.json",
                "with the built-in agent, or one that sets `useLegacyMcpJson: true`",
            ),
        ],
        ..Layers::ONE
    },
    commands: &[AddCommand {
        words: &["q", "mcp", "add"],
        options: &[
            AddOption::new(&["--name"], Takes::Name),
            AddOption::new(&["--command"], Takes::Program),
            AddOption::new(&["--args"], Takes::ArgumentCommas),
            AddOption::new(&["--env"], Takes::Pair("env", '=')),
            AddOption::new(&["--timeout"], Takes::Number("timeout")),
            AddOption::new(&["--disabled"], Takes::Flag("disabled")),
            AddOption::new(&["--scope"], Takes::Aside),
            AddOption::new(&["--agent"], Takes::Aside),
            AddOption::new(&["--force"], Takes::AsideFlag),
        ],
        ..AddCommand::NEW
    }],
    pitfalls: &[
        "A server with a `url` but no `type` fails on the command line. Write `type: \"http\"`.",
        "`type: \"sse\"` or `\"streamable-http\"` rejects the whole file on the command line.",
        "`${env:X}` works on the command line only, in `env` and `headers`. The editors expand nothing.",
        "On the command line, a variable that it already has beats the one in `env`. In editors `env` wins.",
        "An agent file reads `mcp.json` too only if it sets `useLegacyMcpJson: true`; the built-in agent does.",
        "An unknown key at the top of an agent file rejects it. Unknown fields of a server are ignored.",
        "Editors skip a server that has both `command` and `url`.",
        "The command line is no longer developed; Kiro follows it and reads `.kiro`.",
    ],
    evidence: &[
        Evidence::source(
            "2026-04-23",
            "https://github.com/aws/amazon-q-developer-cli/blob/main/crates/chat-cli/src/cli/chat/tools/custom_tool.rs",
            "fields and their types on the command line",
        ),
        Evidence::source(
            "2026-04-23",
            "https://github.com/aws/amazon-q-developer-cli/blob/main/crates/chat-cli/src/mcp_client/client.rs",
            "transports, references, variables of processes",
        ),
        Evidence::source(
            "2026-04-23",
            "https://github.com/aws/amazon-q-developer-cli/blob/main/crates/chat-cli/src/cli/agent/mod.rs",
            "agents, precedence",
        ),
        Evidence::source(
            "2026-08-20",
            "https://github.com/aws/language-servers",
            "fields, transports and names in editors",
        ),
        Evidence::documented(
            "https://docs.aws.amazon.com/amazonq/latest/qdeveloper-ug/mcp-ide.html",
            "`default.json`, which the editors' dialog writes",
        ),
        Evidence::unsure(
            "the folder that processes start in",
            "the workspace in editors; not documented for the command line",
        ),
    ],
    ..Host::NEW
};

/// What its JSON files have in common.
const JSON: Place = Place {
    bom: false,
    format: &FORMAT,
    ..Place::JSON
};

/// An agent has other settings beside its servers.
const AGENT: Place = Place {
    alone: true,
    keys: &[
        "$schema",
        "name",
        "description",
        "prompt",
        "tools",
        "toolAliases",
        "allowedTools",
        "resources",
        "hooks",
        "toolsSettings",
        "useLegacyMcpJson",
        "model",
        "keyboardShortcut",
        "welcomeMessage",
    ],
    approves: Some("allowedTools"),
    gates: &[
        Gate {
            path: &["tools"],
            kind: GateKind::Mentions,
        },
        Gate {
            path: &["allowedTools"],
            kind: GateKind::ApprovedMentions,
        },
    ],
    ..JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::TAG.says("Transport of the server; without it, the command line expects a process"),
        Field::COMMAND
            .late_empty()
            .says("Program to start; `~` and variables are expanded by the command line"),
        Field::ARGS,
        Field::ENV,
        Field::URL.late_empty(),
        Field::HEADERS,
        Field::new("timeout", Slot::CallTimeout, Kind::Millis)
            .says("Timeout of a call [default: 120000; 60000 in editors]"),
        Field::new("initializationTimeout", Slot::StartupTimeout, Kind::Millis)
            .says("Time to connect; editors only [default: 120000]"),
        Field::DISABLED,
        Field::new("oauthScopes", Slot::OauthScopes, Kind::List)
            .says("OAuth scopes to request; command line only")
            .http(),
        Field::OAUTH_REDIRECT_URI.says("Callback, such as `127.0.0.1:7778`; command line only"),
    ],
    transports: Transports {
        tag: Some("type"),
        missing: MissingTag::Is(Transport::Stdio),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "http"),
        ],
        elsewhere: &["registry"],
        ..Transports::NEW
    },
    dialects: &[
        (&[Slot::Command], &PROGRAM),
        (&[Slot::Env, Slot::Headers], &DIALECT),
    ],
    bad_server: Cost::File,
    incomplete: Some(Cost::Server),
    defaults: &[(
        "oauthScopes",
        &["openid", "email", "profile", "offline_access"],
    )],
    runtime: Runtime {
        // Editors start them in the first folder of the workspace, the command line where it runs (source).
        folder: Folder::Project,
        short_callback: true,
        keeps_own_env: true,
        ids: ToolIds {
            // Editors keep only these characters of a name.
            names: Some(Ids::PLAIN),
            // `server___tool`.
            ambiguous: "___",
            extra: 3,
            ..ToolIds::NEW
        },
        ..Runtime::NEW
    },
    ..Format::NEW
};

static DIALECT: Dialect = Dialect {
    forms: &[Form::Prefixed],
    keeps_braces: true,
    ..Dialect::NEW
};

/// The command goes through a shell's expansion, and nothing else does.
static PROGRAM: Dialect = Dialect {
    forms: &[Form::Braces, Form::Bare, Form::Tilde],
    ..Dialect::NEW
};
