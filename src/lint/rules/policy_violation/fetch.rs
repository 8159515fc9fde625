//! Commands that fetch packages in other ways than runners do, and what stands around a program and decides what runs.

use super::{Inspector, described, is_open};
use crate::launch::{Ecosystem, Fetch, PackageSource, Unwrapped, WrapperKind};
use crate::lint::rules::code_injecting_env::chooses_code;
use crate::syntax::Span;

impl Inspector<'_, '_, '_> {
    pub(super) fn fetch(&mut self, line: &Unwrapped<'_>, fetch: &Fetch<'_>) {
        let limited = self.policy.packages().is_some();
        for package in fetch.packages.iter().filter(|_| limited) {
            let created = (fetch.creates && package.source == PackageSource::Registry)
                .then(|| Fetch::created(package.name.text));
            let allowed = match &created {
                Some(name) => self.policy.allows_name(Ecosystem::Npm, name),
                None => self.policy.allows_package(package),
            };
            let open = is_open(package.word.text);
            if allowed && !open || package.source == PackageSource::Installed {
                continue;
            }
            let what = match created {
                _ if open => "fetches a package from a variable".to_owned(),
                Some(name) => format!("runs the npm package `{name}`"),
                None => described(package).replacen("runs", "fetches", 1),
            };
            self.package(package, &what);
        }
        self.options(line, fetch.ecosystem, &fetch.options);
    }

    /// What decides, beside the words of the program, what runs: variables in front of it, and marks of `cmd`.
    pub(super) fn surroundings(&mut self, line: &Unwrapped<'_>) {
        let commands = self.policy.commands().is_some();
        if !commands && self.policy.packages().is_none() {
            return;
        }
        let (variant, what) = match commands {
            true => ("command", "programs it starts"),
            false => ("package", "packages it uses"),
        };
        let assigned = || line.wrappers.iter().flat_map(|wrapper| &wrapper.assigned);
        let choosing: Vec<Span> = assigned()
            .filter(|word| {
                let pair = word.text.split_once('=');
                pair.is_some_and(|(name, value)| chooses_code(name, value))
            })
            .map(|word| self.at(word))
            .collect();
        for at in choosing {
            let message = format!(
                "`{}` sets a variable that can make it run something else, which the policy cannot allow",
                self.server.name
            );
            self.out
                .add(at, message)
                .variant(variant)
                .label("other programs or other code")
                .help("remove the variable");
        }
        let is_cmd = |kind| kind == WrapperKind::Cmd;
        let in_cmd = line.wrappers.iter().any(|wrapper| is_cmd(wrapper.kind));
        let mut words = assigned().chain(&line.words);
        if let Some(word) = words.find(|word| in_cmd && ends_command(word.text)) {
            self.script(self.at(word), variant, what);
        }
    }
}

/// Whether `cmd` takes what is in an argument for the end of a command, or for a redirection. Hosts put quotes around an
/// argument with blanks, which its own quotes end.
fn ends_command(arg: &str) -> bool {
    let quoted = arg.contains([' ', '\t']) && !arg.contains('"');
    arg.contains(['\n', '\r']) || !quoted && arg.contains(['&', '|', '<', '>'])
}
