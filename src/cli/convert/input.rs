//! The inputs of a conversion: files, standard input, and what people paste there.

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use super::super::args::Convert;
use super::super::document::{LARGEST_PASTE, has_servers};
use super::super::place::unread;
use super::super::show::{LayerFile, chosen, disabled, profiles, replace_user, steps};
use super::super::terminal::Terminal;
use super::super::{absolute, here, problem};
use super::project;
use crate::convert::{self, DisabledServers};
use crate::diagnostic::{Diagnostic, Level};
use crate::discover::{Choice, choose, home};
use crate::files;
use crate::host::{Host, Place, Scope, glob_at};
use crate::paste;
use crate::report::Source;
use crate::syntax::Language;

/// Whether all files are meant that a host reads here, its user's too.
pub(super) fn is_layered(args: &Convert) -> bool {
    args.user
        && args.files.is_empty()
        && args.from.is_some()
        && args.to.as_deref() != Some("detected")
}

/// The files to read.
fn paths(
    args: &Convert,
    from: Option<&'static Host>,
    terminal: &Terminal,
) -> Result<Vec<(PathBuf, Option<&'static Place>)>, Box<Diagnostic>> {
    let Some(host) = from.filter(|_| is_layered(args)) else {
        let stdin = [PathBuf::from("-")];
        let named = args.files.as_slice();
        let paths = if named.is_empty() { &stdin } else { named };
        return Ok(paths.iter().map(|path| (path.clone(), None)).collect());
    };
    let project = args
        .project
        .as_deref()
        .map_or_else(|| here().to_path_buf(), |path| project(path).into());
    let (project, home) = (absolute(&project), home());
    let mut steps = steps(host, &project, home.as_deref());
    let mut profiles = profiles(host, &project, home.as_deref());
    let user = |step: &LayerFile| step.place.scope == Scope::User;
    if let Some(wanted) = &args.profile {
        replace_user(&mut steps, chosen(host, profiles, wanted)?);
    } else if profiles.len() == 1 && !steps.iter().any(user) {
        let only = profiles.remove(0);
        terminal.remark(&format!("reading the profile `{}`", only.name));
        replace_user(&mut steps, only);
    } else if !profiles.is_empty() && !args.quiet {
        let names = profiles.iter().map(|profile| format!("`{}`", profile.name));
        let names: Vec<String> = names.collect();
        let line = format!(
            "profiles are not read: {}; `--profile NAME` reads one",
            names.join(", ")
        );
        terminal.remark(&line);
    }
    let mut seen = HashSet::new();
    steps.retain(|step| seen.insert(step.path.clone()));
    // Which keys a host reads depends on the file, and not on what is in it.
    let files = steps.into_iter();
    let files: Vec<_> = files.map(|step| (step.path, Some(step.place))).collect();
    if files.is_empty() {
        let message = format!("no config files of {} found", host.name);
        return Err(problem("unreadable-file", message)
            .help(format!(
                "`mcpconv hosts {}` lists the files that it reads",
                host.id
            ))
            .into());
    }
    Ok(files)
}

/// Reads all inputs, also after one could not be read, so that every fault is told at once.
///
/// # Errors
/// There is none.
pub(super) fn read_all(
    args: &Convert,
    from: Option<&'static Host>,
    terminal: &Terminal,
) -> Result<Vec<Incoming>, Box<Diagnostic>> {
    let paths = paths(args, from, terminal)?;
    let from_stdin = args.files.is_empty() && !is_layered(args);
    if from_stdin && !args.quiet && io::stdin().is_terminal() {
        terminal.remark("reading from the terminal; end the input with Ctrl-D");
    }
    let read = |(path, known): (PathBuf, _)| Incoming {
        file: files::InputFile::read_named(&path, args.max_size(), &args.reach.border()),
        known: from.zip(known),
        paste: None,
    };
    Ok(paths.into_iter().map(read).collect())
}

/// An input, and what is known of it if it was pasted.
pub(super) struct Incoming {
    file: files::InputFile,
    /// Whose it is, if it was looked for.
    known: Option<(&'static Host, &'static Place)>,
    paste: Option<(Option<&'static Host>, Vec<Diagnostic>)>,
}

/// The inputs with what people paste made into config files; nothing if there is none among them. Files are looked at only
/// with `--paste`.
///
/// # Errors
/// Something was pasted, and it is not complete.
pub(super) fn pasted(
    inputs: &[Incoming],
    from: Option<&'static Host>,
    args: &Convert,
) -> Result<Option<Vec<Incoming>>, Box<Diagnostic>> {
    let [input] = inputs else {
        return Ok(None);
    };
    let bytes = match &input.file.bytes {
        Ok(bytes) if bytes.len() < LARGEST_PASTE && input.paste.is_none() => bytes,
        _ => return Ok(None),
    };
    if input.file.path.is_some() && !args.paste {
        return Ok(None);
    }
    let Ok(decoded) = files::text(bytes) else {
        return Ok(None);
    };
    let name = args.name.as_deref();
    let Some(found) = paste::read(&decoded.text, from, name).transpose()? else {
        // Prose is no broken file of some language.
        return if args.paste || paste::is_prose(&decoded.text) {
            Err(unknown_paste(&decoded.text).into())
        } else {
            Ok(None)
        };
    };
    let notes = found.note().into_iter().collect();
    let file = files::InputFile {
        name: input.file.name.clone(),
        path: None,
        bytes: Ok(found.text.into_bytes()),
    };
    let paste = Some((found.host, notes));
    Ok(Some(vec![Incoming {
        file,
        known: None,
        paste,
    }]))
}

pub(super) fn unknown_paste(text: &str) -> Diagnostic {
    paste::unknown(text).of(usize::MAX)
}

/// An input as text, with the host it belongs to; without one, it cannot be converted.
pub(super) struct InputText<'i> {
    name: &'i str,
    text: Cow<'i, str>,
    bom: bool,
    choice: Option<Choice>,
    glob: Option<&'static str>,
    disabled: DisabledServers,
    notes: Vec<Diagnostic>,
}

