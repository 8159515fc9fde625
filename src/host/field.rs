//! A field of a server, and how its value is written.

mod bounds;
mod kind;

pub(crate) use bounds::{Outside, Range, TextShape, ends_in_sse, is_absolute_url, looks_like_sse};
pub use kind::Kind;

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
    /// It is not written beside this field; one that is never written does not count there either.
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
    /// A time may have a fraction, in a unit in which others may not.
    pub fractions: bool,
    /// A time above this, in the host's unit, is as bad as one of a wrong type.
    pub longest: f64,
    /// A time of 0 is no limit at all.
    pub zero_is_endless: bool,
    /// The host reads the field and does the same whatever it says.
    pub vain: bool,
    /// It is the name of another server of the file.
    pub names_server: bool,
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
            fractions: false,
            longest: f64::INFINITY,
            zero_is_endless: false,
            vain: false,
            names_server: false,
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

    /// The same, and a time may have a fraction.
    #[must_use]
    pub const fn fractions(self) -> Self {
        Self {
            fractions: true,
            ..self
        }
    }

    /// The same, and a time above this one, in the host's unit, is as bad as one of a wrong type.
    #[must_use]
    pub const fn up_to(self, longest: f64) -> Self {
        Self { longest, ..self }
    }

    /// The same, and a time of 0 is no limit at all.
    #[must_use]
    pub const fn zero_is_endless(self) -> Self {
        Self {
            zero_is_endless: true,
            ..self
        }
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

    /// The same, and its value changes nothing.
    #[must_use]
    pub const fn vain(self) -> Self {
        Self { vain: true, ..self }
    }

    /// The same, and an empty text or a time of 0 is found out when the server is started.
    #[must_use]
    pub const fn late_empty(self) -> Self {
        Self {
            late_empty: true,
            ..self
        }
    }

    /// The same, and its value is the name of another server of the file.
    #[must_use]
    pub const fn names_server(self) -> Self {
        Self {
            names_server: true,
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

/// Whether the path `name` of a field leads into `object`.
pub(crate) fn leads_into(name: &str, object: &str) -> bool {
    let rest = name.strip_prefix(object);
    rest.is_some_and(|rest| rest.starts_with('.'))
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
