//! YAML as our tree. Aliases are resolved: what they stand for is there once more, with the bytes of the original, so that a
//! finding in it points at its text.

use std::borrow::Cow;
use std::collections::HashSet;

use granit_parser::{ScalarStyle, Tag};

use super::fault;
use super::layout::{Layout, PartId, Shape, YamlPair, YamlPart};
use super::reader;
use super::scalar::{self, ScalarKind};
use crate::syntax::{Document, Error, MAX_DEPTH, Member, Node, Note, NoteKind, Span, Tree};

/// The key that puts the members of other maps into its own.
pub(super) const MERGE: &str = "<<";

/// What aliases may stand for in any document, however short, in bytes of text and memory, roughly. Whoever reads the tree
/// takes time for each of them.
const FREE: usize = 1 << 18;

/// The first document of `text`; with `merge`, the key `<<` means what it means in YAML 1.1.
pub(super) fn parse(text: &str, merge: bool) -> Result<Document<'_>, Error> {
    let layout = reader::read(text)?;
    let root = tree(&layout, merge)?;
    let note = |kind, span: Option<Span>| span.map(|span| Note { kind, span });
    let notes = [
        note(NoteKind::EqualKeys, equal_keys(&layout)),
        note(NoteKind::SecondDocument, layout.second),
        note(
            NoteKind::UnknownTag,
            merge.then(|| unknown_tag(&layout)).flatten(),
        ),
    ];
    Ok(Document {
        origin: None,
        root,
        notes: notes.into_iter().flatten().collect(),
        name: None,
    })
}

/// The first key that stands in its map already.
fn equal_keys(layout: &Layout<'_>) -> Option<Span> {
    let mut first: Option<Span> = None;
    let mut seen = HashSet::new();
    for part in &layout.parts {
        let Shape::Map(_, pairs) = &part.shape else {
            continue;
        };
        seen.clear();
        for pair in pairs {
            let key = &layout.parts[pair.key];
            if let Shape::Scalar { text, .. } = &layout.resolved(pair.key).shape
                && !seen.insert(text.as_ref())
                && first.is_none_or(|first| key.span < first)
            {
                first = Some(key.span);
            }
        }
    }
    first
}

/// The first value with a tag that YAML 1.1 does not have.
fn unknown_tag(layout: &Layout<'_>) -> Option<Span> {
    const KNOWN: [&str; 13] = [
        "str",
        "int",
        "float",
        "bool",
        "null",
        "map",
        "seq",
        "binary",
        "omap",
        "pairs",
        "set",
        "timestamp",
        "merge",
    ];
    let known = |tag: &Tag| {
        let name = format!("{}{}", tag.handle(), tag.suffix());
        let core = name.strip_prefix("tag:yaml.org,2002:");
        name == "!" || core.is_some_and(|core| KNOWN.contains(&core))
    };
    let unknown = |part: &&YamlPart<'_>| part.tag.as_deref().is_some_and(|tag| !known(tag));
    let part = layout.parts.iter().find(unknown)?;
    Some(Span::new(part.start, part.span.end as usize))
}

/// The tree of a document.
pub(super) fn tree<'t>(layout: &Layout<'t>, merge: bool) -> Result<Option<Node<'t>>, Error> {
    let mut builder = Builder {
        layout,
        merge,
        open: Vec::new(),
        aliases: 0,
        room: layout.text.len().saturating_mul(4).saturating_add(FREE),
    };
    layout.root.map(|root| builder.node(root)).transpose()
}

struct Builder<'l, 't> {
    layout: &'l Layout<'t>,
    merge: bool,
    /// The collections around the current value, those behind aliases included.
    open: Vec<PartId>,
    /// How many aliases among them are being resolved.
    aliases: usize,
    /// How much more aliases may stand for.
    room: usize,
}

