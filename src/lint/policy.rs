//! What a company lets its servers be. What is said nowhere is allowed; a list that is there allows only what is in it.
//!
//! Where a text leaves open what it means, the answer is no: a policy that can be talked around is none.

use std::collections::HashSet;

use crate::glob::{Against, BadGlob, Globs};
use crate::launch::{Ecosystem, Package, PackageSource, program};
use crate::nearest::nearest;

/// The programs, packages and addresses that are allowed.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    commands: Option<Globs>,
    packages: Option<Packages>,
    urls: Option<Globs>,
}

/// Patterns for names, each for one ecosystem or for all.
#[derive(Clone, Debug)]
struct Packages {
    words: Vec<String>,
    globs: Globs,
    ecosystems: Vec<Option<Ecosystem>>,
}

const ECOSYSTEMS: &[(&str, Ecosystem)] = &[
    ("npm", Ecosystem::Npm),
    ("jsr", Ecosystem::Jsr),
    ("deno", Ecosystem::Deno),
    ("pypi", Ecosystem::PyPi),
    ("image", Ecosystem::Image),
    ("go", Ecosystem::Go),
    ("nuget", Ecosystem::NuGet),
];

/// The word for an ecosystem.
pub(crate) fn ecosystem_name(ecosystem: Ecosystem) -> &'static str {
    ECOSYSTEMS
        .iter()
        .find(|(_, known)| *known == ecosystem)
        .map_or("", |(name, _)| name)
}

impl Policy {
    /// Compiles the lists that are there.
    ///
    /// # Errors
    /// The first word of the first list that is no pattern.
    pub(crate) fn new(
        commands: Option<&[&str]>,
        packages: Option<&[&str]>,
        urls: Option<&[&str]>,
    ) -> Result<Self, BadGlob> {
        Ok(Self {
            commands: commands
                .map(|words| Globs::new(words, Against::Parts))
                .transpose()?,
            packages: packages.map(Packages::new).transpose()?,
            urls: urls.map(addresses).transpose()?,
        })
    }

    /// The programs that are allowed, if that is limited.
    pub(crate) fn commands(&self) -> Option<&[String]> {
        self.commands.as_ref().map(Globs::words)
    }

    /// The packages that are allowed, if that is limited.
    pub(crate) fn packages(&self) -> Option<&[String]> {
        self.packages
            .as_ref()
            .map(|packages| packages.words.as_slice())
    }

    /// The addresses that are allowed, if that is limited.
    pub(crate) fn urls(&self) -> Option<&[String]> {
        self.urls.as_ref().map(Globs::words)
    }

    /// Whether a program may be started. One that is given by its path is compared by that, since a program of the right
    /// name in the wrong folder is another one.
    pub(crate) fn allows_command(&self, command: &str) -> bool {
        let Some(globs) = &self.commands else {
            return true;
        };
        if command.contains(['/', '\\']) {
            return globs.fits(&command.replace('\\', "/"));
        }
        globs.fits(program(command)) || globs.fits(command)
    }

    /// Whether a package may be used.
    pub(crate) fn allows_package(&self, package: &Package<'_>) -> bool {
        let Some(packages) = &self.packages else {
            return true;
        };
        let fits = |name: &str| packages.fit(package.ecosystem, name);
        // A file may have any name, also one that fits those of the registry.
        let is_file = package.source == PackageSource::Path
            && package.ecosystem != Ecosystem::Deno
            && !package.name.text.contains(['/', '\\']);
        if is_file {
            return fits(&format!("./{}", package.name.text));
        }
        fits(package.name.text) || package.canonical().is_some_and(|name| fits(&name))
    }

    /// Whether a package of the registry may be used.
    pub(crate) fn allows_name(&self, ecosystem: Ecosystem, name: &str) -> bool {
        let packages = self.packages.as_ref();
        packages.is_none_or(|packages| packages.fit(ecosystem, name))
    }

    /// Whether an address may be used.
    pub(crate) fn allows_url(&self, url: &str) -> bool {
        let Some(globs) = &self.urls else { return true };
        let Some(Address { origin, path }) = Address::parse(url) else {
            return false;
        };
        // A slash at the end makes no other address.
        let bare = format!("{origin}{}", path.trim_end_matches('/'));
        globs.fits(&bare) || globs.fits(&format!("{bare}/"))
    }
}

