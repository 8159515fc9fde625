//! Droid, Factory's command line.
//!
//! Its documentation and its program disagree on references, timeouts, tool lists and precedence; this is what 0.215.0
//! does.

use crate::host::{
    AddCommand, AddOption, AddShape, BareMap, Cost, Evidence, Field, Folder, Format, HeaderText,
    Host, Ids, Kind, Layer, Layers, MissingTag, Place, Runtime, Scope, Spelling, TagRule, Takes,
    ToolIds, Transports,
};
use crate::model::dialect::{Dialect, Form, VariableNames, WhenUnset};
use crate::model::{HostVar, Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "droid",
    name: "Droid",
    aliases: &["factory"],
    version: "0.215.0",
    places: &[
        Place {
            globs: &[".factory/mcp.json"],
            ..JSON
        },
        Place {
            globs: &["~/.factory/mcp.json"],
            scope: Scope::User,
            keys: &["persistentPermissions"],
            ..JSON
        },
        Place {
            globs: &[],
            bare: BareMap::All,
            format: &PLUGIN_FORMAT,
            ..JSON
        },
    ],
    layers: Layers {
        parents: true,
        order: &[
            Layer::file(
                ".factory/mcp.json",
                "the nearest folder first, up to the root of the repository",
            ),
            Layer::file("~/.factory/mcp.json", ""),
            Layer::other("Plugins; managed settings of an organization limit all of them"),
        ],
        ..Layers::ONE
    },
    commands: &[AddCommand {
        words: &["droid", "mcp", "add"],
        shape: AddShape::Line,
        options: &[
            AddOption::new(&["--type"], Takes::Transport),
            AddOption::new(&["--env"], Takes::Pair("env", '=')),
            AddOption::new(&["--header"], Takes::Pair("headers", ':')),
            AddOption::new(&["--no-oauth"], Takes::Off("oauth")),
        ],
        ..AddCommand::NEW
    }],
    pitfalls: &[
        "A server with a `url` but no `type` is taken for a process, and stays in \"connecting\".",
        "References work in `env` and `headers` only. `command`, `args` and `url` get the text, contrary to the documentation.",
        "A server that refers to an unset variable does not start. Write `${X:-}` for an empty value.",
        "A trailing comma, a byte-order mark or any other syntax error empties the whole file without a message.",
        "`enabled: false` is ignored. Write `disabled: true`.",
        "The documentation calls the timeout of a call `timeoutMs`; the program reads `timeout`.",
        "`.mcp.json` and `.factory/settings.json` are not read for servers.",
        "Server names are changed when they are read: punctuation becomes `-`, and they end after 32 characters. Of two equal ones, one is lost.",
    ],
    evidence: &[
        Evidence::observed(
            "0.215.0",
            "files, syntax, transports, expansion, timeouts, tool lists, names, precedence",
        ),
        Evidence::source(
            "0.215.0",
            "https://www.npmjs.com/package/droid/v/0.215.0",
            "fields and their types, in the published program",
        ),
        Evidence::documented(
            "https://docs.factory.ai/cli/configuration/mcp",
            "OAuth, enabling and disabling, `droid mcp add`",
        ),
        Evidence::observed(
            "0.225.2",
            "the folder that servers start in, references to empty variables, a list or number where a text is expected",
        ),
    ],
    ..Host::NEW
};

