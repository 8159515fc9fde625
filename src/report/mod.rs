//! Diagnostics as text: for people, with the lines they are about, and for programs.
//!
//! Nothing here asks the environment, the disk or the terminal. Whatever comes out of a file is made harmless first:
//! values that look like secrets are covered, and characters that steer a terminal are made visible.

mod carried;
mod conceal;
mod excerpt;
mod human;
mod json;
mod lexical;
pub(crate) mod lint;
mod mask;
mod sanitize;
mod walk;
mod window;

pub(crate) use carried::{Carried, SourceSecrets};
pub(crate) use conceal::conceal;
pub(crate) use human::{Look, human};
pub(crate) use json::{escaped, json};
pub(crate) use mask::masked;
pub(crate) use sanitize::blank;
pub(crate) use sanitize::{is_obeyed, sanitize, sanitize_name};

use crate::syntax::Language;

/// An input as its reader knows it. A [`Diagnostic`](crate::diagnostic::Diagnostic) names it by its index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    /// What to call it: its path as people wrote it, or `<stdin>`.
    pub name: &'a str,
    /// Its text, to which all spans belong.
    pub text: &'a str,
    /// What the text is written in.
    pub language: Language,
}

#[cfg(test)]
mod tests;
