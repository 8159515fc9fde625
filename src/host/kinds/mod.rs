//! The kinds of fields. A kind lives in one file: what its values must be, how they are read into the model, written
//! from it, described in a schema and named in messages. This module only dispatches.

mod approval;
mod choice;
mod command;
mod flag;
pub(crate) mod handed;
mod header;
mod inputs;
mod list;
mod map;
mod named;
mod number;
mod policy;
mod raw;
mod shell;
mod text;
mod time;
mod wanted;

use std::borrow::Cow;

use serde_json::{Value as Json, json};

use super::encode::Encoder;
use super::lower::Lower;
use super::reading::At;
use super::{Cost, Field, Kind, Out, OutValue, Place, Skip, TextShape};
use crate::model::{Server, Slot, Template, Value};
use crate::syntax::{Node, Tree, number};

/// The value of a number that stands elsewhere in the file for `field`, if the host takes it.
pub(super) fn stand_in(field: &Field, node: &Node<'_>) -> Option<Value> {
    match field.kind {
        Kind::Port => number::port(node).map(Value::Int),
        Kind::Text => {
            let text = node.as_str().filter(|text| !text.is_empty())?;
            Some(Value::Text(Template::literal(text, node.span)))
        }
        _ => time::value(field, node),
    }
}

pub(crate) use command::NOT_BLANK;
pub(crate) use header::is_key;
pub(crate) use inputs::ids as input_ids;
pub(crate) use time::is_long;
pub(crate) use wanted::{Wanted, form};

/// A value that its host does not take.
#[derive(Debug)]
pub(crate) struct Bad<'n> {
    pub(crate) node: &'n Node<'n>,
    /// The way to it from the field.
    pub(crate) below: Below<'n>,
    pub(crate) wanted: Wanted,
    pub(crate) remedy: Remedy,
    /// The host's parser takes it all the same, and this is what comes of it.
    pub(crate) harmless: Option<&'static str>,
}

/// The way from a field to a value in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Below<'n> {
    Itself,
    Item(usize),
    Key(&'n str),
}

/// What can be done about a value that is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Remedy {
    /// Only one meaning is possible.
    Understood,
    /// The server makes sense without it.
    Without,
    /// Nobody knows what the server was meant to be.
    Skip,
}

impl<'n> Bad<'n> {
    pub(crate) fn new(node: &'n Node<'n>, wanted: Wanted, remedy: Remedy) -> Self {
        Self {
            node,
            below: Below::Itself,
            wanted,
            remedy,
            harmless: None,
        }
    }
}

/// Where checks put what they find.
pub(crate) type Say<'s, 'n> = &'s mut dyn FnMut(Bad<'n>);

/// What differs between hosts in the reading of plain values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules {
    /// Strings count as the booleans and numbers they spell.
    pub(crate) coerces: bool,
    /// More words count as booleans, and so do 0 and 1.
    pub(crate) flag_words: bool,
    /// Values of other types are used as JavaScript uses them.
    pub(crate) loose: bool,
    /// A list in the place of a map has its positions for names.
    pub(crate) positions: bool,
    /// Whatever stands in a list of scalars becomes its text.
    pub(crate) loose_lists: bool,
    /// Also whatever stands in maps.
    pub(crate) loose_maps: bool,
    /// A text in the place of a map has its letters for values.
    pub(crate) letters: bool,
    /// 0 and an empty text count as `false`.
    pub(crate) zero_is_false: bool,
    /// Dates count as their text.
    pub(crate) dates: bool,
    /// A time of 0 is refused.
    pub(crate) no_zero_time: bool,
    /// A port that is none is only found out when it is opened.
    pub(crate) wide_ports: bool,
    /// 0 passes for a port: any that is free.
    pub(crate) zero_port: bool,
}

/// Whether the host reads a boolean that is true.
pub(crate) fn is_true(node: &Node<'_>, rules: Rules) -> bool {
    flag::get(node, rules) == Some((true, true))
}

impl Rules {
    pub(crate) fn of(place: &Place) -> Self {
        let runtime = &place.format.runtime;
        Self {
            coerces: runtime.coerces,
            flag_words: runtime.flag_words,
            loose: runtime.loose,
            positions: runtime.loose || runtime.positions,
            loose_lists: runtime.loose_lists,
            loose_maps: runtime.loose_maps,
            letters: runtime.loose || runtime.letters,
            zero_is_false: runtime.zero_is_false,
            dates: runtime.dates,
            no_zero_time: runtime.no_zero_time,
            wide_ports: place.format.wide_ports,
            zero_port: place.format.zero_port,
        }
    }

