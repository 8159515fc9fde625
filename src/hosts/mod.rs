//! The hosts we know. Each is one file of facts; adding one is a file, a line here, a schema and a folder of fixtures.

pub use crate::host::{Host, Place, Read, Scope};

macro_rules! hosts {
    ($($name:ident),* $(,)?) => {
        $(mod $name;)*

        /// Every host, in the order in which they are listed and, where a document fits several, chosen.
        pub static HOSTS: &[&Host] = &[$(&$name::HOST),*];
    };
}

hosts! {
    mcp_json,
    claude_code,
    claude_desktop,
    vscode,
    cursor,
    codex,
    gemini,
    opencode,
    crush,
    amp,
    kiro,
    lmstudio,
    mistral_vibe,
    mcp_proxy,
    mcpnest,
    qwen,
    copilot_cli,
    copilot_agent,
    windsurf,
    antigravity,
    trae,
    warp,
    junie,
    visual_studio,
    inspector,
    oh_my_pi,
    xcsh,
    roo,
    droid,
    amazon_q,
    kimi,
    fastmcp,
    cline,
    kilo,
    goose,
    librechat,
    continue_dev,
    auggie,
    zed,
}

mod common;
mod fastmcp_json;
mod mcpb;
mod server_json;

/// Formats that servers are read from and that no host reads.
pub static SOURCES: &[&Host] = &[&server_json::HOST, &mcpb::HOST, &fastmcp_json::HOST];

/// Everything that servers are read from.
pub(crate) fn readable() -> impl Iterator<Item = &'static Host> {
    HOSTS.iter().chain(SOURCES).copied()
}

/// The host or source called `name`, by its id or one of its other names.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Host> {
    HOSTS
        .iter()
        .chain(SOURCES)
        .copied()
        .find(|host| host.id == name || host.aliases.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Slot;

    #[test]
    fn ids_and_aliases_are_unique() {
        let mut seen = std::collections::BTreeSet::new();
        for host in HOSTS {
            for name in host.aliases.iter().chain([&host.id]) {
                assert!(seen.insert(*name), "{name} is taken twice");
            }
        }
    }

    #[test]
    fn fields_come_once_and_in_one_kind() {
        for (host, format) in HOSTS
            .iter()
            .flat_map(|host| host.formats().map(move |format| (host, format)))
        {
            let mut seen = std::collections::BTreeSet::new();
            for field in format.fields {
                assert!(
                    seen.insert(field.name),
                    "{}: {} is listed twice",
                    host.id,
                    field.name
                );
            }
        }
    }

    #[test]
    fn every_host_names_its_pitfalls_and_its_evidence() {
        for host in HOSTS {
            assert!((3..=8).contains(&host.pitfalls.len()), "{}", host.id);
            assert!(!host.evidence.is_empty(), "{}", host.id);
            for text in host.pitfalls {
                assert!(text.ends_with('.'), "{}: {text}", host.id);
            }
        }
    }

    #[test]
    fn every_field_says_what_it_means() {
        for (host, format) in HOSTS
            .iter()
            .flat_map(|host| host.formats().map(move |format| (host, format)))
        {
            for field in format.fields {
                let meaning = field.meaning();
                assert!(
                    !meaning.ends_with('.') && meaning != Slot::Native.meaning(),
                    "{}: {}",
                    host.id,
                    field.name
                );
            }
        }
    }

    #[test]
    fn layers_are_files_of_the_host() {
        for host in HOSTS {
            for layer in host.layers.order {
                let Some(glob) = layer.glob else {
                    assert!(!layer.words.is_empty(), "{}", host.id);
                    continue;
                };
                let place = host.places.iter().find(|place| place.globs.contains(&glob));
                let place = place.unwrap_or_else(|| panic!("{}: {glob}", host.id));
                if let Some(root) = layer.root {
                    assert!(place.roots.contains(&root), "{}: {root:?}", host.id);
                }
            }
        }
    }

    #[test]
    fn every_place_has_a_format() {
        for host in HOSTS {
            let asides = host.facts.asides.iter().map(|aside| &aside.place);
            for place in host.places.iter().chain(asides) {
                assert!(
                    !place.format.fields.is_empty(),
                    "{}: {:?}",
                    host.id,
                    place.globs
                );
            }
        }
    }
}
