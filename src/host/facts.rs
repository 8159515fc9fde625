//! What only the linter needs to know about a host.

use super::{Cost, Place};
use crate::diagnostic::Level;

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
    /// How to switch a server off, where its entry has no field for it.
    pub off: &'static str,
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
        off: "",
        own_env: None,
        redirects: &[],
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
