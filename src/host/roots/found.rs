//! What is found in a document: servers, gates, and what hides them.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::{NOT_A_MAP, fault};
use crate::diagnostic::Diagnostic;
use crate::host::{Field, GateKind, Ids};
use crate::syntax::path::{push_key, push_pointer};
use crate::syntax::{Member, Node, Span, Step};

/// What a place holds.
#[derive(Debug, Default)]
pub(crate) struct FoundServers<'n, 't> {
    /// The servers, in source order.
    pub(crate) servers: Vec<ServerEntry<'n, 't>>,
    /// Where they should be, in a root without any.
    pub(crate) empty: Option<Span>,
    /// A list that stands in the place of the map of servers, and whose positions are their names.
    pub(crate) numbered: Option<Span>,
    /// The roots they were found under, as paths.
    pub(crate) roots: Vec<Vec<&'n str>>,
    /// Gates that are there.
    pub(crate) gates: Vec<FoundGate<'n, 't>>,
    /// The list of questions.
    pub(crate) prompts: Option<&'n Node<'t>>,
    /// Keys on the way to the servers that stand again further down, so that nobody reads what is in them.
    pub(crate) hidden: Vec<Hidden<'n, 't>>,
    /// What the document was before it was put into the words of a config file.
    pub(crate) origin: Option<&'n Node<'t>>,
    /// The host does without the whole file.
    pub(crate) dropped: bool,
    /// Where gates name servers, by their names in small letters.
    pub(super) mentions: OnceCell<HashMap<String, Vec<Span>>>,
    /// Whether there are gates that name servers in another way: by patterns, or within the ids of tools.
    pub(super) vague: OnceCell<bool>,
}

impl FoundServers<'_, '_> {
    /// Where lists outside of the servers name this one.
    pub(crate) fn mentions(&self, name: &str) -> &[Span] {
        let mentions = self.mentions.get_or_init(|| {
            let mut mentions: HashMap<String, Vec<Span>> = HashMap::new();
            for item in self.gates.iter().flat_map(|gate| gate.node.items()) {
                if let Some(name) = item.as_str() {
                    let known = mentions.entry(name.to_ascii_lowercase());
                    known.or_default().push(item.span);
                }
            }
            mentions
        });
        let known = mentions.get(&name.to_ascii_lowercase());
        known.map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether something outside of the servers may speak of this one by its name.
    pub(crate) fn may_name(&self, name: &str) -> bool {
        let pattern = |item: &Node<'_>| {
            let text = item.as_str();
            text.is_none_or(|text| text.contains(['*', '?', '@', '/']))
        };
        let vague = || {
            let mut gates = self.gates.iter().filter(|gate| !gate.kind.is_for_all());
            gates.any(|gate| match gate.kind {
                GateKind::Off | GateKind::Only => gate.node.items().iter().any(pattern),
                _ => !(gate.node.items().is_empty() && gate.node.members().is_empty()),
            })
        };
        !self.mentions(name).is_empty() || *self.vague.get_or_init(vague)
    }
}

/// A key that a later one of the same name hides.
#[derive(Debug)]
pub(crate) struct Hidden<'n, 't> {
    pub(crate) path: Vec<&'n str>,
    pub(crate) member: &'n Member<'t>,
    pub(crate) winner: Span,
    /// The root that is read instead of this one, where only one is.
    pub(crate) instead: Option<&'static [&'static str]>,
}

/// A server's place in the tree.
#[derive(Debug)]
pub(crate) struct ServerEntry<'n, 't> {
    pub(crate) name: &'n str,
    pub(crate) name_span: Span,
    pub(crate) node: &'n Node<'t>,
    /// Which of the roots.
    pub(crate) root: usize,
    /// The key that it stands under, if that is not its name.
    pub(crate) key: Option<&'n str>,
    /// The position in a list.
    pub(crate) index: Option<usize>,
    /// The document itself is this server.
    pub(crate) whole: bool,
    /// It stands in the map inside of the map.
    pub(crate) inner: bool,
    /// A later entry of the same map that has the same name, and therefore wins.
    pub(crate) shadowed_by: Option<Span>,
}

/// A gate's place in the tree.
#[derive(Debug)]
pub(crate) struct FoundGate<'n, 't> {
    pub(crate) kind: GateKind,
    pub(crate) path: Vec<&'n str>,
    pub(crate) node: &'n Node<'t>,
    /// The root it speaks of, where there are several; all of them otherwise.
    pub(crate) root: Option<usize>,
}

impl<'n> ServerEntry<'n, '_> {
    /// The JSON pointer of the server.
    pub(crate) fn pointer(&self, roots: &[Vec<&str>]) -> String {
        let mut pointer = pointer(&roots[self.root]);
        if self.whole {
            return pointer;
        }
        push_pointer(&mut pointer, &[self.step::<&str>()]);
        pointer
    }

    /// The step from the map or the list of servers to this one.
    pub(crate) fn step<S: From<&'n str>>(&self) -> Step<S> {
        let key = || Step::Key(self.key.unwrap_or(self.name).into());
        self.index.map_or_else(key, Step::Index)
    }
}

/// The name that an entry itself has, where its host goes by that, and where it is another than the key to the host too.
pub(super) fn own_name<'n>(
    member: &'n Member<'_>,
    field: &Field,
    ids: Option<Ids>,
) -> Option<&'n str> {
    let node = &member.value.member(field.name)?.value;
    let name = node.as_str().filter(|name| !name.is_empty())?;
    let id = |name: &str| ids.map_or_else(|| name.to_owned(), |ids| ids.id(name));
    (id(name) != id(&member.key)).then_some(name)
}

/// A path through objects as a JSON pointer.
pub(crate) fn pointer(path: &[&str]) -> String {
    let mut pointer = String::new();
    for key in path {
        push_key(&mut pointer, key);
    }
    pointer
}

impl FoundServers<'_, '_> {
    /// Whether servers can be added where these are.
    ///
    /// # Errors
    /// They are a list, which can be read and has no room for a name.
    pub(crate) fn can_grow(&self) -> Result<(), Box<Diagnostic>> {
        match self.numbered {
            Some(span) => Err(fault(span, NOT_A_MAP.to_owned())),
            None => Ok(()),
        }
    }
}
