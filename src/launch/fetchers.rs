//! Commands that fetch packages without being a runner of one: `npm install`, `npm create`, `pipx install` and their kin.

use super::options::{Flag, OptionTable, scan};
use super::package::{Ecosystem, Package, PackageSource};
use super::place::path_like;
use super::tables;
use super::unwrap::program;
use super::word::Word;

/// What a command fetches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fetch<'a> {
    /// Where its packages are published, unless they say otherwise.
    pub ecosystem: Ecosystem,
    /// Its options, wherever they stand.
    pub options: Vec<Flag<'a>>,
    pub packages: Vec<Package<'a>>,
    /// What is fetched and run is called `create-NAME`.
    pub creates: bool,
}

impl Fetch<'_> {
    /// The package behind the short name that `npm create` gets: `create-x` for `x`, `@scope/create` for `@scope`.
    #[must_use]
    pub(crate) fn created(name: &str) -> String {
        match name.split_once('/') {
            Some((scope, name)) => format!("{scope}/create-{name}"),
            None if name.starts_with('@') => format!("{name}/create"),
            None => format!("create-{name}"),
        }
    }
}

/// What a command does with its operands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operands {
    /// All are packages.
    Packages,
    /// The first is one, and the rest is for it.
    Program,
    /// The same, by the short name of its package.
    Initializer,
    /// The first is a file of the project, unless it is a URL.
    Script,
}

/// A program and the words that make it fetch something, each with its other spellings.
type Form = (
    &'static str,
    &'static [&'static str],
    Ecosystem,
    &'static OptionTable,
    Operands,
);

static FORMS: &[Form] = {
    use Ecosystem::{Deno, Go, Npm, NuGet, PyPi};
    use Operands::{Initializer, Packages, Program, Script};
    use tables::{BUN, DENO, DNX, GO, NPM, PIP, PIPX, PNPM, UV, YARN};
    &[
        ("npm", &["install|i|in|add"], Npm, &NPM, Packages),
        ("npm", &["create|init|innit"], Npm, &NPM, Initializer),
        ("pnpm", &["add|install|i"], Npm, &PNPM, Packages),
        ("pnpm", &["create"], Npm, &PNPM, Initializer),
        ("yarn", &["add"], Npm, &YARN, Packages),
        ("yarn", &["global", "add"], Npm, &YARN, Packages),
        ("yarn", &["create"], Npm, &YARN, Initializer),
        ("bun", &["add|a|install|i"], Npm, &BUN, Packages),
        ("bun", &["create|c"], Npm, &BUN, Initializer),
        ("deno", &["install|i|add"], Deno, &DENO, Packages),
        ("deno", &["x"], Deno, &DENO, Program),
        ("dx", &[], Deno, &DENO, Program),
        ("pipx", &["install"], PyPi, &PIPX, Packages),
        ("uv", &["tool", "install"], PyPi, &UV, Packages),
        ("uv", &["pip", "install"], PyPi, &UV, Packages),
        ("uv", &["add"], PyPi, &UV, Packages),
        ("uv", &["run"], PyPi, &UV, Script),
        ("pip", &["install"], PyPi, &PIP, Packages),
        ("pip3", &["install"], PyPi, &PIP, Packages),
        ("go", &["install|get"], Go, &GO, Packages),
        ("dotnet", &["tool", "install|update"], NuGet, &DNX, Packages),
    ]
};

/// What the words fetch, if they are such a command.
#[must_use]
pub(crate) fn fetch<'a>(words: &[Word<'a>]) -> Option<Fetch<'a>> {
    let (first, rest) = words.split_first()?;
    let name = program(first.text);
    let mut forms = FORMS
        .iter()
        .filter(|(program, ..)| program.eq_ignore_ascii_case(name));
    forms.find_map(|form| called(form, rest))
}

fn called<'a>(form: &Form, words: &[Word<'a>]) -> Option<Fetch<'a>> {
    let (_, commands, ecosystem, table, operands) = *form;
    let (mut options, mut rest) = scan(words, table);
    for command in commands {
        let (word, more) = rest.split_first()?;
        if !command.split('|').any(|spelling| spelling == word.text) {
            return None;
        }
        let (flags, more) = scan(more, table);
        options.extend(flags);
        rest = more;
    }
    let mut packages = Vec::new();
    while let Some((word, more)) = rest.split_first() {
        // What has no scheme is a package of npm here.
        let bare =
            ecosystem == Ecosystem::Deno && !word.text.contains(':') && !path_like(word.text);
        let own = if bare { Ecosystem::Npm } else { ecosystem };
        packages.extend(Package::parse(*word, own));
        if operands != Operands::Packages {
            break;
        }
        let (flags, more) = scan(more, table);
        options.extend(flags);
        rest = more;
    }
    if operands == Operands::Script {
        packages.retain(|package| package.source == PackageSource::Url);
        packages.first()?;
    }
    Some(Fetch {
        ecosystem,
        options,
        packages,
        creates: operands == Operands::Initializer,
    })
}
