//! Many places of a text, to be asked whether another lies in one of them.

use super::Span;
use crate::order::Order as _;

/// Places in order, none within another.
#[derive(Debug, Default)]
pub(crate) struct SpanSet(Vec<Span>);

impl SpanSet {
    /// Whether `span` lies within one of them.
    pub(crate) fn holds(&self, span: Span) -> bool {
        let before = self.0.partition_point(|other| other.start <= span.start);
        before > 0 && self.0[before - 1].contains(span)
    }

    /// Whether a part of `span` lies within one of them.
    pub(crate) fn meets(&self, span: Span) -> bool {
        let before = self.0.partition_point(|other| other.end <= span.start);
        let next = self.0.get(before);
        next.is_some_and(|next| next.start < span.end)
    }
}

impl FromIterator<Span> for SpanSet {
    fn from_iter<I: IntoIterator<Item = Span>>(spans: I) -> Self {
        let mut spans: Vec<Span> = spans.into_iter().collect();
        spans.order_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
        let mut end = 0;
        spans.retain(|span| {
            let outside = span.end > end;
            end = end.max(span.end);
            outside
        });
        Self(spans)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_within_one_of_them_is_held() {
        let set: SpanSet = [Span::new(20, 30), Span::new(5, 7), Span::new(4, 9)]
            .into_iter()
            .collect();
        let held = |start, end| set.holds(Span::new(start, end));
        assert!(held(4, 9) && held(8, 9) && held(20, 21));
        assert!(!held(3, 5) && !held(8, 10) && !held(10, 20) && !held(29, 31));
        let met = |start, end| set.meets(Span::new(start, end));
        assert!(met(3, 5) && met(8, 10) && met(0, 40) && met(29, 31));
        assert!(!met(0, 4) && !met(9, 20) && !met(30, 31));
    }
}
