//! A path relative to a folder that is not the project's.

use crate::diagnostic::Level;
use crate::host::tell::empty_folder;
use crate::host::{Folder, Scope};
use crate::launch::{is_relative, relative_paths};
use crate::lint::file::{File, LintServer};
use crate::lint::server_path::server_path;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::{HostVar, Part, Slot};
use crate::syntax::Span;

pub(super) static RULE: Rule = Rule {
    id: "relative-path",
    level: Level::Warning,
    group: Group::Portability,
    fix: Some(Safety::Safe),
    yields_to: &["placeholder-value", "args-in-command"],
    page: crate::lint::page!("../../../docs/rules/relative-path.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    for (told, _) in empty_folder(server) {
        out.tell(told);
    }
    let Some(start) = start(file, server).filter(|_| server.is_stdio()) else {
        return;
    };
    let mut report = |span: Span, text: &str, slot: Slot| {
        let fix = fix(file, span, text, slot);
        let help = fix
            .as_ref()
            .map_or_else(|| file.way_out(), |fix| fix.title.clone());
        out.add(
            span,
            format!(
                "`{}` uses the relative path `{text}`, which {} resolves from {start}",
                server.name,
                file.host_name()
            ),
        )
        .label("found only if it starts in the right folder")
        .help(help)
        .fix(fix);
    };
    let known_cwd = server.known(Slot::Cwd).next().is_some();
    if let Some(cwd) = server.cwd.filter(|_| known_cwd) {
        if is_relative(cwd.text) {
            report(cwd.span, cwd.text, Slot::Cwd);
        }
        // Everything else starts from there.
        return;
    }
    for word in relative_paths(&server.line().words) {
        let slot = if word.index == 0 {
            Slot::Command
        } else {
            Slot::Args
        };
        report(server.word(file, &word), word.text, slot);
    }
}

/// Where relative paths start from, if that is not the folder that the file belongs to.
fn start(file: &File<'_>, server: &LintServer<'_>) -> Option<&'static str> {
    // What comes with a plugin is where that was installed, and servers start in the project that it is used in.
    let plugin = Part::Host(HostVar::PluginRoot);
    let args = file.place.format.dialect(Slot::Args);
    if file.runtime().folder == Folder::Project && args.spell(&plugin).is_some() {
        return Some("the project that it is used in");
    }
    if let Some(start) = file.runtime().folder.outside() {
        return Some(start);
    }
    if file.host.facts.lenient {
        return None;
    }
    // A user's file may have a part for each project.
    let depth = file.place.roots.first().map_or(0, |root| root.len()) + 1;
    (file.scope == Scope::User && server_path(file, server).len() <= depth)
        .then_some("whatever folder it was started in")
}

/// The same path from the project or the plugin on, where the host has a word for that.
fn fix(file: &File<'_>, span: Span, text: &str, slot: Slot) -> Option<Fix> {
    let dialect = file.place.format.dialect(slot);
    let root = [HostVar::PluginRoot, HostVar::Workspace]
        .iter()
        .find_map(|var| dialect.spell(&Part::Host(*var)))?;
    let inner = span.range();
    let raw = file.text.get(inner)?;
    let quotes = usize::from(raw != text && raw.starts_with(['"', '\'']));
    let span = Span::new(
        span.range().start + quotes,
        span.range().end.checked_sub(quotes)?,
    );
    let plain = file.text.get(span.range()) == Some(text) && !text.starts_with("..");
    let rest = text.strip_prefix("./").unwrap_or(text);
    let (path, kept) = if rest == "." || rest.is_empty() {
        (root.clone(), "")
    } else {
        (format!("{root}/{rest}"), rest)
    };
    // What stays of it stays as it is written.
    let start = span.range().start;
    let prefix = Span::new(start, start + text.len() - kept.len());
    let title = format!("write `{path}`");
    // The same file may be the one that hosts read when the plugin itself is worked on, where that variable is not set.
    let shared = file.path.ends_with(".mcp.json");
    let fix = plain.then(|| {
        match shared && dialect.spell(&Part::Host(HostVar::PluginRoot)).is_some() {
            true => Fix::risky(title),
            false => Fix::safe(title),
        }
    })?;
    fix.splice(prefix, &path[..path.len() - kept.len()])
}
