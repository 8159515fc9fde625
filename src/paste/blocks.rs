//! The part of a text that is meant.

use super::document::document;
use super::fault::{Lack, PasteFault};
use super::fence::{self, Fence};
use super::{Pasted, given};
use crate::host::{Detected, Host, detect, read as read_config};
use crate::hosts::HOSTS;
use crate::launch::program;
use crate::model::{Server, Slot, Value as Setting};
use crate::syntax;

/// The code block of a text that is meant: the one with a config file, else the first with a command.
pub(super) fn fenced(
    text: &str,
    from: Option<&'static Host>,
    name: Option<&str>,
) -> Option<Result<Pasted, PasteFault>> {
    let blocks = fence::blocks(text);
    chosen(&blocks, "the code block", from, name).or_else(|| {
        let mut blocks = blocks.iter();
        blocks.find_map(|block| given(&block.text, name))
    })
}

/// An object that stands in a text without any marks around it.
pub(super) fn bare(
    text: &str,
    from: Option<&'static Host>,
    name: Option<&str>,
) -> Option<Result<Pasted, PasteFault>> {
    chosen(&fence::objects(text), "the JSON", from, name)
}

/// The config file among `blocks`, if all that are one say the same.
fn chosen(
    blocks: &[Fence<'_>],
    what: &str,
    from: Option<&'static Host>,
    name: Option<&str>,
) -> Option<Result<Pasted, PasteFault>> {
    let configs = blocks
        .iter()
        .filter_map(|block| Some((block.line, document(&block.text, from, name)?)));
    let mut read: Vec<(usize, Pasted, Summary)> = configs
        .map(|(line, pasted)| {
            let summary = Summary::new(&pasted, from);
            (line, pasted, summary)
        })
        .collect();
    if read.is_empty() {
        return None;
    }
    let is_from = |summary: &Summary| from.is_some_and(|from| summary.host == Some(from.id));
    if read.iter().any(|(_, _, summary)| is_from(summary)) {
        read.retain(|(_, _, summary)| is_from(summary));
    }
    let differs = |(_, _, summary): &(usize, Pasted, Summary)| summary.servers != read[0].2.servers;
    if read.iter().any(differs) {
        let by_host = read
            .iter()
            .any(|(_, _, summary)| summary.host != read[0].2.host);
        let words = |summary: &Summary| {
            if by_host {
                summary.name.clone()
            } else {
                summary.words()
            }
        };
        let places = read
            .iter()
            .map(|(line, _, summary)| (*line, words(summary)))
            .collect();
        return Some(Err(Lack::Differ(places, by_host).into()));
    }
    let (line, mut pasted, _) = read.swap_remove(0);
    pasted
        .notes
        .insert(0, format!("read {what} at line {line}"));
    Some(Ok(pasted))
}

/// What a config file comes down to, to tell whether two of them say the same.
struct Summary {
    host: Option<&'static str>,
    name: String,
    servers: Option<Vec<(String, Vec<String>)>>,
}

impl Summary {
    fn new(pasted: &Pasted, from: Option<&'static Host>) -> Self {
        let found = match detect(HOSTS, None, &pasted.text) {
            Detected::One(host, place, others) => {
                let host_is_from =
                    from.filter(|from| others.iter().any(|other| other.id == from.id));
                Some((host_is_from.unwrap_or(host), place))
            }
            _ => None,
        };
        let servers = found.and_then(|(host, place)| {
            let document = syntax::parse(&pasted.text, place.language).ok()?;
            let read = read_config(&document, host, place).ok()?;
            let summary = |server: &Server| (server.name.clone(), texts(server));
            Some(read.config.servers.iter().map(summary).collect())
        });
        Self {
            host: found.map(|(host, _)| host.id),
            name: found.map_or_else(|| "unknown".to_owned(), |(host, _)| host.name.to_owned()),
            servers,
        }
    }

    /// The servers and their programs, without anything that may be secret.
    fn words(&self) -> String {
        let one = |(name, texts): &(String, Vec<String>)| {
            let first = texts.first().map_or("", String::as_str);
            let runs = if first.contains("://") {
                "a URL"
            } else {
                program(first)
            };
            format!("`{name}`: {runs}")
        };
        let servers = self.servers.as_deref().unwrap_or_default();
        let words: Vec<String> = servers.iter().take(3).map(one).collect();
        words.join(", ")
    }
}

/// What a server runs or reaches.
fn texts(server: &Server) -> Vec<String> {
    let mut texts = Vec::new();
    let mut each = |value: &Setting| {
        let mut value = value.clone();
        value.each_template(&mut |template| {
            texts.push(template.as_literal().unwrap_or("…").to_owned());
        });
    };
    let slots = [Slot::Command, Slot::Args, Slot::Url];
    let entries = slots.iter().filter_map(|slot| server.entry(*slot));
    entries.for_each(|entry| each(&entry.value));
    texts
}
