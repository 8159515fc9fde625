//! Looking up and comparing names without walking all of them for each.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::HashMap;

use super::At;
use crate::order::Order as _;
use crate::syntax::Member;

/// Up to this many, comparing every name with every other is the fastest way.
const FEW: usize = 16;

/// Which members of an object are overruled by later ones of the same name.
pub(crate) struct Overruled(Option<Vec<u32>>);

impl Overruled {
    /// The member that counts instead of the one at `at`.
    pub(crate) fn winner(&self, at: usize) -> Option<usize> {
        let winner = *self.0.as_ref()?.get(at)? as usize;
        (winner != at).then_some(winner)
    }
}

/// Compares the names of `members`; with `fold`, their case does not matter.
pub(crate) fn overruled(members: &[Member<'_>], fold: bool) -> Overruled {
    let compare = |a: usize, b: usize| compare(&members[a].key, &members[b].key, fold);
    let count = members.len();
    let mut winners: Option<Vec<u32>> = None;
    let mut lose = |at: usize, winner: u32| {
        winners.get_or_insert_with(|| (0..narrow(count)).collect())[at] = winner;
    };
    if count <= FEW {
        for at in 0..count {
            if let Some(last) = (at + 1..count)
                .rev()
                .find(|later| compare(at, *later) == Ordering::Equal)
            {
                lose(at, narrow(last));
            }
        }
        return Overruled(winners);
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.order_by(|a, b| compare(*a, *b).then(a.cmp(b)));
    for same in order.chunk_by(|a, b| compare(*a, *b) == Ordering::Equal) {
        if let [rest @ .., last] = same {
            rest.iter().for_each(|at| lose(*at, narrow(*last)));
        }
    }
    Overruled(winners)
}

fn narrow(count: usize) -> u32 {
    u32::try_from(count).expect("a text of 4 GiB has fewer members")
}

fn compare(a: &str, b: &str, fold: bool) -> Ordering {
    if !fold {
        return a.cmp(b);
    }
    fn lower(text: &str) -> impl Iterator<Item = u8> + '_ {
        text.bytes().map(|byte| byte.to_ascii_lowercase())
    }
    lower(a).cmp(lower(b))
}

/// Finds members by their names; many of them by hashing.
#[derive(Debug, Default)]
pub(crate) struct Index {
    many: OnceCell<HashMap<String, usize>>,
}

impl Index {
    /// The last of `fields` that has this name.
    pub(super) fn find<'f, 'n>(&self, fields: &'f [At<'n>], name: &str) -> Option<&'f At<'n>> {
        if fields.len() <= FEW {
            return fields.iter().rev().find(|at| at.name == name);
        }
        let many = self.many.get_or_init(|| {
            let named = fields.iter().enumerate();
            named
                .map(|(at, field)| (field.name.to_string(), at))
                .collect()
        });
        many.get(name).map(|at| &fields[*at])
    }
}
