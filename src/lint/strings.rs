//! The strings of a server, and who reads each of them before the server does.

use super::file::{Server, Text};
use crate::host::Kind;
use crate::launch::program;
use crate::model::Slot;

/// Who puts values into a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadBy {
    /// The host, if anybody.
    Host,
    /// A Unix shell, also one on another machine.
    Shell,
    /// `cmd`, which knows `%X%`.
    Cmd,
    /// A header of a bridge, which puts `${X}` in itself.
    Bridge,
    /// Program text, in which `$` means something else.
    Code,
}

/// The strings of `server` that are `worth` a look and stand in fields that its host knows, each with its reader.
pub(crate) fn strings<'a>(server: &Server<'a>, worth: fn(&str) -> bool) -> Vec<(Text<'a>, ReadBy)> {
    let mut list: Vec<(Text<'a>, ReadBy)> = server
        .texts()
        .copied()
        .chain(others(server))
        .filter(|text| worth(text.text))
        .map(|text| (text, ReadBy::Host))
        .collect();
    list.retain(|(text, _)| is_known(server, text));
    // Nearly every server has nothing of interest, and then nobody needs to know who reads its arguments.
    if list.iter().any(|(text, _)| text.slot == Slot::Args) {
        let readers = readers(server);
        let args = server
            .args
            .iter()
            .zip(readers)
            .filter(|(arg, _)| worth(arg.text) && is_known(server, arg));
        let args: Vec<_> = args.map(|(arg, reader)| (*arg, reader)).collect();
        list.retain(|(text, _)| text.slot != Slot::Args);
        list.extend(args);
    }
    list
}

/// Whether the host knows the field that holds `text`.
fn is_known(server: &Server<'_>, text: &Text<'_>) -> bool {
    server
        .fields
        .iter()
        .any(|at| at.field.is_some() && at.member.key == text.field)
}

/// Single strings that are no part of how the server is started or reached, but that hosts put values into all the same.
fn others<'s, 'a>(server: &'s Server<'a>) -> impl Iterator<Item = Text<'a>> + 's {
    server.fields.iter().filter_map(|at| {
        let field = at
            .field
            .filter(|field| matches!(field.kind, Kind::Text | Kind::BearerText))?;
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
        let node = &at.member.value;
        (!listed).then(|| {
            node.as_str().map(|text| Text {
                text,
                span: node.span,
                piece: false,
                slot: field.slot,
                field: &at.member.key,
            })
        })?
    })
}

/// Who reads each of the arguments.
pub(crate) fn readers(server: &Server<'_>) -> Vec<ReadBy> {
    let mut list = Vec::with_capacity(server.args.len());
    let mut state = State::default();
    let mut last = "";
    if let Some(command) = &server.command {
        state.meet(command.text, true);
        last = command.text;
    }
    for arg in &server.args {
        list.push(state.reader(last, arg.text));
        state.meet(arg.text, false);
        last = arg.text;
    }
    list
}

/// What has been met on a command line so far.
#[derive(Default)]
struct State {
    shell: bool,
    code: bool,
    bridge: bool,
    split: bool,
    rest: Option<ReadBy>,
}

impl State {
    fn reader(&self, last: &str, text: &str) -> ReadBy {
        let bundle = last.strip_prefix('-').is_some_and(|letters| {
            letters.ends_with('c') && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
        });
        if self.shell && bundle || self.split && matches!(last, "-S" | "--split-string") {
            return ReadBy::Shell;
        }
        if self.code && matches!(last, "-e" | "-c" | "-p" | "-pe" | "--eval" | "--print") {
            return ReadBy::Code;
        }
        if self.bridge && (last == "--header" || text.starts_with("--header=")) {
            return ReadBy::Bridge;
        }
        self.rest.unwrap_or(ReadBy::Host)
    }

    fn meet(&mut self, text: &str, first: bool) {
        if text.len() > 260 || text.starts_with('-') {
            return;
        }
        let name = program(text).to_ascii_lowercase();
        match name.as_str() {
            "sh" | "bash" | "zsh" | "dash" | "ash" | "ksh" | "fish" => self.shell = true,
            "node" | "python" | "python3" | "deno" | "bun" | "perl" | "ruby" | "php" => {
                self.code = true
            }
            "env" => self.split = true,
            "mcp-remote" => self.bridge = true,
            // Their arguments are put together and read once more.
            "ssh" | "wsl" | "powershell" | "pwsh" => self.rest = Some(ReadBy::Shell),
            "cmd" if first => self.rest = Some(ReadBy::Cmd),
            _ => self.bridge |= name.starts_with("mcp-remote@"),
        }
    }
}
