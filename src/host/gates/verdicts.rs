//! Verdicts about tools, of which the last one that is about a tool counts.

use std::collections::{HashMap, HashSet};

use super::ReadGate;
use super::tools::{GateIds, GateItem};
use crate::glob;
use crate::host::GateKind;
use crate::host::lower::pair;
use crate::model::{Pair, Raw, Server, Slot, Template, Value};
use crate::syntax::{Span, Tree};

/// What may be done with a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ToolVerdict {
    Allow,
    Ask,
    Deny,
}

/// At most so many patterns of a server are compared with its other rules. Further ones are reported as limits.
const PATTERNS: usize = 64;

/// The verdicts about one server, in the order of the file.
struct Verdicts<'g, 'n, 't> {
    /// What holds for tools that no rule is about.
    rest: ToolVerdict,
    /// The rule behind that.
    whole: Option<&'g GateItem<'n, 't>>,
    /// Rules about one tool, and patterns that hide tools.
    tools: Vec<Rule<'g, 'n, 't>>,
    /// Patterns that no list can express.
    limits: Vec<&'g GateItem<'n, 't>>,
    /// Rules that give back some of what a pattern hides, which no list can express either.
    exceptions: Vec<&'g GateItem<'n, 't>>,
    /// Rules without an effect.
    implied: Vec<Span>,
    patterns: usize,
}

struct Rule<'g, 'n, 't> {
    said: &'g GateItem<'n, 't>,
    tool: &'g str,
    verdict: ToolVerdict,
}

/// Which tools of a server are meant.
enum Reach<'s> {
    All,
    Tool(&'s str),
    Some,
}

