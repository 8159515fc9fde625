//! Codex.
//!
//! No references anywhere: variables are handed through by name only. A server with fields of both transports stops
//! the whole program.

use crate::diagnostic::Level;
use crate::host::{
    AddCommand, AddOption, AddShape, BareMap, Cost, Evidence, Facts, Field, Format, Gate, GateKind,
    Host, HostSetting, Inherit, Kind, Layer, Layers, Limits, Names, Place, Retired, Runtime, Scope,
    Spelling, Style, Tables, TagRule, Takes, TextShape, Transports, Trust,
};
use crate::model::{Slot, Transport};
use crate::syntax::Language;

const MODES: &[&str] = &["approve", "prompt", "auto", "writes"];

/// A duration of Rust counts seconds in 64 bits; more stops Codex (observed with 0.166.0).
const SECONDS: f64 = 1.844_674_407_370_955_2e19;

pub(super) static HOST: Host = Host {
    id: "codex",
    name: "Codex",
    aliases: &["codex-cli", "openai-codex"],
    version: "0.166.0",
    places: &[
        Place {
            globs: &[".codex/config.toml", ".codex/*.config.toml"],
            scope: Scope::Project,
            ..TOML
        },
        Place {
            globs: &[
                "~/.codex/config.toml",
                "~/.codex/*.config.toml",
                "/etc/codex/config.toml",
                "/etc/codex/managed_config.toml",
            ],
            scope: Scope::User,
            ..TOML
        },
        Place {
            globs: &[".codex-plugin/plugin.json"],
            bare: BareMap::All,
            paths: true,
            format: &PLUGIN,
            ..JSON
        },
    ],
    style: Style {
        tables: Tables::Sub,
        ..Style::TWO
    },
    facts: Facts {
        retired: &[
            Retired::gone("bearer_token", "0.149", "bearer_token_env_var", Cost::Start),
            Retired::gone(
                "startup_timeout_ms",
                "",
                "startup_timeout_sec",
                Cost::Ignored,
            ),
            Retired::renamed("experimental_environment", "", "environment_id"),
        ],
        retired_keys: &[
            Retired::gone("experimental_use_rmcp_client", "", "", Cost::Ignored),
            Retired::gone("profile", "", "", Cost::Start),
            Retired::gone(
                "profiles",
                "",
                "~/.codex/PROFILE.config.toml",
                Cost::Ignored,
            ),
        ],
        trust: &[Trust {
            path: &["approval_policy"],
            is: HostSetting::Word("never"),
            with: Some((&["sandbox_mode"], HostSetting::Word("danger-full-access"))),
            level: Level::Error,
            why: "lets everything run without asking, and without a sandbox",
        }],
        ..Facts::NONE
    },
    layers: Layers {
        moved: &[("CODEX_HOME", "~/.codex")],
        parents: true,
        merged: true,
        order: &[
            Layer::file(
                "/etc/codex/managed_config.toml",
                "an older kind of managed settings",
            ),
            Layer::other("`-c` on the command line"),
            Layer::file(
                ".codex/config.toml",
                "the inner folder first; only in trusted projects",
            ),
            Layer::other("`~/.codex/PROFILE.config.toml` with `--profile`"),
            Layer::file("~/.codex/config.toml", ""),
            Layer::file("/etc/codex/config.toml", ""),
            Layer::file(
                ".codex-plugin/plugin.json",
                "only names that are still free",
            ),
        ],
        ..Layers::ONE
    },
    commands: &[AddCommand {
        words: &["codex", "mcp", "add"],
        shape: AddShape::Words,
        options: &[
            AddOption::new(&["--env"], Takes::Pair("env", '=')),
            AddOption::new(&["--url"], Takes::Url),
            AddOption::new(
                &["--bearer-token-env-var"],
                Takes::Text("bearer_token_env_var"),
            ),
            AddOption::new(&["--oauth-client-id"], Takes::Text("oauth.client_id")),
            AddOption::new(&["--oauth-resource"], Takes::Text("oauth_resource")),
            AddOption::new(&["--config", "-c"], Takes::Aside),
            AddOption::new(&["--enable"], Takes::Aside),
            AddOption::new(&["--disable"], Takes::Aside),
        ],
        ..AddCommand::NEW
    }],
    pitfalls: &[
        "Nothing is expanded: `${X}` and `~` are passed on as text. Name variables in `env_vars`, `bearer_token_env_var` and `env_http_headers`.",
        "A process inherits a few variables only. All others must be in `env` or `env_vars`.",
        "One mistake stops Codex: a wrong type, `command` beside `url`, `args` or `env` beside `url`.",
        "`disabled = true`, `arguments` and `headers` are unknown and ignored. Write `enabled = false`, `args` and `http_headers`.",
        "`type = \"sse\"` is ignored, and the URL is used for streamable HTTP. SSE and WebSocket are not supported.",
        "`.codex/config.toml` of a project is ignored until the project is trusted, and so are its errors.",
        "The user's `command` and a project's `url` of one name are merged into an entry with both, which stops Codex.",
        "`codex mcp add` and `codex mcp remove` rewrite `mcp_servers` and lose its comments and unknown keys.",
    ],
    evidence: &[
        Evidence::observed(
            "0.166.0",
            "files, syntax, fields, costs of mistakes, precedence, expansion, names",
        ),
        Evidence::source(
            "2026-08-22",
            "https://github.com/openai/codex/blob/main/codex-rs/config/src/mcp_types.rs",
            "fields and their types",
        ),
        Evidence::source(
            "2026-08-22",
            "https://github.com/openai/codex/blob/main/codex-rs/rmcp-client/src/utils.rs",
            "inherited variables",
        ),
        Evidence::unsure(
            "the IDE extension and the app",
            "said to share the file; not checked",
        ),
    ],
    ..Host::NEW
};

