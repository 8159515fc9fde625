//! What a rule has to say.

use super::fix::Fix;
use super::rule::{Rule, Safety};
use crate::diagnostic::{Diagnostic, Level, Related};
use crate::host::tell::Told;
use crate::syntax::Span;

/// One finding. Its texts may hold names from files, never values that may be secret.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// Which of the rule's cases, where it has several.
    pub variant: Option<&'static str>,
    /// How bad it is.
    pub level: Level,
    /// No preset makes it worse.
    pub kept: bool,
    /// Which file, counted from 0.
    pub source: usize,
    /// The offending bytes; nothing when it is about the whole file.
    pub span: Option<Span>,
    /// What is wrong, in one sentence that stands alone.
    pub message: String,
    /// Why it matters, shown beside the place.
    pub label: Option<String>,
    /// What to do.
    pub help: Option<String>,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// How it can be repaired.
    pub fix: Option<Fix>,
    /// Where it is, as a JSON pointer.
    pub pointer: String,
    /// Whose server it is about.
    pub server: Option<String>,
    /// Why it does not count, if somebody said so.
    pub ignored: Option<Ignored>,
}

/// Why a finding does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ignored {
    /// Where that was said.
    pub by: By,
    /// The reason that was given.
    pub reason: String,
}

/// Where it was said that a finding does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// A comment in the file itself.
    Comment,
    /// The configuration.
    Configuration,
    /// A list of known findings.
    Baseline,
}

impl Finding {
    /// A finding at its rule's own level.
    #[must_use]
    pub(crate) fn new(
        rule: &'static Rule,
        span: impl Into<Option<Span>>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            rule,
            variant: None,
            level: rule.level,
            kept: false,
            source: 0,
            span: span.into(),
            message: message.into(),
            label: None,
            help: None,
            related: Vec::new(),
            fix: None,
            pointer: String::new(),
            server: None,
            ignored: None,
        }
    }

    pub(crate) fn level(&mut self, level: Level) -> &mut Self {
        self.level = level;
        self
    }

    /// Advice even where its rule is strict.
    pub(crate) fn keep_level(&mut self) -> &mut Self {
        self.kept = true;
        self
    }

    pub(crate) fn variant(&mut self, variant: &'static str) -> &mut Self {
        self.variant = Some(variant);
        self
    }

    pub(crate) fn label(&mut self, label: impl Into<String>) -> &mut Self {
        self.label = Some(label.into());
        self
    }

    pub(crate) fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }

    /// Whose server it is about, where that is said outside of the entry.
    pub(crate) fn of_server(&mut self, name: &str) -> &mut Self {
        self.server = Some(name.to_owned());
        self
    }

    /// Another place of the same file.
    pub(crate) fn related(&mut self, span: Span, label: impl Into<String>) -> &mut Self {
        let source = self.source;
        self.related_in(source, span, label)
    }

    /// A place of another file.
    pub(crate) fn related_in(
        &mut self,
        source: usize,
        span: Span,
        label: impl Into<String>,
    ) -> &mut Self {
        self.related.push(Related {
            source,
            span,
            label: label.into(),
        });
        self
    }

    pub(crate) fn fix(&mut self, fix: impl Into<Option<Fix>>) -> &mut Self {
        self.fix = fix.into();
        self
    }

    /// Whether a fix would change it, as people see it.
    #[must_use]
    pub fn mark(&self) -> Option<&'static str> {
        self.fix.as_ref().map(|fix| match fix.safety {
            Safety::Safe => "[fixable]",
            Safety::Unsafe => "[fixable: unsafe]",
        })
    }

    /// The same for a printer of diagnostics.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic {
            loss: false,
            rule: self.rule.id,
            level: self.level,
            source: self.source,
            span: self.span,
            message: self.message.clone(),
            label: self.label.clone(),
            help: self.help.clone(),
            related: self.related.clone(),
        }
    }
}

/// Where rules put their findings.
#[derive(Debug)]
pub(crate) struct Found<'f> {
    rule: &'static Rule,
    source: usize,
    list: &'f mut Vec<Finding>,
}

impl<'f> Found<'f> {
    pub(super) fn new(rule: &'static Rule, source: usize, list: &'f mut Vec<Finding>) -> Self {
        Self { rule, source, list }
    }

    /// How many there are so far, those of other rules among them.
    pub(crate) fn count(&self) -> usize {
        self.list.len()
    }

    /// A finding about `span` of the file at hand, to be completed.
    pub(crate) fn add(
        &mut self,
        span: impl Into<Option<Span>>,
        message: impl Into<String>,
    ) -> &mut Finding {
        let source = self.source;
        self.add_in(source, span, message)
    }

    /// What reading found, in the words that it has everywhere, to be completed.
    pub(crate) fn tell(&mut self, told: Told) -> &mut Finding {
        debug_assert_eq!(told.rule, self.rule.id, "a rule tells its own problems");
        let finding = self.add(told.span, told.message);
        finding.level(told.level).label(told.label);
        finding.help = told.help;
        if let Some((span, label)) = told.related {
            finding.related(span, label);
        }
        finding
    }

    /// A finding about `span` of the file with this number, to be completed.
    pub(crate) fn add_in(
        &mut self,
        source: usize,
        span: impl Into<Option<Span>>,
        message: impl Into<String>,
    ) -> &mut Finding {
        self.list.push(Finding {
            source,
            ..Finding::new(self.rule, span, unnamed(message.into()))
        });
        self.list.last_mut().expect("one was just added")
    }
}

/// The message, which says "a server" where the name it should start with is empty, as in a list.
fn unnamed(message: String) -> String {
    match message.strip_prefix("``") {
        Some(rest) if rest.starts_with([' ', ':']) => format!("a server{rest}"),
        _ => message,
    }
}

#[cfg(test)]
mod tests {
    use super::unnamed;

    #[test]
    fn a_server_without_a_name_is_just_a_server() {
        assert_eq!(unnamed("`` has a fault".to_owned()), "a server has a fault");
        assert_eq!(unnamed("``: no".to_owned()), "a server: no");
        assert_eq!(unnamed("`a` has".to_owned()), "`a` has");
    }
}
