//! Which files to show, and whose they are.

use std::path::{Path, PathBuf};

use globset::GlobBuilder;

use super::Show;
use super::upwards::{beside, of_hosts};
use crate::cli::configuration::{short, slashes};
use crate::cli::document::pasted;
use crate::cli::manifest::owner_by_manifest;
use crate::cli::place::there;
use crate::cli::terminal::Terminal;
use crate::cli::{absolute, all, here, named_by, problem, tell_unsupported};
use crate::diagnostic::Diagnostic;
use crate::discover::{choose, home};
use crate::files::{self, FileFault, InputFile};
use crate::host::{Aside, Host, Place, Scope};
use crate::report::{Source, sanitize};
use crate::syntax::{Decoded, Language, Member, Tree, parse};
use crate::walk::{self, Owner, WalkFault, WantedFiles};

/// No list of disabled servers is larger.
const LONGEST: u64 = 1 << 20;

/// A file that could be read.
pub(super) struct ShownFile {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) bom: bool,
    pub(super) utf16: bool,
    pub(super) host: &'static Host,
    pub(super) place: &'static Place,
    /// The host knows the file, and reads no servers from it.
    pub(super) aside: Option<&'static Aside>,
    /// The folder of the project that it belongs to.
    pub(super) workspace: String,
}

/// Files that one host lays over each other, the strongest first.
pub(super) struct LayeredFiles {
    pub(super) host: &'static Host,
    pub(super) layers: Vec<(usize, Only)>,
}

/// Which servers of a file count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Only {
    All,
    /// Those that the user keeps for the project at hand.
    Project,
    /// Those that the user keeps for all projects.
    Plain,
}

/// What there is to show.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) files: Vec<ShownFile>,
    pub(super) groups: Vec<LayeredFiles>,
    /// Files whose host is a guess.
    notes: Vec<(String, Diagnostic)>,
    faults: Vec<UnshownFile>,
    /// What else decides about servers.
    remarks: Vec<String>,
    /// Files of hosts that we do not support, with the names of the hosts.
    unsupported: Vec<(PathBuf, &'static str)>,
}

/// A file that cannot be shown.
struct UnshownFile {
    name: String,
    text: String,
    problem: Diagnostic,
}

impl Gathered {
    /// Reports what cannot be shown, and whether there is any.
    pub(super) fn tell(&self, terminal: &Terminal) -> bool {
        for (name, note) in &self.notes {
            let source = Source {
                name,
                text: "",
                language: Language::Json,
            };
            terminal.say(&all([note.clone()]), &[source]);
        }
        for fault in &self.faults {
            let source = Source {
                name: &fault.name,
                text: &fault.text,
                language: Language::Json,
            };
            terminal.say(&all([fault.problem.clone()]), &[source]);
        }
        for remark in &self.remarks {
            terminal.remark(remark);
        }
        tell_unsupported(&self.unsupported, terminal);
        !self.faults.is_empty()
    }

    /// Adds a file on its own.
    fn alone(&mut self, file: ShownFile) {
        // A user's file may have servers for single projects, which win over those for all.
        let several = file.place.roots.iter().any(|root| root.contains(&"*"));
        let parts: &[Only] = if several {
            &[Only::Project, Only::Plain]
        } else {
            &[Only::All]
        };
        let at = self.files.len();
        self.groups.push(LayeredFiles {
            host: file.host,
            layers: parts.iter().map(|only| (at, *only)).collect(),
        });
        self.files.push(file);
    }

