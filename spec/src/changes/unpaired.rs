//! Gaps and clauses that no other change covers: open questions, notes, and what is testable.

use super::change::{Changes, Effect};
use super::operation::records_of;
use super::pairs::{Pair, pair};
use crate::{Clause, Contract};

pub(super) fn compare(old: &Contract, new: &Contract, changes: &mut Changes) {
    for pair in pair(&old.gaps, &new.gaps, |gap| &gap.id) {
        match pair {
            Pair::Removed(gap) if !changes.covers(&gap.id) => {
                let text = format!("the gap is closed: {}", trimmed(&gap.note));
                changes.at(&gap.id).documented(&gap.id, text);
            }
            Pair::Added(gap) if !changes.covers(&gap.id) => {
                changes.at(&gap.id).wording(format!("the gap is declared: {}", trimmed(&gap.note)));
            }
            Pair::Kept(old, new) => {
                let mut place = changes.at(&new.id);
                place.text("the note", &old.note, &new.note);
                place.text("the interpretations", &old.interpretations, &new.interpretations);
            }
            _ => {}
        }
    }
    let (old_clauses, new_clauses) = (old.clauses(), new.clauses());
    for pair in pair(&old_clauses, &new_clauses, |clause| &clause.id) {
        match pair {
            Pair::Removed(clause) if !is_covered(old, new, clause, changes) => {
                changes.at(&clause.id).breaking("the clause is removed");
            }
            Pair::Added(clause) if !is_covered(old, new, clause, changes) => {
                changes.at(&clause.id).compatible("the clause is added");
            }
            Pair::Kept(old_clause, clause) => {
                let mut place = changes.at(&clause.id);
                let reasons = (&old_clause.untestable_because, &clause.untestable_because);
                place.text("whether the clause is testable", reasons.0, reasons.1);
                if old_clause.statement != clause.statement && !is_worded(new, clause, changes) {
                    changes.at(&clause.id).wording("the statement changed");
                }
            }
            _ => {}
        }
    }
    if !changes.is_empty() {
        return;
    }
    changes.at("service").wording("texts changed that belong to no clause and no gap");
}

fn trimmed(note: &str) -> &str {
    note.trim_end_matches('.')
}

/// Whether a change was reported that added or removed the clause.
fn is_covered(old: &Contract, new: &Contract, clause: &Clause, changes: &Changes) -> bool {
    let places = owners(new, clause).or_else(|| owners(old, clause)).unwrap_or_default();
    let places: Vec<&str> = places.iter().map(String::as_str).collect();
    changes.covers(&clause.id) || changes.any_at(&places, |change| change.effect != Effect::Wording)
}

/// Whether a change was reported that the statement of the clause may follow from.
fn is_worded(new: &Contract, clause: &Clause, changes: &Changes) -> bool {
    match owners(new, clause) {
        Some(places) => {
            let places: Vec<&str> = places.iter().map(String::as_str).collect();
            changes.any_at(&places, |_| true)
        }
        None => !changes.is_empty(),
    }
}

/// The addresses that a clause is about; `None` if its operation is not in the contract.
fn owners(contract: &Contract, clause: &Clause) -> Option<Vec<String>> {
    let mut places = vec!["service".to_owned()];
    if let Some(id) = &clause.operation {
        let operation = contract.operation(id)?;
        places.push(operation.address());
        places.extend(records_of(operation).into_iter().map(str::to_owned));
    }
    Some(places)
}
