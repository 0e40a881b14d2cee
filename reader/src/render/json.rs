//! Diagnostics as JSON, one object a line.
//!
//! Lines and columns are one-based, the end column exclusive. Without a span, file, line and columns are null.

use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Diagnostics, Fix, Label, Severity};
use crate::source::Sources;
use crate::span::Span;

/// All diagnostics by file and position, one JSON object a line.
pub fn to_json(sources: &Sources, diagnostics: &Diagnostics) -> String {
    let line = |found| format!("{}\n", object(sources, found));
    diagnostics.sorted(sources).into_iter().map(line).collect()
}

fn object(sources: &Sources, found: &Diagnostic) -> Value {
    let severity = match found.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let labels: Vec<_> = found.labels.iter().map(|label| label_object(sources, label)).collect();
    let rest = json!({
        "code": found.code,
        "severity": severity,
        "message": found.message,
        "labels": labels,
        "help": found.help,
        "fix": found.fix.as_ref().map(|fix| fix_object(sources, fix)),
    });
    with_place(sources, found.place(), rest)
}

fn label_object(sources: &Sources, label: &Label) -> Value {
    let rest = json!({ "text": label.text, "primary": label.primary });
    with_place(sources, Some(label.span), rest)
}

fn fix_object(sources: &Sources, fix: &Fix) -> Value {
    let rest = json!({ "text": fix.text, "replacement": fix.replacement });
    with_place(sources, Some(fix.span), rest)
}

fn with_place(sources: &Sources, span: Option<Span>, mut object: Value) -> Value {
    let start = span.map(|span| sources.position(span.file, span.start));
    let end = span.map(|span| sources.position(span.file, span.end));
    object["file"] = json!(span.map(|span| sources.path(span.file)));
    object["line"] = json!(start.map(|(line, _)| line));
    object["column"] = json!(start.map(|(_, column)| column));
    object["end_line"] = json!(end.map(|(line, _)| line));
    object["end_column"] = json!(end.map(|(_, column)| column));
    object
}