    /// Notes servers that the user disabled in the program itself. That counts wherever they are defined.
    pub(super) fn disabled_by_name(&mut self, host: &Host, home: Option<&Path>) {
        let (Some(name), Some(home)) = (host.facts.enablement, home) else {
            return;
        };
        let Ok(bytes) = InputFile::read(&home.join(name), LONGEST).bytes else {
            return;
        };
        let text = String::from_utf8_lossy(&bytes);
        let document = parse(&text, Language::Json).ok();
        let Some(root) = document.and_then(|document| document.root) else {
            return;
        };
        let is_off = |member: &&Member<'_>| {
            let enabled = member.value.member("enabled");
            enabled.is_some_and(|enabled| matches!(enabled.value.value, Tree::Bool(false)))
        };
        let off = root.members().iter().filter(is_off);
        let off: Vec<String> = off
            .map(|member| sanitize(&member.key).into_owned())
            .collect();
        if !off.is_empty() {
            self.remarks.push(format!(
                "~/{name} disables {}, which is not shown",
                crate::diagnostic::list(&off)
            ));
        }
    }

    pub(super) fn fault(&mut self, name: &str, text: &str, problem: Diagnostic) {
        self.faults.push(UnshownFile {
            name: name.to_owned(),
            text: text.to_owned(),
            problem,
        });
    }
}

/// Finds and reads what `args` ask for.
pub(super) fn gather(args: &Show, host: Option<&'static Host>) -> Gathered {
    let mut gathered = Gathered::default();
    if args.user {
        of_hosts(args, host, &mut gathered);
        return gathered;
    }
    let folder = [PathBuf::from(".")];
    let paths = if args.files.is_empty() {
        &folder
    } else {
        args.files.as_slice()
    };
    for path in paths {
        if path != Path::new("-") && path.is_dir() {
            below(args, host, path, &mut gathered);
        } else {
            named(args, host, path, None, &mut gathered);
        }
    }
    gathered
}

/// The files of hosts below a folder.
fn below(args: &Show, host: Option<&'static Host>, folder: &Path, gathered: &mut Gathered) {
    let wanted = WantedFiles {
        sources: true,
        host,
        include: None,
        exclude: None,
        border: &args.reach.border().for_folder(&absolute(folder)),
    };
    let mut faults = Vec::new();
    let found = walk::below(folder, &wanted, &mut |path, fault| {
        let (name, fault) = match fault {
            WalkFault::Unsupported(name) => return gathered.unsupported.push((path, name)),
            WalkFault::Folder(cause) => {
                let message = format!("cannot read `{}`: {cause}", slashes(&path));
                (String::new(), problem("unreadable-file", message))
            }
            WalkFault::Index => {
                let message = format!(
                    "cannot read git's index `{}`, so `.gitignore` hides nothing",
                    short(&path)
                );
                (String::new(), problem("unreadable-file", message))
            }
            WalkFault::Link(outside) => (short(&path), FileFault::Outside(outside).diagnostic()),
        };
        faults.push((name, fault));
    });
    for (name, fault) in faults {
        gathered.fault(&name, "", fault);
    }
    for (path, owner) in found {
        named(args, host, &path, owner, gathered);
    }
}

