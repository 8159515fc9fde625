//! How a document is laid out, as far as it shows: what a new piece of it should look like.

use granit_parser::ScalarStyle;

use crate::syntax::LineIndex;
use crate::syntax::yaml::layout::{Layout, Shape, YamlLook, YamlPart};
use crate::syntax::yaml::print::{QuoteMark, YamlLooks, is_safe_plain};
use crate::syntax::yaml::scalar::{self, ScalarKind};

/// A text and its lines. Every line has an end.
pub(super) struct YamlText<'t> {
    pub(super) text: &'t str,
    pub(super) eol: &'static str,
    lines: LineIndex<'t>,
}

impl<'t> YamlText<'t> {
    pub(super) fn new(text: &'t str, eol: &'static str) -> Self {
        Self {
            text,
            eol,
            lines: LineIndex::new(text),
        }
    }

    /// The bytes of the line that holds `at`, with its end.
    pub(super) fn line(&self, at: usize) -> std::ops::Range<usize> {
        let line = self.lines.line(at);
        self.lines.lines(line, line)
    }

    pub(super) fn line_start(&self, at: usize) -> usize {
        self.line(at).start
    }

    /// Where the line that holds `at` ends, without its line end.
    pub(super) fn content_end(&self, at: usize) -> usize {
        let line = self.line(at);
        line.start + self.text[line].trim_end_matches(['\n', '\r']).len()
    }

    /// How many bytes are before `at` on its line.
    pub(super) fn column(&self, at: usize) -> usize {
        at - self.line_start(at)
    }

    pub(super) fn is_one_line(&self, from: usize, to: usize) -> bool {
        self.lines.line(from) == self.lines.line(to)
    }

    /// Whether there is nothing but blanks before `at` on its line.
    pub(super) fn begins_line(&self, at: usize) -> bool {
        self.text[self.line_start(at)..at]
            .bytes()
            .all(|byte| byte == b' ')
    }
}

/// The habits of the whole document.
pub(super) fn looks(source: &YamlText<'_>, layout: &Layout<'_>, indent: &str) -> YamlLooks {
    let plain = YamlLooks::plain(indent);
    let mut survey = Survey::default();
    for part in &layout.parts {
        survey.look(source, layout, part);
    }
    // The most common one; of equally common ones the smallest.
    let most = |counts: &[usize; WIDEST]| {
        (0..WIDEST)
            .rev()
            .filter(|&width| counts[width] > 0)
            .max_by_key(|&width| counts[width])
    };
    let unit = most(&survey.units).unwrap_or(plain.unit);
    YamlLooks {
        newline: source.eol,
        unit,
        dash: most(&survey.dashes).unwrap_or(if survey.units == [0; WIDEST] {
            plain.dash
        } else {
            unit
        }),
        short_lists: survey.short > survey.long,
        quote: if survey.single > survey.double {
            QuoteMark::Single
        } else {
            QuoteMark::Double
        },
        quote_all: survey.needless > survey.bare,
        quote_keys: survey.quoted_keys > survey.bare_keys,
    }
}

/// The looks of a child that comes beside `siblings`: where all strings among them are in quotes, it gets the same.
pub(super) fn beside<'p, 't: 'p>(
    looks: YamlLooks,
    siblings: impl Iterator<Item = &'p YamlPart<'t>>,
) -> YamlLooks {
    let mut styles = siblings.filter_map(|part| match &part.shape {
        Shape::Scalar { text, style, .. }
            if *style != ScalarStyle::Plain || scalar::plain(text) == ScalarKind::String =>
        {
            Some(*style)
        }
        _ => None,
    });
    let Some(first) = styles
        .next()
        .filter(|_| styles.all(|style| style != ScalarStyle::Plain))
    else {
        return looks;
    };
    let quote = match first {
        ScalarStyle::SingleQuoted => QuoteMark::Single,
        ScalarStyle::DoubleQuoted => QuoteMark::Double,
        _ => return looks,
    };
    YamlLooks {
        quote,
        quote_all: true,
        ..looks
    }
}

/// No document is indented wider than this; it could only slow the count down.
const WIDEST: usize = 16;

/// What is counted all over the document.
#[derive(Default)]
struct Survey {
    /// By how many blanks maps are indented, and lists below their keys.
    units: [usize; WIDEST],
    dashes: [usize; WIDEST],
    /// Lists of scalars between brackets and by lines.
    short: usize,
    long: usize,
    single: usize,
    double: usize,
    /// Strings in quotes that they do not need, and without.
    needless: usize,
    bare: usize,
    quoted_keys: usize,
    bare_keys: usize,
}

impl Survey {
    fn look(&mut self, source: &YamlText<'_>, layout: &Layout<'_>, part: &YamlPart<'_>) {
        if let Shape::Map(_, pairs) = &part.shape {
            for pair in pairs {
                match &layout.parts[pair.key].shape {
                    Shape::Scalar {
                        style: ScalarStyle::Plain,
                        ..
                    } => self.bare_keys += 1,
                    _ => self.quoted_keys += 1,
                }
            }
        }
        match &part.shape {
            Shape::Map(YamlLook::Block, pairs) => {
                let column = source.column(part.span.start as usize);
                for pair in pairs {
                    let value = &layout.parts[pair.value];
                    self.scalar(value);
                    let inner = source.column(value.span.start as usize);
                    let counts = match value.shape {
                        Shape::Map(YamlLook::Block, _) => &mut self.units,
                        Shape::List(YamlLook::Block, _) => &mut self.dashes,
                        _ => continue,
                    };
                    if let Some(count) = inner
                        .checked_sub(column)
                        .and_then(|width| counts.get_mut(width))
                    {
                        *count += 1;
                    }
                }
            }
            Shape::Map(_, pairs) => {
                for pair in pairs {
                    self.scalar(&layout.parts[pair.value]);
                }
            }
            Shape::List(look, items) => {
                let scalar = |part: &YamlPart<'_>| matches!(part.shape, Shape::Scalar { .. });
                for item in items {
                    self.scalar(&layout.parts[item.value]);
                }
                if !items.is_empty() && items.iter().all(|item| scalar(&layout.parts[item.value])) {
                    *(if *look == YamlLook::Block {
                        &mut self.long
                    } else {
                        &mut self.short
                    }) += 1;
                }
            }
            _ => {}
        }
    }

    fn scalar(&mut self, part: &YamlPart<'_>) {
        let Shape::Scalar { text, style, .. } = &part.shape else {
            return;
        };
        match style {
            ScalarStyle::SingleQuoted => self.single += 1,
            ScalarStyle::DoubleQuoted => self.double += 1,
            ScalarStyle::Plain => {}
            _ => return,
        }
        if is_safe_plain(text) {
            *(if *style == ScalarStyle::Plain {
                &mut self.bare
            } else {
                &mut self.needless
            }) += 1;
        }
    }
}
