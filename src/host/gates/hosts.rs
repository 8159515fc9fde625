//! Lists of hosts that URLs of servers may have: `example.com`, `*.example.com`, with or without a scheme and a port.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::ReadGate;
use crate::hints::scheme_end;
use crate::model::{Entry, Part, Raw, Server, Slot, Template, Value};
use crate::syntax::Node;

impl ReadGate<'_, '_, '_> {
    /// Disables a server whose URL has a host that is not listed. Where only the host can tell, the list is kept as a limit.
    pub(super) fn limit_hosts(&self, server: &mut Server) {
        let node = self.found.node;
        let Some(url) = server.text(Slot::Url).filter(|_| !node.items().is_empty()) else {
            return server.implied.push(node.span);
        };
        match origin_of(url) {
            Some(origin) if texts(node).any(|item| origin.fits(item)) => {
                node.each_leaf(&mut |leaf| server.implied.push(leaf.span));
            }
            Some(_) => self.disable(server, node.span),
            None => server.entries.push(Entry {
                slot: Slot::Limit,
                field: format!("/{}", self.field()).into(),
                key_span: node.span,
                span: node.span,
                value: Value::Raw(Raw::from_node(node)),
            }),
        }
    }
}

/// Whether a URL leads to a private host: one of `names`, of this machine, or of a private network.
pub(crate) fn is_private(url: &str, names: &[&str]) -> bool {
    Origin::new(url).is_some_and(|origin| {
        let host = origin.host.as_str();
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let ending = |name: &&&str| name.starts_with('.') && host.ends_with(**name);
        names.contains(&host)
            || names.iter().any(|name| ending(&name))
            || bare.parse().is_ok_and(is_private_v4)
            || bare.parse::<Ipv6Addr>().is_ok_and(|address| {
                let mapped = address.to_ipv4_mapped();
                address.is_loopback()
                    || address.is_unspecified()
                    || address.is_unique_local()
                    || address.is_unicast_link_local()
                    || mapped.is_some_and(is_private_v4)
            })
    })
}

fn is_private_v4(address: Ipv4Addr) -> bool {
    matches!(
        address.octets(),
        [0 | 10 | 127 | 224.., ..]
            | [100, 64..128, ..]
            | [169, 254, ..]
            | [172, 16..32, ..]
            | [192, 168, ..]
            | [192, 0, 0, _]
            | [198, 18..20, ..]
    )
}

/// Whether a list of hosts names the one of `url`.
pub(crate) fn names_host(list: &[String], url: &str) -> bool {
    Origin::new(url).is_some_and(|origin| list.iter().any(|item| origin.fits(item)))
}

/// The items of a list of hosts.
fn texts<'n>(list: &'n Node<'_>) -> impl Iterator<Item = &'n str> {
    list.items().iter().filter_map(Node::as_str)
}

/// What of a URL lists of hosts are compared with.
struct Origin {
    scheme: Option<String>,
    /// Without `www.`.
    host: String,
    port: Option<String>,
}

impl Origin {
    fn new(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        let (scheme, rest) = match scheme_end(&text) {
            Some(at) => (Some(text[..at].to_owned()), &text[at + "://".len()..]),
            None => (None, &*text),
        };
        let authority = rest.split(['/', '\\', '?', '#']).next()?;
        let authority = authority.rsplit('@').next()?;
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, Some(port.to_owned())),
            _ => (authority, None),
        };
        let host = host.strip_prefix("www.").unwrap_or(host).to_owned();
        (!host.is_empty()).then_some(Self { scheme, host, port })
    }

    /// Whether an item of a list is about it: by its host, and by scheme and port where the item has them.
    fn fits(&self, item: &str) -> bool {
        let Some(listed) = Self::new(item) else {
            return false;
        };
        let host = match listed.host.strip_prefix("*.") {
            Some(base) => {
                let below = self.host.strip_suffix(base);
                below.is_some_and(|below| below.is_empty() || below.ends_with('.'))
            }
            None => self.host == listed.host,
        };
        let scheme = listed.scheme.is_none() || self.scheme == listed.scheme;
        // A port that a scheme has anyway is no part of an origin.
        let usual = match self.scheme.as_deref() {
            Some("http" | "ws") => "80",
            _ => "443",
        };
        let port = self.port.as_deref().filter(|port| *port != usual);
        host && scheme && (listed.port.is_none() || port == listed.port.as_deref())
    }
}

/// The scheme, host and port of a URL, unless a reference decides about them.
fn origin_of(url: &Template) -> Option<Origin> {
    if let Some(text) = url.as_literal() {
        return Origin::new(text);
    }
    let Some(Part::Text(start)) = url.parts.first() else {
        return None;
    };
    let after = scheme_end(start).map(|at| &start[at + "://".len()..])?;
    after
        .contains(['/', '?', '#'])
        .then(|| Origin::new(start))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_listed_with_schemes_ports_and_stars() {
        for (item, url, fits) in [
            ("example.com", "https://example.com/mcp", true),
            ("example.com", "http://WWW.example.com:8080/mcp", true),
            ("example.com", "https://api.example.com/mcp", false),
            ("*.example.com", "https://api.example.com/mcp", true),
            ("*.example.com", "https://example.com/mcp", true),
            ("*.example.com", "https://badexample.com/mcp", false),
            ("https://example.com", "http://example.com/mcp", false),
            ("https://example.com", "https://example.com:8443/mcp", true),
            ("example.com:8443", "https://example.com:8443/mcp", true),
            ("example.com:8443", "https://example.com/mcp", false),
            ("example.com:443", "https://example.com:443/mcp", false),
            ("localhost", "http://localhost:3000", true),
        ] {
            assert_eq!(names_host(&[item.to_owned()], url), fits, "{item} {url}");
        }
    }

    #[test]
    fn private_hosts_are_those_of_a_network() {
        let names = ["localhost", ".internal"];
        for url in [
            "http://localhost:3000/mcp",
            "http://127.0.0.1/mcp",
            "http://10.1.2.3/",
            "http://[::1]:80/mcp",
            "http://box.internal/mcp",
            "http://172.20.0.2",
        ] {
            assert!(is_private(url, &names), "{url}");
        }
        for url in ["https://example.com/mcp", "http://8.8.8.8", "internal"] {
            assert!(!is_private(url, &names), "{url}");
        }
    }
}
