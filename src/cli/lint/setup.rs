//! What was asked for, once its words are understood and its files are read.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::args::Lint;
use super::check::CheckedFile;
use super::schema::Schema;
use super::targets::LintTarget;
use crate::border::Border;
use crate::cli::configuration::{Configuration, Refusal, refuse_link, relative_to, short};
use crate::cli::{absolute, count, hosts, problem};
use crate::config::{self, Baseline, Used};
use crate::diagnostic::Diagnostic;
use crate::discover::below_home;
use crate::files::{self, FileFault};
use crate::host::{Host, Scope, place_at};
use crate::lint::{Finding, Policy, Subject};
use crate::report::lint::DisabledChecks;
use crate::report::sanitize;
use crate::syntax::Language;
use crate::walk::{self, Exclude, Owner};

/// What a run of the linter works with.
pub(super) struct Setup<'a> {
    pub(super) args: &'a Lint,
    pub(super) host: Option<&'static Host>,
    pub(super) others: Vec<&'static Host>,
    pub(super) home: Option<PathBuf>,
    pub(super) schema: Option<Schema>,
    /// How far links may lead.
    pub(super) border: Border,
    pub(super) configuration: Configuration,
    baseline: Option<Baseline>,
    /// Which ignores of the configuration came to something so far.
    used: Mutex<Used>,
    /// How many findings are in the baseline, once that is known.
    known: AtomicUsize,
}

impl<'a> Setup<'a> {
    /// Reads everything that is needed before the first file.
    ///
    /// # Errors
    /// A word that means nothing, or a file that cannot be used.
    pub(super) fn new(args: &'a Lint) -> Result<Self, Refusal> {
        let host = args.host.as_deref().map(hosts::named).transpose()?;
        let others = args
            .others
            .iter()
            .map(|name| hosts::target(name))
            .collect::<Result<_, _>>()?;
        let configuration = if args.no_config {
            Configuration::none()
        } else {
            Configuration::find(args.config.as_deref(), args.reach)?
        };
        let schema = args
            .schema
            .as_deref()
            .map(|path| {
                let border = configuration.border(args.reach.allow_outside);
                refuse_link(path, &border, "invalid-schema")?;
                Schema::read(path, MAX_SIZE)
            })
            .transpose()?;
        let border = configuration.border(args.reach.allow_outside);
        reports(args, &border)?;
        // One that is about to be written need not be there.
        let known = configuration.settings.baseline.as_ref();
        let known = known.filter(|_| args.write_baseline.is_none());
        let known = known.map(|path| configuration.path_of(path));
        let baseline = match (&args.baseline, known) {
            (Some(path), _) => {
                refuse_link(path, &border, "invalid-baseline")?;
                Some(self::baseline(path, files::read_stream(path, MAX_SIZE))?)
            }
            (None, Some(path)) => {
                let bytes = files::read_inside(&path, MAX_SIZE, &border);
                Some(self::baseline(&path, bytes)?)
            }
            (None, None) => None,
        };
        let home = ["HOME", "USERPROFILE"]
            .iter()
            .find_map(std::env::var_os)
            .filter(|home| !home.is_empty())
            .map(PathBuf::from);
        Ok(Self {
            args,
            host,
            others,
            home,
            schema,
            border,
            configuration,
            baseline,
            used: Mutex::default(),
            known: AtomicUsize::default(),
        })
    }

    /// Whether texts are to be changed.
    pub(super) fn repairs(&self) -> bool {
        self.args.fix || self.args.fix_unsafe
    }

    pub(super) fn max_size(&self) -> u64 {
        self.args
            .max_size
            .or(self.configuration.settings.files.max_size)
            .unwrap_or(MAX_SIZE)
    }

    pub(super) fn policy(&self) -> Option<&Policy> {
        self.configuration.settings.policy.as_ref()
    }

    /// Whether the configuration leaves a file out.
    pub(super) fn excluded(&self, path: &Path) -> bool {
        self.configuration.path.is_some()
            && self
                .configuration
                .settings
                .files
                .exclude
                .fits(&self.configuration.relative(path))
    }

    /// Whether the configuration leaves out everything in a folder.
    pub(super) fn excludes_all_of(&self, folder: &Path) -> bool {
        self.excluded(&walk::clean(folder).join("\u{1}"))
    }

