//! Variables that fixes of a file put in the place of credentials: each stands for one value.

use std::collections::HashMap;

use crate::lint::file::File;
use crate::lint::refs::refs;
use crate::syntax::Span;

/// Which names are taken.
#[derive(Debug, Default)]
pub(crate) struct SecretVariables {
    /// What each name stands for, and where; nothing if the file refers to it already, whatever it may hold.
    taken: HashMap<String, Option<(String, Span)>>,
    /// What was given out for a name and a value.
    given: HashMap<(String, String), String>,
    /// The number to try next behind a name.
    next: HashMap<String, usize>,
    /// Names in the file were looked up.
    filled: bool,
}

impl SecretVariables {
    /// The first of `wanted` that does not stand for another value than the one at `place`, or else the last of them with
    /// a number.
    pub(crate) fn claim(
        &mut self,
        file: &File<'_>,
        wanted: [&str; 2],
        value: &str,
        place: Span,
    ) -> String {
        if !self.filled {
            self.filled = true;
            file.strings(&mut |_, node| {
                for found in refs(node.as_str().unwrap_or_default()) {
                    self.taken.insert(found.name.to_owned(), None);
                }
            });
        }
        let asked = (wanted[0].to_owned(), value.to_owned());
        if let Some(given) = self.given.get(&asked) {
            return given.clone();
        }
        let is_free = |name: &str| match self.taken.get(name) {
            None => true,
            Some(None) => false,
            // Several rules may see one credential, and not all of them the same part of it.
            Some(Some((other, there))) => {
                other == value || there.start < place.end && place.start < there.end
            }
        };
        let name = match wanted.into_iter().find(|name| is_free(name)) {
            Some(name) => name.to_owned(),
            None => {
                let base = wanted[1];
                let next = self.next.entry(base.to_owned()).or_insert(2);
                loop {
                    let name = format!("{base}_{next}");
                    *next += 1;
                    if !self.taken.contains_key(&name) {
                        break name;
                    }
                }
            }
        };
        let taken = self.taken.entry(name.clone());
        taken.or_insert_with(|| Some((value.to_owned(), place)));
        self.given.insert(asked, name.clone());
        name
    }
}
