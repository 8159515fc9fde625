//! What the programs that fetch packages and run them know of options and variables, and which of these turn them.

use crate::launch::Ecosystem;

/// Programs that fetch a package and run it.
pub(super) const RUNNERS: [&str; 9] = [
    "npx", "npm", "pnpm", "pnpx", "yarn", "bunx", "uvx", "uv", "pipx",
];

/// Those for Python, whose options mean other things.
pub(super) const PYTHON_RUNNERS: [&str; 3] = ["uvx", "uv", "pipx"];

/// Options with a value with which they run something else than the package of that name in its usual registry. They are
/// not all there are: an option that nobody knows is no better.
pub(super) const TURNING: [&str; 22] = [
    "-c",
    "--call",
    "--registry",
    "--node-options",
    "--script-shell",
    "--shell",
    "--node-arg",
    "-n",
    "--userconfig",
    "--globalconfig",
    "--shell-mode",
    "--index",
    "--index-url",
    "--default-index",
    "--extra-index-url",
    "-i",
    "-f",
    "--find-links",
    "--with-editable",
    "--overrides",
    "--config-file",
    "--pip-args",
];

/// Options of theirs that change nothing about where code comes from, or whose packages are looked at themselves; their
/// value may be the next word.
pub(super) const WITH_VALUE: [&str; 12] = [
    "-p",
    "--package",
    "--from",
    "--with",
    "-w",
    "--python",
    "--directory",
    "--project",
    "--loglevel",
    "--color",
    "--prerelease",
    "--timeout",
];

/// The same for options without one.
pub(super) const HARMLESS: [&str; 35] = [
    "-y",
    "--yes",
    "--no",
    "--no-install",
    "-q",
    "--quiet",
    "-s",
    "--silent",
    "-v",
    "--verbose",
    "-d",
    "-dd",
    "--no-progress",
    "--no-color",
    "--offline",
    "--prefer-offline",
    "--prefer-online",
    "--no-audit",
    "--no-fund",
    "--no-update-notifier",
    "--ignore-existing",
    "--ignore-scripts",
    "--bun",
    "--isolated",
    "--no-cache",
    "--refresh",
    "-U",
    "--upgrade",
    "--reinstall",
    "--no-config",
    "--native-tls",
    "--no-env-file",
    "--managed-python",
    "--frozen",
    "--locked",
];

/// The same for commands that install a package.
const INSTALLING: [&str; 12] = [
    "g",
    "global",
    "D",
    "save-dev",
    "dev",
    "E",
    "save-exact",
    "no-save",
    "force",
    "save",
    "omit",
    "include",
];

/// The same for `deno`, which also has `--allow-net` and its like.
const DENO: [&str; 29] = [
    "g",
    "global",
    "f",
    "force",
    "n",
    "name",
    "q",
    "quiet",
    "r",
    "reload",
    "check",
    "frozen",
    "cached-only",
    "lock",
    "node-modules-dir",
    "vendor",
    "location",
    "seed",
    "log-level",
    "ext",
    "watch",
    "R",
    "W",
    "N",
    "E",
    "S",
    "P",
    "I",
    "root",
];

/// How those begin that only say what a program may do.
const DENO_STARTS: [&str; 4] = ["allow-", "deny-", "no-", "unstable"];

/// The same for `go`. Others choose the tools that it runs, or other code for a module.
const GO: [&str; 15] = [
    "a", "n", "p", "v", "x", "u", "race", "msan", "asan", "tags", "trimpath", "buildvcs", "mod",
    "pgo", "cover",
];

/// The same for `dnx` and `dotnet tool`.
const NUGET: [&str; 13] = [
    "version",
    "framework",
    "verbosity",
    "arch",
    "yes",
    "interactive",
    "prerelease",
    "allow-roll-forward",
    "disable-parallel",
    "ignore-failed-sources",
    "no-http-cache",
    "g",
    "global",
];

