//! Kiro. Editor and command line disagree on comments and references; what is written here suits both as far as
//! possible, and references are `${X}` in `env` and `headers` only.

use crate::host::{
    AddCommand, AddOption, Carries, Cost, Evidence, Fallback, Field, Folder, Format, Gate,
    GateKind, Host, InstallLink, Kind, Layer, Layers, Place, Runtime, Scope, Spelling, TagRule,
    Takes, Transports,
};
use crate::model::dialect::{Dialect, Form};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "kiro",
    name: "Kiro",
    aliases: &["kiro-cli", "kiro-ide"],
    version: "IDE 1.0.437, CLI 2.2.2",
    places: &[
        Place {
            globs: &[".kiro/settings/mcp.json"],
            alone: true,
            keys: &["powers"],
            ..JSON
        },
        Place {
            globs: &["~/.kiro/settings/mcp.json"],
            scope: Scope::User,
            alone: true,
            keys: &["powers"],
            ..JSON
        },
        Place {
            globs: &[".kiro/agents/*.json"],
            ..AGENT
        },
        Place {
            globs: &["~/.kiro/agents/*.json"],
            scope: Scope::User,
            ..AGENT
        },
    ],
    layers: Layers {
        moved: &[("KIRO_HOME", "~/.kiro")],
        order: &[
            Layer::file(".kiro/agents/*.json", "agents of the command line"),
            Layer::file(".kiro/settings/mcp.json", "the workspace"),
            Layer::file("~/.kiro/settings/mcp.json", ""),
        ],
        ..Layers::ONE
    },
    commands: &[AddCommand {
        words: &["kiro-cli", "mcp", "add"],
        options: ADD_OPTIONS,
        ..AddCommand::NEW
    }],
    links: &[InstallLink {
        prefixes: &["kiro://kiro.mcp/add?", "https://kiro.dev/launch/mcp/add?"],
        carries: Carries::Config,
    }],
    pitfalls: &[
        "The editor expands only the variables in its setting `kiroAgent.mcpApprovedEnvVars`; all others stay as text.",
        "The command line is reported to pass `${X}` on as text, up to 2.2.2.",
        "`${workspaceFolder}` and `${X:-d}` are not supported.",
        "Relative paths start in the folder that Kiro is installed in. Use absolute paths.",
        "A comment makes the command line skip the whole file; the editor accepts it.",
        "`oauth.clientSecret` works on the command line only.",
    ],
    evidence: &[
        Evidence::documented(
            "https://kiro.dev/docs/mcp/configuration",
            "files, fields, precedence",
        ),
        Evidence::documented("https://kiro.dev/docs/cli/mcp/", "`kiro-cli mcp add`"),
        Evidence::documented("https://kiro.dev/docs/mcp/servers", "install links"),
        Evidence::source(
            "2025-11",
            "https://github.com/aws/amazon-q-developer-cli",
            "types of fields, in the ancestor of the command line",
        ),
        Evidence::reported(
            "https://github.com/kirodotdev/Kiro/issues/5968",
            "comments on the command line",
        ),
        Evidence::reported(
            "https://github.com/kirodotdev/Kiro/issues/11258",
            "approved variables",
        ),
        Evidence::reported(
            "https://github.com/kirodotdev/Kiro/issues/8391",
            "`${X}` on the command line",
        ),
        Evidence::reported(
            "https://github.com/kirodotdev/Kiro/issues/6525",
            "where relative paths start",
        ),
        Evidence::unsure(
            "the fallback to SSE",
            "only a directory of clients mentions it",
        ),
    ],
    ..Host::NEW
};

/// What `kiro-cli mcp add` takes.
const ADD_OPTIONS: &[AddOption] = &[
    AddOption::new(&["--name"], Takes::Name),
    AddOption::new(&["--url"], Takes::Url),
    AddOption::new(&["--command"], Takes::Program),
    AddOption::new(&["--args"], Takes::ArgumentCommas),
    AddOption::new(&["--env"], Takes::Pair("env", '=')),
    AddOption::new(&["--headers"], Takes::Json("headers")),
    AddOption::new(&["--timeout"], Takes::Number("timeout")),
    AddOption::new(&["--disabled"], Takes::Flag("disabled")),
    AddOption::new(&["--scope"], Takes::Aside),
    AddOption::new(&["--agent"], Takes::Aside),
    AddOption::new(&["--force"], Takes::AsideFlag),
];

/// What its JSON files have in common.
const JSON: Place = Place {
    strict: Some("the command line"),
    format: &FORMAT,
    ..Place::JSON
};

/// An agent of the command line.
const AGENT: Place = Place {
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
        Field::new("command", Slot::Command, Kind::Text)
            .stdio()
            .late_empty(),
        Field::ARGS,
        Field::ENV,
        Field::new("url", Slot::Url, Kind::Text)
            .says("URL of the server; https, or http on localhost")
            .late_empty()
            .http(),
        Field::HEADERS,
        Field::TAG
            .says("Ignored by the editor; older command lines needed it")
            .legacy(),
        Field::DISABLED,
        Field::new("autoApprove", Slot::Approvals, Kind::Approved)
            .says("Tools that run without asking; `*` is all of them"),
        Field::new("disabledTools", Slot::DenyTools, Kind::List),
        Field::new("timeout", Slot::CallTimeout, Kind::Millis)
            .says("Timeout of a tool call; command line only [default: 120000]"),
        Field::OAUTH_CLIENT_ID,
        Field::OAUTH_CLIENT_SECRET.says("OAuth client secret; command line only"),
        Field::OAUTH_REDIRECT_URI.says("URL of the OAuth callback, or `host:port`, or `:port`"),
        Field::new(
            "oauth.clientMetadataUrl",
            Slot::OauthClientMetadataUrl,
            Kind::Text,
        )
        .http(),
        Field::new("oauth.oauthScopes", Slot::OauthScopes, Kind::List).http(),
        Field::new("oauthScopes", Slot::OauthScopes, Kind::List)
            .says("OAuth scopes to request, if `oauth.oauthScopes` is not there")
            .http()
            .legacy(),
    ],
    transports: Transports {
        elsewhere: &["registry"],
        tag: Some("type"),
        rule: TagRule::Refines,
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::implied(Transport::Http, "http"),
            Spelling::tried(Transport::Sse, "sse"),
        ],
        ..Transports::NEW
    },
    dialects: &[(&[Slot::Env, Slot::Headers], &DIALECT)],
    bad_server: Cost::File,
    runtime: Runtime {
        folder: Folder::Elsewhere("the folder that Kiro is installed in"),
        fallback: Fallback::ToSse,
        short_callback: true,
        tilde: &[Slot::Command],
        toggles: true,
        ..Runtime::NEW
    },
    defaults: &[(
        "oauthScopes",
        &["openid", "email", "profile", "offline_access"],
    )],
    ..Format::NEW
};

static DIALECT: Dialect = Dialect {
    forms: &[Form::Braces, Form::Prefixed],
    ..Dialect::NEW
};
