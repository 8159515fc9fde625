//! A password or token inside an address.

use std::ops::Range;

use crate::diagnostic::Level;
use crate::hints::scheme_end;
use crate::lint::file::File;
use crate::lint::secrets::{MOST_IN_ONE, SecretSpot};
use crate::lint::url::Url;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::dialect::is_name;
use crate::secret::{placeholder, secretish_name};
use crate::syntax::Node;

use super::possible_secret::is_token;

pub(super) static RULE: Rule = Rule {
    id: "credentials-in-url",
    level: Level::Error,
    group: Group::Security,
    fix: Some(Safety::Unsafe),
    security: Some("8.0"),
    tags: &["MCP01"],
    yields_to: &["hardcoded-secret"],
    texts: true,
    page: crate::lint::page!("../../../docs/rules/credentials-in-url.md"),
    checks: &[Check::File(check)],
    ..Rule::NEW
};

static SCHEMES: &[&str] = &[
    "http",
    "https",
    "postgres",
    "postgresql",
    "mysql",
    "mongodb",
    "mongodb+srv",
    "redis",
    "rediss",
    "amqp",
    "amqps",
    "mssql",
    "clickhouse",
    "ftp",
    "ldap",
];

static QUERY_NAMES: &[&str] = &[
    "token",
    "access_token",
    "api_key",
    "apikey",
    "key",
    "secret",
    "sig",
    "password",
    "auth",
];
const SHORTEST_VALUE: usize = 8;

fn check(file: &File<'_>, out: &mut Found<'_>) {
    file.strings(&mut |key, node| {
        let held = |text: &&str| scheme_end(text).is_some();
        let Some(text) = node.as_str().filter(held) else {
            return;
        };
        let before = out.count();
        for range in addresses(text) {
            address(file, key, node, text, range, out);
            if out.count() - before >= MOST_IN_ONE {
                break;
            }
        }
    });
}

