//! References that are replaced before they are written: by values, by defaults, by other references.

use std::convert::Infallible;

use super::answers::InputVariables;
use super::options::{Defaults, Expand, Options, Unset};
use crate::host::{Field, Kind, Loss, LossKind, Many, Place};
use crate::model::dialect::{Dialect, Unwritable, is_name};
use crate::model::{
    Environment, HostVar, Lacks, Pair, Part, Prompts, Server, Slot, Template, Value,
};
use crate::secret;
use crate::syntax::Span;

/// Replaces what the target cannot hold, or what the user wants replaced.
pub(super) struct Expander<'o> {
    pub(super) options: &'o Options<'o>,
    pub(super) source_place: &'static Place,
    pub(super) target_place: &'static Place,
    pub(super) prompts: &'o Prompts,
    /// The variables that stand for them.
    pub(super) variables: &'o InputVariables,
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
    /// Variables that are only named, and have no value to be written.
    pub(super) left_out: Vec<(String, Span)>,
}

/// The string that a reference stands in.
#[derive(Clone, Copy)]
struct At<'a> {
    server: &'a str,
    field: &'a str,
    key: Option<&'a str>,
    slot: Slot,
    span: Span,
}

impl Expander<'_> {
    pub(super) fn server(&mut self, server: &mut Server) {
        let name = server.name.clone();
        for entry in &mut server.entries {
            let slot = entry.slot;
            let at = At {
                server: &name,
                field: &entry.field,
                key: None,
                slot,
                span: entry.span,
            };
            match &mut entry.value {
                Value::Text(text) => self.template(at, text),
                Value::List(list) => {
                    let mut flag: Option<String> = None;
                    for text in list {
                        let word = text.as_literal().filter(|word| secret::secret_flag(word));
                        let next = word.map(|word| word.trim_start_matches('-').to_owned());
                        let (span, key) = (text.span, flag.as_deref());
                        self.template(At { span, key, ..at }, text);
                        flag = next;
                    }
                }
                Value::Map(pairs) => {
                    if slot == Slot::Env && self.expands() {
                        pairs.retain(|pair| {
                            let unset = self.is_handed_in_vain(pair);
                            if unset && self.options.unset != Unset::Empty && is_by_name(pair) {
                                self.left_out.push((pair.key.clone(), pair.span));
                            }
                            self.expanded.extend(unset.then_some(pair.span));
                            server.implied.extend(unset.then_some(pair.span));
                            !unset
                        });
                    }
                    for pair in pairs {
                        let field = pair.name(&entry.field);
                        if let Some(text) = pair.value.as_mut().filter(|text| text.has_references())
                        {
                            let at = At {
                                field: &field,
                                key: Some(&pair.key),
                                span: text.span,
                                ..at
                            };
                            self.template(at, text);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether a variable is handed on under its own name if it is set, and is to be nothing because it is not.
    fn is_handed_in_vain(&self, pair: &Pair) -> bool {
        let parts = pair.value.as_ref().map(|value| value.parts.as_slice());
        let Some([part @ Part::Env { default, .. }]) = parts else {
            return false;
        };
        let said = default.as_ref().is_some_and(Template::is_said);
        let nothing = said || self.options.unset == Unset::Empty || is_by_name(pair);
        let name = part.optional().filter(|name| *name == pair.key);
        nothing && name.is_some_and(|name| self.options.environment.get(name).is_none())
    }

    fn template(&mut self, at: At<'_>, text: &mut Template) {
        if !text.has_references() {
            return;
        }
        let format = self.target_place.format;
        let dialect = format.dialect(at.slot);
        // Its own format has words for whatever it reads.
        let is_own = std::ptr::eq(format, self.source_place.format);
        if (is_own || self.stands_beside(at, text)) && !self.expands() {
            return;
        }
        let mut done = Template::new(Vec::new(), text.span);
        let mut put = Vec::new();
        for part in std::mem::take(&mut text.parts) {
            for part in self.prompt(part, dialect, text.span) {
                let name = part.variable().map(str::to_owned);
                let known = self.values.len();
                let part = if self.expands() {
                    self.value(at, part)
                } else {
                    part
                };
                if let (Some(name), Some(value)) = (name, self.values.get(known)) {
                    put.push((name, done.parts.len(), value.clone()));
                }
                let part = self.home(part, dialect);
                for part in self.default(at, part, dialect) {
                    // Joined only at the end, so that each value can be found again.
                    done.parts.push(part);
                }
            }
        }
        self.secrets_inlined(at, &done, &put);
        text.parts = Vec::with_capacity(done.parts.len());
        text.raw = None;
        done.parts.into_iter().for_each(|part| text.push(part));
    }

    /// Reports the values among `text` that are secret by their names, by themselves, or by where they stand.
    fn secrets_inlined(&mut self, at: At<'_>, text: &Template, put: &[(String, usize, String)]) {
        if put.is_empty() {
            return;
        }
        let mut whole = String::new();
        let mut starts = Vec::with_capacity(text.parts.len());
        for part in &text.parts {
            starts.push(whole.len());
            match part {
                Part::Text(text) => whole.push_str(text),
                // Only what stands around it counts.
                _ => whole.push('X'),
            }
        }
        let covered = secret::cover(at.key, &whole);
        for (name, part, value) in put {
            let range = starts[*part]..starts[*part] + value.len();
            let mut covered = covered.iter();
            let stands = covered.any(|it| it.start < range.end && range.start < it.end);
            if stands
                || secret::secretish_name(name)
                || secret::looks_secret(at.key.or(Some(name)), value)
            {
                self.secret_inlined(at, name);
            }
        }
    }

    /// Whether the target has one field for the variable of a header and another for the value without it.
    fn stands_beside(&self, at: At<'_>, text: &Template) -> bool {
        let format = self.target_place.format;
        let named = |field: &Field| field.kind == Kind::HeaderVars;
        let Some((name, default)) = text.as_env_or() else {
            return false;
        };
        at.slot == Slot::Headers
            && format.header_vars_win
            && format.fields.iter().any(named)
            && !secret::looks_secret(at.key.or(Some(name)), default)
    }

    fn expands(&self) -> bool {
        match self.options.expand {
            Expand::Auto => self.target_place.format.expects_values,
            Expand::Always => true,
            Expand::Never => false,
        }
    }

    /// An input the target does not have becomes a variable of the same name. What is published with a default that is no
    /// secret becomes that default: nobody has such a variable.
    fn prompt(&mut self, part: Part, dialect: &Dialect, span: Span) -> Vec<Part> {
        let Part::Input(id) = &part else {
            return vec![part];
        };
        let prompt = self.prompts.get(id);
        let asks = dialect.spell(&part).is_some() && !self.expands();
        if asks || prompt.is_some_and(|prompt| !prompt.typed) {
            return vec![part];
        }
        self.asked.push((id.clone(), span));
        let default = prompt.and_then(|prompt| prompt.default.as_deref());
        let published = self.source_place.source.is_some();
        match default.filter(|_| published && prompt.is_some_and(|prompt| !prompt.password)) {
            Some(default) => {
                let source = self.source_place.format.dialect(Slot::Env);
                source.read(default, span, false).parts
            }
            None => vec![Part::Env {
                name: self.variables.of(id),
                default: default.map(|text| Template::literal(text, Span::default()).said()),
                lacks: Lacks::Unset,
            }],
        }
    }

    /// The home folder is also the value of a variable, where the target has no word of its own for it.
    fn home(&self, part: Part, dialect: &Dialect) -> Part {
        match part {
            Part::Host(HostVar::Home)
                if dialect.spell(&part).is_none() && dialect.has_variables() =>
            {
                Part::env("HOME", None)
            }
            other => other,
        }
    }

    fn value(&mut self, at: At<'_>, part: Part) -> Part {
        let (name, default, blank) = match &part {
            Part::Env {
                name,
                default,
                lacks,
            } if is_name(name) => (name, default.as_ref(), lacks.blank()),
            Part::Host(HostVar::Home) => {
                let home = shellexpand::tilde_with_context("~", || self.options.environment.home());
                if home == "~" {
                    self.unset.push(("HOME".to_owned(), at.span));
                    return part;
                }
                self.expanded.push(at.span);
                return Part::Text(home.into_owned());
            }
            _ => return part,
        };
        if let Some(value) = expand_reference(name, default, blank, self.options.environment) {
            if self.options.environment.get(name).is_some() {
                self.values.push(value.clone());
            }
            self.expanded.push(at.span);
            return Part::Text(value);
        }
        match self.options.unset {
            Unset::Empty => {
                self.expanded.push(at.span);
                Part::Text(String::new())
            }
            Unset::Keep => {
                let source = self.source_place.format.dialect(Slot::Env);
                let kept = source.spell(&part);
                let kept = kept.unwrap_or_else(|| format!("${{{name}}}"));
                self.kept(at, name, &kept);
                Part::Text(kept)
            }
            Unset::Error => {
                if !self.unset.iter().any(|(known, _)| known == name) {
                    self.unset.push((name.clone(), at.span));
                }
                part
            }
        }
    }

    /// A reference that stays as it is is a text to a target that does not read it.
    fn kept(&mut self, at: At<'_>, name: &str, text: &str) {
        let dialect = self.target_place.format.dialect(at.slot);
        if !dialect.references(text).is_empty() {
            return;
        }
        let target = self.options.to.name;
        let many = Many::new(format!(
            "{{names}} {{is|are}} not set, and {target} does not expand the {{reference|references}} in {{fields}}"
        ))
        .label("passed on as text")
        .help("set it, or use `--unset empty`")
        .about(at.server, &at.field, [name]);
        self.losses
            .push(Loss::shared(LossKind::Changed, at.slot, at.span, many));
    }

    fn secret_inlined(&mut self, at: At<'_>, name: &str) {
        let why = if self.target_place.format.expects_values {
            "does not expand variables"
        } else {
            "gets values, as asked"
        };
        let message = format!(
            "`{}`: {} {why}; the output contains the value of `{}` in `{}`",
            at.server,
            self.options.to.name,
            secret::veiled_variable(name),
            at.field
        );
        self.losses.push(
            Loss::new(LossKind::SecretInlined, at.slot, at.span, message)
                .label("the secret is written out")
                .help("keep the output out of repositories and chats"),
        );
    }

    /// A default the target has no words for.
    fn default(&mut self, at: At<'_>, part: Part, dialect: &Dialect) -> Vec<Part> {
        let Part::Env {
            name,
            default: Some(default),
            ..
        } = &part
        else {
            return vec![part];
        };
        // Whether an unset variable is nothing or is not there at all is told when it is written.
        let printed = || dialect.print(&Template::new(vec![part.clone()], at.span));
        if default.parts.is_empty()
            || dialect.spell(&part).is_some() && printed() != Err(Unwritable::Literal)
        {
            return vec![part];
        }
        let literal = default.as_literal();
        let secret = literal.is_some_and(|text| secret::looks_secret(at.key.or(Some(name)), text));
        let inline = self.options.defaults == Defaults::Inline && !secret;
        let target = self.options.to.name;
        let many = if inline {
            Many::new("{the default|the defaults} of {names} {is|are} written as {the value|the values} of {fields}; {the variable no longer overrides it|the variables no longer override them}")
                .help(if dialect.has_variables() {
                    "`--default reference` keeps the reference instead"
                } else {
                    "`--expand always` writes the value that the variable has now"
                })
        } else {
            Many::new("{names} {loses its default|lose their defaults} in {fields}")
                .help("set the variable where the host runs")
        };
        let many = many
            .label(format!("{target} cannot express a default here"))
            .about(at.server, &at.field, [name.as_str()]);
        self.losses
            .push(Loss::shared(LossKind::Changed, at.slot, at.span, many));
        if inline {
            // A default may have references with defaults of their own.
            let parts = default.parts.clone().into_iter();
            parts
                .flat_map(|part| self.default(at, part, dialect))
                .collect()
        } else {
            vec![Part::env(name.as_str(), None)]
        }
    }
}

/// Whether the source only names the variable, which is handed on if it is set: there is no value that refers to it.
fn is_by_name(pair: &Pair) -> bool {
    let value = pair.value.as_ref();
    value.is_some_and(|value| value.raw.is_none())
}

/// The value of a reference, from the environment or its default. Only the reference itself is expanded: never the text
/// around it, nor what is in the value. With `blank`, an empty value is none. That a host passes on nothing for a variable
/// is no value of it: nobody knows here what is set where that host runs.
fn expand_reference(
    name: &str,
    default: Option<&Template>,
    blank: bool,
    environment: &Environment,
) -> Option<String> {
    let found = |name: &str| {
        let value = environment.get(name);
        value.filter(|value| !(blank && value.is_empty()))
    };
    let lookup = |name: &str| Ok::<_, Infallible>(found(name));
    let expand = |text: &str| match shellexpand::env_with_context(text, lookup) {
        Ok(value) if value != text => Some(value.into_owned()),
        _ => found(name).map(str::to_owned),
    };
    let default = default.filter(|default| default.is_said());
    match default.map(|default| (default.as_literal(), default)) {
        Some((Some(literal), _)) if !literal.contains(['}', '$']) => {
            expand(&format!("${{{name}:-{literal}}}"))
        }
        Some((_, default)) => expand(&format!("${{{name}}}")).or_else(|| {
            let parts = default.parts.iter().map(|part| match part {
                Part::Text(text) => Some(text.clone()),
                Part::Env {
                    name,
                    default,
                    lacks,
                } => expand_reference(name, default.as_ref(), lacks.blank(), environment),
                _ => None,
            });
            parts.collect::<Option<String>>()
        }),
        None => expand(&format!("${{{name}}}")),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn a_reference_is_expanded_and_nothing_else() {
        let variables = [("A", "a$B"), ("B", "b"), ("E", "")];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let environment = Environment::from(HashMap::from(variables));
        let value = |name: &str, default: Option<Template>| {
            expand_reference(name, default.as_ref(), false, &environment)
        };
        let literal = |text: &str| Some(Template::literal(text, Span::default()).said());
        assert_eq!(value("A", None).as_deref(), Some("a$B"));
        assert_eq!(value("N", None), None);
        assert_eq!(value("N", literal("d")).as_deref(), Some("d"));
        assert_eq!(value("N", literal("")).as_deref(), Some(""));
        assert_eq!(value("N", Some(Template::default())), None);
        assert_eq!(value("E", literal("d")).as_deref(), Some(""));
        let blank = literal("d");
        let value_or = expand_reference("E", blank.as_ref(), true, &environment);
        assert_eq!(value_or.as_deref(), Some("d"));
        assert_eq!(value("N", literal("$B}")).as_deref(), Some("$B}"));
        let nested = Template::new(
            vec![Part::env("B", None), Part::Text("!".to_owned())],
            Span::default(),
        );
        assert_eq!(value("N", Some(nested)).as_deref(), Some("b!"));
    }
}
