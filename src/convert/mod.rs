//! From any host's document to any other's.
//!
//! Servers go through one by one: read, adapted, written, accounted for. A file with a million of them is never held
//! as a model, and one bad server costs only itself.

mod adapt;
mod bridge;
mod expand;
mod ledger;
mod merge;
mod options;
mod prompts;

use std::collections::HashMap;

pub use ledger::{Class, Row};
pub use merge::{Action, Status};
pub use options::{Defaults, Environment, Expand, Options, Prompting, Unset};

use adapt::Adapter;
use ledger::Ledger;

use crate::diagnostic::{Diagnostic, Diagnostics, Level};
use crate::host::{Found, Host, Place, Reader, ServerEntry, ServerRead, find, notes};
use crate::syntax::{self, Document, Span};
use crate::write::Writer;

/// A document to be converted, and who is to read it.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The text, without a byte-order mark.
    pub text: &'a str,
    /// Whether it began with one.
    pub bom: bool,
    /// Whose file it is.
    pub host: &'static Host,
    /// Which of that host's files.
    pub place: &'static Place,
}

/// What came of it.
#[derive(Debug)]
pub struct Conversion {
    /// The new document; nothing if it could not or must not be written.
    pub text: Option<String>,
    /// What there is to say, in source order.
    pub diagnostics: Diagnostics,
    /// The fate of every leaf of the sources, if it was asked for.
    pub rows: Vec<Row>,
    /// How many servers were written.
    pub written: usize,
    /// How many were not, although they were chosen.
    pub skipped: usize,
    /// How many leaves were dropped or changed their meaning.
    pub losses: usize,
}

/// Converts the servers of `inputs`, the first definition of a name winning, into one document for `options.to`.
#[must_use]
pub fn convert(inputs: &[Input<'_>], options: &Options<'_>) -> Conversion {
    let mut diagnostics = Diagnostics::new(options.limit);
    let mut documents = Vec::with_capacity(inputs.len());
    for (source, input) in inputs.iter().enumerate() {
        match syntax::parse(input.text, input.place.language) {
            Ok(document) => documents.push(document),
            Err(error) => diagnostics.push(syntax_error(&error, input).of(source)),
        }
    }
    let mut found = Vec::with_capacity(documents.len());
    if documents.len() == inputs.len() {
        for (source, (document, input)) in documents.iter().zip(inputs).enumerate() {
            match find_servers(document, input, &mut |problem| diagnostics.push(problem.of(source))) {
                Ok(servers) => found.push(servers),
                Err(problem) => diagnostics.push((*problem).of(source)),
            }
        }
    }
    if found.len() < inputs.len() {
        return Conversion { text: None, diagnostics, rows: Vec::new(), written: 0, skipped: 0, losses: 0 };
    }
    // A host's document into the same host's stays the kind of file it is.
    let place = match inputs {
        [input] if std::ptr::eq(input.host, options.to) => input.place,
        _ => &options.to.places[0],
    };
    let mut run = Run {
        options,
        diagnostics,
        ledger: Ledger::new(options.report),
        losses: 0,
        writer: Writer::new(options.to, place),
        adapter: Adapter::new(options, place),
        several: found.iter().map(|found| found.roots.len()).sum::<usize>() > 1,
        names: HashMap::new(),
        written: 0,
        skipped: 0,
        // `$<X>` is only ours: the host itself would take it for text.
        unchanged: inputs.len() == 1 && std::ptr::eq(inputs[0].host, options.to) && !inputs[0].text.contains("$<"),
    };
    for (source, (input, found)) in inputs.iter().zip(&found).enumerate() {
        run.document(source, input, found);
    }
    run.finish(inputs)
}

struct Run<'o> {
    options: &'o Options<'o>,
    diagnostics: Diagnostics,
    ledger: Ledger,
    writer: Writer,
    adapter: Adapter<'o>,
    /// Servers come from several maps, which may share names.
    several: bool,
    /// Where each name was first defined.
    names: HashMap<String, (usize, Span)>,
    written: usize,
    skipped: usize,
    losses: usize,
    /// The target is the source's host and nothing had to be changed so far.
    unchanged: bool,
}

