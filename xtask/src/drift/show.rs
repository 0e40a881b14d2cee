//! How differences are shown: as diffs, as a line, as findings.

use std::fmt::Write as _;
use std::ops::Range;

use reader::{Diagnostic, Diagnostics, Severity, Sources, Span};
use similar::TextDiff;

use super::settle::Failure;
use super::{Drift, Kind};
use crate::contract::Location;
use crate::seal::{self, Author};

impl Kind {
    /// What it is, for whoever only looks.
    fn word(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "missing",
            Self::Stale { .. } => "stale",
            Self::Orphaned { .. } => "orphaned",
            Self::Edited { .. } => "edited",
            Self::Foreign | Self::Link => "foreign",
        }
    }

    /// What is done about it.
    pub fn deed(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "created",
            Self::Stale { .. } => "changed",
            Self::Orphaned { .. } => "deleted",
            Self::Edited {
                wanted: Some(_), ..
            } => "overwritten",
            Self::Edited { wanted: None, .. } => "deleted",
            Self::Foreign | Self::Link => "left alone",
        }
    }

    /// From what is there to what is wanted.
    fn texts(&self) -> Option<(&str, &str)> {
        match self {
            Self::Missing { wanted } => Some(("", wanted)),
            Self::Stale { wanted, found } => Some((found, wanted)),
            Self::Orphaned { found } => Some((found, "")),
            Self::Edited { wanted, found } => Some((found, wanted.as_deref().unwrap_or_default())),
            Self::Foreign | Self::Link => None,
        }
    }
}

impl Drift {
    /// The differences as unified diffs, from what is there to what is wanted.
    pub fn render(&self) -> String {
        let mut out = String::new();
        for change in &self.changes {
            let path = change.path.display().to_string();
            _ = writeln!(out, "{}: {path}", change.kind.word());
            let Some((from, to)) = change.kind.texts() else {
                out.push_str("not made by the generator; move it elsewhere\n\n");
                continue;
            };
            let diff = TextDiff::from_lines(from, to);
            let mut diff = diff.unified_diff();
            let diff = diff
                .context_radius(2)
                .header(&path, &format!("{path} (wanted)"))
                .to_string();
            _ = writeln!(out, "{diff}");
        }
        out
    }

    /// One line that says what was done, or what would be.
    pub fn summary(&self, check: bool) -> String {
        let mut line = format!("{}: {} files", self.folder.display(), self.total);
        if self.changes.is_empty() {
            line.push_str(", all fresh");
        }
        let words = self.changes.iter().map(|change| match check {
            true => change.kind.word(),
            false => change.kind.deed(),
        });
        let words: Vec<_> = words.collect();
        for word in ORDER {
            let count = words.iter().filter(|one| *one == word).count();
            if count > 0 {
                _ = write!(line, ", {count} {word}");
            }
        }
        line.push('\n');
        line
    }
}

/// The order in which a summary counts.
const ORDER: &[&str] = &[
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

/// Findings and the files they are about.
#[derive(Default)]
pub struct Findings {
    sources: Sources,
    list: Diagnostics,
}

impl Findings {
    /// Shows them as the location says.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn show(&self, location: &Location) -> anyhow::Result<()> {
        if self.list.is_empty() {
            return Ok(());
        }
        location.show(&self.sources, &self.list)
    }
}

/// What is to be said of the changes of the chosen kinds.
pub fn findings(drifts: &[Drift], chosen: fn(&Kind) -> bool, command: &str) -> Findings {
    let mut findings = Findings::default();
    for change in drifts.iter().flat_map(|drift| &drift.changes) {
        if !chosen(&change.kind) {
            continue;
        }
        let found = change.kind.texts().map_or("", |(found, _)| found);
        let file = findings.sources.add(&change.path, found);
        let span = Span::new(file, head(found));
        findings.list.push(finding(&change.kind, span, command));
    }
    findings
}

/// The place that tells who made a file: the digest in its head, or else the first line.
fn head(text: &str) -> Range<usize> {
    let end = |from: usize| from + text[from..].lines().next().map_or(0, str::len);
    match text.find(seal::LABEL) {
        Some(at) if text[..at].lines().count() <= seal::HEAD => at + 1..end(at),
        _ => 0..end(0),
    }
}

/// What to do about what differs, a line for each manner of mending it; the last helps only when the others are done.
pub fn advice(drifts: &[Drift], command: &str) -> String {
    let changes = drifts.iter().flat_map(|drift| &drift.changes);
    let any = |chosen: fn(&Kind) -> bool| changes.clone().any(|change| chosen(&change.kind));
    let mut out = String::new();
    if any(|kind| matches!(kind, Kind::Edited { .. })) {
        _ = writeln!(
            out,
            "error: generated files were changed by hand; take the changes to what they are made from and the files \
             back with `git restore`, or give the changes up with `{command} --force`"
        );
    }
    if any(|kind| matches!(kind, Kind::Foreign | Kind::Link)) {
        out.push_str("error: what was not made by the generator stands among generated files; move it elsewhere\n");
    }
    if any(|kind| {
        matches!(
            kind,
            Kind::Missing { .. } | Kind::Stale { .. } | Kind::Orphaned { .. }
        )
    }) {
        _ = writeln!(
            out,
            "error: generated files are not what they are made from; run `{command}`"
        );
    }
    out
}

fn finding(kind: &Kind, span: Span, command: &str) -> Diagnostic {
    let run = format!("run `{command}`");
    let error = |code, message, label| Diagnostic::error(code, message, span, label);
    match kind {
        Kind::Missing { .. } => {
            error("file-missing", "a generated file is missing", "not there").with_help(run)
        }
        Kind::Stale { .. } => error(
            "file-stale",
            "a generated file is not what it is made from",
            "as an earlier run left it",
        )
        .with_help(run),
        Kind::Orphaned { .. } => error(
            "file-orphaned",
            "a generated file is made from nothing any more",
            "as an earlier run left it",
        )
        .with_help(run),
        Kind::Edited { wanted, found } => {
            let what = if wanted.is_some() {
                "overwritten"
            } else {
                "deleted"
            };
            let (message, label) = match seal::author(found) {
                Author::Stranger => (
                    "a file of somebody else stands where a generated file belongs",
                    "no head of a generated file",
                ),
                Author::Generator | Author::Hand => (
                    "a generated file was changed by hand",
                    "not the digest of this text",
                ),
            };
            error("file-edited", message, label)
                .with_help("`git diff` shows what was changed, `git restore` takes it back")
                .with_help(format!("with `{command} --force` it is {what}"))
        }
        Kind::Foreign => Diagnostic {
            severity: Severity::Warning,
            ..error(
                "file-foreign",
                "a file among the generated ones was not made by the generator, and stays",
                "not ours",
            )
        }
        .with_help("move it elsewhere"),
        Kind::Link => error(
            "file-foreign",
            "a link stands where a folder of generated files belongs, and what is behind it stays",
            "leads to a folder of others",
        )
        .with_help("remove the link, then run the command again"),
    }
}

impl Failure {
    /// What is to be said of it.
    pub fn finding(&self) -> Findings {
        let Self {
            path,
            doing,
            error,
            help,
        } = self;
        let message = format!("failed to {doing} {}: {error}", path.display());
        let mut findings = Findings::default();
        findings
            .list
            .push(Diagnostic::without_place("file-unwritable", message).with_help(*help));
        findings
    }
}
