//! A field of a server, and how its value is written.

use crate::model::{Slot, Transport};

/// The transports a field belongs to, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct On(u8);

impl On {
    /// None of them.
    pub const NONE: Self = Self(0);
    /// Child processes.
    pub const STDIO: Self = Self(1);
    /// Streamable HTTP and server-sent events.
    pub const HTTP: Self = Self(2 | 4);
    /// Streamable HTTP alone.
    pub const STREAMABLE: Self = Self(2);
    /// Server-sent events alone.
    pub const SSE: Self = Self(4);
    /// Everything with an address.
    pub const REMOTE: Self = Self(2 | 4 | 8);
    /// All of them.
    pub const ALL: Self = Self(15);

    /// Whether `transport` is among them.
    #[must_use]
    pub const fn has(self, transport: Transport) -> bool {
        let bit = match transport {
            Transport::Stdio => 1,
            Transport::Http => 2,
            Transport::Sse => 4,
            Transport::Ws => 8,
        };
        self.0 & bit != 0
    }
}

/// A field of a server. It is plain data, so that tables can be put together from parts of others.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name, nested names joined by dots.
    pub name: &'static str,
    /// What it is about.
    pub slot: Slot,
    /// How its value is written.
    pub kind: Kind,
    /// Which transports have it.
    pub on: On,
    /// A server without it is refused.
    pub required: bool,
    /// When we write it.
    pub write: Write,
    /// Other names under which it is read, the deprecated ones among them.
    pub aliases: &'static [&'static str],
    /// It is only written beside these fields.
    pub needs: &'static [&'static str],
    /// A flag that is written with it, because it only counts where that is `true`.
    pub brings: Option<&'static str>,
    /// A wrong value costs nothing but the field, whatever it costs elsewhere.
    pub soft: bool,
    /// A wrong value passes the parser, and fails the server alone when it is started.
    pub late: bool,
    /// It is only allowed where this field has this word.
    pub beside: Option<(&'static str, &'static str)>,
    /// It is not written beside this field.
    pub unless: Option<&'static str>,
    /// The numbers that count, and what becomes of others.
    pub range: Range,
    /// `null` is as good as leaving it out.
    pub nullable: bool,
    /// It says how to sign in, and is meant for the program or URL that it stands beside.
    pub signs_in: bool,
    /// What its text must look like.
    pub shape: TextShape,
    /// An empty text or a time of 0 passes the parser, and fails the server alone when it is started.
    pub late_empty: bool,
    /// What it means in this host, where the words of its slot and kind do not say it.
    pub says: &'static str,
}

impl Field {
    /// All names under which it is read.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// A field of all transports that may be left out.
    #[must_use]
    pub const fn new(name: &'static str, slot: Slot, kind: Kind) -> Self {
        Self {
            name,
            slot,
            kind,
            on: On::ALL,
            required: false,
            write: Write::IfSet,
            aliases: &[],
            needs: &[],
            brings: None,
            soft: false,
            late: false,
            beside: None,
            unless: None,
            range: Range::ANY,
            nullable: false,
            signs_in: false,
            shape: TextShape::Any,
            late_empty: false,
            says: "",
        }
    }

    /// A field that only this host has, on all transports, with one line about what it means.
    #[must_use]
    pub const fn native(name: &'static str, kind: Kind, says: &'static str) -> Self {
        Self::new(name, Slot::Native, kind).says(says)
    }

    /// A limit that only this host has, on all transports.
    #[must_use]
    pub const fn limit(name: &'static str, kind: Kind, says: &'static str) -> Self {
        Self::new(name, Slot::Limit, kind).says(says)
    }

    /// The same, and it says how to sign in, so that it goes when the program or URL changes.
    #[must_use]
    pub const fn signs_in(self) -> Self {
        Self {
            signs_in: true,
            ..self
        }
    }

    /// The same, and a value below this one does not count.
    #[must_use]
    pub const fn at_least(self, least: f64) -> Self {
        self.ranging(least, f64::INFINITY, Outside::Ignored)
    }

