//! Keys outside the servers that say something about them, read as if their fields had said it.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::lower::pair;
use super::roots::FoundGate;
use super::{Format, GateKind};
use crate::model::{Entry, Pair, Raw, Server, Slot, Template, Value};
use crate::syntax::{Node, Span, Value as Tree};

/// The gates of a file, so that none is walked again for every server.
pub(crate) struct Gates<'f, 'n, 't> {
    gates: Vec<Gate<'f, 'n, 't>>,
    format: &'static Format,
}

struct Gate<'f, 'n, 't> {
    found: &'f FoundGate<'n, 't>,
    by_name: OnceCell<ByName<'n, 't>>,
    sorted: OnceCell<Vec<Said<'n, 't>>>,
}

/// Servers by their names in small letters.
type ByName<'n, 't> = HashMap<String, Vec<&'n Node<'t>>>;

/// What a gate says about a tool or a pattern of them.
struct Said<'n, 't> {
    /// The text up to the first mark of a pattern.
    plain: &'n str,
    text: &'n str,
    key_span: Span,
    node: &'n Node<'t>,
}

impl<'f, 'n, 't> Gates<'f, 'n, 't> {
    pub(super) fn new(found: &'f [FoundGate<'n, 't>], format: &'static Format) -> Self {
        let gates = found
            .iter()
            .map(|found| Gate {
                found,
                by_name: OnceCell::new(),
                sorted: OnceCell::new(),
            })
            .collect();
        Self { gates, format }
    }

    /// Puts into a server of `root` what the gates say about it.
    pub(super) fn apply(&self, root: usize, server: &mut Server) {
        for gate in &self.gates {
            if gate.found.root.is_some_and(|own| own != root) {
                continue;
            }
            let node = gate.found.node;
            match gate.found.kind {
                GateKind::Off => {
                    if let Some(item) = gate.named(&server.name).first() {
                        gate.disable(server, item.span);
                    }
                }
                GateKind::Only => {
                    let named = gate.named(&server.name);
                    if named.is_empty() {
                        gate.disable(server, node.span);
                    }
                    server.implied.extend(named.iter().map(|item| item.span));
                }
                GateKind::All => match &node.value {
                    Tree::Bool(false) => gate.disable(server, node.span),
                    _ => server.implied.push(node.span),
                },
                // An empty list is what the host starts from, and limits nothing.
                GateKind::AllowTools if node.items().is_empty() => {}
                GateKind::AllowTools => {
                    gate.judge(server, &self.prefix(&server.name), Verdict::Deny);
                }
                GateKind::Tools | GateKind::DenyTools | GateKind::Permissions => {
                    gate.judge(server, &self.prefix(&server.name), Verdict::Allow);
                }
            }
        }
    }

    /// What stands in front of the names of a server's tools.
    fn prefix(&self, name: &str) -> String {
        let id = match self.format.runtime.ids.names {
            Some(ids) => ids.id(name),
            None => tool_prefix(name),
        };
        format!("{id}_")
    }
}

