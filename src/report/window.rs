//! Which part of a long line to show.

use std::ops::Range;

/// The part of the `line` of `text` that fits into `columns`, marks of omission included, and has as much of `focus`
/// in view as possible. The whole line if it fits. Takes time in proportion to `columns`, however long the line is.
pub(super) fn window(
    text: &str,
    line: Range<usize>,
    focus: Range<usize>,
    columns: usize,
) -> Range<usize> {
    // No character has more bytes than twice its columns.
    if line.len() <= 2 * columns && text[line.clone()].chars().map(width).sum::<usize>() <= columns
    {
        return line;
    }
    // Some columns for the marks of omission, some for what stands before the focus.
    let mut room = columns.saturating_sub(6);
    let before = room / 4;
    let focus = focus.start.clamp(line.start, line.end)..focus.end.clamp(line.start, line.end);
    let mut shown = focus.start..focus.start;
    room -= before;
    shown.end = rightwards(text, shown.end..focus.end.max(shown.end), &mut room);
    let mut left = before;
    shown.start = leftwards(text, line.start..shown.start, &mut left);
    room += left;
    shown.end = rightwards(text, shown.end..line.end, &mut room);
    shown.start = leftwards(text, line.start..shown.start, &mut room);
    shown
}

/// How far from the start of `range` to its end the `room` reaches, which shrinks accordingly.
fn rightwards(text: &str, range: Range<usize>, room: &mut usize) -> usize {
    range.start
        + text[range]
            .chars()
            .take_while(|&c| fits(c, room))
            .map(char::len_utf8)
            .sum::<usize>()
}

/// How far from the end of `range` to its start the `room` reaches.
fn leftwards(text: &str, range: Range<usize>, room: &mut usize) -> usize {
    range.end
        - text[range]
            .chars()
            .rev()
            .take_while(|&c| fits(c, room))
            .map(char::len_utf8)
            .sum::<usize>()
}

fn fits(c: char, room: &mut usize) -> bool {
    let rest = room.checked_sub(width(c));
    *room = rest.unwrap_or(0);
    rest.is_some()
}

/// The columns a character takes, or more: scripts with wide characters start behind those without.
fn width(c: char) -> usize {
    match c {
        '\t' => 4,
        '\0'..='\u{10ff}' => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_line_that_fits_is_shown_whole() {
        assert_eq!(window("abc\nd", 0..3, 1..2, 3), 0..3);
    }

    #[test]
    fn a_long_line_is_shown_around_the_focus() {
        let text = format!("{}X{}", "a".repeat(1000), "b".repeat(1000));
        assert_eq!(window(&text, 0..text.len(), 1000..1001, 46), 990..1030);
        assert_eq!(window(&text, 0..text.len(), 0..1, 46), 0..40);
        assert_eq!(window(&text, 0..text.len(), 2001..2001, 46), 1961..2001);
    }

    #[test]
    fn a_focus_that_is_too_long_is_shown_from_its_start() {
        let text = "a".repeat(1000);
        assert_eq!(window(&text, 0..1000, 500..900, 46), 490..530);
    }

    proptest! {
        #[test]
        fn a_window_lies_in_its_line_on_characters_and_holds_the_start_of_the_focus(text in "[a-zé日🌈\t]{0,90}", from in 0..99usize, to in 0..99usize, columns in 20..60usize) {
            let (from, to) = (text.floor_char_boundary(from), text.floor_char_boundary(to.max(from)));
            let shown = window(&text, 0..text.len(), from..to, columns);
            prop_assert!(shown.start <= from && from <= shown.end && shown.end <= text.len());
            prop_assert!(text[shown].chars().map(width).sum::<usize>() <= columns);
        }
    }
}
