//! One part to text: the first spelling that a dialect has for it.

use super::{Dialect, Form, RefForm, WhenUnset, is_key, is_name};
use crate::model::template::{Lacks, Part, Template};

impl Dialect {
    /// The first spelling of a reference that this dialect has.
    #[must_use]
    pub fn spell(&self, part: &Part) -> Option<String> {
        if let Some(key) = part.own_key() {
            let own = self.forms.contains(&Form::OwnKey);
            return own.then(|| RefForm::Mustache.spell(key));
        }
        if let Part::Other(text) = part {
            return self.reads_whole(text, part).then(|| text.clone());
        }
        let Part::Env {
            name,
            default,
            lacks,
        } = part
        else {
            let later = self.then.into_iter().flat_map(|then| then.forms);
            let mut forms = self.writable().chain(later);
            return forms.find_map(|form| form.spell(part));
        };
        let known = self.names.has(name) || !is_name(name) && self.looks_up_in_vain();
        if !known || self.blocked.names.contains(&name.as_str()) {
            return None;
        }
        let plain = || {
            let mut forms = self
                .writable()
                .filter(|form| !is_name(name) || self.names.has_in(**form, name));
            forms.find_map(|form| form.plain(name))
        };
        match default {
            None => match lacks {
                Lacks::Fails { blank, message } if self.is_shell() => {
                    let colon = if *blank { ":" } else { "" };
                    Some(format!("${{{name}{colon}?{message}}}"))
                }
                _ => plain(),
            },
            Some(default) if default.parts.is_empty() => {
                if self.unset_in_the_end() != WhenUnset::Empty && self.has_defaults() {
                    Some(format!("${{{name}:-}}"))
                } else {
                    plain()
                }
            }
            Some(default) if self.is_shell() => {
                let operator = if lacks.blank() { ":-" } else { "-" };
                let text = self.within(default)?;
                Some(format!("${{{name}{operator}{text}}}"))
            }
            Some(default) if self.has_defaults() => {
                // A default with a brace in it ends early, unless a later pass reads what is left.
                let text = match default.as_literal() {
                    Some(text) => text.to_owned(),
                    None if self.then.is_some() => self.print(default).ok()?,
                    None => return None,
                };
                (default.as_literal().is_none() || !text.contains('}'))
                    .then(|| format!("${{{name}:-{text}}}"))
            }
            Some(_) => None,
        }
    }

    /// Whether some pass takes all of `text` for `part`.
    fn reads_whole(&self, text: &str, part: &Part) -> bool {
        let found = self.read_at(text);
        found.is_some_and(|(found, length)| length == text.len() && found == *part)
            || self.then.is_some_and(|then| then.reads_whole(text, part))
    }

    /// What stands in for a variable, where it can be written without quotes.
    fn within(&self, template: &Template) -> Option<String> {
        let spelled = template.parts.iter().map(|part| match part {
            Part::Text(text) if text.contains(['$', '}', '"', '\'', '\\', '`']) => None,
            Part::Text(text) => Some(text.clone()),
            part => self.spell(part),
        });
        spelled.collect()
    }

    /// The first spelling that this dialect has for one of `parts`, by the order of its forms.
    pub(crate) fn spell_either(&self, parts: &[Part]) -> Option<String> {
        self.forms.iter().find_map(|form| {
            parts.iter().find_map(|part| match part.as_env() {
                Some(name) => form.plain(name),
                None => form.spell(part),
            })
        })
    }
}

impl Form {
    /// The marks around it; nothing where a value is read as a whole, or as a shell does.
    pub(super) fn spelling(&self) -> Option<RefForm> {
        match self {
            Self::Braces | Self::Default | Self::Operators | Self::Vars(_) | Self::Own(_) => {
                Some(RefForm::Braces)
            }
            Self::Prefixed => Some(RefForm::Env),
            Self::Bare => Some(RefForm::Bare),
            Self::Curly => Some(RefForm::CurlyEnv),
            Self::File => Some(RefForm::CurlyFile),
            Self::BracedFile => Some(RefForm::BracedFile),
            Self::Input => Some(RefForm::Input),
            Self::Workflow(_) => Some(RefForm::Workflow),
            Self::OwnKey | Self::Mustache(_) => Some(RefForm::Mustache),
            Self::Bash | Self::Shell | Self::Name | Self::Tilde => None,
        }
    }

    /// A variable in this spelling, if it is one for variables without defaults.
    pub(super) fn plain(&self, name: &str) -> Option<String> {
        match self {
            Self::Bash => Some(RefForm::Braces.spell(name)),
            Self::Workflow(words) => {
                let word = words.first()?;
                Some(RefForm::Workflow.spell(&format!("{word}.{name}")))
            }
            Self::Braces | Self::Prefixed | Self::Bare | Self::Curly => {
                Some(self.spelling()?.spell(name))
            }
            _ => None,
        }
    }

    /// A reference that is no environment variable in this spelling, if it is one for it.
    pub(super) fn spell(&self, part: &Part) -> Option<String> {
        let name = match (self, part) {
            (Self::File | Self::BracedFile, Part::File(path)) => path,
            (Self::Input, Part::Input(id)) => id,
            (Self::Mustache(own), Part::Input(id)) if is_key(id, own) => id,
            (Self::Shell, Part::Command(command)) => return Some(RefForm::Shell.spell(command)),
            (Self::Bash, Part::Command(command)) => return Some(format!("$({command})")),
            (Self::Vars(vars), Part::Host(var)) => vars.iter().find(|(_, known)| known == var)?.0,
            _ => return None,
        };
        Some(self.spelling()?.spell(name))
    }
}
