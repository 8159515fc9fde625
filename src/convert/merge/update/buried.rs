//! Fields that stand in an older form inside of another one, and would go with it.

use super::located::Located;
use crate::convert::Status;
use crate::convert::merge::Merger;
use crate::edit::{Change, Step};
use crate::host::Out;

impl Merger<'_, '_> {
    /// Writes fields in their own places that did not change, and whose older places the changes from `first` on replace
    /// by another value: `env` of Zed, beside a `command` that was an object with it.
    pub(super) fn unbury(
        &mut self,
        at: &Located<'_, '_>,
        desired: &Out,
        first: usize,
        status: &mut Status,
    ) {
        let own = self.changes[first..].iter();
        let replaced: Vec<&[Step]> = own
            .filter_map(|change| match change {
                Change::Set(path, out) if !out.is_object() => Some(path.as_slice()),
                _ => None,
            })
            .collect();
        let mut buried = Vec::new();
        let fields = self.place.format.fields;
        for field in fields.iter().filter(|field| at.get(field.name).is_none()) {
            let Some(out) = desired.get(field.name).filter(|out| !is_empty(out)) else {
                continue;
            };
            let goes = fields.iter().any(|other| {
                let parent = other
                    .name
                    .split_once('.')
                    .map(|(parent, _)| at.path(parent));
                other.slot == field.slot
                    && at.get(other.name).is_some()
                    && parent.is_some_and(|parent| replaced.contains(&parent.as_slice()))
            });
            let path = at.path(field.name);
            if goes && !replaced.contains(&path.as_slice()) {
                buried.push((field.name, path, out.clone()));
            }
        }
        for (name, path, out) in buried {
            let set = |change: &Change| matches!(change, Change::Set(known, _) if *known == path);
            if !self.changes[first..].iter().any(set) {
                self.changes.push(Change::Set(path, out));
                status.updated.push(name.to_owned());
            }
        }
    }
}

fn is_empty(out: &Out) -> bool {
    out.is_object() && out.members().is_empty()
}
