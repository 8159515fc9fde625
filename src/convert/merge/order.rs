//! The order of rules about tools in a file: the last one that is about a tool counts.

use std::collections::HashMap;

use super::Gated;
use super::update::same_value;
use crate::glob::fits;
use crate::host::Out;
use crate::syntax::Member;

/// Whether something that is there stands before what it has to follow: the last one that is about a tool counts.
pub(super) fn out_of_order(members: &[Member<'_>], said: &Gated) -> bool {
    if overruled(members, said) {
        return true;
    }
    if !said.allows_some() {
        return false;
    }
    let order: HashMap<&str, usize> = said
        .says
        .iter()
        .enumerate()
        .map(|(at, (key, _))| (key.as_str(), at))
        .collect();
    let there = members.iter().filter_map(|member| order.get(&*member.key));
    let first = there.clone().next();
    // What is missing comes behind the rest, so the first of them has to be there, or nothing.
    first.is_some_and(|first| *first != 0) || there.clone().skip(1).any(|at| *at == 0)
}

/// With more patterns than this, what is said goes behind all of them without a look.
const PATTERNS: usize = 64;

/// Whether a pattern of the file stands behind a key of ours and says otherwise.
fn overruled(members: &[Member<'_>], said: &Gated) -> bool {
    let says: HashMap<&str, &Out> = said
        .says
        .iter()
        .map(|(key, out)| (key.as_str(), out))
        .collect();
    let mut before: Vec<(&str, &Out)> = Vec::new();
    let mut patterns = 0;
    for member in members {
        if let Some((key, out)) = says.get_key_value(&*member.key) {
            before.push((key, out));
        } else if member.key.contains(['*', '?']) && !before.is_empty() {
            patterns += 1;
            let over = before
                .iter()
                .any(|(key, out)| !same_value(&member.value, out) && fits(&member.key, key));
            if over || patterns > PATTERNS {
                return true;
            }
        }
    }
    false
}
