//! Inputs: values that the target asks its user for, instead of reading a variable.
//!
//! An input's id and its text belong together. Two inputs with one id and different texts are two, and the second gets
//! another id, with all references to it.

use std::collections::HashMap;

use super::numbers::Numbers;
use super::options::{Options, Prompting};
use super::secrets::{self, Literal, Replace, Site};
use crate::diagnostic::{Diagnostic, Level};
use crate::host::kinds::input_ids;
use crate::host::{Out, OutValue, Place};
use crate::model::{Part, Prompts, Raw, RawValue, Server, Slot, Template};
use crate::order::Order as _;
use crate::secret;
use crate::syntax::{Node, Span};

/// The inputs of the new document.
#[derive(Default)]
pub(super) struct Asks {
    list: Vec<Ask>,
    /// What each id of the list or of a source stands for.
    owners: HashMap<String, Owner>,
    /// The same, in the document that is merged into.
    there: HashMap<String, Owner>,
    /// The number behind a stem whose id stands for this owner; the lowest.
    numbered: HashMap<(String, Owner), usize>,
    numbers: Numbers,
    /// The same for variables, which do not ask what is there.
    asked: Numbers,
    /// Ids of the current source that are written differently.
    renamed: HashMap<String, String>,
    /// The values of the current server that refer to them.
    pub(super) renamed_in: Vec<Span>,
    /// Where an input of a source is in the list, by its id.
    kept: HashMap<String, usize>,
}

struct Ask {
    id: String,
    out: Out,
    /// It was not in the source.
    new: bool,
}

/// What an id stands for.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Owner {
    /// An input of a file, by all that it says but its id.
    Text(Vec<(String, Raw)>),
    /// A variable of a source.
    Variable(String),
}

impl Asks {
    /// The inputs of the document that is merged into.
    pub(super) fn there(&mut self, list: &Node<'_>) {
        for (id, text) in list.items().iter().filter_map(parts) {
            let owner = Owner::Text(text);
            self.note(&id, &owner);
            self.there.insert(id, owner);
        }
    }

    /// The inputs of the next source. Those with an id that stands for something else are reported.
    pub(super) fn start(&mut self, list: Option<&Node<'_>>) -> Vec<Diagnostic> {
        self.renamed.clear();
        let mut problems = Vec::new();
        for item in list.map(Node::items).unwrap_or_default() {
            let Some((id, text)) = parts(item) else {
                continue;
            };
            let owner = Owner::Text(text);
            let name = self.free(&id, &owner);
            if name != id {
                let message = format!("input `{id}` is written as `{name}`");
                problems.push(
                    Diagnostic::new(
                        "conversion-name-changed",
                        Level::Warning,
                        item.span,
                        message,
                    )
                    .loss()
                    .label("another input has this id and another text"),
                );
                self.renamed.insert(id, name.clone());
            }
            self.own(name, owner);
        }
        problems
    }

    /// From now on `id` stands for `owner`.
    fn own(&mut self, id: String, owner: Owner) {
        self.note(&id, &owner);
        self.owners.insert(id, owner);
    }

    /// Keeps for [`Self::free`] what number an id ends with.
    fn note(&mut self, id: &str, owner: &Owner) {
        if let Some((stem, number)) = numbered(id) {
            let lowest = self.numbered.entry((stem.to_owned(), owner.clone()));
            let lowest = lowest.or_insert(number);
            *lowest = number.min(*lowest);
        }
    }

    /// The first id made of `id` that stands for `owner` or for nothing yet.
    fn free(&mut self, id: &str, owner: &Owner) -> String {
        let known = |name: &str| self.owners.get(name).or_else(|| self.there.get(name));
        if known(id).is_none_or(|known| known == owner) {
            return id.to_owned();
        }
        let name = |number: usize| format!("{id}-{number}");
        let free = self
            .numbers
            .free(id, |number| known(&name(number)).is_some());
        let own = self.numbered.get(&(id.to_owned(), owner.clone()));
        name(own.map_or(free, |own| free.min(*own)))
    }

