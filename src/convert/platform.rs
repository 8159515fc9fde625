//! Command lines for one kind of system.
//!
//! On Windows, `npx` is a script, `npx.cmd`, which no host can start as a program: it needs `cmd /c` in front, unless the
//! host sees to that itself. Elsewhere there is no `cmd`.

use super::Platform;
use crate::host::{Format, Loss, LossKind};
use crate::launch::{
    Word, WrapperKind, cmd_switches, is_builtin, is_cmd_operator, is_script, program, split_cmd,
};
use crate::model::{Entry, Server, Slot, Template, Value};
use crate::syntax::Span;

/// Writes the command line of `server` as a host with this format needs it on `platform`; whether that is another one.
pub(super) fn suit(server: &mut Server, platform: Platform, format: &Format) -> bool {
    let before = literal(server);
    match platform {
        Platform::Unix => unwrap(server, |_| true),
        Platform::Windows if format.finds_scripts() => unwrap(server, is_script),
        Platform::Windows => wrap(server),
    }
    literal(server) != before
}

/// Arguments that reached the program as they are, and now pass through `cmd`, which acts on some marks in them. Those with
/// blanks get quotes, which keep it from all but variables.
pub(super) fn read_by_cmd(server: &Server) -> Vec<Loss> {
    if literal(server).as_deref() != Some("cmd") {
        return Vec::new();
    }
    let acts = |text: &str| {
        let quoted = text.contains(char::is_whitespace);
        let variable = text.split('%').nth(2).is_some();
        variable || !quoted && text.contains(['&', '|', '<', '>', '^'])
    };
    let args = server.list(Slot::Args).iter();
    let args = args.filter(|arg| arg.as_literal().is_some_and(acts));
    args.map(|arg| {
        let message = format!(
            "`{}`: `cmd` does not pass this argument on as it is",
            server.name
        );
        Loss::new(LossKind::Changed, Slot::Args, arg.span, message)
            .leaves([arg.span])
            .label("has a mark that `cmd` acts on")
            .help("start the program that the script runs, such as `node` with a path")
    })
    .collect()
}

/// `cmd /c npx …` becomes `npx …`, and `npx.cmd` becomes `npx`.
fn unwrap(server: &mut Server, fits: impl Fn(&str) -> bool) {
    let Some(command) = literal(server) else {
        return;
    };
    if !program(&command).eq_ignore_ascii_case("cmd") {
        let ends = command.to_ascii_lowercase().ends_with(".cmd");
        if ends && fits(&command) && is_script(&command) && is_bare(&command) {
            set_command(server, program(&command), None);
        }
        return;
    }
    let args = server.list(Slot::Args);
    let Some(switches) = cmd_switches(args.iter().map(Template::as_literal)) else {
        return;
    };
    let Some(inner) = args.get(switches).and_then(Template::as_literal) else {
        return;
    };
    // A line in one argument is as good as its words, unless `cmd` puts something in.
    let mut line = Vec::new();
    let mut inner = inner;
    if args.len() == switches + 1
        && inner.contains(char::is_whitespace)
        && !inner.contains('%')
        && let Some(words) = split_cmd(&Word::whole(inner, 0))
        && let Some((first, rest)) = words.split_first()
        && is_bare(first.text)
    {
        line = rest.iter().map(|word| word.text.to_owned()).collect();
        inner = first.text;
    }
    // What only `cmd` understands cannot do without it.
    let needs = inner.is_empty()
        || inner.contains(char::is_whitespace)
        || is_builtin(WrapperKind::Cmd, inner)
        || args
            .iter()
            .any(|arg| arg.as_literal().is_some_and(is_cmd_operator));
    if needs || !fits(inner) {
        return;
    }
    let plain = if is_script(inner) && is_bare(inner) {
        program(inner).to_owned()
    } else {
        inner.to_owned()
    };
    let Some(args) = server.list_mut(Slot::Args) else {
        return;
    };
    let mut taken: Vec<Span> = args.drain(..=switches).map(|word| word.span).collect();
    let Some(span) = taken.pop() else {
        return;
    };
    args.extend(line.iter().map(|word| Template::literal(word, span)));
    let old = server.entry(Slot::Command).map(|entry| entry.span);
    server.implied.extend(old.into_iter().chain(taken));
    set_command(server, &plain, Some(span));
}

/// `npx …` and `npx.cmd …` become `cmd /c npx …`.
fn wrap(server: &mut Server) {
    let Some(command) = literal(server).filter(|word| is_script(word) && is_bare(word)) else {
        return;
    };
    let Some((key_span, span)) = server
        .entry(Slot::Command)
        .map(|entry| (entry.key_span, entry.span))
    else {
        return;
    };
    let front = ["/c", program(&command)].map(|word| Template::literal(word, span));
    // An empty list says nothing that the new one does not.
    let empty = server
        .entry(Slot::Args)
        .filter(|entry| entry.value.as_list().is_some_and(<[_]>::is_empty))
        .map(|entry| entry.span);
    server.implied.extend(empty);
    match server.list_mut(Slot::Args) {
        Some(args) => {
            args.splice(0..0, front);
        }
        None => server.entries.push(Entry {
            slot: Slot::Args,
            field: "args".into(),
            key_span,
            span,
            value: Value::List(front.to_vec()),
        }),
    }
    set_command(server, "cmd", None);
}

fn is_bare(word: &str) -> bool {
    !word.contains(['/', '\\'])
}

fn literal(server: &Server) -> Option<String> {
    let command = server.text(Slot::Command)?.as_literal();
    command.map(str::to_owned)
}

/// Another program, which stands where the old one does, or at `span`.
fn set_command(server: &mut Server, word: &str, span: Option<Span>) {
    if let Some(entry) = server.entry_mut(Slot::Command) {
        entry.value = Value::Text(Template::literal(word, span.unwrap_or(entry.span)));
    }
}
