//! The matrix for people: hosts below each other, servers beside each other while there is room, and the reasons below.

use std::collections::BTreeMap;

use super::cells::{CellReason, Fate, Matrix};
use crate::cli::count;
use crate::cli::hosts::columns;
use crate::cli::prose::wrapped;
use crate::order::Order as _;
use crate::report::{sanitize, sanitize_name};

/// For a terminal of this width.
pub(super) fn human(matrix: &Matrix, width: usize) -> String {
    let full = table(matrix);
    let lines = columns("  ", &full);
    let fits = lines.lines().all(|line| line.chars().count() <= width);
    let table = if fits {
        lines
    } else {
        columns("  ", &counts(matrix))
    };
    let mut page = format!("{}\n\n{table}", title(matrix));
    for (fate, reasons) in reasons(matrix) {
        page.push_str(&format!("\n{}\n", heading(fate)));
        for (reason, places) in reasons {
            page.push_str(&wrapped(&sanitize(&reason), width, "  - ", "    "));
            for place in places {
                page.push_str(&wrapped(&place, width, "      ", "        "));
            }
        }
    }
    page
}

/// For a page.
pub(super) fn markdown(matrix: &Matrix) -> String {
    let cell = |text: &String| text.replace('|', "\\|");
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().map(cell).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let mut rows = table(matrix).into_iter();
    let head = rows.next().unwrap_or_default();
    let rule = vec!["---".to_owned(); head.len()];
    let mut page = format!("{}\n\n{}{}", title(matrix), line(&head), line(&rule));
    rows.for_each(|row| page.push_str(&line(&row)));
    for (fate, reasons) in reasons(matrix) {
        page.push_str(&format!("\n{}:\n\n", heading(fate)));
        for (reason, places) in reasons {
            page.push_str(&format!("- {}\n", sanitize(&reason)));
            for place in places {
                page.push_str(&format!("  - {place}\n"));
            }
        }
    }
    page
}

fn title(matrix: &Matrix) -> String {
    let of = |(name, host): &(String, &'static crate::host::Host)| {
        format!("{} ({})", sanitize(name), host.name)
    };
    let files: Vec<String> = matrix.files.iter().map(of).collect();
    format!(
        "{} of {}",
        count(matrix.servers.len(), "server"),
        files.join(", ")
    )
}

fn heading(fate: Fate) -> &'static str {
    match fate {
        Fate::Kept => "Kept",
        Fate::Changed => "Changed",
        Fate::Skipped => "Skipped",
    }
}

/// A word for every host and server.
fn table(matrix: &Matrix) -> Vec<Vec<String>> {
    let servers = matrix.servers.iter();
    let names = servers.map(|name| sanitize_name(name).into_owned());
    let mut rows = vec![row("HOST", names)];
    for column in &matrix.columns {
        let servers = matrix.servers.iter();
        let cells = servers.map(|server| column.cell(server).fate.name().to_owned());
        rows.push(row(column.host.id, cells));
    }
    rows
}

fn row(host: &str, cells: impl IntoIterator<Item = String>) -> Vec<String> {
    [host.to_owned()].into_iter().chain(cells).collect()
}

/// How many servers are kept, changed and skipped by every host.
fn counts(matrix: &Matrix) -> Vec<Vec<String>> {
    let heads = Fate::ALL.map(|fate| fate.name().to_uppercase());
    let mut rows = vec![row("HOST", heads)];
    for column in &matrix.columns {
        let servers = matrix.servers.iter();
        let fates: Vec<Fate> = servers.map(|server| column.cell(server).fate).collect();
        let number = |fate: Fate| match fates.iter().filter(|other| **other == fate).count() {
            0 => "-".to_owned(),
            number => number.to_string(),
        };
        rows.push(row(column.host.id, Fate::ALL.map(number)));
    }
    rows
}

/// A reason, and where it holds.
type Placed = (String, Vec<String>);

/// The reasons of what is skipped, then of what is changed; those that hold for most come first. Servers with the same
/// hosts share a line.
fn reasons(matrix: &Matrix) -> Vec<(Fate, Vec<Placed>)> {
    let mut list = Vec::new();
    for fate in [Fate::Skipped, Fate::Changed] {
        // By reason, then by server: the hosts.
        let mut known: BTreeMap<String, BTreeMap<usize, Vec<&str>>> = BTreeMap::new();
        for column in &matrix.columns {
            for (at, server) in matrix.servers.iter().enumerate() {
                let cell = column.cell(server);
                for CellReason { plain, .. } in cell.reasons.iter().filter(|_| cell.fate == fate) {
                    let servers = known.entry(plain.clone()).or_default();
                    servers.entry(at).or_default().push(column.host.id);
                }
            }
        }
        let mut of_fate: Vec<(usize, Placed)> = known
            .into_iter()
            .map(|(reason, servers)| {
                let number = servers.values().map(Vec::len).sum();
                (number, (reason, places(matrix, servers)))
            })
            .collect();
        of_fate.order_by_key(|(number, _)| std::cmp::Reverse(*number));
        if !of_fate.is_empty() {
            list.push((
                fate,
                of_fate.into_iter().map(|(_, placed)| placed).collect(),
            ));
        }
    }
    list
}

fn places(matrix: &Matrix, servers: BTreeMap<usize, Vec<&str>>) -> Vec<String> {
    let mut by_hosts: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
    for (at, hosts) in servers {
        let name = format!("`{}`", sanitize_name(&matrix.servers[at]));
        match by_hosts.iter_mut().find(|(other, _)| *other == hosts) {
            Some((_, names)) => names.push(name),
            None => by_hosts.push((hosts, vec![name])),
        }
    }
    let line = |(hosts, names): (Vec<&str>, Vec<String>)| {
        let all = hosts.len() == matrix.columns.len();
        let hosts = if all {
            "all hosts".to_owned()
        } else {
            hosts.join(", ")
        };
        let names = match names.len() {
            number if number > 1 && number == matrix.servers.len() => "all servers".to_owned(),
            _ => names.join(", "),
        };
        format!("{names}: {hosts}")
    };
    by_hosts.into_iter().map(line).collect()
}
