//! The entry that a server gets in the target.

use super::Adapter;
use crate::convert::options::Expand;
use crate::host::{Caveat, Cost, Encoder, Kind, Loss, Out, OutValue, ServerEntry, Skip};
use crate::model::{Entry, Raw, Server};

impl Adapter<'_> {
    /// Whether the source's entry is one that the target's host reads whole, and written as it should be.
    pub(super) fn is_as_it_should_be(&self, server: &Server) -> bool {
        let format = self.format();
        let is_open = format.unknown_field == Cost::Ignored;
        let is_normal = || {
            let mut fields = format.always(server.transport);
            fields.all(|field| match field.kind {
                Kind::Tag => server.transport_span.is_some(),
                _ => server.entry(field.slot).is_some(),
            })
        };
        // What its own document lacks, another must not.
        let is_tagged =
            || self.own || server.transport_span.is_some() || !format.needs_tag(server.transport);
        // What a closed host refuses must go, even from its own document.
        self.same_host()
            && (is_open || server.ignored.is_empty())
            && is_tagged()
            && (self.own && is_open || is_normal())
    }

    pub(super) fn encode(
        &self,
        server: &mut Server,
        name: &str,
        losses: &mut Vec<Loss>,
        caveats: &mut Vec<Caveat>,
    ) -> Result<Out, Skip> {
        let (_, source_place) = self.from();
        let mut encoder = Encoder::new(self.target(), self.place(), self.same_host());
        encoder.expanded = self.options.expand == Expand::Always;
        encoder.renamed = (name != server.name).then(|| name.to_owned());
        encoder.prompts.clone_from(&self.prompts);
        encoder.source = Some(source_place.format);
        let out = encoder
            .server(server)
            .map_err(|skip| Self::named(skip, &server.name))?;
        losses.append(&mut encoder.losses);
        caveats.append(&mut encoder.caveats);
        Ok(out)
    }

    /// Remembers which inputs the entry asks for itself.
    pub(super) fn note_inputs(&mut self, out: &Out, name: &str) {
        let Some(field) = self.format().inputs() else {
            return;
        };
        let asked = out.get(field.name).map(|out| &out.value);
        if let Some(OutValue::Object(asked)) = asked {
            for (id, _) in asked {
                let first = self.own_inputs.entry(id.clone());
                first.or_insert_with(|| name.to_owned());
            }
        }
    }
}

/// Whether a copy of the entry would not say what the source's file says about it elsewhere.
pub(super) fn says_more_outside(server: &Server) -> bool {
    let outside = |entry: &Entry| {
        let mut items = entry.value.templates();
        !server.span.contains(entry.span) || items.any(|item| !server.span.contains(item.span))
    };
    server.entries.iter().any(outside)
}

/// The source entry as it is; a list's `name` is written by the writer.
pub(super) fn copy(entry: &ServerEntry<'_, '_>) -> Out {
    let mut out = Raw::from_node(entry.node).to_out();
    if let (Some(_), OutValue::Object(members)) = (entry.index, &mut out.value) {
        members.retain(|(key, _)| key != "name");
    }
    out
}
