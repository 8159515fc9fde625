//! What changes come to, taken one after the other, as a layer over the tree. Nothing is measured or printed here.

mod branch;

use std::borrow::Cow;
use std::collections::HashMap;

use super::live::Live;
use super::{Change, Step};
use crate::syntax::path::spell;
use crate::syntax::{MAX_DEPTH, Node, Out, OutValue, Tree};

/// What becomes of a value.
pub(crate) enum EditLayer<'a> {
    /// It stays as it is.
    Old(&'a Node<'a>),
    /// It is this one, whatever was there before.
    Given(&'a Out),
    /// It is a container with changes inside, or a new one that changes have put together.
    Inside(Branch<'a>),
}

/// A container with changes inside.
pub(crate) struct Branch<'a> {
    /// The container in the text; nothing for a new one.
    pub(crate) origin: Option<&'a Node<'a>>,
    /// The children in the text, in their order, and then those that were added.
    pub(crate) slots: Vec<LayerSlot<'a>>,
    find: Find<'a>,
}

/// The place of a child.
pub(crate) struct LayerSlot<'a> {
    /// Empty in a list.
    pub(crate) key: &'a str,
    /// The key is not the one in the text.
    pub(crate) renamed: bool,
    pub(crate) gone: bool,
    pub(crate) value: EditLayer<'a>,
    /// The slot before this one with the same key.
    twin: Option<usize>,
}

impl<'a> LayerSlot<'a> {
    fn new(key: &'a str, value: EditLayer<'a>) -> Self {
        Self {
            key,
            renamed: false,
            gone: false,
            value,
            twin: None,
        }
    }
}

/// The way from a step to a slot.
enum Find<'a> {
    /// The last slot of every key.
    Keys(HashMap<&'a str, usize>),
    /// The slots that are left of a list.
    Order(Live),
    /// The same of a list into which others were put, so that its slots are not in order any more.
    Mixed(Vec<usize>),
}

/// Makes `change` to the whole of a document, which is missing in a blank one.
pub(crate) fn make<'a>(root: &mut Option<EditLayer<'a>>, change: &'a Change) -> Result<(), String> {
    match change {
        Change::Set(path, out) => {
            let room = MAX_DEPTH.checked_sub(path.len());
            if room.is_none_or(|room| is_deeper(out, room)) {
                return Err(format!(
                    "{} would be nested deeper than {MAX_DEPTH} levels",
                    spell(path)
                ));
            }
            let new = || EditLayer::Inside(Branch::new(path.first()));
            set(root.get_or_insert_with(new), path, 0, out)
        }
        Change::Insert(path, items) => {
            let new = || EditLayer::Inside(Branch::new(path.first()));
            insert(root.get_or_insert_with(new), path, 0, items)
        }
        Change::Remove(path) if path.is_empty() => {
            Err("the document itself cannot be removed".into())
        }
        Change::Remove(path) => {
            if let Some(root) = root {
                remove(root, path);
            }
            Ok(())
        }
        Change::Rename(path, key) => match root {
            Some(root) => rename(root, path, 0, key),
            None => Err(format!("{} does not exist", spell(path))),
        },
    }
}

/// A new value in which `path`, from its step `from` on, leads to `out`.
pub(crate) fn grown<'a>(
    path: &'a [Step],
    from: usize,
    out: &'a Out,
) -> Result<EditLayer<'a>, String> {
    let mut layer = EditLayer::Inside(Branch::new(path.get(from)));
    set(&mut layer, path, from, out)?;
    Ok(layer)
}

/// Sets what `path` leads to; its steps before `from` have led to `layer`.
pub(crate) fn set<'a>(
    layer: &mut EditLayer<'a>,
    path: &'a [Step],
    from: usize,
    out: &'a Out,
) -> Result<(), String> {
    let mut at = layer;
    for (depth, step) in path.iter().enumerate().skip(from) {
        at.open_blank(step);
        let kind = at.kind();
        let refuse = |what: &str| {
            let (place, path) = (spell(&path[..depth]), spell(path));
            format!("{place} is {what}, so {path} cannot be set")
        };
        let branch = at.open().ok_or_else(|| refuse(kind))?;
        let length = branch.length();
        at = branch
            .slot(step, path.get(depth + 1))
            .ok_or_else(|| match length {
                Some(length) if matches!(step, Step::Index(_)) => {
                    refuse(&format!("a list of length {length}"))
                }
                _ => refuse(kind),
            })?;
    }
    *at = EditLayer::Given(out);
    Ok(())
}