/// One file, of `owner` if that is known.
fn named(
    args: &Show,
    host: Option<&'static Host>,
    path: &Path,
    owner: Option<Owner>,
    gathered: &mut Gathered,
) {
    // What a walk found was looked at already.
    let input = if owner.is_some() {
        InputFile::read(path, args.max_size)
    } else {
        InputFile::read_named(path, args.max_size, &args.reach.border())
    };
    let name = input
        .path
        .as_deref()
        .map_or(input.name, |path| short(&walk::clean(path)));
    let decoded = match &input.bytes {
        Ok(bytes) => files::text(bytes).map_err(|(before, problem)| (before, *problem)),
        Err(fault) => Err(("".into(), fault.diagnostic())),
    };
    let decoded = match decoded {
        Ok(decoded) => decoded,
        Err((text, problem)) => {
            // What could not be read at all has no bytes.
            let bytes = input.bytes.as_deref().ok();
            match bytes.and_then(|it| loosely(it, host, input.path.as_deref(), owner)) {
                Some(decoded) => decoded,
                None => return gathered.fault(&name, &text, problem),
            }
        }
    };
    let path = input.path.as_deref().map(absolute);
    // A file of a host that reads no servers from it is known by its path alone.
    let owner = owner.or_else(|| {
        let owner = walk::owner_of_one(path.as_deref()?)?;
        let same = host.is_none_or(|host| std::ptr::eq(host, owner.host));
        (owner.aside.is_some() && same).then_some(owner)
    });
    // A plugin's file may have the name of another.
    let named = path.as_deref().and_then(owner_by_manifest);
    let named = named.filter(|named| host.is_none_or(|host| std::ptr::eq(host, named.host)));
    let owner = named.or(owner);
    let owner = owner.map(|owner| match &path {
        Some(path) => owner
            .at_home(path, home().as_deref())
            .by_content(path, &decoded.text),
        None => owner,
    });
    if input.path.is_none() {
        match pasted(&decoded.text, host) {
            Ok(Some(paste)) => {
                gathered
                    .notes
                    .extend(paste.note.map(|note| (name.clone(), note)));
                return gathered.alone(ShownFile {
                    workspace: workspace(paste.choice.place, None),
                    text: paste.text,
                    bom: false,
                    utf16: false,
                    host: paste.choice.host,
                    place: paste.choice.place,
                    aside: None,
                    name,
                });
            }
            Ok(None) => {}
            Err(problem) => return gathered.fault(&name, "", named_by("--host", *problem)),
        }
    }
    let owner = match owner {
        Some(owner) => owner,
        None => match choose(host, path.as_deref(), &decoded.text) {
            Ok(choice) => {
                let note = choice.note.map(|problem| named_by("--host", problem));
                gathered.notes.extend(note.map(|note| (name.clone(), note)));
                Owner {
                    host: choice.host,
                    place: there(choice.host, choice.place, path.as_deref()),
                    aside: None,
                }
            }
            Err(problem) => {
                return gathered.fault(&name, &decoded.text, named_by("--host", *problem));
            }
        },
    };
    let file = ShownFile {
        workspace: workspace(owner.place, path.as_deref()),
        text: decoded.text.into_owned(),
        bom: decoded.bom,
        utf16: decoded.utf16,
        host: owner.host,
        place: owner.place,
        aside: owner.aside,
        name,
    };
    let settings = match path {
        Some(_) => beside(args, &file),
        None => Vec::new(),
    };
    gathered.alone(file);
    for file in settings {
        if let Some(group) = gathered.groups.last_mut() {
            group.layers.push((gathered.files.len(), Only::All));
            gathered.files.push(file);
        }
    }
}

/// The text of a file that is not UTF-8, if its host reads it all the same.
fn loosely<'b>(
    bytes: &'b [u8],
    host: Option<&'static Host>,
    path: Option<&Path>,
    owner: Option<Owner>,
) -> Option<Decoded<'b>> {
    let decoded = files::loosely(bytes)?;
    let place = match owner {
        Some(owner) => owner.place,
        None => {
            choose(host, path.map(absolute).as_deref(), &decoded.text)
                .ok()?
                .place
        }
    };
    place.any_bytes.then_some(decoded)
}

/// The folder that a project's file belongs to: the one its glob starts from, or else the one at hand.
pub(super) fn workspace(place: &Place, path: Option<&Path>) -> String {
    let path = path.filter(|_| place.scope == Scope::Project);
    let root = path.and_then(|path| {
        place.globs.iter().find_map(|glob| {
            let depth = glob.split('/').count();
            let root = path.ancestors().nth(depth)?;
            let tail = path.strip_prefix(root).ok()?;
            let matcher = GlobBuilder::new(glob)
                .literal_separator(true)
                .build()
                .ok()?;
            let fits = !glob.starts_with('~') && matcher.compile_matcher().is_match(tail);
            fits.then_some(root)
        })
    });
    slashes(root.unwrap_or(here()))
}
