//! One conversion: every server of every document through reading, adapting and writing, and an account of it.

mod precedence;
mod spill;

use std::collections::{BTreeSet, HashMap, HashSet};

use super::adapt::Adapter;
use super::judge::{Case, EffectRow, Judge};
use super::ledger::Ledger;
use super::merge::BlockingGate;
use super::scope;
use super::sink::Sink;
use super::{Action, Conversion, Input, Options, Prompting, Status};
use crate::diagnostic::{Diagnostic, Diagnostics, Level};
use crate::host::scope::{RootReach, is_private, reach};
use crate::host::tell::{no_server, passed_over, reserved, twice};
use crate::host::{
    Cost, FoundServers, Gates, Place, Reader, ServerEntry, ServerRead, Skip, SkipKind,
};
use crate::model::{IgnoredField, Reason};
use crate::order::Order as _;
use crate::syntax::Span;

/// One conversion under way.
pub(super) struct Run<'o, 'd, 't> {
    options: &'o Options<'o>,
    diagnostics: Diagnostics,
    ledger: Ledger,
    sink: Sink<'d, 't>,
    adapter: Adapter<'o>,
    /// Where new documents for the target go.
    place: &'static Place,
    /// Servers come from several maps, which may share names.
    several: bool,
    /// Where each name was first defined.
    names: HashMap<String, (usize, Span)>,
    /// Which server each connection belongs to, where a host starts it only once.
    connections: HashMap<BTreeSet<String>, String>,
    /// All sources are files of one host, and `names` has what wins in it, wherever that comes.
    ranked: bool,
    written: usize,
    skipped: usize,
    /// How many of those stay in their own document.
    kept: usize,
    losses: usize,
    expanded: usize,
    values: BTreeSet<String>,
    /// Compares what the source's host does with what the target will do, for the report.
    judge: Judge,
    /// Servers that were chosen and not written.
    left_out: Vec<Status>,
    /// Those that were written, by their names in the target, and where they come from.
    placed: HashMap<String, (usize, Span)>,
}

impl<'o, 'd, 't> Run<'o, 'd, 't> {
    pub(super) fn new(
        options: &'o Options<'o>,
        place: &'static Place,
        sink: Sink<'d, 't>,
        diagnostics: Diagnostics,
    ) -> Self {
        Self {
            options,
            diagnostics,
            ledger: Ledger::new(options.to, options.report, sink.is_own()),
            adapter: Adapter::new(options, place, sink.is_own()),
            sink,
            place,
            several: false,
            names: HashMap::new(),
            connections: HashMap::new(),
            ranked: false,
            written: 0,
            skipped: 0,
            kept: 0,
            losses: 0,
            expanded: 0,
            values: BTreeSet::new(),
            judge: Judge::default(),
            left_out: Vec::new(),
            placed: HashMap::new(),
        }
    }

