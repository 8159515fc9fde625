//! How a new piece of a document looks where the document itself shows no habit.

/// The looks of new text.
#[derive(Debug)]
pub struct Style {
    /// One level of JSON.
    pub indent: &'static str,
    /// Maps inside a TOML table that stands under a header.
    pub tables: Tables,
}

impl Style {
    /// JSON with two spaces.
    pub const TWO: Self = Self {
        indent: "  ",
        tables: Tables::Sub,
    };
}

/// How maps inside a TOML table are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tables {
    /// Under headers of their own.
    Sub,
    /// Inline, between braces.
    Inline,
}
