//! Which types a host expects, and what is there instead.

use std::borrow::Cow;

use crate::host::{Field, Kind, Runtime};
use crate::syntax::{Node, Value, number};

/// A value of the wrong type.
pub(crate) struct Problem<'n> {
    /// The value.
    pub(crate) node: &'n Node<'n>,
    /// The way to it from the field, with its dots and brackets.
    pub(crate) below: String,
    /// What is expected, with its article.
    pub(crate) wanted: Cow<'static, str>,
    /// It is one of several in its field.
    pub(crate) member: bool,
}

type Say<'s, 'n> = &'s mut dyn FnMut(Problem<'n>);

/// Tells what is wrong with the value of a field, on a host of which these facts hold.
pub(crate) fn problems<'n>(field: &Field, node: &'n Node<'n>, runtime: &Runtime, say: Say<'_, 'n>) {
    let (coerces, no_zero) = (runtime.coerces, runtime.no_zero_time);
    let is_time = |number: f64| number > 0.0 || number == 0.0 && !no_zero;
    let mut refuse = |wanted: &'static str| {
        say(Problem {
            node,
            below: String::new(),
            wanted: wanted.into(),
            member: false,
        })
    };
    let text = node.as_str();
    match field.kind {
        Kind::Any => {}
        Kind::Text
        | Kind::Line
        | Kind::Spaced
        | Kind::Tag
        | Kind::BearerVar
        | Kind::BearerText
        | Kind::KeyVar
        | Kind::DefaultPolicy(_) => {
            if text.is_none() {
                refuse("a string");
            }
        }
        Kind::LineOrArgv if text.is_some() => {}
        Kind::LineOrArgv => list(node, "a string or a list of strings", say),
        Kind::Argv | Kind::List | Kind::Approved => list(node, "a list of strings", say),
        Kind::EnvNames => {
            let named = |item: &Node<'_>| {
                item.member("name")
                    .is_some_and(|name| name.value.as_str().is_some())
            };
            each_item(
                node,
                "a list of names",
                "a string",
                &|item| item.as_str().is_some() || named(item),
                say,
            );
        }
        Kind::Map | Kind::HeaderVars => {
            each_member(node, "a string", &|value| value.as_str().is_some(), say)
        }
        Kind::LooseMap => each_member(
            node,
            "a string",
            &|value| {
                matches!(
                    value.value,
                    Value::String(_) | Value::Number(_) | Value::Null
                )
            },
            say,
        ),
        Kind::Flag | Kind::NotFlag | Kind::Trusted => {
            let said =
                coerces && text.is_some_and(|text| matches!(text, "true" | "false" | "1" | "0"));
            if !matches!(node.value, Value::Bool(_)) && !said {
                refuse("`true` or `false`");
            }
        }
        Kind::OffFlag => {
            if !matches!(node.value, Value::Bool(false)) {
                refuse("an object or `false`");
            }
        }
        Kind::Millis | Kind::WholeSeconds if !coerces => {
            if !number_of(node, false)
                .is_some_and(|number| is_time(number) && number.fract() == 0.0)
            {
                refuse(if no_zero {
                    "a whole number above 0"
                } else {
                    "a whole number of at least 0"
                });
            }
        }
        Kind::Millis | Kind::WholeSeconds | Kind::Seconds => {
            if !number_of(node, coerces).is_some_and(is_time) {
                refuse(if no_zero {
                    "a number above 0"
                } else {
                    "a number of at least 0"
                });
            }
        }
        Kind::Number => {
            if number_of(node, coerces).is_none() {
                refuse("a number");
            }
        }
        Kind::Port => {
            if !number_of(node, coerces)
                .is_some_and(|port| (1.0..=65535.0).contains(&port) && port.fract() == 0.0)
            {
                refuse("a port from 1 to 65535");
            }
        }
        Kind::Policies(words) => each_member(
            node,
            "a string",
            &|value| value.as_str().is_some_and(|word| words.contains(&word)),
            say,
        ),
        Kind::PolicyList(..) => each_item(
            node,
            "a list of objects",
            "an object",
            &Node::is_object,
            say,
        ),
        Kind::PolicyTables(..) => each_member(node, "an object", &Node::is_object, say),
        Kind::Group(groups) => one_of(
            node,
            &groups.iter().map(|(word, _)| *word).collect::<Vec<_>>(),
            say,
        ),
        Kind::Word(words) => one_of(node, words, say),
        Kind::Object => {
            if !node.is_object() {
                refuse("an object");
            }
        }
    }
}

fn number_of(node: &Node<'_>, coerces: bool) -> Option<f64> {
    match &node.value {
        Value::Number(text) => number(text),
        Value::String(text) if coerces => text.trim().parse().ok(),
        _ => None,
    }
    .filter(|number| number.is_finite())
}

fn list<'n>(node: &'n Node<'n>, wanted: &'static str, say: Say<'_, 'n>) {
    each_item(
        node,
        wanted,
        "a string",
        &|item| item.as_str().is_some(),
        say,
    );
}

fn each_item<'n>(
    node: &'n Node<'n>,
    list: &'static str,
    item: &'static str,
    fits: &dyn Fn(&Node<'n>) -> bool,
    say: Say<'_, 'n>,
) {
    let Value::Array(items) = &node.value else {
        return say(Problem {
            node,
            below: String::new(),
            wanted: list.into(),
            member: false,
        });
    };
    for (at, value) in items.iter().enumerate().filter(|(_, value)| !fits(value)) {
        say(Problem {
            node: value,
            below: format!("[{at}]"),
            wanted: item.into(),
            member: true,
        });
    }
}

fn each_member<'n>(
    node: &'n Node<'n>,
    wanted: &'static str,
    fits: &dyn Fn(&Node<'n>) -> bool,
    say: Say<'_, 'n>,
) {
    let Value::Object(members) = &node.value else {
        return say(Problem {
            node,
            below: String::new(),
            wanted: "an object".into(),
            member: false,
        });
    };
    for member in members.iter().filter(|member| !fits(&member.value)) {
        say(Problem {
            node: &member.value,
            below: format!(".{}", member.key),
            wanted: wanted.into(),
            member: true,
        });
    }
}

fn one_of<'n>(node: &'n Node<'n>, words: &[&str], say: Say<'_, 'n>) {
    if !node.as_str().is_some_and(|word| words.contains(&word)) {
        let list: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        say(Problem {
            node,
            below: String::new(),
            wanted: format!("one of {}", list.join(", ")).into(),
            member: false,
        });
    }
}
