//! Mutants of the library.

use std::sync::Arc;

use mutation::matrix::{KillMatrix, UnprovenClause, table};
use mutation::mutant::mutants;
use mutation::mutant_result::MutantStatus;
use mutation::mutant_run::MutantRun;
use mutation::occurrence::Occurrence;
use referral_conformance::scenario::Scenario;
use referral_conformance::suite::Suite;

use crate::library::{LibraryServers, run_options, suite};
use mutation::suite_run::RunOptions;

/// Runs the mutants of some clauses.
pub async fn matrix(suite: Suite, clauses: &[&str], full: bool) -> KillMatrix {
    matrix_of(suite, clauses, full, Occurrence::Always).await
}

async fn matrix_of(
    suite: Suite,
    clauses: &[&str],
    full: bool,
    occurrence: Occurrence,
) -> KillMatrix {
    let suite = Arc::new(suite);
    let mut selected = mutants(&suite.contract);
    selected.retain(|mutant| clauses.contains(&mutant.clause.id.as_str()));
    let mut declared = suite.contract.clauses();
    declared.retain(|clause| clauses.contains(&clause.id.as_str()));
    assert_eq!(declared.len(), clauses.len(), "unknown clause");
    let servers = Arc::new(LibraryServers::new());
    let options = RunOptions { alone: occurrence == Occurrence::Always, ..run_options() };
    let mutant_run = MutantRun { suite, servers, options, full, occurrence };
    KillMatrix::new(mutant_run.run_all(selected, 2, |_, _| {}).await, &declared)
}

/// Clauses of all kinds that the scenarios of the library can report.
const CLAUSES: [&str; 58] = [
    "add_book.accepted",
    "add_book.body.acquired_at.offset_ahead",
    "add_book.body.binding.hardback",
    "add_book.body.genres.several",
    "add_book.body.pages",
    "add_book.body.title.required",
    "add_book.creates",
    "add_book.errors.isbn_missing.refused",
    "add_book.errors.isbn_taken.message",
    "add_book.errors.isbn_taken.refused",
    "add_book.errors.title_blank.refused",
    "add_book.errors.title_blank.status",
    "add_book.key.required",
    "add_book.success.book",
    "add_book.success.book.isbn.type",
    "add_book.success.book.replacement_cost.echo",
    "add_book.success.book.title.present",
    "add_book.success.status",
    "get_book.errors.book_not_found.refused",
    "get_book.hides.closed_stacks",
    "get_book.scope",
    "lend_book.creates",
    "lend_book.success.loan.lent_at.value",
    "lend_book.transition.allowed",
    "list_books.hides.closed_stacks",
    "list_books.order",
    "list_books.paging.page",
    "list_books.paging.per_page",
    "list_books.query.cover.colour.adds",
    "list_books.query.genre.filter",
    "list_books.query.longer_than.filter",
    "list_books.query.sort.price.order",
    "list_books.scope",
    "list_books.success.books.title.value",
    "list_books.success.page_info.total_books",
    "list_loans.scope",
    "list_loans.success.loans.returned_at.present",
    "list_loans.success.page_info.page",
    "list_loans.success.page_info.total_loans",
    "list_loans.success.page_info.total_pages",
    "remove_book.removes",
    "remove_book.success.body",
    "reserve_book.body.loan.email",
    "reserve_book.errors.already_reserved.refused",
    "reserve_book.errors.card_missing.message",
    "return_loan.errors.already_returned.refused",
    "return_loan.path.loan.uuid",
    "return_loan.transition.allowed",
    "return_loan.transition.done",
    "service.errors.body",
    "service.errors.card_unknown.message",
    "update_book.body.state.withdrawn",
    "update_book.transition.put_back.allowed",
    "update_book.transition.put_back.done",
    "update_book.transition.withdraw.allowed",
    "update_book.transition.withdraw.done",
    "update_book.transition.withdraw.except",
    "update_book.updates.title",
];

#[tokio::test]
async fn mutants_are_killed_by_their_own_clause() {
    let matrix = matrix(suite(), &CLAUSES, false).await;
    let killed = matrix.rows.iter().filter(|(_, result)| result.status == MutantStatus::Killed);
    assert!(killed.count() > CLAUSES.len(), "some clauses have several mutants");
    assert!(matrix.holds(), "{}", table::render(&matrix));
    println!("{}", table::render(&matrix));
}

/// Clauses whose mutants are also run with failures in some exchanges only.
const INTERMITTENT: [&str; 8] = [
    "add_book.creates",
    "add_book.errors.title_blank.refused",
    "add_book.success.book.title.present",
    "get_book.scope",
    "list_books.success.page_info.total_books",
    "return_loan.transition.done",
    "update_book.transition.withdraw.except",
    "update_book.updates.title",
];

/// A retry meets the correct server, with the state that the failure left.
#[tokio::test]
async fn failures_in_some_exchanges_are_not_excused() {
    for occurrence in [Occurrence::First, Occurrence::Second, Occurrence::EveryThird] {
        let matrix = matrix_of(suite(), &INTERMITTENT, false, occurrence).await;
        let table = table::render(&matrix);
        assert!(matrix.excuses_nothing(), "{occurrence:?}\n{table}");
        let counts = matrix.counts();
        let killed = counts["killed"] + counts["killed_by_another"];
        assert!(2 * killed > matrix.rows.len(), "{occurrence:?}\n{table}");
    }
}

#[tokio::test]
async fn unreached_mutant_is_dead_and_fails_the_gate() {
    let clause = "lend_book.errors.member_missing.refused";
    let mut suite = suite();
    let lends = |scenario: &Scenario| scenario.steps.iter().any(|step| step.call == "lend_book");
    Arc::make_mut(&mut suite.scenarios).retain(|scenario| !lends(scenario));
    let matrix = matrix(suite, &[clause], true).await;
    let statuses: Vec<_> = matrix.rows.iter().map(|(_, result)| result.status.name()).collect();
    assert!(statuses.len() > 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| *status == "dead"), "{statuses:?}");
    assert_eq!(matrix.unproven, [UnprovenClause { clause: clause.to_owned(), has_mutant: true }]);
    assert!(!matrix.holds());
}
