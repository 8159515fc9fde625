//! Which tools of a server can be used, and which run without asking: predicates on a tool's name.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::glob;
use crate::host::{Format, Ids, Matching};
use crate::model::{Server, Slot, Template};
use crate::order::Order as _;

/// What a host lets a server's tools do.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    /// What the host makes of a tool's name before it looks for it.
    pub ids: Option<Ids>,
    /// The only ones there are, if there is such a list; an empty one hides all.
    pub allow: Option<Vec<Pattern>>,
    /// Those that are hidden in any case.
    pub deny: Vec<Pattern>,
    /// Those that run without asking, and those that ask although the others do not.
    pub approvals: Vec<(Pattern, bool)>,
    /// Whether the rest runs without asking, where the entry says so.
    pub all_approved: Option<bool>,
}

/// How a name is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// This very name.
    Exact(String),
    /// `*` and `?` stand for anything and any one character.
    Glob(String),
    /// A regular expression, which is not looked into here.
    Regex(String),
}

impl Pattern {
    /// The text of a list's item, as the host takes it.
    #[must_use]
    pub fn new(matching: Matching, text: &str) -> Self {
        match matching {
            Matching::Exact => Self::Exact(text.to_owned()),
            Matching::ExactOrAll if text == "*" => Self::Glob(text.to_owned()),
            Matching::GlobOrRegex if text.starts_with("re:") => Self::Regex(text[3..].to_owned()),
            Matching::Glob | Matching::GlobOrRegex if text.contains(['*', '?']) => {
                Self::Glob(text.to_owned())
            }
            _ => Self::Exact(text.to_owned()),
        }
    }

    /// Whether it is about this tool; nothing where only the host can tell.
    #[must_use]
    pub fn matches(&self, tool: &str) -> Option<bool> {
        match self {
            Self::Exact(name) => Some(name == tool),
            Self::Glob(glob) => Some(glob::fits(glob, tool)),
            Self::Regex(_) => None,
        }
    }

    /// Whether it is about every tool.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        matches!(self, Self::Glob(glob) if glob.bytes().all(|c| c == b'*'))
    }

    /// A name that it is surely about.
    fn sample(&self) -> Option<String> {
        match self {
            Self::Exact(name) => Some(name.clone()),
            Self::Glob(glob) => Some(glob.replace('*', "xyz").replace('?', "x")),
            Self::Regex(_) => None,
        }
    }
}

impl Tools {
    /// What the entry and its gates say, in the terms of `format`.
    #[must_use]
    pub fn of(format: &Format, server: &Server) -> Self {
        let matching = format.runtime.matching;
        let list = |slot| server.entry(slot)?.value.as_list();
        let patterns = |items: &[Template]| -> Vec<Pattern> {
            items
                .iter()
                .map(|item| Pattern::new(matching, item.as_literal().unwrap_or_default()))
                .collect()
        };
        let word = |text: &Template| text.as_literal() == Some("allow");
        let approvals = server.map(Slot::Approvals).iter();
        let approvals = approvals
            .filter_map(|pair| Some((Pattern::Exact(pair.key.clone()), word(pair.value.as_ref()?))))
            .collect();
        let all_approved = server.text(Slot::DefaultApproval).map(word);
        Self {
            ids: format
                .runtime
                .ids
                .names
                .filter(|_| format.runtime.matches_ids),
            allow: list(Slot::AllowTools)
                .filter(|items| !(items.is_empty() && format.runtime.empty_list_is_none))
                .map(patterns),
            deny: list(Slot::DenyTools).map(patterns).unwrap_or_default(),
            approvals,
            all_approved,
        }
    }

    /// Whether a tool can be used; nothing where only the host can tell.
    #[must_use]
    pub fn visible(&self, tool: &str) -> Option<bool> {
        self.sight().sees(tool)
    }

    /// Whether no tool is left.
    pub(super) fn hides_all(&self) -> bool {
        let sight = self.sight();
        let hidden = |pattern: &Pattern| match pattern {
            Pattern::Exact(name) => sight.sees(name) == Some(false),
            Pattern::Glob(_) => self.deny.contains(pattern),
            Pattern::Regex(_) => false,
        };
        let allow = self.allow.as_ref();
        allow.is_some_and(|allow| allow.iter().all(hidden))
            || self.deny.iter().any(Pattern::is_everything)
    }

