//! Where a credential stands, and what to write in its place.

mod names;

use std::cell::OnceCell;
use std::ops::Range;

use super::file::{File, LintServer, TextOwner};
use super::fix::Fix;
use super::refs::refs;
use crate::host::Kind;
use crate::model::dialect::is_name;
use crate::model::{Part, Slot};
use crate::syntax::Span;

pub(crate) use names::SecretVariables;

/// So many credentials of one text are reported. What is said about each may take as long as the text, and nobody reads more
/// about one.
pub(crate) const MOST_IN_ONE: usize = 16;

/// A credential within a string of the document.
pub(crate) struct SecretSpot<'s, 'a> {
    /// Whose it is.
    pub(crate) server: Option<&'s LintServer<'a>>,
    /// What the string is about.
    pub(crate) slot: Option<Slot>,
    /// The string, where it is written.
    pub(crate) value: Span,
    /// What it says.
    pub(crate) text: &'s str,
    /// The part that is the credential.
    pub(crate) range: Range<usize>,
    /// A good name for a variable to hold the whole value.
    pub(crate) variable: String,
    /// A good name for a variable to hold the credential alone.
    wanted: String,
    /// The same, or another one if that stands for another value in this file.
    own: OnceCell<String>,
}

impl<'s, 'a> SecretSpot<'s, 'a> {
    /// Finds out what the string at `value`, which stands under `key`, is about.
    pub(crate) fn new(
        file: &'s File<'a>,
        key: Option<&str>,
        value: Span,
        text: &'s str,
        range: Range<usize>,
    ) -> Self {
        let range = with_brackets(text, range);
        let owner = file.owner_of(value);
        let server = owner.as_ref().map(|owner| owner.server);
        let slot = owner.as_ref().and_then(|owner| owner.slot);
        let variable = owner.map_or_else(String::new, |owner| variable(&owner, key, text));
        let wanted = server
            .filter(|_| is_part(slot, key, text, &range))
            .map_or_else(|| variable.clone(), |server| derived(server.name, "token"));
        Self {
            server,
            slot,
            value,
            text,
            range,
            variable,
            wanted,
            own: OnceCell::new(),
        }
    }

    /// The variable that is to hold the credential.
    fn own(&self, file: &File<'_>) -> &str {
        self.own.get_or_init(|| {
            let range = self.range.clone();
            self.free(file, &self.wanted, range)
        })
    }

    /// A variable for the value at `range` that stands for nothing else in this file.
    pub(crate) fn free(&self, file: &File<'_>, wanted: &str, range: Range<usize>) -> String {
        let server = self.server.map_or("", |server| server.name);
        let start = self.value.range().start;
        let place = Span::new(start + range.start, start + range.end);
        let value = &self.text[range];
        let mut names = file.variables.borrow_mut();
        names.claim(file, [wanted, &derived(server, wanted)], value, place)
    }

    /// The bytes of the file that spell the credential; the whole value if they cannot be told apart.
    pub(crate) fn span(&self, file: &File<'_>) -> Span {
        narrow(file, self.value, self.text, self.range.clone())
    }

    /// The reference that can stand here instead, if the host has one for this place.
    pub(crate) fn reference(&self, file: &File<'_>) -> Option<String> {
        let slot = self.slot.filter(|_| is_name(&self.wanted))?;
        if refs(self.text)
            .iter()
            .any(|found| found.range.start < self.range.end && self.range.start < found.range.end)
        {
            return None;
        }
        let own = self.own(file);
        if self.text.trim() == &self.text[self.range.clone()] {
            return file.reference(own, slot);
        }
        let dialect = file.place.format.dialect(slot);
        let reference = dialect.spell(&Part::env(own, None))?;
        // Whether it is still a reference in the midst of this text, only the host's own reading can tell.
        let whole = [
            &self.text[..self.range.start],
            &reference,
            &self.text[self.range.end..],
        ]
        .concat();
        dialect
            .read(&whole, Span::default(), false)
            .parts
            .iter()
            .any(|part| part.as_env() == Some(own))
            .then_some(reference)
    }

