//! What a text becomes when the host starts the server: every pass, over the text itself, with everything that was put in
//! by the one before.

use std::borrow::Cow;

use super::spelling::{Braces, spelled_default};
use super::{Dialect, Form, WhenUnset, bash};
use crate::model::template::{HostVar, Part, Template};
use crate::model::world::{Piece, Resolved, World};

/// Stand for what is not text while passes run; files and terminals have no use for these characters.
const PIECE: char = '\u{f0000}';
const ESCAPED: char = '\u{f0001}';
const BACKSLASH: char = '\u{f0002}';
const BACKTICK: char = '\u{f0003}';

/// How often a value that was put in is read again.
const DEPTH: usize = 4;

impl Dialect {
    /// What the host makes of `text` in `world`.
    #[must_use]
    pub fn resolve(&self, text: &str, world: &World<'_>) -> Resolved {
        let text = self.trimmed(text);
        if !self.may_refer(text) {
            return Resolved::text(text);
        }
        let mut pass = Pass {
            world,
            pieces: Vec::new(),
        };
        let mut done = pass.run(self, text, DEPTH);
        let mut last = self;
        while let Some(then) = last.then {
            // What was left as it is written is text for the next reader, if that one knows variables at all.
            if then.has_variables() {
                done = pass.unfold(&done);
            }
            done = pass.run(then, &done, DEPTH);
            last = then;
        }
        pass.finish(&done)
    }

    /// Whether a shell refuses `text`, whatever the values of variables are.
    pub(crate) fn is_broken(&self, text: &str) -> bool {
        let none = |_: &str| None;
        let broken = || {
            let done = self.resolve(text, &World::new(&none));
            done.pieces().contains(&Piece::Broken)
        };
        self.is_shell() && text.contains(['$', '`']) && broken()
    }
}

struct Pass<'p, 'w> {
    world: &'p World<'w>,
    /// What stands behind each mark, in the order of the text.
    pieces: Vec<Piece>,
}

impl Pass<'_, '_> {
    fn run(&mut self, dialect: &Dialect, text: &str, depth: usize) -> String {
        if dialect.forms.contains(&Form::Shell)
            && let Some(command) = text.strip_prefix('!')
        {
            let command = Part::Command(command.to_owned());
            self.pieces.clear();
            return self.mark(Piece::Unknown(command));
        }
        // A value that is the name of a variable is what that variable is.
        let counts = |value: &Cow<'_, str>| !(value.is_empty() && dialect.empty_is_unset);
        if dialect.forms.contains(&Form::Name)
            && dialect.names.has(text)
            && (!self.world.symbolic || dialect.may_name(text))
            && let Some(value) = self.world.variable(text).filter(counts)
        {
            return value.into_owned();
        }
        // A name that is read as a reference is one that nobody answered.
        if dialect.read_name(text).is_some() {
            self.pieces.clear();
            return self.mark(Piece::Unresolved {
                name: text.to_owned(),
                text: text.to_owned(),
            });
        }
        let mut done = String::with_capacity(text.len());
        let mut rest = text;
        // Pieces that are in the text already keep their order among the new ones.
        let mut old = std::mem::take(&mut self.pieces).into_iter();
        if dialect.forms.contains(&Form::Tilde) && (text == "~" || text.starts_with("~/")) {
            done.push_str(&self.value(dialect, Part::Host(HostVar::Home), "~", depth));
            rest = &text[1..];
        }
        // Nothing but the mark is an error to a shell.
        if dialect.is_shell() && text == "$" {
            return self.mark(Piece::Broken);
        }
        let mut braces = Braces::of(text);
        while let Some(at) = rest.find(['$', '{', '\\', '`', PIECE]) {
            let (before, tail) = rest.split_at(at);
            done.push_str(before);
            if tail.starts_with(PIECE) {
                done.push_str(&self.mark(old.next().unwrap_or(Piece::Broken)));
                rest = &tail[PIECE.len_utf8()..];
                continue;
            }
            if tail.starts_with('\\') {
                let escaped = dialect.escaped(tail);
                done.push(match escaped {
                    Some('$') => ESCAPED,
                    Some('\\') => BACKSLASH,
                    Some('`') => BACKTICK,
                    Some(other) => other,
                    None => '\\',
                });
                rest = &tail[1 + escaped.map_or(0, char::len_utf8)..];
                continue;
            }
            let found = (dialect.is_shell() || braces.may_close(text.len() - tail.len()))
                .then(|| dialect.read_in(text, tail))
                .flatten();
            match found.filter(|(_, len)| !dialect.whole || *len == text.len()) {
                Some((part, len)) => {
                    done.push_str(&self.value(dialect, part, &tail[..len], depth));
                    rest = &tail[len..];
                }
                None if dialect.is_shell() && bash::refuses(tail) => {
                    done.push_str(&self.mark(Piece::Broken));
                    return done;
                }
                None => {
                    done.push_str(&tail[..1]);
                    rest = &tail[1..];
                }
            }
        }
        done.push_str(rest);
        done
    }

