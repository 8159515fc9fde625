//! Comments that stand where a fix changes something.

use crate::support::Folder;

/// Files with a comment in the way of each fix, and what no fix may take away.
const COMMENTED: &[(&str, &str, &[&str])] = &[
    (
        ".vscode/mcp.json",
        r#"{
  "servers": {
    // the first comment of the file
    "b": {
      "type": "stdio",
      "command": {
        "path": "node", // we need 22
        "args": ["x.js"] // entry
      }
    }
  }
}
"#,
        &["the first", "we need 22", "entry"],
    ),
    (
        ".gemini/settings.json",
        r#"{
  // the first comment of the file
  "mcp": {
    "servers": { // moved here
      "a": { "command": "npx" } // mine
    }
  }
}
"#,
        &["the first", "moved here", "mine"],
    ),
    (
        ".amp/settings.json",
        r#"{
  // the first comment of the file
  "amp": { // inner
    "mcpServers": { "a": { "command": "npx" } }
  }
}
"#,
        &["the first", "inner"],
    ),
    (
        "opencode.jsonc",
        r#"{
  // the first comment of the file
  "mcp": {
    "a": {
      "type": "local",
      "command": "npx", // at work
      "args": [
        "-y", // no prompt
        "a@1.0.0"
      ]
    }
  }
}
"#,
        &["the first", "at work", "no prompt"],
    ),
    (
        ".codex/config.toml",
        r#"[mcp_servers.gh]
url = "https://x.acme.dev/mcp"
http_headers = { Authorization = "Bearer ${T_TOKEN}" } # never write it here

[mcp_servers.db]
command = "db"

[mcp_servers.db.env]
DB_TOKEN = "${DB_TOKEN}" # from vault

[mcp_servers.two]
url = "https://x.acme.dev/mcp"

[mcp_servers.two.http_headers] # what it asks for
# no quotes
X-Team = "${TEAM}"
"#,
        &["never write", "from vault", "what it asks for", "no quotes"],
    ),
    (
        "goose/config.yaml",
        "extensions:\n  a:\n    type: stdio\n    name: a\n    enabled: true\n    timeout: 300\n    cmd: npx\n    args: []\n    envs:\n      T: ${T} # token\n",
        &["token"],
    ),
    (
        ".continue/mcpServers/a.yaml",
        "name: a\nversion: 0.0.1\nschema: v1\nmcpServers:\n  - name: a\n    type: streamable-http\n    url: https://x.acme.dev/mcp\n    headers: # not read\n      X-Team: a\n",
        &["not read"],
    ),
];

#[test]
fn a_safe_fix_keeps_every_comment() {
    for (name, text, comments) in COMMENTED {
        let repo = Folder::new(&[(*name, *text)]);
        repo.lint(&["--fix"]);
        let fixed = repo.read(name);
        for comment in *comments {
            assert!(fixed.contains(comment), "{name}: {comment}\n{fixed}");
        }
    }
}

#[test]
fn a_fix_that_deletes_a_comment_needs_a_person() {
    let (name, text, _) = COMMENTED[4];
    let repo = Folder::new(&[(name, text)]);
    let found = repo.lint(&["--format", "json"]).stdout;
    assert!(found.contains("(deletes a comment)"), "{found}");
    repo.lint(&["--fix-unsafe"]);
    let fixed = repo.read(name);
    assert!(fixed.contains("bearer_token_env_var"), "{fixed}");
    // Without the comments the same fixes are safe.
    let plain: Vec<&str> = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or(""))
        .collect();
    repo.write(name, plain.join("\n"));
    repo.lint(&["--fix"]);
    let fixed = repo.read(name);
    for field in ["bearer_token_env_var", "env_vars", "env_http_headers"] {
        assert!(fixed.contains(field), "{field}\n{fixed}");
    }
}

#[test]
fn a_comment_elsewhere_keeps_no_fix_from_being_safe() {
    let text = "{\n  // mine\n  \"servers\": {\n    \"a\": {\n      \"url\": \"https://x.acme.dev/mcp\", // at work\n      \"transport\": \"http\"\n    }\n  }\n}\n";
    let repo = Folder::new(&[(".vscode/mcp.json", text)]);
    repo.lint(&["--fix"]);
    let fixed = text.replace("\"transport\"", "\"type\"");
    assert_eq!(repo.read(".vscode/mcp.json"), fixed);
}
