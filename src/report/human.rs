//! Diagnostics for people: the message, the lines it is about, and what to do.

use std::cell::OnceCell;
use std::fmt;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, Severity, SourceCode};

use super::excerpt::{Excerpt, ExcerptFrame, Mark, Sheet};
use super::{Source, sanitize};
use crate::diagnostic::{Diagnostic, Diagnostics, Level};
use crate::order::Order as _;
use crate::syntax::Span;

/// A text of ours that is longer holds a name that nobody would read to its end.
const MAX_TEXT: usize = 400;

/// More places than these would bury the message.
const MAX_RELATED: usize = 8;

/// Narrower than this, no snippet makes sense; wider, no line is pleasant to read.
const MIN_WIDTH: usize = 40;
const MAX_WIDTH: usize = 200;

/// What stands left of a line: its number, a bar, and the arrows of marks that run over several lines.
const GUTTER: usize = 10;

/// What the terminal can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    /// Whether to colour.
    pub color: bool,
    /// Whether to draw with more than ASCII.
    pub unicode: bool,
    /// How many columns there are.
    pub width: usize,
    /// Whether to name the command that explains a rule below each of its findings.
    pub pages: bool,
}

/// All `diagnostics` in their order, with an empty line between them; nothing if there are none.
///
/// `sources` are the inputs that the diagnostics count; one that no diagnostic is about is never looked at.
#[must_use]
pub(crate) fn human(diagnostics: &Diagnostics, sources: &[Source<'_>], look: &Look) -> String {
    let printer = Printer::new(sources, look);
    let mut out = String::new();
    for diagnostic in diagnostics.list() {
        if !out.is_empty() {
            out.push('\n');
        }
        printer.print(diagnostic, &mut out);
    }
    if diagnostics.left_out() > 0 {
        out.push_str(&format!(
            "{}{} and {} more, --max-diagnostics 0 shows them\n",
            if out.is_empty() { "" } else { "\n" },
            printer.frame.omission,
            diagnostics.left_out()
        ));
    }
    out
}

fn theme(look: &Look) -> GraphicalTheme {
    let mut theme = match (look.color, look.unicode) {
        (true, true) => GraphicalTheme::unicode(),
        (true, false) => GraphicalTheme::ascii(),
        (false, true) => GraphicalTheme::unicode_nocolor(),
        (false, false) => GraphicalTheme::none(),
    };
    if look.color {
        let styles = &mut theme.styles;
        (styles.error, styles.warning, styles.advice) = (
            styles.error.bold(),
            styles.warning.bold(),
            styles.advice.bold(),
        );
    }
    theme
}

struct Printer<'a> {
    sheets: Vec<(Source<'a>, OnceCell<Sheet<'a>>)>,
    theme: GraphicalTheme,
    frame: ExcerptFrame,
    width: usize,
    pages: bool,
}

