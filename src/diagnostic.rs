//! What we have to say about a source: one type for every step and every output format.

use crate::syntax::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Worth knowing.
    Info,
    /// Something is lost, changed or probably not meant.
    Warning,
    /// Something could not be done.
    Error,
}

impl Level {
    /// The word used in every output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One message with its place. Its texts may hold names from files (never values that may be secret); whoever prints
/// them makes control characters visible.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// The rule, in kebab case, by which the message can be looked up and switched.
    pub rule: &'static str,
    /// How bad it is.
    pub level: Level,
    /// Which of the inputs it is about, counted from 0.
    pub source: usize,
    /// The offending bytes of that input; nothing when the message is about the whole of it.
    pub span: Option<Span>,
    /// What is wrong, in one sentence that stands alone.
    pub message: String,
    /// Why it matters, shown beside the place.
    pub label: Option<String>,
    /// What to do.
    pub help: Option<String>,
    /// It tells of something that a conversion loses.
    pub(crate) loss: bool,
    /// Other places that belong to it.
    pub related: Vec<Related>,
}

/// A further place of a [`Diagnostic`].
#[derive(Clone, Debug, PartialEq)]
pub struct Related {
    /// Which input.
    pub source: usize,
    /// Where in it.
    pub span: Span,
    /// What is there.
    pub label: String,
}

impl Diagnostic {
    /// A message about `span` of the first input.
    pub(crate) fn new(
        rule: &'static str,
        level: Level,
        span: impl Into<Option<Span>>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            rule,
            level,
            source: 0,
            span: span.into(),
            message: message.into(),
            label: None,
            help: None,
            loss: false,
            related: Vec::new(),
        }
    }

    /// The same, and it tells of something that a conversion loses.
    pub(crate) fn loss(mut self) -> Self {
        self.loss = true;
        self
    }

    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn related(mut self, source: usize, span: Span, label: impl Into<String>) -> Self {
        self.related.push(Related {
            source,
            span,
            label: label.into(),
        });
        self
    }

    /// The same for an input with this number, all of whose places are in it.
    pub(crate) fn within(mut self, source: usize) -> Self {
        self.related
            .iter_mut()
            .for_each(|related| related.source = source);
        self.of(source)
    }

    pub(crate) fn of(mut self, source: usize) -> Self {
        self.source = source;
        self
    }
}

/// Collects diagnostics, counts all of them and keeps the first ones, so that a file with a million warnings does not
/// need a million messages in memory.
#[derive(Debug)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    limit: usize,
    counts: [usize; 3],
    /// How many errors of each input were kept.
    errors: Vec<usize>,
}

impl Diagnostics {
    /// Keeps at most `limit` messages, and beyond these as many errors of each input.
    #[must_use]
    pub fn new(limit: usize) -> Self {
        Self {
            list: Vec::new(),
            limit,
            counts: [0; 3],
            errors: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.counts[diagnostic.level as usize] += 1;
        if self.list.len() < self.limit || self.has_room(&diagnostic) {
            self.list.push(diagnostic);
        }
    }

    pub(crate) fn each_mut(&mut self, change: impl FnMut(&mut Diagnostic)) {
        self.list.iter_mut().for_each(change);
    }

    /// Whether it is an error of an input that has few, so that no input hides what is wrong with another.
    fn has_room(&mut self, diagnostic: &Diagnostic) -> bool {
        if diagnostic.level != Level::Error {
            return false;
        }
        if self.errors.len() <= diagnostic.source {
            self.errors.resize(diagnostic.source + 1, 0);
        }
        let errors = &mut self.errors[diagnostic.source];
        *errors += 1;
        *errors <= self.limit.max(1)
    }

    /// The same with `earlier` messages in front, which are kept in any case.
    pub(crate) fn after(mut self, earlier: Vec<Diagnostic>) -> Self {
        earlier
            .iter()
            .for_each(|diagnostic| self.counts[diagnostic.level as usize] += 1);
        self.list.splice(..0, earlier);
        self
    }

    /// The messages that were kept, in the order in which they came up.
    #[must_use]
    pub fn list(&self) -> &[Diagnostic] {
        &self.list
    }

    /// How many there were at this level, kept or not.
    #[must_use]
    pub fn count(&self, level: Level) -> usize {
        self.counts[level as usize]
    }

    /// How many were counted and not kept.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.counts.iter().sum::<usize>() - self.list.len()
    }
}

/// `a, b and c`, for messages.
pub(crate) fn list<T: AsRef<str>>(words: &[T]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
