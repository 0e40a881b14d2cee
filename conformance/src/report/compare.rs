//! Compares two reports: what got worse, what got better, and what cannot be compared.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use super::Content;
use super::content::{Clause, Outcome};
use crate::text::{counted, escape, wrapped};

/// The most clauses that are listed of a kind of change.
const MAX_LINES: usize = 40;

/// What happened to a clause, in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    NewViolation,
    NotTested,
    CoverageLost,
    StillFailing,
    NewDeviation,
    Waived,
    Removed,
    Fixed,
    NewlyHeld,
}

impl Change {
    fn title(self) -> &'static str {
        match self {
            Self::NewViolation => "new violations",
            Self::NotTested => "not tested any more",
            Self::CoverageLost => "classes of values that are not covered any more",
            Self::StillFailing => "still violated",
            Self::NewDeviation => "new deviations from examples",
            Self::Waived => "waived",
            Self::Removed => "not in the contract any more",
            Self::Fixed => "fixed",
            Self::NewlyHeld => "newly held",
        }
    }

    fn is_worse(self) -> bool {
        matches!(self, Self::NewViolation | Self::NotTested | Self::CoverageLost)
    }
}

/// The differences between two reports.
pub(crate) struct Comparison {
    /// The runs, and how they differ.
    head: String,
    /// A line for each clause.
    changes: BTreeMap<Change, Vec<String>>,
}

impl Comparison {
    pub(crate) fn new(old: &Content, new: &Content) -> Self {
        let mut changes: BTreeMap<Change, Vec<String>> = BTreeMap::new();
        let clauses = |report| -> BTreeMap<_, _> {
            let report: &Content = report;
            report.clauses.iter().map(|clause| (clause.id.as_str(), clause)).collect()
        };
        let (before, after) = (clauses(old), clauses(new));
        for (id, clause) in &after {
            if let Some((change, line)) = change(before.get(id).copied(), clause) {
                changes.entry(change).or_default().push(line);
            }
        }
        let removed = before.keys().filter(|id| !after.contains_key(*id));
        let removed: Vec<_> = removed.map(|id| format!("  {id}\n")).collect();
        if !removed.is_empty() {
            changes.insert(Change::Removed, removed);
        }
        Self { head: head(old, new), changes }
    }

    /// Whether a clause is newly violated, not tested any more, or held for fewer classes of values.
    pub(crate) fn is_worse(&self) -> bool {
        self.changes.keys().any(|change| change.is_worse())
    }
}

/// What happened to a clause of the new report, with a line about it; `None` if nothing did.
fn change(old: Option<&Clause>, new: &Clause) -> Option<(Change, String)> {
    let before = old.map(|clause| clause.verdict);
    let was = before.map_or("not in the contract".to_owned(), Outcome::words);
    let is_tested = |verdict: Outcome| verdict == Outcome::Held || verdict.is_breach();
    let id = &new.id;
    let plain = format!("  {id}\n");
    if let Some(waived) = new.waived() {
        return Some((Change::Waived, wrapped(&format!("{id}: {waived}"), 2)));
    }
    Some(match (before, new.verdict) {
        (Some(Outcome::Violated), Outcome::Violated) => (Change::StillFailing, plain),
        (_, Outcome::Violated) => (Change::NewViolation, violation(new, &was)),
        (Some(before), now) if is_tested(before) && !is_tested(now) => {
            let reason = new.reason.as_deref().unwrap_or_default();
            let line = format!("{id}: was {was}, is {}: {reason}", now.words());
            (Change::NotTested, wrapped(&line, 2))
        }
        (Some(Outcome::Violated), Outcome::Held) => (Change::Fixed, plain),
        (Some(Outcome::Held), Outcome::Held) => {
            let lost = lost_classes(old?, new);
            let input = old?.classes.as_ref().map_or("", |classes| &classes.input);
            if lost.is_empty() {
                return None;
            }
            let line = format!("{id}: {input}: {}", lost.join(", "));
            (Change::CoverageLost, wrapped(&line, 2))
        }
        (Some(before), Outcome::Deviates) if before != Outcome::Deviates => {
            (Change::NewDeviation, violation(new, &was))
        }
        (_, Outcome::Held) => (Change::NewlyHeld, plain),
        _ => return None,
    })
}

/// A clause that is breached, with its first failure.
fn violation(clause: &Clause, was: &str) -> String {
    let mut text = format!("  {}  (was {was})\n", clause.id);
    if let Some(failure) = clause.failures.first() {
        let place = match &*failure.pointer {
            "" => String::new(),
            pointer => format!("  at {}", escape(pointer)),
        };
        let _ = writeln!(text, "    expected  {}", escape(&failure.expected));
        let _ = writeln!(text, "    actual    {}{place}", escape(&failure.actual));
    }
    text
}

/// The classes that the clause held for before and not now.
fn lost_classes<'c>(old: &'c Clause, new: &Clause) -> Vec<&'c str> {
    let seen = new.classes.as_ref().map_or(&[][..], |classes| &classes.seen);
    let before = old.classes.iter().flat_map(|classes| &classes.seen);
    before.filter(|class| !seen.contains(class)).map(String::as_str).collect()
}

/// The two runs, and what makes them hard to compare.
fn head(old: &Content, new: &Content) -> String {
    let mut text = String::new();
    for (name, report) in [("old", old), ("new", new)] {
        let run = &report.run;
        let _ = writeln!(
            text,
            "{name}  {}, level {}, depth {}, {}, {}",
            escape(&run.base_url),
            run.level,
            run.depth,
            run.profile,
            run.started_at
        );
    }
    let (before, after) = (&old.run, &new.run);
    for (differs, what) in [
        (old.service != new.service, "services"),
        (before.contract_digest != after.contract_digest, "versions of the contract"),
        (before.profile != after.profile, "selections of clauses"),
        (before.level != after.level, "levels"),
        (before.depth != after.depth, "depths"),
    ] {
        if differs {
            let _ = writeln!(text, "note: the reports are of different {what}");
        }
    }
    text
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.head)?;
        for (change, lines) in &self.changes {
            writeln!(f, "\n{} ({})", change.title(), lines.len())?;
            for line in lines.iter().take(MAX_LINES) {
                f.write_str(line)?;
            }
            if lines.len() > MAX_LINES {
                writeln!(f, "  and {} more", lines.len() - MAX_LINES)?;
            }
        }
        let worse = self.changes.iter().filter(|(change, _)| change.is_worse());
        let worse: usize = worse.map(|(_, lines)| lines.len()).sum();
        match worse {
            0 => writeln!(f, "\nnothing got worse"),
            count => writeln!(f, "\n{} got worse", counted(count, "clause")),
        }
    }
}
