//! What people paste, and what we give them to paste.

use mcpconv::Input;
use mcpconv::internals::paste::{emitted, read};
use mcpconv::internals::syntax::parse;

pub fn paste(data: &[u8]) {
    let Some((from, to, text)) = super::chosen(data) else {
        return;
    };
    for host in [None, Some(from)] {
        if let Some((host, text)) = read(text, host) {
            // Without a host of its own, the text tells whose file it is, whatever host was named.
            let input = match host {
                Some(host) => Ok(super::input(host, &text)),
                None => Input::detect(None, &text),
            };
            let parses = |input: &Input<'_>| parse(input.text, input.place.language).is_ok();
            assert!(
                input.is_ok_and(|input| parses(&input)),
                "not a config file: {text}"
            );
        }
    }
    let input = super::input(to, text);
    for line in emitted(to, input.place, input.text) {
        let broken = |c: char| c.is_control() && c != '\n' && c != '\t';
        assert!(!line.contains(broken), "a control character: {line:?}");
    }
}
