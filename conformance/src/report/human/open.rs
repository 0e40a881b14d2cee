//! What was not shown, by reason, and what would show it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use spec::Clause;

use crate::reason::Reason;
use crate::report::Report;
use crate::verdict::Verdict;

pub(super) fn render(report: &Report<'_>) -> String {
    let mut text = String::new();
    let idle = |verdict: &Verdict| match verdict {
        Verdict::NotExercised(reason) if *reason != Reason::Filter => Some(*reason),
        _ => None,
    };
    let unclear = |verdict: &Verdict| match verdict {
        Verdict::Inconclusive(reason) => Some(*reason),
        _ => None,
    };
    section(&mut text, report, "not exercised", &idle);
    section(&mut text, report, "inconclusive", &unclear);
    text
}

fn section(
    text: &mut String,
    report: &Report<'_>,
    title: &str,
    reason_of: &dyn Fn(&Verdict) -> Option<Reason>,
) {
    let mut by_reason: BTreeMap<Reason, Vec<&Clause>> = BTreeMap::new();
    for verdict in &report.verdicts {
        if let Some(reason) = reason_of(&verdict.verdict) {
            by_reason.entry(reason).or_default().push(&verdict.clause);
        }
    }
    if by_reason.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{title}");
    for (reason, clauses) in by_reason {
        let _ = writeln!(text, "  {}: {}", reason.name(), reason.explanation());
        by_operation(text, report, &clauses);
        let wanted: BTreeSet<&str> = clauses
            .iter()
            .flat_map(|clause| report.plan.wanted_for(&clause.id, reason))
            .collect();
        for wanted in wanted {
            let _ = writeln!(text, "    wanted: {wanted}");
        }
    }
}

/// The clauses of each operation, or only how many if it is all there are.
fn by_operation(text: &mut String, report: &Report<'_>, clauses: &[&Clause]) {
    let mut groups: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for clause in clauses {
        let owner = clause.operation.as_deref().unwrap_or("service");
        groups.entry(owner).or_default().push(&clause.id);
    }
    for (owner, ids) in groups {
        let all = report.suite.clauses.iter().filter(|clause| {
            clause.testable() && clause.operation.as_deref().unwrap_or("service") == owner
        });
        if ids.len() > 1 && ids.len() == all.count() {
            let _ = writeln!(text, "    {owner}: all {} clauses", ids.len());
        } else {
            ids.iter().for_each(|id| {
                let _ = writeln!(text, "    {id}");
            });
        }
    }
}
