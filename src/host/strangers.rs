//! Hosts that we know to exist and do not support yet: enough of each to recognise its files and to leave them alone.
//!
//! Guessing would be worse than refusing. Several of these read what looks like everybody's file and expand references in
//! a way of their own.

use std::ffi::OsStr;
use std::path::Path;

use super::detect::closest;
use crate::syntax::{self, Language};

/// A host without a table.
#[derive(Debug)]
pub(crate) struct Stranger {
    /// What people call it.
    pub(crate) name: &'static str,
    /// Where its files are.
    pub(crate) globs: &'static [&'static str],
    /// A part of the `$schema` of its files.
    schema: Option<&'static str>,
    /// A file name that it shares with a host we support, and the keys at the top of the document that only its files
    /// have.
    shares: Option<(&'static str, &'static [&'static str])>,
}

impl Stranger {
    fn is_named(&self, path: &Path) -> bool {
        let shared = self.shares.map(|(name, _)| OsStr::new(name));
        shared.is_some_and(|name| path.file_name() == Some(name))
    }
}

const fn stranger(name: &'static str, globs: &'static [&'static str]) -> Stranger {
    Stranger {
        name,
        globs,
        schema: None,
        shares: None,
    }
}

/// Paths are those of the hosts' own documentation and sources, and of files in public repositories, as of 2026-11.
static STRANGERS: &[Stranger] = &[
    stranger("AiderDesk", &[".aider-desk/settings.json"]),
    stranger("AnythingLLM", &["anythingllm_mcp_servers.json"]),
    stranger("BoltAI", &[".boltai/mcp.json"]),
    stranger(
        "CodeBuddy",
        &[".codebuddy/mcp.json", ".codebuddy/.mcp.json"],
    ),
    stranger("Crush (shell config)", &["crushrc", ".crushrc"]),
    stranger("Deep Agents", &[".deepagents/.mcp.json"]),
    stranger(
        "Devin",
        &[".devin/mcp_config.json", ".devin/mcp_config.local.json"],
    ),
    stranger("Enconvo", &["enconvo/mcp_config.json"]),
    stranger("fast-agent", &["fastagent.config.yaml"]),
    stranger("Firebender", &["firebender.json"]),
    stranger("Grok", &[".grok/config.toml", ".grok/settings.json"]),
    stranger("Hermes Agent", &[".hermes/config.yaml"]),
    stranger("iFlow CLI", &[".iflow/settings.json"]),
    stranger("JetBrains AI Assistant", &[".ai/mcp/mcp.json"]),
    stranger("JetBrains Air", &[".air/mcp.json"]),
    stranger("mcp-agent", &["mcp_agent.config.yaml"]),
    stranger("MCP Hub", &[".mcphub/servers.json", "mcphub/servers.json"]),
    // https://github.com/samanhappy/mcphub: the accounts and groups of a server for many users, beside its servers.
    Stranger {
        shares: Some((
            "mcp_settings.json",
            &[
                "users",
                "groups",
                "systemConfig",
                "userConfigs",
                "bearerKeys",
                "oauthClients",
            ],
        )),
        ..stranger("MCPHub", &[])
    },
    Stranger {
        schema: Some("mcporter.schema.json"),
        ..stranger(
            "MCPorter",
            &[
                "config/mcporter.json",
                "config/mcporter.jsonc",
                ".mcporter/mcporter.json",
                ".mcporter/mcporter.jsonc",
            ],
        )
    },
    stranger("OpenHands", &[".openhands/mcp.json"]),
    stranger("Pochi", &[".pochi/config.jsonc"]),
    stranger("Qoder", &[".qoder/mcp.json"]),
    stranger("Reasonix", &["reasonix.toml", ".reasonix/config.toml"]),
    stranger("Rovo Dev", &[".rovodev/mcp.json"]),
    stranger("Ruler", &[".ruler/mcp.json"]),
    Stranger {
        schema: Some("rulesync/releases/"),
        ..stranger("Rulesync", &[".rulesync/mcp.json", ".rulesync/mcp.jsonc"])
    },
    stranger("Sema4.ai Studio", &["sema4ai-studio/mcp_servers.json"]),
    stranger("Tabnine", &[".tabnine/mcp_servers.json"]),
    stranger("Tome", &[".tome/mcp_config.json"]),
    stranger("TRAE CLI", &["trae_cli.yaml"]),
    stranger("VT Code", &["vtcode.toml", ".vtcode/vtcode.toml"]),
    stranger("Witsy", &["Witsy/settings.json"]),
];

/// All of them.
#[cfg(feature = "cli")]
pub(crate) fn all() -> &'static [Stranger] {
    STRANGERS
}

/// The stranger whose file `path` is, with how much of the path says so.
pub(crate) fn by_path(path: &Path) -> Option<(usize, &'static Stranger)> {
    let fits = STRANGERS
        .iter()
        .filter_map(|stranger| Some((closest(stranger.globs, path)?, stranger)));
    fits.reduce(|best, next| if next.0 > best.0 { next } else { best })
}

/// Whether a file of this name is known by what is in it.
#[cfg(feature = "cli")]
pub(crate) fn is_shared(path: &Path) -> bool {
    STRANGERS.iter().any(|stranger| stranger.is_named(path))
}

/// The stranger whose file this is by its name and by keys that no file of a supported host has.
pub(crate) fn by_content(path: &Path, text: &str) -> Option<&'static Stranger> {
    let mut named = STRANGERS.iter().filter(|stranger| stranger.is_named(path));
    let first = named.next()?;
    let document = syntax::parse(text, Language::Json).ok()?;
    let root = document.root?;
    let told = |stranger: &&Stranger| {
        let keys = stranger.shares.map(|(_, keys)| keys).unwrap_or_default();
        keys.iter().any(|key| root.member(key).is_some())
    };
    std::iter::once(first).chain(named).find(told)
}

