//! An address without the field that says how it is spoken to, on a host that needs it.

use crate::diagnostic::Level;
use crate::host::Problem;
use crate::host::tell::tell;
use crate::lint::file::{File, LintServer};
use crate::lint::fix::below;
use crate::lint::reach::guesses_sse;
use crate::lint::url::Url;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::Transport;

use super::foreign_field::has_foreign_tag;

pub(super) static RULE: Rule = Rule {
    id: "missing-type",
    level: Level::Error,
    group: Group::Transport,
    fix: Some(Safety::Safe),
    page: crate::lint::page!("../../../docs/rules/missing-type.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let (Some(tag), None, Some(url)) = (file.place.format.transports.tag, server.tag, server.url)
    else {
        return;
    };
    let last = Url::parse(url.text)
        .and_then(|url| url.last_segment())
        .map_or("", |(_, last)| last);
    let sse = last == "sse";
    // A tag under the name that another host gives it is renamed, and says more than the URL.
    if url.text.trim().is_empty() || server.command.is_some() || has_foreign_tag(file, server) {
        return;
    }
    let missing = |problem: &&Problem<'_>| matches!(problem, Problem::MissingTag { meant, .. } if *meant != Transport::Stdio);
    let problem = server.problems().iter().find(missing);
    // A host that would take it for SSE is right about some.
    let guesses = guesses_sse(file, server);
    if problem.is_none() && (!guesses || sse) {
        return;
    }
    let kind = if sse && file.place.format.spelling(Transport::Sse).is_some() {
        Transport::Sse
    } else {
        Transport::Http
    };
    let Some(spelling) = file.place.format.spelling(kind) else {
        return;
    };
    let mut title = format!("add `{tag}` with the value `{}`", spelling.word);
    // What a host guesses may work as it is, and only the URL can say that it does not.
    let fix = match problem {
        Some(_) if !sse => Some(Fix::safe(&*title)),
        Some(_) => Some(Fix::risky(&*title)),
        None => matches!(last, "mcp" | "http").then(|| Fix::risky(&*title)),
    };
    if let (None, Some(other)) = (&fix, file.place.format.spelling(Transport::Sse)) {
        title = format!("{title}, or `{}` if the server is an older one", other.word);
    }
    let fix =
        fix.map(|fix| fix.set_text(below(&file.path_of(server.node.span), tag), spelling.word));
    let finding = match problem {
        Some(problem) => out.tell(tell(server, problem)),
        None => {
            let message = format!("`{}` has `{}` but no `{tag}`", server.name, url.field);
            let label = format!("{} then uses the older SSE transport", file.host_name());
            let key = server
                .at(url.field)
                .map_or(url.span, |at| at.member.key_span);
            let finding = out.add(key, message);
            finding.level(Level::Warning).label(label)
        }
    };
    finding.help(title).fix(fix);
}
