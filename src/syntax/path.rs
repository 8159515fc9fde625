//! The way to a value: the one type that edits, fixes and reports name places of a tree with, and its two spellings.

use std::borrow::Cow;

/// A step on the way to a value. A path is a slice of them; `K` is a borrowed key where nobody keeps the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step<K = String> {
    /// The member of an object or table.
    Key(K),
    /// The item of a list.
    Index(usize),
}

/// The path through the objects called `keys`.
pub(crate) fn keys<K: AsRef<str>>(keys: &[K]) -> Vec<Step> {
    keys.iter()
        .map(|key| Step::Key(key.as_ref().to_owned()))
        .collect()
}

/// `path` with one more key.
pub(crate) fn below(path: &[Step], key: &str) -> Vec<Step> {
    let mut longer = Vec::with_capacity(path.len() + 1);
    longer.extend_from_slice(path);
    longer.push(Step::Key(key.to_owned()));
    longer
}

/// `path` as a JSON pointer.
pub(crate) fn pointer<K: AsRef<str>>(path: &[Step<K>]) -> String {
    let mut pointer = String::new();
    push_pointer(&mut pointer, path);
    pointer
}

/// Makes `pointer` lead on along `path`.
pub(crate) fn push_pointer<K: AsRef<str>>(pointer: &mut String, path: &[Step<K>]) {
    for step in path {
        match step {
            Step::Key(key) => push_key(pointer, key.as_ref()),
            Step::Index(index) => {
                pointer.push('/');
                pointer.push_str(&index.to_string());
            }
        }
    }
}

/// Makes `pointer` lead on to the member called `key`.
pub(crate) fn push_key(pointer: &mut String, key: &str) {
    pointer.push('/');
    for c in key.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            c => pointer.push(c),
        }
    }
}

/// What a step of a pointer is the name of.
pub(crate) fn unescaped(step: &str) -> Cow<'_, str> {
    if step.bytes().any(|byte| byte == b'~') {
        Cow::Owned(step.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(step)
    }
}

/// `path` as people write it, for messages: dots between keys, which are quoted where that would mislead.
pub(crate) fn spell(path: &[Step]) -> String {
    if path.is_empty() {
        return "the document".to_owned();
    }
    let mut text = String::from("`");
    for step in path {
        match step {
            Step::Index(index) => text.push_str(&format!("[{index}]")),
            Step::Key(key) => {
                if text.len() > 1 {
                    text.push('.');
                }
                let odd = |c: char| matches!(c, '.' | '[' | '`' | '"') || c.is_control();
                if key.is_empty() || key.contains(odd) {
                    text.push_str(&format!("{key:?}"));
                } else {
                    text.push_str(key);
                }
            }
        }
    }
    text.push('`');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_escapes_what_divides_it() {
        let path = [
            Step::Key("a/b"),
            Step::Index(3),
            Step::Key("~"),
            Step::Key(""),
        ];
        assert_eq!(pointer(&path), "/a~1b/3/~0/");
        assert_eq!(pointer::<&str>(&[]), "");
    }

    #[test]
    fn a_path_is_spelled_so_that_odd_keys_are_told_apart() {
        let mut path = keys(&["a", "b.c", ""]);
        path.push(Step::Index(0));
        assert_eq!(spell(&path), "`a.\"b.c\".\"\"[0]`");
        assert_eq!(spell(&[]), "the document");
    }
}