/// What its JSON files have in common.
const JSON: Place = Place {
    comments: true,
    bom: false,
    // Observed with 0.225.2.
    halves: true,
    any_bytes: true,
    numbered: true,
    alone: true,
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::TAG
            .soft()
            .says("Transport of the server; without it, a process"),
        Field::COMMAND,
        Field::new("args", Slot::Args, Kind::ScalarList)
            .stdio()
            .soft(),
        Field::ENV.says("Environment variables, on top of everything the host has"),
        Field::URL,
        Field::HEADERS.or_null(),
        Field::new("oauth", Slot::OauthEnabled, Kind::OffFlag)
            .says("`false` turns OAuth off")
            .http(),
        Field::native(
            "oauth.authorizationServerIssuer",
            Kind::Text,
            "URL of the authorization server; needed by `oauth.clientId`",
        )
        .http(),
        Field::OAUTH_CLIENT_ID
            .says("OAuth client id; needs `oauth.authorizationServerIssuer`")
            .with(&["oauth.authorizationServerIssuer"]),
        Field::OAUTH_CLIENT_SECRET
            .says("OAuth client secret; needs `oauth.authorizationServerIssuer`")
            .with(&["oauth.authorizationServerIssuer"]),
        Field::native(
            "oauth.tokenEndpointAuthMethod",
            Kind::Word(&["none", "client_secret_basic", "client_secret_post"]),
            "How the client identifies itself where tokens come from",
        )
        .http(),
        Field::new(
            "oauth.clientMetadataUrl",
            Slot::OauthClientMetadataUrl,
            Kind::Text,
        )
        .says("URL of the document that describes the client; https, with a path")
        .http()
        .unless("oauth.clientId"),
        Field::new("oauth.scopes", Slot::OauthScopes, Kind::List).http(),
        Field::new("oauth.resource", Slot::OauthResource, Kind::OffText)
            .says("Resource the token is requested for; `false` for none")
            .http(),
        Field::OAUTH_CALLBACK_PORT,
        Field::DISABLED.or_null(),
        Field::new("enabledTools", Slot::AllowTools, Kind::List),
        Field::new("disabledTools", Slot::DenyTools, Kind::List)
            .says("Tools that are hidden, also from `enabledTools`")
            .soft()
            .or_null(),
        Field::new("timeout", Slot::CallTimeout, Kind::Millis).soft(),
        Field::new("connectTimeout", Slot::StartupTimeout, Kind::Millis)
            .says("Timeout for connecting"),
    ],
    transports: Transports {
        tag: Some("type"),
        // A word that it does not know is as good as none: a process.
        rule: TagRule::Hints,
        missing: MissingTag::Is(Transport::Stdio),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        ..Transports::NEW
    },
    dialects: &[(&[Slot::Env, Slot::Headers], &DIALECT)],
    crashes: &[""],
    runtime: Runtime {
        folder: Folder::Project,
        no_zero_time: true,
        // Observed with 0.225.2.
        positions: true,
        letters: true,
        zero_is_false: true,
        bad_header: Some(Cost::Server),
        loose_lists: true,
        joins_headers: true,
        header_text: HeaderText::Latin,
        ids: ToolIds {
            names: Some(Ids {
                other: '-',
                ascii: true,
                // Both observed with 0.225.2, on what is left after 32 characters.
                collapse: true,
                trim: "-",
                longest: 32,
                replaces: true,
                ..Ids::PLAIN
            }),
            // `mcp_server_tool`.
            ambiguous: "",
            extra: 5,
            ..ToolIds::NEW
        },
        own_headers: &["accept"],
        loses_proto: true,
        takes_del: true,
        ..Runtime::NEW
    },
    ..Format::NEW
};

/// A plugin also knows its own folder, in all fields.
static PLUGIN_FORMAT: Format = Format {
    dialects: &[(&[Slot::Env, Slot::Headers], &PLUGIN), (&[], &PLUGIN_ROOT)],
    ..FORMAT
};

const ROOT: Form = Form::Vars(&[
    ("DROID_PLUGIN_ROOT", HostVar::PluginRoot),
    ("CLAUDE_PLUGIN_ROOT", HostVar::PluginRoot),
]);

static PLUGIN_ROOT: Dialect = Dialect {
    forms: &[ROOT],
    names: VariableNames::Words,
    ..Dialect::NEW
};

static PLUGIN: Dialect = Dialect {
    forms: &[ROOT, Form::Braces, Form::Default],
    ..DIALECT
};

static DIALECT: Dialect = Dialect {
    forms: &[Form::Braces, Form::Default],
    unset: WhenUnset::SkipsServer,
    default_if_empty: true,
    names: VariableNames::Words,
    ..Dialect::NEW
};
