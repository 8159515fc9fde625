//! An address taken apart, with the place of each part.
//!
//! References are opaque: whatever stands inside `${…}` and its like parts nothing, and a part that holds one is not
//! known. An address that starts with a reference is open: its scheme and its host may come from there.

use std::borrow::Cow;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops::Range;

use super::refs::{RefForm, refs};
use crate::hints::scheme_end;
use crate::launch::loopback;

/// An address. Ranges are bytes of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Url<'t> {
    text: &'t str,
    /// The scheme, without `://`; nothing where a reference holds it.
    pub(crate) scheme: Option<Range<usize>>,
    /// What stands in front of `@`.
    pub(crate) userinfo: Option<Range<usize>>,
    /// The host, without the brackets of IPv6. Empty where there is none, or where a reference holds it with the scheme.
    pub(crate) host: Range<usize>,
    /// The port, without its colon.
    pub(crate) port: Option<Range<usize>>,
    /// From the first slash to the query.
    pub(crate) path: Range<usize>,
    /// Behind `?`.
    pub(crate) query: Option<Range<usize>>,
    refs: Vec<Range<usize>>,
}

/// A named value of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct QueryPair {
    /// The name.
    pub(crate) name: Range<usize>,
    /// The value, which may be empty.
    pub(crate) value: Range<usize>,
}

impl<'t> Url<'t> {
    /// Takes `text` apart; nothing if it has no scheme and does not start with a reference that could hold one.
    pub(crate) fn parse(text: &'t str) -> Option<Self> {
        let is_escape =
            |name: &str| name.len() == 2 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        let refs: Vec<_> = refs(text)
            .into_iter()
            .filter(|found| !(found.form == RefForm::Percent && is_escape(found.name)))
            .map(|found| found.range)
            .collect();
        // The same bytes, but for those of references, so that a place here is a place there.
        let mut plain = Cow::Borrowed(text);
        for range in &refs {
            plain
                .to_mut()
                .replace_range(range.clone(), &"x".repeat(range.len()));
        }
        // Blanks within a reference are a part of it.
        let start = plain.len() - plain.trim_start().len();
        let end = plain.trim_end().len().max(start);
        let find = |range: Range<usize>, marks: &[u8]| {
            let mut bytes = plain.as_bytes()[range.clone()].iter();
            let found = bytes.position(|byte| marks.contains(byte));
            found.map_or(range.end, |at| range.start + at)
        };
        let open = refs.first().is_some_and(|first| first.start == start);
        let known = scheme_end(&plain[start..end])
            .filter(|at| is_scheme(&plain[start..start + at]))
            .map(|at| start + at);
        let (scheme, from) = match known {
            Some(at) => ((!open).then_some(start..at), at + 3),
            // `${BASE}/mcp`: the path is all that can be seen, and behind a host of its own it starts at the slash.
            None if open => (None, refs.first().map_or(start, |first| first.end)),
            None => return None,
        };
        let authority = from..find(from..end, b"/\\?#");
        let path_end = find(authority.end..end, b"?#");
        let query = plain[path_end..end]
            .starts_with('?')
            .then(|| path_end + 1..find(path_end + 1..end, b"#"));
        let mut url = Self {
            text,
            scheme,
            userinfo: None,
            host: from..from,
            port: None,
            path: authority.end..path_end,
            query,
            refs,
        };
        if known.is_some() {
            url.authority(&plain, authority);
        }
        Some(url)
    }

    fn authority(&mut self, plain: &str, range: Range<usize>) {
        let at = plain[range.clone()].rfind('@').map(|at| range.start + at);
        self.userinfo = at.map(|at| range.start..at);
        let from = at.map_or(range.start, |at| at + 1);
        let rest = &plain[from..range.end];
        let (host, behind) = match rest.strip_prefix('[').and_then(|inner| inner.find(']')) {
            Some(length) => (from + 1..from + 1 + length, from + length + 2),
            None => {
                let end = rest.find(':').map_or(range.end, |at| from + at);
                (from..end, end)
            }
        };
        self.host = host;
        self.port = plain[behind..range.end]
            .starts_with(':')
            .then_some(behind + 1..range.end);
    }

