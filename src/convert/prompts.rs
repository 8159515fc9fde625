//! Questions that the target asks its user instead of reading a variable.

use super::options::{Options, Prompting};
use crate::host::{Out, OutValue, Place};
use crate::model::dialect::Dialect;
use crate::model::{Part, Server, Template, Value};
use crate::secret;

/// The questions of the new document.
#[derive(Default)]
pub(super) struct Asks {
    /// By id; one of the source's own has none here.
    list: Vec<(String, Out)>,
    /// How many of them were not in the source.
    new: usize,
}

impl Asks {
    /// Turns references to variables into questions, where that was asked for and the target can ask.
    pub(super) fn ask(&mut self, options: &Options<'_>, place: &Place, server: &mut Server) {
        if options.prompting == Prompting::None || place.prompts.is_none() {
            return;
        }
        for entry in &mut server.entries {
            let dialect = options.to.dialect(place, entry.slot);
            let templates: Vec<&mut Template> = match &mut entry.value {
                Value::Text(text) => vec![text],
                Value::List(list) => list.iter_mut().collect(),
                Value::Map(pairs) => pairs
                    .iter_mut()
                    .filter_map(|pair| pair.value.as_mut())
                    .collect(),
                _ => continue,
            };
            for template in templates {
                self.template(options.prompting, dialect, template);
            }
        }
    }

    fn template(&mut self, prompting: Prompting, dialect: &Dialect, template: &mut Template) {
        for part in &mut template.parts {
            let Part::Env { name, default } = part else {
                continue;
            };
            let secret = secret::secretish_name(name);
            let input = Part::Input(name.to_ascii_lowercase().replace('_', "-"));
            if (secret || prompting == Prompting::All) && dialect.spell(&input).is_some() {
                self.add(&input, name, default.as_deref(), secret);
                *part = input;
            }
        }
    }

    fn add(&mut self, input: &Part, name: &str, default: Option<&str>, secret: bool) {
        let Part::Input(id) = input else { return };
        if self.list.iter().any(|(known, _)| known == id) {
            return;
        }
        let text = |text: &str| Out::added(OutValue::String(text.to_owned()));
        let mut question = vec![
            ("type".to_owned(), text("promptString")),
            ("id".to_owned(), text(id)),
            ("description".to_owned(), text(&format!("Value of {name}"))),
        ];
        if let Some(default) = default {
            question.push(("default".to_owned(), text(default)));
        }
        if secret {
            question.push(("password".to_owned(), Out::added(OutValue::Bool(true))));
        }
        self.list
            .push((id.clone(), Out::added(OutValue::Object(question))));
        self.new += 1;
    }

    /// Adds a question of the source as it is.
    pub(super) fn keep(&mut self, raw: Out) {
        self.list.push((String::new(), raw));
    }

    /// Whether the document asks nothing that the source did not.
    pub(super) fn is_empty(&self) -> bool {
        self.new == 0
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// The questions: all of them, or only the new ones.
    pub(super) fn list(&self, all: bool) -> Option<Out> {
        let wanted = self.list.iter().filter(|(id, _)| all || !id.is_empty());
        let list: Vec<Out> = wanted.map(|(_, out)| out.clone()).collect();
        (!list.is_empty()).then(|| Out::added(OutValue::Array(list)))
    }
}
