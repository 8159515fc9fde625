//! Files that one host lays over each other field by field, read as the one file that it makes of them.

use std::collections::BTreeSet;

use super::scope;
use super::{Conversion, Input};
use crate::diagnostic::{Diagnostic, Level};
use crate::host::find;
use crate::host::scope::RootReach;
use crate::order::Order as _;
use crate::syntax::{Document, Span, merged, shift};

/// Where the files are in the space of offsets that their values share.
pub(super) struct LaidFiles<'a> {
    /// The strongest file, which stands for all.
    pub(super) input: Input<'a>,
    /// Where each file starts, in this order, and which input it is.
    starts: Vec<(u32, usize)>,
    /// What servers are made of.
    notes: Vec<Diagnostic>,
    /// How many inputs there are.
    count: usize,
}

/// Lays the documents of `inputs` over each other, if their host does so; they become one.
pub(super) fn lay<'a>(
    inputs: &[Input<'a>],
    documents: &mut Vec<Document<'a>>,
) -> Option<LaidFiles<'a>> {
    let first = inputs.first()?;
    let (host, place) = (first.host, first.place);
    let alike =
        |input: &Input<'_>| std::ptr::eq(input.host, host) && input.place.roots == place.roots;
    if !host.layers.merged || documents.len() != inputs.len() || !inputs.iter().all(alike) {
        return None;
    }
    let same_format = |input: &Input<'_>| std::ptr::eq(input.place.format, place.format);
    if !inputs.iter().all(same_format) && !same_without_references(inputs, documents) {
        return None;
    }
    let rank = |input: &Input<'_>| scope::rank(input, RootReach::Plain);
    let mut order: Vec<usize> = (0..inputs.len()).collect();
    order.order_by_key(|at| rank(&inputs[*at]));
    // Files of one rank alone are not layers of each other, as far as we know; beside others the first wins.
    let ranks: BTreeSet<usize> = inputs.iter().map(rank).collect();
    let size = inputs.iter().try_fold(0_usize, |size, input| {
        size.checked_add(input.text.len() + 1)
    });
    if ranks.len() < 2 || u32::try_from(size?).is_err() {
        return None;
    }
    let strongest = order[0];
    let mut layers = LaidFiles {
        input: Input {
            bom: inputs.iter().any(|input| input.bom),
            ..inputs[strongest]
        },
        starts: Vec::new(),
        notes: Vec::new(),
        count: inputs.len(),
    };
    let mut given: Vec<Option<Document<'a>>> = documents.drain(..).map(Some).collect();
    let mut whole: Option<Document<'a>> = None;
    let mut start = 0;
    let mut names: Vec<(String, Vec<Span>)> = Vec::new();
    for at in order {
        let Some(mut document) = given[at].take() else {
            continue;
        };
        shift(&mut document, start);
        layers.starts.push((start, at));
        start += u32::try_from(inputs[at].text.len() + 1).unwrap_or_default();
        if let Ok(found) = find(&document, inputs[at].place) {
            for entry in found.servers.iter().filter(|it| it.shadowed_by.is_none()) {
                match names.iter_mut().find(|(name, _)| name == entry.name) {
                    Some((_, spans)) => spans.push(entry.name_span),
                    None => names.push((entry.name.to_owned(), vec![entry.name_span])),
                }
            }
        }
        whole = Some(match whole {
            None => document,
            Some(mut strong) => {
                strong.notes.extend(document.notes);
                strong.root = match (strong.root, document.root) {
                    (Some(strong), Some(weak)) => Some(merged(strong, weak, host.layers.joined)),
                    (strong, weak) => strong.or(weak),
                };
                strong
            }
        });
    }
    documents.extend(whole);
    for (name, spans) in names.iter().filter(|(_, spans)| spans.len() > 1) {
        let message = format!(
            "`{name}` is merged from {} files, as {} does",
            spans.len(),
            host.name
        );
        let mut note = Diagnostic::new("shadowed-server", Level::Info, spans[0], message);
        for span in &spans[1..] {
            note = note.related(0, *span, "merged with it; the stronger file wins");
        }
        layers.notes.push(note);
    }
    Some(layers)
}

/// Whether files of several formats read alike, because these have the same fields and the files no references, which is
/// what the formats of one host differ in.
fn same_without_references(inputs: &[Input<'_>], documents: &[Document<'_>]) -> bool {
    let formats = || inputs.iter().map(|input| input.place.format);
    let fields = inputs[0].place.format.fields.as_ptr();
    let dialects: Vec<_> = formats().flat_map(|format| format.dialects).collect();
    let mut plain = formats().all(|format| std::ptr::eq(format.fields.as_ptr(), fields));
    for root in documents
        .iter()
        .filter_map(|document| document.root.as_ref())
    {
        root.each_leaf(&mut |leaf| {
            let text = leaf.as_str().unwrap_or_default();
            let mut dialects = dialects.iter();
            plain &= dialects.all(|(_, dialect)| dialect.references(text).is_empty());
        });
    }
    plain
}

impl LaidFiles<'_> {
    pub(super) fn notes(&mut self) -> Vec<Diagnostic> {
        std::mem::take(&mut self.notes)
    }

    /// The file that a value came from, and where it is there.
    fn place(&self, source: usize, span: Span) -> (usize, Span) {
        // What comes after the inputs is the target.
        if source > 0 {
            return (source - 1 + self.count, span);
        }
        let at = self
            .starts
            .partition_point(|(start, _)| *start <= span.start);
        let (start, file) = self.starts[at.saturating_sub(1)];
        let back = Span {
            start: span.start - start,
            end: span.end.saturating_sub(start),
        };
        (file, back)
    }

    /// Says everything about the files it was found in.
    pub(super) fn told(&self, mut conversion: Conversion) -> Conversion {
        conversion.diagnostics.each_mut(|said| {
            let strongest = self.starts[0].1;
            let (source, span) = match said.span {
                Some(span) => {
                    let (source, span) = self.place(said.source, span);
                    (source, Some(span))
                }
                None if said.source == 0 => (strongest, None),
                None => (said.source.saturating_add(self.count - 1), None),
            };
            (said.source, said.span) = (source, span);
            for other in &mut said.related {
                (other.source, other.span) = self.place(other.source, other.span);
            }
        });
        for row in &mut conversion.rows {
            (row.source, row.span) = self.place(row.source, row.span);
        }
        for row in &mut conversion.effects {
            (row.source, row.span) = self.place(row.source, row.span);
        }
        conversion
    }
}
