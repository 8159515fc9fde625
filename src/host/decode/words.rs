//! Command lines in one string.

/// Splits a command line into words as a POSIX shell does, without expanding anything.
pub(super) fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(open), c) if c == open => quote = None,
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn a_command_line_is_split_like_a_shell_does() {
        assert_eq!(split("npx -y  pkg"), ["npx", "-y", "pkg"]);
        assert_eq!(
            split(r#"a "b c" 'd "e' f\ g"#),
            ["a", "b c", "d \"e", "f g"]
        );
        assert_eq!(split("a ''"), ["a", ""]);
        assert_eq!(split("  "), Vec::<String>::new());
    }
}
