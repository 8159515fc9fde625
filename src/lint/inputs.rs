//! The questions a file asks its user, and where the answers go.

use super::file::File;
use super::refs::{RefForm, refs};
use crate::syntax::{Node, Span};

/// Where the answer to a question goes.
#[derive(Debug)]
pub(crate) struct Use<'a> {
    /// The question's id.
    pub(crate) id: &'a str,
    /// Where it is referred to.
    pub(crate) span: Span,
    /// The key that the string stands under.
    pub(crate) key: Option<&'a str>,
}

/// So many references of one text have a place of their own; of the others the place is the whole text.
const MOST_PLACED: usize = 16;

/// Every reference to a question in the document, in order.
pub(crate) fn uses<'a>(file: &File<'a>) -> Vec<Use<'a>> {
    let mut list = Vec::new();
    if !file.text.contains("input:") {
        return list;
    }
    file.strings(&mut |key, node| {
        let Some(text) = node.as_str().filter(|text| text.contains("${input:")) else {
            return;
        };
        let references = refs(text)
            .into_iter()
            .filter(|reference| reference.form == RefForm::Input);
        for (number, reference) in references.enumerate() {
            // To find its bytes takes as long as the text.
            let span = if number < MOST_PLACED {
                file.part_of(node, reference.range)
            } else {
                node.span
            };
            list.push(Use {
                id: reference.name,
                span,
                key,
            });
        }
    });
    list
}

/// The items of the list of questions.
pub(crate) fn questions<'a>(file: &File<'a>) -> &'a [Node<'a>] {
    file.found.prompts.map(Node::items).unwrap_or_default()
}

/// The id of a question.
pub(crate) fn id<'a>(item: &'a Node<'a>) -> Option<&'a str> {
    item.member("id").and_then(|member| member.value.as_str())
}
