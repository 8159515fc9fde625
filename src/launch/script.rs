//! The variables that a script for a Unix shell takes from its environment.
//!
//! This is no parser of the language: it knows quotes, where commands begin, and what is set before it is read. What it
//! does not know it passes over.

use std::collections::HashSet;
use std::ops::Range;

use crate::model::dialect::leading_name;

/// A variable that a script reads before it sets it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Inherited<'s> {
    pub(super) name: &'s str,
    /// The reference, with the marks around it.
    pub(super) range: Range<usize>,
    /// The script has a value of its own where there is none.
    pub(super) optional: bool,
}

/// The variables that `script` reads from outside, in order.
pub(super) fn inherited(script: &str) -> Vec<Inherited<'_>> {
    let mut scan = Scan {
        script,
        at: 0,
        found: Vec::new(),
        known: HashSet::new(),
        open: Vec::new(),
        command: SimpleCommand::default(),
        outer: Vec::new(),
    };
    scan.all();
    scan.found
}

/// The words that introduce a command.
const INTRODUCE: &[&str] = &[
    "do", "elif", "else", "if", "then", "time", "until", "while", "eval", "exec",
];

/// Commands whose words are assignments.
const DECLARE: &[&str] = &["declare", "export", "local", "readonly", "typeset"];

/// Commands whose words are names that they set.
const SET: &[&str] = &["for", "getopts", "read"];

/// What a simple command has been found to be.
#[derive(Default, PartialEq, Eq)]
enum CommandKind {
    /// There were only assignments so far.
    #[default]
    Assigns,
    Declares,
    Sets,
    Runs,
}

/// A simple command, as far as it was read.
#[derive(Default)]
struct SimpleCommand<'s> {
    kind: CommandKind,
    /// What its words set, if it turns out to set anything.
    sets: Vec<&'s str>,
}

struct Scan<'s> {
    script: &'s str,
    at: usize,
    found: Vec<Inherited<'s>>,
    /// What was set before.
    known: HashSet<&'s str>,
    /// References in braces that are not closed yet, by their position in `found`, if they are in it.
    open: Vec<Option<usize>>,
    command: SimpleCommand<'s>,
    /// Those that the current one stands in, in parentheses.
    outer: Vec<SimpleCommand<'s>>,
}

impl<'s> Scan<'s> {
    fn all(&mut self) {
        let script = self.script;
        let (mut quoted, mut starts) = (false, true);
        while let Some(byte) = script.as_bytes().get(self.at) {
            let begins = std::mem::take(&mut starts);
            match byte {
                b'\\' => self.at += 2,
                b'\'' if !quoted => self.pass(1, '\''),
                b'#' if begins && !quoted => self.pass(1, '\n'),
                b'"' => {
                    quoted = !quoted;
                    self.at += 1;
                }
                b'$' => starts = self.dollar(),
                b'}' if !self.open.is_empty() => self.close(),
                b';' | b'&' | b'|' | b'\n' if !quoted => {
                    self.ends(SimpleCommand::default());
                    starts = true;
                }
                b'(' if !quoted => starts = self.nest(1),
                b')' if !self.outer.is_empty() || !quoted => {
                    let outer = self.outer.pop().unwrap_or_default();
                    self.ends(outer);
                }
                b' ' | b'\t' if !quoted => {
                    if matches!(self.command.kind, CommandKind::Declares | CommandKind::Sets) {
                        self.known.extend(self.command.sets.drain(..));
                    }
                    self.at += 1;
                    starts = true;
                }
                _ if begins && !quoted => self.word(),
                _ => self.at += 1,
            }
            if begins && matches!(byte, b'"' | b'\'' | b'$' | b'\\') {
                self.runs();
            }
        }
    }

    /// Goes on behind the next `end`.
    fn pass(&mut self, opening: usize, end: char) {
        let start = self.at + opening;
        let rest = self.script.get(start..).unwrap_or_default();
        self.at = start + rest.find(end).map_or(rest.len(), |at| at + end.len_utf8());
    }

