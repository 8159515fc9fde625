//! What the changes come to, taken one after the other, as a layer over the tree. Nothing is measured or printed here.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::edit::{Change, Step};
use crate::host::{Out, OutValue};
use crate::syntax::{MAX_DEPTH, Member, Node, Value};

/// What becomes of a value.
pub(super) enum Plan<'a> {
    /// It stays as it is.
    Old(&'a Node<'a>),
    /// It is this one, whatever was there before.
    Given(&'a Out),
    /// It is a container with changes inside, or a new one that changes have put together.
    Inside(Branch<'a>),
}

/// A container with changes inside.
pub(super) struct Branch<'a> {
    /// The container in the text; nothing for a new one.
    pub(super) origin: Option<&'a Node<'a>>,
    /// The children in the text, in their order, and then those that were added.
    pub(super) slots: Vec<Slot<'a>>,
    find: Find<'a>,
}

/// The place of a child.
pub(super) struct Slot<'a> {
    /// Empty in a list.
    pub(super) key: &'a str,
    pub(super) gone: bool,
    pub(super) value: Plan<'a>,
    /// The slot before this one with the same key.
    twin: Option<usize>,
}

/// The way from a step to a slot.
enum Find<'a> {
    /// The last slot of every key.
    Keys(HashMap<&'a str, usize>),
    /// The slots that are left of a list. Taking one out moves those behind it, so that many items are best removed from
    /// the end.
    Order(Vec<usize>),
}

/// Makes `changes` to `root`, which is missing in a blank document.
pub(super) fn plan<'a>(
    root: Option<&'a Node<'a>>,
    changes: &'a [Change],
) -> Result<Option<Plan<'a>>, String> {
    let mut plan = root.map(Plan::Old);
    for change in changes {
        match change {
            Change::Set(path, out) => set(&mut plan, path, out)?,
            Change::Remove(path) => {
                let Some((last, parents)) = path.split_last() else {
                    return Err("the document itself cannot be removed".into());
                };
                if let Some(branch) = plan.as_mut().and_then(|plan| plan.at(parents)) {
                    branch.remove(last);
                }
            }
        }
    }
    Ok(plan)
}

