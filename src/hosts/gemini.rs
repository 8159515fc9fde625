//! Gemini CLI.
//!
//! An address beats a command here, and `httpUrl` beats both. Servers are switched off outside their entries. Child
//! processes do not get variables whose names look secret, unless their `env` says so.

use crate::diagnostic::Level;
use crate::host::{
    AddCommand, AddOption, AddShape, Cost, Evidence, Facts, Field, Format, Gate, GateKind,
    HeaderText, Host, HostSetting, Ids, Inherit, Kind, Layer, Layers, Names, Place, Retired,
    Runtime, Scope, Spelling, TagRule, Takes, ToolIds, Transports, Trust, join, joined,
};
use crate::model::dialect::{Dialect, Form, VariableNames, WhenUnset};
use crate::model::{HostVar, Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "gemini",
    name: "Gemini CLI",
    aliases: &["gemini-cli"],
    version: "0.61.0",
    places: &[
        Place {
            globs: &[".gemini/settings.json"],
            ..SETTINGS
        },
        Place {
            globs: &[
                "~/.gemini/settings.json",
                "/etc/gemini-cli/settings.json",
                "/etc/gemini-cli/system-defaults.json",
                "/Library/Application Support/GeminiCli/settings.json",
                "/Library/Application Support/GeminiCli/system-defaults.json",
                "/ProgramData/gemini-cli/settings.json",
                "/ProgramData/gemini-cli/system-defaults.json",
            ],
            scope: Scope::User,
            ..SETTINGS
        },
        Place {
            globs: &["gemini-extension.json"],
            format: &EXTENSION_FORMAT,
            ..JSON
        },
        // The chat of Firebase Studio, which is the same assistant in an editor.
        Place {
            globs: &[".idx/mcp.json"],
            alone: true,
            // The editor notes there which tools were chosen in its window; seen in public files.
            keys: &["enabledTools"],
            comments: true,
            ..JSON
        },
    ],
    facts: Facts {
        retired: &[Retired::reread("httpUrl", "0.21.0", "url")],
        retired_keys: &[
            Retired::gone("allowMCPServers", "", "mcp.allowed", Cost::Ignored),
            Retired::gone("excludeMCPServers", "", "mcp.excluded", Cost::Ignored),
        ],
        shell_forms: LATE,
        enablement: Some(".gemini/mcp-server-enablement.json"),
        off: "name it in `mcp.excluded`",
        trust: TRUST,
        ..Facts::NONE
    },
    layers: Layers {
        moved: &[
            (
                "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
                "/etc/gemini-cli/settings.json",
            ),
            (
                "GEMINI_CLI_SYSTEM_DEFAULTS_PATH",
                "/etc/gemini-cli/system-defaults.json",
            ),
        ],
        order: &[
            Layer::file("/etc/gemini-cli/settings.json", "system settings"),
            Layer::file(
                "/Library/Application Support/GeminiCli/settings.json",
                "system settings on macOS",
            ),
            Layer::file(
                "/ProgramData/gemini-cli/settings.json",
                "system settings on Windows",
            ),
            Layer::file(".gemini/settings.json", "of the current folder only"),
            Layer::file("~/.gemini/settings.json", ""),
            Layer::file("/etc/gemini-cli/system-defaults.json", "system defaults"),
            Layer::file("gemini-extension.json", "only names that are still free"),
            Layer::file(
                ".idx/mcp.json",
                "Firebase Studio only, which reads no other",
            ),
        ],
        ..Layers::ONE
    },
    commands: &[AddCommand {
        words: &["gemini", "mcp", "add"],
        shape: AddShape::Program,
        options: &ADD_OPTIONS,
        ..AddCommand::NEW
    }],
    pitfalls: &[
        "`url` wins over `command`, and `httpUrl` over both.",
        "An unset `${X}` becomes empty in `env` and `headers`, and stays as text everywhere else.",
        "`$NAME` without braces is expanded too, in every string of the file, and there is no escape.",
        "Variables whose names look secret are not inherited: a server that needs `GITHUB_TOKEN` must have it in `env`.",
        "`gemini mcp add` writes expanded values back: `$API_KEY` in the file is replaced by its value.",
        "A trailing comma, a byte-order mark or an empty file stops every command with exit code 52.",
        "`args` as a string, or a server that is `null`, crashes the client.",
        "In a folder that is not trusted, all servers are disabled, those of the user too.",
    ],
    evidence: &[
        Evidence::observed(
            "0.61.0",
            "files, syntax, fields, transports, expansion, inherited variables, precedence",
        ),
        Evidence::source(
            "2026-08-21",
            "https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/policy/config.ts",
            "rules about tools in settings",
        ),
        Evidence::source(
            "2026-08-21",
            "https://github.com/google-gemini/gemini-cli/blob/main/packages/cli/src/config/settingsSchema.ts",
            "fields and their types",
        ),
        Evidence::source(
            "2026-08-21",
            "https://github.com/google-gemini/gemini-cli/blob/main/packages/cli/src/utils/envVarResolver.ts",
            "references",
        ),
        Evidence::source(
            "2026-08-21",
            "https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/services/environmentSanitization.ts",
            "variables that are withheld",
        ),
        Evidence::documented(
            "https://firebase.google.com/docs/studio/mcp-servers",
            "`.idx/mcp.json` of Firebase Studio",
        ),
        Evidence::unsure(
            "fields and references in `.idx/mcp.json`",
            "only `command`, `args`, `env`, URLs and headers are documented",
        ),
    ],
    ..Host::NEW
};

