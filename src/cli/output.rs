//! Into a file: what is there is read, changed and written back as a whole, or only shown.

mod owner;
mod plan;

pub(super) use owner::host_of;
pub(super) use plan::{summary, written_name};

use std::path::{Path, PathBuf};

use self::owner::belongs;
use self::plan::plan;
use super::args::Convert;
use super::terminal::Terminal;
use super::{Exit, absolute, diff, print, problem, unwritable};
use crate::border::{self, Border, LeadsOutside};
use crate::convert::{Class, Conversion, Input, Options, Target, convert, merge, replaced};
use crate::diagnostic::Diagnostic;
use crate::discover::home;
use crate::files;
use crate::host::{Host, Place, Scope, home_place, place_at, place_in};
use crate::report::{Carried, Source, SourceSecrets, sanitize};
use crate::safe_write::{self, Prepared, Snapshot, commit};
use crate::syntax::parse;

/// The file to write, as it is now.
pub(super) struct Output {
    path: PathBuf,
    /// What to call it.
    name: String,
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
        // Before the file is opened, and once more when it is known which one that was.
        let checked = border.check_named(&absolute(path));
        checked.map_err(|outside| refused(path, &outside))?;
        let snapshot = Snapshot::read(path, limit).map_err(unwritable)?;
        let checked = border.check_read_named(&snapshot);
        checked.map_err(|outside| refused(path, &outside))?;
        Self::of(path, host, snapshot)
    }

    /// The same for a path that a configuration names.
    ///
    /// # Errors
    /// As above.
    pub(super) fn configured(
        path: &Path,
        host: &'static Host,
        limit: u64,
        border: &Border,
    ) -> Result<Self, Box<Diagnostic>> {
        let snapshot = Snapshot::read(path, limit).map_err(unwritable)?;
        let checked = border.check_read(&snapshot);
        checked.map_err(|outside| refused(path, &outside))?;
        Self::of(path, host, snapshot)
    }

    fn of(path: &Path, host: &'static Host, snapshot: Snapshot) -> Result<Self, Box<Diagnostic>> {
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
            name: path.display().to_string(),
            snapshot,
            text,
            bom,
            place,
        })
    }

    pub(super) fn source(&self) -> Source<'_> {
        Source {
            name: &self.name,
            text: &self.text,
            language: self.place.language,
        }
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
                bom: self.bom,
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
        sources: &[Source<'_>],
        terminal: &Terminal,
    ) -> Exit {
        if let Some(shown) = self.shown(args, text, conversion, sources) {
            return if_changed(print(&shown, terminal), self.differs(text));
        }
        let written = self
            .prepare(
                text,
                conversion.expanded > 0,
                args.backup.unwrap_or_default(),
            )
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
            Err(error) => terminal.fail(*unwritable(error)),
        }
    }

    /// What would be written, if that is only to be shown: a diff, or what would happen server by server.
    pub(super) fn shown(
        &self,
        args: &Convert,
        text: &str,
        conversion: &Conversion,
        sources: &[Source<'_>],
    ) -> Option<String> {
        if args.diff {
            return Some(self.diff(text, conversion, sources));
        }
        args.dry_run.then(|| plan(&self.path, conversion))
    }

    /// A unified diff in which secrets are covered.
    pub(super) fn diff(
        &self,
        text: &str,
        conversion: &Conversion,
        sources: &[Source<'_>],
    ) -> String {
        let text = plain(text);
        let name = &self.name;
        let hidden: Vec<SourceSecrets<'_>> = sources.iter().map(SourceSecrets::of).collect();
        let carried = carried(&hidden, conversion);
        let cover = |text: &str| {
            carried.masked(&Source {
                text,
                ..self.source()
            })
        };
        let (old, new) = (cover(&self.text), cover(text));
        let old_name = if self.snapshot.existed() {
            format!("a/{}", diff::header(name))
        } else {
            "/dev/null".to_owned()
        };
        let diff = diff::between(&old_name, &old, &format!("b/{}", diff::header(name)), &new);
        // Covering may hide the only difference there is.
        if diff.is_empty() && text != self.text {
            format!("{name}: only values that are not shown would change\n")
        } else {
            diff
        }
    }
}

/// What of the written text is a secret because of where it comes from, and need not look like one.
fn carried<'a>(hidden: &[SourceSecrets<'a>], conversion: &'a Conversion) -> Carried<'a> {
    let mut carried = Carried::from(hidden);
    for row in &conversion.rows {
        for target in &row.targets {
            // Where an earlier run has written another value of the variable, that is covered too.
            if row.class == Class::Expanded {
                carried.whole(target);
            } else if let Some(hidden) = hidden.get(row.source) {
                let texts = hidden.within(row.span);
                texts.for_each(|text| carried.part(target, text));
            }
        }
    }
    carried
}

/// The file of `host` in a project, if it has one.
pub(super) fn project_file(host: &Host) -> Option<&'static str> {
    let places = host.places.iter();
    let own = places.filter(|place| place.own && place.scope == Scope::Project);
    let mut globs = own.flat_map(|place| place.globs);
    globs.find(|glob| !glob.contains(['*', '~'])).copied()
}

/// What keeps a file from being written that a link leads out of the project.
pub(super) fn refused(path: &Path, outside: &LeadsOutside) -> Box<Diagnostic> {
    let name = path.display().to_string();
    let message = format!("`{}` was not written: {outside}", sanitize(&name));
    problem("unwritable-output", message)
        .help(border::HELP)
        .into()
}

/// A text without a byte-order mark.
fn plain(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Showing that something would change is told by the exit code.
pub(super) fn if_changed(exit: Exit, changed: bool) -> Exit {
    if exit == Exit::Done && changed {
        Exit::Loss
    } else {
        exit
    }
}
