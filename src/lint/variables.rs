//! What a host makes of the references in a string.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::ops::Range;

use super::file::{File, LintServer, Text};
use super::refs::{Ref, RefForm, refs};
use super::strings::{ReadBy, strings};
use crate::host::{Cost, Dialects, Kind, Place};
use crate::hosts::HOSTS;
use crate::launch::{ContainerVariable, program};
use crate::model::dialect::{Dialect, Form, WhenUnset, is_name};
use crate::model::{Part, Slot, World};
use crate::order::Order as _;
use crate::secret;
use crate::syntax::Node;

/// A reference that does not become what was meant.
#[derive(Clone, Debug)]
pub(crate) struct Stray<'t> {
    /// The bytes of the string.
    pub(crate) range: Range<usize>,
    /// How to show it: never with a value that may be secret.
    pub(crate) shown: String,
    /// The reference, unless it is none in any spelling.
    pub(crate) reference: Option<Ref<'t>>,
    /// What is wrong with it.
    pub(crate) fate: VariableFate,
}

/// Why a reference stays as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VariableFate {
    /// The host does not know the spelling; which kind of spelling.
    Unsupported(&'static str),
    /// The host knows the spelling, but not in this field, or not with text around it.
    Elsewhere,
    /// The host expands only variables that the entry lists in this field, and this is not one of them.
    Unlisted(&'static str),
    /// It is no reference in the host's grammar, though it starts like one.
    Malformed,
}

/// All references of `server` that do not become what was meant, each with its string.
pub(crate) fn strays<'s, 'a>(
    file: &File<'_>,
    server: &'s LintServer<'a>,
) -> &'s [(Text<'a>, Stray<'a>)] {
    server.astray.get_or_init(|| find_strays(file, server))
}

fn find_strays<'a>(file: &File<'_>, server: &LintServer<'a>) -> Vec<(Text<'a>, Stray<'a>)> {
    let worth = |text: &str| {
        text.bytes()
            .any(|byte| matches!(byte, b'$' | b'{' | b'%' | b'`'))
            || text.starts_with('!')
            || text.starts_with("op://")
    };
    let mut list = Vec::new();
    let strings = strings(server, worth);
    if strings.is_empty() {
        return list;
    }
    let names = Names::new(server);
    for (text, reader) in strings {
        if !matches!(reader, ReadBy::Shell | ReadBy::Code) {
            of_text(file, server, &names, &text, reader, &mut list);
        }
    }
    list
}

/// What the entry itself says about variables, looked up for each reference.
struct Names<'a> {
    /// Those that it sets.
    own: HashSet<&'a str>,
    /// Headers that it sends.
    headers: HashSet<&'a str>,
    /// The field that has to list those that references count for, and what it lists.
    listed: Option<(&'static str, HashSet<&'a str>)>,
}

impl<'a> Names<'a> {
    fn new(server: &LintServer<'a>) -> Self {
        let listing = server
            .kind
            .and_then(|kind| server.place.format.listing(kind));
        Self {
            own: server.env.iter().map(|pair| pair.key).collect(),
            headers: server.headers.iter().map(|pair| pair.key).collect(),
            listed: listing.map(|listed| {
                let names = server.node.dotted(listed.names).map(Node::items);
                let names = names.unwrap_or_default().iter().filter_map(Node::as_str);
                let values = server.node.dotted(listed.values).map(Node::members);
                let values = values.unwrap_or_default().iter().map(|member| &*member.key);
                (listed.names, names.chain(values).collect())
            }),
        }
    }
}

/// A text as its host reads it: once for all references in it.
struct TextRead<'t> {
    /// What the host replaces, in order and apart from each other.
    found: Vec<(Range<usize>, Part)>,
    /// All of it is taken for one reference, to something that no variable is called.
    swallowed: bool,
    /// What looks like a token.
    tokens: OnceCell<Vec<Range<usize>>>,
    text: &'t str,
}

impl<'t> TextRead<'t> {
    fn new(dialect: &Dialect, text: &'t str) -> Self {
        Self {
            found: dialect.references(text),
            swallowed: dialect.swallows(dialect.trimmed(text)),
            tokens: OnceCell::new(),
            text,
        }
    }

