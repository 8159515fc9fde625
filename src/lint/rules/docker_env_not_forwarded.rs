//! A variable that stops at the container's client.

use std::collections::HashSet;

use crate::diagnostic::Level;
use crate::host::Inherit;
use crate::launch::{Container, Launch, Word, WrapperKind};
use crate::lint::argv::add_after;
use crate::lint::file::{File, LintServer, NamedText};
use crate::lint::refs::refs;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::syntax::Tree;

pub(super) static RULE: Rule = Rule {
    id: "docker-env-not-forwarded",
    level: Level::Warning,
    group: Group::Transport,
    fix: Some(Safety::Unsafe),
    yields_to: &["env-not-forwarded"],
    page: crate::lint::page!("../../../docs/rules/docker-env-not-forwarded.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let Some(launch) = server.launch().filter(|_| server.is_stdio()) else {
        return;
    };
    let Some(container) = launch.container() else {
        return;
    };
    if container.last("env-file").is_none() {
        // What the host itself reads there is not for the server.
        let fields = file.fields();
        let own: Vec<&str> = fields
            .filter(|field| field.kind.in_map())
            .filter_map(|field| field.name.rsplit('.').next())
            .collect();
        let set = server.env.iter().filter(|pair| {
            !matches!(pair.node.value, Tree::Null)
                && !is_for_client(pair.key)
                && !own.contains(&pair.key)
        });
        let passed = Passed::new(&container);
        let used = used_by_shells(server, launch);
        for pair in set.filter(|pair| !passed.has(pair.key) && !used.contains(pair.key)) {
            report(file, server, launch, pair, out);
        }
    }
    undefined(file, server, launch, &container, out);
}

fn report(
    file: &File<'_>,
    server: &LintServer<'_>,
    launch: &Launch<'_>,
    pair: &NamedText<'_>,
    out: &mut Found<'_>,
) {
    let key = pair.key;
    let plain = !key.is_empty()
        && key
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let fix = plain
        .then(|| {
            add_after(
                Fix::risky(format!("pass `{key}` on")),
                file,
                server,
                &last_passed(server, launch),
                &["-e", key],
            )
        })
        .flatten();
    out.add(
        pair.key_span,
        format!(
            "`{}` sets `{key}` for the container's client, but does not pass it into the container",
            server.name
        ),
    )
    .label("the server in the container never sees it")
    .help(format!("add `-e {key}` in front of the image"))
    .fix(fix);
}

/// The word to add a variable behind: the last one that is passed, so that several keep their order, or else the runner.
fn last_passed<'a>(server: &LintServer<'_>, launch: &Launch<'a>) -> Word<'a> {
    let last = launch
        .container()
        .and_then(|container| container.last("env").copied());
    let end = last.map(|flag| {
        flag.value
            .filter(|value| {
                value.index != flag.word.index || value.range().end > flag.word.range().end
            })
            .unwrap_or(flag.word)
    });
    // A word of a script may stand in quotes, and nothing may be added within them.
    let ends = |word: &Word<'_>| {
        let behind = server
            .value_of(word)
            .and_then(|text| text.text.get(word.range().end..));
        behind.is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
    };
    end.filter(ends).unwrap_or(launch.runner_word)
}

/// A variable that is passed on from an environment in which it cannot be.
fn undefined(
    file: &File<'_>,
    server: &LintServer<'_>,
    launch: &Launch<'_>,
    container: &Container<'_, '_>,
    out: &mut Found<'_>,
) {
    let Inherit::Few(passes) = file.runtime().inherit else {
        return;
    };
    let assigned = launch.wrappers.iter();
    let assigned = assigned.flat_map(|wrapper| &wrapper.assigned);
    let given: HashSet<&str> = assigned
        .filter_map(|word| word.text.split('=').next())
        .chain(server.env.iter().map(|pair| pair.key))
        .chain(server.handed.iter().map(|text| text.text))
        .collect();
    for variable in container
        .variables()
        .filter(|variable| variable.value.is_none())
    {
        let name = variable.name.text;
        if name.is_empty()
            || name.contains(['$', '{', '*', '%'])
            || given.contains(name)
            || is_for_client(name)
            || passes.contains(&name)
        {
            continue;
        }
        out.add(
            server.word(file, &variable.name),
            format!(
                "`{}` passes `{name}` into the container, but nothing sets it",
                server.name
            ),
        )
        .variant("undefined")
        .label(format!(
            "{} starts servers with few variables, and this is not one of them",
            file.host_name()
        ))
        .help(format!(
            "set `{name}` in the server's variables, or pass it on"
        ));
    }
}

/// The variables that are passed on.
struct Passed<'a> {
    names: HashSet<&'a str>,
    /// `-e A*` passes all that start so, in some engines.
    starts: HashSet<&'a str>,
}

impl<'a> Passed<'a> {
    fn new(container: &Container<'_, 'a>) -> Self {
        let names: HashSet<&str> = container.variables().map(|it| it.name.text).collect();
        let starts = names.iter().filter_map(|name| name.strip_suffix('*'));
        Self {
            starts: starts.collect(),
            names,
        }
    }

    fn has(&self, key: &str) -> bool {
        let starts = |end| {
            key.get(..end)
                .is_some_and(|start| self.starts.contains(start))
        };
        self.names.contains(key) || !self.starts.is_empty() && (0..=key.len()).any(starts)
    }
}

/// The variables that a shell puts into arguments.
fn used_by_shells<'a>(server: &LintServer<'a>, launch: &Launch<'_>) -> HashSet<&'a str> {
    let is_shell = |kind| matches!(kind, WrapperKind::Shell | WrapperKind::Cmd);
    if !launch.wrappers.iter().any(|wrapper| is_shell(wrapper.kind)) {
        return HashSet::new();
    }
    let found = server.args.iter().flat_map(|arg| refs(arg.text));
    found.map(|found| found.name).collect()
}

/// Whether the client itself needs the variable.
fn is_for_client(key: &str) -> bool {
    // The last two keep Git Bash from rewriting the paths of a command line.
    const NAMES: [&str; 8] = [
        "PATH",
        "HOME",
        "HTTP_PROXY",
        "HTTPS_PROXY",
        "NO_PROXY",
        "ALL_PROXY",
        "MSYS_NO_PATHCONV",
        "MSYS2_ARG_CONV_EXCL",
    ];
    key.starts_with("DOCKER_") || NAMES.iter().any(|name| name.eq_ignore_ascii_case(key))
}
