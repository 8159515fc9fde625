//! What a conversion does to a file, in words.

use std::collections::HashMap;
use std::path::Path;

use crate::cli::configuration::slashes;
use crate::cli::{absolute, here};
use crate::convert::{Action, Class, Conversion, Status};
use crate::report::{sanitize, sanitize_name};
use crate::safe_write::{self, WriteOutcome};
use crate::syntax::path;

/// What would happen, server by server and field by field.
pub(super) fn plan(path: &Path, conversion: &Conversion) -> String {
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
                let names: Vec<_> = fields.iter().map(|field| sanitize_name(field)).collect();
                text.push_str(&format!("             {word}: {}\n", names.join(", ")));
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
pub(super) fn unsupported(dropped: &HashMap<&str, Vec<&str>>, status: &Status) -> Vec<String> {
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
        .map(|part| path::unescaped(part).into_owned())
        .collect();
    fields.dedup();
    fields
}

/// A file that was written, with the file itself if a link led there.
pub(in crate::cli) fn written_name(file: &safe_write::WrittenFile) -> String {
    let name = sanitize(&slashes(&file.path)).into_owned();
    let full = absolute(&file.path);
    let folder = full.parent().and_then(|folder| folder.canonicalize().ok());
    let plain = folder
        .zip(full.file_name())
        .map(|(folder, name)| folder.join(name));
    // A folder that is reached by a link outside of the project, such as `/tmp` on some systems, is nothing to mention.
    let here = here().canonicalize().ok();
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

pub(in crate::cli) fn summary(file: &safe_write::WrittenFile, conversion: &Conversion) -> String {
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
