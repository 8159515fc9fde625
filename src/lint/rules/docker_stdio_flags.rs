//! A container that cannot be talked to over its standard streams.

use crate::diagnostic::Level;
use crate::launch::program;
use crate::lint::argv::{add_after, drop_switch};
use crate::lint::file::{File, LintServer};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};

pub(super) static RULE: Rule = Rule {
    id: "docker-stdio-flags",
    level: Level::Error,
    group: Group::Transport,
    fix: Some(Safety::Safe),
    page: crate::lint::page!("../../../docs/rules/docker-stdio-flags.md"),
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
    let (run, name) = (&launch.runner_word, server.name);
    let engine = engine(server);
    if container.on("interactive").is_none() {
        // A switch that is turned off further on would still win.
        let fix = container
            .last("interactive")
            .is_none()
            .then(|| add_after(Fix::safe("add `-i`"), file, server, run, &["-i"]))
            .flatten();
        out.add(
            server.word(file, run),
            format!("`{name}` is started by `{engine} run` without `-i`"),
        )
        .variant("no-interactive")
        .label("the container's input is closed, so the server never sees a request")
        .help("add `-i` after `run`")
        .fix(fix);
    }
    if let Some(flag) = container.on("tty") {
        out.add(
            server.word(file, &flag.at),
            format!("`{name}` is started by `{engine} run` with a terminal"),
        )
        .variant("tty")
        .label("a terminal changes line ends and echoes input, which breaks the protocol")
        .help("use `-i` alone, without `-t`")
        .fix(drop_switch(Fix::safe("remove `-t`"), file, server, flag));
    }
    if let Some(flag) = container.on("detach") {
        out.add(
            server.word(file, &flag.at),
            format!("`{name}` is started by `{engine} run` in the background"),
        )
        .variant("detached")
        .label("the command ends at once, and nothing is left to talk to")
        .help("run it in the foreground, without `-d`")
        .fix(drop_switch(Fix::safe("remove `-d`"), file, server, flag));
    }
    if container.on("rm").is_none() && container.last("detach").is_none() {
        out.add(
            server.word(file, run),
            format!("`{name}` is started by `{engine} run` without `--rm`"),
        )
        .variant("no-rm")
        .level(Level::Info)
        .label("every start leaves a stopped container")
        .help("add `--rm` after `run`");
    }
}

/// The engine's name as people type it.
fn engine(server: &LintServer<'_>) -> &'static str {
    let words = server
        .command
        .iter()
        .chain(&server.args)
        .flat_map(|text| text.text.split_whitespace());
    let engines = words.filter_map(|word| {
        ["podman", "nerdctl", "docker"]
            .into_iter()
            .find(|known| known.eq_ignore_ascii_case(program(word)))
    });
    engines.into_iter().next().unwrap_or("docker")
}