impl Packages {
    fn fit(&self, ecosystem: Ecosystem, name: &str) -> bool {
        let fitting = self.globs.fitting(name);
        fitting
            .into_iter()
            .any(|at| self.ecosystems[at].is_none_or(|one| one == ecosystem))
    }

    fn new(words: &[&str]) -> Result<Self, BadGlob> {
        let mut patterns = Vec::new();
        let mut ecosystems = Vec::new();
        // One name has many spellings, and each that is kept is found again for every package.
        let mut seen = HashSet::new();
        for (index, word) in words.iter().enumerate() {
            let (ecosystem, name) = split(word).map_err(|reason| BadGlob { index, reason })?;
            let pattern = match ecosystem {
                Some(ecosystem) => Package::canonical_name(ecosystem, name),
                None => name.to_owned(),
            };
            if seen.insert((ecosystem.map(ecosystem_name), pattern.clone())) {
                patterns.push(pattern);
                ecosystems.push(ecosystem);
            }
        }
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        Ok(Self {
            words,
            globs: Globs::new(&patterns, Against::Parts)?,
            ecosystems,
        })
    }
}

/// The ecosystem in front of a pattern, if there is one, and the rest.
fn split(word: &str) -> Result<(Option<Ecosystem>, &str), String> {
    let Some((prefix, name)) = word.split_once(':') else {
        return Ok((None, word));
    };
    if let Some((_, ecosystem)) = ECOSYSTEMS.iter().find(|(known, _)| *known == prefix) {
        return Ok((Some(*ecosystem), name));
    }
    // The colon of an address or of a port.
    if name.starts_with("//") || name.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok((None, word));
    }
    let names = ECOSYSTEMS.iter().map(|(name, _)| *name);
    let known = names.clone().collect::<Vec<_>>().join(", ");
    let meant = nearest(prefix, names)
        .map_or_else(String::new, |meant| format!("did you mean `{meant}:`? "));
    Err(format!(
        "unknown ecosystem `{prefix}`; {meant}ecosystems: {known}"
    ))
}

fn addresses(words: &[&str]) -> Result<Globs, BadGlob> {
    let mut patterns = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let Some((scheme, rest)) = word
            .split_once("://")
            .filter(|(scheme, rest)| !scheme.is_empty() && !rest.is_empty())
        else {
            return Err(BadGlob {
                index,
                reason: "a URL begins with `https://` or another scheme".to_owned(),
            });
        };
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        patterns.push(format!(
            "{}://{}{path}",
            scheme.to_lowercase(),
            host.to_lowercase()
        ));
    }
    Globs::new(&patterns, Against::Parts)
}

/// An address as far as a policy looks at it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// `scheme://host`, with a port unless it is the usual one.
    pub(crate) origin: String,
    /// What follows, without query and without steps up.
    pub(crate) path: String,
}

impl Address {
    /// Reads an address as browsers do, so that none can look like another one; nothing if it has no host.
    pub(crate) fn parse(url: &str) -> Option<Self> {
        let plain: String = url
            .trim()
            .chars()
            .filter(|c| !matches!(c, '\t' | '\n' | '\r'))
            .map(|c| if c == '\\' { '/' } else { c })
            .collect();
        let (scheme, rest) = plain.split_once("://")?;
        let scheme = scheme.to_ascii_lowercase();
        let rest = &rest[..rest.find(['?', '#']).unwrap_or(rest.len())];
        let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let host = authority
            .rsplit('@')
            .next()
            .unwrap_or(authority)
            .to_lowercase();
        let usual = match scheme.as_str() {
            "https" | "wss" => ":443",
            "http" | "ws" => ":80",
            _ => ":",
        };
        let host = host.strip_suffix(usual).unwrap_or(&host);
        // What is escaped in a host is decoded before it is looked up.
        if host.is_empty() || host.contains('%') {
            return None;
        }
        Some(Self {
            origin: format!("{scheme}://{host}"),
            path: without_steps(path),
        })
    }
}