impl<'i> InputText<'i> {
    pub(super) fn new(incoming: &'i Incoming, from: Option<&'static Host>, args: &Convert) -> Self {
        let input = &incoming.file;
        let (host, said) = match &incoming.paste {
            Some((host, said)) => (*host, said.as_slice()),
            None => (from, [].as_slice()),
        };
        let unusable = |text, problem| Self {
            name: &input.name,
            text,
            bom: false,
            choice: None,
            glob: None,
            disabled: DisabledServers::default(),
            notes: vec![problem],
        };
        let bytes = match &input.bytes {
            Ok(bytes) => bytes,
            Err(fault) => return unusable(Cow::Borrowed(""), fault.diagnostic()),
        };
        let decoded = match files::text(bytes) {
            Ok(decoded) => decoded,
            Err((before, problem)) => return unusable(before, *problem),
        };
        let path = input.path.as_deref();
        let chosen = match incoming.known {
            Some((host, place)) => Ok(Choice {
                host,
                place,
                note: None,
            }),
            None => choose(host.or(from), path, &decoded.text),
        };
        match chosen {
            Ok(mut choice) => {
                let encoding = decoded.utf16.then(|| utf16(choice.host));
                let said = said.iter().cloned();
                let notes = encoding.into_iter().chain(said).chain(choice.note.take());
                let unread = path.and_then(|path| unread(&choice, path, &decoded.text));
                let notes = notes.chain(unread).collect();
                let path = path.map(absolute);
                let whose = (choice.host, choice.place);
                let disabled = path.as_deref().map(|path| {
                    let border = args.reach.border();
                    disabled(whose, path, is_layered(args), (args.max_size(), &border))
                });
                let glob = path.and_then(|path| glob_at(choice.place, &path, home().as_deref()));
                Self {
                    name: &input.name,
                    text: decoded.text,
                    bom: decoded.bom,
                    choice: Some(choice),
                    glob,
                    disabled: disabled.unwrap_or_default(),
                    notes,
                }
            }
            Err(problem) => unusable(decoded.text, *problem),
        }
    }

    pub(super) fn source(&self) -> Source<'_> {
        let language = self
            .choice
            .as_ref()
            .map_or(Language::Json, |choice| choice.place.language);
        Source {
            name: self.name,
            text: &self.text,
            language,
        }
    }

    pub(super) fn input(&self) -> Option<convert::Input<'_>> {
        self.choice.as_ref().map(|choice| convert::Input {
            text: &self.text,
            bom: self.bom,
            host: choice.host,
            place: choice.place,
            name: crate::syntax::stem(self.name),
            glob: self.glob,
            disabled: Some(&self.disabled),
        })
    }
}

/// What is to be said about all texts, each with the number of its text.
pub(super) fn notes(texts: &[InputText<'_>]) -> Vec<Diagnostic> {
    let all = texts.iter().enumerate();
    all.flat_map(|(at, text)| text.notes.iter().map(move |note| note.clone().of(at)))
        .collect()
}

fn utf16(host: &Host) -> Diagnostic {
    let message = format!("the file is UTF-16, which {} does not read", host.name);
    Diagnostic::new("file-encoding", Level::Warning, None, message)
        .help("save the file as UTF-8; it was converted anyway")
}

/// Reads all inputs and finds out at once whether they were pasted, for whoever converts them more than once.
///
/// # Errors
/// Something was pasted, and it is not complete.
pub(super) fn settled(
    args: &Convert,
    from: Option<&'static Host>,
    terminal: &Terminal,
) -> Result<Vec<Incoming>, Box<Diagnostic>> {
    let inputs = read_all(args, from, terminal)?;
    let has_servers = |input: &Incoming| {
        InputText::new(input, from, args)
            .choice
            .is_some_and(|choice| {
                let bytes = input.file.bytes.as_deref().unwrap_or_default();
                let Ok(decoded) = files::text(bytes) else {
                    return false;
                };
                has_servers(&decoded.text, choice.place)
            })
    };
    if !args.paste && inputs.iter().all(has_servers) {
        return Ok(inputs);
    }
    match pasted(&inputs, from, args)? {
        Some(pasted) => Ok(pasted),
        None if args.paste => Err(unknown_paste("").into()),
        None => Ok(inputs),
    }
}
