//! Where everything in a TOML text stands.
//!
//! `toml_edit` has accepted the text before we see it, so this only finds boundaries: it follows no rule that does not
//! move one. Unlike `toml_edit`'s tree it remembers every line by itself: the keys of each header and each dotted key.

use std::collections::BTreeMap;
use std::ops::Range;

use toml_edit::Key;

use crate::syntax::toml::comments::string_end;

/// The index of a [`TomlNode`]; the document itself is 0.
pub(super) type NodeId = usize;
/// The index of a [`TomlPlace`]; the lines before the first header are 0.
pub(super) type PlaceId = usize;

/// A text taken apart.
pub(super) struct Doc<'t> {
    pub(super) text: &'t str,
    pub(super) nodes: Vec<TomlNode>,
    pub(super) places: Vec<TomlPlace>,
}

/// A value, a table or a list.
pub(super) struct TomlNode {
    pub(super) kind: NodeKind,
    /// The bytes of a value; empty for tables that are not between braces.
    pub(super) span: Range<usize>,
    /// The members of a table.
    pub(super) members: BTreeMap<String, NodeId>,
    /// The place and the number of the entry whose value this is.
    pub(super) at: Option<(PlaceId, usize)>,
    /// The last section that belongs to this table or one below it.
    pub(super) last: Option<PlaceId>,
    /// How many keys lead here from the top.
    pub(super) depth: usize,
}

pub(super) enum NodeKind {
    /// A string, number, boolean or date.
    Scalar,
    /// Values between brackets.
    Array(Vec<NodeId>),
    /// Entries between braces.
    Inline(PlaceId),
    /// A table under a header, or the document.
    Section(PlaceId),
    /// A table that is only there because others below it have a header.
    Implicit,
    /// A table that exists by the dotted keys in a place: how many of their keys lead to it, and the last such entry.
    Dotted {
        place: PlaceId,
        keys: usize,
        last: usize,
    },
    /// A list of tables under `[[headers]]`.
    Tables(Vec<NodeId>),
}

/// Where entries stand together: a header and the lines below it, or a pair of braces.
pub(super) struct TomlPlace {
    pub(super) header: Option<Header>,
    pub(super) entries: Vec<TomlEntry>,
    /// Between braces.
    pub(super) braces: bool,
}

pub(super) struct Header {
    pub(super) keys: Vec<Range<usize>>,
    /// What each of the keys leads to.
    pub(super) nodes: Vec<NodeId>,
    pub(super) end: usize,
}

/// `key = value`.
pub(super) struct TomlEntry {
    pub(super) keys: Vec<Range<usize>>,
    /// What each of the keys but the last leads to.
    pub(super) through: Vec<NodeId>,
    pub(super) value: NodeId,
}

impl<'t> Doc<'t> {
    /// Takes `text` apart, which `toml_edit` has accepted. Nothing comes back where the two of us see it differently.
    pub(super) fn scan(text: &'t str) -> Option<Self> {
        let doc = Self {
            text,
            nodes: Vec::new(),
            places: vec![TomlPlace {
                header: None,
                entries: Vec::new(),
                braces: false,
            }],
        };
        let mut scanner = Scanner { doc, at: 0 };
        scanner.add(NodeKind::Section(0), 0..0, 0);
        scanner.document()?;
        Some(scanner.doc)
    }

    /// The bytes of an entry, from its first key to the end of its value.
    pub(super) fn entry(&self, place: PlaceId, index: usize) -> Range<usize> {
        let entry = &self.places[place].entries[index];
        entry.keys[0].start..self.nodes[entry.value].span.end
    }

    /// Whether the members of this node are entries between braces.
    pub(super) fn in_braces(&self, node: NodeId) -> bool {
        match self.nodes[node].kind {
            NodeKind::Inline(_) => true,
            NodeKind::Dotted { place, .. } => self.places[place].braces,
            _ => false,
        }
    }
}

