//! Servers that answer some operations with 501: nothing is accused, and `not_implemented` is the reason for all that could
//! not be judged without them.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::Request as Incoming;
use axum::response::Response as Outgoing;
use http::HeaderMap;
use referral_conformance::exchange::{Request, Response};
use referral_conformance::run::{ResponseFuture, Transport};
use referral_conformance::suite::{self, Suite};
use spec::{ContractFile, Method};

use crate::command_line::{code, output_text, program, read, serve_app};
use crate::library::{Broken, Library};
use crate::session::{Outcome, alone, library, library_contract, run};

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

/// The library without one operation.
struct Partial {
    library: Library,
    missing: usize,
    /// Whether a request without a good key is refused first.
    checks_key: bool,
}

impl Partial {
    fn answer(&self, request: &Request) -> Response {
        let answer = self.library.answer(request);
        let (_, method, begin, end) = OPERATIONS[self.missing];
        let path = request.target.split('?').next().unwrap_or_default();
        let is_it = request.method == method && path.starts_with(begin) && path.ends_with(end);
        if !is_it || self.checks_key && answer.status == 401 {
            return answer;
        }
        Response { status: 501, headers: HeaderMap::new(), body: "".into() }
    }
}

impl Transport for Partial {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        let answer = self.answer(request);
        Box::pin(async move { Ok(answer) })
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
        for checks_key in [false, true] {
            let library = Library::new(Broken::Nothing);
            let outcome = alone(&suite, Partial { library, missing, checks_key });
            assert!(outcome.with("violated").is_empty(), "{operation}: {}", outcome.human);
            assert!(outcome.with("deviates").is_empty(), "{operation}: {}", outcome.human);
            let open = inconclusive(&outcome);
            let new: Vec<_> = open.difference(&known).collect();
            assert!(new.is_empty(), "{operation}: {new:?}");
            let accepted = &outcome.verdicts[&format!("{operation}.accepted")];
            assert_eq!(accepted, "not_exercised not_implemented");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn partial_server_conforms_to_the_selected_part() {
    let library = Library::new(Broken::Nothing);
    let partial = Arc::new(Partial { library, missing: 7, checks_key: true });
    let app = Router::new().fallback(move |incoming: Incoming| {
        let partial = Arc::clone(&partial);
        async move {
            let answer = partial.answer(&read(incoming).await);
            Outgoing::builder()
                .status(answer.status)
                .body(Body::from(answer.body.to_vec()))
                .unwrap()
        }
    });
    let base_url = format!("http://127.0.0.1:{}", serve_app(app).await);
    let folder = tempfile::tempdir().unwrap();
    let run = |allowed: &[&str]| {
        let mut run = program(folder.path());
        run.args(["run", "--base-url", &base_url, "--only", "loans", "--state-dir", "state"]);
        for reason in ["no_fixture", "no_key", "no_scenario"].iter().chain(allowed) {
            run.args(["--allow", &format!("not_exercised:{reason}")]);
        }
        run.env("LIBRARY_API_KEY", "card-main").output().unwrap()
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
    let file = ContractFile {
        address: "loans/return_loan/renewed.yaml".to_owned(),
        path: "renewed.yaml".to_owned(),
        text: text.to_owned(),
    };
    let suite = Suite::load(&library_contract(), None, &[file]);
    let suite = suite.unwrap_or_else(|suite::LoadErrors(text)| panic!("{text}"));
    let outcome = run(&suite, Library::new(Broken::Nothing));
    let verdict = &outcome.verdicts["return_loan.errors.already_returned.refused"];
    assert_eq!(verdict, "not_exercised no_fixture");
    let needed = "needed: returned_loan: [{ id: ID, facts: { renewals: 9 } }]";
    assert!(outcome.human.contains(needed), "{}", outcome.human);
}
