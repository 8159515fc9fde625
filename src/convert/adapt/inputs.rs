//! Inputs that a server of the source has for itself, in its own entry.

use std::collections::HashMap;
use std::rc::Rc;

use super::Adapter;
use crate::diagnostic::{Diagnostic, Level};
use crate::host::{ServerEntry, own_inputs};
use crate::model::{Part, Prompt, Raw, RawValue, Server, Value};
use crate::syntax::Span;

impl Adapter<'_> {
    /// Gives such inputs other ids where an earlier server has the same ids: other hosts ask once for each id, and would
    /// send the value that is meant for one server to the other. The values that refer to them.
    pub(super) fn separate(
        &mut self,
        server: &mut Server,
        entry: &ServerEntry<'_, '_>,
    ) -> Vec<Span> {
        let (_, source) = self.from();
        let field = source.format.inputs().filter(|_| !self.same_host());
        let Some((field, map)) = field.and_then(|it| Some((it, entry.node.dotted(it.name)?)))
        else {
            return Vec::new();
        };
        let mut renamed = HashMap::new();
        for prompt in own_inputs(map) {
            let id = self.own_id(&prompt.id, &server.name);
            if id == prompt.id {
                continue;
            }
            self.problems.push(told(&server.name, &prompt, &id));
            renamed.insert(prompt.id.clone(), id.clone());
            let prompt = Prompt { id, ..prompt };
            self.name_variable(&prompt);
            Rc::make_mut(&mut self.prompts).push(prompt);
        }
        if renamed.is_empty() {
            return Vec::new();
        }
        rename(server, field.name, &renamed)
    }

    /// An id that no earlier server has.
    fn own_id(&mut self, id: &str, server: &str) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let mut own = id.to_owned();
        while self.asking.get(&own).is_some_and(|other| other != server) {
            let name: String = server.chars().map(plain).collect();
            own = format!("{name}-{own}");
        }
        self.asking.insert(own.clone(), server.to_owned());
        own
    }
}

fn told(server: &str, prompt: &Prompt, id: &str) -> Diagnostic {
    let message = format!("`{server}`: input `{}` is written as `{id}`", prompt.id);
    let problem = Diagnostic::new(
        "conversion-name-changed",
        Level::Warning,
        prompt.span,
        message,
    );
    problem
        .loss()
        .label("another server has an input of its own with this id")
}

fn rename(server: &mut Server, field: &str, ids: &HashMap<String, String>) -> Vec<Span> {
    let mut spans = Vec::new();
    for entry in &mut server.entries {
        if let Value::Raw(Raw {
            value: RawValue::Object(members),
            ..
        }) = &mut entry.value
            && entry.field == field
        {
            for (key, _) in members {
                if let Some(id) = ids.get(key) {
                    key.clone_from(id);
                }
            }
        }
        entry.value.each_template(&mut |template| {
            for part in &mut template.parts {
                if let Part::Input(known) = part
                    && let Some(id) = ids.get(known)
                {
                    known.clone_from(id);
                    spans.push(template.span);
                }
            }
        });
    }
    spans
}
