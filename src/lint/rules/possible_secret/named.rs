//! A credential in a field that is to name the variable with it.

use super::{Lead, is_credential, is_token};
use crate::diagnostic::Level;
use crate::host::Kind;
use crate::host::tell::named_variables;
use crate::lint::file::LintServer;
use crate::lint::refs::literal;
use crate::model::dialect::is_name;
use crate::secret::{is_variable, placeholder, scheme_len, secretish_name};
use crate::syntax::Span;

/// Each with the string that it stands in.
pub(super) fn credentials<'a>(server: &LintServer<'a>) -> Vec<(Span, &'a str, Lead)> {
    let named = named_variables(server).into_iter();
    let found = named.filter_map(|named| {
        let text = named.text;
        // Nothing of it is shown that is not the name of a variable, and nothing that looks like chance. A name that says
        // `TOKEN` may have as many digits as it likes.
        if is_variable(text) || is_name(text) && secretish_name(text) {
            return None;
        }
        let kind = named.at.field.map(|field| field.kind);
        let assigned = text.split_once('=').filter(|(name, _)| is_name(name));
        let (name, start) = match (kind, assigned) {
            (Some(Kind::EnvNames), Some((name, _))) => (name, name.len() + 1),
            (Some(Kind::HeaderVars), _) => (named.below.trim_start_matches('.'), 0),
            _ => (&*named.at.name, 0),
        };
        let start = start + scheme_len(&text[start..]);
        let body = &text[start..];
        let real = literal(body) && !placeholder(body);
        (real && (is_credential(body) || is_token(body))).then(|| {
            let variant = match kind {
                Some(Kind::EnvNames) => "env",
                _ => "auth-header",
            };
            let lead = Lead {
                variant,
                name: name.to_owned(),
                range: start..text.len(),
                level: Some(Level::Error),
            };
            (named.node.span, text, lead)
        })
    });
    found.collect()
}