/// The end of white space, line ends and comments from `at` on.
pub(super) fn skip_trivia(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    while let Some(byte) = bytes.get(at) {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            b'#' => {
                at = text[at..]
                    .find('\n')
                    .map_or(text.len(), |length| at + length)
            }
            _ => break,
        }
    }
    at
}

/// The end of spaces and tabs from `at` on.
pub(super) fn skip_blanks(text: &str, at: usize) -> usize {
    text.len() - text[at..].trim_start_matches([' ', '\t']).len()
}

struct Scanner<'t> {
    doc: Doc<'t>,
    at: usize,
}

impl<'t> Scanner<'t> {
    fn document(&mut self) -> Option<()> {
        let mut place = 0;
        let mut owner = 0;
        loop {
            self.at = skip_trivia(self.doc.text, self.at);
            match self.peek() {
                None => return Some(()),
                Some(b'[') => (place, owner) = self.header()?,
                Some(_) => self.entry(place, owner)?,
            }
        }
    }

    fn header(&mut self) -> Option<(PlaceId, NodeId)> {
        let list = self.doc.text[self.at..].starts_with("[[");
        self.at += if list { 2 } else { 1 };
        let (keys, names) = self.keys()?;
        self.at += if list { 2 } else { 1 };
        let place = self.doc.places.len();
        let end = self.at;
        self.doc.places.push(TomlPlace {
            header: None,
            entries: Vec::new(),
            braces: false,
        });

        let mut node = 0;
        let depth = names.len();
        let mut nodes = Vec::with_capacity(depth);
        for (index, name) in names.into_iter().enumerate() {
            self.doc.nodes[node].last = Some(place);
            let known = self.doc.nodes[node].members.get(&name).copied();
            node = if index + 1 < depth {
                let next = known.unwrap_or_else(|| self.member(node, name, NodeKind::Implicit));
                nodes.push(next);
                self.element(next, place)
            } else if list {
                let tables =
                    known.unwrap_or_else(|| self.member(node, name, NodeKind::Tables(Vec::new())));
                self.doc.nodes[tables].last = Some(place);
                nodes.push(tables);
                let element = self.add(NodeKind::Section(place), 0..0, depth);
                let NodeKind::Tables(elements) = &mut self.doc.nodes[tables].kind else {
                    return None;
                };
                elements.push(element);
                element
            } else {
                let table = known.unwrap_or_else(|| self.member(node, name, NodeKind::Implicit));
                self.doc.nodes[table].kind = NodeKind::Section(place);
                nodes.push(table);
                table
            };
        }
        self.doc.nodes[node].last = Some(place);
        self.doc.places[place].header = Some(Header { keys, nodes, end });
        Some((place, node))
    }

    /// The last table of a list of tables, which is the one a header below it means; any other node itself.
    fn element(&mut self, node: NodeId, section: PlaceId) -> NodeId {
        let last = match &self.doc.nodes[node].kind {
            NodeKind::Tables(elements) => elements.last().copied(),
            _ => None,
        };
        self.doc.nodes[node].last = Some(section);
        last.unwrap_or(node)
    }

    fn entry(&mut self, place: PlaceId, owner: NodeId) -> Option<()> {
        let (keys, mut names) = self.keys()?;
        if self.peek() != Some(b'=') {
            return None;
        }
        self.at = skip_blanks(self.doc.text, self.at + 1);
        let index = self.doc.places[place].entries.len();
        let name = names.pop()?;
        let mut node = owner;
        let mut through = Vec::with_capacity(names.len());
        for (depth, name) in names.into_iter().enumerate() {
            let known = self.doc.nodes[node].members.get(&name).copied();
            node = known.unwrap_or_else(|| {
                self.member(
                    node,
                    name,
                    NodeKind::Dotted {
                        place,
                        keys: depth + 1,
                        last: index,
                    },
                )
            });
            // TOML forbids dotted keys to go into tables that have a header; `toml_edit` lets some of them pass.
            let NodeKind::Dotted { last, .. } = &mut self.doc.nodes[node].kind else {
                return None;
            };
            *last = index;
            through.push(node);
        }
        let value = self.value(self.doc.nodes[node].depth + 1)?;
        self.doc.nodes[value].at = Some((place, index));
        self.doc.nodes[node].members.insert(name, value);
        self.doc.places[place].entries.push(TomlEntry {
            keys,
            through,
            value,
        });
        Some(())
    }

