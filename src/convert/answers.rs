//! Variables that stand for inputs and for secrets: each has a name of its own.

use std::collections::{HashMap, HashSet};

use super::Input;
use super::numbers::Numbers;
use crate::host::{FoundServers, Reader, ServerRead};
use crate::model::refs::as_variable;
use crate::model::{Prompt, Value};

/// Variables that users have anyway, with other values: an input of such a name means something of its own.
const SYSTEM: &[&str] = &[
    "APPDATA",
    "BROWSER",
    "COMPUTERNAME",
    "COMSPEC",
    "DISPLAY",
    "EDITOR",
    "HOME",
    "HOMEDRIVE",
    "HOMEPATH",
    "HOSTNAME",
    "IFS",
    "LANG",
    "LANGUAGE",
    "LOCALAPPDATA",
    "LOGNAME",
    "MAIL",
    "OLDPWD",
    "OS",
    "PAGER",
    "PATH",
    "PATHEXT",
    "PROGRAMDATA",
    "PROGRAMFILES",
    "PUBLIC",
    "PWD",
    "SHELL",
    "SHLVL",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "TERM",
    "TMP",
    "TMPDIR",
    "TZ",
    "UID",
    "USER",
    "USERDOMAIN",
    "USERNAME",
    "USERPROFILE",
    "VISUAL",
    "WINDIR",
];

/// The variables that the servers of the sources refer to: nothing else is to be called so.
pub(super) fn variables(inputs: &[Input<'_>], found: &[FoundServers<'_, '_>]) -> HashSet<String> {
    let mut names = HashSet::new();
    for (input, found) in inputs.iter().zip(found) {
        let reader = Reader::new(input.host, input.place, found, true);
        for entry in &found.servers {
            let ServerRead::Read(server) = reader.server(entry, &mut |_| {}) else {
                continue;
            };
            let values = server.entries.iter().map(|entry| &entry.value);
            for text in values.flat_map(Value::templates) {
                text.each_variable(&mut |name| {
                    if !names.contains(name) {
                        names.insert(name.to_owned());
                    }
                });
            }
        }
    }
    names
}

/// The variables that stand for inputs: two different inputs never share one.
#[derive(Default)]
pub(super) struct InputVariables {
    /// Of all sources so far, by what is asked.
    known: HashMap<Question, String>,
    taken: HashSet<String>,
    numbers: Numbers,
    /// Of the present source, by id.
    own: HashMap<String, String>,
}

/// The id of an input, its text and its default.
type Question = (String, Option<String>, Option<String>);

impl InputVariables {
    /// The next inputs come from another source.
    pub(super) fn start(&mut self) {
        self.own.clear();
    }

    /// Names the variable for an input. What is `published` asks for variables by their own names.
    pub(super) fn name(
        &mut self,
        prompt: &Prompt,
        published: bool,
        elsewhere: &dyn Fn(&str) -> bool,
    ) {
        let id = prompt.id.clone();
        let question = (id, prompt.description.clone(), prompt.default.clone());
        let variable = match self.known.get(&question) {
            Some(variable) => variable.clone(),
            None if published => self.free(&variable_name(&prompt.id), &|_| false),
            None => self.free(&answer_name(&prompt.id), elsewhere),
        };
        self.taken.insert(variable.clone());
        self.own.insert(prompt.id.clone(), variable.clone());
        self.known.insert(question, variable);
    }

    fn free(&mut self, name: &str, elsewhere: &dyn Fn(&str) -> bool) -> String {
        let is_taken = |name: &str| self.taken.contains(name) || elsewhere(name);
        if !is_taken(name) {
            return name.to_owned();
        }
        let numbered = |number: usize| format!("{name}_{number}");
        let taken = |number| is_taken(&numbered(number));
        numbered(self.numbers.free(name, taken))
    }

    /// Whether an input has this variable.
    pub(super) fn has(&self, name: &str) -> bool {
        self.taken.contains(name)
    }

    pub(super) fn of(&self, id: &str) -> String {
        let own = self.own.get(id).cloned();
        own.unwrap_or_else(|| answer_name(id))
    }
}

/// The variable that answers a question: its id in the spelling of variables.
pub(super) fn variable_name(id: &str) -> String {
    let name = as_variable(id);
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        format!("_{name}")
    } else {
        name
    }
}

/// The same, where the system has no variable of that name, nor a shell.
fn answer_name(id: &str) -> String {
    let name = variable_name(id);
    if !name.contains(|c: char| c.is_ascii_alphanumeric()) {
        "INPUT".to_owned()
    } else if SYSTEM.contains(&name.as_str()) {
        format!("INPUT_{name}")
    } else {
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_become_names_of_variables() {
        assert_eq!(variable_name("github-token"), "GITHUB_TOKEN");
        assert_eq!(variable_name("2fa.code"), "_2FA_CODE");
        assert_eq!(answer_name("path"), "INPUT_PATH");
        assert_eq!(answer_name("db-path"), "DB_PATH");
        assert_eq!(answer_name("\u{43f}\u{443}\u{442}\u{44c}"), "INPUT");
    }
}
