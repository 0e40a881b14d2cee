//! Diagnostics for valid YAML outside the dialect. The composer detects it.

use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::words::quoted;

use super::MAX_DEPTH;

pub(super) fn tab(span: Span) -> Diagnostic {
    Diagnostic::error("tab-indentation", "a tab is used as indentation", span, "tab")
        .with_help("indent with spaces, two for each level")
}

pub(super) fn duplicate_key(key: &str, first: Span, second: Span) -> Diagnostic {
    let message = format!("the key {} is written twice", quoted(key));
    Diagnostic::error("duplicate-key", message, second, "written again here")
        .with_label(first, "written first here")
        .with_help("keep one of them")
}

pub(super) fn anchor(span: Span) -> Diagnostic {
    Diagnostic::error("anchor", "anchors are not part of the language", span, "anchor")
        .with_help("remove it, and write the value out where it is wanted again")
}

pub(super) fn alias(span: Span) -> Diagnostic {
    Diagnostic::error("alias", "aliases are not part of the language", span, "alias")
        .with_help("write the value out here, or in quotes if it is a text that begins with `*`")
}

pub(super) fn tag(span: Span) -> Diagnostic {
    Diagnostic::error("tag", "tags are not part of the language", span, "tag")
        .with_help("remove it, or quote the value if it is a text that begins with `!`")
}

pub(super) fn merge_key(span: Span) -> Diagnostic {
    Diagnostic::error("merge-key", "merge keys are not part of the language", span, "merge key")
        .with_help("write out the keys that are wanted here")
}

pub(super) fn not_a_text_key(span: Span, what: &str) -> Diagnostic {
    let message = format!("a key must be text, not {what}");
    Diagnostic::error("key-not-text", message, span, "not text")
        .with_help("put it in quotes if it is text that begins with a bracket")
}

pub(super) fn empty_key(span: Span) -> Diagnostic {
    Diagnostic::error("empty-key", "a key is missing before `:`", span, "expected a key")
        .with_help("write the key, or quote the text if it begins with `:`")
}

pub(super) fn second_document(span: Span) -> Diagnostic {
    let message = "a file holds one document only";
    Diagnostic::error("second-document", message, span, "a second one begins here")
        .with_help("put it into a file of its own")
}

pub(super) fn too_deep(span: Span) -> Diagnostic {
    let message = format!("maps and lists are nested deeper than {MAX_DEPTH} levels");
    Diagnostic::error("too-deep", message, span, "too deep from here")
}
