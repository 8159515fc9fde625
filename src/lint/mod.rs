//! What is wrong with a configuration, where, for which host, and how to repair it.
//!
//! Pure: texts come in, findings go out. A rule asks the host's data and never names a host.

pub(crate) mod argv;
mod asleep;
pub(crate) mod characters;
pub(crate) mod command;
mod engine;
pub(crate) mod file;
pub(crate) mod finding;
pub(crate) mod fix;
pub(crate) mod inputs;
pub(crate) mod outline;
pub(crate) mod packages;
pub(crate) mod policy;
pub(crate) mod reach;
pub(crate) use crate::model::refs;
mod repair;
pub(crate) mod roots;
pub(crate) mod rule;
pub(crate) mod rules;
pub(crate) mod secrets;
pub(crate) mod server_path;
pub(crate) mod shape;
pub(crate) mod strings;
pub(crate) mod tree;
pub(crate) mod unread;
pub(crate) mod url;
pub(crate) mod variables;
pub(crate) mod version;
pub(crate) mod words;

pub(crate) use engine::place;
pub use engine::{Linted, Subject, lint, project};
pub(crate) use finding::Found;
pub use finding::{By, Finding, Ignored};
pub use fix::Fix;
pub use outline::Outline;
pub(crate) use policy::Policy;
#[cfg(feature = "cli")]
pub(crate) use repair::apart::{OwnEdits, Patient};
pub use repair::{Repaired, repair};
pub(crate) use rule::{Check, page};
pub use rule::{Group, Rule, Safety};
pub use rules::{RULES, by_id, not_text};
