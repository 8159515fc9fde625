//! Which of several definitions of a name counts.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashSet};

use super::Run;
use super::server::Candidate;
use crate::convert::Input;
use crate::convert::scope;
use crate::diagnostic::{Diagnostic, Level};
use crate::host::scope::{RootReach, owner};
use crate::host::tell::{Collision, same_name, twice};
use crate::host::{Format, FoundServers, GateKind, Host, Kind, Place, ServerEntry};
use crate::model::Server;
use crate::model::compare::connection;
use crate::order::Order as _;
use crate::syntax::Span;

impl Run<'_, '_, '_> {
    /// Finds out which definition of each name wins, if the sources are files that one host lays over each other.
    pub(super) fn rank(&mut self, inputs: &[Input<'_>], found: &[FoundServers<'_, '_>]) {
        let same = |input: &Input<'_>| std::ptr::eq(input.host, inputs[0].host);
        if inputs.len() < 2 || self.sink.is_own() || !inputs.iter().all(same) {
            return;
        }
        // Some hosts know servers of one name apart.
        if inputs[0].host.layers.united {
            return;
        }
        let (mut entries, mut ranks) = (Vec::new(), BTreeSet::new());
        for (source, (input, found)) in inputs.iter().zip(found).enumerate() {
            let reach = self.reach(input, found);
            let counts = |entry: &&ServerEntry<'_, '_>| {
                entry.shadowed_by.is_none()
                    && reach[entry.root] != RootReach::Private
                    && (self.options.select)(entry.name)
            };
            // A file may have nothing but gates.
            if !found.gates.is_empty() {
                ranks.insert((found.dropped, scope::rank(input, RootReach::Plain)));
            }
            for entry in found.servers.iter().filter(counts) {
                let reach = reach[entry.root];
                let rank = scope::rank(input, reach);
                // What the host drops hides nothing.
                let rank = (found.dropped, rank);
                entries.push(((rank, source, reach), entry.name, entry.name_span));
            }
        }
        // Where the host's order does not tell, that of the files does.
        ranks.extend(entries.iter().map(|((rank, ..), ..)| *rank));
        self.ranked = ranks.len() > 1;
        if !self.ranked {
            return;
        }
        entries.order_by_key(|(rank, ..)| *rank);
        for ((_, source, _), name, span) in entries {
            let name = inputs[0].host.layers.key(name).into_owned();
            self.names.entry(name).or_insert((source, span));
        }
    }

    /// In a document that is changed in itself, servers of one project never meet those of another: each has the names
    /// to itself.
    pub(super) fn enter(&mut self, at: Candidate<'_, '_, '_, '_>) {
        if !self.sink.is_own() {
            return;
        }
        let owner = owner(at.reader.place, &at.found.roots[at.entry.root]);
        if self.owner.as_deref() != owner {
            self.owner = owner.map(str::to_owned);
            self.names.clear();
        }
        self.sink.enter(at.entry.root);
    }

    /// A definition that another one of the same name hides.
    pub(super) fn shadowed(
        &mut self,
        source: usize,
        (host, place): (&Host, &Place),
        entry: &ServerEntry<'_, '_>,
    ) -> Option<Diagnostic> {
        let merged = self.ranked && host.layers.merged;
        if let Some(winner) = entry.shadowed_by {
            let spans = (entry.name_span, winner);
            let refused = place
                .list
                .then(|| same_name(host, place, entry.name, spans));
            let told = match refused.filter(Collision::spoils) {
                Some(found) => found.told,
                None => twice(host.name, None, entry.name, spans.0, spans.1),
            };
            return Some(told.diagnostic().within(source).loss());
        }
        let layers = &host.layers;
        // Only files of one host are compared as that host does.
        let key = match self.ranked {
            true => layers.key(entry.name),
            false => entry.name.into(),
        };
        let host = host.name;
        let mut fields = place.format.fields.iter();
        if fields.any(|field| field.kind == Kind::OwnName) {
            let name = (source, entry.root, entry.name.to_owned());
            let first = *self.own_names.entry(name).or_insert(entry.name_span);
            if first != entry.name_span {
                return Some(same_own_name(host, source, entry, first));
            }
        }
        // Within one map the names are known to differ.
        if !self.several {
            return None;
        }
        if let Some((first_source, first)) = self.names.get(&*key) {
            let is_other = self.ranked && layers.any_case && *first_source == source;
            if (*first_source, *first) == (source, entry.name_span) || is_other {
                return None;
            }
            let message = format!("`{}` is already defined", entry.name);
            // A project's own servers win over its user's: that is what was asked for, and what the host does.
            let asked = self.options.project.is_some() && *first_source == source;
            let level = if (asked || self.ranked) && !merged {
                Level::Info
            } else {
                Level::Warning
            };
            let mut problem = Diagnostic::new("shadowed-server", level, entry.name_span, message);
            if merged {
                problem = problem.help(format!(
                    "{host} merges both field by field; write one entry with all of it"
                ));
            }
            let wins = if self.ranked {
                format!("this one wins in {host}")
            } else {
                "the first one wins".to_owned()
            };
            return Some(problem.loss().label("this definition is not used").related(
                *first_source,
                *first,
                wins,
            ));
        }
        self.names
            .insert(key.into_owned(), (source, entry.name_span));
        None
    }

    /// Takes note of lists that name servers of other files, for which they count too.
    pub(super) fn heed(&mut self, source: usize, found: &FoundServers<'_, '_>) {
        let lists = found.gates.iter().filter(|gate| gate.kind == GateKind::Off);
        for item in lists.flat_map(|gate| gate.node.items()) {
            let winner = item.as_str().and_then(|name| self.names.get(name));
            if self.ranked && winner.is_some_and(|(other, _)| *other != source) {
                self.ledger.heed(item.span);
            }
        }
    }

    /// Takes note of the servers that the target's file has besides those of the source, if its host starts one server for
    /// each connection.
    pub(super) fn stand(&mut self, found: &[FoundServers<'_, '_>]) {
        if !self.place.format.runtime.once || self.sink.is_own() {
            return;
        }
        let servers = found.iter().flat_map(|found| &found.servers);
        let names: HashSet<&str> = servers.map(|entry| entry.name).collect();
        for server in self.sink.standing() {
            if !names.contains(server.name.as_str()) && !server.is_disabled() {
                self.standing
                    .entry(connection(&server))
                    .or_insert(server.name);
            }
        }
    }

    /// A server that is another one under a second name, where only one of the two hosts takes it for the same.
    pub(super) fn same_connection(
        &mut self,
        host: &Host,
        format: &Format,
        server: &Server,
    ) -> Option<Diagnostic> {
        let (once, target) = (format.runtime.once, self.options.to);
        let differs = once != self.place.format.runtime.once;
        if !differs && self.standing.is_empty() || self.sink.is_own() || server.is_disabled() {
            return None;
        }
        let key = connection(server);
        let (first, skipper) = match (self.standing.get(&key), self.connections.entry(key)) {
            (Some(first), _) => (first, target.name),
            (None, _) if !differs => return None,
            (None, Entry::Occupied(first)) => {
                let skipper = if once { host.name } else { target.name };
                (&*first.into_mut(), skipper)
            }
            (None, Entry::Vacant(free)) => {
                free.insert(server.name.clone());
                return None;
            }
        };
        let message = format!(
            "`{}`: {skipper} starts only `{first}`, which has the same connection",
            server.name
        );
        let problem = Diagnostic::new(
            "conversion-value-lossy",
            Level::Warning,
            server.name_span,
            message,
        );
        Some(
            problem
                .loss()
                .label(format!("{skipper} skips this server"))
                .help("skip one of them with `--skip`"),
        )
    }
}

/// Nobody has found out which of two entries a host takes that have one name of their own under two keys.
fn same_own_name(
    host: &str,
    source: usize,
    entry: &ServerEntry<'_, '_>,
    first: Span,
) -> Diagnostic {
    let message = format!("`{}` is already defined", entry.name);
    let problem = Diagnostic::new("shadowed-server", Level::Warning, entry.name_span, message);
    problem
        .loss()
        .label("this entry is skipped")
        .related(source, first, "this one is converted")
        .help(format!(
            "give each entry its own `name`: {host} identifies servers by it"
        ))
}
