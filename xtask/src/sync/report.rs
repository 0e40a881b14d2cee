//! Renders the differences of a folder: as diffs, as a summary line, as diagnostics.

use std::fmt::Write as _;
use std::ops::Range;

use reader::{Diagnostic, Diagnostics, Severity, Sources, Span};
use similar::TextDiff;

use super::apply::ApplyError;
use super::checksum::{HEAD_LINES, LABEL, Origin, detect_origin};
use super::{ChangeKind, FolderChanges};
use crate::contract::ContractArgs;

impl ChangeKind {
    /// State of the file, for `--check`.
    fn state(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "missing",
            Self::Stale { .. } => "stale",
            Self::Orphaned { .. } => "orphaned",
            Self::Edited { .. } => "edited",
            Self::Foreign | Self::Link => "foreign",
        }
    }

    /// What writing does to the file: `created`.
    pub fn past_participle(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "created",
            Self::Stale { .. } => "changed",
            Self::Orphaned { .. } | Self::Edited { expected: None, .. } => "deleted",
            Self::Edited { expected: Some(_), .. } => "overwritten",
            Self::Foreign | Self::Link => "left alone",
        }
    }

    /// The actual and the expected text; empty for a file that is missing or not expected.
    fn texts(&self) -> Option<(&str, &str)> {
        match self {
            Self::Missing { expected } => Some(("", expected)),
            Self::Stale { expected, actual } => Some((actual, expected)),
            Self::Orphaned { actual } => Some((actual, "")),
            Self::Edited { expected, actual } => {
                Some((actual, expected.as_deref().unwrap_or_default()))
            }
            Self::Foreign | Self::Link => None,
        }
    }
}

impl FolderChanges {
    /// Unified diffs from the actual to the expected texts.
    pub fn render_diffs(&self) -> String {
        let mut out = String::new();
        for change in &self.changes {
            let path = change.path.display().to_string();
            _ = writeln!(out, "{}: {path}", change.kind.state());
            let Some((actual, expected)) = change.kind.texts() else {
                out.push_str("not generated; move it elsewhere\n\n");
                continue;
            };
            let diff = TextDiff::from_lines(actual, expected)
                .unified_diff()
                .context_radius(2)
                .header(&path, &format!("{path} (expected)"))
                .to_string();
            _ = writeln!(out, "{diff}");
        }
        out
    }

    /// One line with the number of files in each state, or of files written.
    pub fn summary(&self, check: bool) -> String {
        let mut line = format!("{}: {} files", self.folder.display(), self.total);
        if self.changes.is_empty() {
            line.push_str(", all up to date");
        }
        for word in SUMMARY_ORDER {
            let count = self
                .changes
                .iter()
                .filter(|change| {
                    let counted =
                        if check { change.kind.state() } else { change.kind.past_participle() };
                    counted == *word
                })
                .count();
            if count > 0 {
                _ = write!(line, ", {count} {word}");
            }
        }
        line.push('\n');
        line
    }
}

const SUMMARY_ORDER: &[&str] = &[
    "missing",
    "stale",
    "orphaned",
    "edited",
    "foreign",
    "created",
    "changed",
    "overwritten",
    "deleted",
    "left alone",
];

/// Diagnostics and the files they refer to.
#[derive(Default)]
pub struct FileDiagnostics {
    sources: Sources,
    list: Diagnostics,
}

impl FileDiagnostics {
    /// Prints them in the chosen message format.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn print(&self, contract: &ContractArgs) -> anyhow::Result<()> {
        if self.list.is_empty() {
            return Ok(());
        }
        contract.print_diagnostics(&self.sources, &self.list)
    }
}

