//! Bundles: the `manifest.json` of an `.mcpb` file, read and never written.

use crate::host::sources::MCPB;
use crate::host::{Evidence, Field, Format, Host, Place, Spelling, Transports};
use crate::model::dialect::{Dialect, Form};
use crate::model::{HostVar, Transport};

pub(super) static HOST: Host = Host {
    id: "mcpb",
    name: "MCP bundle",
    aliases: &["dxt"],
    version: "2.1.2, manifests up to 0.4",
    places: &[Place {
        globs: &["manifest.json"],
        source: Some(&MCPB),
        prompts: Some(&["inputs"]),
        format: &FORMAT,
        ..Place::JSON
    }],
    pitfalls: &[
        "`${__dirname}` becomes the variable `NAME_DIR`: unpack the bundle and set it to that folder.",
        "`platform_overrides` are not applied. Change the result yourself if your system is among them.",
        "A bundle itself is a zip file. Unpack it, and convert its `manifest.json`.",
        "The reference implementation passes an option without a value on as text; here its variable or argument is dropped.",
        "`env` in `platform_overrides` replaces all variables, it does not add to them.",
    ],
    evidence: &[
        Evidence::observed(
            "2.1.2",
            "fields, references, options, with @anthropic-ai/mcpb",
        ),
        Evidence::documented(
            "https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md",
            "manifests, `uv` without `mcp_config`",
        ),
    ],
    ..Host::NEW
};

static FORMAT: Format = Format {
    fields: &[Field::COMMAND, Field::ARGS, Field::ENV],
    transports: Transports {
        words: &[Spelling::implied(Transport::Stdio, "")],
        ..Transports::NEW
    },
    dialects: &[(&[], &DIALECT)],
    ..Format::NEW
};

/// The environment is not available to a bundle, so that `${PATH}` is text.
static DIALECT: Dialect = Dialect {
    forms: &[
        Form::Vars(&[
            ("HOME", HostVar::Home),
            ("pathSeparator", HostVar::PathSeparator),
            ("/", HostVar::PathSeparator),
        ]),
        Form::Input,
        Form::Own(&["DESKTOP", "DOCUMENTS", "DOWNLOADS"]),
    ],
    ..Dialect::NEW
};
