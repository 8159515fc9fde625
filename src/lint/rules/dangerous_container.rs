//! A container that is given the machine it runs on.

use super::common::shared_level;
use crate::diagnostic::Level;
use crate::launch::{Container, Flag, Launch, Mount, MountKind, Word};
use crate::lint::file::{File, LintServer};
use crate::lint::roots::{Breadth, below_home, breadth};
use crate::lint::{Check, Found, Group, Rule};

pub(super) static RULE: Rule = Rule {
    id: "dangerous-container",
    level: Level::Error,
    group: Group::Security,
    security: Some("8.0"),
    tags: &["MCP02"],
    strays: true,
    page: crate::lint::page!("../../../docs/rules/dangerous-container.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let Some(container) = server.launch().and_then(|launch| launch.container()) else {
        return;
    };
    let level = shared_level(file);
    for mount in container.mounts() {
        let Some((source, what)) = mounted(&mount) else {
            continue;
        };
        out.add(
            server.word(file, &source),
            format!("`{}` mounts {what} into its container", server.name),
        )
        .variant("mount")
        .level(level)
        .label("the container controls the user's account or the machine")
        .help("mount only the folder that the server works on, with `:ro` if it only reads");
    }
    for (flag, shown) in privileges(&container) {
        let network = matches!(flag.name, "network" | "net");
        out.add(
            server.word(file, &flag.value.unwrap_or(flag.at)),
            format!("`{}` runs its container with `{shown}`", server.name),
        )
        .variant("privileged")
        .level(if network { Level::Warning } else { level })
        .label(if network {
            "the container reaches every service of the machine"
        } else {
            "the container is not isolated from the machine"
        })
        .help("remove the option, or grant only the permission that is needed");
    }
}

/// The sources of mounts that give away too much.
pub(super) fn sources<'a>(launch: &Launch<'a>) -> Vec<Word<'a>> {
    launch
        .container()
        .iter()
        .flat_map(Container::mounts)
        .filter_map(|mount| Some(mounted(&mount)?.0))
        .collect()
}

/// The source of a mount that gives away too much, and what it is.
fn mounted<'a>(mount: &Mount<'a>) -> Option<(Word<'a>, &'static str)> {
    let source = mount.source.filter(|_| mount.kind == MountKind::Bind)?;
    dangerous(source.text).map(|what| (source, what))
}

const SOCKETS: [&str; 5] = [
    "docker.sock",
    "podman.sock",
    "containerd.sock",
    "crio.sock",
    "docker_engine",
];
const SYSTEM: [&str; 8] = [
    "/etc", "/proc", "/sys", "/dev", "/home", "/Users", "/run", "/var/run",
];
/// Where programs keep credentials: a folder or file of this name, wherever it is.
const STORES: [&str; 8] = [
    ".ssh", ".aws", ".azure", ".kube", ".gnupg", ".npmrc", ".netrc", ".mozilla",
];
/// The same, but what else is in the folder is harmless.
const CLOSED_STORES: [&str; 2] = [".docker", ".docker/config.json"];
/// The same below a home folder.
const HOME_STORES: [&str; 6] = [
    ".config/gcloud",
    ".config/google-chrome",
    ".config/chromium",
    "Library/Application Support/Google/Chrome",
    "Library/Application Support/Firefox",
    "AppData/Local/Google/Chrome",
];

fn dangerous(path: &str) -> Option<&'static str> {
    let plain = path.trim().replace('\\', "/");
    // `//var/run` keeps some shells of Windows from rewriting the path.
    let plain = plain
        .strip_prefix("//")
        .map_or(plain.clone(), |rest| format!("/{rest}"));
    if plain
        .rsplit('/')
        .next()
        .is_some_and(|name| SOCKETS.contains(&name))
    {
        return Some("the socket of the container engine");
    }
    match breadth(&plain) {
        Some(Breadth::Disk) => return Some("the whole disk"),
        Some(Breadth::Home) => return Some("a whole home folder"),
        _ if SYSTEM.contains(&plain.trim_end_matches('/')) => {
            return Some("a folder of the system");
        }
        _ => {}
    }
    let home = below_home(&plain).map(|rest| rest.trim_start_matches('/'));
    let absolute =
        home.is_some() || plain.starts_with('/') || plain.as_bytes().get(1) == Some(&b':');
    let ends = |store: &&str| {
        plain
            .trim_end_matches('/')
            .strip_suffix(*store)
            .is_some_and(|rest| rest.ends_with('/'))
    };
    let listed = absolute
        && (plain.split('/').any(|part| STORES.contains(&part)) || CLOSED_STORES.iter().any(ends));
    let below = |store: &str| {
        home.is_some_and(|home| {
            home.strip_prefix(store)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        })
    };
    (listed || HOME_STORES.iter().any(|store| below(store))).then_some("a folder with credentials")
}

/// Options that take the walls of a container down, and how to name them.
fn privileges<'s, 'a>(container: &Container<'s, 'a>) -> Vec<(&'s Flag<'a>, String)> {
    let takes_down = |flag: &&'s Flag<'a>| {
        let value = flag.value.map_or("", |value| value.text);
        match flag.name {
            "privileged" => flag.is_on(),
            "pid" | "ipc" | "userns" | "network" | "net" => value == "host",
            "cap-add" => value.split(',').any(|one| {
                let one = one.trim().to_ascii_uppercase();
                matches!(
                    one.strip_prefix("CAP_").unwrap_or(&one),
                    "ALL" | "SYS_ADMIN" | "SYS_PTRACE" | "NET_ADMIN"
                )
            }),
            "security-opt" => value.ends_with("unconfined"),
            "device" => !value.is_empty(),
            _ => false,
        }
    };
    let shown = |flag: &'s Flag<'a>| {
        let value = flag
            .value
            .filter(|_| !matches!(flag.name, "device" | "privileged"));
        (
            flag,
            value.map_or_else(
                || format!("--{}", flag.name),
                |value| format!("--{}={}", flag.name, value.text),
            ),
        )
    };
    container
        .options
        .iter()
        .filter(takes_down)
        .map(shown)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_dangerous_is_named() {
        for path in [
            "/var/run/docker.sock",
            "//var/run/docker.sock",
            "/run/user/1000/podman/podman.sock",
            "/",
            "C:\\",
            "/etc/",
            "~",
            "$HOME",
            "${env:HOME}",
            "/root",
            "/Users/me",
            "~/.ssh",
            "${HOME}/.aws/credentials",
            "/full/path/to/.aws",
            "~/.config/gcloud",
            "%USERPROFILE%\\.kube",
        ] {
            assert!(dangerous(path).is_some(), "{path}");
        }
        for path in [
            "./.aws",
            "${workspaceFolder}",
            "/srv/data",
            "~/src",
            "~/.config/app",
            "/etc/ssl/certs",
            ".",
            "/dev/shm",
        ] {
            assert!(dangerous(path).is_none(), "{path}");
        }
    }
}
