//! The questions that the crate answers, in the form in which a program asks them.

use std::path::Path;

use crate::convert::{Input, syntax_error};
use crate::diagnostic::Diagnostic;
use crate::effect::{Effect, effect};
use crate::host::{self, Detected, Host, Read, detect, glob_at, place_in};
use crate::hosts::HOSTS;
use crate::lint::{Repaired, Safety, Subject, lint, repair};
use crate::model::World;

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
            name: None,
            glob: None,
            disabled: None,
        }
    }

    /// A config file whose host is to be found out: by its path, then by what is in it.
    ///
    /// # Errors
    /// No host reads such a file, or several do and read different things.
    pub fn detect(path: Option<&'t str>, text: &'t str) -> Result<Self, Undetected> {
        let (text, bom) = without_mark(text);
        match detect(HOSTS, path.map(Path::new), text) {
            Detected::One(host, place, _) => Ok(Self {
                text,
                bom,
                host,
                place,
                name: path.and_then(crate::syntax::stem),
                glob: path.and_then(|path| glob_at(place, Path::new(path), None)),
                disabled: None,
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

/// Reads a config file as its host reads it. In one that keeps servers of several projects, those of the user are meant.
///
/// # Errors
/// The text cannot be parsed, or cannot have servers at all.
pub fn read(input: &Input<'_>) -> Result<Read, Box<Diagnostic>> {
    read_in(input, None)
}

fn read_in(input: &Input<'_>, project: Option<&str>) -> Result<Read, Box<Diagnostic>> {
    let document = host::parse(input.text, input.place)
        .map_err(|error| Box::new(syntax_error(&error, input)))?;
    host::read_for(&document, input.host, input.place, project)
}

/// What the host does with each server of a config file in `world`, by the server's name. In a config file that keeps
/// servers of several projects, those of the world's workspace win over the user's.
///
/// # Errors
/// The text cannot be parsed, or cannot have servers at all.
pub fn effects(
    input: &Input<'_>,
    world: &World<'_>,
) -> Result<Vec<(String, Effect)>, Box<Diagnostic>> {
    let servers = read_in(input, world.workspace)?.config.servers;
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
            bom: input.bom,
            compared: false,
            ..Self::at(path, input.text, input.host, input.place)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Level;
    use crate::hosts::by_name;

    #[test]
    fn a_byte_order_mark_is_remembered_and_not_read() {
        let host = by_name("claude-code").unwrap();
        let input = Input::new(
            host,
            "\u{feff}{\"mcpServers\": {\"a\": {\"command\": \"a\"}}}",
        );
        assert!(input.bom && input.text.starts_with('{'));
        assert_eq!(read(&input).unwrap().config.servers.len(), 1);
    }

    #[test]
    fn an_input_is_the_file_that_its_content_says() {
        let host = by_name("claude-code").unwrap();
        let plain = Input::new(host, r#"{"mcpServers": {"a": {"command": "a"}}}"#);
        let nested = Input::new(
            host,
            r#"{"projects": {"/p": {"mcpServers": {"a": {"command": "a"}}}}}"#,
        );
        assert!(!std::ptr::eq(plain.place, nested.place));
    }

    #[test]
    fn private_servers_are_those_of_the_project_that_the_world_is_in() {
        let host = by_name("claude-code").unwrap();
        let input = Input::new(
            host,
            r#"{"projects": {"/p": {"mcpServers": {"a": {"command": "a"}}}}}"#,
        );
        assert!(read(&input).unwrap().config.servers.is_empty());
        let none = World::new(&|_| None);
        assert!(effects(&input, &none).unwrap().is_empty());
        let there = World {
            workspace: Some("/p"),
            ..none
        };
        assert_eq!(effects(&input, &there).unwrap().len(), 1);
    }

    #[test]
    fn what_another_project_disables_starts_here() {
        let host = by_name("claude-code").unwrap();
        let input = Input::new(
            host,
            r#"{"mcpServers": {"a": {"command": "a"}}, "projects": {"/p": {"disabledMcpServers": ["a"]}}}"#,
        );
        let effects = effects(&input, &World::new(&|_| None)).unwrap();
        assert!(matches!(&effects[0].1, Effect::Starts(_)), "{effects:?}");
    }

    #[test]
    fn what_no_host_reads_is_told_apart_from_what_several_read_differently() {
        let unknown = Input::detect(None, r#"{"colour": "red"}"#).unwrap_err();
        assert!(matches!(unknown, Undetected::Unknown), "{unknown}");
        let ours = Input::detect(Some(".cursor/mcp.json"), "{}").unwrap();
        assert_eq!(ours.host.id, "cursor");
    }

    #[test]
    fn a_text_that_cannot_be_parsed_is_an_error_with_its_place() {
        let host = by_name("codex").unwrap();
        let error = read(&Input::new(host, "[mcp_servers.a\n")).unwrap_err();
        assert_eq!((error.rule, error.level), ("syntax-error", Level::Error));
        assert!(error.span.is_some());
    }

    #[test]
    fn effects_come_in_the_order_of_the_servers_with_their_names() {
        let host = by_name("claude-code").unwrap();
        let text =
            r#"{"mcpServers": {"b": {"command": "x"}, "a": {"type": "http", "url": "https://h"}}}"#;
        let effects = effects(&Input::new(host, text), &World::new(&|_| None)).unwrap();
        assert!(matches!(&effects[0], (name, Effect::Starts(_)) if name == "b"));
        assert!(matches!(&effects[1], (name, Effect::Connects(_)) if name == "a"));
    }
}
