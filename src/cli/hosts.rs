//! `mcpconv hosts`: what is known about the hosts, and finding one by its name.

mod capabilities;
mod data;
mod document;
mod fields;
mod files;
mod page;
mod running;
mod variables;

use super::args::{self, OutputFormat};
use super::{problem, words};
use crate::diagnostic::Diagnostic;
use crate::host::Host;
use crate::hosts::{HOSTS, by_name, readable};
use crate::model::dialect::Form;

/// What was asked for, ready to be printed.
///
/// # Errors
/// There is no such host.
pub(super) fn run(args: &args::Hosts) -> Result<String, Box<Diagnostic>> {
    let one = args.host.as_deref().map(named).transpose()?;
    if args.fields {
        return Ok(match args.format {
            OutputFormat::Human => capabilities::text(),
            OutputFormat::Json => capabilities::data(),
        });
    }
    Ok(match (args.format, one) {
        (OutputFormat::Human, None) => table(),
        (OutputFormat::Human, Some(host)) => page::text(host),
        (OutputFormat::Json, None) => data::data(HOSTS),
        (OutputFormat::Json, Some(host)) => data::data(&[host]),
    })
}

/// The host called `name`.
///
/// # Errors
/// There is none; the message names the one that is probably meant, and all the others.
pub(super) fn named(name: &str) -> Result<&'static Host, Box<Diagnostic>> {
    by_name(name).ok_or_else(|| {
        let known = format!("known hosts: {}", ids());
        let help = match nearest(name) {
            Some(host) => format!("did you mean `{}`? {known}", host.id),
            None => known,
        };
        problem("unknown-host", format!("unknown host `{name}`"))
            .help(help)
            .into()
    })
}

/// The host called `name`, for which servers can be written.
///
/// # Errors
/// There is none, or its files are only read.
pub(super) fn target(name: &str) -> Result<&'static Host, Box<Diagnostic>> {
    let host = named(name)?;
    if host.is_target() {
        return Ok(host);
    }
    let message = format!("`{}` can be read, but not written", host.id);
    let help = format!("use it with `--from`; target hosts: {}", ids());
    Err(problem("unsupported-host", message).help(help).into())
}

/// What the hosts are called.
pub(super) fn ids() -> String {
    HOSTS
        .iter()
        .map(|host| host.id)
        .collect::<Vec<_>>()
        .join(", ")
}

/// The host with the name most like `name`, unless none is like it.
fn nearest(name: &str) -> Option<&'static Host> {
    crate::nearest::nearest(
        name,
        readable().flat_map(|host| host.aliases.iter().copied().chain([host.id])),
    )
    .and_then(by_name)
}

fn table() -> String {
    let heading = ["HOST", "NAME", "FILE", "TRANSPORTS", "VARIABLES"]
        .map(str::to_owned)
        .to_vec();
    let rows = readable().map(|host| {
        let main = &host.places[0];
        let file = main.globs.first().copied().unwrap_or("-");
        let transports = words::transports(host.main());
        vec![
            host.id.to_owned(),
            host.name.to_owned(),
            file.to_owned(),
            transports.join(" "),
            variables(host),
        ]
    });
    let rows: Vec<Vec<String>> = [heading].into_iter().chain(rows).collect();
    format!(
        "{}\n`mcpconv hosts HOST` shows one in detail, `mcpconv hosts --fields` compares what they support.\n",
        columns("", &rows)
    )
}

