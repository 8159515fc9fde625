//! What only the linter needs to know about a host.

use super::{Cost, Place};
use crate::diagnostic::Level;
use crate::model::Slot;

/// Facts about a host that decide what is worth saying about its files, and how bad it is.
#[derive(Debug)]
pub struct Facts {
    /// Files of the host that it does not read servers from, though people put them there.
    pub asides: &'static [Aside],
    /// Settings that trust or approve on behalf of everyone who has the file.
    pub trust: &'static [Trust],
    /// Fields that were taken away or renamed.
    pub retired: &'static [Retired],
    /// Where relative paths of servers start from, where that is not the project's folder.
    pub start: Option<&'static str>,
    /// It cuts an argument of a bridge at its spaces.
    pub splits_arguments: bool,
    /// What a name it does not allow costs.
    pub invalid_name: Cost,
    /// A mark in a name that makes the ids of tools ambiguous.
    pub ambiguous_name: &'static str,
    /// Names longer than this leave too little room for those of tools.
    pub long_name: usize,
    /// Variables that child processes get in any case, where they do not get all.
    pub passes: &'static [&'static str],
    /// Parts of names of variables that child processes do not get, where they get the others; in capitals.
    pub withholds: &'static [&'static str],
    /// How to switch a server off, where its entry has no field for it.
    pub off: &'static str,
    /// It stands for no particular host, and takes whatever any of them writes.
    pub lenient: bool,
    /// Objects that it takes only with this field in them.
    pub whole: &'static [(&'static str, &'static str)],
    /// Switches that it only knows in the inner map of servers.
    pub inner_switches: &'static [&'static str],
    /// An entry may do nothing but switch a server that is defined elsewhere.
    pub toggles: bool,
    /// Words in place of a transport that say that the server is defined elsewhere.
    pub reference_tags: &'static [&'static str],
    /// Fields that say that the server is defined elsewhere.
    pub reference_fields: &'static [&'static str],
    /// Which transport it tries when the one that is asked for does not answer.
    pub fallback: Fallback,
    /// Schemes of addresses that it takes besides those of HTTP.
    pub schemes: &'static [&'static str],
    /// What a field of another transport costs, where that is not what the others cost.
    pub crossing: &'static [(&'static str, Cost)],
    /// Lists with what they hold by default; written out, that changes nothing.
    pub defaults: &'static [(&'static str, &'static [&'static str])],
    /// Names that it keeps for itself unless the entry says how the server is reached.
    pub reserved_bare: &'static [&'static str],
    /// Hosts of servers that it has built in, and whose entries it drops under any name.
    pub built_in_hosts: &'static [&'static str],
    /// What it makes of names, where two of them may become one.
    pub ids: Option<Ids>,
    /// The longest name of a tool with that of its server and what stands between them.
    pub tool_id: usize,
    /// How much of that is neither.
    pub tool_id_extra: usize,
    /// Keys of the document that were taken away or moved.
    pub retired_keys: &'static [Retired],
    /// It has announced that the older transport goes.
    pub sse_ends: bool,
    /// Slots in which `${X-d}`, defaults within defaults and `%X%` work as in a shell.
    pub shell_forms: &'static [Slot],
    /// Slots in which a leading `~` is the home folder, though it is no reference.
    pub tilde: &'static [Slot],
    /// How its files are laid over each other.
    pub layers: Layers,
    /// Names of servers that it brings along or makes up, which no file has; `*` at the end stands for anything.
    pub brings: &'static [&'static str],
    /// It takes strings for booleans and numbers where they say one.
    pub coerces: bool,
    /// It refuses a time of 0.
    pub no_zero_time: bool,
    /// What two headers cost whose names differ in case only.
    pub equal_headers: Cost,
    /// Objects inside a server in which a key that it does not know spoils the server, each with the keys of those that are
    /// no fields in its table.
    pub closed: &'static [(&'static str, &'static [&'static str])],
    /// Objects inside a server, each with the fields that may not stand beside it.
    pub excludes: &'static [(&'static str, &'static [&'static str])],
    /// Where its settings set variables for itself and for all that it starts.
    pub own_env: Option<&'static [&'static str]>,
    /// Which of those variables say where it sends what it is told.
    pub redirects: &'static [&'static str],
}