    /// The same for a time, which may be refused as 0 in one field alone.
    fn for_time(self, field: &Field) -> Self {
        Self {
            no_zero_time: self.no_zero_time || field.late_empty,
            ..self
        }
    }
}

/// Tells what is wrong with the value of a field.
pub(crate) fn check<'n>(field: &Field, node: &'n Node<'n>, rules: Rules, say: Say<'_, 'n>) {
    if matches!(node.value, Tree::Null) {
        if field.nullable {
            return;
        }
        return say(Bad {
            harmless: rules.loose.then_some("it counts as not set"),
            ..Bad::new(node, wanted(field, rules), Remedy::Without)
        });
    }
    if rules.dates && matches!(field.kind, Kind::List | Kind::Map) {
        let rules = Rules {
            dates: false,
            ..rules
        };
        return check(field, node, rules, &mut |bad| match bad.node.as_date() {
            Some(_) if bad.below != Below::Itself => say(Bad {
                harmless: Some(AS_TEXT),
                remedy: Remedy::Understood,
                ..bad
            }),
            _ => say(bad),
        });
    }
    match field.kind {
        Kind::Text | Kind::KeyVar if node.as_str().is_some_and(|it| !field.shape.fits(it)) => {
            say(Bad::new(node, Wanted::Shaped(field.shape), Remedy::Without));
        }
        Kind::Text | Kind::Spaced => text::check(node, say),
        Kind::OffText => text::check_off(node, say),
        Kind::Line | Kind::LoneLine | Kind::Argv | Kind::LineOrArgv => {
            command::check(field.kind, node, say)
        }
        Kind::ShellLine => text::check(node, say),
        Kind::List if field.shape != TextShape::Any => {
            let fits = |item: &Node<'n>| item.as_str().is_some_and(|it| field.shape.fits(it));
            let item = Wanted::Shaped(field.shape);
            list::each(node, Wanted::Texts, item, &fits, say);
        }
        Kind::List if rules.loose => list::check_loose(node, say),
        Kind::List => list::check(node, Wanted::Texts, say),
        Kind::ScalarList if rules.loose_lists => list::check_loose_scalars(node, say),
        Kind::ShellWords | Kind::ScalarList => list::check_scalars(node, say),
        Kind::Map if rules.positions && !node.items().is_empty() => {
            map::check_positions(node, say);
        }
        Kind::Map | Kind::NumberMap if rules.letters && node.as_str().is_some() => say(Bad {
            harmless: Some("its letters become values, named by their positions"),
            ..Bad::new(node, Wanted::Object, Remedy::Without)
        }),
        Kind::Map | Kind::NumberMap if rules.loose || rules.loose_maps => {
            map::check_loose(field.kind, node, rules, say);
        }
        Kind::Map | Kind::LooseMap | Kind::NumberMap | Kind::SiftedMap | Kind::ScalarMap => {
            map::check(field.kind, node, say)
        }
        Kind::Flag | Kind::NotFlag | Kind::Trusted => flag::check(node, rules, say),
        Kind::OffFlag => flag::check_off(node, say),
        // The map that they stand in is checked as a whole.
        Kind::MillisInMap => {}
        Kind::Millis | Kind::Seconds | Kind::WholeSeconds => {
            time::check(field, node, rules.for_time(field), say);
        }
        Kind::Port => number::check_port(field, node, rules, say),
        Kind::Number => number::check(field, node, rules, say),
        Kind::Whole => number::check_whole(field, node, rules, say),
        Kind::Either(kinds) => choice::check_either(kinds, node, rules, say),
        Kind::EnvNames => handed::check(node, say),
        Kind::HeaderVars => header::check_vars(node, say),
        Kind::BearerVar
        | Kind::BearerText
        | Kind::BearerOrOauth
        | Kind::KeyVar
        | Kind::KeyText
        | Kind::TextVar
        | Kind::OwnName => text::check(node, say),
        Kind::Inputs => inputs::check(node, say),
        Kind::Approved | Kind::ApprovedNames => list::check(node, Wanted::Texts, say),
        Kind::Policies(_) | Kind::PolicyList(..) | Kind::PolicyTables(..) => {
            policy::check(field.kind, node, say);
        }
        Kind::Tag => text::check(node, say),
        Kind::Group(_) | Kind::Word(_) | Kind::DefaultPolicy(_) => {
            choice::check(field.kind, node, say)
        }

        Kind::Object => raw::check(node, say),
        Kind::Any => {}
    }
}

