//! Command lines as people copy them: with a prompt in front, continued over several lines, with variables of the shell.

/// A word of a command line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ShellWord {
    pub(super) pieces: Vec<ShellPiece>,
}

/// A part of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ShellPiece {
    /// Text that the shell hands on.
    Text(String),
    /// The shell puts in the value of this variable, or else the default.
    Variable(String, Option<String>),
}

impl ShellWord {
    /// A word without variables.
    pub(super) fn plain(text: &str) -> Self {
        Self {
            pieces: vec![ShellPiece::Text(text.to_owned())],
        }
    }

    /// The word as it would be written where `${X}` is a reference.
    pub(super) fn text(&self) -> String {
        let written = |piece: &ShellPiece| match piece {
            ShellPiece::Text(text) => text.clone(),
            ShellPiece::Variable(name, None) => format!("${{{name}}}"),
            ShellPiece::Variable(name, Some(default)) => format!("${{{name}:-{default}}}"),
        };
        self.pieces.iter().map(written).collect()
    }

    /// The word without its first `bytes`, which are plain text.
    pub(super) fn after(&self, bytes: usize) -> Self {
        let mut rest = self.clone();
        if let Some(ShellPiece::Text(text)) = rest.pieces.first_mut() {
            text.drain(..bytes.min(text.len()));
        }
        rest
    }

    /// The same word with texts beside each other as one.
    pub(super) fn merged(self) -> Self {
        let mut whole = Self::default();
        for piece in self.pieces {
            match piece {
                ShellPiece::Text(text) => text.chars().for_each(|c| whole.push(c)),
                variable => whole.pieces.push(variable),
            }
        }
        whole
    }

    fn push(&mut self, c: char) {
        match self.pieces.last_mut() {
            Some(ShellPiece::Text(text)) => text.push(c),
            _ => self.pieces.push(ShellPiece::Text(c.into())),
        }
    }
}

/// The commands in `text`, each as its words: between line ends, `;`, `&&`, `||` and `|`. Comments and prompts are left out.
pub(super) fn commands(text: &str) -> Vec<Vec<ShellWord>> {
    let mut lexer = Lexer {
        rest: text.chars().collect(),
        at: 0,
        commands: Vec::new(),
        words: Vec::new(),
        word: None,
    };
    lexer.run();
    lexer.commands
}

/// Whether there are quotes or dashes in `text` that no shell takes for its own.
pub(super) fn is_typeset(text: &str) -> bool {
    text.contains(['“', '”', '„', '‘', '—', '–'])
}

struct Lexer {
    rest: Vec<char>,
    at: usize,
    commands: Vec<Vec<ShellWord>>,
    words: Vec<ShellWord>,
    word: Option<ShellWord>,
}

impl Lexer {
    fn run(&mut self) {
        while let Some(c) = self.next() {
            match c {
                // The shells of Windows continue a line with a mark of their own.
                '\\' | '^' | '`' if self.ends_line() => self.skip_line(),
                '\\' => {
                    // Before anything plain it is part of a Windows path.
                    let escaped = self.peek().filter(|next| !next.is_alphanumeric());
                    if escaped.is_some() {
                        self.at += 1;
                    }
                    self.word().push(escaped.unwrap_or('\\'));
                }
                '\'' => self.single_quoted(&['\'']),
                '"' => self.double_quoted(&['"']),
                // What editors make of quotes and dashes.
                '“' | '”' | '„' => self.double_quoted(&['“', '”', '"']),
                '‘' | '’' if self.word.is_none() => self.single_quoted(&['‘', '’', '\'']),
                '—' | '–' if self.word.is_none() => self.long_dash(),
                '$' => self.variable(),
                '#' if self.word.is_none() => self.skip_line(),
                '\n' | ';' | '|' | '&' => self.end_command(),
                c if c.is_whitespace() => self.end_word(),
                c => self.word().push(c),
            }
        }
        self.end_command();
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }

    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn word(&mut self) -> &mut ShellWord {
        self.word.get_or_insert_default()
    }

    /// Whether nothing but blanks is left of the line.
    fn ends_line(&self) -> bool {
        let mut rest = self.rest[self.at..].iter();
        let end = rest.find(|c| **c == '\n' || !c.is_whitespace());
        end.is_none_or(|c| *c == '\n')
    }

    fn skip_line(&mut self) {
        let comment = self.word.is_none() && self.rest[self.at - 1] == '#';
        while let Some(c) = self.peek() {
            if c == '\n' && comment {
                return;
            }
            self.at += 1;
            if c == '\n' {
                return;
            }
        }
    }

    fn single_quoted(&mut self, ends: &[char]) {
        self.word();
        let start = self.at;
        while let Some(c) = self.next() {
            // PowerShell doubles a quote within quotes.
            let doubled = c == '\'' && self.at > start + 1 && self.peek() == Some('\'');
            match c {
                '\'' if doubled => {
                    self.at += 1;
                    self.word().push(c);
                }
                c if ends.contains(&c) => break,
                c => self.word().push(c),
            }
        }
        // What an empty word has to be for PowerShell.
        if self.word().text() == "\"\"" {
            self.word().pieces.clear();
        }
    }

