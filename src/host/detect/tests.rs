use super::*;
use crate::hosts::HOSTS;

#[test]
fn a_path_belongs_to_the_host_that_spells_most_of_it() {
    for (path, id) in [
        ("/p/.mcp.json", "claude-code"),
        ("/p/.vscode/mcp.json", "vscode"),
        ("/p/.cursor/mcp.json", "cursor"),
        ("/p/mcp.json", "mcp-json"),
        ("/p/.codex/config.toml", "codex"),
        ("/p/.vibe/config.toml", "mistral-vibe"),
        ("/p/.kiro/settings/mcp.json", "kiro"),
        ("/home/me/.lmstudio/mcp.json", "lmstudio"),
        ("/p/.xcsh/mcp.json", "xcsh"),
        ("/p/a/b/opencode.jsonc", "opencode"),
        ("/p/crush.json", "crush"),
        ("/p/.amp/settings.json", "amp"),
        ("/p/.augment/settings.json", "auggie"),
        ("/p/.augment/settings.local.json", "auggie"),
        ("/home/me/.augment/settings.json", "auggie"),
        ("/home/me/.config/amp/settings.jsonc", "amp"),
        ("/p/a/.crush.json", "crush"),
        ("/home/me/.config/crush/crush.json", "crush"),
        ("/p/.gemini/settings.json", "gemini"),
        ("/p/tool/gemini-extension.json", "gemini"),
        ("/p/.idx/mcp.json", "gemini"),
        ("/p/.qwen/settings.json", "qwen"),
        ("/p/tool/qwen-extension.json", "qwen"),
        ("/p/.github/mcp.json", "copilot-cli"),
        ("/home/me/.copilot/mcp-config.json", "copilot-cli"),
        ("/p/.github/copilot-mcp.json", "copilot-agent"),
        ("/p/tool/.claude-plugin/plugin.json", "claude-code"),
        ("/p/.devcontainer/devcontainer.json", "vscode"),
        ("/p/team.code-workspace", "vscode"),
        ("/home/me/.claude.json", "claude-code"),
        ("/p/proxy.toml", "mcp-proxy"),
        ("/home/me/.config/goose/config.yaml", "goose"),
        ("/p/dots/goose/config.yaml", "goose"),
        ("/p/.goose/recipes/triage.yaml", "goose"),
        ("/p/librechat.yaml", "librechat"),
        ("/p/librechat.example.yaml", "librechat"),
        ("/p/.continue/mcpServers/notes.json", "continue"),
        ("/p/.continue/mcpServers/team/notes.yml", "continue"),
        ("/p/.continue/agents/review.yaml", "continue"),
        ("/home/me/.continue/config.yaml", "continue"),
        ("/home/me/.codeium/windsurf/mcp_config.json", "windsurf"),
        ("/home/me/.codeium/mcp_config.json", "windsurf"),
        ("/p/mcp_config.json", "mcp-json"),
        ("/p/.roo/mcp.json", "roo"),
        ("/p/kilo.jsonc", "kilo"),
        ("/p/.kilocode/mcp.json", "kilo"),
        ("/p/.kilo/opencode.json", "kilo"),
        ("/p/.amazonq/default.json", "amazon-q"),
        ("/home/me/.aws/amazonq/default.json", "amazon-q"),
        ("/p/.zed/settings.json", "zed"),
        ("/home/me/.config/zed/settings.json", "zed"),
        ("/home/me/.config/kilo/opencode.json", "kilo"),
        (
            "/home/me/.cline/data/settings/cline_mcp_settings.json",
            "cline",
        ),
        ("/p/dotfiles/cline_mcp_settings.json", "cline"),
        (
            "/home/me/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
            "roo",
        ),
        ("/p/.factory/mcp.json", "droid"),
        ("/p/.amazonq/mcp.json", "amazon-q"),
        ("/p/.amazonq/cli-agents/dev.json", "amazon-q"),
        ("/home/me/.aws/amazonq/mcp.json", "amazon-q"),
        ("/p/.kimi-code/mcp.json", "kimi"),
        ("/home/me/.kimi/mcp.json", "kimi"),
        ("/p/kimi.plugin.json", "kimi"),
        ("/p/.agents/mcp_config.json", "antigravity"),
        ("/home/me/.gemini/config/mcp_config.json", "antigravity"),
        ("/p/plugins/docs/mcp_config.json", "antigravity"),
        ("/p/.trae/mcp.json", "trae"),
        ("/home/me/.config/Trae/User/mcp.json", "trae"),
        ("/home/me/.config/Code/User/mcp.json", "vscode"),
        ("/p/.warp/.mcp.json", "warp"),
        ("/p/.agents/.mcp.json", "warp"),
        ("/p/.junie/mcp/mcp.json", "junie"),
        ("/p/.vs/mcp.json", "visual-studio"),
        ("/p/.omp/mcp.json", "oh-my-pi"),
        ("/p/.omp/.mcp.json", "oh-my-pi"),
        ("/home/me/.omp/agent/mcp.json", "oh-my-pi"),
        ("/home/me/.mcp-inspector/mcp.json", "inspector"),
    ] {
        assert_eq!(
            owner(HOSTS, Path::new(path)).map(|host| host.id),
            Some(id),
            "{path}"
        );
    }
    assert!(owner(HOSTS, Path::new("/p/settings.json")).is_none());
}

