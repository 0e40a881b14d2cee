//! The contract of the real service: loads clean, and its lists of ids are committed.

use crate::contracts::{Files, assert_snapshot, assert_sound, clean, lines};

#[test]
fn loads_without_diagnostics() {
    let files = Files::of_ours();
    assert_sound(&clean(files.load_without_overlay()));
    assert_sound(&clean(files.load()));
}

#[test]
fn clauses_gaps_and_fixtures_are_these() {
    let contract = clean(Files::of_ours().load_without_overlay());
    let clauses = contract.clauses();
    let clause_ids = clauses.iter().map(|clause| clause.id.as_str());
    assert_snapshot("ours", "clause_ids", &lines(clause_ids));
    let gap_ids = contract.gaps.iter().map(|gap| gap.id.as_str());
    assert_snapshot("ours", "gap_ids", &lines(gap_ids));
    let kinds = contract.service.fixtures.iter().map(|fixture| fixture.kind.as_str());
    assert_snapshot("ours", "fixture_kinds", &lines(kinds));
}

#[test]
fn overlay_changes_no_clause() {
    let files = Files::of_ours();
    let without = clean(files.load_without_overlay());
    let with = clean(files.load());
    assert_eq!(with.clauses(), without.clauses());
    assert_eq!(with.gaps, without.gaps);
    assert_eq!(with.canonical, without.canonical);
}