    /// Turns variables and secrets into inputs, where that is asked for and the target has them, and gives the source's
    /// own inputs their new ids. Whether anything changed.
    pub(super) fn ask(
        &mut self,
        options: &Options<'_>,
        place: &Place,
        server: &mut Server,
    ) -> bool {
        self.renamed_in.clear();
        if place.prompts.is_none() {
            return false;
        }
        let renamed = self.rename(server);
        if options.prompting == Prompting::None {
            return renamed;
        }
        let mut asker = Asker {
            asks: self,
            place,
            prompting: options.prompting,
            pending: Vec::new(),
            changed: false,
        };
        for entry in &mut server.entries {
            let slot = entry.slot;
            entry
                .value
                .each_template(&mut |template| asker.variables(slot, template));
        }
        secrets::each(server, &mut asker);
        asker.changed || renamed
    }

    /// Makes inputs of the document of what the source asks for in the entry of one server.
    pub(super) fn declare(&mut self, server: &Server, prompts: &Prompts) {
        for id in input_ids(server) {
            let Some(prompt) = prompts.get(&id) else {
                continue;
            };
            let mut text = vec![("type".to_owned(), string("promptString"))];
            if let Some(description) = &prompt.description {
                text.push(("description".to_owned(), string(description)));
            }
            if prompt.password {
                text.push(("password".to_owned(), Out::added(OutValue::Bool(true))));
            }
            text.insert(1, ("id".to_owned(), string(&id)));
            let out = Out::added(OutValue::Object(text));
            let Some((_, said)) = parts(&out.to_node()) else {
                continue;
            };
            let owner = Owner::Text(said);
            let known = self.owners.get(&id).or_else(|| self.there.get(&id));
            if known.is_none() {
                self.own(id.clone(), owner);
                self.list.push(Ask { id, out, new: true });
            }
        }
    }

    fn rename(&mut self, server: &mut Server) -> bool {
        if self.renamed.is_empty() {
            return false;
        }
        for entry in &mut server.entries {
            entry.value.each_template(&mut |template| {
                for part in &mut template.parts {
                    if let Part::Input(id) = part
                        && let Some(name) = self.renamed.get(id)
                    {
                        id.clone_from(name);
                        self.renamed_in.push(template.span);
                    }
                }
            });
        }
        !self.renamed_in.is_empty()
    }

    /// The id of the input for a variable.
    fn id(&mut self, variable: &str) -> String {
        let stem = match secret::is_variable(variable) {
            true => variable.to_ascii_lowercase().replace('_', "-"),
            // Somebody may have put the value there, and everybody reads the id.
            false => "value".to_owned(),
        };
        let owner = Owner::Variable(variable.to_owned());
        // An input that is there and has this id was made for this variable by an earlier run.
        if self.owners.get(&stem).is_none_or(|known| *known == owner) {
            return stem;
        }
        let id = |number: usize| format!("{stem}-{number}");
        let taken = |number| self.owners.contains_key(&id(number));
        let free = self.asked.free(&stem, taken);
        let own = self.numbered.get(&(stem.clone(), owner));
        id(own.map_or(free, |own| free.min(*own)))
    }

    fn add(&mut self, id: &str, variable: &str, default: Option<&str>, secret: bool) {
        let owner = Owner::Variable(variable.to_owned());
        if self.owners.get(id) == Some(&owner) {
            return;
        }
        self.own(id.to_owned(), owner);
        let mut input = vec![
            ("type".to_owned(), string("promptString")),
            ("id".to_owned(), string(id)),
            ("description".to_owned(), string(&description(variable))),
        ];
        if let Some(default) = default {
            input.push(("default".to_owned(), string(default)));
        }
        if secret {
            input.push(("password".to_owned(), Out::added(OutValue::Bool(true))));
        }
        self.list.push(Ask {
            id: id.to_owned(),
            out: Out::added(OutValue::Object(input)),
            new: true,
        });
    }

    /// Keeps an input of the source under the id it got; its position among all of them.
    pub(super) fn keep(&mut self, mut raw: Out) -> usize {
        let id = match raw.get("id").map(|id| &id.value) {
            Some(OutValue::String(id)) => id.clone(),
            _ => String::new(),
        };
        let id = match self.renamed.get(&id) {
            Some(name) => {
                if let OutValue::Object(members) = &mut raw.value
                    && let Some((_, out)) = members.iter_mut().find(|(key, _)| key == "id")
                {
                    out.value = OutValue::String(name.clone());
                }
                name.clone()
            }
            None => id,
        };
        if let Some(known) = self.kept.get(&id) {
            return *known;
        }
        let at = self.list.len();
        if !id.is_empty() {
            self.kept.insert(id.clone(), at);
        }
        self.list.push(Ask {
            id,
            out: raw,
            new: false,
        });
        at
    }

