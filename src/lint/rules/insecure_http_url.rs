//! A remote server that is spoken to in the clear.

use crate::diagnostic::Level;
use crate::host::Kind;
use crate::lint::file::{File, LintServer, Text};
use crate::lint::reach;
use crate::lint::url::Url;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::Slot;
use crate::secret::{looks_secret, secretish_name};
use crate::syntax::Span;

pub(super) static RULE: Rule = Rule {
    id: "insecure-http-url",
    level: Level::Warning,
    group: Group::Security,
    fix: Some(Safety::Unsafe),
    security: Some("6.5"),
    tags: &["MCP07"],
    yields_to: &["placeholder-value"],
    page: crate::lint::page!("../../../docs/rules/insecure-http-url.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let plain = |url: &Text<'_>| {
        let start = url.text.trim_start().get(.."http:".len());
        start.is_some_and(|start| start.eq_ignore_ascii_case("http:"))
    };
    if let Some(url) = reach::address(file, server).filter(plain) {
        let start = url.text.len() - url.text.trim_start().len();
        let scheme = file.part(&url, start..(start + 4).min(url.text.len()));
        address(
            file,
            server,
            out,
            url.text,
            url.span,
            scheme,
            sends_credentials(server),
        );
    }
    let Some(launch) = server.launch() else {
        return;
    };
    let Some(word) = launch.second_stage.and_then(|stage| stage.url) else {
        return;
    };
    let secret = launch
        .package_option("--header")
        .any(|header| header.text.split(':').next().is_some_and(secretish_name));
    let scheme = word.split_at(4).0;
    let found = address(
        file,
        server,
        out,
        word.text,
        server.word(file, &word),
        server.word(file, &scheme),
        secret,
    );
    let allowed = launch
        .package_args
        .iter()
        .find(|arg| arg.text == "--allow-http");
    let local = Url::parse(word.text).is_some_and(|url| url.is_loopback());
    if let Some(flag) = allowed.filter(|_| !found && !local) {
        out.add(
            server.word(file, flag),
            format!("`{}` allows a URL without encryption", server.name),
        )
        .label("the traffic can be read and changed")
        .help("remove `--allow-http`");
    }
}

/// Says what is wrong with an address; whether anything is.
fn address(
    file: &File<'_>,
    server: &LintServer<'_>,
    out: &mut Found<'_>,
    text: &str,
    value: Span,
    scheme: Span,
    secret: bool,
) -> bool {
    let Some(url) = Url::parse(text).filter(|url| url.has_scheme("http")) else {
        return false;
    };
    let Some(host) = url.host().filter(|_| !url.is_loopback()) else {
        return false;
    };
    let secret = secret || url.userinfo.is_some() || looks_secret(None, text);
    let level = match (url.is_private(), secret) {
        (true, _) => Level::Info,
        (false, true) => Level::Error,
        (false, false) => Level::Warning,
    };
    let exact = file
        .text
        .get(scheme.range())
        .is_some_and(|text| text.eq_ignore_ascii_case("http"));
    // What answers at a port of its own without encryption does not answer there with it.
    let own_port = url.port.as_ref().is_some_and(|port| url.get(port) != "443");
    let fix = (exact && level > Level::Info && !own_port).then(|| Fix::risky("use `https`"));
    let fix = fix.and_then(|fix| fix.splice(scheme, "https"));
    out.add(
        value,
        format!("`{}` connects to `{host}` without encryption", server.name),
    )
    .level(level)
    .label(if secret {
        "the credential can be read on the way"
    } else {
        "the traffic can be read and changed"
    })
    .help(if own_port {
        "use `https`, with the port that is for it"
    } else {
        "use `https`"
    })
    .fix(fix);
    true
}

/// Whether something goes along that lets its reader act as the user.
fn sends_credentials(server: &LintServer<'_>) -> bool {
    let field = |kind: Kind| {
        matches!(
            kind,
            Kind::BearerVar
                | Kind::BearerText
                | Kind::BearerOrOauth
                | Kind::HeaderVars
                | Kind::KeyVar
                | Kind::KeyText
        )
    };
    server
        .headers
        .iter()
        .any(|header| secretish_name(header.key))
        || server
            .known(Slot::Headers)
            .any(|at| at.field.is_some_and(|known| field(known.kind)))
}
