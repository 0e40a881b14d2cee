//! Servers that break a clause in some requests only. No run against one of them conforms.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use referral_conformance::exchange::Request;
use referral_conformance::run::Transport;
use referral_conformance::target::TargetFixture;
use serde_json::{Value, json};
use spec::Method;

use crate::library::{Broken, Library};
use crate::session::{
    Access, Outcome, Setup, answering, card_request, changing, run_setup, suite_of, with_access,
};

const ALONE: Access = Access { alone: true, pauses: true };
const SHARED: Access = Access { alone: false, pauses: true };

type Occasion = (&'static str, fn(usize) -> bool);

/// Which of the requests of a kind get the wrong response, by number from 1.
const OCCASIONS: [Occasion; 3] = [
    ("the first", |number| number == 1),
    ("the second", |number| number == 2),
    ("every third", |number| number % 3 == 0),
];

/// A breach: which requests it concerns, and how it changes the response.
struct Defect {
    name: &'static str,
    concerns: fn(&Request, &Value) -> bool,
    change: fn(&mut Value),
}

fn is_book(request: &Request, _: &Value) -> bool {
    request.method == Method::Get && request.target.starts_with("/books/")
}

fn is_loans(request: &Request, body: &Value) -> bool {
    request.method == Method::Get && body["loans"].as_array().is_some_and(|loans| !loans.is_empty())
}

const DEFECTS: [Defect; 5] = [
    Defect {
        name: "another title",
        concerns: is_book,
        change: |body| body["book"]["title"] = json!("Another book"),
    },
    Defect {
        name: "another type",
        concerns: is_book,
        change: |body| body["book"]["title"] = json!(7),
    },
    Defect {
        name: "an item less",
        concerns: is_loans,
        change: |body| drop(body["loans"].as_array_mut().unwrap().pop()),
    },
    Defect {
        name: "a total that counts one more",
        concerns: is_loans,
        change: |body| {
            let total = body["page_info"]["total_loans"].as_u64().unwrap();
            body["page_info"]["total_loans"] = json!(total + 1);
        },
    },
    Defect { name: "no item", concerns: is_loans, change: |body| body["loans"] = json!([]) },
];

const PAGES: &str = include_str!("../library/scenarios/loans/list_loans/pages.yaml");

/// Each read is compared with what was written before, and each page of the list with the others.
const COMPARED: [(&str, &str); 4] = [
    (
        "books/update_book/read",
        "\
scenario: 1
title: A book is read after each update
steps:
  - call: add_book
    as: new
  - call: update_book
    as: one
    path: { book: '{new.response.book.uuid}' }
    body: { title: 'One {unique}' }
  - call: get_book
    path: { book: '{new.response.book.uuid}' }
    equals: { 'book.title': '{one.body.title}' }
    proves: [update_book.updates.title]
  - call: update_book
    as: two
    path: { book: '{new.response.book.uuid}' }
    body: { title: 'Two {unique}' }
  - call: get_book
    path: { book: '{new.response.book.uuid}' }
    equals: { 'book.title': '{two.body.title}' }
    proves: [update_book.updates.title]
  - call: update_book
    as: three
    path: { book: '{new.response.book.uuid}' }
    body: { title: 'Three {unique}' }
  - call: get_book
    path: { book: '{new.response.book.uuid}' }
    equals: { 'book.title': '{three.body.title}' }
    proves: [update_book.updates.title]
finally:
  - call: remove_book
    path: { book: '{new.response.book.uuid}' }
",
    ),
    ("loans/list_loans/one", PAGES),
    ("loans/list_loans/two", PAGES),
    ("loans/list_loans/three", PAGES),
];

/// The library with a defect on some occasions.
fn sometimes(defect: &'static Defect, occasion: fn(usize) -> bool) -> impl Transport + 'static {
    let requests = AtomicUsize::new(0);
    changing(Library::new(Broken::Nothing), move |request, response| {
        if let Ok(mut body) = serde_json::from_slice(&response.body)
            && response.is_success()
            && (defect.concerns)(request, &body)
            && occasion(requests.fetch_add(1, Ordering::SeqCst) + 1)
        {
            (defect.change)(&mut body);
            response.body = body.to_string().into_bytes().into();
        }
    })
}

#[test]
fn breach_on_some_requests_is_never_certified() {
    let suite = suite_of(&COMPARED);
    for defect in &DEFECTS {
        for (when, occasion) in OCCASIONS {
            for access in [ALONE, SHARED] {
                let outcome = with_access(&suite, sometimes(defect, occasion), access);
                let case = format!("{} in {when}, alone {}", defect.name, access.alone);
                assert_failures_count(&outcome, &case);
                let is_seen = ["violated", "inconclusive unstable"]
                    .iter()
                    .any(|verdict| !outcome.with(verdict).is_empty());
                assert!(is_seen, "{case}:\n{}", outcome.human);
            }
        }
    }
}

/// Each clause that failed in an attempt is violated or unstable.
fn assert_failures_count(outcome: &Outcome, case: &str) {
    let report = outcome.report();
    let repeated = report["repeated"].as_array().unwrap().iter();
    for doubt in repeated.flat_map(|one| one["doubts"].as_array().unwrap()) {
        let verdict = &outcome.verdicts[doubt["clause"].as_str().unwrap()];
        let counts = ["violated", "inconclusive unstable"].contains(&verdict.as_str());
        assert!(counts, "{case}: {doubt} is {verdict}\n{}", outcome.human);
    }
}

/// A withdrawal that the document forbids changes the book for good: later attempts find it withdrawn.
const KEPT: &str = "\
scenario: 1
title: A book of the reading room is not withdrawn
needs: { kept: book_of_the_stacks }
steps:
  - call: add_book
    as: free
  - call: update_book
    path: { book: '{free.response.book.uuid}' }
    body: { state: withdrawn }
  - call: get_book
    as: before
    path: { book: '{kept.id}' }
  - call: update_book
    path: { book: '{kept.id}' }
    body: { state: withdrawn }
    no_expectation: true
  - call: get_book
    path: { book: '{kept.id}' }
    equals: { 'book.state': '{before.response.book.state}' }
    proves: [update_book.transition.withdraw.except]
finally:
  - call: remove_book
    path: { book: '{free.response.book.uuid}' }
";

const EXCEPT: &str = "update_book.transition.withdraw.except";

/// The library, in which every fixture is a book of the reading room.
fn reading_room(broken: Broken) -> impl Transport + 'static {
    let library = Library::new(broken);
    for number in 0..6 {
        let body = json!({ "isbn": format!("kept-{number}"), "title": "d", "genres": "", "reference_only": true });
        let request = card_request(Method::Post, "/books", Some(&body.to_string()));
        assert_eq!(library.answer(&request).status, 201);
    }
    answering(move |request| {
        let target = request.target.replace("/stacks", "/book-2").replace("/kept-", "/book-");
        Ok(library.answer(&Request { target, ..request.clone() }))
    })
}

fn doubt(outcome: &Outcome) -> Value {
    outcome.report()["repeated"][0]["doubts"][0].clone()
}

#[test]
fn breach_that_changes_its_own_precondition_is_not_outvoted() {
    let suite = suite_of(&[("books/update_book/kept", KEPT)]);
    let run = |access| with_access(&suite, reading_room(Broken::GuardIgnored), access);
    let alone = run(ALONE);
    assert_eq!(alone.verdicts[EXCEPT], "violated", "{}", alone.human);
    let doubt = doubt(&alone);
    assert_eq!((&doubt["difference"], &doubt["wrong"]), (&json!("start"), &json!(1)));
    assert_eq!(doubt["changed_start"]["before"], "\"available\"", "{}", alone.human);
    assert_eq!(doubt["changed_start"]["after"], "\"withdrawn\"", "{}", alone.human);
    // Another client may have withdrawn it.
    let shared = run(SHARED);
    assert_eq!(shared.verdicts[EXCEPT], "inconclusive unstable", "{}", shared.human);
    for access in [ALONE, SHARED] {
        let correct = with_access(&suite, reading_room(Broken::Nothing), access);
        assert_eq!(correct.verdicts[EXCEPT], "held", "{}", correct.human);
    }
}

/// With another fixture, an attempt begins as the failed one did.
#[test]
fn retries_use_other_fixtures_of_the_kind() {
    let suite = suite_of(&[("books/update_book/kept", KEPT)]);
    let others = AtomicUsize::new(2);
    let pool = |_: &_, used: &std::collections::BTreeSet<String>| {
        let id = format!("kept-{}", others.fetch_add(1, Ordering::SeqCst) + 1);
        assert!(!used.contains(&id));
        let fixture =
            TargetFixture { id, account: "main".to_owned(), facts: Arc::new(BTreeMap::new()) };
        Some(BTreeMap::from([("kept".to_owned(), fixture)]))
    };
    let setup = Setup { access: SHARED, fixture_pool: Some(&pool), ..Setup::default() };
    let outcome = run_setup(&suite, reading_room(Broken::GuardIgnored), &setup);
    assert_eq!(outcome.verdicts[EXCEPT], "violated", "{}", outcome.human);
}