impl<'n, 't> ReadGate<'_, 'n, 't> {
    /// Puts verdicts about tools into the server; `rest` is what holds without any. The host adds those of another gate to
    /// these, `later`.
    pub(super) fn judge(
        &self,
        later: Option<&Self>,
        server: &mut Server,
        ids: &GateIds,
        rest: ToolVerdict,
    ) {
        // Servers of such a host have lists of patterns; elsewhere names in them are just names.
        let globs = matches!(self.found.kind, GateKind::Tools | GateKind::Permissions);
        let gate = |said: &GateItem<'_, '_>| match later {
            Some(later) if later.found.node.span.contains(said.node.span) => later,
            _ => self,
        };
        let mut overruled = Vec::new();
        let about = self.joined(later, ids, &mut overruled);
        server.implied.extend(overruled);
        let mut verdicts = Verdicts {
            rest,
            whole: None,
            tools: Vec::new(),
            limits: Vec::new(),
            exceptions: Vec::new(),
            implied: Vec::new(),
            patterns: 0,
        };
        for said in &about {
            if let Some(verdict) = gate(said).verdict(said, ids) {
                verdicts.add(said, ids, verdict, globs);
            }
        }
        verdicts.split_exceptions();
        let Verdicts {
            rest,
            whole,
            tools,
            limits,
            exceptions,
            implied,
            ..
        } = verdicts;
        server.implied.extend(implied);
        // One gate is one report, however many patterns it has.
        let (these, those): (Vec<_>, Vec<_>) = limits
            .iter()
            .copied()
            .partition(|said| std::ptr::eq(gate(said), self));
        for limits in [these, those] {
            if let [first, others @ ..] = &limits[..] {
                gate(first).limit(server, first);
                let others = others.iter().map(|said| (said.node.span, first.node.span));
                server.riders.extend(others);
            }
        }
        for said in exceptions {
            let value = Value::Raw(Raw::from_node(said.node));
            gate(said).entry(server, Slot::Native, said, value);
        }
        let of = |wanted: ToolVerdict| {
            let rules = tools.iter().filter(move |rule| rule.verdict == wanted);
            rules.map(|rule| {
                let tool = Template::literal(rule.tool, rule.said.node.span);
                (rule.said.key_span, tool)
            })
        };
        let pairs = |wanted: ToolVerdict, word: &'static str| {
            let rules = tools.iter().filter(move |rule| rule.verdict == wanted);
            rules.map(move |rule| {
                let span = rule.said.node.span;
                let word = Template::literal(word, span);
                pair(rule.tool, rule.said.key_span, word, span)
            })
        };
        // What is in one list is said in one place.
        let first = |wanted: &[ToolVerdict]| {
            let mut rules = tools.iter().filter(|rule| wanted.contains(&rule.verdict));
            rules.next().map_or(self, |rule| gate(rule.said))
        };
        let (allow, ask, deny) = (ToolVerdict::Allow, ToolVerdict::Ask, ToolVerdict::Deny);
        let mut approvals: Vec<Pair> = pairs(ToolVerdict::Ask, "ask").collect();
        let runs = of(ToolVerdict::Allow).chain(of(ToolVerdict::Ask));
        match rest {
            ToolVerdict::Deny => {
                let runs: Vec<_> = runs.collect();
                if !runs.is_empty() {
                    first(&[allow, ask]).list(server, Slot::AllowTools, runs);
                } else if limits.is_empty() {
                    // A pattern may let some of its tools through.
                    let said = whole.or(about.first().copied());
                    let by = said.map_or(self, |said| gate(said));
                    match said.filter(|_| globs) {
                        // It starts, and has no tools to offer (observed with opencode 1.18.33).
                        Some(said) => by.hide_all(server, said),
                        None => {
                            let span = said.map_or(self.found.node.span, |said| said.node.span);
                            by.disable(server, span);
                        }
                    }
                }
            }
            ToolVerdict::Ask => {
                first(&[deny]).list(server, Slot::DenyTools, of(deny).collect());
                approvals.extend(pairs(ToolVerdict::Allow, "allow"));
            }
            ToolVerdict::Allow => {
                first(&[deny]).list(server, Slot::DenyTools, of(deny).collect());
                let allowed = of(ToolVerdict::Allow).map(|(_, tool)| tool.span);
                server.implied.extend(allowed);
            }
        }
        let asking = match rest {
            ToolVerdict::Ask => first(&[ask, allow]),
            _ => first(&[ask]),
        };
        asking.approvals(server, approvals);
        if let (ToolVerdict::Ask, Some(said)) = (rest, whole) {
            let word = Template::literal("ask", said.node.span);
            gate(said).entry(server, Slot::DefaultApproval, said, Value::Text(word));
        }
    }

    /// What both gates say about the tools of a server, in the order of the host: what the later one says about a key of the
    /// earlier one stands in its place. Those without an effect are put aside.
    fn joined<'g>(
        &'g self,
        later: Option<&'g Self>,
        ids: &GateIds,
        overruled: &mut Vec<Span>,
    ) -> Vec<&'g GateItem<'n, 't>> {
        let about = self.about(ids);
        let Some(later) = later else {
            return about;
        };
        let added = later.about(ids);
        let by_text: HashMap<&str, &GateItem<'n, 't>> =
            added.iter().map(|said| (said.text, *said)).collect();
        let mut placed: HashSet<&str> = HashSet::new();
        let mut joined: Vec<&GateItem<'n, 't>> = about
            .into_iter()
            .map(|said| match by_text.get(said.text) {
                Some(instead) => {
                    overruled.push(said.node.span);
                    placed.insert(said.text);
                    *instead
                }
                None => said,
            })
            .collect();
        joined.extend(added.iter().filter(|said| !placed.contains(said.text)));
        joined
    }

    /// What a rule says.
    fn verdict(&self, said: &GateItem<'_, '_>, ids: &GateIds) -> Option<ToolVerdict> {
        match (self.found.kind, &said.node.value) {
            (GateKind::Tools, Tree::Bool(true)) | (GateKind::AllowTools, _) => {
                Some(ToolVerdict::Allow)
            }
            (GateKind::Tools, Tree::Bool(false)) | (GateKind::DenyTools, _) => {
                Some(ToolVerdict::Deny)
            }
            (GateKind::DenyIds, _) => said.tool(ids).map(|_| ToolVerdict::Deny),
            (GateKind::Permissions, Tree::String(word)) => match &**word {
                "allow" => Some(ToolVerdict::Allow),
                "ask" => Some(ToolVerdict::Ask),
                "deny" => Some(ToolVerdict::Deny),
                _ => None,
            },
            _ => None,
        }
    }
}

