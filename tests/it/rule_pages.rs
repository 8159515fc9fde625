//! The examples on the rules' pages are run: what is wrong must be found, what is right must not, and what is fixed is
//! what the repair makes of what was wrong just before.

use std::fmt::Write as _;

use mcpconv::hosts::{HOSTS, by_name};
use mcpconv::internals::host::{Scope, aside_at, owner, place_at};
use mcpconv::lint::{Finding, RULES, Rule, Safety, Subject, lint, project, repair};

use crate::support;
use crate::support::made_up::fill;

/// What an example is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Wrong,
    Right,
    Fixed(Safety),
}

/// A code block of a page. Its attributes: `file=PATH`, `host=ID`, `scope=user`, `level=info`, `variant=NAME`.
#[derive(Clone, Debug)]
struct Block {
    attributes: Vec<(String, String)>,
    text: String,
}

impl Block {
    fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    fn subject(&self, source: usize) -> Subject<'_> {
        let path = self.attribute("file").expect("an example names its file");
        let at = std::path::Path::new(path);
        let host = self
            .attribute("host")
            .map(|id| by_name(id).unwrap_or_else(|| panic!("there is no host {id}")));
        let aside = host.is_none().then(|| aside_at(HOSTS, at)).flatten();
        let host = host
            .or(aside.map(|(host, _)| host))
            .or_else(|| owner(HOSTS, at))
            .unwrap_or_else(|| panic!("{path} is no host's file"));
        let place = aside.map_or_else(
            || place_at(host, at).unwrap_or(&host.places[0]),
            |(_, aside)| &aside.place,
        );
        let scope = match self.attribute("scope") {
            Some("user") => Scope::User,
            Some("project") => Scope::Project,
            _ => place.scope,
        };
        let (text, bom) = self
            .text
            .strip_prefix('\u{feff}')
            .map_or((self.text.as_str(), false), |text| (text, true));
        let aside = aside.map(|(_, aside)| aside);
        Subject {
            source,
            bom,
            scope,
            ..support::subject(path, text, host, place, aside)
        }
    }
}

/// The examples of a page: blocks that follow each other without a word between them belong together.
fn examples(page: &str) -> Vec<(Role, Vec<Block>)> {
    let mut examples: Vec<(Role, Vec<Block>)> = Vec::new();
    let (mut role, mut fresh) = (None, true);
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line
            .strip_prefix("```")
            .filter(|info| info.contains("file="))
        {
            let attributes = info
                .split_whitespace()
                .filter_map(|word| word.split_once('='))
                .map(|(name, value)| (name.to_owned(), value.to_owned()));
            let mut text = String::new();
            for line in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                let _ = writeln!(text, "{line}");
            }
            let text = fill(&text);
            let block = Block {
                attributes: attributes.collect(),
                text,
            };
            let role = role.expect("a word such as `Wrong:` stands before an example");
            match examples.last_mut() {
                Some((_, blocks)) if !fresh => blocks.push(block),
                _ => examples.push((role, vec![block])),
            }
            fresh = false;
        } else if !line.trim().is_empty() {
            fresh = true;
            role = match line.split([' ', ',', ':']).next() {
                Some("Wrong") => Some(Role::Wrong),
                Some("Right") => Some(Role::Right),
                Some("Fixed") if line.contains("--fix-unsafe") => Some(Role::Fixed(Safety::Unsafe)),
                Some("Fixed") => Some(Role::Fixed(Safety::Safe)),
                _ => None,
            };
        }
    }
    examples
}

fn findings(rule: &Rule, blocks: &[Block]) -> Vec<Finding> {
    let mut all = Vec::new();
    let mut outlines = Vec::new();
    for (source, block) in blocks.iter().enumerate() {
        let linted = lint(&block.subject(source));
        all.extend(linted.findings);
        outlines.extend(linted.outline);
    }
    all.extend(project(&outlines));
    of(rule, all)
}

fn of(rule: &Rule, mut findings: Vec<Finding>) -> Vec<Finding> {
    findings.retain(|finding| finding.rule.id == rule.id);
    findings
}

