//! What servers are called in the target.
//!
//! All names are known before one is changed: a valid name keeps itself, an invalid one moves aside, and nobody takes the
//! name of a server that is already there, unless it is the same one from an earlier run.

use std::collections::{HashMap, HashSet};

use super::numbers::Numbers;
use crate::diagnostic::{Diagnostic, Level};
use crate::host::{Format, Host, Ids, Place};
use crate::model::{Identity, Server};

/// What a number and its dash need at most, so that stems that differ only behind it count together.
const LONGEST_SUFFIX: usize = 7;

/// The names of the servers of one target.
pub(super) struct TargetNames {
    target: &'static Host,
    format: &'static Format,
    /// What the target makes of names; nothing where equal ids are not ours to mend.
    ids: Option<Ids>,
    /// Who has an id: servers of the sources with valid names, and those that are already there.
    owners: HashMap<String, String>,
    /// Servers that are already there.
    existing: HashMap<String, Option<Identity>>,
    /// Valid names whose id somebody else has.
    colliding: HashSet<String>,
    /// Stems that the target cannot tell apart share them.
    numbers: Numbers,
    /// The servers come from a file of the target's own: what they are called there is their owner's business.
    keeps: bool,
}

impl TargetNames {
    /// With `mends`, servers that would get the same id are renamed.
    pub(super) fn new(target: &'static Host, place: &'static Place, mends: bool) -> Self {
        let format = place.format;
        Self {
            target,
            format,
            ids: format.runtime.ids.names.filter(|_| mends),
            owners: HashMap::new(),
            existing: HashMap::new(),
            colliding: HashSet::new(),
            numbers: Numbers::default(),
            keeps: false,
        }
    }

    /// Takes note of whose file the next servers come from.
    pub(super) fn come_from(&mut self, host: &Host) {
        self.keeps = std::ptr::eq(host, self.target);
    }

    /// Whether every name stays as it is, so that there is nothing to plan.
    pub(super) fn takes_any(&self) -> bool {
        let names = &self.format.names;
        !names.has_rules()
            && names.max == usize::MAX
            && names.reserved.is_empty()
            && self.ids.is_none()
    }

    /// Takes note of the servers that are already there, and of all names that the sources have.
    pub(super) fn plan<'n>(
        &mut self,
        existing: Vec<(String, Option<Identity>)>,
        names: impl Iterator<Item = &'n str>,
    ) {
        for (name, identity) in existing {
            self.owners
                .entry(self.id(&name))
                .or_insert_with(|| name.clone());
            self.existing.insert(name, identity);
        }
        let valid = names.filter(|name| self.format.names.nearest(name) == *name);
        let (plain, others): (Vec<&str>, Vec<&str>) =
            valid.partition(|name| self.id(name) == *name);
        // A name that is its own id has it before one that only becomes it.
        for name in plain.into_iter().chain(others) {
            let owner = self
                .owners
                .entry(self.id(name))
                .or_insert_with(|| name.to_owned());
            if owner != name {
                self.colliding.insert(name.to_owned());
            }
        }
    }

    /// The name the target accepts, which is reported if it is another one.
    pub(super) fn choose(&mut self, server: &Server, problems: &mut Vec<Diagnostic>) -> String {
        if self.takes_any() {
            return server.name.clone();
        }
        let stem = self.format.names.nearest(&server.name);
        let valid = stem == server.name;
        if valid && !self.colliding.contains(&server.name) {
            return stem;
        }
        if self.keeps {
            if !valid {
                let message = format!(
                    "`{}`: {} does not accept this name",
                    server.name, self.target.name
                );
                let span = server.name_span;
                let problem = Diagnostic::new("invalid-server-name", Level::Warning, span, message);
                problems.push(problem.label("it stays as it is"));
            }
            return server.name.clone();
        }
        let identity = Identity::of(server);
        let rival = self.owners.get(&self.id(&stem)).cloned();
        let (mut name, mut forced) = (stem.clone(), false);
        while valid && name == stem || !self.is_free(&name, identity.as_ref()) {
            forced = true;
            name = self.next(&stem);
        }
        self.owners.insert(self.id(&name), name.clone());
        // Nobody else is to take it for a server of an earlier run.
        self.existing.remove(&name);
        problems.push(self.renamed(server, &name, rival.filter(|_| forced)));
        name
    }

    fn renamed(&self, server: &Server, name: &str, rival: Option<String>) -> Diagnostic {
        let message = format!("`{}` is written as `{name}`", server.name);
        let (level, label) = match rival {
            Some(rival)
                if rival == self.format.names.nearest(&server.name) && rival != server.name =>
            {
                (
                    Level::Warning,
                    format!("another server is called `{rival}`"),
                )
            }
            Some(rival) => (
                Level::Warning,
                format!("{} cannot tell it from `{rival}`", self.target.name),
            ),
            None => (
                Level::Info,
                format!("{} does not accept this name", self.target.name),
            ),
        };
        Diagnostic::new("conversion-name-changed", level, server.name_span, message)
            .loss()
            .label(label)
            .help("update permission rules that name the server")
    }

    /// Whether nobody else has a name or its id.
    fn is_free(&self, name: &str, identity: Option<&Identity>) -> bool {
        match self.owners.get(&self.id(name)) {
            None => true,
            Some(owner) => {
                let there = self.existing.get(owner);
                owner == name
                    && there.is_some_and(|there| there.is_some() && there.as_ref() == identity)
            }
        }
    }

    /// The next name that is made of `stem`.
    fn next(&mut self, stem: &str) -> String {
        // What the host cuts off cannot tell two servers apart.
        let kept = self.ids.map_or(usize::MAX, |ids| ids.longest);
        let max = self.format.names.max.min(kept);
        let cut = |room: usize| &stem[..stem.floor_char_boundary(stem.len().min(room))];
        let shared = self.id(cut(max.saturating_sub(LONGEST_SUFFIX)));
        let number = self.numbers.next(shared);
        let suffix = if self.ids.is_some_and(|ids| !ids.digits) {
            format!("-{}", letters(number))
        } else {
            format!("-{number}")
        };
        format!("{}{suffix}", cut(max.saturating_sub(suffix.len())))
    }

    fn id(&self, name: &str) -> String {
        self.ids.map_or_else(|| name.to_owned(), |ids| ids.id(name))
    }
}

