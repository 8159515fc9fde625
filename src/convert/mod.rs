//! From any host's document to any other's.
//!
//! Servers go through one by one: read, adapted, written, accounted for. A file with a million of them is never held
//! as a model, and one bad server costs only itself.

mod adapt;
mod answers;
mod bridge;
mod environment;
mod expand;
mod folders;
mod gates;
mod judge;
mod layers;
mod ledger;
mod limits;
mod merge;
mod names;
mod numbers;
mod oauth;
mod options;
mod platform;
mod prompts;
mod references;
mod run;
mod runner;
mod scope;
mod secrets;
mod sink;
mod status;
mod tools;
mod unread;

use std::collections::{BTreeSet, HashMap};

pub use judge::EffectRow;
pub use ledger::{Class, Row};

pub use crate::model::Environment;
pub use options::{Defaults, Expand, Options, Platform, Prompting, Secrets, Unset};
pub(crate) use status::replaced;
pub use status::{Action, Status};

use layers::LaidFiles;
use merge::{Merger, opened};
use run::Run;
use sink::Sink;
use unread::not_loaded;
pub(crate) use unread::unread;

use crate::diagnostic::{Diagnostic, Diagnostics, Level};
use crate::host::scope::limit_gates;
use crate::host::tell::{collisions, refused_keys};
use crate::host::{FoundServers, Host, Place, find, is_dropped, notes};
use crate::syntax::{self, Document, Language, Node, Out, OutValue, Span};
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
    /// What the file is called, without its ending; some hosts call a server by it.
    pub name: Option<&'a str>,
    /// Which of the place's globs it was found by, if it is where its host looks.
    pub glob: Option<&'static str>,
    /// Servers of it that other files of its host disable.
    pub disabled: Option<&'a DisabledServers>,
}

/// Servers that settings disable which have no servers themselves: their names in small letters, each with the file.
pub type DisabledServers = HashMap<String, String>;

/// That a server is disabled in settings that are not converted, if it is.
pub(crate) fn disabled_elsewhere(
    host: &Host,
    server: (&str, Span),
    disabled: Option<&DisabledServers>,
) -> Option<Diagnostic> {
    let (name, at) = server;
    let file = disabled?.get(&name.to_ascii_lowercase())?;
    let message = format!(
        "`{name}` is disabled in `{file}`, which only {} reads",
        host.name
    );
    let problem = Diagnostic::new("conversion-value-lossy", Level::Warning, at, message);
    Some(
        problem
            .loss()
            .label(format!("{} skips this server", host.name))
            .help("skip it with `--skip`, or disable it in the target"),
    )
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
    /// What the target does not do as the source's host does: all of it with a report or if nothing may be lost, else what
    /// shows where variables have plain values.
    pub effects: Vec<EffectRow>,
    /// What was done about each server of the target.
    pub statuses: Vec<Status>,
    /// How many references were replaced by values.
    pub expanded: usize,
    /// The values of variables that are in the text; whoever shows it covers them.
    pub values: BTreeSet<String>,
    /// How many servers were written.
    pub written: usize,
    /// How many were not, although they were chosen.
    pub skipped: usize,
    /// How many leaves were dropped or changed their meaning.
    pub losses: usize,
}

impl Conversion {
    fn failed(diagnostics: Diagnostics) -> Self {
        Self {
            text: None,
            diagnostics,
            rows: Vec::new(),
            effects: Vec::new(),
            statuses: Vec::new(),
            expanded: 0,
            values: BTreeSet::new(),
            written: 0,
            skipped: 0,
            losses: 0,
        }
    }
}

/// A document that servers are to be merged into.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// Its text, without a byte-order mark.
    pub text: &'a str,
    /// Whether it begins with one, and keeps it.
    pub bom: bool,
    /// Which of the target's files it is.
    pub place: &'static Place,
    /// Servers that the sources do not have are removed.
    pub mirror: bool,
    /// The project whose servers are meant, in a file that keeps them by project.
    pub project: Option<&'a str>,
}

/// Converts the servers of `inputs`, the first definition of a name winning, into one document for `options.to`.
///
/// A single document of that very host is edited, so that whatever need not change stays as it is.
#[must_use]
pub fn convert(inputs: &[Input<'_>], options: &Options<'_>) -> Conversion {
    let mut diagnostics = Diagnostics::new(options.limit);
    let mut documents = parse_all(inputs, &mut diagnostics);
    let layers = layered(inputs, &mut documents, &mut diagnostics);
    let inputs = sources(inputs, layers.as_ref());
    let Some(found) = find_all(&documents, inputs, options.project, &mut diagnostics) else {
        return told(Conversion::failed(diagnostics), layers.as_ref());
    };
    let (place, sink) = match inputs {
        // Another file of the same host is another document.
        [input]
            if std::ptr::eq(input.host, options.to)
                && layers.is_none()
                && !found[0].roots.is_empty()
                && (options.in_place || options.place.is_none()) =>
        {
            (
                input.place,
                Sink::own(
                    Merger::whole(input.host, input.place, &documents[0], &found[0]),
                    input,
                ),
            )
        }
        _ => {
            let place = options.place.unwrap_or(&options.to.places[0]);
            (
                place,
                Sink::fresh(new_document(options.to, place), options.place.is_some()),
            )
        }
    };
    let done = Run::new(options, place, sink, diagnostics).documents(inputs, &found);
    told(done, layers.as_ref())
}

/// The layers of a host that merges them field by field, which are one document from here on.
fn layered<'a>(
    inputs: &[Input<'a>],
    documents: &mut Vec<Document<'a>>,
    diagnostics: &mut Diagnostics,
) -> Option<LaidFiles<'a>> {
    let mut layers = layers::lay(inputs, documents)?;
    layers
        .notes()
        .into_iter()
        .for_each(|note| diagnostics.push(note));
    Some(layers)
}

