//! Visual Studio Code.
//!
//! Its own file has references of the editor's kind and asks its user for `inputs`; the `.mcp.json` it also reads has
//! neither.

use crate::diagnostic::Level;
use crate::host::{
    AddCommand, AddShape, Aside, BareMap, Carries, Cost, Evidence, Facts, Fallback, Field,
    FieldWrapper, Format, HeaderText, Host, HostSetting, Ids, InstallLink, Kind, Layer, Layers,
    Place, Profiles, Retired, Runtime, Scope, Spelling, Style, TagRule, ToolIds, Transports, Trust,
};
use crate::model::dialect::{Dialect, Form, InNames, NONE, Position, WhenUnset};
use crate::model::{HostVar, Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "vscode",
    name: "VS Code",
    aliases: &[
        "vs-code",
        "code",
        "copilot-vscode",
        "vscodium",
        "code-server",
    ],
    version: "1.139.1",
    places: &[
        Place {
            globs: &[".vscode/mcp.json"],
            alone: true,
            ..OWN
        },
        Place {
            globs: &[
                "Code/User/mcp.json",
                "Code/User/profiles/*/mcp.json",
                "User/mcp.json",
            ],
            scope: Scope::User,
            alone: true,
            ..OWN
        },
        Place {
            globs: &["*.code-workspace"],
            roots: &[&["settings", "mcp", "servers"]],
            prompts: Some(&["settings", "mcp", "inputs"]),
            ..OWN
        },
        Place {
            globs: &[
                ".devcontainer/**/devcontainer.json",
                ".devcontainer/devcontainer.json",
                ".devcontainer.json",
            ],
            roots: &[&["customizations", "vscode", "mcp", "servers"]],
            prompts: Some(&["customizations", "vscode", "mcp", "inputs"]),
            keys: &[],
            ..OWN
        },
        Place {
            globs: &["Code/User/settings.json"],
            scope: Scope::User,
            roots: &[&["mcp", "servers"]],
            prompts: Some(&["mcp", "inputs"]),
            ..OWN
        },
        Place {
            globs: &[".mcp.json"],
            own: false,
            alone: true,
            bare: BareMap::All,
            prompts: None,
            roots: &[&["mcpServers"]],
            format: &BORROWED,
            ..OWN
        },
    ],
    style: Style {
        indent: "\t",
        ..Style::TWO
    },
    facts: Facts {
        asides: &[Aside {
            place: Place {
                globs: &[".vscode/settings.json"],
                roots: &[&["mcp", "servers"], &["mcp.servers"], &["mcpServers"]],
                prompts: Some(&["mcp", "inputs"]),
                ..OWN
            },
            instead: ".vscode/mcp.json",
            sure: true,
            names: &[],
            off: &[],
            rules: &[],
        }],
        retired_keys: &[
            Retired::gone("mcp", "", "mcp.json", Cost::Ignored),
            Retired::gone(
                "github.copilot.chat.mcp.servers",
                "",
                "mcp.json",
                Cost::Ignored,
            ),
        ],
        off: "stop it with the command `MCP: List Servers`",
        trust: TRUST,
        ..Facts::NONE
    },
    layers: Layers {
        order: &[
            Layer::file(".vscode/mcp.json", ""),
            Layer::file(".mcp.json", ""),
            Layer::file("*.code-workspace", ""),
            Layer::other("The user settings of a remote machine"),
            Layer::file("Code/User/mcp.json", ""),
            Layer::other(
                "Extensions, then plugins, then files of other hosts if their discovery is enabled",
            ),
        ],
        any_case: true,
        profiles: Some(Profiles {
            glob: "Code/User/profiles/*/mcp.json",
            names: "Code/User/globalStorage/storage.json",
            list: "userDataProfiles",
        }),
        ..Layers::ONE
    },
    commands: &[
        AddCommand {
            words: &["code", "--add-mcp"],
            shape: AddShape::NamedJson,
            options: &[],
            ..AddCommand::NEW
        },
        AddCommand {
            words: &["code-insiders", "--add-mcp"],
            shape: AddShape::NamedJson,
            options: &[],
            ..AddCommand::NEW
        },
    ],
    links: &[
        InstallLink {
            prefixes: &["vscode:mcp/install?", "vscode-insiders:mcp/install?"],
            carries: Carries::NamedJson,
        },
        InstallLink {
            prefixes: &[
                "https://vscode.dev/redirect/mcp/install?",
                "https://insiders.vscode.dev/redirect/mcp/install?",
                "https://vscode.dev/redirect?",
                "https://insiders.vscode.dev/redirect?",
            ],
            carries: Carries::Config,
        },
    ],
    pitfalls: &[
        "The root is `servers`. `mcpServers` in `.vscode/mcp.json` is ignored.",
        "`${X}` stays as text. Write `${env:X}`, which is empty when X is unset; there are no defaults.",
        "A URL is parsed before it is expanded: one that starts with a reference is skipped, and 1.128 then loads no server at all.",
        "In `.mcp.json` nothing is expanded, up to 1.139.",
        "`PATH` in `env` is appended to the inherited one.",
        "Any `type` but `stdio` and `http` is replaced: with a `command` it is stdio, otherwise HTTP.",
        "`disabled`, `timeout` and tool lists are ignored. They are settings of the editor.",
        "Commands of VS Code that add a server rewrite `mcp.json` and lose its comments.",
    ],
    evidence: &[
        Evidence::observed(
            "1.128.1",
            "reading of files, expansion, transports, with its own modules",
        ),
        Evidence::source(
            "1.139.1",
            "https://www.npmjs.com/package/code-server/v/4.139.1",
            "`.mcp.json`, the schema, variables of processes",
        ),
        Evidence::source(
            "1.139.1",
            "https://github.com/microsoft/vscode/blob/main/src/vs/platform/mcp/common/mcpResourceScannerService.ts",
            "files and roots",
        ),
        Evidence::documented(
            "https://code.visualstudio.com/docs/copilot/customization/mcp-servers",
            "dev containers",
        ),
        Evidence::unsure(
            "the first version that reads `.mcp.json`",
            "not later than 1.128.1",
        ),
    ],
    ..Host::NEW
};

