//! What the words of a command line say about one another.

use std::ops::Range;

use super::cover::{is_flag, names_value};
use super::names::{is_name_byte, names_secret};

/// A program whose short flags take a credential; elsewhere `-p` is a port or a package.
struct Program {
    names: &'static [&'static str],
    /// The credential is the next word.
    apart: &'static [&'static str],
    /// The credential follows in the same word.
    joined: &'static [&'static str],
    /// The credential follows a user or a file, and this character.
    behind: &'static [(&'static str, char)],
    /// The credential is the third word after the flag.
    third: &'static [&'static str],
    /// A login is a user and the number of a group.
    groups: bool,
    /// A word is `user/password@host`.
    slashed: bool,
}

const NEW: Program = Program {
    names: &[],
    apart: &[],
    joined: &[],
    behind: &[],
    third: &[],
    groups: false,
    slashed: false,
};

const PROGRAMS: [Program; 13] = [
    Program {
        names: &["sshpass"],
        apart: &["-p"],
        joined: &["-p"],
        ..NEW
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
        joined: &["-p"],
        ..NEW
    },
    Program {
        names: &["mongo", "mongosh", "mongodump", "mongorestore"],
        apart: &["-p"],
        ..NEW
    },
    Program {
        names: &["redis-cli"],
        apart: &["-a"],
        ..NEW
    },
    Program {
        names: &["sqlcmd", "bcp", "unzip"],
        apart: &["-P"],
        joined: &["-P"],
        ..NEW
    },
    // `docker login` and others: the command within a program. In a netrc, who logs in is followed by the password.
    Program {
        names: &["login"],
        apart: &["-p", "password"],
        ..NEW
    },
    Program {
        names: &["openssl"],
        apart: &["-passin", "-passout", "-k", "-K"],
        ..NEW
    },
    Program {
        names: &["ldapsearch", "ldapmodify", "ldapadd", "ldapwhoami"],
        apart: &["-w"],
        joined: &["-w"],
        ..NEW
    },
    // A cookie is a name with its value; without one it is a file.
    Program {
        names: &["curl"],
        behind: &[("-E", ':'), ("--cert", ':'), ("-b", '='), ("--cookie", '=')],
        ..NEW
    },
    Program {
        names: &["smbclient", "rpcclient"],
        behind: &[("-U", '%'), ("--user", '%')],
        ..NEW
    },
    Program {
        names: &["htpasswd"],
        third: &["-b", "-bc", "-cb", "-bB", "-Bb", "-cbB", "-Bbc", "-bcB"],
        ..NEW
    },
    Program {
        names: &["docker", "podman", "nerdctl"],
        groups: true,
        ..NEW
    },
    Program {
        names: &["sqlplus", "sqlldr", "expdp", "impdp"],
        slashed: true,
        ..NEW
    },
];

/// Flags with `user:password` behind them.
const LOGINS: [&str; 4] = ["-u", "--user", "--proxy-user", "-U"];

/// Words behind which a name is given a value.
const SETTERS: [&str; 5] = ["set", "setx", "setenv", "Set-Item", "si"];

