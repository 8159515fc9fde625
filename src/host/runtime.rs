//! What a host does with a server at run time: what its process gets, how it is reached, and what its tools are
//! called.

use super::{Cost, On};
use crate::model::Slot;

/// Facts about the running host. They belong to the format, because a file that a host borrows from another may be treated
/// in another way than its own.
#[derive(Clone, Copy, Debug)]
pub struct Runtime {
    /// Which variables a process gets besides those of its `env`.
    pub inherit: Inherit,
    /// Where processes start, and what relative paths start from.
    pub folder: Folder,
    /// Which transport it tries when the one that is asked for does not answer.
    pub fallback: Fallback,
    /// Schemes of URLs that it supports besides those of HTTP.
    pub schemes: &'static [&'static str],
    /// It cuts an argument of a bridge at its spaces.
    pub splits_arguments: bool,
    /// What its tools are called.
    pub ids: ToolIds,
    /// Slots in which a leading `~` is the home folder, though it is no reference.
    pub tilde: &'static [Slot],
    /// Hosts in URLs of servers that it has built in, and whose entries it skips under any name.
    pub built_in_hosts: &'static [&'static str],
    /// Names that it keeps for itself unless the entry says how the server is reached.
    pub reserved_bare: &'static [&'static str],
    /// It reads strings as booleans and numbers where they spell one.
    pub coerces: bool,
    /// Of booleans it also reads words such as `yes` and `off`, in any case of their letters, and 0 and 1.
    pub flag_words: bool,
    /// It uses values of other types as JavaScript does: a field that is `null` is as good as none, what stands in a list
    /// becomes its text, as `null` does in a map, and the positions of a list are the names of a map.
    pub loose: bool,
    /// Of that, only the last: the positions of a list are the names of a map.
    pub positions: bool,
    /// Of that, only the second, where a list has scalars anyway.
    pub loose_lists: bool,
    /// Whatever stands in a map becomes its text.
    pub loose_maps: bool,
    /// A text in the place of a map is used as JavaScript uses it: its letters are the values, their positions the names.
    pub letters: bool,
    /// 0 and an empty text in the place of a boolean count as `false`; anything else that is none counts as `true`.
    pub zero_is_false: bool,
    /// Blanks around the value of a header are no part of it that HTTP takes.
    pub bare_headers: bool,
    /// A date without quotes is as good as its text.
    pub dates: bool,
    /// It refuses a timeout of 0.
    pub no_zero_time: bool,
    /// What two headers cost whose names differ in case only.
    pub equal_headers: Cost,
    /// Of two headers whose names differ in case only, both values are sent, with a comma between them.
    pub joins_headers: bool,
    /// What a header costs that HTTP does not take, where that is known.
    pub bad_header: Option<Cost>,
    /// Which characters the values of headers may have.
    pub header_text: HeaderText,
    /// The value of a header may have a DEL in it.
    pub takes_del: bool,
    /// Headers that it sets itself, in small letters, whatever an entry says.
    pub own_headers: &'static [&'static str],
    /// A variable or header called `__proto__` is lost, as it is in JavaScript.
    pub loses_proto: bool,
    /// A variable whose name has a `=` in it costs the server; elsewhere the process gets the name cut there.
    pub refuses_equals: bool,
    /// An entry may do nothing but enable or disable a server that is defined elsewhere.
    pub toggles: bool,
    /// Variables whose value of the entry is put behind the inherited one, and does not replace it.
    pub appends: &'static [&'static str],
    /// References outside of `env` find the variables of the entry's own `env` too, before any other.
    pub own_env: bool,
    /// `{{X}}` stands for the value under that key of the entry's own `env` or `headers`; without it, the server is skipped.
    pub own_templates: bool,
    /// Words in the names of variables, headers and `NAME=value` arguments without whose values the server is skipped: a
    /// reference to an empty variable there is as bad as one to an unset one.
    pub credentials: &'static [&'static str],
    /// Variables that an entry cannot set, in any case of their letters: the host skips them.
    pub unsettable: &'static [&'static str],
    /// Variables that it sets for every process, and that nobody else has.
    pub gives: &'static [&'static str],
    /// Processes get the host's own value of a variable, and what an entry sets only where the host has none.
    pub keeps_own_env: bool,
    /// Of servers with the same connection it knows the first only, whatever they are called.
    pub once: bool,
    /// Of these, variables or headers, one with an empty value is not there at all.
    pub drops_empty: &'static [Slot],
    /// A `cwd` of an entry has no effect unless it is an absolute path to a folder that is there.
    pub absolute_cwd: bool,
    /// The callback of OAuth may be just a host and a port.
    pub short_callback: bool,
    /// Where the field for OAuth is `true`, servers of these transports get no headers of their entry.
    pub oauth_or_headers: On,
    /// Lists of servers outside of their entries may have `*` and `?`.
    pub server_globs: bool,
    /// How the names of tools are meant in lists.
    pub matching: Matching,
    /// What stands in parentheses behind an allowed tool is no part of its name: `read(x)` is `read`.
    pub calls: bool,
    /// URLs with hosts of private networks are refused, and so are these names; one that starts with a dot is an ending.
    pub public_only: Option<&'static [&'static str]>,
    /// An empty list of the only tools there are hides nothing.
    pub empty_list_is_none: bool,
    /// Lists of tools are compared with ids, in which odd characters have been replaced.
    pub matches_ids: bool,
    /// It asks before a tool runs, unless something says otherwise.
    pub asks: bool,
    /// The field that names the environment a server runs in, and its word for the host's own. There, no variable can come
    /// from a remote one: the server is skipped.
    pub environment: Option<(&'static str, &'static str)>,
    /// The timeout of a call is also that of connecting.
    pub one_timeout: bool,
    /// On Windows, it starts scripts such as `npx.cmd` by their plain names, without `cmd /c` in front.
    pub resolves_shims: bool,
}

