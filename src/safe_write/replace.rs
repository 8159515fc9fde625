//! Putting a draft in the place of a file.

use std::io;

use super::Snapshot;
use super::draft::Draft;

/// Puts `draft`, which has the access of the file that `old` was taken of, in its place.
#[cfg(not(windows))]
pub(super) fn replace(draft: Draft, old: &Snapshot) -> io::Result<()> {
    draft.path.persist(&old.real).map_err(|error| error.error)
}

/// Puts `draft` in the place of the file that `old` was taken of. A rename would give it the access of its folder, so the
/// system is asked to keep what the file had: access control list, streams, attributes.
#[cfg(windows)]
pub(super) fn replace(draft: Draft, old: &Snapshot) -> io::Result<()> {
    use winsafe::{GetFileAttributes, ReplaceFile, SetFileAttributes, co};
    /// The old file is gone, and the new one still has its old name.
    const UNABLE_TO_MOVE_REPLACEMENT: u32 = 1176;
    /// Filesystems that cannot do it say one of these.
    const UNSUPPORTED: [u32; 3] = [1, 50, 120];

    let renamed = |draft: Draft| draft.path.persist(&old.real).map_err(|error| error.error);
    let (Some(real), Some(new)) = (old.real.to_str(), draft.path.to_str()) else {
        return renamed(draft);
    };
    let attributes = GetFileAttributes(real);
    match ReplaceFile(real, new, None, co::REPLACEFILE::default()) {
        Ok(()) => {}
        Err(error)
            if error.raw() == UNABLE_TO_MOVE_REPLACEMENT || UNSUPPORTED.contains(&error.raw()) =>
        {
            return renamed(draft);
        }
        Err(error) => return Err(io::Error::from_raw_os_error(error.raw().cast_signed())),
    }
    // A draft is marked as temporary.
    if let Ok(attributes) = attributes {
        let _ = SetFileAttributes(real, attributes);
    }
    Ok(())
}
