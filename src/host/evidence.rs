//! Why we believe what a host's table says.

/// What some facts of a host rest on.
#[derive(Clone, Copy, Debug)]
pub struct Evidence {
    /// Which facts.
    pub about: &'static str,
    /// How they were found.
    pub found: How,
}

/// How a fact was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The host was run: this version.
    Observed(&'static str),
    /// Its source was read: the state of this date or version, at this link.
    Source(&'static str, &'static str),
    /// Its vendor documents it, at this link.
    Documented(&'static str),
    /// Users report it, at this link.
    Reported(&'static str),
    /// Nobody we could ask knows: the reason for doubt.
    Unsure(&'static str),
}

impl Evidence {
    /// `version` of the host was run.
    #[must_use]
    pub const fn observed(version: &'static str, about: &'static str) -> Self {
        Self {
            about,
            found: How::Observed(version),
        }
    }

    /// The source at `link` was read, in the state of `version`.
    #[must_use]
    pub const fn source(version: &'static str, link: &'static str, about: &'static str) -> Self {
        Self {
            about,
            found: How::Source(version, link),
        }
    }

    /// The vendor's documentation at `link`.
    #[must_use]
    pub const fn documented(link: &'static str, about: &'static str) -> Self {
        Self {
            about,
            found: How::Documented(link),
        }
    }

    /// A report by a user at `link`.
    #[must_use]
    pub const fn reported(link: &'static str, about: &'static str) -> Self {
        Self {
            about,
            found: How::Reported(link),
        }
    }

    /// Doubtful, because of `reason`.
    #[must_use]
    pub const fn unsure(about: &'static str, reason: &'static str) -> Self {
        Self {
            about,
            found: How::Unsure(reason),
        }
    }
}

impl How {
    /// One word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Observed(_) => "observed",
            Self::Source(..) => "source",
            Self::Documented(_) => "documented",
            Self::Reported(_) => "reported",
            Self::Unsure(_) => "unsure",
        }
    }

    /// The version or date, where one is known.
    #[must_use]
    pub fn version(self) -> Option<&'static str> {
        match self {
            Self::Observed(version) | Self::Source(version, _) => Some(version),
            _ => None,
        }
    }

    /// The page, where there is one.
    #[must_use]
    pub fn link(self) -> Option<&'static str> {
        match self {
            Self::Source(_, link) | Self::Documented(link) | Self::Reported(link) => Some(link),
            _ => None,
        }
    }

    /// The reason for doubt.
    #[must_use]
    pub fn doubt(self) -> Option<&'static str> {
        match self {
            Self::Unsure(reason) => Some(reason),
            _ => None,
        }
    }
}
