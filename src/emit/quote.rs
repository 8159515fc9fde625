//! Words for a shell.

/// Who reads a command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shell {
    /// `sh` and its kin.
    Posix,
    /// PowerShell.
    PowerShell,
}

impl Shell {
    /// The shell that people have where this runs.
    pub(crate) const HERE: Self = if cfg!(windows) {
        Self::PowerShell
    } else {
        Self::Posix
    };

    /// `text` as one word, in which nothing is expanded.
    pub(super) fn quoted(self, text: &str) -> String {
        let marks = match self {
            Self::Posix => "_-./:=@,+%",
            // A comma makes a list there, and an at sign may begin something else.
            Self::PowerShell => "_-./:=\\+",
        };
        let plain = |c: char| c.is_ascii_alphanumeric() || marks.contains(c);
        if !text.is_empty() && text.chars().all(plain) && !text.starts_with('=') {
            return text.to_owned();
        }
        match self {
            Self::Posix => format!("'{}'", text.replace('\'', r"'\''")),
            // Up to version 7.2 it hands double quotes on without their marks, unless a backslash stands before each.
            Self::PowerShell => format!("'{}'", text.replace('\'', "''").replace('"', "\\\"")),
        }
    }

    /// `words` as a command line.
    pub(super) fn line<'w>(self, words: impl IntoIterator<Item = &'w str>) -> String {
        let words: Vec<String> = words.into_iter().map(|word| self.quoted(word)).collect();
        words.join(" ")
    }

    /// The word behind which all others belong to the program. PowerShell takes a bare one for itself.
    pub(super) fn dashes(self) -> &'static str {
        match self {
            Self::Posix => "--",
            Self::PowerShell => "'--'",
        }
    }
}