/// What its JSON files have in common.
const JSON: Place = Place {
    // Observed with 0.61.0.
    halves: true,
    any_bytes: true,
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &join::<10, 19, 29>(
        &[
            Field::new("httpUrl", Slot::Url, Kind::Text)
                .says("Old spelling of `url`; wins over `url` and `command`")
                .remote()
                .legacy(),
            Field::new("url", Slot::Url, Kind::Text)
                .says("URL of the server; wins over `command`")
                .remote(),
            Field::new("command", Slot::Command, Kind::Text).stdio(),
            Field::TAG.says("Kind of remote server; anything but `sse` is HTTP"),
            Field::ARGS,
            Field::ENV,
            Field::CWD.says("Directory the process starts in, relative to the session's"),
            Field::new("timeout", Slot::CallTimeout, Kind::Millis)
                .says("Timeout of a tool call [default: 600000]; 0 fails")
                .late_empty(),
            Field::native("oauth.issuer", Kind::Text, "OAuth issuer").remote(),
            Field::native(
                "extension",
                Kind::Object,
                "Set by Gemini CLI itself for servers of extensions",
            ),
        ],
        &SHARED,
    ),
    transports: Transports {
        tag: Some("type"),
        rule: TagRule::Refines,
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::implied(Transport::Http, "http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        infer: &[
            ("httpUrl", Transport::Http),
            ("url", Transport::Http),
            ("command", Transport::Stdio),
        ],
        ..Transports::NEW
    },
    dialects: &[(LATE, &TWICE), (&[], &ONCE)],
    crashes: &["", "args"],
    // Without a URL, a provider of credentials fails the server (observed with 0.61.0).
    crossing: &[("authProviderType", Cost::Server)],
    names: Names {
        reserved: &["__proto__"],
        ..Names::ANY
    },
    runtime: Runtime {
        // `isEnabled` in packages/core/src/tools/mcp-client.ts.
        calls: true,
        inherit: Inherit::Filtered(&[
            "TOKEN",
            "SECRET",
            "PASSWORD",
            "PASSWD",
            "KEY",
            "AUTH",
            "CREDENTIAL",
            "CREDS",
            "PRIVATE",
            "CERT",
        ]),
        ids: ToolIds {
            names: Some(Ids {
                keeps: "_.:-",
                ..Ids::PLAIN
            }),
            // `mcp_server_tool`; the middle of a longer one is cut out.
            ambiguous: "_",
            listed: ("mcp_", "_"),
            everything: true,
            longest: 63,
            beyond: "are cut in the middle",
            extra: 5,
            ..ToolIds::NEW
        },
        coerces: true,
        // Its check of types only warns (observed with 0.61.0).
        loose: true,
        bad_header: Some(Cost::Server),
        joins_headers: true,
        header_text: HeaderText::Latin,
        ..Runtime::NEW
    },
    ..Format::NEW
};

/// The fields that forks of it have too. What is not a transport is used as it is, whatever its type, and the server runs
/// (observed with 0.61.0).
pub(super) const SHARED: [Field; 19] = [
    Field::HEADERS.remote(),
    Field::native(
        "tcp",
        Kind::Text,
        "WebSocket URL; part of the schema, but never used",
    ),
    Field::new("trust", Slot::DefaultApproval, Kind::Trusted)
        .says("Whether all tools run without asking")
        .soft(),
    Field::new("description", Slot::Description, Kind::Text).soft(),
    Field::new("includeTools", Slot::AllowTools, Kind::List).soft(),
    Field::new("excludeTools", Slot::DenyTools, Kind::List)
        .says("Tools that are hidden, also from `includeTools`")
        .soft(),
    Field::new("oauth.enabled", Slot::OauthEnabled, Kind::Flag).remote(),
    Field::OAUTH_CLIENT_ID.remote(),
    Field::OAUTH_CLIENT_SECRET.remote(),
    Field::new(
        "oauth.authorizationUrl",
        Slot::OauthAuthorizationUrl,
        Kind::Text,
    )
    .remote(),
    Field::new("oauth.tokenUrl", Slot::OauthTokenUrl, Kind::Text).remote(),
    Field::new("oauth.scopes", Slot::OauthScopes, Kind::List).remote(),
    Field::native(
        "oauth.audiences",
        Kind::List,
        "Audiences the token is requested for",
    )
    .remote(),
    Field::OAUTH_REDIRECT_URI.remote(),
    Field::native(
        "oauth.tokenParamName",
        Kind::Text,
        "Query parameter that carries the token",
    )
    .remote(),
    Field::native(
        "oauth.registrationUrl",
        Kind::Text,
        "URL for dynamic client registration",
    )
    .remote(),
    Field::native(
        "authProviderType",
        Kind::Word(&[
            "dynamic_discovery",
            "google_credentials",
            "service_account_impersonation",
        ]),
        "Where credentials come from",
    )
    .remote()
    .soft(),
    Field::native(
        "targetAudience",
        Kind::Text,
        "Audience, for impersonating a service account",
    )
    .remote(),
    Field::native(
        "targetServiceAccount",
        Kind::Text,
        "Service account to impersonate",
    )
    .remote(),
];