    /// How many there are, to go back to if a server is skipped.
    pub(super) fn mark(&self) -> usize {
        self.list.len()
    }

    /// Forgets the inputs after `mark`, which a skipped server would have asked for.
    pub(super) fn forget(&mut self, mark: usize) {
        for ask in self.list.drain(mark..) {
            if !ask.new {
                self.kept.remove(&ask.id);
            }
            // Its number may be given again.
            let owner = self.owners.remove(&ask.id);
            if let (Some(owner), Some((stem, _))) = (owner, numbered(&ask.id)) {
                self.numbered.remove(&(stem.to_owned(), owner));
                self.numbers.forget();
                self.asked.forget();
            }
        }
    }

    /// All inputs, or only those that were not in the source.
    pub(super) fn list(&self, all: bool) -> Option<Out> {
        let wanted = self.list.iter().filter(|ask| all || ask.new);
        let list: Vec<Out> = wanted.map(|ask| ask.out.clone()).collect();
        (!list.is_empty()).then(|| Out::added(OutValue::Array(list)))
    }
}

/// The stem of an id that was numbered, or looks so, and the number.
fn numbered(id: &str) -> Option<(&str, usize)> {
    let (stem, digits) = id.rsplit_once('-')?;
    let number: usize = digits.parse().ok().filter(|number| *number > 1)?;
    (number.to_string() == digits).then_some((stem, number))
}

fn string(text: &str) -> Out {
    Out::added(OutValue::String(text.to_owned()))
}

/// The id of an input, and what else it says.
fn parts(item: &Node<'_>) -> Option<(String, Vec<(String, Raw)>)> {
    let RawValue::Object(mut members) = Raw::from_node(item).value else {
        return None;
    };
    let at = members.iter().position(|(key, _)| key == "id")?;
    let RawValue::String(id) = members.remove(at).1.value else {
        return None;
    };
    members.order_by(|a, b| a.0.cmp(&b.0));
    Some((id, members))
}

/// Makes inputs of what one server has.
struct Asker<'a> {
    asks: &'a mut Asks,
    place: &'a Place,
    prompting: Prompting,
    /// Ids and variables of the value that is looked at.
    pending: Vec<(String, String)>,
    changed: bool,
}

/// What is asked for, unless that is no name.
fn description(variable: &str) -> String {
    match secret::is_variable(variable) {
        true => format!("Value of {variable}"),
        false => "Value of a variable".to_owned(),
    }
}

impl Asker<'_> {
    fn variables(&mut self, slot: Slot, template: &mut Template) {
        let dialect = self.place.format.dialect(slot);
        for part in &mut template.parts {
            let Part::Env { name, default, .. } = part else {
                continue;
            };
            let secret = secret::secretish_name(name);
            let id = self.asks.id(name);
            let input = Part::Input(id.clone());
            if (secret || self.prompting == Prompting::All) && dialect.spell(&input).is_some() {
                let default = default.as_ref().and_then(Template::as_literal);
                let default = default.filter(|text| !text.is_empty());
                self.asks.add(&id, name, default, secret);
                *part = input;
                self.changed = true;
            }
        }
    }
}

impl Replace for Asker<'_> {
    fn part(&mut self, secret: &Literal<'_>) -> Option<Part> {
        let id = self.asks.id(&secret.variable);
        self.pending.push((id.clone(), secret.variable.clone()));
        Some(Part::Input(id))
    }

    fn accepts(&mut self, site: &Site<'_>, text: &Template) -> bool {
        let pending = std::mem::take(&mut self.pending);
        let can = self.place.format.dialect(site.slot).print(text).is_ok();
        if can {
            for (id, variable) in pending {
                self.asks.add(&id, &variable, None, true);
            }
            self.changed = true;
        }
        can
    }
}
