//! Sorting with one copy of the sorting code.
//!
//! The standard library's stable sort is built again for every type and every comparison: five kilobytes each, a third of
//! a megabyte in all. Here numbers are sorted, by whatever compares the elements they stand for, and the elements follow.

use std::cmp::Ordering;

/// Stable sorting, as slices have it.
pub(crate) trait Order<T> {
    /// As [`slice::sort_by`].
    fn order_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// As [`slice::sort_by_key`].
    fn order_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.order_by(|a, b| key(a).cmp(&key(b)));
    }

    /// As [`slice::sort`].
    fn order(&mut self)
    where
        T: Ord,
    {
        self.order_by(T::cmp);
    }
}

impl<T> Order<T> for [T] {
    fn order_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        if self.len() > 1 {
            let mut from = sorted(self.len(), &mut |a, b| compare(&self[a], &self[b]));
            // Along every cycle, each element takes the place that the next one leaves.
            for start in 0..self.len() {
                let mut at = start;
                while from[at] != start {
                    let next = std::mem::replace(&mut from[at], at);
                    self.swap(at, next);
                    at = next;
                }
                from[at] = at;
            }
        }
    }
}

/// The numbers up to `len`, in the order of what they stand for.
fn sorted(len: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..len).collect();
    numbers.sort_by(|a, b| compare(*a, *b));
    numbers
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_is_the_order_of_the_standard_library(list: Vec<(u8, u16)>) {
            let (mut ours, mut theirs) = (list.clone(), list);
            ours.order_by_key(|(key, _)| *key % 16);
            theirs.sort_by_key(|(key, _)| *key % 16);
            prop_assert_eq!(&ours, &theirs);
            ours.order();
            theirs.sort();
            prop_assert_eq!(&ours, &theirs);
            ours.order_by(|a, b| b.1.cmp(&a.1));
            theirs.sort_by_key(|pair| std::cmp::Reverse(pair.1));
            prop_assert_eq!(ours, theirs);
        }
    }
}