    /// The same, and a value outside of these two is as bad as one of a wrong type.
    #[must_use]
    pub const fn within(self, least: f64, most: f64) -> Self {
        self.ranging(least, most, Outside::Refused)
    }

    /// The same, and a value outside of these two counts as the nearer of them.
    #[must_use]
    pub const fn clamped(self, least: f64, most: f64) -> Self {
        self.ranging(least, most, Outside::Clamped)
    }

    const fn ranging(self, least: f64, most: f64, outside: Outside) -> Self {
        Self {
            range: Range {
                least,
                most,
                outside,
            },
            ..self
        }
    }

    /// The same, of stdio servers.
    #[must_use]
    pub const fn stdio(self) -> Self {
        Self {
            on: On::STDIO,
            ..self
        }
    }

    /// The same, of HTTP and SSE servers.
    #[must_use]
    pub const fn http(self) -> Self {
        Self {
            on: On::HTTP,
            ..self
        }
    }

    /// The same, of servers with streamable HTTP, where SSE has a field of its own.
    #[must_use]
    pub const fn streamable(self) -> Self {
        Self {
            on: On::STREAMABLE,
            ..self
        }
    }

    /// The same, of SSE servers, where streamable HTTP has a field of its own.
    #[must_use]
    pub const fn sse(self) -> Self {
        Self {
            on: On::SSE,
            ..self
        }
    }

    /// The same, of everything with an address.
    #[must_use]
    pub const fn remote(self) -> Self {
        Self {
            on: On::REMOTE,
            ..self
        }
    }

    /// The same, and a server without it is refused.
    #[must_use]
    pub const fn required(self) -> Self {
        Self {
            required: true,
            ..self
        }
    }

    /// The same, and it is written even when nothing sets it.
    #[must_use]
    pub const fn always(self) -> Self {
        Self {
            write: Write::Always,
            ..self
        }
    }

    /// The same, but only ever read.
    #[must_use]
    pub const fn legacy(self) -> Self {
        Self {
            write: Write::Never,
            ..self
        }
    }

    /// The same, and written only beside all of `others`.
    #[must_use]
    pub const fn with(self, others: &'static [&'static str]) -> Self {
        Self {
            needs: others,
            ..self
        }
    }

    /// The same, and the flag `other` is written with it.
    #[must_use]
    pub const fn bringing(self, other: &'static str) -> Self {
        Self {
            brings: Some(other),
            ..self
        }
    }

    /// The same, and a wrong value costs nothing but the field.
    #[must_use]
    pub const fn soft(self) -> Self {
        Self { soft: true, ..self }
    }

    /// The same, and not written beside `other`.
    #[must_use]
    pub const fn unless(self, other: &'static str) -> Self {
        Self {
            unless: Some(other),
            ..self
        }
    }

    /// The same, and only allowed where the field `other` has this word.
    #[must_use]
    pub const fn beside(self, other: &'static str, word: &'static str) -> Self {
        Self {
            beside: Some((other, word)),
            ..self
        }
    }

    /// The same, and a wrong value is found out when the server is started.
    #[must_use]
    pub const fn late(self) -> Self {
        Self { late: true, ..self }
    }

    /// The same, and `null` is as good as leaving it out.
    #[must_use]
    pub const fn or_null(self) -> Self {
        Self {
            nullable: true,
            ..self
        }
    }

    /// The same, and an empty text is refused.
    #[must_use]
    pub const fn filled(self) -> Self {
        self.shaped(TextShape::Filled)
    }

    /// The same, and a text of another shape is refused.
    #[must_use]
    pub const fn shaped(self, shape: TextShape) -> Self {
        Self { shape, ..self }
    }

    /// The same, and an empty text or a time of 0 is found out when the server is started.
    #[must_use]
    pub const fn late_empty(self) -> Self {
        Self {
            late_empty: true,
            ..self
        }
    }

    /// The same, with one line about what it means in this host, without a full stop.
    #[must_use]
    pub const fn says(self, says: &'static str) -> Self {
        Self { says, ..self }
    }

    /// What it means, in one line without a full stop.
    #[must_use]
    pub fn meaning(&self) -> &'static str {
        match (self.says, self.kind, self.slot) {
            ("", Kind::Tag, _) => "Transport of the server",
            ("", Kind::EnvNames, _) => "Names of variables to pass to the process",
            ("", Kind::HeaderVars, _) => "Headers and the variables with their values",
            ("", Kind::BearerVar, _) => "Name of the variable with the bearer token",
            ("", Kind::BearerOrOauth, _) => "Bearer token, or `oauth` to sign in",
            ("", Kind::BearerText, _) => "Bearer token of the `Authorization` header",
            ("", Kind::KeyVar, _) => "Name of the variable with the API key",
            ("", Kind::KeyText, _) => "The API key; only with `source: admin` beside it",
            ("", Kind::OwnName, _) => "Name of the server again",
            ("", Kind::Inputs, _) => "Values each user is asked for, by name",
            ("", Kind::NotFlag, Slot::Enabled) => "Whether the server is disabled",
            ("", Kind::Trusted, _) => "Whether all tools run without asking",
            ("", _, slot) => slot.meaning(),
            (says, ..) => says,
        }
    }

    /// The same, also read under these names.
    #[must_use]
    pub const fn or(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }
}

