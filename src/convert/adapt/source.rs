//! What a server means to the source's host, in the target's terms.

use super::Adapter;
use crate::convert::{environment, folders, limits, oauth, references, tools};
use crate::host::{Loss, Skip};
use crate::model::Server;

impl Adapter<'_> {
    /// Refuses a server with references that no other host can be told of.
    pub(super) fn untranslatable(&self, server: &Server) -> Result<(), Skip> {
        let (source, source_place) = self.from();
        let from = source_place.format;
        if let Some(named) = references::in_a_name(server, from, self.format()) {
            let verb = if named.replaced {
                "expands"
            } else {
                "does not expand"
            };
            let (target, what) = (self.target().name, named.what);
            let reason = format!("{target} {verb} references in {what}");
            return Err(self.skip(server, named.span, &reason));
        }
        if self.same_host() {
            return Ok(());
        }
        if let Some(span) = references::read_twice(server, from) {
            let reason = format!("{} expands the value of a variable again", source.name);
            return Err(self.skip(server, span, &reason));
        }
        if let Some(span) = tools::hidden_all(server, from, self.place())
            && !self.can_disable(server)
        {
            let target = self.target().name;
            let reason = format!(
                "none of its tools is available, and {target} can neither hide them all nor disable it"
            );
            return Err(self.skip(server, span, &reason));
        }
        match references::unnameable(server) {
            Some(span) => {
                let reason = "no variable can have the name that it needs";
                Err(self.skip(server, span, reason))
            }
            None => Ok(()),
        }
    }

    /// Says for the target what the source's host does by itself, or by settings that only it has.
    pub(super) fn translate(&self, server: &mut Server) -> Vec<Loss> {
        let (source, source_place) = self.from();
        let (from, to) = (source_place.format, self.format());
        let (target, place) = (self.target(), self.place());
        if self.same_host() {
            references::settle(server, source, source_place);
            return Vec::new();
        }
        let mut losses = references::nested_twice(server, from, target, to);
        references::settle(server, source, source_place);
        references::settle_names(server, from, self.options.environment);
        losses.extend(references::known_elsewhere(server, (source, from), to));
        losses.extend(folders::take_unheeded(server, from, to));
        limits::split_timeout(server, from, to);
        environment::leave_given(server, from, to);
        references::fill_own(server, from);
        let shortened = references::relative(server, place);
        losses.extend(references::names_in_text(
            server,
            (source, source_place),
            (target, place),
        ));
        losses.extend(tools::adapt(server, from, target, place));
        let platform = self.options.platform;
        losses.extend(environment::adapt(server, from, target, place, platform));
        losses.extend(oauth::adapt(server, target, to));
        losses.extend(folders::adapt(server, from, target, to, &shortened));
        losses
    }
}