    /// The same for a walk, which also leaves out folders of which everything is.
    pub(super) fn exclude(&self) -> Option<Exclude> {
        let globs = self.configuration.settings.files.exclude.clone();
        if globs.words().is_empty() {
            return None;
        }
        let folder = self.configuration.folder.clone();
        Some(Arc::new(move |path| {
            let path = relative_to(&folder, path);
            // Of a folder that only its own name leaves out, files may still be wanted: `a**` is no folder.
            globs.fits(&path)
                && (globs.fits(&format!("{path}/\u{1}")) || !folder.join(&path).is_dir())
        }))
    }

    /// Whether the configuration adds files to those of the hosts.
    pub(super) fn includes(&self) -> bool {
        self.configuration.path.is_some() && self.configuration.settings.files.adds()
    }

    /// Whose file a path is by the configuration. One that is only included is known by what is in it.
    pub(super) fn included(&self, path: &Path) -> Option<Included> {
        self.configuration.path.as_ref()?;
        let files = &self.configuration.settings.files;
        let relative = self.configuration.relative(path);
        let host = files.host(&relative);
        if host.is_none() && !files.include.fits(&relative) {
            return None;
        }
        Some(host.map(|host| Owner {
            host,
            place: place_at(host, &absolute(path)).unwrap_or(&host.places[0]),
            aside: None,
        }))
    }

    /// What the configuration takes away.
    pub(super) fn disabled(&self) -> DisabledChecks {
        let settings = &self.configuration.settings;
        let mut disabled = DisabledChecks {
            file: self.configuration.name(),
            excluded: settings.files.exclude.words().to_vec(),
            policy: settings.policy.is_some(),
            ..DisabledChecks::default()
        };
        for (rule, level) in &settings.rules {
            match level {
                None => disabled.off.push(rule.id),
                Some(level) if *level < rule.level => disabled.lowered.push((rule.id, *level)),
                Some(_) => {}
            }
        }
        if !self.args.no_ignores {
            disabled.ignored = settings.ignores.iter().map(|one| one.rule.id).collect();
            disabled.ignored.sort_unstable();
            disabled.ignored.dedup();
        }
        // A baseline of the command line was chosen by whoever reads the report.
        let known = self.known.load(Ordering::Relaxed);
        let named = settings.baseline.as_ref();
        disabled.baseline = named
            .filter(|_| known > 0 && self.args.baseline.is_none())
            .map(|path| (short(&self.configuration.path_of(path)), known));
        disabled
    }

    /// Whether a file lies where its host keeps the user's own.
    pub(super) fn is_home_file(&self, path: &Path, owner: &Owner) -> bool {
        let Some(home) = &self.home else { return false };
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        let mut user = owner
            .host
            .places
            .iter()
            .filter(|place| place.scope == Scope::User)
            .flat_map(|place| place.globs)
            .filter(|glob| glob.ends_with(name))
            .peekable();
        if user.peek().is_none() {
            return false;
        }
        let full = absolute(path);
        let Ok(below) = full.strip_prefix(home) else {
            return false;
        };
        user.flat_map(|glob| below_home(glob))
            .any(|glob| Path::new(&glob) == below)
    }

    /// Puts findings on their levels and marks those that do not count.
    pub(super) fn judge(
        &self,
        subject: &Subject<'_>,
        read: bool,
        mut findings: Vec<Finding>,
    ) -> Vec<Finding> {
        // Only ignores ask for it.
        let path = if self.configuration.settings.ignores.is_empty() {
            String::new()
        } else {
            self.configuration.relative(Path::new(subject.path))
        };
        let target = config::LintedFile {
            path: &path,
            subject,
            read,
            ignores: !self.args.no_ignores,
        };
        let used = self.configuration.settings.judge(&target, &mut findings);
        self.used
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .merge(&used);
        findings
    }

    /// What can only be said at the end: ignores that nothing needed, and findings that were known before.
    pub(super) fn conclude(&self, files: &mut Vec<CheckedFile>) -> Option<String> {
        let used = self
            .used
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let unused = self
            .configuration
            .settings
            .unused(&used, self.is_whole(), files.len());
        if !unused.is_empty() && !self.args.no_ignores {
            let name = self.configuration.name();
            let mut checked = CheckedFile::new(LintTarget {
                name,
                path: self.configuration.path.clone(),
                owner: None,
                scope: None,
                trouble: None,
                compared: true,
            });
            (checked.text, checked.language, checked.findings) =
                (self.configuration.text.clone(), Language::Toml, unused);
            files.push(checked);
        }
        let baseline = self.baseline.as_ref().filter(|_| !self.args.no_ignores)?;
        let paths: Vec<String> = files.iter().map(|file| self.path_of(file)).collect();
        let findings = files.iter_mut().zip(&paths).flat_map(|(file, path)| {
            file.findings
                .iter_mut()
                .map(|finding| (path.as_str(), finding))
        });
        let known = baseline.apply(findings, &|path| paths.iter().any(|known| known == path));
        self.known.store(known.known, Ordering::Relaxed);
        (known.stale > 0).then(|| {
            format!(
                "{}; rerun `--write-baseline`",
                if known.stale == 1 {
                    "1 stale baseline entry".to_owned()
                } else {
                    format!("{} stale baseline entries", known.stale)
                }
            )
        })
    }

