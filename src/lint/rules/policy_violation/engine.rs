//! Container engines: options, variables and commands with which they run something else than an allowed image.

use super::Inspector;
use super::options::is_placed;
use crate::launch::{Flag, Unwrapped, engine_call, program};
use crate::syntax::Span;

/// Programs that run containers, and those that only run several of them together.
const ENGINES: [&str; 4] = ["docker", "podman", "podman-remote", "nerdctl"];
const COMPOSERS: [&str; 2] = ["docker-compose", "podman-compose"];

/// Options in front of the command that change nothing about the engine and its settings. One that nobody knows may.
const HARMLESS: [&str; 8] = [
    "debug",
    "debug-full",
    "D",
    "log-level",
    "syslog",
    "version",
    "v",
    "help",
];

/// The command that runs the image it names, which is looked at itself, and those that use a container which is there
/// already, and fetch nothing.
const CHECKED: [&str; 4] = ["run", "exec", "start", "attach"];

/// How variables begin that choose an engine, or the folder with its settings, plugins and registries.
const VARIABLES: [&str; 9] = [
    "docker_host",
    "docker_context",
    "docker_config",
    "container_host",
    "container_connection",
    "containers_",
    "containerd_",
    "registries_config_path",
    "nerdctl_",
];

impl Inspector<'_, '_, '_> {
    /// What makes an allowed image another one, or runs images that the line does not name.
    pub(super) fn engine(&mut self, line: &Unwrapped<'_>) {
        let images = self.policy.packages().is_some();
        let Some((first, args)) = line.words.split_first() else {
            return;
        };
        let name = program(first.text);
        if images && is_one_of(&COMPOSERS, name) {
            self.unchecked(self.at(first));
        }
        let limited = images || self.policy.commands().is_some();
        if !limited || !is_one_of(&ENGINES, name) {
            return;
        }
        let (options, commands) = engine_call(args);
        let turning = |flag: &&Flag<'_>| !HARMLESS.contains(&flag.name);
        let mut found: Vec<_> = options
            .iter()
            .filter(turning)
            .map(|flag| self.at(&flag.word))
            .collect();
        let sets = |name: &str, value: &str| {
            let name = name.to_ascii_lowercase();
            VARIABLES.iter().any(|known| name.starts_with(known)) || is_placed(&name, value)
        };
        found.extend(self.set_variables(line, sets));
        for span in found {
            let message = format!(
                "`{}` can choose another container engine or its settings, which the policy cannot allow",
                self.server.name
            );
            self.out
                .add(span, message)
                .variant("package")
                .label("images may come from elsewhere")
                .help("remove it");
        }
        let inner = commands.first().filter(|word| word.text == "container");
        let command = commands.get(usize::from(inner.is_some()));
        if let Some(command) = command.filter(|_| images)
            && !CHECKED.contains(&command.text)
        {
            self.unchecked(self.at(command));
        }
    }

    fn unchecked(&mut self, at: Span) {
        let message = format!(
            "`{}` starts containers, and the policy cannot tell from which images",
            self.server.name
        );
        self.out
            .add(at, message)
            .variant("package")
            .label("names no image")
            .help("start the image with `run`");
    }
}

fn is_one_of(names: &[&str], name: &str) -> bool {
    names.iter().any(|known| known.eq_ignore_ascii_case(name))
}
