//! What is known about single packages, as of November 2026, and which packages a server fetches.

use super::file::LintServer;
use crate::launch::{Ecosystem, Launch, Package, launch_words, split_shell};

/// Every package that a server fetches: its own, those beside it, and those of what a container or a bridge starts.
pub(crate) fn packages<'a>(server: &LintServer<'a>) -> Vec<Package<'a>> {
    let Some(launch) = server.launch() else {
        return Vec::new();
    };
    let behind = launch
        .second_stage
        .and_then(|stage| stage.command)
        .as_ref()
        .and_then(split_shell)
        .and_then(launch_words);
    let inner: Vec<Launch<'a>> = launch.inner().into_iter().chain(behind).collect();
    std::iter::once(launch)
        .chain(&inner)
        .flat_map(Launch::packages)
        .copied()
        .collect()
}

/// The registry's name, for messages.
pub(crate) fn registry(ecosystem: Ecosystem) -> &'static str {
    match ecosystem {
        Ecosystem::Npm => "npm",
        Ecosystem::Jsr => "JSR",
        Ecosystem::Deno => "the web",
        Ecosystem::PyPi => "PyPI",
        Ecosystem::Image => "the image registry",
        Ecosystem::Go => "the Go module mirror",
        Ecosystem::NuGet => "NuGet",
    }
}

/// A package that does harm.
#[derive(Debug)]
pub(crate) struct Malicious {
    pub(crate) ecosystem: Ecosystem,
    pub(crate) name: &'static str,
    /// What it did, as the end of a sentence.
    pub(crate) why: &'static str,
}

/// Packages to stay away from in every version.
pub(crate) static MALICIOUS: &[Malicious] = &[Malicious {
    ecosystem: Ecosystem::Npm,
    name: "postmark-mcp",
    why: "from 1.0.16 on it sent a copy of every mail to its author, and it never belonged to Postmark",
}];

/// A range of versions with a hole.
#[derive(Debug)]
pub(crate) struct Vulnerable {
    pub(crate) ecosystem: Ecosystem,
    pub(crate) name: &'static str,
    /// The first version that has it; empty for all before the repair.
    pub(crate) since: &'static str,
    /// The first version without it.
    pub(crate) fixed: &'static str,
    /// Under what it is known.
    pub(crate) ids: &'static str,
    /// An advisory of the project or of a database names these versions. Others rest on what people wrote about them.
    pub(crate) confirmed: bool,
}

impl Vulnerable {
    const fn unconfirmed(self) -> Self {
        Self {
            confirmed: false,
            ..self
        }
    }
}

const fn hole(
    ecosystem: Ecosystem,
    name: &'static str,
    since: &'static str,
    fixed: &'static str,
    ids: &'static str,
) -> Vulnerable {
    Vulnerable {
        ecosystem,
        name,
        since,
        fixed,
        ids,
        confirmed: true,
    }
}

/// Versions with known holes. Every version without the hole is on its registry (asked on 2026-11-17).
pub(crate) static VULNERABLE: &[Vulnerable] = &[
    hole(
        Ecosystem::Npm,
        "mcp-remote",
        "0.0.5",
        "0.1.16",
        "CVE-2025-6514",
    ),
    hole(
        Ecosystem::Npm,
        "@modelcontextprotocol/inspector",
        "",
        "0.14.1",
        "CVE-2025-49596",
    ),
    hole(
        Ecosystem::Npm,
        "@playwright/mcp",
        "",
        "0.0.40",
        "CVE-2025-9611",
    ),
    hole(
        Ecosystem::PyPi,
        "mcp-server-git",
        "",
        "2026.1.14",
        "CVE-2026-27735",
    ),
    hole(
        Ecosystem::PyPi,
        "mcp-server-git",
        "",
        "2025.12.18",
        "CVE-2025-68143, CVE-2025-68144, CVE-2025-68145",
    )
    .unconfirmed(),
    hole(
        Ecosystem::Npm,
        "@modelcontextprotocol/server-filesystem",
        "",
        "2025.7.1",
        "CVE-2025-53109, CVE-2025-53110",
    )
    .unconfirmed(),
    // Said to be mended in 0.6.3, which was never published: 0.6.0 is followed by 0.6.4.
    hole(
        Ecosystem::Npm,
        "figma-developer-mcp",
        "",
        "0.6.4",
        "CVE-2025-53967",
    )
    .unconfirmed(),
];

/// A name that looks right but was never published.
#[derive(Debug)]
pub(crate) struct Unpublished {
    /// How it is written on npm; one that ends in `*` stands for all names that start so.
    pub(crate) name: &'static str,
    /// What exists in its place.
    pub(crate) instead: Instead,
}