/// The addresses in a text, each from its scheme to the next space or quote outside references.
fn addresses(text: &str) -> Vec<Range<usize>> {
    let mut list = Vec::new();
    let mut from = 0;
    while let Some(mark) = scheme_end(&text[from..]).map(|at| from + at) {
        let head = text[from..mark]
            .rfind(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')));
        let start = head.map_or(from, |at| {
            from + at + text[from + at..].chars().next().map_or(1, char::len_utf8)
        });
        let mut depth = 0usize;
        let mut query = false;
        let end = text[mark + 3..].char_indices().find(|(at, c)| {
            match c {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                '?' => query = true,
                _ => {}
            }
            // A value of a query may be a list; before that, a comma parts addresses.
            let comma = *c == ',' && !(query && is_value(&text[mark + 3 + at + 1..]));
            depth == 0 && (comma || c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<'))
        });
        let end = end.map(|(at, _)| at);
        // A placeholder such as `<password>` keeps its address whole.
        let end = end.map_or(text.len(), |at| mark + 3 + at);
        if start < mark {
            list.push(start..end);
        }
        from = end.max(mark + 3);
    }
    list
}

/// Whether what follows a comma goes on with the value before it, and is not another address.
fn is_value(rest: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | '_');
    rest.starts_with(word) && !rest.trim_start_matches(word).starts_with("://")
}

fn address(
    file: &File<'_>,
    key: Option<&str>,
    node: &Node<'_>,
    text: &str,
    range: Range<usize>,
    out: &mut Found<'_>,
) {
    let Some(url) = Url::parse(&text[range.clone()]) else {
        return;
    };
    let Some(scheme) = url
        .scheme
        .as_ref()
        .map(|scheme| url.get(scheme).to_ascii_lowercase())
    else {
        return;
    };
    let scheme = scheme.strip_prefix("git+").unwrap_or(&scheme);
    let place = key.map_or_else(|| "a value".to_owned(), |key| format!("`{key}`"));
    let spot = |part: &Range<usize>| {
        SecretSpot::new(
            file,
            key,
            node.span,
            text,
            range.start + part.start..range.start + part.end,
        )
    };
    let who = |spot: &SecretSpot<'_, '_>| {
        spot.server.map_or_else(
            || "the file".to_owned(),
            |server| format!("`{}`", server.name),
        )
    };
    if let Some(password) = url
        .userinfo
        .as_ref()
        .filter(|_| SCHEMES.contains(&scheme))
        .and_then(|info| password(&url, info))
    {
        let spot = spot(&password.1);
        let harmless = url.is_loopback() && is_default(url.get(&password.0), url.get(&password.1));
        out.add(spot.span(file), format!("{} has a plain-text password in the URL in {place}", who(&spot)))
            .variant("userinfo")
            .level(if harmless { Level::Info } else { Level::Error })
            .label(if harmless {
                "a default password on this machine"
            } else {
                "URLs appear in logs and process lists"
            })
            .help(whole(file, &spot, text, &range).filter(|_| !harmless).map_or_else(
                || if harmless { "fine for tests on this machine; otherwise, keep the URL in a variable".to_owned() } else { spot.help(file) },
                |(variable, reference, _)| {
                    format!("change the password, set `{variable}` to the whole URL where {} runs, and write `{reference}` here", file.host_name())
                },
            ))
            .fix(whole(file, &spot, text, &range).map(|(_, _, fix)| fix));
    }
    let token = url.userinfo.as_ref().filter(|_| scheme.starts_with("http"));
    if let Some(token) = token.filter(|info| is_token(url.get(info)) && !is_ingest(&url)) {
        let spot = spot(token);
        let message = format!(
            "{} has a plain-text credential in the URL in {place}",
            who(&spot)
        );
        out.add(spot.span(file), message)
            .variant("userinfo")
            .label("URLs appear in logs and process lists")
            .help(spot.help(file))
            .fix(spot.fix(file));
    }
    for pair in url.pairs() {
        let (name, value) = (url.get(&pair.name), url.get(&pair.value));
        let listed = QUERY_NAMES.iter().any(|known| {
            known.eq_ignore_ascii_case(name) || known.replace('_', "-").eq_ignore_ascii_case(name)
        });
        // Services put their own name in front: `exaApiKey`. Such a name alone may also be that of a switch.
        let named = secretish_name(name) && value.bytes().any(|byte| byte.is_ascii_digit());
        if !(listed || named)
            || url.is_open(&pair.value)
            || value.len() < SHORTEST_VALUE
            || placeholder(value)
        {
            continue;
        }
        let spot = spot(&pair.value);
        out.add(
            spot.span(file),
            format!(
                "{} has a plain-text credential in the URL in {place}, as `{name}`",
                who(&spot)
            ),
        )
        .variant("query")
        .label("URLs appear in logs on both sides")
        .help(format!(
            "{}; better still, send it in a header",
            spot.help(file)
        ))
        .fix(spot.fix(file));
    }
}

/// Whether a URL is where programs send their errors to (a DSN of Sentry). Its user is a public key, which only sends.
fn is_ingest(url: &Url<'_>) -> bool {
    let host = url.host().map(str::to_ascii_lowercase);
    let labels = host
        .as_deref()
        .and_then(|host| host.strip_suffix(".sentry.io"));
    labels.is_some_and(|labels| labels.split('.').any(|label| label == "ingest"))
}

/// User and password, if the latter is written out.
fn password(url: &Url<'_>, info: &Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let colon = url.get(info).find(':').map(|at| info.start + at)?;
    let (user, password) = (info.start..colon, colon + 1..info.end);
    let text = url.get(&password);
    (!text.is_empty() && !url.is_open(&password) && !placeholder(text)).then_some((user, password))
}

/// Whether a password is the one that everybody has for trying something out.
fn is_default(user: &str, password: &str) -> bool {
    let word = password.len() <= 12
        && password
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'_'));
    user.eq_ignore_ascii_case(password)
        || word
        || password.bytes().all(|byte| byte.is_ascii_digit())
}

/// A reference in the place of a value that is nothing but the address: its variable, its spelling, and the repair.
fn whole(
    file: &File<'_>,
    spot: &SecretSpot<'_, '_>,
    text: &str,
    range: &Range<usize>,
) -> Option<(String, String, Fix)> {
    let all = text.trim();
    let slot = spot.slot.filter(|_| all == &text[range.clone()])?;
    let variable = match spot.variable.strip_suffix("_TOKEN") {
        Some(server) if slot != crate::model::Slot::Env => format!("{server}_URL"),
        _ => spot.variable.clone(),
    };
    if !is_name(&variable) {
        return None;
    }
    let variable = spot.free(file, &variable, range.clone());
    let reference = file.reference(&variable, slot)?;
    let fix = Fix::risky(format!("refer to `{variable}` instead"))
        .set_text(file.path_of(spot.value), reference.clone());
    Some((variable, reference, fix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_cut_out_of_texts() {
        let cut = |text: &'static str| {
            addresses(text)
                .into_iter()
                .map(|range| &text[range])
                .collect::<Vec<_>>()
        };
        assert_eq!(
            cut("a://b c \"d://e\" ünf://g,h"),
            ["a://b", "d://e", "nf://g"]
        );
        assert_eq!(
            cut("--url=http://${input:my pw}@h/ x"),
            ["http://${input:my pw}@h/"]
        );
        assert_eq!(
            cut("a://b?c=d,e&f=g,h://i?j,k"),
            ["a://b?c=d,e&f=g", "h://i?j,k"]
        );
        assert_eq!(cut("://"), [""; 0]);
        assert_eq!(cut("a://b://c"), ["a://b://c"]);
    }
}
