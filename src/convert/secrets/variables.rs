//! Names for the variables that secrets become.

use std::collections::HashMap;

use crate::convert::numbers::Numbers;

/// Which variable stands for which secret.
#[derive(Default)]
pub(super) struct NamedSecrets {
    /// The secret of each variable.
    pub(super) secrets: HashMap<String, String>,
    /// The variable of each secret, by the name that it would have if it were the only one.
    names: HashMap<(String, String), String>,
    numbers: Numbers,
    /// What is new for the value that is looked at, and may not be written after all.
    new: Vec<(String, String)>,
}

impl NamedSecrets {
    /// The variable for a secret, which stands for nothing else.
    pub(super) fn of(
        &mut self,
        stem: String,
        value: &str,
        elsewhere: &dyn Fn(&str) -> bool,
    ) -> String {
        let key = (stem.clone(), value.to_owned());
        if let Some(name) = self.names.get(&key) {
            return name.clone();
        }
        let secrets = &self.secrets;
        let numbered = |number: usize| format!("{stem}_{number}");
        let taken = |name: &str| secrets.contains_key(name) || elsewhere(name);
        let name = match secrets.get(&stem) {
            Some(same) if same == value => stem,
            None if !elsewhere(&stem) => stem,
            _ => numbered(self.numbers.free(&stem, |number| taken(&numbered(number)))),
        };
        let known = self.secrets.insert(name.clone(), value.to_owned());
        self.names.insert(key.clone(), name.clone());
        // A variable that stands for it already stays, whatever becomes of this value.
        if known.is_none() {
            self.new.push(key);
        }
        name
    }

    pub(super) fn keep(&mut self) {
        self.new.clear();
    }

    pub(super) fn forget(&mut self) {
        for key in self.new.drain(..) {
            let name = self.names.remove(&key);
            name.and_then(|name| self.secrets.remove(&name));
        }
    }
}