impl Runtime {
    /// Whether an entry can set the variable `name`.
    #[must_use]
    pub fn sets(&self, name: &str) -> bool {
        let mut refused = self.unsettable.iter();
        !refused.any(|refused| refused.eq_ignore_ascii_case(name))
    }

    /// Whether a key of this name gets lost.
    #[must_use]
    pub fn loses(&self, key: &str) -> bool {
        self.loses_proto && key == "__proto__"
    }

    /// Whether one of the words in `name`, divided by signs or capitals, is a word for a credential.
    #[must_use]
    pub fn is_credential(&self, name: &str) -> bool {
        let mut before = ' ';
        let divided: String = name
            .chars()
            .flat_map(|c| {
                let capital = c.is_ascii_uppercase()
                    && (before.is_ascii_lowercase() || before.is_ascii_digit());
                before = c;
                capital.then_some(' ').into_iter().chain([c])
            })
            .collect();
        let mut words = divided.split(|c: char| !c.is_ascii_alphanumeric());
        words.any(|word| {
            let mut known = self.credentials.iter();
            known.any(|known| known.eq_ignore_ascii_case(word))
        })
    }

    /// Whether an entry sets the variable `name` in vain, because every process has one of its own.
    #[must_use]
    pub fn keeps(&self, name: &str) -> bool {
        self.keeps_own_env && Inherit::SDK.passes(name)
    }

    /// Whether the host has a server at `url` built in, and skips an entry for it.
    #[must_use]
    pub fn has_built_in(&self, url: &str) -> bool {
        let authority = url.split("://").nth(1).unwrap_or(url);
        let host = authority.split(['/', ':', '?', '#']).next();
        let host = host.unwrap_or_default();
        let mut known = self.built_in_hosts.iter();
        known.any(|known| host.eq_ignore_ascii_case(known))
    }
}

/// Which characters the values of headers may have, where it is known what others cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderText {
    /// Any, as UTF-8.
    Any,
    /// Those of Latin-1, as `fetch` wants it.
    Latin,
    /// Those of ASCII.
    Ascii,
}

impl HeaderText {
    /// Whether a value has no other characters.
    #[must_use]
    pub fn takes(self, value: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Latin => value.chars().all(|c| u32::from(c) < 256),
            Self::Ascii => value.is_ascii(),
        }
    }
}

/// How the names of tools are meant in lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matching {
    /// As the very names.
    Exact,
    /// As the very names; `*` alone is all of them.
    ExactOrAll,
    /// With `*` and `?`.
    Glob,
    /// With `*` and `?`, or as a regular expression behind `re:`.
    GlobOrRegex,
}

