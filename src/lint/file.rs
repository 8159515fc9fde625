//! A file as rules see it: the tree, the host that reads it, and its servers in that host's terms.

pub(crate) mod build;
mod odd;
mod owners;
mod place;
mod stray;

pub(crate) use build::{foreign, has_field, is_known_somewhere};
pub(crate) use odd::OddWords;
pub(crate) use owners::{TextOwner, around, in_order};
pub(crate) use place::strings as strings_below;
pub(crate) use stray::{foreign_roots, known_roots};

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::ops::{Deref, Range};

use self::owners::Owners;
use super::secrets::SecretVariables;
use super::variables::Stray;
use crate::edit::Step;
use crate::hints::Marks;
pub(crate) use crate::host::At;
use crate::host::{Aside, Field, FoundServers, Host, Place, Problem, Reading, Runtime, Scope};
use crate::launch::{Launch, Package, Unwrapped, Word, launch_line, unwrap, words};
use crate::lint::packages::packages;
use crate::model::{Part, Slot, Template, Transport};
use crate::syntax::{Document, Node, Span};

/// A file that was parsed.
#[derive(Debug)]
pub(crate) struct File<'a> {
    /// What to call it: its path with `/`, as far as it is known.
    pub path: &'a str,
    /// Its text, without a byte-order mark.
    pub text: &'a str,
    /// It began with a byte-order mark.
    pub bom: bool,
    /// It was UTF-16.
    pub utf16: bool,
    /// The tree.
    pub document: &'a Document<'a>,
    /// Whose it is.
    pub host: &'static Host,
    /// Which of the host's files.
    pub place: &'static Place,
    /// It is a file of settings, which the host does not read servers from, though some may be there.
    pub aside: Option<&'static Aside>,
    /// Who shares it.
    pub scope: Scope,
    /// Where servers, gates and questions are. Nothing where the root is no map of servers.
    pub(crate) found: FoundServers<'a, 'a>,
    /// Why there are no servers to be seen, if their root is something else.
    pub(crate) fault: Option<Box<crate::diagnostic::Diagnostic>>,
    /// The servers, also those that a later one of the same name hides.
    pub servers: Vec<LintServer<'a>>,
    /// Servers under the key of another host, or under none, in a file without the right one.
    pub strays: Vec<LintServer<'a>>,
    /// Where each server is among those that were found, by the address of its node.
    pub(crate) order: OnceCell<HashMap<usize, usize>>,
    /// Where the comments start, in order.
    pub(crate) comments: OnceCell<Vec<usize>>,
    /// Whether its values stand in the order of the tree.
    pub(crate) ordered: OnceCell<bool>,
    /// Whether it may be of a kind that no path tells.
    pub(crate) unplaced: OnceCell<bool>,
    /// Variables that fixes write.
    pub(crate) variables: RefCell<SecretVariables>,
    owners: OnceCell<Owners>,
}

/// A server: what reading gave, and what several rules make of it.
#[derive(Debug)]
pub(crate) struct LintServer<'a> {
    reading: Reading<'a>,
    /// The program.
    pub command: Option<Text<'a>>,
    /// Its arguments, also those that stand in one value with the program.
    pub args: Vec<Text<'a>>,
    /// Variables that are set for it, in this host's field or another's.
    pub env: Vec<NamedText<'a>>,
    /// Variables that are handed through under their own names.
    pub handed: Vec<Text<'a>>,
    /// The address.
    pub url: Option<Text<'a>>,
    /// Headers with values.
    pub headers: Vec<NamedText<'a>>,
    /// The folder to start in.
    pub cwd: Option<Text<'a>>,
    problems: OnceCell<Box<[Problem<'a>]>>,
    line: OnceCell<Unwrapped<'a>>,
    launch: OnceCell<Option<Launch<'a>>>,
    packages: OnceCell<Vec<Package<'a>>>,
    /// Where the value of each variable and header is among its kind.
    pairs: OnceCell<HashMap<Span, usize>>,
    /// References that do not become what was meant; several rules ask for them.
    pub(crate) astray: OnceCell<Vec<(Text<'a>, Stray<'a>)>>,
}