    /// What the host reads around `range`.
    fn around(&self, range: &Range<usize>) -> Option<&(Range<usize>, Part)> {
        let behind = self
            .found
            .partition_point(|(found, _)| found.start <= range.start);
        let last = self.found[..behind].last()?;
        (range.end <= last.0.end).then_some(last)
    }

    /// Whether a token is where `range` is.
    fn has_token(&self, range: &Range<usize>) -> bool {
        let tokens = self.tokens.get_or_init(|| {
            secret::find_all(self.text)
                .map(|found| found.start..found.end)
                .collect()
        });
        let behind = tokens.partition_point(|token| token.end <= range.start);
        tokens
            .get(behind)
            .is_some_and(|token| token.start < range.end)
    }
}

/// Nobody reads more about one text, and what is said about each may take as long as the text.
const MOST: usize = 16;

fn of_text<'a>(
    file: &File<'_>,
    server: &LintServer<'a>,
    names: &Names<'a>,
    text: &Text<'a>,
    reader: ReadBy,
    list: &mut Vec<(Text<'a>, Stray<'a>)>,
) {
    let dialect = file.host.dialect(file.place, text.slot);
    let mut known = refs(text.text);
    known.retain(|reference| !dialect.is_escaped(text.text, reference.range.start));
    let read = TextRead::new(dialect, text.text);
    let mut found = Vec::new();
    for reference in &known {
        if found.len() == MOST {
            break;
        }
        if let Some(fate) = fate(file, server, names, text, &read, reader, reference) {
            found.push(Stray {
                range: reference.range.clone(),
                shown: shown(reference, &text.text[reference.range.clone()]),
                reference: Some(reference.clone()),
                fate,
            });
        }
    }
    let taken = |at: usize| {
        known.iter().any(|reference| reference.range.contains(&at))
            || read.found.iter().any(|(range, _)| range.contains(&at))
            || dialect.is_escaped(text.text, at)
    };
    let open = match dialect.breaks.is_empty() {
        true => None,
        false => unclosed(text.text),
    };
    for range in torn(text.text)
        .into_iter()
        .chain(open)
        .filter(|range| !taken(range.start))
    {
        found.push(Stray {
            shown: torn_shown(&text.text[range.clone()]),
            range,
            reference: None,
            fate: VariableFate::Malformed,
        });
    }
    found.order_by_key(|stray| stray.range.start);
    list.extend(found.into_iter().map(|stray| (*text, stray)));
}

/// What keeps `reference` from being replaced; nothing if it is replaced, or if it is no reference after all.
fn fate(
    file: &File<'_>,
    server: &LintServer<'_>,
    names: &Names<'_>,
    text: &Text<'_>,
    read: &TextRead<'_>,
    reader: ReadBy,
    reference: &Ref<'_>,
) -> Option<VariableFate> {
    let form = reference.form;
    let expanded_by_reader = match reader {
        ReadBy::Bridge => form == RefForm::Braces,
        ReadBy::Cmd => form == RefForm::Percent,
        _ => false,
    };
    if expanded_by_reader || !plausible(server, text, read, reference) {
        return None;
    }
    let facts = &file.host.facts;
    if facts.shell_forms.contains(&text.slot) && matches!(form, RefForm::Default | RefForm::Percent)
    {
        return None;
    }
    let dialect = file.host.dialect(file.place, text.slot);
    if is_of_plugin(file, text.slot, reference) {
        return None;
    }
    if needs_default(dialect, reference).is_some() && !may_be_unplaced(file) {
        return Some(VariableFate::Unsupported("form"));
    }
    if is_settled(file, names, text, reference) {
        return None;
    }
    if form == RefForm::Mustache && file.runtime().own_templates {
        let given = names.own.contains(reference.name) || names.headers.contains(reference.name);
        return (!given).then_some(VariableFate::Unsupported("template"));
    }
    let whole = read
        .around(&reference.range)
        .filter(|(_, part)| !is_vain(part));
    match whole {
        Some((_, Part::Env { name, .. }))
            if form == RefForm::Braces && is_editor_word(name) && !facts.lenient =>
        {
            return Some(VariableFate::Unsupported("editor"));
        }
        Some((range, _)) if dialect.blocks(&text.text[range.clone()]) => {
            return Some(VariableFate::Unsupported("blocked"));
        }
        // The variable `input` is empty, and the rest stays.
        Some((_, Part::Env { .. })) if lost_braces(text.text, reference) => {
            return Some(VariableFate::Unsupported("form"));
        }
        Some((_, Part::Env { name, .. })) => return unlisted(names, name),
        Some(_) => return None,
        None => {}
    }
    if malformed(text.text, reference) {
        return Some(VariableFate::Malformed);
    }
    if read.swallowed || dialect.never.contains(&reference.name) {
        return Some(VariableFate::Elsewhere);
    }
    let alone = &text.text[reference.range.clone()];
    let dialects = file.place.format.dialects;
    let reads = |dialect: &Dialect| {
        dialect
            .references(alone)
            .iter()
            .any(|(range, part)| *range == (0..alone.len()) && !is_vain(part))
    };
    // A field with variables in another spelling wants that one, wherever this one is known.
    let variable = is_plain(reference) || form == RefForm::Default;
    let other_spelling = variable && dialect.has_variables() && !reads(dialect);
    let elsewhere = !other_spelling && dialects.iter().any(|(_, dialect)| reads(dialect))
        || (is_plain(reference) && has_sibling(file, text.slot));
    if elsewhere
        && !(form == RefForm::Braces
            && is_editor_word(reference.name)
            && !owned(dialects, reference.name))
    {
        return Some(VariableFate::Elsewhere);
    }
    if facts.lenient {
        return None;
    }
    Some(VariableFate::Unsupported(match form {
        RefForm::Input => "input",
        RefForm::Editor => "editor",
        RefForm::Braces if is_editor_word(reference.name) => "editor",
        RefForm::Default
            if reference
                .default
                .is_some_and(|default| default.contains("${"))
                && dialect.has_defaults() =>
        {
            "nested"
        }
        _ if reference.default.is_some() || reference.name.contains(":-") => "default",
        _ => "form",
    }))
}