/// What is wrong with an example.
fn complaint(
    rule: &Rule,
    role: Role,
    blocks: &[Block],
    before: Option<&[Block]>,
) -> Option<String> {
    let found = findings(rule, blocks);
    match role {
        Role::Right if !found.is_empty() => Some(format!("is right, but: {}", found[0].message)),
        Role::Wrong => {
            let variant = blocks[0].attribute("variant");
            let level = blocks[0].attribute("level");
            let fits = |finding: &&Finding| {
                variant.is_none_or(|variant| finding.variant == Some(variant))
                    && level.is_none_or(|level| finding.level.name() == level)
            };
            match found.iter().find(fits) {
                None if found.is_empty() => Some("is wrong, but nothing is found".to_owned()),
                None => Some(format!(
                    "is wrong, but found as {:?} at {}",
                    found[0].variant,
                    found[0].level.name()
                )),
                Some(finding)
                    if finding.span.is_none_or(|span| {
                        span.range().end > blocks[finding.source].text.len()
                    }) =>
                {
                    Some("has no place".to_owned())
                }
                Some(_) => None,
            }
        }
        Role::Fixed(safety) => {
            let before = before?.first()?;
            let fixed = repair(&before.subject(0), safety, &|subject| {
                of(rule, lint(subject).findings)
            });
            let text = fixed.map(|fixed| fixed.text).unwrap_or_default();
            (text != blocks[0].text).then(|| format!("is not what the repair gives:\n{text}"))
        }
        Role::Right => None,
    }
}

/// All of a rule's page; the program has only what people read of it.
fn page(rule: &Rule) -> String {
    support::text(&format!("docs/rules/{}.md", rule.id))
}

#[test]
fn the_examples_of_every_page_hold() {
    let mut wrong = String::new();
    for rule in RULES {
        let page = page(rule);
        let examples = examples(&page);
        let has = |wanted| examples.iter().any(|(role, _)| *role == wanted);
        let both = has(Role::Wrong) && has(Role::Right);
        if rule.has_checks() && !both {
            let _ = writeln!(wrong, "{}: the page needs an example of each kind", rule.id);
        }
        for (at, (role, blocks)) in examples.iter().enumerate() {
            let before = examples[..at]
                .iter()
                .rev()
                .find(|(role, _)| *role == Role::Wrong)
                .map(|(_, blocks)| blocks.as_slice());
            if let Some(complaint) = complaint(rule, *role, blocks, before) {
                let _ = writeln!(
                    wrong,
                    "{}: example {} ({}) {complaint}",
                    rule.id,
                    at + 1,
                    blocks[0].text.lines().next().unwrap_or_default()
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn safe_repairs_of_the_examples_converge_and_can_be_parsed() {
    for rule in RULES {
        for (_, blocks) in examples(&page(rule)) {
            let subject = blocks[0].subject(0);
            let Some(fixed) = repair(&subject, Safety::Safe, &|subject| lint(subject).findings)
            else {
                continue;
            };
            let again = Subject {
                text: &fixed.text,
                bom: subject.bom && !fixed.plain,
                ..subject
            };
            assert!(
                repair(&again, Safety::Safe, &|subject| lint(subject).findings).is_none(),
                "{}: a second repair goes on:\n{}",
                rule.id,
                fixed.text
            );
            let parses = |text: &str| {
                mcpconv::internals::syntax::parse(text, subject.place.language).is_ok()
            };
            assert!(
                parses(&fixed.text) || !parses(subject.text),
                "{}: broken by its repair:\n{}",
                rule.id,
                fixed.text
            );
        }
    }
}

/// A page is for people: what, why, one example of each kind, how to fix, how to configure; the rest is below a line.
#[test]
fn every_page_has_its_parts_in_order() {
    let mut wrong = String::new();
    for rule in RULES {
        let shown = rule.page.split("\n---\n").next().expect("a page");
        let parts: Vec<&str> = shown
            .lines()
            .filter_map(|line| line.strip_prefix("## "))
            .filter(|part| *part != "What is compared")
            .collect();
        let wanted: &[&str] = if rule.has_checks() {
            &["Why it matters", "Example", "How to fix", "Configuration"]
        } else {
            &["Why it matters", "How to fix"]
        };
        if !parts.starts_with(wanted) && rule.id != "policy-violation" {
            let _ = writeln!(wrong, "{}: {parts:?}", rule.id);
        }
        let fences = shown.matches(" file=").count();
        if fences > 5 {
            let _ = writeln!(wrong, "{}: {fences} examples above the line", rule.id);
        }
        let level = format!(
            "{} = \"off\"   # or \"info\", \"warning\", \"error\"; the default is \"{}\"",
            rule.id,
            rule.level.name()
        );
        if parts.contains(&"Configuration") && !shown.contains(&level) {
            let _ = writeln!(wrong, "{}: `{level}` is not there", rule.id);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
