//! `--add-ignore`: writes down that findings do not count, and why. In a comment above the line where the host reads
//! comments, else in the configuration.

use std::collections::BTreeMap;
use std::path::Path;

use super::check::{CheckedFile, again};
use super::fix::write;
use super::setup::Setup;
use crate::cli::configuration::{self, not_used, refuse_link};
use crate::cli::terminal::Terminal;
use crate::cli::{Exit, count, problem};
use crate::config::{FILE_NAME, ignoring_comment};
use crate::diagnostic::Diagnostic;
use crate::lint::Finding;
use crate::report::sanitize;
use crate::safe_write::Snapshot;
use crate::syntax::{LineIndex, Span};

/// Ignores all findings that are shown.
///
/// # Errors
/// The reason is empty, or something cannot be written.
pub(super) fn add(
    setup: &Setup<'_>,
    mut files: Vec<CheckedFile>,
    reason: &str,
    terminal: &Terminal,
) -> Result<Exit, Box<Diagnostic>> {
    let reason = reason.trim();
    if !reason.contains(char::is_alphanumeric) || reason.contains(['\n', '\r']) {
        return Err(problem(
            "invalid-ignore",
            "`--add-ignore` needs a reason in one line",
        )
        .help("write `--add-ignore \"why this is fine\"`")
        .into());
    }
    let mut written: BTreeMap<String, usize> = BTreeMap::new();
    let mut failed = false;
    for at in 0..files.len() {
        failed |= files[at].fault.is_some();
        if let Some(fault) = &files[at].fault {
            terminal.say(
                &crate::cli::all([fault.clone().of(0)]),
                &[files[at].source()],
            );
        }
        let before = open(setup, &files[at]).len();
        let Some(text) = commented(setup, &files[at], reason) else {
            continue;
        };
        let old = std::mem::replace(&mut files[at].text, text);
        again(setup, &mut files[at..=at]);
        let left = open(setup, &files[at]).len();
        if left < before {
            let new = std::mem::replace(&mut files[at].text, old);
            write(setup, &files[at], &new, false, &|_| ())?;
            files[at].text = new;
            written.insert(files[at].target.name.clone(), before - left);
        } else {
            files[at].text = old;
            again(setup, &mut files[at..=at]);
        }
    }
    let left: Vec<(String, &Finding)> = files
        .iter()
        .filter(|file| file.target.path.is_some())
        .flat_map(|file| {
            let path = setup.path_of(file);
            let open = open(setup, file).into_iter();
            open.map(move |finding| (path.clone(), finding))
        })
        .collect();
    if !left.is_empty() {
        let name = configure(setup, &left, reason)?;
        written.insert(name, left.len());
    }
    let total: usize = written.values().sum();
    let parts: Vec<String> = written
        .iter()
        .map(|(name, number)| format!("{number} in {}", sanitize(name)))
        .collect();
    let line = match parts.as_slice() {
        [] => "no findings to ignore".to_owned(),
        parts => format!("{} ignored: {}", count(total, "finding"), parts.join(", ")),
    };
    terminal.remark(&line);
    Ok(if failed { Exit::Failed } else { Exit::Done })
}

/// The findings that count and are shown. What is wrong with ignores themselves, and texts that cannot be read, cannot be
/// ignored.
fn open<'f>(setup: &Setup<'_>, file: &'f CheckedFile) -> Vec<&'f Finding> {
    let rules = [
        "invalid-ignore",
        "unused-ignore",
        "syntax-error",
        "file-encoding",
    ];
    let counts = |finding: &&Finding| {
        finding.ignored.is_none()
            && finding.level >= setup.args.level
            && !rules.contains(&finding.rule.id)
    };
    file.findings.iter().filter(counts).collect()
}

/// The text with a comment above each line that has findings; nothing if there can be none.
fn commented(setup: &Setup<'_>, file: &CheckedFile, reason: &str) -> Option<String> {
    let place = file.owner?.place;
    file.target.path.as_ref()?;
    if !(place.comments || place.language.syntax().has_comments()) || file.utf16 {
        return None;
    }
    let index = LineIndex::new(&file.text);
    let mut lines: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for finding in open(setup, file) {
        let line = index.line(finding.span.map(Span::range)?.start);
        let rules = lines.entry(line).or_default();
        if !rules.contains(&finding.rule.id) {
            rules.push(finding.rule.id);
        }
    }
    let mut text = String::with_capacity(file.text.len());
    let mut at = 0;
    for (line, rules) in &lines {
        let start = index.lines(*line, *line).start;
        let rest = &file.text[start..];
        let indent = &rest[..rest.len() - rest.trim_start_matches([' ', '\t']).len()];
        let end = if file.text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        let comment = ignoring_comment(place.language, rules, reason);
        text.push_str(&file.text[at..start]);
        text.push_str(&format!("{indent}{comment}{end}"));
        at = start;
    }
    text.push_str(&file.text[at..]);
    (!lines.is_empty()).then_some(text)
}

/// Adds findings to the ignores of the configuration, and returns its name.
fn configure(
    setup: &Setup<'_>,
    findings: &[(String, &Finding)],
    reason: &str,
) -> Result<String, Box<Diagnostic>> {
    if setup.args.no_config {
        let message = "some findings can only be ignored in the configuration";
        return Err(problem("invalid-ignore", message)
            .help("remove `--no-config`")
            .into());
    }
    let unwritable =
        |error: crate::safe_write::Error| Box::new(problem("unwritable-output", error.to_string()));
    let new = setup.configuration.folder.join(FILE_NAME);
    let path = setup.configuration.path.as_deref().unwrap_or(&new);
    // Somebody else's link may stand where ours belongs.
    let refused = |outside| not_used(path, &outside, "unwritable-output");
    refuse_link(path, &setup.border, "unwritable-output")?;
    let snapshot = Snapshot::read(path, 1 << 24).map_err(unwritable)?;
    setup.border.check_read_named(&snapshot).map_err(refused)?;
    let mut text = setup.configuration.text.clone();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    let quoted = |word: &str| toml_edit::Value::from(word).to_string().trim().to_owned();
    for (file, finding) in findings {
        let blank = if text.is_empty() { "" } else { "\n" };
        text.push_str(&format!(
            "{blank}[[ignore]]\nrule = {}\nfile = {}\n",
            quoted(finding.rule.id),
            quoted(&as_glob(file))
        ));
        if !finding.pointer.is_empty() {
            text.push_str(&format!("pointer = {}\n", quoted(&finding.pointer)));
        }
        text.push_str(&format!("reason = {}\n", quoted(reason)));
    }
    configuration::write(snapshot, text).map_err(unwritable)?;
    Ok(configuration::short(Path::new(path)))
}

/// A path as a pattern that fits nothing else.
fn as_glob(path: &str) -> String {
    let escaped = |c: char| match c {
        '*' | '?' | '[' | ']' | '{' | '}' => format!("[{c}]"),
        c => c.to_string(),
    };
    path.chars().map(escaped).collect()
}
