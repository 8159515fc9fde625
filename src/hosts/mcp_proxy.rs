//! mcp-proxy, which puts many servers behind one address.
//!
//! The file is its own; a backend is a closed table. A reference counts only where it is the whole value.

use crate::host::{
    Cost, Evidence, Field, Format, Host, Inherit, Kind, Limits, Matching, MissingTag, Place,
    Runtime, Spelling, Style, Tables, Transports,
};
use crate::model::dialect::{Dialect, Form};
use crate::model::{Slot, Transport};
use crate::syntax::Language;

pub(super) static HOST: Host = Host {
    id: "mcp-proxy",
    name: "mcp-proxy",
    aliases: &["mcpproxy"],
    version: "0.6.0",
    places: &[
        Place {
            globs: &["proxy.toml", "mcp-proxy*.toml"],
            ..OWN
        },
        // What ends in `.yaml` or `.yml` is read as YAML, if the program was built with that feature.
        Place {
            globs: &[
                "proxy.yaml",
                "proxy.yml",
                "mcp-proxy*.yaml",
                "mcp-proxy*.yml",
            ],
            language: Language::Yaml,
            ..OWN
        },
        // What `--from-mcp-json` and `import_backends` take in; a mark at the start is an error.
        Place {
            globs: &[".mcp.json"],
            own: false,
            bom: false,
            unreadable: Cost::Start,
            never_empty: true,
            format: &IMPORTED,
            ..Place::JSON
        },
    ],
    style: Style {
        tables: Tables::Inline,
        ..Style::TWO
    },
    // The least the program starts with.
    frame: r#"{"proxy": {"name": "mcpconv", "listen": {}}}"#,
    pitfalls: &[
        "A reference counts only as the whole value: `Bearer ${X}` stays as text. Write `bearer_token = \"${X}\"`.",
        "`${X:-d}` is looked up as a variable called `X:-d`.",
        "`command`, `args` and `url` are never expanded.",
        "One unknown field in a backend stops the program; 0.4 ignored it.",
        "The file needs `[proxy]` with a `name`, a `[proxy.listen]` table and at least one backend.",
        "An imported `.mcp.json` keeps only `command`, `args`, `env` and `url`: headers vanish, and disabled servers start.",
        "There is no `cwd`, and no field to disable a backend.",
    ],
    evidence: &[
        Evidence::observed("0.6.0", "syntax, fields, costs of mistakes, expansion"),
        Evidence::source(
            "0.6.0",
            "https://github.com/joshrotenberg/mcp-proxy/blob/main/src/config.rs",
            "fields and their types",
        ),
    ],
    ..Host::NEW
};

