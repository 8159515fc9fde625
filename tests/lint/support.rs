//! A repository that exists for one test.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A folder with these files in it.
pub(crate) fn repo(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("its folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the linter in `folder`, without anything of our environment that could change what it prints.
pub(crate) fn lint(folder: &Path, args: &[&str]) -> Ran {
    lint_text(folder, args, "")
}

pub(crate) fn lint_text(folder: &Path, args: &[&str], stdin: &str) -> Ran {
    mcpconv(folder, &[&["lint"], args].concat(), stdin)
}

pub(crate) fn mcpconv(folder: &Path, args: &[&str], stdin: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mcpconv"))
        .args(args)
        .current_dir(folder)
        .env_clear()
        .env("HOME", folder.join("home"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // A command that does not read its input may have closed it already.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(stdin.as_bytes());
    let Output {
        status,
        stdout,
        stderr,
    } = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Ran {
        code: status.code().expect("no signal"),
        stdout: text(stdout),
        stderr: text(stderr),
    }
}

pub(crate) fn read(folder: &Path, path: &str) -> String {
    fs::read_to_string(folder.join(path)).expect("a file")
}

/// A server without a fault.
pub(crate) const CLEAN: &str =
    r#"{"mcpServers": {"docs": {"type": "http", "url": "https://docs.acme.dev/mcp"}}}"#;

/// One that its host leaves out, with a safe repair.
pub(crate) const UNTYPED: &str = "{\n  \"mcpServers\": {\n    \"docs\": {\n      \"url\": \"https://docs.acme.dev/mcp\"\n    }\n  }\n}\n";
