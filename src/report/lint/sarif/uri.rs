//! Paths as URIs.

use std::fmt::Write as _;

use serde_json::{Value, json};

/// What relative paths are relative to.
pub(super) const BASE: &str = "%SRCROOT%";

/// Where a file is. One outside of the folder in which we run has an address of its own.
pub(super) fn artifact(path: &str) -> Value {
    let drive = path
        .as_bytes()
        .get(..3)
        .is_some_and(|start| start[0].is_ascii_alphabetic() && &start[1..] == b":/");
    if path.starts_with('/') {
        json!({ "uri": format!("file://{}", encoded(path)) })
    } else if drive {
        json!({ "uri": format!("file:///{}{}", &path[..2], encoded(&path[2..])) })
    } else {
        json!({ "uri": encoded(path), "uriBaseId": BASE })
    }
}

/// `path` with everything but letters, digits, slashes and four marks written as the hexadecimal value of its bytes.
fn encoded(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_uris() {
        assert_eq!(
            artifact("a b/é%:1.json"),
            json!({ "uri": "a%20b/%C3%A9%25%3A1.json", "uriBaseId": BASE })
        );
        assert_eq!(
            artifact("/home/me/.claude.json"),
            json!({ "uri": "file:///home/me/.claude.json" })
        );
        assert_eq!(
            artifact("C:/me/a.json"),
            json!({ "uri": "file:///C:/me/a.json" })
        );
    }
}
