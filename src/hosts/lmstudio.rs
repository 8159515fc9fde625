//! LM Studio. Its notation follows Cursor's, without references: people paste values.

use crate::host::{
    Carries, Evidence, Facts, Fallback, Field, Folder, Format, Host, Ids, Inherit, InstallLink,
    Kind, Place, Runtime, Scope, Spelling, TagRule, ToolIds, Transports,
};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "lmstudio",
    name: "LM Studio",
    aliases: &["lm-studio"],
    version: "0.4.18",
    places: &[Place {
        globs: &["~/.lmstudio/mcp.json", "~/.cache/lm-studio/mcp.json"],
        scope: Scope::User,
        alone: true,
        format: &FORMAT,
        ..Place::JSON
    }],
    facts: Facts {
        off: "disable it in the chat",
        ..Facts::NONE
    },
    links: &[InstallLink {
        prefixes: &["lmstudio://add_mcp?", "https://lmstudio.ai/install-mcp?"],
        carries: Carries::Base64,
    }],
    pitfalls: &[
        "No references are documented. The vendor recommends pasting values.",
        "Keys unknown to the app are removed when it saves the file; 0.3.17 removed `timeout`.",
        "The app does not start from your shell: `npx` and `node` from nvm or mise may not be found. Use absolute paths.",
        "Names become lower case with dashes: `oracle_Stream` is `mcp/oracle-stream` in the API.",
        "A server may live on as a plugin after its entry is gone.",
    ],
    evidence: &[
        Evidence::documented("https://lmstudio.ai/docs/app/mcp", "fields"),
        Evidence::reported(
            "https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/727",
            "`timeout`, and keys that are removed",
        ),
        Evidence::reported(
            "https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/2161",
            "names",
        ),
        Evidence::reported(
            "https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1813",
            "the older folder",
        ),
        Evidence::reported(
            "https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/869",
            "`PATH`",
        ),
        Evidence::unsure(
            "wrong types, comments, both transports in one entry",
            "the app was not run",
        ),
    ],
    ..Host::NEW
};

static FORMAT: Format = Format {
    fields: &[
        Field::COMMAND,
        Field::ARGS,
        Field::ENV,
        Field::URL,
        Field::HEADERS,
        Field::new("auth.CLIENT_ID", Slot::OauthClientId, Kind::Text).http(),
        Field::new("auth.CLIENT_SECRET", Slot::OauthClientSecret, Kind::Text)
            .http()
            .with(&["auth.CLIENT_ID"]),
        Field::new("timeout", Slot::CallTimeout, Kind::Millis)
            .says("Timeout of a request; removed on save by 0.3.17"),
        // Written by other tools; the app goes by the keys.
        Field::TAG
            .says("Written by other tools; the app goes by the keys")
            .legacy(),
    ],
    transports: Transports {
        tag: Some("type"),
        rule: TagRule::Refines,
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::implied(Transport::Http, "http"),
            Spelling::tried(Transport::Sse, "sse"),
        ],
        ..Transports::NEW
    },
    expects_values: true,
    runtime: Runtime {
        inherit: Inherit::Unknown,
        folder: Folder::Unknown,
        fallback: Fallback::Either,
        ids: ToolIds {
            names: Some(Ids {
                keeps: "-",
                other: '-',
                lower: true,
                ..Ids::PLAIN
            }),
            ..ToolIds::NEW
        },
        ..Runtime::NEW
    },
    ..Format::NEW
};
