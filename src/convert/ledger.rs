//! The fate of every leaf. Nothing is lost in silence, because whatever is not found in the output is reported here.

mod outside;
mod written;

use std::collections::HashMap;

use self::written::Written;
use super::adapt::Adapted;
use super::sink::Sink;
use crate::diagnostic::{Diagnostic, Level};
use crate::host::{
    Cost, FoundServers, Hidden, Host, Loss, Out, OutValue, Reader, ServerEntry, Skip, pointer,
};
use crate::model::{IgnoredField, Reason};
use crate::order::Order as _;
use crate::syntax::path::push_pointer;
use crate::syntax::{Node, Span, Step, Tree};

/// What became of a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// It stands in the output under the same name with the same value.
    Kept,
    /// It says what holds anyway, and need not be written.
    Implied,
    /// The same value under another name.
    Renamed,
    /// The same meaning in other words.
    Rewritten,
    /// The same meaning in a place of its own.
    Moved,
    /// A reference became its value.
    Expanded,
    /// It is not in the output.
    Dropped,
}

impl Class {
    /// The word used in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Implied => "implied",
            Self::Renamed => "renamed",
            Self::Rewritten => "rewritten",
            Self::Moved => "moved",
            Self::Expanded => "expanded",
            Self::Dropped => "dropped",
        }
    }
}

/// One leaf of a source and what became of it. Values are never part of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Which input, counted from 0.
    pub source: usize,
    /// The server it belongs to, if it belongs to one.
    pub server: Option<String>,
    /// Where it stands in the source, as a JSON pointer.
    pub pointer: String,
    /// The same in bytes.
    pub span: Span,
    /// What became of it.
    pub class: Class,
    /// Where it stands in the output.
    pub targets: Vec<String>,
    /// The rule behind a loss.
    pub rule: Option<&'static str>,
    /// The loss in words.
    pub reason: Option<String>,
}

/// Keeps account of leaves, server by server.
pub(super) struct Ledger {
    target: &'static Host,
    report: bool,
    own: bool,
    pub(super) rows: Vec<Row>,
    /// What servers made of leaves outside their own entries, by where those start.
    outside: HashMap<u32, Fate>,
}

#[derive(Clone, Debug)]
struct Fate {
    class: Class,
    targets: Vec<String>,
    rule: Option<&'static str>,
    reason: Option<String>,
}

impl Fate {
    fn plain(class: Class) -> Self {
        Self {
            class,
            targets: Vec::new(),
            rule: None,
            reason: None,
        }
    }

    fn dropped(rule: Option<&'static str>, reason: impl Into<String>) -> Self {
        Self {
            class: Class::Dropped,
            targets: Vec::new(),
            rule,
            reason: Some(reason.into()),
        }
    }
}

impl Ledger {
    /// With `own`, the document is the source itself, and a leaf stays unless something is done about it.
    pub(super) fn new(target: &'static Host, report: bool, own: bool) -> Self {
        Self {
            target,
            report,
            own,
            rows: Vec::new(),
            outside: HashMap::new(),
        }
    }

    /// Accounts for a server that is written. What is said about its losses comes back.
    pub(super) fn server(
        &mut self,
        source: usize,
        reader: &Reader<'_, '_, '_>,
        found: &FoundServers<'_, '_>,
        entry: &ServerEntry<'_, '_>,
        adapted: &Adapted,
        sink: &Sink<'_, '_>,
    ) -> Vec<Diagnostic> {
        // In its own document, what stands outside the entry stays.
        let lost = |loss: &&Loss| {
            let inside = |leaf: &Span| entry.node.span.contains(*leaf);
            !self.own || loss.leaves.is_empty() || loss.leaves.iter().any(inside)
        };
        let losses = adapted.losses.iter().filter(lost);
        let mut problems = Loss::told(losses, source);
        if self.own {
            self.stay(source, found, entry, &adapted.expanded);
            return problems;
        }
        // What the reader has complained about is not told twice.
        let untold = |field: &&IgnoredField| match field.reason {
            Reason::Unknown => reader.place.format.unknown_field == Cost::Ignored,
            Reason::Transport => reader.place.format.other_transport == Cost::Ignored,
            Reason::Null | Reason::Duplicate | Reason::Refused => false,
            Reason::Overruled | Reason::TooSmall | Reason::Unpaired => true,
        };
        problems.extend(
            adapted
                .server
                .ignored
                .iter()
                .filter(untold)
                .map(|field| ignored(field, &adapted.server.name, reader.host.name, self.target)),
        );
        if !self.report && accounted(entry, adapted) {
            return problems;
        }
        let written = Written::new(adapted, self.report.then(|| sink.pointer(&adapted.name)));
        let base = if self.report {
            entry.pointer(&found.roots)
        } else {
            String::new()
        };
        let mut forgotten = Vec::new();
        let mut rows = Vec::new();
        leaves(entry.node, &mut Vec::new(), &mut |path, node| {
            let named = entry.key.is_some() || entry.index.is_some();
            let fate = if named && path == [Step::Key("name")] {
                written.name_fate(&adapted.name, node)
            } else {
                written.fate(path, node).unwrap_or_else(|| {
                    // Nothing in it, and nothing that it would be said in.
                    if matches!(node.value, Tree::Array(_) | Tree::Object(_)) {
                        return Fate::plain(Class::Implied);
                    }
                    forgotten.push(node.span);
                    Fate::dropped(
                        Some("conversion-field-dropped"),
                        "the output has no field for it",
                    )
                })
            };
            if self.report {
                rows.push(row(
                    source,
                    Some(&adapted.server.name),
                    &base,
                    path,
                    node,
                    fate,
                ));
            }
        });
        self.rows.append(&mut rows);
        for (start, fate) in written.outside(adapted) {
            self.outside.insert(start, fate);
        }
        problems.extend(forgotten.into_iter().map(|span| {
            let message = format!(
                "`{}`: the output has no field for this",
                adapted.server.name
            );
            Diagnostic::new("conversion-field-dropped", Level::Warning, span, message)
                .loss()
                .label("dropped")
        }));
        problems
    }

