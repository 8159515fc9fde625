//! Hosts of which nobody knows what their processes inherit: a variable that is only handed on may not arrive.

use super::{servers, value};
use crate::support::Folder;

const HANDED_ON: &str = r#"{"mcpServers": {
  "alpha": {"command": "npx", "env": {"GITHUB_TOKEN": "${GITHUB_TOKEN}"}},
  "zulu": {"command": "npx"}
}}"#;

/// Hosts without references in `env` whose inheritance is not documented.
const SILENT: [&str; 5] = ["antigravity", "trae", "junie", "visual-studio", "kimi"];

#[test]
fn a_host_that_expects_values_gets_the_value_of_a_variable_under_its_own_name() {
    for host in ["lmstudio", "claude-desktop", "mcpnest"] {
        let folder = Folder::new(&[]).set("GITHUB_TOKEN", "v-2");
        let ran = folder.feed(&format!("--from claude-code --to {host}"), HANDED_ON);
        let written = &servers(&value(&ran.stdout))["alpha"];
        assert_eq!(written["env"]["GITHUB_TOKEN"], "v-2", "{host}: {ran:?}");
        assert!(ran.stderr.contains("conversion-secret-inlined"), "{ran:?}");
        let unset = Folder::new(&[]).feed(&format!("--from claude-code --to {host}"), HANDED_ON);
        assert_eq!(unset.code, 2, "{host}: {unset:?}");
        assert!(unset.stderr.contains("undefined-variable"), "{unset:?}");
    }
}

#[test]
fn a_variable_that_may_not_be_inherited_is_a_loss_that_values_avoid() {
    for host in SILENT {
        let folder = Folder::new(&[]).set("GITHUB_TOKEN", "v-2");
        let line = format!("--from claude-code --to {host}");
        let (out, said) = folder.feed(&line, HANDED_ON).warned();
        assert!(
            said.contains("conversion-env-not-inherited"),
            "{host}: {said}"
        );
        assert!(said.contains("--expand always"), "{host}: {said}");
        assert!(servers(&value(&out)).contains_key("alpha"), "{host}: {out}");
        let strict = folder.feed(&format!("{line} --strict"), HANDED_ON);
        assert_eq!(strict.code, 1, "{host}: {strict:?}");
        let (out, said) = folder
            .feed(&format!("{line} --expand always"), HANDED_ON)
            .warned();
        let written = &servers(&value(&out))["alpha"];
        assert_eq!(written["env"]["GITHUB_TOKEN"], "v-2", "{host}: {said}");
        assert!(
            !said.contains("conversion-env-not-inherited"),
            "{host}: {said}"
        );
    }
    // Never the value against the user's wish, and not silently either.
    let ran = Folder::new(&[]).feed("--from claude-code --to lmstudio --expand never", HANDED_ON);
    assert!(
        ran.stderr.contains("conversion-env-not-inherited"),
        "{ran:?}"
    );
    // Hosts that are known to hand on everything need no word.
    for host in ["zed", "claude-code"] {
        let line = format!("--from cursor --to {host} --strict");
        let source = HANDED_ON.replace("${GITHUB", "${env:GITHUB");
        let ran = Folder::new(&[]).feed(&line, source);
        assert_eq!(ran.code, 0, "{host}: {ran:?}");
    }
}

#[test]
fn a_merge_keeps_the_value_of_a_variable_that_may_not_be_inherited() {
    for host in SILENT {
        let root = if host == "visual-studio" {
            "servers"
        } else {
            "mcpServers"
        };
        let text = format!(
            "{{\n  \"{root}\": {{\n    \"alpha\": {{\n      \"command\": \"npx\",\n      \"env\": {{\"GITHUB_TOKEN\": \"kept-1\"}}\n    }}\n  }}\n}}\n"
        );
        let folder = Folder::new(&[("source.json", HANDED_ON), ("there.json", &text)]);
        let line = format!("--from claude-code --to {host} source.json -o there.json --strict");
        let ran = folder.run(&line);
        assert_eq!(ran.code, 0, "{host}: {ran:?}");
        let written = folder.read("there.json");
        assert!(written.contains("kept-1"), "{host}: {written}");
        assert!(
            !ran.stderr.contains("merge-field-removed"),
            "{host}: {ran:?}"
        );
    }
}

#[test]
fn show_does_not_promise_an_inheritance_that_nobody_has_seen() {
    for host in SILENT.iter().chain(&["lmstudio"]) {
        let root = if *host == "visual-studio" {
            "servers"
        } else {
            "mcpServers"
        };
        let text = format!(r#"{{"{root}": {{"alpha": {{"command": "npx"}}}}}}"#);
        let ran = Folder::new(&[]).feed(&format!("show --no-env --host {host} -"), &text);
        assert!(
            ran.stdout.contains("inherits is not documented"),
            "{host}: {ran:?}"
        );
        let json = Folder::new(&[]).feed(
            &format!("show --no-env --format json --host {host} -"),
            text,
        );
        assert!(
            value(&json.stdout)
                .to_string()
                .contains(r#""inherits":{"all":null}"#),
            "{host}: {json:?}"
        );
    }
}
