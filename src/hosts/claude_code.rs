//! Claude Code.
//!
//! The tag decides: a server without `type` is a process, and one with only a `url` is left out. Nothing in an entry
//! switches it off.

use crate::diagnostic::Level;
use crate::host::{
    AddCommand, AddOption, AddShape, Aside, BareMap, Cost, Evidence, Facts, Fallback, Field,
    Format, Gate, GateKind, HeaderText, Host, HostSetting, Ids, Kind, Layer, Layers, MissingTag,
    Names, Place, Retired, Runtime, Scope, Spelling, Takes, TextShape, ToolIds, Transports, Trust,
};
use crate::model::dialect::{Dialect, Form, VariableNames};
use crate::model::{HostVar, Slot, Transport};

/// The largest whole number of JavaScript.
const SAFE: f64 = 9_007_199_254_740_991.0;

const POLICIES: [&str; 3] = ["allow", "ask", "blocked"];
const TOOL_POLICIES: [&str; 3] = ["always_allow", "always_ask", "always_deny"];

/// The names that `claude mcp add` and `add-json` accept; a file may have any.
const ADDED: Names = Names {
    extra: Some("-_"),
    ..Names::ANY
};

pub(super) static HOST: Host = Host {
    id: "claude-code",
    name: "Claude Code",
    aliases: &["claude", "claude-cli"],
    version: "2.1.325",
    places: &[
        Place {
            globs: &[".mcp.json"],
            alone: true,
            needs_root: true,
            blank: Some(Cost::Ignored),
            others: &[("servers", "Visual Studio")],
            ..JSON
        },
        Place {
            globs: &["~/.claude.json"],
            scope: Scope::User,
            unreadable: Cost::Start,
            roots: &[&["mcpServers"], &["projects", "*", "mcpServers"]],
            gates: &[Gate {
                path: &["projects", "*", "disabledMcpServers"],
                kind: GateKind::Off,
            }],
            ..JSON
        },
        Place {
            globs: &["managed-mcp.json"],
            scope: Scope::User,
            alone: true,
            ..JSON
        },
        Place {
            globs: &[".claude-plugin/plugin.json"],
            paths: true,
            // Both sources are merged (observed with 2.1.325).
            assumed: &[".mcp.json"],
            format: &PLUGIN_FORMAT,
            ..JSON
        },
        Place {
            globs: &[],
            bare: BareMap::All,
            alone: true,
            format: &PLUGIN_FORMAT,
            ..JSON
        },
        // What a manifest names is a plugin's file, wherever it is.
        Place {
            globs: &[],
            named: true,
            bare: BareMap::All,
            alone: true,
            format: &PLUGIN_FORMAT,
            ..JSON
        },
    ],
    facts: Facts {
        asides: &[
            Aside {
                place: Place {
                    globs: &[".claude/settings.json"],
                    ..JSON
                },
                instead: ".mcp.json",
                sure: true,
                names: NAMES,
                off: OFF,
                rules: RULES,
            },
            Aside {
                place: Place {
                    globs: &[".claude/settings.local.json"],
                    scope: Scope::User,
                    ..JSON
                },
                instead: ".mcp.json",
                sure: true,
                names: NAMES,
                off: OFF,
                rules: RULES,
            },
            Aside {
                place: Place {
                    globs: &[".claude/mcp.json", ".claude/.mcp.json"],
                    ..JSON
                },
                instead: ".mcp.json",
                sure: true,
                names: &[],
                off: &[],
                rules: &[],
            },
        ],
        brings: &["ide", "plugin_*", "claude_ai_*"],
        // Denied tools are offered and called all the same (observed with 2.1.325).
        retired: &[Retired::gone("tools", "", "", Cost::Ignored)],
        off: "name it in `disabledMcpjsonServers` of `.claude/settings.local.json`",
        trust: TRUST,
        own_env: Some(&["env"]),
        redirects: &[
            "ANTHROPIC_BASE_URL",
            "ANTHROPIC_BEDROCK_BASE_URL",
            "ANTHROPIC_VERTEX_BASE_URL",
        ],
        ..Facts::NONE
    },
    layers: Layers {
        moved: &[("CLAUDE_CONFIG_DIR", "~")],
        parents: true,
        beyond: true,
        alone: &["managed-mcp.json"],
        order: &[
            Layer::file("managed-mcp.json", "nothing else is read beside it"),
            Layer::root(
                "~/.claude.json",
                &["projects", "*", "mcpServers"],
                "private to one project",
            ),
            Layer::file(".mcp.json", "the nearest folder first; needs approval"),
            Layer::root("~/.claude.json", &["mcpServers"], "for all projects"),
            Layer::other("Plugins; their names get a prefix, so they never collide"),
        ],
        ..Layers::ONE
    },
    commands: &[
        AddCommand {
            words: &["claude", "mcp", "add"],
            shape: AddShape::Words,
            options: &[
                AddOption::new(&["--transport", "-t"], Takes::Transport),
                AddOption::new(&["--env", "-e"], Takes::Pair("env", '=')),
                AddOption::new(&["--header", "-H"], Takes::Pair("headers", ':')),
                AddOption::new(&["--client-id"], Takes::Text("oauth.clientId")),
                AddOption::new(&["--callback-port"], Takes::Number("oauth.callbackPort")),
                AddOption::new(&["--scope", "-s"], Takes::Aside),
                AddOption::new(&["--client-secret"], Takes::AsideFlag),
            ],
            names: ADDED,
            ..AddCommand::NEW
        },
        AddCommand {
            words: &["claude", "mcp", "add-json"],
            shape: AddShape::Json,
            options: &[
                AddOption::new(&["--scope", "-s"], Takes::Aside),
                AddOption::new(&["--client-secret"], Takes::AsideFlag),
            ],
            names: ADDED,
            ..AddCommand::NEW
        },
    ],
    pitfalls: &[
        "A server with a `url` but no `type` is skipped: without `type` it is a process.",
        "An unset `${X}` stays as text, and the server starts with it. Write `${X:-}` for an empty value.",
        "`${CLAUDE_PROJECT_DIR}` is not expanded in `.mcp.json`; only the process gets that variable. Write `${CLAUDE_PROJECT_DIR:-.}`.",
        "A default ends at the first `}`, so `${A:-${B}}` gives the text `${B}`; only headers are then expanded again.",
        "`disabled`, `cwd`, `envFile` and `autoApprove` are ignored without a message.",
        "`mcpServers` in `.claude/settings.json` or `.claude/mcp.json` is never read.",
        "Before 2.1.141, one bad entry dropped the whole file without a message.",
        "On Windows, `npx` has to be started with `cmd /c`.",
    ],
    evidence: &[
        Evidence::observed(
            "2.1.325",
            "files, syntax, fields and their types, expansion, names, precedence",
        ),
        Evidence::source(
            "2.1.112",
            "https://www.npmjs.com/package/@anthropic-ai/claude-code/v/2.1.112",
            "the pattern of references, in the published bundle",
        ),
        Evidence::documented(
            "https://code.claude.com/docs/en/mcp",
            "plugins, agents, managed servers",
        ),
        Evidence::reported(
            "https://github.com/anthropics/claude-code/issues/9906",
            "older versions reject a byte-order mark",
        ),
    ],
    ..Host::NEW
};