/// `$input:key` is what becomes of `${input:key}` without its braces. There is no variable called `input`.
pub(crate) fn lost_braces(text: &str, reference: &Ref<'_>) -> bool {
    let rest = text[reference.range.end..].strip_prefix(':');
    reference.form == RefForm::Bare
        && matches!(reference.name, "input" | "env")
        && rest.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
}

/// Whether the host finds the variable in the server's own `env`, or puts in the default because it has no such variable.
fn is_settled(file: &File<'_>, names: &Names<'_>, text: &Text<'_>, reference: &Ref<'_>) -> bool {
    let known = file.host.dialect(file.place, text.slot).names;
    let own =
        file.runtime().own_env && text.slot != Slot::Env && names.own.contains(reference.name);
    own || is_name(reference.name) && !known.has(reference.name) && reference.default.is_some()
}

/// The field that should list the variable `name`, if references count only for what the entry lists.
fn unlisted(names: &Names<'_>, name: &str) -> Option<VariableFate> {
    let (field, listed) = names.listed.as_ref()?;
    (!listed.contains(name)).then_some(VariableFate::Unlisted(field))
}

/// Whether only the shape of a file tells that it is of this kind, so that any file of the host may be one.
fn is_unplaced(place: &Place) -> bool {
    place.globs.is_empty()
}

/// Whether it is a word of the host's own that it knows in this field of some file which no path tells from the one at
/// hand.
fn is_of_plugin(file: &File<'_>, slot: Slot, reference: &Ref<'_>) -> bool {
    let word = reference.name.split([':', '.']).next().unwrap_or_default();
    let knows = |place: &Place| {
        is_unplaced(place)
            && own_words_of(file.host.dialect(place, slot)).any(|known| known == word)
    };
    matches!(reference.form, RefForm::Braces | RefForm::Editor)
        && is_editor_word(word)
        && file.host.places.iter().any(knows)
}

/// Whether the file has words in it that only such a place knows. Asked of the text once.
fn may_be_unplaced(file: &File<'_>) -> bool {
    *file.unplaced.get_or_init(|| {
        let places = file.host.places.iter();
        places
            .filter(|place| is_unplaced(place))
            .any(|place| mentions(file, place))
    })
}

/// Whether the file has words in it that only `place` knows.
fn mentions(file: &File<'_>, place: &Place) -> bool {
    let common = file.host.main();
    let words = own_words(place.format.dialects);
    !std::ptr::eq(place.format, common)
        && words
            .filter(|word| {
                !own_words(common.dialects).any(|known| known.split(":-").next() == Some(*word))
            })
            .any(|word| file.text.contains(&format!("${{{word}")))
}

