//! Members that come into a table.

use std::borrow::Cow;

use super::Emitter;
use crate::syntax::toml::edit::list::indent;
use crate::syntax::toml::edit::scan::{NodeId, NodeKind};
use crate::syntax::toml::edit::spell;
use crate::syntax::toml::print::{body, header, key as quote_key, one_line};
use crate::syntax::{Out, OutValue, Tables};

/// How a new object is written.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Header,
    Dotted,
    Inline,
}

impl Emitter<'_> {
    pub(super) fn grow_braces(&mut self, node: NodeId, come: &[(&str, Cow<'_, Out>)]) {
        let doc = self.doc;
        let (place, prefix, at) = match doc.nodes[node].kind {
            NodeKind::Dotted { place, keys, last } => {
                (place, self.prefix(place, last, keys), last + 1)
            }
            NodeKind::Inline(place) => (place, String::new(), doc.places[place].entries.len()),
            _ => return,
        };
        let like = self.sign(place);
        for (key, out) in come {
            let text = spell::pair(&format!("{prefix}{}", quote_key(key)), out, like, self.eol);
            self.braces.entry(place).or_default().added.push((at, text));
        }
    }

    /// Adds members to a table that is not between braces: lines where its own lines are, tables after all below it.
    pub(super) fn grow(&mut self, node: NodeId, come: &[(&str, Cow<'_, Out>)]) {
        let form = self.form(node);
        let mut pairs = Vec::new();
        let mut blocks = Vec::new();
        for (key, out) in come {
            let (key, out): (_, &Out) = (quote_key(key), out);
            match &out.value {
                OutValue::Object(inner)
                    if form == Form::Header && (!inner.is_empty() || self.holds_servers(node)) =>
                {
                    blocks.push((key, out))
                }
                OutValue::Array(items)
                    if node == 0 && !items.is_empty() && items.iter().all(Out::is_object) =>
                {
                    blocks.push((key, out))
                }
                OutValue::Object(_) if form == Form::Dotted => spell::dotted(&key, out, &mut pairs),
                _ => pairs.push((key, Cow::Borrowed(out))),
            }
        }
        if !pairs.is_empty() {
            self.lines(node, &pairs);
        }
        for (key, out) in blocks {
            self.blocks(node, &key, out);
        }
    }

    fn lines(&mut self, node: NodeId, pairs: &[(String, Cow<'_, Out>)]) {
        let doc = self.doc;
        let (place, prefix, last) = match doc.nodes[node].kind {
            NodeKind::Section(place) => (
                place,
                String::new(),
                doc.places[place].entries.len().checked_sub(1),
            ),
            NodeKind::Dotted { place, keys, last } => {
                (place, self.prefix(place, last, keys), Some(last))
            }
            _ => {
                // Nobody has opened this table yet.
                let mut plain = String::new();
                header(&mut plain, &[self.path(node)], false);
                for (key, out) in pairs {
                    plain.push_str(&spell::pair(key, out, None, self.eol));
                    plain.push('\n');
                }
                return self.put_block(node, &plain);
            }
        };
        let head = doc.places[place].header.as_ref();
        let (at, indent) = match (last, head) {
            (Some(last), _) => {
                let range = doc.entry(place, last);
                (self.doc.line_end(range.end), indent(doc.text, range.start))
            }
            (None, Some(head)) => (
                self.doc.line_end(head.end),
                indent(doc.text, head.keys[0].start),
            ),
            (None, None) => (self.doc.top(), ""),
        };
        let like = self.sign(place);
        let mut text = String::new();
        for (key, out) in pairs {
            text.push_str(indent);
            text.push_str(&spell::pair(&format!("{prefix}{key}"), out, like, self.eol));
            text.push_str(self.eol);
        }
        if last.is_none() && head.is_none() && doc.places.iter().any(|place| place.header.is_some())
        {
            text.push_str(self.eol);
        }
        self.pieces.insert(at, text);
    }

    /// Writes the table `key` of `node`, or the tables in it where it holds nothing else.
    fn blocks(&mut self, node: NodeId, key: &str, out: &Out) {
        let parent = self.path(node);
        let path = if parent.is_empty() {
            key.to_owned()
        } else {
            format!("{parent}.{key}")
        };
        match &out.value {
            OutValue::Array(items) => {
                for item in items {
                    self.block(node, &path, item, true);
                }
            }
            OutValue::Object(members)
                if node == 0
                    && !members.is_empty()
                    && members.iter().all(|(_, value)| value.is_object()) =>
            {
                for (name, value) in members {
                    self.block(node, &format!("{path}.{}", quote_key(name)), value, false);
                }
            }
            _ => self.block(node, &path, out, false),
        }
    }

    /// Writes a table and those below it after everything that belongs to `node`.
    pub(super) fn block(&mut self, node: NodeId, path: &str, out: &Out, list: bool) {
        let mut path = vec![path.to_owned()];
        let mut plain = String::new();
        header(&mut plain, &path, list);
        body(&mut plain, &mut path, out, self.tables, one_line);
        self.put_block(node, &plain);
    }

    /// Puts tables in after everything that belongs to `node`, indented and ended like the lines there.
    fn put_block(&mut self, node: NodeId, plain: &str) {
        let doc = self.doc;
        let last = doc.nodes[node].last.filter(|_| node != 0);
        let at = last.map_or_else(
            || self.doc.content_end(),
            |place| {
                let end = || self.doc.section_end(place);
                *self.ends.entry(place).or_insert_with(end)
            },
        );
        let place = last.map(|place| &doc.places[place]);
        let outer = place
            .and_then(|place| place.header.as_ref())
            .map_or("", |head| indent(doc.text, head.keys[0].start));
        let inner = place
            .and_then(|place| place.entries.first())
            .map_or(outer, |entry| indent(doc.text, entry.keys[0].start));
        let mut text = String::new();
        for line in plain.lines() {
            if !line.is_empty() {
                text.push_str(if line.starts_with('[') { outer } else { inner });
            }
            text.push_str(line);
            text.push_str(self.eol);
        }
        self.pieces.block(at, text);
    }

    /// How a new object in this table is written: as those beside it are, else as the host likes it.
    fn form(&self, node: NodeId) -> Form {
        if node == 0 {
            return Form::Header;
        }
        let entry = &self.doc.nodes[node];
        let kinds = || {
            entry
                .members
                .values()
                .map(|member| &self.doc.nodes[*member].kind)
        };
        if kinds().any(|kind| matches!(kind, NodeKind::Section(_) | NodeKind::Implicit)) {
            return Form::Header;
        }
        if kinds().any(|kind| matches!(kind, NodeKind::Dotted { .. })) {
            return Form::Dotted;
        }
        if kinds().any(|kind| matches!(kind, NodeKind::Inline(_))) {
            return Form::Inline;
        }
        match entry.kind {
            NodeKind::Dotted { .. } => Form::Dotted,
            NodeKind::Section(_) if self.tables == Tables::Inline && !self.holds_servers(node) => {
                Form::Inline
            }
            _ => Form::Header,
        }
    }

    /// Whether this is the document or one of its own tables: what is in them has a header whatever the host likes.
    fn holds_servers(&self, node: NodeId) -> bool {
        self.doc.nodes[node].depth < 2
    }
}
