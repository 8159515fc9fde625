//! LibreChat.
//!
//! One mistake anywhere in the file stops the server. References are looked up in the environment of LibreChat, and values
//! in double braces are those of the user at hand.

use crate::host::{
    Cost, Evidence, Field, Folder, Format, Gate, GateKind, HeaderText, Host, Ids, Inherit, Kind,
    Limits, Place, Runtime, Spelling, TextShape, ToolIds, Transports,
};
use crate::model::dialect::{Dialect, Form};
use crate::model::{Slot, Transport};
use crate::syntax::Language;

pub(super) static HOST: Host = Host {
    id: "librechat",
    name: "LibreChat",
    aliases: &["libre-chat"],
    version: "0.8.8-rc1",
    places: &[Place {
        globs: &[
            "librechat.yaml",
            "librechat.yml",
            "librechat.*.yaml",
            "librechat.*.yml",
            "librechat-*.yaml",
            "librechat-*.yml",
        ],
        // A schema error anywhere is one of the whole file, and `<<` works (observed with js-yaml 4).
        language: Language::YamlMerge,
        comments: true,
        trailing_commas: true,
        any_bytes: true,
        required: &[("version", "1.2.8")],
        alone: true,
        keys: KEYS,
        gates: &[
            Gate {
                path: &["mcpSettings", "allowedDomains"],
                kind: GateKind::Hosts,
            },
            Gate {
                path: &["mcpSettings", "allowedAddresses"],
                kind: GateKind::PrivateHosts,
            },
        ],
        blank: Some(Cost::Start),
        unknown_key: Cost::Start,
        format: &FORMAT,
        ..Place::JSON
    }],
    pitfalls: &[
        "One invalid server, an unknown key at the top (also `x-…` for anchors) or a missing `version` stops LibreChat.",
        "A URL without a `type` is SSE, or WebSocket with `ws://`. For streamable HTTP write `type: streamable-http`.",
        "`args` is required, and numbers in `args` and `env` are refused. Put quotes around them.",
        "`${X}` stays as text while X is unset or empty. There are no defaults, and `command` is not expanded.",
        "A value that starts with `${` and ends with `}` is taken for one reference: `${HOST}:${PORT}` is never expanded.",
        "Processes inherit only a few variables, such as `PATH` and `HOME`. Put the others in `env`.",
        "`{{X}}` in double braces is a value of the user: declare it in `customUserVars`.",
        "URLs with private or loopback IPs are refused unless `mcpSettings` allows them.",
    ],
    evidence: &[
        Evidence::observed(
            "0.8.524",
            "fields, types, transports, references, costs of mistakes, with its own schema package",
        ),
        Evidence::source(
            "0.8.8-rc1",
            "https://github.com/danny-avila/LibreChat/blob/main/packages/data-provider/src/mcp.ts",
            "fields and their types",
        ),
        Evidence::source(
            "0.8.8-rc1",
            "https://github.com/danny-avila/LibreChat/blob/main/packages/api/src/utils/env.ts",
            "references, the API key",
        ),
        Evidence::source(
            "0.8.8-rc1",
            "https://github.com/danny-avila/LibreChat/blob/main/packages/api/src/auth/domain.ts",
            "which hosts URLs may have",
        ),
        Evidence::documented(
            "https://www.librechat.ai/docs/configuration/librechat_yaml/object_structure/mcp_servers",
            "tool ids, inputs",
        ),
        Evidence::unsure(
            "the folder processes start in",
            "that of LibreChat itself; the whole server was not run",
        ),
    ],
    ..Host::NEW
};

/// What may stand at the top besides `mcpServers`.
const KEYS: &[&str] = &[
    "version",
    "permissions",
    "cache",
    "ocr",
    "webSearch",
    "langfuse",
    "memory",
    "summarization",
    "skillSync",
    "secureImageLinks",
    "imageOutputType",
    "includedTools",
    "filteredTools",
    "mcpSettings",
    "interface",
    "turnstile",
    "fileStrategy",
    "fileStrategies",
    "cloudfront",
    "actions",
    "registration",
    "balance",
    "transactions",
    "speech",
    "rateLimits",
    "fileConfig",
    "modelSpecs",
    "filters",
    "messageFilter",
    "endpoints",
    "openapi",
];

/// Names of hosts that `isSSRFTarget` refuses besides private addresses.
const PRIVATE: &[&str] = &[
    "localhost",
    "localhost.localdomain",
    ".localhost",
    ".internal",
    ".local",
    "rag_api",
    "rag-api",
    "api",
    "redis",
    "mongodb",
    "mongo",
    "postgres",
    "postgresql",
    "mysql",
    "database",
    "db",
    "elasticsearch",
    "kibana",
    "grafana",
    "prometheus",
    "rabbitmq",
    "kafka",
    "zookeeper",
    "consul",
    "vault",
    "etcd",
    "minio",
    "internal",
    "backend",
    "metadata",
];

