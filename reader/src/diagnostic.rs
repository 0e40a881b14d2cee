//! Diagnostics: what is wrong in a file, where, and how to fix it.
//!
//! Diagnostics are plain values; `render` formats them.

mod list;

use crate::span::Span;
use crate::words::did_you_mean;

pub use list::Diagnostics;

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The files cannot be used.
    Error,
    /// The files can be used, but need attention.
    Warning,
}

/// A diagnostic: what is wrong, where, and how to fix it.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Code of the error, in kebab-case: `unknown-key`.
    pub code: &'static str,
    /// Its severity.
    pub severity: Severity,
    /// What is wrong, in one lowercase fragment.
    pub message: String,
    /// The labelled spans; at most one is primary. Empty if no file is concerned.
    pub labels: Vec<Label>,
    /// Help lines.
    pub help: Vec<String>,
    /// A suggested change.
    pub fix: Option<Fix>,
}

/// A span with a text.
#[derive(Clone, Debug)]
pub struct Label {
    /// The span.
    pub span: Span,
    /// The text.
    pub text: String,
    /// Whether the error is here, or the label only explains it.
    pub primary: bool,
}

/// A change to a file.
#[derive(Clone, Debug)]
pub struct Fix {
    /// The span to replace.
    pub span: Span,
    /// The replacement.
    pub replacement: String,
    /// Description of the change.
    pub text: String,
}

impl Diagnostic {
    /// An error at a span.
    pub fn error(
        code: &'static str,
        message: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) -> Self {
        let primary = Label { span, text: label.into(), primary: true };
        Self { labels: vec![primary], ..Self::without_place(code, message) }
    }

    /// A warning at a span.
    pub fn warning(
        code: &'static str,
        message: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message, span, label) }
    }

    /// An error without a span, such as a missing folder.
    pub fn without_place(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels: Vec::new(),
            help: Vec::new(),
            fix: None,
        }
    }

    /// Adds a secondary label.
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into(), primary: false });
        self
    }

    /// Adds a help line.
    #[must_use]
    pub fn with_help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Sets the suggested change.
    #[must_use]
    pub fn with_fix(
        mut self,
        span: Span,
        replacement: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        self.fix = Some(Fix { span, replacement: replacement.into(), text: text.into() });
        self
    }

    /// Suggests the candidate closest to a word, if one is close.
    #[must_use]
    pub fn with_suggestion<'a>(
        self,
        span: Span,
        word: &str,
        candidates: impl Iterator<Item = &'a str>,
    ) -> Self {
        match did_you_mean(word, candidates) {
            Some(near) => self.with_fix(span, near, format!("did you mean `{near}`?")),
            None => self,
        }
    }

    /// Adds a help line, unless there is a suggested change.
    #[must_use]
    pub fn with_help_without_fix(self, text: impl Into<String>) -> Self {
        if self.fix.is_some() { self } else { self.with_help(text) }
    }

    /// The primary label, or else the first.
    pub fn place(&self) -> Option<Span> {
        let label = self.labels.iter().find(|label| label.primary);
        label.or(self.labels.first()).map(|label| label.span)
    }
}
