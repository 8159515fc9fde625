//! Why a YAML text has no meaning, in our words.

use granit_parser::{ErrorKind, ScanError};

use crate::syntax::{Error, MAX_DEPTH, Span};

/// The fault that the parser found in `text`.
pub(super) fn error(text: &str, error: &ScanError) -> Error {
    let at = error.marker().byte_offset().unwrap_or(0).min(text.len());
    let at = text.floor_char_boundary(at);
    let (reason, hint) = explain(error.kind());
    let (span, hint) = match error.kind() {
        ErrorKind::TabInBlockIndentation
        | ErrorKind::TabInIndentation
        | ErrorKind::TabNotAllowed
        | ErrorKind::TabInPlainScalar => (tab(text, at), hint),
        ErrorKind::UnknownQuotedScalarEscape | ErrorKind::InvalidQuotedScalarHexEscape => {
            (character(text, escape(text, at)), hint)
        }
        _ if text[at..].starts_with(['“', '”', '‘', '’']) => {
            (character(text, at), Some("use straight quotes"))
        }
        _ => (character(text, at), hint),
    };
    Error {
        span,
        reason: reason.to_owned(),
        hint,
    }
}

pub(super) fn too_deep(span: Span) -> Error {
    Error {
        span,
        reason: format!("the document is nested deeper than {MAX_DEPTH} levels"),
        hint: None,
    }
}

pub(super) fn unknown_anchor(span: Span) -> Error {
    plain(span, "missing anchor for this alias")
}

pub(super) fn alias_in_itself(span: Span) -> Error {
    plain(span, "the alias refers to something that contains it")
}

pub(super) fn too_many_aliases(span: Span) -> Error {
    plain(span, "the aliases of the document expand to too much text")
}

fn plain(span: Span, reason: &str) -> Error {
    Error {
        span,
        reason: reason.to_owned(),
        hint: None,
    }
}

/// The character at `at`; nothing at the end of a line or of the text.
fn character(text: &str, at: usize) -> Span {
    let width = text[at..]
        .chars()
        .next()
        .filter(|c| !matches!(c, '\n' | '\r'))
        .map_or(0, char::len_utf8);
    Span::new(at, at + width)
}

/// The tab that the parser stumbled over: the first one in the indentation of its line.
fn tab(text: &str, at: usize) -> Span {
    let mut line = text[..at].rfind('\n').map_or(0, |end| end + 1);
    for next in text[line..].split_inclusive('\n') {
        let blanks = next.len() - next.trim_start_matches(' ').len();
        if next[blanks..].starts_with('\t') && !next.trim().is_empty() {
            return Span::new(line + blanks, line + blanks + 1);
        }
        line += next.len();
    }
    character(text, at)
}

/// The escape that is none: the parser only tells where its string begins.
fn escape(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut next = at;
    while let Some(length) = text[next..].find('\\') {
        let backslash = next + length;
        let digits = |count: usize| {
            bytes
                .get(backslash + 2..backslash + 2 + count)
                .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
        };
        let known = match bytes.get(backslash + 1) {
            Some(b'x') => digits(2),
            Some(b'u') => digits(4),
            Some(b'U') => digits(8),
            Some(byte) => b"0abt\tnvfre \"/\\N_LP\r\n".contains(byte),
            None => true,
        };
        if !known {
            return backslash;
        }
        next = text.ceil_char_boundary((backslash + 2).min(text.len()));
    }
    at
}

