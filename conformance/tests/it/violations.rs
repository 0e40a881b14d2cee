//! Servers with one defect, and servers that implement nothing.

use crate::library::{Broken, FixedResponse, Library};
use crate::session::{Outcome, changing, library, run};

/// Asserts that exactly these clauses are violated.
fn assert_violations(broken: Broken, clauses: &[&str]) -> Outcome {
    let outcome = run(&library(), Library::new(broken));
    assert_eq!(outcome.with("violated"), clauses, "{broken:?}\n{}", outcome.human);
    assert_eq!(outcome.exit, 1, "{broken:?}");
    outcome
}

#[test]
fn each_breach_is_charged_to_its_own_clause() {
    let cases: [(Broken, &[&str]); 38] = [
        (
            Broken::Message,
            &["add_book.errors.isbn_missing.message", "add_book.errors.isbn_taken.message"],
        ),
        (
            Broken::RefusalStatus,
            &[
                "add_book.errors.isbn_taken.status",
                "lend_book.errors.book_lent.status",
                "reserve_book.errors.already_reserved.status",
                "update_book.errors.book_lent.status",
            ],
        ),
        (Broken::MissingMember, &["add_book.success.book.state.present"]),
        (Broken::MemberType, &["add_book.success.book.reference_only.type"]),
        (Broken::Price, &["add_book.success.book.replacement_cost.echo"]),
        (
            Broken::PriceNull,
            &[
                "add_book.success.book.replacement_cost.echo",
                "add_book.success.book.replacement_cost.type",
            ],
        ),
        (Broken::Uniqueness, &["add_book.errors.isbn_taken.refused"]),
        (Broken::AlwaysTaken, &["add_book.accepted"]),
        (Broken::Order, &["list_books.order"]),
        (Broken::Scope, &["list_books.scope", "service.key.account"]),
        (Broken::PageSize, &["list_books.paging.per_page"]),
        (Broken::PageNumber, &["list_books.paging.page"]),
        (Broken::PageKey, &["list_books.success.page_info.total_books"]),
        (Broken::NotReturned, &["return_loan.transition.done"]),
        (Broken::OptionalMember, &["add_book.body.pages"]),
        (
            Broken::GuardReversed,
            &["return_loan.errors.already_returned.refused", "return_loan.transition.allowed"],
        ),
        // `remove_book` has no success body, so its clauses then lack evidence.
        (
            Broken::ErrorBody,
            &[
                "get_book.errors.book_not_found.message",
                "lend_book.errors.book_not_found.message",
                "service.errors.body",
            ],
        ),
        (
            Broken::NoCard,
            &[
                "add_book.key.required",
                "reserve_book.errors.card_missing.refused",
                "reserve_book.key.required",
                "service.errors.card_missing.refused",
                "service.errors.card_unknown.refused",
            ],
        ),
        (Broken::TakenAtOnce, &["add_book.errors.isbn_taken.refused"]),
        (Broken::NotCorrected, &["update_book.updates.title"]),
        (Broken::NotWithdrawn, &["update_book.transition.withdraw.done"]),
        (Broken::GuardIgnored, &["update_book.transition.withdraw.except"]),
        (Broken::NotPutBack, &["update_book.transition.put_back.done"]),
        (
            Broken::StateRefused,
            &["update_book.body.state.available", "update_book.transition.put_back.allowed"],
        ),
        (Broken::NotRemoved, &["remove_book.removes"]),
        (Broken::StacksListed, &["list_books.hides.closed_stacks"]),
        (Broken::StacksShown, &["get_book.hides.closed_stacks"]),
        (Broken::ForeignShown, &["get_book.scope"]),
        (Broken::FilterInclusive, &["list_books.query.longer_than.filter"]),
        (Broken::FilterIgnored, &["list_books.query.longer_than.filter"]),
        (Broken::FilterGreedy, &["list_books.query.longer_than.filter"]),
        (Broken::GenreIgnored, &["list_books.query.genre.filter"]),
        (Broken::SortReversed, &["list_books.query.sort.price.order"]),
        (Broken::SortAsText, &["list_books.query.sort.price.order"]),
        (Broken::NothingRequired, &["reserve_book.body.loan.required"]),
        (Broken::MemberUnknown, &["reserve_book.body.loan.email"]),
        (Broken::CommaRefused, &["add_book.body.genres.several"]),
        (Broken::ReservedTwice, &["reserve_book.errors.already_reserved.refused"]),
    ];
    for (broken, clauses) in cases {
        assert_violations(broken, clauses);
    }
}

