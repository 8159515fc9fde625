//! What is not written, or not as it was meant, by kind.

use crate::diagnostic::{Diagnostic, Level};
use crate::model::Slot;
use crate::syntax::Span;

/// Something of a server that is lost or changed, although the server is written.
#[derive(Clone, Debug)]
pub(crate) struct Loss {
    pub(crate) kind: LossKind,
    /// What it is about.
    pub(crate) slot: Slot,
    /// Where to point.
    pub(crate) span: Span,
    /// The source leaves it is about.
    pub(crate) leaves: Vec<Span>,
    pub(crate) message: String,
    pub(crate) label: Option<String>,
    pub(crate) help: Option<String>,
}

/// The kinds of [`Loss`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LossKind {
    /// A field has no counterpart.
    Dropped,
    /// A field that limits the server has no counterpart, so it may do more there.
    Unrestricted,
    /// The value means something else, if only sometimes.
    Changed,
    /// A variable that the server counts on does not reach it.
    NotInherited,
    /// The value of a variable that looks secret is written out.
    SecretInlined,
}

impl LossKind {
    /// The rule under which it is told.
    pub(crate) fn rule(self) -> &'static str {
        match self {
            Self::Dropped => "conversion-field-dropped",
            Self::Unrestricted => "conversion-restriction-lost",
            Self::Changed => "conversion-value-lossy",
            Self::NotInherited => "conversion-env-not-inherited",
            Self::SecretInlined => "conversion-secret-inlined",
        }
    }
}

impl Loss {
    pub(crate) fn new(kind: LossKind, slot: Slot, span: Span, message: String) -> Self {
        Self {
            kind,
            slot,
            span,
            leaves: Vec::new(),
            message,
            label: None,
            help: None,
        }
    }

    pub(crate) fn label(self, label: impl Into<String>) -> Self {
        Self {
            label: Some(label.into()),
            ..self
        }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }

    pub(crate) fn leaves(self, leaves: impl Into<Vec<Span>>) -> Self {
        Self {
            leaves: leaves.into(),
            ..self
        }
    }

    pub(crate) fn diagnostic(&self) -> Diagnostic {
        let mut problem = Diagnostic::new(
            self.kind.rule(),
            Level::Warning,
            self.span,
            self.message.clone(),
        );
        problem.label.clone_from(&self.label);
        problem.help.clone_from(&self.help);
        problem.loss()
    }
}

/// Why a server is not written.
#[derive(Clone, Debug)]
pub(crate) struct Skip {
    pub(crate) kind: SkipKind,
    pub(crate) span: Span,
    pub(crate) reason: String,
    pub(crate) label: Option<String>,
    pub(crate) help: Option<String>,
}

/// The kinds of [`Skip`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SkipKind {
    /// The target cannot have it.
    Unsupported,
    /// It does not say what to run or where to connect.
    Incomplete,
    /// A variable whose value has to be written is not set.
    Undefined,
}

impl SkipKind {
    /// The rule under which it is told.
    pub(crate) fn rule(self) -> &'static str {
        match self {
            Self::Unsupported => "conversion-server-skipped",
            Self::Incomplete => "missing-required-field",
            Self::Undefined => "undefined-variable",
        }
    }
}

impl Skip {
    pub(crate) fn new(kind: SkipKind, span: Span, reason: impl Into<String>) -> Self {
        Self {
            kind,
            span,
            reason: reason.into(),
            label: None,
            help: None,
        }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: Some(help.into()),
            ..self
        }
    }

    pub(crate) fn label(self, label: impl Into<String>) -> Self {
        Self {
            label: Some(label.into()),
            ..self
        }
    }

    pub(crate) fn diagnostic(&self) -> Diagnostic {
        // What has no value cannot be written at all; anything else concerns one server.
        let level = if self.kind == SkipKind::Undefined {
            Level::Error
        } else {
            Level::Warning
        };
        let mut problem = Diagnostic::new(self.kind.rule(), level, self.span, self.reason.clone());
        problem.label.clone_from(&self.label);
        problem.help.clone_from(&self.help);
        problem.loss()
    }
}