    /// Accounts for a server that stays as it is in its own document.
    pub(super) fn keep_server(
        &mut self,
        source: usize,
        found: &FoundServers<'_, '_>,
        entry: &ServerEntry<'_, '_>,
    ) {
        self.stay(source, found, entry, &[]);
    }

    /// Every leaf stays where it is, and some of them have values now.
    fn stay(
        &mut self,
        source: usize,
        found: &FoundServers<'_, '_>,
        entry: &ServerEntry<'_, '_>,
        expanded: &[Span],
    ) {
        if !self.report {
            return;
        }
        let base = entry.pointer(&found.roots);
        leaves(entry.node, &mut Vec::new(), &mut |path, node| {
            let class = if expanded.contains(&node.span) {
                Class::Expanded
            } else {
                Class::Kept
            };
            let mut row = row(
                source,
                Some(entry.name),
                &base,
                path,
                node,
                Fate::plain(class),
            );
            row.targets = vec![row.pointer.clone()];
            self.rows.push(row);
        });
    }

    /// Accounts for a server that is not written, for a reason that concerns it as a whole.
    pub(super) fn drop_server(
        &mut self,
        source: usize,
        found: &FoundServers<'_, '_>,
        entry: &ServerEntry<'_, '_>,
        rule: Option<&'static str>,
        reason: &str,
    ) {
        // What other places say about it goes with it.
        for mention in found.mentions(entry.name) {
            self.outside
                .entry(mention.start)
                .or_insert_with(|| Fate::dropped(rule, reason));
        }
        if self.report {
            let base = entry.pointer(&found.roots);
            leaves(entry.node, &mut Vec::new(), &mut |path, node| {
                self.rows.push(row(
                    source,
                    Some(entry.name),
                    &base,
                    path,
                    node,
                    Fate::dropped(rule, reason),
                ));
            });
        }
    }

    /// Accounts for what stands under a key that a later one hides. In its own document it stays.
    pub(super) fn drop_hidden(&mut self, source: usize, hidden: &Hidden<'_, '_>) {
        if !self.report {
            return;
        }
        let base = pointer(&hidden.path);
        leaves(&hidden.member.value, &mut Vec::new(), &mut |path, node| {
            let fate = if self.own {
                Fate {
                    targets: vec![base.clone()],
                    ..Fate::plain(Class::Kept)
                }
            } else {
                match hidden.instead {
                    Some(_) => {
                        Fate::dropped(Some("wrong-root-key"), "another root is read instead")
                    }
                    None => {
                        Fate::dropped(Some("duplicate-key"), "a later key of the same name wins")
                    }
                }
            };
            self.rows.push(row(source, None, &base, path, node, fate));
        });
    }

    pub(super) fn skip_server(
        &mut self,
        source: usize,
        found: &FoundServers<'_, '_>,
        entry: &ServerEntry<'_, '_>,
        skip: &Skip,
    ) {
        self.drop_server(source, found, entry, Some(skip.kind.rule()), &skip.reason);
    }

