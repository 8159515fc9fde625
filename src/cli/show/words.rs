//! What is shown, in words.

use super::value::Shown;
use crate::effect::{Becomes, Pattern, Tools};
use crate::host::Inherit;
use crate::model::{Reason, Transport};
use crate::report::conceal;
use crate::secret::{veiled_name, veiled_variable};

/// What a process gets from its host; `alone` if its entry sets nothing.
pub(super) fn inherits(inherits: Inherit, alone: bool) -> String {
    let more = if alone { "" } else { " else" };
    match inherits {
        Inherit::All => format!("inherits everything{more}"),
        Inherit::Unknown => format!("what{more} it inherits is not documented"),
        Inherit::Few([]) => format!("inherits nothing{more}"),
        Inherit::Few(names) => format!("inherits only {}", names.join(", ")),
        Inherit::Filtered(words) => format!(
            "inherits everything{more} but names with {}",
            words.join(", ")
        ),
    }
}

/// A variable that is not there. What stands behind a colon is part of the name to some hosts, and perhaps a secret.
pub(super) fn unset_name(name: &str) -> String {
    match name.split_once(":-") {
        Some((name, _)) => format!("{}:-…", veiled_variable(name)),
        None => veiled_variable(name).into_owned(),
    }
}

/// Where a value comes from, and what is missing; warnings are marked.
pub(super) fn notes(shown: &Shown) -> Vec<(String, bool)> {
    let mut notes = Vec::new();
    if !shown.from.is_empty() {
        let from: Vec<_> = shown.from.iter().map(|it| veiled_variable(it)).collect();
        notes.push((format!("from {}", from.join(", ")), false));
    }
    for name in &shown.empty {
        let name = veiled_variable(name);
        notes.push((format!("{name} is set but empty"), true));
    }
    for missing in &shown.missing {
        let name = unset_name(&missing.name);
        notes.push(match &missing.becomes {
            Becomes::Text(text) if !conceal(None, text, None).is_empty() => (
                format!("{name} is unset: passed on as the text of the reference"),
                true,
            ),
            Becomes::Text(text) => (
                format!("{name} is unset: passed on as the text {text}"),
                true,
            ),
            Becomes::Empty => (format!("{name} is unset: empty"), true),
            Becomes::Default => (format!("{name} is unset: default used"), false),
            Becomes::Absent => (format!("{name} is unset: not set"), true),
            Becomes::Fails => (format!("{name} is unset: not started"), true),
        });
    }
    notes
}

/// What takes the place of an unset variable, in one word.
pub(super) fn becomes(becomes: &Becomes) -> &'static str {
    match becomes {
        Becomes::Text(_) => "text",
        Becomes::Empty => "empty",
        Becomes::Default => "default",
        Becomes::Absent => "absent",
        Becomes::Fails => "fails",
    }
}

/// Which transports are tried.
pub(super) fn transports(transports: &[Transport]) -> String {
    let labels: Vec<&str> = transports
        .iter()
        .map(|transport| transport.label())
        .collect();
    labels.join(", then ")
}

/// Which tools can be used; nothing where nothing is said about them.
pub(super) fn visible(tools: &Tools) -> Option<String> {
    let hidden = || names(tools.deny.iter());
    let all = |list: &[Pattern]| {
        let any = |it: &Pattern| matches!(it, Pattern::Glob(name) if name == "*");
        list.iter().any(any)
    };
    match (&tools.allow, tools.deny.is_empty()) {
        (None, true) => None,
        (Some(list), true) if all(list) => Some("all".to_owned()),
        (Some(list), false) if all(list) => Some(format!("all but {}", hidden())),
        (None, false) => Some(format!("all but {}", hidden())),
        (Some(list), _) if list.is_empty() => Some("none".to_owned()),
        (Some(list), true) => Some(format!("only {}", names(list.iter()))),
        (Some(list), false) => Some(format!("only {}, but not {}", names(list.iter()), hidden())),
    }
}

