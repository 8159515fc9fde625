//! The folder that a file is in, from which relative paths in it start.

use std::path::{Path, PathBuf};

use super::Arranging;

impl Arranging<'_, '_> {
    /// The folder that a file is in.
    pub(super) fn folder(&self, file: usize) -> PathBuf {
        let folder = Path::new(&self.files[file].name).parent();
        folder.unwrap_or(Path::new("")).to_owned()
    }
}
