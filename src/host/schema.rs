//! JSON Schemas from the field tables.

use serde_json::{Value, json};

use super::Host;

/// The schema of the files of `host`.
#[must_use]
pub fn schema(host: &Host) -> Value {
    json!({ "title": host.name })
}
