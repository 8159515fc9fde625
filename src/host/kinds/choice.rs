//! One of several words: for the transport, for a group of fields, or of the host's own.

use serde_json::{Value as Json, json};

use super::{Bad, Remedy, Rules, Say, Wanted};
use crate::host::encode::Encoder;
use crate::host::lower::Lower;
use crate::host::reading::At;
use crate::host::{Field, Kind, Out, OutValue, Place, TagRule, Write};
use crate::model::{Reason, Server, Slot};
use crate::syntax::Node;

pub(super) fn check<'n>(kind: Kind, node: &'n Node<'n>, say: Say<'_, 'n>) {
    let wanted = match kind {
        Kind::Group(groups) => Wanted::Group(groups),
        Kind::Word(words) | Kind::DefaultPolicy(words) => Wanted::Word(words),
        _ => return,
    };
    let known = |word: &str| match kind {
        Kind::Group(groups) => groups.iter().any(|(known, _)| *known == word),
        Kind::Word(words) | Kind::DefaultPolicy(words) => words.contains(&word),
        _ => true,
    };
    match node.as_str() {
        Some(word) if known(word) => {}
        Some(_) => say(Bad::new(node, wanted, Remedy::Understood)),
        None => say(Bad::new(node, wanted, Remedy::Skip)),
    }
}

/// What any of several kinds takes.
pub(super) fn check_either<'n>(
    kinds: &'static [Kind],
    node: &'n Node<'n>,
    rules: Rules,
    say: Say<'_, 'n>,
) {
    let fits = |kind: &Kind| {
        let mut fits = true;
        let field = Field::new("", Slot::Native, *kind);
        super::check(&field, node, rules, &mut |_| fits = false);
        fits
    };
    if !kinds.iter().any(fits) {
        say(Bad::new(node, Wanted::Either(kinds), Remedy::Without));
    }
}

pub(super) fn schema_either(kinds: &'static [Kind], place: &Place) -> Json {
    let each = |kind: &Kind| match kind {
        Kind::Flag => super::flag::schema(Rules::of(place)),
        Kind::Text => super::text::schema(),
        Kind::Whole => {
            let field = Field::new("", Slot::Native, *kind);
            super::number::schema_whole(&field, Rules::of(place))
        }
        kind => schema(*kind),
    };
    json!({ "anyOf": kinds.iter().map(each).collect::<Vec<_>>() })
}

/// Another field may have named the transport already, or the key of the URL says another one.
pub(super) fn read_tag(lower: &mut Lower<'_, '_>, at: &At<'_>) {
    let reading = lower.reading;
    let tag = reading.tag_at();
    if tag.is_some_and(|tag| reading.is_other_remote(tag)) {
        lower.server.transport_span = None;
    }
    if lower.server.transport_span != Some(at.member.value.span) {
        lower.ignore(at, None, Reason::Overruled);
    } else if lower.reading.is_guessed() {
        lower.server.transport_span = None;
        lower.leave_out(at);
    }
}

/// What is in the group says which one it is.
pub(super) fn read_group(lower: &mut Lower<'_, '_>, at: &At<'_>) {
    lower.server.implied.push(at.member.value.span);
}

/// The word for the server's transport, unless the host does without.
pub(super) fn write_tag(encoder: &Encoder, server: &Server) -> Option<Out> {
    let format = encoder.place.format;
    let spelling = format.spelling(server.transport)?;
    let always = format
        .fields
        .iter()
        .any(|field| field.kind == Kind::Tag && field.write == Write::Always);
    if spelling.word.is_empty() || spelling.implied && !always {
        return None;
    }
    let value = OutValue::String(spelling.word.to_owned());
    Some(match server.transport_span {
        Some(span) => Out::new(value, span),
        None => Out::added(value),
    })
}

pub(super) fn schema(kind: Kind) -> Json {
    match kind {
        Kind::Group(groups) => {
            json!({ "enum": groups.iter().map(|(word, _)| word).collect::<Vec<_>>() })
        }
        Kind::Word(words) => json!({ "enum": words }),
        _ => json!(true),
    }
}

/// Only the first of several tags is sure to be the one that counts, and only some hosts insist on their words.
pub(super) fn schema_tag(field: &Field, place: &Place) -> Json {
    let format = place.format;
    let first = format
        .fields
        .iter()
        .find(|field| field.kind == Kind::Tag)
        .is_some_and(|first| first.name == field.name);
    if first && format.transports.rule == TagRule::Decides {
        return json!({ "enum": format.tag_words() });
    }
    json!({ "type": "string", "examples": format.tag_words() })
}
