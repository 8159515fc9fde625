//! Servers in the terms of their host, whatever shape they are in.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};

use super::odd::OddWords;
use super::stray::strays;
use super::{At, File, LintServer, NamedText, Text};
use crate::hints::Marks;
use crate::host::reading::{CommandWord, shell_words};
use crate::host::{Field, FoundServers, Host, Kind, Place, Reading, ServerEntry, find};
use crate::hosts::HOSTS;
use crate::lint::Subject;
use crate::model::Slot;
use crate::syntax::{Document, Node, Span, Tree};

impl<'a> File<'a> {
    pub(crate) fn new(
        subject: &Subject<'a>,
        document: &'a Document<'a>,
        odd: &'a OddWords,
    ) -> Self {
        let Subject {
            path,
            text,
            bom,
            utf16,
            host,
            place,
            aside,
            scope,
            ..
        } = *subject;
        let (found, fault) = match find(document, place) {
            Ok(found) => (found, None),
            Err(fault) => (FoundServers::default(), Some(fault)),
        };
        let source = TextSource { text, odd };
        let mut servers: Vec<LintServer<'a>> = found
            .servers
            .iter()
            .map(|entry| server(host, place, entry, &source))
            .collect();
        let lost = document
            .root
            .as_ref()
            .filter(|_| aside.is_none() && fault.is_none() && found.roots.is_empty());
        let mut strays = lost
            .map(|top| strays(host, place, top, &source))
            .unwrap_or_default();
        // A document of no particular host has its servers under whatever key people are used to.
        if host.facts.lenient {
            servers.extend(
                std::mem::take(&mut strays)
                    .into_iter()
                    .filter(|server| !server.name.is_empty()),
            );
        }
        Self {
            path,
            text,
            bom,
            utf16,
            document,
            host,
            place,
            aside,
            scope,
            found,
            fault,
            servers,
            strays,
            order: OnceCell::new(),
            comments: OnceCell::new(),
            ordered: OnceCell::new(),
            unplaced: OnceCell::new(),
            variables: RefCell::default(),
            owners: OnceCell::new(),
        }
    }
}

pub(super) fn server<'a>(
    host: &'static Host,
    place: &'static Place,
    entry: &ServerEntry<'a, 'a>,
    source: &TextSource<'a>,
) -> LintServer<'a> {
    let mut reading = Reading::new(host, place, entry);
    for at in reading.fields.iter_mut().filter(|at| at.slot.is_none()) {
        at.slot = foreign_slot(&at.name);
    }
    let mut filled = Filled::default();
    for at in &reading.fields {
        filled.fill(&reading, at, source);
    }
    if filled.beside.is_empty() {
        std::mem::swap(&mut filled.beside, &mut filled.args);
    }
    filled.beside.append(&mut filled.args);
    // A file may have very many servers.
    filled.beside.shrink_to_fit();
    filled.env.shrink_to_fit();
    filled.headers.shrink_to_fit();
    LintServer {
        reading,
        command: filled.command,
        args: filled.beside,
        env: filled.env,
        handed: filled.handed,
        url: filled.url,
        headers: filled.headers,
        cwd: filled.cwd,
        problems: OnceCell::new(),
        line: OnceCell::new(),
        launch: OnceCell::new(),
        packages: OnceCell::new(),
        pairs: OnceCell::new(),
        astray: OnceCell::new(),
    }
}

/// The text of a file, and what was taken out of it in another form.
pub(super) struct TextSource<'a> {
    pub(super) text: &'a str,
    pub(super) odd: &'a OddWords,
}

/// The values of a server that rules ask for by their slots.
#[derive(Default)]
struct Filled<'a> {
    command: Option<Text<'a>>,
    /// Arguments in one value with the program, which come first.
    beside: Vec<Text<'a>>,
    args: Vec<Text<'a>>,
    env: Vec<NamedText<'a>>,
    handed: Vec<Text<'a>>,
    url: Option<Text<'a>>,
    headers: Vec<NamedText<'a>>,
    cwd: Option<Text<'a>>,
}

impl<'a> Filled<'a> {
    /// Puts a member into the slot it is about.
    fn fill(&mut self, reading: &Reading<'a>, at: &At<'a>, source: &TextSource<'a>) {
        let Some(slot) = at.slot else { return };
        let node = &at.member.value;
        // Nested members have no name of their own that lives as long as the document; the last part does.
        let field: &'a str = &at.member.key;
        let text = |node: &'a Node<'a>, slot| Text::of(node, slot, field);
        let texts = |slot| node.items().iter().filter_map(move |item| text(item, slot));
        let pairs = |slot| {
            node.members().iter().map(move |member| NamedText {
                key: &member.key,
                key_span: member.key_span,
                value: text(&member.value, slot),
                node: &member.value,
                field,
            })
        };
        let kind = at.field.map(|field| field.kind);
        match slot {
            Slot::Command => {
                if let Some(words) = reading.command_words(at) {
                    let start = source.start(node);
                    let mut words = words
                        .into_iter()
                        .map(|word| source.word(node, start, word, field));
                    self.command = words.next().map(|word| Text { slot, ..word });
                    self.beside.extend(words);
                } else if let Tree::Array(_) = node.value {
                    let mut words = texts(Slot::Args);
                    self.command = words.next().map(|word| Text { slot, ..word });
                    self.beside.extend(words);
                } else {
                    self.command = text(node, slot).or(self.command);
                }
            }
            Slot::Args if kind == Some(Kind::ShellWords) => {
                for item in node.items() {
                    let words = item.as_str().map(shell_words).unwrap_or_default();
                    let start = source.start(item);
                    if words.len() == 1 && words[0].text == item.as_str().unwrap_or_default() {
                        self.args.extend(text(item, slot));
                        continue;
                    }
                    let words = words.into_iter();
                    self.args
                        .extend(words.map(|word| source.word(item, start, word, field)));
                }
            }
            Slot::Args => self.args.extend(texts(slot)),
            Slot::Env if kind == Some(Kind::EnvNames) => {
                self.handed.extend(node.items().iter().filter_map(|item| {
                    text(item, slot)
                        .or_else(|| item.member("name").and_then(|name| text(&name.value, slot)))
                }))
            }
            Slot::Env => self.env.extend(pairs(slot)),
            Slot::Headers
                if matches!(
                    kind,
                    Some(Kind::HeaderVars | Kind::BearerVar | Kind::KeyVar)
                ) => {}
            Slot::Headers => self.headers.extend(pairs(slot)),
            // A key that the host knows counts before one that it does not.
            Slot::Url if at.field.is_some() || self.url.is_none() => {
                self.url = text(node, slot).or(self.url)
            }
            Slot::Cwd if at.field.is_some() || self.cwd.is_none() => {
                self.cwd = text(node, slot).or(self.cwd)
            }
            _ => {}
        }
    }
}

