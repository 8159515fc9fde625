//! Nothing is read or written through a path, a link or a setting of the repository that leaves its root.

use std::fs;
use std::path::Path;

use crate::support::Folder;
use crate::support::git::track;

/// A server that the linter would fix.
const FIXABLE: &str = r#"{"mcpServers": {"a": {"command": "npx -y planted@1.0.0"}}}"#;
const SOURCE: &str = r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "x@1.0.0"]}}}"#;
/// A file of somebody else, in the home folder.
const PRIVATE: &str = r#"{"mcpServers": {"mine": {"command": "npx -y private@1.0.0"}}}"#;

/// A repository beside a home folder, which is where links want to go. Commands run in the repository.
struct Scene(Folder);

impl Scene {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = Folder::new(&[
            ("home/.cursor/mcp.json", PRIVATE),
            ("home/notes.txt", "private"),
        ]);
        let scene = Self(folder);
        fs::create_dir_all(scene.repo()).expect("a folder");
        track(&scene.repo(), &[]);
        for (name, text) in files {
            scene.0.write(&format!("repo/{name}"), text);
        }
        scene
    }

    fn repo(&self) -> std::path::PathBuf {
        self.0.path().join("repo")
    }

    #[cfg(unix)]
    fn link(&self, name: &str, target: impl AsRef<Path>) {
        let path = self.repo().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        std::os::unix::fs::symlink(target, path).expect("a link");
    }

    /// The exit code and everything that was said.
    fn run(&self, words: &str) -> (i32, String) {
        self.run_in("", words)
    }

    fn run_in(&self, folder: &str, words: &str) -> (i32, String) {
        let mut command = self.0.command(words);
        let output = command
            .current_dir(self.repo().join(folder))
            .stdin(std::process::Stdio::null())
            .output()
            .expect("mcpconv runs");
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).expect("UTF-8");
        (output.status.code().expect("no signal"), text)
    }

    fn private(&self) -> String {
        self.0.read("home/.cursor/mcp.json")
    }

    /// Nothing of the home folder was changed, or added to.
    fn is_untouched(&self) -> bool {
        let count = fs::read_dir(self.0.path().join("home"))
            .expect("home")
            .count();
        self.private() == PRIVATE && self.0.read("home/notes.txt") == "private" && count == 2
    }
}

fn sync(target: &str) -> String {
    format!(
        "[sync]\nsource = \".mcp.json\"\n\n[[sync.target]]\nhost = \"cursor\"\nfile = \"{target}\"\n"
    )
}

#[test]
fn a_sync_target_outside_the_configurations_folder_is_refused() {
    let absolute = |scene: &Scene| {
        scene
            .0
            .path()
            .join("home/.cursor/mcp.json")
            .display()
            .to_string()
    };
    for how in ["absolute", "relative", "new"] {
        let scene = Scene::new(&[(".mcp.json", SOURCE)]);
        let target = match how {
            "absolute" => absolute(&scene).replace('\\', "/"),
            "relative" => "../home/.cursor/mcp.json".to_owned(),
            _ => "../home/new/mcp.json".to_owned(),
        };
        scene.0.write("repo/mcpconv.toml", sync(&target));
        for words in ["sync", "sync --check"] {
            let (code, said) = scene.run(words);
            assert_eq!(code, 2, "{how}: {said}");
            assert!(
                said.contains("outside") && said.contains("--allow-outside"),
                "{said}"
            );
            assert!(!said.contains("private@"), "{said}");
            assert!(scene.is_untouched());
        }
        if how == "relative" {
            let (code, said) = scene.run("sync --allow-outside");
            assert!(code == 0 && scene.private().contains("x@1.0.0"), "{said}");
        }
    }
}

