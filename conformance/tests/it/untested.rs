//! Runs without any tested clause report the reason; missing operations get advice about 501.

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use http::HeaderMap;
use referral_conformance::exchange::{Request, Response};
use referral_conformance::run::{ResponseFuture, Transport};
use serde_json::Value;

use crate::command_line::{code, program, serve_app, serve_library, stderr};
use crate::library::{Broken, Library};
use crate::session::{library, run, with_keys};

/// Exit code, last line of output, and report of a run with this key.
fn run_with_key(port: u16, key: &str) -> (i32, String, Value) {
    let folder = tempfile::tempdir().unwrap();
    let mut run = program(folder.path());
    let base_url = format!("http://127.0.0.1:{port}");
    run.args(["run", "--base-url", &base_url, "--report", "json=-"]);
    let output = run.env("LIBRARY_API_KEY", key).output().unwrap();
    let stderr = stderr(&output);
    let last = stderr.lines().last().unwrap_or_default().to_owned();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    (code(&output), last, report["could_not_test"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_key_is_reported() {
    let port = serve_library(Arc::new(Library::new(Broken::Nothing))).await;
    let (code, last, reason) = run_with_key(port, "unknown-card");
    let why = "the key `main` was refused in all calls: `This library card is not known`";
    assert_eq!((code, &*last), (6, &*format!("could not test: {why} (exit 6)")));
    assert_eq!(reason, why);
}

#[tokio::test(flavor = "multi_thread")]
async fn service_without_any_operation_is_reported() {
    let app = Router::new().fallback(|| async { StatusCode::NOT_IMPLEMENTED });
    let (code, last, reason) = run_with_key(serve_app(app).await, "card-main");
    assert_eq!(code, 6, "{last}");
    let why = "nothing held, because of not_implemented";
    assert!(last.starts_with(&format!("could not test: {why}")), "{last}");
    assert!(reason.as_str().unwrap().starts_with(why), "{reason}");
}

#[tokio::test(flavor = "multi_thread")]
async fn tested_run_is_not_reported_as_untested() {
    let port = serve_library(Arc::new(Library::new(Broken::Nothing))).await;
    let (code, last, reason) = run_with_key(port, "card-main");
    assert_eq!((code, reason), (3, Value::Null), "{last}");
}

/// The library without one of its operations.
struct WithoutOperation(Library);

impl Transport for WithoutOperation {
    fn send<'a>(&'a self, request: &'a Request) -> ResponseFuture<'a> {
        let is_it = request.target.contains("/reservations");
        let answer = if is_it {
            Response { status: 404, headers: HeaderMap::new(), body: b"no such page".to_vec() }
        } else {
            self.0.answer(request)
        };
        Box::pin(async move { Ok(answer) })
    }
}

#[test]
fn missing_operation_is_advised_to_answer_501() {
    let outcome = run(&library(), WithoutOperation(Library::new(Broken::Nothing)));
    let note =
        "every call of reserve_book was answered 404: if it is not implemented yet, answer 501";
    let words: Vec<_> = outcome.human.split_whitespace().collect();
    assert!(words.join(" ").contains(note), "{}", outcome.human);
    assert_eq!(outcome.exit, 1);
    assert!(outcome.junit.contains(note), "{}", outcome.junit);
    assert!(!outcome.human.contains("every call of lend_book"));
}

/// An undocumented status for every request.
#[test]
fn refused_calls_are_not_reported_as_accepted() {
    struct NotFound;
    impl Transport for NotFound {
        fn send<'a>(&'a self, _: &'a Request) -> ResponseFuture<'a> {
            let answer = Response {
                status: 404,
                headers: HeaderMap::new(),
                body: br#"{"message":"Not Found"}"#.to_vec(),
            };
            Box::pin(async move { Ok(answer) })
        }
    }
    let outcome = with_keys(&library(), NotFound, &[("main", "card-main")]);
    assert_eq!(outcome.exit, 6, "{}", outcome.human);
    assert!(outcome.with("inconclusive not_as_documented").is_empty(), "{}", outcome.human);
    let words: Vec<_> = outcome.human.split_whitespace().collect();
    let all = "every call of every operation was answered 404 or 405: check the base URL";
    assert!(words.join(" ").contains(all), "{}", outcome.human);
}
