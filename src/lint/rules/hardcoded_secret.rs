//! A credential written out in the file, known by the shape that its vendor gives it.

use crate::diagnostic::Level;
use crate::lint::file::File;
use crate::lint::secrets::{MOST_IN_ONE, SecretSpot};
use crate::lint::{Check, Found, Group, Rule, Safety};
use crate::secret::{self, find_sure, placeholder};
use crate::syntax::{Node, Span};

pub(super) static RULE: Rule = Rule {
    id: "hardcoded-secret",
    level: Level::Error,
    group: Group::Security,
    fix: Some(Safety::Unsafe),
    security: Some("9.0"),
    tags: &["MCP01"],
    texts: true,
    page: crate::lint::page!("../../../docs/rules/hardcoded-secret.md"),
    checks: &[Check::File(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, out: &mut Found<'_>) {
    // Whatever is not written with escapes can be seen in the text as it is.
    if !file.text.contains('\\') && sure(file.text).next().is_none() {
        return;
    }
    let mut values: Vec<Span> = Vec::new();
    file.strings(&mut |key, node| {
        values.push(node.span);
        value(file, key, node, out);
    });
    // What is left are names and comments. TOML may have its tables in another order than their lines.
    values.sort_unstable();
    let mut at = 0;
    let ends = values
        .iter()
        .map(|span| span.range())
        .chain(std::iter::once(file.text.len()..file.text.len()));
    for next in ends {
        if let Some(gap) = file.text.get(at..next.start) {
            for found in sure(gap) {
                let span = Span::new(at + found.start, at + found.end);
                add(
                    out,
                    span,
                    gap,
                    &found,
                    "the file".to_owned(),
                    "beside its values",
                )
                .help("revoke it, and remove it here");
            }
        }
        at = at.max(next.end);
    }
}

fn value(file: &File<'_>, key: Option<&str>, node: &Node<'_>, out: &mut Found<'_>) {
    let Some(text) = node.as_str() else { return };
    for found in sure(text).take(MOST_IN_ONE) {
        let spot = SecretSpot::new(file, key, node.span, text, found.start..found.end);
        let who = spot.server.map_or_else(
            || "the file".to_owned(),
            |server| format!("`{}`", server.name),
        );
        let place = key.map_or_else(|| "a value".to_owned(), |key| format!("`{key}`"));
        add(
            out,
            spot.span(file),
            text,
            &found,
            who,
            &format!("in {place}"),
        )
        .help(spot.help(file))
        .fix(spot.fix(file));
    }
}

/// The tokens in a text that leave no doubt.
fn sure(text: &str) -> impl Iterator<Item = secret::FoundSecret> {
    find_sure(text).filter(move |found| !placeholder(&text[found.start..found.end]))
}

fn add<'o>(
    out: &'o mut Found<'_>,
    span: Span,
    text: &str,
    found: &secret::FoundSecret,
    who: String,
    place: &str,
) -> &'o mut crate::lint::Finding {
    let prefix = text
        .get(found.start..found.body().start)
        .filter(|prefix| !prefix.is_empty() && !prefix.contains(' '));
    let length = found.body().len();
    let shown = prefix.map_or_else(
        || format!("{length} characters"),
        |prefix| format!("`{prefix}` and {length} more characters"),
    );
    // Keys for tests move no money, but still open an account.
    let level = if found.vendor.ends_with(" test") {
        Level::Warning
    } else {
        Level::Error
    };
    out.add(
        span,
        format!("{who} has a plain-text {} credential {place}", found.vendor),
    )
    .level(level)
    .label(format!("{shown}, for whoever can read the file"))
}