/// Puts `items` where `path` leads; its steps before `from` have led to `layer`.
pub(crate) fn insert<'a>(
    layer: &mut EditLayer<'a>,
    path: &[Step],
    from: usize,
    items: &'a [Out],
) -> Result<(), String> {
    let inserted = match path.split_last() {
        Some((Step::Index(index), parents)) => layer
            .at(&parents[from..])
            .is_some_and(|branch| branch.insert(*index, items)),
        _ => false,
    };
    if inserted {
        Ok(())
    } else {
        Err(format!("nothing can be put before {}", spell(path)))
    }
}

/// Removes what `path`, which has a step, leads to within `layer`.
pub(crate) fn remove(layer: &mut EditLayer<'_>, path: &[Step]) {
    if let Some((last, parents)) = path.split_last()
        && let Some(branch) = layer.at(parents)
    {
        branch.remove(last);
    }
}

/// Gives the member that `path` leads to another key; the steps before `from` have led to `layer`.
pub(crate) fn rename<'a>(
    layer: &mut EditLayer<'a>,
    path: &[Step],
    from: usize,
    key: &'a str,
) -> Result<(), String> {
    let renamed = match path.split_last() {
        Some((Step::Key(old), parents)) => layer
            .at(&parents[from..])
            .is_some_and(|branch| branch.rename(old, key)),
        _ => false,
    };
    if renamed {
        Ok(())
    } else {
        Err(format!("{} cannot be renamed", spell(path)))
    }
}

/// The slots that `path` leads through, as far as they are in the text.
pub(crate) fn trace(layer: &mut EditLayer<'_>, path: &[Step]) -> Vec<usize> {
    let mut slots = Vec::with_capacity(path.len());
    let mut at = layer;
    for step in path {
        let Some(branch) = at.open().filter(|branch| branch.origin.is_some()) else {
            break;
        };
        let Some(slot) = branch.get(step) else { break };
        slots.push(slot);
        at = &mut branch.slots[slot].value;
    }
    slots
}

/// Whether `out` nests deeper than `room` levels. Never looks further than that.
fn is_deeper(out: &Out, room: usize) -> bool {
    let Some(below) = room.checked_sub(1) else {
        return matches!(out.value, OutValue::Array(_) | OutValue::Object(_));
    };
    match &out.value {
        OutValue::Array(items) => items.iter().any(|item| is_deeper(item, below)),
        OutValue::Object(members) => members.iter().any(|(_, value)| is_deeper(value, below)),
        _ => false,
    }
}

impl<'a> EditLayer<'a> {
    /// The value, if it is a new one.
    pub(crate) fn fresh(&self) -> Option<Cow<'a, Out>> {
        match self {
            Self::Old(_) => None,
            Self::Given(out) => Some(Cow::Borrowed(out)),
            Self::Inside(branch) => branch.fresh().map(|value| Cow::Owned(Out::added(value))),
        }
    }

    /// The container at `path`, if there is one.
    fn at(&mut self, path: &[Step]) -> Option<&mut Branch<'a>> {
        let mut at = self;
        for step in path {
            let branch = at.open()?;
            let slot = branch.get(step)?;
            at = &mut branch.slots[slot].value;
        }
        at.open()
    }

    /// A value that is left blank in the text, as YAML allows, becomes a container with a place for `step`.
    fn open_blank(&mut self, step: &Step) {
        if let Self::Old(node) = self
            && matches!(node.value, Tree::Null)
            && node.span.start == node.span.end
        {
            *self = Self::Inside(Branch {
                origin: Some(node),
                ..Branch::new(Some(step))
            });
        }
    }

    /// The container it is, ready for changes; nothing if it is none.
    fn open(&mut self) -> Option<&mut Branch<'a>> {
        let opened = match self {
            Self::Inside(branch) => return Some(branch),
            Self::Old(node) => Branch::over(node)?,
            Self::Given(out) => Branch::of(out)?,
        };
        *self = Self::Inside(opened);
        match self {
            Self::Inside(branch) => Some(branch),
            _ => None,
        }
    }

    fn kind(&self) -> &'static str {
        match self {
            Self::Old(node) => node.kind(),
            Self::Inside(Branch {
                find: Find::Keys(_),
                ..
            }) => "an object",
            Self::Inside(_) => "a list",
            Self::Given(out) => match out.value {
                OutValue::Null => "null",
                OutValue::Bool(_) => "a boolean",
                OutValue::Number(_) => "a number",
                OutValue::String(_) => "a string",
                OutValue::Array(_) => "a list",
                OutValue::Object(_) => "an object",
            },
        }
    }
}
