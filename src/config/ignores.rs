//! Which entries of `[[ignore]]` a finding is one for.
//!
//! There may be as many entries as findings, and a stranger may write both. So entries without patterns are looked up by
//! what they name. Those with patterns are asked one by one: [`super::check`] keeps them few.

use std::ops::Deref;

use super::judge::Used;
use super::settings::Ignore;
use crate::glob::{Against, Globs, is_plain, plain_path};
use crate::lint::Finding;

/// The entries, in the order of the configuration.
#[derive(Clone, Debug, Default)]
pub struct Ignores {
    list: Vec<Ignore>,
    /// Those without patterns, in the order of [`Key`].
    plain: Vec<usize>,
    /// The others.
    loose: Vec<usize>,
    /// A pattern for each of `loose`: the files and the servers that it is about.
    files: Globs,
    servers: Globs,
}

/// What an entry names: a file or folder, the rule, a server, a pointer.
type Key<'a> = (Option<&'a str>, &'a str, Option<&'a str>, Option<&'a str>);

impl Deref for Ignores {
    type Target = [Ignore];

    fn deref(&self) -> &[Ignore] {
        &self.list
    }
}

impl Ignores {
    pub(super) fn new(list: Vec<Ignore>) -> Self {
        let (mut plain, loose): (Vec<usize>, Vec<usize>) =
            (0..list.len()).partition(|at| list[*at].is_plain());
        // Equal ones stay in their order: the first gives the reason.
        plain.sort_by(|one, other| list[*one].key().cmp(&list[*other].key()));
        let globs = |word: fn(&Ignore) -> Option<&str>, any, against| {
            let words = loose.iter().map(|at| word(&list[*at]).unwrap_or(any));
            // The check has tried all of them.
            Globs::new(&words.collect::<Vec<_>>(), against).unwrap_or_default()
        };
        Self {
            files: globs(|entry| entry.file.as_deref(), "**", Against::Paths),
            servers: globs(|entry| entry.server.as_deref(), "*", Against::Names),
            list,
            plain,
            loose,
        }
    }

    /// For each entry, whether it is about the file with this path.
    pub(super) fn about(&self, path: &str) -> Vec<bool> {
        let mut about = vec![false; self.list.len()];
        for file in files(path) {
            let entries = self.range(|entry| entry.key().0.cmp(&file));
            entries.iter().for_each(|at| about[*at] = true);
        }
        for at in self.files.fitting(path) {
            about[self.loose[at]] = true;
        }
        about
    }

    /// Marks the entries that cover a finding in the file with this path as used; the first of them.
    pub(super) fn covering(
        &self,
        finding: &Finding,
        path: &str,
        used: &mut Used,
    ) -> Option<&Ignore> {
        if self.list.is_empty() {
            return None;
        }
        let mut first: Option<usize> = None;
        let mut hit = |at: usize| first = Some(first.map_or(at, |first| first.min(at)));
        let server = finding.server.as_deref();
        for file in files(path) {
            for server in [None].into_iter().chain(server.map(Some)) {
                for pointer in pointers(&finding.pointer) {
                    let key: Key<'_> = (file, finding.rule.id, server, pointer);
                    let entries = self.range(|entry| entry.key().cmp(&key));
                    let Some(at) = entries.first() else { continue };
                    hit(*at);
                    // Equal entries are used together, so that many of them are walked once.
                    if !used.findings[*at] {
                        entries.iter().for_each(|at| used.findings[*at] = true);
                    }
                }
            }
        }
        let servers = server.map(|name| self.servers.fitting(name));
        let named = |at: usize| {
            let servers = servers.as_ref();
            servers.is_some_and(|servers| servers.binary_search(&at).is_ok())
        };
        for (index, at) in self.loose.iter().enumerate() {
            let entry = &self.list[*at];
            let server = entry.server.is_none() || named(index);
            if used.files[*at] && server && entry.is_at(finding) {
                hit(*at);
                used.findings[*at] = true;
            }
        }
        first.map(|at| &self.list[at])
    }

    /// The plain entries that compare as equal.
    fn range(&self, compare: impl Fn(&Ignore) -> std::cmp::Ordering) -> &[usize] {
        let start = self
            .plain
            .partition_point(|at| compare(&self.list[*at]).is_lt());
        let rest = &self.plain[start..];
        &rest[..rest.partition_point(|at| compare(&self.list[*at]).is_eq())]
    }
}

impl Ignore {
    /// Whether it names its file and its server as they are.
    pub(super) fn is_plain(&self) -> bool {
        let is_plain = |word: &Option<String>| word.as_deref().is_none_or(is_plain);
        is_plain(&self.file) && is_plain(&self.server)
    }

    fn key(&self) -> Key<'_> {
        (
            self.file.as_deref().map(plain_path),
            self.rule.id,
            self.server.as_deref(),
            self.pointer.as_deref(),
        )
    }

    /// Whether it is about the rule of a finding, and the place.
    fn is_at(&self, finding: &Finding) -> bool {
        let below = |pointer: &str| {
            let rest = finding.pointer.strip_prefix(pointer);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.rule.id == finding.rule.id && self.pointer.as_deref().is_none_or(below)
    }
}

/// What an entry may name to be about the file `path`: nothing, one of its folders, or the file.
fn files(path: &str) -> impl Iterator<Item = Option<&str>> {
    let folders = path.match_indices('/').map(|(at, _)| &path[..at]);
    [None].into_iter().chain(folders.chain([path]).map(Some))
}

/// The same for the place of a finding: nothing, a place around it, or the place.
fn pointers(pointer: &str) -> impl Iterator<Item = Option<&str>> {
    files(pointer)
}
