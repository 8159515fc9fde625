//! Goose, the desktop app and the command line.
//!
//! Servers are extensions beside others that are parts of the host. An entry with any mistake is dropped without a word on
//! the screen, and a reference counts only if the entry lists the variable.

use crate::host::{
    Cost, Evidence, Field, Format, Host, Ids, Inherit, Kind, Layer, Layers, Listed, MissingTag, On,
    Place, Runtime, Scope, Spelling, ToolIds, Transports,
};
use crate::model::dialect::{Dialect, Form, VariableNames, WhenUnset};
use crate::model::{Slot, Transport};
use crate::syntax::Language;

pub(super) static HOST: Host = Host {
    id: "goose",
    name: "Goose",
    aliases: &["block-goose", "codename-goose"],
    version: "1.52.0",
    places: &[
        Place {
            globs: &[
                "~/.config/goose/config.yaml",
                "~/AppData/Roaming/Block/goose/config/config.yaml",
                "/etc/goose/config.yaml",
                "/ProgramData/goose/config.yaml",
                "goose/config.yaml",
            ],
            scope: Scope::User,
            ..YAML
        },
        Place {
            globs: &[
                ".goose/recipes/*.yaml",
                ".goose/recipes/*.yml",
                ".goose/recipes/**/*.yaml",
                ".goose/recipes/**/*.yml",
            ],
            list: true,
            format: &RECIPE,
            ..YAML
        },
    ],
    layers: Layers {
        moved: &[
            ("GOOSE_PATH_ROOT/config", "~/.config/goose"),
            ("XDG_CONFIG_HOME", "~/.config"),
        ],
        merged: true,
        order: &[
            Layer::other("`--with-extension` and its like on the command line"),
            Layer::file("~/.config/goose/config.yaml", ""),
            Layer::other("The files in `GOOSE_ADDITIONAL_CONFIG_FILES`"),
            Layer::file("/etc/goose/config.yaml", ""),
        ],
        ..Layers::ONE
    },
    pitfalls: &[
        "An entry without `enabled`, `type` or `args` is dropped, and so is one with a number in `envs`. Only the log reports it.",
        "`${X}` in `uri` and `headers` is expanded only if X is in `env_keys` or `envs` of the same entry. `cmd`, `args` and `envs` are never expanded.",
        "A name in `env_keys` that is neither in the environment nor in the keyring or `secrets.yaml` fails the extension.",
        "The type is `streamable_http`, with an underscore. SSE is not supported.",
        "`builtin` and `platform` extensions are parts of Goose: a merge keeps them, and they are never converted.",
        "`envs` cannot set `PATH`, `NODE_OPTIONS`, `PYTHONPATH`, `TEMP` and 27 others; they are skipped.",
        "A duplicate key or a second document makes Goose skip the whole file. The merge key `<<` is not applied.",
        "Goose rewrites the file when settings change, and loses its comments.",
    ],
    evidence: &[
        Evidence::observed(
            "1.52.0",
            "fields, syntax, references, names, costs of mistakes",
        ),
        Evidence::source(
            "1.35.0",
            "https://github.com/block/goose/blob/main/crates/goose/src/agents/extension.rs",
            "fields, refused variables",
        ),
        Evidence::source(
            "1.35.0",
            "https://github.com/block/goose/blob/main/crates/goose/src/agents/extension_manager.rs",
            "references, environment, folder",
        ),
        Evidence::source(
            "1.35.0",
            "https://github.com/block/goose/blob/main/crates/goose/src/config/base.rs",
            "layers",
        ),
        Evidence::unsure(
            "a relative `cwd`",
            "had no effect when it was tried; write an absolute path",
        ),
    ],
    ..Host::NEW
};