/// The text of a value, as JavaScript prints it.
fn printed<'n>(node: &'n Node<'_>) -> Cow<'n, str> {
    let inner = |item: &'n Node<'_>| match item.value {
        Tree::Null => Cow::Borrowed(""),
        _ => printed(item),
    };
    match &node.value {
        Tree::String(text) => Cow::Borrowed(text),
        Tree::Number(text) => printed_number(text),
        Tree::Bool(true) => Cow::Borrowed("true"),
        Tree::Bool(false) => Cow::Borrowed("false"),
        Tree::Null => Cow::Borrowed("null"),
        Tree::Object(_) => Cow::Borrowed("[object Object]"),
        Tree::Array(items) => {
            let items: Vec<_> = items.iter().map(inner).collect();
            Cow::Owned(items.join(","))
        }
    }
}

/// The text of a number, as JavaScript prints it.
fn printed_number(text: &str) -> Cow<'_, str> {
    match number(text) {
        // Those have an exponent, in a spelling of their own.
        Some(value)
            if value.is_finite() && (value == 0.0 || (1e-6..1e21).contains(&value.abs())) =>
        {
            // A minus in front of 0 is not printed.
            Cow::Owned((value + 0.0).to_string())
        }
        Some(value) if value.is_finite() => {
            let text = format!("{value:e}");
            Cow::Owned(match text.split_once('e') {
                Some((digits, power)) if !power.starts_with('-') => format!("{digits}e+{power}"),
                _ => text,
            })
        }
        _ => Cow::Borrowed(text),
    }
}

/// What becomes of a number among texts.
const AS_TEXT: &str = "it is used as text";

/// What a value of the field must be.
fn wanted(field: &Field, rules: Rules) -> Wanted {
    match field.kind {
        Kind::Text
        | Kind::Line
        | Kind::LoneLine
        | Kind::ShellLine
        | Kind::Spaced
        | Kind::Tag
        | Kind::BearerVar
        | Kind::BearerText
        | Kind::BearerOrOauth
        | Kind::KeyVar
        | Kind::KeyText
        | Kind::TextVar
        | Kind::OwnName => Wanted::Text,
        Kind::OffText => Wanted::TextOrFalse,
        Kind::LineOrArgv => Wanted::TextOrTexts,
        Kind::Argv
        | Kind::List
        | Kind::ScalarList
        | Kind::ShellWords
        | Kind::Approved
        | Kind::ApprovedNames => Wanted::Texts,
        Kind::EnvNames => Wanted::Names,
        Kind::Flag | Kind::NotFlag | Kind::Trusted => Wanted::Flag,
        Kind::OffFlag => Wanted::ObjectOrFalse,
        Kind::MillisInMap => Wanted::Text,
        Kind::Millis | Kind::Seconds | Kind::WholeSeconds => {
            time::wanted(field, rules.for_time(field))
        }
        Kind::Port => Wanted::Port,
        Kind::Number => Wanted::Number,
        Kind::Whole => Wanted::Whole,
        Kind::Either(kinds) => Wanted::Either(kinds),
        Kind::PolicyList(..) => Wanted::Objects,
        Kind::Map
        | Kind::LooseMap
        | Kind::NumberMap
        | Kind::SiftedMap
        | Kind::ScalarMap
        | Kind::HeaderVars
        | Kind::Policies(_)
        | Kind::PolicyTables(..)
        | Kind::Inputs
        | Kind::Object => Wanted::Object,
        Kind::Group(groups) => Wanted::Group(groups),
        Kind::Word(words) | Kind::DefaultPolicy(words) => Wanted::Word(words),
        Kind::Any => Wanted::Anything,
    }
}