/// Whether an option, its name without dashes, changes nothing about where the packages of `family` come from.
pub(super) fn is_harmless(family: Ecosystem, name: &str) -> bool {
    match family {
        Ecosystem::Deno | Ecosystem::Jsr => {
            DENO.contains(&name) || DENO_STARTS.iter().any(|start| name.starts_with(start))
        }
        Ecosystem::Go => GO.contains(&name),
        Ecosystem::NuGet => NUGET.contains(&name),
        Ecosystem::Npm | Ecosystem::PyPi | Ecosystem::Image => {
            let mut known = HARMLESS.iter().chain(&WITH_VALUE);
            INSTALLING.contains(&name) || known.any(|flag| flag.trim_start_matches('-') == name)
        }
    }
}

/// Words before the package.
pub(super) const SUBCOMMANDS: [&str; 6] = ["exec", "dlx", "x", "run", "tool", "--"];

/// How variables begin that say the same.
const TURNING_VARIABLES: [&str; 30] = [
    "npm_config_registry",
    "npm_config_call",
    "npm_config_node_options",
    "npm_config_script_shell",
    "npm_config_userconfig",
    "npm_config_globalconfig",
    "npm_config_prefix",
    "npm_config_cache",
    "npm_config_package",
    "npm_config_shell",
    "npm_config_workspace",
    "uv_index",
    "uv_default_index",
    "uv_extra_index",
    "uv_find_links",
    "uv_config_file",
    "uv_override",
    "uv_constraint",
    "uv_build_constraint",
    "uv_keyring_provider",
    "uv_with",
    "uv_tool_dir",
    "uv_cache_dir",
    "uv_python_install_mirror",
    "pip_index_url",
    "pip_extra_index_url",
    "pip_find_links",
    "pip_config_file",
    "yarn_registry",
    "bun_config_registry",
];

/// Variables that hold the folders in which programs, and the settings of runners, are looked for.
const FOLDERS: [&str; 8] = [
    "path",
    "home",
    "userprofile",
    "appdata",
    "xdg_config_home",
    "uv_python",
    "uv_project",
    "uv_working_directory",
];

/// Options for a folder or a program. One of the repository may hold anything.
const PLACES: [&str; 4] = ["--python", "-p", "--directory", "--project"];

/// Whether a variable makes a runner run something else than the package of that name in its usual registry.
pub(super) fn turns(name: &str, value: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let scoped = name.starts_with("npm_config_") && name.ends_with("registry");
    scoped
        || TURNING_VARIABLES
            .iter()
            .any(|known| name.starts_with(known))
        || is_placed(&name, value)
        || INTERPRETERS.contains(&name.as_str()) && is_program(value)
}

/// Whether a variable, its name in small letters, has programs or settings looked for in a folder of the repository.
pub(super) fn is_placed(name: &str, value: &str) -> bool {
    FOLDERS.contains(&name) && value.split([':', ';']).any(is_relative)
}

/// Whether an option makes the runner look into a folder of the repository, or start a program there. A package has
/// neither a dot nor a slash in front.
pub(super) fn leads_elsewhere(flag: &str, value: &str) -> bool {
    PLACES.contains(&flag) && is_relative(value)
}

/// Variables for the interpreter of a package.
const INTERPRETERS: [&str; 2] = ["uv_python", "pipx_default_python"];

/// Whether an option of a runner for Python chooses the program that runs the package, and not only its version.
pub(super) fn chooses_python(flag: &str, value: &str) -> bool {
    matches!(flag, "--python" | "-p") && is_program(value)
}

/// Whether an interpreter is given by its path, or by a variable.
fn is_program(interpreter: &str) -> bool {
    interpreter.contains(['/', '\\', '$', '%', '{'])
}

/// Whether a path is one of the repository: it starts in the folder at hand, or in a folder that a variable of the host
/// names.
fn is_relative(path: &str) -> bool {
    let here = path == "." || path == ".." || path.starts_with("./") || path.starts_with("../");
    let inside = path.contains(['/', '\\'])
        && !path.starts_with(['/', '\\', '~', '$', '%', '@'])
        && path.get(1..2) != Some(":");
    here || path.starts_with(".\\") || inside
}
