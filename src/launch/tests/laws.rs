use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;

const PROGRAMS: &[&str] = &[
    "npx", "npm", "bun", "pnpm", "yarn", "deno", "uvx", "uv", "pipx", "docker", "podman", "go",
    "dnx", "dotnet", "cmd", "sh", "env", "sudo", "wsl",
];
const WORDS: &[&str] = &[
    "exec",
    "x",
    "dlx",
    "run",
    "tool",
    "container",
    "/c",
    "-c",
    "-lc",
    "-S",
    "--",
    "-",
    "-y",
    "-p",
    "-it",
    "-e",
    "--from",
    "--with",
    "--package=a,b",
    "-v",
    "--mount",
    "type=bind,src=/",
    "a:b:ro",
    "C:\\a:/b",
    "@s/p@1",
    "a@npm:b@2",
    "npm:@s/p@1/x",
    "git+https://h/o/r@x",
    "a[b]>=1,<2",
    "img:1@sha256:0",
    "m@v1.0.0",
    "--version",
    "mcp-remote",
    "supergateway",
    "--sse",
    "https://h/é",
    "${a:b}",
    "${",
    "}",
    "é",
    "A=1",
    "npx -y 'a b' c@1",
    "sh -c 'npx é'",
    "",
    "@",
    ":",
    "=",
    "'",
    "~",
    "exec npx p",
];

fn word() -> impl Strategy<Value = String> {
    prop_oneof![4 => select(WORDS).prop_map(str::to_owned), 2 => select(PROGRAMS).prop_map(str::to_owned), 1 => any::<String>(), 1 => "[-@:=/,$\\[{}'\"é#.~ a1]{0,12}"]
}

/// All words that a launch shows.
fn every_word<'a>(launch: &Launch<'a>) -> Vec<Word<'a>> {
    let mut all = vec![launch.runner_word];
    all.extend(
        launch
            .packages()
            .flat_map(|package| [Some(package.word), Some(package.name), package.version.word])
            .flatten(),
    );
    all.extend(
        launch
            .options
            .iter()
            .flat_map(|flag| [Some(flag.at), Some(flag.word), flag.value])
            .flatten(),
    );
    all.extend(
        launch
            .wrappers
            .iter()
            .flat_map(|wrapper| [Some(wrapper.word), wrapper.script])
            .flatten(),
    );
    all.extend(
        launch
            .wrappers
            .iter()
            .flat_map(|wrapper| wrapper.assigned.iter().copied()),
    );
    all.extend(launch.program);
    all.extend(&launch.package_args);
    all.extend(
        launch
            .second_stage
            .iter()
            .flat_map(|stage| [stage.url, stage.command])
            .flatten(),
    );
    if let Some(container) = launch.container() {
        all.extend(
            container
                .variables()
                .flat_map(|variable| [Some(variable.name), variable.value])
                .flatten(),
        );
        all.extend(
            container
                .mounts()
                .flat_map(|mount| [mount.source, mount.target])
                .flatten(),
        );
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_piece_is_where_it_says(command in select(PROGRAMS), args in vec(word(), 0..10)) {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let mut next = launch(command, &args);
        while let Some(launch) = next {
            prop_assert!(!launch.package.name.text.is_empty());
            for word in every_word(&launch) {
                let value = word.index.checked_sub(1).map_or(command, |at| args[at]);
                prop_assert_eq!(value.get(word.range()), Some(word.text));
            }
            next = launch.inner();
        }
    }

    #[test]
    fn any_text_is_taken(command in any::<String>(), args in vec(any::<String>(), 0..4)) {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let _ = launch(&command, &args);
        let _ = (path_like(&command), loopback(&command), program(&command));
        for ecosystem in [Ecosystem::Npm, Ecosystem::Jsr, Ecosystem::Deno, Ecosystem::PyPi, Ecosystem::Image, Ecosystem::Go, Ecosystem::NuGet] {
            let _ = Package::parse(Word::whole(&command, 0), ecosystem);
        }
    }

    #[test]
    fn a_shell_around_plain_words_changes_nothing_but_places(args in vec("[a-z@/.1-]{1,8}", 1..5)) {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let line = format!("npx {}", args.join(" "));
        prop_assert_eq!(shown(launch("sh", &["-c", &line]).as_ref()), shown(launch("npx", &args).as_ref()));
    }
}