/// What to use in place of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Instead {
    /// A package of npm.
    Npm(&'static str),
    /// A package of PyPI.
    PyPi(&'static str),
    /// Something else, in words that follow "use".
    Words(&'static str),
}

impl Instead {
    /// What to use, in words that follow "use".
    pub(crate) fn words(self) -> String {
        match self {
            Self::Npm(name) => format!("`{name}`"),
            Self::PyPi(name) => format!("the Python package `{name}` with `uvx`"),
            Self::Words(words) => words.to_owned(),
        }
    }
}

const fn never(name: &'static str, instead: Instead) -> Unpublished {
    Unpublished { name, instead }
}

const GITHUB: Instead = Instead::Words(
    "GitHub's own server: `https://api.githubcopilot.com/mcp/` or the image `ghcr.io/github/github-mcp-server`",
);
const VENDOR: Instead = Instead::Words("the vendor's own server");

/// Names that do not exist on npm, each asked for on 2026-11-17. Of the two scopes some names were tried.
pub(crate) static NEVER: &[Unpublished] = &[
    never(
        "@modelcontextprotocol/server-fetch",
        Instead::PyPi("mcp-server-fetch"),
    ),
    never(
        "@modelcontextprotocol/server-git",
        Instead::PyPi("mcp-server-git"),
    ),
    never(
        "@modelcontextprotocol/server-time",
        Instead::PyPi("mcp-server-time"),
    ),
    never(
        "@modelcontextprotocol/server-sqlite",
        Instead::PyPi("mcp-server-sqlite"),
    ),
    never(
        "@modelcontextprotocol/server-sentry",
        Instead::PyPi("mcp-server-sentry"),
    ),
    never(
        "@modelcontextprotocol/server-sequentialthinking",
        Instead::Npm("@modelcontextprotocol/server-sequential-thinking"),
    ),
    never(
        "@modelcontextprotocol/server-notion",
        Instead::Npm("@notionhq/notion-mcp-server"),
    ),
    never(
        "@modelcontextprotocol/server-playwright",
        Instead::Npm("@playwright/mcp"),
    ),
    never("@microsoft/playwright-mcp", Instead::Npm("@playwright/mcp")),
    never("@modelcontextprotocol/server-linear", VENDOR),
    never(
        "@modelcontextprotocol/server-mongodb",
        Instead::Npm("mongodb-mcp-server"),
    ),
    never("@modelcontextprotocol/server-docker", VENDOR),
    never("@modelcontextprotocol/server-mysql", VENDOR),
    never("@modelcontextprotocol/server-kubernetes", VENDOR),
    never("@modelcontextprotocol/server-aws", VENDOR),
    never("@modelcontextprotocol/server-obsidian", VENDOR),
    never(
        "@modelcontextprotocol/server-context7",
        Instead::Npm("@upstash/context7-mcp"),
    ),
    never("@context7/mcp", Instead::Npm("@upstash/context7-mcp")),
    never("context7-mcp", Instead::Npm("@upstash/context7-mcp")),
    never("@github/github-mcp-server", GITHUB),
    never("@github/mcp-server", GITHUB),
    never(
        "@anthropic/*",
        Instead::Words("a package of whoever makes the server: nothing is published in this scope"),
    ),
    never(
        "@anthropic-ai/mcp-server-*",
        Instead::Words("a package of whoever makes the server: none of this name is published"),
    ),
];

/// A package that nobody should start with today.
#[derive(Debug)]
pub(crate) struct Deprecated {
    pub(crate) ecosystem: Ecosystem,
    pub(crate) name: &'static str,
    /// What became of it.
    pub(crate) state: PackageState,
    /// What to use, if its owner or its job names something.
    pub(crate) instead: Option<Instead>,
    /// That can take its place with the same variables.
    pub(crate) same: bool,
}

/// What became of a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PackageState {
    /// Its owners put it away.
    Archived,
    /// It has another name.
    Renamed,
    /// It only leads to something else.
    Shim,
    /// It is not kept up.
    Stale,
}

impl PackageState {
    /// The end of a sentence that starts with the package.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Archived => "is archived and gets no more fixes",
            Self::Renamed => "goes by another name now",
            Self::Shim => "is only kept for compatibility",
            Self::Stale => "is no longer maintained",
        }
    }
}

const fn archived(
    ecosystem: Ecosystem,
    name: &'static str,
    instead: Option<Instead>,
) -> Deprecated {
    Deprecated {
        ecosystem,
        name,
        state: PackageState::Archived,
        instead,
        same: false,
    }
}

const fn npm(name: &'static str, state: PackageState, instead: Instead) -> Deprecated {
    Deprecated {
        ecosystem: Ecosystem::Npm,
        name,
        state,
        instead: Some(instead),
        same: false,
    }
}

