//! Inputs of the registry: variables, headers and arguments with fixed values, defaults, secrets and choices.

use super::super::make::{Asked, Question, member, own_id, scalar, text};
use super::{get, get_text};
use crate::diagnostic::{Diagnostic, Level};
use crate::syntax::{Member, Node, Span, Tree};

/// Gives inputs their values, and remembers what is to be asked for.
pub(super) struct Values<'t> {
    /// The server's name.
    pub(super) name: String,
    pub(super) asked: Asked<'t>,
    pub(super) remarks: Vec<Diagnostic>,
    /// What has no value and need not have one, and where the first of it stands.
    pub(super) optional: Vec<(String, Span)>,
}

pub(super) fn says(input: &Node<'_>, key: &str) -> bool {
    matches!(
        get(input, key).map(|member| &member.value.value),
        Some(Tree::Bool(true))
    )
}

impl<'t> Values<'t> {
    /// What is worth knowing.
    pub(super) fn note(&mut self, span: Span, message: String, label: &str) {
        let note = Diagnostic::new("conversion-field-dropped", Level::Info, span, message);
        self.remarks.push(note.label(label.to_owned()));
    }

    /// The value of an input, with where it comes from; nothing if it may be left out and has none.
    pub(super) fn value(&mut self, input: &Node<'t>, id: String) -> Option<(String, Span)> {
        if let Some(fixed) = get(input, "value") {
            let variables = get(input, "variables").map(|variables| &variables.value);
            let words = scalar(&fixed.value)?;
            return Some((self.fill(&words, variables), fixed.value.span));
        }
        let (secret, required) = (says(input, "isSecret"), says(input, "isRequired"));
        let default = get(input, "default").map(|member| &member.value);
        let default = default.and_then(|node| Some((scalar(node)?, node.span)));
        if default.is_none() && !secret && !required {
            return None;
        }
        let at = default.as_ref().map_or_else(
            || get(input, "name").map_or(input.span, |name| name.value.span),
            |(_, at)| *at,
        );
        // A secret that may be left out is empty then.
        let default = default.or_else(|| (!required).then(|| (String::new(), at)));
        Some((self.ask(input, id, default, secret), at))
    }

    fn ask(
        &mut self,
        input: &Node<'t>,
        id: String,
        default: Option<(String, Span)>,
        secret: bool,
    ) -> String {
        self.asked.ask(Question {
            id,
            description: get(input, "description").map(|member| member.value.clone()),
            default,
            secret,
            choices: get(input, "choices").map(|member| &member.value),
            span: input.span,
        })
    }

    /// Puts values in place of `{names}`.
    pub(super) fn fill(&mut self, words: &str, variables: Option<&Node<'t>>) -> String {
        let mut done = String::new();
        let mut rest = words;
        while let Some(start) = rest.find('{') {
            let (before, tail) = rest.split_at(start);
            done.push_str(before);
            let known = tail.find('}').and_then(|end| {
                let variable = variables?.member(&tail[1..end])?;
                Some((variable, end))
            });
            match known {
                Some((variable, end)) => {
                    let id = own_id(&self.name, &variable.key);
                    let value = match self.value(&variable.value, id.clone()) {
                        Some((value, _)) => value,
                        // There is nothing to leave out but this piece of the text, so it is asked for.
                        None => self.ask(&variable.value, id, None, false),
                    };
                    done.push_str(&value);
                    rest = &tail[end + 1..];
                }
                None => {
                    done.push('{');
                    rest = &tail[1..];
                }
            }
        }
        done.push_str(rest);
        done
    }

    /// Named inputs as a map: variables of the process, or headers.
    pub(super) fn pairs(&mut self, inputs: &[Node<'t>], variables: bool) -> Vec<Member<'t>> {
        let mut pairs = Vec::new();
        for input in inputs {
            let Some((name, at)) = get_text(input, "name") else {
                continue;
            };
            let id = if variables {
                name.to_owned()
            } else {
                own_id(&self.name, name)
            };
            let name = name.to_owned();
            match self.value(input, id) {
                Some((value, from)) => pairs.push(member(name, at, text(value, from))),
                None => self.left_out(at, &name),
            }
        }
        pairs
    }

    /// Arguments in order.
    pub(super) fn arguments(&mut self, inputs: &[Node<'t>]) -> Vec<Node<'t>> {
        let mut args = Vec::new();
        for input in inputs {
            let named = get_text(input, "type").is_some_and(|(kind, _)| kind == "named");
            let name = get_text(input, "name").filter(|_| named);
            let hint = get_text(input, "valueHint");
            let word = name.or(hint).map_or("argument", |(word, _)| word);
            let (word, id) = (word.to_owned(), own_id(&self.name, word));
            let switch = named.then(|| switch(input)).flatten();
            if switch == Some(false) {
                continue;
            }
            let bare = named && (switch.is_some() || is_flag(input));
            let value = if bare { None } else { self.value(input, id) };
            if says(input, "isRepeated") {
                let message = format!("`{}`: `{word}` is written once", self.name);
                self.note(input.span, message, "more values may follow");
            }
            match (name, value) {
                (Some((name, at)), Some((value, _))) if name.ends_with('=') => {
                    args.push(text(format!("{name}{value}"), at));
                }
                (Some((name, at)), Some((value, from))) => {
                    args.push(text(name.to_owned(), at));
                    args.push(text(value, from));
                }
                (Some((name, at)), None) if bare => args.push(text(name.to_owned(), at)),
                (None, Some((value, from))) => args.push(text(value, from)),
                (_, None) => self.left_out(input.span, &word),
            }
        }
        args
    }

    fn left_out(&mut self, span: Span, what: &str) {
        self.optional.push((what.to_owned(), span));
    }

    /// Tells once what was left out.
    pub(super) fn told(mut self) -> (String, Asked<'t>, Vec<Diagnostic>) {
        if let Some(at) = self.optional.first().map(|(_, at)| *at) {
            let names: Vec<String> = self
                .optional
                .iter()
                .map(|(name, _)| format!("`{name}`"))
                .collect();
            let message = format!("`{}`: {} dropped", self.name, names.join(", "));
            self.note(at, message, "optional, and without a value");
        }
        (self.name, self.asked, self.remarks)
    }
}

/// What a fixed argument says that is either there or not. With a value after it, a runner such as `docker` would take that
/// for the image.
fn switch(input: &Node<'_>) -> Option<bool> {
    let boolean = get_text(input, "format").is_some_and(|(format, _)| format == "boolean");
    let (value, _) = get_text(input, "value").filter(|_| boolean)?;
    value.parse().ok()
}

/// A named argument that takes no value: nothing is said about one.
fn is_flag(input: &Node<'_>) -> bool {
    let about = [
        "value",
        "default",
        "valueHint",
        "choices",
        "placeholder",
        "isSecret",
        "format",
    ];
    says(input, "isRequired") && about.iter().all(|key| get(input, key).is_none())
}
