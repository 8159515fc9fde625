//! The words of a command line that name files of the machine that the host runs on.

use super::file::{File, LintServer, Text};
use crate::launch::{MountKind, Word, program};
use crate::model::Slot;

/// Options of a container engine that take a file of the machine.
const FILES: [&str; 5] = ["env-file", "cidfile", "label-file", "seccomp", "authfile"];

/// The arguments, or parts of them, that can name files of this machine: not those that only mean something in a
/// container or on another machine.
pub(crate) fn local<'a>(server: &LintServer<'a>) -> Vec<Word<'a>> {
    let all = || {
        server
            .args
            .iter()
            .enumerate()
            .map(|(at, arg)| Word::whole(arg.text, at + 1))
    };
    if let Some(launch) = server.launch()
        && let Some(container) = launch.container()
    {
        let mounts = container
            .mounts()
            .filter(|mount| mount.kind == MountKind::Bind)
            .filter_map(|mount| mount.source);
        let files = container
            .options
            .iter()
            .filter(|flag| FILES.contains(&flag.name))
            .filter_map(|flag| flag.value);
        return mounts.chain(files).collect();
    }
    let line = &server.line().words;
    match line.first().map(|word| program(word.text)) {
        // What follows is run in there.
        Some("docker" | "podman" | "nerdctl" | "kubectl") => {
            let end = line
                .iter()
                .find(|word| matches!(word.text, "exec" | "run"))
                .map_or(usize::MAX, |word| word.index);
            all().filter(|word| word.index < end).collect()
        }
        Some("ssh") => Vec::new(),
        _ => all().collect(),
    }
}

/// The file with more variables, where a server has one.
pub(crate) fn env_file<'a>(server: &LintServer<'a>) -> Option<Text<'a>> {
    let at = server
        .fields
        .iter()
        .find(|at| at.slot == Some(Slot::EnvFile))?;
    Text::of(&at.member.value, Slot::EnvFile, &at.member.key)
}

/// The string that holds `word`, and the bytes of it that `word` takes.
pub(crate) fn place<'s, 'a>(
    server: &'s LintServer<'a>,
    word: &Word<'_>,
) -> Option<(&'s Text<'a>, std::ops::Range<usize>)> {
    server.value_of(word).map(|text| (text, word.range()))
}

/// Where `range` of a word stands.
pub(crate) fn part(
    file: &File<'_>,
    server: &LintServer<'_>,
    word: &Word<'_>,
    range: std::ops::Range<usize>,
) -> crate::syntax::Span {
    place(server, word).map_or(server.name_span, |(text, whole)| {
        file.part(text, whole.start + range.start..whole.start + range.end)
    })
}
