//! How the value of a field is written.

/// How a field's value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A string.
    Text,
    /// A string; `false` says that there is none.
    OffText,
    /// A string with a program and, where `args` is empty, its arguments.
    Line,
    /// A string with a program and, where `args` is empty, a line that a shell runs.
    LoneLine,
    /// A list with a program and its arguments.
    Argv,
    /// A string that is split into words, or a list; `args` follow in any case.
    LineOrArgv,
    /// A string that a shell reads, with a program and perhaps arguments; those of `args` follow in the same line.
    ShellLine,
    /// A list of strings, numbers and booleans that a shell reads, one behind the other, as one line.
    ShellWords,
    /// A list of strings.
    List,
    /// A list of strings; numbers and booleans are read as their text.
    ScalarList,
    /// A string with words between spaces.
    Spaced,
    /// A map from names to strings.
    Map,
    /// A map from names to strings; numbers are read as their text, and `null` removes a name.
    LooseMap,
    /// A map from names to strings; numbers are read as their text.
    NumberMap,
    /// A map from names to strings; any other value is passed over, and the rest counts.
    SiftedMap,
    /// A map from names to strings; numbers and booleans are read as their text, and `null` is as good as nothing.
    ScalarMap,
    /// A boolean.
    Flag,
    /// A boolean that says the opposite.
    NotFlag,
    /// `false` switches it off; anything else is the business of other fields.
    OffFlag,
    /// A whole number of milliseconds.
    Millis,
    /// A number of seconds, fractions allowed.
    Seconds,
    /// A whole number of seconds.
    WholeSeconds,
    /// A whole number of milliseconds as a string, under a key in the map of another field.
    MillisInMap,
    /// A whole number from 1 to 65535.
    Port,
    /// A list of variables (or `{name = …}`) that are handed through under their own names.
    EnvNames,
    /// A map from header names to the variables with their values.
    HeaderVars,
    /// The variable with the bearer token of the `Authorization` header.
    BearerVar,
    /// The bearer token of the `Authorization` header.
    BearerText,
    /// The bearer token of the `Authorization` header, or the word `oauth`.
    BearerOrOauth,
    /// The variable with a key, beside `…_header` and `…_format` that say how it is sent.
    KeyVar,
    /// A key, beside `source`, `authorization_type` and `custom_header` that say who gives it and how it is sent.
    KeyText,
    /// The variable with the text.
    TextVar,
    /// The server's own name, which counts where its key is another one.
    OwnName,
    /// A map from names to what the user is asked for, each with a `title` and a `description`.
    Inputs,
    /// A list of tools that need no approval; `*` is all of them.
    Approved,
    /// A list of tools that need no approval, each by its name; there is no word for all of them.
    ApprovedNames,
    /// `true`: no tool needs an approval.
    Trusted,
    /// A map from tools to words for the most that they may do: run, run when asked, nothing. The first grants nothing.
    Policies([&'static str; 3]),
    /// A list of objects with a tool's name and such a word under the given key, which is checked but not heeded.
    PolicyList(&'static str, [&'static str; 3]),
    /// A map from tools to objects with such a word under the given key; there is no word for forbidden. The first two words
    /// are for allowed and to be asked, the others are the host's own.
    PolicyTables(&'static str, &'static [&'static str]),
    /// Such a word for all tools that are not named.
    DefaultPolicy(&'static [&'static str]),
    /// The field that names the transport.
    Tag,
    /// The field that tells which of several groups of fields is there: a word, and the names that go with it.
    Group(&'static [(&'static str, &'static [&'static str])]),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A number.
    Number,
    /// A whole number, also below 0.
    Whole,
    /// Whatever one of these takes, without a meaning of ours.
    Either(&'static [Self]),
    /// An object with anything in it.
    Object,
    /// Anything.
    Any,
}

impl Kind {
    /// Whether it is a map of texts by name, whatever else the host takes for one.
    #[must_use]
    pub(crate) const fn is_map(self) -> bool {
        matches!(
            self,
            Self::Map | Self::LooseMap | Self::NumberMap | Self::SiftedMap | Self::ScalarMap
        )
    }

    /// Whether its values stand in the map of another field, among what the map is there for.
    #[must_use]
    pub(crate) const fn in_map(self) -> bool {
        matches!(self, Self::MillisInMap)
    }
}
