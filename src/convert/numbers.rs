//! Numbers behind names that are taken: `name-2`, `name-3`.

use std::collections::HashMap;

/// How far the numbers of each name are used up, so that ten thousand equal names do not each try what the others took.
#[derive(Default)]
pub(super) struct Numbers(HashMap<String, usize>);

impl Numbers {
    /// The first number of `stem`, from 2 on, that is not `taken`. What is taken once has to stay so.
    pub(super) fn free(&mut self, stem: &str, taken: impl Fn(usize) -> bool) -> usize {
        let known = match self.0.get_mut(stem) {
            Some(known) => known,
            None => self.0.entry(stem.to_owned()).or_insert(2),
        };
        while taken(*known) {
            *known += 1;
        }
        *known
    }

    /// The number of `stem` behind the one that was given last, from 2 on.
    pub(super) fn next(&mut self, stem: String) -> usize {
        let last = self.0.entry(stem).or_insert(1);
        *last += 1;
        *last
    }

    /// What was taken may be free again.
    pub(super) fn forget(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_taken_is_not_tried_again() {
        let mut numbers = Numbers::default();
        assert_eq!(numbers.free("a", |number| number < 5), 5);
        assert_eq!(numbers.free("a", |number| number < 5), 5);
        assert_eq!(numbers.free("a", |number| number == 5), 6);
        assert_eq!(numbers.free("b", |_| false), 2);
        numbers.forget();
        assert_eq!(numbers.free("a", |_| false), 2);
        assert_eq!(
            ["c", "c", "d"].map(|stem| numbers.next(stem.to_owned())),
            [2, 3, 2]
        );
    }
}
