//! All rules, in the order in which they are documented. A new one is a file here, a page in `docs/rules/`, and a line
//! in this list.

use super::rule::Rule;

macro_rules! rules {
    ($($name:ident),* $(,)?; elsewhere: $($told:ident),* $(,)?) => {
        $(mod $name;)*
        mod common;
        mod elsewhere;

        /// Every rule there is. `mcpconv rules`, the rule list of SARIF, the schema of the configuration and the README are
        /// made from it.
        pub static RULES: &[&Rule] = &[$(&$name::RULE,)* $(&elsewhere::$told),*];
    };
}

rules! {
    // Syntax
    syntax_error,
    jsonc_in_strict_json,
    duplicate_key,
    file_encoding,
    control_character,
    invisible_character,
    // Structure
    wrong_root_key,
    misplaced_server,
    ignored_config_location,
    unknown_field,
    foreign_field,
    wrong_type,
    args_in_command,
    missing_required_field,
    disabled_ignored,
    reader_disagreement,
    placeholder_value,
    // Transport
    missing_transport,
    conflicting_transport,
    missing_type,
    unknown_transport,
    unsupported_transport,
    transport_url_mismatch,
    field_not_for_transport,
    invalid_url,
    docker_stdio_flags,
    docker_env_not_forwarded,
    mcp_remote_header_space,
    timeout_unit,
    // Variables
    unsupported_variable_syntax,
    variable_in_unexpanded_field,
    malformed_variable,
    undefined_input,
    input_not_password,
    tilde_not_expanded,
    env_not_forwarded,
    // Names
    invalid_server_name,
    reserved_server_name,
    long_server_name,
    server_name_collision,
    // Portability
    machine_path,
    relative_path,
    platform_specific_command,
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
    deprecated_sse,
    retired_endpoint,
    deprecated_field,
    deprecated_package,
    // Several files
    server_drift,
    shadowed_server,
    stale_server_reference,
    // The linter itself
    policy_violation;
    elsewhere:
    // The linter itself
    INVALID_CONFIGURATION,
    INVALID_IGNORE,
    OVERSIZED_FILE,
    SCHEMA_VIOLATION,
    UNREADABLE_FILE,
    UNUSED_IGNORE,
    AMBIGUOUS_HOST,
    CONVERSION_FAILED,
    CONVERSION_STRICT,
    DETECTED_HOST,
    FOREIGN_OUTPUT,
    INVALID_BASELINE,
    INVALID_ENV_FILE,
    INVALID_PATTERN,
    INVALID_REPORT,
    INVALID_SCHEMA,
    INVALID_VARIABLE,
    MISSING_OUTPUT,
    MISSING_TARGET,
    UNDEFINED_VARIABLE,
    PASTED_INPUT,
    UNREADABLE_PASTE,
    UNKNOWN_HOST,
    UNKNOWN_RULE,
    UNSUPPORTED_HOST,
    UNUSED_PATTERN,
    UNWRITABLE_OUTPUT,
    UNWRITABLE_REPORT,
    // Conversion
    CONVERSION_ENV_NOT_INHERITED,
    CONVERSION_FIELD_DROPPED,
    CONVERSION_NAME_CHANGED,
    CONVERSION_RESTRICTION_LOST,
    CONVERSION_SECRET_COPIED,
    CONVERSION_SECRET_INLINED,
    CONVERSION_SERVER_SKIPPED,
    CONVERSION_VALUE_LOSSY,
    MERGE_FIELD_REMOVED,
    PROJECT_SERVERS,
}

pub(crate) use disabled_ignored::says_off;
pub(crate) use elsewhere::{INVALID_CONFIGURATION, INVALID_IGNORE, UNUSED_IGNORE};
pub use file_encoding::not_text;
pub(crate) use policy_violation::{RULE as POLICY_VIOLATION, check as check_policy};

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
            assert!(
                rule.page.starts_with(&format!("# {}\n\n", rule.id)),
                "docs/rules/{}.md has another title",
                rule.id
            );
            let summary = rule.summary();
            assert!(
                !summary.is_empty() && summary.chars().count() <= 200 && summary.ends_with('.'),
                "{}: `{summary}` is no summary",
                rule.id
            );
            let unknown: Vec<_> = rule
                .yields_to
                .iter()
                .filter(|id| by_id(id).is_none())
                .collect();
            assert!(unknown.is_empty(), "{} yields to {unknown:?}", rule.id);
        }
    }

    #[test]
    fn every_page_belongs_to_a_rule() {
        let pages = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rules"))
            .expect("the pages");
        for page in pages {
            let name = page
                .expect("a page")
                .file_name()
                .into_string()
                .expect("a name");
            assert!(
                name == "README.md"
                    || name
                        .strip_suffix(".md")
                        .is_some_and(|id| by_id(id).is_some()),
                "docs/rules/{name} belongs to no rule"
            );
        }
    }
}