impl Facts {
    /// Nothing special.
    pub const NONE: Self = Self {
        asides: &[],
        trust: &[],
        retired: &[],
        start: None,
        splits_arguments: false,
        invalid_name: Cost::Server,
        ambiguous_name: "__",
        long_name: 40,
        passes: &[],
        withholds: &[],
        off: "",
        lenient: false,
        whole: &[],
        inner_switches: &[],
        toggles: false,
        reference_tags: &[],
        reference_fields: &[],
        fallback: Fallback::None,
        schemes: &[],
        crossing: &[],
        defaults: &[],
        reserved_bare: &[],
        built_in_hosts: &[],
        ids: None,
        tool_id: 64,
        tool_id_extra: 7,
        retired_keys: &[],
        sse_ends: false,
        shell_forms: &[],
        tilde: &[],
        layers: Layers::ONE,
        brings: &[],
        coerces: false,
        no_zero_time: false,
        equal_headers: Cost::Ignored,
        closed: &[],
        excludes: &[],
        own_env: None,
        redirects: &[],
    };
}

/// How the files of a host are laid over each other. A project's file beats its user's everywhere.
#[derive(Debug)]
pub struct Layers {
    /// The files of the folders above are read too, and the nearest wins.
    pub parents: bool,
    /// Entries of the same name are merged field by field, and not replaced as a whole.
    pub merged: bool,
    /// Names of files beside which no other file of the host is read.
    pub alone: &'static [&'static str],
}

impl Layers {
    /// One file for the project, one for the user, and entries are replaced.
    pub const ONE: Self = Self {
        parents: false,
        merged: false,
        alone: &[],
    };
}

/// A file of a host that holds settings and no servers.
#[derive(Debug)]
pub struct Aside {
    /// Which files, and how they are read; its roots are where people put servers by mistake.
    pub place: Place,
    /// The file that servers belong in.
    pub instead: &'static str,
    /// Lists in it that name servers: their paths, and whether they hold permission rules (`mcp__server__tool`) and not
    /// plain names.
    pub names: &'static [(&'static [&'static str], bool)],
}

/// A setting that gives something away.
#[derive(Debug)]
pub struct Trust {
    /// Where it is.
    pub path: &'static [&'static str],
    /// What it says.
    pub is: Setting,
    /// It only counts together with this one.
    pub with: Option<(&'static [&'static str], Setting)>,
    /// How bad that is in a shared file.
    pub level: Level,
    /// What it does, as the end of a sentence that starts with the setting.
    pub why: &'static str,
}

/// What a setting says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// Yes.
    True,
    /// No.
    False,
    /// This word.
    Word(&'static str),
    /// A list or map with something in it.
    Filled,
}

/// A field that is no longer to be used.
#[derive(Debug)]
pub struct Retired {
    /// Its name.
    pub field: &'static str,
    /// Since when.
    pub since: &'static str,
    /// What to write.
    pub instead: &'static str,
    /// What it costs to go on using it.
    pub cost: Cost,
    /// The new name means just the same.
    pub renamed: bool,
}

/// Which transport of an address is tried after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// None: it speaks what it is told to.
    None,
    /// The older one, after streamable HTTP.
    ToSse,
    /// Whichever of the two answers.
    Either,
}

/// How the name of a server becomes part of an id.
#[derive(Clone, Copy, Debug)]
pub struct Ids {
    /// Characters that stay, besides the letters and digits of ASCII.
    pub keeps: &'static str,
    /// What stands for all others.
    pub other: char,
    /// Capitals become small.
    pub lower: bool,
    /// Digits stay too.
    pub digits: bool,
    /// Several of the other one in a row become one.
    pub collapse: bool,
    /// Dashes and underscores are cut off at both ends.
    pub trim: bool,
    /// What two equal ids cost.
    pub cost: Cost,
}

impl Ids {
    /// Letters, digits, `_` and `-` stay, and one of two equal servers is lost.
    pub const PLAIN: Self = Self {
        keeps: "_-",
        other: '_',
        lower: false,
        digits: true,
        collapse: false,
        trim: false,
        cost: Cost::Server,
    };

    /// What becomes of a name.
    #[must_use]
    pub fn id(&self, name: &str) -> String {
        let mut id = String::with_capacity(name.len());
        for c in name.chars() {
            let c = if self.lower {
                c.to_ascii_lowercase()
            } else {
                c
            };
            let stays = c.is_ascii_alphabetic()
                || c.is_ascii_digit() && self.digits
                || self.keeps.contains(c);
            let c = if stays { c } else { self.other };
            if !(self.collapse && c == self.other && id.ends_with(c)) {
                id.push(c);
            }
        }
        if self.trim {
            id.trim_matches(['_', '-']).to_owned()
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
                trim: true,
                ..Ids::PLAIN
            }
            .id("-a b-"),
            "a_b"
        );
    }
}