/// Which tools run without a prompt; nothing where nothing is said about it.
pub(super) fn approved(tools: &Tools) -> Option<String> {
    let with = |wanted: bool| {
        let list = tools.approvals.iter();
        names(
            list.filter(|(_, approved)| *approved == wanted)
                .map(|(pattern, _)| pattern),
        )
    };
    let (allowed, asked) = (with(true), with(false));
    match (tools.all_approved, allowed.as_str(), asked.as_str()) {
        (Some(true), _, "") => Some("all".to_owned()),
        (Some(true), _, asked) => Some(format!("all but {asked}")),
        (_, "", "") => tools.all_approved.map(|_| "none".to_owned()),
        (_, "", asked) => Some(format!("not {asked}")),
        (_, allowed, "") => Some(format!("only {allowed}")),
        (_, allowed, asked) => Some(format!("{allowed}, but not {asked}")),
    }
}

fn names<'p>(patterns: impl Iterator<Item = &'p Pattern>) -> String {
    let names: Vec<String> = patterns.map(pattern).collect();
    names.join(", ")
}

pub(super) fn pattern(pattern: &Pattern) -> String {
    match pattern {
        Pattern::Exact(name) | Pattern::Glob(name) => veiled_name(name).into_owned(),
        Pattern::Regex(regex) => format!("/{}/", veiled_name(regex)),
    }
}

/// Why a field is passed over.
pub(super) fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Unknown => "not supported",
        Reason::Transport => "for another transport",
        Reason::Overruled => "overridden",
        Reason::Null => "null",
        Reason::TooSmall => "too small, so it is ignored",
        Reason::Unpaired => "ignored without an equal time beside it",
        Reason::Refused => "invalid value",
        Reason::Duplicate => "defined again below",
    }
}

/// A time in the unit that people would use.
pub(super) fn time(millis: f64) -> String {
    if millis.is_infinite() {
        "no limit".to_owned()
    } else if millis < 1000.0 {
        format!("{millis} ms")
    } else {
        format!("{} s", millis / 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(names: &[&str]) -> Vec<Pattern> {
        names
            .iter()
            .map(|name| Pattern::Exact((*name).to_owned()))
            .collect()
    }

    #[test]
    fn lists_of_tools_say_what_they_do() {
        let tools = |allow: Option<&[&str]>, deny: &[&str]| Tools {
            allow: allow.map(exact),
            deny: exact(deny),
            ..Tools::default()
        };
        assert_eq!(visible(&tools(None, &[])), None);
        assert_eq!(visible(&tools(Some(&[]), &[])).as_deref(), Some("none"));
        assert_eq!(
            visible(&tools(Some(&["a", "b"]), &["c"])).as_deref(),
            Some("only a, b, but not c")
        );
        assert_eq!(visible(&tools(None, &["c"])).as_deref(), Some("all but c"));
    }

    #[test]
    fn approvals_say_what_runs_without_a_prompt() {
        let tools = |all, pairs: &[(&str, bool)]| Tools {
            approvals: pairs
                .iter()
                .map(|(name, allowed)| (Pattern::Exact((*name).to_owned()), *allowed))
                .collect(),
            all_approved: all,
            ..Tools::default()
        };
        let words = |all, pairs: &[(&str, bool)]| approved(&tools(all, pairs));
        assert_eq!(words(None, &[]), None);
        assert_eq!(words(Some(true), &[]).as_deref(), Some("all"));
        assert_eq!(words(Some(false), &[]).as_deref(), Some("none"));
        assert_eq!(
            words(Some(true), &[("a", false)]).as_deref(),
            Some("all but a")
        );
        assert_eq!(words(None, &[("a", true)]).as_deref(), Some("only a"));
        assert_eq!(words(None, &[("a", false)]).as_deref(), Some("not a"));
    }
}
