//! What is passed around instead of a config file: commands, links, and a section of a README.

use super::Done;
use crate::cli::args::{Convert, Emit};
use crate::cli::terminal::Terminal;
use crate::cli::{Exit, count, diff, output, print, problem, unwritable, warning};
use crate::convert::Platform;
use crate::diagnostic::Diagnostic;
use crate::emit::{self, EmittedServer, HostSection, Shell};
use crate::files;
use crate::host::Host;
use crate::report::sanitize;
use crate::safe_write::{Prepared, Snapshot, WriteOptions, commit};

/// Prints a command or a link for each server; a server that has none is named.
pub(super) fn lines(args: &Convert, done: &[Done], terminal: &Terminal) -> Exit {
    let links = args.emit() == Emit::Links;
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
        Some(field) if field == emit::NAME => format!(
            "`{server}`: {} does not accept this name on the command line",
            host.name
        ),
        Some(field) => format!(
            "`{server}`: {} cannot set `{}` on the command line",
            host.name,
            sanitize(field)
        ),
    };
    warning("missing-output", message).help(format!("use the config file: `--to {}`", host.id))
}

/// Prints the section of a README, or puts it into one.
pub(super) fn section(
    args: &Convert,
    done: &[Done],
    terminal: &Terminal,
) -> Result<Exit, Box<Diagnostic>> {
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
    let border = args.reach.border();
    let input = files::InputFile::read_named(path, args.max_size(), &border);
    input.bytes.map_err(|fault| Box::new(fault.diagnostic()))?;
    let snapshot = Snapshot::read(path, args.max_size()).map_err(unwritable)?;
    let checked = border.check_read_named(&snapshot);
    checked.map_err(|outside| Box::new(files::FileFault::Outside(outside).diagnostic()))?;
    let old = files::text(snapshot.bytes().unwrap_or_default()).map_err(|(_, problem)| problem)?;
    if old.utf16 {
        let message = format!("`{}` is UTF-16", sanitize(&name));
        return Err(problem("file-encoding", message)
            .help("save it as UTF-8 first")
            .into());
    }
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
    let mark = if old.bom { "\u{feff}" } else { "" };
    let bytes = format!("{mark}{changed}").into_bytes();
    let options = WriteOptions {
        private: false,
        backup: args.backup.unwrap_or_default(),
        verify: &|_| Ok(()),
    };
    let written = Prepared::new(snapshot, bytes, options)
        .and_then(|prepared| commit(vec![prepared]))
        .map_err(unwritable)?;
    if !args.quiet {
        terminal.remark(&format!(
            "{} was updated: {}",
            sanitize(&name),
            count(sections.len(), "host")
        ));
        for backup in written.iter().filter_map(|file| file.backup.as_ref()) {
            let backup = backup.display().to_string();
            terminal.remark(&format!("  the old content is in {}", sanitize(&backup)));
        }
    }
    Ok(Exit::Done)
}
