//! A gateway before a correct server answers 502 to calls that restore records: the server is not accused of what the
//! run left in an unknown state.

use std::collections::BTreeMap;
use std::sync::Mutex;

use referral_conformance::exchange::{Request, Response};
use spec::Method;

use crate::library::{Broken, Library};
use crate::program::{Folder, in_parallel, program_with};
use crate::server::serve_responses;
use crate::session::answered;

/// By address, in the order in which they run one after the other: those with more calls come first.
const SCENARIOS: [(&str, &str); 4] = [
    (
        "books/update_book/withdrawn_and_put_back",
        "
title: A book that was there is withdrawn and put back
needs: { found: book_elsewhere }
steps:
  - call: get_book
    as: before
    path: { book: '{found.id}' }
  - call: update_book
    path: { book: '{found.id}' }
    body: { state: withdrawn }
    proves: [transition.withdraw.allowed]
  - call: get_book
    path: { book: '{found.id}' }
    differs: { 'book.state': '{before.response.book.state}' }
    proves: [update_book.transition.withdraw.done]
  - call: list_loans
  - call: list_loans
finally:
  - call: update_book
    path: { book: '{found.id}' }
    body: { state: available }
",
    ),
    (
        "books/update_book/withdrawn_again",
        "
title: The same book is withdrawn once more
needs: { found: book_elsewhere }
steps:
  - call: get_book
    as: before
    path: { book: '{found.id}' }
  - call: update_book
    path: { book: '{found.id}' }
    body: { state: withdrawn }
  - call: get_book
    path: { book: '{found.id}' }
    differs: { 'book.state': '{before.response.book.state}' }
    proves: [update_book.transition.withdraw.done]
  - call: list_loans
finally:
  - call: update_book
    path: { book: '{found.id}' }
    body: { state: available }
",
    ),
    (
        "books/update_book/renamed",
        "
title: A book that was there is renamed
needs: { found: book_elsewhere }
steps:
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
    body: { title: '{found.title}' }
",
    ),
    (
        "books/get_book/title",
        "
title: A book that was there has the title of the target file
needs: { found: book_elsewhere }
steps:
  - call: get_book
    path: { book: '{found.id}' }
    equals: { 'book.title': '{found.title}' }
    proves: [success.book.title.value]
",
    ),
];

