//! The strings of a server, and who reads each of them before the server does.

use super::file::{LintServer, Text};
use crate::host::Kind;
pub(crate) use crate::launch::ReadBy;
use crate::launch::readers;
use crate::model::Slot;

/// The strings of `server` that are `worth` a look and stand in fields that its host knows, each with its reader.
pub(crate) fn strings<'a>(
    server: &LintServer<'a>,
    worth: fn(&Text<'_>) -> bool,
) -> Vec<(Text<'a>, ReadBy)> {
    let mut list: Vec<(Text<'a>, ReadBy)> = server
        .texts()
        .filter(|text| worth(text) && is_known(server, text))
        .copied()
        .chain(others(server).filter(|text| worth(text)))
        .map(|text| (text, ReadBy::Host))
        .collect();
    // Nearly every server has nothing of interest, and then nobody needs to know who reads its arguments.
    if list.iter().any(|(text, _)| text.slot == Slot::Args) {
        let command = server.command.map_or("", |command| command.text);
        let readers = readers(command, server.args.iter().map(|arg| arg.text));
        let args = server
            .args
            .iter()
            .zip(readers)
            .filter(|(arg, _)| worth(arg) && is_known(server, arg));
        let args: Vec<_> = args.map(|(arg, reader)| (*arg, reader)).collect();
        list.retain(|(text, _)| text.slot != Slot::Args);
        list.extend(args);
    }
    list
}

/// Whether the host knows the field that holds `text`.
fn is_known(server: &LintServer<'_>, text: &Text<'_>) -> bool {
    server
        .fields
        .iter()
        .any(|at| at.field.is_some() && at.member.key == text.field)
}

/// Single strings that are no part of how the server is started or reached, but that hosts put values into all the same.
fn others<'s, 'a>(server: &'s LintServer<'a>) -> impl Iterator<Item = Text<'a>> + 's {
    server.fields.iter().filter_map(|at| {
        let field = at.field.filter(|field| {
            matches!(
                field.kind,
                Kind::Text | Kind::BearerText | Kind::BearerOrOauth | Kind::KeyText
            )
        })?;
        let listed = matches!(
            field.slot,
            Slot::Command
                | Slot::Args
                | Slot::Cwd
                | Slot::Url
                | Slot::Native
                | Slot::HeadersHelper
                | Slot::Description
        );
        (!listed).then(|| Text::of(&at.member.value, field.slot, &at.member.key))?
    })
}
