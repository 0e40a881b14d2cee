//! Clauses that need no further attempts.

use super::RetryTracker;
use crate::finding::FindingResult;

/// By index of the clause.
pub(super) struct SettledClauses {
    held: Vec<bool>,
    /// Breached in a scenario that other clients cannot disturb.
    breached: Vec<bool>,
}

impl SettledClauses {
    pub(super) fn of(tracker: &RetryTracker<'_>) -> Self {
        let none: Vec<_> = tracker.suite.clauses.iter().map(|_| false).collect();
        let mut settled = Self { held: none.clone(), breached: none };
        for (scenario, findings) in tracker.by_scenario() {
            let certain = !tracker.shares_records(scenario);
            for (_, finding) in findings {
                let settled = match &finding.result {
                    FindingResult::Held { .. } => &mut settled.held,
                    FindingResult::Breach(_) if certain => &mut settled.breached,
                    _ => continue,
                };
                if let Some(settled) = settled.get_mut(finding.claim.index) {
                    *settled = true;
                }
            }
        }
        settled
    }

    pub(super) fn is_held(&self, clause: usize) -> bool {
        self.held.get(clause) == Some(&true)
    }

    pub(super) fn is_breached(&self, clause: usize) -> bool {
        self.breached.get(clause) == Some(&true)
    }
}
