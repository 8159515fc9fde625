//! Into a file: what is there is read, changed and written back as a whole, or only shown.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::args::Convert;
use super::configuration::slashes;
use super::terminal::Terminal;
use super::{Exit, absolute, diff, print, problem};
use crate::border::{self, Border};
use crate::convert::{
    Action, Class, Conversion, Input, Options, Status, Target, convert, merge, replaced,
};
use crate::diagnostic::Diagnostic;
use crate::discover::home;
use crate::files;
use crate::host::{
    Host, Place, Scope, aside_at, home_place, owner, place_at, place_in, stranger_at,
};
use crate::report::{Source, masked_at, sanitize, sanitize_name};
use crate::safe_write::{self, Prepared, Snapshot, WriteOutcome, commit};
use crate::syntax::{Language, parse};

/// The file to write, as it is now.
pub(super) struct Output {
    path: PathBuf,
    snapshot: Snapshot,
    text: String,
    bom: bool,
    place: &'static Place,
}

impl Output {
    /// Reads the file at `path` of the command line, which is, or will be, one of `host`'s.
    ///
    /// # Errors
    /// A link leads out of `border`; or it cannot be read or is no text. A file that does not exist is an empty one.
    pub(super) fn named(
        path: &Path,
        host: &'static Host,
        limit: u64,
        border: &Border,
    ) -> Result<Self, Box<Diagnostic>> {
        border.check_named(&absolute(path)).map_err(|outside| {
            let name = path.display().to_string();
            let message = format!("`{}` was not written: {outside}", sanitize(&name));
            problem("unwritable-output", message).help(border::HELP)
        })?;
        Self::new(path, host, limit)
    }

    /// The same for a path that was checked already.
    ///
    /// # Errors
    /// As above.
    pub(super) fn new(
        path: &Path,
        host: &'static Host,
        limit: u64,
    ) -> Result<Self, Box<Diagnostic>> {
        let snapshot = Snapshot::read(path, limit)
            .map_err(|error| Box::new(problem("unwritable-output", error.to_string())))?;
        let (text, bom) = match files::text(snapshot.bytes().unwrap_or_default()) {
            Ok(decoded) if decoded.utf16 => {
                let message = format!(
                    "`{}` is UTF-16, which {} does not read",
                    path.display(),
                    host.name
                );
                return Err(problem("file-encoding", message)
                    .help("save it as UTF-8 first")
                    .into());
            }
            Ok(decoded) => (decoded.text.into_owned(), decoded.bom),
            Err((_, fault)) => {
                return Err(problem(
                    "file-encoding",
                    format!("`{}`: {}", path.display(), fault.message),
                )
                .into());
            }
        };
        // The folder a file lies in belongs to its path.
        let absolute = absolute(path);
        belongs(path, &absolute, host)?;
        let place = home_place(host, &absolute, home().as_deref())
            .or_else(|| place_at(host, &absolute))
            .or_else(|| place_in(host, None, &text))
            .unwrap_or(&host.places[0]);
        Ok(Self {
            path: path.to_owned(),
            snapshot,
            text,
            bom,
            place,
        })
    }

