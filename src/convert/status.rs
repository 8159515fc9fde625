//! What becomes of each server of a target.

/// What was done about a server of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It was not there.
    Added,
    /// Something in it changed.
    Updated,
    /// It already said the same.
    Unchanged,
    /// It is not in the source, and the file mirrors the source.
    Removed,
    /// It could not be written.
    Skipped,
}

impl Action {
    /// The word used in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Updated => "updated",
            Self::Unchanged => "unchanged",
            Self::Removed => "removed",
            Self::Skipped => "skipped",
        }
    }
}

/// A server of the target, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// Its name there.
    pub name: String,
    /// What was done.
    pub action: Action,
    /// Fields that changed.
    pub updated: Vec<String>,
    /// Fields that were there and stayed.
    pub unchanged: Vec<String>,
    /// Fields that went: of the old transport, or of a unit that the source says otherwise.
    pub removed: Vec<String>,
}

impl Status {
    pub(super) fn new(name: &str, action: Action) -> Self {
        Self {
            name: name.to_owned(),
            action,
            updated: Vec::new(),
            unchanged: Vec::new(),
            removed: Vec::new(),
        }
    }
}
