use super::make::{own_id, server_name};
use crate::hosts::SOURCES;

#[test]
fn names_are_what_every_host_takes() {
    for (name, plain) in [
        ("dev.acme/ledger.mcp", "ledger-mcp"),
        ("acme files", "acme-files"),
        ("a/", "server"),
        ("plain_name-1", "plain_name-1"),
    ] {
        assert_eq!(server_name(name), plain);
    }
    assert_eq!(own_id("my-app", "--path"), "my_app_path");
}

#[test]
fn sources_say_what_becomes_of_them() {
    for host in SOURCES {
        assert!(!host.is_target(), "{}", host.id);
        for place in host.places {
            let source = place.source.expect("a source");
            assert!(source.becomes.len() > 5, "{}", host.id);
        }
        assert!((3..=8).contains(&host.pitfalls.len()), "{}", host.id);
    }
}