/// A path with its `.` and `..` taken.
fn without_steps(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').skip(1) {
        match part.to_ascii_lowercase().replace("%2e", ".").as_str() {
            "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts
        .iter()
        .fold(String::new(), |path, part| path + "/" + part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::launch::launch;

    #[test]
    fn an_address_cannot_look_like_another_one() {
        let policy = Policy::new(
            None,
            None,
            Some(&["https://*.acme.dev/**", "https://API.acme.org/v1/**"]),
        )
        .expect("patterns");
        for url in [
            "https://mcp.acme.dev",
            "https://mcp.acme.dev/",
            "HTTPS://MCP.Acme.dev:443/a/b?x=1#y",
            "https://me:pw@mcp.acme.dev/a",
            "https://api.acme.org/v1",
            "https://api.acme.org/v1/x/../y",
        ] {
            assert!(policy.allows_url(url), "{url}");
        }
        for url in [
            "http://mcp.acme.dev/",
            "https://acme.dev/",
            "https://evil.org/.acme.dev/",
            "https://evil.org?.acme.dev/",
            "https://evil.org#.acme.dev/",
            "https://evil.org\\.acme.dev/",
            "https://evil.org%2f.acme.dev/",
            "https://mcp.acme.dev@evil.org/",
            "https://mcp.acme.dev:8443/",
            "https://api.acme.org/v1/../v2",
            "https://api.acme.org/v1/%2E%2e/v2",
            "//mcp.acme.dev/",
            "mcp.acme.dev",
            "",
        ] {
            assert!(!policy.allows_url(url), "{url}");
        }
    }

    #[test]
    fn a_program_in_another_folder_is_another_program() {
        let policy = Policy::new(Some(&["npx", "/opt/acme/*"]), None, None).expect("patterns");
        for command in ["npx", "npx.cmd", "/opt/acme/run"] {
            assert!(policy.allows_command(command), "{command}");
        }
        for command in [
            "./npx",
            "/tmp/npx",
            "C:\\tmp\\npx.cmd",
            "/opt/acme/bin/run",
            "npx2",
            "",
        ] {
            assert!(!policy.allows_command(command), "{command}");
        }
        assert!(
            !Policy::new(Some(&[]), None, None)
                .expect("nothing")
                .allows_command("npx")
        );
        assert!(Policy::default().allows_command("anything"));
    }

    #[test]
    fn packages_are_compared_as_their_registry_does() {
        let words = [
            "@acme/*",
            "pypi:Acme_*",
            "image:docker.io/mcp/*",
            "image:ghcr.io/acme/*",
            "nuget:Acme.*",
        ];
        let policy = Policy::new(None, Some(&words), None).expect("patterns");
        let allows = |command: &str, args: &[&str]| {
            policy.allows_package(&launch(command, args).expect("a package").package)
        };
        assert!(allows("npx", &["-y", "@acme/db@1.2.3"]));
        assert!(allows("uvx", &["acme.tools"]));
        assert!(allows("docker", &["run", "-i", "mcp/time:1"]));
        assert!(allows("docker", &["run", "ghcr.io/acme/db"]));
        assert!(allows("dnx", &["acme.Db"]));
        assert!(!allows("npx", &["acme-db"]));
        assert!(!allows("npx", &["./@acme/db"]));
        assert!(!allows("npx", &["db@npm:@evil/db"]));
        assert!(!allows("docker", &["run", "evil.io/mcp/time"]));
        assert!(!allows("docker", &["run", "ghcr.io/acme/db/x"]));
        assert!(!allows("npx", &["${PACKAGE}"]));
    }

    #[test]
    fn what_is_no_pattern_is_told() {
        let packages = |word: &str| Policy::new(None, Some(&[word]), None);
        assert!(
            packages("images:x")
                .expect_err("no ecosystem")
                .reason
                .contains("did you mean `image:`?")
        );
        assert!(packages("localhost:5000/x").is_ok());
        assert!(packages("https://github.com/acme/*").is_ok());
        assert!(packages("npm:").is_err());
        assert!(Policy::new(None, None, Some(&["*.acme.dev"])).is_err());
    }
}
