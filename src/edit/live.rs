//! Which items of a list are left, so that many removals cost no more than one walk each way.

/// Counts the items of a list that are left. An item keeps its slot; its index is its number among those that are left.
#[derive(Clone, Debug, Default)]
pub(crate) struct Live {
    /// How many slots there are.
    slots: usize,
    /// How many items are left.
    count: usize,
    /// A Fenwick tree over the slots, from the first removal on: `sums[i]` counts the items that are left in the slots
    /// `i & (i + 1)..=i`.
    sums: Vec<usize>,
}

impl Live {
    pub(crate) fn new(count: usize) -> Self {
        Self {
            slots: count,
            count,
            sums: Vec::new(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Adds an item in a slot of its own behind all others.
    pub(crate) fn push(&mut self) {
        if !self.sums.is_empty() {
            let (at, mut sum) = (self.slots, 1);
            let mut below = at;
            while below > at & (at + 1) {
                sum += self.sums[below - 1];
                below = (below - 1) & below;
            }
            self.sums.push(sum);
        }
        self.slots += 1;
        self.count += 1;
    }

    /// The slot of the item at `index`.
    pub(crate) fn slot(&self, index: usize) -> Option<usize> {
        if index >= self.count || self.sums.is_empty() {
            return (index < self.count).then_some(index);
        }
        let (mut slot, mut before) = (0, index);
        let mut width = self.slots.next_power_of_two();
        while width > 0 {
            if let Some(&sum) = self.sums.get(slot + width - 1)
                && sum <= before
            {
                slot += width;
                before -= sum;
            }
            width /= 2;
        }
        Some(slot)
    }

    /// Takes out the item at `index` and gives its slot.
    pub(crate) fn remove(&mut self, index: usize) -> Option<usize> {
        let slot = self.slot(index)?;
        if self.sums.is_empty() {
            self.sums = (0..self.slots).map(|at| at + 1 - (at & (at + 1))).collect();
        }
        let mut at = slot;
        while at < self.slots {
            self.sums[at] -= 1;
            at |= at + 1;
        }
        self.count -= 1;
        Some(slot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_found_by_number_whatever_was_removed_and_added() {
        for start in [0, 1, 2, 7, 8, 9, 64, 100] {
            let mut live = Live::new(start);
            let mut plain: Vec<usize> = (0..start).collect();
            let mut slots = start;
            for round in 0..300_usize {
                if round % 3 == 0 || plain.is_empty() {
                    live.push();
                    plain.push(slots);
                    slots += 1;
                } else {
                    let index = round * 7 % plain.len();
                    assert_eq!(live.remove(index), Some(plain.remove(index)));
                }
                assert_eq!(live.len(), plain.len());
                assert_eq!(live.slot(plain.len()), None);
                for (index, slot) in plain.iter().enumerate() {
                    assert_eq!(live.slot(index), Some(*slot));
                }
            }
        }
    }
}
