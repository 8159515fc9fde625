//! A single file that a command reads as a whole: its text, and whose it is.

use std::path::Path;

use crate::diagnostic::Diagnostic;
use crate::discover::{Choice, choose};
use crate::files;
use crate::host::Host;

/// A file that was read.
pub(super) struct Loaded {
    /// What to call it.
    pub(super) name: String,
    pub(super) text: String,
    pub(super) bom: bool,
    pub(super) choice: Choice,
}

/// A file that could not be read, as far as it could, and why.
pub(super) struct Unreadable {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) problem: Diagnostic,
}

/// Reads `path` as a file of `host`, or of whoever its path and shape point to.
///
/// # Errors
/// It cannot be read, is no text, or belongs to nobody.
pub(super) fn load(
    path: &Path,
    host: Option<&'static Host>,
    limit: u64,
) -> Result<Loaded, Box<Unreadable>> {
    let files::InputFile {
        name, path, bytes, ..
    } = files::InputFile::read(path, limit);
    let unread = |text: &str, problem: Diagnostic| {
        Box::new(Unreadable {
            name: name.clone(),
            text: text.to_owned(),
            problem,
        })
    };
    let bytes = bytes.map_err(|fault| unread("", fault.diagnostic()))?;
    let decoded = files::text(&bytes).map_err(|(before, problem)| unread(&before, *problem))?;
    let choice = choose(host, path.as_deref(), &decoded.text)
        .map_err(|problem| unread(&decoded.text, *problem))?;
    Ok(Loaded {
        text: decoded.text.into_owned(),
        bom: decoded.bom,
        choice,
        name,
    })
}