    /// A command ends, and `next` goes on behind its last character.
    fn ends(&mut self, next: SimpleCommand<'s>) {
        let ended = std::mem::replace(&mut self.command, next);
        // What stands in front of a program is set for that program.
        if ended.kind != CommandKind::Runs {
            self.known.extend(ended.sets);
        }
        self.at += 1;
    }

    /// A command in parentheses starts.
    fn nest(&mut self, marks: usize) -> bool {
        let outer = std::mem::take(&mut self.command);
        self.outer.push(outer);
        self.at += marks;
        true
    }

    fn runs(&mut self) {
        if self.command.kind == CommandKind::Assigns {
            self.command.kind = CommandKind::Runs;
        }
    }

    /// The start of a word that is neither quoted nor expanded.
    fn word(&mut self) {
        let rest = &self.script[self.at..];
        let name = leading_name(rest);
        let behind = &rest[name.len()..];
        let assigns = behind.starts_with('=') || behind.starts_with("+=");
        let ends = behind.is_empty() || behind.starts_with([' ', '\t', '\n', ';', '&', '|', ')']);
        match self.command.kind {
            CommandKind::Runs => {}
            CommandKind::Assigns | CommandKind::Declares if assigns && !name.is_empty() => {
                self.command.sets.push(name);
            }
            CommandKind::Sets if !name.is_empty() => self.command.sets.push(name),
            CommandKind::Assigns if ends && DECLARE.contains(&name) => {
                self.command.kind = CommandKind::Declares
            }
            CommandKind::Assigns if ends && SET.contains(&name) => {
                self.command.kind = CommandKind::Sets
            }
            CommandKind::Assigns if ends && INTRODUCE.contains(&name) => {}
            CommandKind::Assigns if matches!(rest.as_bytes()[0], b'{' | b'!') => {}
            CommandKind::Assigns => self.command.kind = CommandKind::Runs,
            _ => {}
        }
        self.at += name.len().max(1);
        while !self.script.is_char_boundary(self.at) {
            self.at += 1;
        }
    }

    /// What a dollar sign starts; whether a command begins behind it.
    fn dollar(&mut self) -> bool {
        let start = self.at;
        let rest = &self.script[start + 1..];
        if rest.starts_with("((") {
            self.arithmetic();
        } else if rest.starts_with('(') {
            return self.nest(2);
        } else if rest.starts_with('\'') {
            self.pass(2, '\'');
        } else if let Some(inner) = rest.strip_prefix('{') {
            let marks = 2 + usize::from(inner.starts_with(['#', '!']));
            let name = leading_name(&self.script[start + marks..]);
            self.at = start + marks + name.len();
            let behind = &self.script[self.at..];
            let plain = behind.strip_prefix(':').unwrap_or(behind);
            let read = self.reads(name, start..self.at, plain.starts_with(['-', '=']));
            self.open.push(read);
            if plain.starts_with('=') && !name.is_empty() {
                self.known.insert(name);
            }
        } else {
            let name = leading_name(rest);
            self.at = start + 1 + name.len();
            self.reads(name, start..self.at, false);
        }
        false
    }

    /// The names between `$((` and `))`.
    fn arithmetic(&mut self) {
        let start = self.at + 3;
        self.pass(3, ')');
        let (inner, mut at) = (&self.script[start..self.at], start);
        for word in inner.split_inclusive(|c: char| !(c.is_ascii_alphanumeric() || c == '_')) {
            let name = leading_name(word);
            self.reads(name, at..at + name.len(), false);
            at += word.len();
        }
    }

    /// Notes that a variable is read; its position among those that were found.
    fn reads(&mut self, name: &'s str, range: Range<usize>, optional: bool) -> Option<usize> {
        if name.is_empty() || self.known.contains(name) || !may_be_inherited(name) {
            return None;
        }
        self.found.push(Inherited {
            name,
            range,
            optional,
        });
        Some(self.found.len() - 1)
    }

