//! Which host an input belongs to, and which of that host's files it is.

use std::path::{Path, PathBuf};

use crate::diagnostic::{Diagnostic, Level, list};
use crate::host::{Detected, Host, Place, aside_at, detect, find, home_place, place_in};
use crate::hosts::HOSTS;
use crate::syntax::{self, Language};

/// The host and the place of an input, and what is worth saying about the choice.
#[derive(Debug)]
pub(crate) struct Choice {
    /// Whose file it is.
    pub(crate) host: &'static Host,
    /// Which of its files.
    pub(crate) place: &'static Place,
    /// Why this one, where others would do.
    pub(crate) note: Option<Diagnostic>,
}

/// The host and the place of `text`: those of the `host` that was named, or whatever can be found out.
///
/// # Errors
/// No host was named, and nobody can tell; see [`discover`].
pub(crate) fn choose(
    host: Option<&'static Host>,
    path: Option<&Path>,
    text: &str,
) -> Result<Choice, Box<Diagnostic>> {
    match host {
        Some(host) => Ok(place_of(host, path, text)),
        None => discover(path, text),
    }
    .map(|choice| at_home(choice, path))
}

/// The same choice, with the user's own place if the file is the one in the home folder.
fn at_home(choice: Choice, path: Option<&Path>) -> Choice {
    let path = path.map(|path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
    let user = path.and_then(|path| home_place(choice.host, &path, home().as_deref()));
    // A place with other roots was chosen for what is in the file.
    match user.filter(|user| user.roots == choice.place.roots) {
        Some(place) => Choice { place, ..choice },
        None => choice,
    }
}

/// The home folder of whoever runs the program.
pub(crate) fn home() -> Option<PathBuf> {
    let names = ["HOME", "USERPROFILE"];
    let mut values = names.iter().filter_map(std::env::var_os);
    values.next().map(PathBuf::from)
}

/// A path whose `~` no shell expanded, as in `--output=~/…` and in a configuration: nobody means a folder of that name.
pub(crate) fn tilde(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), home()) {
        (Ok(below), Some(home)) => home.join(below),
        _ => path.to_owned(),
    }
}

/// Where in the home folder a glob of a user's place may be. What does not start at a folder is in the one for settings.
pub(crate) fn below_home(glob: &str) -> Vec<String> {
    let folders = [".config", "Library/Application Support", "AppData/Roaming"];
    match glob.strip_prefix("~/") {
        Some(below) => vec![below.to_owned()],
        None if glob.contains('/') && !glob.starts_with('/') => {
            folders.map(|folder| format!("{folder}/{glob}")).to_vec()
        }
        None => Vec::new(),
    }
}

/// The place of `text`, which is known to be a file of `host`.
fn place_of(host: &'static Host, path: Option<&Path>, text: &str) -> Choice {
    let place = match host.places {
        [only] => only,
        places => place_in(host, path, text)
            .or_else(|| broken(host, path, text))
            .unwrap_or(&places[0]),
    };
    Choice {
        host,
        place,
        note: None,
    }
}

/// Finds out whose file `text` is.
///
/// # Errors
/// Several hosts read different things out of it, or none reads anything. A text that cannot be parsed, or that has
/// something else in the place of servers, gets a host all the same, so that its reader can say what is wrong and where.
fn discover(path: Option<&Path>, text: &str) -> Result<Choice, Box<Diagnostic>> {
    // A file may lie in the current folder, which then belongs to its path.
    let path = path.map(|path| std::path::absolute(path).unwrap_or_else(|_| path.to_owned()));
    match detect(HOSTS, path.as_deref(), text) {
        Detected::One(host, place, all) => Ok(Choice {
            host,
            place,
            note: note(host, &all),
        }),
        Detected::Several(hosts) => Err(ambiguous(&hosts).into()),
        Detected::Unsupported(name) => Err(unsupported(name).into()),
        Detected::None => settings(path.as_deref())
            .or_else(|| faulty(path.as_deref(), text))
            .ok_or_else(|| unknown().into()),
    }
}