    /// Writes the list of all that was found.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn write_baseline(
        &self,
        path: &Path,
        files: &[CheckedFile],
    ) -> Result<String, Box<Diagnostic>> {
        let paths: Vec<String> = files.iter().map(|file| self.path_of(file)).collect();
        let findings: Vec<(&str, &Finding)> = files
            .iter()
            .zip(&paths)
            .flat_map(|(file, path)| file.findings.iter().map(|finding| (path.as_str(), finding)))
            .collect();
        let known = |finding: &Finding| {
            finding
                .ignored
                .as_ref()
                .is_none_or(|ignored| ignored.by == crate::lint::By::Baseline)
        };
        let open = findings
            .iter()
            .filter(|(_, finding)| known(finding))
            .count();
        let text = Baseline::write(findings);
        let shown = sanitize(&path.display().to_string()).into_owned();
        crate::safe_write::stream(path, |out| out.write_all(text.as_bytes())).map_err(|error| {
            problem(
                "unwritable-output",
                format!("cannot write `{shown}`: {}", files::cause(&error)),
            )
        })?;
        Ok(format!(
            "{shown} was written with {}",
            count(open, "finding")
        ))
    }

    pub(super) fn path_of(&self, file: &CheckedFile) -> String {
        self.configuration.relative(Path::new(&file.target.name))
    }

    /// Whether everything below the configuration was looked at.
    fn is_whole(&self) -> bool {
        let paths = &self.args.paths;
        let holds = |path: &PathBuf| {
            self.configuration
                .folder
                .starts_with(crate::walk::clean(&absolute(path)))
        };
        let here = PathBuf::from(".");
        self.host.is_none()
            && if paths.is_empty() {
                self.args.stdin_filename.is_none() && holds(&here)
            } else {
                paths.iter().any(holds)
            }
    }
}

/// Checks what is to be written where, before anything is done.
fn reports(args: &Lint, border: &Border) -> Result<(), Box<Diagnostic>> {
    let mut outputs: Vec<&Path> = args
        .output_file
        .iter()
        .chain(&args.write_baseline)
        .map(PathBuf::as_path)
        .collect();
    for further in &args.report {
        let wrong = || {
            problem(
                "invalid-report",
                format!("unknown format in `--report {}`", sanitize(further)),
            )
            .help("write `--report FORMAT=FILE`, such as `--report sarif=mcpconv.sarif`")
        };
        let (_, path) = super::args::report_file(further).ok_or_else(wrong)?;
        outputs.push(Path::new(path));
    }
    for path in &outputs {
        refuse_link(path, border, "invalid-report")?;
    }
    // A report in the place of a configuration would be the end of it.
    match outputs.iter().find(|path| {
        path.file_name()
            .is_some_and(|name| name == config::FILE_NAME)
            || crate::walk::owner(&absolute(path)).is_some()
    }) {
        Some(path) => {
            let message = format!(
                "`{}` is a config file and would be overwritten",
                sanitize(&path.display().to_string())
            );
            Err(problem("invalid-report", message)
                .help("write to another file")
                .into())
        }
        None => Ok(()),
    }
}

/// A file that the configuration names, and whose it says it is.
pub(super) type Included = Option<Owner>;

/// Larger than any file that people write, small enough to be read in no time.
const MAX_SIZE: u64 = 64_000_000;

fn baseline(path: &Path, bytes: Result<Vec<u8>, FileFault>) -> Result<Baseline, Box<Diagnostic>> {
    let shown = sanitize(&path.display().to_string()).into_owned();
    let unusable = |fault: Diagnostic| {
        problem("invalid-baseline", format!("`{shown}`: {}", fault.message))
            .help("`--write-baseline` writes one")
    };
    let bytes = bytes.map_err(|fault| unusable(fault.diagnostic()))?;
    let decoded = files::text(&bytes).map_err(|(_, fault)| unusable(*fault))?;
    Baseline::parse(&decoded.text).map_err(|fault| unusable(*fault).into())
}
