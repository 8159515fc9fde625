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
        .filter(|(program, ..)| program.eq_ignore_ascii_case(name))
        .find_map(|(_, commands, runner)| {
            let table = runner.table();
            // Letters mean other things in front of `run`: `docker -l debug` sets a log level.
            let front = if runner.is_container() {
                &tables::ENGINE
            } else {
                table
            };
            let (mut flags, mut rest) = scan(rest, if commands.is_empty() { table } else { front });
            let mut last_word = *first;
            for (depth, command) in commands.iter().enumerate() {
                let (word, more) = rest.split_first()?;
                if word.text != *command {
                    return None;
                }
                let last = depth + 1 == commands.len();
                let (more_flags, more) = scan(more, if last { table } else { front });
                flags.extend(more_flags);
                rest = more;
                last_word = *word;
            }
            Some(Call {
                runner: *runner,
                word: last_word,
                flags,
                rest,
            })
        })
}

/// Whether some runner is called by the program `name`.
pub(super) fn is_runner(name: &str) -> bool {
    FORMS
        .iter()
        .any(|(program, ..)| program.eq_ignore_ascii_case(name))
}

/// A program, the subcommands that make it a runner, and the runner.
type Form = (&'static str, &'static [&'static str], Runner);

static FORMS: &[Form] = &[
    ("npx", &[], Runner::Npx),
    ("npm", &["exec"], Runner::NpmExec),
    ("npm", &["x"], Runner::NpmExec),
    ("bunx", &[], Runner::Bunx),
    ("bun", &["x"], Runner::Bunx),
    ("pnpx", &[], Runner::PnpmDlx),
    ("pnpm", &["dlx"], Runner::PnpmDlx),
    ("pnpm", &["exec"], Runner::PnpmExec),
    ("yarn", &["dlx"], Runner::YarnDlx),
    ("deno", &["run"], Runner::DenoRun),
    ("uvx", &[], Runner::Uvx),
    ("uv", &["tool", "run"], Runner::Uvx),
    ("uv", &["run"], Runner::UvRun),
    ("pipx", &["run"], Runner::PipxRun),
    ("docker", &["run"], Runner::Docker),
    ("docker", &["container", "run"], Runner::Docker),
    ("podman", &["run"], Runner::Podman),
    ("podman", &["container", "run"], Runner::Podman),
    ("nerdctl", &["run"], Runner::Nerdctl),
    ("nerdctl", &["container", "run"], Runner::Nerdctl),
    ("go", &["run"], Runner::GoRun),
    ("dnx", &[], Runner::Dnx),
    ("dotnet", &["dnx"], Runner::Dnx),
    ("dotnet", &["tool", "exec"], Runner::Dnx),
];
