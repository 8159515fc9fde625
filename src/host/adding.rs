//! How a host is told about a server without a file: by a command of its own, or by a link. Both are read when people paste
//! them, and written by `--emit`.

use super::Names;

/// A command that adds a server.
#[derive(Clone, Copy, Debug)]
pub struct AddCommand {
    /// The words it begins with.
    pub words: &'static [&'static str],
    /// What it wants to know.
    pub shape: AddShape,
    /// What it can be told besides.
    pub options: &'static [AddOption],
    /// The names it accepts, which may be fewer than the file does.
    pub names: Names,
    /// Flags that it sets itself, each beside an object that any option puts something into.
    pub implies: &'static [(&'static str, &'static str)],
    /// It is read and never written, because it refuses fields that the file may have.
    pub read_only: bool,
}

impl AddCommand {
    /// A command without words, for the rest of a literal.
    pub const NEW: Self = Self {
        words: &[],
        shape: AddShape::Words,
        options: &[],
        names: Names::ANY,
        implies: &[],
        read_only: false,
    };
}

/// What stands behind the words of an [`AddCommand`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddShape {
    /// A name, then a URL, or a program with its arguments after `--`.
    Words,
    /// The same, but for a `--` only between the program and its arguments, and options may stand between the two (observed
    /// with Gemini CLI 0.61.0 and Qwen Code 0.24.4).
    Program,
    /// A name, then a URL or a whole command line as one word.
    Line,
    /// A name, then a server as JSON.
    Json,
    /// A server as JSON, with its name under `name`.
    NamedJson,
}

/// An option of an [`AddCommand`].
#[derive(Clone, Copy, Debug)]
pub struct AddOption {
    /// Its spellings, the one to write first.
    pub names: &'static [&'static str],
    /// What it is for.
    pub takes: Takes,
}

/// What an option takes, and which field of the file it sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A name and a value with this between them; repeatable.
    Pair(&'static str, char),
    /// The same, but what stands behind a second separator is cut off, so such values are not written.
    CutPair(&'static str, char),
    /// Text.
    Text(&'static str),
    /// A number.
    Number(&'static str),
    /// Words between commas; repeatable.
    Commas(&'static str),
    /// One word each; repeatable.
    Each(&'static str),
    /// An object as JSON.
    Json(&'static str),
    /// Nothing: being there, it sets the field to `true`.
    Flag(&'static str),
    /// The name of the transport.
    Transport,
    /// The URL, which has no place of its own then.
    Url,
    /// The program, which has no place of its own then.
    Program,
    /// An argument of the program; repeatable.
    Argument,
    /// All arguments of the program, as a shell would read them.
    ArgumentLine,
    /// Arguments of the program between commas; repeatable.
    ArgumentCommas,
    /// Nothing: being there, it sets the field to `false`.
    Off(&'static str),
    /// The name of the server, which has no place of its own then.
    Name,
    /// Text that says nothing about the server, such as which file to write.
    Aside,
    /// Nothing, and it says nothing about the server.
    AsideFlag,
}

impl AddOption {
    /// An option called `names`.
    #[must_use]
    pub const fn new(names: &'static [&'static str], takes: Takes) -> Self {
        Self { names, takes }
    }
}

/// A link that installs a server.
#[derive(Clone, Copy, Debug)]
pub struct InstallLink {
    /// What it begins with, the one to write first.
    pub prefixes: &'static [&'static str],
    /// What follows.
    pub carries: Carries,
}

/// What an [`InstallLink`] carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Carries {
    /// `name=…&config=…`, with a server as JSON in Base64.
    Base64,
    /// `name=…&config=…`, with a server as JSON.
    Config,
    /// A server as JSON, with its name under `name`.
    NamedJson,
}