impl<'a> TextSource<'a> {
    /// Where the string of `node` starts, if it stands in the text as it is.
    fn start(&self, node: &Node<'_>) -> Option<usize> {
        let at = self.text[node.span.range()].find(node.as_str()?)?;
        Some(node.span.range().start + at)
    }

    /// A word of the command line in `node`, with its own place in the text where that can be told.
    fn word(
        &self,
        node: &'a Node<'a>,
        start: Option<usize>,
        word: CommandWord<'a>,
        field: &'a str,
    ) -> Text<'a> {
        let range = word.range;
        let span = start.map_or(node.span, |start| {
            Span::new(start + range.start, start + range.end)
        });
        let text = match word.text {
            Cow::Borrowed(text) => text,
            Cow::Owned(text) => self.odd.keep(text),
        };
        Text {
            text,
            marks: Marks::of(text),
            span,
            piece: true,
            slot: Slot::Args,
            field,
        }
    }
}

/// Names of fields in hosts that we have no table of.
const ELSEWHERE: &[(&str, Slot)] = &[
    ("cmd", Slot::Command),
    ("arguments", Slot::Args),
    ("argv", Slot::Args),
    ("envs", Slot::Env),
    ("environment", Slot::Env),
    ("uri", Slot::Url),
    ("serverUrl", Slot::Url),
    ("baseUrl", Slot::Url),
    ("httpUrl", Slot::Url),
    ("workingDirectory", Slot::Cwd),
    ("isActive", Slot::Enabled),
    ("active", Slot::Enabled),
    ("alwaysAllow", Slot::Approvals),
    ("autoApprove", Slot::Approvals),
];

/// A field that other hosts have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Foreign {
    /// What it is about.
    pub(crate) slot: Slot,
    /// How its value is written.
    pub(crate) kind: Kind,
    /// A host that calls it so, if we have a table of one.
    pub(crate) host: Option<&'static Host>,
}

/// What hosts other than `host` mean by a field of this name.
pub(crate) fn foreign(host: &'static Host, name: &str) -> Option<Foreign> {
    let slot = foreign_slot(name)?;
    let others = HOSTS
        .iter()
        .filter(|other| !std::ptr::eq(**other, host) && !other.facts.lenient);
    let same =
        |field: &&'static Field| field.slot == slot && field.names().any(|known| known == name);
    let found = others.into_iter().find_map(|other| {
        other
            .main()
            .fields
            .iter()
            .find(same)
            .map(|field| (*other, field))
    });
    let kind = match slot {
        Slot::Env | Slot::Headers => Kind::Map,
        Slot::Args => Kind::List,
        Slot::Enabled => Kind::Flag,
        Slot::Approvals => Kind::Approved,
        _ => Kind::Text,
    };
    Some(Foreign {
        slot,
        kind: found.map_or(kind, |(_, field)| field.kind),
        host: found.map(|(host, _)| host),
    })
}

/// Whether any host has a field of this name, whatever it means by it.
pub(crate) fn is_known_somewhere(name: &str) -> bool {
    let inside = |known: &str| {
        known
            .strip_prefix(name)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    foreign_slot(name).is_some()
        || HOSTS
            .iter()
            .flat_map(|host| host.main().fields)
            .any(|field| field.names().any(inside))
}

/// The hosts that have a field of this name, as the end of a sentence.
pub(crate) fn has_field(name: &str) -> Option<String> {
    let named = |field: &Field| field.names().any(|known| known == name);
    let hosts = HOSTS.iter().filter(|host| !host.facts.lenient);
    let found = hosts.filter(|host| host.main().fields.iter().any(named));
    let found: Vec<&str> = found.map(|host| host.name).collect();
    match *found.as_slice() {
        [] => None,
        [only] => Some(only.to_owned()),
        [first, second] => Some(format!("{first} and {second}")),
        [_, _, ..] => Some("other hosts".to_owned()),
    }
}

/// What other hosts mean by a field of this name, if they agree.
pub(crate) fn foreign_slot(name: &str) -> Option<Slot> {
    if let Some((_, slot)) = ELSEWHERE.iter().find(|(known, _)| *known == name) {
        return Some(*slot);
    }
    HOSTS
        .iter()
        .flat_map(|host| host.main().fields)
        .find(|field| !field.slot.is_native() && field.names().any(|known| known == name))
        .map(|field| field.slot)
}
