//! An address that was switched off.

use crate::diagnostic::Level;
use crate::launch::Word;
use crate::lint::file::{File, LintServer};
use crate::lint::reach::tag;
use crate::lint::url::Url;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::Transport;
use crate::syntax::Span;

pub(super) static RULE: Rule = Rule {
    id: "retired-endpoint",
    level: Level::Error,
    group: Group::Deprecation,
    fix: Some(Safety::Unsafe),
    page: crate::lint::page!("../../../docs/rules/retired-endpoint.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

/// Addresses, when they were switched off, and what to use. As of November 2026.
static RETIRED: &[(&str, &str, &str)] = &[(
    "https://mcp.atlassian.com/v1/sse",
    "30 June 2026",
    "https://mcp.atlassian.com/v1/mcp",
)];

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    if let Some(text) = server.url
        && let Some((range, row)) = retired(text.text)
    {
        let span = file.part(&text, range.clone());
        let mut whole = text.text.to_owned();
        whole.replace_range(range, row.2);
        let mut fix = (span != text.span && span.range().len() == row.0.len())
            .then(|| fix(row).set_text(file.path_of(text.span), whole));
        // A tag for the old transport would not fit the new address.
        if server.kind == Some(Transport::Sse)
            && let (Some(at), Some(spelling)) =
                (tag(server), file.place.format.spelling(Transport::Http))
        {
            let path = file.path_of(at.member.value.span);
            fix = fix.map(|fix| fix.set_text(path, spelling.word));
        }
        report(server, span, row, fix, out);
    }
    let Some(launch) = server.launch() else {
        return;
    };
    let Some(word) = launch.second_stage.and_then(|stage| stage.url) else {
        return;
    };
    let Some((range, row)) = retired(word.text) else {
        return;
    };
    let whole = Word {
        text: &word.text[range.clone()],
        start: word.start + range.start,
        ..word
    };
    let span = server.word(file, &whole);
    let mut fix = server
        .value_of(&word)
        // Its place has to be known to the byte.
        .filter(|text| span != text.span && span.range().len() == row.0.len())
        .and_then(|_| fix(row).splice(span, row.2));
    if let Some(transport) = launch
        .package_option("--transport")
        .last()
        .filter(|word| word.text.starts_with("sse"))
    {
        let old = server.word(file, &transport);
        fix = fix
            .filter(|_| old.range().len() == transport.text.len())
            .and_then(|fix| fix.splice(old, transport.text.replace("sse", "http")));
    }
    report(server, span, row, fix, out);
}

type Row = (&'static str, &'static str, &'static str);

fn report(
    server: &LintServer<'_>,
    span: Span,
    (old, date, new): Row,
    fix: Option<Fix>,
    out: &mut Found<'_>,
) {
    out.add(
        span,
        format!(
            "`{}` uses `{old}`, which was shut down on {date}",
            server.name
        ),
    )
    .label("the endpoint no longer exists")
    .help(format!("use `{new}`"))
    .fix(fix);
}

/// The part of `text` that is a retired address: without its query, and without a slash at the end.
fn retired(text: &str) -> Option<(std::ops::Range<usize>, Row)> {
    let url = Url::parse(text)?;
    let scheme = url.scheme.clone()?;
    let whole = url.get(&(scheme.start..url.path.end)).trim_end_matches('/');
    // The case of a host does not matter, and no path here differs from another in case alone.
    let row = RETIRED
        .iter()
        .find(|(old, ..)| old.eq_ignore_ascii_case(whole))?;
    Some((scheme.start..scheme.start + whole.len(), *row))
}

fn fix((_, _, new): Row) -> Fix {
    Fix::risky(format!("use `{new}`"))
}