/// How the main file of a host refers to variables.
fn variables(host: &Host) -> String {
    if !host.is_target() {
        return "read only".to_owned();
    }
    let main = &host.places[0];
    let mut forms: Vec<String> = Vec::new();
    for (_, dialect) in main.format.dialects {
        let about_variables = dialect.forms.iter().filter(|form| {
            !matches!(
                form,
                Form::Vars(_)
                    | Form::Own(_)
                    | Form::Tilde
                    | Form::Shell
                    | Form::File
                    | Form::BracedFile
            )
        });
        for form in about_variables.flat_map(words::form) {
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
    }
    match forms.is_empty() {
        false => forms.join(" "),
        true if !words::by_name(main.format).is_empty() => "by name".to_owned(),
        true => "values only".to_owned(),
    }
}

/// `rows` with their cells below each other.
pub(super) fn columns(indent: &str, rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows.iter().map(Vec::len).max().unwrap_or(0))
        .map(width)
        .collect();
    let line = |row: &Vec<String>| {
        let cells: String = row
            .iter()
            .zip(&widths)
            .map(|(cell, &width)| format!("{cell:width$}  "))
            .collect();
        format!("{indent}{}\n", cells.trim_end())
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::strangers;

    #[test]
    fn an_unknown_host_gets_the_nearest_one_and_the_list() {
        for host in HOSTS {
            let wrong = format!("{}x", host.id);
            let help = named(&wrong)
                .expect_err("no such host")
                .help
                .expect("a suggestion");
            assert!(
                help.starts_with(&format!("did you mean `{}`?", host.id)),
                "{help}"
            );
            assert_eq!(
                nearest(host.name).map(|found| found.id),
                Some(host.id),
                "{}",
                host.name
            );
        }
        let help = named("zzz")
            .expect_err("no such host")
            .help
            .expect("the list");
        assert!(help.starts_with("known hosts: "), "{help}");
    }

    #[test]
    fn every_host_is_in_the_table_and_has_a_page() {
        let table = table();
        for host in HOSTS {
            assert!(
                table.lines().any(|line| line.starts_with(host.id)),
                "{table}"
            );
            let page = page::text(host);
            for field in host.formats().flat_map(|format| format.fields) {
                let meaning = field.meaning().replace('`', "");
                let told = |line: &str| {
                    line.trim_start().starts_with(field.name) && line.ends_with(&meaning)
                };
                assert!(page.lines().any(told), "{}: {page}", field.name);
            }
            let page = page::markdown(host);
            for text in host.pitfalls {
                assert!(page.contains(text), "{text}");
            }
        }
    }

    #[test]
    fn what_is_only_read_is_no_target() {
        assert_eq!(named("server-json").expect("a source").id, "server-json");
        let refused = target("server-json").expect_err("no target");
        assert_eq!(refused.rule, "unsupported-host");
        assert!(
            refused.message.contains("not written"),
            "{}",
            refused.message
        );
        assert_eq!(target("cursor").expect("a host").id, "cursor");
    }

    /// `UPDATE=1 cargo test` rewrites them.
    #[test]
    fn the_pages_of_hosts_are_in_sync() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/hosts");
        let update = std::env::var_os("UPDATE").is_some();
        let mut names = vec!["README.md".to_owned(), "fields.md".to_owned()];
        let pages = readable().map(|host| (host.id, page::markdown(host)));
        for (name, page) in pages.chain([("README", index())]) {
            let path = folder.join(format!("{name}.md"));
            if update {
                std::fs::create_dir_all(&folder).expect("a writable folder");
                std::fs::write(&path, &page).expect("a writable page");
            }
            let written = std::fs::read_to_string(&path).unwrap_or_default();
            assert!(
                written == page,
                "{} is out of sync; run UPDATE=1 cargo test",
                path.display()
            );
            names.push(format!("{name}.md"));
        }
        for entry in std::fs::read_dir(&folder).expect("docs/hosts") {
            let name = entry.expect("a file").file_name();
            assert!(
                names.iter().any(|known| name == known.as_str()),
                "{name:?} belongs to no host"
            );
        }
    }

    /// The list of all hosts.
    fn index() -> String {
        let rows: String = readable()
            .map(|host| {
                let file = host.places[0].globs.first().copied().unwrap_or("-");
                let variables = variables(host);
                let variables = if variables.contains('X') {
                    format!("`{variables}`")
                } else {
                    variables
                };
                format!(
                    "| [{}]({}.md) | `{}` | `{file}` | {} | {variables} |\n",
                    host.name,
                    host.id,
                    host.id,
                    words::transports(host.main()).join(" ")
                )
            })
            .collect();
        let strangers: Vec<&str> = strangers::all()
            .iter()
            .map(|stranger| stranger.name)
            .collect();
        let strangers = strangers.join(", ");
        format!(
            "# Hosts\n\nWhat each host reads, how it reads it, and what goes wrong. Made from the tables in `src/hosts`; `mcpconv hosts HOST` prints a page, `mcpconv schema HOST` a JSON Schema for your editor. [What hosts support](fields.md) compares them.\n\n*By name* means that the host accepts names of variables in separate fields; *values only* that it does not expand references, so values have to be in the file; *read only* that servers can be read from such a file but not written to it.\n\n| Host | Id | Config file | Transports | Variables |\n| --- | --- | --- | --- | --- |\n{rows}\nConfig files of these hosts are not supported yet. They are named and not touched, because many of them look like a file of another host and mean something else: {strangers}.\n"
        )
    }

    #[test]
    fn the_data_has_every_host_and_only_camel_case_keys() {
        fn keys(value: &serde_json::Value) {
            for (key, value) in value.as_object().into_iter().flatten() {
                assert!(
                    key.chars().all(|c| c.is_ascii_alphanumeric())
                        && key.starts_with(|c: char| c.is_ascii_lowercase()),
                    "{key}"
                );
                keys(value);
            }
            value.as_array().into_iter().flatten().for_each(keys);
        }
        let data: serde_json::Value = serde_json::from_str(&data::data(HOSTS)).expect("JSON");
        keys(&data);
        assert_eq!(data["hosts"].as_array().map(Vec::len), Some(HOSTS.len()));
    }
}
