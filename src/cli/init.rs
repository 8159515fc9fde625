//! `mcpconv init`: a configuration to start from, for the files that are there.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;

use super::args::{Color, OutputFormat};
use super::configuration::{self, slashes};
use super::terminal::Terminal;
use super::{Exit, problem, unwritable};
use crate::border::Border;
use crate::config::FILE_NAME;
use crate::host::Place;
use crate::hosts::HOSTS;
use crate::order::Order as _;
use crate::report::sanitize;
use crate::safe_write::Snapshot;
use crate::walk::{Owner, WantedFiles, below};

#[derive(Args, Debug)]
pub(super) struct Init {
    /// Print it and write nothing
    #[arg(long)]
    print: bool,
    /// Replace an existing mcpconv.toml
    #[arg(long, conflicts_with = "print")]
    force: bool,
}

/// Writes `mcpconv.toml` into the current folder.
pub(super) fn run(args: &Init) -> Exit {
    let terminal = Terminal::new(OutputFormat::Human, Color::Auto);
    let border = Border::of(super::here(), false);
    let wanted = WantedFiles {
        sources: false,
        host: None,
        include: None,
        exclude: None,
        border: &border,
    };
    let found = below(Path::new("."), &wanted, &mut |_, _| {});
    let found: Vec<(PathBuf, Owner)> = found
        .into_iter()
        .filter_map(|(path, owner)| Some((path, owner?)))
        .collect();
    let text = template(&found);
    if args.print {
        return super::print(&text, &terminal);
    }
    // Somebody else's link may stand where ours belongs.
    if let Err(outside) = border.check(&super::absolute(Path::new(FILE_NAME))) {
        let message = format!("{FILE_NAME} was not written: {outside}");
        return terminal.fail(
            problem("unwritable-output", message).help("remove the link, or look with `--print`"),
        );
    }
    let written = Snapshot::read(Path::new(FILE_NAME), 1 << 24).and_then(|snapshot| {
        if snapshot.existed() && !args.force {
            return Ok(None);
        }
        configuration::write(snapshot, text).map(Some)
    });
    match written {
        Ok(Some(_)) => {
            terminal.remark(&format!(
                "{FILE_NAME} was written for {}",
                super::count(found.len(), "file")
            ));
            Exit::Done
        }
        Ok(None) => terminal.fail(
            problem("unwritable-output", format!("{FILE_NAME} already exists"))
                .help("replace it with `--force`, or print one with `--print`"),
        ),
        Err(error) => terminal.fail(*unwritable(error)),
    }
}

const HEAD: &str = r#"# Configuration of mcpconv. All keys: docs/configuration.md in its repository.

# default, strict (unpinned packages are warnings) or locked (they are errors)
preset = "default"

[rules]
# off, info, warning or error; `mcpconv rules` lists all rules
# machine-path = "off"

[files]
# Paths start at this file's folder.
exclude = []
"#;

const TAIL: &str = r#"
# Ignore a finding by rule and location; the reason is required.
# [[ignore]]
# rule = "machine-path"
# file = "docs/**"
# server = "db"
# reason = "an example, never run"

# Allow only these commands, packages and URLs.
# [policy]
# commands = ["npx", "uvx"]
# packages = ["@acme/*"]
# urls = ["https://*.acme.dev/**"]
"#;

fn template(found: &[(PathBuf, Owner)]) -> String {
    let mut text = HEAD.to_owned();
    let (here, below): (Vec<_>, Vec<_>) = found
        .iter()
        .partition(|(path, owner)| is_here(path, owner.place));
    if !found.is_empty() {
        text.push_str("\n# Found here:\n");
        let width = here
            .iter()
            .map(|(_, owner)| owner.host.id.len())
            .max()
            .unwrap_or(0);
        for (path, owner) in &here {
            let _ = writeln!(
                text,
                "#   {:<width$}  {}",
                owner.host.id,
                sanitize(&slashes(path))
            );
        }
        if !below.is_empty() {
            let _ = writeln!(
                text,
                "#   and {} in other folders",
                super::count(below.len(), "file")
            );
        }
    }
    text.push_str(TAIL);
    text.push_str(&sync(found));
    text
}

/// What could be kept in sync, commented out: files in one folder with the same servers may still differ on purpose, so
/// nothing is written into them before somebody has asked for it. Files of nested projects are not proposed.
fn sync(found: &[(PathBuf, Owner)]) -> String {
    let shared = found.iter().filter(|(path, owner)| {
        owner.aside.is_none()
            && owner.place.scope == crate::host::Scope::Project
            && is_here(path, owner.place)
    });
    let mut shared: Vec<_> = shared
        .map(|(path, owner)| (owner.host, slashes(path)))
        .collect();
    // The generic file comes last: a host's own file is more likely to be kept up to date.
    let rank = |id: &str| {
        (
            id == HOSTS[0].id,
            HOSTS.iter().position(|host| host.id == id),
        )
    };
    shared.order_by_key(|(host, path)| (rank(host.id), path.clone()));
    let quoted = |path: &str| toml_edit::Value::from(path).to_string().trim().to_owned();
    let mut text = "\n# Keep config files in sync: `mcpconv sync` updates the targets, `mcpconv sync --check` compares them.\n"
        .to_owned();
    let Some(((_, source), targets)) = shared
        .split_first()
        .filter(|(_, targets)| !targets.is_empty())
    else {
        text.push_str(
            "# [sync]\n# source = \".mcp.json\"\n# [[sync.target]]\n# host = \"cursor\"\n",
        );
        return text;
    };
    let _ = write!(text, "# [sync]\n# source = {}\n", quoted(source));
    for (host, path) in targets {
        let _ = write!(
            text,
            "#\n# [[sync.target]]\n# host = \"{}\"\n# file = {}\n# mode = \"mirror\"  # also removes servers that the source does not have\n",
            host.id,
            quoted(path)
        );
    }
    text
}

/// Whether a file belongs to this folder: only the folders that its host asks for are between.
fn is_here(path: &Path, place: &Place) -> bool {
    let path = slashes(path);
    let path = path.trim_start_matches("./");
    place.globs.iter().any(|glob| {
        let glob = glob.trim_start_matches("./");
        glob.matches('/').count() == path.matches('/').count()
            && (glob == path || glob.contains('*'))
    })
}