/// The word with its default that the host knows something by, if it does not know it by the word alone.
pub(crate) fn needs_default(dialect: &Dialect, reference: &Ref<'_>) -> Option<&'static str> {
    let words = || own_words_of(dialect);
    if reference.form != RefForm::Braces || words().any(|known| known == reference.name) {
        return None;
    }
    words().find(|known| {
        known
            .split_once(":-")
            .is_some_and(|(name, _)| name == reference.name)
    })
}

fn own_words_of(dialect: &Dialect) -> impl Iterator<Item = &'static str> {
    dialect.forms.iter().flat_map(|form| {
        let (vars, words) = match form {
            Form::Vars(vars) => (*vars, Default::default()),
            Form::Own(words) => (Default::default(), *words),
            _ => Default::default(),
        };
        vars.iter()
            .map(|(word, _)| *word)
            .chain(words.iter().copied())
    })
}

fn own_words(dialects: Dialects) -> impl Iterator<Item = &'static str> {
    dialects
        .iter()
        .flat_map(|(_, dialect)| own_words_of(dialect))
}

/// What becomes of a stray reference.
pub(crate) fn consequence(file: &File<'_>, text: &Text<'_>, stray: &Stray<'_>) -> String {
    let dialect = file.host.dialect(file.place, text.slot);
    if stray.fate == VariableFate::Unsupported("blocked") {
        let cost = match dialect.blocked.server_only {
            true => Cost::Server,
            false => file.place.format.bad_server,
        };
        return format!("{} {}", file.host_name(), cost.consequence());
    }
    if stray.fate == VariableFate::Unsupported("template") {
        return format!("{} {}", file.host_name(), Cost::Server.consequence());
    }
    // References are replaced in the text of the file, and this one ends somewhere in what follows it (observed with
    // opencode 1.18.33).
    let open = stray.reference.is_none() && unclosed(text.text) == Some(stray.range.clone());
    if open && !dialect.breaks.is_empty() {
        return file.place.unreadable_for(file.host);
    }
    let inner = dialect
        .references(text.text)
        .into_iter()
        .find(|(range, _)| stray.range.start < range.start && range.end <= stray.range.end);
    let looked_up = stray
        .reference
        .as_ref()
        .is_some_and(|reference| reference.form == RefForm::CurlyEnv)
        && dialect.forms.contains(&Form::Curly);
    match inner {
        Some((range, Part::Env { .. })) => format!(
            "only `{}` in it is expanded, and the rest stays",
            &text.text[range]
        ),
        _ if reads_in_vain(dialect, text.text, stray) => match dialect.unset {
            WhenUnset::RejectsFile => {
                "no variable has this name, so no server of the file is loaded"
            }
            _ => "no variable has this name, so the server is skipped",
        }
        .to_owned(),
        _ if looked_up => "the whole text is read as the name of an unset variable".to_owned(),
        _ if vanishes(dialect, &text.text[stray.range.clone()]) => "it becomes empty".to_owned(),
        _ => "the server receives this text".to_owned(),
    }
}

/// Whether nothing is left of `reference`: a shell reads `${env:X}` as a part of the variable `env`, which is not set.
fn vanishes(dialect: &Dialect, reference: &str) -> bool {
    let unset = |_: &str| None;
    let value = dialect.resolve(reference, &World::new(&unset));
    value.as_text().is_some_and(str::is_empty)
}

/// Whether the host looks up a variable that cannot be there, and does without the server then.
fn reads_in_vain(dialect: &Dialect, text: &str, stray: &Stray<'_>) -> bool {
    let read = dialect.references(text);
    dialect.unset.fails()
        && read
            .iter()
            .any(|(range, part)| *range == stray.range && is_vain(part))
}

/// Whether it is a variable that nobody can set.
fn is_vain(part: &Part) -> bool {
    matches!(part, Part::Env { name, .. } if !is_name(name))
}

/// What to write where a reference is the value of a variable of a container: written out, it would stand in the arguments,
/// which every list of processes shows.
pub(crate) fn container_advice(server: &LintServer<'_>, text: &Text<'_>) -> Option<String> {
    let container = server.launch()?.container()?;
    let given = |variable: &ContainerVariable<'_>| {
        variable
            .value
            .and_then(|value| server.value_of(&value))
            .is_some_and(|value| value.span == text.span)
    };
    let name = container.variables().find(given)?.name.text;
    is_name(name).then(|| format!("write `-e {name}` without a value, and set `{name}` in `env`"))
}

