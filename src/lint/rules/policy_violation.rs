//! A server that the configuration's `[policy]` does not allow.

use crate::diagnostic::Level;
use crate::launch::{
    Launch, Package, PackageSource, Word, Wrapper, WrapperKind, launch_words, program,
    second_stage, split_shell, unwrap, words,
};
use crate::lint::file::{File, LintServer};
use crate::lint::policy::{Address, Policy, ecosystem_name};
use crate::lint::refs::refs;
use crate::lint::{Found, Group, Rule};
use crate::syntax::Span;

pub(crate) static RULE: Rule = Rule {
    id: "policy-violation",
    level: Level::Error,
    group: Group::Tool,
    page: crate::lint::page!("../../../docs/rules/policy-violation.md"),
    ..Rule::NEW
};

/// Command lines within command lines are followed this far.
const MAX_STAGES: usize = 4;

/// Holds every server that the host sees against `policy`.
pub(crate) fn check(file: &File<'_>, policy: &Policy, out: &mut Found<'_>) {
    for server in file.seen() {
        let mut inspector = Inspector {
            file,
            server,
            policy,
            out: &mut *out,
        };
        if let Some(command) = &server.command {
            inspector.line(
                words(command.text, server.args.iter().map(|arg| arg.text)),
                MAX_STAGES,
            );
        }
        if let Some(url) = &server.url {
            inspector.url(url.text, url.span);
        }
    }
}

struct Inspector<'i, 'a, 'f> {
    file: &'i File<'a>,
    server: &'i LintServer<'a>,
    policy: &'i Policy,
    out: &'i mut Found<'f>,
}

