//! Options of package runners, and which of them leave a package what it is.

use super::Inspector;
use crate::launch::{Word, program};
use crate::syntax::Span;

impl Inspector<'_, '_, '_> {
    /// Options of a runner that make an allowed package something else: another registry, another shell, other code.
    pub(super) fn runner(&mut self, words: &[Word<'_>]) {
        let limited = self.policy.packages().is_some() || self.policy.commands().is_some();
        let Some((first, args)) = words.split_first().filter(|_| limited) else {
            return;
        };
        if !RUNNERS.contains(&program(first.text)) {
            return;
        }
        let mut found: Vec<Span> = Vec::new();
        let mut takes_next = false;
        for word in args {
            if std::mem::take(&mut takes_next) {
                continue;
            }
            let flag = word.text.split('=').next().unwrap_or_default();
            if SUBCOMMANDS.contains(&word.text) {
                continue;
            }
            if !word.text.starts_with('-') {
                // The package; what comes after it belongs to the server. Without a name, it is the folder at hand.
                if word.text.is_empty() {
                    found.push(self.at(word));
                }
                break;
            }
            let valued = WITH_VALUE.contains(&flag);
            // npm knows its options by any beginning of their names, and scopes have options of their own.
            if !valued && !HARMLESS.contains(&flag) {
                found.push(self.at(word));
            }
            takes_next = flag == word.text && (valued || TURNING.contains(&flag));
        }
        let variables = self.server.env.iter().filter(|pair| {
            let name = pair.key.to_ascii_lowercase();
            let scoped = name.starts_with("npm_config_") && name.ends_with("registry");
            scoped
                || TURNING_VARIABLES
                    .iter()
                    .any(|known| name.starts_with(known))
        });
        let variables = variables.filter_map(|pair| pair.value.map(|value| value.span));
        found.extend(variables);
        for span in found {
            let message = format!(
                "`{}` can make the package runner run something else, which the policy cannot allow",
                self.server.name
            );
            self.out
                .add(span, message)
                .variant("package")
                .label("another registry, shell or program")
                .help("remove the option");
        }
    }
}

/// Programs that fetch a package and run it.
const RUNNERS: [&str; 9] = [
    "npx", "npm", "pnpm", "pnpx", "yarn", "bunx", "uvx", "uv", "pipx",
];

/// Options with a value with which they run something else than the package of that name in its usual registry. They are
/// not all there are: an option that nobody knows is no better.
const TURNING: [&str; 22] = [
    "-c",
    "--call",
    "--registry",
    "--node-options",
    "--script-shell",
    "--shell",
    "--node-arg",
    "-n",
    "--userconfig",
    "--globalconfig",
    "--shell-mode",
    "--index",
    "--index-url",
    "--default-index",
    "--extra-index-url",
    "-i",
    "-f",
    "--find-links",
    "--with-editable",
    "--overrides",
    "--config-file",
    "--pip-args",
];

/// Options of theirs that change nothing about where code comes from, or whose packages are looked at themselves; their
/// value may be the next word.
const WITH_VALUE: [&str; 12] = [
    "-p",
    "--package",
    "--from",
    "--with",
    "-w",
    "--python",
    "--directory",
    "--project",
    "--loglevel",
    "--color",
    "--prerelease",
    "--timeout",
];

/// The same for options without one.
const HARMLESS: [&str; 35] = [
    "-y",
    "--yes",
    "--no",
    "--no-install",
    "-q",
    "--quiet",
    "-s",
    "--silent",
    "-v",
    "--verbose",
    "-d",
    "-dd",
    "--no-progress",
    "--no-color",
    "--offline",
    "--prefer-offline",
    "--prefer-online",
    "--no-audit",
    "--no-fund",
    "--no-update-notifier",
    "--ignore-existing",
    "--ignore-scripts",
    "--bun",
    "--isolated",
    "--no-cache",
    "--refresh",
    "-U",
    "--upgrade",
    "--reinstall",
    "--no-config",
    "--native-tls",
    "--no-env-file",
    "--managed-python",
    "--frozen",
    "--locked",
];

/// Words before the package.
const SUBCOMMANDS: [&str; 6] = ["exec", "dlx", "x", "run", "tool", "--"];

/// How variables begin that say the same.
const TURNING_VARIABLES: [&str; 20] = [
    "npm_config_registry",
    "npm_config_call",
    "npm_config_node_options",
    "npm_config_script_shell",
    "npm_config_userconfig",
    "npm_config_globalconfig",
    "npm_config_prefix",
    "npm_config_cache",
    "uv_index",
    "uv_default_index",
    "uv_extra_index",
    "uv_find_links",
    "uv_config_file",
    "uv_override",
    "pip_index_url",
    "pip_extra_index_url",
    "pip_find_links",
    "pip_config_file",
    "yarn_registry",
    "bun_config_registry",
];
