//! Several targets at once, and what people paste instead of a file.

use std::path::{Path, PathBuf};

use super::super::args::{Convert, Emit};
use super::super::output::{self, Output, project_file};
use super::super::progress::Progress;
use super::super::terminal::Terminal;
use super::super::{
    Exit, absolute, count, diff, here, hosts, interrupted, print, problem, unwritable, warning,
};
use super::input::{InputText, notes, settled};
use super::{Request, why};
use crate::convert::{self, Conversion, Expand, Options, Platform, Secrets};
use crate::diagnostic::{Diagnostic, Level};
use crate::discover::home;
use crate::emit::{self, EmittedServer, HostSection, Shell};
use crate::files;
use crate::host::{Host, Place, Scope};
use crate::hosts::HOSTS;
use crate::report::{Source, is_obeyed, masked, sanitize};
use crate::safe_write::commit;

/// Whether there is more to do than one document for one host.
pub(super) fn is_asked_for(args: &Convert) -> bool {
    let several = |to: &str| to.contains(',') || matches!(to, "all" | "detected");
    args.emit != Emit::Config
        || args.output_dir.is_some()
        || args.output.len() > 1
        || args.to.as_deref().is_some_and(several)
}

/// A target, and the file to write for it.
struct Goal {
    host: &'static Host,
    file: Option<PathBuf>,
}

/// Converts for every target, and writes all results or none.
///
/// # Errors
/// What was asked for cannot be done.
pub(super) fn run(args: &Convert, terminal: &Terminal) -> Result<Exit, Box<Diagnostic>> {
    if args.in_place || args.report.is_some() {
        let what = if args.in_place {
            "--in-place"
        } else {
            "--report"
        };
        return Err(problem("missing-output", format!("`{what}` is for one target only")).into());
    }
    let goals = goals(args)?;
    let from = args.from.as_deref().map(hosts::named).transpose()?;
    let inputs = settled(args, from, terminal)?;
    let texts: Vec<InputText<'_>> = inputs
        .iter()
        .map(|input| InputText::new(input, from))
        .collect();
    let sources: Vec<Source<'_>> = texts.iter().map(InputText::source).collect();
    let notes = notes(&texts);
    if !notes.is_empty() && !args.quiet {
        terminal.say(&super::all(notes), &sources);
    }
    let readable: Vec<convert::Input<'_>> = texts.iter().filter_map(InputText::input).collect();
    if readable.len() < texts.len() {
        return Ok(Exit::Failed);
    }
    if args.emit == Emit::Config && !args.diff && !args.dry_run {
        let border = args.reach.border();
        let files = goals.iter().filter_map(|goal| goal.file.clone());
        let files: Vec<PathBuf> = files
            .filter(|file| border.check_named(&absolute(file)).is_ok())
            .collect();
        interrupted::finish(&files, args.max_size, terminal)?;
    }
    let mut done = Vec::new();
    let progress = Progress::new(!args.quiet, goals.len(), "hosts");
    for goal in goals {
        done.push(Done::new(args, goal, &readable)?);
        progress.tell(done.len());
    }
    progress.end();
    // Every target says what it loses. Files are written all or none; what is passed around does without a host, and so
    // does whoever asked for all of them.
    let mut worst = Exit::Done;
    let spares = args.to.as_deref() == Some("all") && !args.strict;
    let mut spared = Vec::new();
    for target in &done {
        target.tell(args, &sources, terminal);
        if target.conversion.text.is_some() {
            continue;
        }
        if spares {
            spared.push(target.host.name);
        } else {
            worst = why(&target.conversion.diagnostics);
        }
    }
    if args.emit != Emit::Config {
        done.retain(|target| target.conversion.text.is_some() && !target.is_withheld(terminal));
    } else if !spared.is_empty() {
        done.retain(|target| target.conversion.text.is_some());
        let message = format!("nothing is written for {}", spared.join(", "));
        terminal.say_alone(warning("missing-output", message));
    }
    if done.is_empty() {
        return Ok(Exit::Failed);
    }
    if worst != Exit::Done && args.emit == Emit::Config {
        return Ok(worst);
    }
    match args.emit {
        Emit::Config => write(args, done, terminal),
        Emit::Commands | Emit::Links => Ok(lines(args, &done, terminal)),
        Emit::Markdown => section(args, &done, terminal),
    }
}

