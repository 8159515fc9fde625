//! Rules whose findings are made elsewhere: by whoever reads files, by the configuration, by a conversion. They are listed
//! so that they can be looked up, and set to another level where that means something.

use crate::diagnostic::Level;
use crate::lint::{Group, Rule};

macro_rules! elsewhere {
    ($($name:ident: $id:literal, $level:ident, $group:ident;)*) => {
        $(pub(crate) static $name: Rule = Rule {
            id: $id,
            level: Level::$level,
            group: Group::$group,
            page: crate::lint::page!(concat!("../../../docs/rules/", $id, ".md")),
            ..Rule::NEW
        };)*
    };
}

elsewhere! {
    INVALID_CONFIGURATION: "invalid-configuration", Error, Tool;
    INVALID_IGNORE: "invalid-ignore", Warning, Tool;
    OVERSIZED_FILE: "oversized-file", Error, Tool;
    SCHEMA_VIOLATION: "schema-violation", Error, Tool;
    UNREADABLE_FILE: "unreadable-file", Error, Tool;
    UNUSED_IGNORE: "unused-ignore", Warning, Tool;
    AMBIGUOUS_HOST: "ambiguous-host", Error, Tool;
    CONVERSION_FAILED: "conversion-failed", Error, Tool;
    CONVERSION_STRICT: "conversion-strict", Error, Tool;
    DETECTED_HOST: "detected-host", Info, Tool;
    FOREIGN_OUTPUT: "foreign-output", Error, Tool;
    INVALID_BASELINE: "invalid-baseline", Error, Tool;
    INVALID_ENV_FILE: "invalid-env-file", Error, Tool;
    INVALID_PATTERN: "invalid-pattern", Error, Tool;
    INVALID_REPORT: "invalid-report", Error, Tool;
    INVALID_SCHEMA: "invalid-schema", Error, Tool;
    INVALID_VARIABLE: "invalid-variable", Error, Tool;
    MISSING_OUTPUT: "missing-output", Error, Tool;
    MISSING_TARGET: "missing-target", Error, Tool;
    PASTED_INPUT: "pasted-input", Info, Tool;
    UNREADABLE_PASTE: "unreadable-paste", Error, Tool;
    UNDEFINED_VARIABLE: "undefined-variable", Error, Tool;
    UNKNOWN_HOST: "unknown-host", Error, Tool;
    UNKNOWN_RULE: "unknown-rule", Error, Tool;
    UNSUPPORTED_HOST: "unsupported-host", Error, Tool;
    UNUSED_PATTERN: "unused-pattern", Warning, Tool;
    UNWRITABLE_OUTPUT: "unwritable-output", Error, Tool;
    UNWRITABLE_REPORT: "unwritable-report", Error, Tool;
    CONVERSION_ENV_NOT_INHERITED: "conversion-env-not-inherited", Warning, Conversion;
    CONVERSION_FIELD_DROPPED: "conversion-field-dropped", Warning, Conversion;
    CONVERSION_NAME_CHANGED: "conversion-name-changed", Info, Conversion;
    CONVERSION_RESTRICTION_LOST: "conversion-restriction-lost", Warning, Conversion;
    CONVERSION_SECRET_COPIED: "conversion-secret-copied", Warning, Conversion;
    CONVERSION_SECRET_INLINED: "conversion-secret-inlined", Warning, Conversion;
    CONVERSION_SERVER_SKIPPED: "conversion-server-skipped", Warning, Conversion;
    CONVERSION_VALUE_LOSSY: "conversion-value-lossy", Warning, Conversion;
    MERGE_FIELD_REMOVED: "merge-field-removed", Warning, Conversion;
    PROJECT_SERVERS: "project-servers", Info, Conversion;
}
