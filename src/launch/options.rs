//! Options of a runner, told apart from its operands.

use super::word::{Word, find_outside};
use crate::secret::secret_flag;

/// Which options of a program take a value; all others are switches.
#[derive(Debug)]
pub(super) struct OptionTable {
    /// Long names, without dashes, of the options that take a value.
    pub(super) values: &'static [&'static str],
    /// What single letters are short for, switches too: `e=env i=interactive`.
    pub(super) letters: &'static str,
    /// Whether one dash starts a long name, so that letters are not bundled.
    pub(super) one_dash: bool,
}

impl OptionTable {
    /// No option takes a value.
    pub(super) const NONE: Self = Self {
        values: &[],
        letters: "",
        one_dash: false,
    };

    pub(super) fn takes_value(&self, name: &str) -> bool {
        self.values.contains(&name)
    }

    fn letter(&self, letter: char) -> Option<&'static str> {
        self.letters
            .split_ascii_whitespace()
            .find_map(|entry| entry.strip_prefix(letter)?.strip_prefix('='))
    }
}

/// An option in front of the package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flag<'a> {
    /// Its long name without dashes, also when it was given as a letter; an unknown letter is its own name.
    pub name: &'a str,
    /// The option itself: `--env`, `-e`, or one letter of a bundle such as `-it`.
    pub at: Word<'a>,
    /// The whole word that it stands in.
    pub word: Word<'a>,
    /// Its value, from the same word or the next one. A switch has one only if it was written with `=`.
    pub value: Option<Word<'a>>,
}

impl Flag<'_> {
    /// Whether it shares its word with other letters, so that the word cannot be dropped with it.
    #[must_use]
    pub(crate) fn is_bundled(&self) -> bool {
        !self.at.text.starts_with('-')
    }

    /// Whether a switch is on: given, and not as `--switch=false`.
    #[must_use]
    pub(crate) fn is_on(&self) -> bool {
        !self.value.is_some_and(|value| {
            ["false", "f", "0"]
                .iter()
                .any(|off| off.eq_ignore_ascii_case(value.text))
        })
    }
}

/// The options up to the first operand, and the words from there on. `--` ends the options and is dropped.
pub(super) fn scan<'w, 'a>(
    words: &'w [Word<'a>],
    table: &OptionTable,
) -> (Vec<Flag<'a>>, &'w [Word<'a>]) {
    let mut flags = Vec::new();
    let mut rest = words;
    while let Some((word, more)) = rest.split_first() {
        if word.text == "--" {
            return (flags, more);
        }
        if !word.text.starts_with('-') || word.text == "-" {
            break;
        }
        let takes_next = if word.text.starts_with("--") || table.one_dash {
            long(word, table, &mut flags)
        } else {
            bundle(word, table, &mut flags)
        };
        rest = more;
        if takes_next && let Some((value, more)) = rest.split_first() {
            if let Some(flag) = flags.last_mut() {
                flag.value = Some(*value);
            }
            rest = more;
        }
    }
    (flags, rest)
}

/// Notes `--name` or `--name=value`; says whether its value is the next word.
fn long<'a>(word: &Word<'a>, table: &OptionTable, flags: &mut Vec<Flag<'a>>) -> bool {
    let (at, value) = word.cut(find_outside(word.text, '='));
    let name = at.text.trim_start_matches('-');
    flags.push(Flag {
        name,
        at,
        word: *word,
        value,
    });
    // A credential is the value of its flag also where nobody knows the flag, and no package.
    value.is_none() && (table.takes_value(name) || secret_flag(at.text))
}

/// Notes the letters after one dash; says whether the last one's value is the next word.
fn bundle<'a>(word: &Word<'a>, table: &OptionTable, flags: &mut Vec<Flag<'a>>) -> bool {
    for (at, letter) in word.text.char_indices().skip(1) {
        let end = at + letter.len_utf8();
        let tail = word.from(end);
        let name = table.letter(letter).unwrap_or(&word.text[at..end]);
        let takes = table.takes_value(name);
        // `-y=true` and `-e=NAME` are understood like `--name=value`.
        let given = if takes && !tail.text.is_empty() {
            Some(tail.after("=").unwrap_or(tail))
        } else {
            tail.after("=")
        };
        let alone = at == 1 && (tail.text.is_empty() || given.is_some());
        let at = word.split_at(end).0;
        let at = if alone {
            at
        } else {
            at.from(at.text.len() - letter.len_utf8())
        };
        flags.push(Flag {
            name,
            at,
            word: *word,
            value: given,
        });
        if given.is_some() {
            return false;
        }
        if takes {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    static TABLE: OptionTable = OptionTable {
        values: &["env", "name"],
        letters: "e=env i=interactive t=tty",
        one_dash: false,
    };

    fn shown(words: &[&str], table: &OptionTable) -> (Vec<String>, Vec<String>) {
        let words: Vec<_> = words
            .iter()
            .enumerate()
            .map(|(index, text)| Word::whole(text, index))
            .collect();
        let (flags, rest) = scan(&words, table);
        let show = |flag: &Flag<'_>| {
            assert_eq!(
                &flag.word.text[flag.at.start - flag.word.start..][..flag.at.text.len()],
                flag.at.text
            );
            format!(
                "{}@{}{}",
                flag.name,
                flag.at.text,
                flag.value
                    .map(|value| format!("={}", value.text))
                    .unwrap_or_default()
            )
        };
        (
            flags.iter().map(show).collect(),
            rest.iter().map(|word| word.text.to_owned()).collect(),
        )
    }

    #[test]
    fn values_are_found_in_every_spelling() {
        let (flags, rest) = shown(
            &[
                "-it",
                "-e",
                "A",
                "-eB",
                "-e=C",
                "-ie",
                "D",
                "--env",
                "E",
                "--env=F=g",
                "--rm",
                "-é",
                "x",
                "-e",
            ],
            &TABLE,
        );
        assert_eq!(
            flags,
            [
                "interactive@i",
                "tty@t",
                "env@-e=A",
                "env@-e=B",
                "env@-e=C",
                "interactive@i",
                "env@e=D",
                "env@--env=E",
                "env@--env=F=g",
                "rm@--rm",
                "é@-é"
            ]
        );
        assert_eq!(rest, ["x", "-e"]);
    }

    #[test]
    fn two_dashes_end_the_options() {
        assert_eq!(
            shown(&["-i", "--", "-x"], &TABLE),
            (vec!["interactive@-i".to_owned()], vec!["-x".to_owned()])
        );
        assert_eq!(shown(&["--name", "--", "x"], &TABLE).1, ["x"]);
        assert_eq!(
            shown(&["--name"], &TABLE),
            (vec!["name@--name".to_owned()], vec![])
        );
        assert_eq!(shown(&["-", "x"], &TABLE).1, ["-", "x"]);
    }

    #[test]
    fn one_dash_may_start_a_long_name() {
        let table = OptionTable {
            one_dash: true,
            ..TABLE
        };
        assert_eq!(
            shown(&["-name", "a", "-env=b", "x"], &table).0,
            ["name@-name=a", "env@-env=b"]
        );
    }
}
