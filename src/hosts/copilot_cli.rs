//! GitHub Copilot CLI.
//!
//! The user's file is read with more patience than those of a project. In `env`, a value that happens to be the name of a
//! variable becomes the value of that variable.

use crate::host::{
    AddCommand, AddOption, Banned, BareMap, Cost, Evidence, Facts, Field, Format, Host, Ids, Kind,
    Layer, Layers, Matching, Names, Place, Retired, Runtime, Scope, Spelling, Takes, TextShape,
    ToolIds, Transports,
};
use crate::model::dialect::{Dialect, Form, Position};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "copilot-cli",
    name: "Copilot CLI",
    aliases: &["copilot", "github-copilot-cli"],
    version: "1.0.102",
    places: &[
        Place {
            globs: &[".github/mcp.json"],
            ..PROJECT
        },
        Place {
            globs: &["~/.copilot/mcp-config.json"],
            scope: Scope::User,
            comments: true,
            trailing_commas: true,
            alone: true,
            // It reports `mcpServers: Required` and stops, whatever was meant (observed with 1.0.102).
            unreadable: Cost::Start,
            format: &FORMAT,
            ..Place::JSON
        },
        Place {
            globs: &[".mcp.json"],
            own: false,
            ..PROJECT
        },
    ],
    facts: Facts {
        brings: &["github-mcp-server"],
        retired: &[
            Retired::renamed("oauth.clientId", "", "oauthClientId"),
            Retired::renamed("oauth.callbackPort", "", "auth.redirectPort"),
        ],
        ..Facts::NONE
    },
    layers: Layers {
        moved: &[("COPILOT_HOME", "~/.copilot")],
        parents: true,
        // As a whole, whatever the servers are called (observed with 1.0.102).
        hides: &[(".mcp.json", ".github/mcp.json")],
        order: &[
            Layer::other("`--additional-mcp-config` on the command line"),
            Layer::other("Plugins"),
            Layer::file(
                ".mcp.json",
                "the nearest folder first; hides `.github/mcp.json` beside it",
            ),
            Layer::file(".github/mcp.json", "the nearest folder first"),
            Layer::file("~/.copilot/mcp-config.json", ""),
        ],
        ..Layers::ONE
    },
    commands: &[AddCommand {
        words: &["copilot", "mcp", "add"],
        options: &[
            AddOption::new(&["--transport"], Takes::Transport),
            AddOption::new(&["--env"], Takes::Pair("env", '=')),
            AddOption::new(&["--header"], Takes::Pair("headers", ':')),
            AddOption::new(&["--tools"], Takes::Commas("tools")),
            AddOption::new(&["--timeout"], Takes::Number("timeout")),
            AddOption::new(&["--json"], Takes::AsideFlag),
            AddOption::new(&["--show-secrets"], Takes::AsideFlag),
        ],
        ..AddCommand::NEW
    }],
    pitfalls: &[
        "A value in `env` that is the name of a set variable becomes its value: `\"MODE\": \"HOME\"` is the home folder.",
        "References outside of `env` find the variables of the entry's own `env` first. An unset `$X` or `${X}` stays as text. `${X:-d}` gives an empty value while X is set and empty.",
        "A comment, a trailing comma or a byte-order mark makes it skip a project's file. The user's file may have them.",
        "Files of a project are read in trusted folders only, and skipped without a message elsewhere.",
        "`.mcp.json` hides `.github/mcp.json` of the same folder. `.vscode/mcp.json` and a project's `.copilot/mcp-config.json` are not read.",
        "`enabled: false` is ignored, and the server starts. Write `disabled: true`.",
        "An invalid server in the user's file is skipped without a message.",
    ],
    evidence: &[
        Evidence::observed(
            "1.0.102",
            "files, syntax, fields, transports, expansion, names, precedence, `copilot mcp add`",
        ),
        Evidence::documented(
            "https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-command-reference",
            "tool ids, order of sources",
        ),
        Evidence::source(
            "1.0.78",
            "https://github.com/github/copilot-cli/blob/main/changelog.md",
            "which version reads which file",
        ),
        Evidence::unsure(
            "`${secret:…}` and `${installation-secret:…}`",
            "the words are in the program, and were not tried",
        ),
        Evidence::unsure(
            "a value in `env` that names an empty variable",
            "only variables with a value were tried",
        ),
    ],
    ..Host::NEW
};

