//! The moments at which writing can be cut short. Only tests make use of them; elsewhere reaching one does nothing.

use std::io;

/// Something that was just done, or is about to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WriteStep {
    FoldersMade,
    DraftMade,
    DraftWritten,
    DraftGivenAccess,
    DraftSynced,
    Checked,
    BackupKept,
    Replacing,
    Replaced,
    Overwriting,
    TailWritten,
    HeadWritten,
    Overwritten,
}

#[cfg(not(test))]
#[expect(clippy::unnecessary_wraps, reason = "tests let it fail")]
pub(super) fn reached(_step: WriteStep) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
pub(super) fn reached(step: WriteStep) -> io::Result<()> {
    super::tests::reached(step)
}