impl<'a> Deref for LintServer<'a> {
    type Target = Reading<'a>;

    fn deref(&self) -> &Reading<'a> {
        &self.reading
    }
}

/// A string of a server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'a> {
    /// What it says.
    pub text: &'a str,
    /// The marks in it.
    pub marks: Marks,
    /// The value that holds it, quotes included; of a word in a command line, the word alone.
    pub span: Span,
    /// It is one of several words in its value.
    pub piece: bool,
    /// What it is about.
    pub slot: Slot,
    /// The name of its field.
    pub field: &'a str,
}

impl<'a> Text<'a> {
    /// A string value of the field `field`.
    pub(crate) fn of(node: &'a Node<'a>, slot: Slot, field: &'a str) -> Option<Self> {
        node.as_str().map(|text| Self {
            text,
            marks: Marks::of(text),
            span: node.span,
            piece: false,
            slot,
            field,
        })
    }
}

/// A named string of a server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NamedText<'a> {
    /// The name.
    pub key: &'a str,
    /// Where the name stands.
    pub key_span: Span,
    /// The value, if it is a string.
    pub value: Option<Text<'a>>,
    /// The value, whatever it is.
    pub node: &'a Node<'a>,
    /// The name of the field that holds the pair.
    pub field: &'a str,
}

impl<'a> File<'a> {
    /// Whether it is meant to be shared.
    #[must_use]
    pub(crate) fn is_project(&self) -> bool {
        self.scope == Scope::Project
    }

    /// The value of the document.
    #[must_use]
    pub(crate) fn root(&self) -> Option<&'a Node<'a>> {
        self.document.root.as_ref()
    }

    /// The servers that the host sees.
    pub(crate) fn seen(&self) -> impl Iterator<Item = &LintServer<'a>> {
        self.servers.iter().filter(|server| !server.hidden)
    }

    /// The bytes of the file that spell `range` of `text`; the whole value if they cannot be told apart.
    #[must_use]
    pub(crate) fn part(&self, text: &Text<'_>, range: Range<usize>) -> Span {
        place::part(self.text, text.span, text.text, range)
    }

    /// The same for a range of any string value.
    #[must_use]
    pub(crate) fn part_of(&self, node: &Node<'_>, range: Range<usize>) -> Span {
        place::part(
            self.text,
            node.span,
            node.as_str().unwrap_or_default(),
            range,
        )
    }

    /// The way to the key or value at `span`, or to the innermost one around it.
    pub(crate) fn path_of(&self, span: Span) -> Vec<Step> {
        let ordered = || {
            let all = self.place.language.syntax().is_ordered(self.text);
            all || self.root().is_some_and(Node::is_ordered)
        };
        let ordered = *self.ordered.get_or_init(ordered);
        self.root()
            .map(|root| place::path(root, span, ordered))
            .unwrap_or_default()
    }

    /// Calls `visit` for every string value of the document, with the key it stands under: its own, or that of the list
    /// it is an item of.
    pub(crate) fn strings(&self, visit: &mut dyn FnMut(Option<&'a str>, &'a Node<'a>)) {
        if let Some(root) = self.root() {
            place::strings(None, root, visit);
        }
    }

    /// Whether the path says that nobody runs this file: documentation, examples, templates.
    #[must_use]
    pub(crate) fn is_sample(&self) -> bool {
        place::is_sample(self.path)
    }

    /// The host's name, which starts many a message.
    #[must_use]
    pub(crate) fn host_name(&self) -> &'static str {
        self.host.subject()
    }

    /// The fields that a server may have there.
    pub(crate) fn fields(&self) -> std::slice::Iter<'static, Field> {
        self.place.format.fields.iter()
    }

    /// What the host does with the servers of this file.
    #[must_use]
    pub(crate) fn runtime(&self) -> &'static Runtime {
        &self.place.format.runtime
    }

    /// What to do about a path of the project, where the host neither starts servers there nor has a word for the folder.
    #[must_use]
    pub(crate) fn way_out(&self) -> String {
        match self.own_file() {
            Some(path) if self.is_project() => format!(
                "use a package that `npx` or `uvx` starts, or keep the server and its full path in your own `{path}`"
            ),
            _ => "use an absolute path".to_owned(),
        }
    }

    /// The host's file that people have for themselves.
    #[must_use]
    pub(crate) fn own_file(&self) -> Option<&'static str> {
        let own = |place: &&Place| place.scope == Scope::User && place.source.is_none();
        let user = self.host.places.iter().find(own)?;
        user.globs.first().copied()
    }

    /// How the host spells a reference to the environment variable `name` in `slot`, if it can.
    #[must_use]
    pub(crate) fn reference(&self, name: &str, slot: Slot) -> Option<String> {
        // Nobody knows whether whoever reads the file puts anything in.
        if self.host.facts.lenient || self.aside.is_some_and(|aside| aside.sure) {
            return None;
        }
        let reference = Template::new(vec![Part::env(name, None)], Span::default());
        self.place.format.dialect(slot).print(&reference).ok()
    }
}