    /// The parts of a key, and what they mean. Ends before whatever follows, white space skipped.
    fn keys(&mut self) -> Option<(Vec<Range<usize>>, Vec<String>)> {
        let (mut keys, mut names) = (Vec::new(), Vec::new());
        loop {
            let start = skip_blanks(self.doc.text, self.at);
            self.at = start;
            match self.peek()? {
                b'"' | b'\'' => self.string()?,
                _ => {
                    let rest = &self.doc.text[start..];
                    self.at = start
                        + rest
                            .find([' ', '\t', '.', '=', ']'])
                            .filter(|length| *length > 0)?;
                }
            }
            let spelled = &self.doc.text[start..self.at];
            names.push(match spelled.as_bytes()[0] {
                b'"' => spelled.parse::<Key>().ok()?.get().to_owned(),
                b'\'' => spelled[1..spelled.len() - 1].to_owned(),
                _ => spelled.to_owned(),
            });
            keys.push(start..self.at);
            self.at = skip_blanks(self.doc.text, self.at);
            if self.peek() != Some(b'.') {
                return Some((keys, names));
            }
            self.at += 1;
        }
    }

    fn value(&mut self, depth: usize) -> Option<NodeId> {
        let start = self.at;
        match self.peek()? {
            b'"' | b'\'' => self.string()?,
            b'[' => return self.array(depth),
            b'{' => return self.inline(depth),
            _ => {
                let rest = &self.doc.text[start..];
                let length = rest.find([',', ']', '}', '#', '\n']).unwrap_or(rest.len());
                self.at = start + rest[..length].trim_end().len();
            }
        }
        Some(self.add(NodeKind::Scalar, start..self.at, depth))
    }

    fn array(&mut self, depth: usize) -> Option<NodeId> {
        let start = self.at;
        let mut items = Vec::new();
        while self.more(b']')? {
            items.push(self.value(depth)?);
        }
        Some(self.add(NodeKind::Array(items), start..self.at, depth))
    }

    fn inline(&mut self, depth: usize) -> Option<NodeId> {
        let start = self.at;
        let place = self.doc.places.len();
        self.doc.places.push(TomlPlace {
            header: None,
            entries: Vec::new(),
            braces: true,
        });
        let node = self.add(NodeKind::Inline(place), start..start, depth);
        while self.more(b'}')? {
            self.entry(place, node)?;
        }
        self.doc.nodes[node].span = start..self.at;
        Some(node)
    }

    /// Steps over the opening bracket or a comma, to the next item (true) or past the closing bracket.
    fn more(&mut self, close: u8) -> Option<bool> {
        self.at = skip_trivia(self.doc.text, self.at);
        if matches!(self.peek()?, b'[' | b'{' | b',') {
            self.at = skip_trivia(self.doc.text, self.at + 1);
        }
        if self.peek()? == close {
            self.at += 1;
            return Some(false);
        }
        Some(true)
    }

    /// Steps over a string of any of the four kinds.
    fn string(&mut self) -> Option<()> {
        self.at = string_end(self.doc.text, self.at)?;
        Some(())
    }

    fn peek(&self) -> Option<u8> {
        self.doc.text.as_bytes().get(self.at).copied()
    }

    fn add(&mut self, kind: NodeKind, span: Range<usize>, depth: usize) -> NodeId {
        self.doc.nodes.push(TomlNode {
            kind,
            span,
            members: BTreeMap::new(),
            at: None,
            last: None,
            depth,
        });
        self.doc.nodes.len() - 1
    }

    fn member(&mut self, parent: NodeId, name: String, kind: NodeKind) -> NodeId {
        let node = self.add(kind, 0..0, self.doc.nodes[parent].depth + 1);
        self.doc.nodes[parent].members.insert(name, node);
        node
    }
}
