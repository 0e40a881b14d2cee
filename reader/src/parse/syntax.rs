//! Invalid YAML: explains the parser's errors, with span and help.
//!
//! The parser stops at the first error, so a file has at most one.

use granit_parser::{ErrorKind, ScanError};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::span::{FileId, Span};
use crate::words::quoted;

use super::{dialect, layout};

/// The position and the reason of the parser's error.
pub(super) struct Broken {
    kind: ErrorKind,
    /// Offset of the error.
    pub(super) at: usize,
    /// The end of the previous event.
    after: usize,
    /// The innermost open bracket.
    bracket: Option<usize>,
}

/// Message, label and help.
struct Words {
    message: String,
    label: &'static str,
    help: Option<&'static str>,
}

impl Broken {
    pub(super) fn new(error: &ScanError, text: &str, after: usize, bracket: Option<usize>) -> Self {
        let at = error.marker().byte_offset().unwrap_or(text.len());
        Self { kind: error.kind().clone(), at: text.floor_char_boundary(at), after, bracket }
    }

    /// Whether a tab caused the error.
    pub(super) fn by_tab(&self) -> bool {
        matches!(
            self.kind,
            ErrorKind::TabNotAllowed
                | ErrorKind::TabInBlockIndentation
                | ErrorKind::TabInIndentation
                | ErrorKind::TabInPlainScalar
                | ErrorKind::TabAtBlockScalarStart
        )
    }

    /// The diagnostic; `None` if it was already reported.
    pub(super) fn diagnostic(
        &self,
        text: &str,
        file: FileId,
        found: &Diagnostics,
    ) -> Option<Diagnostic> {
        let character = text[self.at..].chars().next().filter(|next| !next.is_control());
        let length = character.map_or(0, char::len_utf8);
        let here = Span::new(file, self.at..self.at + length);
        if self.kind == ErrorKind::RecursionLimitExceeded {
            let is_known = found.iter().any(|known| known.code == "too-deep");
            return (!is_known).then(|| dialect::too_deep(here));
        }
        if let Some(open) = self.open_quote(text) {
            return Some(unclosed_quote(Span::new(file, open..open + 1), here));
        }
        let Words { message, label, help } = words(&self.kind);
        let mut error = Diagnostic::error("yaml-syntax", message, here, label);
        error.help.extend(help.map(str::to_owned));
        Some(match self.bracket_above(text) {
            Some(open) => error
                .with_label(Span::new(file, open..open + 1), "inside this bracket")
                .with_help("close the bracket, if it should end before this line"),
            None => error,
        })
    }

    /// The open bracket, if it is on an earlier line: then a closing bracket is probably missing.
    fn bracket_above(&self, text: &str) -> Option<usize> {
        self.bracket.filter(|open| text.get(*open..self.at).is_some_and(|all| all.contains('\n')))
    }

    /// The opening quote of an unfinished text.
    fn open_quote(&self, text: &str) -> Option<usize> {
        match self.kind {
            ErrorKind::UnclosedQuotedScalar
            | ErrorKind::InvalidQuotedScalarIndent
            | ErrorKind::DocumentIndicatorInQuotedScalar => layout::quote(text, self.after),
            _ => None,
        }
    }
}

fn unclosed_quote(open: Span, here: Span) -> Diagnostic {
    let error =
        Diagnostic::error("yaml-syntax", "a quoted text is not closed", open, "it opens here")
            .with_help("close it, or indent the further lines of the text deeper than its key");
    if here.start > open.start { error.with_label(here, "and is still open here") } else { error }
}

/// Explains common errors of the parser by their cause; rare ones keep the parser's message.
fn words(kind: &ErrorKind) -> Words {
    use ErrorKind as Kind;
    let (message, label, help) = match kind {
        Kind::MappingValueNotAllowed | Kind::InvalidColonPlacement | Kind::MappingKeyNotAllowed => {
            (
                "a key cannot stand here".to_owned(),
                "this makes what precedes it a key",
                Some("put text that holds `: ` in quotes; indent a key like those beside it"),
            )
        }
        Kind::ExpectedBlockMappingKey
        | Kind::ExpectedBlockSequenceEntry
        | Kind::InvalidIndentation
        | Kind::InvalidFlowScalarIndent
        | Kind::BlockSequenceEntryNotAllowed
        | Kind::InvalidBlockScalarIndent => (
            "the line does not fit those above it".to_owned(),
            "neither a further key or item, nor inside the one above",
            Some("indent it like the keys or items it belongs to"),
        ),
        Kind::ExpectedDocumentStart | Kind::ExpectedNodeContent => (
            "there is more than one value where one can stand".to_owned(),
            "not expected here",
            Some("put the whole text in quotes, or indent it to where it belongs"),
        ),
        Kind::SimpleKeyExpected | Kind::InvalidSimpleKey => (
            "a line between keys has no `:`".to_owned(),
            "expected `:` after a key on one line",
            Some("write `key: value`, or indent the line if it goes on with the text above"),
        ),
        Kind::UnclosedFlowCollection { open } => (
            format!("`{open}` is not closed"),
            "opened here",
            Some("close it, or put the text in quotes if the bracket is part of it"),
        ),
        Kind::MismatchedFlowCollectionEnd { open, close } => {
            (format!("`{open}` is closed by `{close}`"), "opened here", None)
        }
        Kind::MisplacedFlowCollectionEnd => (
            "a bracket closes nothing".to_owned(),
            "no such bracket is open",
            Some("put the text in quotes if the bracket is part of it"),
        ),
        Kind::ExpectedFlowMappingSeparator | Kind::ExpectedFlowSequenceSeparator => (
            "values between brackets must be separated by `,`".to_owned(),
            "expected `,` or the closing bracket",
            None,
        ),
        Kind::UnexpectedCharacter { character } => (
            format!("text cannot begin with {}", quoted(&character.to_string())),
            "not allowed here without quotes",
            Some("put the text in quotes"),
        ),
        Kind::UnknownQuotedScalarEscape
        | Kind::InvalidQuotedScalarHexEscape
        | Kind::InvalidUnicodeEscape => (
            "the text holds an escape that does not exist".to_owned(),
            "in the text that begins here",
            Some(r"write `\\` for a backslash, or use single quotes, which know no escapes"),
        ),
        Kind::InvalidTrailingSingleQuotedScalar | Kind::InvalidTrailingDoubleQuotedScalar => (
            "text goes on after its closing quote".to_owned(),
            "after the closing quote",
            Some(
                "separate values by `,`; write a quote within a text as `''` in single, `\\\"` in double quotes",
            ),
        ),
        Kind::CommentNotSeparated | Kind::CommentInterceptedScalar => (
            "a comment cannot begin here".to_owned(),
            "not a comment, not part of the text",
            Some("put a space before `#`, and no comment between the lines of one text"),
        ),
        Kind::DirectiveDisallowed => (
            "directives are not part of the language".to_owned(),
            "directive",
            Some("remove it, or put the text in quotes if it begins with `%`"),
        ),
        other => (format!("this is not YAML: {other}"), "here", None),
    };
    Words { message, label, help }
}
