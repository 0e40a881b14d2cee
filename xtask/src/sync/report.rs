//! Renders the differences of a folder: as diffs, as a summary line, as diagnostics.

use std::fmt::Write as _;
use std::ops::Range;

use reader::{Diagnostic, Diagnostics, Severity, Sources, Span, counted};
use similar::TextDiff;

use super::checksum::{HEAD_LINES, LABEL, Origin, detect_origin};
use super::{FileChange, FileState, FolderChanges};
use crate::contract::ContractArgs;

impl FileChange {
    /// State of the file, for `--check`.
    fn state_name(&self) -> &'static str {
        match self.state {
            FileState::Missing => "missing",
            FileState::Stale => "stale",
            FileState::Orphaned => "orphaned",
            FileState::Edited => "edited",
            FileState::Foreign | FileState::Link => "foreign",
        }
    }

    /// What writing does to the file: `created`.
    pub fn past_participle(&self) -> &'static str {
        match (self.state, &self.expected) {
            (FileState::Foreign | FileState::Link, _) => "left alone",
            (FileState::Missing, _) => "created",
            (FileState::Stale, _) => "changed",
            (_, Some(_)) => "overwritten",
            (_, None) => "deleted",
        }
    }
}

impl FolderChanges {
    /// Unified diffs from the actual to the expected texts.
    pub fn render_diffs(&self) -> String {
        let mut out = String::new();
        for change in &self.changes {
            let path = change.path.display().to_string();
            _ = writeln!(out, "{}: {path}", change.state_name());
            if matches!(change.state, FileState::Foreign | FileState::Link) {
                out.push_str("not generated; move it elsewhere\n\n");
                continue;
            }
            let expected = change.expected.as_deref().unwrap_or_default();
            let diff = TextDiff::from_lines(change.actual.as_str(), expected)
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
        let mut line = format!("{}: {}", self.folder.display(), counted(self.total, "file"));
        if self.changes.is_empty() {
            line.push_str(", all up to date");
        }
        let (word, order): (fn(&FileChange) -> &'static str, _) = if check {
            (FileChange::state_name, ["missing", "stale", "orphaned", "edited", "foreign"])
        } else {
            (
                FileChange::past_participle,
                ["created", "changed", "overwritten", "deleted", "left alone"],
            )
        };
        for state in order {
            let count = self.changes.iter().filter(|change| word(change) == state).count();
            if count > 0 {
                _ = write!(line, ", {count} {state}");
            }
        }
        line.push('\n');
        line
    }
}

/// Prints a diagnostic for each change with a selected state. Fails when they cannot be written.
pub fn print_diagnostics(
    folders: &[FolderChanges],
    is_selected: impl Fn(FileState) -> bool,
    contract: &ContractArgs,
    command: &str,
) -> anyhow::Result<()> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let changes = folders.iter().flat_map(|folder| &folder.changes);
    for change in changes.filter(|change| is_selected(change.state)) {
        let file = sources.add(&change.path, change.actual.as_str());
        diagnostics.push(diagnostic(change, Span::new(file, head_span(&change.actual)), command));
    }
    if diagnostics.is_empty() {
        return Ok(());
    }
    contract.print_diagnostics(&sources, &diagnostics)
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
    use FileState::{Edited, Foreign, Link, Missing, Orphaned, Stale};
    let changes = folders.iter().flat_map(|folder| &folder.changes);
    let any = |states: &[FileState]| changes.clone().any(|change| states.contains(&change.state));
    let mut out = String::new();
    if any(&[Edited]) {
        _ = writeln!(
            out,
            "error: generated files were edited; change what they are generated from and restore the files with \
             `git restore`, or discard the edits with `{command} --force`"
        );
    }
    if any(&[Foreign, Link]) {
        out.push_str(
            "error: a file among the generated ones was not generated; move it elsewhere\n",
        );
    }
    if any(&[Missing, Stale, Orphaned]) {
        _ = writeln!(out, "error: generated files are out of date; run `{command}`");
    }
    out
}

fn diagnostic(change: &FileChange, span: Span, command: &str) -> Diagnostic {
    let error = |code, message, label| Diagnostic::error(code, message, span, label);
    let earlier = "generated by an earlier run";
    let out_of_date = match change.state {
        FileState::Missing => {
            error("file-missing", "a generated file is missing", "does not exist")
        }
        FileState::Stale => error("file-stale", "a generated file is out of date", earlier),
        FileState::Orphaned => error("file-orphaned", "a file is not generated any more", earlier),
        FileState::Edited => {
            let (message, label) = match detect_origin(&change.actual) {
                Origin::Foreign => {
                    ("another file has the path of a generated file", "no head of a generated file")
                }
                Origin::Generated | Origin::Edited => {
                    ("a generated file was edited", "does not match the checksum of the text")
                }
            };
            let effect = if change.expected.is_some() { "overwrites" } else { "deletes" };
            return error("file-edited", message, label)
                .with_help("`git diff` shows the edit, `git restore` reverts it")
                .with_help(format!("`{command} --force` {effect} the file"));
        }
        FileState::Foreign => {
            let message = "a file among the generated ones was not generated, and is left alone";
            let warning = error("file-foreign", message, "not generated");
            return Diagnostic { severity: Severity::Warning, ..warning }
                .with_help("move it elsewhere");
        }
        FileState::Link => {
            let message = "a link has the path of a folder of generated files, and is left alone";
            return error("file-foreign", message, "links to another folder")
                .with_help("remove the link, then run the command again");
        }
    };
    out_of_date.with_help(format!("run `{command}`"))
}