fn sources<'s, 'a>(inputs: &'s [Input<'a>], layers: Option<&'s LaidFiles<'a>>) -> &'s [Input<'a>] {
    layers.map_or(inputs, |layers| std::slice::from_ref(&layers.input))
}

fn told(conversion: Conversion, layers: Option<&LaidFiles<'_>>) -> Conversion {
    match layers {
        Some(layers) => layers.told(conversion),
        None => conversion,
    }
}

/// A new document for `host`, with all that is in it besides servers.
fn new_document(host: &'static Host, place: &'static Place) -> Writer {
    let frame = syntax::parse(host.frame, syntax::Language::Json).ok();
    let frame = frame.and_then(|document| document.root.as_ref().map(Out::from_node));
    let mut frame = frame.unwrap_or_else(Out::object);
    let nested = |(key, _): &&(&str, &str)| key.contains('.');
    for (key, text) in place.required.iter().filter(|it| !nested(it)) {
        frame.set(key, Out::added(OutValue::String((*text).to_owned())));
    }
    Writer::new(
        place.language,
        &host.style,
        place.roots[0],
        place.list.then_some("name"),
        &frame,
    )
}

/// Converts the servers of `inputs` into the document `target`, in which everything they do not speak of stays.
///
/// Diagnostics about the target carry the number of inputs as their source.
#[must_use]
pub fn merge(given: &[Input<'_>], options: &Options<'_>, target: &Target<'_>) -> Conversion {
    let mut diagnostics = Diagnostics::new(options.limit);
    let mut documents = parse_all(given, &mut diagnostics);
    let layers = layered(given, &mut documents, &mut diagnostics);
    let inputs = sources(given, layers.as_ref());
    let told = |conversion| told(conversion, layers.as_ref());
    let Some(found) = find_all(&documents, inputs, options.project, &mut diagnostics) else {
        return told(Conversion::failed(diagnostics));
    };
    if target.mirror
        && let Some(source) = found.iter().position(|found| found.roots.is_empty())
    {
        let message = "there are no servers here that could be mirrored";
        diagnostics.push(
            Diagnostic::new("wrong-root-key", Level::Error, None, message)
                .help("drop `--mirror`, or use another source")
                .of(source),
        );
        return told(Conversion::failed(diagnostics));
    }
    let own = Input {
        text: target.text,
        bom: false,
        host: options.to,
        place: target.place,
        name: None,
        glob: None,
        disabled: None,
    };
    let document = match syntax::parse(target.text, target.place.language) {
        Ok(document) => document,
        Err(error) => {
            diagnostics.push(syntax_error(&error, &own).of(inputs.len()));
            return told(Conversion::failed(diagnostics));
        }
    };
    let there = find(&document, target.place);
    let none = there
        .as_ref()
        .map_or(true, |there| there.servers.is_empty());
    if none && let Some(opened) = opened(&document, target, options.to) {
        let text = opened.as_str();
        let mut done = merge(given, options, &Target { text, ..*target });
        // Without anything to write, the file stays as it is.
        if done.text.as_ref() == Some(&opened) {
            done.text = Some(target.text.to_owned());
        }
        return done;
    }
    let there = match there.and_then(|there| there.can_grow().map(|()| there)) {
        Ok(there) => there,
        Err(problem) => {
            diagnostics.push((*problem).of(inputs.len()));
            return told(Conversion::failed(diagnostics));
        }
    };
    let root = document.root.as_ref();
    let root = root.filter(|_| there.roots.is_empty());
    if let Some(problem) = root.and_then(|root| unread(root, options.to, target.place)) {
        diagnostics.push(problem.of(inputs.len()));
    }
    let sink = Sink::merge(
        Merger::new(options.to, target.place, &document, &there, target.project)
            .numbered(inputs.len()),
        target,
    );
    told(Run::new(options, target.place, sink, diagnostics).documents(inputs, &found))
}

fn parse_all<'a>(inputs: &[Input<'a>], diagnostics: &mut Diagnostics) -> Vec<Document<'a>> {
    let mut documents = Vec::with_capacity(inputs.len());
    for (source, input) in inputs.iter().enumerate() {
        match crate::host::parse(input.text, input.place) {
            Ok(document) => documents.push(document.named(input.name)),
            Err(error) => diagnostics.push(syntax_error(&error, input).of(source)),
        }
    }
    documents
}