/// What its JSON files have in common.
const JSON: Place = Place {
    // Observed with 2.1.325.
    halves: true,
    any_bytes: true,
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    // Any whole number above 0 passes for `callbackPort` (observed with 2.1.325).
    wide_ports: true,
    fields: &[
        Field::TAG,
        Field::COMMAND.says("Program to start; never split at spaces"),
        Field::ARGS,
        Field::ENV.says("Environment variables, on top of everything the host has"),
        Field::URL.remote(),
        Field::HEADERS.remote(),
        Field::new("headersHelper", Slot::HeadersHelper, Kind::Text)
            .says("Shell command that prints headers as a JSON object; needs a trusted folder")
            .remote(),
        // Anything else costs the server (observed with 2.1.325).
        Field::native("oauth", Kind::Object, "Settings for OAuth").http(),
        Field::OAUTH_CLIENT_ID,
        Field::OAUTH_CALLBACK_PORT,
        Field::new(
            "oauth.authServerMetadataUrl",
            Slot::OauthMetadataUrl,
            Kind::Text,
        )
        .says("URL of the metadata of the authorization server; https only")
        .shaped(TextShape::Url(&["https"]))
        .http(),
        Field::new("oauth.scopes", Slot::OauthScopes, Kind::Spaced).http(),
        Field::native(
            "oauth.xaa",
            Kind::Flag,
            "Enterprise sign-in (cross-app access)",
        )
        .http(),
        // Values below a second are passed over (observed with 2.1.325).
        Field::new("timeout", Slot::CallTimeout, Kind::Millis)
            .at_least(1000.0)
            .up_to(SAFE)
            .says("Timeout of a tool call; values below 1000 are ignored"),
        Field::native(
            "alwaysLoad",
            Kind::Flag,
            "Whether the tools are loaded at once and never deferred",
        ),
        Field::new("toolPermissions", Slot::Approvals, Kind::Policies(POLICIES))
            .says("The most that a tool may do; `allow` still asks")
            .http(),
        Field::new(
            "tools",
            Slot::Approvals,
            Kind::PolicyList("permission_policy", TOOL_POLICIES),
        )
        .says("Permission by tool, heeded only with `--mcp-config`")
        .http()
        .legacy(),
        Field::native(
            "discoveryCache",
            Kind::Flag,
            "Whether what was discovered is cached",
        )
        .http(),
        Field::native(
            "bareElicitationCapability",
            Kind::Flag,
            "Whether elicitation is announced without details",
        ),
    ],
    transports: Transports {
        tag: Some("type"),
        missing: MissingTag::Is(Transport::Stdio),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "http"),
            Spelling::tagged(Transport::Http, "streamable-http"),
            Spelling::tagged(Transport::Sse, "sse"),
            Spelling::tagged(Transport::Ws, "ws"),
        ],
        ..Transports::NEW
    },
    dialects: &[(&[Slot::Headers], &HEADERS), (EXPANDED, &DIALECT)],
    names: Names {
        reserved: &["workspace", "claude-in-chrome", "computer-use", "__proto__"],
        ..Names::ANY
    },
    runtime: Runtime {
        // Observed with 2.1.325.
        gives: &["CLAUDE_PROJECT_DIR"],
        ids: ToolIds {
            names: Some(Ids::PLAIN),
            ..ToolIds::NEW
        },
        // Where its first requests are turned down, `http` goes over to SSE (observed with 2.1.325).
        fallback: Fallback::ToSse,
        no_zero_time: true,
        asks: true,
        bad_header: Some(Cost::Server),
        joins_headers: true,
        header_text: HeaderText::Latin,
        own_headers: &["accept"],
        loses_proto: true,
        takes_del: true,
        ..Runtime::NEW
    },
    ..Format::NEW
};