impl<'g, 'n, 't> Verdicts<'g, 'n, 't> {
    fn add(
        &mut self,
        said: &'g GateItem<'n, 't>,
        ids: &GateIds,
        verdict: ToolVerdict,
        globs: bool,
    ) {
        let globs = globs && verdict == ToolVerdict::Deny && self.patterns < PATTERNS;
        let pattern = said.is_pattern();
        match said.reach(ids, globs) {
            Reach::All => {
                let tools = self.tools.drain(..).map(|rule| rule.said.node.span);
                let others = self.limits.drain(..).chain(self.exceptions.drain(..));
                self.implied.extend(tools);
                self.implied.extend(others.map(|said| said.node.span));
                self.implied.push(said.node.span);
                (self.rest, self.whole, self.patterns) = (verdict, Some(said), 0);
            }
            Reach::Tool(tool) => {
                if pattern {
                    self.overrule(said, verdict);
                    self.patterns += 1;
                }
                self.tools.push(Rule {
                    said,
                    tool,
                    verdict,
                });
            }
            Reach::Some if verdict == self.rest && self.patterns < PATTERNS => {
                self.overrule(said, verdict);
                self.patterns += 1;
                // It may give back some of what a pattern before it hides.
                let mut patterns = self.tools.iter().filter(|rule| rule.said.is_pattern());
                if patterns.any(|rule| rule.said.may_share(said)) {
                    self.exceptions.push(said);
                } else {
                    self.implied.push(said.node.span);
                }
            }
            Reach::Some => self.limits.push(said),
        }
    }

    /// Forgets what was said before about the tools of a pattern.
    fn overrule(&mut self, pattern: &GateItem<'_, '_>, verdict: ToolVerdict) {
        let over = |rule: &mut Rule<'_, '_, '_>| {
            rule.verdict != verdict
                && !rule.said.is_pattern()
                && glob::fits(pattern.text, rule.said.text)
        };
        let over = self.tools.extract_if(.., over);
        self.implied.extend(over.map(|rule| rule.said.node.span));
    }

    /// Takes out the rules about one tool that a pattern before them hides.
    fn split_exceptions(&mut self) {
        if self.rest == ToolVerdict::Deny {
            return;
        }
        let mut hiding: Vec<&str> = Vec::new();
        let shown = |rule: &mut Rule<'g, 'n, 't>| {
            if rule.said.is_pattern() {
                hiding.push(rule.said.text);
                return false;
            }
            let mut hiding = hiding.iter();
            rule.verdict != ToolVerdict::Deny && hiding.any(|glob| glob::fits(glob, rule.said.text))
        };
        let shown = self.tools.extract_if(.., shown);
        self.exceptions.extend(shown.map(|rule| rule.said));
    }
}

impl GateItem<'_, '_> {
    fn is_pattern(&self) -> bool {
        self.plain != self.text
    }

    /// Whether a tool may fit both patterns, as far as the texts before their first marks tell.
    fn may_share(&self, other: &Self) -> bool {
        self.plain.starts_with(other.plain) || other.plain.starts_with(self.plain)
    }

    fn reach(&self, ids: &GateIds, globs: bool) -> Reach<'_> {
        match self.text.strip_prefix(&ids.start) {
            Some("*") => Reach::All,
            Some(tool) if globs || !self.is_pattern() => Reach::Tool(tool),
            None if self.is_open() || Some(self.text) == ids.alone() => Reach::All,
            _ => Reach::Some,
        }
    }
}
