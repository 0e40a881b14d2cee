//! Retries of scenarios whose records another client may change.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use referral_conformance::exchange::{Request, Response};
use referral_conformance::run::Transport;
use referral_conformance::suite::Suite;
use spec::Method;
use tokio::time::Instant;

use crate::library::{Broken, Library};
use crate::session::{
    Access, Outcome, alone, answered, answering, card_request, changing, library as library_suite,
    run, suite_of, with_access,
};

const SCENARIO: &str = "\
scenario: 1
title: A book that was there is renamed
needs: { found: book_of_the_stacks }
steps:
  - call: get_book
    path: { book: '{found.id}' }
  - call: update_book
    as: change
    path: { book: '{found.id}' }
    body: { title: 'New {unique}' }
  - call: get_book
    path: { book: '{found.id}' }
    equals: { 'book.title': '{change.body.title}' }
    proves: [update_book.updates.title]
finally:
  - call: update_book
    path: { book: '{found.id}' }
    body: { title: d }
";

const ID: &str = "books/update_book/renamed";

fn suite() -> Suite {
    suite_of(&[(ID, SCENARIO)])
}

/// Disturbance of an attempt, by its number from 1.
#[derive(Clone, Copy, PartialEq)]
enum Disturbance {
    Quiet,
    /// A concurrent client renames the book right after the run did.
    Renamed,
    /// Another run of the suite does so.
    RenamedByRun,
    /// The server refuses to rename it because of a concurrent client.
    Refused,
}

/// The library with a concurrent client.
struct DisturbedLibrary {
    library: Library,
    disturbance: fn(usize) -> Disturbance,
    tries: AtomicUsize,
    titles: Mutex<Vec<String>>,
}

impl DisturbedLibrary {
    fn new(disturbance: fn(usize) -> Disturbance) -> Self {
        let library = Library::new(Broken::Nothing);
        let book = r#"{"isbn":"z","title":"d","genres":""}"#;
        let made = library.answer(&card_request(Method::Post, "/books", Some(book)));
        assert_eq!(made.status, 201, "the book that is renamed is there");
        Self { library, disturbance, tries: AtomicUsize::new(0), titles: Mutex::default() }
    }

