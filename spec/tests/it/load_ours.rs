//! The contract of the real service: loads clean, with and without its overlay.

use crate::contracts::{Files, assert_sound, clean};

#[test]
fn loads_without_diagnostics() {
    let files = Files::of_ours();
    assert_sound(&clean(files.load_without_overlay()));
    assert_sound(&clean(files.load()));
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