#[test]
fn a_tilde_that_no_shell_expanded_is_the_home_folder() {
    let scene = Scene::new(&[
        (".mcp.json", SOURCE),
        ("mcpconv.toml", &sync("~/.cursor/mcp.json")),
    ]);
    let home = scene.0.path().join("home");
    let run = |words: &str| {
        let mut command = scene.0.command(words);
        command.current_dir(scene.repo());
        command.env("HOME", &home).env("USERPROFILE", &home);
        command.output().expect("mcpconv runs").status.code()
    };
    assert_eq!(run("sync"), Some(2));
    assert!(scene.is_untouched());
    assert_eq!(run("sync --allow-outside"), Some(0));
    assert!(scene.private().contains("x@1.0.0"));
    assert_eq!(run("--to zed .mcp.json --output=~/zed.json"), Some(0));
    assert!(home.join("zed.json").is_file());
    assert!(!scene.repo().join("~").exists());
}

#[test]
fn a_sync_source_outside_is_not_read() {
    let scene = Scene::new(&[]);
    let config =
        "[sync]\nsource = \"../home/.cursor/mcp.json\"\n[[sync.target]]\nhost = \"claude-code\"\n";
    scene.0.write("repo/mcpconv.toml", config);
    let (code, said) = scene.run("sync");
    assert!(code == 2 && said.contains("outside"), "{said}");
    assert!(!scene.repo().join(".mcp.json").exists());
}

