//! Words for a shell.

use crate::convert::Platform;

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
    const HERE: Self = if cfg!(windows) {
        Self::PowerShell
    } else {
        Self::Posix
    };

    /// The shell of a system, or of this one.
    pub(crate) fn of(platform: Option<Platform>) -> Self {
        match platform {
            Some(Platform::Windows) => Self::PowerShell,
            Some(Platform::Unix) => Self::Posix,
            None => Self::HERE,
        }
    }

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
            Self::PowerShell => powershell(text),
        }
    }

    /// `words` as a command line.
    pub(super) fn line<'w>(self, words: impl IntoIterator<Item = &'w str>) -> String {
        let words: Vec<String> = words.into_iter().map(|word| self.quoted(word)).collect();
        words.join(" ")
    }

    /// A command line that means the same in every version of its shell.
    pub(super) fn prepared(self, line: String) -> String {
        // From version 7.3 on, PowerShell adds the backslashes itself, unless it is told not to. Before that, the
        // variable is one like any other.
        let escaped = ["\\\"", "\\\\'", "'\"\"'"];
        match self {
            Self::PowerShell if escaped.iter().any(|mark| line.contains(mark)) => {
                format!("${LEGACY} = 'Legacy'; {line}")
            }
            _ => line,
        }
    }

    /// The word behind which all others belong to the program. PowerShell takes a bare one for itself.
    pub(super) fn dashes(self) -> &'static str {
        match self {
            Self::Posix => "--",
            Self::PowerShell => "\"--\"",
        }
    }
}

/// The variable that says how PowerShell hands words to programs.
pub(crate) const LEGACY: &str = "PSNativeCommandArgumentPassing";

/// A word for PowerShell. Between double quotes if nothing in it means anything there, because `cmd` reads those too; else
/// between single ones.
fn powershell(text: &str) -> String {
    let harmless = |c: char| c.is_ascii() && !c.is_ascii_control() && !"\"$`%!".contains(c);
    if !text.is_empty() && text.chars().all(harmless) && !text.ends_with('\\') {
        return format!("\"{text}\"");
    }
    // Up to version 7.2 a program gets the words in one line, in which double quotes are put around blanks and nothing else
    // is done: a quote in a word needs its backslash already, and so do backslashes that stand before a quote.
    let (mut out, mut backslashes) = (String::new(), 0);
    for c in text.chars() {
        match c {
            '\\' => backslashes += 1,
            '"' => {
                out.push_str(&"\\".repeat(backslashes + 1));
                backslashes = 0;
            }
            _ => backslashes = 0,
        }
        out.push(c);
    }
    if text.contains(char::is_whitespace) {
        out.push_str(&"\\".repeat(backslashes));
    }
    if out.is_empty() {
        // An empty word would not be handed on at all.
        out.push_str("\"\"");
    }
    format!("'{}'", out.replace('\'', "''"))
}
