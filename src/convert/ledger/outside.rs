//! What stands outside of the servers and is about them: gates and inputs.

use std::collections::{BTreeSet, HashMap};

use super::{Class, Fate, Ledger, leaves, row};
use crate::convert::adapt::Adapter;
use crate::diagnostic::{Diagnostic, Level};
use crate::host::{FoundGate, FoundServers, pointer};
use crate::model::Raw;
use crate::secret::veiled_variable;
use crate::syntax::path::push_pointer;
use crate::syntax::{Node, Span, Step, Tree};

impl Ledger {
    /// Takes note of a gate that is about servers nobody meant.
    pub(in crate::convert) fn pass_over(&mut self, gate: &FoundGate<'_, '_>, reason: &str) {
        leaves(gate.node, &mut Vec::new(), &mut |_, node| {
            self.outside
                .insert(node.span.start, Fate::dropped(None, reason));
        });
    }

    /// Takes note of an item of a gate that is about a server of another file.
    pub(in crate::convert) fn heed(&mut self, item: Span) {
        let fate = Fate::plain(Class::Implied);
        self.outside.entry(item.start).or_insert(fate);
    }

    /// Accounts for gates and questions, once all servers have had their say.
    pub(in crate::convert) fn outside(
        &mut self,
        source: usize,
        found: &FoundServers<'_, '_>,
        adapter: &mut Adapter<'_>,
    ) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        if self.own {
            if self.report {
                self.keep_outside(source, found, adapter);
            }
            return problems;
        }
        for gate in &found.gates {
            self.gate(source, gate, &mut problems);
        }
        if let Some(list) = found.prompts {
            let carried = self.carried(source);
            for (index, item) in list.items().iter().enumerate() {
                let mut base = pointer(adapter.prompts_path());
                push_pointer::<&str>(&mut base, &[Step::Index(index)]);
                self.prompt((source, &base), item, &carried, adapter, &mut problems);
            }
        }
        self.outside.clear();
        problems
    }

    /// The rows of a document by where their leaves start.
    fn carried(&self, source: usize) -> HashMap<u32, Vec<usize>> {
        let mut rows: HashMap<u32, Vec<usize>> = HashMap::new();
        for (at, row) in self.rows.iter().enumerate() {
            if row.source == source {
                rows.entry(row.span.start).or_default().push(at);
            }
        }
        rows
    }

    /// In its own document, everything outside the servers stays.
    fn keep_outside(&mut self, source: usize, found: &FoundServers<'_, '_>, adapter: &Adapter<'_>) {
        let gates = found
            .gates
            .iter()
            .filter(|gate| !gate.kind.names_tools())
            .map(|gate| (pointer(&gate.path), gate.node));
        let prompts = found
            .prompts
            .filter(|list| !list.items().is_empty())
            .map(|list| (pointer(adapter.prompts_path()), list));
        for (base, node) in gates.chain(prompts) {
            leaves(node, &mut Vec::new(), &mut |path, node| {
                let mut row = row(source, None, &base, path, node, Fate::plain(Class::Kept));
                row.targets = vec![row.pointer.clone()];
                self.rows.push(row);
            });
        }
    }

    fn gate(&mut self, source: usize, gate: &FoundGate<'_, '_>, problems: &mut Vec<Diagnostic>) {
        let base = pointer(&gate.path);
        // Of an item with several values, one word is enough.
        let mut last = None;
        leaves(gate.node, &mut Vec::new(), &mut |path, node| {
            let item = match path.first() {
                Some(Step::Index(item)) => Some(*item),
                _ => None,
            };
            let told = self.outside.get(&node.span.start).cloned();
            // A switch for a tool that is none of a server's is one of the host's other settings.
            if told.is_none() && gate.kind.names_tools() {
                return;
            }
            let for_all = gate.kind.is_for_all();
            let told = told.or_else(|| for_all.then(|| Fate::plain(Class::Implied)));
            let fate = told.unwrap_or_else(|| {
                if !matches!(node.value, Tree::Array(_) | Tree::Object(_)) {
                    let problem = Diagnostic::new(
                        "conversion-field-dropped",
                        Level::Warning,
                        node.span,
                        format!(
                            "an entry of `{}` is about no server that was written",
                            gate.path.join(".")
                        ),
                    );
                    let again = item.is_some() && last == item;
                    problems.extend((!again).then(|| problem.loss().label("dropped")));
                    last = item;
                    return Fate::dropped(
                        Some("conversion-field-dropped"),
                        "it is about no server that was written",
                    );
                }
                Fate::plain(Class::Implied)
            });
            if self.report {
                self.rows.push(row(source, None, &base, path, node, fate));
            }
        });
    }

    /// A question that the target asks in the entry of a server.
    #[expect(clippy::too_many_arguments, reason = "one caller")]
    fn own_input(
        &mut self,
        source: usize,
        base: &str,
        item: &Node<'_>,
        id: &str,
        server: &str,
        adapter: &Adapter<'_>,
        problems: &mut Vec<Diagnostic>,
    ) {
        let mut lose = |key: &str, message: String| {
            if let Some(member) = item.member(key) {
                let at = member.value.span;
                let problem =
                    Diagnostic::new("conversion-field-dropped", Level::Warning, at, message);
                problems.push(problem.loss().label("dropped"));
            }
        };
        lose("default", format!("input `{id}` loses its default"));
        lose("options", format!("input `{id}` loses its choices"));
        let asks = format!("input `{id}` is typed, and no longer the output of a command");
        lose("command", asks);
        if !self.report {
            return;
        }
        let field = adapter.place().format.inputs().map(|field| field.name);
        let mut target = pointer(adapter.place().roots[0]);
        push_pointer(
            &mut target,
            &[
                Step::Key(server),
                Step::Key(field.unwrap_or_default()),
                Step::Key(id),
            ],
        );
        leaves(item, &mut Vec::new(), &mut |path, node| {
            let fate = match path {
                [Step::Key("default" | "options" | "command"), ..] => Fate::dropped(
                    Some("conversion-field-dropped"),
                    "the target only asks for a text",
                ),
                _ => Fate {
                    targets: vec![target.clone()],
                    ..Fate::plain(Class::Rewritten)
                },
            };
            self.rows.push(row(source, None, base, path, node, fate));
        });
    }

    /// A variable that has to be set, because what is published leaves its value to the user.
    fn needed(&self, variable: &str, item: &Node<'_>) -> Option<Diagnostic> {
        let says = |key: &str| item.member(key).map(|member| &member.value);
        let secret = says("password").is_some();
        if says("default").is_some() && !secret {
            return None;
        }
        let variable = veiled_variable(variable);
        let message = format!("`{variable}` is read from the environment");
        let note = Diagnostic::new("conversion-value-lossy", Level::Info, item.span, message);
        let words = says("description").and_then(Node::as_str);
        let words = words.unwrap_or("the source leaves it to you");
        let help = format!("set `{variable}` where {} runs", self.target.name);
        Some(note.label(words).help(help))
    }

    /// A question stays one, or its id lives on as the name of a variable.
    fn prompt(
        &mut self,
        (source, base): (usize, &str),
        item: &Node<'_>,
        carried: &HashMap<u32, Vec<usize>>,
        adapter: &mut Adapter<'_>,
        problems: &mut Vec<Diagnostic>,
    ) {
        let id = item
            .member("id")
            .and_then(|member| member.value.as_str())
            .unwrap_or_default()
            .to_owned();
        if let Some(server) = adapter.own_inputs.get(&id) {
            return self.own_input(source, base, item, &id, server, adapter, problems);
        }
        let kept = adapter.keep_prompt(Raw::from_node(item).to_out());
        let uses = adapter.answered.get(&id).cloned().unwrap_or_default();
        let answered = !uses.is_empty();
        if kept.is_none() && adapter.is_published() {
            let variable = adapter.needed.get(&id);
            problems.extend(variable.and_then(|variable| self.needed(variable, item)));
        } else if kept.is_none() {
            let variable = adapter.needed.get(&id).map(String::as_str);
            problems.push(became(&id, item.span, answered, variable));
        }
        if !self.report {
            return;
        }
        let starting = |span: &Span| carried.get(&span.start).into_iter().flatten();
        let using: BTreeSet<usize> = uses
            .iter()
            .flat_map(|span| starting(span).filter(|at| self.rows[**at].span == *span))
            .copied()
            .collect();
        let targets: Vec<String> = using
            .iter()
            .flat_map(|at| self.rows[*at].targets.iter().cloned())
            .collect();
        leaves(item, &mut Vec::new(), &mut |path, node| {
            let carried = answered && matches!(path, [Step::Key("id" | "default")]);
            let fate = match &kept {
                Some(pointer) => {
                    let mut target = pointer.clone();
                    push_pointer(&mut target, path);
                    Fate {
                        targets: vec![target],
                        ..Fate::plain(Class::Kept)
                    }
                }
                None if carried => Fate {
                    targets: targets.clone(),
                    ..Fate::plain(Class::Rewritten)
                },
                None => Fate::dropped(
                    Some("conversion-field-dropped"),
                    "the target does not support inputs",
                ),
            };
            self.rows.push(row(source, None, base, path, node, fate));
        });
    }
}

/// What became of a question that the target does not ask; it has no more to be answered unless a `variable` is left.
fn became(id: &str, at: Span, answered: bool, variable: Option<&str>) -> Diagnostic {
    let told = |level: Level, message: String| {
        Diagnostic::new("conversion-field-dropped", level, at, message)
            .loss()
            .label("its wording is lost")
    };
    match variable {
        Some(variable) => {
            let message = format!("input `{id}` becomes variable `{variable}`");
            let help = format!("set `{variable}` where the host runs");
            told(Level::Warning, message).help(help)
        }
        None if answered => told(Level::Warning, format!("input `{id}` becomes a value")),
        None => told(
            Level::Info,
            format!("no written server uses the input `{id}`"),
        )
        .help("nothing needs to be done"),
    }
}
