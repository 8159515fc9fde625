//! Patterns that people write for names, paths and addresses, compiled once.
//!
//! They mean the same on every system. Letters are compared as they are, and `\` takes away the meaning of what follows in
//! names only: elsewhere it may be part of a path.

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

/// What patterns are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Against {
    /// Names: `*` stands for anything.
    Names,
    /// Paths from one folder on, with `/`: `*` ends at a slash, and a folder stands for all that is in it.
    Paths,
    /// Other texts with parts: `*` ends at a slash.
    Parts,
}

/// A list of patterns.
#[derive(Clone, Debug, Default)]
pub struct Globs {
    words: Vec<String>,
    set: GlobSet,
    /// The word that each pattern of the set was made from.
    origin: Vec<usize>,
}

/// A word that is no pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BadGlob {
    /// Which of the words.
    pub(crate) index: usize,
    /// What is wrong with it.
    pub(crate) reason: String,
}

/// Whether `glob` is about `name`, with `*` and `?` for anything and any one character; never goes back more than one star.
pub(crate) fn fits(glob: &str, name: &str) -> bool {
    let (glob, name) = (glob.as_bytes(), name.as_bytes());
    let (mut at, mut in_name, mut star) = (0, 0, None);
    while in_name < name.len() {
        match glob.get(at) {
            Some(b'*') => {
                star = Some((at, in_name));
                at += 1;
            }
            Some(c) if *c == b'?' || *c == name[in_name] => {
                at += 1;
                in_name += 1;
            }
            _ => match star {
                Some((from, reached)) => {
                    star = Some((from, reached + 1));
                    at = from + 1;
                    in_name = reached + 1;
                }
                None => return false,
            },
        }
    }
    glob[at..].iter().all(|c| *c == b'*')
}

impl Globs {
    /// Compiles `words`.
    ///
    /// # Errors
    /// The first word that is no pattern.
    pub(crate) fn new<S: AsRef<str>>(words: &[S], against: Against) -> Result<Self, BadGlob> {
        let mut set = GlobSetBuilder::new();
        let mut origin = Vec::new();
        for (index, word) in words.iter().enumerate() {
            let bad = |reason: String| BadGlob { index, reason };
            for pattern in patterns(word.as_ref(), against) {
                if pattern.is_empty() {
                    return Err(bad("it is empty".to_owned()));
                }
                let glob = GlobBuilder::new(&pattern)
                    .literal_separator(against != Against::Names)
                    .backslash_escape(against == Against::Names)
                    .build();
                set.add(glob.map_err(|error| bad(error.kind().to_string()))?);
                origin.push(index);
            }
        }
        let last = words.len().saturating_sub(1);
        let set = set.build().map_err(|error| BadGlob {
            index: last,
            reason: error.kind().to_string(),
        })?;
        Ok(Self {
            words: words.iter().map(|word| word.as_ref().to_owned()).collect(),
            set,
            origin,
        })
    }

    /// The patterns as they were written.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Whether one of them fits.
    #[must_use]
    pub fn fits(&self, text: &str) -> bool {
        self.set.is_match(text)
    }

    /// Which of them fit, in order.
    #[must_use]
    pub fn fitting(&self, text: &str) -> Vec<usize> {
        let mut words: Vec<usize> = self
            .set
            .matches(text)
            .into_iter()
            .map(|at| self.origin[at])
            .collect();
        words.dedup();
        words
    }
}

/// What a word stands for.
fn patterns(word: &str, against: Against) -> Vec<String> {
    if against != Against::Paths {
        return vec![word.to_owned()];
    }
    let path = plain_path(word);
    if path.is_empty() || path.ends_with("**") {
        vec![path.to_owned()]
    } else {
        vec![path.to_owned(), format!("{path}/**")]
    }
}

/// A pattern for paths without what makes no difference at its ends.
pub(crate) fn plain_path(word: &str) -> &str {
    word.strip_prefix("./")
        .unwrap_or(word)
        .trim_start_matches('/')
        .trim_end_matches('/')
}

/// Whether a word means only itself, be it a name or, with all that is in it, a path.
pub(crate) fn is_plain(word: &str) -> bool {
    !word.contains(['*', '?', '[', '{', '\\'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(word: &str, against: Against, text: &str) -> bool {
        Globs::new(&[word], against).expect("a pattern").fits(text)
    }

    #[test]
    fn a_star_ends_at_a_slash_except_in_names() {
        assert!(fits("git*", Against::Names, "git/hub"));
        assert!(!fits("git*", Against::Parts, "git/hub"));
        assert!(!fits("*.json", Against::Paths, "a/b.json"));
        assert!(fits("**/*.json", Against::Paths, "b.json"));
        assert!(fits("a/**/b.json", Against::Paths, "a/b.json"));
    }

    #[test]
    fn a_folder_stands_for_what_is_in_it() {
        for word in ["vendor", "vendor/", "./vendor", "/vendor", "vendor/**"] {
            assert!(fits(word, Against::Paths, "vendor/a/.mcp.json"), "{word}");
            assert!(!fits(word, Against::Paths, "vendors/.mcp.json"), "{word}");
        }
    }

    #[test]
    fn what_is_no_pattern_is_named() {
        let bad = |word: &str| Globs::new(&["fine", word], Against::Paths).expect_err("no pattern");
        assert_eq!(bad("a[").index, 1);
        assert!(bad("{a").reason.contains("alternate"), "{:?}", bad("{a"));
        assert_eq!(bad("").reason, "it is empty");
        assert_eq!(bad("./").reason, "it is empty");
    }

    #[test]
    fn those_that_fit_are_told_once_and_in_order() {
        let globs = Globs::new(&["b", "a/**", "a/*"], Against::Paths).expect("patterns");
        assert_eq!(globs.fitting("a/x"), [1, 2]);
        assert_eq!(globs.fitting("b/x"), [0]);
        assert!(globs.fitting("c").is_empty());
    }
}
