//! What stands for references: inputs, variables, or values.

use super::Adapter;
use crate::convert::environment;
use crate::convert::expand::Expander;
use crate::convert::options::Expand;
use crate::convert::references;
use crate::diagnostic::{Diagnostic, Level};
use crate::host::{Loss, Place, Skip, SkipKind};
use crate::model::{Part, Raw, RawValue, Server, Value};
use crate::secret::veiled_variable;
use crate::syntax::Span;

/// What was put in for references.
pub(super) struct Filled {
    pub(super) expanded: Vec<Span>,
    /// The values that were put in.
    pub(super) values: Vec<String>,
    /// Inputs that became variables.
    pub(super) asked: Vec<(String, Span)>,
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
        let referenced = self.secrets.server(source_place, server, said);
        if self.options.expand != Expand::Always {
            if !same_host || referenced {
                environment::leave_inherited(server, self.format());
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
        };
        expander.server(server);
        let Expander {
            losses: more,
            unset,
            expanded,
            values,
            asked,
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
        Ok(Filled {
            expanded,
            values,
            asked,
        })
    }

    /// Remembers which inputs of the source became variables.
    pub(super) fn answer(&mut self, server: &str, asked: Vec<(String, Span)>) {
        for (id, span) in asked {
            if self.prompts.get(&id).is_none() {
                let problem = self.undeclared(server, &id, span);
                self.problems.push(problem);
            }
            self.answered.entry(id).or_default().push(span);
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
            self.asks.declare(server, &self.prompts);
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
    fn undeclared(&self, server: &str, id: &str, span: Span) -> Diagnostic {
        let variable = veiled_variable(&self.variable(id)).into_owned();
        let message = format!("`{server}`: undeclared input `{id}` becomes variable `{variable}`");
        let help = format!("set `{variable}` where {} runs", self.target().name);
        Diagnostic::new("undefined-input", Level::Warning, span, message)
            .loss()
            .label("no input has this id")
            .help(help)
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
