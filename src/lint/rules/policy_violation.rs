//! A server that the configuration's `[policy]` does not allow.

mod engine;
mod fetch;
mod options;
mod runner;

use crate::diagnostic::Level;
use crate::launch::{
    Launch, Package, PackageSource, Word, Wrapper, WrapperKind, fetch, launch_words, program,
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
        let fetch = fetch(&unwrapped.words);
        self.surroundings(&unwrapped);
        match &fetch {
            Some(fetch) => self.fetch(&unwrapped, fetch),
            None => self.runner(&unwrapped, launch.as_ref()),
        }
        self.engine(&unwrapped);
        match launch {
            Some(launch) => self.launch(&launch, stages),
            None if fetch.is_none() => self.bridge(&unwrapped.words, stages),
            None => {}
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
                self.package(package, &what);
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

    /// Says that a package is not allowed.
    fn package(&mut self, package: &Package<'_>, what: &str) {
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
        Some(words) => {
            let words: Vec<String> = words.iter().map(|word| covered(word)).collect();
            format!("allowed {what}: {}", words.join(", "))
        }
    }
}

/// A pattern of the policy with what may be a credential in it covered.
fn covered(pattern: &str) -> String {
    let mut text = pattern.to_owned();
    for range in crate::secret::cover(None, pattern).into_iter().rev() {
        text.replace_range(range, "***");
    }
    text
}
