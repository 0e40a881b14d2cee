//! Servers that answer some operations with 501: nothing is accused, and `not_implemented` is the reason for all that could
//! not be judged without them.

use std::collections::BTreeSet;

use referral_conformance::exchange::{Request, Response};
use referral_conformance::suite::Suite;
use spec::Method;

use crate::library::{Broken, Library};
use crate::program::{Folder, code, output_text};
use crate::server::serve_responses;
use crate::session::{
    Outcome, alone, answered, answering, library, library_contract, run, suite_of, suite_with,
};

/// Method and beginning and end of the path of each operation.
const OPERATIONS: [(&str, Method, &str, &str); 9] = [
    ("add_book", Method::Post, "/books", "/books"),
    ("get_book", Method::Get, "/books/", ""),
    ("list_books", Method::Get, "/books", "/books"),
    ("remove_book", Method::Delete, "/books/", ""),
    ("update_book", Method::Patch, "/books/", ""),
    ("lend_book", Method::Post, "/books/", "/loans"),
    ("list_loans", Method::Get, "/loans", "/loans"),
    ("reserve_book", Method::Post, "/reservations", ""),
    ("return_loan", Method::Patch, "/loans/", "/return"),
];

/// The library without some operations.
struct Partial {
    library: Library,
    /// Indexes of the operations that are answered 501.
    missing: Vec<usize>,
    /// Whether a request without a good key is refused first.
    checks_key: bool,
    /// The status of their responses: 501.
    status: u16,
}

impl Partial {
    fn without(missing: Vec<usize>) -> Self {
        let library = Library::new(Broken::Nothing);
        Self { library, missing, checks_key: true, status: 501 }
    }

    fn answer(&self, request: &Request) -> Response {
        let response = self.library.answer(request);
        let path = request.target.split('?').next().unwrap_or_default();
        let is_it = self.missing.iter().any(|missing| {
            let (_, method, begin, end) = OPERATIONS[*missing];
            request.method == method && path.starts_with(begin) && path.ends_with(end)
        });
        if !is_it || self.checks_key && response.status == 401 {
            return response;
        }
        answered(self.status, "")
    }

    fn run(self, suite: &Suite) -> Outcome {
        alone(suite, answering(move |request| Ok(self.answer(request))))
    }
}

fn inconclusive(outcome: &Outcome) -> BTreeSet<&str> {
    let verdicts = outcome.verdicts.iter();
    let open = verdicts.filter(|(_, verdict)| verdict.starts_with("inconclusive"));
    open.map(|(id, _)| id.as_str()).collect()
}

#[test]
fn missing_operation_leaves_nothing_inconclusive_and_accuses_nothing() {
    let suite = library();
    let whole = alone(&suite, Library::new(Broken::Nothing));
    let known = inconclusive(&whole);
    for (missing, (operation, ..)) in OPERATIONS.iter().enumerate() {
        // Every other server checks the key first.
        let checks_key = missing % 2 == 0;
        let outcome = Partial { checks_key, ..Partial::without(vec![missing]) }.run(&suite);
        for (clause, operations) in not_implemented(&outcome) {
            assert_eq!(operations, [*operation], "{clause}");
        }
        assert!(outcome.with("violated").is_empty(), "{operation}: {}", outcome.human);
        assert!(outcome.with("deviates").is_empty(), "{operation}: {}", outcome.human);
        let open = inconclusive(&outcome);
        let new: Vec<_> = open.difference(&known).collect();
        assert!(new.is_empty(), "{operation}: {new:?}");
        let accepted = &outcome.verdicts[&format!("{operation}.accepted")];
        assert_eq!(accepted, "not_exercised not_implemented");
    }
}

/// The operations that the JSON report names behind each clause left open for 501.
fn not_implemented(outcome: &Outcome) -> Vec<(String, Vec<String>)> {
    let report = outcome.report();
    let clauses = report["clauses"].as_array().unwrap().iter();
    let open = clauses.filter(|clause| clause["reason"] == "not_implemented").map(|clause| {
        let operations = clause["not_implemented"].as_array().unwrap().iter();
        let operations = operations.map(|id| id.as_str().unwrap().to_owned());
        (clause["id"].as_str().unwrap().to_owned(), operations.collect())
    });
    open.collect()
}

#[test]
fn servers_with_one_or_two_operations_are_not_accused() {
    let suite = library();
    for first in 0..OPERATIONS.len() {
        // Every other server has one operation.
        let second = (first + first % 2) % OPERATIONS.len();
        let missing = (0..OPERATIONS.len()).filter(|index| ![first, second].contains(index));
        let outcome = Partial::without(missing.collect()).run(&suite);
        assert!(outcome.with("violated").is_empty(), "{first} {second}: {}", outcome.human);
        assert!(outcome.with("deviates").is_empty(), "{first} {second}: {}", outcome.human);
        for (clause, operations) in not_implemented(&outcome) {
            let is_missing = |id: &String| {
                let index = OPERATIONS.iter().position(|known| known.0 == *id).unwrap();
                index != first && index != second
            };
            assert!(!operations.is_empty() && operations.iter().all(is_missing), "{clause}");
        }
    }
}

