//! Concurrent requests: how their responses are judged together, and which of them later steps refer to.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Barrier, Mutex};
use std::time::Duration;

use referral_conformance::exchange::{
    AttemptTrace, Exchange, Fault, Request, Response, ScenarioTrace, StepTrace,
};
use referral_conformance::finding::{Coverage, Failure, FindingResult, Held, NotHeld};
use referral_conformance::judge::judge;
use referral_conformance::reason::Reason;
use referral_conformance::redact::Redactor;
use referral_conformance::run::{HttpOptions, HttpTransport};
use spec::Method;

use crate::library::{Broken, Library};
use crate::server::{library_response, serve, write};
use crate::session::{Access, Setup, answered, answering, run, run_setup, suite_of};

const SCENARIO: &str = "
scenario: 1
title: Four at once
steps:
  - call: add_book
    as: added
    at_once: 4
    refused: isbn_taken
finally:
  - call: remove_book
    path: { book: '{added.response.book.uuid}' }
";

/// Concurrent calls of an operation without a success body.
const RESERVED: &str = "
scenario: 1
title: Four at once
steps:
  - call: reserve_book
    body: { loan: '{unknown uuid}' }
    at_once: 4
    refused: already_reserved
";

type Outcome = Result<Response, Fault>;

fn response(status: u16, body: &str) -> Outcome {
    Ok(answered(status, body))
}

