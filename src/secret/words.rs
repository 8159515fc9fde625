//! What the words of a command line say about one another.

use std::ops::Range;

use super::cover::is_flag;
use super::names::{is_name_byte, names_secret};

/// A program whose short flags take a credential; elsewhere `-p` is a port or a package.
struct Program {
    names: &'static [&'static str],
    /// The credential is the next word.
    apart: &'static [&'static str],
    /// The credential follows in the same word.
    joined: &'static [&'static str],
}

const PROGRAMS: [Program; 8] = [
    Program {
        names: &["sshpass"],
        apart: &["-p"],
        joined: &["-p"],
    },
    // With a blank, `-p` asks for the password, and the next word is a database.
    Program {
        names: &[
            "mysql",
            "mysqldump",
            "mysqladmin",
            "mariadb",
            "mariadb-dump",
            "7z",
            "7za",
        ],
        apart: &[],
        joined: &["-p"],
    },
    Program {
        names: &["mongo", "mongosh", "mongodump", "mongorestore"],
        apart: &["-p"],
        joined: &[],
    },
    Program {
        names: &["redis-cli"],
        apart: &["-a"],
        joined: &[],
    },
    Program {
        names: &["sqlcmd", "bcp", "unzip"],
        apart: &["-P"],
        joined: &["-P"],
    },
    // `docker login` and others: the command within a program.
    Program {
        names: &["login"],
        apart: &["-p"],
        joined: &[],
    },
    Program {
        names: &["openssl"],
        apart: &["-passin", "-passout", "-k", "-K"],
        joined: &[],
    },
    Program {
        names: &["ldapsearch", "ldapmodify", "ldapadd", "ldapwhoami"],
        apart: &["-w"],
        joined: &["-w"],
    },
];

/// Flags with `user:password` behind them.
const LOGINS: [&str; 4] = ["-u", "--user", "--proxy-user", "-U"];

/// What a word says about the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Next {
    #[default]
    Plain,
    Secret,
    Login,
}

/// A command line that is read word by word.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CommandLine {
    program: Option<usize>,
    next: Next,
}

impl CommandLine {
    /// The words behind this program.
    #[must_use]
    pub(crate) fn of(program: &str) -> Self {
        Self {
            program: program_at(program),
            next: Next::Plain,
        }
    }

    /// What of the next word is a credential because of the words before it, or of the flag that it starts with.
    pub(crate) fn word(&mut self, word: &str) -> Option<Range<usize>> {
        let said = match self.next {
            // The argument of such a flag is missing if another flag follows.
            Next::Secret if !word.starts_with("--") => Some(0..word.len()),
            Next::Login => login(word, 0),
            _ => None,
        };
        let said = said.or_else(|| self.joined(word));
        if let Some(program) = program_at(word) {
            self.program = Some(program);
        }
        self.next = self.after(word);
        said
    }

    fn joined(&self, word: &str) -> Option<Range<usize>> {
        let program = self.program.map(|at| &PROGRAMS[at]);
        let flag = program.and_then(|program| {
            let mut flags = program.joined.iter();
            flags.find(|flag| word.starts_with(**flag) && word.len() > flag.len())
        });
        if let Some(flag) = flag {
            return Some(flag.len()..word.len());
        }
        LOGINS.iter().find_map(|flag| {
            let rest = word.strip_prefix(flag)?;
            let rest = match flag.starts_with("--") {
                true => rest.strip_prefix('=')?,
                false => rest,
            };
            login(word, word.len() - rest.len())
        })
    }

    fn after(&self, word: &str) -> Next {
        let apart = self
            .program
            .is_some_and(|at| PROGRAMS[at].apart.contains(&word));
        // `--header Authorization: value`, with a blank too many.
        let header = word
            .strip_suffix(':')
            .is_some_and(|name| name.bytes().all(is_name_byte) && names_secret(name));
        if apart || header || is_flag(word) {
            Next::Secret
        } else if LOGINS.contains(&word) {
            Next::Login
        } else {
            Next::Plain
        }
    }
}

/// What is behind the colon of a login that starts at `from`. A user and a group are numbers.
fn login(word: &str, from: usize) -> Option<Range<usize>> {
    let (user, password) = word[from..].split_once(':')?;
    let number = password.bytes().all(|byte| byte.is_ascii_digit());
    let url = password.starts_with("//");
    (!number && !url).then(|| from + user.len() + 1..word.len())
}

fn program_at(word: &str) -> Option<usize> {
    let name = word.rsplit(['/', '\\']).next()?;
    let name = name.strip_suffix(".exe").unwrap_or(name);
    PROGRAMS
        .iter()
        .position(|program| program.names.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(words: &[&str]) -> String {
        let mut line = CommandLine::default();
        let mut said = Vec::new();
        for word in words {
            let mut shown = (*word).to_owned();
            if let Some(range) = line.word(word) {
                shown.replace_range(range, "#");
            }
            said.push(shown);
        }
        said.join(" ")
    }

    #[test]
    fn a_flag_says_what_its_argument_is() {
        for (words, expected) in [
            (&["x", "--token", "s3"][..], "x --token #"),
            (&["x", "-password", "s3"], "x -password #"),
            (&["x", "--token", "--verbose"], "x --token --verbose"),
            (&["curl", "-u", "me:s3"], "curl -u me:#"),
            (&["curl", "-ume:s3"], "curl -ume:#"),
            (&["curl", "--user=me:s3"], "curl --user=me:#"),
            (&["docker", "-u", "1000:1000"], "docker -u 1000:1000"),
            (&["docker", "-p", "80:80"], "docker -p 80:80"),
            (&["npx", "-p", "a"], "npx -p a"),
            (&["/usr/bin/sshpass", "-p", "s3"], "/usr/bin/sshpass -p #"),
            (&["mysql.exe", "-ps3"], "mysql.exe -p#"),
            (&["mysql", "-p", "shop"], "mysql -p shop"),
            (&["redis-cli", "-a", "s3"], "redis-cli -a #"),
            (
                &["docker", "login", "-u", "me", "-p", "s3"],
                "docker login -u me -p #",
            ),
            (
                &["openssl", "rsa", "-passin", "pass:s3"],
                "openssl rsa -passin #",
            ),
            (
                &["-H", "Authorization:", "Bearer s3"],
                "-H Authorization: #",
            ),
            (&["--user-agent", "a:b"], "--user-agent a:b"),
        ] {
            assert_eq!(shown(words), expected);
        }
    }
}
