//! The laws of the converter, over every pair of hosts. They are made from the host tables: a new host is covered by
//! adding it and its fixtures.
//!
//! A document is read once and converted once for each target, and all laws look at that ([`case`]). Documents are tried
//! side by side. `MCPCONV_HOSTS=lark cargo test --test it laws::` tries only pairs with that host.

mod acceptance;
mod agreement;
pub(crate) mod case;
pub(crate) mod checks;
mod corpus;
pub(crate) mod effects;
mod lint;
mod merging;
mod pairs;
mod spellings;
