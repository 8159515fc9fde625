//! mcpconv
pub mod cli;
pub mod convert;
pub mod diagnostic;
mod discover;
mod files;
pub mod host;
pub mod hosts;
pub mod model;
pub mod report;
pub mod secret;
pub mod syntax;
mod write;