/// One list of fields from two, for hosts that share some with another.
#[must_use]
pub(crate) const fn join<const A: usize, const B: usize, const N: usize>(
    first: &[Field; A],
    then: &[Field; B],
) -> [Field; N] {
    joined(first, then)
}

/// Two lists of anything as one.
pub(crate) const fn joined<T: Copy, const A: usize, const B: usize, const N: usize>(
    first: &[T; A],
    then: &[T; B],
) -> [T; N] {
    assert!(A + B == N, "the list has room for both");
    let mut all = [first[0]; N];
    let mut at = 1;
    while at < N {
        all[at] = if at < A { first[at] } else { then[at - A] };
        at += 1;
    }
    all
}

/// The numbers that count in a field; times are in milliseconds, whatever the unit of the field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The smallest.
    pub least: f64,
    /// The largest.
    pub most: f64,
    /// What becomes of any other.
    pub outside: Outside,
}

/// What a host does with a number outside of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// It does as if the field were not there.
    Ignored,
    /// It takes it for a mistake, as bad as a wrong type.
    Refused,
    /// It takes the nearest number of the range.
    Clamped,
}

impl Range {
    /// Any number that the kind of the field takes.
    pub const ANY: Self = Self {
        least: 0.0,
        most: f64::INFINITY,
        outside: Outside::Ignored,
    };

    /// Whether `value` counts as it is.
    #[must_use]
    pub fn has(&self, value: f64) -> bool {
        (self.least..=self.most).contains(&value)
    }

    /// The number of the range that is nearest to `value`.
    #[must_use]
    pub fn nearest(&self, value: f64) -> f64 {
        value.max(self.least).min(self.most)
    }

    /// The same in another unit, of which one has so many of these.
    #[must_use]
    pub fn in_units(self, unit: f64) -> Self {
        Self {
            least: self.least / unit,
            most: self.most / unit,
            ..self
        }
    }

    /// In words, as in "a number from 1 to 3600"; nothing where any number will do.
    #[must_use]
    pub fn words(&self) -> Option<String> {
        match (self.least > 0.0, self.most.is_finite()) {
            (_, true) => Some(format!("from {} to {}", self.least, self.most)),
            (true, false) => Some(format!("of at least {}", self.least)),
            (false, false) => None,
        }
    }
}

/// What a text must look like, beyond being one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextShape {
    /// Anything.
    Any,
    /// Not empty.
    Filled,
    /// Not empty, and not only blanks.
    NotBlank,
    /// Without blanks around it.
    Trimmed,
    /// One of these words, also in a list of them.
    OneOf(&'static [&'static str]),
    /// Letters, digits, spaces, hyphens and apostrophes, a letter or digit first.
    Title,
    /// The name of a variable: letters, digits and underscores, no digit first. An empty one is as good as none.
    Variable,
    /// An absolute URL, with one of these schemes if there are any. References stand for anything.
    Url(&'static [&'static str]),
}

