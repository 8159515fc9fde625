//! Fields that belong together: neighbours of a key, and groups of which a word tells the one that is there.

use super::Encoder;
use super::take::set_first;
use crate::host::{Field, Kind, Loss, LossKind, Out, OutValue, Write, kinds};

impl Encoder {
    /// Spreads neighbours, and names the group of fields that is there where the host wants it named.
    pub(super) fn groups(&mut self, server: &str, out: &mut Out) {
        for field in self.place.format.fields {
            if field.kind == Kind::KeyVar
                && let Some(Out {
                    value: OutValue::Object(group),
                    ..
                }) = out.get(field.name).cloned()
            {
                let parent = field
                    .name
                    .rsplit_once('.')
                    .map_or(String::new(), |(parent, _)| format!("{parent}."));
                out.remove(field.name);
                for (key, value) in group {
                    out.set(&format!("{parent}{key}"), value);
                }
            }
        }
        for field in self.place.format.fields {
            let Kind::Group(words) = field.kind else {
                continue;
            };
            let present: Vec<_> = words
                .iter()
                .filter(|(_, names)| names.iter().any(|name| out.get(name).is_some()))
                .collect();
            let Some(((word, own), others)) = present.split_first() else {
                continue;
            };
            let due = self
                .place
                .format
                .fields
                .iter()
                .filter(|field| field.write == Write::Always && own.contains(&field.name));
            let due: Vec<&Field> = due.filter(|field| out.get(field.name).is_none()).collect();
            for field in due {
                out.set(field.name, Out::added(kinds::empty(field.kind)));
            }
            let target = self.host.name;
            let kept = own.iter().find(|name| out.get(name).is_some());
            let kept = kept.copied().unwrap_or_default();
            for (_, names) in others {
                for name in *names {
                    let Some(gone) = out.get(name) else { continue };
                    let mut leaves = Vec::new();
                    gone.each_leaf(&mut |leaf| leaves.extend(leaf.from.iter().copied()));
                    let other = self
                        .place
                        .format
                        .fields
                        .iter()
                        .find(|field| field.name == *name);
                    if let (Some(first), Some(other)) = (leaves.first().copied(), other) {
                        let message =
                            format!("`{server}`: {target} accepts no `{name}` beside `{kept}`");
                        self.losses.push(
                            Loss::new(LossKind::Dropped, other.slot, first, message)
                                .leaves(leaves)
                                .label("dropped"),
                        );
                    }
                    out.remove(name);
                }
            }
            set_first(
                out,
                field.name,
                Out::added(OutValue::String((*word).to_owned())),
            );
        }
    }
}