    fn answer(&self, mut request: Request) -> Response {
        // Map the fixture's id to a book of the library.
        request.target = request.target.replace("/stacks", "/book-2");
        let body = request.body.clone().unwrap_or_default();
        if request.method != Method::Patch || !body.contains("New") {
            return self.library.answer(&request);
        }
        self.titles.lock().unwrap().push(body);
        let number = self.tries.fetch_add(1, Ordering::SeqCst) + 1;
        let disturbance = (self.disturbance)(number);
        if disturbance == Disturbance::Refused {
            request.target = "/books/nowhere".to_owned();
        }
        let response = self.library.answer(&request);
        let title = match disturbance {
            Disturbance::Renamed => "Theirs",
            Disturbance::RenamedByRun => "New 52f1c09a7be4d380.0b12cd.2",
            Disturbance::Quiet | Disturbance::Refused => "",
        };
        if !title.is_empty() {
            request.body = Some(format!(r#"{{"title":"{title}"}}"#));
            self.library.answer(&request);
        }
        response
    }
}

/// The shared library and its requests.
fn shared(disturbed: &Arc<DisturbedLibrary>) -> impl Transport + 'static {
    let disturbed = Arc::clone(disturbed);
    answering(move |request| Ok(disturbed.answer(request.clone())))
}

fn run_disturbed(disturbance: fn(usize) -> Disturbance) -> (Outcome, Vec<String>) {
    run_suite_disturbed(&suite(), disturbance)
}

fn run_suite_disturbed(
    suite: &Suite,
    disturbance: fn(usize) -> Disturbance,
) -> (Outcome, Vec<String>) {
    let disturbed = Arc::new(DisturbedLibrary::new(disturbance));
    let outcome = run(suite, shared(&disturbed));
    let titles = disturbed.titles.lock().unwrap().clone();
    (outcome, titles)
}

fn repeated(outcome: &Outcome) -> serde_json::Value {
    outcome.report()["repeated"].clone()
}

const CLAUSE: &str = "update_book.updates.title";

#[test]
fn undisturbed_scenarios_are_not_retried() {
    let (outcome, titles) = run_disturbed(|_| Disturbance::Quiet);
    assert_eq!(outcome.verdicts[CLAUSE], "held");
    assert_eq!(titles.len(), 1);
    assert_eq!(repeated(&outcome), serde_json::json!([]));
    assert!(!outcome.human.contains("\nretried\n"));
}

#[test]
fn clause_that_holds_on_retry_is_unstable() {
    let (outcome, titles) = run_disturbed(|number| match number {
        1 | 2 => Disturbance::Renamed,
        _ => Disturbance::Quiet,
    });
    assert_eq!(outcome.verdicts[CLAUSE], "inconclusive unstable", "{}", outcome.human);
    assert_eq!((outcome.with("violated"), outcome.exit), (vec![], 3));
    let mut different = titles.clone();
    different.dedup();
    assert_eq!((titles.len(), different.len()), (3, 3), "{titles:?}");
    let flaky = repeated(&outcome);
    assert_eq!(flaky[0]["tries"], 3);
    assert_eq!(flaky[0]["fixtures"][0]["id"], "stacks");
    assert_eq!(flaky[0]["doubts"][0]["clause"], CLAUSE);
    assert_eq!(flaky[0]["doubts"][0]["wrong"], 2);
    assert_eq!(flaky[0]["doubts"][0]["difference"], "unexplained");
    let start = outcome.human.find("\nretried\n").unwrap() + 1;
    let end = outcome.human[start..].find("\n\n").unwrap();
    insta::assert_snapshot!(&outcome.human[start..start + end], @r#"
    retried
      books/update_book/renamed, 3 attempts: another client may have changed the
      same records (book_of_the_stacks stacks)
        update_book.updates.title, step 3: held in 1 of 3 attempts, failed in 2:
        expected book.title is "New 7.3f35b9.2", got "Theirs"; nothing that was seen
        explains the difference
      if no other client changes these records, run again with `--alone`, which
      reports failures without retrying
    "#);
    let cases = outcome.junit.split("<testcase ");
    let case = cases.filter(|case| case.contains(&format!("name=\"{CLAUSE}\"")));
    assert!(case.clone().any(|case| case.contains("held in 1 of 3 attempts")));
}

#[test]
fn value_of_another_run_explains_a_failure() {
    let reads_title = SCENARIO
        .replacen("  - call: get_book\n", "  - call: get_book\n    as: before\n", 1)
        .replace("title: d }", "title: '{before.response.book.title}' }");
    let suite = suite_of(&[(ID, &reads_title)]);
    let (outcome, titles) = run_suite_disturbed(&suite, |number| match number {
        1 => Disturbance::RenamedByRun,
        _ => Disturbance::Quiet,
    });
    assert_eq!(outcome.verdicts[CLAUSE], "held", "{}", outcome.human);
    assert_eq!(titles.len(), 2);
    let repeated = repeated(&outcome);
    assert_eq!(repeated[0]["doubts"][0]["difference"], "other_client");
    assert!(outcome.human.contains("another run of the suite changed"), "{}", outcome.human);
    // Where every attempt fails, none shows that the server is right.
    let (outcome, _) = run_suite_disturbed(&suite, |_| Disturbance::RenamedByRun);
    assert_eq!(outcome.verdicts[CLAUSE], "inconclusive unstable", "{}", outcome.human);
    let disturbed = Arc::new(DisturbedLibrary::new(|_| Disturbance::RenamedByRun));
    let outcome = alone(&suite, shared(&disturbed));
    assert_eq!(outcome.verdicts[CLAUSE], "violated", "{}", outcome.human);
}

/// A permanent defect fails in every attempt.
#[test]
fn clause_that_fails_in_every_attempt_is_violated() {
    let (outcome, titles) = run_disturbed(|_| Disturbance::Renamed);
    assert_eq!(outcome.with("violated"), [CLAUSE], "{}", outcome.human);
    assert_eq!(outcome.exit, 1);
    assert_eq!(titles.len(), 5);
    // All attempts failed alike, so no flaky result is reported.
    assert_eq!(repeated(&outcome), serde_json::json!([]));
}

const COPIES: [&str; 3] =
    ["books/update_book/one", "books/update_book/two", "books/update_book/three"];

#[test]
fn one_scenario_for_each_clause_is_retried_until_an_attempt_differs() {
    let suite = suite_of(&COPIES.map(|id| (id, SCENARIO)));
    let (outcome, titles) = run_suite_disturbed(&suite, |_| Disturbance::Renamed);
    assert_eq!(outcome.with("violated"), [CLAUSE], "{}", outcome.human);
    assert_eq!(titles.len(), 3 + 4);
    // The one that is retried first is disturbed again, and then not any more.
    let (outcome, titles) = run_suite_disturbed(&suite, |number| match number {
        ..=4 => Disturbance::Renamed,
        _ => Disturbance::Quiet,
    });
    assert_eq!(outcome.verdicts[CLAUSE], "inconclusive unstable", "{}", outcome.human);
    assert_eq!(outcome.with("violated"), [""; 0], "{}", outcome.human);
    assert_eq!(titles.len(), 3 + 2 + 2);
}

#[test]
fn one_scenario_for_each_cause_without_a_result_is_retried() {
    let suite = suite_of(&COPIES.map(|id| (id, SCENARIO)));
    let (outcome, titles) = run_suite_disturbed(&suite, |_| Disturbance::Refused);
    assert_eq!(outcome.verdicts[CLAUSE], "inconclusive other_outcome", "{}", outcome.human);
    // The refusal breaches another clause, for which the same scenario is retried as often as possible.
    assert_eq!(titles.len(), 3 + 4);
}

/// With exclusive access no other client can interfere.
#[test]
fn single_failure_is_a_violation_with_exclusive_access() {
    let disturbed = Arc::new(DisturbedLibrary::new(|_| Disturbance::Renamed));
    let outcome = alone(&suite(), shared(&disturbed));
    assert_eq!(outcome.with("violated"), [CLAUSE], "{}", outcome.human);
    assert_eq!(disturbed.titles.lock().unwrap().len(), 1);
}

#[test]
fn differing_failures_are_unstable() {
    let (outcome, titles) = run_disturbed(|number| match number {
        1 => Disturbance::Renamed,
        _ => Disturbance::Refused,
    });
    assert_eq!(outcome.verdicts[CLAUSE], "inconclusive unstable");
    assert_eq!(titles.len(), 5);
    assert_eq!(outcome.exit, 3, "{}", outcome.human);
    let flaky = repeated(&outcome);
    let mut doubts = flaky[0]["doubts"].as_array().unwrap().iter();
    let doubt = doubts.find(|doubt| doubt["clause"] == CLAUSE).unwrap();
    assert_eq!((&doubt["wrong"], &doubt["held"]), (&1.into(), &0.into()));
}

const ORDER: &str = "\
scenario: 1
title: Two new books are listed in order
steps:
  - call: add_book
    as: first
    body: { title: 'A {unique}' }
  - call: add_book
    as: second
    body: { title: 'B {unique}' }
  - call: list_books
    order:
      '{first.response.book.uuid}': '{first.body.title}'
      '{second.response.book.uuid}': '{second.body.title}'
";

/// Number of list requests to the library with an empty list, which may refuse new books.
fn list_requests(takes_books: bool, alone: bool) -> usize {
    let list_requests = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&list_requests);
    let empty = changing(Library::new(Broken::Nothing), move |request, response| {
        if request.method == Method::Get && !request.target.contains("/books/") {
            counter.fetch_add(1, Ordering::SeqCst);
            let mut body: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
            body["books"] = serde_json::json!([]);
            response.body = body.to_string().into_bytes().into();
        } else if !takes_books {
            *response = answered(400, r#"{"message":"The library is full"}"#);
        }
    });
    let suite = suite_of(&[("books/list_books/new", ORDER)]);
    with_access(&suite, empty, Access { alone, pauses: false });
    list_requests.load(Ordering::SeqCst)
}

#[test]
fn hidden_created_record_is_retried_only_without_exclusive_access() {
    assert!(list_requests(true, false) > 1);
    assert_eq!(list_requests(true, true), 1, "no newer record was created");
    assert_eq!(list_requests(false, false), 1, "nothing was made");
}

/// The library, which answers some of the writes with 500 and does not carry them out.
fn failing(interval: usize) -> impl Transport + 'static {
    let (library, writes) = (Library::new(Broken::Nothing), AtomicUsize::new(0));
    answering(move |request| {
        let is_write = request.method != Method::Get;
        let number = writes.fetch_add(usize::from(is_write), Ordering::SeqCst);
        let fails = is_write && number % interval == interval - 1;
        Ok(if fails { answered(500, "") } else { library.answer(request) })
    })
}

/// Records are then not in the state that later steps rely on: only the failed write itself is reported.
#[test]
fn steps_after_a_failed_write_are_not_violations() {
    for interval in [2, 3, 7, 13, 23] {
        let outcome = alone(&library_suite(), failing(interval));
        let report = outcome.report();
        let clauses = report["clauses"].as_array().unwrap().iter();
        let failures = clauses.filter_map(|clause| clause["failures"].as_array()).flatten();
        let actual: Vec<_> = failures.filter_map(|failure| failure["actual"].as_str()).collect();
        assert!(!actual.is_empty(), "{interval}");
        let others = actual.iter().filter(|actual| **actual != "500 with an empty body");
        assert_eq!(others.count(), 0, "{interval}: {}", outcome.human);
    }
}

fn run_lagging(broken: fn() -> Broken, access: Access) -> Outcome {
    run_lagging_suite(&library_suite(), broken, access, &Arc::default())
}

/// A run with the library, whose reads show the state of 0.4 seconds ago.
fn run_lagging_suite(
    suite: &Suite,
    broken: fn() -> Broken,
    access: Access,
    writes: &Arc<AtomicUsize>,
) -> Outcome {
    let [primary, replica] = [broken(), broken()].map(Library::new);
    // Accepted by the primary, and not yet by the replica.
    let pending = Mutex::new(VecDeque::<(Instant, Request)>::new());
    let writes = Arc::clone(writes);
    let lagging = answering(move |request| {
        let mut pending = pending.lock().unwrap();
        while let Some((_, write)) =
            pending.pop_front_if(|(sent, _)| sent.elapsed() > Duration::from_millis(400))
        {
            replica.answer(&write);
        }
        Ok(if request.method == Method::Get {
            replica.answer(request)
        } else {
            writes.fetch_add(1, Ordering::SeqCst);
            pending.push_back((Instant::now(), request.clone()));
            primary.answer(request)
        })
    });
    with_access(suite, lagging, access)
}

/// The document does not say when a write can be read.
#[test]
fn reads_that_lag_behind_writes_are_not_violations() {
    for alone in [false, true] {
        let access = Access { alone, pauses: true };
        let outcome = run_lagging(|| Broken::Nothing, access);
        assert_eq!(outcome.with("violated"), [""; 0], "{}", outcome.human);
        assert_eq!(outcome.verdicts["add_book.creates"], "held");
        let retried = repeated(&outcome);
        let mut doubts =
            retried.as_array().unwrap().iter().flat_map(|one| one["doubts"].as_array().unwrap());
        assert!(doubts.all(|doubt| doubt["difference"] == "lag"), "{}", outcome.human);
        assert_ne!(outcome.exit, 1);
        assert!(outcome.human.contains("reads lag behind writes"), "{}", outcome.human);
        assert_ne!(run_lagging(|| Broken::NotAdded, access).with("violated"), [""; 0]);
    }
}

const ADDED: &str = "\
scenario: 1
title: A new book is shown
steps:
  - call: add_book
    as: new
    body: { title: 'Shown {unique}' }
  - call: list_books
    shows: ['{new.body.title}']
    proves: [add_book.creates]
";

/// Pauses cost time, and one scenario shows whether a failure comes from a lag.
#[test]
fn one_scenario_for_each_clause_is_retried_until_a_lag_is_seen() {
    let suite = suite_of(&[COPIES[0], COPIES[1], COPIES[2], ID].map(|id| (id, ADDED)));
    let access = Access { alone: true, pauses: true };
    let run = |broken| {
        let writes = Arc::default();
        (run_lagging_suite(&suite, broken, access, &writes), writes.load(Ordering::SeqCst))
    };
    let (outcome, writes) = run(|| Broken::NotAdded);
    assert_eq!(outcome.verdicts["add_book.creates"], "violated", "{}", outcome.human);
    assert_eq!(writes, 5);
    let (outcome, writes) = run(|| Broken::Nothing);
    assert_eq!(outcome.with("violated"), [""; 0], "{}", outcome.human);
    assert_eq!(writes, 4 + 3 + 3);
}