    fn double_quoted(&mut self, ends: &[char]) {
        self.word();
        while let Some(c) = self.next().filter(|c| !ends.contains(c)) {
            match c {
                '\\' => {
                    let escaped = self.peek().filter(|next| "\"\\$`".contains(*next));
                    if escaped.is_some() {
                        self.at += 1;
                    }
                    self.word().push(escaped.unwrap_or('\\'));
                }
                '$' => self.variable(),
                c => self.word().push(c),
            }
        }
    }

    /// A dash that was two, or one before a single letter.
    fn long_dash(&mut self) {
        let rest = self.rest[self.at..].iter();
        let length = rest.take_while(|c| !c.is_whitespace()).count();
        let dashes = if length == 1 { "-" } else { "--" };
        dashes.chars().for_each(|c| self.word().push(c));
    }

    /// What follows a `$`. Anything but a variable with or without a default stays text.
    fn variable(&mut self) {
        let rest = &self.rest[self.at..];
        let name = |from: usize| -> usize {
            let name = rest[from..].iter();
            name.take_while(|c| c.is_ascii_alphanumeric() || **c == '_')
                .count()
        };
        let text = |from: usize, to: usize| rest[from..to].iter().collect::<String>();
        // PowerShell writes `$env:NAME`.
        let prefix = if rest.starts_with(&['e', 'n', 'v', ':']) {
            4
        } else {
            0
        };
        let braced = rest.first() == Some(&'{');
        let (piece, length) = if braced {
            let end = 1 + name(1);
            let close = rest.iter().position(|c| *c == '}').unwrap_or(0);
            match (&rest[end.min(rest.len())..], close) {
                (['}', ..], _) if end > 1 => (ShellPiece::Variable(text(1, end), None), end + 1),
                ([':', '-', ..], close) if end > 1 && close > end => {
                    let default = text(end + 2, close);
                    (ShellPiece::Variable(text(1, end), Some(default)), close + 1)
                }
                _ => (ShellPiece::Text("$".to_owned()), 0),
            }
        } else {
            match name(prefix) {
                0 => (ShellPiece::Text("$".to_owned()), 0),
                length => {
                    let end = prefix + length;
                    (ShellPiece::Variable(text(prefix, end), None), end)
                }
            }
        };
        self.at += length;
        match piece {
            ShellPiece::Text(text) => text.chars().for_each(|c| self.word().push(c)),
            variable => self.word().pieces.push(variable),
        }
    }

    fn end_word(&mut self) {
        let Some(word) = self.word.take() else {
            return;
        };
        // The prompt that people copy along.
        let prompt =
            self.words.is_empty() && matches!(word.text().as_str(), "$" | ">" | "%" | "#" | "❯");
        if !prompt {
            self.words.push(word);
        }
    }

    fn end_command(&mut self) {
        self.end_word();
        if !self.words.is_empty() {
            self.commands.push(std::mem::take(&mut self.words));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<Vec<String>> {
        let words = |words: Vec<ShellWord>| words.iter().map(ShellWord::text).collect();
        commands(text).into_iter().map(words).collect()
    }

    #[test]
    fn lines_are_taken_apart_like_in_a_shell() {
        assert_eq!(texts("$ npx -y  pkg # comment"), [["npx", "-y", "pkg"]]);
        assert_eq!(
            texts("a 'b c' \"d \\\" e\" f\\ g"),
            [["a", "b c", "d \" e", "f g"]]
        );
        assert_eq!(texts("a ''"), [["a", ""]]);
        assert_eq!(texts("a \\\n  b ^\n c `\n d"), [["a", "b", "c", "d"]]);
        assert_eq!(texts("a b\n# no\nc"), [vec!["a", "b"], vec!["c"]]);
        assert_eq!(texts("a && b; c | d"), [["a"], ["b"], ["c"], ["d"]]);
        assert_eq!(texts(r"C:\tools\x.exe -y"), [[r"C:\tools\x.exe", "-y"]]);
    }

    #[test]
    fn what_editors_make_of_quotes_and_dashes_is_undone() {
        assert_eq!(texts("a “b c” ‘d e’ it’s"), [["a", "b c", "d e", "it’s"]]);
        assert_eq!(
            texts("a — b –e x —env y"),
            [["a", "--", "b", "-e", "x", "--env", "y"]]
        );
        assert_eq!(texts("a 'it''s' ''"), [["a", "it's", ""]]);
    }

    fn variables(word: &ShellWord) -> Vec<&str> {
        word.pieces
            .iter()
            .filter_map(|piece| match piece {
                ShellPiece::Variable(name, _) => Some(name.as_str()),
                ShellPiece::Text(_) => None,
            })
            .collect()
    }

    #[test]
    fn variables_of_the_shell_are_told_from_text() {
        let word = |text: &str| commands(text)[0][0].clone();
        for (text, name) in [
            ("$KEY", "KEY"),
            ("\"${KEY}\"", "KEY"),
            ("$env:KEY", "KEY"),
            ("a${KEY:-x}", "KEY"),
        ] {
            assert_eq!(variables(&word(text)), [name], "{text}");
        }
        assert_eq!(word("a${KEY:-x}").text(), "a${KEY:-x}");
        for text in ["'$KEY'", "\\$KEY", "a$", "${}"] {
            assert!(variables(&word(text)).is_empty(), "{text}");
        }
        assert_eq!(word("'${KEY}'").text(), "${KEY}");
    }
}
