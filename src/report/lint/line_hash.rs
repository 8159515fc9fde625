//! The fingerprint by which code scanning knows a line again when others above it change.
//!
//! The upload action works it out itself when it is missing, and warns when it differs, so it has to be the same to the
//! bit: a polynomial over the next hundred UTF-16 code units from the start of the line on, blanks left out, and how often
//! that value has come up so far.

use std::collections::{HashMap, VecDeque};

const WINDOW: usize = 100;
const BASE: u64 = 37;
const LF: u16 = 0x0a;
const CR: u16 = 0x0d;
const MARK: u16 = 0xfeff;
/// Stands behind the last code unit of a file.
const END: u16 = 0xffff;

/// The fingerprints of all lines of a text.
#[derive(Debug)]
pub(super) struct LineHashes(Vec<(u64, u32)>);

impl LineHashes {
    /// Walks `text` once. `bom` says that a byte-order mark stood before it, which counts like any other code unit.
    pub(super) fn new(text: &str, bom: bool) -> Self {
        // The value of a window is that of all units up to its end, less that of those before it, moved up.
        let shift = (0..WINDOW).fold(1_u64, |shift, _| shift.wrapping_mul(BASE));
        let mut waiting: VecDeque<(usize, u64)> = VecDeque::new();
        let mut seen: HashMap<u64, u32> = HashMap::new();
        let mut hashes = Vec::new();
        let (mut all, mut fresh) = (0_u64, true);
        for (at, unit) in units(text, bom).enumerate() {
            if fresh {
                waiting.push_back((at, all));
            }
            fresh = unit == LF;
            all = all.wrapping_mul(BASE).wrapping_add(unit.into());
            if let Some(&(start, before)) = waiting.front()
                && at + 1 - start == WINDOW
            {
                waiting.pop_front();
                let hash = all.wrapping_sub(before.wrapping_mul(shift));
                let count = seen.entry(hash).or_default();
                *count += 1;
                hashes.push((hash, *count));
            }
        }
        Self(hashes)
    }

    /// The fingerprint of a line, counted from 1.
    pub(super) fn line(&self, line: usize) -> Option<String> {
        self.0
            .get(line.checked_sub(1)?)
            .map(|(hash, count)| format!("{hash:x}:{count}"))
    }
}

/// The code units that count, then the mark of the end and as many zeros as the last window needs.
fn units(text: &str, bom: bool) -> impl Iterator<Item = u16> {
    let mut after_cr = false;
    let kept = bom
        .then_some(MARK)
        .into_iter()
        .chain(text.encode_utf16())
        .filter_map(move |unit| {
            let second = after_cr && unit == LF;
            after_cr = unit == CR;
            match unit {
                0x20 | 0x09 => None,
                CR => Some(LF),
                unit => (!second).then_some(unit),
            }
        });
    kept.chain([END]).chain(std::iter::repeat_n(0, WINDOW))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FILE: &str = "{\n  \"mcpServers\": {\n    \"files\": {\n      \"command\": \"npx\",\n      \"args\": [\"-y\", \"pkg\"]\n    }\n  }\n}\n";

    fn line(text: &str, line: usize) -> String {
        LineHashes::new(text, false).line(line).unwrap_or_default()
    }

    #[test]
    fn hashes_are_those_of_code_scanning() {
        assert_eq!(line("", 1), "c129715d7a2bc9a3:1");
        assert_eq!(line(FILE, 1), "8a06b9433cca12a6:1");
        assert_eq!(line(FILE, 2), "3f142d476f7c1175:1");
        assert_eq!(line(FILE, 4), "1bb08319c47b5fc6:1");
        assert_eq!(line(FILE, 8), "32dce9ccfdbc9d3e:1");
    }

    #[test]
    fn line_ends_and_indentation_do_not_matter() {
        let crlf = FILE.replace('\n', "\r\n");
        let cr = FILE.replace('\n', "\r");
        let tabs = FILE.replace("  ", "\t");
        for at in 1..=9 {
            for other in [&crlf, &cr, &tabs] {
                assert_eq!(line(other, at), line(FILE, at));
            }
        }
        assert_eq!(line(FILE, 10), "");
    }

    #[test]
    fn equal_lines_are_counted() {
        let text = "x\n".repeat(200);
        let (first, second) = (line(&text, 1), line(&text, 2));
        assert_eq!(first.strip_suffix(":1"), second.strip_suffix(":2"));
    }

    #[test]
    fn a_byte_order_mark_is_part_of_the_first_line_only() {
        let marked = LineHashes::new(FILE, true);
        assert_ne!(marked.line(1), LineHashes::new(FILE, false).line(1));
        assert_eq!(marked.line(2).as_deref(), Some("3f142d476f7c1175:1"));
    }

    proptest! {
        /// The definition, word by word: each window on its own.
        #[test]
        fn windows_are_what_they_are_defined_as(text in "([ -~]{0,60}|\r|\n|\r\n|\t|é|🌈){0,30}", bom: bool) {
            let units: Vec<u16> = units(&text, bom).collect();
            let end = units.len() - WINDOW;
            let starts = (0..end).filter(|&at| at == 0 || units[at - 1] == LF);
            let expected: Vec<u64> =
                starts.map(|at| units[at..at + WINDOW].iter().fold(0_u64, |hash, &unit| hash.wrapping_mul(BASE).wrapping_add(unit.into()))).collect();
            let found: Vec<u64> = LineHashes::new(&text, bom).0.iter().map(|(hash, _)| *hash).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
