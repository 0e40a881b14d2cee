//! Cleanup after the steps, after a failed step, and after Ctrl-C; residue if it fails.

use std::sync::{Arc, Mutex};

use http::HeaderMap;
use referral_conformance::exchange::{Request, Response};
use referral_conformance::run::{ResponseFuture, StopSignal, Transport};
use referral_conformance::suite::{self, Suite};
use spec::{ContractFile, Method};

use crate::library::{Broken, Library};
use crate::session::{Outcome, library_contract, run_until};

const SCENARIO: &str = "
scenario: 1
title: A found book is renamed, and gets its title back
needs: { found: book_of_the_stacks }
steps:
  - call: add_book
    as: book
  - call: update_book
    path: { book: '{found.id}' }
    body: { title: 'New {unique}' }
  - call: remove_book
    path: { book: '{book.response.book.uuid}' }
finally:
  - call: update_book
    path: { book: '{found.id}' }
    body: { title: d }
  - call: remove_book
    path: { book: '{book.response.book.uuid}' }
";

fn scenario() -> Suite {
    suite_of(SCENARIO)
}

fn suite_of(scenario: &str) -> Suite {
    let file = ContractFile {
        address: "books/update_book/renamed.yaml".to_owned(),
        path: "renamed.yaml".to_owned(),
        text: scenario.to_owned(),
    };
    let suite = Suite::load(&library_contract(), None, &[file]);
    suite.unwrap_or_else(|suite::LoadErrors(text)| panic!("{text}"))
}

/// Injected fault, by the number of the request from 1.
#[derive(Clone, Copy)]
enum InjectedFault {
    None,
    /// The server fails from the first request number up to the second, exclusive.
    Fails(usize, usize),
    /// The fourth request has its effect and then fails. Missing records are answered with the status and no message.
    FailsAfter(u16),
    /// The run is interrupted as this request is sent.
    Stops(usize),
}

struct RecordingTransport {
    library: Library,
    fault: InjectedFault,
    stop: StopSignal,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Transport for RecordingTransport {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        let mut requests = self.requests.lock().unwrap();
        let body = request.body.clone().unwrap_or_default();
        let body = if request.method == Method::Patch { body } else { String::new() };
        requests.push(format!("{} {} {body}", request.method, request.target));
        let failed = match self.fault {
            InjectedFault::Fails(from, to) => (from..to).contains(&requests.len()),
            InjectedFault::Stops(at) if at == requests.len() => {
                self.stop.interrupt();
                false
            }
            InjectedFault::FailsAfter(_) if requests.len() == 4 => {
                self.library.answer(request);
                true
            }
            InjectedFault::None | InjectedFault::FailsAfter(_) | InjectedFault::Stops(_) => false,
        };
        let mut answer = if failed {
            Response { status: 500, headers: HeaderMap::new(), body: "".into() }
        } else {
            self.library.answer(request)
        };
        if let (InjectedFault::FailsAfter(status), 404) = (self.fault, answer.status) {
            answer.status = status;
            answer.body = "{}".into();
        }
        Box::pin(async move { Ok(answer) })
    }
}

fn run_scenario(fault: InjectedFault) -> (Vec<String>, Outcome) {
    run_suite(&scenario(), fault)
}

/// The sent requests and the outcome.
fn run_suite(suite: &Suite, fault: InjectedFault) -> (Vec<String>, Outcome) {
    let (stop, requests) = (StopSignal::default(), Arc::new(Mutex::new(Vec::new())));
    let transport = RecordingTransport {
        library: Library::new(Broken::Nothing),
        fault,
        stop: stop.clone(),
        requests: Arc::clone(&requests),
    };
    let outcome = run_until(suite, transport, &[("main", "card-main")], stop);
    let requests = requests.lock().unwrap().clone();
    (requests, outcome)
}

fn residue(outcome: &Outcome) -> Vec<(String, bool)> {
    let report: serde_json::Value = serde_json::from_str(&outcome.json).unwrap();
    let left = report["residue"].as_array().unwrap().iter();
    let one = |left: &serde_json::Value| {
        let summary = format!("{} {}", left["done"], left["record"]).replace('"', "");
        (summary, left["unavoidable"].as_bool().unwrap())
    };
    left.map(one).collect()
}

fn restoring_request() -> String {
    r#"PATCH /books/stacks {"title":"d"}"#.to_owned()
}

#[test]
fn restored_records_are_not_residue() {
    let (requests, outcome) = run_scenario(InjectedFault::None);
    assert_eq!(requests.len(), 7, "{requests:#?}");
    assert_eq!(requests[0], "GET /books/stacks ", "a look before the change");
    assert_eq!(requests[4], restoring_request());
    assert_eq!(requests[6], "GET /books/stacks ", "a last look");
    assert_eq!(residue(&outcome), []);
}

#[test]
fn failed_step_does_not_prevent_cleanup() {
    let (requests, outcome) = run_scenario(InjectedFault::Fails(4, 5));
    // A 500 without the stated body. The scenario is retried, with cleanup after each attempt.
    assert_eq!(requests.len(), 12, "{requests:#?}");
    let mut attempts = requests[1..11].chunks(5);
    assert!(attempts.all(|sent| sent[3] == restoring_request()), "{requests:#?}");
    assert_eq!(residue(&outcome), []);
    assert_ne!(outcome.exit, 4);
}

#[test]
fn already_removed_records_are_not_residue() {
    let (requests, outcome) = run_scenario(InjectedFault::FailsAfter(404));
    assert_eq!(requests[3], requests[5], "removed by a step and by `finally`");
    assert_eq!(residue(&outcome), []);
}

