//! Reads, explains, converts and checks the MCP server configuration of AI hosts.
//!
//! Every host (Claude Code, VS Code, Codex, …) keeps its servers in its own files, with its own fields, its own
//! placeholders and its own limits. They are tables here ([`hosts`]), and four questions can be asked about a config file:
//!
//! | | |
//! |---|---|
//! | [`read`] | What does a config file say? A [`model`] of its servers, every value with its location. |
//! | [`effects`] | What does the host do with it? Which servers it starts or connects to, and how: [`effect`]. |
//! | [`convert`](fn@convert), [`merge`] | What does it look like for another host? The text, and what is lost: [`mod@convert`]. |
//! | [`lint`](fn@lint), [`fix`] | What is wrong with it? Findings with their location, and fixes: [`mod@lint`]. |
//!
//! All of them are functions of their arguments: they touch neither the disk nor the environment, the clock or the
//! terminal. The command line, which does, is the feature `cli`; `default-features = false` builds the library without
//! it, also for WebAssembly.
//!
//! # Reading
//!
//! ```
//! use mcpconv::{Input, Transport, hosts, model::Slot};
//!
//! let gemini = hosts::by_name("gemini").expect("a known host");
//! let text = r#"{"mcpServers": {"docs": {"httpUrl": "https://docs.example.com/mcp"}}}"#;
//!
//! let read = mcpconv::read(&Input::new(gemini, text)).expect("a config file");
//! let server = &read.config.servers[0];
//! assert_eq!((server.name.as_str(), server.transport), ("docs", Transport::Http));
//!
//! let url = server.entry(Slot::Url).expect("a URL");
//! assert_eq!(&text[url.span.range()], r#""https://docs.example.com/mcp""#);
//! ```
//!
//! # What the host does
//!
//! ```
//! use mcpconv::{Effect, Input, World, hosts};
//!
//! let claude_code = hosts::by_name("claude-code").expect("a known host");
//! let text = r#"{"mcpServers": {"docs": {"command": "npx", "args": ["docs-mcp", "${ROOT:-/srv}"]}}}"#;
//!
//! // A world in which no variable is set.
//! let effects = mcpconv::effects(&Input::new(claude_code, text), &World::new(&|_| None)).expect("a config file");
//! let (name, Effect::Starts(process)) = &effects[0] else { panic!("a process") };
//! assert_eq!(name, "docs");
//! assert_eq!(process.args[1].value.as_text(), Some("/srv"));
//! ```
//!
//! # Converting
//!
//! ```
//! use mcpconv::{Environment, Input, Options, hosts};
//!
//! let text = r#"{"mcpServers": {"docs": {"command": "npx", "env": {"TOKEN": "${TOKEN}"}}}}"#;
//! let input = Input::detect(Some(".mcp.json"), text).expect("a file of one host");
//!
//! let codex = hosts::by_name("codex").expect("a known host");
//! let conversion = mcpconv::convert(&[input], &Options::new(codex, &Environment::default()));
//!
//! let toml = "[mcp_servers.docs]\ncommand = \"npx\"\nenv_vars = [\"TOKEN\"]\n";
//! assert_eq!(conversion.text.as_deref(), Some(toml));
//! assert!(conversion.diagnostics.list().is_empty());
//! ```
//!
//! # Checking
//!
//! ```
//! use mcpconv::{Input, Level, Safety, Subject, hosts};
//!
//! let claude_code = hosts::by_name("claude-code").expect("a known host");
//! let text = r#"{"mcpServers": {"docs": {"command": "npx -y docs-mcp@1.2.0"}}}"#;
//! let subject = Subject::new(".mcp.json", &Input::new(claude_code, text));
//!
//! let findings = mcpconv::lint(&subject).findings;
//! assert_eq!((findings[0].rule.id, findings[0].level), ("args-in-command", Level::Error));
//!
//! let fixed = mcpconv::fix(&subject, Safety::Safe).expect("a safe fix");
//! assert!(fixed.text.contains(r#""args": ["-y", "docs-mcp@1.2.0"]"#));
//! ```

// The full build asks whether everything is used. Without the command line much of what only it calls is not.
#![cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unused_imports, unreachable_pub)
)]

// What people call.
mod library;

pub use convert::{Conversion, Environment, Input, Options, convert, merge};
pub use diagnostic::{Diagnostic, Diagnostics, Level};
pub use effect::Effect;
pub use hosts::{HOSTS, Host, Place};
pub use library::{Undetected, effects, fix, read};
pub use lint::{Finding, RULES, Safety, Subject, lint};
pub use model::{Config, Server, Transport, World};
pub use syntax::{Columns, Decoded, Language, LineIndex, Span, decode};

// What they get.
pub mod convert;
pub mod diagnostic;
pub mod effect;
pub mod hosts;
pub mod lint;
pub mod model;

// How it is done: text in, values out.
mod edit;
#[cfg(feature = "cli")]
mod emit;
mod glob;
mod hints;
mod host;
mod launch;
mod nearest;
mod order;
#[cfg(feature = "cli")]
mod paste;
mod secret;
mod syntax;
mod write;

// The edge: arguments, files, the environment, the terminal.
#[cfg(feature = "cli")]
mod border;
#[cfg(feature = "cli")]
mod cli;
#[cfg(feature = "cli")]
mod config;
#[cfg(feature = "cli")]
mod discover;
#[cfg(feature = "cli")]
mod files;
#[cfg(feature = "cli")]
mod git;
#[cfg(feature = "cli")]
mod report;
#[cfg(feature = "cli")]
mod safe_write;
#[cfg(feature = "cli")]
mod walk;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub use cli::run;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod internals;

#[cfg(doctest)]
#[doc = include_str!("../docs/library.md")]
mod library_page {}