/// A number from 1 on in letters: `a` to `z`, then `aa`.
fn letters(number: usize) -> String {
    let mut rest = number;
    let mut word = String::new();
    while rest > 0 {
        rest -= 1;
        let letter = u8::try_from(rest % 26).unwrap_or_default();
        word.insert(0, char::from(b'a' + letter));
        rest /= 26;
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Entry, Slot, Template, Transport, Value};
    use crate::syntax::Span;

    fn server(name: &str, command: &str) -> Server {
        let span = Span::default();
        Server {
            name: name.to_owned(),
            transport: Transport::Stdio,
            entries: vec![Entry {
                slot: Slot::Command,
                field: "command".into(),
                key_span: span,
                span,
                value: Value::Text(Template::literal(command, span)),
            }],
            name_span: span,
            span,
            transport_span: None,
            implied: Vec::new(),
            ignored: Vec::new(),
            riders: Vec::new(),
            inherited: Vec::new(),
        }
    }

    /// The names that `servers` get, `!` before those that are a warning.
    fn named(to: &str, existing: &[(&str, &str)], servers: &[(&str, &str)]) -> Vec<String> {
        let host = crate::hosts::by_name(to).expect("a host");
        let mut names = TargetNames::new(host, &host.places[0], true);
        let there = existing
            .iter()
            .map(|(name, command)| ((*name).to_owned(), Identity::of(&server(name, command))));
        names.plan(there.collect(), servers.iter().map(|(name, _)| *name));
        let choose = |(name, command): &(&str, &str)| {
            let mut problems = Vec::new();
            let name = names.choose(&server(name, command), &mut problems);
            let warned = problems
                .iter()
                .any(|problem| problem.level == Level::Warning);
            format!("{}{name}", if warned { "!" } else { "" })
        };
        servers.iter().map(choose).collect()
    }

    #[test]
    fn a_valid_name_keeps_itself_and_an_invalid_one_moves_aside() {
        assert_eq!(
            named(
                "codex",
                &[],
                &[("my server", "a"), ("my-server", "b"), ("my!server", "c")]
            ),
            ["!my-server-2", "my-server", "!my-server-3"]
        );
    }

    #[test]
    fn the_name_of_another_server_is_never_taken() {
        let mine = [("my-server", "mine")];
        assert_eq!(
            named("codex", &mine, &[("my server", "a")]),
            ["!my-server-2"]
        );
        // A server of an earlier run is found again.
        let both = [("my-server", "mine"), ("my-server-2", "a")];
        assert_eq!(
            named("codex", &both, &[("my server", "a")]),
            ["!my-server-2"]
        );
        assert_eq!(
            named("codex", &[("my-server", "a")], &[("my server", "a")]),
            ["my-server"]
        );
    }

    #[test]
    fn names_that_the_target_cannot_tell_apart_are_changed() {
        assert_eq!(
            named(
                "xcsh",
                &[],
                &[("my-server", "a"), ("my server", "b"), ("My_Server", "c")]
            ),
            ["my-server", "!my-server-b", "!My_Server-c"]
        );
        assert_eq!(
            named(
                "xcsh",
                &[("my-server", "a"), ("my-server-b", "b")],
                &[("my-server", "a"), ("my server", "b")]
            ),
            ["my-server", "!my-server-b"]
        );
        assert_eq!(
            named("vscode", &[], &[("a b", "a"), ("a-b", "b")]),
            ["a b", "a-b"]
        );
    }

    #[test]
    fn numbers_have_letters() {
        assert_eq!(
            [1, 2, 26, 27, 28, 703].map(letters),
            ["a", "b", "z", "aa", "ab", "aaa"]
        );
    }
}