/// The first two are not in recipes.
const FIELDS: &[Field] = &[
    Field::ENABLED.required().always(),
    Field::new("name", Slot::Native, Kind::OwnName)
        .says("Name of the server, which wins over its key"),
    Field::TAG.required(),
    Field::new("description", Slot::Description, Kind::Text).or_null(),
    Field::new("cmd", Slot::Command, Kind::Text)
        .stdio()
        .required(),
    Field::ARGS
        .says("Arguments of the program; required, may be empty")
        .required()
        .always(),
    Field::new("uri", Slot::Url, Kind::Text).http().required(),
    Field::HEADERS,
    Field::native(
        "socket",
        Kind::Text,
        "Unix socket; `@name` is an abstract one",
    )
    .http(),
    Field::new("env_keys", Slot::Env, Kind::EnvNames)
        .says("Variables for the process, or that `uri` and `headers` refer to"),
    Field::new("envs", Slot::Env, Kind::Map)
        // Observed with 1.52.0.
        .or(&["env"])
        .says("Variables with their values; a number drops the entry"),
    Field::CWD
        .says("Directory the process starts in; an absolute path")
        .or_null(),
    Field::new("client_id", Slot::OauthClientId, Kind::Text).http(),
    Field::new("client_secret_key", Slot::OauthClientSecret, Kind::TextVar)
        .says("Name of the secret with the OAuth client secret")
        .http(),
    Field::new("scopes", Slot::OauthScopes, Kind::List).http(),
    Field::new("timeout", Slot::CallTimeout, Kind::WholeSeconds)
        .says("Timeout of a call [default: 300]")
        .up_to(1.844_674_407_370_955_2e19)
        .or_null(),
    Field::native("bundled", Kind::Flag, "Whether it came with Goose").or_null(),
    Field::new("available_tools", Slot::AllowTools, Kind::List)
        .says("The only tools that are available; empty, all of them"),
];

static FORMAT: Format = Format {
    fields: FIELDS,
    listed: Some(Listed {
        on: On::HTTP,
        names: "env_keys",
        values: "envs",
    }),
    needs_named: true,
    transports: Transports {
        tag: Some("type"),
        missing: MissingTag::Refused,
        words: &[
            Spelling::tagged(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "streamable_http"),
        ],
        infer: &[("cmd", Transport::Stdio), ("uri", Transport::Http)],
        built_in: &["builtin", "platform", "frontend", "inline_python"],
        ..Transports::NEW
    },
    dialects: &[(&[Slot::Url, Slot::Headers], &DIALECT)],
    runtime: Runtime {
        inherit: Inherit::Unknown,
        absolute_cwd: true,
        bad_header: Some(Cost::Server),
        ids: ToolIds {
            names: Some(Ids {
                lower: true,
                unspaced: true,
                ..Ids::PLAIN
            }),
            ..ToolIds::NEW
        },
        empty_list_is_none: true,
        unsettable: &[
            "PATH",
            "PATHEXT",
            "SystemRoot",
            "windir",
            "LD_LIBRARY_PATH",
            "LD_PRELOAD",
            "LD_AUDIT",
            "LD_DEBUG",
            "LD_BIND_NOW",
            "LD_ASSUME_KERNEL",
            "DYLD_LIBRARY_PATH",
            "DYLD_INSERT_LIBRARIES",
            "DYLD_FRAMEWORK_PATH",
            "PYTHONPATH",
            "PYTHONHOME",
            "NODE_OPTIONS",
            "RUBYOPT",
            "GEM_PATH",
            "GEM_HOME",
            "CLASSPATH",
            "GO111MODULE",
            "GOROOT",
            "APPINIT_DLLS",
            "SESSIONNAME",
            "ComSpec",
            "TEMP",
            "TMP",
            "LOCALAPPDATA",
            "USERPROFILE",
            "HOMEDRIVE",
            "HOMEPATH",
        ],
        own_headers: &["accept"],
        ..Runtime::NEW
    },
    ..Format::NEW
};

/// A recipe's extensions are always on, and each says its name as an item of the list.
static RECIPE: Format = Format {
    fields: FIELDS.split_at(2).1,
    ..FORMAT
};

static DIALECT: Dialect = Dialect {
    forms: &[Form::Braces, Form::Bare],
    blanks: true,
    names: VariableNames::Words,
    unset: WhenUnset::SkipsServer,
    ..Dialect::NEW
};

const YAML: Place = Place {
    language: Language::Yaml,
    comments: true,
    trailing_commas: true,
    roots: &[&["extensions"]],
    null_servers: true,
    // "Skipping malformed extension config entry" (observed with 1.52.0).
    text_names: true,
    format: &FORMAT,
    ..Place::JSON
};