impl Run<'_> {
    fn document(&mut self, source: usize, input: &Input<'_>, found: &Found<'_, '_>) {
        for problem in notes_of(input) {
            self.say(source, problem);
        }
        let reader = Reader::new(input.host, input.place, found, true);
        self.adapter.start(input, reader.prompts.clone());
        for entry in &found.servers {
            self.server(source, &reader, found, entry);
        }
        let dangling = self.ledger.outside(source, found, &mut self.adapter);
        self.unchanged &= dangling.iter().all(|problem| problem.level == Level::Info);
        for problem in dangling {
            self.say(source, problem);
        }
    }

    fn server(&mut self, source: usize, reader: &Reader<'_, '_, '_>, found: &Found<'_, '_>, entry: &ServerEntry<'_, '_>) {
        if !(self.options.select)(entry.name) {
            self.unchanged = false;
            self.ledger.drop_server(source, found, entry, None, "it was not chosen");
            return;
        }
        if let Some(problem) = self.shadowed(source, entry) {
            self.ledger.drop_server(source, found, entry, Some(problem.rule), "another definition of the same name wins");
            self.say(source, problem);
            return;
        }
        let diagnostics = &mut self.diagnostics;
        let server = match reader.server(entry, &mut |problem| diagnostics.push(problem.of(source))) {
            ServerRead::Read(server) => server,
            ServerRead::Skipped(fault) => {
                self.skipped += 1;
                self.losses += 1;
                self.ledger.drop_server(source, found, entry, Some(fault.rule), "the server could not be understood");
                return;
            }
        };
        let outcome = self.adapter.adapt(*server, entry);
        for problem in self.adapter.take_problems() {
            self.say(source, problem);
        }
        match outcome {
            Ok(adapted) => {
                self.unchanged &= adapted.unchanged;
                for problem in self.ledger.server(source, reader, found, entry, &adapted, &self.writer) {
                    self.say(source, problem);
                }
                self.writer.server(&adapted.name, &adapted.out);
                self.written += 1;
            }
            Err(skip) => {
                self.unchanged = false;
                self.skipped += 1;
                self.ledger.skip_server(source, found, entry, &skip);
                self.say(source, skip.diagnostic());
            }
        }
    }

    /// Passes a message on, and counts it if it tells of a loss.
    fn say(&mut self, source: usize, problem: Diagnostic) {
        let loss = problem.rule.starts_with("conversion-") || matches!(problem.rule, "duplicate-key" | "shadowed-server" | "missing-required-field");
        self.losses += usize::from(loss && problem.level == Level::Warning);
        self.diagnostics.push(problem.of(source));
    }

    /// A definition that another one of the same name hides.
    fn shadowed(&mut self, source: usize, entry: &ServerEntry<'_, '_>) -> Option<Diagnostic> {
        if let Some(winner) = entry.shadowed_by {
            let message = format!("`{}` is defined twice in this file", entry.name);
            let problem = Diagnostic::new("duplicate-key", Level::Warning, entry.name_span, message);
            return Some(problem.label("only the last definition counts").related(source, winner, "this one"));
        }
        // Within one map the names are known to differ.
        if !self.several {
            return None;
        }
        if let Some((first_source, first)) = self.names.get(entry.name) {
            let message = format!("`{}` is already defined", entry.name);
            let problem = Diagnostic::new("shadowed-server", Level::Warning, entry.name_span, message);
            return Some(problem.label("this definition is not used").related(*first_source, *first, "the first one wins"));
        }
        self.names.insert(entry.name.to_owned(), (source, entry.name_span));
        None
    }

    fn finish(mut self, inputs: &[Input<'_>]) -> Conversion {
        let target = self.options.to.name;
        if self.written == 0 && self.skipped > 0 {
            let message = format!("none of the {} servers can be written for {target}", self.skipped);
            self.diagnostics.push(Diagnostic::new("conversion-server-skipped", Level::Error, None, message));
        }
        let losses = self.losses;
        if self.options.strict && losses > 0 {
            let message = format!("{losses} losses, and `--strict` allows none: nothing was written");
            self.diagnostics.push(Diagnostic::new("conversion-strict", Level::Error, None, message));
        }
        let failed = self.diagnostics.count(Level::Error) > 0;
        let unchanged = self.unchanged && self.skipped == 0;
        let text = if failed {
            None
        } else if unchanged {
            self.ledger.keep_all();
            let bom = if inputs[0].bom { "\u{feff}" } else { "" };
            Some(format!("{bom}{}", inputs[0].text))
        } else {
            Some(self.writer.finish(&self.adapter.extras()))
        };
        Conversion { text, diagnostics: self.diagnostics, rows: self.ledger.rows, written: self.written, skipped: self.skipped, losses }
    }
}

/// What the source host itself would refuse about the whole text.
fn notes_of(input: &Input<'_>) -> Vec<Diagnostic> {
    if input.bom && !input.place.bom {
        let message = format!("{} does not accept a byte-order mark", input.host.name);
        return vec![Diagnostic::new("file-encoding", Level::Warning, Span::default(), message).help("save the file as UTF-8 without a byte-order mark")];
    }
    Vec::new()
}

fn find_servers<'n, 't>(document: &'n Document<'t>, input: &Input<'_>, say: &mut dyn FnMut(Diagnostic)) -> Result<Found<'n, 't>, Box<Diagnostic>> {
    for problem in notes(document, input.host, input.place) {
        say(problem);
    }
    let Some(root) = &document.root else {
        let problem = Diagnostic::new("syntax-error", Level::Error, None, "the input is empty").help("pipe a configuration in, or name a file");
        return Err(Box::new(problem));
    };
    let found = find(document, input.place)?;
    if found.roots.is_empty() {
        let wanted = crate::host::root_name(input.place);
        if let Some((key, hosts)) = crate::host::foreign_root(root, input.host) {
            let message = format!("{} keeps its servers under `{wanted}`, not `{}`", input.host.name, key.key);
            return Err(Box::new(
                Diagnostic::new("wrong-root-key", Level::Error, key.key_span, message)
                    .label(format!("this is how {} calls them", hosts.join(", ")))
                    .help("name the host that the document is for with `--from`"),
            ));
        }
        say(Diagnostic::new(
            "wrong-root-key",
            Level::Warning,
            Span::new(root.span.start as usize, root.span.start as usize),
            format!("there is no `{wanted}` in this document"),
        )
        .help("nothing was converted"));
    }
    Ok(found)
}

fn syntax_error(error: &syntax::Error, input: &Input<'_>) -> Diagnostic {
    let message = format!("cannot parse as {}: {}", input.place.language.name(), error.reason);
    let problem = Diagnostic::new("syntax-error", Level::Error, error.span, message).label("here");
    match error.hint {
        Some(hint) => problem.help(hint),
        None => problem,
    }
}
