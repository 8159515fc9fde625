//! One gate, and what it puts into a server.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use super::mentioned;
use super::tools::GateItem;
use crate::host::roots::FoundGate;
use crate::host::{Format, GateKind, kinds};
use crate::model::{Entry, Pair, Raw, Server, Slot, Template, Value};
use crate::syntax::{Node, Span};

pub(super) struct ReadGate<'f, 'n, 't> {
    pub(super) found: &'f FoundGate<'n, 't>,
    by_name: OnceCell<ByName<'n, 't>>,
    globs: OnceCell<Vec<&'n Node<'t>>>,
    pub(super) sorted: OnceCell<Vec<GateItem<'n, 't>>>,
}

/// Servers by their names in small letters.
type ByName<'n, 't> = HashMap<String, Vec<&'n Node<'t>>>;

impl<'f, 'n, 't> ReadGate<'f, 'n, 't> {
    pub(super) fn new(found: &'f FoundGate<'n, 't>) -> Self {
        Self {
            found,
            by_name: OnceCell::new(),
            globs: OnceCell::new(),
            sorted: OnceCell::new(),
        }
    }

    /// The items of a list that name the server.
    pub(super) fn named(&self, name: &str) -> &[&'n Node<'t>] {
        let by_name = self.by_name.get_or_init(|| {
            let mut names: ByName<'n, 't> = HashMap::new();
            for item in self.found.node.items() {
                let text = item.as_str().map(|text| match self.found.kind {
                    GateKind::Mentions | GateKind::ApprovedMentions => {
                        mentioned(text).map_or(text, |(server, _)| server)
                    }
                    _ => text,
                });
                if let Some(text) = text {
                    names
                        .entry(text.to_ascii_lowercase())
                        .or_default()
                        .push(item);
                }
            }
            names
        });
        by_name
            .get(&name.to_ascii_lowercase())
            .map_or(&[], Vec::as_slice)
    }

    /// The items of a list that are patterns.
    pub(super) fn globs(&self) -> &[&'n Node<'t>] {
        self.globs.get_or_init(|| {
            let items = self.found.node.items().iter();
            let glob =
                |item: &&Node<'_>| item.as_str().is_some_and(|text| text.contains(['*', '?']));
            items.filter(glob).collect()
        })
    }

    pub(super) fn field(&self) -> String {
        self.found.path.join(".")
    }

    /// Lets an agent use what the list mentions: all, the server, or some of its tools.
    pub(super) fn mention(&self, server: &mut Server) {
        let mut tools = Vec::new();
        let mut whole: Vec<Span> = self.named("*").iter().map(|item| item.span).collect();
        for item in self.named(&server.name) {
            match item.as_str().and_then(mentioned) {
                Some((name, None | Some("*"))) if name == server.name => whole.push(item.span),
                Some((name, Some(tool))) if name == server.name => {
                    tools.push((item.span, Template::literal(tool, item.span)));
                }
                _ => {}
            }
        }
        if !whole.is_empty() {
            server.implied.extend(whole);
            server.implied.extend(tools.iter().map(|(span, _)| *span));
        } else if tools.is_empty() {
            self.disable(server, self.found.node.span);
        } else {
            self.list(server, Slot::AllowTools, tools);
        }
    }

    /// Gives a server without the field `name` the value that stands here for all of them.
    pub(super) fn stand_in(&self, server: &mut Server, format: &'static Format, name: &str) {
        let node = self.found.node;
        let mut pairs = format.pairs.iter();
        let value = match pairs.find(|pair| pair.field == name) {
            Some(pair) => pair.counting(node),
            None => Some(node),
        };
        let mut fields = format.fields.iter();
        let field = fields.find(|field| field.name == name && field.on.has(server.transport));
        let field = field.filter(|field| server.entry(field.slot).is_none());
        match field.and_then(|field| Some((field.slot, kinds::stand_in(field, value?)?))) {
            Some((slot, value)) => server.entries.push(Entry {
                slot,
                field: self.field().into(),
                key_span: node.span,
                span: node.span,
                value,
            }),
            None => server.implied.push(node.span),
        }
    }