impl TextShape {
    /// Whether `text` looks so.
    #[must_use]
    pub fn fits(self, text: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Filled => !text.is_empty(),
            Self::NotBlank => !text.trim().is_empty(),
            Self::Trimmed => text.trim() == text,
            Self::OneOf(words) => words.contains(&text),
            Self::Title => {
                let inner = |c: char| c.is_alphanumeric() || " '’-".contains(c);
                text.starts_with(char::is_alphanumeric) && text.chars().all(inner)
            }
            Self::Variable => {
                let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
                !text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(part)
            }
            Self::Url(schemes) => {
                let scheme = text.trim().split_once("://").map(|(scheme, _)| scheme);
                text.contains("${")
                    || text.contains("{{")
                    || is_absolute_url(text)
                        && (schemes.is_empty()
                            || schemes
                                .iter()
                                .any(|it| scheme.is_some_and(|is| is.eq_ignore_ascii_case(it))))
            }
        }
    }
}

/// Whether a parser of URLs takes `text` for an absolute one.
pub(crate) fn is_absolute_url(text: &str) -> bool {
    let text = text.trim();
    text.split_once("://").is_some_and(|(scheme, rest)| {
        let part = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        !scheme.is_empty()
            && scheme.chars().all(part)
            && !rest.is_empty()
            && !rest.starts_with(['/', '?', '#'])
    })
}

/// When a field is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Write {
    /// When there is something to write.
    IfSet,
    /// Also when there is nothing: the empty value.
    Always,
    /// Never: it is an older or second way to say the same.
    Never,
}

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
    /// The server's own name, once more.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_put_together_in_order() {
        const FIRST: [Field; 2] = [
            Field::new("a", Slot::Native, Kind::Any),
            Field::new("b", Slot::Native, Kind::Any),
        ];
        const ALL: [Field; 3] = join(&FIRST, &[Field::new("c", Slot::Native, Kind::Any)]);
        assert_eq!(ALL.map(|field| field.name), ["a", "b", "c"]);
    }

    #[test]
    fn a_text_has_the_shape_its_host_wants() {
        for (shape, good, bad) in [
            (TextShape::Filled, vec![" "], vec![""]),
            (TextShape::NotBlank, vec![" x"], vec!["", " "]),
            (TextShape::Trimmed, vec!["", "x y"], vec![" x", "x\t"]),
            (
                TextShape::Title,
                vec!["My server-1's", "Überblick 2"],
                vec!["", " x", "my_server", "-x"],
            ),
            (
                TextShape::Variable,
                vec!["API_KEY", "_k1", ""],
                vec!["1K", "A-B", "${A}"],
            ),
            (
                TextShape::Url(&[]),
                vec!["https://acme.dev/t", "${BASE}/t"],
                vec!["", "word", "/t", "https:///t"],
            ),
            (
                TextShape::Url(&["http", "socks5"]),
                vec!["SOCKS5://proxy:1080"],
                vec!["ftp://acme.dev"],
            ),
        ] {
            assert!(good.iter().all(|text| shape.fits(text)), "{shape:?}");
            assert!(!bad.iter().any(|text| shape.fits(text)), "{shape:?}");
        }
    }

    #[test]
    fn a_range_has_its_ends_and_knows_the_nearest() {
        let time = Field::new("timeout", Slot::CallTimeout, Kind::Seconds).within(1e3, 3.6e6);
        assert!(time.range.has(1e3) && time.range.has(3.6e6) && !time.range.has(999.0));
        assert_eq!(time.range.nearest(6e7), 3.6e6);
        assert_eq!(time.range.nearest(0.0), 1e3);
        let seconds = time.range.in_units(1e3);
        assert_eq!(seconds.words().as_deref(), Some("from 1 to 3600"));
        assert_eq!(Range::ANY.words(), None);
        let least = time.at_least(1024.0).range.words();
        assert_eq!(least.as_deref(), Some("of at least 1024"));
    }
}