    /// Gives the rows of a document that was put into other words their places in it, each once.
    pub(super) fn trace(&mut self, source: usize, origin: &Node<'_>) {
        let mut known: HashMap<Span, String> = HashMap::new();
        leaves(origin, &mut Vec::new(), &mut |path, node| {
            let mut pointer = String::new();
            push_pointer(&mut pointer, path);
            known.insert(node.span, pointer);
        });
        let mut seen: HashMap<Span, usize> = HashMap::new();
        let mut rows: Vec<Row> = Vec::new();
        for mut row in std::mem::take(&mut self.rows) {
            if row.source != source {
                rows.push(row);
                continue;
            }
            // What stands nowhere in particular was made up.
            let Some(pointer) = known.get(&row.span) else {
                continue;
            };
            row.pointer.clone_from(pointer);
            match seen.get(&row.span) {
                Some(at) => rows[*at].targets.append(&mut row.targets),
                None => {
                    seen.insert(row.span, rows.len());
                    rows.push(row);
                }
            }
        }
        for at in seen.into_values() {
            rows[at].targets.order();
            rows[at].targets.dedup();
        }
        self.rows = rows;
    }
}

/// Whether every leaf of the server stands in its output, which is nearly always so and quickly seen. Anything else is
/// looked at leaf by leaf.
fn accounted(entry: &ServerEntry<'_, '_>, adapted: &Adapted) -> bool {
    let mut starts: Vec<u32> = Vec::with_capacity(16);
    adapted
        .out
        .each_leaf(&mut |out| starts.extend(out.from.iter().map(|span| span.start)));
    starts.sort_unstable();
    // What was said outside the entry has to be remembered for the end.
    let own = entry.node.span;
    if starts.first().is_some_and(|start| *start < own.start)
        || starts.last().is_some_and(|start| *start >= own.end)
    {
        return false;
    }
    let mut all =
        adapted.outside.is_empty() && adapted.server.implied.is_empty() && entry.index.is_none();
    entry
        .node
        .each_leaf(&mut |node| all &= starts.binary_search(&node.span.start).is_ok());
    all
}

fn ignored(field: &IgnoredField, server: &str, source: &str, target: &Host) -> Diagnostic {
    let message = format!(
        "`{server}`: `{}` is dropped: {source} ignores it",
        field.field
    );
    let top = field.field.split('.').next().unwrap_or(&field.field);
    let words = target.main().limits.words.as_ref().map(|words| {
        words
            .field
            .replace("{name}", server)
            .replace("{field}", top)
    });
    Diagnostic::new(
        "conversion-field-dropped",
        Level::Warning,
        field.key_span,
        message,
    )
    .loss()
    .label(words.unwrap_or_else(|| reason(field.reason).to_owned()))
}

fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Unknown => "the source host does not have this field",
        Reason::Transport => "the source host does not use this field with this transport",
        Reason::Overruled => "another field sets the same, and wins",
        Reason::Null => "null is not a value here",
        Reason::Refused => "the source host does not accept this value",
        Reason::TooSmall => "the source host ignores a value this small",
        Reason::Unpaired => "the source host uses it only beside an equal time",
        Reason::Duplicate => "the same key is defined again below",
    }
}

fn row(
    source: usize,
    server: Option<&str>,
    base: &str,
    path: &[Step<&str>],
    node: &Node<'_>,
    fate: Fate,
) -> Row {
    let mut pointer = base.to_owned();
    push_pointer(&mut pointer, path);
    let Fate {
        class,
        targets,
        rule,
        reason,
    } = fate;
    Row {
        source,
        server: server.map(str::to_owned),
        pointer,
        span: node.span,
        class,
        targets,
        rule,
        reason,
    }
}

/// Whether a scalar or an empty container is the same on both sides.
pub(super) fn same_leaf(node: &Node<'_>, out: &Out) -> bool {
    match (&node.value, &out.value) {
        (Tree::Null, OutValue::Null) => true,
        (Tree::Bool(a), OutValue::Bool(b)) => a == b,
        (Tree::Number(a), OutValue::Number(b)) => a == b,
        (Tree::String(a), OutValue::String(b)) => a == b,
        (Tree::Array(a), OutValue::Array(b)) => a.is_empty() && b.is_empty(),
        (Tree::Object(a), OutValue::Object(b)) => a.is_empty() && b.is_empty(),
        _ => false,
    }
}

/// Calls `visit` for every scalar and every empty container below `node`. Nesting is bounded by the parser.
pub(crate) fn leaves<'n>(
    node: &'n Node<'_>,
    path: &mut Vec<Step<&'n str>>,
    visit: &mut dyn FnMut(&[Step<&'n str>], &'n Node<'_>),
) {
    match &node.value {
        Tree::Array(items) if !items.is_empty() => {
            for (index, item) in items.iter().enumerate() {
                path.push(Step::Index(index));
                leaves(item, path, visit);
                path.pop();
            }
        }
        Tree::Object(members) if !members.is_empty() => {
            for member in members {
                path.push(Step::Key(&member.key));
                leaves(&member.value, path, visit);
                path.pop();
            }
        }
        _ => visit(path, node),
    }
}
