//! The linter as people run it.

mod files;
mod findings;
mod fixes;
mod settings;
mod support;
mod sync;
