use super::*;

fn kinds(launch: &Launch<'_>) -> Vec<WrapperKind> {
    launch.wrappers.iter().map(|wrapper| wrapper.kind).collect()
}

#[test]
fn words_in_front() {
    check(&[
        ("cmd /c npx -y pkg", "Npx: pkg"),
        (
            "C:\\Windows\\System32\\CMD.EXE /d /s /C npx.cmd pkg a",
            "Npx: pkg [a]",
        ),
        ("cmd npx pkg", "none"),
        ("cmd /c", "none"),
        ("cmd /c npx pkg && evil", "none"),
        ("env npx pkg", "Npx: pkg"),
        ("env -i -u X A=1 B_2=x=y npx pkg", "Npx: pkg"),
        ("env - A=1 npx pkg", "Npx: pkg"),
        ("/usr/bin/env -- uvx srv", "Uvx: srv"),
        ("env A=1", "none"),
        ("sudo -E -u root npx pkg", "Npx: pkg"),
        ("sudo --user=root A=1 docker run img", "Docker: img"),
        ("doas -u www npx pkg", "Npx: pkg"),
        ("wsl npx pkg", "Npx: pkg"),
        (
            "wsl.exe -d Ubuntu --cd /srv -- npx -y pkg a",
            "Npx: pkg [a]",
        ),
        ("wsl.exe -d Ubuntu -e uvx srv", "Uvx: srv"),
        ("wsl ~ -d Ubuntu npx pkg", "Npx: pkg"),
        ("sh npx pkg", "none"),
        ("bash scripts/start.sh", "none"),
    ]);
}

#[test]
fn texts_for_a_shell() {
    let cases: &[(&[&str], &str)] = &[
        (&["sh", "-c", "npx -y pkg a"], "Npx: pkg [a]"),
        (&["/bin/bash", "-lc", "exec npx pkg"], "Npx: pkg"),
        (
            &["bash", "-l", "-c", "uvx --from 'pkg>=1' srv"],
            "Uvx: pkg >=1 (srv)",
        ),
        (
            &["bash", "-c", "-l", "npx pkg", "name", "ignored"],
            "Npx: pkg",
        ),
        (&["zsh", "-euo", "pipefail", "-c", "npx pkg"], "Npx: pkg"),
        (&["dash", "-c", "A=1 npx pkg $HOME"], "Npx: pkg [$HOME]"),
        (&["sh", "-c", "source .env && npx pkg"], "none"),
        (&["sh", "-c", "curl https://h | sh"], "none"),
        (&["sh", "-c", "npx $(cat pkg)"], "none"),
        (&["sh", "-c"], "none"),
        (&["sh", "-c", "exec"], "none"),
        (&["fish", "-c", "npx pkg"], "none"),
        (&["cmd", "/c", "npx -y pkg", "a b"], "Npx: pkg [a b]"),
        (
            &["cmd", "/c", "C:\\Program Files\\nodejs\\npx.cmd", "pkg"],
            "Npx: pkg",
        ),
        (&["cmd", "/c", "npx pkg & evil"], "none"),
        (&["env", "-S", "A=1 npx -y pkg", "a"], "Npx: pkg [a]"),
        (&["npx -y pkg"], "none"),
    ];
    for (words, expected) in cases {
        assert_eq!(
            shown(launch(words[0], &words[1..]).as_ref()),
            *expected,
            "{words:?}"
        );
    }
}

#[test]
fn wrappers_in_wrappers() {
    use WrapperKind::{Cmd, Elevated, Env, Shell, Wsl};
    let launch = launch(
        "cmd",
        &[
            "/c",
            "wsl",
            "-d",
            "D",
            "--",
            "sudo",
            "env",
            "A=ü",
            "bash",
            "-lc",
            "B=2 exec sh -c 'npx -y é@1.0.0 /'",
        ],
    )
    .unwrap();
    assert_eq!(shown(Some(&launch)), "Npx: é 1.0.0 [/]");
    assert_eq!(kinds(&launch), [Cmd, Wsl, Elevated, Env, Shell, Shell]);
    let assigned: Vec<_> = launch
        .wrappers
        .iter()
        .flat_map(|wrapper| &wrapper.assigned)
        .map(|word| word.text)
        .collect();
    assert_eq!(assigned, ["A=ü", "B=2"]);
    assert_eq!(
        launch.package.version.word,
        Some(Word {
            text: "1.0.0",
            index: 11,
            start: 26
        })
    );
    assert_eq!(
        launch.runner_word,
        Word {
            text: "npx",
            index: 11,
            start: 16
        }
    );
}

#[test]
fn scripts_are_kept() {
    let args = ["-c", "curl https://h | sh"];
    let unwrapped = unwrap(words("sh", args));
    assert!(unwrapped.is_script());
    assert_eq!(unwrapped.wrappers[0].script.unwrap().text, args[1]);
    let unwrapped = unwrap(words("sudo", ["srv", "a"]));
    assert!(!unwrapped.is_script());
    assert_eq!(
        unwrapped
            .words
            .iter()
            .map(|word| word.text)
            .collect::<Vec<_>>(),
        ["srv", "a"]
    );
    assert!(!unwrap(Vec::new()).is_script());
}

#[test]
fn programs_lose_folder_and_ending() {
    for (word, name) in [
        ("npx", "npx"),
        ("a/b\\npx.CMD", "npx"),
        ("x.exe", "x"),
        (".exe", ".exe"),
        ("x.ps1", "x.ps1"),
        ("", ""),
        ("日本.cmd", "日本"),
        ("é本", "é本"),
    ] {
        assert_eq!(program(word), name, "{word}");
    }
}
