//! The programs that fetch a package and run it, and how they are called.

use super::options::{Flag, OptionTable, scan};
use super::package::Ecosystem;
use super::tables;
use super::unwrap::program;
use super::word::Word;

/// What fetches and runs the package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Runner {
    /// `npx`.
    Npx,
    /// `npm exec` or `npm x`.
    NpmExec,
    /// `bunx` or `bun x`.
    Bunx,
    /// `pnpx` or `pnpm dlx`.
    PnpmDlx,
    /// `pnpm exec`, which only runs what is installed.
    PnpmExec,
    /// `yarn dlx`.
    YarnDlx,
    /// `deno run`.
    DenoRun,
    /// `uvx` or `uv tool run`.
    Uvx,
    /// `uv run --with`.
    UvRun,
    /// `pipx run`.
    PipxRun,
    /// `docker run`.
    Docker,
    /// `podman run`.
    Podman,
    /// `nerdctl run`.
    Nerdctl,
    /// `go run`.
    GoRun,
    /// `dnx` or `dotnet tool exec`.
    Dnx,
}

impl Runner {
    /// Whether it runs a container image.
    #[must_use]
    pub(crate) fn is_container(self) -> bool {
        matches!(self, Self::Docker | Self::Podman | Self::Nerdctl)
    }

    /// The option that names packages, in place of the first operand.
    pub(super) fn package_option(self) -> Option<&'static str> {
        match self {
            Self::Npx | Self::NpmExec | Self::Bunx | Self::PnpmDlx | Self::YarnDlx => {
                Some("package")
            }
            Self::Uvx => Some("from"),
            Self::UvRun => Some("with"),
            Self::PipxRun => Some("spec"),
            _ => None,
        }
    }

    pub(super) fn ecosystem(self) -> Ecosystem {
        match self {
            Self::Npx
            | Self::NpmExec
            | Self::Bunx
            | Self::PnpmDlx
            | Self::PnpmExec
            | Self::YarnDlx => Ecosystem::Npm,
            Self::DenoRun => Ecosystem::Deno,
            Self::Uvx | Self::UvRun | Self::PipxRun => Ecosystem::PyPi,
            Self::Docker | Self::Podman | Self::Nerdctl => Ecosystem::Image,
            Self::GoRun => Ecosystem::Go,
            Self::Dnx => Ecosystem::NuGet,
        }
    }

    pub(super) fn table(self) -> &'static OptionTable {
        match self {
            Self::Npx | Self::NpmExec => &tables::NPM,
            Self::Bunx => &tables::BUN,
            Self::PnpmDlx | Self::PnpmExec => &tables::PNPM,
            Self::YarnDlx => &tables::YARN,
            Self::DenoRun => &tables::DENO,
            Self::Uvx | Self::UvRun => &tables::UV,
            Self::PipxRun => &tables::PIPX,
            Self::Docker | Self::Podman | Self::Nerdctl => &tables::CONTAINER,
            Self::GoRun => &tables::GO,
            Self::Dnx => &tables::DNX,
        }
    }
}

/// A runner found at the start of a command line.
pub(super) struct Call<'w, 'a> {
    pub(super) runner: Runner,
    /// The last word of the runner itself.
    pub(super) word: Word<'a>,
    /// Its options, in front of subcommands too.
    pub(super) flags: Vec<Flag<'a>>,
    /// The words from the first operand on.
    pub(super) rest: &'w [Word<'a>],
}

/// Which runner the words call, if any. A subcommand counts only in its place: `docker mcp gateway run` is not `docker run`.
pub(super) fn call<'w, 'a>(words: &'w [Word<'a>]) -> Option<Call<'w, 'a>> {
    let (first, rest) = words.split_first()?;
    let name = program(first.text);
    FORMS
        .iter()
        .filter(|form| form.program.eq_ignore_ascii_case(name))
        .find_map(|form| {
            let table = form.runner.table();
            // Letters mean other things in front of `run`: `docker -l debug` sets a log level.
            let front = if form.runner.is_container() {
                &tables::ENGINE
            } else {
                table
            };
            let (mut flags, mut rest) = scan(
                rest,
                if form.commands.is_empty() {
                    table
                } else {
                    front
                },
            );
            let mut last_word = *first;
            for (depth, command) in form.commands.iter().enumerate() {
                let (word, more) = rest.split_first()?;
                if word.text != *command {
                    return None;
                }
                let last = depth + 1 == form.commands.len();
                let (more_flags, more) = scan(more, if last { table } else { front });
                flags.extend(more_flags);
                rest = more;
                last_word = *word;
            }
            Some(Call {
                runner: form.runner,
                word: last_word,
                flags,
                rest,
            })
        })
}

/// A program and the subcommands that make it a runner.
struct Form {
    program: &'static str,
    commands: &'static [&'static str],
    runner: Runner,
}

const fn form(program: &'static str, commands: &'static [&'static str], runner: Runner) -> Form {
    Form {
        program,
        commands,
        runner,
    }
}

static FORMS: &[Form] = &[
    form("npx", &[], Runner::Npx),
    form("npm", &["exec"], Runner::NpmExec),
    form("npm", &["x"], Runner::NpmExec),
    form("bunx", &[], Runner::Bunx),
    form("bun", &["x"], Runner::Bunx),
    form("pnpx", &[], Runner::PnpmDlx),
    form("pnpm", &["dlx"], Runner::PnpmDlx),
    form("pnpm", &["exec"], Runner::PnpmExec),
    form("yarn", &["dlx"], Runner::YarnDlx),
    form("deno", &["run"], Runner::DenoRun),
    form("uvx", &[], Runner::Uvx),
    form("uv", &["tool", "run"], Runner::Uvx),
    form("uv", &["run"], Runner::UvRun),
    form("pipx", &["run"], Runner::PipxRun),
    form("docker", &["run"], Runner::Docker),
    form("docker", &["container", "run"], Runner::Docker),
    form("podman", &["run"], Runner::Podman),
    form("podman", &["container", "run"], Runner::Podman),
    form("nerdctl", &["run"], Runner::Nerdctl),
    form("nerdctl", &["container", "run"], Runner::Nerdctl),
    form("go", &["run"], Runner::GoRun),
    form("dnx", &[], Runner::Dnx),
    form("dotnet", &["dnx"], Runner::Dnx),
    form("dotnet", &["tool", "exec"], Runner::Dnx),
];
