//! Whether a text is a path, and whether an address stays on this machine.

use std::net::{Ipv4Addr, Ipv6Addr};

use crate::hints::scheme_end;

/// Whether the text is written like a path.
///
/// `owner/name` could be a path as well as an image or a repository and does not count; `./owner/name` does, and so does
/// `folder/file.js`.
#[must_use]
pub(crate) fn path_like(text: &str) -> bool {
    let starts = ["/", "./", "../", "~", "\\\\"]
        .iter()
        .any(|start| text.starts_with(start));
    starts
        || is_drive(text)
        || text.contains(['/', '\\']) && !has_scheme(text) && !is_scoped(text) && !is_image(text)
}

/// Whether the host of an address is this machine, also as seen from within a container.
///
/// The scheme may be missing. A host that a variable decides does not count.
#[must_use]
pub(crate) fn loopback(url: &str) -> bool {
    let url = url.trim();
    let rest = scheme_end(url).map_or(url, |at| &url[at + "://".len()..]);
    // Browsers and most clients take a backslash for a slash here.
    let authority = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or(authority);
    if host.matches(':').count() > 1 || host.starts_with('[') {
        let bare = host
            .strip_prefix('[')
            .map_or(host, |rest| rest.split(']').next().unwrap_or(rest));
        return bare.parse::<Ipv6Addr>().is_ok_and(|address| {
            address.is_loopback() || address.to_ipv4_mapped().is_some_and(is_local)
        });
    }
    let host = host.split(':').next().unwrap_or(host);
    let host = host.strip_suffix('.').unwrap_or(host);
    if let Ok(address) = host.parse() {
        return is_local(address);
    }
    let below = host
        .len()
        .checked_sub(".localhost".len())
        .and_then(|at| host.get(at..));
    [
        "localhost",
        "host.docker.internal",
        "host.containers.internal",
    ]
    .iter()
    .any(|known| known.eq_ignore_ascii_case(host))
        || below.is_some_and(|ending| ending.eq_ignore_ascii_case(".localhost"))
}

fn is_local(address: Ipv4Addr) -> bool {
    address.is_loopback() || address.is_unspecified()
}

/// `C:\` or `C:/`.
pub(super) fn is_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic())
}

/// Whether the text starts with a scheme, or with a host and a port. One letter is a drive.
fn has_scheme(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, _)| {
        scheme.len() > 1
            && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
    })
}

/// `@scope/name`, with or without a version.
fn is_scoped(text: &str) -> bool {
    text.strip_prefix('@')
        .and_then(|rest| rest.split_once('/'))
        .is_some_and(|(scope, name)| {
            !scope.is_empty() && !name.is_empty() && !name.contains(['/', '\\'])
        })
}

/// Whether the text can be an image and looks more like one than like a path: it has a tag or a digest, a registry in
/// front, or just two parts and no file ending.
pub(crate) fn is_image(text: &str) -> bool {
    let (tagged, digest) = text
        .split_once('@')
        .map_or((text, None), |(tagged, digest)| (tagged, Some(digest)));
    let (folder, last) = tagged.rsplit_once('/').unwrap_or(("", tagged));
    let (last, tag) = last
        .split_once(':')
        .map_or((last, None), |(last, tag)| (last, Some(tag)));
    let registry = folder.split('/').next().unwrap_or(folder);
    let allowed = |part: &str, marks: &[u8]| {
        part.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
            && part.bytes().all(|byte| {
                byte.is_ascii_lowercase() || byte.is_ascii_digit() || marks.contains(&byte)
            })
    };
    let valid = allowed(last, b"._-")
        && folder.split('/').skip(1).all(|part| allowed(part, b"._-"))
        && allowed(registry, b"._-:");
    let hosted = registry.contains(['.', ':']) || registry == "localhost";
    let bare = !last.contains('.') && (hosted || !folder.contains('/'));
    valid && (digest.is_some() || tag.is_some() || bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        for text in [
            "/",
            "/usr/bin/x",
            "./x",
            "../x",
            "~",
            "~/x",
            "C:\\x",
            "c:/x",
            "\\\\host\\share",
            "dist/index.js",
            ".venv/bin/python",
        ] {
            assert!(path_like(text), "{text}");
        }
        for text in [
            "src\\server",
            "${workspaceFolder}/dist",
            "$HOME/x",
            "%APPDATA%\\x",
            "größe/日本.py",
            "a/b/c",
            "foo.d/bar.py",
            "Src/Main",
        ] {
            assert!(path_like(text), "{text}");
        }
    }

    #[test]
    fn not_paths() {
        for text in [
            "",
            "npx",
            "@scope/name",
            "@scope/name@1.2.3",
            "https://h/p",
            "git+ssh://h/p",
            "npm:@a/b",
            "file:./x",
            "localhost:80/x",
            "日本",
        ] {
            assert!(!path_like(text), "{text}");
        }
        for text in [
            "mcp/fetch",
            "ghcr.io/o/r",
            "ghcr.io/o/r:1.2",
            "localhost/x",
            "o/r@sha256:00",
            "h.example:5000/a/b",
        ] {
            assert!(!path_like(text), "{text}");
        }
    }

    #[test]
    fn loopback_addresses() {
        for url in [
            "http://localhost",
            "HTTP://LocalHost:3000/x",
            "http://a.localhost/",
            "http://127.8.9.1:1",
            "http://[::1]:80/x",
            "ws://0.0.0.0:1",
        ] {
            assert!(loopback(url), "{url}");
        }
        for url in [
            "http://host.docker.internal:1/",
            "http://host.containers.internal",
            "localhost:3000",
            "http://u:p@localhost/",
            "http://localhost./",
            "::1",
        ] {
            assert!(loopback(url), "{url}");
        }
    }

    #[test]
    fn other_addresses() {
        for url in [
            "",
            "http://",
            "https://example.com",
            "http://localhost@example.com/",
            "http://localhost.example.com",
            "http://example.com/?x=@localhost",
        ] {
            assert!(!loopback(url), "{url}");
        }
        for url in [
            "http://127.0.0.1.example.com",
            "http://example.com#@localhost",
            "http://${HOST}:1",
            "http://10.0.0.1",
            "http://[::2]",
            "http://日本localhost",
        ] {
            assert!(!loopback(url), "{url}");
        }
        assert!(!loopback("http://example.com\\@localhost/"));
    }
}