    pub(super) fn disable(&self, server: &mut Server, span: Span) {
        if let Some(old) = server.take(Slot::Enabled) {
            server.implied.push(old.span);
        }
        server.entries.push(Entry {
            slot: Slot::Enabled,
            field: self.field().into(),
            key_span: span,
            span,
            value: Value::Flag(false),
        });
    }

    /// Leaves the server without any tools.
    pub(super) fn hide_all(&self, server: &mut Server, said: &GateItem<'_, '_>) {
        if let Some(old) = server.take(Slot::AllowTools) {
            server.implied.push(old.span);
        }
        server.entries.push(Entry {
            slot: Slot::AllowTools,
            field: self.field().into(),
            key_span: said.key_span,
            span: said.node.span,
            value: Value::List(Vec::new()),
        });
    }

    /// Adds tools to a list of the server. Several gates and the entry may name the same tool.
    pub(super) fn list(&self, server: &mut Server, slot: Slot, tools: Vec<(Span, Template)>) {
        let Some((key_span, first)) = tools.first() else {
            return;
        };
        let (key_span, span) = (*key_span, first.span);
        let tools = tools.into_iter().map(|(_, tool)| tool);
        let again = match server.list_mut(slot) {
            Some(list) => add_tools(list, tools),
            None => {
                let mut list = Vec::new();
                let again = add_tools(&mut list, tools);
                server.entries.push(Entry {
                    slot,
                    field: self.field().into(),
                    key_span,
                    span,
                    value: Value::List(list),
                });
                again
            }
        };
        server.implied.extend(again);
    }

    /// Adds words about tools, of which the first about a tool counts.
    pub(super) fn approvals(&self, server: &mut Server, asks: Vec<Pair>) {
        let there = server.map(Slot::Approvals).iter();
        let mut named: HashSet<String> = there.map(|pair| pair.key.clone()).collect();
        let (asks, again): (Vec<Pair>, Vec<Pair>) = asks
            .into_iter()
            .partition(|pair| named.insert(pair.key.clone()));
        server.implied.extend(again.iter().map(|pair| pair.span));
        let Some(first) = asks.first() else {
            return;
        };
        let (key_span, span) = (first.key_span, first.span);
        match server.map_mut(Slot::Approvals) {
            Some(pairs) => pairs.extend(asks),
            None => server.entries.push(Entry {
                slot: Slot::Approvals,
                field: self.field().into(),
                key_span,
                span,
                value: Value::Map(asks),
            }),
        }
    }

    /// What limits the server in a way that no other host can say.
    pub(super) fn limit(&self, server: &mut Server, said: &GateItem<'_, '_>) {
        let raw = Raw::from_node(said.node);
        self.entry(server, Slot::Limit, said, Value::Raw(raw));
    }

    pub(super) fn entry(
        &self,
        server: &mut Server,
        slot: Slot,
        said: &GateItem<'_, '_>,
        value: Value,
    ) {
        server.entries.push(Entry {
            slot,
            // Not to be taken for a field of the server that is called the same.
            field: format!("/{}", self.field()).into(),
            key_span: said.key_span,
            span: said.node.span,
            value,
        });
    }
}

/// Puts tools behind those of a list, and gives the places of those that are on it already.
pub(super) fn add_tools(
    list: &mut Vec<Template>,
    tools: impl Iterator<Item = Template>,
) -> Vec<Span> {
    let names = list.iter().filter_map(Template::as_literal);
    let mut named: HashSet<String> = names.map(str::to_owned).collect();
    let mut again = Vec::new();
    for tool in tools {
        match tool.as_literal() {
            Some(name) if !named.insert(name.to_owned()) => again.push(tool.span),
            _ => list.push(tool),
        }
    }
    again
}
