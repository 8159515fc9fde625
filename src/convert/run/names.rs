//! Fields that name another server.

use super::Run;
use super::server::Candidate;
use crate::host::{Loss, LossKind};
use crate::model::{RawValue, Server, Value};

impl Run<'_, '_, '_> {
    /// Takes out of a server what names another one that will not be there.
    pub(super) fn dangling(
        &mut self,
        at: Candidate<'_, '_, '_, '_>,
        server: &mut Server,
    ) -> Vec<Loss> {
        let fields = at.reader.place.format.fields.iter();
        let mut losses = Vec::new();
        for field in fields.filter(|field| field.names_server && !self.sink.is_own()) {
            let Some(position) = server.entries.iter().position(|it| it.field == field.name) else {
                continue;
            };
            let other = match &server.entries[position].value {
                Value::Text(text) => text.as_literal(),
                Value::Raw(raw) => match &raw.value {
                    RawValue::String(name) => Some(name.as_str()),
                    _ => None,
                },
                _ => None,
            };
            let Some(other) = other.map(str::to_owned) else {
                continue;
            };
            let names = self.named.entry(at.source).or_insert_with(|| {
                let chosen = at.found.servers.iter().map(|entry| entry.name);
                let chosen = chosen.filter(|name| (self.options.select)(name));
                chosen.map(str::to_owned).collect()
            });
            if names.contains(&other) || !self.sink.is_new(&other) {
                continue;
            }
            let entry = server.entries.remove(position);
            let message = format!(
                "`{}`: `{}` is dropped, because `{other}` is not written",
                server.name, entry.field
            );
            let loss = Loss::new(LossKind::Dropped, entry.slot, entry.key_span, message);
            losses.push(
                loss.leaves([entry.span])
                    .label("names a server that is skipped")
                    .help(format!("convert `{other}` too")),
            );
        }
        losses
    }
}
