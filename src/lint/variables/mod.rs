//! What a host makes of the references in a string.

mod fate;
mod said;
mod words;

pub(crate) use fate::{is_plain, lost_braces};
pub(crate) use said::{consequence, container_advice};
pub(crate) use words::needs_default;

use std::cell::OnceCell;
use std::collections::HashSet;
use std::ops::Range;

use self::fate::fate;
use self::said::{shown, torn_shown};
use super::file::{File, LintServer, Text};
use super::refs::{Ref, refs, torn, unclosed};
use super::strings::{ReadBy, strings};
use crate::hints::Marks;
use crate::model::Part;
use crate::model::dialect::Dialect;
use crate::order::Order as _;
use crate::secret;
use crate::syntax::Node;

/// A reference that does not become what was meant.
#[derive(Clone, Debug)]
pub(crate) struct Stray<'t> {
    /// The bytes of the string.
    pub(crate) range: Range<usize>,
    /// How to show it: never with a value that may be secret.
    pub(crate) shown: String,
    /// The reference, unless it is none in any spelling.
    pub(crate) reference: Option<Ref<'t>>,
    /// What is wrong with it.
    pub(crate) fate: VariableFate,
}

/// Why a reference stays as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VariableFate {
    /// The host does not know the spelling; which kind of spelling.
    Unsupported(&'static str),
    /// The host knows the spelling, but not in this field, or not with text around it.
    Elsewhere,
    /// The host expands only variables that the entry lists in this field, and this is not one of them.
    Unlisted(&'static str),
    /// It is no reference in the host's grammar, though it starts like one.
    Malformed,
}

/// All references of `server` that do not become what was meant, each with its string.
pub(crate) fn strays<'s, 'a>(
    file: &File<'_>,
    server: &'s LintServer<'a>,
) -> &'s [(Text<'a>, Stray<'a>)] {
    server.astray.get_or_init(|| find_strays(file, server))
}

fn find_strays<'a>(file: &File<'_>, server: &LintServer<'a>) -> Vec<(Text<'a>, Stray<'a>)> {
    let worth = |text: &Text<'_>| {
        text.marks.has(const { Marks::new(b"${%`") })
            || text.text.starts_with('!')
            || text.text.starts_with("op://")
    };
    let mut list = Vec::new();
    let strings = strings(server, worth);
    if strings.is_empty() {
        return list;
    }
    let names = Names::new(server);
    for (text, reader) in strings {
        if !matches!(reader, ReadBy::Shell | ReadBy::Code) {
            of_text(file, server, &names, &text, reader, &mut list);
        }
    }
    list
}

/// What the entry itself says about variables, looked up for each reference.
struct Names<'s, 'a> {
    server: &'s LintServer<'a>,
    own: OnceCell<HashSet<&'a str>>,
    headers: OnceCell<HashSet<&'a str>>,
    /// The field that has to list those that references count for, and what it lists.
    listed: Option<(&'static str, HashSet<&'a str>)>,
}

impl<'s, 'a> Names<'s, 'a> {
    fn new(server: &'s LintServer<'a>) -> Self {
        let listing = server
            .kind
            .and_then(|kind| server.place.format.listing(kind));
        Self {
            server,
            own: OnceCell::new(),
            headers: OnceCell::new(),
            listed: listing.map(|listed| {
                let names = server.node.dotted(listed.names).map(Node::items);
                let names = names.unwrap_or_default().iter().filter_map(Node::as_str);
                let values = server.node.dotted(listed.values).map(Node::members);
                let values = values.unwrap_or_default().iter().map(|member| &*member.key);
                (listed.names, names.chain(values).collect())
            }),
        }
    }

    /// Whether it sets this variable.
    fn sets(&self, name: &str) -> bool {
        let own = || self.server.env.iter().map(|pair| pair.key).collect();
        self.own.get_or_init(own).contains(name)
    }

    /// Whether it sends this header.
    fn sends(&self, name: &str) -> bool {
        let headers = || self.server.headers.iter().map(|pair| pair.key).collect();
        self.headers.get_or_init(headers).contains(name)
    }
}

/// A text as its host reads it: once for all references in it.
struct TextRead<'t> {
    /// What the host replaces, in order and apart from each other.
    found: Vec<(Range<usize>, Part)>,
    /// All of it is taken for one reference, to something that no variable is called.
    swallowed: bool,
    /// What looks like a token.
    tokens: OnceCell<Vec<Range<usize>>>,
    text: &'t str,
}

impl<'t> TextRead<'t> {
    fn new(dialect: &Dialect, text: &'t str) -> Self {
        Self {
            found: dialect.references(text),
            swallowed: dialect.swallows(dialect.trimmed(text)),
            tokens: OnceCell::new(),
            text,
        }
    }

    /// What the host reads around `range`.
    fn around(&self, range: &Range<usize>) -> Option<&(Range<usize>, Part)> {
        let behind = self
            .found
            .partition_point(|(found, _)| found.start <= range.start);
        let last = self.found[..behind].last()?;
        (range.end <= last.0.end).then_some(last)
    }

    /// Whether a token is where `range` is.
    fn has_token(&self, range: &Range<usize>) -> bool {
        let tokens = self.tokens.get_or_init(|| {
            secret::find_all(self.text)
                .map(|found| found.start..found.end)
                .collect()
        });
        let behind = tokens.partition_point(|token| token.end <= range.start);
        tokens
            .get(behind)
            .is_some_and(|token| token.start < range.end)
    }
}

/// Nobody reads more about one text, and what is said about each may take as long as the text.
const MOST: usize = 16;

fn of_text<'a>(
    file: &File<'_>,
    server: &LintServer<'a>,
    names: &Names<'_, 'a>,
    text: &Text<'a>,
    reader: ReadBy,
    list: &mut Vec<(Text<'a>, Stray<'a>)>,
) {
    let dialect = file.place.format.dialect(text.slot);
    let mut known = refs(text.text);
    known.retain(|reference| !dialect.is_escaped(text.text, reference.range.start));
    let read = TextRead::new(dialect, text.text);
    let mut found = Vec::new();
    for reference in &known {
        if found.len() == MOST {
            break;
        }
        if let Some(fate) = fate(file, server, names, text, &read, reader, reference) {
            found.push(Stray {
                range: reference.range.clone(),
                shown: shown(reference, &text.text[reference.range.clone()]),
                reference: Some(reference.clone()),
                fate,
            });
        }
    }
    let taken = |at: usize| {
        known.iter().any(|reference| reference.range.contains(&at))
            || read.found.iter().any(|(range, _)| range.contains(&at))
            || dialect.is_escaped(text.text, at)
    };
    let open = match dialect.breaks.is_empty() {
        true => None,
        false => unclosed(text.text),
    };
    for range in torn(text.text, MOST)
        .into_iter()
        .chain(open)
        .filter(|range| !taken(range.start))
    {
        found.push(Stray {
            shown: torn_shown(&text.text[range.clone()]),
            range,
            reference: None,
            fate: VariableFate::Malformed,
        });
    }
    found.order_by_key(|stray| stray.range.start);
    list.extend(found.into_iter().map(|stray| (*text, stray)));
}
