//! Packages, and what starts them.

use super::super::make::{list, member, object, text};
use super::input::Values;
use super::{get, get_text};
use crate::syntax::{Member, Node, Span};

/// How packages of one registry are started.
pub(super) struct PackageRunner {
    /// The registry's word for itself.
    registry: &'static str,
    /// The program, unless the package names another.
    command: &'static str,
    /// What other programs need in front of a package.
    others: &'static [(&'static str, &'static [&'static str])],
    /// What this one needs in front of a package.
    before: &'static [&'static str],
    /// What this one needs after it.
    after: &'static [&'static str],
    /// What stands between the arguments of the program and those of the package.
    then: Option<&'static str>,
    /// What stands between the package and its version.
    version: char,
    /// The registry that is meant if none is named, and the variable that names another.
    home: &'static [&'static str],
    base: Option<&'static str>,
    /// Variables have to be handed into a container by name.
    contains: bool,
}

/// The registry's schema names these kinds of packages; `mcpb` is a download.
static RUNNERS: &[PackageRunner] = &[
    PackageRunner {
        registry: "npm",
        command: "npx",
        others: &[
            ("bunx", &[]),
            ("pnpx", &[]),
            ("pnpm", &["dlx"]),
            ("yarn", &["dlx"]),
        ],
        before: &["-y"],
        home: &["https://registry.npmjs.org"],
        base: Some("NPM_CONFIG_REGISTRY"),
        ..NEW
    },
    PackageRunner {
        registry: "pypi",
        command: "uvx",
        others: &[("pipx", &["run"]), ("uv", &["tool", "run"])],
        home: &["https://pypi.org", "https://pypi.org/simple"],
        base: Some("UV_DEFAULT_INDEX"),
        ..NEW
    },
    PackageRunner {
        registry: "oci",
        command: "docker",
        others: &[
            ("podman", &["run", "-i", "--rm"]),
            ("nerdctl", &["run", "-i", "--rm"]),
        ],
        before: &["run", "-i", "--rm"],
        version: ':',
        home: &[
            "https://docker.io",
            "https://index.docker.io",
            "https://registry-1.docker.io",
        ],
        contains: true,
        ..NEW
    },
    PackageRunner {
        registry: "nuget",
        command: "dnx",
        after: &["--yes"],
        then: Some("--"),
        home: &[
            "https://api.nuget.org",
            "https://api.nuget.org/v3/index.json",
            "https://nuget.org",
        ],
        ..NEW
    },
];

const NEW: PackageRunner = PackageRunner {
    registry: "",
    command: "",
    others: &[],
    before: &[],
    after: &[],
    then: None,
    version: '@',
    home: &[],
    base: None,
    contains: false,
};

/// What starts a package, if anything does.
pub(super) fn runner(package: &Node<'_>) -> Option<&'static PackageRunner> {
    let (kind, _) = get_text(package, "registryType")?;
    get_text(package, "identifier")?;
    RUNNERS.iter().find(|runner| runner.registry == kind)
}

impl<'t> Values<'t> {
    /// A package that no command starts.
    pub(super) fn unusable(&mut self, package: &Node<'t>, at: Span) {
        let kind = get_text(package, "registryType").map_or("?", |(kind, _)| kind);
        let message = format!(
            "`{}`: a package of type `{}` cannot be started by a command",
            self.name,
            kind.escape_debug()
        );
        self.note(at, message, "this package is not used");
    }

    pub(super) fn package(
        &mut self,
        package: &Node<'t>,
        runner: &'static PackageRunner,
        span: Span,
    ) -> Node<'t> {
        let at = get(package, "registryType").map_or(package.span, |kind| kind.value.span);
        let items = |key| get(package, key).map_or(&[][..], |list| list.value.items());
        let hint = get_text(package, "runtimeHint").filter(|(hint, _)| !hint.is_empty());
        let (command, from) = hint.unwrap_or((runner.command, at));
        let before = if command == runner.command {
            runner.before
        } else {
            let other = runner.others.iter().find(|(name, _)| *name == command);
            if other.is_none() {
                let message = format!("`{}` is started by `{command}`", self.name);
                self.note(from, message, "check how it accepts a package");
            }
            other.map_or(&[][..], |(_, before)| before)
        };
        let mut env = self.pairs(items("environmentVariables"), true);
        let runtime = self.arguments(items("runtimeArguments"));
        let own = self.arguments(items("packageArguments"));
        let word = |word: &&'static str| text(*word, at);
        let said = |word: &&&'static str| {
            let mut runtime = runtime.iter();
            let long = if **word == "-y" { "--yes" } else { *word };
            !runtime.any(|node| {
                node.as_str()
                    .is_some_and(|text| text == **word || text == long)
            })
        };
        let mut args: Vec<Node<'t>> = Vec::new();
        // Options of `npx` come before its own; the words that choose a subcommand before everything.
        let subcommand = before.first().is_some_and(|word| !word.starts_with('-'));
        if subcommand {
            args.extend(before.iter().filter(said).map(word));
        }
        args.extend(runtime.iter().cloned());
        if !subcommand {
            args.extend(before.iter().filter(said).map(word));
        }
        if runner.contains {
            for pair in &env {
                args.push(text("-e", pair.key_span));
                args.push(text(pair.key.clone(), pair.key_span));
            }
        }
        args.extend(self.identifier(package, runner));
        args.extend(runner.after.iter().filter(said).map(word));
        args.extend(runner.then.iter().filter(|_| !own.is_empty()).map(word));
        args.extend(own);
        env.extend(self.base(package, runner));
        let mut members = vec![
            member("command", from, text(command.to_owned(), from)),
            member("args", package.span, list(args, package.span)),
        ];
        if !env.is_empty() {
            let at =
                get(package, "environmentVariables").map_or(package.span, |list| list.value.span);
            members.push(member("env", at, object(env, at)));
        }
        object(members, span)
    }

    fn identifier(&self, package: &Node<'t>, runner: &PackageRunner) -> Option<Node<'t>> {
        let (identifier, at) = get_text(package, "identifier")?;
        let version = get_text(package, "version").filter(|(version, _)| !version.is_empty());
        let last = identifier.rsplit('/').next().unwrap_or(identifier);
        // Images carry their tag or digest since 2025-10-11, and some people write the version into other names too.
        let versioned = last.contains(runner.version) || runner.contains && last.contains('@');
        let mut full = match version {
            Some((version, _)) if !versioned => format!("{identifier}{}{version}", runner.version),
            _ => identifier.to_owned(),
        };
        if runner.contains
            && let Some((base, _)) = get_text(package, "registryBaseUrl")
            && !is_home(base, runner)
            && !identifier
                .split('/')
                .next()
                .is_some_and(|host| host.contains(['.', ':']))
        {
            let host = base.split("://").nth(1).unwrap_or(base);
            full = format!("{}/{full}", host.trim_end_matches('/'));
        }
        Some(text(full, at))
    }

    /// The variable that names another registry.
    fn base(&mut self, package: &Node<'t>, runner: &PackageRunner) -> Option<Member<'t>> {
        let (base, at) = get_text(package, "registryBaseUrl")?;
        if is_home(base, runner) || runner.contains {
            return None;
        }
        let Some(variable) = runner.base else {
            let message = format!(
                "`{}`: the registry of the package is not written",
                self.name
            );
            self.note(
                at,
                message,
                "name it in the settings of the package manager",
            );
            return None;
        };
        Some(member(variable, at, text(base.to_owned(), at)))
    }
}

fn is_home(base: &str, runner: &PackageRunner) -> bool {
    runner.home.contains(&base.trim_end_matches('/'))
}
