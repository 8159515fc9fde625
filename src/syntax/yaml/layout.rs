//! A YAML document as it is written: every value with its bytes, its style and the marks around it.
//!
//! [`reader`](super::reader) puts it together.

use std::borrow::Cow;

use granit_parser::{ScalarStyle, Tag};

use crate::syntax::Span;

/// The number of a part in its layout.
pub(super) type PartId = usize;

/// The first document of a text.
pub(super) struct Layout<'t> {
    pub(super) text: &'t str,
    pub(super) parts: Vec<YamlPart<'t>>,
    /// The value of the document; nothing in a blank one.
    pub(super) root: Option<PartId>,
    /// Where it ends: before the mark that ends it or begins the next one.
    pub(super) end: usize,
    /// Where a second document begins.
    pub(super) second: Option<Span>,
}

/// A value.
pub(super) struct YamlPart<'t> {
    /// Its bytes, without its anchor and its tag. A collection in block style reaches from its first key or dash to the end
    /// of its last value, a block scalar from its head to the end of its last line that is not blank.
    pub(super) span: Span,
    /// Where its anchor or tag begins, or it itself.
    pub(super) start: usize,
    /// It has an anchor.
    pub(super) anchored: bool,
    pub(super) tag: Option<Cow<'t, Tag>>,
    pub(super) shape: Shape<'t>,
}

/// What a value is.
pub(super) enum Shape<'t> {
    /// A scalar, decoded.
    Scalar {
        text: Cow<'t, str>,
        style: ScalarStyle,
        /// Where the next token may begin: behind the last line of a block scalar.
        end: usize,
    },
    /// The value of an anchor.
    Alias(PartId),
    List(YamlLook, Vec<Item>),
    Map(YamlLook, Vec<YamlPair>),
}

/// How a collection is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum YamlLook {
    /// On lines, by indentation.
    Block,
    /// Between brackets.
    Flow,
    /// `[key: value]`: a map without brackets of its own in a list that has some.
    Bare,
}

/// An item of a list.
pub(super) struct Item {
    /// The dash, in block style.
    pub(super) dash: Option<usize>,
    pub(super) value: PartId,
}

/// A key and its value.
pub(super) struct YamlPair {
    /// The `?` of a key that is marked as one.
    pub(super) mark: Option<usize>,
    pub(super) key: PartId,
    pub(super) colon: Option<usize>,
    pub(super) value: PartId,
}

impl<'t> Layout<'t> {
    /// The value at `id`, or what it stands for if it is an alias.
    pub(super) fn resolved(&self, id: PartId) -> &YamlPart<'t> {
        match self.parts[id].shape {
            Shape::Alias(target) => &self.parts[target],
            _ => &self.parts[id],
        }
    }
}

impl YamlPart<'_> {
    /// There is nothing where the value should be, not even an anchor or a tag.
    pub(super) fn is_blank(&self) -> bool {
        self.is_empty() && !self.anchored && self.tag.is_none()
    }

    /// There is nothing where the value should be.
    pub(super) fn is_empty(&self) -> bool {
        matches!(
            self.shape,
            Shape::Scalar {
                style: ScalarStyle::Plain,
                ..
            }
        ) && self.span.start == self.span.end
    }
}
