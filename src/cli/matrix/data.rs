//! The matrix for programs. `docs/matrix.md` says what is in it.

use serde_json::{Value, json};

use super::cells::{CellReason, Column, Matrix};
use crate::report::{sanitize, sanitize_name};

const VERSION: u32 = 1;

pub(super) fn text(matrix: &Matrix) -> String {
    let files = matrix
        .files
        .iter()
        .map(|(name, host)| json!({ "file": sanitize(name), "host": host.id }));
    let data = json!({
        "version": VERSION,
        "files": files.collect::<Vec<Value>>(),
        "servers": matrix.servers.iter().map(|name| sanitize_name(name)).collect::<Vec<_>>(),
        "hosts": matrix.columns.iter().map(|column| of_host(matrix, column)).collect::<Vec<_>>(),
    });
    format!("{data:#}\n")
}

fn of_host(matrix: &Matrix, column: &Column) -> Value {
    let servers = matrix.servers.iter().map(|server| {
        let cell = column.cell(server);
        json!({
            "server": sanitize_name(server),
            "result": cell.fate.name(),
            "reasons": cell.reasons.iter().map(reason).collect::<Vec<_>>(),
        })
    });
    json!({ "host": column.host.id, "servers": servers.collect::<Vec<_>>() })
}

fn reason(reason: &CellReason) -> Value {
    json!({ "rule": reason.rule, "message": sanitize(&reason.message) })
}