    pub(super) fn source(&self) -> (String, Language) {
        (self.path.display().to_string(), self.place.language)
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Converts into the file: a new document, or the old one with the servers merged in.
    pub(super) fn convert(
        &self,
        args: &Convert,
        inputs: &[Input<'_>],
        options: &Options<'_>,
    ) -> Conversion {
        let options = Options {
            place: Some(self.place),
            report: options.report || args.dry_run || args.diff,
            in_place: args.in_place,
            ..*options
        };
        if args.in_place {
            return convert(inputs, &options);
        }
        if args.replace {
            let mut done = convert(inputs, &options);
            if let Some(new) = &done.text {
                replaced(&mut done.statuses, self.place, &self.text, plain(new));
            }
            return done;
        }
        self.merge(inputs, &options, args.mirror, options.project)
    }

    /// The file with the servers of `inputs` merged in; with `mirror`, without any others.
    pub(super) fn merge(
        &self,
        inputs: &[Input<'_>],
        options: &Options<'_>,
        mirror: bool,
        project: Option<&str>,
    ) -> Conversion {
        let options = Options {
            place: Some(self.place),
            // Values of variables are covered where they were written, which the rows tell.
            report: true,
            ..*options
        };
        // There is nothing to lose in a blank file.
        if self.text.trim().is_empty() {
            return convert(inputs, &options);
        }
        merge(
            inputs,
            &options,
            &Target {
                text: &self.text,
                place: self.place,
                mirror,
                project,
            },
        )
    }

    /// Whether `text` is another than what is there.
    pub(super) fn differs(&self, text: &str) -> bool {
        plain(text) != self.text || !self.snapshot.existed()
    }

    /// Puts `text` beside the file, checked and ready.
    ///
    /// # Errors
    /// The file cannot be written, or changed meanwhile.
    pub(super) fn prepare(
        self,
        text: &str,
        private: bool,
        backup: safe_write::Backup,
    ) -> Result<Prepared, safe_write::Error> {
        let bytes =
            format!("{}{}", if self.bom { "\u{feff}" } else { "" }, plain(text)).into_bytes();
        let language = self.place.language;
        let verify = |bytes: &[u8]| {
            let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
            parse(plain(text), language)
                .map(drop)
                .map_err(|error| error.reason)
        };
        Prepared::new(
            self.snapshot,
            bytes,
            safe_write::WriteOptions {
                private,
                backup,
                verify: &verify,
            },
        )
    }

    /// Writes the result, or shows what would be written.
    pub(super) fn finish(
        self,
        args: &Convert,
        conversion: &Conversion,
        text: &str,
        terminal: &Terminal,
    ) -> Exit {
        let changed = self.differs(text);
        if args.diff {
            let diff = self.diff(text, conversion);
            return shown(print(&diff, terminal), changed);
        }
        if args.dry_run {
            let plan = plan(&self.path, conversion);
            return shown(print(&plan, terminal), changed);
        }
        let written = self
            .prepare(text, conversion.expanded > 0, args.backup)
            .and_then(|prepared| commit(vec![prepared]));
        match written {
            Ok(written) => {
                if !args.quiet {
                    written
                        .iter()
                        .for_each(|file| terminal.remark(&summary(file, conversion)));
                }
                Exit::Done
            }
            Err(error) => {
                terminal.say_alone(problem("unwritable-output", error.to_string()));
                Exit::Failed
            }
        }
    }

    /// What would happen, server by server and field by field.
    pub(super) fn plan(&self, conversion: &Conversion) -> String {
        plan(&self.path, conversion)
    }

    /// A unified diff in which secrets are covered.
    pub(super) fn diff(&self, text: &str, conversion: &Conversion) -> String {
        let text = plain(text);
        let name = self.path.display().to_string();
        // A value that was put in need not look secret to be one. Where it was written is known, and where an earlier run
        // has written another one.
        let expanded = conversion
            .rows
            .iter()
            .filter(|row| row.class == Class::Expanded);
        let pointers: Vec<&str> = expanded
            .flat_map(|row| row.targets.iter().map(String::as_str))
            .collect();
        let cover = |text: &str| {
            let source = Source {
                name: &name,
                text,
                language: self.place.language,
            };
            masked_at(&source, &pointers)
        };
        let (old, new) = (cover(&self.text), cover(text));
        let old_name = if self.snapshot.existed() {
            format!("a/{}", diff::header(&name))
        } else {
            "/dev/null".to_owned()
        };
        let diff = diff::between(&old_name, &old, &format!("b/{}", diff::header(&name)), &new);
        // Covering may hide the only difference there is.
        if diff.is_empty() && text != self.text {
            format!("{name}: only values that are not shown would change\n")
        } else {
            diff
        }
    }
}

/// The file of `host` in a project, if it has one.
pub(super) fn project_file(host: &Host) -> Option<&'static str> {
    let places = host.places.iter();
    let own = places.filter(|place| place.own && place.scope == Scope::Project);
    let mut globs = own.flat_map(|place| place.globs);
    globs.find(|glob| !glob.contains(['*', '~'])).copied()
}

/// A text without a byte-order mark.
fn plain(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Showing that something would change is told by the exit code.
fn shown(exit: Exit, changed: bool) -> Exit {
    if exit == Exit::Done && changed {
        Exit::Loss
    } else {
        exit
    }
}

/// Refuses a file that another host reads in its own way.
fn belongs(path: &Path, absolute: &Path, host: &'static Host) -> Result<(), Box<Diagnostic>> {
    let hosts = crate::hosts::HOSTS;
    if let Some(stranger) = stranger_at(hosts, absolute) {
        return Err(foreign(path, stranger.name)
            .help("print the result instead and check it: not every host expands references in the same way")
            .into());
    }
    if let Some((_, aside)) = aside_at(&[host], absolute).filter(|(_, aside)| aside.sure)
        && place_at(host, absolute).is_none()
    {
        let name = path.display();
        let message = format!("{} does not read servers from `{name}`", host.name);
        return Err(problem("ignored-config-location", message)
            .help(format!("write them to `{}`", aside.instead))
            .into());
    }
    // A file of no particular host may be written for any.
    let other = owner(hosts, absolute)
        .filter(|other| !other.facts.lenient)
        .or_else(|| aside_at(hosts, absolute).map(|(other, _)| other))
        .filter(|other| other.id != host.id);
    match other {
        Some(other) if place_at(host, absolute).is_none() => Err(foreign(path, other.name)
            .help(format!(
                "use `--to {}`, or another file for {}",
                other.id, host.name
            ))
            .into()),
        _ => Ok(()),
    }
}

fn foreign(path: &Path, name: &str) -> Diagnostic {
    let message = format!("`{}` is {name}'s config file", path.display());
    problem("foreign-output", message)
}

/// The host that owns the path of an output.
///
/// # Errors
/// No host does.
pub(super) fn host_of(path: &Path) -> Result<&'static Host, Box<Diagnostic>> {
    let given = path;
    let path = absolute(path);
    if let Some(stranger) = stranger_at(crate::hosts::HOSTS, &path) {
        let message = format!(
            "`{}` is {name}'s config file; {name} is not supported yet",
            given.display(),
            name = stranger.name
        );
        return Err(problem("unsupported-host", message)
            .help("`mcpconv hosts` lists supported hosts")
            .into());
    }
    let found = owner(crate::hosts::HOSTS, &path);
    let aside = aside_at(crate::hosts::HOSTS, &path);
    if let Some((host, aside)) = aside.filter(|_| found.is_none_or(|host| host.facts.lenient)) {
        let message = format!(
            "{} does not read servers from `{}`",
            host.name,
            given.display()
        );
        return Err(problem("ignored-config-location", message)
            .help(format!("write to `{}`", aside.instead))
            .into());
    }
    found.ok_or_else(|| {
        let message = format!(
            "cannot tell which host `{}` belongs to",
            path.file_name().unwrap_or_default().display()
        );
        problem("missing-target", message)
            .help(format!("add `--to HOST`; hosts: {}", super::hosts::ids()))
            .into()
    })
}

/// What would happen, server by server and field by field.
fn plan(path: &Path, conversion: &Conversion) -> String {
    let mut text = format!("{}\n", sanitize(&path.display().to_string()));
    let dropped = dropped(conversion);
    for status in &conversion.statuses {
        text.push_str(&format!(
            "  {:<9}  {}\n",
            status.action.name(),
            sanitize_name(&status.name)
        ));
        for (word, fields) in [
            ("updated", &status.updated),
            ("unchanged", &status.unchanged),
            ("removed", &status.removed),
            ("unsupported", &unsupported(&dropped, status)),
        ] {
            if !fields.is_empty() {
                text.push_str(&format!(
                    "             {word}: {}\n",
                    sanitize(&fields.join(", "))
                ));
            }
        }
    }
    text
}

/// Where the values are that the target has no place for, by server.
fn dropped(conversion: &Conversion) -> HashMap<&str, Vec<&str>> {
    let mut dropped: HashMap<&str, Vec<&str>> = HashMap::new();
    for row in &conversion.rows {
        if let (Class::Dropped, Some(server)) = (row.class, &row.server) {
            dropped.entry(server).or_default().push(&row.pointer);
        }
    }
    dropped
}

/// The fields of a server that the target has no place for.
fn unsupported(dropped: &HashMap<&str, Vec<&str>>, status: &Status) -> Vec<String> {
    if status.action == Action::Skipped {
        return Vec::new();
    }
    let pointers = dropped.get(status.name.as_str()).into_iter().flatten();
    let mut fields: Vec<String> = pointers
        .filter_map(|pointer| {
            pointer
                .split('/')
                .rev()
                .find(|part| part.parse::<usize>().is_err())
        })
        .map(str::to_owned)
        .collect();
    fields.dedup();
    fields
}

/// A file that was written, with the file itself if a link led there.
pub(super) fn written_name(file: &safe_write::WrittenFile) -> String {
    let name = sanitize(&slashes(&file.path)).into_owned();
    let full = absolute(&file.path);
    let folder = full.parent().and_then(|folder| folder.canonicalize().ok());
    let plain = folder
        .zip(full.file_name())
        .map(|(folder, name)| folder.join(name));
    // A folder that is reached by a link outside of the project, such as `/tmp` on some systems, is nothing to mention.
    let here = super::here().canonicalize().ok();
    let linked = match (here, file.path.is_relative()) {
        (Some(here), true) => here.join(&file.path) != file.real_path,
        _ => plain.is_none_or(|plain| plain != file.real_path),
    };
    if linked {
        let real = file.real_path.display().to_string();
        format!("{name} ({})", sanitize(&real))
    } else {
        name
    }
}

pub(super) fn summary(file: &safe_write::WrittenFile, conversion: &Conversion) -> String {
    let what = match file.outcome {
        WriteOutcome::Unchanged => "is up to date",
        WriteOutcome::Created => "was created",
        WriteOutcome::Updated => "was updated",
    };
    let count = |action| {
        conversion
            .statuses
            .iter()
            .filter(|status| status.action == action)
            .count()
    };
    let counts: Vec<String> = [
        Action::Added,
        Action::Updated,
        Action::Unchanged,
        Action::Removed,
        Action::Skipped,
    ]
    .into_iter()
    .filter(|action| count(*action) > 0)
    .map(|action| format!("{} {}", count(action), action.name()))
    .collect();
    let mut lines = vec![format!(
        "{} {what}: {}",
        written_name(file),
        counts.join(", ")
    )];
    for status in conversion
        .statuses
        .iter()
        .filter(|status| !status.removed.is_empty())
    {
        lines.push(format!(
            "  {}: removed {}",
            sanitize_name(&status.name),
            sanitize(&status.removed.join(", "))
        ));
    }
    lines.extend(file.backup.iter().map(|backup| {
        format!(
            "  the old content is in {}",
            sanitize(&backup.display().to_string())
        )
    }));
    lines.extend(
        file.in_place
            .iter()
            .map(|reason| format!("  the file was overwritten, because {reason}")),
    );
    lines.join("\n")
}
