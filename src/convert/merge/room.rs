//! Where a host takes nothing for servers, or would refuse it, there is room for some.

use crate::convert::Target;
use crate::edit::{self, Change, Step};
use crate::host::Host;
use crate::syntax::{Document, Out, OutValue, Tree};

/// The text of a document with a `null` where the servers belong, with room for them in its stead.
pub(in crate::convert) fn opened(
    document: &Document<'_>,
    target: &Target<'_>,
    host: &Host,
) -> Option<String> {
    let top = document.root.as_ref()?;
    let roots = target.place.roots.iter();
    let ways = roots.flat_map(|root| (1..=root.len()).map(|end| root.split_at(end)));
    let is_null = |path: &[&str]| {
        let node = top.at(path);
        node.is_some_and(|node| matches!(node.value, Tree::Null))
    };
    let (path, rest) = { ways }.find(|(path, _)| is_null(path))?;
    let room = match rest.is_empty() && target.place.list {
        true => OutValue::Array(Vec::new()),
        false => OutValue::Object(Vec::new()),
    };
    let path = path.iter().map(|key| Step::Key((*key).to_owned()));
    let change = Change::Set(path.collect(), Out::added(room));
    edit::edit(target.text, target.place.language, &[change], &host.style).ok()
}