    /// The same for many tools: the lists are looked through once.
    pub(crate) fn sight(&self) -> Sight<'_> {
        Sight {
            ids: self.ids,
            allow: self.allow.as_deref().map(Names::new),
            deny: Names::new(&self.deny),
        }
    }

    /// Whether a tool runs without asking, as far as the entry says so.
    #[must_use]
    pub fn approved(&self, tool: &str) -> bool {
        self.rulings().approves(tool)
    }

    fn rulings(&self) -> Rulings<'_> {
        let mut exact = HashMap::new();
        let mut others = Vec::new();
        for (at, (pattern, allowed)) in self.approvals.iter().enumerate() {
            match pattern {
                Pattern::Exact(name) => {
                    exact.entry(name.as_str()).or_insert((at, *allowed));
                }
                other => others.push((at, other, *allowed)),
            }
        }
        Rulings {
            exact,
            others,
            rest: self.all_approved == Some(true),
        }
    }

    /// Whether both let the same tools be seen.
    #[must_use]
    pub fn same_visible(&self, other: &Self) -> bool {
        let regexes = |tools: &Self| -> Vec<Pattern> {
            let all = tools.allow.iter().flatten().chain(&tools.deny);
            all.filter(|pattern| matches!(pattern, Pattern::Regex(_)))
                .cloned()
                .collect()
        };
        if self.ids == other.ids && self.allow == other.allow && self.deny == other.deny {
            return true;
        }
        let (own, its) = (self.sight(), other.sight());
        regexes(self) == regexes(other)
            && self
                .samples(other)
                .iter()
                .all(|tool| own.sees(tool) == its.sees(tool))
    }

    /// Whether both let the same tools run without asking.
    #[must_use]
    pub fn same_approved(&self, other: &Self) -> bool {
        let (own, its) = (self.rulings(), other.rulings());
        self.samples(other)
            .iter()
            .all(|tool| own.approves(tool) == its.approves(tool))
    }

    /// Names by which two sets can be told apart: those that either speaks of, and some that none does. A name that is only
    /// what a host makes of another one (`repo_delete` of `repo.delete`) is that one.
    fn samples(&self, other: &Self) -> Vec<String> {
        let of = |tools: &Self| -> Vec<String> {
            let lists = tools.allow.iter().flatten().chain(&tools.deny);
            let approvals = tools.approvals.iter().map(|(pattern, _)| pattern);
            lists.chain(approvals).filter_map(Pattern::sample).collect()
        };
        let mut names = of(self);
        names.extend(of(other));
        names.extend(["q", "any_other_tool"].map(str::to_owned));
        names.order();
        names.dedup();
        let all = self.ids.into_iter().chain(other.ids);
        let made: HashSet<String> = all
            .flat_map(|ids| names.iter().map(move |name| (name, ids.id(name))))
            .filter(|(name, id)| *name != id)
            .map(|(_, id)| id)
            .collect();
        names.retain(|name| !made.contains(name));
        names
    }
}

/// A list of patterns, in which a name is not looked for among all others.
struct Names<'t> {
    exact: HashSet<&'t str>,
    others: Vec<&'t Pattern>,
}

impl<'t> Names<'t> {
    fn new(list: &'t [Pattern]) -> Self {
        let mut names = Self {
            exact: HashSet::new(),
            others: Vec::new(),
        };
        for pattern in list {
            match pattern {
                Pattern::Exact(name) => {
                    names.exact.insert(name);
                }
                other => names.others.push(other),
            }
        }
        names
    }

    /// Whether one of them is about this tool; nothing where only the host can tell.
    fn has(&self, tool: &str) -> Option<bool> {
        if self.exact.contains(tool) {
            return Some(true);
        }
        let mut unknown = false;
        for pattern in &self.others {
            match pattern.matches(tool) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => unknown = true,
            }
        }
        if unknown { None } else { Some(false) }
    }
}

/// Which tools can be used.
pub(crate) struct Sight<'t> {
    ids: Option<Ids>,
    allow: Option<Names<'t>>,
    deny: Names<'t>,
}

impl Sight<'_> {
    pub(crate) fn sees(&self, tool: &str) -> Option<bool> {
        let tool = &*self
            .ids
            .map_or(Cow::Borrowed(tool), |ids| Cow::Owned(ids.id(tool)));
        let allowed = self.allow.as_ref().map(|names| names.has(tool));
        match (allowed, self.deny.has(tool)) {
            (_, Some(true)) | (Some(Some(false)), _) => Some(false),
            (Some(None), _) | (_, None) => None,
            _ => Some(true),
        }
    }
}

/// Which tools run without asking: the first word about a tool counts.
struct Rulings<'t> {
    exact: HashMap<&'t str, (usize, bool)>,
    others: Vec<(usize, &'t Pattern, bool)>,
    rest: bool,
}

impl Rulings<'_> {
    fn approves(&self, tool: &str) -> bool {
        let named = self.exact.get(tool).copied();
        let mut others = self.others.iter();
        let fits = others.find(|(_, pattern, _)| pattern.matches(tool) == Some(true));
        let fits = fits.map(|(at, _, allowed)| (*at, *allowed));
        let first = named.into_iter().chain(fits).min_by_key(|(at, _)| *at);
        first.map_or(self.rest, |(_, allowed)| allowed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_match_as_people_expect() {
        let matches = |glob: &str, name: &str| Pattern::Glob(glob.to_owned()).matches(name);
        for (glob, name, is) in [
            ("delete_*", "delete_all", true),
            ("delete_*", "undelete_all", false),
            ("*", "", true),
            ("a*b*c", "aXbYc", true),
            ("a*b*c", "aXbY", false),
            ("?x", "ax", true),
            ("?x", "x", false),
        ] {
            assert_eq!(matches(glob, name), Some(is), "{glob} {name}");
        }
    }

    #[test]
    fn an_empty_list_of_the_only_tools_hides_all_of_them() {
        let none = Tools {
            allow: Some(Vec::new()),
            ..Tools::default()
        };
        assert_eq!(none.visible("x"), Some(false));
        assert!(!none.same_visible(&Tools::default()));
    }

    #[test]
    fn a_star_is_every_tool_only_where_it_stands_alone() {
        let of = |text| Pattern::new(Matching::ExactOrAll, text);
        assert!(of("*").is_everything());
        assert_eq!(of("get_*"), Pattern::Exact("get_*".to_owned()));
        assert!(!Pattern::new(Matching::Exact, "*").is_everything());
    }

    #[test]
    fn a_pattern_is_not_the_name_it_looks_like() {
        let glob = Tools {
            deny: vec![Pattern::Glob("a*".to_owned())],
            ..Tools::default()
        };
        let name = Tools {
            deny: vec![Pattern::Exact("a*".to_owned())],
            ..Tools::default()
        };
        assert!(!glob.same_visible(&name));
    }
}
