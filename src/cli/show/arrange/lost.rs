//! Files that a reference names, and that are not there.

use std::path::{Path, PathBuf};

use super::{Arranging, Judged, Outcome, ShownFile, Spot};
use crate::host::Place;
use crate::model::{Part, Server};

impl Arranging<'_, '_> {
    /// The folder that a file is in.
    pub(super) fn folder(&self, file: usize) -> PathBuf {
        let folder = Path::new(&self.files[file].name).parent();
        folder.unwrap_or(Path::new("")).to_owned()
    }

    /// Where files are put into the text of the file, one that is not there keeps the host from starting (observed with
    /// opencode 1.18.33).
    pub(super) fn lose_files(&self, file: usize, servers: &mut [Judged]) {
        let ShownFile { host, place, .. } = &self.files[file];
        let lost = servers.iter().find_map(|server| match &server.verdict {
            Outcome::Used(read) => self.lost(place, read),
            _ => None,
        });
        let Some(at) = lost else { return };
        let why = format!(
            "{} does not start: the file of a reference does not exist",
            host.name
        );
        for server in servers {
            if matches!(server.verdict, Outcome::Used(_)) {
                server.verdict = Outcome::Skipped(why.clone(), Some(at));
            }
        }
    }

    /// Where the first such reference stands.
    fn lost(&self, place: &Place, server: &Server) -> Option<Spot> {
        let texts = server.entries.iter().flat_map(|entry| {
            let dialect = place.format.dialect(entry.slot);
            let put_in = !dialect.breaks.is_empty();
            entry.value.templates().filter(move |_| put_in)
        });
        let mut references = texts.flat_map(|text| text.parts.iter().map(move |part| (part, text)));
        references.find_map(|(part, text)| {
            let Part::File(path) = part else { return None };
            let at = self.scene.sources.at(text.span);
            let folder = self.folder(at.file);
            self.scene.is_lost(place, &folder, path).then_some(at)
        })
    }
}
