//! Inputs: values that the target asks its user for, instead of reading a variable.
//!
//! An input's id and its text belong together. Two inputs with one id and different texts are two, and the second gets
//! another id, with all references to it. A variable has one input, and so has a secret: nobody is to enter one value for
//! two of them.

use std::collections::HashMap;

use super::numbers::Numbers;
use super::options::{Options, Prompting};
use super::secrets::{self, Literal, Replace, Site, SitePlace};
use crate::diagnostic::{Diagnostic, Level};
use crate::host::kinds::input_ids;
use crate::host::{Out, OutValue, Place};
use crate::model::{Part, Prompts, Raw, RawValue, Server, Template};
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
    /// The ids of the inputs for variables and secrets of the sources.
    ids: HashMap<Owner, String>,
    /// The values that refer to inputs in the document that is merged into.
    earlier: HashMap<SitePlace, Vec<Part>>,
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
    /// The variable or secret that it was made for.
    of: Option<Owner>,
}

/// What an id stands for.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Owner {
    /// An input of a file or one that we write for a variable, by all that it says but its id.
    Text(Vec<(String, Raw)>),
    /// A variable of a source. Its input is known by its text, also in the document that is merged into.
    Variable(String),
    /// A secret of a source, by the variable that could hold it and its value.
    Secret(String, String),
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

    /// The servers of the document that is merged into: an input that one of them has in some place is the one that an
    /// earlier run, or its owner, made for what the source has there.
    pub(super) fn used(&mut self, servers: Vec<Server>) {
        for mut server in servers {
            secrets::each_site(&mut server, &mut |site, text| {
                if text.parts.iter().any(|part| matches!(part, Part::Input(_))) {
                    self.earlier.insert(site.spot(), text.parts.clone());
                }
            });
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
                problems.push(written_as(item.span, &id, &name));
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
            pending: None,
            changed: false,
        };
        secrets::each_site(server, &mut |site, template| {
            asker.variables(site, template)
        });
        secrets::each(server, &mut asker);
        asker.changed || renamed
    }

    /// Makes inputs of the document of what the source asks for in the entry of one server. Those with an id that stands for
    /// something else are reported.
    pub(super) fn declare(&mut self, server: &Server, prompts: &Prompts) -> Vec<Diagnostic> {
        self.renamed.clear();
        let mut problems = Vec::new();
        for id in input_ids(server) {
            let Some(prompt) = prompts.get(&id) else {
                continue;
            };
            let input = Input {
                description: prompt.description.clone(),
                default: None,
                password: prompt.password,
            };
            let Some((_, said)) = parts(&input.out("").to_node()) else {
                continue;
            };
            let owner = Owner::Text(said);
            let name = self.free(&id, &owner);
            let known = self.owners.contains_key(&name) || self.there.contains_key(&name);
            if !known {
                self.list.push(Ask {
                    id: name.clone(),
                    out: input.out(&name),
                    new: true,
                    of: None,
                });
            }
            if name != id {
                problems.push(written_as(prompt.span, &id, &name));
                self.renamed.insert(id, name.clone());
            }
            self.own(name, owner);
        }
        problems
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

    /// The id of the input for a variable, which is added if there is none.
    fn variable(&mut self, variable: &str, input: &Input<'_>, earlier: Option<String>) -> String {
        let of = Owner::Variable(variable.to_owned());
        let said = parts(&input.out("").to_node()).map(|(_, said)| Owner::Text(said));
        let owner = said.unwrap_or_else(|| of.clone());
        self.id(variable, input, of, owner, earlier)
    }

    /// The same for a secret. The input of another one may say the same.
    fn secret(&mut self, secret: &Literal<'_>, server: &str, earlier: Option<String>) -> String {
        let what = description(&secret.variable);
        let alone = if secret.is_part {
            ", the secret alone"
        } else {
            ""
        };
        let input = Input {
            description: Some(format!("{what} for {server}{alone}")),
            default: None,
            password: true,
        };
        let of = Owner::Secret(secret.variable.clone(), secret.value.to_owned());
        self.id(&secret.variable, &input, of.clone(), of, earlier)
    }

    /// What the same place refers to already, if that is nobody else's; else what stands for it in this run, or in the
    /// document that is merged into; else a new one.
    fn id(
        &mut self,
        variable: &str,
        input: &Input<'_>,
        of: Owner,
        owner: Owner,
        earlier: Option<String>,
    ) -> String {
        let own = |id: &String| self.owners.get(id).is_none_or(|known| *known == owner);
        if let Some(id) = earlier.filter(|id| self.there.contains_key(id) && own(id)) {
            self.own(id.clone(), owner);
            self.ids.entry(of).or_insert_with(|| id.clone());
            return id;
        }
        if let Some(id) = self.ids.get(&of) {
            return id.clone();
        }
        let stem = match secret::is_variable(variable) {
            true => variable.to_ascii_lowercase().replace('_', "-"),
            // Somebody may have put the value there, and everybody reads the id.
            false => "value".to_owned(),
        };
        let id = self.free(&stem, &owner);
        self.own(id.clone(), owner);
        self.ids.insert(of.clone(), id.clone());
        self.list.push(Ask {
            out: input.out(&id),
            id: id.clone(),
            new: true,
            of: Some(of),
        });
        id
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
            of: None,
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
            ask.of.and_then(|of| self.ids.remove(&of));
            // Its number may be given again.
            let owner = self.owners.remove(&ask.id);
            if let (Some(owner), Some((stem, _))) = (owner, numbered(&ask.id)) {
                self.numbered.remove(&(stem.to_owned(), owner));
                self.numbers.forget();
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

fn written_as(at: Span, id: &str, name: &str) -> Diagnostic {
    let message = format!("input `{id}` is written as `{name}`");
    Diagnostic::new("conversion-name-changed", Level::Warning, at, message)
        .loss()
        .label("another input has this id and another text")
}

/// An input that is written.
struct Input<'a> {
    description: Option<String>,
    default: Option<&'a str>,
    password: bool,
}

impl Input<'_> {
    fn out(&self, id: &str) -> Out {
        let mut members = vec![
            ("type".to_owned(), string("promptString")),
            ("id".to_owned(), string(id)),
        ];
        if let Some(description) = &self.description {
            members.push(("description".to_owned(), string(description)));
        }
        if let Some(default) = self.default {
            members.push(("default".to_owned(), string(default)));
        }
        if self.password {
            members.push(("password".to_owned(), Out::added(OutValue::Bool(true))));
        }
        Out::added(OutValue::Object(members))
    }
}

/// Makes inputs of what one server has.
struct Asker<'a> {
    asks: &'a mut Asks,
    place: &'a Place,
    prompting: Prompting,
    /// How many inputs there were before the value that is looked at.
    pending: Option<usize>,
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
    fn variables(&mut self, site: &Site<'_>, template: &mut Template) {
        let dialect = self.place.format.dialect(site.slot);
        let asks = dialect.spell(&Part::Input(String::new())).is_some();
        for at in 0..template.parts.len() {
            let (before, rest) = template.parts.split_at_mut(at);
            let Some(part @ Part::Env { .. }) = rest.first_mut() else {
                continue;
            };
            let Part::Env { name, default, .. } = &*part else {
                continue;
            };
            let password = secret::secretish_name(name);
            if !asks || !(password || self.prompting == Prompting::All) {
                continue;
            }
            let default = default.as_ref().and_then(Template::as_literal);
            let input = Input {
                description: Some(description(name)),
                default: default.filter(|text| !text.is_empty()),
                password,
            };
            let earlier = self.earlier(site, before);
            *part = Part::Input(self.asks.variable(name, &input, earlier));
            self.changed = true;
        }
    }

    /// The id of the input that stands after the same parts in the same place of the document that is merged into.
    fn earlier(&self, site: &Site<'_>, before: &[Part]) -> Option<String> {
        let parts = self.asks.earlier.get(&site.spot())?;
        let (earlier, rest) = parts.split_at_checked(before.len())?;
        match rest.first() {
            Some(Part::Input(id)) if earlier.last() == before.last() => Some(id.clone()),
            _ => None,
        }
    }
}

impl Replace for Asker<'_> {
    fn part(&mut self, site: &Site<'_>, secret: &Literal<'_>, before: &[Part]) -> Option<Part> {
        self.pending.get_or_insert(self.asks.mark());
        let earlier = self.earlier(site, before);
        let id = self.asks.secret(secret, site.server, earlier);
        Some(Part::Input(id))
    }

    fn accepts(&mut self, site: &Site<'_>, text: &Template) -> bool {
        let mark = self.pending.take();
        let can = self.place.format.dialect(site.slot).print(text).is_ok();
        if let Some(mark) = mark.filter(|_| !can) {
            self.asks.forget(mark);
        }
        self.changed |= can;
        can
    }
}