    pub(super) fn documents(
        mut self,
        inputs: &[Input<'_>],
        found: &[FoundServers<'_, '_>],
    ) -> Conversion {
        self.several = found.iter().map(|found| found.roots.len()).sum::<usize>() > 1;
        if self.options.prompting != Prompting::None && self.place.prompts.is_none() {
            let target = self.options.to.name;
            let message = format!("`--inputs` is ignored: no inputs are written for {target}");
            let problem = Diagnostic::new("conversion-value-lossy", Level::Warning, None, message);
            self.diagnostics.push(
                problem.help(
                    "`--secrets reference` writes variables instead of secrets in plain text",
                ),
            );
        }
        self.adapter.there(self.sink.prompts(), self.sink.gates());
        if !self.adapter.names.takes_any() {
            let meant = inputs.iter().zip(found).flat_map(|(input, found)| {
                let reach = self.reach(input, found);
                let private =
                    move |entry: &&ServerEntry<'_, '_>| reach[entry.root] != RootReach::Private;
                found.servers.iter().filter(private)
            });
            let selected = meant
                .map(|entry| entry.name)
                .filter(|name| (self.options.select)(name));
            let existing = self.sink.existing();
            let selected: Vec<&str> = selected.collect();
            self.adapter.names.plan(existing, selected.into_iter());
        }
        self.rank(inputs, found);
        let layers = inputs.iter().zip(found).filter(|_| self.ranked);
        let gates = layers.map(|(input, found)| Gates::new(&found.gates, input.place.format));
        let gates: Vec<Gates<'_, '_, '_>> = gates.collect();
        for (source, (input, found)) in inputs.iter().zip(found).enumerate() {
            self.document(source, input, found, &gates);
        }
        let spilled = self.spilled();
        self.finish(inputs.len(), &spilled)
    }

    /// Converts one source. The `gates` are those of all, where a host lays them over each other.
    fn document(
        &mut self,
        source: usize,
        input: &Input<'_>,
        found: &FoundServers<'_, '_>,
        gates: &[Gates<'_, '_, '_>],
    ) {
        for problem in notes_of(input) {
            self.say(source, problem);
        }
        for hidden in &found.hidden {
            let (first, later) = (hidden.member.key_span, hidden.winner);
            let told = match hidden.instead {
                Some(root) => passed_over(input.host.name, root, &hidden.path, first),
                None => twice(input.host.name, None, &hidden.member.key, first, later),
            };
            self.say(source, told.diagnostic().within(source).loss());
            self.ledger.drop_hidden(source, hidden);
        }
        if let Some(told) = no_server(input.host, input.place, found) {
            self.diagnostics.push(told.diagnostic().of(source));
        }
        let reader = Reader::new(input.host, input.place, found, true);
        self.adapter
            .start(input, reader.prompts.clone(), found.prompts);
        for problem in self.adapter.take_problems() {
            self.say(source, problem);
        }
        let reach = self.reach(input, found);
        if !self.sink.is_own()
            && let Some(problem) = scope::note(input.place, found, &reach, self.options)
        {
            self.say(source, problem);
        }
        for gate in found.gates.iter().filter(|gate| is_private(gate)) {
            self.ledger.pass_over(gate, "it belongs to another project");
        }
        let mut entries: Vec<&ServerEntry<'_, '_>> = found.servers.iter().collect();
        entries.order_by_key(|entry| reach[entry.root]);
        for entry in entries {
            if reach[entry.root] == RootReach::Private {
                let reason = "it belongs to another project";
                self.ledger.drop_server(source, found, entry, None, reason);
            } else {
                self.server(source, &reader, found, entry, gates);
            }
        }
        self.heed(source, found);
        let dangling = self.ledger.outside(source, found, &mut self.adapter);
        for problem in dangling {
            self.say(source, problem);
        }
        if let Some(origin) = found.origin {
            self.ledger.trace(source, origin);
        }
    }

    /// How the roots of a source count; in its own document all of them do.
    fn reach(&self, input: &Input<'_>, found: &FoundServers<'_, '_>) -> Vec<RootReach> {
        if self.sink.is_own() {
            return vec![RootReach::Plain; found.roots.len()];
        }
        reach(input.place, found, self.options.project)
    }

    fn server(
        &mut self,
        source: usize,
        reader: &Reader<'_, '_, '_>,
        found: &FoundServers<'_, '_>,
        entry: &ServerEntry<'_, '_>,
        gates: &[Gates<'_, '_, '_>],
    ) {
        if !(self.options.select)(entry.name) {
            // Another file may keep it: the source does have it.
            self.sink.left_out(entry.name, false);
            self.ledger
                .drop_server(source, found, entry, None, "it was not chosen");
            return;
        }
        if let Some(problem) = self.shadowed(source, reader.host, entry) {
            self.ledger.drop_server(
                source,
                found,
                entry,
                Some(problem.rule),
                "another definition of the same name wins",
            );
            self.say(source, problem);
            return;
        }
        if let Some(problem) = reader.built_in(entry) {
            self.sink.left_out(entry.name, false);
            if self.sink.is_own() {
                self.ledger.keep_server(source, found, entry);
            } else {
                let reason = "it is a part of the source host";
                self.ledger.drop_server(source, found, entry, None, reason);
                self.say(source, problem);
            }
            return;
        }
        let mut said = Vec::new();
        let read = reader.server(entry, &mut |problem| said.push(problem));
        let server = match read {
            ServerRead::Read(server) => server,
            ServerRead::Skipped(fault) => {
                said.into_iter()
                    .for_each(|problem| self.diagnostics.push(problem.within(source)));
                self.losses += 1;
                // What cannot be understood is none of our business in its own file.
                if self.leave_out(entry.name, true) {
                    self.ledger.keep_server(source, found, entry);
                } else {
                    self.ledger.drop_server(
                        source,
                        found,
                        entry,
                        Some(fault.rule),
                        "the server could not be understood",
                    );
                }
                return;
            }
        };
        let format = reader.place.format;
        let strict = format.unknown_field != Cost::Ignored;
        // What the reader has complained about is lost all the same.
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
            said.into_iter()
                .for_each(|problem| self.diagnostics.push(problem.within(source)));
            self.leave_out(entry.name, true);
            self.ledger.keep_server(source, found, entry);
            return;
        }
        let mut server = server;
        for (_, gates) in gates.iter().enumerate().filter(|(at, _)| *at != source) {
            gates.reach_out(entry.node, &mut server, entry.name_span);
        }
        if let Some(problem) = self.same_connection(reader.host, reader.place.format, &server) {
            self.say(source, problem);
        }
        let suited = self.options.platform.is_some_and(|platform| {
            super::platform::suit(&mut server, platform, self.place.format)
        });
        let read_by_cmd = match suited {
            true => super::platform::read_by_cmd(&server),
            false => Vec::new(),
        };
        let before = judges(self.options).then(|| server.clone());
        let outcome = self
            .adapter
            .adapt(*server, entry, suited)
            .and_then(|mut adapted| {
                adapted.losses.extend(read_by_cmd);
                let Some(reason) = self.sink.refuses(&adapted.name, &adapted.out) else {
                    return Ok(adapted);
                };
                let reason = format!("`{}` is skipped: {reason}", adapted.name);
                Err(Skip::new(SkipKind::Unsupported, entry.name_span, reason))
            });
        // A server that is left out for what it lacks is told once.
        let lacking = matches!(&outcome, Err(skip) if skip.kind == SkipKind::Incomplete);
        let lacks = ["missing-required-field", "missing-transport"];
        said.retain(|problem| !(lacking && lacks.contains(&problem.rule)));
        if reader.place.format.names.reserved.contains(&entry.name) && !self.sink.is_own() {
            let told = reserved(reader.host.name, entry.name, entry.name_span);
            said.push(told.diagnostic());
        }
        let complaint = said.first().map(|problem| problem.rule);
        said.into_iter()
            .for_each(|problem| self.diagnostics.push(problem.within(source)));
        for problem in self.adapter.take_problems() {
            self.say(source, problem);
        }
        match outcome {
            Ok(adapted) => {
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
                    .server(&adapted.name, &adapted.out, adapted.enabled);
                let is_new = is_new && !merged.lost && merged.blocked.is_none();
                if let Some(problem) = merged.removed {
                    self.losses += usize::from(problem.loss);
                    self.diagnostics.push(*problem);
                }
                if let Some(gate) = merged.blocked {
                    let problem = self.blocked(&adapted.name, &gate, entry.name_span);
                    self.say(source, problem);
                }
                if merged.lost {
                    let message = format!(
                        "`{}`: conflicts with fields already in the file",
                        adapted.server.name
                    );
                    let problem = Diagnostic::new(
                        "conversion-field-dropped",
                        Level::Warning,
                        entry.name_span,
                        message,
                    );
                    self.say(
                        source,
                        problem
                            .loss()
                            .label("not all of it could be merged")
                            .help("`--replace` writes a new document"),
                    );
                }
                self.written += 1;
                let origin = (source, entry.name_span);
                self.placed.insert(adapted.name.clone(), origin);
                if let Some(server) = before.filter(|_| !self.sink.is_own()) {
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
                    });
                }
                self.expanded += adapted.expanded.len();
                self.values.extend(adapted.values);
            }
            Err(skip) => {
                // What its own host does not load stays in its file, for its owner to mend. A value that was asked for and is
                // not there is another matter.
                let stays = self.options.in_place || skip.kind != SkipKind::Undefined;
                if self.leave_out(entry.name, stays) {
                    self.ledger.keep_server(source, found, entry);
                } else {
                    self.ledger.skip_server(source, found, entry, &skip);
                }
                self.say(source, skip.diagnostic());
            }
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

    /// Notes that a server is not written; whether it stays in the source's own document.
    fn leave_out(&mut self, name: &str, stays: bool) -> bool {
        self.skipped += 1;
        self.left_out.push(Status::new(name, Action::Skipped));
        self.sink.left_out(name, stays);
        let kept = stays && self.sink.is_own();
        self.kept += usize::from(kept);
        kept
    }

    /// Passes a message on, and counts it if it tells of a loss.
    fn say(&mut self, source: usize, problem: Diagnostic) {
        self.losses += usize::from(problem.loss && problem.level == Level::Warning);
        self.diagnostics.push(problem.of(source));
    }

    fn finish(mut self, target_source: usize, spilled: &HashSet<String>) -> Conversion {
        let target = self.options.to.name;
        // What cannot be understood stays in its own document.
        let stays = self.kept == self.skipped;
        if self.written == 0
            && self.skipped > 0
            && !stays
            && self.diagnostics.count(Level::Error) == 0
        {
            let message = match self.skipped {
                1 => format!("the only server cannot be written for {target}"),
                count => format!("none of the {count} servers can be written for {target}"),
            };
            self.diagnostics.push(Diagnostic::new(
                "conversion-server-skipped",
                Level::Error,
                None,
                message,
            ));
        }
        // A file without servers is fine nearly everywhere.
        if self.written + self.skipped == 0 && self.place.never_empty && self.sink.is_fresh() {
            let message = format!("{target} needs at least one server");
            self.diagnostics.push(Diagnostic::new(
                "conversion-failed",
                Level::Error,
                None,
                message,
            ));
        }
        let (mut text, mut effects) = (None, Vec::new());
        let mut statuses = Vec::new();
        let fails = self.options.strict && self.losses > 0;
        if !fails && self.diagnostics.count(Level::Error) == 0 {
            match self.sink.finish(&self.adapter) {
                Ok(done) => {
                    text = Some(done.text);
                    statuses = done.statuses;
                }
                Err(reason) => {
                    let message = format!("the document cannot be changed as wanted: {reason}");
                    self.diagnostics.push(
                        Diagnostic::new("conversion-failed", Level::Error, None, message)
                            .of(target_source),
                    );
                }
            }
            let judged = text.as_deref().filter(|_| judges(self.options));
            if let Some(text) = judged {
                effects = self.judge.rows(self.options.to, self.place, text);
                // Options may ask for a change.
                let untold = effects.iter().filter(|row| {
                    !self.options.changes_servers() && !spilled.contains(&row.target)
                });
                for problem in untold.filter_map(EffectRow::untold) {
                    self.losses += 1;
                    self.diagnostics.push(problem);
                }
            }
        }
        let losses = self.losses;
        if self.options.strict && losses > 0 {
            let plural = if losses == 1 { "" } else { "es" };
            let message =
                format!("{losses} loss{plural}, and `--strict` allows none: nothing was written");
            self.diagnostics.push(Diagnostic::new(
                "conversion-strict",
                Level::Error,
                None,
                message,
            ));
            text = None;
            statuses.clear();
        }
        statuses.extend(self.left_out);
        Conversion {
            effects,
            text,
            diagnostics: self.diagnostics,
            rows: self.ledger.rows,
            statuses,
            expanded: self.expanded,
            values: self.values,
            written: self.written,
            skipped: self.skipped,
            losses,
        }
    }
}

/// Whether effects are compared, which costs up to half as much again as the rest.
fn judges(options: &Options<'_>) -> bool {
    options.report || options.strict
}

/// What the source host itself would refuse about the whole text.
fn notes_of(input: &Input<'_>) -> Vec<Diagnostic> {
    if input.bom && !input.place.bom {
        let message = format!("{} does not accept a byte-order mark", input.host.name);
        return vec![
            Diagnostic::new("file-encoding", Level::Warning, Span::default(), message)
                .help("save the file as UTF-8 without a byte-order mark"),
        ];
    }
    Vec::new()
}
