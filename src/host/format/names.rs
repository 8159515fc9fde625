//! Which names a server may have.

use std::borrow::Cow;

use crate::host::Cost;
use crate::secret::veiled_name;

/// Which names a server may have.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// Characters besides letters and digits of ASCII; nothing if any character will do that is not banned.
    pub extra: Option<&'static str>,
    /// What no name may have in it.
    pub banned: Banned,
    /// The longest name.
    pub max: usize,
    /// Names the host keeps for itself.
    pub reserved: &'static [&'static str],
    /// The host cuts `-` and `_` off at both ends.
    pub trim: bool,
    /// What a name costs that is not allowed.
    pub invalid: Cost,
}

impl Names {
    /// Any name will do.
    pub const ANY: Self = Self {
        extra: None,
        banned: Banned::NOTHING,
        max: usize::MAX,
        reserved: &[],
        trim: false,
        invalid: Cost::Server,
    };

    /// Whether the host takes a character of a name.
    pub(crate) fn takes(&self, c: char) -> bool {
        let listed = self
            .extra
            .is_none_or(|extra| c.is_ascii_alphanumeric() || extra.contains(c));
        listed && !self.banned.chars.contains(c) && !(self.banned.control && c.is_control())
    }

    /// Whether the host takes `name` as it is.
    pub(crate) fn fits(&self, name: &str) -> bool {
        let some = !name.is_empty() || !self.has_rules();
        some && name.chars().count() <= self.max
            && name.chars().all(|c| self.takes(c))
            && self
                .banned
                .lone
                .is_none_or(|mark| name.is_empty() || name.split(mark).all(|part| !part.is_empty()))
    }

    /// The name itself if the host accepts it, else the nearest that it does.
    pub(crate) fn nearest(&self, name: &str) -> String {
        let nearest = self.fitted(name);
        // What has to be changed is made without the credential that somebody put there: it could no longer be told.
        if nearest != name
            && let Cow::Owned(covered) = veiled_name(name)
        {
            let rest = self.fitted(&covered.replace('*', ""));
            let rest = rest.trim_matches(['-', '_']);
            return self.fitted(if rest.is_empty() { "server" } else { rest });
        }
        nearest
    }

    fn fitted(&self, name: &str) -> String {
        let mut name: String = name
            .chars()
            .map(|c| if self.takes(c) { c } else { '-' })
            .collect();
        if let Some(mark) = self.banned.lone.filter(|_| !self.fits(&name)) {
            let parts: Vec<&str> = name.split(mark).filter(|part| !part.is_empty()).collect();
            name = parts.join(mark.encode_utf8(&mut [0; 4]));
        }
        if self.has_rules() && name.is_empty() {
            name.push_str("server");
        }
        if self.reserved.contains(&name.as_str()) {
            name.push_str("-mcp");
        }
        if self.trim {
            name = name.trim_matches(['-', '_']).to_owned();
            if name.is_empty() {
                name.push_str("server");
            }
        }
        name.truncate(name.floor_char_boundary(self.max));
        name
    }

    /// Whether there are rules about names at all, beyond reserved ones.
    pub(crate) fn has_rules(&self) -> bool {
        self.extra.is_some() || self.banned != Banned::NOTHING
    }
}

/// What no name may have in it, for hosts that list the exceptions and not the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Banned {
    /// These characters.
    pub chars: &'static str,
    /// Control characters.
    pub control: bool,
    /// This mark at either end, or twice in a row.
    pub lone: Option<char>,
}

impl Banned {
    /// Any character will do anywhere.
    pub const NOTHING: Self = Self {
        chars: "",
        control: false,
        lone: None,
    };
}
