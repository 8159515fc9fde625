//! Which differences people would notice: those where variables have plain values.

use super::{Aspect, EffectChange};
use crate::model::{Server, Slot, Template, WorldKind};

/// The worlds in which a difference may be a plain one.
pub(crate) const PLAIN: &[WorldKind] = &[WorldKind::Set, WorldKind::Empty];

impl EffectChange {
    /// Whether people would notice: it differs where variables have plain values. Hosts may well disagree on whether an
    /// empty variable is there.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let may_be_missing = may_be_missing(&self.aspect);
        let counts =
            |kind: &WorldKind| PLAIN.contains(kind) && (*kind == WorldKind::Set || !may_be_missing);
        !self.aspect.is_the_hosts() && self.worlds.iter().any(counts)
    }

    /// Whether it makes two files differ: people would notice, or something else stands in for an unset variable.
    pub(crate) fn matters(&self) -> bool {
        self.is_plain() || self.defaults
    }
}

/// Whether hosts may disagree on whether this is there at all, if it comes from an empty variable.
pub(super) fn may_be_missing(aspect: &Aspect) -> bool {
    matches!(
        aspect,
        Aspect::Env(_) | Aspect::Header(_) | Aspect::Used | Aspect::Oauth(Slot::OauthClientSecret)
    )
}

/// Whether nothing of a server but what [may be missing](may_be_missing) depends on variables.
pub(crate) fn may_only_be_missing(server: &Server) -> bool {
    server.entries.iter().all(|entry| {
        matches!(entry.slot, Slot::Env | Slot::Headers)
            || !entry.value.templates().any(Template::has_references)
    })
}
