//! The configuration: what counts and how much, what is known and why, what a company allows.
//!
//! Pure: a text comes in, [`Settings`] or everything that is wrong with it goes out. [`Settings::judge`] then puts the
//! findings of a file on their levels and marks those that somebody decided to live with; [`Baseline`] does the same with
//! a list of findings that were there before.

mod baseline;
mod build;
mod check;
mod comment;
mod judge;
mod schema;
mod settings;
mod shape;
mod size;

pub use baseline::{Baseline, Known};
pub use judge::{Target, Used};
pub use schema::schema;
pub use settings::{Files, Ignore, Mode, Preset, Settings, Sync, SyncTarget};
pub(crate) use size::size;

pub use crate::glob::Globs;

/// What the file is called.
pub const FILE_NAME: &str = "mcpconv.toml";

#[cfg(test)]
mod tests;
