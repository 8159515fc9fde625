//! The questions that the crate answers, in the form in which a program asks them.

use std::path::Path;

use crate::convert::Input;
use crate::diagnostic::{Diagnostic, Level};
use crate::effect::{Effect, effect};
use crate::host::{self, Detected, Host, Read, detect, place_in};
use crate::hosts::HOSTS;
use crate::lint::{Repaired, Safety, Subject, lint, repair};
use crate::model::World;
use crate::syntax;

impl<'t> Input<'t> {
    /// A config file of `host`; which of its files is decided by what is in it.
    #[must_use]
    pub fn new(host: &'static Host, text: &'t str) -> Self {
        let (text, bom) = without_mark(text);
        let place = place_in(host, None, text).unwrap_or(&host.places[0]);
        Self {
            text,
            bom,
            host,
            place,
        }
    }

    /// A config file whose host is to be found out: by its path, then by what is in it.
    ///
    /// # Errors
    /// No host reads such a file, or several do and read different things.
    pub fn detect(path: Option<&str>, text: &'t str) -> Result<Self, Undetected> {
        let (text, bom) = without_mark(text);
        match detect(HOSTS, path.map(Path::new), text) {
            Detected::One(host, place, _) => Ok(Self {
                text,
                bom,
                host,
                place,
            }),
            Detected::Several(hosts) => Err(Undetected::Ambiguous(hosts)),
            Detected::Unsupported(name) => Err(Undetected::Unsupported(name)),
            Detected::None => Err(Undetected::Unknown),
        }
    }
}

/// Why the host of a config file could not be found out.
#[derive(Debug)]
#[non_exhaustive]
pub enum Undetected {
    /// No host reads such a file.
    Unknown,
    /// These hosts read the file differently.
    Ambiguous(Vec<&'static Host>),
    /// The host with this name, which is not supported.
    Unsupported(&'static str),
}

impl std::fmt::Display for Undetected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown => f.write_str("cannot tell which host this file belongs to"),
            Self::Ambiguous(hosts) => {
                let names: Vec<&str> = hosts.iter().map(|host| host.name).collect();
                write!(
                    f,
                    "ambiguous: {} read this file differently",
                    names.join(", ")
                )
            }
            Self::Unsupported(name) => write!(f, "{name} is not supported yet"),
        }
    }
}

impl std::error::Error for Undetected {}

/// Reads a config file as its host reads it.
///
/// # Errors
/// The text cannot be parsed, or cannot have servers at all.
pub fn read(input: &Input<'_>) -> Result<Read, Box<Diagnostic>> {
    let document = syntax::parse(input.text, input.place.language).map_err(|error| {
        let message = format!(
            "cannot parse as {}: {}",
            input.place.language.name(),
            error.reason
        );
        Box::new(Diagnostic::new(
            "syntax-error",
            Level::Error,
            error.span,
            message,
        ))
    })?;
    host::read(&document, input.host, input.place)
}

/// What the host does with each server of a config file in `world`, by the server's name.
///
/// # Errors
/// The text cannot be parsed, or cannot have servers at all.
pub fn effects(
    input: &Input<'_>,
    world: &World<'_>,
) -> Result<Vec<(String, Effect)>, Box<Diagnostic>> {
    let servers = read(input)?.config.servers;
    let effects = servers.into_iter().map(|server| {
        let effect = effect(input.place, &server, world);
        (server.name, effect)
    });
    Ok(effects.collect())
}

impl<'a> Subject<'a> {
    /// A config file to check on its own, under the `path` by which people know it.
    #[must_use]
    pub fn new(path: &'a str, input: &Input<'a>) -> Self {
        Self {
            source: 0,
            path,
            text: input.text,
            bom: input.bom,
            utf16: false,
            host: input.host,
            place: input.place,
            aside: None,
            scope: input.place.scope,
            policy: None,
            compared: false,
        }
    }
}

/// Applies the fixes of all findings that are as safe as `safety` asks; nothing if there are none.
///
/// The result can be parsed if the text could, and has no finding that such a fix could still remove.
#[must_use]
pub fn fix(subject: &Subject<'_>, safety: Safety) -> Option<Repaired> {
    repair(subject, safety, &|subject| lint(subject).findings)
}

/// The text without a byte-order mark, and whether it had one.
fn without_mark(text: &str) -> (&str, bool) {
    match text.strip_prefix('\u{feff}') {
        Some(rest) => (rest, true),
        None => (text, false),
    }
}
