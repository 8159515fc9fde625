//! A variable that makes a process load other code, or fetch it from elsewhere.

use crate::diagnostic::Level;
use crate::launch::{loopback, program};
use crate::lint::command::{Assigned, assigned};
use crate::lint::file::{File, LintServer};
use crate::lint::refs::literal;
use crate::lint::{Check, Found, Group, Rule};

pub(super) static RULE: Rule = Rule {
    id: "code-injecting-env",
    level: Level::Error,
    group: Group::Security,
    security: Some("8.0"),
    tags: &["MCP04"],
    strays: true,
    page: crate::lint::page!("../../../docs/rules/code-injecting-env.md"),
    checks: &[Check::Server(check), Check::File(settings)],
    ..Rule::NEW
};

/// Variables that run code at the start of a process, whatever it is asked to do.
static CLASS_A: &[&str] = &[
    "LD_PRELOAD",
    "LD_AUDIT",
    "DYLD_INSERT_LIBRARIES",
    "BASH_ENV",
    "PROMPT_COMMAND",
    "PYTHONSTARTUP",
    "PYTHONINSPECT",
    "PYTHONBREAKPOINT",
    "PERL5OPT",
    "PERL5DB",
    "RUBYOPT",
    "JAVA_TOOL_OPTIONS",
    "_JAVA_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "GIT_SSH_COMMAND",
    "GIT_ASKPASS",
    "GIT_EXTERNAL_DIFF",
    "OPENSSL_CONF",
    "OPENSSL_ENGINES",
    "DOTNET_STARTUP_HOOKS",
    "npm_config_script_shell",
    "npm_config_node_options",
];

/// Variables that decide what is loaded or where it comes from, often for a good reason.
static CLASS_B: &[&str] = &[
    "PATH",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "DYLD_FRAMEWORK_PATH",
    "PYTHONPATH",
    "PYTHONHOME",
    "PYTHONUSERBASE",
    "NODE_PATH",
    "RUBYLIB",
    "PERL5LIB",
    "CLASSPATH",
];

/// Variables that decide where packages come from.
static SOURCES: &[&str] = &[
    "npm_config_registry",
    "UV_INDEX",
    "UV_INDEX_URL",
    "UV_DEFAULT_INDEX",
    "UV_EXTRA_INDEX_URL",
    "PIP_INDEX_URL",
    "PIP_EXTRA_INDEX_URL",
    "BUN_CONFIG_REGISTRY",
];

/// Variables that choose a container engine, or the folder with its settings and plugins.
static ENGINES: &[&str] = &[
    "DOCKER_HOST",
    "DOCKER_CONTEXT",
    "DOCKER_CONFIG",
    "CONTAINER_HOST",
    "CONTAINER_CONNECTION",
    "CONTAINERD_ADDRESS",
];

/// Variables that decide whom the process talks to, and whom it believes. They load no code.
static ROUTES: &[&str] = &[
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "SSL_CERT_FILE",
    "CURL_CA_BUNDLE",
    "REQUESTS_CA_BUNDLE",
    "NODE_EXTRA_CA_CERTS",
    "KUBECONFIG",
];

/// Which case a variable is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Runs code.
    A,
    /// Decides where code is looked for: in the project itself, or elsewhere.
    Searched { inside: bool },
    /// Decides where packages come from.
    Fetched,
    /// Decides what runs containers.
    Engine,
    /// Decides whom the process talks to.
    Routed,
}

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let set = assigned(file, server);
    if set.is_empty() {
        return;
    }
    let shell = || is_shell(server);
    for set in &set {
        let Some(class) = class(set.name, &set.value, &shell) else {
            continue;
        };
        // A script that finds its tools is one finding already, of what starts it.
        if set.script && matches!(class, Class::Searched { .. }) {
            continue;
        }
        add(
            file,
            out,
            set,
            class,
            &format!("`{}` sets `{}`", server.name, set.name),
        );
    }
}

fn is_shell(server: &LintServer<'_>) -> bool {
    server
        .command
        .is_some_and(|command| matches!(program(command.text), "sh" | "dash" | "ksh" | "bash"))
}