impl<'t> Builder<'_, 't> {
    fn node(&mut self, id: PartId) -> Result<Node<'t>, Error> {
        let part = &self.layout.parts[id];
        let value = match &part.shape {
            Shape::Alias(target) => return self.alias(*target, part.span),
            Shape::Scalar { text, style, .. } => self.scalar(part, text, *style)?,
            Shape::List(_, items) => {
                self.enter(id)?;
                let items: Result<Box<[Node<'t>]>, Error> =
                    items.iter().map(|item| self.node(item.value)).collect();
                self.open.pop();
                Tree::Array(items?)
            }
            Shape::Map(_, pairs) => {
                self.enter(id)?;
                let members = self.members(pairs)?;
                self.open.pop();
                Tree::Object(members)
            }
        };
        Ok(Node {
            span: part.span,
            value,
        })
    }

    /// What an alias stands for.
    fn alias(&mut self, target: PartId, span: Span) -> Result<Node<'t>, Error> {
        if self.open.contains(&target) {
            return Err(fault::alias_in_itself(span));
        }
        self.aliases += 1;
        let node = self.node(target).map_err(|error| match error {
            // What is wrong is the alias, not what it stands for.
            error if self.aliases == 1 => Error { span, ..error },
            error => error,
        });
        self.aliases -= 1;
        node
    }

    fn enter(&mut self, id: PartId) -> Result<(), Error> {
        let span = self.layout.parts[id].span;
        self.spend(0, span)?;
        if self.open.len() >= MAX_DEPTH {
            return Err(fault::too_deep(span));
        }
        self.open.push(id);
        Ok(())
    }

    /// Counts what is there a second time.
    fn spend(&mut self, bytes: usize, span: Span) -> Result<(), Error> {
        if self.aliases > 0 {
            let cost = bytes + size_of::<Member<'t>>();
            self.room = self
                .room
                .checked_sub(cost)
                .ok_or_else(|| fault::too_many_aliases(span))?;
        }
        Ok(())
    }

    fn scalar(
        &mut self,
        part: &YamlPart<'t>,
        text: &Cow<'t, str>,
        style: ScalarStyle,
    ) -> Result<Tree<'t>, Error> {
        if part.is_empty() && part.tag.is_none() {
            return Ok(Tree::Null);
        }
        let text = if part.is_empty() {
            &Cow::Borrowed("")
        } else {
            text
        };
        Ok(
            match scalar::kind(text, style, part.tag.as_deref(), self.merge) {
                ScalarKind::Null => Tree::Null,
                ScalarKind::Bool(flag) => Tree::Bool(flag),
                ScalarKind::Number => self.number(part.span, text),
                ScalarKind::String => self.string(part.span, text)?,
            },
        )
    }

    /// A number is kept in its own spelling, which is in the text unless somebody has escaped a digit.
    fn number(&self, span: Span, text: &str) -> Tree<'t> {
        let whole = self.layout.text;
        let raw = &whole[span.range()];
        match raw.find(text) {
            Some(at) => Tree::Number(&raw[at..at + text.len()]),
            None => Tree::String(Cow::Owned(text.to_owned())),
        }
    }

    fn string(&mut self, span: Span, text: &Cow<'t, str>) -> Result<Tree<'t>, Error> {
        self.spend(text.len(), span)?;
        Ok(Tree::String(text.clone()))
    }

    fn members(&mut self, pairs: &[YamlPair]) -> Result<Box<[Member<'t>]>, Error> {
        let mut members = Vec::with_capacity(pairs.len());
        let mut merged = Vec::new();
        for pair in pairs {
            let value = self.node(pair.value)?;
            if self.merge && merges(self.layout, pair) {
                merged.push(value);
                continue;
            }
            members.push(Member {
                key: self.key(pair.key)?,
                key_span: self.layout.parts[pair.key].span,
                value,
            });
        }
        if !merged.is_empty() {
            add_merged(&mut members, merged);
        }
        Ok(members.into_boxed_slice())
    }

    /// A key as text. One that is no scalar is called what is written there.
    fn key(&mut self, id: PartId) -> Result<Cow<'t, str>, Error> {
        let part = &self.layout.parts[id];
        match &part.shape {
            Shape::Scalar { .. } if part.is_empty() => Ok(Cow::Borrowed("")),
            Shape::Scalar { text, .. } => {
                self.spend(text.len(), part.span)?;
                Ok(text.clone())
            }
            Shape::Alias(target)
                if matches!(self.layout.parts[*target].shape, Shape::Scalar { .. }) =>
            {
                self.aliases += 1;
                let key = self.key(*target);
                self.aliases -= 1;
                key
            }
            _ => Ok(Cow::Borrowed(&self.layout.text[part.span.range()])),
        }
    }
}

/// Whether a pair puts the members of other maps into its own: its key is `<<` without quotes, its value a map or a list of
/// maps.
pub(super) fn merges(layout: &Layout<'_>, pair: &YamlPair) -> bool {
    let key = matches!(&layout.parts[pair.key].shape, Shape::Scalar { text, style: ScalarStyle::Plain, .. } if text == MERGE);
    let is_map = |id: PartId| matches!(layout.resolved(id).shape, Shape::Map(..));
    key && match &layout.resolved(pair.value).shape {
        Shape::Map(..) => true,
        Shape::List(_, items) => items.iter().all(|item| is_map(item.value)),
        _ => false,
    }
}

/// Adds the members of other maps: a key that is there already wins, and so does the map that comes first.
fn add_merged<'t>(members: &mut Vec<Member<'t>>, merged: Vec<Node<'t>>) {
    let mut seen: HashSet<String> = members
        .iter()
        .map(|member| member.key.to_string())
        .collect();
    let maps = merged.into_iter().flat_map(|node| match node.value {
        Tree::Array(items) => items.into_vec(),
        value => vec![Node {
            span: node.span,
            value,
        }],
    });
    for map in maps {
        if let Tree::Object(others) = map.value {
            for member in others {
                if seen.insert(member.key.to_string()) {
                    members.push(member);
                }
            }
        }
    }
}
