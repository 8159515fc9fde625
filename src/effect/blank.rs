//! An effect without the variables that are not set: whoever leaves the text of a reference to a server gives it nothing
//! that it could use.

use super::{Effect, Said, Setting, Where};
use crate::model::world::{Piece, Resolved};
use crate::model::{HostVar, Part};

pub(super) fn blank(mut effect: Effect) -> Effect {
    match &mut effect {
        Effect::Skips(_) => {}
        Effect::Starts(start) => {
            said(&mut start.program);
            start.args.iter_mut().for_each(said);
            for (_, setting) in &mut start.env {
                if let Setting::Set(value) | Setting::Appended(value) = setting {
                    said(value);
                }
            }
            start.env.retain(
                |(_, setting)| !matches!(setting, Setting::Set(value) if is_nothing(value)),
            );
            start.env_file.iter_mut().for_each(said);
            if let Where::Given(folder, _) = &mut start.folder {
                said(folder);
            }
        }
        Effect::Connects(connect) => {
            said(&mut connect.url);
            connect
                .headers
                .iter_mut()
                .for_each(|(_, value)| said(value));
            connect
                .headers
                .retain(|(_, value)| !is_nothing(value) && !is_scheme(value));
        }
    }
    effect
}

fn is_nothing(said: &Said) -> bool {
    said.value.as_text() == Some("")
}

/// Credentials without what they are about (`Bearer `): some hosts send no such header.
fn is_scheme(said: &Said) -> bool {
    let text = said.value.as_text().unwrap_or_default();
    matches!(text.trim_end(), "Bearer" | "Basic" | "Token")
}

fn said(said: &mut Said) {
    let mut value = Resolved::default();
    for piece in said.value.pieces() {
        // Where no variable is set, nobody knows the home folder either.
        let home = matches!(piece, Piece::Unknown(Part::Host(HostVar::Home)));
        if !home && !matches!(piece, Piece::Unresolved { .. } | Piece::Fails(_)) {
            value.push(piece.clone());
        }
    }
    said.value = value;
}
