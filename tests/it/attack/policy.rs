//! A policy holds against the ways around it that the allowed programs themselves offer.

use serde_json::json;

use crate::support::Folder;

fn violations(args: &[&str], env: &[(&str, &str)]) -> usize {
    let env: serde_json::Map<_, _> = env
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).into()))
        .collect();
    let file =
        json!({ "mcpServers": { "a": { "command": args[0], "args": args[1..], "env": env } } });
    let policy = "[policy]\ncommands = [\"npx\", \"uvx\"]\npackages = [\"@acme/*\", \"acme-*\"]\n";
    let folder = Folder::new(&[(".mcp.json", &file.to_string()), ("mcpconv.toml", policy)]);
    let ran = folder.lint(&["--format", "concise"]);
    ran.stdout.matches("error[policy-violation]").count()
}

#[test]
fn options_of_a_runner_do_not_get_around_the_policy() {
    for args in [
        &["npx", "-c", "evil"][..],
        &["npx", "-y", "-p", "@acme/x@1.0.0", "--call", "evil"],
        &[
            "npx",
            "--registry=https://evil.invalid",
            "-y",
            "@acme/x@1.0.0",
        ],
        &[
            "npx",
            "--registry",
            "https://evil.invalid",
            "-y",
            "@acme/x@1.0.0",
        ],
        &[
            "npx",
            "--node-options=--require=/tmp/x",
            "-y",
            "@acme/x@1.0.0",
        ],
        &["npx", "--script-shell=/tmp/x", "-y", "@acme/x@1.0.0"],
        &[
            "uvx",
            "--index-url",
            "https://evil.invalid",
            "acme-x==1.0.0",
        ],
        &[
            "uvx",
            "--default-index=https://evil.invalid",
            "acme-x==1.0.0",
        ],
        // Any beginning of an option's name, options of a scope, other folders, options that nobody knows.
        &["npx", "--regis=https://evil.invalid", "@acme/x@1.0.0"],
        &["npx", "--script-sh", "/tmp/x", "@acme/x@1.0.0"],
        &[
            "npx",
            "--@acme:registry=https://evil.invalid",
            "@acme/x@1.0.0",
        ],
        &["npx", "--prefix", "./evil", "@acme/x@1.0.0"],
        &["npx", "--cache=./evil", "@acme/x@1.0.0"],
        &["npx", "--who-knows", "@acme/x@1.0.0"],
        &["npx", "", "@acme/x@1.0.0"],
        &["uvx", "--cache-dir", "./evil", "acme-x==1.0.0"],
        // Programs and settings of the repository.
        &["uvx", "--python", "./evil", "acme-x==1.0.0"],
        &["uvx", "-p", "evil/bin/python", "acme-x==1.0.0"],
        &["uvx", "--python=./evil", "acme-x==1.0.0"],
        &["uvx", "--directory", "./evil", "acme-x==1.0.0"],
        &["uvx", "--project", "..", "acme-x==1.0.0"],
        &["npx", "-w", "evil", "@acme/x@1.0.0"],
        // A default that is no version is another package.
        &["npx", "-y", "@acme/${PACKAGE:-x@npm:evil}"],
        &["npx", "-y", "@acme/x@${VERSION:-npm:evil}"],
    ] {
        assert!(violations(args, &[]) > 0, "{args:?}");
    }
    let plain = ["npx", "-y", "@acme/x@1.0.0"];
    assert!(violations(&plain, &[("npm_config_registry", "https://evil.invalid")]) > 0);
    for (name, value) in [
        ("NPM_CONFIG_SCRIPT_SHELL", "/tmp/x"),
        ("npm_config_@acme:registry", "https://evil.invalid"),
        ("npm_config_prefix", "./evil"),
        ("PIP_FIND_LINKS", "./evil"),
        ("npm_config_package", "evil"),
        ("npm_config_shell", "./evil"),
        ("UV_CONSTRAINT", "evil.txt"),
        ("UV_PYTHON", "./evil"),
        // Programs and settings are looked for there.
        ("PATH", "./evil:/usr/bin"),
        ("Path", "bin/evil"),
        ("HOME", "./evil"),
        ("XDG_CONFIG_HOME", "../evil"),
    ] {
        assert!(violations(&plain, &[(name, value)]) > 0, "{name}");
    }
    // The same words after the package are the server's own.
    for args in [
        &plain[..],
        &[
            "npx",
            "-y",
            "@acme/x@1.0.0",
            "-c",
            "conf.json",
            "--registry=x",
        ],
        &["npx", "-y", "-p", "@acme/x@1.0.0", "x"],
        &["uvx", "acme-x==1.0.0", "--index", "a"],
        &["npx", "--yes", "--quiet", "@acme/x@${VERSION:-1.0.0}"],
        &["uvx", "--python", "3.12", "acme-x==1.0.0"],
    ] {
        assert_eq!(violations(args, &[("MODE", "x")]), 0, "{args:?}");
        let folders = [("PATH", "/opt/acme/bin:/usr/bin"), ("HOME", "/home/me")];
        assert_eq!(violations(args, &folders), 0, "{args:?}");
    }
}

#[test]
fn what_a_policy_allows_is_shown_without_secrets() {
    let mark = "q7Rk2Zx9Lm";
    let policy = format!("[policy]\ncommands = [\"x --token {mark}\"]\npackages = [\"a\"]\n");
    let folder = Folder::new(&[
        (".mcp.json", r#"{"mcpServers": {"a": {"command": "npx"}}}"#),
        ("mcpconv.toml", &policy),
    ]);
    for format in ["human", "json", "github"] {
        let ran = folder.lint(&["--format", format]);
        assert!(ran.stdout.contains("policy-violation"), "{ran:?}");
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert!(!said.contains(mark), "{format}: {said}");
    }
}