static FORMAT: Format = Format {
    fields: &[
        Field::TAG,
        Field::COMMAND
            .says("Program to start; not expanded")
            .late_empty(),
        Field::ARGS
            .says("Arguments of the program; required, may be empty")
            .required()
            .always(),
        Field::ENV.says("Environment variables set for the process; numbers are refused"),
        Field::CWD,
        Field::native(
            "stderr",
            Kind::Either(&[Kind::Word(&["pipe", "ignore", "inherit"]), Kind::Whole]),
            "Where errors of the process go; accepted and not used",
        )
        .stdio(),
        Field::URL.remote(),
        Field::HEADERS,
        Field::native(
            "apiKey.source",
            Kind::Word(&["admin", "user"]),
            "Who gives the API key",
        )
        .http(),
        Field::native(
            "apiKey.authorization_type",
            Kind::Word(&["basic", "bearer", "custom"]),
            "How the API key is sent",
        )
        .http(),
        Field::native(
            "apiKey.custom_header",
            Kind::Text,
            "Header for the API key [default: X-Api-Key]",
        )
        .http(),
        Field::new("apiKey.key", Slot::Headers, Kind::KeyText)
            .says("The API key; beats the same header in `headers`")
            .http()
            .legacy(),
        Field::native(
            "requiresOAuth",
            Kind::Flag,
            "Whether OAuth is needed [default: found out]",
        )
        .remote(),
        Field::new("oauth.client_id", Slot::OauthClientId, Kind::Text).remote(),
        Field::new("oauth.scope", Slot::OauthScopes, Kind::Spaced).remote(),
        Field::new(
            "oauth.authorization_url",
            Slot::OauthAuthorizationUrl,
            Kind::Text,
        )
        .shaped(TextShape::Url(&[]))
        .remote(),
        Field::new("oauth.token_url", Slot::OauthTokenUrl, Kind::Text)
            .shaped(TextShape::Url(&[]))
            .remote(),
        Field::new("oauth.client_secret", Slot::OauthClientSecret, Kind::Text)
            .says("OAuth client secret; needs `client_id` and both URLs")
            .remote()
            .with(&[
                "oauth.client_id",
                "oauth.authorization_url",
                "oauth.token_url",
            ]),
        Field::new("oauth.redirect_uri", Slot::OauthRedirectUri, Kind::Text)
            .shaped(TextShape::Url(&[]))
            .remote(),
        Field::new("oauth.audience", Slot::OauthResource, Kind::Text).remote(),
        Field::native(
            "oauth.token_exchange_method",
            Kind::Word(&["default_post", "basic_auth_header"]),
            "How the client authenticates",
        )
        .remote(),
        Field::native(
            "oauth.grant_types_supported",
            Kind::List,
            "Grant types of the authorization server",
        )
        .remote(),
        Field::native(
            "oauth.token_endpoint_auth_methods_supported",
            Kind::List,
            "How clients may authenticate for tokens",
        )
        .remote(),
        Field::native(
            "oauth.response_types_supported",
            Kind::List,
            "Response types of the authorization server",
        )
        .remote(),
        Field::native(
            "oauth.code_challenge_methods_supported",
            Kind::List,
            "Code challenges of the authorization server",
        )
        .remote(),
        Field::native(
            "oauth.skip_code_challenge_check",
            Kind::Flag,
            "Whether S256 is used in any case",
        )
        .remote(),
        Field::native(
            "oauth.forward_audience_on_refresh",
            Kind::Flag,
            "Whether refreshing sends the audience too",
        )
        .remote(),
        Field::native(
            "oauth.revocation_endpoint",
            Kind::Text,
            "URL to revoke tokens at",
        )
        .shaped(TextShape::Url(&[]))
        .remote(),
        Field::native(
            "oauth.revocation_endpoint_auth_methods_supported",
            Kind::List,
            "How clients may authenticate for revoking",
        )
        .remote(),
        Field::native("oauth_headers", Kind::Map, "Headers of OAuth requests only").remote(),
        Field::native(
            "requestHeaders",
            Kind::Map,
            "Headers of requests in a chat; they beat those in `headers`",
        )
        .http(),
        Field::native(
            "oauthRefreshWaitTimeout",
            Kind::Number,
            "Time to wait for a token that another instance refreshes, in milliseconds",
        )
        .within(1.0, f64::INFINITY)
        .remote(),
        Field::native(
            "oauthRefreshCoordination",
            Kind::Flag,
            "Whether several instances refresh tokens together",
        )
        .remote(),
        Field::native(
            "oauthPersistenceWaitTimeout",
            Kind::Number,
            "Time to wait until a token is stored, in milliseconds",
        )
        .within(1.0, 840_000.0)
        .remote(),
        Field::native(
            "obo.scopes",
            Kind::Text,
            "Scopes of the token that is exchanged for the user's",
        )
        .filled()
        .http(),
        Field::native(
            "proxy",
            Kind::Text,
            "URL of a proxy: http, https, socks or socks5",
        )
        .shaped(TextShape::Url(&["http", "https", "socks", "socks5"]))
        .http(),
        Field::new("customUserVars", Slot::Native, Kind::Inputs)
            .says("Values each user is asked for, and that `{{NAME}}` refers to"),
        Field::native("title", Kind::Text, "Name in the user interface").shaped(TextShape::Title),
        Field::new("description", Slot::Description, Kind::Text),
        Field::native("iconPath", Kind::Text, "Icon in the user interface"),
        Field::native(
            "startup",
            Kind::Flag,
            "Whether to connect when LibreChat starts [default: true]",
        ),
        Field::native(
            "chatMenu",
            Kind::Flag,
            "Whether the chat menu shows it [default: true]",
        ),
        Field::native(
            "serverInstructions",
            Kind::Either(&[Kind::Flag, Kind::Text]),
            "Whether to use the server's instructions, or others",
        ),
        Field::new("timeout", Slot::CallTimeout, Kind::Millis)
            .says("Timeout of a request [default: 60000]"),
        Field::new("initTimeout", Slot::StartupTimeout, Kind::Millis)
            .says("Time to connect [default: 30000]"),
        Field::native(
            "sseReadTimeout",
            Kind::Number,
            "Time between two events of a stream [default: 300000]",
        )
        .within(1.0, f64::INFINITY),
    ],
    transports: Transports {
        tag: Some("type"),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "streamable-http"),
            Spelling::tagged(Transport::Http, "http"),
            Spelling::tagged(Transport::Sse, "sse"),
            Spelling::tagged(Transport::Ws, "websocket"),
        ],
        infer: &[("command", Transport::Stdio), ("url", Transport::Sse)],
        schemes: &[("ws", Transport::Ws), ("wss", Transport::Ws)],
        ..Transports::NEW
    },
    // The key of `apiKey` replaces the header of the same name.
    header_vars_win: true,
    dialects: &[
        (&[Slot::Env], &TWICE),
        (
            &[
                Slot::Url,
                Slot::Args,
                Slot::Headers,
                Slot::OauthClientId,
                Slot::OauthClientSecret,
                Slot::OauthScopes,
                Slot::OauthAuthorizationUrl,
                Slot::OauthTokenUrl,
                Slot::OauthRedirectUri,
                Slot::OauthResource,
            ],
            &DIALECT,
        ),
    ],
    bad_server: Cost::Start,
    // Only SSE and streamable HTTP may have it; ignored elsewhere is not enough for its schema.
    crossing: &[("obo.scopes", Cost::Start)],
    checks_urls: true,
    limits: Limits {
        whole: &[
            ("apiKey", "apiKey.source"),
            ("apiKey", "apiKey.authorization_type"),
            ("obo", "obo.scopes"),
        ],
        ..Limits::NONE
    },
    runtime: Runtime {
        inherit: Inherit::SDK,
        bad_header: Some(Cost::Server),
        joins_headers: true,
        header_text: HeaderText::Latin,
        folder: Folder::Elsewhere("the folder of LibreChat itself"),
        ids: ToolIds {
            names: Some(Ids {
                keeps: "_.-",
                cost: Cost::Ignored,
                ..Ids::PLAIN
            }),
            ..ToolIds::NEW
        },
        own_headers: &["host"],
        loses_proto: true,
        public_only: Some(PRIVATE),
        ..Runtime::NEW
    },
    ..Format::NEW
};

/// Read by the schema, and once more when the server is started (its own `processMCPEnv`).
static TWICE: Dialect = Dialect {
    then: Some(&DIALECT),
    ..DIALECT
};

static DIALECT: Dialect = Dialect {
    forms: &[
        Form::Braces,
        Form::Mustache(&[
            "LIBRECHAT_USER_",
            "LIBRECHAT_OPENID_",
            "LIBRECHAT_BODY_",
            "LIBRECHAT_GRAPH_",
        ]),
    ],
    trims: true,
    greedy: true,
    empty_is_unset: true,
    never: &[
        "JWT_SECRET",
        "JWT_REFRESH_SECRET",
        "CREDS_KEY",
        "CREDS_IV",
        "MEILI_MASTER_KEY",
        "MONGO_URI",
        "REDIS_URI",
        "REDIS_PASSWORD",
    ],
    ..Dialect::NEW
};