fn add(file: &File<'_>, out: &mut Found<'_>, set: &Assigned<'_>, class: Class, who: &str) {
    let (variant, level, what) = match class {
        Class::A => (
            "class-a",
            Level::Error,
            "which makes the process run other code when it starts",
        ),
        // The code of the project is there for everyone to see, and runs anyway.
        Class::Searched { inside: true } => (
            "class-b",
            Level::Info,
            "which decides where code is looked for first",
        ),
        Class::Searched { inside: false } => (
            "class-b",
            Level::Warning,
            "which decides where code is looked for first",
        ),
        Class::Fetched => (
            "class-b",
            Level::Warning,
            "which decides where packages are fetched from",
        ),
        Class::Engine => (
            "class-b",
            Level::Warning,
            "which chooses the container engine or its settings",
        ),
        Class::Routed => (
            "class-b",
            Level::Info,
            "which decides whom the server talks to or trusts",
        ),
    };
    let (label, help) = match class {
        Class::Routed => (
            "everyone who has the file sends requests that way",
            "set it on the machines that need it, not in a shared file",
        ),
        _ => (
            "whoever changes this line decides what runs, though the command stays the same",
            "remove it, or make sure that nobody can change what it points to",
        ),
    };
    out.add(set.span, format!("{who}, {what}"))
        .variant(variant)
        .level(if file.is_project() {
            level
        } else {
            Level::Info
        })
        .label(label)
        .help(help);
}

/// Whether every folder of a list lies in the project: relative, and never up.
fn is_inside(folders: &str) -> bool {
    let roots = [
        "${workspaceFolder}",
        "${workspaceRoot}",
        "${CLAUDE_PROJECT_DIR:-.}",
        "${CLAUDE_PROJECT_DIR}",
        "${PWD}",
        "$PWD",
        // A plugin's own folder: its code runs anyway.
        "${CLAUDE_PLUGIN_ROOT}",
        "${PLUGIN_ROOT}",
        "${extensionPath}",
    ];
    let folders = roots.iter().fold(folders.to_owned(), |folders, root| {
        folders.replace(root, ".")
    });
    let inside = |folder: &str| {
        let folder = folder.trim();
        let climbs = folder.split(['/', '\\']).any(|part| part == "..");
        !climbs && !folder.starts_with(['/', '\\', '~', '$', '%', '{'])
    };
    // A drive has a colon of its own.
    let drive = folders.as_bytes().get(1) == Some(&b':');
    !drive && folders.split([':', ';']).all(inside)
}

/// Whether a variable in front of a program decides which one that is, or loads other code into it.
pub(super) fn chooses_code(name: &str, value: &str) -> bool {
    let class = class(name, value, &|| true);
    name.eq_ignore_ascii_case("PATH") || matches!(class, Some(Class::A | Class::Searched { .. }))
}

fn class(name: &str, value: &str, shell: &dyn Fn() -> bool) -> Option<Class> {
    let value = value.trim();
    let npm = name
        .get(..11)
        .is_some_and(|start| start.eq_ignore_ascii_case("npm_config_"));
    let is = |known: &&str| {
        if npm {
            known.eq_ignore_ascii_case(name)
        } else {
            *known == name
        }
    };
    if value.is_empty() {
        return None;
    }
    if name == "NODE_OPTIONS" {
        return loads_code(value).then_some(Class::A);
    }
    if name == "ENV" {
        // Most programs mean `production` and the like by it; a shell reads the file.
        return (value.contains('/') && shell()).then_some(Class::A);
    }
    if CLASS_A.iter().any(is) || name.starts_with("BASH_FUNC_") {
        return Some(Class::A);
    }
    if ROUTES.iter().any(|known| known.eq_ignore_ascii_case(name)) {
        return Some(Class::Routed);
    }
    if SOURCES.iter().any(is) {
        return Some(Class::Fetched);
    }
    if ENGINES.iter().any(is) {
        return Some(Class::Engine);
    }
    CLASS_B.iter().any(is).then(|| Class::Searched {
        inside: is_inside(value),
    })
}

/// Whether options of Node load a file before the program.
fn loads_code(options: &str) -> bool {
    options.split_whitespace().any(|word| {
        let name = word.split('=').next().unwrap_or(word);
        matches!(
            name,
            "--require" | "-r" | "--import" | "--loader" | "--experimental-loader"
        )
    })
}

/// Variables that settings give to the host itself, and with it to all that it starts.
fn settings(file: &File<'_>, out: &mut Found<'_>) {
    let facts = &file.host.facts;
    let Some(node) = facts
        .own_env
        .and_then(|path| file.root()?.at(path))
        .filter(|_| file.is_project())
    else {
        return;
    };
    for member in node.members() {
        let Some(value) = member.value.as_str() else {
            continue;
        };
        let set = Assigned {
            name: &member.key,
            value: value.into(),
            span: member.key_span,
            script: false,
        };
        if facts.redirects.contains(&&*member.key) && !(literal(value) && loopback(value)) {
            out.add(
                set.span,
                format!(
                    "the settings set `{}`, which sends {}'s requests to another URL",
                    set.name,
                    file.host_name()
                ),
            )
            .variant("host-settings")
            .label("everyone who opens the project sends conversations and the key there")
            .help("remove it here; set it in your own settings if you need it");
        } else if let Some(class) = class(set.name, &set.value, &|| false) {
            add(
                file,
                out,
                &set,
                class,
                &format!("the settings set `{}`", set.name),
            );
        }
    }
}