impl Runtime {
    /// Processes inherit everything and start in the project; the transport is the one that is asked for.
    pub const NEW: Self = Self {
        inherit: Inherit::All,
        folder: Folder::Project,
        fallback: Fallback::None,
        schemes: &[],
        splits_arguments: false,
        ids: ToolIds::NEW,
        tilde: &[],
        built_in_hosts: &[],
        reserved_bare: &[],
        coerces: false,
        flag_words: false,
        loose: false,
        positions: false,
        loose_lists: false,
        loose_maps: false,
        letters: false,
        zero_is_false: false,
        bare_headers: false,
        dates: false,
        no_zero_time: false,
        equal_headers: Cost::Ignored,
        joins_headers: false,
        bad_header: None,
        header_text: HeaderText::Any,
        takes_del: false,
        own_headers: &[],
        loses_proto: false,
        refuses_equals: false,
        toggles: false,
        appends: &[],
        own_env: false,
        own_templates: false,
        credentials: &[],
        unsettable: &[],
        gives: &[],
        keeps_own_env: false,
        once: false,
        drops_empty: &[],
        absolute_cwd: false,
        short_callback: false,
        oauth_or_headers: On::NONE,
        server_globs: false,
        matching: Matching::Exact,
        calls: false,
        public_only: None,
        matches_ids: false,
        asks: false,
        environment: None,
        one_timeout: false,
        resolves_shims: false,
        empty_list_is_none: false,
    };
}

/// Which variables a process gets besides those of its `env`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inherit {
    /// All that the host has.
    All,
    /// All but those with one of these words in their names; the words are in capitals.
    Filtered(&'static [&'static str]),
    /// Only these.
    Few(&'static [&'static str]),
    /// Nobody has found out. As most hosts hand on all that they have, that is what is taken to happen, unless much would
    /// depend on it.
    Unknown,
}

impl Inherit {
    /// What the SDK for servers passes on by default, on systems other than Windows.
    pub const SDK: Self = Self::Few(&["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"]);

    /// Whether a process gets the variable `name` if the host has it.
    #[must_use]
    pub fn passes(self, name: &str) -> bool {
        match self {
            Self::All | Self::Unknown => true,
            Self::Filtered(words) => {
                let name = name.to_ascii_uppercase();
                !words.iter().any(|word| name.contains(word))
            }
            Self::Few(names) => names.contains(&name),
        }
    }

    /// The same where it must be known.
    #[must_use]
    pub fn surely_passes(self, name: &str) -> bool {
        self != Self::Unknown && self.passes(name)
    }
}

/// Where a process starts when its entry does not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folder {
    /// In the project's folder.
    Project,
    /// In the root of the file system.
    Root,
    /// Somewhere else, in words that follow "starts servers in".
    Elsewhere(&'static str),
    /// Nobody has found out.
    Unknown,
}

impl Folder {
    /// In words, if it is known to be another than the project's.
    #[must_use]
    pub fn outside(self) -> Option<&'static str> {
        match self {
            Self::Project | Self::Unknown => None,
            Self::Root => Some("the root of the file system"),
            Self::Elsewhere(words) => Some(words),
        }
    }
}

/// Which transport of a URL is tried after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// None: only the one that is asked for.
    None,
    /// SSE, after streamable HTTP.
    ToSse,
    /// The same, but only where no transport is named.
    Unsaid,
    /// Whichever of the two answers.
    Either,
}

/// Under which ids the tools of a server appear.
#[derive(Clone, Copy, Debug)]
pub struct ToolIds {
    /// What becomes of a server's name, where two of them may become one.
    pub names: Option<Ids>,
    /// A mark in a server's name that makes ids ambiguous.
    pub ambiguous: &'static str,
    /// The longest id.
    pub longest: usize,
    /// What stands before and after the server's name in lists of tools outside of entries.
    pub listed: (&'static str, &'static str),
    /// In lists of tools that may be used, `*` stands for those of a server behind its part of an id, or for all.
    pub everything: bool,
    /// In them a server's part of an id, without what stands behind it, stands for all of its tools.
    pub alone: bool,
    /// In them the server's name stands behind the tool's: `tool_server`.
    pub behind: bool,
    /// What becomes of longer ones.
    pub beyond: &'static str,
    /// How much of an id is neither the server's name nor the tool's.
    pub extra: usize,
    /// Server names longer than this leave too little room for those of tools.
    pub long_name: usize,
}

impl ToolIds {
    /// `mcp__server__tool`, in at most 64 characters.
    pub const NEW: Self = Self {
        names: None,
        ambiguous: "__",
        longest: 64,
        listed: ("", "_"),
        everything: false,
        alone: false,
        behind: false,
        beyond: "are refused or hidden",
        extra: 7,
        long_name: 40,
    };
}