impl Inspector<'_, '_, '_> {
    fn line(&mut self, line: Vec<Word<'_>>, stages: usize) {
        let unwrapped = unwrap(line.clone());
        let script = unwrapped.is_script();
        let mut fine = true;
        for wrapper in &unwrapped.wrappers {
            fine &= passes_through(wrapper) || self.command(&wrapper.word);
        }
        match unwrapped.words.first() {
            Some(first) => fine &= self.command(first),
            // What a script starts is anybody's guess, so the shell itself must be allowed.
            None if script => {
                fine &= unwrapped
                    .wrappers
                    .last()
                    .is_none_or(|wrapper| !passes_through(wrapper) || self.command(&wrapper.word))
            }
            None => {}
        }
        if script && fine && self.policy.packages().is_some() {
            let at = unwrapped
                .wrappers
                .last()
                .and_then(|wrapper| wrapper.script)
                .map_or(self.server.name_span, |word| self.at(&word));
            self.script(at, "package", "packages it uses");
        }
        let launch = launch_words(line);
        self.runner(&unwrapped.words);
        match launch {
            Some(launch) => self.launch(&launch, stages),
            None => self.bridge(&unwrapped.words, stages),
        }
    }

    /// Whether the program is allowed; if not, that is said.
    fn command(&mut self, word: &Word<'_>) -> bool {
        if self.policy.allows_command(word.text) {
            return true;
        }
        let message = match shown(word.text) {
            Some(text) => format!(
                "`{}` starts `{text}`, which the policy does not allow",
                self.server.name
            ),
            None => format!(
                "`{}` starts a program that the policy does not allow",
                self.server.name
            ),
        };
        let at = self.at(word);
        self.out
            .add(at, message)
            .variant("command")
            .label("not one of the allowed programs")
            .help(allowed("programs", self.policy.commands()));
        false
    }

    /// Options of a runner that make an allowed package something else: another registry, another shell, other code.
    fn runner(&mut self, words: &[Word<'_>]) {
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

    fn launch(&mut self, launch: &Launch<'_>, stages: usize) {
        for package in launch
            .packages()
            .filter(|package| package.source != PackageSource::Installed)
        {
            let open = self.policy.packages().is_some() && is_open(package.word.text);
            if open || !self.policy.allows_package(package) {
                let what = match open {
                    true => "runs a package from a variable".to_owned(),
                    false => described(package),
                };
                let message = format!(
                    "`{}` {what}, which the policy does not allow",
                    self.server.name,
                );
                let at = self.at(&package.word);
                let help = allowed("packages", self.policy.packages());
                self.out
                    .add(at, message)
                    .variant("package")
                    .label("not one of the allowed packages")
                    .help(help);
            }
        }
        if let Some(stage) = &launch.second_stage {
            self.stage(stage.url, stage.command, stages);
        }
        // What runs in a container is shut in, but where it comes from still counts.
        if let Some(inner) = launch.inner().filter(|_| stages > 0) {
            self.launch(&inner, stages - 1);
        }
    }

    /// A bridge that is installed and goes by its own name.
    fn bridge(&mut self, words: &[Word<'_>], stages: usize) {
        let Some((first, args)) = words.split_first() else {
            return;
        };
        if let Some(stage) = second_stage(program(first.text), args) {
            self.stage(stage.url, stage.command, stages);
        }
    }

    fn stage(&mut self, url: Option<Word<'_>>, command: Option<Word<'_>>, stages: usize) {
        if let Some(url) = url {
            let at = self.at(&url);
            self.url(url.text, at);
        }
        let Some(command) = command.filter(|_| stages > 0) else {
            return;
        };
        match split_shell(&command) {
            Some(line) => self.line(line, stages - 1),
            None if self.policy.commands().is_some() => {
                self.script(self.at(&command), "command", "programs it starts")
            }
            None if self.policy.packages().is_some() => {
                self.script(self.at(&command), "package", "packages it uses")
            }
            None => {}
        }
    }

    /// Says that nobody can tell what a script does.
    fn script(&mut self, at: Span, variant: &'static str, what: &str) {
        let message = format!(
            "`{}` runs a script, and the policy cannot tell which {what}",
            self.server.name
        );
        self.out
            .add(at, message)
            .variant(variant)
            .label("more than one plain command")
            .help("start the program directly, or move the script into a package");
    }

    fn url(&mut self, url: &str, span: Span) {
        if self.policy.urls().is_none() {
            return;
        }
        let authority = url.find("://").map_or(0, |at| at + 3);
        let end = url[authority..]
            .find(['/', '?', '#', '\\'])
            .map_or(url.len(), |length| authority + length);
        let open = refs(url)
            .iter()
            .any(|reference| reference.range.start < end);
        if !open && self.policy.allows_url(url) {
            return;
        }
        let name = self.server.name;
        let message = match Address::parse(url) {
            _ if open => {
                format!("`{name}` connects to a URL from a variable, which the policy cannot allow")
            }
            Some(address) => format!(
                "`{name}` connects to `{}`, which the policy does not allow",
                address.origin
            ),
            None => format!("`{name}` connects to a URL that the policy does not allow"),
        };
        let label = if open {
            "the host of the URL is a variable"
        } else {
            "not an allowed URL"
        };
        self.out
            .add(span, message)
            .variant("url")
            .label(label)
            .help(allowed("addresses", self.policy.urls()));
    }

    fn at(&self, word: &Word<'_>) -> Span {
        self.server.word(self.file, word)
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

/// Whether a variable decides more about a package than its version.
fn is_open(package: &str) -> bool {
    let version = package.get(1..).and_then(|rest| rest.find('@'));
    let name = version.map_or(package, |at| &package[..=at]);
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".+-_^~*".contains(&byte);
    refs(package).iter().any(|reference| {
        let text = &package[reference.range.clone()];
        let default = text.split_once(":-").map(|(_, default)| default);
        let default = default.map(|default| default.trim_end_matches(['}', '>']));
        reference.range.start < name.len() || default.is_some_and(|text| !text.bytes().all(plain))
    })
}

/// Whether a wrapper only starts what comes after it. One that gives more rights or another system does more, and one that
/// lies in a folder of its own may be anything.
fn passes_through(wrapper: &Wrapper<'_>) -> bool {
    const FOLDERS: [&str; 5] = [
        "",
        "/bin/",
        "/usr/bin/",
        "/usr/local/bin/",
        "c:/windows/system32/",
    ];
    let path = wrapper.word.text.replace('\\', "/").to_ascii_lowercase();
    let folder = &path[..path.rfind('/').map_or(0, |at| at + 1)];
    matches!(
        wrapper.kind,
        WrapperKind::Cmd | WrapperKind::Shell | WrapperKind::Env
    ) && FOLDERS.contains(&folder)
}

/// A program as it may be shown: never arguments that somebody wrote into the same text.
fn shown(command: &str) -> Option<&str> {
    let name = if command.contains(" -") {
        command.split_whitespace().next()?
    } else {
        command
    };
    (!name.is_empty() && !name.contains(['=', '@']) && name.chars().count() <= 100).then_some(name)
}

/// What is run, without an address that may hold credentials.
fn described(package: &Package<'_>) -> String {
    match package.source {
        PackageSource::Registry | PackageSource::Alias | PackageSource::Installed => format!(
            "runs the {} package `{}`",
            ecosystem_name(package.ecosystem),
            package.name.text
        ),
        PackageSource::Path => "runs a package from a folder".to_owned(),
        PackageSource::Git => "runs a package from a repository".to_owned(),
        PackageSource::Url => "runs a package from a URL".to_owned(),
        PackageSource::Unknown => "runs a package from a variable".to_owned(),
    }
}

fn allowed(what: &str, words: Option<&[String]>) -> String {
    match words {
        Some([]) | None => format!("no {what} are allowed"),
        Some(words) => format!("allowed {what}: {}", words.join(", ")),
    }
}
