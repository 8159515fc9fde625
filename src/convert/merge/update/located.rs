//! A server in the document that is changed.

use crate::convert::merge::steps::{below, with};
use crate::edit::Step;
use crate::host::{FieldWrapper, Format, Out, OutValue};
use crate::model::Transport;
use crate::syntax::{Node, dotted};

/// The fields of an entry, which may stand one level down.
pub(super) struct Located<'n, 't> {
    pub(super) path: &'n [Step],
    pub(super) node: &'n Node<'t>,
    pub(super) wrapped: Option<(FieldWrapper, &'n Node<'t>)>,
    any_case: bool,
}

impl<'n, 't> Located<'n, 't> {
    pub(super) fn new(format: &Format, path: &'n [Step], node: &'n Node<'t>) -> Self {
        let wrapper = format.wrapper;
        Self {
            path,
            node,
            wrapped: wrapper.and_then(|wrapper| Some((wrapper, wrapper.open(node)?))),
            any_case: format.any_case,
        }
    }

    /// The wrapper that a field stands in.
    fn around(&self, name: &str) -> Option<&(FieldWrapper, &'n Node<'t>)> {
        let wrapped = self.wrapped.as_ref();
        wrapped.filter(|(wrapper, _)| wrapper.holds(name) && !wrapper.leaves(name))
    }

    /// A wrapper may need the transport to be named where the host does without it elsewhere.
    pub(super) fn name_transport(&self, format: &Format, transport: Transport, out: &mut Out) {
        let needed = self.wrapped.is_some_and(|(wrapper, _)| wrapper.tagged);
        let word = format.spelling(transport).map(|spelling| spelling.word);
        if let (true, Some(tag), Some(word)) = (needed, format.transports.tag, word)
            && out.get(tag).is_none()
        {
            out.set(tag, Out::added(OutValue::String(word.to_owned())));
        }
    }

    /// The object that a field stands in.
    fn holder(&self, name: &str) -> &'n Node<'t> {
        self.around(name).map_or(self.node, |(_, inner)| *inner)
    }

    /// A field as the document spells it, where the case of its letters does not matter.
    fn spelled(&self, name: &str) -> String {
        let mut node = Some(self.holder(name));
        let mut spelled = String::new();
        for key in dotted::keys(name) {
            let mut members = node.map(Node::members).unwrap_or_default().iter().rev();
            let found = members.find(|member| member.key.eq_ignore_ascii_case(&key));
            let key = found.map_or(&*key, |member| &*member.key);
            spelled = match spelled.as_str() {
                "" => key.to_owned(),
                parents => dotted::join(parents, key),
            };
            node = found.map(|member| &member.value);
        }
        spelled
    }

    pub(super) fn get(&self, name: &str) -> Option<&'n Node<'t>> {
        match self.any_case {
            true => self.holder(name).dotted(&self.spelled(name)),
            false => self.holder(name).dotted(name),
        }
    }

    pub(super) fn path(&self, name: &str) -> Vec<Step> {
        let path = match self.around(name) {
            Some((wrapper, _)) => with(self.path, wrapper.key),
            None => self.path.to_vec(),
        };
        match self.any_case {
            true => below(&path, &self.spelled(name)),
            false => below(&path, name),
        }
    }
}
