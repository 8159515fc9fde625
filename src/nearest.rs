//! "Did you mean": the known word that a misspelled one is most like.

/// The first of the `known` words that are most like `word`, unless none is like it.
pub(crate) fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let wanted: String = word
        .to_lowercase()
        .split([' ', '_', '-'])
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("-");
    let rated = known
        .into_iter()
        .map(|known| (strsim::jaro_winkler(&wanted, known), known));
    // Of three letters two in common say nothing.
    let enough = |likeness: f64, known: &str| likeness > if known.len() <= 3 { 0.9 } else { 0.8 };
    rated
        .filter(|(likeness, known)| enough(*likeness, known))
        .reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_word_is_found_and_a_stranger_has_none() {
        let known = ["include", "exclude", "max-size", "hosts"];
        assert_eq!(nearest("exlude", known), Some("exclude"));
        assert_eq!(nearest("max_size", known), Some("max-size"));
        assert_eq!(nearest("zzz", known), None);
        assert_eq!(nearest("tools", ["tls"]), None);
        assert_eq!(nearest("ulr", ["url"]), None);
    }
}
