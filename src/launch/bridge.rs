//! Packages that only lead to a remote server.

use super::place::loopback;
use super::word::Word;

/// A package that speaks to a remote server on behalf of a host that only runs processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Bridge {
    /// `mcp-remote`.
    McpRemote,
    /// `supergateway`.
    Supergateway,
}

/// The bridge that we start ourselves, at a version that was looked at.
pub(crate) const PINNED_BRIDGE: &str = "mcp-remote@0.15.1";

/// Whether `mcp-remote` has to be told that an address need not be encrypted. It is not asked for this machine.
#[must_use]
pub(crate) fn needs_allow_http(url: &str) -> bool {
    url.trim_start()
        .get(..7)
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case("http://"))
        && !loopback(url)
}

/// Where a bridge leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SecondStage<'a> {
    /// The bridge.
    pub bridge: Bridge,
    /// The address of the remote server.
    pub url: Option<Word<'a>>,
    /// The command that the bridge makes reachable, where it leads the other way.
    pub command: Option<Word<'a>>,
}

/// Options of `mcp-remote` that take a value.
const VALUES: [&str; 9] = [
    "--header",
    "--transport",
    "--host",
    "--resource",
    "--ignore-tool",
    "--auth-timeout",
    "--static-oauth-client-metadata",
    "--static-oauth-client-info",
    "--callback-port",
];

/// Where the bridge called `name` leads to when it is given `args`; `None` if no bridge has that name.
///
/// This is also for bridges that are installed and started by their own name.
#[must_use]
pub(crate) fn second_stage<'a>(name: &str, args: &[Word<'a>]) -> Option<SecondStage<'a>> {
    match name {
        "mcp-remote" => Some(SecondStage {
            bridge: Bridge::McpRemote,
            url: operand(args),
            command: None,
        }),
        "supergateway" => {
            let url = values(args, "--sse")
                .chain(values(args, "--streamableHttp"))
                .next();
            Some(SecondStage {
                bridge: Bridge::Supergateway,
                url,
                command: values(args, "--stdio").next(),
            })
        }
        _ => None,
    }
}

/// The values given for an option such as `--header`, in the same word or the next one.
pub(super) fn values<'s, 'a>(
    args: &'s [Word<'a>],
    name: &'s str,
) -> impl Iterator<Item = Word<'a>> + 's {
    args.iter()
        .enumerate()
        .filter_map(move |(at, word)| match word.after(name)? {
            rest if rest.text.is_empty() => args.get(at + 1).copied(),
            rest => rest.after("="),
        })
}

/// The first word that is neither an option nor the value of one.
fn operand<'a>(args: &[Word<'a>]) -> Option<Word<'a>> {
    let mut taken = false;
    let is_operand = |word: &&Word<'_>| {
        !std::mem::replace(&mut taken, VALUES.contains(&word.text)) && !word.text.starts_with('-')
    };
    args.iter().find(is_operand).copied()
}