/// Packages that are archived, renamed or replaced.
pub(crate) static DEPRECATED: &[Deprecated] = &[
    archived(
        Ecosystem::Npm,
        "@modelcontextprotocol/server-github",
        Some(GITHUB),
    ),
    archived(
        Ecosystem::Npm,
        "@modelcontextprotocol/server-postgres",
        Some(Instead::Words("a maintained Postgres server")),
    ),
    archived(
        Ecosystem::Npm,
        "@modelcontextprotocol/server-puppeteer",
        Some(Instead::Words("`@playwright/mcp` or `chrome-devtools-mcp`")),
    ),
    Deprecated {
        same: true,
        ..archived(
            Ecosystem::Npm,
            "@modelcontextprotocol/server-brave-search",
            Some(Instead::Npm("@brave/brave-search-mcp-server")),
        )
    },
    archived(
        Ecosystem::Npm,
        "@modelcontextprotocol/server-slack",
        Some(Instead::Npm("@zencoderai/slack-mcp-server")),
    ),
    archived(Ecosystem::Npm, "@modelcontextprotocol/server-gitlab", None),
    archived(Ecosystem::Npm, "@modelcontextprotocol/server-gdrive", None),
    archived(
        Ecosystem::Npm,
        "@modelcontextprotocol/server-google-maps",
        None,
    ),
    archived(Ecosystem::Npm, "@modelcontextprotocol/server-redis", None),
    archived(Ecosystem::Npm, "@modelcontextprotocol/server-everart", None),
    archived(
        Ecosystem::Npm,
        "@modelcontextprotocol/server-aws-kb-retrieval",
        None,
    ),
    archived(Ecosystem::PyPi, "mcp-server-sqlite", None),
    archived(
        Ecosystem::PyPi,
        "mcp-server-sentry",
        Some(Instead::Words(
            "`@sentry/mcp-server` or Sentry's remote server",
        )),
    ),
    npm(
        "@modelcontextprotocol/create-server",
        PackageState::Stale,
        Instead::Words("the templates of the SDK"),
    ),
    Deprecated {
        same: true,
        ..npm(
            "@mongodb-js/mongodb-mcp-server",
            PackageState::Renamed,
            Instead::Npm("mongodb-mcp-server"),
        )
    },
    npm(
        "server-perplexity-ask",
        PackageState::Renamed,
        Instead::Npm("@perplexity-ai/mcp-server"),
    ),
    npm(
        "@chatmcp/server-perplexity-ask",
        PackageState::Stale,
        Instead::Npm("@perplexity-ai/mcp-server"),
    ),
    npm(
        "@21st-dev/magic",
        PackageState::Shim,
        Instead::Words("the owner's remote server"),
    ),
    npm(
        "@railway/mcp-server",
        PackageState::Shim,
        Instead::Words("the server in Railway's own command line"),
    ),
];

/// A package that gives access to files.
#[derive(Debug)]
pub(crate) struct FileServer {
    pub(crate) ecosystem: Ecosystem,
    pub(crate) name: &'static str,
    /// Where its folders are named, if not among its arguments; as long as none is, it may use all.
    pub(crate) setting: Option<&'static str>,
}

const fn files(ecosystem: Ecosystem, name: &'static str) -> FileServer {
    FileServer {
        ecosystem,
        name,
        setting: None,
    }
}

/// Packages whose operands are the folders they may read and write.
pub(crate) static FILE_SERVERS: &[FileServer] = &[
    files(Ecosystem::Npm, "@modelcontextprotocol/server-filesystem"),
    files(Ecosystem::Npm, "mcp-server-filesystem"),
    files(Ecosystem::PyPi, "mcp-server-filesystem"),
    files(Ecosystem::Image, "mcp/filesystem"),
    FileServer {
        setting: Some("allowedDirectories"),
        ..files(Ecosystem::Npm, "@wonderwhy-er/desktop-commander")
    },
    files(Ecosystem::Go, "github.com/mark3labs/mcp-filesystem-server"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_package_is_listed_twice_or_recommended_and_warned_of() {
        let mut seen = std::collections::BTreeSet::new();
        let bad = DEPRECATED
            .iter()
            .map(|row| row.name)
            .chain(NEVER.iter().map(|row| row.name))
            .chain(MALICIOUS.iter().map(|row| row.name));
        for name in bad {
            assert!(seen.insert(name), "{name}");
        }
        let advised = DEPRECATED
            .iter()
            .filter_map(|row| row.instead)
            .chain(NEVER.iter().map(|row| row.instead));
        for instead in advised {
            if let Instead::Npm(name) = instead {
                assert!(!seen.contains(name), "{name}");
            }
        }
    }
}
