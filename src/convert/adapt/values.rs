//! What stands for references: inputs, variables, or values.

use std::collections::{HashMap, HashSet};

use super::Adapter;
use crate::convert::environment;
use crate::convert::expand::Expander;
use crate::convert::options::Expand;
use crate::convert::references;
use crate::diagnostic::{Diagnostic, Level};
use crate::host::{Loss, Place, Skip, SkipKind};
use crate::model::dialect::Dialect;
use crate::model::{Part, Raw, RawValue, Server, Value};
use crate::secret::veiled_variable;
use crate::syntax::Span;

/// What was put in for references.
pub(super) struct Filled {
    pub(super) expanded: Vec<Span>,
    /// The values that were put in.
    pub(super) values: Vec<String>,
    /// Inputs that became variables.
    pub(super) asked: Vec<Answered>,
}

/// An input of the source that the target does not ask for.
pub(super) struct Answered {
    id: String,
    /// The value that refers to it.
    pub(super) span: Span,
    /// The variable that the value refers to now, if it does.
    variable: Option<String>,
}

impl Adapter<'_> {
    /// Has the target ask for inputs, and for secrets if that is wanted; whether the server refers to any of it.
    pub(super) fn ask(
        &mut self,
        server: &mut Server,
        losses: &mut Vec<Loss>,
        said: &mut Vec<Diagnostic>,
    ) -> bool {
        let (_, source_place) = self.from();
        let same_host = self.same_host();
        if !same_host {
            self.declare(server, source_place);
        }
        let asked_for = self.asks.ask(self.options, self.place(), server);
        let elsewhere = |name: &str| self.taken.contains(name) || self.variables.has(name);
        let referenced = self.secrets.server(source_place, server, &elsewhere, said);
        if self.options.expand != Expand::Always {
            let values = self.format().expects_values;
            let expands = values && self.options.expand == Expand::Auto;
            if !same_host || referenced {
                let target = self.target();
                losses.extend(environment::leave_inherited(
                    server,
                    target,
                    self.format(),
                    expands,
                ));
            }
            if !same_host {
                losses.extend(self.renamed(server));
            }
        }
        asked_for || referenced
    }

    /// Puts values in where the target needs them, or the user wants them.
    pub(super) fn fill(
        &mut self,
        server: &mut Server,
        losses: &mut Vec<Loss>,
    ) -> Result<Filled, Skip> {
        let (_, source_place) = self.from();
        let mut expander = Expander {
            options: self.options,
            source_place,
            target_place: self.place(),
            prompts: &self.prompts,
            variables: &self.variables,
            losses: Vec::new(),
            unset: Vec::new(),
            expanded: Vec::new(),
            values: Vec::new(),
            asked: Vec::new(),
            left_out: Vec::new(),
        };
        expander.server(server);
        let Expander {
            losses: more,
            unset,
            expanded,
            values,
            asked,
            left_out,
            ..
        } = expander;
        losses.extend(more);
        // Inputs have become variables, and with all values put in some references may be left.
        if !self.same_host() {
            losses.extend(self.renamed(server));
            let (from, to) = (source_place.format, self.format());
            losses.extend(references::found_in_own(server, from, self.target(), to));
        }
        self.unset(server, unset)?;
        self.problems.extend(left_out_of(server, &left_out));
        Ok(Filled {
            expanded,
            values,
            asked: self.answered_in(server, asked),
        })
    }

    /// What became of inputs in the values of `server` that referred to them.
    fn answered_in(&self, server: &Server, mut asked: Vec<(String, Span)>) -> Vec<Answered> {
        let mut seen = HashSet::new();
        asked.retain(|use_of| seen.insert(use_of.clone()));
        // The words of a command in one string have one place.
        let mut left: HashMap<u32, Vec<(HashSet<String>, &Dialect)>> = HashMap::new();
        if !asked.is_empty() {
            for entry in &server.entries {
                let dialect = self.format().dialect(entry.slot);
                for text in entry.value.templates().filter(|text| text.has_references()) {
                    let mut names = HashSet::new();
                    text.each_variable(&mut |name| _ = names.insert(name.to_owned()));
                    let texts = left.entry(text.span.start).or_default();
                    texts.push((names, dialect));
                }
            }
        }
        let asked = asked.into_iter().map(|(id, span)| {
            let own = self.variables.of(&id);
            let mut texts = left.get(&span.start).into_iter().flatten();
            let variable = texts.find_map(|(left, dialect)| {
                let names = [own.clone(), dialect.names.nearest(&own)];
                names.into_iter().find(|name| left.contains(name))
            });
            Answered { id, span, variable }
        });
        asked.collect()
    }

    /// Remembers which inputs of the source became variables.
    pub(super) fn answer(&mut self, server: &str, asked: Vec<Answered>) {
        for asked in asked {
            if self.prompts.get(&asked.id).is_none() {
                let problem = self.undeclared(server, &asked);
                self.problems.push(problem);
            }
            if let Some(variable) = asked.variable {
                self.needed.entry(asked.id.clone()).or_insert(variable);
            }
            self.answered.entry(asked.id).or_default().push(asked.span);
        }
    }

    /// What the source asks for in the entry itself, the target asks for in its own way, if it has one.
    fn declare(&mut self, server: &mut Server, source: &Place) {
        let Some(field) = source.format.inputs() else {
            return;
        };
        if self.place.prompts.is_none() && self.format().inputs().is_none() {
            return;
        }
        if self.place.prompts.is_some() {
            let said = self.asks.declare(server, &self.prompts);
            self.problems.extend(said);
        }
        let at = server
            .entries
            .iter()
            .position(|entry| entry.field == field.name);
        let Some(entry) = at.map(|at| server.entries.remove(at)) else {
            return;
        };
        let Value::Raw(Raw {
            value: RawValue::Object(members),
            ..
        }) = &entry.value
        else {
            return;
        };
        for (id, raw) in members {
            let user = server.entries.iter().find_map(|entry| {
                let mut found = None;
                let refers = |part: &Part| matches!(part, Part::Input(known) if known == id);
                entry.value.clone().each_template(&mut |template| {
                    if template.parts.iter().any(refers) {
                        found = found.or(Some(template.span));
                    }
                });
                found
            });
            raw.each_leaf(&mut |leaf| match user {
                Some(main) => server.riders.push((leaf, main)),
                // Nothing asks for it, so that nothing is lost with it.
                None => server.implied.push(leaf),
            });
        }
    }

    /// An input that the source does not ask for, and so does not run the server with.
    fn undeclared(&self, server: &str, asked: &Answered) -> Diagnostic {
        let id = &asked.id;
        let told = |what: &str| {
            let message = format!("`{server}`: undeclared input `{id}` becomes {what}");
            Diagnostic::new("undefined-input", Level::Warning, asked.span, message)
                .loss()
                .label("no input has this id")
        };
        let Some(variable) = &asked.variable else {
            return told("a value");
        };
        let variable = veiled_variable(variable);
        let help = format!("set `{variable}` where {} runs", self.target().name);
        told(&format!("variable `{variable}`")).help(help)
    }

    /// Gives variables the names that they have in the target.
    fn renamed(&self, server: &mut Server) -> Vec<Loss> {
        references::rename(server, self.target(), self.place())
    }

    /// Variables without a value stop the conversion: the host would be handed something that is not meant.
    fn unset(&mut self, server: &Server, unset: Vec<(String, Span)>) -> Result<(), Skip> {
        let mut skips = unset.into_iter().map(|(name, span)| {
            let name = veiled_variable(&name);
            let reason = format!(
                "`{}` needs the variable `{name}`, which is not set",
                server.name
            );
            Skip::new(SkipKind::Undefined, span, reason)
                .label(format!("{} needs its value", self.options.to.name))
                .help(format!(
                    "set it, pass `--env {name}=…`, or choose `--unset empty` or `--unset keep`"
                ))
        });
        let Some(last) = skips.next() else {
            return Ok(());
        };
        let more: Vec<Diagnostic> = skips.map(|skip| skip.diagnostic()).collect();
        self.problems.extend(more);
        Err(last)
    }
}

/// Variables that the source hands on only if they are set, and that are not set here.
fn left_out_of(server: &Server, list: &[(String, Span)]) -> Option<Diagnostic> {
    let (_, at) = list.first()?;
    let names = list.iter().map(|(name, _)| veiled_variable(name));
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    let verb = if list.len() == 1 { "is" } else { "are" };
    let names = names.join(", ");
    let message = format!("`{}`: {names} {verb} dropped", server.name);
    let note = Diagnostic::new("conversion-value-lossy", Level::Info, *at, message);
    let told = note.label("not set here, and passed on only if set");
    Some(told.help("set it here or pass `--env NAME=VALUE` to write its value"))
}
