//! Changes to a TOML text.
//!
//! The text is taken apart ([`scan`]), what is to become of each part is worked out ([`plan`]), and the parts that
//! change are written ([`emit`]). No document is ever printed from a tree: that would lose what the tree does not hold.

mod assign;
mod emit;
mod lines;
mod list;
mod pieces;
mod plan;
mod scan;
mod spell;
#[cfg(test)]
mod tests;

use crate::edit::{Change, Edit, Refused, apply};
use crate::syntax::Style;
use emit::Emitter;
use plan::Plan;
use scan::Doc;

/// The replacements in `text`, which has no byte-order mark, that make `changes`, one after the other. They neither touch
/// nor overlap, and every byte outside of them stays.
///
/// New lines end like most lines of the text, and a text without a last line end gets none.
///
/// # Errors
/// A sentence without a full stop that says why not: the text is not TOML, a path leads through something that has no
/// members, or the result would not be TOML.
pub(super) fn edits(text: &str, changes: &[Change], style: &Style) -> Result<Vec<Edit>, Refused> {
    check(text).map_err(|reason| Refused::all(format!("the text is not valid TOML: {reason}")))?;
    let eol = line_end(text);
    let complete = text.is_empty() || text.ends_with('\n');
    let lines = if complete {
        text.to_owned()
    } else {
        format!("{text}{eol}")
    };
    let doc = Doc::scan(&lines).ok_or_else(|| {
        Refused::all("the text is not valid TOML: a dotted key goes into a table that has a header")
    })?;

    let mut plan = Plan::new(&doc);
    Refused::by_change(changes, |change| plan.change(change))?;
    let pieces = Emitter::new(&doc, &plan, style.tables, eol)
        .run()
        .map_err(Refused::all)?;
    let edits = pieces.finish(&lines, eol, !complete);
    check(&apply(text, &edits)).map_err(|reason| {
        Refused::all(format!("the changes would leave invalid TOML: {reason}"))
    })?;
    Ok(edits)
}

fn check(text: &str) -> Result<(), String> {
    match toml_edit::Document::parse(text) {
        Ok(_) => Ok(()),
        Err(error) => Err(error
            .message()
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned()),
    }
}

/// How most lines of the text end.
fn line_end(text: &str) -> &'static str {
    let all = text.matches('\n').count();
    let both = text.matches("\r\n").count();
    if both * 2 > all { "\r\n" } else { "\n" }
}
