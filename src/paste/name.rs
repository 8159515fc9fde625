//! What to call a server that has no name: after its package, its program or its URL.

use crate::launch::{launch_words, words};

/// The name of a server that runs `command`.
pub(super) fn of_command(command: &str, args: &[&str]) -> String {
    let launch = launch_words(words(command, args.iter().copied()));
    // A bridge is nobody's name; what it reaches is.
    let bridge = launch
        .as_ref()
        .and_then(|launch| launch.second_stage.as_ref());
    if let Some(url) = bridge.and_then(|bridge| bridge.url) {
        return of_url(url.text);
    }
    let package = launch.as_ref().map(|launch| launch.package.name.text);
    // A script says more than the program that runs it.
    let script = args.iter().rev().copied().find(|arg| {
        [".js", ".mjs", ".cjs", ".ts", ".py"]
            .iter()
            .any(|end| arg.ends_with(end))
    });
    let module = args
        .windows(2)
        .find(|pair| pair[0] == "-m")
        .map(|pair| pair[1]);
    let whole = package.or(script).or(module).unwrap_or(command);
    let last = whole
        .trim_end_matches('/')
        .rsplit(['/', '\\'])
        .next()
        .unwrap_or_default();
    let last = last
        .split(['@', ':', '[', '=', '#'])
        .find(|part| !part.is_empty());
    let last = last.unwrap_or_default();
    let stem = last.rsplit_once('.').map_or(last, |(stem, end)| {
        if matches!(
            end,
            "js" | "mjs" | "cjs" | "ts" | "py" | "exe" | "cmd" | "git"
        ) {
            stem
        } else {
            last
        }
    });
    // `dist/index.js` is everybody's.
    let folder = || {
        whole
            .trim_end_matches('/')
            .rsplit(['/', '\\'])
            .skip(1)
            .find(|part| {
                !part.is_empty()
                    && !matches!(
                        *part,
                        "dist" | "build" | "src" | "out" | "lib" | "bin" | "." | ".."
                    )
            })
    };
    let plain = matches!(stem, "index" | "main" | "server" | "cli");
    let owner = |whole: &str| {
        whole
            .strip_prefix('@')
            .and_then(|rest| rest.split('/').next().map(str::to_owned))
    };
    let named = if plain {
        folder().unwrap_or(stem)
    } else {
        stem
    };
    let short = short(named);
    if short.is_empty() {
        let owner = owner(whole).or_else(|| folder().map(str::to_owned));
        return owner.map_or_else(|| "server".to_owned(), |owner| clean(&owner));
    }
    short
}

/// The name of a server at `url`.
pub(super) fn of_url(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = host.rsplit('@').next().unwrap_or_default();
    let host = host.split(':').next().unwrap_or_default();
    let labels: Vec<&str> = host.split('.').filter(|label| !label.is_empty()).collect();
    let is_number = labels
        .iter()
        .all(|label| label.bytes().all(|b| b.is_ascii_digit()));
    let chosen = match labels.as_slice() {
        _ if is_number => None,
        [only] => Some(*only),
        [.., name, _] => Some(*name),
        [] => None,
    };
    let short = chosen.map(short).unwrap_or_default();
    if short.is_empty() {
        "server".to_owned()
    } else {
        short
    }
}

/// A name without the words that every server has in its name.
fn short(name: &str) -> String {
    let clean = clean(name);
    let mut rest = clean.as_str();
    while let Some(shorter) = ["mcp-server-", "server-", "mcp-"]
        .iter()
        .find_map(|word| rest.strip_prefix(word))
        .or_else(|| {
            ["-mcp-server", "-server", "-mcp"]
                .iter()
                .find_map(|word| rest.strip_suffix(word))
        })
        .filter(|shorter| !shorter.is_empty())
    {
        rest = shorter;
    }
    if matches!(rest, "mcp" | "server" | "mcp-server") {
        return String::new();
    }
    rest.to_owned()
}

/// Small letters, digits and hyphens.
fn clean(name: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    let name: String = name.chars().map(plain).collect();
    let parts: Vec<&str> = name.split('-').filter(|part| !part.is_empty()).collect();
    parts.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_are_named_after_what_they_run() {
        for (line, name) in [
            ("npx -y @modelcontextprotocol/server-github", "github"),
            ("npx -y @upstash/context7-mcp@latest", "context7"),
            ("npx -y @sentry/mcp-server", "sentry"),
            ("npx -y mcp-remote https://mcp.acme.dev/mcp", "acme"),
            ("uvx mcp-server-fetch", "fetch"),
            (
                "uvx --from git+https://github.com/a/weather_mcp.git weather",
                "weather",
            ),
            (
                "docker run -i --rm ghcr.io/github/github-mcp-server:latest",
                "github",
            ),
            ("node /srv/notes/dist/index.js", "notes"),
            ("python -m weather_mcp", "weather"),
            ("docker run -i acme/mcp:1.0", "acme"),
            ("python server.py", "server"),
            ("/opt/tools/search-mcp", "search"),
        ] {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(of_command(words[0], &words[1..]), name, "{line}");
        }
        for (url, name) in [
            ("https://mcp.sentry.dev/mcp", "sentry"),
            ("https://api.githubcopilot.com/mcp/", "githubcopilot"),
            ("http://localhost:3000/sse", "localhost"),
            ("http://127.0.0.1:3000/sse", "server"),
        ] {
            assert_eq!(of_url(url), name, "{url}");
        }
    }
}
