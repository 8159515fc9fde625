//! A file that is not plain UTF-8.

use crate::diagnostic::Level;
use crate::lint::file::File;
use crate::lint::{Check, Finding, Fix, Found, Group, Rule, Safety};
use crate::syntax::Span;

pub(super) static RULE: Rule = Rule {
    id: "file-encoding",
    level: Level::Error,
    group: Group::Syntax,
    fix: Some(Safety::Safe),
    page: crate::lint::page!("../../../docs/rules/file-encoding.md"),
    checks: &[Check::File(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, out: &mut Found<'_>) {
    let host = file.host_name();
    if file.utf16 {
        out.add(Span::default(), "the file is UTF-16, not UTF-8")
            .variant("utf16")
            .label(file.place.unreadable_for(file.host))
            .help("save it as UTF-8")
            .fix(Fix::safe("save as UTF-8").encoding());
    } else if file.bom {
        let (level, why) = if file.place.bom {
            let why = format!("{host} accepts it, other readers of the file may not");
            (Level::Warning, why)
        } else {
            (Level::Error, file.place.unreadable_for(file.host))
        };
        out.add(Span::default(), "the file starts with a byte-order mark")
            .variant("utf8-bom")
            .level(level)
            .label(why)
            .help("save it as UTF-8 without a byte-order mark")
            .fix(Fix::safe("remove the byte-order mark").encoding());
    }
}

/// The finding about a file whose bytes at `span` are no text, so that no other rule can look at it.
#[must_use]
pub fn not_text(source: usize, span: Span) -> Finding {
    let mut finding = Finding {
        source,
        ..Finding::new(&RULE, span, "the file is not UTF-8")
    };
    finding
        .variant("invalid-utf8")
        .label("no character starts with this byte")
        .help("save it as UTF-8");
    finding
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::HOSTS;
    use crate::lint::{Subject, lint, repair};

    #[test]
    fn utf16_is_found_and_repaired() {
        let (host, text) = (HOSTS[1], r#"{"mcpServers": {}}"#);
        let subject = Subject {
            utf16: true,
            ..Subject::at(".mcp.json", text, host, &host.places[0])
        };
        let findings = lint(&subject).findings;
        assert_eq!(
            findings
                .iter()
                .map(|finding| finding.variant)
                .collect::<Vec<_>>(),
            [Some("utf16")]
        );
        assert!(
            repair(&subject, Safety::Safe, &|now| lint(now).findings)
                .is_some_and(|fixed| fixed.plain && fixed.text == text)
        );
    }

    #[test]
    fn bytes_that_are_no_text_have_a_place() {
        let finding = not_text(3, Span::new(7, 8));
        assert_eq!(
            (finding.source, finding.span, finding.variant),
            (3, Some(Span::new(7, 8)), Some("invalid-utf8"))
        );
    }
}
