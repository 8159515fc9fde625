//! Kilo Code: a descendant of opencode, which still reads the files of its past as a descendant of Roo Code.
//!
//! It trusts the files of a project less than those of its user: references to variables make it drop a project's file.

use super::{opencode, roo};
use crate::host::{
    Cost, Evidence, Field, Format, Host, Layer, Layers, MissingTag, Place, Scope, Spelling,
    TagRule, Transports, join,
};
use crate::model::dialect::{Blocked, Dialect, Form};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "kilo",
    name: "Kilo Code",
    aliases: &["kilo-code", "kilocode"],
    version: "7.7.7",
    places: &[
        Place {
            globs: &[
                "kilo.json",
                "kilo.jsonc",
                ".kilo/kilo.json",
                ".kilo/kilo.jsonc",
                ".kilo/opencode.json",
                ".kilo/opencode.jsonc",
                ".kilocode/kilo.json",
                ".kilocode/kilo.jsonc",
                ".kilocode/opencode.json",
                ".kilocode/opencode.jsonc",
            ],
            ..OWN
        },
        Place {
            globs: &[
                "~/.config/kilo/kilo.json",
                "~/.config/kilo/kilo.jsonc",
                "~/.config/kilo/opencode.json",
                "~/.config/kilo/opencode.jsonc",
                "~/.config/kilo/config.json",
                "~/.kilo/kilo.json",
                "~/.kilo/kilo.jsonc",
                "~/.kilo/opencode.json",
                "~/.kilo/opencode.jsonc",
                "~/.kilocode/kilo.json",
                "~/.kilocode/kilo.jsonc",
                "~/.kilocode/opencode.json",
                "~/.kilocode/opencode.jsonc",
            ],
            scope: Scope::User,
            unreadable: Cost::Start,
            format: &USER,
            ..OWN
        },
        Place {
            globs: &[".kilo/mcp.json", ".kilocode/mcp.json"],
            ..OLD
        },
        Place {
            globs: &["Code/User/globalStorage/kilocode.kilo-code/settings/mcp_settings.json"],
            scope: Scope::User,
            ..OLD
        },
        Place {
            globs: &["opencode.json", "opencode.jsonc"],
            own: false,
            ..OWN
        },
    ],
    // Without it the program adds it, and rewrites the file.
    frame: r#"{"$schema": "https://app.kilo.ai/config.json"}"#,
    schemas: &["app.kilo.ai/"],
    layers: Layers {
        moved: &[("XDG_CONFIG_HOME", "~/.config")],
        parents: true,
        merged: true,
        order: &[
            Layer::other("Managed settings, such as `/etc/kilo`"),
            Layer::other("`KILO_CONFIG_CONTENT`, and the folder in `KILO_CONFIG_DIR`"),
            Layer::file("~/.kilo/opencode.json", ""),
            Layer::file("~/.kilo/opencode.jsonc", ""),
            Layer::file(
                "~/.kilo/kilo.json",
                "before `kilo.jsonc`, as in all folders with a dot",
            ),
            Layer::file("~/.kilo/kilo.jsonc", ""),
            Layer::file("~/.kilocode/opencode.json", ""),
            Layer::file("~/.kilocode/opencode.jsonc", ""),
            Layer::file("~/.kilocode/kilo.json", ""),
            Layer::file("~/.kilocode/kilo.jsonc", ""),
            Layer::file(".kilo/opencode.json", ""),
            Layer::file(".kilo/opencode.jsonc", ""),
            Layer::file(".kilo/kilo.json", ""),
            Layer::file(".kilo/kilo.jsonc", ""),
            Layer::file(".kilocode/opencode.json", ""),
            Layer::file(".kilocode/opencode.jsonc", ""),
            Layer::file(".kilocode/kilo.json", ""),
            Layer::file(".kilocode/kilo.jsonc", ""),
            Layer::file("opencode.jsonc", "the nearest folder first"),
            Layer::file("opencode.json", "in the same folder"),
            Layer::file("kilo.jsonc", "in the same folder"),
            Layer::file("kilo.json", "in the same folder"),
            Layer::file("~/.config/kilo/opencode.jsonc", ""),
            Layer::file("~/.config/kilo/opencode.json", ""),
            Layer::file("~/.config/kilo/kilo.jsonc", ""),
            Layer::file("~/.config/kilo/kilo.json", ""),
            Layer::file("~/.config/kilo/config.json", ""),
            Layer::file(
                ".kilo/mcp.json",
                "old form; replaces the one in `.kilocode`",
            ),
            Layer::file(".kilocode/mcp.json", "old form"),
        ],
        ..Layers::ONE
    },
    pitfalls: &[
        "`{env:X}` in a project's file makes Kilo drop the whole file, and `{env:X}` or `{file:…}` in `headers` drops the server. Put such servers in the user's file; processes inherit all variables anyway.",
        "`.kilocode/mcp.json` is the form of versions before 7. It is still read, but nothing is expanded there, and `alwaysAllow`, `timeout`, `cwd` and `disabledTools` are lost.",
        "In the old form a URL needs a `type` of `streamable-http` or `sse`; with any other the server is dropped without a message.",
        "A comment in the old form makes the file vanish without a message.",
        "`cwd` is part of the schema, but never applied.",
        "`disabled` is ignored in the new form. Write `\"enabled\": false`.",
        "`~/.kilo` and `~/.kilocode` beat the files of the project.",
        "Kilo reads the project's `opencode.json` too, and it wins over `kilo.json`.",
    ],
    evidence: &[
        Evidence::observed(
            "7.7.7",
            "files, syntax, fields, expansion, costs of mistakes, precedence",
        ),
        Evidence::source(
            "7.4.23",
            "https://github.com/Kilo-Org/kilocode/blob/main/packages/opencode/src/kilocode/config/config.ts",
            "files",
        ),
        Evidence::source(
            "7.4.23",
            "https://github.com/Kilo-Org/kilocode/blob/main/packages/core/src/v1/config/mcp.ts",
            "fields and their types",
        ),
        Evidence::unsure(
            "what an unknown key at the top costs",
            "7.7.7 uses the rest of the file, the source of 7.4.23 drops it",
        ),
    ],
    ..Host::NEW
};