#[test]
fn a_url_without_a_type_is_nobodys_sse() {
    let text = r#"{"mcpServers": {"a": {"url": "https://acme.dev/mcp"}}}"#;
    let Detected::One(host, _, all) = detect(HOSTS, None, text) else {
        panic!("one host");
    };
    assert_eq!(host.id, "mcp-json");
    assert!(all.iter().all(|host| host.id != "roo" && host.id != "qwen"));
    let text = r#"{"mcpServers": {"a": {"type": "streamable-http", "url": "https://acme.dev/mcp",
        "watchPaths": ["a"]}}}"#;
    assert!(matches!(detect(HOSTS, None, text), Detected::One(host, ..) if host.id == "roo"));
}

#[test]
fn a_file_in_a_project_is_the_projects() {
    for (id, path) in [
        ("codex", "p/.codex/config.toml"),
        ("kiro", "p/.kiro/settings/mcp.json"),
        ("cursor", ".cursor/mcp.json"),
    ] {
        let host = crate::hosts::by_name(id).expect("a host");
        assert_eq!(
            place_at(host, Path::new(path)).map(|place| place.scope),
            Some(crate::host::Scope::Project),
            "{path}"
        );
    }
}

#[test]
fn what_is_published_is_known_by_what_is_in_it() {
    let found = |path: Option<&str>, text: &str| match detect(HOSTS, path.map(Path::new), text) {
        Detected::One(host, ..) => Some(host.id),
        _ => None,
    };
    let entry = r#"{"name": "dev.acme/a", "version": "1", "remotes": [{"type": "sse", "url": "https://a"}]}"#;
    assert_eq!(found(Some("/p/server.json"), entry), Some("server-json"));
    assert_eq!(found(None, entry), Some("server-json"));
    let bundle =
        r#"{"manifest_version": "0.3", "name": "a", "server": {"mcp_config": {"command": "a"}}}"#;
    assert_eq!(found(Some("/p/manifest.json"), bundle), Some("mcpb"));
    let project = r#"{"source": {"path": "server.py"}, "environment": {"type": "uv"}}"#;
    assert_eq!(
        found(Some("/p/fastmcp.json"), project),
        Some("fastmcp-json")
    );
    // Data of a mock server, and a browser's extension.
    let data = r#"{"posts": [{"id": 1}], "packages": []}"#;
    assert_eq!(found(Some("/p/server.json"), data), None);
    let extension = r#"{"manifest_version": 3, "name": "a", "version": "1"}"#;
    assert_eq!(found(Some("/p/manifest.json"), extension), None);
    // A path that belongs to a host decides.
    assert_eq!(found(Some("/p/.cursor/mcp.json"), entry), Some("cursor"));
}