const PROJECT: Place = Place {
    bom: false,
    // Every key is a server then, `$schema` too, which it skips with a warning (observed with 1.0.102).
    bare: BareMap::Any,
    alone: true,
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::TAG,
        Field::COMMAND,
        Field::ARGS,
        Field::ENV.says("Environment variables; a value that names a variable is replaced"),
        Field::CWD.says("Directory the process starts in, relative to the project"),
        // It lists a URL with blanks around it, and does not connect (observed with 1.0.102).
        Field::URL.shaped(TextShape::Trimmed),
        Field::HEADERS,
        Field::new("tools", Slot::AllowTools, Kind::List)
            .says("Tools that may be used; `*` is all of them [default: `*`]"),
        Field::new("excludeTools", Slot::DenyTools, Kind::List),
        Field::new("timeout", Slot::CallTimeout, Kind::Millis).says("Timeout of a tool call"),
        Field::DISABLED,
        Field::native(
            "deferTools",
            Kind::Word(&["auto", "never"]),
            "Whether tools are loaded when they are searched for",
        ),
        Field::native(
            "disableToolCache",
            Kind::Flag,
            "Whether the list of tools is never cached",
        )
        .stdio(),
        Field::native(
            "filterMapping",
            Kind::Any,
            "How the output of tools is filtered, for all or by tool",
        ),
        Field::native("oidc", Kind::Any, "Whether, and how, a token is passed on").signs_in(),
        Field::native("displayName", Kind::Text, "Name to show"),
        Field::native(
            "slowConnectionThresholdMs",
            Kind::Number,
            "Time after which connecting is reported as slow",
        ),
        Field::native(
            "disableSecretMasking",
            Kind::Flag,
            "Whether secrets in output are shown",
        ),
        Field::new("oauthClientId", Slot::OauthClientId, Kind::Text).http(),
        Field::new("oauthScopes", Slot::OauthScopes, Kind::List)
            .says("OAuth scopes to request; needs `oauthClientId`")
            .http()
            .with(&["oauthClientId"]),
        Field::native(
            "oauthPublicClient",
            Kind::Flag,
            "Whether the OAuth client has no secret",
        )
        .http(),
        Field::native(
            "oauthGrantType",
            Kind::Word(&["authorization_code", "client_credentials"]),
            "How a token is obtained",
        )
        .http(),
        Field::native("auth", Kind::Any, "Whether OAuth is used").http(),
        Field::new("auth.redirectPort", Slot::OauthCallbackPort, Kind::Port).http(),
        Field::OAUTH_CLIENT_ID
            .says("Old spelling of `oauthClientId`")
            .legacy(),
        Field::OAUTH_CALLBACK_PORT
            .says("Old spelling of `auth.redirectPort`")
            .legacy(),
        Field::native(
            "headersRefreshTtlMs",
            Kind::Number,
            "Time after which headers are determined again",
        )
        .http(),
    ],
    defaults: &[("tools", &["*"])],
    checks_urls: true,
    transports: Transports {
        tag: Some("type"),
        words: &[
            Spelling::implied(Transport::Stdio, "local"),
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::implied(Transport::Http, "http"),
            Spelling::implied(Transport::Http, "streamable-http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        ..Transports::NEW
    },
    dialects: &[
        (&[Slot::Env], &ENV),
        (&[Slot::Cwd], &FOLDER),
        (&[Slot::Command, Slot::Args, Slot::Headers], &DIALECT),
        (&[Slot::Url], &ADDRESS),
    ],
    names: Names {
        banned: Banned {
            chars: "}",
            control: true,
            lone: Some('/'),
        },
        ..Names::ANY
    },
    runtime: Runtime {
        ids: ToolIds {
            names: Some(Ids {
                other: '-',
                ..Ids::PLAIN
            }),
            ambiguous: "",
            extra: 1,
            ..ToolIds::NEW
        },
        no_zero_time: true,
        bad_header: Some(Cost::Server),
        matching: Matching::ExactOrAll,
        // Observed with 1.0.102.
        own_env: true,
        ..Runtime::NEW
    },
    ..Format::NEW
};

const SECRETS: Form = Form::Own(&["secret", "installation-secret"]);

static DIALECT: Dialect = Dialect {
    forms: &[SECRETS, Form::Braces, Form::Default, Form::Bare],
    ..Dialect::NEW
};

/// A URL has to parse as it is written (observed with 1.0.102).
static ADDRESS: Dialect = Dialect {
    position: Position::InUrl,
    ..DIALECT
};

/// A value that is the name of a variable is replaced here and nowhere else (observed with 1.0.102).
static ENV: Dialect = Dialect {
    forms: &[SECRETS, Form::Braces, Form::Default, Form::Bare, Form::Name],
    ..Dialect::NEW
};

static FOLDER: Dialect = Dialect {
    forms: &[
        SECRETS,
        Form::Braces,
        Form::Default,
        Form::Bare,
        Form::Tilde,
    ],
    ..Dialect::NEW
};
