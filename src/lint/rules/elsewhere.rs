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
            page: include_str!(concat!("../../../docs/rules/", $id, ".md")),
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
