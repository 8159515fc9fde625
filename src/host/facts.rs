//! What only the linter needs to know about a host.

use super::{Cost, Place};
use crate::diagnostic::Level;
use crate::model::Slot;
use crate::syntax::Node;

/// Facts about a host that decide what is worth saying about its files, and how bad it is.
#[derive(Debug)]
pub struct Facts {
    /// Files of the host that it does not read servers from, though people put them there.
    pub asides: &'static [Aside],
    /// Settings that trust or approve on behalf of everyone who has the file.
    pub trust: &'static [Trust],
    /// Fields that were taken away or renamed.
    pub retired: &'static [Retired],
    /// A file in the home folder in which the program notes servers that its user disabled, by name.
    pub enablement: Option<&'static str>,
    /// How to switch a server off, where its entry has no field for it.
    pub off: &'static str,
    /// It stands for no particular host, and takes whatever any of them writes.
    pub lenient: bool,
    /// Keys of the document that were taken away or moved.
    pub retired_keys: &'static [Retired],
    /// Slots in which `${X-d}`, defaults within defaults and `%X%` work as in a shell.
    pub shell_forms: &'static [Slot],
    /// Names of servers that it brings along or makes up, which no file has; `*` at the end stands for anything.
    pub brings: &'static [&'static str],
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
        enablement: None,
        off: "",
        lenient: false,
        retired_keys: &[],
        shell_forms: &[],
        brings: &[],
        own_env: None,
        redirects: &[],
    };

    /// Whether a field went away with nothing that it could say.
    pub(crate) fn implies(&self, field: &str) -> bool {
        let mut retired = self.retired.iter();
        retired.any(|retired| retired.implied && retired.field == field)
    }

    /// Whether a field went away, and the host refuses what has it.
    pub(crate) fn refuses(&self, field: &str) -> bool {
        let mut retired = self.retired.iter();
        retired.any(|retired| retired.cost != Cost::Ignored && retired.field == field)
    }
}

/// A file of a host that holds settings and no servers.
#[derive(Debug)]
pub struct Aside {
    /// Which files, and how they are read; its roots are where people put servers by mistake.
    pub place: Place,
    /// The file that servers belong in.
    pub instead: &'static str,
    /// It was seen not to read them, and is not just said to read others.
    pub sure: bool,
    /// Lists in it that name servers: their paths, and whether they hold permission rules (`mcp__server__tool`) and not
    /// plain names.
    pub names: &'static [(&'static [&'static str], bool)],
    /// Lists in it of servers of the project that the host skips.
    pub off: &'static [&'static [&'static str]],
    /// Lists in it of rules about all servers, by `serverName` or by what they start or connect to; whether they refuse
    /// servers, or are the only ones.
    pub rules: &'static [(&'static [&'static str], bool)],
}

impl Aside {
    /// The servers that the file stops: the items that name them, the names, and whether a rule refuses them.
    pub(crate) fn stopped<'n, 't>(
        &self,
        top: &'n Node<'t>,
    ) -> impl Iterator<Item = (&'n Node<'t>, &'n str, bool)> {
        let off = self.off.iter().filter_map(|path| top.at(path));
        let off = off.flat_map(Node::items);
        let off = off.filter_map(|item| Some((item, item.as_str()?, false)));
        let rules = self.rules.iter().filter(|(_, refuses)| *refuses);
        let rules = rules.filter_map(|(path, _)| top.at(path));
        let rules = rules.flat_map(Node::items);
        off.chain(rules.filter_map(|item| Some((item, refused_name(item)?, true))))
    }
}

/// The server that a rule names, if it goes by the name.
pub(crate) fn refused_name<'n>(rule: &'n Node<'_>) -> Option<&'n str> {
    rule.member("serverName")?.value.as_str()
}

/// A setting that gives something away.
#[derive(Debug)]
pub struct Trust {
    /// Where it is.
    pub path: &'static [&'static str],
    /// What it says.
    pub is: HostSetting,
    /// It only counts together with this one.
    pub with: Option<(&'static [&'static str], HostSetting)>,
    /// How bad that is in a shared file.
    pub level: Level,
    /// What it does, as the end of a sentence that starts with the setting.
    pub why: &'static str,
}

impl Trust {
    /// A setting that counts by itself.
    #[must_use]
    pub const fn new(
        path: &'static [&'static str],
        is: HostSetting,
        level: Level,
        why: &'static str,
    ) -> Self {
        Self {
            path,
            is,
            with: None,
            level,
            why,
        }
    }
}

/// What a setting says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostSetting {
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
    /// Versions before that one read the new name too, as something else.
    pub reread: bool,
    /// It only ever said what holds anyway.
    pub implied: bool,
}

impl Retired {
    /// A name that went away; `instead`, if there is one, has another form.
    #[must_use]
    pub const fn gone(
        field: &'static str,
        since: &'static str,
        instead: &'static str,
        cost: Cost,
    ) -> Self {
        Self {
            field,
            since,
            instead,
            cost,
            renamed: false,
            reread: false,
            implied: false,
        }
    }

    /// An old name that still works; `instead` means just the same.
    #[must_use]
    pub const fn renamed(field: &'static str, since: &'static str, instead: &'static str) -> Self {
        Self {
            field,
            since,
            instead,
            cost: Cost::Ignored,
            renamed: true,
            reread: false,
            implied: false,
        }
    }

    /// A name that went away with nothing that it could say.
    #[must_use]
    pub const fn implied(field: &'static str, since: &'static str) -> Self {
        Self {
            implied: true,
            ..Self::gone(field, since, "", Cost::Ignored)
        }
    }

    /// An old name that still works, and a new one that meant something else before.
    #[must_use]
    pub const fn reread(field: &'static str, since: &'static str, instead: &'static str) -> Self {
        Self {
            reread: true,
            ..Self::renamed(field, since, instead)
        }
    }
}
