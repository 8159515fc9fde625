//! MCPNest, a service that runs processes from an uploaded document.
//!
//! Its server objects are closed: one field too many and the upload is refused.

use crate::host::{
    Cost, Evidence, Field, Folder, Format, Host, Inherit, Kind, Limits, Place, Runtime, Spelling,
    Transports, Words,
};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "mcpnest",
    name: "MCPNest",
    aliases: &["mcp-nest"],
    version: "2026-10",
    places: &[Place {
        globs: &["mcpnest.json"],
        alone: true,
        bom: false,
        format: &FORMAT,
        ..Place::JSON
    }],
    pitfalls: &[
        "Only `npx` and `uvx` are allowed, without a path and without `.cmd`.",
        "One unknown field rejects the upload: `type`, `url`, `headers`, `cwd`, `disabled`.",
        "Nothing is expanded: a literal `${X}` would reach the server.",
        "Remote servers cannot be uploaded.",
    ],
    evidence: &[
        Evidence::documented("MCPNest's format guide", "fields, commands, messages"),
        Evidence::unsure(
            "comments, doubled keys, names, inherited variables, the folder",
            "not documented",
        ),
    ],
    ..Host::NEW
};

static FORMAT: Format = Format {
    fields: &[
        Field::COMMAND.says("`npx` or `uvx`, without a path"),
        Field::ARGS,
        Field::new("transport.type", Slot::Native, Kind::Tag).always(),
        Field::ENV
            .says("Environment variables with literal values")
            .always(),
    ],
    transports: Transports {
        tag: Some("transport.type"),
        words: &[Spelling::tagged(Transport::Stdio, "stdio")],
        infer: &[("command", Transport::Stdio)],
        ..Transports::NEW
    },
    limits: Limits {
        commands: &["uvx", "npx"],
        refuses: &[Slot::Url, Slot::Headers],
        one_tool_list: false,
        words: Some(Words {
            field: "Server '{name}' has invalid fields: {field}. Allowed fields: command, args, transport, env",
            missing: "Server '{name}' is missing required fields: {field}",
            command: "Server '{name}' has invalid command '{command}'. Allowed commands: uvx, npx",
            advice: "package the server for npm or PyPI, so that npx or uvx can start it",
        }),
        ..Limits::NONE
    },
    unknown_field: Cost::File,
    other_transport: Cost::File,
    bad_server: Cost::File,
    expects_values: true,
    runtime: Runtime {
        folder: Folder::Unknown,
        inherit: Inherit::Few(&[]),
        ..Runtime::NEW
    },
    ..Format::NEW
};