/// A host's settings, which have no servers; its reader can say so.
fn settings(path: Option<&Path>) -> Option<Choice> {
    let (host, aside) = aside_at(HOSTS, path?)?;
    Some(Choice {
        host,
        place: &aside.place,
        note: None,
    })
}

/// How many hosts a message names before it counts them.
const NAMED: usize = 3;

fn note(host: &Host, all: &[&'static Host]) -> Option<Diagnostic> {
    let others: Vec<String> = all
        .iter()
        .filter(|other| other.id != host.id)
        .map(|other| other.name.to_owned())
        .collect();
    if others.is_empty() {
        return None;
    }
    let others = shortened(others);
    let message = format!(
        "read as {}'s config file; {} would read it the same way",
        host.name,
        list(&others)
    );
    Some(
        Diagnostic::new("detected-host", Level::Info, None, message)
            .help("use `--from HOST` to name another host"),
    )
}

/// The first names, and how many there are besides.
fn shortened(mut names: Vec<String>) -> Vec<String> {
    if names.len() > NAMED + 1 {
        let rest = names.split_off(NAMED).len();
        names.push(format!("{rest} others"));
    }
    names
}

fn ambiguous(hosts: &[&'static Host]) -> Diagnostic {
    let names: Vec<String> = hosts.iter().map(|host| host.name.to_owned()).collect();
    let names = shortened(names);
    let message = format!("ambiguous: {} read this file differently", list(&names));
    let example = hosts.first().map_or("HOST", |host| host.id);
    Diagnostic::new("ambiguous-host", Level::Error, None, message).help(format!(
        "name the host that it was written for, as in `--from {example}`; `mcpconv hosts` lists them"
    ))
}

/// A file of a host that exists and that we cannot read or write.
pub(crate) fn unsupported(name: &str) -> Diagnostic {
    let message = format!("this looks like {name}'s config file; {name} is not supported yet");
    Diagnostic::new("unsupported-host", Level::Error, None, message)
        .help("use `--from HOST` if the file is another host's; `mcpconv hosts` lists them")
}

fn unknown() -> Diagnostic {
    Diagnostic::new(
        "unknown-host",
        Level::Error,
        None,
        "cannot tell which host this file belongs to",
    )
    .help("use `--from HOST`; `mcpconv hosts` lists the hosts")
}

/// The first host of the language that `text` seems to be written in, if it is empty or has no meaning in it, or the
/// first that would look for servers where there can be none.
fn faulty(path: Option<&Path>, text: &str) -> Option<Choice> {
    let language = language_of(path, text);
    let document = syntax::parse(text, language)
        .ok()
        .filter(|document| document.root.is_some());
    let mut places = HOSTS
        .iter()
        .flat_map(|host| host.places.iter().map(move |place| (*host, place)))
        .filter(|(_, place)| place.language.is_same(language));
    let (host, place) = places.find(|(_, place)| {
        document
            .as_ref()
            .is_none_or(|document| find(document, place).is_err())
    })?;
    Some(Choice {
        host,
        place,
        note: None,
    })
}

/// The first place of `host` in the language of a text that no place of it fits.
fn broken(host: &'static Host, path: Option<&Path>, text: &str) -> Option<&'static Place> {
    let language = language_of(path, text);
    host.places
        .iter()
        .find(|place| place.language.is_same(language))
}

/// What a text seems to be written in: by the name of its file, else by how it begins.
fn language_of(path: Option<&Path>, text: &str) -> Language {
    match path
        .and_then(Path::extension)
        .and_then(|extension| extension.to_str())
    {
        Some("toml") => return Language::Toml,
        Some("json" | "jsonc" | "json5") => return Language::Json,
        Some("yaml" | "yml") => return Language::Yaml,
        _ => {}
    }
    let text = text.trim_start();
    if text.is_empty()
        || text.starts_with(['{', '/'])
        || (text.starts_with('[') && !is_header(text))
    {
        Language::Json
    } else if is_yaml(text) {
        Language::Yaml
    } else {
        Language::Toml
    }
}

/// Whether the first line that is no comment says that this is YAML: a key with a colon, a dash, the mark of a document or
/// a directive. A TOML line has a bracket first, or an equals sign behind its key.
fn is_yaml(text: &str) -> bool {
    let mut lines = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let Some(line) = lines.next() else {
        return false;
    };
    if line.starts_with("- ") || line.starts_with("---") || line.starts_with('%') || line == "-" {
        return true;
    }
    let key = match line.chars().next() {
        Some('[') => return false,
        Some(quote @ ('"' | '\'')) => line[1..].split_once(quote).map(|(_, rest)| rest),
        _ => line.find([':', '=']).map(|at| &line[at..]),
    };
    key.and_then(|rest| rest.trim_start().strip_prefix(':'))
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
}

/// Whether a bracket opens the header of a TOML table and not a JSON list.
fn is_header(text: &str) -> bool {
    let name = text
        .strip_prefix("[[")
        .or_else(|| text.strip_prefix('['))
        .unwrap_or(text);
    name.trim_start()
        .starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_guessed_by_name_and_then_by_beginning() {
        let json = [
            "",
            " {",
            "[",
            "[[[[",
            "[{",
            "[\"a\"]",
            "// a\n{",
            "/* a */ {",
        ];
        let toml = [
            "[mcp_servers.a]",
            "[[mcp_servers]]",
            "[ a ]",
            "# a",
            "a = 1",
            "model",
            "a = 'b: c'",
            "'a' = 1",
        ];
        for text in json {
            assert_eq!(language_of(None, text), Language::Json, "{text}");
        }
        for text in toml {
            assert_eq!(language_of(None, text), Language::Toml, "{text}");
        }
        let yaml = [
            "a: 1",
            "# a = 1\n\nextensions:\n  x: [",
            "---\n",
            "- a",
            "%YAML 1.2",
            "\"a b\": c",
            "url: http://x?a=b",
        ];
        for text in yaml {
            assert_eq!(language_of(None, text), Language::Yaml, "{text}");
        }
        assert_eq!(language_of(Some(Path::new("a.yml")), "{"), Language::Yaml);
        assert_eq!(language_of(Some(Path::new("a.toml")), "{"), Language::Toml);
        assert_eq!(
            language_of(Some(Path::new("a.json")), "a = 1"),
            Language::Json
        );
    }

    #[test]
    fn a_broken_text_gets_a_host_of_its_language_and_a_foreign_one_none() {
        for (text, language) in [
            ("{\"mcpServers\": {", Language::Json),
            ("[mcp_servers.a", Language::Toml),
            ("  ", Language::Json),
        ] {
            assert_eq!(
                discover(None, text)
                    .expect("a host that can say what is wrong")
                    .place
                    .language,
                language,
                "{text}"
            );
        }
        for text in ["{\"mcpServers\": 5}", "{\"mcpServers\": []}", "[]", "1"] {
            discover(Some(Path::new("a.json")), text).expect("a host that can say what is wrong");
        }
        assert_eq!(
            discover(None, "{\"a\": 1}").expect_err("of no host").rule,
            "unknown-host"
        );
    }

    #[test]
    fn a_broken_file_of_a_known_host_is_read_in_its_own_language() {
        for host in HOSTS {
            for place in host.places {
                let broken = match place.language {
                    Language::Json => "{\"a\": ",
                    Language::Toml => "a = ",
                    Language::Yaml | Language::YamlMerge => "a: [",
                };
                assert_eq!(
                    place_of(host, None, broken).place.language,
                    place.language,
                    "{}",
                    host.id
                );
            }
        }
    }
}