/// What its JSON files have in common.
const JSON: Place = Place {
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    // Port 0 is any that is free (observed with 0.166.0).
    zero_port: true,
    // The token of `bearer_token_env_var` is sent, whatever `http_headers` say (observed with 0.166.0).
    header_vars_win: true,
    fields: &[
        // An empty program or URL passes, and only that server fails (observed with 0.166.0).
        Field::new("command", Slot::Command, Kind::Text)
            .stdio()
            .late_empty(),
        Field::ARGS,
        Field::new("env_vars", Slot::Env, Kind::EnvNames).stdio(),
        Field::CWD
            .says("Directory the process starts in, relative to the session's")
            .late_empty(),
        Field::new("url", Slot::Url, Kind::Text)
            .remote()
            .late_empty(),
        Field::new("bearer_token_env_var", Slot::Headers, Kind::BearerVar)
            .says("Name of the variable with the bearer token; without it the server fails")
            .remote(),
        Field::new("env_http_headers", Slot::Headers, Kind::HeaderVars)
            .says("Headers and the variables with their values; skipped when unset or blank")
            .remote(),
        Field::new("http_headers_helper", Slot::HeadersHelper, Kind::Text)
            .remote()
            .shaped(TextShape::NotBlank),
        Field::native(
            "auth",
            Kind::Word(&["oauth", "chatgpt", "ema_auth"]),
            "How to authenticate [default: oauth]",
        )
        .remote(),
        Field::new("scopes", Slot::OauthScopes, Kind::List).remote(),
        Field::new("oauth_resource", Slot::OauthResource, Kind::Text).remote(),
        Field::native(
            "environment_id",
            Kind::Text,
            "Environment the server runs in [default: local]",
        ),
        Field::new("startup_timeout_sec", Slot::StartupTimeout, Kind::Seconds)
            .says("Timeout for starting the server [default: 30]")
            .up_to(SECONDS)
            .late_empty(),
        Field::new("startup_timeout_ms", Slot::StartupTimeout, Kind::Millis)
            .says("Old spelling of `startup_timeout_sec`, which wins")
            .legacy(),
        Field::new("tool_timeout_sec", Slot::CallTimeout, Kind::Seconds)
            .says("Timeout of a tool call [default: 300]")
            .up_to(SECONDS),
        Field::native(
            "startup_readiness",
            Kind::Word(&["connection", "catalog"]),
            "What counts as started: the connection, or its list of tools",
        ),
        Field::native(
            "tool_input_schema_max_bytes",
            Kind::Whole,
            "Largest input schema of a tool, in bytes",
        )
        .within(0.0, f64::INFINITY),
        Field::ENABLED,
        Field::native(
            "required",
            Kind::Flag,
            "Whether `codex exec` fails if the server cannot start",
        ),
        Field::native(
            "supports_parallel_tool_calls",
            Kind::Flag,
            "Whether tools may be called in parallel",
        ),
        Field::new("enabled_tools", Slot::AllowTools, Kind::List)
            .says("The only tools that are available; exact names"),
        Field::new("disabled_tools", Slot::DenyTools, Kind::List)
            .says("Tools that are hidden, after `enabled_tools`; exact names"),
        Field::native(
            "omit_tools_from",
            Kind::List,
            "Where its tools are hidden: `code_mode`, `deferred`, `direct`",
        )
        .shaped(TextShape::OneOf(&["code_mode", "deferred", "direct"])),
        Field::new(
            "default_tools_approval_mode",
            Slot::DefaultApproval,
            Kind::DefaultPolicy(MODES),
        )
        .says("When tools ask: `auto`, `prompt`, `writes` or `approve`"),
        Field::native("name", Kind::Text, "Old display name, ignored"),
        Field::ENV.says("Environment variables with literal values"),
        Field::new("http_headers", Slot::Headers, Kind::Map)
            .says("HTTP headers with literal values")
            .remote(),
        Field::new("oauth.client_id", Slot::OauthClientId, Kind::Text).remote(),
        Field::new("oauth.client_secret", Slot::OauthClientSecret, Kind::Text)
            // Observed with 0.166.0: an empty one keeps it from starting.
            .says("OAuth client secret; needs `client_id`, and must not be empty")
            .remote()
            .filled()
            .with(&["oauth.client_id"]),
        Field::new("oauth.callback_port", Slot::OauthCallbackPort, Kind::Port).remote(),
        Field::new("oauth.callback_url", Slot::OauthRedirectUri, Kind::Text).remote(),
        Field::native(
            "oauth.token_endpoint_auth_method",
            Kind::Word(&["client_secret_basic", "client_secret_post"]),
            "How the client authenticates; only with `auth = \"ema_auth\"`",
        )
        .remote()
        .beside("auth", "ema_auth"),
        Field::native(
            "oauth.authorization_server_issuer",
            Kind::Text,
            "Issuer of tokens; only with `auth = \"ema_auth\"`",
        )
        .remote()
        .beside("auth", "ema_auth"),
        Field::new(
            "tools",
            Slot::Approvals,
            Kind::PolicyTables("approval_mode", MODES),
        )
        .says("When a tool asks, by tool"),
    ],
    transports: Transports {
        rule: TagRule::Hints,
        words: &[
            Spelling::implied(Transport::Stdio, ""),
            Spelling::implied(Transport::Http, ""),
        ],
        ..Transports::NEW
    },
    names: Names {
        extra: Some("_:@/.-"),
        ..Names::ANY
    },
    other_transport: Cost::Start,
    bad_server: Cost::Start,
    runtime: Runtime {
        inherit: Inherit::Few(&[
            "HOME",
            "LOGNAME",
            "PATH",
            "SHELL",
            "USER",
            "LANG",
            "LC_ALL",
            "TERM",
            "TMPDIR",
            "TZ",
            "__CF_USER_TEXT_ENCODING",
        ]),
        // `MCP startup failed: … requires remote MCP stdio` (observed with 0.166.0).
        environment: Some(("environment_id", "local")),
        splits_arguments: true,
        // Observed with 0.166.0.
        dates: true,
        // It sends the request without them (observed with 0.166.0).
        bad_header: Some(Cost::Ignored),
        reserved_bare: &["codex_apps", "codex_app"],
        ..Runtime::NEW
    },
    crossing: &[("scopes", Cost::Ignored)],
    limits: Limits {
        known: &[("tools", &["output_token_limit"])],
        ..Limits::NONE
    },
    ..Format::NEW
};

/// A plugin's file has the same fields, but a bad server is skipped alone (observed with 0.166.0).
static PLUGIN: Format = Format {
    other_transport: Cost::Server,
    bad_server: Cost::Server,
    ..FORMAT
};

/// A settings file in TOML, with tables of servers.
const TOML: Place = Place {
    language: Language::Toml,
    comments: true,
    trailing_commas: true,
    unreadable: Cost::Start,
    roots: &[&["mcp_servers"]],
    gates: &[
        Gate {
            path: &["mcp_oauth_callback_port"],
            kind: GateKind::Default("oauth.callback_port"),
        },
        Gate {
            path: &["mcp_oauth_callback_url"],
            kind: GateKind::Default("oauth.callback_url"),
        },
    ],
    ..JSON
};
