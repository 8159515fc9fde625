//! One conversion: every server of every document through reading, adapting and writing, and an account of it.

mod names;
mod precedence;
mod server;
mod spill;

use std::collections::{BTreeSet, HashMap, HashSet};

use server::{AllGates, Candidate};

use super::adapt::Adapter;
use super::judge::{EffectRow, Judge};
use super::ledger::Ledger;
use super::options::Secrets;
use super::scope;
use super::sink::Sink;
use super::{Conversion, Input, Options, Prompting, Status, answers};
use crate::diagnostic::{Diagnostic, Diagnostics, Level};
use crate::host::scope::{RootReach, is_private, reach};
use crate::host::tell::{no_server, passed_over, twice};
use crate::host::{FoundServers, Gates, Place, Reader, ServerEntry, no_mark, of_one_file};
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
    /// Whose private servers are being read, in a document that is changed in itself.
    owner: Option<String>,
    /// Servers come from several maps, which may share names.
    several: bool,
    /// Where each name was first defined.
    names: HashMap<String, (usize, Span)>,
    /// The same within one map, where entries have names of their own.
    own_names: HashMap<(usize, usize, String), Span>,
    /// The servers of each source, where its host has fields that name some.
    named: HashMap<usize, HashSet<String>>,
    /// Which server each connection belongs to, where a host starts it only once.
    connections: HashMap<BTreeSet<String>, String>,
    /// The same of servers that the target's file has besides.
    standing: HashMap<BTreeSet<String>, String>,
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
            owner: None,
            several: false,
            names: HashMap::new(),
            own_names: HashMap::new(),
            named: HashMap::new(),
            connections: HashMap::new(),
            standing: HashMap::new(),
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
        let asks = found.iter().any(|found| found.prompts.is_some());
        if asks || self.options.secrets == Secrets::Reference {
            self.adapter.reserve(answers::variables(inputs, found));
        }
        let asking = match self.options.prompting {
            Prompting::None => Vec::new(),
            _ => self.sink.asking(),
        };
        self.adapter
            .there(self.sink.prompts(), asking, self.sink.gates());
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
        self.stand(found);
        self.rank(inputs, found);
        let layers = inputs.iter().zip(found).filter(|_| self.ranked);
        // What a host drops says nothing.
        let said = |found: &'_ FoundServers<'_, '_>| !found.dropped;
        let gates = layers.map(|(input, found)| {
            let gates = found.gates.as_slice();
            Gates::new(if said(found) { gates } else { &[] }, input.place.format)
        });
        let gates: Vec<Gates<'_, '_, '_>> = gates.collect();
        let counting = found.iter().filter(|found| said(found));
        let alone = of_one_file(counting.map(|found| found.gates.as_slice()));
        for (source, (input, found)) in inputs.iter().zip(found).enumerate() {
            self.document(source, input, found, (&gates, &alone));
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
        gates: AllGates<'_, '_, '_, '_>,
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
                let at = Candidate {
                    source,
                    reader: &reader,
                    found,
                    entry,
                    disabled: input.disabled,
                };
                self.enter(at);
                self.server(at, gates);
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
            let project = self.sink.project();
            match self.sink.finish(&self.adapter) {
                Ok(done) => {
                    text = Some(done.text);
                    statuses = done.statuses;
                    if let Some(problem) = done.rejected {
                        self.losses += 1;
                        self.diagnostics.push(problem);
                    }
                }
                Err(reason) => {
                    let message = format!("the document cannot be changed as wanted: {reason}");
                    self.diagnostics.push(
                        Diagnostic::new("conversion-failed", Level::Error, None, message)
                            .of(target_source),
                    );
                }
            }
            if let Some(text) = text.as_deref() {
                let plain = !self.options.report && !self.options.strict;
                let (to, place) = (self.options.to, self.place);
                effects = self.judge.rows(plain, to, place, text, project);
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

/// What the source host itself would refuse about the whole text.
fn notes_of(input: &Input<'_>) -> Vec<Diagnostic> {
    match input.bom && !input.place.bom {
        true => vec![no_mark(input.host)],
        false => Vec::new(),
    }
}