/// Books and loans, after a call that the server does not implement.
const EARNED: &str = "
scenario: 1
title: Refusals that a request deserves by itself
needs: { stacks: book_of_the_stacks, open: open_loan, returned: returned_loan }
steps:
  - call: get_branch
  - call: lend_book
    as: lent
    path: { book: '{stacks.id}' }
  - call: add_book
    as: added
  - call: add_book
    body: { title: '' }
    refused: title_blank
  - call: reserve_book
    body: { loan: '{lent.body.member}' }
  - call: reserve_book
    body: { loan: '{unknown uuid}' }
    no_expectation: true
  - call: reserve_book
    without: [body.loan]
    refused: any
  - call: reserve_book
    body: { loan: '{open.id}' }
  - call: reserve_book
    body: { loan: '{returned.id}' }
    key: none
    refused: card_missing
finally:
  - call: remove_book
    path: { book: '{added.response.book.uuid}' }
";

/// What a request deserves by itself is judged, whatever became of the calls before it.
#[test]
fn refusals_that_a_request_earns_are_judged_beside_a_failed_set_up() {
    let mut contract = library_contract();
    for file in &mut contract {
        file.text = file.text.replace("required_when: the book is lent, ", "");
    }
    let suite = suite_with(&contract, &[("loans/reserve_book/earned", EARNED)]);
    for status in [501, 500, 403] {
        let run = |broken| {
            let library = Library::new(broken);
            Partial { library, missing: vec![5], checks_key: false, status }.run(&suite)
        };
        for (broken, clauses) in [
            (Broken::Nothing, &[][..]),
            (Broken::NothingRequired, &["reserve_book.body.loan.required"]),
            (Broken::BlankTitle, &["add_book.errors.title_blank.refused"]),
            (
                Broken::NoCard,
                &["reserve_book.errors.card_missing.refused", "reserve_book.key.required"],
            ),
        ] {
            let outcome = run(broken);
            let mut violated = outcome.with("violated");
            violated.retain(|id| !id.starts_with("lend_book."));
            assert_eq!(violated, clauses, "{status} {broken:?}: {}", outcome.human);
        }
    }
}

/// A fixture that one scenario changes, and that a call which is not implemented was to change again.
const CHANGED: &str = "
scenario: 1
title: A loan is reserved, and then returned
needs: { loan: returned_loan }
steps:
  - call: get_branch
  - call: reserve_book
    body: { loan: '{loan.id}' }
  - call: return_loan
    path: { loan: '{loan.id}' }
";

/// A state that the fixture does not have.
const READ: &str = "
scenario: 1
title: The state of a loan is listed
needs: { loan: returned_loan }
steps:
  - call: list_loans
    pages: all
    equals: { 'loans[loan.id].state': open }
    proves: [success.loans.state.value]
";

#[test]
fn fixture_that_could_not_be_restored_is_not_judged_in_another_scenario() {
    let suite =
        suite_of(&[("loans/return_loan/changed", CHANGED), ("loans/return_loan/read", READ)]);
    let clause = "list_loans.success.loans.state.value";
    let verdict = |missing: Vec<usize>| {
        let outcome = Partial::without(missing).run(&suite);
        let behind = not_implemented(&outcome).into_iter().find(|(id, _)| id == clause);
        (outcome.verdicts[clause].clone(), behind.map(|(_, operations)| operations))
    };
    let open = "not_exercised not_implemented".to_owned();
    assert_eq!(verdict(vec![8]), (open, Some(vec!["return_loan".to_owned()])));
    // Nothing was to be restored.
    assert_eq!(verdict(Vec::new()).0, "violated");
}

#[test]
fn report_names_the_operation_behind_a_clause_that_501_left_open() {
    let outcome = Partial::without(vec![0]).run(&library());
    assert!(outcome.human.contains("[501: add_book]"), "{}", outcome.human);
    assert!(!outcome.human.contains("add_book: all 9 clauses  [501"), "{}", outcome.human);
    assert!(outcome.junit.contains("(add_book)"), "{}", outcome.junit);
}

#[test]
fn partial_server_conforms_to_the_selected_part() {
    let partial = Partial::without(vec![7]);
    let (folder, server) = (Folder::new(), serve_responses(move |request| partial.answer(request)));
    let run = |allowed: &[&str]| {
        let mut run = folder.command(&["run", "--base-url", &server.base_url(), "--only", "loans"]);
        for reason in ["no_fixture", "no_key", "no_scenario"].iter().chain(allowed) {
            run.args(["--allow", &format!("not_exercised:{reason}")]);
        }
        run.output().unwrap()
    };
    let whole = run(&[]);
    assert_eq!(code(&whole), 3, "{}", output_text(&whole));
    let allowed = run(&["not_implemented"]);
    assert_eq!(code(&allowed), 0, "{}", output_text(&allowed));
}

/// The only step that shows some clauses names an optional fixture that the target lacks.
#[test]
fn missing_optional_fixture_is_the_reason_in_a_run_that_was_not_stopped() {
    let text = "
scenario: 1
title: A loan is returned, if there is one
needs: { renewed: { kind: returned_loan, facts: { renewals: 9 }, optional: true } }
steps:
  - call: get_branch
  - call: return_loan
    path: { loan: '{renewed.id}' }
    refused: already_returned
";
    let suite = suite_of(&[("loans/return_loan/renewed", text)]);
    let outcome = run(&suite, Library::new(Broken::Nothing));
    let verdict = &outcome.verdicts["return_loan.errors.already_returned.refused"];
    assert_eq!(verdict, "not_exercised no_fixture");
    let needed = "needed: returned_loan: [{ id: ID, facts: { renewals: 9 } }]";
    assert!(outcome.human.contains(needed), "{}", outcome.human);
}