impl<'n, 't> Gate<'_, 'n, 't> {
    /// The items of a list that name the server.
    fn named(&self, name: &str) -> &[&'n Node<'t>] {
        let by_name = self.by_name.get_or_init(|| {
            let mut names: ByName<'n, 't> = HashMap::new();
            for item in self.found.node.items() {
                if let Some(text) = item.as_str() {
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

    /// All that is said about tools, in the order of the names.
    fn sorted(&self) -> &[Said<'n, 't>] {
        self.sorted.get_or_init(|| {
            let node = self.found.node;
            let members = node
                .members()
                .iter()
                .map(|member| (&*member.key, member.key_span, &member.value));
            let items = node
                .items()
                .iter()
                .filter_map(|item| Some((item.as_str()?, item.span, item)));
            // One word for everything.
            let word = node.as_str().map(|_| ("*", node.span, node));
            let mut said: Vec<Said<'n, 't>> = members
                .chain(items)
                .chain(word)
                .map(|(text, key_span, node)| Said {
                    plain: plain_start(text),
                    text,
                    key_span,
                    node,
                })
                .collect();
            said.sort_by_key(|said| said.plain);
            said
        })
    }

    /// What is said about tools whose ids start with `prefix`, in the order of the file.
    fn about(&self, prefix: &str) -> Vec<&Said<'n, 't>> {
        let sorted = self.sorted();
        let start = sorted.partition_point(|said| said.plain < prefix);
        let count = sorted[start..].partition_point(|said| said.plain.starts_with(prefix));
        let mut about: Vec<&Said<'n, 't>> = sorted[start..start + count].iter().collect();
        // Patterns that may mean tools of any server, this one among them.
        for end in (0..prefix.len()).filter(|end| prefix.is_char_boundary(*end)) {
            let start = &prefix[..end];
            let at = sorted.partition_point(|said| said.plain < start);
            let same = sorted[at..].iter().take_while(|said| said.plain == start);
            about.extend(same.filter(|said| said.plain != said.text).take(GENERAL));
        }
        about.sort_by_key(|said| said.key_span);
        about
    }

    /// Puts verdicts about tools into the server. The last one that is about a tool counts.
    fn judge(&self, server: &mut Server, prefix: &str, mut rest: Verdict) {
        let verdict = |said: &Said<'_, '_>| match (self.found.kind, &said.node.value) {
            (GateKind::Tools, Tree::Bool(true)) | (GateKind::AllowTools, _) => Some(Verdict::Allow),
            (GateKind::Tools, Tree::Bool(false)) | (GateKind::DenyTools, _) => Some(Verdict::Deny),
            (GateKind::Permissions, Tree::String(word)) => match &**word {
                "allow" => Some(Verdict::Allow),
                "ask" => Some(Verdict::Ask),
                "deny" => Some(Verdict::Deny),
                _ => None,
            },
            _ => None,
        };
        // Servers of such a host have lists of patterns; elsewhere names in them are just names.
        let globs = matches!(self.found.kind, GateKind::Tools | GateKind::Permissions);
        let about = self.about(prefix);
        let mut whole = about.first().copied();
        let mut tools: Vec<(&Said<'_, '_>, &str, Verdict)> = Vec::new();
        let mut limits = Vec::new();
        for said in about {
            let Some(verdict) = verdict(said) else {
                continue;
            };
            match said.reach(prefix, globs && verdict == Verdict::Deny) {
                Reach::All => {
                    let overruled = tools.drain(..).map(|(said, ..)| said.node.span);
                    server.implied.extend(overruled.chain([said.node.span]));
                    limits.clear();
                    (rest, whole) = (verdict, Some(said));
                }
                Reach::Tool(tool) => tools.push((said, tool, verdict)),
                Reach::Some if verdict == rest => server.implied.push(said.node.span),
                Reach::Some => limits.push(said),
            }
        }
        limits.iter().for_each(|said| self.limit(server, said));
        let of = |wanted: Verdict| {
            let tools = tools.iter().filter(move |(.., verdict)| *verdict == wanted);
            tools.map(|(said, tool, _)| (said.key_span, Template::literal(*tool, said.node.span)))
        };
        let pairs = |wanted, word| {
            of(wanted)
                .filter_map(move |(span, tool)| {
                    let name = tool.as_literal()?.to_owned();
                    Some(pair(
                        &name,
                        span,
                        Template::literal(word, tool.span),
                        tool.span,
                    ))
                })
                .collect::<Vec<_>>()
        };
        let asks = pairs(Verdict::Ask, "ask");
        let runs = of(Verdict::Allow)
            .chain(of(Verdict::Ask))
            .collect::<Vec<_>>();
        match rest {
            Verdict::Deny if !runs.is_empty() => self.list(server, Slot::AllowTools, runs),
            // A pattern may let some of its tools through.
            Verdict::Deny if !limits.is_empty() => {}
            // Without any of its tools a server is disabled.
            Verdict::Deny => {
                let span = whole.map_or(self.found.node.span, |said| said.node.span);
                self.disable(server, span);
            }
            Verdict::Allow | Verdict::Ask => {
                self.list(server, Slot::DenyTools, of(Verdict::Deny).collect());
                let allowed = of(Verdict::Allow).map(|(_, tool)| tool.span);
                server.implied.extend(allowed);
            }
        }
        if !asks.is_empty() {
            self.approvals(server, asks);
        }
        if let (Verdict::Ask, Some(said)) = (rest, whole) {
            self.entry(
                server,
                Slot::DefaultApproval,
                said,
                Value::Text(Template::literal("ask", said.node.span)),
            );
        }
    }

    fn field(&self) -> String {
        self.found.path.join(".")
    }

    fn disable(&self, server: &mut Server, span: Span) {
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

    /// Adds tools to a list of the server.
    fn list(&self, server: &mut Server, slot: Slot, tools: Vec<(Span, Template)>) {
        let Some((key_span, first)) = tools.first() else {
            return;
        };
        let (key_span, span) = (*key_span, first.span);
        let tools = tools.into_iter().map(|(_, tool)| tool);
        match server.entries.iter_mut().find(|entry| entry.slot == slot) {
            Some(Entry {
                value: Value::List(list),
                ..
            }) => list.extend(tools),
            _ => server.entries.push(Entry {
                slot,
                field: self.field().into(),
                key_span,
                span,
                value: Value::List(tools.collect()),
            }),
        }
    }

    fn approvals(&self, server: &mut Server, asks: Vec<Pair>) {
        match server
            .entries
            .iter_mut()
            .find(|entry| entry.slot == Slot::Approvals)
        {
            Some(Entry {
                value: Value::Map(pairs),
                ..
            }) => pairs.extend(asks),
            _ => {
                let first = &asks[0];
                server.entries.push(Entry {
                    slot: Slot::Approvals,
                    field: self.field().into(),
                    key_span: first.key_span,
                    span: first.span,
                    value: Value::Map(asks),
                });
            }
        }
    }

    /// What limits the server in a way that no other host can say.
    fn limit(&self, server: &mut Server, said: &Said<'_, '_>) {
        let raw = Raw::from_node(said.node);
        self.entry(server, Slot::Limit, said, Value::Raw(raw));
    }

    fn entry(&self, server: &mut Server, slot: Slot, said: &Said<'_, '_>, value: Value) {
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

/// At most so many patterns over all servers are looked at for each.
const GENERAL: usize = 64;

/// What may be done with a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Allow,
    Ask,
    Deny,
}

/// Which tools of a server are meant.
enum Reach<'s> {
    All,
    Tool(&'s str),
    Some,
}

impl Said<'_, '_> {
    fn reach(&self, prefix: &str, globs: bool) -> Reach<'_> {
        let all = self.text.strip_prefix(self.plain) == Some("*");
        match self.text.strip_prefix(prefix) {
            Some("*") => Reach::All,
            Some(tool) if globs || self.plain == self.text => Reach::Tool(tool),
            None if all => Reach::All,
            _ => Reach::Some,
        }
    }
}

/// The text up to the first mark of a glob; nothing of it is sure in a regular expression.
fn plain_start(text: &str) -> &str {
    if text.starts_with("re:") {
        return "";
    }
    text.split(['*', '?', '[']).next().unwrap_or_default()
}

/// A server's name as it appears in front of its tools' names.
pub(crate) fn tool_prefix(name: &str) -> String {
    name.chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') {
                c
            } else {
                '_'
            }
        })
        .collect()
}
