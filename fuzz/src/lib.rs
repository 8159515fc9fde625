//! What is tried with any bytes, and what must hold for them. A target panics where it does not.
//!
//! The first two bytes choose hosts, the rest is a text: so a mutation of the text keeps its host.

mod conversions;
mod findings;
mod languages;
mod merges;
pub mod mutate;
mod pastes;
pub mod seeds;

pub use conversions::convert;
pub use findings::{formats, lint};
pub use languages::{json, toml, yaml};
pub use merges::merge;
pub use pastes::paste;

use mcpconv::{HOSTS, Host, Input};

/// Every target by its name.
pub const TARGETS: &[(&str, fn(&[u8]))] = &[
    ("json", json),
    ("toml", toml),
    ("yaml", yaml),
    ("convert", convert),
    ("lint", lint),
    ("merge", merge),
    ("formats", formats),
    ("paste", paste),
];

/// Larger inputs are for the benchmark of growth.
const MAX_SIZE: usize = 1 << 16;

/// The host that a byte stands for.
fn host(byte: u8) -> &'static Host {
    HOSTS[usize::from(byte) % HOSTS.len()]
}

/// The hosts and the text that `data` stands for.
fn chosen(data: &[u8]) -> Option<(&'static Host, &'static Host, &str)> {
    let [from, to, text @ ..] = data else {
        return None;
    };
    let text = std::str::from_utf8(text).ok()?;
    (text.len() <= MAX_SIZE).then(|| (host(*from), host(*to), text))
}

/// A config file of the host, without a byte-order mark.
fn input<'t>(host: &'static Host, text: &'t str) -> Input<'t> {
    Input::new(host, text)
}
