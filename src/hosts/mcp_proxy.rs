//! mcp-proxy, which puts many servers behind one address.
//!
//! The file is its own; a backend is a closed table. A reference counts only where it is the whole value.

use crate::host::{
    Cost, Facts, Field, Format, Host, Kind, Limits, Missing, Place, Runtime, Spelling, Style,
    Tables, TagRule, Transports,
};
use crate::model::dialect::{Dialect, Form, Unset};
use crate::model::{Slot, Transport};
use crate::syntax::Language;

pub(super) static HOST: Host = Host {
    id: "mcp-proxy",
    name: "mcp-proxy",
    aliases: &["mcpproxy"],
    version: "0.6.0",
    places: &[Place {
        globs: &["proxy.toml", "mcp-proxy*.toml"],
        language: Language::Toml,
        comments: true,
        trailing_commas: true,
        roots: &[&["backends"]],
        list: true,
        format: &FORMAT,
        ..Place::JSON
    }],
    style: Style {
        tables: Tables::Inline,
        ..Style::TWO
    },
    // The least the program starts with.
    frame: r#"{"proxy": {"name": "mcpconv", "listen": {}}}"#,
    facts: Facts {
        crossing: &[("headers", Cost::Start)],
        ..Facts::NONE
    },
    ..Host::NEW
};

static FORMAT: Format = Format {
    fields: &[
        Field::new("transport", Slot::Native, Kind::Tag).required(),
        Field::new("command", Slot::Command, Kind::Text).stdio(),
        Field::new("args", Slot::Args, Kind::List).stdio(),
        Field::new("url", Slot::Url, Kind::Text).remote(),
        Field::new("bearer_token", Slot::Headers, Kind::BearerText).http(),
        Field::new("env", Slot::Env, Kind::Map).stdio(),
        Field::new("headers", Slot::Headers, Kind::Map).remote(),
        Field::native("forward_auth", Kind::Flag).http(),
        Field::new("expose_tools", Slot::AllowTools, Kind::List),
        Field::new("hide_tools", Slot::DenyTools, Kind::List),
        Field::native("expose_resources", Kind::List),
        Field::native("hide_resources", Kind::List),
        Field::native("expose_prompts", Kind::List),
        Field::native("hide_prompts", Kind::List),
        Field::native("hide_destructive", Kind::Flag),
        Field::native("read_only_only", Kind::Flag),
        Field::new("timeout.seconds", Slot::CallTimeout, Kind::WholeSeconds),
        Field::native("circuit_breaker", Kind::Object),
        Field::native("rate_limit", Kind::Object),
        Field::native("concurrency", Kind::Object),
        Field::native("retry", Kind::Object),
        Field::native("outlier_detection", Kind::Object),
        Field::native("hedging", Kind::Object),
        Field::native("cache", Kind::Object),
        Field::native("aliases", Kind::Any),
        Field::native("default_args", Kind::Any),
        Field::native("inject_args", Kind::Any),
        Field::native("param_overrides", Kind::Any),
        Field::native("failover_for", Kind::Text),
        Field::native("priority", Kind::Number),
        Field::native("canary_of", Kind::Text),
        Field::native("weight", Kind::Number),
        Field::native("mirror_of", Kind::Text),
        Field::native("mirror_percent", Kind::Number),
    ],
    transports: Transports {
        tag: Some("transport"),
        rule: TagRule::Decides,
        missing: Missing::Refused,
        words: &[
            Spelling::tagged(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "http"),
            Spelling::tagged(Transport::Ws, "websocket"),
        ],
        infer: &[("command", Transport::Stdio), ("url", Transport::Http)],
    },
    dialects: &[(&[Slot::Env, Slot::Headers], &DIALECT)],
    limits: Limits {
        one_tool_list: true,
        ..Limits::NONE
    },
    unknown_field: Cost::Start,
    bad_server: Cost::Start,
    runtime: Runtime {
        equal_headers: Cost::Start,
        ..Runtime::NEW
    },
    ..Format::NEW
};

static DIALECT: Dialect = Dialect {
    forms: &[Form::Braces],
    unset: Unset::Kept,
    whole: true,
    nested: false,
};
