//! Clauses that lose their guard when an expectation or a family of derived scenarios is taken away.

use mutation::guards::HAND_WRITTEN;
use mutation::matrix::LostGuard;
use mutation::matrix::{json, table};
use mutation::strength::Strength;
use referral_conformance::depth::Depth;
use referral_conformance::suite::{self, Suite};
use spec::ContractFile;

use crate::library::{self, hand_written_scenarios, library_contract};
use crate::mutant_run::matrix;

const WITHDRAWN: &str = "update_book.transition.withdraw.done";

/// The guards that clauses lose with other scenarios.
async fn lost_guards(before: Suite, after: Suite, clauses: &[&str]) -> Vec<LostGuard> {
    let mut earlier = Strength::default();
    earlier.update_contract(&matrix(before, clauses, false).await, true);
    let earlier: Strength = serde_json::from_str(&earlier.render().unwrap()).unwrap();
    let mut matrix = matrix(after, clauses, false).await;
    matrix.lost_guards = earlier.lost_guards(&matrix, |_| true);
    assert_eq!(matrix.holds(), matrix.lost_guards.is_empty());
    let (table, json) = (table::render(&matrix), json::render(&matrix));
    for lost in &matrix.lost_guards {
        assert!(table.contains(&format!("lost guard: {}", lost.clause)), "{table}");
        assert!(json.contains(&format!("\"guard\": \"{}\"", lost.guard)), "{json}");
    }
    matrix.lost_guards
}

/// The suite without the expectation that reports a withdrawal without effect.
fn suite_without_expectation() -> Suite {
    let mut files = hand_written_scenarios();
    let withdrawn =
        files.iter_mut().find(|file| file.address == "books/update_book/withdrawn.yaml");
    let text = &mut withdrawn.unwrap().text;
    let expectation = "    differs: { \"book.state\": \"{free.response.book.state}\" }\n    \
                       proves: [update_book.transition.withdraw.done]\n";
    let without = text.replace(expectation, "");
    assert_ne!(without, *text);
    *text = without;
    library::suite().with_scenarios(&files).unwrap()
}

#[tokio::test]
async fn guard_is_lost_without_its_expectation() {
    let changed = suite_without_expectation();
    let lost =
        lost_guards(library::suite(), changed, &[WITHDRAWN, "update_book.success.status"]).await;
    assert!(!lost.is_empty());
    assert!(
        lost.iter().all(|lost| lost.clause == WITHDRAWN && lost.guard == HAND_WRITTEN),
        "{lost:?}"
    );
}

#[tokio::test]
async fn guard_that_one_run_loses_is_not_kept() {
    let mut strength = Strength::default();
    strength.update_contract(&matrix(library::suite(), &[WITHDRAWN], false).await, true);
    let guards = |strength: &Strength| -> usize {
        strength.sources.values().flat_map(|entries| entries.values()).map(|e| e.guards.len()).sum()
    };
    let before = guards(&strength);
    let runs_hand_written = |guard: &str| guard == HAND_WRITTEN;
    strength.retain_guards(&matrix(library::suite(), &[WITHDRAWN], false).await, runs_hand_written);
    assert_eq!(guards(&strength), before);
    let changed = suite_without_expectation();
    strength.retain_guards(&matrix(changed, &[WITHDRAWN], false).await, runs_hand_written);
    assert!(guards(&strength) < before);
}

#[tokio::test]
async fn guard_is_lost_without_a_generator() {
    let mut files = hand_written_scenarios();
    files.extend(derived_scenarios());
    let all = library::suite().with_scenarios(&files).unwrap();
    files.retain(|file| !(file.address.contains("derived/") && file.address.contains("/values")));
    let without_values = library::suite().with_scenarios(&files).unwrap();
    let clause = "add_book.success.book.replacement_cost.echo";
    let lost = lost_guards(all.clone(), without_values, &[clause]).await;
    assert!(!lost.is_empty());
    assert!(lost.iter().all(|lost| lost.clause == clause && lost.guard == "values"), "{lost:?}");
    assert_eq!(lost_guards(all.clone(), all, &[clause]).await, []);
}

fn derived_scenarios() -> Vec<ContractFile> {
    let derived = suite::derived(&library_contract(), None, &[], Depth::Standard).unwrap();
    derived.scenarios.iter().map(|made| suite::file(made, &derived.contract)).collect()
}
