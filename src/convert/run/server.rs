//! One server of a conversion: read, adapted, written, and accounted for.

use std::collections::HashSet;

use super::Run;
use crate::convert::adapt::Adapted;
use crate::convert::judge::Case;
use crate::convert::merge::BlockingGate;
use crate::convert::platform;
use crate::convert::{Action, DisabledServers, Status, disabled_elsewhere};
use crate::diagnostic::{Diagnostic, Level};
use crate::host::tell::reserved;
use crate::host::{
    Cost, FoundServers, GateKind, Gates, Loss, LossKind, Reader, ServerEntry, ServerRead, Skip,
    SkipKind,
};
use crate::model::{IgnoredField, Reason, Server, Slot, Transport};
use crate::syntax::Span;

/// The gates of all files that a host lays over each other, and the kinds of them that one file alone has.
pub(super) type AllGates<'a, 'f, 'n, 't> = (&'a [Gates<'f, 'n, 't>], &'a [GateKind]);

/// A server that may be converted, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Candidate<'a, 'f, 'n, 't> {
    pub(super) source: usize,
    pub(super) reader: &'a Reader<'f, 'n, 't>,
    pub(super) found: &'a FoundServers<'n, 't>,
    pub(super) entry: &'a ServerEntry<'n, 't>,
    /// Servers that other files of the host disable.
    pub(super) disabled: Option<&'a DisabledServers>,
}