#[test]
fn violation_report_contains_the_exchange_and_rerun_command() {
    let outcome = assert_violations(Broken::PageKey, &["list_books.success.page_info.total_books"]);
    let from = outcome.human.find("VIOLATED").unwrap();
    let to = outcome.human.find("\nnot exercised").unwrap();
    insta::assert_snapshot!(&outcome.human[from..to]);
}

#[test]
fn acknowledged_write_without_effect_is_a_violation() {
    let outcome = run(&library(), Library::new(Broken::NotAdded));
    assert_eq!(outcome.exit, 1);
    assert_ne!(outcome.verdicts["add_book.creates"], "held");
}

#[test]
fn not_found_for_every_request_exercises_nothing() {
    let documented = r#"{"message":"A library card is required"}"#;
    for body in ["", "nothing here", r#"{"message":"Not Found"}"#, documented] {
        let outcome = run(&library(), FixedResponse(Ok((404, body))));
        assert_eq!(outcome.exit, 6, "{}", outcome.human);
        assert!(outcome.with("held").is_empty(), "{}", outcome.human);
        assert!(outcome.with("violated").is_empty(), "{}", outcome.human);
    }
}

#[test]
fn empty_success_for_every_request_violates_stated_facts() {
    for body in ["{}", "", "null", "html", "[]"] {
        let outcome = run(&library(), FixedResponse(Ok((200, body))));
        assert_eq!(outcome.exit, 1, "{body}");
        assert!(outcome.with("held").is_empty(), "{body}: {:?}", outcome.with("held"));
        assert_eq!(outcome.verdicts["add_book.success.book"], "violated");
        let refusals = outcome.with("violated");
        assert!(!refusals.iter().any(|id| id.ends_with(".refused")), "{refusals:?}");
    }
}

#[test]
fn paging_stated_for_another_list_is_judged() {
    let outcome = run(&library(), Library::new(Broken::LoanLost));
    let clause = "list_loans.success.page_info.total_loans";
    let violated = outcome.with("violated");
    assert!(violated.contains(&clause), "{}", outcome.human);
    // The paging parameter of loans is not documented, so it may have no effect.
    let outcome = run(&library(), Library::new(Broken::LoansNotPaged));
    assert!(outcome.with("violated").is_empty(), "{}", outcome.human);
}

#[test]
fn unusual_parameter_name_is_only_a_deviation() {
    let outcome = run(&library(), Library::new(Broken::ReturnedOn));
    assert!(outcome.with("violated").is_empty(), "{}", outcome.human);
    let clause = "return_loan.success.loan.returned_at.present";
    assert_eq!(outcome.with("deviates"), [clause], "{}", outcome.human);
}

/// The accepted reservation has no body: only the refusal shows that the operation does not answer alike to everything.
#[test]
fn refusal_without_the_error_body_is_a_breach() {
    let server = changing(Library::new(Broken::Nothing), |request, response| {
        if request.target == "/reservations" && response.status == 409 {
            response.body = "true".into();
        }
    });
    let outcome = run(&library(), server);
    let expected = ["reserve_book.errors.already_reserved.message", "service.errors.body"];
    assert_eq!(outcome.with("violated"), expected, "{}", outcome.human);
}
