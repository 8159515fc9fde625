//! The edits of a collection in block style: children that change, go and come, line by line.

use granit_parser::ScalarStyle;

use super::{Editor, Spot, habit};
use crate::edit::layer::{Branch, EditLayer, LayerSlot};
use crate::syntax::yaml::layout::{Item, PartId, Shape, YamlLook, YamlPair};
use crate::syntax::yaml::parse::merges;
use crate::syntax::yaml::print::{QuoteMark, YamlLooks};
use crate::syntax::{Node, Out, OutValue};

/// Where a child is written.
#[derive(Clone, Copy)]
struct Place {
    /// Its key, its question mark or its dash.
    start: usize,
    /// Where the lines after it begin.
    end: usize,
    gone: bool,
    /// A blank line behind it would belong to it.
    open: bool,
}

/// A member of the plan, and its number there.
type Numbered<'b, 'p> = (usize, &'b LayerSlot<'p>);

impl Editor<'_, '_> {
    pub(super) fn block_map(
        &mut self,
        branch: &Branch<'_>,
        id: PartId,
        pairs: &[YamlPair],
        node: &Node<'_>,
        spot: Spot,
    ) {
        let column = self
            .source
            .column(self.layout.parts[id].span.start as usize);
        let (slots, new) = self.members(branch, pairs, node);
        let mut places = Vec::with_capacity(pairs.len());
        for (pair, slot) in pairs.iter().zip(slots) {
            let start = pair.mark.unwrap_or(self.layout.parts[pair.key].start);
            places.push(Place {
                start,
                end: self.lines_end(pair.key).max(self.lines_end(pair.value)),
                gone: slot.is_some_and(|(_, slot)| slot.gone),
                open: self.is_open(pair.value),
            });
            let Some((index, slot)) = slot.filter(|(_, slot)| !slot.gone) else {
                continue;
            };
            if slot.renamed {
                self.rename(pair.key, slot.key);
            }
            let behind = pair.colon.map(|colon| colon + 1);
            let value = &node.members()[index].value;
            self.value(&slot.value, pair.value, value, Spot::Key { column, behind });
        }
        let added: Vec<(&str, Out)> = new
            .into_iter()
            .filter_map(|slot| Some((slot.key, slot.value.fresh()?.into_owned())))
            .collect();
        if places.iter().all(|place| place.gone) {
            let members = added
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value));
            let value = OutValue::Object(members.collect());
            return self.replace(id, &Out::added(value), spot);
        }
        self.drop_lines(&places, !added.is_empty());
        let siblings = pairs.iter().map(|pair| &self.layout.parts[pair.value]);
        let looks = habit::beside(self.looks, siblings);
        let mut text = String::new();
        for (key, value) in &added {
            self.pad(&mut text, &places, column);
            // A map of strings in quotes, such as variables, and not one of settings.
            let looks = if matches!(value.value, OutValue::String(_)) {
                &looks
            } else {
                &self.looks
            };
            looks.member(&mut text, key, value, column);
            text.push_str(self.looks.newline);
        }
        self.append(&places, text);
    }

    /// For each pair the member in the plan and its number, nothing for one that merges others in; then the members that
    /// come. What was merged in and is set here gets a member of its own.
    pub(super) fn members<'b, 'p>(
        &self,
        branch: &'b Branch<'p>,
        pairs: &[YamlPair],
        node: &Node<'_>,
    ) -> (Vec<Option<Numbered<'b, 'p>>>, Vec<&'b LayerSlot<'p>>) {
        let old = node.members().len();
        let mut slots = branch.slots.iter().enumerate();
        let mut paired = Vec::with_capacity(pairs.len());
        for pair in pairs {
            let merged = self.merge && merges(self.layout, pair);
            paired.push(if merged { None } else { slots.next() });
        }
        let own = slots
            .take_while(|(index, _)| *index < old)
            .map(|(_, slot)| slot)
            .filter(|slot| matches!(slot.value, EditLayer::Given(_)));
        let new = branch.new_slots(old).into_iter().map(|(_, slot)| slot);
        (paired, own.chain(new).collect())
    }

    pub(super) fn block_list(
        &mut self,
        branch: &Branch<'_>,
        id: PartId,
        items: &[Item],
        node: &Node<'_>,
        spot: Spot,
    ) {
        let Some(places) = items
            .iter()
            .enumerate()
            .map(|(index, item)| {
                Some(Place {
                    start: item.dash?,
                    end: self
                        .lines_end(item.value)
                        .max(self.source.line(item.dash?).end),
                    gone: branch.slots[index].gone,
                    open: self.is_open(item.value),
                })
            })
            .collect::<Option<Vec<Place>>>()
        else {
            return self.refuse("the list is written in a way that cannot be changed");
        };
        let column = self.source.column(places[0].start);
        for (index, slot) in branch.slots[..items.len()]
            .iter()
            .enumerate()
            .filter(|(_, slot)| !slot.gone)
        {
            let behind = places[index].start + 1;
            let spot = Spot::Item { column, behind };
            self.value(&slot.value, items[index].value, &node.items()[index], spot);
        }
        let new: Vec<(Option<usize>, Out)> = branch
            .new_slots(items.len())
            .into_iter()
            .filter_map(|(before, slot)| Some((before, slot.value.fresh()?.into_owned())))
            .collect();
        if places.iter().all(|place| place.gone) {
            let value = OutValue::Array(new.into_iter().map(|(_, value)| value).collect());
            return self.replace(id, &Out::added(value), spot);
        }
        let siblings = items.iter().map(|item| &self.layout.parts[item.value]);
        let looks = habit::beside(self.looks, siblings);
        let follows = new.iter().any(|(before, _)| before.is_none());
        self.drop_lines(&places, follows);
        let mut text = String::new();
        for (before, value) in &new {
            match before {
                Some(next) => self.insert(&places, *next, value, &looks, column),
                None => {
                    self.pad(&mut text, &places, column);
                    looks.item(&mut text, value, column);
                    text.push_str(self.looks.newline);
                }
            }
        }
        self.append(&places, text);
    }

    /// Puts an item before the one at `next`; a comment above that stays with it.
    fn insert(
        &mut self,
        places: &[Place],
        next: usize,
        value: &Out,
        looks: &YamlLooks,
        column: usize,
    ) {
        let mut text = String::new();
        let start = places[next].start;
        let at = match next.checked_sub(1) {
            Some(before) => places[before].end,
            None if self.source.begins_line(start) => self.source.line_start(start),
            None => {
                looks.item(&mut text, value, column);
                looks.new_line(&mut text, column);
                return self.put(start, start, text);
            }
        };
        text.extend(std::iter::repeat_n(' ', column));
        looks.item(&mut text, value, column);
        text.push_str(looks.newline);
        self.put(at, at, text);
    }

    /// Adds lines behind the last child.
    fn append(&mut self, places: &[Place], text: String) {
        if let Some(last) = places.last().filter(|_| !text.is_empty()) {
            self.put(last.end, last.end, text);
        }
    }

    /// The blanks before a child that is added, and the blank line where its siblings have one between them.
    fn pad(&self, text: &mut String, places: &[Place], column: usize) {
        let apart = match places {
            [.., before, last] => !last.open && self.has_blank_line(before.end, last.start),
            _ => false,
        };
        if apart {
            text.push_str(self.looks.newline);
        }
        text.extend(std::iter::repeat_n(' ', column));
    }

    /// Whether there is a blank line between two places.
    fn has_blank_line(&self, from: usize, to: usize) -> bool {
        self.source.text[from..to.max(from)]
            .split_inclusive('\n')
            .any(|line| line.ends_with('\n') && line.trim().is_empty())
    }

    /// Takes out the lines of the children that go; some stay. Comments above them stay as well.
    fn drop_lines(&mut self, places: &[Place], follows: bool) {
        let mut from = 0;
        if places[0].gone && !self.source.begins_line(places[0].start) {
            from = self.drop_first(places);
        }
        let count = places.len();
        let mut open = false;
        for (index, place) in places.iter().enumerate().skip(from) {
            if !place.gone {
                open = place.open;
                continue;
            }
            let (mut start, mut end) = (self.source.line_start(place.start), place.end);
            let before = match index.checked_sub(1) {
                // Not into a text that keeps its blank lines.
                Some(before) => self.blank_before(start).max(places[before].end),
                None => start,
            };
            if before < start && index + 1 == count {
                start = if follows { start } else { before };
            }
            // Blank lines below would become a part of a text above that keeps them.
            if open || before < start && index + 1 < count {
                end = self.blank_after(end);
            }
            self.put(start, end, String::new());
        }
    }

    /// The first children go, and the line they begin on has something else before them: the next one moves up. Gives how
    /// many of them are dealt with.
    fn drop_first(&mut self, places: &[Place]) -> usize {
        let next = places
            .iter()
            .position(|place| !place.gone)
            .unwrap_or(places.len() - 1);
        let text = self.source.text;
        let blank = places[..=next]
            .windows(2)
            .all(|pair| text[pair[0].end..pair[1].start].trim().is_empty());
        let start = places[0].start;
        if blank {
            self.put(start, places[next].start, String::new());
            return next;
        }
        let kept = text[..start].trim_end_matches(' ').len();
        let last = places[0].end.saturating_sub(1);
        self.put(kept, self.source.content_end(last), String::new());
        1
    }

    /// Where the blank lines before `start`, which begins a line, begin.
    fn blank_before(&self, start: usize) -> usize {
        let mut at = start;
        while at > 0 {
            let line = self.source.line(at - 1);
            if !self.source.text[line.clone()].trim().is_empty() {
                break;
            }
            at = line.start;
        }
        at
    }

    /// Where the blank lines from `end` on, which begins a line, end.
    fn blank_after(&self, end: usize) -> usize {
        let mut at = end;
        while at < self.source.text.len() {
            let line = self.source.line(at);
            if !self.source.text[line.clone()].trim().is_empty() {
                break;
            }
            at = line.end;
        }
        at
    }

    /// Where the lines behind a value begin.
    fn lines_end(&self, id: PartId) -> usize {
        let part = &self.layout.parts[id];
        match &part.shape {
            Shape::Map(YamlLook::Block, pairs) => match pairs.last() {
                Some(pair) => self.lines_end(pair.key).max(self.lines_end(pair.value)),
                None => self.source.line(part.span.end as usize).end,
            },
            Shape::List(YamlLook::Block, items) => match items.last() {
                Some(item) => self.lines_end(item.value),
                None => self.source.line(part.span.end as usize).end,
            },
            // Blank lines at the end belong to a text that keeps them.
            Shape::Scalar {
                style: ScalarStyle::Literal | ScalarStyle::Folded,
                end,
                ..
            } if self.keeps_blank_lines(part.span.range().start) => {
                let line = self.source.line(*end);
                if self.source.text[line.start..*end].trim().is_empty() {
                    line.start
                } else {
                    line.end
                }
            }
            _ => self.source.line(part.span.end as usize).end,
        }
    }

    /// Whether a value ends with a text that keeps the blank lines behind it.
    fn is_open(&self, id: PartId) -> bool {
        let part = &self.layout.parts[id];
        match &part.shape {
            Shape::Map(YamlLook::Block, pairs) => {
                pairs.last().is_some_and(|pair| self.is_open(pair.value))
            }
            Shape::List(YamlLook::Block, items) => {
                items.last().is_some_and(|item| self.is_open(item.value))
            }
            Shape::Scalar {
                style: ScalarStyle::Literal | ScalarStyle::Folded,
                ..
            } => self.keeps_blank_lines(part.span.range().start),
            _ => false,
        }
    }

    fn keeps_blank_lines(&self, head: usize) -> bool {
        self.source.text[head..]
            .split(char::is_whitespace)
            .next()
            .is_some_and(|head| head.contains('+'))
    }

    /// Gives a key another name, in the quotes that it has.
    pub(super) fn rename(&mut self, key: PartId, name: &str) {
        let part = &self.layout.parts[key];
        let Shape::Scalar { style, .. } = part.shape else {
            return self.refuse("a key that is not plain text cannot be renamed");
        };
        let (quote, must) = match style {
            ScalarStyle::SingleQuoted => (QuoteMark::Single, true),
            ScalarStyle::DoubleQuoted => (QuoteMark::Double, true),
            _ => (self.looks.quote, false),
        };
        let mut text = String::new();
        YamlLooks {
            quote,
            ..self.looks
        }
        .string(&mut text, name, must);
        self.put(part.span.start as usize, part.span.end as usize, text);
    }
}