impl Run<'_, '_, '_> {
    pub(super) fn server(
        &mut self,
        at: Candidate<'_, '_, '_, '_>,
        gates: AllGates<'_, '_, '_, '_>,
    ) {
        if !self.is_meant(at) {
            return;
        }
        let mut said = Vec::new();
        let Some(mut server) = self.read(at, &mut said) else {
            return;
        };
        let (gates, alone) = gates;
        for (_, gates) in gates.iter().enumerate().filter(|(of, _)| *of != at.source) {
            gates.reach_out(at.entry.node, &mut server, at.entry.name_span, alone);
        }
        let written_elsewhere = !self.sink.is_own() && !server.is_disabled();
        let named = (at.entry.name, at.entry.name_span);
        let disabled = disabled_elsewhere(at.reader.host, named, at.disabled);
        if let Some(problem) = disabled.filter(|_| written_elsewhere) {
            self.say(at.source, problem);
        }
        let format = at.reader.place.format;
        if let Some(problem) = self.same_connection(at.reader.host, format, &server) {
            self.say(at.source, problem);
        }
        let target = self.place.format;
        let suited = (self.options.platform)
            .is_some_and(|system| platform::suit(&mut server, system, target));
        let read_by_cmd = match suited {
            true => platform::read_by_cmd(&server),
            false => Vec::new(),
        };
        let before = (!self.sink.is_own()).then(|| server.clone());
        let dangling = self.dangling(at, &mut server);
        let changed = suited || !dangling.is_empty();
        let adapted = self.adapter.adapt(*server, at.entry, changed);
        let outcome = adapted.and_then(|mut adapted| {
            adapted.losses.extend(read_by_cmd);
            adapted.losses.extend(dangling);
            self.find_there(before.as_deref(), &mut adapted);
            let Some(reason) = self.sink.refuses(&adapted.name, &adapted.entry()) else {
                return Ok(adapted);
            };
            let reason = format!("`{}` is skipped: {reason}", adapted.name);
            let span = at.entry.name_span;
            Err(Skip::new(SkipKind::Unsupported, span, reason))
        });
        // A server that is left out for what it lacks is told once.
        if let Err(skip) = &outcome {
            said.retain(|problem| problem.rule != skip.kind.rule());
        }
        if format.names.reserved.contains(&at.entry.name) && !self.sink.is_own() {
            let told = reserved(at.reader.host.name, at.entry.name, at.entry.name_span);
            said.push(told.diagnostic());
        }
        let complaint = said.first().map(|problem| problem.rule);
        self.pass_on(at, said);
        for problem in self.adapter.take_problems() {
            self.say(at.source, problem);
        }
        match outcome {
            Ok(adapted) => self.write(at, adapted, before, complaint),
            Err(skip) => {
                let skip = self.still_runs(at.entry.name, before.as_deref(), skip);
                // What its own host does not load stays in its file, for its owner to mend. A value that was asked for and is
                // not there is another matter.
                let stays = self.options.in_place || skip.kind != SkipKind::Undefined;
                if self.leave_out(at.entry.name, stays) {
                    self.ledger.keep_server(at.source, at.found, at.entry);
                } else {
                    self.ledger
                        .skip_server(at.source, at.found, at.entry, &skip);
                }
                self.say(at.source, skip.diagnostic());
            }
        }
    }

    /// Whether the server was chosen, is the one of its name that counts, and is no part of its host.
    fn is_meant(&mut self, at: Candidate<'_, '_, '_, '_>) -> bool {
        let Candidate {
            source,
            reader,
            found,
            entry,
            ..
        } = at;
        if !(self.options.select)(entry.name) {
            // Another file may keep it: the source does have it.
            self.sink.left_out(entry.name, false);
            self.ledger
                .drop_server(source, found, entry, None, "it was not chosen");
            return false;
        }
        if let Some(problem) = self.shadowed(source, (reader.host, reader.place), entry) {
            let reason = "another definition of the same name wins";
            self.ledger
                .drop_server(source, found, entry, Some(problem.rule), reason);
            self.say(source, problem);
            return false;
        }
        let Some(problem) = reader.built_in(entry) else {
            return true;
        };
        self.sink.left_out(entry.name, false);
        if self.sink.is_own() {
            self.ledger.keep_server(source, found, entry);
        } else {
            let reason = "it is a part of the source host";
            self.ledger.drop_server(source, found, entry, None, reason);
            self.say(source, problem);
        }
        false
    }

    /// The server, if it can be understood, and need not be left to its owner.
    fn read(
        &mut self,
        at: Candidate<'_, '_, '_, '_>,
        said: &mut Vec<Diagnostic>,
    ) -> Option<Box<Server>> {
        let Candidate {
            source,
            reader,
            found,
            entry,
            ..
        } = at;
        let mut read = reader.server(entry, &mut |problem| said.push(problem));
        let other = !std::ptr::eq(reader.host, self.options.to);
        if let Some((server, told)) = other.then(|| reader.remote_as_meant(entry)).flatten() {
            let starts =
                matches!(&read, ServerRead::Read(server) if server.transport == Transport::Stdio);
            if !starts {
                read = ServerRead::Read(server);
                *said = told;
            }
        }
        let server = match read {
            ServerRead::Read(server) => server,
            ServerRead::Skipped(fault) => {
                self.pass_on(at, std::mem::take(said));
                self.losses += 1;
                // What cannot be understood is none of our business in its own file.
                if self.leave_out(entry.name, true) {
                    self.ledger.keep_server(source, found, entry);
                } else {
                    let reason = "the server could not be understood";
                    self.ledger
                        .drop_server(source, found, entry, Some(fault.rule), reason);
                }
                return None;
            }
        };
        let format = reader.place.format;
        let strict = format.unknown_field != Cost::Ignored;
        // What the reader has complained about is lost too.
        let refused = |field: &&IgnoredField| match field.reason {
            Reason::Refused | Reason::Duplicate => true,
            Reason::Unknown => strict && !self.sink.is_own(),
            Reason::Transport => format.other_transport != Cost::Ignored && !self.sink.is_own(),
            _ => false,
        };
        self.losses += server.ignored.iter().filter(refused).count();
        // A server that its own host does not load for a field of it is its owner's to mend, as a whole.
        let broken = |field: &IgnoredField| match field.reason {
            Reason::Refused => true,
            Reason::Unknown => strict,
            _ => false,
        };
        if self.sink.is_own() && server.ignored.iter().any(broken) {
            self.pass_on(at, std::mem::take(said));
            self.leave_out(entry.name, true);
            self.ledger.keep_server(source, found, entry);
            return None;
        }
        Some(server)
    }

    /// Hands the server over. It was this one `before`, and its own host's reader complained about it so.
    fn write(
        &mut self,
        at: Candidate<'_, '_, '_, '_>,
        adapted: Adapted,
        before: Option<Box<Server>>,
        complaint: Option<&'static str>,
    ) {
        let Candidate {
            source,
            reader,
            found,
            entry,
            ..
        } = at;
        for problem in self
            .ledger
            .server(source, reader, found, entry, &adapted, &self.sink)
        {
            self.say(source, problem);
        }
        let pointer = before.is_some().then(|| self.sink.pointer(&adapted.name));
        let is_new = self.sink.is_new(&adapted.name);
        let merged = self
            .sink
            .server(&adapted.name, &adapted.entry(), adapted.enabled);
        let is_partial = merged.lost || merged.blocked.is_some();
        if let Some(problem) = merged.removed {
            self.losses += usize::from(problem.loss);
            self.diagnostics.push(*problem);
        }
        if let Some(gate) = merged.blocked {
            let problem = self.blocked(&adapted.name, &gate, entry.name_span);
            self.say(source, problem);
        }
        if let Some(field) = merged.stays_off {
            let problem = self.stays_off(&adapted.name, &field, entry.name_span);
            self.say(source, problem);
        }
        if merged.lost {
            self.say(source, conflict(&adapted.server.name, entry.name_span));
        }
        self.written += 1;
        self.placed
            .insert(adapted.name.clone(), (source, entry.name_span));
        self.expanded += adapted.expanded.len();
        self.values.extend(adapted.values);
        if let Some(server) = before {
            self.judge.add(Case {
                source,
                place: reader.place,
                server: *server,
                pointer: entry.pointer(&found.roots),
                name: adapted.name,
                target_pointer: pointer.unwrap_or_default(),
                losses: adapted.losses,
                caveats: adapted.caveats,
                said: complaint,
                replaced: adapted.replaced,
                is_new,
                is_partial,
            });
        }
    }

    /// A disabled server that cannot be written does not stop the one of its name that is there.
    fn still_runs(&self, name: &str, before: Option<&Server>, skip: Skip) -> Skip {
        let disabled = before.is_some_and(Server::is_disabled);
        if !disabled || skip.kind != SkipKind::Unsupported || !self.sink.runs(name) {
            return skip;
        }
        skip.label("still enabled in the file it is written to")
            .help(format!("remove `{name}` there"))
    }

    /// A variable that is left to the target's environment is no loss where the file that is written to sets it.
    fn find_there(&self, before: Option<&Server>, adapted: &mut Adapted) {
        let left = |loss: &Loss| loss.kind == LossKind::NotInherited && !loss.leaves.is_empty();
        if !adapted.losses.iter().any(left) {
            return;
        }
        let set = self.sink.variables(&adapted.name);
        let pairs = before.map_or(&[][..], |server| server.map(Slot::Env));
        let pairs = pairs.iter().filter(|pair| set.contains(&pair.key));
        let set: HashSet<Span> = pairs.map(|pair| pair.span).collect();
        let there = |loss: &Loss| left(loss) && loss.leaves.iter().all(|leaf| set.contains(leaf));
        let found = adapted.losses.extract_if(.., |loss| there(loss));
        let (implied, replaced) = (&mut adapted.server.implied, &mut adapted.replaced);
        for span in found.flat_map(|loss| loss.leaves) {
            implied.push(span);
            replaced.push(span);
        }
    }

    /// Passes on what the reader said, which counts no losses of its own.
    fn pass_on(&mut self, at: Candidate<'_, '_, '_, '_>, said: Vec<Diagnostic>) {
        for problem in said {
            self.diagnostics.push(problem.within(at.source));
        }
    }

    /// What the target's file says elsewhere keeps a server from running.
    fn blocked(&self, name: &str, blocked: &BlockingGate, at: Span) -> Diagnostic {
        let gate = &blocked.gate;
        let help = match blocked.named {
            true => format!("remove it from `{gate}`"),
            false => format!("allow it in `{gate}`"),
        };
        let message = format!("`{name}`: `{gate}` disables it in the file it is written to");
        Diagnostic::new("conversion-value-lossy", Level::Warning, at, message)
            .loss()
            .label(format!("{} skips this server", self.options.to.name))
            .help(help)
    }

    /// The source enables a server that its owner has disabled in the target's file.
    fn stays_off(&self, name: &str, field: &str, at: Span) -> Diagnostic {
        let message = format!("`{name}` stays disabled in the file it is written to");
        Diagnostic::new("conversion-value-lossy", Level::Warning, at, message)
            .label(format!("{} skips this server", self.options.to.name))
            .help(format!("change `{field}` there to enable it"))
    }

    /// Notes that a server is not written; whether it stays in the source's own document.
    fn leave_out(&mut self, name: &str, stays: bool) -> bool {
        self.skipped += 1;
        self.left_out.push(Status::new(name, Action::Skipped));
        self.sink.left_out(name, stays);
        let kept = stays && self.sink.is_own();
        self.kept += usize::from(kept);
        kept
    }
}

/// What is there rules out a part of the server.
fn conflict(name: &str, at: Span) -> Diagnostic {
    let message = format!("`{name}`: conflicts with fields already in the file");
    Diagnostic::new("conversion-field-dropped", Level::Warning, at, message)
        .loss()
        .label("not all of it could be merged")
        .help("`--replace` writes a new document")
}
