//! The configuration: what counts and how much, what is known and why, what a company allows.
//!
//! Pure: a text comes in, [`Settings`] or everything that is wrong with it goes out. [`Settings::judge`] then puts the
//! findings of a file on their levels and marks those that somebody decided to live with; [`Baseline`] does the same with
//! a list of findings that were there before.

mod baseline;
mod build;
mod check;
mod comment;
mod ignores;
mod judge;
mod schema;
mod settings;
mod shape;
mod size;

pub use baseline::Baseline;
pub(crate) use comment::line as ignoring_comment;
pub(crate) use judge::{LintedFile, Used};
pub use schema::schema;
#[cfg(test)]
pub(crate) use settings::Preset;
pub use settings::Settings;
pub(crate) use settings::{Mode, SyncTarget};
pub(crate) use size::size;

/// What the file is called.
pub(crate) const FILE_NAME: &str = "mcpconv.toml";

#[cfg(test)]
mod tests;
