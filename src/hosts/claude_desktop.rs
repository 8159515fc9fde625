//! Claude Desktop's file, which runs processes only: remote servers are added in the app, not here.
//!
//! Nothing is expanded, not even `~`, so references have to be resolved before they get here.

use crate::host::{
    Cost, Facts, Field, Host, Inherit, Kind, Limits, Missing, Names, Place, Scope, Spelling, Style,
    TagRule, Transports,
};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "claude-desktop",
    name: "Claude Desktop",
    aliases: &["claude-app"],
    version: "1.46",
    places: &[Place {
        globs: &["claude_desktop_config.json"],
        scope: Scope::User,
        bom: false,
        ..Place::JSON
    }],
    fields: &[
        Field::new("type", Slot::Native, Kind::Tag),
        Field::new("command", Slot::Command, Kind::Text)
            .stdio()
            .required(),
        Field::new("args", Slot::Args, Kind::List).stdio(),
        Field::new("env", Slot::Env, Kind::Map).stdio(),
    ],
    transports: Transports {
        tag: Some("type"),
        rule: TagRule::Hints,
        missing: Missing::Infer,
        words: &[Spelling::implied(Transport::Stdio, "stdio")],
        infer: &[("command", Transport::Stdio)],
    },
    dialects: &[],
    names: Names::ANY,
    limits: Limits::NONE,
    inherit: Inherit::Few,
    unknown_field: Cost::Ignored,
    other_transport: Cost::Ignored,
    bad_server: Cost::Server,
    expects_values: true,
    style: Style::TWO,
    frame: "",
    facts: Facts {
        splits_arguments: true,
        start: Some("the root of the file system"),
        passes: &["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"],
        off: "switch it off in the app, or take the entry out",
        ..Facts::NONE
    },
};