impl<'a> Printer<'a> {
    fn new(sources: &[Source<'a>], look: &Look) -> Self {
        let width = look.width.clamp(MIN_WIDTH, MAX_WIDTH);
        let omission = if look.unicode { "…" } else { "..." };
        let frame = ExcerptFrame {
            columns: width - GUTTER,
            omission,
        };
        Self {
            sheets: sources
                .iter()
                .map(|&source| (source, OnceCell::new()))
                .collect(),
            theme: theme(look),
            frame,
            width,
            pages: look.pages,
        }
    }

    fn print(&self, diagnostic: &Diagnostic, out: &mut String) {
        let sheet = self.sheet(diagnostic.source);
        let (here, elsewhere): (Vec<_>, Vec<_>) = diagnostic
            .related
            .iter()
            .take(MAX_RELATED)
            .partition(|related| related.source == diagnostic.source);
        let mark = |span, label: Option<&str>, primary| Mark {
            span,
            label: label.map(|label| self.tidy(label)),
            primary,
        };
        let primary = diagnostic
            .span
            .map(|span| mark(span, diagnostic.label.as_deref(), true));
        let marks: Vec<Mark> = primary
            .into_iter()
            .chain(
                here.iter()
                    .map(|related| mark(related.span, Some(&related.label), false)),
            )
            .collect();
        let excerpt = sheet
            .filter(|_| !marks.is_empty())
            .map(|sheet| Excerpt::new(sheet, marks, &self.frame));

        let mut notes: Vec<String> = Vec::new();
        if let (Some(sheet), Some(excerpt)) = (sheet, &excerpt) {
            notes.extend(excerpt.unseen.iter().map(|mark| {
                self.note(sheet, mark.span, mark.label.as_deref().unwrap_or_default())
            }));
        }
        let others = elsewhere.iter().filter_map(|related| {
            self.sheet(related.source)
                .map(|sheet| self.note(sheet, related.span, &self.tidy(&related.label)))
        });
        notes.extend(others);
        if let Some(more @ 1..) = diagnostic.related.len().checked_sub(MAX_RELATED) {
            notes.push(format!(
                "  {} and {more} more location{}\n",
                self.frame.omission,
                if more == 1 { "" } else { "s" }
            ));
        }

        let report = Report {
            message: self.tidy(&diagnostic.message),
            level: diagnostic.level,
            help: diagnostic.help.as_deref().map(|help| self.tidy(help)),
            whole: sheet
                .filter(|_| excerpt.is_none())
                .map(|sheet| Whole(sheet.name.to_string())),
            excerpt,
        };
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self
            .handler(diagnostic.rule, &report)
            .render_report(&mut text, &report);
        // Titles stand out when they are the only thing in the first column.
        out.push_str(text.trim_start_matches(' '));
        notes.iter().for_each(|note| out.push_str(note));
        if self.pages {
            let more = self.theme.styles.help.style("more:");
            out.push_str(&format!("  {more} mcpconv explain {}\n", diagnostic.rule));
        }
    }

    /// miette prints the rule on a line of its own with an empty one below. In place of the icon it costs no line, and
    /// the level can be read without colours.
    fn handler(&self, rule: &str, report: &Report) -> GraphicalReportHandler {
        let GraphicalTheme {
            mut characters,
            mut styles,
        } = self.theme.clone();
        let (icon, style) = match report.level {
            Level::Info => (&mut characters.advice, styles.advice),
            Level::Warning => (&mut characters.warning, styles.warning),
            Level::Error => (&mut characters.error, styles.error),
        };
        *icon = format!("{}[{rule}]:", report.level.name());
        // miette hands out the styles in the order in which the labels stand in the text.
        let mut labels: Vec<&LabeledSpan> = report
            .excerpt
            .iter()
            .flat_map(|excerpt| &excerpt.labels)
            .collect();
        labels.order_by_key(|label| label.offset());
        if !labels.is_empty() {
            styles.highlights = labels
                .iter()
                .map(|label| if label.primary() { style } else { styles.help })
                .collect();
        }
        GraphicalReportHandler::new_themed(GraphicalTheme { characters, styles })
            .with_width(self.width)
            .with_context_lines(1)
    }

    /// A place that miette cannot draw, since it is in another source or too far away on a long line.
    fn note(&self, sheet: &Sheet<'_>, span: Span, label: &str) -> String {
        format!(
            "  {} {}: {label}\n",
            self.theme.styles.help.style("note:"),
            sheet.place(span)
        )
    }

    fn sheet(&self, source: usize) -> Option<&Sheet<'a>> {
        self.sheets
            .get(source)
            .map(|(source, sheet)| sheet.get_or_init(|| Sheet::new(*source)))
    }

    /// A text that is safe to print and not endless.
    fn tidy(&self, text: &str) -> String {
        match text.char_indices().nth(MAX_TEXT) {
            Some((end, _)) => format!("{}{}", sanitize(&text[..end]), self.frame.omission),
            None => sanitize(text).into_owned(),
        }
    }
}

/// A diagnostic in miette's terms.
#[derive(Debug)]
struct Report {
    message: String,
    level: Level,
    help: Option<String>,
    excerpt: Option<Excerpt>,
    whole: Option<Whole>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.whole.as_ref().map(|whole| whole as _)
    }
}

impl miette::Diagnostic for Report {
    fn severity(&self) -> Option<Severity> {
        Some(match self.level {
            Level::Info => Severity::Advice,
            Level::Warning => Severity::Warning,
            Level::Error => Severity::Error,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as _)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as _)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.excerpt
            .as_ref()
            .map(|excerpt| Box::new(excerpt.labels.iter().cloned()) as _)
    }
}

/// The name of a source that the message is about as a whole. miette draws an arrow from a message to its cause; here
/// it leads to the file.
#[derive(Debug)]
struct Whole(String);

impl fmt::Display for Whole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Whole {}
