//! mcpconv
pub mod convert;
pub mod diagnostic;
pub mod host;
pub mod hosts;
pub mod model;
pub mod secret;
pub mod syntax;
mod write;