    fn value(&mut self, dialect: &Dialect, part: Part, spelling: &str, depth: usize) -> String {
        if let Some(value) = self.own_default(&part, spelling) {
            return value;
        }
        // Whoever puts values into the text of a file stops at one that is not there (observed with opencode 1.18.33).
        let lost = |path: &str| self.world.lost.is_some_and(|lost| lost(path));
        match part {
            Part::Text(text) | Part::Child { text, .. } => text,
            Part::File(path) if !dialect.breaks.is_empty() && lost(&path) => {
                self.mark(Piece::Broken)
            }
            Part::Env {
                name,
                default,
                lacks,
            } => {
                let blank = dialect.empty_is_unset
                    || lacks.blank()
                    || dialect.default_if_empty && default.is_some();
                match (self.world.lacking(&name, blank), default) {
                    (Some(value), _) if value.contains(|c| dialect.breaks.contains(c)) => {
                        self.mark(Piece::Broken)
                    }
                    (Some(value), _) if dialect.again && depth > 0 => {
                        let before = std::mem::take(&mut self.pieces);
                        let text = self.run(dialect, &value, depth - 1);
                        let inner = std::mem::replace(&mut self.pieces, before);
                        self.pieces.extend(inner);
                        text
                    }
                    (Some(value), _) if dialect.slashes => value.replace('\\', "/"),
                    (Some(value), _) => value.into_owned(),
                    (None, _) if lacks.fails() => self.mark(Piece::Fails(name)),
                    (None, Some(default)) => self.default(dialect, default, depth),
                    (None, None) if dialect.unset == WhenUnset::Empty => String::new(),
                    (None, None) if dialect.unset.fails() => self.mark(Piece::Fails(name)),
                    (None, None) => {
                        let text = match dialect.keeps_braces {
                            true => format!("${{{name}}}"),
                            false => spelling.to_owned(),
                        };
                        self.mark(Piece::Unresolved { name, text })
                    }
                }
            }
            Part::Other(text) if !self.world.symbolic && dialect.nests_defaults() => {
                match bash::alternative(&text) {
                    Some(parts) => self.alternative(dialect, parts, depth),
                    None => self.mark(Piece::Unknown(Part::Other(text))),
                }
            }
            other => match self.world.value_of(&other) {
                Some(value) => value.into_owned(),
                None => self.mark(Piece::Unknown(other)),
            },
        }
    }

    /// Where a default is part of how a folder is spelled, the host does not know the folder itself: it is a variable like
    /// any other, and what arrives is the default (`${CLAUDE_PROJECT_DIR:-.}`, observed with Claude Code 2.1.325).
    fn own_default(&self, part: &Part, spelling: &str) -> Option<String> {
        if self.world.symbolic {
            return None;
        }
        let (name, default) = spelled_default(part, spelling)?;
        let value = self.world.lacking(name, false);
        Some(value.map_or_else(|| default.to_owned(), Cow::into_owned))
    }

    fn default(&mut self, dialect: &Dialect, default: Template, depth: usize) -> String {
        let mut done = String::new();
        for part in default.parts {
            let spelling = dialect.spell(&part).unwrap_or_default();
            done.push_str(&self.value(dialect, part, &spelling, depth.saturating_sub(1)));
        }
        done
    }

    /// `${NAME:+text}`: the text if the variable has a value, else nothing.
    fn alternative(
        &mut self,
        dialect: &Dialect,
        (name, blank, text): (&str, bool, &str),
        depth: usize,
    ) -> String {
        let blank = blank || dialect.empty_is_unset;
        match self.world.lacking(name, blank) {
            Some(_) if dialect.is_shell() => {
                self.default(dialect, dialect.read_within(text), depth)
            }
            Some(_) => text.to_owned(),
            None => String::new(),
        }
    }

    fn mark(&mut self, piece: Piece) -> String {
        self.pieces.push(piece);
        PIECE.to_string()
    }

    /// References that were left become the text that they are.
    fn unfold(&mut self, text: &str) -> String {
        let mut done = String::with_capacity(text.len());
        let mut pieces = std::mem::take(&mut self.pieces).into_iter();
        for c in text.chars() {
            match c {
                PIECE => match pieces.next().unwrap_or(Piece::Broken) {
                    Piece::Unresolved { text, .. } => done.push_str(&text),
                    other => done.push_str(&self.mark(other)),
                },
                c => done.push(c),
            }
        }
        done
    }

    fn finish(self, text: &str) -> Resolved {
        let mut done = Resolved::default();
        let mut pieces = self.pieces.into_iter();
        let mut rest = text;
        while let Some(at) = rest.find([PIECE, ESCAPED, BACKSLASH, BACKTICK]) {
            let (before, tail) = rest.split_at(at);
            done.push_text(before);
            match tail.chars().next() {
                Some(ESCAPED) => done.push_text("$"),
                Some(BACKSLASH) => done.push_text("\\"),
                Some(BACKTICK) => done.push_text("`"),
                _ => done.push(pieces.next().unwrap_or(Piece::Broken)),
            }
            rest = &tail[PIECE.len_utf8()..];
        }
        done.push_text(rest);
        done
    }
}