/// The stranger that the `$schema` of a document names.
pub(crate) fn by_schema(schema: &str) -> Option<&'static Stranger> {
    let named = |stranger: &&Stranger| stranger.schema.is_some_and(|part| schema.contains(part));
    STRANGERS.iter().find(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_schemas_name_their_hosts() {
        for (path, name) in [
            ("/p/.air/mcp.json", "JetBrains Air"),
            ("/p/.ai/mcp/mcp.json", "JetBrains AI Assistant"),
            ("/p/trae_cli.yaml", "TRAE CLI"),
        ] {
            let found = by_path(Path::new(path)).map(|(_, stranger)| stranger.name);
            assert_eq!(found, Some(name), "{path}");
        }
        assert!(by_path(Path::new("/p/.mcp.json")).is_none());
        assert!(by_path(Path::new("/p/.cursor/mcp.json")).is_none());
        let schema = "https://example.org/mcporter/main/mcporter.schema.json";
        assert_eq!(
            by_schema(schema).map(|stranger| stranger.name),
            Some("MCPorter")
        );
        assert!(by_schema("").is_none());
    }

    #[test]
    fn a_shared_name_is_told_apart_by_keys() {
        let servers = r#"{"mcpServers": {"a": {"command": "x"}}, "users": []}"#;
        let found = |path: &str, text: &str| by_content(Path::new(path), text).map(|s| s.name);
        assert_eq!(found("/p/mcp_settings.json", servers), Some("MCPHub"));
        assert_eq!(found("/p/.roo/mcp.json", servers), None);
        let plain = r#"{"mcpServers": {"users": {"command": "x"}}}"#;
        assert_eq!(found("/p/mcp_settings.json", plain), None);
        assert_eq!(found("/p/mcp_settings.json", "{"), None);
    }

    /// Where a host of ours has as much of the path, it is that host's.
    #[test]
    fn a_stranger_keeps_all_of_its_files() {
        for stranger in STRANGERS {
            for glob in stranger.globs {
                let path = Path::new("/p").join(glob);
                let found = crate::host::detect::stranger_at(crate::hosts::HOSTS, &path);
                assert_eq!(found.map(|found| found.name), Some(stranger.name), "{glob}");
            }
        }
    }

    #[test]
    fn nobody_is_known_twice() {
        for stranger in STRANGERS {
            let known = |host: &&&crate::host::Host| host.name == stranger.name;
            assert!(
                crate::hosts::HOSTS.iter().find(known).is_none(),
                "{} has a table",
                stranger.name
            );
        }
    }
}