/// What its files have in common.
const OWN: Place = Place {
    language: Language::Toml,
    comments: true,
    trailing_commas: true,
    unreadable: Cost::Start,
    roots: &[&["backends"]],
    list: true,
    // Observed with 0.4.3.
    empty_names: true,
    required: &[("proxy.name", "mcpconv")],
    tables: &["proxy.listen"],
    // "at least one backend is required" (observed with 0.6.0).
    never_empty: true,
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::new("transport", Slot::Native, Kind::Tag).required(),
        Field::COMMAND,
        Field::ARGS,
        Field::URL.remote().late_empty(),
        Field::new("bearer_token", Slot::Headers, Kind::BearerText)
            .says("Bearer token of the `Authorization` header; a whole `${X}` is expanded")
            .http(),
        Field::ENV,
        Field::HEADERS
            .says("HTTP headers; refused on stdio")
            .remote(),
        Field::native(
            "forward_auth",
            Kind::Flag,
            "Whether the caller's token is passed on",
        )
        .http(),
        Field::new("expose_tools", Slot::AllowTools, Kind::List)
            .says("The only tools that are available; globs, or `re:` and a regex"),
        Field::new("hide_tools", Slot::DenyTools, Kind::List)
            .says("Tools that are hidden; globs, or `re:` and a regex"),
        Field::limit(
            "expose_resources",
            Kind::List,
            "The only resources that are available; globs, or `re:` and a regex",
        ),
        Field::limit(
            "hide_resources",
            Kind::List,
            "Resources that are hidden; globs, or `re:` and a regex",
        ),
        Field::limit(
            "expose_prompts",
            Kind::List,
            "The only prompts that are available; globs, or `re:` and a regex",
        ),
        Field::limit(
            "hide_prompts",
            Kind::List,
            "Prompts that are hidden; globs, or `re:` and a regex",
        ),
        Field::limit(
            "hide_destructive",
            Kind::Flag,
            "Hide tools marked as destructive",
        ),
        Field::limit(
            "read_only_only",
            Kind::Flag,
            "Hide tools not marked as read-only",
        ),
        Field::new("timeout.seconds", Slot::CallTimeout, Kind::WholeSeconds)
            .says("Timeout of a request"),
        Field::native(
            "circuit_breaker",
            Kind::Object,
            "When to stop calling a backend that keeps failing",
        ),
        Field::native("rate_limit", Kind::Object, "Requests allowed in a period"),
        Field::native(
            "concurrency",
            Kind::Object,
            "Requests allowed at the same time",
        ),
        Field::native(
            "retry",
            Kind::Object,
            "How often and when failed calls are repeated",
        ),
        Field::native(
            "outlier_detection",
            Kind::Object,
            "When a failing backend is ejected",
        ),
        Field::native(
            "hedging",
            Kind::Object,
            "Send a second request when the first is slow",
        ),
        Field::native("cache", Kind::Object, "How long responses are cached"),
        Field::native("aliases", Kind::Any, "New names for tools"),
        Field::native("default_args", Kind::Any, "Default arguments of calls"),
        Field::native(
            "inject_args",
            Kind::Any,
            "Arguments set on calls of some tools",
        ),
        Field::native(
            "param_overrides",
            Kind::Any,
            "Parameters of tools that are hidden or replaced",
        ),
        Field::native("failover_for", Kind::Text, "Backend that this one replaces").names_server(),
        Field::native("priority", Kind::Number, "Order among replacement backends"),
        Field::native(
            "canary_of",
            Kind::Text,
            "Backend that this one shares load with",
        )
        .names_server(),
        Field::native("weight", Kind::Whole, "That share, from 1 to 100").within(1.0, 100.0),
        Field::native(
            "mirror_of",
            Kind::Text,
            "Backend whose calls are copied here",
        )
        .names_server(),
        Field::native(
            "mirror_percent",
            Kind::Number,
            "Share of the calls that are copied",
        ),
    ],
    transports: Transports {
        tag: Some("transport"),
        missing: MissingTag::Refused,
        words: &[
            Spelling::tagged(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "http"),
            Spelling::tagged(Transport::Ws, "websocket"),
        ],
        ..Transports::NEW
    },
    dialects: &[(&[Slot::Env, Slot::Headers], &DIALECT)],
    limits: Limits {
        one_tool_list: true,
        // "cannot specify both expose_tools and hide_tools", and so for the others (0.6.0).
        excludes: &[
            ("expose_tools", &["hide_tools"]),
            ("expose_resources", &["hide_resources"]),
            ("expose_prompts", &["hide_prompts"]),
        ],
        ..Limits::NONE
    },
    unknown_field: Cost::Start,
    bad_server: Cost::Start,
    runtime: Runtime {
        inherit: Inherit::Unknown,
        equal_headers: Cost::Start,
        bad_header: Some(Cost::Start),
        matching: Matching::GlobOrRegex,
        empty_list_is_none: true,
        ..Runtime::NEW
    },
    crossing: &[("headers", Cost::Start)],
    ..Format::NEW
};

/// Of a file for other hosts it knows four fields, and passes over all others (observed with 0.6.0).
static IMPORTED: Format = Format {
    fields: &[
        Field::new("command", Slot::Command, Kind::Text).stdio(),
        Field::ARGS,
        Field::ENV,
        Field::new("url", Slot::Url, Kind::Text).http(),
    ],
    transports: Transports {
        words: &[
            Spelling::implied(Transport::Stdio, ""),
            Spelling::implied(Transport::Http, ""),
        ],
        ..Transports::NEW
    },
    dialects: &[(&[Slot::Env], &DIALECT)],
    bad_server: Cost::Start,
    ..Format::NEW
};

static DIALECT: Dialect = Dialect {
    forms: &[Form::Braces],
    whole: true,
    ..Dialect::NEW
};
