//! Words that hosts know as something of their own, such as `${workspaceFolder}`.

use crate::host::{Dialects, Place};
use crate::hosts::HOSTS;
use crate::lint::file::File;
use crate::lint::refs::{Ref, RefForm};
use crate::model::Slot;
use crate::model::dialect::{Dialect, Form};

/// Whether it is a word of the host's own that it knows in this field of some file which no path tells from the one at
/// hand.
pub(super) fn is_of_plugin(file: &File<'_>, slot: Slot, reference: &Ref<'_>) -> bool {
    let word = reference.name.split([':', '.']).next().unwrap_or_default();
    let knows = |place: &Place| {
        is_unplaced(place) && own_words_of(place.format.dialect(slot)).any(|known| known == word)
    };
    matches!(reference.form, RefForm::Braces | RefForm::Editor)
        && is_editor_word(word)
        && file.host.places.iter().any(knows)
}

/// Whether only the shape of a file tells that it is of this kind, so that any file of the host may be one.
fn is_unplaced(place: &Place) -> bool {
    place.globs.is_empty()
}

/// Whether the file has words in it that only such a place knows. Asked of the text once.
pub(super) fn may_be_unplaced(file: &File<'_>) -> bool {
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

/// Whether some host knows `${word}` as something of its own. Words in capitals are variables all the same.
pub(super) fn is_editor_word(word: &str) -> bool {
    let mut dialects = HOSTS
        .iter()
        .flat_map(|host| host.formats().map(|format| format.dialects));
    word.contains(|c: char| c.is_ascii_lowercase())
        && dialects.any(|dialects| owned(dialects, word))
}

/// Whether one of `dialects` knows `${word}` as something of its own.
pub(super) fn owned(dialects: Dialects, word: &str) -> bool {
    own_words(dialects).any(|known| known == word)
}

fn own_words(dialects: Dialects) -> impl Iterator<Item = &'static str> {
    dialects
        .iter()
        .flat_map(|(_, dialect)| own_words_of(dialect))
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
