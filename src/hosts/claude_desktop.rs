//! Claude Desktop's file, which runs processes only: remote servers are added in the app, not here.
//!
//! Nothing is expanded, not even `~`, so references have to be resolved before they get here.

use crate::host::{
    Evidence, Facts, Field, Folder, Format, Host, Inherit, Place, Runtime, Scope, Spelling,
    TagRule, Transports,
};
use crate::model::Transport;

pub(super) static HOST: Host = Host {
    id: "claude-desktop",
    name: "Claude Desktop",
    aliases: &["claude-app"],
    version: "1.46",
    places: &[Place {
        globs: &[
            // Also copies that people keep as examples.
            "claude_desktop_config.json",
            "Claude/claude_desktop_config.json",
            // Installs by MSIX read only this one.
            "~/AppData/Local/Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json",
        ],
        scope: Scope::User,
        bom: false,
        format: &FORMAT,
        ..Place::JSON
    }],
    facts: Facts {
        off: "disable it in the app, or remove the entry",
        ..Facts::NONE
    },
    pitfalls: &[
        "Remote servers do not work in this file: an entry without `command` is skipped, and older versions reject the file. Add them in the app as connectors, or start `mcp-remote`.",
        "`${X}`, `%X%` and `~` are passed on as text.",
        "The app does not start from your shell, so `PATH` is short. Use absolute paths for programs.",
        "`cwd` is ignored.",
        "The file is read when the app starts. Quit it completely and start it again.",
        "MSIX installs on Windows read `%LOCALAPPDATA%\\Packages\\Claude_*\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json`, while Edit Config may open another file.",
        "After a byte-order mark, the app may rewrite the file without `mcpServers`.",
        "Claude Code does not read this file.",
    ],
    evidence: &[
        Evidence::documented(
            "https://modelcontextprotocol.io/docs/develop/connect-local-servers",
            "files and fields",
        ),
        Evidence::documented(
            "https://support.claude.com/en/articles/11503834",
            "remote servers are not read from this file",
        ),
        Evidence::reported(
            "https://github.com/anthropics/claude-code/issues/26073",
            "the path of MSIX installs",
        ),
        Evidence::reported(
            "https://github.com/tadata-org/fastapi_mcp/issues/6",
            "`command` is required; syntax errors are shown in a dialog",
        ),
        Evidence::reported(
            "https://github.com/tradesdontlie/tradingview-mcp/issues/406",
            "what a byte-order mark does",
        ),
        Evidence::reported(
            "https://github.com/modelcontextprotocol/mcpb/issues/37",
            "`~` is not expanded",
        ),
        Evidence::unsure(
            "comments, doubled keys, unknown fields",
            "the app was not run",
        ),
    ],
    ..Host::NEW
};

static FORMAT: Format = Format {
    fields: &[
        Field::TAG.says("Tolerated, but only as `stdio`"),
        Field::COMMAND.says("Program to start; an absolute path is safest"),
        Field::ARGS,
        Field::ENV,
    ],
    transports: Transports {
        tag: Some("type"),
        rule: TagRule::Hints,
        words: &[Spelling::implied(Transport::Stdio, "stdio")],
        infer: &[("command", Transport::Stdio)],
        ..Transports::NEW
    },
    expects_values: true,
    runtime: Runtime {
        inherit: Inherit::SDK,
        folder: Folder::Root,
        splits_arguments: true,
        ..Runtime::NEW
    },
    ..Format::NEW
};
