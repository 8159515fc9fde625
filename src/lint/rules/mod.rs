//! All rules, in the order in which they are documented. A new one is a file here, a page in `docs/rules/`, and a line
//! in this list.

use super::rule::Rule;

macro_rules! rules {
    ($($name:ident),* $(,)?) => {
        $(mod $name;)*

        /// Every rule there is. `mcpconv rules`, the rule list of SARIF, the schema of the configuration and the README are
        /// made from it.
        pub static RULES: &[&Rule] = &[$(&$name::RULE),*];
    };
}

rules! {
    // Syntax
    jsonc_in_strict_json,
    // Structure
    // Transport
    missing_type,
    // Variables
    // Names
    // Portability
    // Security
    hardcoded_secret,
    possible_secret,
    credentials_in_url,
    insecure_http_url,
    tls_verification_disabled,
    unpinned_package,
    known_malicious_package,
    vulnerable_package,
    nonexistent_package,
    shell_wrapper,
    remote_script_execution,
    code_injecting_env,
    dangerous_container,
    broad_filesystem_root,
    auto_approve_all,
    project_trust_bypass,
    // Deprecation
    deprecated_package,
    // Several files
}

/// The rule with this name.
#[must_use]
pub fn by_id(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_pages_start_with_them() {
        let mut seen = std::collections::BTreeSet::new();
        for rule in RULES {
            assert!(seen.insert(rule.id), "{} is registered twice", rule.id);
            assert!(rule.page.starts_with(&format!("# {}\n\n", rule.id)), "docs/rules/{}.md has another title", rule.id);
            let summary = rule.summary();
            assert!(!summary.is_empty() && summary.chars().count() <= 200 && summary.ends_with('.'), "{}: `{summary}` is no summary", rule.id);
            let unknown: Vec<_> = rule.yields_to.iter().filter(|id| by_id(id).is_none()).collect();
            assert!(unknown.is_empty(), "{} yields to {unknown:?}", rule.id);
        }
    }

    #[test]
    fn every_page_belongs_to_a_rule() {
        let pages = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rules")).expect("the pages");
        for page in pages {
            let name = page.expect("a page").file_name().into_string().expect("a name");
            assert!(name.strip_suffix(".md").is_some_and(|id| by_id(id).is_some()), "docs/rules/{name} belongs to no rule");
        }
    }
}
