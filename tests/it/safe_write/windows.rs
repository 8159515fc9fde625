//! What only Windows has: drive letters, backslashes, verbatim and UNC paths, attributes, reserved names, long names.

use std::os::windows::fs::{MetadataExt as _, OpenOptionsExt as _};
use std::process::Command;

use crate::support::Folder;

use super::*;

const SERVER: &str = r#"{"mcpServers": {"a": {"command": "deno", "args": ["x"]}}}"#;
const HIDDEN: u32 = 2;
const READ_ONLY: u32 = 1;

fn text(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_file_is_found_by_drive_letter_backslash_and_verbatim_path() {
    let folder = Folder::new(&[("sub/.mcp.json", SERVER)]);
    let absolute = folder.path().join("sub").join(".mcp.json");
    let verbatim = fs::canonicalize(&absolute).unwrap();
    assert!(text(&verbatim).starts_with(r"\\?\"), "{verbatim:?}");
    assert_eq!(text(&absolute).as_bytes()[1], b':', "{absolute:?}");
    for path in [
        r"sub\.mcp.json".to_owned(),
        r".\sub\.mcp.json".to_owned(),
        "sub/.mcp.json".to_owned(),
        text(&absolute),
        text(&absolute).replace('\\', "/"),
        text(&absolute)
            .to_uppercase()
            .replace("SUB\\.MCP.JSON", r"sub\.mcp.json"),
        text(&verbatim),
    ] {
        // Its host is known by the end of its path.
        let ran = folder.run(&["convert", &path, "--to", "codex", "-q"]);
        assert_eq!(ran.code, 0, "{path}: {ran:?}");
        assert!(ran.stdout.contains("[mcp_servers.a]"), "{path}: {ran:?}");
        let ran = folder.run(&["lint", &path, "--format", "json"]);
        assert!(ran.code < 2, "{path}: {ran:?}");
    }
}

#[test]
fn a_file_is_written_by_drive_letter_backslash_and_verbatim_path() {
    let folder = Folder::new(&[(".mcp.json", SERVER)]);
    let root = fs::canonicalize(folder.path()).unwrap();
    for (number, path) in [
        r"a0\.codex\config.toml".to_owned(),
        text(&folder.path().join(r"a1\.codex\config.toml")),
        text(&root.join(r"a2\.codex\config.toml")),
    ]
    .iter()
    .enumerate()
    {
        let ran = folder.run(&["convert", ".mcp.json", "-o", path]);
        assert_eq!(ran.code, 0, "{path}: {ran:?}");
        let written = folder.read(&format!("a{number}/.codex/config.toml"));
        assert!(written.contains("[mcp_servers.a]"), "{written}");
    }
}

#[test]
fn reports_have_slashes_whatever_was_typed() {
    let folder = Folder::new(&[("sub/.mcp.json", r#"{"mcpServers": {"a": {"comand": "x"}}}"#)]);
    for format in ["concise", "json", "sarif", "github", "gitlab", "junit"] {
        let ran = folder.run(&["lint", r"sub\.mcp.json", "--format", format]);
        assert!(ran.stdout.contains("sub/.mcp.json"), "{format}: {ran:?}");
        assert!(!ran.stdout.contains(r"sub\\.mcp"), "{format}: {ran:?}");
    }
}

#[test]
fn a_share_that_is_not_there_is_an_error_and_not_a_local_path() {
    let folder = Folder::new(&[(".mcp.json", SERVER)]);
    let share = r"\\localhost\no-such-share\.mcp.json";
    let said = folder.run(&["convert", share, "--to", "codex"]).failed(2);
    assert!(said.contains("cannot read the file"), "{said}");
    let said = folder.run(&["convert", ".mcp.json", "--to", "codex", "-o", share]);
    assert_eq!(said.code, 2, "{said:?}");
}

#[test]
fn a_path_on_another_drive_or_share_is_outside_for_a_configuration() {
    for file in [
        r"D:\\x\\.cursor\\mcp.json",
        r"\\\\localhost\\share\\.cursor\\mcp.json",
        r"C:\\Windows\\x.json",
    ] {
        let configuration = format!(
            "[sync]\nsource = \".mcp.json\"\n[[sync.target]]\nhost = \"cursor\"\nfile = \"{file}\"\n"
        );
        let folder = Folder::new(&[(".mcp.json", SERVER), ("mcpconv.toml", &configuration)]);
        let ran = folder.run("sync");
        assert_eq!(ran.code, 2, "{file}: {ran:?}");
    }
}

#[test]
fn config_files_below_app_data_are_their_hosts() {
    for (file, host) in [
        (
            "home/AppData/Roaming/Claude/claude_desktop_config.json",
            "Claude Desktop",
        ),
        ("home/AppData/Roaming/Zed/settings.json", "Zed"),
        (
            "home/AppData/Roaming/Block/goose/config/config.yaml",
            "Goose",
        ),
    ] {
        let text = match host {
            "Zed" => r#"{"context_servers": {"a": {"command": "deno", "args": []}}}"#,
            "Goose" => {
                "extensions:\n  a:\n    type: stdio\n    cmd: deno\n    args: []\n    enabled: true\n    name: a\n    timeout: 300\n"
            }
            _ => SERVER,
        };
        let folder = Folder::new(&[(file, text)]);
        let path = file.replace('/', "\\");
        let ran = folder.run(&["show", &path, "--format", "json"]);
        assert_eq!(ran.code, 0, "{path}: {ran:?}");
        let to_lower = ran.stdout.to_lowercase();
        let id = host.to_lowercase().replace(' ', "-");
        assert!(to_lower.contains(&id), "{path}: {ran:?}");
    }
}

#[test]
fn line_ends_of_a_file_with_crlf_stay_and_the_second_run_changes_nothing() {
    let old = "{\r\n  // mine\r\n  \"mcpServers\": {\r\n    \"mine\": { \"command\": \"deno\" }\r\n  }\r\n}\r\n";
    let folder = Folder::new(&[
        (".mcp.json", SERVER),
        (".vscode/mcp.json", &old.replace("mcpServers", "servers")),
    ]);
    for _ in 0..2 {
        let ran = folder.run(r"convert .mcp.json -o .vscode\mcp.json");
        assert_eq!(ran.code, 0, "{ran:?}");
        let text = folder.read(".vscode/mcp.json");
        assert_eq!(
            text.matches('\n').count(),
            text.matches("\r\n").count(),
            "{text:?}"
        );
        assert!(text.contains("\"a\""), "{text:?}");
    }
    // What is new has the line ends of every other system.
    assert_eq!(
        folder.run("convert .mcp.json -o new/.vscode/mcp.json").code,
        0
    );
    assert!(!folder.read("new/.vscode/mcp.json").contains('\r'));
}

#[test]
fn attributes_of_a_replaced_file_are_kept() {
    let (_guard, root) = folder();
    let path = root.join("a.json");
    let hidden = fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .attributes(HIDDEN)
        .open(&path);
    drop(hidden.unwrap());
    let before = fs::metadata(&path).unwrap().file_attributes();
    assert_eq!(before & HIDDEN, HIDDEN);
    let written = write_with(&path, b"new", Backup::Always).unwrap();
    assert_eq!(written.outcome, WriteOutcome::Updated);
    assert_eq!(fs::read(&path).unwrap(), b"new");
    let after = fs::metadata(&path).unwrap().file_attributes();
    assert_eq!(after & HIDDEN, HIDDEN, "{before:x} {after:x}");
    const TEMPORARY: u32 = 0x100;
    assert_eq!(after & TEMPORARY, 0, "{after:x}");
}

/// Needs `icacls`, which wine does not have.
#[test]
#[expect(clippy::print_stdout, reason = "says for the test that it was skipped")]
fn an_access_control_list_survives() {
    let (_guard, root) = folder();
    let path = root.join("a.json");
    fs::write(&path, "old").unwrap();
    let icacls = |words: &[&str]| {
        let output = Command::new("icacls")
            .arg(root.join("a.json"))
            .args(words)
            .output();
        output
            .ok()
            .filter(|output| output.status.success())
            .map(|output| output.stdout)
    };
    if icacls(&["/inheritance:d"]).is_none() || icacls(&["/grant", "*S-1-5-32-546:(R)"]).is_none() {
        return println!("skipped: icacls does not work here");
    }
    let before = icacls(&[]);
    write(&path, b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(icacls(&[]), before);
}

#[test]
fn a_read_only_file_is_left_alone_and_reported() {
    let folder = Folder::new(&[(".mcp.json", SERVER), (".cursor/mcp.json", "{}\n")]);
    let path = folder.path().join(".cursor/mcp.json");
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    assert_eq!(
        fs::metadata(&path).unwrap().file_attributes() & READ_ONLY,
        READ_ONLY
    );
    let said = folder
        .run("convert .mcp.json -o .cursor/mcp.json")
        .failed(2);
    assert!(said.contains("read-only"), "{said}");
    assert_eq!(folder.read(".cursor/mcp.json"), "{}\n");
    assert_eq!(names(&folder.path().join(".cursor")), ["mcp.json"]);
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    #[expect(
        clippy::permissions_set_readonly_false,
        reason = "the folder is to be removed"
    )]
    permissions.set_readonly(false);
    fs::set_permissions(&path, permissions).unwrap();
}

#[test]
fn a_file_that_another_program_has_open_is_left_alone_and_reported() {
    let (_guard, root) = folder();
    let path = root.join("a.json");
    fs::write(&path, "old").unwrap();
    let snapshot = read(&path);
    let opened = fs::OpenOptions::new()
        .read(true)
        .share_mode(1)
        .open(&path)
        .unwrap();
    let error = Prepared::new(snapshot, b"new".to_vec(), options(Backup::Never))
        .and_then(|prepared| commit(vec![prepared]))
        .unwrap_err();
    assert!(
        matches!(error, Error::Write { .. } | Error::ReadOnly { .. }),
        "{error}"
    );
    drop(opened);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names(&root), ["a.json"]);
    write(&path, b"new").unwrap();
}

#[test]
fn names_that_are_devices_are_never_opened() {
    let folder = Folder::new(&[(".mcp.json", SERVER)]);
    for name in [
        "con", "CON", "nul", "aux", "com1", "lpt1", "con.json", "prn",
    ] {
        let ran = folder.run(&["convert", ".mcp.json", "--to", "codex", "-o", name]);
        assert_eq!(ran.code, 2, "{name}: {ran:?}");
        let ran = folder.run(&["lint", name]);
        assert_eq!(ran.code, 2, "{name}: {ran:?}");
    }
    // A server may be called like a device: names of servers are not names of files.
    let server = SERVER.replace("\"a\"", "\"con\"");
    let ran = folder.feed("--from claude-code --to codex", server);
    assert!(ran.stdout.contains("[mcp_servers.con]"), "{ran:?}");
}

#[test]
fn long_paths_are_paths_like_any_other() {
    let (_guard, root) = folder();
    let mut path = root;
    for _ in 0..6 {
        path.push("f".repeat(60));
    }
    path.push("a.json");
    assert!(path.as_os_str().len() > 300);
    let written = write(&path, b"old");
    if is_beyond_wine(&written) {
        return;
    }
    assert_eq!(written.unwrap().outcome, WriteOutcome::Created);
    assert_eq!(write(&path, b"new").unwrap().outcome, WriteOutcome::Updated);
    assert_eq!(fs::read(&path).unwrap(), b"new");
}

#[test]
fn a_folder_is_locked_by_a_file_that_goes_away() {
    let (_guard, root) = folder();
    let path = root.join("a.json");
    fs::write(&path, "old").unwrap();
    write(&path, b"new").unwrap();
    assert_eq!(names(&root), ["a.json"]);
}
