//! Several words of a command line in one string, which a host without a shell takes for one.

use std::borrow::Cow;

use crate::diagnostic::Level;
use crate::edit::Step;
use crate::host::tell::open_quotes;
use crate::host::{Kind, Out};
use crate::launch::{Word, program, split_shell};
use crate::lint::file::{File, LintServer, Text};
use crate::lint::fix::below;
use crate::lint::tree::{copy, has_comment};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::Slot;
use crate::secret::shows_secret;
use crate::syntax::{Node, Tree};

use super::common::exchange;

pub(super) static RULE: Rule = Rule {
    id: "args-in-command",
    level: Level::Error,
    group: Group::Structure,
    fix: Some(Safety::Safe),
    page: crate::lint::page!("../../../docs/rules/args-in-command.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

/// Programs that are nearly always followed by arguments.
static RUNNERS: &str = "npx npm pnpm pnpx yarn bun bunx deno node tsx ts-node uv uvx pipx python python3 py poetry docker podman nerdctl go cargo dotnet \
    dnx java ruby php sh bash zsh cmd powershell pwsh wsl env sudo";

/// Options that people write into one string with what follows them.
static OPTIONS: &str = "-y --yes -p --package -m -e --env --env-file -v --volume --mount --rm -i -it --network --name --from --with --directory --project \
    --python --registry --header";

/// Options behind which a whole script may stand.
static SCRIPTS: &str = "-c -lc -ic /c /k -e --eval -p --print --call -Command -EncodedCommand";

/// A text without the references that its host expands: spaces in their spelling part no words.
fn without_references<'t>(file: &File<'_>, text: &Text<'t>) -> Cow<'t, str> {
    let found = file.place.format.dialect(text.slot).references(text.text);
    if found.is_empty() {
        return Cow::Borrowed(text.text);
    }
    let mut plain = String::new();
    let mut at = 0;
    for (range, _) in found {
        plain.push_str(&text.text[at..range.start]);
        plain.push('X');
        at = range.end;
    }
    plain.push_str(&text.text[at..]);
    Cow::Owned(plain)
}

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    if !server.is_stdio() {
        return;
    }
    for (told, _) in open_quotes(server) {
        out.tell(told);
    }
    let Some(command) = &server.command else {
        return;
    };
    if !splits(file, server) && holds_words(&without_references(file, command)) {
        let first = command.text.split_whitespace().next().unwrap_or_default();
        let fix = repair_command(file, server, command);
        out.add(
            command.span,
            format!(
                "`{}`: `{}` has several words; {} starts it as one program name",
                server.name,
                command.field,
                file.host_name()
            ),
        )
        .variant("command")
        .label("never starts: no program has that name")
        .help(if command.text.contains([';', '&', '|', '<', '>']) {
            "put this into a script of the project, and start that".to_owned()
        } else if shows_secret(None, first) {
            "move all but the first word to the arguments".to_owned()
        } else {
            format!("keep `{first}` and move the rest to the arguments")
        })
        .fix(fix);
        return;
    }
    let trimmed = command.text.trim_matches(|c: char| c.is_ascii_whitespace());
    if !splits(file, server) && trimmed != command.text && !trimmed.is_empty() {
        let fix = exchange(
            Fix::safe("remove the space"),
            file,
            file.part(command, 0..command.text.len()),
            command.text,
            trimmed,
        );
        out.add(
            command.span,
            format!(
                "`{}`: `{}` has a space before or after the program's name",
                server.name, command.field
            ),
        )
        .variant("space")
        .label("no program has that name")
        .help("remove the space")
        .fix(fix);
        return;
    }
    if file.place.format.limits.no_blanks && command.text.contains(char::is_whitespace) {
        out.add(
            command.span,
            format!(
                "`{}`: {} accepts no space in `{}`",
                server.name,
                file.host_name(),
                command.field
            ),
        )
        .variant("blank")
        .label("the server does not start")
        .help("use a path without spaces, or a program that is in `PATH`");
    }
    for (index, arg) in server
        .args
        .iter()
        .enumerate()
        .filter(|(_, arg)| arg.text.contains(' '))
    {
        let before = index
            .checked_sub(1)
            .and_then(|at| server.args.get(at))
            .map_or("", |arg| arg.text);
        if is_one_of(SCRIPTS, before) || !is_command_line(arg.text) {
            continue;
        }
        out.add(
            arg.span,
            format!(
                "`{}`: an argument has several words; {} passes them as one",
                server.name,
                file.host_name()
            ),
        )
        .level(Level::Warning)
        .variant("args")
        .label("the program sees one word with spaces")
        .help("write each word as an argument of its own")
        .fix(repair_argument(file, arg));
    }
}

/// Whether the host takes the command apart itself.
fn splits(file: &File<'_>, server: &LintServer<'_>) -> bool {
    let kind = server
        .known(Slot::Command)
        .next()
        .and_then(|at| at.field)
        .map(|field| field.kind);
    match kind {
        Some(Kind::LineOrArgv | Kind::ShellLine) => true,
        Some(Kind::Line | Kind::LoneLine) => server.args.is_empty(),
        // A string in the place of a list is of the wrong type, and is taken apart when it becomes one.
        Some(Kind::Argv) => server
            .known(Slot::Command)
            .any(|at| at.member.value.as_str().is_some()),
        // A field of another host is that host's business.
        None => !file.fields().any(|field| field.slot == Slot::Command),
        _ => false,
    }
}

pub(super) fn holds_words(command: &str) -> bool {
    let Some((first, _)) = command.trim().split_once(|c: char| c.is_ascii_whitespace()) else {
        return false;
    };
    let runner = program(first);
    !first.contains(['/', '\\']) || is_one_of(RUNNERS, runner)
}

/// Whether a list of words, parted by spaces, has this one.
fn is_one_of(list: &str, word: &str) -> bool {
    list.split(' ')
        .any(|known| known.eq_ignore_ascii_case(word))
}

fn is_command_line(arg: &str) -> bool {
    if ["run ", "-y ", "-m "]
        .iter()
        .any(|start| arg.starts_with(start))
    {
        return true;
    }
    let first = arg.split_whitespace().next().unwrap_or_default();
    is_one_of(OPTIONS, first)
        && split_shell(&Word::whole(arg, 0)).is_some_and(|words| words.len() > 1)
}

/// The words of a text in which nothing but spaces means anything.
pub(super) fn plain_words(text: &str) -> Option<Vec<&str>> {
    let plain = !text.contains([
        '\'', '"', '\\', '$', '*', '?', '~', '!', '#', ';', '&', '|', '<', '>', '(', ')', '{', '}',
        '[', ']', '`',
    ]);
    (plain && !shows_secret(None, text)).then(|| text.split_whitespace().collect())
}

fn repair_command(file: &File<'_>, server: &LintServer<'_>, command: &Text<'_>) -> Option<Fix> {
    let split = plain_words(command.text)?;
    let path = file.path_of(command.span);
    // In a list the words take the place of the one.
    if matches!(path.last(), Some(Step::Index(_))) {
        return spread(
            file,
            command,
            Fix::safe("make each word an item of its own"),
            &split,
        );
    }
    let known = file.fields().find(|field| {
        field.slot == Slot::Args && matches!(field.kind, Kind::List | Kind::ScalarList)
    })?;
    let old = server.node.member(known.name);
    if has_comment(file, server.node.span)
        || old.is_some_and(|old| !matches!(old.value.value, Tree::Array(_)))
    {
        return None;
    }
    let (first, rest) = split.split_first()?;
    let items = old.map(|old| old.value.items()).unwrap_or_default();
    let args = below(&path[..path.len().saturating_sub(1)], known.name);
    let words = rest.iter().copied().map(Out::text);
    let list = Out::list(words.chain(items.iter().map(copy)));
    Some(
        Fix::safe(format!("move the arguments to `{}`", known.name))
            .set_text(path, *first)
            .set(args, list),
    )
}

fn repair_argument(file: &File<'_>, arg: &Text<'_>) -> Option<Fix> {
    spread(
        file,
        arg,
        Fix::risky("make each word an argument of its own"),
        &plain_words(arg.text)?,
    )
}

/// Puts several items where one stands in its list.
fn spread(file: &File<'_>, text: &Text<'_>, fix: Fix, split: &[&str]) -> Option<Fix> {
    let mut path = file.path_of(text.span);
    let Some(Step::Index(at)) = path.pop() else {
        return None;
    };
    let list: &Node<'_> = path
        .iter()
        .try_fold(file.root()?, |node, step| match step {
            Step::Key(key) => node.member(key).map(|member| &member.value),
            Step::Index(at) => node.items().get(*at),
        })?;
    if has_comment(file, list.span) {
        return None;
    }
    let (before, after) = (list.items().get(..at)?, list.items().get(at + 1..)?);
    let words = split.iter().copied().map(Out::text);
    let items = before.iter().map(copy).chain(words);
    Some(fix.set(path, Out::list(items.chain(after.iter().map(copy)))))
}