static FORMAT: Format = Format {
    // The shape of its first previews is still taken apart (observed with 1.128.1).
    wrapper: Some(FieldWrapper {
        key: "config",
        inside: &[],
        beside: &["gallery", "version"],
        tagged: false,
    }),
    fields: &[
        Field::TAG.soft(),
        Field::COMMAND,
        Field::ARGS.or_null(),
        Field::new("env", Slot::Env, Kind::LooseMap)
            .says("Environment variables; `null` removes one, `PATH` is appended")
            .stdio()
            .or_null(),
        Field::new("envFile", Slot::EnvFile, Kind::Text)
            .says("File with variables, read before `env`; a missing file is an error")
            .stdio(),
        Field::CWD
            .says("Directory the process starts in [default: the workspace folder]")
            .or_null(),
        Field::new("sandboxEnabled", Slot::Sandbox, Kind::Flag)
            .says("Whether the process runs in a sandbox; not on Windows")
            .stdio(),
        Field::native(
            "dev",
            Kind::Object,
            "Files to watch and the debugger to use while developing the server",
        ),
        Field::URL.says("URL of the server; streamable HTTP, then SSE"),
        Field::HEADERS.or_null(),
        Field::OAUTH_CLIENT_ID,
        Field::native(
            "oauth.enterpriseManaged",
            Kind::Flag,
            "Whether sign-in is managed by the organization",
        )
        .http(),
        Field::native(
            "gallery",
            Kind::Any,
            "Marketplace entry it was installed from; written by VS Code",
        ),
        Field::native(
            "version",
            Kind::Text,
            "Installed version; written by VS Code",
        )
        .soft(),
    ],
    transports: Transports {
        tag: Some("type"),
        // Its loader replaces every other word by what the keys say (observed with 1.128.1).
        rule: TagRule::Listed(&["stdio", "http"]),
        words: &[
            Spelling::tagged(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        ..Transports::NEW
    },
    dialects: &[
        (&[Slot::Cwd], &FOLDER),
        (&[Slot::Url], &ADDRESS),
        (&[], &EDITOR),
    ],
    runtime: Runtime {
        ids: ToolIds {
            // Only the first letters of a name become part of an id.
            long_name: usize::MAX,
            // `chat.mcp.collisionBehavior` is `disable` by default (1.139.1).
            names: Some(Ids::CASELESS),
            ..ToolIds::NEW
        },
        fallback: Fallback::Either,
        asks: true,
        // `PATH` of an entry goes behind the inherited one (1.139.1).
        appends: &["PATH"],
        schemes: &["unix", "pipe"],
        bad_header: Some(Cost::Server),
        joins_headers: true,
        header_text: HeaderText::Latin,
        own_headers: &["host"],
        loses_proto: true,
        ..Runtime::NEW
    },
    reference_fields: &["gallery"],
    // Its reader trips over an entry that is no object, and then there are no servers at all (observed with 1.128.1).
    no_object: Some(Cost::File),
    ..Format::NEW
};

/// In a file that it shares with Claude Code it expands nothing, does not use `cwd`, and skips a server whose `type` it does
/// not know (observed with 1.139.1).
static BORROWED: Format = Format {
    without: &["cwd"],
    transports: Transports {
        rule: TagRule::Decides,
        words: &[
            Spelling::tagged(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "http"),
            Spelling::tagged(Transport::Http, "streamable-http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        ..FORMAT.transports
    },
    dialects: &[(&[], &NONE)],
    wrapper: None,
    ..FORMAT
};

const OWN: Place = Place {
    null_servers: true,
    // Observed with 1.128.1: it reports nothing.
    misshapen: Some(Cost::Ignored),
    no_object: Some(Cost::Ignored),
    numbered: true,
    halves: true,
    // Observed with 1.128.1.
    any_blanks: true,
    any_bytes: true,
    comments: true,
    trailing_commas: true,
    roots: &[&["servers"]],
    prompts: Some(&["inputs"]),
    keys: &["sandbox"],
    format: &FORMAT,
    ..Place::JSON
};
/// The second name of the first setting is its old one.
const TRUST: &[Trust] = &[
    approve(&["chat.tools.global.autoApprove"]),
    approve(&["chat.tools.autoApprove"]),
    approve(&["settings", "chat.tools.global.autoApprove"]),
    approve(&["settings", "chat.tools.autoApprove"]),
    approve(&[
        "customizations",
        "vscode",
        "settings",
        "chat.tools.global.autoApprove",
    ]),
    autostart(HostSetting::True),
    autostart(HostSetting::Word("newAndOutdated")),
    autostart(HostSetting::Word("onlyNew")),
];

const fn approve(path: &'static [&'static str]) -> Trust {
    let why = "lets every tool run without asking";
    Trust::new(path, HostSetting::True, Level::Error, why)
}

const fn autostart(is: HostSetting) -> Trust {
    let why = "starts servers of the project as soon as they are added";
    Trust::new(&["chat.mcp.autostart"], is, Level::Info, why)
}

const VARS: Form = Form::Vars(&[
    ("workspaceFolder", HostVar::Workspace),
    ("workspaceRoot", HostVar::Workspace),
    ("cwd", HostVar::Workspace),
    ("workspaceFolderBasename", HostVar::WorkspaceName),
    ("userHome", HostVar::Home),
    ("pathSeparator", HostVar::PathSeparator),
    ("/", HostVar::PathSeparator),
]);

const ONLY_HERE: Form = Form::Own(&[
    "config",
    "command",
    "workspaceFolder",
    "cwd",
    "file",
    "fileBasename",
    "fileBasenameNoExtension",
    "fileDirname",
    "fileDirnameBasename",
    "fileExtname",
    "fileWorkspaceFolder",
    "relativeFile",
    "relativeFileDirname",
    "selectedText",
    "lineNumber",
    "columnNumber",
    "execPath",
    "extensionInstallFolder",
    "defaultBuildTask",
]);

static EDITOR: Dialect = Dialect {
    forms: &[VARS, Form::Prefixed, Form::Input, ONLY_HERE],
    // Keys of `env` and `headers` are expanded like their values (observed with 1.128.1).
    in_names: InNames::OfPairs,
    unset: WhenUnset::Empty,
    nested: true,
    ..Dialect::NEW
};

/// A URL is parsed before references are put in: one in place of the scheme makes the parser throw, and 1.128.1 then drops
/// every server of the file (observed).
static ADDRESS: Dialect = Dialect {
    forms: &[VARS, Form::Prefixed, Form::Input, ONLY_HERE],
    position: Position::AfterScheme,
    unset: WhenUnset::Empty,
    nested: true,
    ..Dialect::NEW
};

static FOLDER: Dialect = Dialect {
    forms: &[VARS, Form::Prefixed, Form::Input, ONLY_HERE, Form::Tilde],
    unset: WhenUnset::Empty,
    nested: true,
    ..Dialect::NEW
};