    /// A brace closes.
    fn close(&mut self) {
        self.at += 1;
        if let Some(found) = self.open.pop().flatten() {
            self.found[found].range.end = self.at;
        }
    }
}

/// What a shell sets itself.
const SHELL_VARIABLES: &[&str] = &[
    "PWD", "OLDPWD", "IFS", "RANDOM", "SECONDS", "LINENO", "UID", "EUID", "PPID", "SHLVL",
    "HOSTNAME", "OPTARG", "OPTIND", "REPLY",
];

/// Whether a script that does not set `name` takes it from outside. Names in small letters are most likely its own.
pub(super) fn may_be_inherited(name: &str) -> bool {
    let capitals = !name.contains(|c: char| c.is_ascii_lowercase());
    capitals && !name.starts_with("BASH") && !SHELL_VARIABLES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::inherited;

    #[track_caller]
    fn reads(script: &str, expected: &[&str]) {
        let found = inherited(script);
        let texts: Vec<&str> = found.iter().map(|it| &script[it.range.clone()]).collect();
        assert_eq!(texts, expected, "{script}");
    }

    #[test]
    fn a_variable_is_read_in_every_form() {
        reads("srv $T ${T} \"$T\"", &["$T", "${T}", "$T"]);
        reads(
            "srv ${T:?x} ${T:+x} ${T+x}",
            &["${T:?x}", "${T:+x}", "${T+x}"],
        );
        reads("srv ${#T} ${T%/} ${T#x}", &["${#T}", "${T%/}", "${T#x}"]);
        reads(
            "srv ${T/a/b} ${T^^} ${T:0:3}",
            &["${T/a/b}", "${T^^}", "${T:0:3}"],
        );
        reads("srv ${!T} ${T@Q} $((T+1))", &["${!T}", "${T@Q}", "T"]);
        reads("srv ${A:-${B}}", &["${A:-${B}}", "${B}"]);
        reads("srv $(cat \"$DIR/x\") `echo $X`", &["$DIR", "$X"]);
    }

    #[test]
    fn quotes_and_comments_hide_a_variable() {
        reads("srv '$A' \\$B # $C\nsrv $D \"it's $E\"", &["$D", "$E"]);
        reads("awk '{print $NF}'", &[]);
    }

    #[test]
    fn what_is_set_before_it_is_read_is_the_scripts_own() {
        reads("A=1; srv $A", &[]);
        reads("A=1 && srv $A", &[]);
        reads("export A=1 B=2; srv $A $B", &[]);
        reads("read A; for B in 1 2; do srv $A $B; done", &[]);
        reads("if true; then A=1; fi; srv $A", &[]);
        reads("X=$(cat f) Y=2; srv $X $Y", &[]);
        reads(": ${A:=1}; srv $A", &["${A:=1}"]);
    }

    #[test]
    fn what_is_set_later_or_for_another_program_or_from_itself_is_inherited() {
        reads("T=$T exec srv", &["$T"]);
        reads("export T=\"$T\"; srv $T", &["$T"]);
        reads("export T; srv $T", &["$T"]);
        reads("srv $A; A=1", &["$A"]);
        reads("docker run -e T=$T img", &["$T"]);
        reads("A=1 srv; echo $A", &["$A"]);
        reads("API_KEY=\"$API_KEY\" node s.js", &["$API_KEY"]);
        reads("(A=1; b); srv ${B-d}", &["${B-d}"]);
    }

    #[test]
    fn any_text_is_read_to_its_end() {
        for script in [
            "$",
            "${",
            "${A",
            "$((",
            "$((A",
            "'",
            "\"",
            "\\",
            "ä $Ä ß=1",
            "${ä}",
            "))}}",
            "$'",
        ] {
            inherited(script);
        }
    }

    #[test]
    fn a_default_stands_in() {
        let optional = |script| inherited(script)[0].optional;
        assert!(optional("srv ${A:-d}") && optional("srv ${A-d}") && optional("srv ${A:=d}"));
        assert!(!optional("srv ${A:+d}") && !optional("srv ${A:?d}") && !optional("srv ${A}"));
    }
}
