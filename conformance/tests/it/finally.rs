//! Cleanup after the steps, after a failed step, and after Ctrl-C; leftovers if it fails.

use std::sync::{Arc, Mutex};

use referral_conformance::exchange::Request;
use referral_conformance::run::{StopSignal, Transport};
use spec::Method;

use crate::library::{Broken, Library};
use crate::session::{
    Access, Outcome, Setup, answered, answering, card_request, run, run_setup, suite_of,
};

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

const ID: &str = "books/update_book/renamed";

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

/// A library with a fault, which records requests.
fn recording(
    fault: InjectedFault,
    stop: StopSignal,
    sink: Arc<Mutex<Vec<String>>>,
) -> impl Transport + 'static {
    let library = Library::new(Broken::Nothing);
    answering(move |request| {
        let mut requests = sink.lock().unwrap();
        let body = request.body.clone().filter(|_| request.method == Method::Patch);
        let body = body.unwrap_or_default();
        requests.push(format!("{} {} {body}", request.method, request.target));
        let failed = match fault {
            InjectedFault::Fails(from, to) => (from..to).contains(&requests.len()),
            InjectedFault::Stops(at) if at == requests.len() => {
                stop.interrupt();
                false
            }
            InjectedFault::FailsAfter(_) if requests.len() == 4 => {
                library.answer(request);
                true
            }
            InjectedFault::None | InjectedFault::FailsAfter(_) | InjectedFault::Stops(_) => false,
        };
        let response = if failed { answered(500, "") } else { library.answer(request) };
        Ok(match fault {
            InjectedFault::FailsAfter(status) if response.status == 404 => answered(status, "{}"),
            _ => response,
        })
    })
}

fn run_scenario(fault: InjectedFault) -> (Vec<String>, Outcome) {
    run_suite(SCENARIO, fault, StopSignal::default())
}

/// The sent requests and the outcome.
fn run_suite(scenario: &str, fault: InjectedFault, stop: StopSignal) -> (Vec<String>, Outcome) {
    let requests = Arc::new(Mutex::new(Vec::new()));
    let transport = recording(fault, stop.clone(), Arc::clone(&requests));
    let setup = Setup { stop, access: Access::SHARED, ..Setup::default() };
    let outcome = run_setup(&suite_of(&[(ID, scenario)]), transport, &setup);
    let requests = requests.lock().unwrap().clone();
    (requests, outcome)
}

fn leftovers(outcome: &Outcome) -> Vec<(String, bool)> {
    let report = outcome.report();
    let left = report["leftovers"].as_array().unwrap().iter();
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
fn restored_records_are_not_leftovers() {
    let (requests, outcome) = run_scenario(InjectedFault::None);
    assert_eq!(requests.len(), 7, "{requests:#?}");
    assert_eq!(requests[0], "GET /books/stacks ", "a look before the change");
    assert_eq!(requests[4], restoring_request());
    assert_eq!(requests[6], "GET /books/stacks ", "a last look");
    assert_eq!(leftovers(&outcome), []);
}

#[test]
fn failed_step_does_not_prevent_cleanup() {
    let (requests, outcome) = run_scenario(InjectedFault::Fails(4, 5));
    // A 500 without the stated body. The scenario is retried, with cleanup after each attempt.
    assert_eq!(requests.len(), 12, "{requests:#?}");
    let mut attempts = requests[1..11].chunks(5);
    assert!(attempts.all(|sent| sent[3] == restoring_request()), "{requests:#?}");
    assert_eq!(leftovers(&outcome), []);
    assert_ne!(outcome.exit, 4);
}

#[test]
fn already_removed_records_are_not_leftovers() {
    let (requests, outcome) = run_scenario(InjectedFault::FailsAfter(404));
    assert_eq!(requests[3], requests[5], "removed by a step and by `finally`");
    assert_eq!(leftovers(&outcome), []);
}

/// The document may not describe the response to the removal of a missing record.
#[test]
fn possibly_removed_records_do_not_affect_the_exit_code() {
    let (_, outcome) = run_scenario(InjectedFault::FailsAfter(400));
    assert!(leftovers(&outcome).contains(&("perhaps Book".to_owned(), true)));
    assert_ne!(outcome.exit, 4);
}

#[test]
fn failed_cleanup_leaves_unexpected_leftovers() {
    let (_, outcome) = run_scenario(InjectedFault::Fails(5, 7));
    assert_eq!(leftovers(&outcome), [("changed Book".to_owned(), false)]);
    assert_eq!(outcome.exit, 4);
}

#[test]
fn interrupted_run_still_cleans_up() {
    let (requests, outcome) = run_scenario(InjectedFault::Stops(3));
    let methods: Vec<_> = requests.iter().filter_map(|sent| sent.split(' ').next()).collect();
    assert_eq!(methods, ["GET", "POST", "PATCH", "PATCH", "DELETE"]);
    assert_eq!(leftovers(&outcome), []);
    assert_eq!(outcome.exit, 130);
}

#[test]
fn untouched_records_are_not_cleaned_up() {
    let stop = StopSignal::default();
    stop.interrupt();
    let (requests, _) = run_suite(SCENARIO, InjectedFault::None, stop);
    assert!(requests.is_empty());
}

#[test]
fn changes_that_cannot_be_restored_are_not_made() {
    let scenario = "
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
";
    for (fault, sent) in [
        (InjectedFault::None, vec!["POST", "GET", "PATCH", "PATCH", "DELETE"]),
        (InjectedFault::Fails(2, 3), vec!["POST", "GET", "DELETE"]),
    ] {
        let (requests, outcome) = run_suite(scenario, fault, StopSignal::default());
        let methods = requests.iter().filter_map(|sent| sent.split(' ').next());
        // A run ends with a look at each record that it restored.
        assert_eq!(methods.take(sent.len()).collect::<Vec<_>>(), sent, "{requests:#?}");
        assert_eq!(leftovers(&outcome), []);
    }
}

/// The outcome on a library in which another client changes a book as soon as it has its title back, if `disturbed`.
fn run_shared(scenario: &str, library: Library, disturbed: bool) -> Outcome {
    let server = answering(move |request| {
        let response = library.answer(request);
        if disturbed && request.body.as_deref() == Some(r#"{"title":"Emma"}"#) {
            let body = Some(r#"{"title":"Changed"}"#.to_owned());
            library.answer(&Request { body, ..request.clone() });
        }
        Ok(response)
    });
    run(&suite_of(&[(ID, scenario)]), server)
}

#[test]
fn records_that_another_run_changed_after_they_were_restored_are_leftovers() {
    let scenario = "
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
";
    let changed = ("changed Book".to_owned(), false);
    for disturbed in [false, true] {
        let outcome = run_shared(scenario, Library::new(Broken::Nothing), disturbed);
        assert_eq!(leftovers(&outcome).contains(&changed), disturbed, "{}", outcome.human);
    }
}

/// A transition and its reverse bring back the state only if it was the usual one.
#[test]
fn state_that_no_call_brings_back_is_a_leftover() {
    let scenario = "
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
";
    for (state, is_left) in [("available", false), ("withdrawn", true)] {
        let library = Library::new(Broken::StacksShown);
        let body = format!(r#"{{"state":"{state}"}}"#);
        library.answer(&card_request(Method::Patch, "/books/stacks", Some(&body)));
        let outcome = run_shared(scenario, library, false);
        let expected = is_left.then(|| ("changed Book".to_owned(), false));
        assert_eq!(leftovers(&outcome), Vec::from_iter(expected), "{}", outcome.human);
        assert_eq!(outcome.exit == 4, is_left, "{}", outcome.human);
    }
}