/// How the name of a server becomes part of an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ids {
    /// All characters stay, but for the case of letters.
    pub every: bool,
    /// Characters that stay, besides the letters and digits of ASCII.
    pub keeps: &'static str,
    /// What stands for all others.
    pub other: char,
    /// Only white space becomes that one, however much of it; all others are dropped.
    pub drops: bool,
    /// Characters outside of ASCII are dropped.
    pub ascii: bool,
    /// What is longer than this is cut off.
    pub longest: usize,
    /// White space is dropped.
    pub unspaced: bool,
    /// Several of one of these in a row become one.
    pub single: &'static str,
    /// An id that starts with neither a letter nor `_` gets the other one in front.
    pub lead: bool,
    /// Capitals become small.
    pub lower: bool,
    /// Digits stay too.
    pub digits: bool,
    /// Several of the other one in a row become one.
    pub collapse: bool,
    /// Characters that are cut off at both ends.
    pub trim: &'static str,
    /// What two equal ids cost.
    pub cost: Cost,
    /// They are one server then, the later one; where this is not known, both are taken to run.
    pub replaces: bool,
    /// Only the first of them is used, and the host disables the others.
    pub first: bool,
}

impl Ids {
    /// Letters, digits, `_` and `-` stay, and one of two equal servers is lost.
    pub const PLAIN: Self = Self {
        every: false,
        keeps: "_-",
        other: '_',
        drops: false,
        ascii: false,
        longest: usize::MAX,
        unspaced: false,
        single: "",
        lead: false,
        lower: false,
        digits: true,
        collapse: false,
        trim: "",
        cost: Cost::Server,
        replaces: false,
        first: false,
    };

    /// Names that differ only in the case of their letters are one, and the first server counts.
    pub const CASELESS: Self = Self {
        every: true,
        lower: true,
        first: true,
        ..Self::PLAIN
    };

    /// What becomes of a name.
    #[must_use]
    pub fn id(&self, name: &str) -> String {
        if self.every {
            return name.to_lowercase();
        }
        let mut id = String::with_capacity(name.len());
        let mut blank = false;
        for c in name.chars() {
            if self.unspaced && c.is_whitespace() || self.ascii && !c.is_ascii() {
                continue;
            }
            if self.drops {
                let again = std::mem::replace(&mut blank, c.is_whitespace()) && blank;
                let stays = c.is_ascii_alphanumeric() || self.keeps.contains(c);
                if again || !stays && !blank {
                    continue;
                }
            }
            let c = if self.lower {
                c.to_ascii_lowercase()
            } else {
                c
            };
            let stays = c.is_ascii_alphabetic()
                || c.is_ascii_digit() && self.digits
                || self.keeps.contains(c);
            let c = if stays { c } else { self.other };
            let once = self.collapse && c == self.other || self.single.contains(c);
            if !(once && id.ends_with(c)) {
                id.push(c);
            }
        }
        if self.lead && id.starts_with(|c: char| !c.is_ascii_alphabetic() && c != '_') {
            id.insert(0, self.other);
        }
        if let Some((end, _)) = id.char_indices().nth(self.longest) {
            id.truncate(end);
        }
        let inner = id.trim_matches(|c| self.trim.contains(c));
        if inner.len() < id.len() {
            inner.to_owned()
        } else {
            id
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_ids() {
        assert_eq!(Ids::PLAIN.id("my server.é-1"), "my_server__-1");
        let strict = Ids {
            keeps: "_",
            lower: true,
            digits: false,
            collapse: true,
            ..Ids::PLAIN
        };
        assert_eq!(strict.id("My-.Server_2"), "my_server_");
        assert_eq!(
            Ids {
                trim: "_-",
                ..Ids::PLAIN
            }
            .id("-a b-"),
            "a_b"
        );
    }

    #[test]
    fn ids_may_be_cut() {
        let ids = Ids {
            longest: 3,
            ..Ids::PLAIN
        };
        assert_eq!((ids.id("abcd"), ids.id("ab")), ("abc".into(), "ab".into()));
    }

    #[test]
    fn ids_may_be_of_ascii_alone() {
        let ids = Ids {
            other: '-',
            ascii: true,
            ..Ids::PLAIN
        };
        assert_eq!(ids.id("caf\u{e9} a.b"), "caf-a-b");
    }

    #[test]
    fn ids_may_drop_characters() {
        let ids = Ids {
            drops: true,
            single: "-",
            lead: true,
            ..Ids::PLAIN
        };
        assert_eq!(ids.id("my  server.io"), "my_serverio");
        assert_eq!(ids.id("a.b"), ids.id("ab"));
        assert_eq!(ids.id("a---b_ c"), "a-b__c");
        assert_eq!(ids.id("7zip"), "_7zip");
        assert_eq!(ids.id("-x"), "_-x");
        assert_eq!(ids.id("\u{e9}"), "");
    }
}