/// Whether it is an environment variable and nothing else, in any spelling.
pub(crate) fn is_plain(reference: &Ref<'_>) -> bool {
    let spelled = matches!(
        reference.form,
        RefForm::Braces
            | RefForm::Env
            | RefForm::Bare
            | RefForm::CurlyEnv
            | RefForm::Percent
            | RefForm::Angles
    );
    spelled
        && reference.default.is_none()
        && is_name(reference.name)
        && !(reference.form == RefForm::Braces && is_editor_word(reference.name))
}

/// Whether the host takes the names of variables in a field beside the one of `slot`. Those for child processes are handed
/// through, which is another thing.
fn has_sibling(file: &File<'_>, slot: Slot) -> bool {
    slot == Slot::Headers
        && file.host.fields(file.place).iter().any(|field| {
            matches!(
                field.kind,
                Kind::HeaderVars | Kind::BearerVar | Kind::KeyVar
            )
        })
}

/// Whether text that looks like a reference is likely meant as one. A password may well hold a `$`.
fn plausible(
    server: &LintServer<'_>,
    text: &Text<'_>,
    read: &TextRead<'_>,
    reference: &Ref<'_>,
) -> bool {
    let name = reference.name;
    let capitals = |name: &str| {
        name.bytes().all(|byte| {
            byte.is_ascii_uppercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'(' | b')')
        })
    };
    match reference.form {
        RefForm::Bare => {
            let before = text.text[..reference.range.start].chars().next_back();
            (capitals(name) || lost_braces(text.text, reference))
                && !before.is_some_and(|c| c.is_alphanumeric() || c == '$')
                && !read.has_token(&reference.range)
                && !secret::shows_secret(None, name)
        }
        // Addresses have escapes such as `%2F` in them, and so have passwords.
        RefForm::Percent => {
            let glued = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let (before, after) = text.text.split_at(reference.range.start);
            let within = glued(before.chars().next_back())
                && glued(after[reference.range.len()..].chars().next());
            name.len() > 2 && !within && !text.text.contains("://") && text.slot != Slot::Url
        }
        // What stands in for a value is another matter, and so are templates that the program fills in.
        RefForm::Mustache => {
            name.contains(|c: char| c.is_ascii_uppercase())
                && !name.starts_with(['.', '$'])
                && !name.contains(' ')
                && !secret::placeholder(name)
        }
        RefForm::Shell => matches!(text.slot, Slot::Env | Slot::Headers) && name.contains(' '),
        // `op run` puts them in.
        RefForm::OnePassword => !server
            .command
            .iter()
            .chain(&server.args)
            .any(|word| program(word.text) == "op"),
        _ => true,
    }
}

/// Whether a reference in the wider sense is none in any host's grammar.
fn malformed(text: &str, reference: &Ref<'_>) -> bool {
    let tail = &text[reference.range.clone()];
    match reference.form {
        RefForm::Default => !tail
            .get(2 + reference.name.len()..)
            .is_some_and(|rest| rest.starts_with(":-")),
        RefForm::Editor => {
            reference.name != "/"
                && !is_editor_word(reference.name.split([':', '.']).next().unwrap_or_default())
        }
        RefForm::Input => reference.name.trim().is_empty(),
        RefForm::CurlyEnv => !is_name(
            reference
                .name
                .split_once(":-")
                .map_or(reference.name, |(name, _)| name),
        ),
        _ => false,
    }
}

/// Whether some host knows `${word}` as something of its own. Words in capitals are variables all the same.
fn is_editor_word(word: &str) -> bool {
    let mut dialects = HOSTS
        .iter()
        .flat_map(|host| host.formats().map(|format| format.dialects));
    word.contains(|c: char| c.is_ascii_lowercase())
        && dialects.any(|dialects| owned(dialects, word))
}

/// Whether one of `dialects` knows `${word}` as something of its own.
fn owned(dialects: Dialects, word: &str) -> bool {
    own_words(dialects).any(|known| known == word)
}

