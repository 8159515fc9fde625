//! References that are replaced before they are written: by values, by defaults, by other references.

use super::options::{Defaults, Expand, Options, Unset};
use crate::host::{Host, Loss, Place};
use crate::model::dialect::Dialect;
use crate::model::{HostVar, Part, Prompt, Server, Slot, Template, Value};
use crate::secret;
use crate::syntax::Span;

/// Replaces what the target cannot hold, or what the user wants replaced.
pub(super) struct Expander<'o> {
    pub(super) options: &'o Options<'o>,
    pub(super) source: &'static Host,
    pub(super) source_place: &'static Place,
    pub(super) target_place: &'static Place,
    pub(super) prompts: &'o [Prompt],
    /// What is worth saying.
    pub(super) losses: Vec<Loss>,
    /// Variables that have no value, with the place of the first reference.
    pub(super) unset: Vec<(String, Span)>,
    /// Leaves that now hold a value instead of a reference.
    pub(super) expanded: Vec<Span>,
    /// The values that were put in.
    pub(super) values: Vec<String>,
    /// Questions that are now variables, and the leaves that refer to them.
    pub(super) asked: Vec<(String, Span)>,
}

impl Expander<'_> {
    pub(super) fn server(&mut self, server: &mut Server) {
        let name = server.name.clone();
        for entry in &mut server.entries {
            let slot = entry.slot;
            match &mut entry.value {
                Value::Text(text) => self.template(&name, &entry.field, None, slot, text),
                Value::List(list) => {
                    for text in list {
                        self.template(&name, &entry.field, None, slot, text);
                    }
                }
                Value::Map(pairs) => {
                    for pair in pairs {
                        if let Some(text) = pair.value.as_mut().filter(|text| text.has_references())
                        {
                            let field = format!("{}.{}", entry.field, pair.key);
                            self.template(&name, &field, Some(&pair.key), slot, text);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn template(
        &mut self,
        server: &str,
        field: &str,
        key: Option<&str>,
        slot: Slot,
        text: &mut Template,
    ) {
        if !text.has_references() {
            return;
        }
        let dialect = self.options.to.dialect(self.target_place, slot);
        let mut done = Template {
            parts: Vec::new(),
            span: text.span,
        };
        for part in std::mem::take(&mut text.parts) {
            let part = self.prompt(part, dialect, text.span);
            let part = if self.expands() {
                self.value(server, field, key, part, text.span)
            } else {
                part
            };
            let part = self.home(part, dialect);
            done.push(self.default(server, field, key, part, dialect, text.span));
        }
        *text = done;
    }

    fn expands(&self) -> bool {
        match self.options.expand {
            Expand::Auto => self.target_place.format.expects_values,
            Expand::Always => true,
            Expand::Never => false,
        }
    }

    /// A question the target cannot ask is answered by a variable of the same name.
    fn prompt(&mut self, part: Part, dialect: &Dialect, span: Span) -> Part {
        let Part::Input(id) = &part else { return part };
        let prompt = self.prompts.iter().find(|prompt| prompt.id == *id);
        let asks = dialect.spell(&part).is_some() && !self.expands();
        if asks || prompt.is_some_and(|prompt| !prompt.typed) {
            return part;
        }
        self.asked.push((id.clone(), span));
        Part::Env {
            name: variable_name(id),
            default: prompt.and_then(|prompt| prompt.default.clone()),
        }
    }

    /// The home folder is also the value of a variable, where the target has no word of its own for it.
    fn home(&self, part: Part, dialect: &Dialect) -> Part {
        match part {
            Part::Host(HostVar::Home)
                if dialect.spell(&part).is_none() && dialect.has_variables() =>
            {
                Part::Env {
                    name: "HOME".to_owned(),
                    default: None,
                }
            }
            other => other,
        }
    }

    fn value(
        &mut self,
        server: &str,
        field: &str,
        key: Option<&str>,
        part: Part,
        span: Span,
    ) -> Part {
        let (name, default) = match &part {
            Part::Env { name, default } => (name.clone(), default.clone()),
            Part::Host(HostVar::Home) => {
                let home = shellexpand::tilde_with_context("~", || self.options.environment.home());
                if home == "~" {
                    self.unset.push(("HOME".to_owned(), span));
                    return part;
                }
                self.expanded.push(span);
                return Part::Text(home.into_owned());
            }
            _ => return part,
        };
        let given = self.options.environment.get(&name);
        let value = match (given, default) {
            // Only the reference itself is expanded, never the text around it or what is in the value.
            (Some(value), _) => {
                let expanded = shellexpand::env_with_context_no_errors("${X}", |_| Some(value));
                self.secret_inlined(server, field, key, &name, &expanded, span);
                self.values.push(expanded.clone().into_owned());
                expanded.into_owned()
            }
            (None, Some(default)) => default,
            (None, None) => match self.options.unset {
                Unset::Empty => String::new(),
                Unset::Keep => {
                    return Part::Text(
                        self.source
                            .dialect(self.source_place, Slot::Env)
                            .spell(&part)
                            .unwrap_or_else(|| format!("${{{name}}}")),
                    );
                }
                Unset::Error => {
                    if !self.unset.iter().any(|(known, _)| *known == name) {
                        self.unset.push((name, span));
                    }
                    return part;
                }
            },
        };
        self.expanded.push(span);
        Part::Text(value)
    }

    fn secret_inlined(
        &mut self,
        server: &str,
        field: &str,
        key: Option<&str>,
        name: &str,
        value: &str,
        span: Span,
    ) {
        if !(secret::secretish_name(name) || secret::looks_secret(key.or(Some(name)), value)) {
            return;
        }
        let why = if self.target_place.format.expects_values {
            "does not expand variables"
        } else {
            "gets values, as asked"
        };
        self.losses.push(Loss {
            rule: "conversion-secret-inlined",
            span,
            leaves: Vec::new(),
            message: format!(
                "`{server}`: {} {why}; the output holds the value of `{name}` in `{field}`",
                self.options.to.name
            ),
            label: Some("the secret is written out".to_owned()),
            help: Some("keep the output out of repositories and chats".to_owned()),
        });
    }

    /// A default the target has no words for.
    fn default(
        &mut self,
        server: &str,
        field: &str,
        key: Option<&str>,
        part: Part,
        dialect: &Dialect,
        span: Span,
    ) -> Part {
        let Part::Env {
            name,
            default: Some(default),
        } = &part
        else {
            return part;
        };
        if dialect.spell(&part).is_some() {
            return part;
        }
        let secret = secret::looks_secret(key.or(Some(name)), default);
        let inline = self.options.defaults == Defaults::Inline && !default.is_empty() && !secret;
        let target = self.options.to.name;
        self.losses.push(Loss {
            rule: "conversion-value-lossy",
            span,
            leaves: vec![span],
            message: if inline {
                format!("`{server}`: the default of `{name}` is written as the value of `{field}`; the variable no longer overrides it")
            } else {
                format!("`{server}`: `{name}` loses its default in `{field}`")
            },
            label: Some(format!("{target} cannot express a default here")),
            help: Some(if inline { "`--default reference` keeps the reference instead" } else { "set the variable where the host runs" }.to_owned()),
        });
        if inline {
            Part::Text(default.clone())
        } else {
            Part::Env {
                name: name.clone(),
                default: None,
            }
        }
    }
}

/// The variable that answers a question: its id in the spelling of variables.
pub(super) fn variable_name(id: &str) -> String {
    let name: String = id
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_uppercase()
            } else {
                '_'
            }
        })
        .collect();
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        format!("_{name}")
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::variable_name;

    #[test]
    fn ids_become_names_of_variables() {
        assert_eq!(variable_name("github-token"), "GITHUB_TOKEN");
        assert_eq!(variable_name("2fa.code"), "_2FA_CODE");
    }
}