/// What is wrong, and what is probably meant.
fn explain(kind: &ErrorKind) -> (&'static str, Option<&'static str>) {
    const SPACES: Option<&str> = Some("indent with spaces");
    const QUOTE: Option<&str> = Some("put the value in quotes");
    match kind {
        ErrorKind::TabInBlockIndentation
        | ErrorKind::TabInIndentation
        | ErrorKind::TabNotAllowed
        | ErrorKind::TabAtBlockScalarStart
        | ErrorKind::TabInPlainScalar
        | ErrorKind::InvalidBlockEntryWhitespace
        | ErrorKind::InvalidMappingValueWhitespace => {
            ("YAML does not allow a tab as indentation", SPACES)
        }
        ErrorKind::RecursionLimitExceeded => ("the document is nested deeper than 64 levels", None),
        ErrorKind::UnknownAnchor => ("missing anchor for this alias", None),
        ErrorKind::MappingValueNotAllowed | ErrorKind::InvalidColonPlacement => (
            "a `:` is not allowed here",
            Some("put the value in quotes if the colon belongs to it; else check the indentation"),
        ),
        ErrorKind::UnexpectedCharacter { .. } => {
            ("a plain value cannot begin with this character", QUOTE)
        }
        ErrorKind::UnknownQuotedScalarEscape | ErrorKind::InvalidQuotedScalarHexEscape => (
            "unknown escape in a string between double quotes",
            Some(
                "write a backslash as `\\\\`, or use single quotes, between which nothing is escaped",
            ),
        ),
        ErrorKind::UnclosedQuotedScalar
        | ErrorKind::InvalidQuotedScalarIndent
        | ErrorKind::DocumentIndicatorInQuotedScalar => (
            "the string before this is not closed",
            Some("add the quote that is missing"),
        ),
        ErrorKind::InvalidTrailingSingleQuotedScalar
        | ErrorKind::InvalidTrailingDoubleQuotedScalar => (
            "there is text after the end of a string in quotes",
            Some("put the whole value in quotes"),
        ),
        ErrorKind::UnclosedFlowCollection { .. }
        | ErrorKind::UnexpectedEofFlowMapping
        | ErrorKind::UnexpectedEofFlowSequence
        | ErrorKind::UnexpectedEofImplicitFlowMapping => ("a bracket or brace is not closed", None),
        ErrorKind::MisplacedFlowCollectionEnd | ErrorKind::MismatchedFlowCollectionEnd { .. } => {
            ("this bracket or brace closes nothing", None)
        }
        ErrorKind::ExpectedFlowMappingSeparator => ("`,` or `}` was expected here", None),
        ErrorKind::ExpectedFlowSequenceSeparator => ("`,` or `]` was expected here", None),
        ErrorKind::ExpectedBlockMappingKey
        | ErrorKind::SimpleKeyExpected
        | ErrorKind::InvalidSimpleKey => (
            "expected a key followed by `:`",
            Some("check the indentation, and add a space after the colon"),
        ),
        ErrorKind::ExpectedBlockSequenceEntry => ("a `- ` was expected here", None),
        ErrorKind::BlockSequenceEntryNotAllowed | ErrorKind::BlockEntryInFlowCollection => {
            ("a `- ` is not allowed here", None)
        }
        ErrorKind::InvalidIndentation
        | ErrorKind::InvalidFlowScalarIndent
        | ErrorKind::InvalidBlockScalarIndent => ("the line is not indented as it should be", None),
        ErrorKind::InvalidBlockScalarHeader | ErrorKind::ZeroBlockScalarIndent => {
            ("a block of text has to begin on the line below", None)
        }
        ErrorKind::CommentNotSeparated => ("a comment needs a blank before it", None),
        ErrorKind::CommentInterceptedScalar => {
            ("a comment cannot be inside a multi-line value", None)
        }
        ErrorKind::BomInsideDocument => ("there is a byte-order mark inside the document", None),
        ErrorKind::UndeclaredTagHandle => ("this kind of tag is not declared", None),
        ErrorKind::UnsupportedYamlMajorVersion => ("this version of YAML is not known", None),
        ErrorKind::UnexpectedEof
        | ErrorKind::UnexpectedEofBlockMapping
        | ErrorKind::UnexpectedEofBlockSequence => ("the document ends too early", None),
        ErrorKind::ExpectedDocumentStart
        | ErrorKind::InvalidDocumentEnd
        | ErrorKind::MissingDocumentEndBeforeDirective => {
            ("there is text after the end of the document", None)
        }
        _ => ("this is not valid YAML", None),
    }
}
