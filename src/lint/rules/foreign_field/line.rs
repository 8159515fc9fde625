//! Arguments in a field of their own, on a host that has them in one list with the program.

use crate::edit::Step;
use crate::host::{Field, Kind};
use crate::lint::Fix;
use crate::lint::file::{At, File, LintServer};
use crate::model::Slot;
use crate::syntax::Tree;

/// The field for the program with its arguments.
pub(super) fn whole_line(file: &File<'_>) -> Option<&'static Field> {
    let mut fields = file.fields();
    fields.find(|field| field.slot == Slot::Command && field.kind == Kind::Argv)
}

/// The arguments behind the program, in one list with it.
pub(super) fn append(
    file: &File<'_>,
    server: &LintServer<'_>,
    at: &At<'_>,
    field: &Field,
) -> Option<Fix> {
    let list = &server.at(field.name)?.member.value;
    let (Tree::Array(words), Tree::Array(args)) = (&list.value, &at.member.value.value) else {
        return None;
    };
    let title = format!("append its items to `{}`", field.name);
    let fix = match words.len() {
        0 => return None,
        1 => Fix::safe(title),
        // Where some arguments are there already, these may be others.
        _ => Fix::risky(title),
    };
    let args: Option<Vec<&str>> = args.iter().map(|arg| arg.as_str()).collect();
    let mut end = file.path_of(list.span);
    end.push(Step::Index(words.len()));
    let fix = fix.insert(end, &args?);
    Some(fix.remove(file.path_of(at.member.key_span)))
}
