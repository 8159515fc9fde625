//! Roo Code, and Zoo Code, which carries it on with the same files.
//!
//! One entry that its schema refuses costs a project's whole file, and fields of the other transport are refused too. A URL
//! without a `type` is SSE.

use crate::host::{
    Cost, Evidence, Field, Format, Host, Ids, Inherit, Kind, Layer, Layers, Place, Runtime, Scope,
    Spelling, ToolIds, Transports,
};
use crate::model::dialect::{Dialect, Form, InNames, Position, VariableNames};
use crate::model::{HostVar, Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "roo",
    name: "Roo Code",
    aliases: &["roo-code", "roo-cline", "zoo", "zoo-code"],
    version: "3.52.1",
    places: &[
        Place {
            globs: &[".roo/mcp.json"],
            ..JSON
        },
        Place {
            globs: &[
                "Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
                "mcp_settings.json",
            ],
            scope: Scope::User,
            format: &USER,
            ..JSON
        },
    ],
    layers: Layers {
        order: &[
            Layer::file(".roo/mcp.json", "of the first workspace folder"),
            Layer::file(
                "Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
                "",
            ),
        ],
        ..Layers::ONE
    },
    pitfalls: &[
        "Roo Code was shut down on 2026-05-15. Zoo Code reads the same files.",
        "One bad entry rejects the whole project file. In the user's file, only the server is skipped at start-up, and the whole file is rejected after an edit.",
        "A URL without a `type` is SSE. For streamable HTTP write `streamable-http`; `http` and `streamableHttp` are rejected.",
        "`timeout` is in seconds, from 1 to 3600. One in milliseconds, such as 60000, rejects the file.",
        "A URL is checked before it is expanded: a reference in its host rejects the file, one in its path or query works.",
        "Backslashes in the value of a variable become slashes, and a quote or a newline in it breaks the server.",
        "`${X}` stays as text. Write `${env:X}`; it stays as text too when X is unset, and there are no defaults.",
        "Processes inherit only a few variables, such as `PATH` and `HOME`. Put the others in `env`.",
    ],
    evidence: &[
        Evidence::observed(
            "3.52.1",
            "fields, ranges, transports, costs of mistakes, with its own schema",
        ),
        Evidence::source(
            "2026-04-14",
            "https://github.com/RooCodeInc/Roo-Code/blob/main/src/services/mcp/McpHub.ts",
            "files, precedence, approvals, processes",
        ),
        Evidence::source(
            "2026-04-14",
            "https://github.com/RooCodeInc/Roo-Code/blob/main/src/utils/config.ts",
            "references",
        ),
        Evidence::source(
            "2026-04-14",
            "https://github.com/RooCodeInc/Roo-Code/blob/main/src/utils/mcp-name.ts",
            "tool ids",
        ),
        Evidence::reported(
            "https://github.com/RooCodeInc/Roo-Code/issues/12169",
            "the shutdown",
        ),
    ],
    ..Host::NEW
};

/// What its files have in common: they are read with `JSON.parse`, and hold nothing but servers.
const JSON: Place = Place {
    format: &FORMAT,
    bom: false,
    alone: true,
    ..Place::JSON
};

pub(super) static FORMAT: Format = Format {
    fields: &[
        Field::TAG.says("Transport; a URL without it is SSE, which is not what most servers use"),
        Field::COMMAND,
        Field::ARGS,
        Field::CWD.says("Directory the process starts in [default: first workspace folder]"),
        Field::ENV,
        Field::URL.says("URL of the server; checked before references are expanded"),
        Field::HEADERS,
        Field::DISABLED,
        Field::new("timeout", Slot::CallTimeout, Kind::Seconds)
            .says("Timeout of a request [default: 60]")
            .within(1e3, 3.6e6),
        Field::new("alwaysAllow", Slot::Approvals, Kind::Approved)
            .says("Tools that run without asking; `*` is all of them"),
        Field::new("disabledTools", Slot::DenyTools, Kind::List)
            .says("Tools that are kept from the model"),
        Field::native(
            "watchPaths",
            Kind::List,
            "Files that restart the server when they change",
        ),
    ],
    transports: Transports {
        tag: Some("type"),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "streamable-http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        infer: &[("command", Transport::Stdio), ("url", Transport::Sse)],
        ..Transports::NEW
    },
    dialects: &[(&[Slot::Url], &ADDRESS), (&[], &DIALECT)],
    other_transport: Cost::File,
    // It is not among the fields that its schema forbids there (3.52.1).
    crossing: &[("cwd", Cost::Ignored)],
    bad_server: Cost::File,
    checks_urls: true,
    runtime: Runtime {
        inherit: Inherit::SDK,
        // Whatever is started on Windows has `cmd.exe /c` put in front.
        resolves_shims: true,
        ids: ToolIds {
            names: Some(Ids {
                drops: true,
                single: "-",
                lead: true,
                ..Ids::PLAIN
            }),
            ambiguous: "--",
            ..ToolIds::NEW
        },
        ..Runtime::NEW
    },
    ..Format::NEW
};

/// At start-up, entries of the user's file are checked one by one when the file as a whole does not pass (3.52.1).
static USER: Format = Format {
    other_transport: Cost::Server,
    bad_server: Cost::Server,
    ..FORMAT
};

const VARS: Form = Form::Vars(&[("workspaceFolder", HostVar::Workspace)]);

/// References are put into the JSON text of an entry (3.52.1): values lose their backslashes, and a quote or a newline in
/// one ends the string it stands in.
static DIALECT: Dialect = Dialect {
    forms: &[VARS, Form::Prefixed],
    breaks: "\"\n\r\t",
    in_names: InNames::OfPairs,
    slashes: true,
    names: VariableNames::Words,
    ..Dialect::NEW
};

static ADDRESS: Dialect = Dialect {
    position: Position::AfterHost,
    ..DIALECT
};
