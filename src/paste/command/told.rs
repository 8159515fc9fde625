//! What the options and words of a command that adds a server say.

use super::{is_url, names_itself, split};
use crate::host::{AddCommand, AddOption, AddShape, Takes};
use crate::model::Transport;
use crate::paste::fault::Lack;
use crate::paste::shell::ShellWord;

/// The words of a command, by what they are for.
pub(super) struct ToldOptions<'a> {
    pub(super) add: &'a AddCommand,
    pub(super) name: Option<String>,
    pub(super) url: Option<ShellWord>,
    pub(super) program: Option<ShellWord>,
    pub(super) transport: Option<Transport>,
    pub(super) values: Vec<(Takes, ShellWord)>,
    pub(super) arguments: Vec<ShellWord>,
    pub(super) rest: Vec<ShellWord>,
    /// What stands after `--`.
    pub(super) command: Vec<ShellWord>,
}

impl<'a> ToldOptions<'a> {
    pub(super) fn new(add: &'a AddCommand, words: &[ShellWord]) -> Result<Self, Lack> {
        let mut told = Self {
            add,
            name: None,
            url: None,
            program: None,
            transport: None,
            values: Vec::new(),
            arguments: Vec::new(),
            rest: Vec::new(),
            command: Vec::new(),
        };
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            let text = word.text();
            if text == "--" {
                told.command = words.cloned().collect();
                break;
            }
            let (spelled, joined) = match text.split_once('=') {
                Some((spelled, _)) if text.starts_with("--") => {
                    (spelled, Some(word.after(spelled.len() + 1)))
                }
                _ => (text.as_str(), None),
            };
            let known = add
                .options
                .iter()
                .find(|option| option.names.contains(&spelled));
            let Some(option) = known
                .filter(|option| told.is_mine(option, words.peek().copied(), joined.is_some()))
            else {
                if text.starts_with('-') && text.len() > 1 && !told.has_program() {
                    return Err(Lack::UnknownOption(spelled.to_owned()));
                }
                told.rest.push(word.clone());
                continue;
            };
            if matches!(
                option.takes,
                Takes::Flag(_) | Takes::Off(_) | Takes::AsideFlag
            ) {
                told.take(option.takes, word.clone())?;
                continue;
            }
            let value = joined.or_else(|| words.next().cloned());
            let value = value.ok_or_else(|| Lack::NoValue(spelled.to_owned()))?;
            told.take(option.takes, value)?;
            // `-e A=1 B=2` is two of them.
            if let Takes::Pair(_, separator) | Takes::CutPair(_, separator) = option.takes {
                while let Some(more) =
                    words.next_if(|word| looks_like_a_pair(&word.text(), separator))
                {
                    told.take(option.takes, more.clone())?;
                }
            }
        }
        Ok(told)
    }

    /// Whether a program stands there already, whose options the rest may be.
    fn has_program(&self) -> bool {
        let before = usize::from(!names_itself(self.add));
        self.rest
            .get(before)
            .is_some_and(|word| !is_url(&word.text()))
    }

    /// Whether an option is the command's own, and not the program's.
    fn is_mine(&self, option: &AddOption, next: Option<&ShellWord>, joined: bool) -> bool {
        let pair = |separator| next.is_some_and(|word| looks_like_a_pair(&word.text(), separator));
        match option.takes {
            _ if !self.has_program() || joined => true,
            // These hand on what they do not know, and take what they know wherever it stands.
            _ if self.add.shape == AddShape::Program => true,
            // The program is one word at most, and nothing after it is its own.
            _ if self.add.shape == AddShape::Line => true,
            Takes::Pair(_, separator) | Takes::CutPair(_, separator) => pair(separator),
            _ => false,
        }
    }

    fn take(&mut self, takes: Takes, value: ShellWord) -> Result<(), Lack> {
        match takes {
            Takes::Name => self.name = Some(value.text()),
            Takes::Url => self.url = Some(value),
            Takes::Program => self.program = Some(value),
            Takes::Argument => self.arguments.push(value),
            Takes::ArgumentLine => self.arguments.extend(split(&value)),
            Takes::ArgumentCommas => {
                let text = value.text();
                let words = text.split(',').map(ShellWord::plain);
                self.arguments.extend(words);
            }
            Takes::Transport => {
                let word = value.text();
                let transport = transport(&word).ok_or(Lack::UnknownTransport(word))?;
                self.transport = Some(transport);
            }
            Takes::Aside | Takes::AsideFlag => {}
            takes => self.values.push((takes, value)),
        }
        Ok(())
    }
}

fn transport(word: &str) -> Option<Transport> {
    match word.to_ascii_lowercase().as_str() {
        "stdio" | "local" => Some(Transport::Stdio),
        "http" | "streamable-http" | "streamablehttp" | "streamable_http" => Some(Transport::Http),
        "sse" => Some(Transport::Sse),
        "ws" => Some(Transport::Ws),
        _ => None,
    }
}

fn looks_like_a_pair(text: &str, separator: char) -> bool {
    let (name, value) = text.split_once(separator).unwrap_or_default();
    let header = |name: &str| {
        name.bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
    };
    !name.is_empty() && !name.starts_with('-') && header(name) && !value.starts_with("//")
}
