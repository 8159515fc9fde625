//! What is not written, or not as it was meant, by kind.

use std::collections::{HashMap, HashSet};

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
    /// A warning, unless the server does the same there in another way.
    level: Level,
    /// What it says of one value, it may say of several.
    of_many: Option<Box<Many>>,
}

/// A loss that is told once for all values of a server that share it.
///
/// In its texts `{fields}` and `{names}` are lists, and of `{one|several}` the list before it chooses. Only names of hosts
/// may stand in them, as those have no braces.
#[derive(Clone, Debug)]
pub(crate) struct Many {
    message: String,
    label: String,
    help: String,
    server: String,
    fields: Vec<String>,
    names: Vec<String>,
}

/// How many fields, names and places one message lists.
const LISTED: usize = 20;

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
            level: Level::Warning,
            of_many: None,
        }
    }

    /// The server does the same there in another way.
    pub(crate) fn harmless(self) -> Self {
        Self {
            level: Level::Info,
            ..self
        }
    }

    /// A loss of one value that others of the server may share.
    pub(crate) fn shared(kind: LossKind, slot: Slot, span: Span, many: Many) -> Self {
        Self {
            of_many: Some(Box::new(many.clone())),
            ..many.loss(kind, slot, span)
        }
        .leaves([span])
    }

    /// What is said about the losses of a server in the document `source`: the same thing once, with all its places.
    pub(crate) fn told<'l>(
        losses: impl Iterator<Item = &'l Self>,
        source: usize,
    ) -> Vec<Diagnostic> {
        let mut told: Vec<Vec<&Self>> = Vec::new();
        let mut shared: Vec<usize> = Vec::new();
        // A field and a list elsewhere in the file may share a name.
        let mut messages: HashMap<(&str, &str), usize> = HashMap::new();
        for loss in losses {
            let twin = shared.iter().find(|at| told[**at][0].is_like(loss));
            let words = (loss.kind.rule(), loss.message.as_str());
            match twin.or_else(|| messages.get(&words)).copied() {
                Some(at) => told[at].push(loss),
                None => {
                    messages.insert(words, told.len());
                    if loss.of_many.is_some() {
                        shared.push(told.len());
                    }
                    told.push(vec![loss]);
                }
            }
        }
        let diagnostics = told.into_iter().map(|losses| match losses.as_slice() {
            [loss] => loss.diagnostic(),
            losses => Many::told(losses, source),
        });
        diagnostics.collect()
    }

    fn is_like(&self, other: &Self) -> bool {
        let texts = |loss: &Self| {
            let many = loss.of_many.as_deref()?;
            Some([&many.message, &many.label, &many.help].map(String::clone))
        };
        self.kind == other.kind && self.of_many.is_some() && texts(self) == texts(other)
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
            self.level,
            self.span,
            self.message.clone(),
        );
        problem.label.clone_from(&self.label);
        problem.help.clone_from(&self.help);
        problem.loss()
    }
}

impl Many {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            label: String::new(),
            help: String::new(),
            server: String::new(),
            fields: Vec::new(),
            names: Vec::new(),
        }
    }

    pub(crate) fn label(self, label: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            ..self
        }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self {
            help: help.into(),
            ..self
        }
    }

    /// About this field of this server, and these names.
    pub(crate) fn about<const N: usize>(
        self,
        server: &str,
        field: &impl ToString,
        names: [&str; N],
    ) -> Self {
        Self {
            server: server.to_owned(),
            fields: vec![field.to_string()],
            names: names.map(str::to_owned).to_vec(),
            ..self
        }
    }

    /// One message about losses that differ in fields and names only.
    fn told(losses: &[&Loss], source: usize) -> Diagnostic {
        let all = || losses.iter().filter_map(|loss| loss.of_many.as_deref());
        let first = losses[0];
        let many = first.of_many.as_deref().map(|many| Self {
            fields: distinct(all().flat_map(|many| &many.fields)),
            names: distinct(all().flat_map(|many| &many.names)),
            ..many.clone()
        });
        let joined = many.map(|many| many.loss(first.kind, first.slot, first.span));
        let mut told = joined.unwrap_or_else(|| first.clone()).diagnostic();
        let mut seen = HashSet::from([first.span]);
        let places = losses.iter().map(|loss| loss.span);
        for span in places.filter(|span| seen.insert(*span)).take(LISTED) {
            told = told.related(source, span, "also here");
        }
        told
    }

    fn loss(&self, kind: LossKind, slot: Slot, span: Span) -> Loss {
        let message = format!("`{}`: {}", self.server, self.filled(&self.message));
        let loss = Loss::new(kind, slot, span, message);
        let text = |text: &String| (!text.is_empty()).then(|| self.filled(text));
        Loss {
            label: text(&self.label),
            help: text(&self.help),
            ..loss
        }
    }

    /// A text with its lists and the forms that go with them.
    fn filled(&self, text: &str) -> String {
        let mut filled = String::new();
        let mut rest = text;
        let mut several = self.names.len() > 1;
        while let Some((before, inside, after)) = rest.split_once('{').and_then(|(before, rest)| {
            let (inside, after) = rest.split_once('}')?;
            Some((before, inside, after))
        }) {
            filled.push_str(before);
            let list = match inside {
                "fields" => Some(&self.fields),
                "names" => Some(&self.names),
                _ => None,
            };
            match (list, inside.split_once('|')) {
                (Some(list), _) => {
                    several = list.len() > 1;
                    filled.push_str(&listed(list));
                }
                (None, Some((one, many))) => filled.push_str(if several { many } else { one }),
                (None, None) => filled.push_str(inside),
            }
            rest = after;
        }
        filled + rest
    }
}

fn distinct<'s>(items: impl Iterator<Item = &'s String>) -> Vec<String> {
    let mut seen = HashSet::new();
    items.filter(|item| seen.insert(*item)).cloned().collect()
}

fn listed(items: &[String]) -> String {
    let quoted = items.iter().take(LISTED).map(|item| format!("`{item}`"));
    let list = quoted.collect::<Vec<_>>().join(", ");
    match items.len().saturating_sub(LISTED) {
        0 => list,
        more => format!("{list} and {more} more"),
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
            Self::Incomplete => "missing-transport",
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