/// The targets that `--to` names, or whose files `-o` does.
fn goals(args: &Convert) -> Result<Vec<Goal>, Box<Diagnostic>> {
    let to = args.to.as_deref();
    let files = args.emit == Emit::Config;
    if files && !args.output.is_empty() {
        let named = to
            .filter(|to| !to.contains(','))
            .map(hosts::target)
            .transpose()?;
        let goal = |path: &PathBuf| {
            let host = named.map_or_else(|| output::host_of(path), Ok)?;
            Ok(Goal {
                host,
                file: Some(path.clone()),
            })
        };
        return args.output.iter().map(goal).collect();
    }
    let detected = to == Some("detected");
    let mut hosts: Vec<&'static Host> = match to {
        None => return Err(super::missing_target().into()),
        Some("all") => HOSTS
            .iter()
            .copied()
            .filter(|host| !host.facts.lenient)
            .collect(),
        Some("detected") => Vec::new(),
        Some(names) => {
            let names = names
                .split(',')
                .map(str::trim)
                .filter(|name| !name.is_empty());
            names.map(hosts::target).collect::<Result<_, _>>()?
        }
    };
    let mut seen = std::collections::BTreeSet::new();
    hosts.retain(|host| seen.insert(host.id));
    if detected {
        let found = detected_files(args.user);
        if found.is_empty() {
            let folder = if args.user {
                "the home folder"
            } else {
                "this folder"
            };
            return Err(problem(
                "missing-target",
                format!("no host has a config file in {folder}"),
            )
            .help("name the hosts: `--to a,b`")
            .into());
        }
        return Ok(found);
    }
    let Some(folder) = args.output_dir.as_ref().filter(|_| files) else {
        if files {
            return Err(problem(
                "missing-output",
                "several documents cannot be printed at once",
            )
            .help("use `--output-dir DIR`, or one `-o FILE` for each host")
            .into());
        }
        return Ok(hosts
            .into_iter()
            .map(|host| Goal { host, file: None })
            .collect());
    };
    let goal = |host: &'static Host| Goal {
        host,
        file: Some(folder.join(file_in_folder(host))),
    };
    Ok(hosts.into_iter().map(goal).collect())
}

/// Where a host's file goes in a folder: where it would be in a project, else in a folder of its own.
fn file_in_folder(host: &Host) -> PathBuf {
    match project_file(host) {
        Some(file) => PathBuf::from(file),
        None => {
            let glob = host.places[0].globs.first().copied().unwrap_or("mcp.json");
            let name = glob.rsplit('/').next().unwrap_or("mcp.json");
            Path::new(host.id).join(name.replace('*', "mcp"))
        }
    }
}

/// The files of hosts that are there, in this folder or in the home folder.
fn detected_files(user: bool) -> Vec<Goal> {
    let scope = if user { Scope::User } else { Scope::Project };
    let folder = if user {
        home()
    } else {
        Some(here().to_path_buf())
    };
    let Some(folder) = folder else {
        return Vec::new();
    };
    let file = |host: &&'static Host| {
        let places = host
            .places
            .iter()
            .filter(|place| place.own && place.scope == scope);
        let mut globs = places
            .flat_map(|place| place.globs)
            .filter(|glob| !glob.contains('*'));
        let found = globs.find(|glob| folder.join(glob.trim_start_matches("~/")).is_file())?;
        let file = folder.join(found.trim_start_matches("~/"));
        let file = file
            .strip_prefix(here())
            .map_or(file.clone(), Path::to_path_buf);
        Some(Goal {
            host,
            file: Some(file),
        })
    };
    let hosts = HOSTS.iter().copied().filter(|host| !host.facts.lenient);
    hosts.filter_map(|host| file(&host)).collect()
}

/// A target and what came of it.
struct Done {
    host: &'static Host,
    output: Option<Output>,
    conversion: Conversion,
}

