//! Words that stand in no file as they are, because quotes or escapes are inside them.

use std::cell::{Cell, OnceCell};

/// Keeps such words for as long as the file is looked at. Rare, so nothing is allocated until there is one.
#[derive(Debug, Default)]
pub(crate) struct OddWords {
    /// Each has room for twice as many as the one before.
    rows: [OnceCell<Box<[OnceCell<String>]>>; 32],
    count: Cell<usize>,
}

impl OddWords {
    /// The same word, for as long as this lives.
    pub(crate) fn keep(&self, word: String) -> &str {
        let count = self.count.get() + 1;
        self.count.set(count);
        let row = count.ilog2() as usize;
        let size = 1 << row;
        let cells = self.rows[row].get_or_init(|| (0..size).map(|_| OnceCell::new()).collect());
        cells[count - size].get_or_init(|| word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_where_they_are() {
        let words = OddWords::default();
        let kept: Vec<&str> = (0..100).map(|at| words.keep(at.to_string())).collect();
        assert!(
            kept.iter()
                .enumerate()
                .all(|(at, word)| *word == at.to_string())
        );
    }
}
