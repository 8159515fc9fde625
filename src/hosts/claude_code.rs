//! Claude Code.
//!
//! The tag decides: a server without `type` is a process, and one with only a `url` is left out. Nothing in an entry
//! switches it off.

use crate::diagnostic::Level;
use crate::host::{
    Aside, Facts, Field, Format, Gate, GateKind, Host, Ids, Kind, Layers, Missing, Names, Place,
    Runtime, Scope, Setting, Spelling, TagRule, ToolIds, Transports, Trust,
};
use crate::model::dialect::{Dialect, Form, Unset};
use crate::model::{HostVar, Slot, Transport};

const POLICIES: [&str; 3] = ["allow", "ask", "blocked"];
const TOOL_POLICIES: [&str; 3] = ["always_allow", "always_ask", "always_deny"];

pub(super) static HOST: Host = Host {
    id: "claude-code",
    name: "Claude Code",
    aliases: &["claude", "claude-cli"],
    version: "2.1.325",
    places: &[
        Place {
            globs: &[".mcp.json"],
            alone: true,
            others: &[("servers", "Visual Studio")],
            ..JSON
        },
        Place {
            globs: &["~/.claude.json"],
            scope: Scope::User,
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
            format: &PLUGIN_FORMAT,
            ..JSON
        },
        Place {
            globs: &[],
            bare: true,
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
                names: NAMES,
            },
            Aside {
                place: Place {
                    globs: &[".claude/settings.local.json"],
                    scope: Scope::User,
                    ..JSON
                },
                instead: ".mcp.json",
                names: NAMES,
            },
            Aside {
                place: Place {
                    globs: &[".claude/mcp.json", ".claude/.mcp.json"],
                    ..JSON
                },
                instead: ".mcp.json",
                names: &[],
            },
        ],
        brings: &["ide", "plugin_*", "claude_ai_*"],
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
        parents: true,
        merged: false,
        alone: &["managed-mcp.json"],
    },
    ..Host::NEW
};

/// What its JSON files have in common.
const JSON: Place = Place {
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    // Any whole number above 0 passes for `callbackPort` (observed with 2.1.325).
    wide_ports: true,
    fields: &[
        Field::new("type", Slot::Native, Kind::Tag),
        Field::new("command", Slot::Command, Kind::Text)
            .stdio()
            .required(),
        Field::new("args", Slot::Args, Kind::List).stdio(),
        Field::new("env", Slot::Env, Kind::Map).stdio(),
        Field::new("url", Slot::Url, Kind::Text).remote().required(),
        Field::new("headers", Slot::Headers, Kind::Map).remote(),
        Field::new("headersHelper", Slot::HeadersHelper, Kind::Text).remote(),
        Field::new("oauth.clientId", Slot::OauthClientId, Kind::Text).http(),
        Field::new("oauth.callbackPort", Slot::OauthCallbackPort, Kind::Port).http(),
        Field::new(
            "oauth.authServerMetadataUrl",
            Slot::OauthMetadataUrl,
            Kind::Text,
        )
        .http(),
        Field::new("oauth.scopes", Slot::OauthScopes, Kind::Spaced).http(),
        Field::native("oauth.xaa", Kind::Flag).http(),
        Field::new("timeout", Slot::CallTimeout, Kind::Millis),
        Field::native("alwaysLoad", Kind::Flag),
        Field::new("toolPermissions", Slot::Approvals, Kind::Policies(POLICIES)).http(),
        Field::new(
            "tools",
            Slot::Approvals,
            Kind::PolicyList("permission_policy", TOOL_POLICIES),
        )
        .http()
        .legacy(),
        Field::native("discoveryCache", Kind::Flag).http(),
        Field::native("bareElicitationCapability", Kind::Flag),
    ],
    transports: Transports {
        tag: Some("type"),
        rule: TagRule::Decides,
        missing: Missing::Is(Transport::Stdio),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "http"),
            Spelling::tagged(Transport::Http, "streamable-http"),
            Spelling::tagged(Transport::Sse, "sse"),
            Spelling::tagged(Transport::Ws, "ws"),
        ],
        infer: &[("command", Transport::Stdio), ("url", Transport::Http)],
    },
    dialects: &[(EXPANDED, &DIALECT)],
    names: Names {
        reserved: &["workspace", "claude-in-chrome", "computer-use", "__proto__"],
        ..Names::ANY
    },
    runtime: Runtime {
        ids: ToolIds {
            names: Some(Ids::PLAIN),
            ..ToolIds::NEW
        },
        no_zero_time: true,
        ..Runtime::NEW
    },
    ..Format::NEW
};

/// A plugin also knows its own folders.
static PLUGIN_FORMAT: Format = Format {
    dialects: &[(EXPANDED, &PLUGIN)],
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

const TRUST: &[Trust] = &[
    Trust {
        path: &["enableAllProjectMcpServers"],
        is: Setting::True,
        with: None,
        level: Level::Error,
        why: "approves every server of the project, also those that are added later",
    },
    Trust {
        path: &["enabledMcpjsonServers"],
        is: Setting::Filled,
        with: None,
        level: Level::Warning,
        why: "approves servers of the project",
    },
    Trust {
        path: &["permissions", "defaultMode"],
        is: Setting::Word("bypassPermissions"),
        with: None,
        level: Level::Error,
        why: "lets every tool run without asking",
    },
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
    unset: Unset::Kept,
    whole: false,
    nested: false,
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
    unset: Unset::Kept,
    whole: false,
    nested: false,
};