/// What a word says about the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Next {
    #[default]
    Plain,
    Secret,
    Login,
    /// The name of what is set.
    Name,
    /// A credential behind the first of this character.
    Behind(char),
    /// A credential behind so many other words.
    After(u8),
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
            next: match SETTERS.contains(&program) {
                true => Next::Name,
                false => Next::Plain,
            },
        }
    }

    /// What of the next word is a credential because of the words before it, or of the flag that it starts with.
    pub(crate) fn word(&mut self, word: &str) -> Option<Range<usize>> {
        // The shell reads a credential from what follows: a text, which still comes, or a file.
        if matches!(self.next, Next::Secret) && matches!(word, "<<<" | "<") {
            if word == "<" {
                self.next = Next::Plain;
            }
            return None;
        }
        let said = match self.next {
            // The argument of such a flag is missing if another flag follows.
            Next::Secret if !word.starts_with("--") => Some(0..word.len()),
            Next::Login => self.login(word, 0),
            Next::Behind(sign) => behind(word, 0, sign),
            _ => None,
        };
        let said = said.or_else(|| self.joined(word));
        if let Some(program) = program_at(word) {
            self.program = Some(program);
        }
        self.next = self.after(word);
        said
    }

    fn program(&self) -> &'static Program {
        self.program.map_or(&NEW, |at| &PROGRAMS[at])
    }

    fn joined(&self, word: &str) -> Option<Range<usize>> {
        let program = self.program();
        let mut flags = program.joined.iter();
        let flag = flags.find(|flag| word.starts_with(**flag) && word.len() > flag.len());
        if let Some(flag) = flag {
            return Some(flag.len()..word.len());
        }
        // A flag of one letter may have a sign behind it too.
        let mut flags = program.apart.iter();
        let value = flags.find_map(|flag| word.strip_prefix(flag)?.strip_prefix('='));
        if let Some(value) = value {
            return Some(word.len() - value.len()..word.len());
        }
        if program.slashed && !word.starts_with(['-', '/', '@', '\\']) {
            let start = word.find('/')? + 1;
            let end = word.rfind('@').filter(|at| *at > start);
            return Some(start..end.unwrap_or(word.len()));
        }
        let mut flags = program.behind.iter();
        let known = flags.find_map(|(flag, sign)| {
            let from = behind_flag(word, flag)?;
            behind(word, from, *sign)
        });
        let mut logins = LOGINS.iter();
        known.or_else(|| logins.find_map(|flag| self.login(word, behind_flag(word, flag)?)))
    }

    fn after(&self, word: &str) -> Next {
        let program = self.program();
        // `--header Authorization: value`, with a blank too many.
        let header = word
            .strip_suffix(':')
            .is_some_and(|name| name.bytes().all(is_name_byte) && names_secret(name));
        let last = || word.rsplit([':', '/']).next().unwrap_or_default();
        let is_option = word.starts_with(['-', '/']) && !word.starts_with("//");
        match self.next {
            Next::After(1) => return Next::Secret,
            Next::After(words) => return Next::After(words - 1),
            Next::Name if last().bytes().all(is_name_byte) && names_value(last()) => {
                return Next::Secret;
            }
            Next::Name if is_option && !is_flag(word) => return Next::Name,
            _ => {}
        }
        let mut behind = program.behind.iter();
        if program.apart.contains(&word) || header || is_flag(word) {
            Next::Secret
        } else if let Some((_, sign)) = behind.find(|(flag, _)| *flag == word) {
            Next::Behind(*sign)
        } else if program.third.contains(&word) {
            Next::After(2)
        } else if LOGINS.contains(&word) {
            Next::Login
        } else if SETTERS.contains(&word) {
            Next::Name
        } else {
            Next::Plain
        }
    }

    /// What is behind the colon of a login that starts at `from`. A user and a group are numbers.
    fn login(&self, word: &str, from: usize) -> Option<Range<usize>> {
        let (user, password) = word[from..].split_once(':')?;
        let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let group = number(password) && (number(user) || self.program().groups);
        let url = password.starts_with("//");
        (!group && !url).then(|| from + user.len() + 1..word.len())
    }
}

/// What is behind the first `sign` of what starts at `from`.
fn behind(word: &str, from: usize, sign: char) -> Option<Range<usize>> {
    let (before, _) = word[from..].split_once(sign)?;
    Some(from + before.len() + 1..word.len())
}

/// Where the argument starts that is in one word with its flag.
fn behind_flag(word: &str, flag: &str) -> Option<usize> {
    let rest = word.strip_prefix(flag)?;
    let rest = match flag.starts_with("--") {
        true => rest.strip_prefix('=')?,
        false => rest,
    };
    Some(word.len() - rest.len())
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
            (&["curl", "-u", "me:123"], "curl -u me:#"),
            (&["curl", "--user=me:123"], "curl --user=me:#"),
            (&["docker", "-u", "node:1000"], "docker -u node:1000"),
            (&["curl", "-E", "c.pem:s3"], "curl -E c.pem:#"),
            (&["curl", "-Ec.pem:s3"], "curl -Ec.pem:#"),
            (&["curl", "-b", "a=s3"], "curl -b a=#"),
            (&["curl", "-b", "jar.txt"], "curl -b jar.txt"),
            (&["smbclient", "-U", "me%s3"], "smbclient -U me%#"),
            (
                &["htpasswd", "-b", "file", "me", "s3"],
                "htpasswd -b file me #",
            ),
            (
                &["podman", "login", "-u=me", "-p=s3"],
                "podman login -u=me -p=#",
            ),
            (&["login", "me", "password", "s3"], "login me password #"),
            (&["setx", "API_TOKEN", "s3", "/M"], "setx API_TOKEN # /M"),
            (&["set", "-gx", "API_TOKEN", "s3"], "set -gx API_TOKEN #"),
            (
                &["npm", "config", "set", "//r.example/:_authToken", "s3"],
                "npm config set //r.example/:_authToken #",
            ),
            (
                &["Set-Item", "Env:API_TOKEN", "s3"],
                "Set-Item Env:API_TOKEN #",
            ),
            (&["set", "PORT", "80"], "set PORT 80"),
            (&["set", "the", "token", "here"], "set the token here"),
        ] {
            assert_eq!(shown(words), expected);
        }
    }
}
