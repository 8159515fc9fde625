//! The edits of a collection between brackets: children that change, go and come.

use super::{Editor, Spot, habit};
use crate::edit::layer::{Branch, EditLayer};
use crate::syntax::Node;
use crate::syntax::yaml::layout::{Item, PartId, YamlPair};

/// Where a child is written.
#[derive(Clone, Copy)]
struct Place {
    start: usize,
    end: usize,
    gone: bool,
}

impl Editor<'_, '_> {
    pub(super) fn flow_map(
        &mut self,
        branch: &Branch<'_>,
        id: PartId,
        pairs: &[YamlPair],
        node: &Node<'_>,
    ) {
        let (slots, new) = self.members(branch, pairs, node);
        let mut places = Vec::with_capacity(pairs.len());
        for (pair, slot) in pairs.iter().zip(slots) {
            let (key, value) = (&self.layout.parts[pair.key], &self.layout.parts[pair.value]);
            places.push(Place {
                start: pair.mark.unwrap_or(key.start),
                end: (key.span.end as usize).max(value.span.end as usize),
                gone: slot.is_some_and(|(_, slot)| slot.gone),
            });
            let Some((index, slot)) = slot.filter(|(_, slot)| !slot.gone) else {
                continue;
            };
            if slot.renamed {
                self.rename(pair.key, slot.key);
            }
            if pair.colon.is_none() && !matches!(slot.value, EditLayer::Old(_)) {
                self.refuse("a key without a value cannot get one");
            }
            let value = &node.members()[index].value;
            self.value(&slot.value, pair.value, value, Spot::Flow);
        }
        let siblings = pairs.iter().map(|pair| &self.layout.parts[pair.value]);
        let looks = habit::beside(self.looks, siblings);
        let added: Vec<String> = new
            .into_iter()
            .filter_map(|slot| {
                let mut text = String::new();
                looks.flow_member(&mut text, slot.key, &*slot.value.fresh()?);
                Some(text)
            })
            .collect();
        self.children(id, &places, &[], &added);
    }

    pub(super) fn flow_list(
        &mut self,
        branch: &Branch<'_>,
        id: PartId,
        items: &[Item],
        node: &Node<'_>,
    ) {
        let mut places = Vec::with_capacity(items.len());
        for (index, (item, slot)) in items.iter().zip(&branch.slots).enumerate() {
            let part = &self.layout.parts[item.value];
            places.push(Place {
                start: part.start,
                end: part.span.end as usize,
                gone: slot.gone,
            });
            if !slot.gone {
                self.value(&slot.value, item.value, &node.items()[index], Spot::Flow);
            }
        }
        let siblings = items.iter().map(|item| &self.layout.parts[item.value]);
        let looks = habit::beside(self.looks, siblings);
        let (mut inserted, mut added) = (Vec::new(), Vec::new());
        for (before, slot) in branch.new_slots(items.len()) {
            let Some(out) = slot.value.fresh() else {
                continue;
            };
            let mut text = String::new();
            looks.flow(&mut text, &out);
            match before {
                Some(next) => inserted.push((next, text)),
                None => added.push(text),
            }
        }
        self.children(id, &places, &inserted, &added);
    }

    /// Children that go, come before others and come last.
    fn children(
        &mut self,
        id: PartId,
        places: &[Place],
        inserted: &[(usize, String)],
        added: &[String],
    ) {
        let Some(last) = places.last().copied() else {
            return;
        };
        let source = self.source;
        let wide = source.begins_line(last.start)
            && !source.is_one_line(self.layout.parts[id].span.start as usize, last.start);
        if places.iter().all(|place| place.gone) {
            let new: Vec<&str> = inserted
                .iter()
                .map(|(_, text)| text)
                .chain(added)
                .map(String::as_str)
                .collect();
            return self.refill(id, places[0].start, last.end, &new);
        }
        self.drop_runs(places);
        for (next, text) in inserted {
            let start = places[*next].start;
            let mut text = format!("{text},");
            if wide && source.begins_line(start) {
                self.looks.new_line(&mut text, source.column(start));
            } else {
                text.push(' ');
            }
            self.put(start, start, text);
        }
        self.append_flow(last, wide, added);
    }

    /// New children in the place of all old ones.
    fn refill(&mut self, id: PartId, first: usize, last: usize, new: &[&str]) {
        let span = self.layout.parts[id].span.range();
        let inside = span.start + 1..span.end - 1;
        if new.is_empty() && !self.source.text[inside.clone()].contains('#') {
            return self.put(inside.start, inside.end, String::new());
        }
        let rest = &self.source.text[last..inside.end];
        let comma = match rest.trim_start().strip_prefix(',') {
            Some(behind) if new.is_empty() => rest.len() - behind.len(),
            _ => 0,
        };
        self.put(first, last + comma, new.join(", "));
    }

    fn drop_runs(&mut self, places: &[Place]) {
        let text = self.source.text;
        let mut at = 0;
        for run in places.chunk_by(|a, b| a.gone == b.gone) {
            let (first, next) = (at, at + run.len());
            at = next;
            if !run[0].gone {
                continue;
            }
            let (start, end) = (places[first].start, places[next - 1].end);
            match (first.checked_sub(1), places.get(next)) {
                (_, Some(follower)) => {
                    let gap = &text[end..follower.start];
                    let end = if gap.contains('#') {
                        let comma = gap.find(',').map_or(0, |comma| comma + 1);
                        end + gap.len() - gap[comma..].trim_start_matches(' ').len()
                    } else {
                        follower.start
                    };
                    self.put(start, end, String::new());
                }
                (Some(before), None) => {
                    let before = places[before].end;
                    // A comment before it stays, and so does the comma, which may stand at the end.
                    let start = if text[before..start].contains('#') {
                        start
                    } else {
                        before
                    };
                    self.put(start, end, String::new());
                }
                (None, None) => {}
            }
        }
    }

    /// Adds children behind the last one.
    fn append_flow(&mut self, last: Place, wide: bool, added: &[String]) {
        if added.is_empty() {
            return;
        }
        let source = self.source;
        if !wide {
            let text: String = added.iter().map(|child| format!(", {child}")).collect();
            return self.put(last.end, last.end, text);
        }
        let column = source.column(last.start);
        let line_end = source.content_end(last.end);
        let rest = source.text[last.end..line_end].trim_start();
        let mut text = String::new();
        if rest.starts_with(',') {
            for child in added {
                self.looks.new_line(&mut text, column);
                text.push_str(child);
                text.push(',');
            }
            return self.put(line_end, line_end, text);
        }
        let commented = rest.starts_with('#');
        for (index, child) in added.iter().enumerate() {
            if !(index == 0 && commented) {
                text.push(',');
            }
            self.looks.new_line(&mut text, column);
            text.push_str(child);
        }
        if commented {
            self.put(last.end, last.end, ",".to_owned());
            self.put(line_end, line_end, text);
        } else {
            self.put(last.end, last.end, text);
        }
    }
}
