//! Understands the command lines that fetch a package and run it.
//!
//! Most servers are started by a runner: `npx`, `uvx`, `docker run` and their relatives, often behind a shell or another
//! wrapper. [`launch`] tells the runner's own options from the package and the package from its arguments, and keeps the
//! place of each, so that a finding can point at a version or a single flag. Nothing is looked up and nothing is run.

mod bridge;
mod container;
mod fetchers;
mod go;
mod image;
mod npm;
mod nuget;
mod options;
mod package;
mod place;
mod python;
mod readers;
mod relative;
mod runners;
mod script;
mod tables;
mod unwrap;
mod word;

pub(crate) use self::bridge::{Bridge, PINNED_BRIDGE, SecondStage, needs_allow_http, second_stage};
pub(crate) use self::container::{Container, ContainerVariable, Mount, MountKind};
pub(crate) use self::fetchers::{Fetch, fetch};
pub(crate) use self::options::Flag;
pub(crate) use self::package::{Ecosystem, Package, PackageSource, Precision, Version};
pub(crate) use self::place::{is_image, loopback, path_like};
pub(crate) use self::readers::{Need, ReadBy, needs, readers};
pub(crate) use self::relative::{is_relative, relative_paths, runs_others};
pub(crate) use self::runners::Runner;
pub(crate) use self::unwrap::{
    Unwrapped, Wrapper, WrapperKind, cmd_switches, is_assignment, is_builtin, is_cmd_operator,
    is_script, program, started, unwrap,
};
pub(crate) use self::word::{Word, split_cmd, split_shell};

use self::options::scan;
use self::runners::{Call, call};
use self::tables::{DNX, DNX_SWITCHES};

/// A package that is fetched and run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Launch<'a> {
    /// What runs it.
    pub runner: Runner,
    /// The last word of the runner itself: `npx`, or the `run` of `docker run`.
    pub runner_word: Word<'a>,
    /// What was in front of the runner, outermost first.
    pub wrappers: Vec<Wrapper<'a>>,
    /// The runner's own options.
    pub options: Vec<Flag<'a>>,
    /// The package.
    pub package: Package<'a>,
    /// Further packages that are fetched with it: more of `--package`, and `--with`.
    pub extra: Vec<Package<'a>>,
    /// The program to run, where an option named the package.
    pub program: Option<Word<'a>>,
    /// What the package itself is given, without a `--` in front.
    pub package_args: Vec<Word<'a>>,
    /// Where a bridge leads to, if the package is one.
    pub second_stage: Option<SecondStage<'a>>,
}

/// The options of a container engine in front of its command, and the words from there on.
#[must_use]
pub(crate) fn engine_call<'w, 'a>(words: &'w [Word<'a>]) -> (Vec<Flag<'a>>, &'w [Word<'a>]) {
    scan(words, &tables::ENGINE)
}

/// Finds the package that a command line fetches and runs.
///
/// `None` if it runs none, or if a shell does more than one plain command.
#[cfg(test)]
pub(crate) fn launch<'a>(command: &'a str, args: &[&'a str]) -> Option<Launch<'a>> {
    launch_words(words(command, args.iter().copied()))
}

/// The words of a command and its arguments.
#[must_use]
pub(crate) fn words<'a>(
    command: &'a str,
    args: impl IntoIterator<Item = &'a str>,
) -> Vec<Word<'a>> {
    std::iter::once(command)
        .chain(args)
        .enumerate()
        .map(|(index, text)| Word::whole(text, index))
        .collect()
}

/// Like [`launch`], for words from anywhere.
#[must_use]
pub(crate) fn launch_words(words: Vec<Word<'_>>) -> Option<Launch<'_>> {
    launch_line(&unwrap(words))
}

/// Like [`launch`], for words whose wrappers are known.
#[must_use]
pub(crate) fn launch_line<'a>(line: &Unwrapped<'a>) -> Option<Launch<'a>> {
    let call = call(&line.words)?;
    let mut launch = match call.runner {
        Runner::Dnx => dnx(call),
        Runner::PnpmExec => installed(call),
        _ => fetched(call),
    }?;
    launch.wrappers.clone_from(&line.wrappers);
    let name = launch
        .package
        .published()
        .filter(|_| launch.package.ecosystem == Ecosystem::Npm);
    launch.second_stage = name.and_then(|name| second_stage(name, &launch.package_args));
    Some(launch)
}

