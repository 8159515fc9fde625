//! The hooks for pre-commit and the packages are in step with the code. `UPDATE=1 cargo test` rewrites what is made from it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use mcpconv::hosts::HOSTS;
use mcpconv::internals::host::{aside_at, place_at};
use regex::Regex;

use crate::support::{json, path as file, text, updating};

/// All globs of all hosts, without what says where they start: a file may lie in any folder.
fn globs() -> BTreeSet<&'static str> {
    let places = HOSTS.iter().flat_map(|host| {
        host.places
            .iter()
            .chain(host.facts.asides.iter().map(|aside| &aside.place))
    });
    places
        .flat_map(|place| place.globs)
        .map(|glob| glob.trim_start_matches("~/").trim_start_matches('/'))
        .collect()
}

/// A glob as a regular expression in the verbose form.
fn expression(glob: &str) -> String {
    let mut out = String::new();
    let mut rest = glob;
    while let Some(first) = rest.chars().next() {
        let (piece, length) = match first {
            '*' if rest.starts_with("**/") => ("(.*/)?".to_owned(), 3),
            '*' => ("[^/]*".to_owned(), 1),
            '/' | '-' | '_' => (first.to_string(), 1),
            _ if first.is_ascii_alphanumeric() => (first.to_string(), 1),
            // In the verbose form a plain blank means nothing.
            '.' | ' ' => (format!("\\{first}"), 1),
            _ => panic!("{glob}: `{first}` has no translation yet"),
        };
        out.push_str(&piece);
        rest = &rest[length..];
    }
    out
}

fn pattern() -> String {
    let lines: Vec<String> = globs()
        .into_iter()
        .map(|glob| format!("  {}", expression(glob)))
        .collect();
    format!("(?x)^(.*/)?(\n{}\n)$", lines.join(" |\n"))
}

/// Whether a host reads servers out of such a file, or people put them there.
fn is_known(path: &str) -> bool {
    let path = Path::new(path);
    HOSTS.iter().any(|host| place_at(host, path).is_some()) || aside_at(HOSTS, path).is_some()
}

#[test]
fn hooks_name_the_files_of_the_hosts() {
    let (start, end) = ("  files: &files |-\n", "\n  require_serial");
    let hooks = text(".pre-commit-hooks.yaml");
    let (before, rest) = hooks.split_once(start).expect("a place for the files");
    let (_, after) = rest.split_once(end).expect("an end of the files");
    let pattern: String = pattern()
        .lines()
        .map(|line| format!("    {line}\n"))
        .collect();
    let expected = format!("{before}{start}{}{end}{after}", pattern.trim_end());
    if updating() {
        fs::write(file(".pre-commit-hooks.yaml"), expected).expect("writable hooks");
    } else {
        assert!(
            hooks == expected,
            "the hooks are out of step: UPDATE=1 cargo test --test it hooks"
        );
    }
}

#[test]
fn hooks_look_at_the_same_files_as_we_do() {
    let pattern = Regex::new(&pattern()).expect("a regular expression");
    let mut seen = (0, 0);
    for glob in globs() {
        for plain in [
            glob.replace("**/", "").replace('*', "x"),
            glob.replace("**/", "a/b/").replace('*', "x.y"),
            glob.replace("**/", "").replace('*', ""),
        ] {
            let folder = plain.rsplit_once('/').map_or("", |(folder, _)| folder);
            for path in [
                plain.clone(),
                format!("some/folder/{plain}"),
                format!("ünï cödé/{plain}"),
                format!("x{plain}"),
                format!("{plain}.bak"),
                format!("{plain}/more"),
                format!(
                    "{folder}/more/{}",
                    plain.rsplit('/').next().expect("a name")
                ),
                plain.rsplit('/').next().expect("a name").to_owned(),
                plain.to_uppercase(),
                plain.replace('.', "-"),
            ] {
                let known = is_known(&path);
                assert_eq!(pattern.is_match(&path), known, "{path}");
                if known { seen.0 += 1 } else { seen.1 += 1 }
            }
        }
    }
    assert!(
        seen.0 > 100 && seen.1 > 100,
        "the samples are one-sided: {seen:?}"
    );
}

#[test]
fn hooks_look_at_these_files_and_not_at_those() {
    let pattern = Regex::new(&pattern()).expect("a regular expression");
    for path in [
        ".mcp.json",
        "packages/a/.mcp.json",
        ".vscode/mcp.json",
        ".vscode/settings.json",
        "team.code-workspace",
        ".cursor/mcp.json",
        ".codex/config.toml",
        ".gemini/settings.json",
        "opencode.jsonc",
        ".devcontainer/node/devcontainer.json",
        "dotfiles/.claude.json",
        ".claude/settings.json",
    ] {
        assert!(pattern.is_match(path), "{path} must be looked at");
    }
    for path in [
        "package.json",
        "settings.json",
        "Cargo.toml",
        "config.toml",
        "src/mcp.rs",
        "mcp.json.md",
        "my.vscode/mcp.jsonc",
        ".codex/config.yaml",
        "docs/mcp_json.md",
    ] {
        assert!(!pattern.is_match(path), "{path} must not be looked at");
    }
}

#[cfg(unix)]
#[test]
fn the_other_name_of_the_hooks_is_a_link() {
    assert_eq!(
        fs::read_link(file("pre-commit-hooks.yaml")).expect("a link"),
        Path::new(".pre-commit-hooks.yaml")
    );
}

#[test]
fn packages_have_the_version_of_the_crate() {
    let version = env!("CARGO_PKG_VERSION");
    let launcher = json(&text("npm/mcpconv/package.json"));
    assert_eq!(launcher["version"], version, "npm/mcpconv/package.json");
    for (name, wanted) in launcher["optionalDependencies"]
        .as_object()
        .expect("a package for each platform")
    {
        assert_eq!(wanted, version, "{name} in npm/mcpconv/package.json");
    }
    assert!(
        text("pyproject.toml").contains("dynamic = [\"version\"]"),
        "the wheel takes the version of the crate"
    );
    // What people copy.
    let tags = Regex::new(r"(?:mcpconv@|rev: |version: |mcpconv==|--tag )v?(\d+\.\d+\.\d+)")
        .expect("a regular expression");
    for name in ["docs/ci.md", "action.yml", "action/install.sh"] {
        for tag in tags.captures_iter(&text(name)) {
            assert_eq!(&tag[1], version, "{name}: `{}`", &tag[0]);
        }
    }
}

#[test]
fn packages_say_the_same_about_themselves() {
    let launcher = json(&text("npm/mcpconv/package.json"));
    assert_eq!(launcher["description"], env!("CARGO_PKG_DESCRIPTION"));
    assert_eq!(launcher["license"], env!("CARGO_PKG_LICENSE"));
    assert_eq!(
        launcher["repository"]["url"],
        format!("git+{}.git", env!("CARGO_PKG_REPOSITORY"))
    );
    let wheel = text("pyproject.toml");
    assert!(wheel.contains(&format!(
        "description = {:?}",
        env!("CARGO_PKG_DESCRIPTION")
    )));
    assert!(wheel.contains(&format!("Repository = {:?}", env!("CARGO_PKG_REPOSITORY"))));
    assert!(text("action/install.sh").contains(&format!(
        "releases={}/releases/download",
        env!("CARGO_PKG_REPOSITORY")
    )));
}
