//! Whose each string of a file is, to be asked for every credential in it.

use std::collections::HashMap;

use super::{File, LintServer};
use crate::model::Slot;
use crate::syntax::Span;

/// What is known of all strings of a file.
#[derive(Debug)]
pub(crate) struct Owners {
    texts: HashMap<Span, Owned>,
    /// The servers stand in the order of the list.
    sorted: bool,
}

/// The server that has a string.
#[derive(Clone, Copy, Debug)]
struct Owned {
    server: usize,
    slot: Slot,
    /// Where it is among the arguments.
    arg: Option<usize>,
}

/// A string of a server.
pub(crate) struct TextOwner<'s, 'a> {
    pub(crate) server: &'s LintServer<'a>,
    pub(crate) slot: Option<Slot>,
    /// The argument in front of it.
    pub(crate) before: Option<&'a str>,
}

/// A server with more fields than this has strings that nobody asks the use of.
const MOST_FIELDS: usize = 1000;

impl Owners {
    fn new(servers: &[LintServer<'_>]) -> Self {
        let mut texts = HashMap::new();
        for (at, server) in servers.iter().enumerate() {
            for text in server.texts() {
                texts.entry(text.span).or_insert(Owned {
                    server: at,
                    slot: text.slot,
                    arg: None,
                });
            }
            for (arg, text) in server.args.iter().enumerate() {
                if let Some(owned) = texts.get_mut(&text.span).filter(|it| it.server == at) {
                    owned.arg.get_or_insert(arg);
                }
            }
        }
        Self {
            texts,
            sorted: in_order(servers),
        }
    }
}

impl<'a> File<'a> {
    /// The first server that the string at `value` belongs to.
    pub(crate) fn owner_of(&self, value: Span) -> Option<TextOwner<'_, 'a>> {
        let owners = self.owners.get_or_init(|| Owners::new(&self.servers));
        let within = |server: &LintServer<'_>| server.node.span.contains(value);
        let around = around(&self.servers, value, owners.sorted, within);
        let owned = owners.texts.get(&value);
        let owned = owned.filter(|it| around.is_none_or(|around| it.server <= around));
        let server = &self.servers[owned.map(|it| it.server).or(around)?];
        let field = || {
            let mut fields = server.fields.iter().take(MOST_FIELDS);
            fields.find(|at| at.member.value.span.contains(value))?.slot
        };
        let before = owned.and_then(|it| it.arg?.checked_sub(1));
        Some(TextOwner {
            server,
            slot: owned.map(|it| it.slot).or_else(field),
            before: before.map(|at| server.args[at].text),
        })
    }
}

/// Whether the servers stand in the order of the list.
pub(crate) fn in_order(servers: &[LintServer<'_>]) -> bool {
    servers.is_sorted_by_key(|server| server.node.span.start)
}

/// The first server that `holds` what is at `span`. In a list that is `sorted`, only the last one that starts before can,
/// or the one whose name is next.
pub(crate) fn around(
    servers: &[LintServer<'_>],
    span: Span,
    sorted: bool,
    holds: impl Fn(&LintServer<'_>) -> bool,
) -> Option<usize> {
    let near = match sorted {
        true => {
            let next = servers.partition_point(|server| server.node.span.start <= span.start);
            next.saturating_sub(1)..(next + 1).min(servers.len())
        }
        false => 0..servers.len(),
    };
    near.into_iter().find(|at| holds(&servers[*at]))
}