/// Its own files, which read like opencode's.
const OWN: Place = Place {
    format: &PROJECT,
    // A bad file of a project is dropped, where one of the user may stop the program (observed with 7.7.7).
    unreadable: Cost::File,
    roots: &[&["mcp"]],
    inner: None,
    beside: &[],
    gates: &opencode::GATES,
    ..opencode::OWN
};

/// The files of its past, which are read with `JSON.parse` and converted.
const OLD: Place = Place {
    format: &LEGACY,
    bom: false,
    alone: true,
    ..Place::JSON
};

/// What it knows besides the fields of opencode's first form.
const MORE: [Field; 1] = [Field::ENV
    .says("Other name of `environment`, which wins")
    .unless("environment")
    .legacy()];

static USER: Format = Format {
    fields: &join::<14, 1, 15>(&opencode::V1, &MORE),
    // Its schema has it, and its normaliser drops it (7.7.7).
    without: &["cwd"],
    dialects: &[(&[], &OPEN)],
    ..opencode::FORMAT
};

static PROJECT: Format = Format {
    dialects: &[(&[Slot::Headers], &HEADERS), (&[], &CLOSED)],
    bad_server: Cost::File,
    ..USER
};

/// An entry of the old form is converted field by field, and what has no counterpart is lost (7.7.7).
static LEGACY: Format = Format {
    fields: roo::FORMAT.fields,
    without: &[
        "cwd",
        "timeout",
        "alwaysAllow",
        "disabledTools",
        "watchPaths",
    ],
    transports: Transports {
        tag: Some("type"),
        rule: TagRule::Hints,
        missing: MissingTag::Is(Transport::Stdio),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "streamable-http"),
            Spelling {
                transport: Transport::Sse,
                word: "sse",
                implied: false,
                exact: false,
            },
        ],
        ..Transports::NEW
    },
    runtime: opencode::FORMAT.runtime,
    names: opencode::FORMAT.names,
    ..Format::NEW
};

/// Credentials of its own server are never given away (7.7.7).
static OPEN: Dialect = Dialect {
    blocked: Blocked {
        names: &["KILO_SERVER_PASSWORD", "KILO_SERVER_USERNAME"],
        ..Blocked::NOTHING
    },
    ..opencode::DIALECT
};

static CLOSED: Dialect = Dialect {
    blocked: Blocked {
        forms: &[Form::Curly],
        ..Blocked::NOTHING
    },
    ..opencode::DIALECT
};

static HEADERS: Dialect = Dialect {
    blocked: Blocked {
        forms: &[Form::Curly, Form::File],
        server_only: true,
        ..Blocked::NOTHING
    },
    ..opencode::DIALECT
};
