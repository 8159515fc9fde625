//! Converts Model Context Protocol server configuration between AI hosts.
//!
//! Every host keeps its servers in its own file and dialect. [`read`](host::read) understands a document as its own
//! host does, [`convert`](convert::convert) writes it for another one, and [`hosts`] is what we know about each of them.
//! None of them touches the disk, the environment or the terminal; what a conversion needs to know comes in with its
//! [`Options`](convert::Options). The command line, which touches them, is the feature `cli`; `default-features = false`
//! builds the library without it, also for WebAssembly.
//!
//! ```
//! use mcpconv::convert::{Environment, Input, Options, convert};
//! use mcpconv::hosts::by_name;
//!
//! let from = by_name("claude-code").expect("a known host");
//! let to = by_name("codex").expect("a known host");
//! let text = r#"{"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs-mcp"], "env": {"TOKEN": "${TOKEN}"}}}}"#;
//!
//! let environment = Environment::default();
//! let input = Input { text, bom: false, host: from, place: &from.places[0] };
//! let conversion = convert(&[input], &Options::new(to, &environment));
//!
//! assert_eq!(
//!     conversion.text.as_deref(),
//!     Some("[mcp_servers.docs]\ncommand = \"npx\"\nargs = [\"-y\", \"docs-mcp\"]\nenv_vars = [\"TOKEN\"]\n")
//! );
//! assert!(conversion.diagnostics.list().is_empty());
//! ```
//!
//! Reading alone gives the model, in which every value knows the bytes it came from:
//!
//! ```
//! use mcpconv::host::read;
//! use mcpconv::hosts::by_name;
//! use mcpconv::model::{Slot, Transport};
//! use mcpconv::syntax::parse;
//!
//! let host = by_name("gemini").expect("a known host");
//! let place = &host.places[0];
//! let text = r#"{"mcpServers": {"docs": {"url": "https://docs.example.com/mcp"}}}"#;
//! let document = parse(text, place.language).expect("valid JSON");
//!
//! let server = &read(&document, host, place).expect("servers").config.servers[0];
//! assert_eq!(server.transport, Transport::Http);
//! let url = server.entry(Slot::Url).expect("a url");
//! assert_eq!(&text[url.span.range()], r#""https://docs.example.com/mcp""#);
//! ```

// The full build asks whether everything is used. Without the command line much of what only it calls is not.
#![cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unused_imports, unreachable_pub)
)]

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod config;
pub mod convert;
pub mod diagnostic;
#[cfg(feature = "cli")]
mod discover;
mod edit;
pub mod effect;
#[cfg(feature = "cli")]
mod files;
mod glob;
mod hints;
pub mod host;
pub mod hosts;
pub mod launch;
pub mod lint;
pub mod model;
mod nearest;
#[cfg(feature = "cli")]
pub mod report;
#[cfg(feature = "cli")]
pub mod safe_write;
pub mod secret;
pub mod syntax;
#[cfg(feature = "cli")]
mod walk;
mod write;