impl Done {
    fn new(
        args: &Convert,
        goal: Goal,
        inputs: &[convert::Input<'_>],
    ) -> Result<Self, Box<Diagnostic>> {
        let request = Request::to(args, goal.host)?;
        let file = goal.file.filter(|_| args.emit == Emit::Config);
        let output = file
            .map(|path| Output::named(&path, goal.host, args.max_size, &args.reach.border()))
            .transpose()?;
        let select = |name: &str| request.selection.takes(name);
        let mut options: Options<'_> = request.options(args, &select);
        if args.emit != Emit::Config {
            // What is passed around never holds the values of whoever made it.
            options.expand = Expand::Never;
            options.secrets = Secrets::Reference;
            options.place = Some(&goal.host.places[0]);
        }
        let conversion = match &output {
            Some(output) => output.convert(args, inputs, &options),
            None => convert::convert(inputs, &options),
        };
        Ok(Self {
            host: goal.host,
            output,
            conversion,
        })
    }

    fn place(&self) -> &'static Place {
        &self.host.places[0]
    }

    /// Whether there is a secret in plain text, because the host has no references for it, or what a log would obey; then
    /// it is said so.
    fn is_withheld(&self, terminal: &Terminal) -> bool {
        let text = self.conversion.text.as_deref().unwrap_or_default();
        let language = self.place().language;
        let name = self.host.name;
        let covered = masked(&Source {
            name,
            text,
            language,
        });
        let (rule, message) = if covered != text {
            (
                "conversion-secret-copied",
                format!("{name} needs a secret in plain text, so it is skipped"),
            )
        } else if is_obeyed(text) {
            (
                "control-character",
                format!("{name} needs text that a terminal or a CI log obeys, so it is skipped"),
            )
        } else {
            return false;
        };
        terminal.say_alone(warning(rule, message));
        true
    }

    fn servers(&self) -> Vec<EmittedServer> {
        let text = self.conversion.text.as_deref().unwrap_or_default();
        emit::servers(text, self.place())
    }