const RESTORING_BODIES: [&str; 2] = [r#"{"title":"d"}"#, r#"{"state":"available"}"#];

/// Which requests the gateway answers with 502.
#[derive(Clone, Copy, Debug)]
enum Unavailable {
    Never,
    /// The first ones of those with this body.
    Restoring {
        body: &'static str,
        times: usize,
    },
    /// Three of a hundred, drawn with this seed.
    Random(u64),
}

/// A gateway before a library.
struct Gateway {
    library: Library,
    unavailable: Unavailable,
    /// Whether the library gets the requests that are answered with 502.
    forwards: bool,
    state: Mutex<(usize, fastrand::Rng)>,
}

impl Gateway {
    fn serve(unavailable: Unavailable, forwards: bool) -> String {
        let seed = match unavailable {
            Unavailable::Random(seed) => seed,
            _ => 0,
        };
        let gateway = Self {
            library: Library::new(Broken::StacksShown),
            unavailable,
            forwards,
            state: Mutex::new((0, fastrand::Rng::with_seed(seed))),
        };
        serve_responses(move |request| gateway.answer(request)).base_url()
    }

    fn is_unavailable(&self, request: &Request) -> bool {
        let mut state = self.state.lock().unwrap();
        match self.unavailable {
            Unavailable::Never => false,
            Unavailable::Restoring { body, times } => {
                let is_restoring =
                    request.method == Method::Patch && request.body.as_deref() == Some(body);
                state.0 += usize::from(is_restoring);
                is_restoring && state.0 <= times
            }
            Unavailable::Random(_) => state.1.u8(..100) < 3,
        }
    }

    fn answer(&self, request: &Request) -> Response {
        let is_unavailable = self.is_unavailable(request);
        if is_unavailable && self.forwards {
            self.library.answer(request);
        }
        if is_unavailable { answered(502, "") } else { self.library.answer(request) }
    }
}

/// Exit code, the verdicts with their reasons by clause, and the kinds of what is left.
struct Ended {
    exit: i32,
    verdicts: BTreeMap<String, String>,
    left: Vec<String>,
    text: String,
}

fn run(unavailable: Unavailable, forwards: bool, flags: &[&str]) -> Ended {
    let base_url = Gateway::serve(unavailable, forwards);
    let fixture = "fixtures:\n  book_elsewhere: [{ id: stacks, facts: { title: d } }]\n";
    let folder = Folder::with_target(&base_url, &format!("level: full\n{fixture}"));
    for (address, text) in SCENARIOS {
        folder.write(&format!("scenarios/{address}.yaml"), format!("scenario: 1{text}"));
    }
    let mut command = program_with(folder.path(), "scenarios");
    command.arg("run");
    command.args(["--target", "target.yaml", "--state-dir", "state", "--report", "json=-"]);
    command.args(flags).env("LIBRARY_API_KEY", "card-main");
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect(&text);
    let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let clauses = report["clauses"].as_array().unwrap().iter().map(|clause| {
        let verdict = format!("{} {}", word(&clause["verdict"]), word(&clause["reason"]));
        (word(&clause["id"]), verdict.trim().to_owned())
    });
    let left = report["leftovers"].as_array().unwrap().iter();
    Ended {
        exit: output.status.code().unwrap(),
        verdicts: clauses.collect(),
        left: left.map(|left| word(&left["done"])).collect(),
        text,
    }
}

#[test]
fn restoring_call_that_is_answered_at_last_changes_nothing() {
    let expected = run(Unavailable::Never, false, &["--jobs", "1", "--alone"]);
    assert!(expected.verdicts.values().any(|verdict| verdict == "held"), "{}", expected.text);
    for body in RESTORING_BODIES {
        let cases = [(1, false), (1, true), (2, false), (2, true)];
        let runs = in_parallel(&cases, |(times, forwards)| {
            let fault = Unavailable::Restoring { body, times: *times };
            (fault, run(fault, *forwards, &["--jobs", "1", "--alone"]))
        });
        for (fault, ended) in runs {
            assert_eq!(ended.exit, expected.exit, "{fault:?}: {}", ended.text);
            assert_eq!(ended.verdicts, expected.verdicts, "{fault:?}");
            assert_eq!(ended.left, expected.left, "{fault:?}");
        }
    }
}

#[test]
fn nothing_is_judged_of_a_record_in_an_unknown_state() {
    let mut cases = Vec::new();
    for (body, clause) in [
        (RESTORING_BODIES[0], "get_book.success.book.title.value"),
        (RESTORING_BODIES[1], "update_book.updates.title"),
    ] {
        for flags in [&["--jobs", "1", "--alone"][..], &["--jobs", "1"], &["--alone"]] {
            let fault = Unavailable::Restoring { body, times: usize::MAX };
            cases.extend([false, true].map(|forwards| (fault, clause, flags, forwards)));
        }
    }
    let runs = in_parallel(&cases, |(fault, _, flags, forwards)| run(*fault, *forwards, flags));
    for ((fault, clause, flags, forwards), ended) in cases.into_iter().zip(runs) {
        if forwards {
            // The gateway hides that it was restored: reads show it.
            assert!([0, 3].contains(&ended.exit), "{fault:?}: {}", ended.text);
            assert!(ended.left.is_empty(), "{fault:?}: {:?}", ended.left);
            assert!(!ended.verdicts.values().any(|it| it.ends_with("unsettled")), "{fault:?}");
            continue;
        }
        // It was not restored, which is said.
        assert_eq!(ended.exit, 4, "{fault:?}: {}", ended.text);
        assert_eq!(ended.left, ["changed"], "{fault:?}");
        if flags.contains(&"--jobs") {
            assert_eq!(ended.verdicts[clause], "inconclusive unsettled", "{}", ended.text);
        }
    }
}

#[test]
fn server_behind_a_gateway_that_fails_at_random_is_not_accused() {
    let seeds: Vec<_> = (0..16).collect();
    for seeds in seeds.chunks(4) {
        let runs = in_parallel(seeds, |seed| {
            let flags: &[&str] =
                if seed % 2 == 0 { &["--alone"] } else { &["--alone", "--jobs", "1"] };
            (*seed, run(Unavailable::Random(*seed), seed % 4 < 2, flags))
        });
        for (seed, ended) in runs {
            assert_ne!(ended.exit, 1, "seed {seed}: {}", ended.text);
        }
    }
}