fn set<'a>(plan: &mut Option<Plan<'a>>, path: &'a [Step], out: &'a Out) -> Result<(), String> {
    if MAX_DEPTH
        .checked_sub(path.len())
        .is_none_or(|room| is_deeper(out, room))
    {
        return Err(format!(
            "`{}` would be nested deeper than {MAX_DEPTH} levels",
            spell(path)
        ));
    }
    let mut at = plan.get_or_insert_with(|| Plan::Inside(Branch::new(path.first())));
    for (depth, step) in path.iter().enumerate() {
        let kind = at.kind();
        let refuse = |what: &str| match depth {
            0 => format!("the document is {what}, so `{}` cannot be set", spell(path)),
            _ => format!(
                "`{}` is {what}, so `{}` cannot be set",
                spell(&path[..depth]),
                spell(path)
            ),
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
    *at = Plan::Given(out);
    Ok(())
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

/// A path as people write it.
fn spell(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Index(index) => text.push_str(&format!("[{index}]")),
            Step::Key(key) => {
                if !text.is_empty() {
                    text.push('.');
                }
                let plain = !key.is_empty()
                    && !key
                        .contains(|c: char| matches!(c, '.' | '[' | '`' | '"') || c.is_control());
                text.push_str(&if plain {
                    key.clone()
                } else {
                    format!("{key:?}")
                });
            }
        }
    }
    text
}

impl<'a> Plan<'a> {
    /// The value, if it is a new one.
    pub(super) fn fresh(&self) -> Option<Cow<'a, Out>> {
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

impl<'a> Branch<'a> {
    /// An empty container that has a place for `step`.
    fn new(step: Option<&Step>) -> Self {
        let find = match step {
            Some(Step::Index(_)) => Find::Order(Vec::new()),
            _ => Find::Keys(HashMap::new()),
        };
        Self {
            origin: None,
            slots: Vec::new(),
            find,
        }
    }

    fn over(node: &'a Node<'a>) -> Option<Self> {
        match &node.value {
            Value::Array(items) => Some(Self::list(Some(node), items.iter().map(Plan::Old))),
            Value::Object(members) => Some(Self::map(
                Some(node),
                members
                    .iter()
                    .map(|Member { key, value, .. }| (key.as_ref(), Plan::Old(value))),
            )),
            _ => None,
        }
    }

    fn of(out: &'a Out) -> Option<Self> {
        match &out.value {
            OutValue::Array(items) => Some(Self::list(None, items.iter().map(Plan::Given))),
            OutValue::Object(members) => Some(Self::map(
                None,
                members
                    .iter()
                    .map(|(key, value)| (key.as_str(), Plan::Given(value))),
            )),
            _ => None,
        }
    }

    fn list(origin: Option<&'a Node<'a>>, items: impl Iterator<Item = Plan<'a>>) -> Self {
        let slots: Vec<_> = items
            .map(|value| Slot {
                key: "",
                gone: false,
                value,
                twin: None,
            })
            .collect();
        let find = Find::Order((0..slots.len()).collect());
        Self {
            origin,
            slots,
            find,
        }
    }

    fn map(
        origin: Option<&'a Node<'a>>,
        members: impl Iterator<Item = (&'a str, Plan<'a>)>,
    ) -> Self {
        let mut keys = HashMap::new();
        let slots = members
            .enumerate()
            .map(|(at, (key, value))| Slot {
                key,
                gone: false,
                value,
                twin: keys.insert(key, at),
            })
            .collect();
        Self {
            origin,
            slots,
            find: Find::Keys(keys),
        }
    }

    /// The number of items, if it is a list.
    fn length(&self) -> Option<usize> {
        match &self.find {
            Find::Keys(_) => None,
            Find::Order(order) => Some(order.len()),
        }
    }

    fn get(&self, step: &Step) -> Option<usize> {
        match (&self.find, step) {
            (Find::Keys(keys), Step::Key(key)) => keys.get(key.as_str()).copied(),
            (Find::Order(order), Step::Index(index)) => order.get(*index).copied(),
            _ => None,
        }
    }

    /// The value at `step`. A missing one is added as a container for `next`; nothing if it has no place here.
    fn slot(&mut self, step: &'a Step, next: Option<&Step>) -> Option<&mut Plan<'a>> {
        let at = match self.get(step) {
            Some(at) => at,
            None => {
                let key = match (&mut self.find, step) {
                    (Find::Keys(keys), Step::Key(key)) => {
                        keys.insert(key, self.slots.len());
                        key
                    }
                    (Find::Order(order), Step::Index(index)) if *index == order.len() => {
                        order.push(self.slots.len());
                        ""
                    }
                    _ => return None,
                };
                self.slots.push(Slot {
                    key,
                    gone: false,
                    value: Plan::Inside(Self::new(next)),
                    twin: None,
                });
                self.slots.len() - 1
            }
        };
        Some(&mut self.slots[at].value)
    }

    /// Takes out the item, or every member with the key.
    fn remove(&mut self, step: &Step) {
        let mut at = match (&mut self.find, step) {
            (Find::Keys(keys), Step::Key(key)) => keys.remove(key.as_str()),
            (Find::Order(order), Step::Index(index)) if *index < order.len() => {
                Some(order.remove(*index))
            }
            _ => None,
        };
        while let Some(slot) = at.and_then(|at| self.slots.get_mut(at)) {
            slot.gone = true;
            at = slot.twin;
        }
    }

    fn fresh(&self) -> Option<OutValue> {
        if self.origin.is_some() {
            return None;
        }
        // Nothing old is ever inside of something new, so no child is lost here.
        let children = self
            .slots
            .iter()
            .filter(|slot| !slot.gone)
            .filter_map(|slot| Some((slot.key, slot.value.fresh()?.into_owned())));
        Some(match self.find {
            Find::Keys(_) => OutValue::Object(
                children
                    .map(|(key, value)| (key.to_owned(), value))
                    .collect(),
            ),
            Find::Order(_) => OutValue::Array(children.map(|(_, value)| value).collect()),
        })
    }
}
