//! Settings from a document that fits the description, so that nothing here can be missing or of another kind.

use super::ignores::Ignores;
use super::settings::{Files, Ignore, Mode, Preset, Settings, SyncSettings, SyncTarget};
use super::shape::{LEVELS, meaning};
use super::size;
use crate::convert::Expand;
use crate::glob::{Against, Globs};
use crate::host::Host;
use crate::hosts::by_name;
use crate::lint::{Policy, by_id};
use crate::syntax::Node;

pub(super) fn settings(root: &Node<'_>) -> Settings {
    let rules = members(root, "rules")
        .filter_map(|(id, level)| Some((by_id(id)?, meaning(LEVELS, level)?)));
    Settings {
        preset: text(root, "preset")
            .and_then(Preset::by_name)
            .unwrap_or_default(),
        rules: rules.collect(),
        files: root.at(&["files"]).map(files).unwrap_or_default(),
        baseline: text(root, "baseline").map(str::to_owned),
        ignores: Ignores::new(items(root, "ignore").iter().filter_map(ignore).collect()),
        policy: root.at(&["policy"]).and_then(policy),
        sync: root.at(&["sync"]).and_then(sync),
    }
}

fn files(node: &Node<'_>) -> Files {
    let (owners, hosts): (Vec<&str>, Vec<&'static Host>) = members(node, "hosts")
        .filter_map(|(glob, host)| Some((glob, by_name(host)?)))
        .unzip();
    Files {
        include: globs(node, "include", Against::Paths).unwrap_or_default(),
        exclude: globs(node, "exclude", Against::Paths).unwrap_or_default(),
        max_size: text(node, "max-size").and_then(|text| size(text).ok()),
        owners: Globs::new(&owners, Against::Paths).unwrap_or_default(),
        hosts,
    }
}

fn ignore(node: &Node<'_>) -> Option<Ignore> {
    let own = |key| text(node, key).map(str::to_owned);
    Some(Ignore {
        span: node.span,
        rule: by_id(text(node, "rule")?)?,
        file: own("file"),
        server: own("server"),
        pointer: own("pointer"),
        reason: text(node, "reason")?.trim().to_owned(),
    })
}

fn policy(node: &Node<'_>) -> Option<Policy> {
    let (commands, packages, urls) = (
        texts(node, "commands"),
        texts(node, "packages"),
        texts(node, "urls"),
    );
    Policy::new(commands.as_deref(), packages.as_deref(), urls.as_deref()).ok()
}

fn sync(node: &Node<'_>) -> Option<SyncSettings> {
    Some(SyncSettings {
        source: text(node, "source")?.to_owned(),
        from: text(node, "from").and_then(by_name),
        targets: items(node, "target").iter().map(target).collect(),
    })
}

fn target(node: &Node<'_>) -> SyncTarget {
    SyncTarget {
        span: node.span,
        host: text(node, "host").and_then(by_name),
        file: text(node, "file").map(str::to_owned),
        servers: globs(node, "servers", Against::Names),
        skip: globs(node, "skip", Against::Names).unwrap_or_default(),
        mode: text(node, "mode")
            .and_then(|word| meaning(Mode::WORDS, word))
            .unwrap_or_default(),
        expand: text(node, "expand")
            .and_then(|word| meaning(Expand::WORDS, word))
            .unwrap_or(Expand::Auto),
        accept: items(node, "accept")
            .iter()
            .filter_map(|item| Some((by_id(item.as_str()?)?, item.span)))
            .collect(),
    }
}

fn text<'n>(node: &'n Node<'_>, key: &str) -> Option<&'n str> {
    node.at(&[key])?.as_str()
}

fn items<'n, 't>(node: &'n Node<'t>, key: &str) -> &'n [Node<'t>] {
    node.at(&[key]).map(Node::items).unwrap_or_default()
}

fn texts<'n>(node: &'n Node<'_>, key: &str) -> Option<Vec<&'n str>> {
    Some(
        node.at(&[key])?
            .items()
            .iter()
            .filter_map(Node::as_str)
            .collect(),
    )
}

fn members<'n>(node: &'n Node<'_>, key: &str) -> impl Iterator<Item = (&'n str, &'n str)> {
    let members = node.at(&[key]).map(Node::members).unwrap_or_default();
    members
        .iter()
        .filter_map(|member| Some((&*member.key, member.value.as_str()?)))
}

fn globs(node: &Node<'_>, key: &str, against: Against) -> Option<Globs> {
    Globs::new(&texts(node, key)?, against).ok()
}