/// A plugin also knows its own folders.
static PLUGIN_FORMAT: Format = Format {
    dialects: &[(&[Slot::Headers], &PLUGIN_HEADERS), (EXPANDED, &PLUGIN)],
    ..FORMAT
};

/// Where settings name servers.
const NAMES: &[(&[&str], bool)] = &[
    (&["enabledMcpjsonServers"], false),
    (&["disabledMcpjsonServers"], false),
    (&["permissions", "allow"], true),
    (&["permissions", "ask"], true),
    (&["permissions", "deny"], true),
];

const OFF: &[&[&str]] = &[&["disabledMcpjsonServers"]];

const RULES: &[(&[&str], bool)] = &[
    (&["deniedMcpServers"], true),
    (&["allowedMcpServers"], false),
];

const TRUST: &[Trust] = &[
    Trust::new(
        &["enableAllProjectMcpServers"],
        HostSetting::True,
        Level::Error,
        "approves every server of the project, also those that are added later",
    ),
    Trust::new(
        &["enabledMcpjsonServers"],
        HostSetting::Filled,
        Level::Warning,
        "approves servers of the project",
    ),
    Trust::new(
        &["permissions", "defaultMode"],
        HostSetting::Word("bypassPermissions"),
        Level::Error,
        "lets every tool run without asking",
    ),
];

/// Where references are looked for at all.
const EXPANDED: &[Slot] = &[
    Slot::Command,
    Slot::Args,
    Slot::Env,
    Slot::Url,
    Slot::Headers,
];

/// The project's folder is only known to the child process, so the host's own default has to stand in for it.
static DIALECT: Dialect = Dialect {
    forms: &[
        Form::Vars(&[("CLAUDE_PROJECT_DIR:-.", HostVar::Workspace)]),
        Form::Braces,
        Form::Default,
    ],
    names: VariableNames::Any,
    wide: true,
    ..Dialect::NEW
};

static PLUGIN: Dialect = Dialect {
    forms: &[
        Form::Vars(&[
            ("CLAUDE_PROJECT_DIR", HostVar::Workspace),
            ("CLAUDE_PLUGIN_ROOT", HostVar::PluginRoot),
        ]),
        Form::Own(&["CLAUDE_PLUGIN_DATA", "user_config"]),
        Form::Braces,
        Form::Default,
    ],
    names: VariableNames::Any,
    wide: true,
    ..Dialect::NEW
};

/// Headers are read a second time when the server is reached, so that `${A:-${B}}` works there and nowhere else (observed
/// with 2.1.325).
static HEADERS: Dialect = Dialect {
    then: Some(&DIALECT),
    ..DIALECT
};

static PLUGIN_HEADERS: Dialect = Dialect {
    then: Some(&PLUGIN),
    ..PLUGIN
};