impl<'a> LintServer<'a> {
    /// What its host would say about it.
    pub(crate) fn problems(&self) -> &[Problem<'a>] {
        self.problems
            .get_or_init(|| self.reading.problems().into_boxed_slice())
    }

    /// Whether it is a child process, or would be if the host could tell.
    #[must_use]
    pub(crate) fn is_stdio(&self) -> bool {
        self.kind
            .map_or(self.command.is_some(), |kind| kind == Transport::Stdio)
    }

    /// The command line without what stands in front of the program that is meant.
    #[must_use]
    pub(crate) fn line(&self) -> &Unwrapped<'a> {
        self.line.get_or_init(|| {
            let line = self
                .command
                .map(|command| unwrap(words(command.text, self.args.iter().map(|arg| arg.text))));
            line.unwrap_or_default()
        })
    }

    /// What the command really starts.
    #[must_use]
    pub(crate) fn launch(&self) -> Option<&Launch<'a>> {
        self.launch
            .get_or_init(|| launch_line(self.line()))
            .as_ref()
    }

    /// Every package that it fetches.
    #[must_use]
    pub(crate) fn packages(&self) -> &[Package<'a>] {
        self.packages.get_or_init(|| packages(self))
    }

    /// The value that a word of the command line stands in.
    #[must_use]
    pub(crate) fn value_of(&self, word: &Word<'_>) -> Option<&Text<'a>> {
        match word.index.checked_sub(1) {
            None => self.command.as_ref(),
            Some(at) => self.args.get(at),
        }
    }

    /// The variable or header whose value `text` is.
    #[must_use]
    pub(crate) fn pair_of(&self, text: &Text<'_>) -> Option<&NamedText<'a>> {
        // Asked for every wrong reference, and there may be as many variables.
        let pairs = self.pairs.get_or_init(|| {
            let of = |list: &[NamedText<'_>]| {
                let values = list.iter().enumerate();
                values
                    .filter_map(|(at, pair)| Some((pair.value?.span, at)))
                    .collect::<Vec<_>>()
            };
            [of(&self.env), of(&self.headers)]
                .concat()
                .into_iter()
                .collect()
        });
        let list = match text.slot {
            Slot::Env => &self.env,
            Slot::Headers => &self.headers,
            _ => return None,
        };
        list.get(*pairs.get(&text.span)?)
    }

    /// Where a word of the command line stands.
    #[must_use]
    pub(crate) fn word(&self, file: &File<'_>, word: &Word<'_>) -> Span {
        self.value_of(word)
            .map_or(self.name_span, |text| file.part(text, word.range()))
    }

    /// All strings that the host uses to start or reach the server.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &Text<'a>> {
        let pairs = self
            .env
            .iter()
            .chain(&self.headers)
            .filter_map(|pair| pair.value.as_ref());
        self.command
            .iter()
            .chain(&self.args)
            .chain(&self.cwd)
            .chain(&self.url)
            .chain(pairs)
    }
}