    /// Says what happened on the way to this target.
    fn tell(&self, args: &Convert, sources: &[Source<'_>], terminal: &Terminal) {
        let list = self.conversion.diagnostics.list().iter();
        let told = list.filter(|problem| !args.quiet || problem.level == Level::Error);
        let told: Vec<Diagnostic> = told.cloned().collect();
        if told.is_empty() {
            return;
        }
        terminal.remark(&format!("{}:", self.host.name));
        let mut sources = sources.to_vec();
        sources.extend(self.output.as_ref().map(Output::source));
        terminal.say(&super::all(told), &sources);
    }
}

/// Writes all files or none, or shows what would be written.
fn write(args: &Convert, done: Vec<Done>, terminal: &Terminal) -> Result<Exit, Box<Diagnostic>> {
    let (mut shown, mut changed, mut prepared, mut conversions) =
        (String::new(), false, Vec::new(), Vec::new());
    for target in done {
        let (Some(output), Some(text)) = (target.output, target.conversion.text.as_deref()) else {
            continue;
        };
        if let Some(one) = output.shown(args, text, &target.conversion) {
            changed |= output.differs(text);
            shown.push_str(&one);
            continue;
        }
        let private = target.conversion.expanded > 0;
        prepared.push(
            output
                .prepare(text, private, args.backup)
                .map_err(unwritable)?,
        );
        conversions.push(target.conversion);
    }
    if args.diff || args.dry_run {
        return Ok(output::if_changed(print(&shown, terminal), changed));
    }
    let written = commit(prepared).map_err(unwritable)?;
    if !args.quiet {
        let told = written.iter().zip(&conversions);
        told.for_each(|(file, conversion)| terminal.remark(&output::summary(file, conversion)));
    }
    Ok(Exit::Done)
}

/// Prints a command or a link for each server; a server that has none is named.
fn lines(args: &Convert, done: &[Done], terminal: &Terminal) -> Exit {
    let links = args.emit == Emit::Links;
    let (mut text, mut missing) = (String::new(), false);
    for target in done {
        let servers = target.servers();
        let lines = if links {
            emit::links(target.host, &servers)
        } else {
            emit::commands(target.host, &servers, Shell::of(args.platform))
        };
        if let Some(Err(why)) = lines.iter().find(|line| is_lacking(line)) {
            missing = true;
            terminal.say_alone(unsayable(target.host, why, links));
            continue;
        }
        for line in lines {
            match line {
                Ok(line) => {
                    text.push_str(&line);
                    text.push('\n');
                }
                Err(why) => {
                    missing = true;
                    terminal.say_alone(unsayable(target.host, &why, links));
                }
            }
        }
    }
    match print(&text, terminal) {
        Exit::Done if missing && text.is_empty() => Exit::Failed,
        Exit::Done if missing && args.strict => Exit::Loss,
        exit => exit,
    }
}

/// Whether the host has no such thing for any server.
fn is_lacking(line: &Result<String, emit::Unsayable>) -> bool {
    line.as_ref().is_err_and(|why| why.field.is_none())
}

fn unsayable(host: &Host, why: &emit::Unsayable, links: bool) -> Diagnostic {
    let what = if links {
        "install link"
    } else {
        "command that adds a server"
    };
    let server = sanitize(&why.server);
    let message = match &why.field {
        None => format!("{} has no {what}", host.name),
        Some(field) => format!(
            "`{server}`: {} cannot set `{}` on the command line",
            host.name,
            sanitize(field)
        ),
    };
    warning("missing-output", message).help(format!("use the config file: `--to {}`", host.id))
}

/// Prints the section of a README, or puts it into one.
fn section(args: &Convert, done: &[Done], terminal: &Terminal) -> Result<Exit, Box<Diagnostic>> {
    let servers: Vec<Vec<EmittedServer>> = done.iter().map(Done::servers).collect();
    let sections = done
        .iter()
        .zip(&servers)
        .filter(|(_, servers)| !servers.is_empty());
    let sections: Vec<HostSection<'_>> = sections
        .map(|(target, servers)| HostSection {
            host: target.host,
            place: target.place(),
            text: target.conversion.text.as_deref().unwrap_or_default(),
            servers,
        })
        .collect();
    // What stands in a README does not depend on who writes it.
    let shell = Shell::of(args.platform.or(Some(Platform::Unix)));
    let new = emit::markdown(&sections, shell);
    let [path] = args.output.as_slice() else {
        return Ok(print(&new, terminal));
    };
    let name = path.display().to_string();
    let input = files::InputFile::read_named(path, args.max_size, &args.reach.border());
    let bytes = input.bytes.map_err(|fault| Box::new(fault.diagnostic()))?;
    let old = files::text(&bytes).map_err(|(_, problem)| problem)?;
    let changed = emit::replaced(&old.text, &new).ok_or_else(|| {
        problem(
            "missing-output",
            format!("`{}` has no section to write to", sanitize(&name)),
        )
        .help("put the lines `<!-- mcpconv:begin -->` and `<!-- mcpconv:end -->` where it belongs")
    })?;
    if changed == old.text {
        if !args.quiet {
            terminal.remark(&format!("{} is up to date", sanitize(&name)));
        }
        return Ok(Exit::Done);
    }
    if args.check || args.diff {
        let text = diff::between(
            &format!("a/{name}"),
            &old.text,
            &format!("b/{name}"),
            &changed,
        );
        let exit = print(&text, terminal);
        terminal.remark(&format!("{} is stale", sanitize(&name)));
        return Ok(output::if_changed(exit, true));
    }
    files::replace(&absolute(path), |out| {
        std::io::Write::write_all(out, changed.as_bytes())
    })
    .map_err(|error| {
        problem(
            "unwritable-output",
            format!(
                "cannot write `{}`: {}",
                sanitize(&name),
                files::cause(&error)
            ),
        )
    })?;
    if !args.quiet {
        terminal.remark(&format!(
            "{} was updated: {}",
            sanitize(&name),
            count(sections.len(), "host")
        ));
    }
    Ok(Exit::Done)
}
