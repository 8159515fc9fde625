//! mcpconv
pub mod diagnostic;
pub mod model;
pub mod report;
mod secret;
pub mod syntax;