#[cfg(unix)]
#[test]
fn a_committed_link_does_not_lead_sync_out_of_the_folder() {
    for (link, target) in [
        (".cursor/mcp.json", "../../home/.cursor/mcp.json"),
        (".cursor", "../home/.cursor"),
        (".cursor/mcp.json", "../../home/dangling.json"),
    ] {
        let scene = Scene::new(&[
            (".mcp.json", SOURCE),
            ("mcpconv.toml", &sync(".cursor/mcp.json")),
        ]);
        scene.link(link, target);
        let (code, said) = scene.run("sync");
        assert!(code == 2 && said.contains("outside"), "{link}: {said}");
        assert!(scene.is_untouched(), "{link}");
        // A link that stays inside is followed, and the file behind it is named.
        let inside = Scene::new(&[
            (".mcp.json", SOURCE),
            ("mcpconv.toml", &sync(".cursor/mcp.json")),
            ("shared/mcp.json", "{}"),
        ]);
        inside.link(".cursor/mcp.json", "../shared/mcp.json");
        let (code, said) = inside.run("sync");
        assert_eq!(code, 0, "{said}");
        assert!(said.contains("shared/mcp.json"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn ignores_are_not_written_through_a_link_out_of_the_project() {
    let scene = Scene::new(&[(".mcp.json", FIXABLE)]);
    scene.link("mcpconv.toml", "../home/dangling.toml");
    let (code, said) = scene.run("lint --add-ignore because");
    assert!(code == 2 && said.contains("outside"), "{said}");
    assert!(scene.is_untouched());
}

#[cfg(unix)]
#[test]
fn fixes_do_not_follow_a_link_out_of_the_project() {
    for words in [
        "lint --fix-unsafe",
        "lint --fix-unsafe .",
        "lint --fix-unsafe .mcp.json",
    ] {
        let scene = Scene::new(&[("sub/.mcp.json", FIXABLE)]);
        scene.link(".mcp.json", "../home/.cursor/mcp.json");
        let (code, said) = scene.run(words);
        assert!(code == 2 && said.contains("outside"), "{words}: {said}");
        assert!(!said.contains("private@"), "{said}");
        assert!(scene.is_untouched());
        let (_, said) = scene.run(&format!("{words} --allow-outside"));
        assert!(
            !scene.is_untouched() && said.contains("home/.cursor/mcp.json was fixed"),
            "{said}"
        );
    }
}

#[cfg(unix)]
#[test]
fn what_is_below_a_link_that_leads_outside_is_not_read() {
    let scene = Scene::new(&[("x.json", "{}")]);
    scene.0.write("other/.mcp.json", FIXABLE);
    scene.link("linked", "../other");
    for words in [
        "lint linked",
        "lint --fix-unsafe linked",
        "lint linked/.mcp.json",
    ] {
        let (code, said) = scene.run(words);
        assert_eq!(code, 2, "{words}: {said}");
        assert!(
            said.contains("was not read: it leads to"),
            "{words}: {said}"
        );
        assert!(said.contains("--allow-outside"), "{words}: {said}");
        assert!(!said.contains("command"), "{words}: {said}");
    }
    assert_eq!(scene.0.read("other/.mcp.json"), FIXABLE);
    let (_, said) = scene.run("lint --fix-unsafe linked --allow-outside");
    assert!(said.contains("was fixed"), "{said}");
}

#[test]
fn every_file_that_is_fixed_is_named() {
    let scene = Scene::new(&[(".mcp.json", FIXABLE), ("sub/.mcp.json", FIXABLE)]);
    let (_, said) = scene.run("lint --fix-unsafe");
    for name in [".mcp.json", "sub/.mcp.json"] {
        assert!(said.contains(&format!("\n{name} was fixed")), "{said}");
    }
    let (_, said) = scene.run("lint --fix-unsafe");
    assert!(!said.contains("was fixed"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_link_to_a_strangers_file_is_not_read_by_any_command() {
    for target in [
        "../home/.cursor/mcp.json",
        "/etc/passwd",
        "../home/notes.txt",
    ] {
        let scene = Scene::new(&[("other.json", SOURCE)]);
        scene.link(".mcp.json", target);
        for words in [
            "lint",
            "lint .mcp.json",
            "lint --format json",
            "lint --format sarif .mcp.json",
            "show",
            "show .mcp.json",
            "diff .mcp.json other.json --left-host claude-code --right-host claude-code",
            "matrix .mcp.json",
            "convert .mcp.json --from claude-code --to codex",
            "convert other.json --from claude-code -o .mcp.json",
            "convert other.json --from claude-code -o .mcp.json --diff",
        ] {
            let (code, said) = scene.run(words);
            assert_eq!(code, 2, "{words}: {said}");
            assert!(said.contains("outside"), "{words}: {said}");
            for text in ["private@", "root:x", "\"mine\"", "private\n"] {
                assert!(!said.contains(text), "{words}: {said}");
            }
            assert!(scene.is_untouched(), "{words}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_of_the_kernel_is_opened() {
    for target in [
        "/proc/self/environ",
        "/proc/kmsg",
        "/sys/kernel/notes",
        "/proc/self/cmdline",
    ] {
        let scene = Scene::new(&[("other.json", SOURCE)]);
        scene.link(".mcp.json", target);
        for words in [
            "lint".to_owned(),
            "lint --allow-outside".to_owned(),
            format!("lint --host claude-code {target}"),
            format!("convert --from claude-code --to codex {target}"),
            format!("convert other.json --from claude-code --to claude-code -o {target}"),
            format!("show --host claude-code {target}"),
            format!("lint --config {target}"),
            format!("lint --baseline {target}"),
            format!("sync --env-file {target}"),
        ] {
            let (code, said) = scene.run(&words);
            assert_eq!(code, 2, "{words}: {said}");
            assert!(
                !said.contains("HOME=") && !said.contains("mcpconv\0"),
                "{words}: {said}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_never_opened() {
    let scene = Scene::new(&[]);
    let _socket =
        std::os::unix::net::UnixListener::bind(scene.repo().join("socket")).expect("a socket");
    let made = std::process::Command::new("mkfifo")
        .arg(scene.repo().join("pipe"))
        .status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo");
    for special in ["socket", "pipe", "/dev/zero", "/dev/tty"] {
        let _ = fs::remove_file(scene.repo().join(".mcp.json"));
        scene.link(".mcp.json", special);
        for words in [
            "lint .mcp.json --allow-outside",
            "show .mcp.json --allow-outside",
            "convert --to codex --allow-outside .mcp.json",
        ] {
            let (code, said) = scene.run(words);
            assert_eq!(code, 2, "{special}, {words}: {said}");
        }
        // A walk passes it by, or reports where the link leads.
        let (_, said) = scene.run("lint");
        assert!(!said.contains("syntax-error"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn settings_that_are_a_pipe_are_not_waited_for() {
    let scene = Scene::new(&[(".mcp.json", SOURCE), (".claude/notes.txt", "")]);
    let made = std::process::Command::new("mkfifo")
        .arg(scene.repo().join(".claude/settings.json"))
        .status();
    assert!(made.expect("mkfifo").success());
    let (code, said) = scene.run("show --host claude-code --user");
    assert_eq!(code, 0, "{said}");
}

#[cfg(unix)]
#[test]
fn a_folder_that_is_a_link_hides_nothing_from_the_linter() {
    let scene = Scene::new(&[(
        "elsewhere/mcp.json",
        r#"{"mcpServers": {"a": {"command": 1}}}"#,
    )]);
    scene.link(".cursor", "elsewhere");
    let (code, said) = scene.run("lint");
    assert!(code == 1 && said.contains("wrong-type"), "{said}");
    let scene = Scene::new(&[]);
    scene.link(".cursor", "../home/.cursor");
    let (code, said) = scene.run("lint");
    assert!(code == 2 && said.contains("outside"), "{said}");
}

#[cfg(unix)]
#[test]
fn reports_and_baselines_are_not_written_through_a_link() {
    for words in [
        "lint --report json=results.json",
        "lint --format sarif -o results.json",
        "lint --write-baseline results.json",
        "convert .mcp.json --to codex --report results.json",
        "convert .mcp.json --to codex --emit markdown -o results.json",
    ] {
        let scene = Scene::new(&[(".mcp.json", SOURCE)]);
        scene.link("results.json", "../home/notes.txt");
        let (code, said) = scene.run(words);
        assert!(code == 2 && said.contains("outside"), "{words}: {said}");
        assert!(scene.is_untouched(), "{words}");
    }
}

#[cfg(unix)]
#[test]
fn init_does_not_write_through_a_link() {
    for target in ["../home/new.toml", "../home/notes.txt"] {
        for words in ["init", "init --force"] {
            let scene = Scene::new(&[(".mcp.json", SOURCE)]);
            scene.link("mcpconv.toml", target);
            let (code, said) = scene.run(words);
            assert_eq!(code, 2, "{said}");
            assert!(scene.is_untouched(), "{target}");
        }
    }
}

#[test]
fn a_configuration_above_the_work_tree_is_not_used() {
    let scene = Scene::new(&[
        (".mcp.json", r#"{"mcpServers": {"a": {"command": 1}}}"#),
        ("sub/a.txt", ""),
    ]);
    scene
        .0
        .write("mcpconv.toml", "[rules]\nwrong-type = \"off\"\n");
    for folder in ["", "sub"] {
        let (code, said) = scene.run_in(folder, "lint ../repo/.mcp.json ../../repo/.mcp.json");
        assert!(said.contains("wrong-type"), "{code}: {said}");
    }
    // At the top of the work tree it counts, also for folders below.
    scene
        .0
        .write("repo/mcpconv.toml", "[rules]\nwrong-type = \"off\"\n");
    assert!(!scene.run("lint").1.contains("error[wrong-type]"));
}

#[cfg(unix)]
#[test]
fn a_configuration_that_is_a_link_out_of_the_work_tree_is_not_read() {
    let scene = Scene::new(&[(".mcp.json", SOURCE)]);
    scene.link("mcpconv.toml", "../home/notes.txt");
    let (code, said) = scene.run("lint");
    assert!(
        code == 2 && said.contains("outside") && !said.contains("private"),
        "{said}"
    );
}

#[test]
fn ignore_files_hide_nothing_that_git_tracks() {
    let bad = r#"{"mcpServers": {"a": {"command": 1}}}"#;
    let finds = |files: &[(&str, &str)], tracked: &[&str]| {
        let scene = Scene::new(&[&[(".mcp.json", bad), ("sub/.mcp.json", bad)], files].concat());
        track(&scene.repo(), tracked);
        scene.run("lint").1.matches("error[wrong-type]").count()
    };
    assert_eq!(finds(&[], &[]), 2);
    assert_eq!(finds(&[(".ignore", "/.mcp.json\nsub\n")], &[]), 2);
    assert_eq!(finds(&[(".rgignore", "/.mcp.json\n")], &[]), 2);
    let hidden = [(".gitignore", "/.mcp.json\nsub/\n")];
    assert_eq!(
        finds(&hidden, &[]),
        0,
        "git does not track them, so nobody gets them"
    );
    assert_eq!(finds(&hidden, &[".mcp.json"]), 1);
    assert_eq!(finds(&hidden, &[".mcp.json", "sub/.mcp.json"]), 2);
    assert_eq!(
        finds(&[(".git/info/exclude", "*.json\n")], &[".mcp.json"]),
        1
    );
}

#[test]
fn a_folder_that_is_named_like_an_option_is_a_folder() {
    let hooks = crate::support::text(".pre-commit-hooks.yaml");
    let entries: Vec<&str> = hooks
        .lines()
        .filter_map(|line| line.trim().strip_prefix("entry: "))
        .collect();
    assert_eq!(entries.len(), 3);
    let scene = Scene::new(&[
        (
            "--config=d/.mcp.json",
            r#"{"mcpServers": {"a": {"command": 1}}}"#,
        ),
        ("d", ""),
    ]);
    for entry in entries.into_iter().filter(|entry| !entry.contains("sync")) {
        let words = entry.strip_prefix("mcpconv ").expect("our program");
        assert!(words.ends_with(" --"), "{entry}");
        let (code, said) = scene.run(&format!("{words} --config=d/.mcp.json"));
        assert!(code == 1 && said.contains("wrong-type"), "{said}");
    }
}

/// A job that says `config: mcpconv.toml` does not say that it may be anybody's file.
#[cfg(unix)]
#[test]
fn a_file_that_the_command_line_names_is_not_read_through_a_link_that_leads_out() {
    let scene = Scene::new(&[(".mcp.json", SOURCE)]);
    for name in ["mcpconv.toml", "values.env", "known.json", "schema.json"] {
        scene.link(name, "../home/notes.txt");
    }
    for words in [
        "lint --config mcpconv.toml",
        "sync --config mcpconv.toml",
        "convert .mcp.json --to codex --env-file values.env",
        "show .mcp.json --env-file values.env",
        "sync --config mcpconv.toml --env-file values.env",
        "lint --baseline known.json",
        "lint --schema schema.json",
    ] {
        let (code, said) = scene.run(words);
        assert_eq!(code, 2, "{words}: {said}");
        assert!(said.contains("outside"), "{words}: {said}");
        let shown = said.replace("home/notes.txt", "");
        assert!(!shown.contains("private"), "{words}: {said}");
    }
    // Unless that is what was asked for.
    let (_, said) = scene.run("lint --config mcpconv.toml --allow-outside");
    assert!(!said.contains("outside"), "{said}");
}

#[test]
fn a_baseline_outside_is_not_read_because_a_configuration_names_it() {
    let scene = Scene::new(&[(".mcp.json", SOURCE)]);
    let notes = scene.0.path().join("home/notes.txt");
    let absolute = notes.to_string_lossy().replace('\\', "/");
    for name in ["../home/notes.txt", absolute.as_str()] {
        scene
            .0
            .write("repo/mcpconv.toml", format!("baseline = \"{name}\"\n"));
        let (code, said) = scene.run("lint");
        assert_eq!(code, 2, "{name}: {said}");
        assert!(said.contains("outside"), "{name}: {said}");
    }
}

/// Reading one of these never ends, and a link to it can be committed.
#[cfg(unix)]
#[test]
fn a_list_of_ignored_files_that_is_no_file_is_not_read_and_hides_nothing() {
    for target in ["/dev/zero", "/dev/tty", "pipe", "../home/notes.txt"] {
        let scene = Scene::new(&[
            (".mcp.json", FIXABLE),
            ("sub/.mcp.json", FIXABLE),
            ("sub/deep/.mcp.json", FIXABLE),
            ("sub/plain/.gitignore", "*.log\n"),
        ]);
        let pipe = scene.repo().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(pipe).status();
        assert!(made.expect("mkfifo").success());
        for folder in ["sub", "."] {
            let link = match target {
                "pipe" => scene.repo().join("pipe"),
                target => Path::new(target).to_owned(),
            };
            scene.link(&format!("{folder}/.gitignore"), link);
            let (code, said) = scene.run("lint --format concise");
            assert_eq!(code, 1, "{target}: {said}");
            for file in [".mcp.json:", "sub/.mcp.json:", "sub/deep/.mcp.json:"] {
                assert!(said.contains(file), "{target}, {file}: {said}");
            }
        }
    }
}

/// An archive or a cache may bring a folder `.git` along.
#[cfg(unix)]
#[test]
fn gits_own_list_of_ignored_files_is_not_read_if_it_never_ends() {
    for (file, target) in [
        (".git/info/exclude", "/dev/zero"),
        (".git/info/exclude", "/dev/tty"),
        ("sub/.git/info/exclude", "/dev/zero"),
        ("elsewhere/commondir", "/dev/zero"),
        ("common/info/exclude", "/dev/zero"),
    ] {
        let scene = Scene::new(&[
            (".mcp.json", FIXABLE),
            ("sub/.mcp.json", FIXABLE),
            ("elsewhere/x", ""),
            ("common/x", ""),
        ]);
        if file.starts_with("elsewhere") || file.starts_with("common") {
            let folder = scene.repo().join("elsewhere");
            let pointer = format!("gitdir: {}\n", folder.display());
            scene.0.write("repo/sub/.git", pointer);
        }
        if file.starts_with("common") {
            scene.0.write("repo/elsewhere/commondir", "../common\n");
        }
        scene.link(file, Path::new(target));
        let (code, said) = scene.run("lint --format concise");
        assert_eq!(code, 1, "{file}: {said}");
        for file in [".mcp.json:", "sub/.mcp.json:"] {
            assert!(said.contains(file), "{file}: {said}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_that_a_configuration_names_is_not_waited_for() {
    let scene = Scene::new(&[(".mcp.json", SOURCE)]);
    let made = std::process::Command::new("mkfifo")
        .arg(scene.repo().join("pipe.json"))
        .status();
    assert!(made.expect("mkfifo").success());
    for configuration in [
        "baseline = \"pipe.json\"\n",
        "[sync]\nsource = \"pipe.json\"\n[[sync.target]]\nhost = \"cursor\"\n",
        "[sync]\nsource = \".mcp.json\"\n[[sync.target]]\nhost = \"cursor\"\nfile = \"pipe.json\"\n",
    ] {
        scene.0.write("repo/mcpconv.toml", configuration);
        let words = if configuration.starts_with("[sync]") {
            "sync"
        } else {
            "lint"
        };
        let (code, said) = scene.run(words);
        assert_eq!(code, 2, "{configuration}: {said}");
        assert!(said.contains("pipe"), "{configuration}: {said}");
    }
}

/// A journal is a file that a repository can bring along.
#[test]
fn a_journal_of_the_repository_writes_nothing() {
    let name = ".cursor/.mcp.json.Ab3dEf6hIj9k.mcpconv-journal";
    let target = "[[sync.target]]\nhost = \"cursor\"\n";
    let configuration = format!("[sync]\nsource = \".mcp.json\"\n{target}");
    let scene = Scene::new(&[
        (".mcp.json", SOURCE),
        ("mcpconv.toml", &configuration),
        (".cursor/mcp.json", "{}"),
    ]);
    let repo = fs::canonicalize(scene.repo()).expect("a folder");
    let home = scene.0.path().join("home/.cursor/mcp.json");
    let home = fs::canonicalize(home).expect("a file");
    let entry = |path: &Path, old: &str, new: &str| {
        let path = path.to_str().expect("UTF-8").to_owned();
        let line = format!("{} {} {} 0 0\n", path.len(), old.len(), new.len());
        (line, format!("{path}{old}{new}"))
    };
    let planted = [
        entry(&home, PRIVATE, "planted"),
        entry(&repo.join(".cursor/mcp.json"), "{}", "planted"),
    ];
    let [(one, first), (two, second)] = planted;
    let journal = format!("mcpconv journal 1\n{one}{two}\n{first}{second}");
    scene.0.write(&format!("repo/{name}"), &journal);
    track(&scene.repo(), &[name, ".mcp.json", "mcpconv.toml"]);
    let (code, said) = scene.run("sync");
    assert_eq!(code, 0, "{said}");
    assert!(!said.contains("interrupted"), "{said}");
    assert_eq!(fs::read_to_string(&home).expect("a file"), PRIVATE);
    let now = fs::read_to_string(repo.join(".cursor/mcp.json")).expect("a file");
    assert!(!now.contains("planted"), "{now}");
    // Nor outside of the folder if git does not track it.
    track(&scene.repo(), &[]);
    scene.run("sync");
    assert_eq!(fs::read_to_string(&home).expect("a file"), PRIVATE);
}

/// Programs are started because of what is in there, and credentials are kept there.
#[test]
fn what_belongs_to_version_control_is_neither_written_nor_read() {
    for file in [
        ".git/hooks/pre-commit",
        ".git/mcp.json",
        ".git/new/mcp.json",
        ".GIT/mcp.json",
        "sub/../.git/mcp.json",
        "vendor/.git/mcp.json",
        ".hg/mcp.json",
        ".git",
    ] {
        let scene = Scene::new(&[
            (".mcp.json", SOURCE),
            ("sub/x", ""),
            (".git/mcp.json", PRIVATE),
        ]);
        let source = format!(
            "[sync]\nsource = \"{file}\"\nfrom = \"cursor\"\n[[sync.target]]\nhost = \"vscode\"\n"
        );
        for configuration in [sync(file), source] {
            scene.0.write("repo/mcpconv.toml", &configuration);
            for words in ["sync", "sync --check"] {
                let (code, said) = scene.run(words);
                assert_eq!(code, 2, "{file}, {words}: {said}");
                assert!(!said.contains("private@"), "{file}: {said}");
                assert!(said.contains("--allow-outside"), "{file}: {said}");
            }
        }
        assert_eq!(scene.0.read("repo/.git/mcp.json"), PRIVATE);
        let new = ["hooks", "new"].map(|name| scene.repo().join(".git").join(name));
        assert!(!new.iter().any(|path| path.exists()), "{file}");
    }
    // A person who names it means it.
    let scene = Scene::new(&[(".mcp.json", SOURCE)]);
    let (code, said) = scene.run("convert .mcp.json --to cursor -o .git/mcp.json");
    assert_eq!(code, 0, "{said}");
    let (code, said) = scene.run("show .git/mcp.json --host cursor");
    assert_eq!(code, 0, "{said}");
}

#[cfg(unix)]
#[test]
fn a_committed_link_does_not_lead_into_version_control() {
    for link in [".mcp.json", ".cursor/mcp.json"] {
        let scene = Scene::new(&[(".git/mcp.json", PRIVATE), ("other.json", SOURCE)]);
        let up = "../".repeat(link.matches('/').count());
        scene.link(link, format!("{up}.git/mcp.json"));
        for words in [
            "lint".to_owned(),
            "lint --fix-unsafe".to_owned(),
            format!("lint --fix-unsafe {link}"),
            format!("show {link}"),
            format!("convert other.json --from claude-code -o {link}"),
        ] {
            let (code, said) = scene.run(&words);
            assert_eq!(code, 2, "{words}: {said}");
            assert!(said.contains("inside `.git`"), "{words}: {said}");
            assert!(!said.contains("private@"), "{words}: {said}");
        }
        assert_eq!(scene.0.read("repo/.git/mcp.json"), PRIVATE);
    }
}
