//! What a host would say about a server, without words.

use super::{At, FieldState, Reading};
use crate::host::kinds::{Bad, Below, Remedy};
use crate::host::leads_into;
use crate::host::{Cost, Field, Place};
use crate::model::Transport;
use crate::syntax::{Member, Tree};

/// Something that is wrong with a server. Numbers are positions in [`Reading::fields`].
#[derive(Debug)]
pub(crate) enum Problem<'n> {
    /// The entry is no object.
    NotAServer,
    /// An item of a list without a name.
    Unnamed,
    /// A name that is no string, where the host wants one.
    OddName,
    /// The entry only enables or disables a server that is defined elsewhere.
    Toggle,
    /// The entry only names a server that is defined elsewhere.
    Reference,
    /// A value that the host does not take there.
    WrongType { at: usize, bad: Bad<'n> },
    /// A word for the transport that the host does not know.
    UnknownTransport { at: usize, word: &'n str },
    /// Nothing names the transport, on a host that needs it. The member tells which one is meant.
    MissingTag { at: usize, meant: Transport },
    /// There is nothing to start and nothing to connect to.
    MissingTransport {
        /// The host's parser insists on it.
        refused: bool,
    },
    /// Two keys, each of which says how the server is reached.
    Conflict { winner: usize, loser: usize },
    /// A tag for a process beside a URL, or the other way round.
    Contradiction { tag: usize, only: usize },
    /// A field that the host needs.
    MissingField(Due),
    /// A field that the host does not know.
    UnknownField { at: usize },
    /// A field that only servers of another transport have.
    OtherTransport { at: usize },
    /// A field that does not go together with an object.
    Excluded { at: usize, object: &'static str },
    /// A member of an object that has its own keys only.
    NotInside {
        object: &'static str,
        member: &'n Member<'n>,
    },
    /// A variable that an entry cannot set.
    Unsettable { member: &'n Member<'n> },
    /// A header that HTTP does not take.
    BadHeader { member: &'n Member<'n> },
    /// A member that a later one of the same name overrules.
    Twice {
        first: &'n Member<'n>,
        later: &'n Member<'n>,
    },
    /// A field that stands twice, which the host does not accept.
    Doubled {
        first: &'n Member<'n>,
        later: &'n Member<'n>,
    },
    /// Two headers whose names differ in case only.
    SameHeader {
        first: &'n Member<'n>,
        later: &'n Member<'n>,
    },
}

/// Why a field is needed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Due {
    /// Servers of this transport need it.
    On(&'static Field, Transport),
    /// Another field needs it.
    Beside(&'static str, &'static Field),
    /// Another field needs it with this word.
    Word(&'static str, &'static str, &'static Field),
    /// An object needs it.
    In(&'static str, &'static str),
    /// It tells which kind of object this is.
    Which(&'static Field, &'static str),
    /// This kind of object needs it.
    OfGroup(&'static Field, &'static str),
}

impl Problem<'_> {
    /// The server cannot be used at all.
    pub(crate) fn skips(&self, reading: &Reading<'_>) -> bool {
        match self {
            Self::NotAServer | Self::Unnamed | Self::OddName | Self::Toggle | Self::Reference => {
                true
            }
            Self::WrongType { at, bad } => {
                let harmless = reading.fields[*at].is_soft() || bad.harmless.is_some();
                bad.remedy == Remedy::Skip && !harmless
            }
            Self::MissingTransport { .. } => reading.kind.is_none() || reading.is_blank(),
            Self::MissingTag { .. } | Self::UnknownTransport { .. } => {
                reading.is_taken_for_toggle() && reading.has_odd_values()
            }
            _ => false,
        }
    }

    /// What it costs in this host.
    pub(crate) fn cost(&self, reading: &Reading<'_>) -> Cost {
        match self.cost_anywhere(reading) {
            Cost::File | Cost::Start if reading.inner && reading.place.inner_alone => Cost::Server,
            cost => cost,
        }
    }

    fn cost_anywhere(&self, reading: &Reading<'_>) -> Cost {
        let format = reading.place.format;
        match self {
            Self::UnknownField { at } => reading.unknown_cost(&reading.fields[*at]),
            Self::OtherTransport { at } => reading.crossing(&reading.fields[*at]),
            Self::Conflict { .. } => format.other_transport,
            Self::Twice { .. } | Self::Unsettable { .. } | Self::Toggle | Self::Reference => {
                Cost::Ignored
            }
            Self::Excluded { at, .. } if reading.fields[*at].state == FieldState::Beside => {
                Cost::Ignored
            }
            // A tool may have keys that nobody looks at.
            Self::NotInside { object, .. } if !format.limits.is_closed(object) => Cost::Ignored,
            Self::OddName => Cost::Server,
            Self::Doubled { .. } => format.doubled,
            Self::SameHeader { .. } => format.runtime.equal_headers,
            Self::BadHeader { .. } => format.runtime.bad_header.unwrap_or(Cost::Ignored),
            Self::Excluded { object, .. }
                if !format.limits.excludes(object) && !format.is_group(object) =>
            {
                Cost::Ignored
            }
            Self::NotAServer if reading.crashes("", matches!(reading.node.value, Tree::Null)) => {
                format.crash
            }
            Self::NotAServer => format.no_object.unwrap_or(format.bad_server),
            Self::WrongType { bad, .. } if bad.harmless.is_some() => Cost::Ignored,
            Self::WrongType { at, bad }
                if reading.crashes(
                    &reading.fields[*at].name,
                    bad.below == Below::Itself
                        && (!format.crash_by_text || bad.node.as_str().is_some()),
                ) =>
            {
                format.crash
            }
            Self::WrongType { at, .. } if reading.fields[*at].is_over_at_once() => Cost::Server,
            Self::WrongType { at, .. } if reading.fields[*at].is_soft() => Cost::Ignored,
            Self::WrongType { at, .. } if reading.fields[*at].is_late_zero() => Cost::Server,
            // The parser looks at the map itself, if not at what is in it.
            Self::WrongType { at, bad }
                if reading.fields[*at].is_late() && bad.below != Below::Itself =>
            {
                Cost::Server
            }
            Self::MissingTag { .. }
            | Self::UnknownTransport { .. }
            | Self::MissingTransport { .. }
            | Self::WrongType { .. }
                if reading.is_taken_for_toggle() =>
            {
                Cost::Server
            }
            // A command without a word in it is a command to the parser, and fails when it is started (observed with
            // Codex 0.166.0 and opencode 1.18.33).
            Self::MissingTransport { .. }
                if reading.is_blank() || reading.names_nothing() || reading.fails_late() =>
            {
                Cost::Server
            }
            Self::MissingField(Due::In(..)) => format.limits.partial.unwrap_or(format.lacking()),
            Self::MissingTransport { .. }
            | Self::MissingTag { .. }
            | Self::MissingField(_)
            | Self::Contradiction { .. } => format.lacking(),
            Self::UnknownTransport { .. } => format.transports.unknown.unwrap_or(format.bad_server),
            _ => format.bad_server,
        }
    }

    /// Whether the host's own parser objects, so that a conversion and a schema say so too. The rest is told by the
    /// account of what is lost, or is advice of the linter.
    pub(crate) fn is_refused(&self, reading: &Reading<'_>) -> bool {
        let format = reading.place.format;
        match self {
            Self::MissingTransport { refused } => *refused,
            Self::UnknownTransport { .. } => format.refuses_word(reading.kind),
            Self::UnknownField { .. }
            | Self::OtherTransport { .. }
            | Self::Conflict { .. }
            | Self::Excluded { .. }
            | Self::NotInside { .. }
            | Self::BadHeader { .. } => self.cost(reading) != Cost::Ignored,
            Self::Contradiction { tag, .. } => reading.needs_other(&reading.fields[*tag]),
            Self::Unsettable { .. } => false,
            _ => true,
        }
    }
}

impl Reading<'_> {
    /// Whether the host trips over a wrong value of the field `name`.
    fn crashes(&self, name: &str, wrong: bool) -> bool {
        wrong && self.place.format.crashes.contains(&name)
    }
}

/// What the field `name` costs on a server of another transport.
pub(crate) fn crossing(place: &Place, name: &str) -> Cost {
    let mut own = place.format.crossing.iter();
    own.find(|(known, _)| *known == name)
        .map_or(place.format.other_transport, |(_, cost)| *cost)
}

impl Reading<'_> {
    /// What a field of another transport costs.
    pub(crate) fn crossing(&self, at: &At<'_>) -> Cost {
        let name = at.field.map_or(&*at.name, |field| field.name);
        crossing(self.place, name)
    }

    /// What an unknown field costs; inside a closed object it spoils the server, inside another one nothing.
    fn unknown_cost(&self, at: &At<'_>) -> Cost {
        let inside = |object: &str| leads_into(&at.name, object);
        let mut closed = self.place.format.limits.closed.iter();
        if at.is_inner() && closed.any(|(object, _)| inside(object)) {
            self.place.format.bad_server
        } else if at.is_inner() {
            Cost::Ignored
        } else {
            self.place.format.unknown_field
        }
    }
}
