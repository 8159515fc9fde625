//! Versions put in order, as far as is needed to tell whether one is older than another.

use std::cmp::Ordering;

use crate::launch::Ecosystem;

/// Compares two versions of a package; nothing if one of them is none.
pub(crate) fn compare(ecosystem: Ecosystem, one: &str, other: &str) -> Option<Ordering> {
    if let Some(order) = compare_numbers(one, other) {
        return Some(order);
    }
    let python = ecosystem == Ecosystem::PyPi;
    let parse = |text: &str| if python { pep440(text) } else { semver(text) };
    Some(parse(one)?.cmp(&parse(other)?))
}

/// Compares versions that are nothing but numbers, as nearly all are.
fn compare_numbers(one: &str, other: &str) -> Option<Ordering> {
    fn next<'t>(parts: &mut impl Iterator<Item = &'t str>) -> Option<(bool, u64)> {
        let Some(part) = parts.next() else {
            return Some((false, 0));
        };
        let digits = part.bytes().all(|byte| byte.is_ascii_digit());
        Some((true, digits.then(|| part.parse().ok())??))
    }
    let (mut one, mut other) = (one.split('.'), other.split('.'));
    let mut order = Ordering::Equal;
    loop {
        let (a, b) = (next(&mut one)?, next(&mut other)?);
        if !a.0 && !b.0 {
            return Some(order);
        }
        order = order.then(a.1.cmp(&b.1));
    }
}

/// A version: numbers, then what makes it earlier or later than those numbers alone.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    epoch: u64,
    numbers: Vec<u64>,
    stage: Stage,
}

/// Before or after the plain numbers; the order of the variants is the order of the versions.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Dev(u64),
    /// The identifiers of a pre-release: a number comes before a word.
    Pre(Vec<Identifier>),
    Final,
    Post(u64),
}

/// A part of a pre-release; numbers are lower than words.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Identifier {
    Number(u64),
    Word(String),
}

/// The numbers between dots, without zeros at the end, since `1.0` is `1`.
fn numbers(text: &str) -> Option<Vec<u64>> {
    let mut list: Vec<u64> = text
        .split('.')
        .map(|part| part.parse().ok())
        .collect::<Option<_>>()?;
    while list.last() == Some(&0) {
        list.pop();
    }
    Some(list)
}

fn semver(text: &str) -> Option<Version> {
    let text = text.trim().trim_start_matches(['=', 'v', 'V', ' ']);
    let text = text.split('+').next().unwrap_or(text);
    let (core, pre) = text
        .split_once('-')
        .map_or((text, None), |(core, pre)| (core, Some(pre)));
    let identifier = |part: &str| {
        part.parse()
            .map_or_else(|_| Identifier::Word(part.to_owned()), Identifier::Number)
    };
    let stage = pre.map_or(Stage::Final, |pre| {
        Stage::Pre(pre.split('.').map(identifier).collect())
    });
    Some(Version {
        epoch: 0,
        numbers: numbers(core)?,
        stage,
    })
}

/// `1!2.0rc1.post2.dev3+local`, in the spellings that are commonly used.
fn pep440(text: &str) -> Option<Version> {
    let text = text.trim().to_ascii_lowercase();
    let text = text.strip_prefix('v').unwrap_or(&text);
    let text = text.split('+').next().unwrap_or(text);
    let (epoch, text) = text
        .split_once('!')
        .map_or(Some((0, text)), |(epoch, rest)| {
            Some((epoch.parse().ok()?, rest))
        })?;
    let core = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(text.len());
    let (core, rest) = text.split_at(core);
    let rest = rest.trim_start_matches(['-', '_', '.']);
    let word = rest
        .find(|c: char| !c.is_ascii_alphabetic())
        .unwrap_or(rest.len());
    let (word, tail) = rest.split_at(word);
    let tail = tail.trim_start_matches(['-', '_', '.']);
    let digits = tail
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(tail.len());
    let number = tail[..digits].parse().unwrap_or(0);
    let pre = |name: &str| {
        Stage::Pre(vec![
            Identifier::Word(name.to_owned()),
            Identifier::Number(number),
        ])
    };
    let stage = match word {
        "" if rest.is_empty() => Stage::Final,
        "dev" => Stage::Dev(number),
        "a" | "alpha" => pre("a"),
        "b" | "beta" => pre("b"),
        "c" | "rc" | "pre" | "preview" => pre("rc"),
        // `1.0-1` is the first release after `1.0`.
        "post" | "rev" | "r" | "" => Stage::Post(number),
        _ => return None,
    };
    Some(Version {
        epoch,
        numbers: numbers(core.trim_end_matches('.'))?,
        stage,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_npm_are_in_order() {
        let order = [
            "0.0.5",
            "0.1.5",
            "0.1.16-alpha",
            "0.1.16-alpha.1",
            "0.1.16-alpha.beta",
            "0.1.16",
            "0.2.0",
            "0.15.1",
            "1.0.0",
            "2025.4.8",
            "2025.7.1",
        ];
        for pair in order.windows(2) {
            assert_eq!(
                compare(Ecosystem::Npm, pair[0], pair[1]),
                Some(Ordering::Less),
                "{pair:?}"
            );
            assert_eq!(
                compare(Ecosystem::Npm, pair[1], pair[0]),
                Some(Ordering::Greater),
                "{pair:?}"
            );
        }
        assert_eq!(
            compare(Ecosystem::Npm, "v1.2.3+build", "1.2.3"),
            Some(Ordering::Equal)
        );
        assert_eq!(compare(Ecosystem::Npm, "next", "1.2.3"), None);
    }

    #[test]
    fn versions_of_python_are_in_order() {
        let order = [
            "1.0.dev1",
            "1.0a1",
            "1.0a2",
            "1.0b1",
            "1.0rc1",
            "1.0",
            "1.0.post1",
            "1.1",
            "2025.9.25",
            "2025.12.18",
            "2026.1.14",
            "1!0.1",
        ];
        for pair in order.windows(2) {
            assert_eq!(
                compare(Ecosystem::PyPi, pair[0], pair[1]),
                Some(Ordering::Less),
                "{pair:?}"
            );
        }
        assert_eq!(
            compare(Ecosystem::PyPi, "1", "1.0.0"),
            Some(Ordering::Equal)
        );
        assert_eq!(
            compare(Ecosystem::PyPi, "2025.01.14", "2025.1.14"),
            Some(Ordering::Equal)
        );
        assert_eq!(compare(Ecosystem::PyPi, "", "1"), None);
        assert_eq!(compare(Ecosystem::PyPi, "99999999999999999999", "1"), None);
    }
}