    /// The text of a part.
    pub(crate) fn get(&self, range: &Range<usize>) -> &'t str {
        self.text.get(range.clone()).unwrap_or_default()
    }

    /// Whether a reference is in a part, so that what it says is not known.
    pub(crate) fn is_open(&self, range: &Range<usize>) -> bool {
        let next = self.refs.partition_point(|found| found.end <= range.start);
        self.refs
            .get(next)
            .is_some_and(|found| found.start < range.end)
    }

    /// Whether a reference stands at the start, and may hold the scheme and the host.
    pub(crate) fn starts_open(&self) -> bool {
        self.scheme.is_none()
    }

    /// Whether the scheme is this one.
    pub(crate) fn has_scheme(&self, scheme: &str) -> bool {
        self.scheme
            .as_ref()
            .is_some_and(|range| self.get(range).eq_ignore_ascii_case(scheme))
    }

    /// The host, if it is known.
    pub(crate) fn host(&self) -> Option<&'t str> {
        (!self.host.is_empty() && !self.is_open(&self.host)).then(|| self.get(&self.host))
    }

    /// The places of the parts of the path that are not empty.
    pub(crate) fn segments(&self) -> impl DoubleEndedIterator<Item = Range<usize>> {
        let Self {
            path, refs, text, ..
        } = self;
        let mut cuts = vec![path.start];
        // They are in order, and apart from each other.
        let inside = |at: usize| {
            let behind = refs.partition_point(|found| found.start <= at);
            refs[..behind]
                .last()
                .is_some_and(|found| found.contains(&at))
        };
        for (at, _) in text
            .get(path.clone())
            .unwrap_or_default()
            .match_indices(['/', '\\'])
        {
            if !inside(path.start + at) {
                cuts.extend([path.start + at, path.start + at + 1]);
            }
        }
        cuts.push(path.end);
        let parts: Vec<_> = cuts
            .chunks(2)
            .filter_map(|cut| Some(*cut.first()?..*cut.get(1)?))
            .filter(|part| !part.is_empty())
            .collect();
        parts.into_iter()
    }

    /// The last part of the path, with its place.
    pub(crate) fn last_segment(&self) -> Option<(Range<usize>, &'t str)> {
        self.segments()
            .next_back()
            .map(|range| (range.clone(), self.get(&range)))
    }

    /// The names and values of the query.
    pub(crate) fn pairs(&self) -> Vec<QueryPair> {
        let Some(query) = &self.query else {
            return Vec::new();
        };
        let marks = self
            .get(query)
            .char_indices()
            .map(|(at, mark)| (query.start + at, mark))
            .filter(|(at, _)| !self.is_open(&(*at..at + 1)));
        let (mut pairs, mut start, mut equals) = (Vec::new(), query.start, None);
        for (at, mark) in marks.chain([(query.end, '&')]) {
            match mark {
                '&' | ';' => {
                    let name = start..equals.unwrap_or(at);
                    if !name.is_empty() {
                        pairs.push(QueryPair {
                            name,
                            value: equals.map_or(at, |equals: usize| equals + 1)..at,
                        });
                    }
                    (start, equals) = (at + 1, None);
                }
                '=' => equals = equals.or(Some(at)),
                _ => {}
            }
        }
        pairs
    }

    /// Whether the host is this machine.
    pub(crate) fn is_loopback(&self) -> bool {
        self.host().is_some_and(loopback)
    }

    /// Whether the host is only known in one network: this machine, a name without a dot, a private address.
    pub(crate) fn is_private(&self) -> bool {
        self.host()
            .is_some_and(|host| loopback(host) || is_private(host))
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

fn is_private(host: &str) -> bool {
    if let Ok(address) = host.parse::<Ipv4Addr>() {
        // 100.64.0.0/10 is shared address space, which private networks of machines use.
        return address.is_private()
            || address.is_link_local()
            || matches!(address.octets(), [100, 64..128, ..]);
    }
    if let Ok(address) = host.parse::<Ipv6Addr>() {
        return address.is_unique_local() || address.is_unicast_link_local();
    }
    let host = host.strip_suffix('.').unwrap_or(host);
    let ending = host.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_none_or(|ending| {
        ["local", "internal", "lan", "home", "corp", "intranet"]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(ending))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scheme, userinfo, host, port, path and query, parted by bars.
    fn shown(text: &str) -> Option<String> {
        let url = Url::parse(text)?;
        let get = |range: &Option<Range<usize>>| range.as_ref().map_or("-", |range| url.get(range));
        Some(
            [
                get(&url.scheme),
                get(&url.userinfo),
                url.get(&url.host),
                get(&url.port),
                url.get(&url.path),
                get(&url.query),
            ]
            .join("|"),
        )
    }

    #[test]
    fn parts_are_told_apart() {
        for (text, parts) in [
            ("https://h.dev/a/b?x=1&y#f", "https|-|h.dev|-|/a/b|x=1&y"),
            ("http://u:p@ss@h:80", "http|u:p@ss|h|80||-"),
            ("ws://[::1]:9/x?", "ws|-|::1|9|/x|"),
            (
                "https://${HOST:-a/b}:${PORT}/mcp",
                "https|-|${HOST:-a/b}|${PORT}|/mcp|-",
            ),
            ("${BASE:-https://h}/mcp?k=${K}", "-|-||-|/mcp|k=${K}"),
            ("${SCHEME}://h/x", "-|-|h|-|/x|-"),
            ("https://h\\@localhost/", "https|-|h|-|\\@localhost/|-"),
            (" https://h ", "https|-|h|-||-"),
            ("https://h/%E4%B8%AD", "https|-|h|-|/%E4%B8%AD|-"),
        ] {
            assert_eq!(shown(text).as_deref(), Some(parts), "{text}");
        }
        for text in [
            "",
            "h.dev/mcp",
            "localhost:3000/mcp",
            "/mcp",
            "1://x",
            "a b://x",
        ] {
            assert_eq!(shown(text), None, "{text}");
        }
    }

    #[test]
    fn paths_and_queries_are_cut_outside_references() {
        let text = "https://h//a/${B:-x/y}/sse/?k=v&t=${T:-a&b=c}&=z&e&u==";
        let url = Url::parse(text).unwrap();
        assert_eq!(
            url.segments().map(|range| &text[range]).collect::<Vec<_>>(),
            ["a", "${B:-x/y}", "sse"]
        );
        assert_eq!(url.last_segment().map(|(_, text)| text), Some("sse"));
        let pairs: Vec<_> = url
            .pairs()
            .into_iter()
            .map(|pair| (&text[pair.name], &text[pair.value]))
            .collect();
        assert_eq!(
            pairs,
            [("k", "v"), ("t", "${T:-a&b=c}"), ("e", ""), ("u", "=")]
        );
    }

    #[test]
    fn hosts_of_one_network_are_private() {
        for text in [
            "http://localhost",
            "http://nas/x",
            "http://10.0.0.1",
            "http://172.20.1.1:8",
            "http://[fd00::1]/",
            "http://db.local",
            "http://a.internal.",
        ] {
            assert!(Url::parse(text).unwrap().is_private(), "{text}");
        }
        for text in [
            "http://h.dev",
            "http://8.8.8.8",
            "http://172.32.0.1",
            "http://[2001:db8::1]",
            "http://${HOST}",
            "${BASE}/x",
            "http://",
        ] {
            assert!(!Url::parse(text).unwrap().is_private(), "{text}");
        }
    }

    #[test]
    fn a_reference_that_ends_with_blanks_is_kept_whole() {
        assert_eq!(shown("!pass   "), Some("-|-||-||-".to_owned()));
    }
}