impl<'a> Launch<'a> {
    /// The values that the package is given for an option such as `--header`, in the same word or the next one.
    pub(crate) fn package_option<'s>(
        &'s self,
        name: &'s str,
    ) -> impl Iterator<Item = Word<'a>> + 's {
        bridge::values(&self.package_args, name)
    }

    /// The package and all that is fetched with it.
    pub(crate) fn packages(&self) -> impl Iterator<Item = &Package<'a>> {
        std::iter::once(&self.package).chain(&self.extra)
    }

    /// The options of a container, if it is one.
    #[must_use]
    pub(crate) fn container(&self) -> Option<Container<'_, 'a>> {
        self.runner.is_container().then_some(Container {
            options: &self.options,
        })
    }

    /// What the command within a container fetches and runs in turn.
    #[must_use]
    pub(crate) fn inner(&self) -> Option<Self> {
        self.container()
            .filter(|container| container.last("entrypoint").is_none())?;
        launch_words(self.package_args.clone())
    }

    fn new(call: Call<'_, 'a>, package: Package<'a>) -> Self {
        Self {
            runner: call.runner,
            runner_word: call.word,
            wrappers: Vec::new(),
            options: call.flags,
            package,
            extra: Vec::new(),
            program: None,
            package_args: Vec::new(),
            second_stage: None,
        }
    }
}

/// The packages that options name come first, or else the first operand.
fn fetched<'a>(call: Call<'_, 'a>) -> Option<Launch<'a>> {
    let (naming, ecosystem) = (call.runner.package_option(), call.runner.ecosystem());
    let python = ecosystem == Ecosystem::PyPi;
    let requirements = |name: &'static str| {
        let values = call
            .flags
            .iter()
            .filter(move |flag| flag.name == name)
            .filter_map(|flag| flag.value);
        values
            .flat_map(move |value| python::requirements(value, python))
            .filter_map(move |word| Package::parse(word, ecosystem))
    };
    let mut named: Vec<_> = naming.into_iter().flat_map(requirements).collect();
    let with: Vec<_> = if python && naming != Some("with") {
        requirements("with").collect()
    } else {
        Vec::new()
    };
    let script = call
        .flags
        .iter()
        .find(|flag| flag.name == "call")
        .and_then(|flag| flag.value);
    let only_named = call.runner == Runner::UvRun || script.is_some();
    let rest = call.rest;
    if named.is_empty() {
        let operand = *rest.first().filter(|_| !only_named)?;
        let mut launch = Launch::new(call, Package::parse(operand, ecosystem)?);
        launch.extra = with;
        launch.package_args = without_dashes(&rest[1..]).to_vec();
        return Some(launch);
    }
    let mut launch = Launch::new(call, named.remove(0));
    named.extend(with);
    launch.extra = named;
    let split = script.as_ref().and_then(split_shell);
    if let Some((program, args)) = split.as_deref().unwrap_or(rest).split_first() {
        launch.program = Some(*program);
        launch.package_args = without_dashes(args).to_vec();
    }
    Some(launch)
}

/// `pnpm exec` runs a program of the project by its name.
fn installed<'a>(call: Call<'_, 'a>) -> Option<Launch<'a>> {
    let (name, args) = call.rest.split_first()?;
    let package = Package {
        source: PackageSource::Installed,
        version: Version::ABSENT,
        name: *name,
        ..Package::parse(*name, Ecosystem::Npm)?
    };
    let mut launch = Launch::new(call, package);
    launch.package_args = without_dashes(args).to_vec();
    Some(launch)
}

/// `dnx` takes its own options behind the package too, up to `--`, and the version from one of them.
fn dnx<'a>(mut call: Call<'_, 'a>) -> Option<Launch<'a>> {
    let (operand, rest) = call.rest.split_first()?;
    let mut package = Package::parse(*operand, Ecosystem::NuGet)?;
    let dashes = rest
        .iter()
        .position(|word| word.text == "--")
        .unwrap_or(rest.len());
    let (mut front, tail) = rest.split_at(dashes);
    let mut args = Vec::new();
    while let Some((word, more)) = front.split_first() {
        let pair = &front[..front.len().min(2)];
        let (flags, left) = scan(pair, &DNX);
        let own = flags
            .first()
            .filter(|flag| DNX.takes_value(flag.name) || DNX_SWITCHES.contains(&flag.name));
        front = more;
        let Some(flag) = own else {
            args.push(*word);
            continue;
        };
        call.flags.push(*flag);
        if left.is_empty() && flags.len() == 1 && pair.len() == 2 {
            front = &front[1..];
        }
    }
    if let Some(version) = call
        .flags
        .iter()
        .find(|flag| flag.name == "version")
        .and_then(|flag| flag.value)
    {
        package.version = nuget::version(version);
    }
    args.extend_from_slice(tail.get(1..).unwrap_or_default());
    let mut launch = Launch::new(call, package);
    launch.package_args = args;
    Some(launch)
}

fn without_dashes<'w, 'a>(words: &'w [Word<'a>]) -> &'w [Word<'a>] {
    match words.split_first() {
        Some((first, rest)) if first.text == "--" => rest,
        _ => words,
    }
}

#[cfg(test)]
mod tests;
