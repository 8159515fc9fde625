//! Claude Desktop's file, which runs processes only: remote servers are added in the app, not here.
//!
//! Nothing is expanded, not even `~`, so references have to be resolved before they get here.

use crate::host::{
    Facts, Field, Folder, Format, Host, Inherit, Kind, Missing, Place, Runtime, Scope, Spelling,
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
        format: &FORMAT,
        ..Place::JSON
    }],
    facts: Facts {
        off: "switch it off in the app, or take the entry out",
        ..Facts::NONE
    },
    ..Host::NEW
};

static FORMAT: Format = Format {
    fields: &[
        Field::new("type", Slot::Native, Kind::Tag).says("Tolerated, but only as `stdio`"),
        Field::new("command", Slot::Command, Kind::Text)
            .says("Program to start; an absolute path is safest")
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
    expects_values: true,
    runtime: Runtime {
        inherit: Inherit::SDK,
        folder: Folder::Root,
        splits_arguments: true,
        ..Runtime::NEW
    },
    ..Format::NEW
};