/// An extension knows its own folder, and cannot trust itself.
static EXTENSION_FORMAT: Format = Format {
    dialects: &[(LATE, &EXTENSION_LATE), (&[], &EXTENSION)],
    without: &["trust"],
    ..FORMAT
};

const SETTINGS: Place = Place {
    unreadable: Cost::Start,
    comments: true,
    bom: false,
    gates: &joined::<Gate, 2, 3, 5>(&GATES, &TOOL_GATES),
    // Both observed with 0.61.0.
    numbered: true,
    wrong_gate: Some(Cost::Ignored),
    ..JSON
};

/// Which servers are on, apart from their entries.
pub(super) const GATES: [Gate; 2] = [
    Gate {
        path: &["mcp", "excluded"],
        kind: GateKind::Off,
    },
    Gate {
        path: &["mcp", "allowed"],
        kind: GateKind::Only,
    },
];

/// Rules about tools, by their ids (`createPolicyEngineConfig` in packages/core/src/policy/config.ts).
const TOOL_GATES: [Gate; 3] = [
    Gate {
        path: &["tools", "exclude"],
        kind: GateKind::DenyTools,
    },
    Gate {
        path: &["tools", "allowed"],
        kind: GateKind::ApprovedTools,
    },
    // The tools of servers need to be on it too, and run without asking then (observed with 0.61.0).
    Gate {
        path: &["tools", "core"],
        kind: GateKind::CoreTools,
    },
];

/// The second spelling of each is the one of older files.
const TRUST: &[Trust] = &[
    accept(&["tools", "autoAccept"]),
    accept(&["autoAccept"]),
    open(&["security", "folderTrust", "enabled"]),
    open(&["folderTrust"]),
];

const fn accept(path: &'static [&'static str]) -> Trust {
    let why = "runs tools that are held to be safe without asking";
    Trust::new(path, HostSetting::True, Level::Warning, why)
}

const fn open(path: &'static [&'static str]) -> Trust {
    let why = "trusts the folder without asking";
    Trust::new(path, HostSetting::False, Level::Warning, why)
}

/// These are expanded a second time, and then a variable that is not set becomes nothing.
const LATE: &[Slot] = &[Slot::Env, Slot::Headers];

static ONCE: Dialect = Dialect {
    forms: &[Form::Braces, Form::Default, Form::Bare],
    names: VariableNames::Any,
    ..Dialect::NEW
};

static TWICE: Dialect = Dialect {
    then: Some(&SHELL),
    ..ONCE
};

/// The second reader is dotenv-expand (observed with 0.61.0): unset and empty are one, `\$` is a `$`, `${X-d}` and
/// `${X:+x}` work, and values are read again.
static SHELL: Dialect = Dialect {
    forms: &[Form::Operators, Form::Braces, Form::Bare],
    // What is no name of a variable is looked up too.
    names: VariableNames::Any,
    unset: WhenUnset::Empty,
    empty_is_unset: true,
    escapes: "$",
    again: true,
    ..Dialect::NEW
};

/// What extensions know.
pub(super) const VARS: Form = Form::Vars(&[
    ("extensionPath", HostVar::PluginRoot),
    ("workspacePath", HostVar::Workspace),
    ("/", HostVar::PathSeparator),
    ("pathSeparator", HostVar::PathSeparator),
]);

static EXTENSION: Dialect = Dialect {
    forms: &[VARS, Form::Braces, Form::Default, Form::Bare],
    names: VariableNames::Any,
    ..Dialect::NEW
};

static EXTENSION_LATE: Dialect = Dialect {
    then: Some(&SHELL),
    ..EXTENSION
};

/// What `gemini mcp add` takes; Qwen Code has more. Lists of tools are not split at commas, though its help says so
/// (observed with Qwen Code 0.24.4, which has the same code).
pub(super) const ADD_OPTIONS: [AddOption; 10] = [
    AddOption::new(&["--transport", "-t", "--type"], Takes::Transport),
    // Observed with Qwen Code 0.24.4: `A=b=c` is written as `b`.
    AddOption::new(&["--env", "-e"], Takes::CutPair("env", '=')),
    AddOption::new(&["--header", "-H"], Takes::Pair("headers", ':')),
    AddOption::new(&["--timeout"], Takes::Number("timeout")),
    AddOption::new(&["--trust"], Takes::Flag("trust")),
    AddOption::new(&["--description"], Takes::Text("description")),
    AddOption::new(&["--include-tools"], Takes::Each("includeTools")),
    AddOption::new(&["--exclude-tools"], Takes::Each("excludeTools")),
    AddOption::new(&["--scope", "-s"], Takes::Aside),
    AddOption::new(&["--debug", "-d"], Takes::AsideFlag),
];