/// Where a reference starts that is closed in a later string of the file at best.
fn unclosed(text: &str) -> Option<Range<usize>> {
    let mut marks = ["{env:", "{file:"].into_iter();
    let at = marks.find_map(|mark| text.rfind(mark))?;
    (!text[at..].contains('}')).then_some(at..text.len())
}

/// Where something starts like a reference or a command and is not complete: `${` and `$(` with what follows, and a value
/// that is all in backticks.
fn torn(text: &str) -> Vec<Range<usize>> {
    let mut list = Vec::new();
    for (at, _) in text.match_indices("${").take(MOST) {
        let end = text[at..].find('}').map(|end| at + end + 1);
        list.push(
            at..end.unwrap_or_else(|| {
                text[at..]
                    .find(char::is_whitespace)
                    .map_or(text.len(), |end| at + end)
            }),
        );
    }
    for (at, _) in text.match_indices("$(").take(MOST) {
        let inner = &text[at + 2..];
        if let Some(end) = inner
            .find(')')
            .filter(|_| inner.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
        {
            list.push(at..at + end + 3);
        }
    }
    if text.len() > 2
        && text.starts_with('`')
        && text.ends_with('`')
        && text.matches('`').count() == 2
    {
        list.push(0..text.len());
    }
    list
}

/// A reference as it may be printed. What follows its name may be a default, and that may be anything.
fn shown(reference: &Ref<'_>, raw: &str) -> String {
    let generated = secret::is_generated(reference.name);
    let variable = matches!(
        reference.form,
        RefForm::Braces | RefForm::Default | RefForm::Env | RefForm::Bare | RefForm::Angles
    );
    let misnamed = variable && !secret::is_variable(reference.name) && is_name(reference.name);
    let hidden = generated || misnamed || secret::shows_secret(None, reference.name);
    let name = if reference.name.len() > 60 || hidden {
        "…"
    } else {
        reference.name
    };
    match reference.form {
        RefForm::Braces => format!("${{{name}}}"),
        // A name with a hyphen, or a default after it; the latter may be anything.
        RefForm::Default
            if raw
                .get(2 + name.len()..)
                .is_some_and(|rest| rest.starts_with('-')) =>
        {
            let small = raw[2..]
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'}'));
            if small && raw.len() < 40 {
                raw.to_owned()
            } else {
                format!("${{{name}-…}}")
            }
        }
        RefForm::Default => format!("${{{name}:-…}}"),
        RefForm::Env if reference.default.is_some() => format!("${{env:{name}:-…}}"),
        RefForm::Env => format!("${{env:{name}}}"),
        RefForm::Input => format!("${{input:{name}}}"),
        RefForm::Editor => match name
            .split_once(':')
            .filter(|(word, _)| !is_editor_word(word))
        {
            Some((word, _)) => format!("${{{word}:…}}"),
            None => format!("${{{name}}}"),
        },
        RefForm::Bare => format!("${name}"),
        RefForm::Percent => format!("%{name}%"),
        RefForm::CurlyEnv => match name.split_once(":-") {
            Some((name, _)) => format!("{{env:{name}:-…}}"),
            None => format!("{{env:{name}}}"),
        },
        RefForm::CurlyFile => "{file:…}".to_owned(),
        RefForm::BracedFile => "${file:…}".to_owned(),
        RefForm::Mustache => format!("{{{{{name}}}}}"),
        RefForm::Workflow => format!("${{{{ {name} }}}}"),
        RefForm::OnePassword => "op://…".to_owned(),
        RefForm::Shell => "!…".to_owned(),
        RefForm::Angles => format!("$<{name}>"),
    }
}

/// What is not complete, without anything that may be more than a name.
fn torn_shown(text: &str) -> String {
    if text.starts_with("$(") {
        return "$(…)".to_owned();
    }
    if let Some(mark) = ["{env:", "{file:"]
        .into_iter()
        .find(|it| text.starts_with(it))
    {
        return format!("{mark}…");
    }
    let inner = text.strip_prefix("${").unwrap_or_default();
    let name = inner.strip_suffix('}').unwrap_or(inner);
    let harmless = name.len() <= 40
        && name.bytes().all(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b' ' | b'.' | b'-' | b':')
        });
    if harmless && !secret::shows_secret(None, name) {
        text.to_owned()
    } else {
        "${…".to_owned()
    }
}