/// The servers of all documents; nothing if one of them cannot be used.
fn find_all<'n, 't>(
    documents: &'n [Document<'t>],
    inputs: &[Input<'_>],
    project: Option<&str>,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<FoundServers<'n, 't>>> {
    if documents.len() < inputs.len() {
        return None;
    }
    let mut found = Vec::with_capacity(documents.len());
    for (source, (document, input)) in documents.iter().zip(inputs).enumerate() {
        // Of the files that a host reads together, one may have nothing for it.
        let alone = inputs.len() == 1 || input.glob.is_none();
        match find_servers(document, input, alone, &mut |problem| {
            diagnostics.push(problem.of(source))
        }) {
            Ok(mut servers) => {
                limit_gates(input.place, &mut servers, project);
                // Only beside other files it matters that a host does without one.
                servers.dropped =
                    inputs.len() > 1 && is_dropped(document, input.host, input.place, &servers);
                found.push(servers);
            }
            Err(problem) => diagnostics.push((*problem).of(source)),
        }
    }
    (found.len() == inputs.len()).then_some(found)
}

fn find_servers<'n, 't>(
    document: &'n Document<'t>,
    input: &Input<'_>,
    alone: bool,
    say: &mut dyn FnMut(Diagnostic),
) -> Result<FoundServers<'n, 't>, Box<Diagnostic>> {
    let remarks = crate::host::remarks(document, input.place);
    for problem in notes(document, input.host, input.place)
        .into_iter()
        .chain(remarks)
    {
        say(problem);
    }
    let Some(root) = &document.root else {
        let problem = Diagnostic::new("syntax-error", Level::Error, None, "the input is empty")
            .help("pipe a configuration in, or name a file");
        return Err(Box::new(problem));
    };
    let found = find(document, input.place)?;
    if let Some(told) = crate::host::tell::numbered(input.host, input.place, &found) {
        say(told.diagnostic());
    }
    if found.roots.is_empty() {
        let wanted = crate::host::root_name(input.place);
        let foreign = crate::host::foreign_root(root, input.host);
        if let Some((key, _)) = foreign.as_ref().filter(|_| !alone) {
            let what = format!("`{}` is", key.key);
            say(not_loaded(input.host, &wanted, &what, key.key_span));
            return Ok(found);
        }
        if let Some(problem) = unwrapped(root, input.place, &wanted) {
            return Err(Box::new(problem));
        }
        if let Some((key, hosts)) = foreign {
            let message = format!(
                "{} keeps its servers under `{wanted}`, not `{}`",
                input.host.name, key.key
            );
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
            format!("missing `{wanted}` in this document"),
        )
        .help("nothing was converted"));
    } else if let Some(key) = crate::host::other_root(root, input.place) {
        let wanted = crate::host::root_name(input.place);
        let what = format!("`{}` is", key.key);
        say(not_loaded(input.host, &wanted, &what, key.key_span));
    }
    for (told, _) in refused_keys(input.host, input.place, root, &found) {
        say(told.diagnostic());
    }
    // Of two that are called the same, the one that is left out is told.
    let names = collisions(input.host, input.place, &found).into_iter();
    for found in names.filter(|found| found.spoils() && !found.same) {
        say(found.told.diagnostic());
    }
    Ok(found)
}

/// Servers that stand alone, without the key that their host looks for.
fn unwrapped(root: &Node<'_>, place: &Place, wanted: &str) -> Option<Diagnostic> {
    let single = crate::host::is_single_server(root, place);
    if !single && !crate::host::is_bare(root) {
        return None;
    }
    let (what, inner) = if single {
        ("a single server without a name", "{ \"NAME\": … }")
    } else {
        ("a map of servers without the key around it", "…")
    };
    let message = format!("this is {what}, not a config file");
    let help = match place.language {
        Language::Json => format!("wrap it: `{{ \"{wanted}\": {inner} }}`"),
        Language::Toml if place.list => {
            format!("write `[[{wanted}]]` and `name = \"NAME\"` above it")
        }
        Language::Toml => format!("write `[{wanted}.NAME]` above it"),
        Language::Yaml | Language::YamlMerge if place.list => {
            format!("make it an item of `{wanted}`, with a `name`")
        }
        Language::Yaml | Language::YamlMerge if single => {
            format!("write `{wanted}:` and a name above it, and indent it")
        }
        Language::Yaml | Language::YamlMerge => {
            format!("write `{wanted}:` above it, and indent it")
        }
    };
    let at = Span::new(root.span.start as usize, root.span.start as usize);
    Some(
        Diagnostic::new("wrong-root-key", Level::Error, at, message)
            .label(format!("missing `{wanted}`"))
            .help(help),
    )
}

pub(crate) fn syntax_error(error: &syntax::Error, input: &Input<'_>) -> Diagnostic {
    let message = format!(
        "cannot parse as {}: {}",
        input.place.language.name(),
        error.reason
    );
    let problem = Diagnostic::new("syntax-error", Level::Error, error.span, message).label("here");
    match error.hint {
        Some(hint) => problem.help(hint),
        None => problem,
    }
}
