//! Credentials wherever people write them, and what is advised about them.

use serde_json::json;

use crate::support::Folder;
use crate::support::made_up::fill;

/// The findings about credentials in a file with this one server.
fn found(server: &serde_json::Value) -> String {
    let text = json!({"mcpServers": {"a": server}}).to_string();
    let repo = Folder::new(&[(".mcp.json", text.as_str())]);
    let ran = repo.lint(&["--format", "concise", "--quiet"]);
    let lines = ran.stdout.lines();
    let about = |line: &&str| line.contains("[possible-secret]") || line.contains("-in-url]");
    lines.filter(about).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_credential_is_found_behind_its_name_wherever_it_stands() {
    let hex = fill("{{hex:32}}");
    for (command, args) in [
        (
            "docker",
            &["run", "-i", "--rm", "--env=API_TOKEN=HEX", "a:1.0.0"][..],
        ),
        (
            "docker",
            &["run", "-i", "--rm", "-eAPI_TOKEN=HEX", "a:1.0.0"],
        ),
        ("env", &["API_TOKEN=HEX", "srv"]),
        ("wsl", &["--", "env", "API_TOKEN=HEX", "srv"]),
        ("bash", &["-c", "API_TOKEN=HEX npx -y srv@1.0.0"]),
        ("bash", &["-c", "export API_TOKEN='HEX'; srv"]),
        ("bash", &["-c", "API_TOKEN=\"HEX\" srv | tee log"]),
        (
            "bash",
            &[
                "-c",
                "curl -H 'Authorization: Bearer HEX' https://x.acme.dev | srv",
            ],
        ),
        ("powershell", &["-Command", "$env:API_TOKEN='HEX'; srv"]),
        ("cmd", &["/c", "set API_TOKEN=HEX&& srv"]),
        ("srv", &["--set=db.password=HEX"]),
        ("java", &["-Dtoken=HEX", "-jar", "srv.jar"]),
        ("npx", &["mcp-remote@1.0.0", "https://HEX@x.acme.dev/mcp"]),
    ] {
        let args: Vec<String> = args.iter().map(|arg| arg.replace("HEX", &hex)).collect();
        let found = found(&json!({"command": command, "args": args}));
        assert_eq!(found.lines().count(), 1, "{args:?}: {found}");
        assert!(!found.contains(&hex), "{found}");
    }
    let set =
        json!({"command": "srv", "env": {"DB": format!("Server=db;Password={hex};Encrypt=yes")}});
    assert_eq!(found(&set).lines().count(), 1, "{}", found(&set));
}

#[test]
fn what_only_has_the_name_of_a_credential_is_no_finding() {
    for args in [
        &["-c", "API_TOKEN=$(gh auth token) srv"][..],
        &["-c", "API_TOKEN=`cat /run/secrets/Abc123` srv"],
        &["-c", "API_TOKEN=\"$ACME_TOKEN_2024\" srv"],
        &[
            "-c",
            "curl -H \"Authorization: Bearer $ACME_TOKEN\" https://x.acme.dev | srv",
        ],
        &["--env=API_TOKEN=your-api-token", "--authorization=required"],
        &["--env=TOKEN_FILE=/run/secrets/token-2024-11a"],
        &["--env=API_TOKEN", "--prompt=Token: see the manual"],
        &[
            "https://git@x.acme.dev/mcp",
            "--auth=oauth",
            "token>=2.4.1b12345",
        ],
    ] {
        let found = found(&json!({"command": "bash", "args": args}));
        assert_eq!(found, "", "{args:?}");
    }
}

#[test]
fn a_credential_is_never_to_be_written_out_in_a_shared_file() {
    let header = |key: &str, value: &str| json!({"type": "http", "url": "https://x.acme.dev/mcp", "headers": {key: value}});
    let argument = |args: &[&str]| json!({"type": "stdio", "command": "srv", "args": args});
    for (path, server) in [
        (
            ".augment/settings.json",
            header("Authorization", "Bearer ${T}"),
        ),
        (".augment/settings.json", header("X-Acme-Token", "${T}")),
        (".trae/mcp.json", header("Authorization", "Bearer ${T}")),
        (
            ".agents/mcp_config.json",
            json!({"serverUrl": "https://x.acme.dev/mcp", "headers": {"X-Api-Key": "${T}"}}),
        ),
        (".factory/mcp.json", argument(&["--api-key", "${T}"])),
        (".factory/mcp.json", argument(&["--password=${T}"])),
        (
            ".junie/mcp/mcp.json",
            argument(&["--header", "Authorization: Bearer ${T}"]),
        ),
        (
            ".junie/mcp/mcp.json",
            argument(&["--header", "Authorization: Bearer ${T"]),
        ),
    ] {
        let text = json!({"mcpServers": {"a": server}}).to_string();
        let repo = Folder::new(&[(path, text.as_str())]);
        let said = repo.lint(&["--format", "json"]).stdout;
        assert!(
            said.contains("keep the value out of this file"),
            "{path} {text}\n{said}"
        );
        assert!(
            !said.contains("write the value itself"),
            "{path} {text}\n{said}"
        );
    }
    let team = json!({"mcpServers": {"a": header("X-Team", "${TEAM}")}}).to_string();
    let repo = Folder::new(&[(".augment/settings.json", team.as_str())]);
    let said = repo.lint(&["--format", "json"]).stdout;
    assert!(
        said.contains("write the value itself: Auggie has"),
        "{said}"
    );
}