/// The document may not describe the answer to the removal of a missing record.
#[test]
fn possibly_removed_records_do_not_affect_the_exit_code() {
    let (_, outcome) = run_scenario(InjectedFault::FailsAfter(400));
    assert!(residue(&outcome).contains(&("perhaps Book".to_owned(), true)));
    assert_ne!(outcome.exit, 4);
}

#[test]
fn failed_cleanup_is_unexpected_residue() {
    let (_, outcome) = run_scenario(InjectedFault::Fails(5, 7));
    assert_eq!(residue(&outcome), [("changed Book".to_owned(), false)]);
    assert_eq!(outcome.exit, 4);
}

#[test]
fn interrupted_run_still_cleans_up() {
    let (requests, outcome) = run_scenario(InjectedFault::Stops(3));
    let methods: Vec<_> = requests.iter().filter_map(|sent| sent.split(' ').next()).collect();
    assert_eq!(methods, ["GET", "POST", "PATCH", "PATCH", "DELETE"]);
    assert_eq!(residue(&outcome), []);
    assert_eq!(outcome.exit, 130);
}

#[test]
fn untouched_records_are_not_cleaned_up() {
    let stop = StopSignal::default();
    stop.interrupt();
    let requests = Arc::new(Mutex::new(Vec::new()));
    let transport = RecordingTransport {
        library: Library::new(Broken::Nothing),
        fault: InjectedFault::None,
        stop: stop.clone(),
        requests: Arc::clone(&requests),
    };
    run_until(&scenario(), transport, &[("main", "card-main")], stop);
    assert!(requests.lock().unwrap().is_empty());
}

#[test]
fn changes_that_cannot_be_restored_are_not_made() {
    let suite = suite_of(
        "
scenario: 1
title: A book is renamed, and gets its former title back
steps:
  - call: add_book
    as: book
  - call: get_book
    as: before
    path: { book: '{book.response.book.uuid}' }
  - call: update_book
    path: { book: '{book.response.book.uuid}' }
    body: { title: 'New {unique}' }
finally:
  - call: update_book
    path: { book: '{book.response.book.uuid}' }
    body: { title: '{before.response.book.title}' }
  - call: remove_book
    path: { book: '{book.response.book.uuid}' }
",
    );
    for (fault, sent) in [
        (InjectedFault::None, vec!["POST", "GET", "PATCH", "PATCH", "DELETE"]),
        (InjectedFault::Fails(2, 3), vec!["POST", "GET", "DELETE"]),
    ] {
        let (requests, outcome) = run_suite(&suite, fault);
        let methods = requests.iter().filter_map(|sent| sent.split(' ').next());
        // A run ends with a look at each record that it restored.
        assert_eq!(methods.take(sent.len()).collect::<Vec<_>>(), sent, "{requests:#?}");
        assert_eq!(residue(&outcome), []);
    }
}

/// A library in which another client changes a book as soon as it has its title back, if `disturbed`.
struct SharedLibrary {
    library: Library,
    disturbed: bool,
}

impl Transport for SharedLibrary {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        let answer = self.library.answer(request);
        if self.disturbed && request.body.as_deref() == Some(r#"{"title":"Emma"}"#) {
            let body = Some(r#"{"title":"Changed"}"#.to_owned());
            self.library.answer(&Request { body, ..request.clone() });
        }
        Box::pin(async move { Ok(answer) })
    }
}

#[test]
fn records_that_another_run_changed_after_they_were_restored_are_residue() {
    let suite = suite_of(
        "
scenario: 1
title: A book is renamed, and gets its title back
steps:
  - call: add_book
    as: book
  - call: update_book
    path: { book: '{book.response.book.uuid}' }
    body: { title: 'New {unique}' }
finally:
  - call: update_book
    path: { book: '{book.response.book.uuid}' }
    body: { title: Emma }
",
    );
    let changed = ("changed Book".to_owned(), false);
    for disturbed in [false, true] {
        let server = SharedLibrary { library: Library::new(Broken::Nothing), disturbed };
        let stop = StopSignal::default();
        let outcome = run_until(&suite, server, &[("main", "card-main")], stop);
        assert_eq!(residue(&outcome).contains(&changed), disturbed, "{}", outcome.human);
    }
}

/// A transition and its reverse bring back the state only if it was the usual one.
#[test]
fn state_that_no_call_brings_back_is_residue() {
    let suite = suite_of(
        "
scenario: 1
title: A book that was there is withdrawn and put back
needs: { found: book_of_the_stacks }
steps:
  - call: update_book
    path: { book: '{found.id}' }
    body: { state: withdrawn }
finally:
  - call: update_book
    path: { book: '{found.id}' }
    body: { state: available }
",
    );
    for (state, is_left) in [("available", false), ("withdrawn", true)] {
        let library = Library::new(Broken::StacksShown);
        library.answer(&Request {
            method: Method::Patch,
            target: "/books/stacks".to_owned(),
            headers: vec![("Library-Card".to_owned(), "card-main".to_owned())],
            body: Some(format!(r#"{{"state":"{state}"}}"#)),
        });
        let server = SharedLibrary { library, disturbed: false };
        let outcome = run_until(&suite, server, &[("main", "card-main")], StopSignal::default());
        let expected = is_left.then(|| ("changed Book".to_owned(), false));
        assert_eq!(residue(&outcome), Vec::from_iter(expected), "{}", outcome.human);
        assert_eq!(outcome.exit == 4, is_left, "{}", outcome.human);
    }
}