    /// Puts the reference in the place of the credential.
    pub(crate) fn fix(&self, file: &File<'_>) -> Option<Fix> {
        let reference = self.reference(file)?;
        let fix = Fix::risky(format!("refer to `{}` instead", self.own(file)));
        let span = self.span(file);
        if span != self.value {
            fix.splice(span, reference)
        } else if self.text.trim() == &self.text[self.range.clone()] {
            Some(fix.set_text(file.path_of(self.value), reference))
        } else {
            None
        }
    }

    /// What to do about it.
    pub(crate) fn help(&self, file: &File<'_>) -> String {
        let host = file.host_name();
        let history = if file.is_project() {
            "; the history of the repository still has the old one"
        } else {
            ""
        };
        if let Some(reference) = self.reference(file) {
            return format!(
                "revoke it, set `{}` where {host} runs, and write `{reference}` here{history}",
                self.own(file)
            );
        }
        let named = self
            .slot
            .filter(|_| !self.wanted.is_empty())
            .and_then(|slot| {
                let by_name = |kind: Kind| {
                    matches!(
                        kind,
                        Kind::EnvNames
                            | Kind::BearerVar
                            | Kind::HeaderVars
                            | Kind::KeyVar
                            | Kind::TextVar
                    )
                };
                file.fields()
                    .find(|field| field.slot == slot && by_name(field.kind))
            });
        match named {
            // A list hands variables through under the names that they have.
            Some(field) if field.kind == Kind::EnvNames => format!(
                "revoke it, set `{}` where {host} runs, and name it in `{}`{history}",
                self.wanted, field.name
            ),
            Some(field) => format!(
                "revoke it, set `{}` where {host} runs, and name it in `{}`{history}",
                self.own(file),
                field.name
            ),
            None => format!("revoke it, and keep the new one out of this file{history}"),
        }
    }
}

/// A credential with the brackets of the stand-in that it was put into: they go with it.
fn with_brackets(text: &str, range: Range<usize>) -> Range<usize> {
    let around = |open: char, close: char| {
        text[..range.start].ends_with(open) && text[range.end..].starts_with(close)
    };
    if around('<', '>') || around('[', ']') {
        range.start - 1..range.end + 1
    } else {
        range
    }
}

/// The bytes of `range` of a string that says `text` and is written at `value`, also behind escapes.
pub(crate) fn narrow(file: &File<'_>, value: Span, text: &str, range: Range<usize>) -> Span {
    let raw = file.text.get(value.range()).unwrap_or_default();
    let (Some(part), Some(before)) = (text.get(range.clone()), text.get(..range.start)) else {
        return value;
    };
    if part.is_empty() {
        return value;
    }
    let at = match raw.find(text) {
        Some(at) => Some(at + range.start),
        // Escapes around it do not matter as long as it has none itself.
        None => raw
            .match_indices(part)
            .nth(before.matches(part).count())
            .map(|(at, _)| at),
    };
    let start = value.range().start;
    at.map_or(value, |at| Span::new(start + at, start + at + part.len()))
}

/// Whether the credential is only a part of a value that has a name of its own. A variable of that name holds the whole
/// value for whoever reads it, and cannot stand within it.
fn is_part(slot: Option<Slot>, key: Option<&str>, text: &str, range: &Range<usize>) -> bool {
    let value = match slot {
        Some(Slot::Env) => key.is_some_and(is_name).then_some(text),
        Some(Slot::Args | Slot::Command) => text
            .split_once('=')
            .filter(|(name, _)| is_name(name))
            .map(|(_, value)| value),
        _ => None,
    };
    value.is_some_and(|value| {
        value.trim().trim_matches(['"', '\'']) != text[range.clone()].trim_matches(['"', '\''])
    })
}

