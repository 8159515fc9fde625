//! A text that its reader gave up on.

use crate::host::{Host, Place};
use crate::syntax::Error;

/// A text that could not be parsed.
#[derive(Debug)]
pub(crate) struct Unread<'a> {
    /// The text.
    pub text: &'a str,
    /// Whose it is.
    pub host: &'static Host,
    /// Which of the host's files.
    pub place: &'static Place,
    /// Where and why reading stopped.
    pub error: &'a Error,
}
