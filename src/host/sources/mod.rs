//! Documents that describe a server and are no host's config file: a package's entry in a registry, the manifest of a
//! bundle.
//!
//! Such a document is put into the words of a config file, node by node, each with the bytes it comes from. Everything
//! after that, from reading to the report, is what happens to any config file. What has a value only later, such as a
//! secret, becomes an input.

mod fastmcp;
mod make;
mod mcpb;
mod server_json;

pub(crate) use fastmcp::FASTMCP;
pub(crate) use mcpb::MCPB;
pub(crate) use server_json::SERVER_JSON;

use crate::diagnostic::Diagnostic;
use crate::host::Place;
use crate::syntax::{self, Document, Node};

/// A kind of document that servers are read from, and never written to.
#[derive(Debug)]
pub struct SourceFormat {
    /// Whether a document is one of these, by what is in it.
    pub(crate) fits: fn(&Node<'_>) -> bool,
    /// Puts it into the words of a config file.
    pub(crate) transcribe: for<'t> fn(&Node<'t>) -> Transcript<'t>,
    /// What its parts become, for people: a part, and what is written for it.
    pub(crate) becomes: &'static [(&'static str, &'static str)],
}

/// A document in the words of a config file.
pub(crate) struct Transcript<'t> {
    /// The map of servers under `mcpServers`, the inputs under `inputs`.
    pub(crate) root: Node<'t>,
    /// What could not be carried over, or was chosen.
    pub(crate) remarks: Vec<Diagnostic>,
}

/// Reads `text` as `place` has it.
///
/// # Errors
/// It cannot be parsed.
pub fn parse<'t>(text: &'t str, place: &Place) -> Result<Document<'t>, syntax::Error> {
    let mut document = syntax::parse(text, place.language)?;
    if let Some(source) = place.source {
        document.origin = document.root.take();
        document.root = document.origin.as_ref().map(|root| match root.is_object() {
            true => (source.transcribe)(root).root,
            false => root.clone(),
        });
    }
    Ok(document)
}

/// What could not be carried over from a document that [`parse`] read.
pub(crate) fn remarks(document: &Document<'_>, place: &Place) -> Vec<Diagnostic> {
    match (place.source, &document.origin) {
        (Some(source), Some(origin)) if origin.is_object() => (source.transcribe)(origin).remarks,
        _ => Vec::new(),
    }
}

/// The source among `places` that a document is one of.
pub(crate) fn fitting<'p>(places: &'p [Place], root: &Node<'_>) -> Option<&'p Place> {
    places
        .iter()
        .find(|place| place.source.is_some_and(|source| (source.fits)(root)))
}

#[cfg(test)]
mod tests;