/// A diagnostic for each change that is selected.
pub fn diagnostics(
    folders: &[FolderChanges],
    is_selected: impl Fn(&ChangeKind) -> bool,
    command: &str,
) -> FileDiagnostics {
    let mut diagnostics = FileDiagnostics::default();
    let changes = folders.iter().flat_map(|folder| &folder.changes);
    for change in changes.filter(|change| is_selected(&change.kind)) {
        let actual = change.kind.texts().map_or("", |(actual, _)| actual);
        let file = diagnostics.sources.add(&change.path, actual);
        let span = Span::new(file, head_span(actual));
        diagnostics.list.push(diagnostic(&change.kind, span, command));
    }
    diagnostics
}

/// The checksum in the head of a file, or else its first line.
fn head_span(text: &str) -> Range<usize> {
    let line_end = |from: usize| from + text[from..].lines().next().map_or(0, str::len);
    match text.find(LABEL) {
        Some(at) if text[..at].lines().count() <= HEAD_LINES => at + 1..line_end(at),
        _ => 0..line_end(0),
    }
}

/// How to fix the differences, a line for each kind of fix, in the order to apply them.
pub fn advice(folders: &[FolderChanges], command: &str) -> String {
    let changes = folders.iter().flat_map(|folder| &folder.changes);
    let any =
        |is_selected: fn(&ChangeKind) -> bool| changes.clone().any(|it| is_selected(&it.kind));
    let mut out = String::new();
    if any(|kind| matches!(kind, ChangeKind::Edited { .. })) {
        _ = writeln!(
            out,
            "error: generated files were edited; change what they are generated from and restore the files with \
             `git restore`, or discard the edits with `{command} --force`"
        );
    }
    if any(|kind| matches!(kind, ChangeKind::Foreign | ChangeKind::Link)) {
        out.push_str(
            "error: a file among the generated ones was not generated; move it elsewhere\n",
        );
    }
    if any(|kind| {
        matches!(
            kind,
            ChangeKind::Missing { .. } | ChangeKind::Stale { .. } | ChangeKind::Orphaned { .. }
        )
    }) {
        _ = writeln!(out, "error: generated files are out of date; run `{command}`");
    }
    out
}

fn diagnostic(kind: &ChangeKind, span: Span, command: &str) -> Diagnostic {
    let run = format!("run `{command}`");
    let error = |code, message, label| Diagnostic::error(code, message, span, label);
    match kind {
        ChangeKind::Missing { .. } => {
            error("file-missing", "a generated file is missing", "does not exist").with_help(run)
        }
        ChangeKind::Stale { .. } => {
            error("file-stale", "a generated file is out of date", "generated by an earlier run")
                .with_help(run)
        }
        ChangeKind::Orphaned { .. } => error(
            "file-orphaned",
            "a file is not generated any more",
            "generated by an earlier run",
        )
        .with_help(run),
        ChangeKind::Edited { expected, actual } => {
            let (message, label) = match detect_origin(actual) {
                Origin::Foreign => {
                    ("another file has the path of a generated file", "no head of a generated file")
                }
                Origin::Generated | Origin::Edited => {
                    ("a generated file was edited", "does not match the checksum of the text")
                }
            };
            let effect = if expected.is_some() { "overwrites" } else { "deletes" };
            error("file-edited", message, label)
                .with_help("`git diff` shows the edit, `git restore` reverts it")
                .with_help(format!("`{command} --force` {effect} the file"))
        }
        ChangeKind::Foreign => Diagnostic {
            severity: Severity::Warning,
            ..error(
                "file-foreign",
                "a file among the generated ones was not generated, and is left alone",
                "not generated",
            )
        }
        .with_help("move it elsewhere"),
        ChangeKind::Link => error(
            "file-foreign",
            "a link has the path of a folder of generated files, and is left alone",
            "links to another folder",
        )
        .with_help("remove the link, then run the command again"),
    }
}

impl ApplyError {
    /// The error as a diagnostic.
    pub fn to_diagnostics(&self) -> FileDiagnostics {
        let Self { path, action, error, help } = self;
        let message = format!("failed to {action} {}: {error}", path.display());
        let mut diagnostics = FileDiagnostics::default();
        diagnostics
            .list
            .push(Diagnostic::without_place("file-unwritable", message).with_help(*help));
        diagnostics
    }
}
