//! The questions of a document, found by their ids.

use std::collections::HashMap;

use super::Prompt;

/// Questions in their order; of those with one id the first counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prompts {
    list: Vec<Prompt>,
    places: HashMap<String, usize>,
}

impl Prompts {
    /// One more.
    pub(crate) fn push(&mut self, prompt: Prompt) {
        let place = self.list.len();
        self.places.entry(prompt.id.clone()).or_insert(place);
        self.list.push(prompt);
    }

    /// The one with an id.
    pub(crate) fn get(&self, id: &str) -> Option<&Prompt> {
        self.places.get(id).map(|place| &self.list[*place])
    }

    /// All of them.
    pub(crate) fn list(&self) -> &[Prompt] {
        &self.list
    }
}
