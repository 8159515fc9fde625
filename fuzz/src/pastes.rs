//! What people paste, and what we give them to paste.

use mcpconv::internals::paste::{emitted, read};
use mcpconv::internals::syntax::parse;

pub fn paste(data: &[u8]) {
    let Some((from, to, text)) = super::chosen(data) else {
        return;
    };
    for host in [None, Some(from)] {
        if let Some((host, text)) = read(text, host) {
            let host = host.unwrap_or(from);
            let language = super::input(host, &text).place.language;
            assert!(parse(&text, language).is_ok(), "not a config file: {text}");
        }
    }
    let input = super::input(to, text);
    for line in emitted(to, input.place, input.text) {
        let broken = |c: char| c.is_control() && c != '\n' && c != '\t';
        assert!(!line.contains(broken), "a control character: {line:?}");
    }
}
