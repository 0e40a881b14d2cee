//! One finding about our own files: what is wrong, where, and how to mend it.
//!
//! Findings are plain values: how they look is decided in `render`.

mod list;

use crate::span::Span;

pub use list::Diagnostics;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The files cannot be used.
    Error,
    /// The files can be used, but somebody should look.
    Warning,
}

/// One finding: what is wrong, where, and how to mend it.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The kind of mistake, in kebab-case: `unknown-key`.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one lowercase fragment.
    pub message: String,
    /// The places concerned; at most one is primary. Empty when no file can be shown.
    pub labels: Vec<Label>,
    /// How to mend it.
    pub help: Vec<String>,
    /// A change that most likely mends it.
    pub fix: Option<Fix>,
}

/// A place that a finding is about.
#[derive(Clone, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is to be said of it.
    pub text: String,
    /// Whether the mistake is here, or this only explains it.
    pub primary: bool,
}

/// A change to a file.
#[derive(Clone, Debug)]
pub struct Fix {
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub replacement: String,
    /// What the change does, in words.
    pub text: String,
}

impl Diagnostic {
    /// A mistake at a place.
    pub fn error(
        code: &'static str,
        message: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) -> Self {
        let primary = Label {
            span,
            text: label.into(),
            primary: true,
        };
        Self {
            labels: vec![primary],
            ..Self::without_place(code, message)
        }
    }

    /// A warning about a place.
    pub fn warning(
        code: &'static str,
        message: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, message, span, label)
        }
    }

    /// A mistake that is at no place of any file, such as a missing folder.
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

    /// Adds a second place that explains the first.
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label {
            span,
            text: text.into(),
            primary: false,
        });
        self
    }

    /// Adds a line on how to mend it.
    #[must_use]
    pub fn with_help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Says which change would mend it.
    #[must_use]
    pub fn with_fix(
        mut self,
        span: Span,
        replacement: impl Into<String>,
        text: impl Into<String>,
    ) -> Self {
        self.fix = Some(Fix {
            span,
            replacement: replacement.into(),
            text: text.into(),
        });
        self
    }

    /// Where the mistake is: the primary label, or the first when none is.
    pub fn place(&self) -> Option<Span> {
        let label = self.labels.iter().find(|label| label.primary);
        label.or(self.labels.first()).map(|label| label.span)
    }
}
