//! Where lines of a text begin and end, and which of them belong together.

use super::scan::{Doc, PlaceId};

impl Doc<'_> {
    pub(super) fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |at| at + 1)
    }

    /// Past the line end after `at`.
    pub(super) fn line_end(&self, at: usize) -> usize {
        self.text[at..]
            .find('\n')
            .map_or(self.text.len(), |length| at + length + 1)
    }

    /// Past the last line of a section that is a header or an entry.
    pub(super) fn last_line(&self, place: PlaceId) -> usize {
        let last = self.places[place].entries.len().checked_sub(1);
        let head = self.places[place]
            .header
            .as_ref()
            .map_or(0, |head| head.end);
        self.line_end(last.map_or(head, |last| self.entry(place, last).end))
    }

    /// Past the last line of a section. Comments right below its lines belong to it, unless a header follows them at once.
    pub(super) fn section_end(&self, place: PlaceId) -> usize {
        let end = self.last_line(place);
        let mut at = end;
        while self.text[at..self.line_end(at)]
            .trim_start()
            .starts_with('#')
        {
            at = self.line_end(at);
        }
        if self.text[at..self.line_end(at)].trim().is_empty() {
            at
        } else {
            end
        }
    }

    /// Past the last line of the text that is not blank.
    pub(super) fn content_end(&self) -> usize {
        let content = self.text.trim_end().len();
        if content == 0 {
            0
        } else {
            self.line_end(content)
        }
    }

    /// Where the first line of a document without any goes: above the first header and its comments.
    pub(super) fn top(&self) -> usize {
        let Some(head) = self.places.iter().find_map(|place| place.header.as_ref()) else {
            return self.content_end();
        };
        let mut at = self.line_start(head.keys[0].start);
        while at > 0 {
            let before = self.line_start(at - 1);
            if !self.text[before..at].trim_start().starts_with('#') {
                break;
            }
            at = before;
        }
        at
    }
}