/// Reads the value of a field, whose type was checked, into the server. What is wrong but not fatal is left out.
pub(super) fn read<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    match field.kind {
        Kind::Text => text::read(lower, field, at),
        Kind::OffText => text::read_off(lower, field, at),
        Kind::Spaced => text::read_spaced(lower, field, at),
        Kind::Line | Kind::LoneLine | Kind::Argv | Kind::LineOrArgv | Kind::ShellLine => {
            command::read(lower, field, at)
        }
        Kind::ShellWords => shell::read(lower, field, at),
        Kind::List | Kind::ScalarList => list::read(lower, field, at),
        Kind::Map | Kind::LooseMap | Kind::NumberMap | Kind::SiftedMap | Kind::ScalarMap => {
            map::read(lower, field, at)
        }
        Kind::Flag | Kind::NotFlag | Kind::OffFlag => flag::read(lower, field, at),
        Kind::Trusted => approval::read_trusted(lower, field, at),
        // Read with the map that they stand in.
        Kind::MillisInMap => {}
        Kind::Millis | Kind::Seconds | Kind::WholeSeconds => time::read(lower, field, at),
        Kind::Port => number::read_port(lower, field, at),
        Kind::EnvNames => handed::read(lower, field, at),
        Kind::HeaderVars => header::read_vars(lower, field, at),
        Kind::BearerVar => header::read_bearer_var(lower, field, at),
        Kind::BearerText => header::read_bearer(lower, field, at),
        Kind::BearerOrOauth => header::read_bearer_or_oauth(lower, field, at),
        Kind::KeyVar => header::read_key(lower, field, at),
        Kind::KeyText => header::read_key_text(lower, field, at),
        Kind::TextVar => named::read_var(lower, field, at),
        Kind::OwnName => named::read_own(lower, field, at),
        Kind::Approved | Kind::ApprovedNames => approval::read_approved(lower, field, at),
        Kind::Policies(words) => policy::read_policies(lower, at, &words),
        Kind::PolicyList(..) => policy::read_list(lower, at),
        Kind::PolicyTables(key, words) => policy::read_tables(lower, at, key, words),
        Kind::DefaultPolicy(words) => policy::read_default(lower, field, at, words),
        Kind::Tag => choice::read_tag(lower, at),
        Kind::Group(_) => choice::read_group(lower, at),
        Kind::Inputs
        | Kind::Word(_)
        | Kind::Number
        | Kind::Whole
        | Kind::Either(_)
        | Kind::Object
        | Kind::Any => raw::read(lower, field, at),
    }
}

/// What the field takes out of a server, as the host writes it. Nothing if there is nothing for it.
///
/// # Errors
/// A string of the server cannot be written for the host.
pub(super) fn write(
    encoder: &mut Encoder,
    field: &Field,
    server: &mut Server,
) -> Result<Option<Out>, Skip> {
    Ok(match field.kind {
        Kind::Tag => choice::write_tag(encoder, server),
        Kind::Text => text::write(encoder, field, server)?,
        Kind::OffText => text::write_off(encoder, field, server)?,
        Kind::Spaced => text::write_spaced(encoder, field, server)?,
        Kind::Line | Kind::LoneLine | Kind::LineOrArgv => {
            command::write_line(encoder, field, server)?
        }
        Kind::ShellLine => shell::write_program(encoder, server)?,
        Kind::ShellWords => shell::write(encoder, field, server)?,
        Kind::Argv => command::write_list(encoder, server)?,
        Kind::List | Kind::ScalarList => list::write(encoder, field, server)?,
        Kind::Map | Kind::LooseMap | Kind::NumberMap | Kind::SiftedMap | Kind::ScalarMap => {
            map::write(encoder, field, server)?
        }
        Kind::Flag | Kind::NotFlag | Kind::OffFlag => flag::write(field, server),
        Kind::Millis | Kind::Seconds | Kind::WholeSeconds | Kind::MillisInMap => {
            time::write(encoder, field, server)
        }
        Kind::Port => number::write_port(field, server),
        Kind::EnvNames => handed::write(encoder, field, server),
        Kind::HeaderVars => header::write_vars(encoder, server),
        Kind::BearerVar => header::write_bearer_var(encoder, field, server),
        Kind::BearerText => header::write_bearer(encoder, field, server)?,
        Kind::BearerOrOauth => header::write_oauth(server),
        Kind::KeyVar => header::write_key(encoder, field, server),
        Kind::TextVar => named::write_var(field, server),
        Kind::OwnName => Some(named::write_own(encoder)),
        Kind::Inputs => inputs::write(encoder),
        Kind::Approved | Kind::ApprovedNames => approval::write_approved(encoder, field, server)?,
        Kind::Trusted => approval::write_trusted(server),
        Kind::Policies(words) => policy::write_policies(server, &words),
        Kind::PolicyTables(key, words) => policy::write_tables(server, key, words),
        Kind::DefaultPolicy(words) => policy::write_default(field, server, words),
        Kind::PolicyList(..)
        | Kind::KeyText
        | Kind::Group(_)
        | Kind::Word(_)
        | Kind::Number
        | Kind::Whole
        | Kind::Either(_)
        | Kind::Object
        | Kind::Any => None,
    })
}

