//! `--schema FILE`: a company's own rules as JSON Schema.
//!
//! The validator says which keyword was violated and where; its own words quote values, and are never shown.

use std::path::Path;

use serde_json::{Map, Value};

use super::setup::Setup;
use crate::cli::problem;
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::lint::{Finding, Subject, by_id};
use crate::report::sanitize;
use crate::syntax::path::unescaped;
use crate::syntax::{Node, Span, Tree, parse};

/// A schema that can be asked.
pub(super) struct Schema {
    name: String,
    validator: jsonschema::Validator,
}

impl Schema {
    /// Reads the schema at `path`.
    ///
    /// # Errors
    /// It cannot be read, is no JSON, or is no schema.
    pub(super) fn read(path: &Path, limit: u64) -> Result<Self, Box<Diagnostic>> {
        let name = sanitize(&path.display().to_string()).into_owned();
        let unusable = |why: String| {
            Box::new(problem(
                "invalid-schema",
                format!("`{name}` is not a valid schema: {why}"),
            ))
        };
        let bytes = files::read_stream(path, limit)
            .map_err(|fault| unusable(fault.diagnostic().message))?;
        let value: Value =
            serde_json::from_slice(&bytes).map_err(|error| unusable(error.to_string()))?;
        // What it says about a schema may quote the schema, which is no secret.
        let validator = jsonschema::validator_for(&value)
            .map_err(|error| unusable(sanitize(&error.to_string()).into_owned()))?;
        Ok(Self { name, validator })
    }
}

/// What the schema does not allow in a file.
pub(super) fn violations(setup: &Setup<'_>, subject: &Subject<'_>) -> Vec<Finding> {
    let (Some(schema), Some(rule)) = (&setup.schema, by_id("schema-violation")) else {
        return Vec::new();
    };
    let Some(root) = parse(subject.text, subject.place.language)
        .ok()
        .and_then(|document| document.root)
    else {
        return Vec::new();
    };
    let instance = value(&root);
    let violation = |error: jsonschema::ValidationError<'_>| {
        let path = error.schema_path().to_string();
        let keyword = path
            .rsplit('/')
            .find(|part| !part.is_empty() && part.parse::<usize>().is_err())
            .unwrap_or("schema")
            .to_owned();
        let place = error.instance_path().to_string();
        let shown = if place.is_empty() {
            "the document".to_owned()
        } else {
            format!("`{place}`")
        };
        let mut finding = Finding::new(
            rule,
            at(&root, &place),
            format!("{shown} violates `{keyword}` of {}", schema.name),
        );
        finding.source = subject.source;
        finding.pointer = place;
        finding.help = Some(format!("see `{path}` in {}", schema.name));
        finding
    };
    schema
        .validator
        .iter_errors(&instance)
        .map(violation)
        .collect()
}

/// Where a JSON pointer leads: the key of a member, or an item. Of a key that stands twice, the last counts.
fn at(root: &Node<'_>, pointer: &str) -> Option<Span> {
    let mut node = root;
    let mut span = None;
    for part in pointer.split('/').skip(1) {
        let key = unescaped(part);
        match &node.value {
            Tree::Object(_) => {
                let member = node.member(&key)?;
                (node, span) = (&member.value, Some(member.key_span));
            }
            Tree::Array(items) => {
                let item = items.get(key.parse::<usize>().ok()?)?;
                (node, span) = (item, Some(item.span));
            }
            _ => return span,
        }
    }
    // A whole object would be underlined from end to end; its key says as much.
    match node.value {
        Tree::Object(_) | Tree::Array(_) => span.or(Some(Span {
            end: node.span.start,
            ..node.span
        })),
        _ => Some(node.span),
    }
}

/// The tree as the validator takes it.
fn value(node: &Node<'_>) -> Value {
    match &node.value {
        Tree::Null => Value::Null,
        Tree::Bool(flag) => Value::Bool(*flag),
        // A number that JSON does not have, such as a TOML date, is its text.
        Tree::Number(text) => {
            serde_json::from_str(text).unwrap_or_else(|_| Value::String((*text).to_owned()))
        }
        Tree::String(text) => Value::String(text.to_string()),
        Tree::Array(items) => items.iter().map(value).collect(),
        Tree::Object(members) => Value::Object(
            members
                .iter()
                .map(|member| (member.key.to_string(), value(&member.value)))
                .collect::<Map<_, _>>(),
        ),
    }
}
