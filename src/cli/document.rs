//! A single file that a command reads as a whole: its text, and whose it is.

use std::path::Path;

use super::show::disabled;
use super::terminal::Terminal;
use super::{absolute, all, place};
use crate::border::Border;
use crate::convert::{DisabledServers, Input};
use crate::diagnostic::Diagnostic;
use crate::discover::{Choice, choose};
use crate::files;
use crate::host::{Host, Place, find};
use crate::paste;
use crate::report::Source;
use crate::syntax::{Language, parse, stem};

/// A file that was read.
pub(super) struct Loaded {
    /// What to call it.
    pub(super) name: String,
    pub(super) text: String,
    pub(super) bom: bool,
    pub(super) choice: Choice,
    /// What it was taken for, if it was pasted.
    pub(super) note: Option<Diagnostic>,
    /// Servers of it that other files of its host disable.
    pub(super) disabled: DisabledServers,
}

/// A file that could not be read, as far as it could, and why.
pub(super) struct Unreadable {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) problem: Diagnostic,
}

impl Loaded {
    pub(super) fn source(&self) -> Source<'_> {
        Source {
            name: &self.name,
            text: &self.text,
            language: self.choice.place.language,
        }
    }

    /// The file as what is converted.
    pub(super) fn input(&self) -> Input<'_> {
        Input {
            text: &self.text,
            bom: self.bom,
            host: self.choice.host,
            place: self.choice.place,
            name: stem(&self.name),
            glob: None,
            disabled: Some(&self.disabled),
        }
    }
}

impl Unreadable {
    /// Says why it could not be read.
    pub(super) fn say(self, terminal: &Terminal) {
        let source = Source {
            name: &self.name,
            text: &self.text,
            language: Language::Json,
        };
        terminal.say(&all([self.problem.of(0)]), &[source]);
    }
}

/// Reads `path` as a file of `host`, or of whoever its path and shape point to.
///
/// # Errors
/// It cannot be read, is no text, or belongs to nobody.
pub(super) fn load(
    path: &Path,
    host: Option<&'static Host>,
    limit: u64,
    border: &Border,
) -> Result<Loaded, Box<Unreadable>> {
    let files::InputFile {
        name, path, bytes, ..
    } = files::InputFile::read_named(path, limit, border);
    let unread = |text: &str, problem: Diagnostic| {
        Box::new(Unreadable {
            name: name.clone(),
            text: text.to_owned(),
            problem,
        })
    };
    let bytes = bytes.map_err(|fault| unread("", fault.diagnostic()))?;
    let decoded = files::text(&bytes).map_err(|(before, problem)| unread(&before, *problem))?;
    if path.is_none() {
        let pasted = pasted(&decoded.text, host).map_err(|problem| unread("", *problem))?;
        if let Some(PastedFile { text, choice, note }) = pasted {
            return Ok(Loaded {
                text,
                bom: false,
                choice,
                name,
                note,
                disabled: DisabledServers::default(),
            });
        }
    }
    let choice = choose(host, path.as_deref(), &decoded.text)
        .map_err(|problem| unread(&decoded.text, *problem))?;
    let note = path
        .as_deref()
        .and_then(|path| place::unread(&choice, path, &decoded.text));
    let whose = (choice.host, choice.place);
    let disabled = path.map(|path| disabled(whose, &absolute(&path), false, (limit, border)));
    Ok(Loaded {
        text: decoded.text.into_owned(),
        bom: decoded.bom,
        choice,
        name,
        note,
        disabled: disabled.unwrap_or_default(),
    })
}

/// From this size on, nobody pastes it.
pub(super) const LARGEST_PASTE: usize = 1 << 20;

/// A config file that was made of what somebody pasted.
pub(super) struct PastedFile {
    pub(super) text: String,
    pub(super) choice: Choice,
    /// What it was taken for, and what was assumed.
    pub(super) note: Option<Diagnostic>,
}

/// Standard input as a config file, if it is none as it is; nothing if it is one, or a broken one.
///
/// # Errors
/// Something was pasted, and it is not complete, or there is nothing in it.
pub(super) fn pasted(
    text: &str,
    host: Option<&'static Host>,
) -> Result<Option<PastedFile>, Box<Diagnostic>> {
    if text.len() >= LARGEST_PASTE
        || choose(host, None, text).is_ok_and(|choice| has_servers(text, choice.place))
    {
        return Ok(None);
    }
    match paste::read(text, host, None).transpose()? {
        Some(found) => Ok(Some(PastedFile {
            choice: choose(found.host.or(host), None, &found.text)?,
            note: found.note(),
            text: found.text,
        })),
        // Prose is no broken file of some language.
        None if paste::is_prose(text) => Err(paste::unknown(text).into()),
        None => Ok(None),
    }
}

/// Whether a text has servers where a host looks for them.
pub(super) fn has_servers(text: &str, place: &Place) -> bool {
    parse(text, place.language)
        .is_ok_and(|document| find(&document, place).is_ok_and(|found| !found.servers.is_empty()))
}

/// Whether a text means to be JSON and is not, which a linter has to say.
pub(super) fn is_broken_json(text: &str) -> bool {
    text.trim_start().starts_with('{') && parse(text, Language::Json).is_err()
}