/// A name for the variable: the one it has, or one made of the server's name and what the value is for.
fn variable(owner: &TextOwner<'_, '_>, key: Option<&str>, text: &str) -> String {
    let TextOwner {
        server,
        slot,
        before,
    } = *owner;
    let is_list = |key: &str| {
        let field = server.at(key).and_then(|at| at.field);
        field.is_some_and(|field| field.kind == Kind::EnvNames)
    };
    match slot {
        Some(Slot::Env) if key.is_some_and(is_list) => derived(server.name, "token"),
        Some(Slot::Env) if key.is_some_and(is_name) => key.unwrap_or_default().to_owned(),
        Some(Slot::Args | Slot::Command) => {
            if let Some((name, _)) = text.split_once('=').filter(|(name, _)| is_name(name)) {
                return name.to_owned();
            }
            let flag = text
                .split_once('=')
                .map(|(flag, _)| flag)
                .or(before.filter(|before| !before.contains('=')))
                .filter(|flag| flag.starts_with("--") && !flag.contains(char::is_whitespace));
            let own = flag.filter(|flag| crate::secret::secretish_name(flag));
            derived(server.name, own.unwrap_or("token"))
        }
        Some(Slot::Url) => derived(server.name, "token"),
        Some(Slot::Headers) if key.is_some_and(|key| key.eq_ignore_ascii_case("authorization")) => {
            derived(server.name, "token")
        }
        _ => {
            let what = key.unwrap_or("token");
            // How it is sent is not what it is.
            let what = what.strip_suffix("_env").unwrap_or(what);
            let bearer = shouted(what).replace('_', "").starts_with("BEARERTOKEN");
            derived(server.name, if bearer { "token" } else { what })
        }
    }
}

/// First words of names that say nothing about whose credential it is.
static GENERIC: &[&str] = &[
    "", "ACCESS", "API", "APP", "CLIENT", "KEY", "MY", "USER", "X",
];

/// `docs` and `X-API-Key` are `DOCS_X_API_KEY`. A server that `what` starts with is not named twice, and of one that is
/// called like a repository, its owner is left out.
fn derived(server: &str, what: &str) -> String {
    let server = server.rsplit('/').next().unwrap_or(server);
    let (server, mut what) = (shouted(server), shouted(what));
    let first = |name: &str| name.split('_').next().unwrap_or_default().to_owned();
    let brand = first(&server);
    let brand = brand.strip_suffix("MCP").unwrap_or(&brand);
    // Headers of a service's own start so: `X-Acme-Key`.
    if let Some(rest) = what.strip_prefix("X_").filter(|rest| first(rest) == brand) {
        what = rest.to_owned();
    }
    let repeated = what
        .strip_prefix(&server)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        || brand == first(&what)
            && !crate::secret::secretish_name(brand)
            && !GENERIC.contains(&brand);
    let name = if repeated || server.is_empty() {
        what
    } else {
        format!("{server}_{what}")
    };
    let name = name.trim_end_matches('_');
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        format!("_{name}")
    } else {
        name.to_owned()
    }
}

/// In capitals, with one underscore for whatever is no letter or digit.
fn shouted(text: &str) -> String {
    let words = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    words
        .map(str::to_ascii_uppercase)
        .collect::<Vec<_>>()
        .join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_variables_are_made_of_server_and_purpose() {
        assert_eq!(derived("docs", "X-API-Key"), "DOCS_X_API_KEY");
        assert_eq!(derived("my.server", "--token"), "MY_SERVER_TOKEN");
        assert_eq!(derived("github.com/acme/docs", "token"), "DOCS_TOKEN");
        assert_eq!(derived("日本", "token"), "TOKEN");
        assert_eq!(derived("context7", "CONTEXT7_API_KEY"), "CONTEXT7_API_KEY");
        assert_eq!(derived("docs", "x-docs-api-key"), "DOCS_API_KEY");
        assert_eq!(derived("x", "X-API-Key"), "X_API_KEY");
        assert_eq!(derived("api", "Apikey"), "API_APIKEY");
        assert_eq!(derived("1password", "token"), "_1PASSWORD_TOKEN");
        assert_eq!(derived("acme-files-mcp", "--acme-key"), "ACME_KEY");
        assert_eq!(derived("AcmeMCP", "--acme-api-key"), "ACME_API_KEY");
        assert_eq!(derived("acme", "x-acme-api-key"), "ACME_API_KEY");
        assert_eq!(derived("api-docs", "--api-key"), "API_DOCS_API_KEY");
        assert_eq!(derived("token-mcp", "--token"), "TOKEN_MCP_TOKEN");
    }
}
