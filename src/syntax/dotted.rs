//! Names of fields in fields: keys with a dot between them. A key that has a dot of its own is quoted, as in TOML.

use std::borrow::Cow;

/// The name of what stands under the key in the field of this name.
pub(crate) fn join(name: &str, key: &str) -> String {
    if key.contains('.') || key.starts_with('"') {
        format!("{name}.\"{}\"", key.replace('"', "\"\""))
    } else {
        format!("{name}.{key}")
    }
}

/// The first key of a name, and the name below it.
pub(crate) fn split_first(name: &str) -> (Cow<'_, str>, Option<&str>) {
    if let Some((key, rest)) = name.strip_prefix('"').and_then(quoted) {
        return (key, rest);
    }
    match name.split_once('.') {
        Some((key, rest)) => (Cow::Borrowed(key), Some(rest)),
        None => (Cow::Borrowed(name), None),
    }
}

/// All keys of a name.
pub(crate) fn keys(name: &str) -> impl Iterator<Item = Cow<'_, str>> {
    let mut rest = Some(name);
    std::iter::from_fn(move || {
        let (key, below) = split_first(rest?);
        rest = below;
        Some(key)
    })
}

/// The key up to its closing quote, and the name below it.
fn quoted(text: &str) -> Option<(Cow<'_, str>, Option<&str>)> {
    let mut from = 0;
    loop {
        let end = from + text[from..].find('"')?;
        let after = &text[end + 1..];
        if after.starts_with('"') {
            from = end + 2;
            continue;
        }
        let rest = match after {
            "" => None,
            _ => Some(after.strip_prefix('.')?),
        };
        let key = match from {
            0 => Cow::Borrowed(&text[..end]),
            _ => Cow::Owned(text[..end].replace("\"\"", "\"")),
        };
        return Some((key, rest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_with_dots_or_quotes_comes_back_whole() {
        for key in [
            "a", "", ".", "fs.read", "\"", "\"a\"", "a\".b", "\"\".\"", "é.\"",
        ] {
            for other in ["x", "y.z", "\".\""] {
                let name = join(&join("field", key), other);
                assert_eq!(
                    keys(&name).collect::<Vec<_>>(),
                    ["field", key, other],
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn names_of_tables_are_split_at_dots() {
        assert_eq!(
            keys("oauth.clientId").collect::<Vec<_>>(),
            ["oauth", "clientId"]
        );
        assert_eq!(keys("\"odd").collect::<Vec<_>>(), ["\"odd"]);
    }
}
