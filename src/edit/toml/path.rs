//! Paths, and values that are not in the text yet.

use crate::edit::Step;
use crate::host::{Out, OutValue};

pub(super) fn is_object(out: &Out) -> bool {
    matches!(out.value, OutValue::Object(_))
}

/// `path` as people write it.
pub(super) fn spell(path: &[Step]) -> String {
    if path.is_empty() {
        return "the document".to_owned();
    }
    let mut text = String::from("`");
    for step in path {
        match step {
            Step::Key(key) if text.len() > 1 => text.push_str(&format!(".{key}")),
            Step::Key(key) => text.push_str(key),
            Step::Index(index) => text.push_str(&format!("[{index}]")),
        }
    }
    text.push('`');
    text
}

/// Whether TOML can say `out`, and why not.
pub(super) fn writable(out: &Out) -> Result<(), &'static str> {
    match &out.value {
        OutValue::Null => Err("cannot be null in TOML"),
        OutValue::Array(items) => items.iter().try_for_each(writable),
        OutValue::Object(members) => members.iter().try_for_each(|(_, value)| writable(value)),
        _ => Ok(()),
    }
}

/// The value at which the rest of `path`, from `at` on, leads to `out`.
pub(super) fn wrap(path: &[Step], at: usize, out: &Out) -> Result<Out, String> {
    path.iter().enumerate().skip(at).rev().try_fold(
        out.clone(),
        |inner, (index, step)| match step {
            Step::Key(key) => Ok(Out::added(OutValue::Object(vec![(key.clone(), inner)]))),
            Step::Index(0) => Ok(Out::added(OutValue::Array(vec![inner]))),
            Step::Index(_) => Err(format!(
                "{} does not exist, so {} cannot be set",
                spell(&path[..index]),
                spell(&path[..=index])
            )),
        },
    )
}

/// Sets what the rest of `path`, from `at` on, leads to within `new`.
pub(super) fn set_in(
    mut new: &mut Out,
    path: &[Step],
    mut at: usize,
    out: &Out,
) -> Result<(), String> {
    while let Some(step) = path.get(at) {
        match (&mut new.value, step) {
            (OutValue::Object(members), Step::Key(key)) => {
                let Some(index) = members.iter().position(|(name, _)| name == key) else {
                    members.push((key.clone(), wrap(path, at + 1, out)?));
                    return Ok(());
                };
                new = &mut members[index].1;
            }
            (OutValue::Array(items), Step::Index(index)) if *index <= items.len() => {
                if *index == items.len() {
                    items.push(wrap(path, at + 1, out)?);
                    return Ok(());
                }
                new = &mut items[*index];
            }
            _ => {
                return Err(format!(
                    "{} cannot hold {}",
                    spell(&path[..at]),
                    spell(&path[..=at])
                ));
            }
        }
        at += 1;
    }
    *new = out.clone();
    Ok(())
}

pub(super) fn remove_in<'s>(mut new: &mut Out, path: impl Iterator<Item = &'s Step>) {
    let mut path = path.peekable();
    while let Some(step) = path.next() {
        let is_last = path.peek().is_none();
        match (&mut new.value, step) {
            (OutValue::Object(members), Step::Key(key)) => {
                let Some(index) = members.iter().position(|(name, _)| name == key) else {
                    return;
                };
                if is_last {
                    members.remove(index);
                    return;
                }
                new = &mut members[index].1;
            }
            (OutValue::Array(items), Step::Index(index)) if *index < items.len() => {
                if is_last {
                    items.remove(*index);
                    return;
                }
                new = &mut items[*index];
            }
            _ => return,
        }
    }
}