fn added() -> Outcome {
    let book = r#"{"uuid":"book-1","isbn":"i","title":"t","subtitle":null,"authors":[],"pages":null,
        "binding":null,"reference_only":false,"replacement_cost":1,
        "acquired_at":"2026-01-02T03:04:05Z","state":"available"}"#;
    response(201, &format!(r#"{{"book":{book},"shelf_marks":[]}}"#))
}

fn taken() -> Outcome {
    response(409, r#"{"message":"ISBN i is in the catalogue already"}"#)
}

/// The finding for concurrent requests with these outcomes.
fn result(outcomes: [Outcome; 4]) -> FindingResult {
    result_of(SCENARIO, outcomes)
}

fn result_of(text: &str, outcomes: [Outcome; 4]) -> FindingResult {
    let suite = suite_of(&[("four", text)]);
    let request = Request {
        method: Method::Post,
        target: "/books".to_owned(),
        headers: Vec::new(),
        body: Some(r#"{"isbn":"i","title":"t"}"#.to_owned()),
    };
    let ways = (1..).zip(outcomes).map(|(number, outcome)| AttemptTrace {
        exchanges: vec![Exchange { number, request: request.clone().into(), outcome }],
        reread: Vec::new(),
        complete: true,
    });
    let step = StepTrace { attempts: ways.collect(), ..StepTrace::default() };
    let trace = ScenarioTrace {
        scenario: "four".to_owned(),
        steps: vec![step],
        ..ScenarioTrace::default()
    };
    let judgement = judge(&suite.contract, &suite.clauses, &suite.scenarios, &[trace]);
    let [finding] = <[_; 1]>::try_from(judgement.findings).unwrap();
    assert!(finding.claim.clause.id.ends_with(".refused"), "{:?}", finding.claim);
    finding.result
}

#[test]
fn second_simultaneous_acceptance_is_a_breach() {
    let breach = |exchange, actual: &str| {
        let expected = "only one of 4 concurrent requests accepted: \
                        another record has the same `body.isbn`";
        Err(NotHeld::Breach(Box::new(Failure {
            exchange,
            pointer: "".into(),
            expected: expected.into(),
            actual: Redactor::default().quote(actual),
        })))
    };
    let held = || Ok(Held { witnesses: 1, coverage: Coverage::SEEN | Coverage::CONTROL });
    for (outcomes, found) in [
        ([added(), taken(), taken(), taken()], held()),
        ([taken(), taken(), added(), taken()], held()),
        ([added(), taken(), added(), added()], breach(3, "3 accepted")),
        // The outcomes of the other requests do not matter.
        ([added(), added(), response(503, ""), Err(Fault::Timeout)], breach(2, "2 accepted")),
    ] {
        assert_eq!(result(outcomes), found);
    }
}

#[test]
fn undocumented_or_equal_responses_to_simultaneous_requests_show_nothing() {
    let inconclusive = |reason| Err(NotHeld::Inconclusive(reason));
    let among_others = |other| [taken(), other, added(), taken()];
    let four = |each: Outcome| [(); 4].map(|()| each.clone());
    for (outcomes, found) in [
        (among_others(response(429, "")), inconclusive(Reason::RateLimited)),
        (among_others(response(500, "")), inconclusive(Reason::ServerError)),
        (among_others(response(503, "")), inconclusive(Reason::Unavailable)),
        (
            among_others(response(409, r#"{"message":"Try again"}"#)),
            inconclusive(Reason::OtherOutcome),
        ),
        (among_others(Err(Fault::Timeout)), inconclusive(Reason::Transport)),
        (four(taken()), inconclusive(Reason::NoControl)),
        (four(response(404, "not here")), inconclusive(Reason::NoControl)),
        (four(response(500, "")), inconclusive(Reason::ServerError)),
        (four(Err(Fault::Stopped)), Err(NotHeld::NotExercised(Reason::Stopped))),
        (four(response(200, "")), inconclusive(Reason::NotAsDocumented)),
        (four(response(200, "{}")), inconclusive(Reason::NotAsDocumented)),
        (four(response(200, "null")), inconclusive(Reason::NotAsDocumented)),
    ] {
        assert_eq!(result(outcomes), found);
    }
}

/// An empty success is evidence only if another request was refused with a message.
#[test]
fn bare_success_needs_a_refusal_to_prove_anything() {
    let result = |outcomes| result_of(RESERVED, outcomes);
    let (done, reserved) =
        (response(201, ""), response(409, r#"{"message":"You are the next already"}"#));
    let four = [(); 4].map(|()| done.clone());
    let unclear = Err(NotHeld::Inconclusive(Reason::NotShownToDiscriminate));
    assert_eq!(result(four), unclear);
    let one = [reserved.clone(), done.clone(), reserved.clone(), reserved.clone()];
    assert_eq!(
        result(one),
        Ok(Held { witnesses: 1, coverage: Coverage::SEEN | Coverage::CONTROL })
    );
    let two = [reserved.clone(), done.clone(), done, reserved];
    assert!(matches!(result(two), Err(NotHeld::Breach(failure)) if failure.exchange == 3));
}

#[test]
fn step_name_refers_to_the_accepted_request() {
    let (library, received) = (Library::new(Broken::Nothing), AtomicU32::new(0));
    let removed = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&removed);
    // A proxy refuses the first addition.
    let server = answering(move |request| {
        if request.method == Method::Delete {
            sink.lock().unwrap().push(request.target.clone());
        }
        match received.fetch_add(1, Ordering::SeqCst) {
            0 => response(409, r#"{"message":"Not yet"}"#),
            _ => Ok(library.answer(request)),
        }
    });
    let outcome = run(&suite_of(&[("four", SCENARIO)]), server);
    assert_eq!(*removed.lock().unwrap(), ["/books/book-2"]);
    let verdict = &outcome.verdicts["add_book.errors.isbn_taken.refused"];
    assert_eq!(verdict, "inconclusive other_outcome");
}

/// Each of several records that are not cleaned up is reported, although only one of them has a name.
#[test]
fn every_accepted_simultaneous_request_is_a_leftover_or_removed() {
    let outcome = run(&suite_of(&[("four", SCENARIO)]), Library::new(Broken::TakenAtOnce));
    assert_eq!(outcome.report()["leftovers"].as_array().unwrap().len(), 3);
    let clean = run(&suite_of(&[("four", SCENARIO)]), Library::new(Broken::Nothing));
    assert_eq!(clean.report()["leftovers"].as_array().unwrap().len(), 0);
}

/// A server that answers additions only after four have arrived.
#[test]
fn simultaneous_requests_overlap() {
    let (library, four) = (Library::new(Broken::Nothing), Barrier::new(4));
    let server = serve(move |received, stream| {
        if received.head.starts_with("POST") {
            four.wait();
        }
        write(stream, &library_response(&library, received));
    });
    let transport = HttpTransport::new(HttpOptions {
        base_url: server.base_url().parse().unwrap(),
        timeout: Duration::from_secs(30),
        authority: None,
        headers: Vec::new(),
    });
    let setup = Setup { sockets: true, access: Access::SHARED, ..Setup::default() };
    let outcome = run_setup(&suite_of(&[("four", SCENARIO)]), transport.unwrap(), &setup);
    let verdict = &outcome.verdicts["add_book.errors.isbn_taken.refused"];
    assert_eq!((verdict.as_str(), server.request_count()), ("held", 5));
}