/// What is written for a field that must be there and that nothing sets.
pub(super) fn empty(kind: Kind) -> OutValue {
    match kind {
        Kind::Map
        | Kind::LooseMap
        | Kind::NumberMap
        | Kind::HeaderVars
        | Kind::Inputs
        | Kind::SiftedMap
        | Kind::ScalarMap
        | Kind::Object => OutValue::Object(Vec::new()),
        Kind::List
        | Kind::ScalarList
        | Kind::ShellWords
        | Kind::EnvNames
        | Kind::Argv
        | Kind::Approved
        | Kind::ApprovedNames => OutValue::Array(Vec::new()),
        Kind::Flag => OutValue::Bool(true),
        Kind::NotFlag => OutValue::Bool(false),
        _ => OutValue::String(String::new()),
    }
}

/// What the value of `field` may be, as a JSON Schema.
pub(super) fn schema(field: &'static Field, place: &Place) -> Json {
    let schema = schema_of(field, place);
    // One that must be there must have a value.
    if field.nullable && !field.required {
        return json!({ "anyOf": [schema, { "type": "null" }] });
    }
    schema
}

fn schema_of(field: &'static Field, place: &Place) -> Json {
    let rules = Rules::of(place);
    let strict = !matches!(place.format.runtime.bad_header, None | Some(Cost::Ignored));
    match field.kind {
        kind if kind.is_map() && field.slot == Slot::Headers && strict => {
            map::schema_headers(kind, place.format.runtime.bare_headers)
        }
        Kind::Text | Kind::KeyVar if field.shape != TextShape::Any => {
            text::schema_shaped(field.shape)
        }
        Kind::Text => command::schema_program(field, place),
        Kind::OffText => text::schema_off(),
        Kind::Spaced
        | Kind::BearerVar
        | Kind::BearerText
        | Kind::BearerOrOauth
        | Kind::KeyVar
        | Kind::KeyText
        | Kind::TextVar
        | Kind::OwnName => text::schema(),
        Kind::Inputs => inputs::schema(),
        Kind::Line | Kind::LoneLine | Kind::Argv | Kind::LineOrArgv => {
            command::schema(field, place)
        }
        Kind::ShellLine => shell::schema_program(),
        Kind::List if field.shape != TextShape::Any => {
            json!({ "type": "array", "items": text::schema_shaped(field.shape) })
        }
        Kind::List | Kind::Approved | Kind::ApprovedNames => list::schema(),
        Kind::ShellWords | Kind::ScalarList => list::schema_scalars(),
        Kind::Map | Kind::LooseMap | Kind::NumberMap | Kind::SiftedMap | Kind::ScalarMap => {
            map::schema(field.kind)
        }
        Kind::Flag | Kind::NotFlag | Kind::Trusted => flag::schema(rules),
        Kind::OffFlag => flag::schema_off(),
        Kind::MillisInMap => text::schema(),
        Kind::Millis | Kind::Seconds | Kind::WholeSeconds => {
            time::schema(field, rules.for_time(field))
        }
        Kind::Number => number::schema(field, rules),
        Kind::Whole => number::schema_whole(field, rules),
        Kind::Either(kinds) => choice::schema_either(kinds, place),
        Kind::Port => number::schema_port(field),
        Kind::EnvNames => handed::schema(),
        Kind::HeaderVars => map::schema(Kind::Map),
        Kind::Policies(_) | Kind::PolicyList(..) | Kind::PolicyTables(..) => {
            policy::schema(field.kind, place)
        }
        Kind::DefaultPolicy(words) => policy::schema_default(words),
        Kind::Tag => choice::schema_tag(field, place),
        Kind::Group(_) | Kind::Word(_) => choice::schema(field.kind),
        Kind::Object => raw::schema(),
        Kind::Any => raw::schema_any(),
    }
}
