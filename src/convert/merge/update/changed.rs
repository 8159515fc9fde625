//! What a merge has changed, by field.

use crate::host::{Field, Format, Kind};
use crate::model::{Server, Slot, Transport, Value};

/// What differs between two readings of a server.
pub(super) struct Changed {
    pub(super) slots: Vec<Slot>,
    pub(super) transport: bool,
    /// Keys that give the transport away, if it changed.
    pub(super) keys: &'static [(&'static str, Transport)],
}

impl Changed {
    pub(super) fn new(old: &Server, new: &Server, format: &Format) -> Self {
        let mut slots: Vec<Slot> = old
            .entries
            .iter()
            .chain(&new.entries)
            .map(|entry| entry.slot)
            .collect();
        slots.sort_unstable();
        slots.dedup();
        let values = |server: &Server, slot| -> Vec<Value> {
            server
                .entries
                .iter()
                .filter(|entry| entry.slot == slot)
                .map(|entry| entry.value.in_order(slot))
                .collect()
        };
        slots.retain(|slot| values(old, *slot) != values(new, *slot));
        let transport = old.transport != new.transport;
        let keys = if transport {
            format.transports.infer
        } else {
            &[]
        };
        Self {
            slots,
            transport,
            keys,
        }
    }

    pub(super) fn touches(&self, field: &Field) -> bool {
        let has = |slot| self.slots.contains(&slot);
        if self.keys.iter().any(|(key, _)| *key == field.name) {
            return true;
        }
        match field.kind {
            Kind::Tag => self.transport,
            Kind::Group(_) => [
                Slot::Headers,
                Slot::OauthScopes,
                Slot::OauthClientId,
                Slot::OauthClientMetadataUrl,
                Slot::OauthCallbackPort,
            ]
            .into_iter()
            .any(has),
            Kind::Argv | Kind::Line | Kind::LoneLine | Kind::LineOrArgv | Kind::ShellLine => {
                has(Slot::Command) || has(Slot::Args)
            }
            // A list of approvals also holds the word for all tools; a map of policies also holds what is forbidden.
            Kind::Approved | Kind::ApprovedNames => has(field.slot) || has(Slot::DefaultApproval),
            Kind::Policies(_) => has(field.slot) || has(Slot::DenyTools),
            _ => has(field.slot),
        }
    }
}

/// Every name under which a field, or a part of it, may stand.
pub(super) fn names(field: &Field) -> Vec<String> {
    let mut names: Vec<String> = [field.name]
        .iter()
        .chain(field.aliases)
        .map(|name| (*name).to_owned())
        .collect();
    if let (Kind::KeyVar, Some(stem)) = (field.kind, field.name.strip_suffix("_env")) {
        names.extend([format!("{stem}_header"), format!("{stem}_format")]);
    }
    if let (Kind::KeyText, Some((parent, _))) = (field.kind, field.name.rsplit_once('.')) {
        let others = ["source", "authorization_type", "custom_header"];
        names.extend(others.map(|name| format!("{parent}.{name}")));
    }
    names
}
