//! Reports: written piece by piece, and put in place at the end.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::draft::{Access, SUFFIX, empty, give, sweep};
use super::prepared::has_other_names;
use super::resolve::real_path;

/// Writes the file at `path` as a whole: whoever looks sees the old one or the new one, and an error leaves the old one.
///
/// It keeps who may read it. Where a new file cannot have that, or the old one has other names, it is overwritten: a report
/// can be made again. No backup is kept, and nothing of it is in memory.
///
/// # Errors
/// The folder cannot be written to, or `fill` fails.
pub(crate) fn stream(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let old = fs::metadata(path).ok();
    // Through a link, the file it leads to is the one to replace. A pipe of the shell has a name that leads nowhere.
    let real = match fs::canonicalize(path) {
        Ok(real) => real,
        Err(_) if old.is_some() => path.to_owned(),
        Err(_) => real_path(path).unwrap_or_else(|| path.to_owned()),
    };
    if old
        .as_ref()
        .is_some_and(|old| !old.is_file() && !old.is_dir())
    {
        // A pipe or a device has no old content to keep.
        let mut file = BufWriter::new(OpenOptions::new().write(true).open(&real)?);
        fill(&mut file)?;
        return file.flush();
    }
    if old.as_ref().is_some_and(fs::Metadata::is_dir) || real.file_name().is_none() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    sweep(&real);
    let access = old.as_ref().map_or(Access::Umask, Access::Like);
    let (mut file, path) = empty(&real, access, SUFFIX)?;
    let mut pieces = BufWriter::new(&mut file);
    fill(&mut pieces)?;
    pieces.flush()?;
    drop(pieces);
    let replaceable = give(&file, &real, access) && !old.as_ref().is_some_and(has_other_names);
    file.sync_all()?;
    if !replaceable {
        return overwrite(&path, &real);
    }
    // Elsewhere an open file cannot be renamed. Here it is held until then, so that nobody takes it for one left behind.
    #[cfg(not(unix))]
    drop(file);
    match path.persist(&real) {
        Ok(()) => Ok(()),
        // A mount point, as containers have for single files.
        Err(error) if error.error.kind() == io::ErrorKind::ResourceBusy => {
            overwrite(&error.path, &real)
        }
        Err(error) => Err(error.error),
    }
}

fn overwrite(draft: &Path, real: &Path) -> io::Result<()> {
    let mut draft = File::open(draft)?;
    let mut file = File::options().write(true).truncate(true).open(real)?;
    io::copy(&mut draft, &mut file)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_to_be_written_leaves_the_old_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.json");
        stream(&path, |file| file.write_all(b"old")).expect("a new file");
        stream(&path, |_| Err(io::Error::other("no"))).expect_err("the error of the writer");
        assert_eq!(fs::read(&path).expect("the old file"), b"old");
        stream(&path, |file| file.write_all(b"new")).expect("another file");
        assert_eq!(fs::read(&path).expect("the new file"), b"new");
        assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
    }
}
