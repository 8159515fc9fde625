//! mcpconv
pub mod diagnostic;
pub mod model;
pub mod syntax;
