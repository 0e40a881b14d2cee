//! Runs without any tested clause report the one reason and what to do; missing operations get advice about 501.

use http::HeaderValue;
use http::header::LOCATION;
use referral_conformance::run::Transport;
use serde_json::Value;

use crate::library::{Broken, Library};
use crate::program::{Folder, code, stderr, stdout, unfolded};
use crate::server::{Server, serve_library, serve_responses};
use crate::session::{Access, Setup, answered, answering, changing, library, run, run_setup};

/// The lines after the last empty one, as one line.
fn end(report: &str) -> String {
    unfolded(report.trim_end().rsplit_once("\n\n").unwrap().1)
}

#[test]
fn file_of_a_refused_key_is_named() {
    let base_url = serve_library(Library::new(Broken::Nothing)).base_url();
    let folder = Folder::with_target(&base_url, "keys: { main: { file: my.card } }\n");
    folder.write("my.card", "unknown-card");
    let mut run = folder.command(&["run", "--target", "target.yaml"]);
    let output = run.env_remove("LIBRARY_API_KEY").output().unwrap();
    assert_eq!(code(&output), 6);
    let end = end(&stdout(&output));
    assert!(end.ends_with("my.card` (exit 6)") && end.contains("; check the key in `"), "{end}");
}

/// Exit code, end of the report for people, and reason in the JSON report.
fn run_program(server: &Server, key: &str) -> (i32, String, Value) {
    let folder = Folder::new();
    let mut run = folder.command(&["run", "--only", "books", "--report", "json=-"]);
    run.args(["--base-url", &server.base_url()]).env("LIBRARY_API_KEY", key);
    let output = run.output().unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    (code(&output), end(&stderr(&output)), report["could_not_test"].clone())
}

#[test]
fn service_without_any_operation_or_without_the_key_is_reported() {
    let nothing = serve_responses(|_| answered(501, ""));
    let library = serve_library(Library::new(Broken::Nothing));
    for (server, key, why) in [
        (
            &nothing,
            "card-main",
            "every call was answered 501; implement at least one of the called operations",
        ),
        (
            &library,
            "unknown-card",
            "the key `main` was refused in all calls: `This library card is not known`; check the key in \
             `LIBRARY_API_KEY`",
        ),
    ] {
        let (code, end, reason) = run_program(server, key);
        assert_eq!(code, 6, "{end}");
        assert!(end.ends_with(&format!("could not test: {why} (exit 6)")), "{end}");
        assert_eq!(reason, why);
    }
    let (code, end, reason) = run_program(&library, "card-main");
    assert_eq!((code, reason), (3, Value::Null), "{end}");
}

#[test]
fn missing_operation_is_advised_to_answer_501() {
    let without_operation = changing(Library::new(Broken::Nothing), |request, response| {
        if request.target.contains("/reservations") {
            *response = answered(404, "no such page");
        }
    });
    let outcome = run(&library(), without_operation);
    let note =
        "every call of reserve_book was answered 404: if it is not implemented yet, answer 501";
    assert!(unfolded(&outcome.human).contains(note), "{}", outcome.human);
    assert_eq!(outcome.exit, 1);
    assert!(outcome.junit.contains(note), "{}", outcome.junit);
    assert!(!outcome.human.contains("every call of lend_book"));
}

/// The same response to every request, or to those whose path has a prefix; otherwise that of the library.
#[derive(Clone, Copy)]
struct Same {
    prefix: &'static str,
    status: u16,
    location: Option<&'static str>,
    body: &'static str,
}

impl Same {
    fn new(status: u16, body: &'static str) -> Self {
        Self { prefix: "/", status, location: None, body }
    }

    fn serve(self) -> impl Transport + 'static {
        changing(Library::new(Broken::Nothing), move |request, response| {
            if request.target.starts_with(self.prefix) {
                *response = answered(self.status, self.body);
                let location = self.location.map(|url| (LOCATION, HeaderValue::from_static(url)));
                response.headers.extend(location);
            }
        })
    }
}

/// A run with this key: exit code, reason in the JSON report, and the report for people.
fn outcome(transport: Same, key: &str) -> (u8, Value, String) {
    let keys = &[("main", key)];
    let setup = Setup { keys, access: Access::SHARED, ..Setup::default() };
    let outcome = run_setup(&library(), transport.serve(), &setup);
    (outcome.exit, outcome.report()["could_not_test"].clone(), outcome.human)
}

#[test]
fn one_reason_for_all_calls_is_reported_at_the_beginning_and_at_the_end() {
    let redirect =
        Same { location: Some("https://library.test/v2"), ..Same::new(301, "Moved Permanently") };
    for (transport, why) in [
        (
            Same::new(404, r#"{"message":"Not Found"}"#),
            "every call was answered 404 with `Not Found`; check the path of the base URL; what is not \
             implemented should answer 501",
        ),
        (
            Same::new(405, ""),
            "every call was answered 405; check the path of the base URL; what is not implemented should \
             answer 501",
        ),
        (
            redirect,
            "every call was answered 301 with the location `https://library.test/v2`; use the location of the \
             redirect as the base URL",
        ),
        (
            Same::new(500, r#"{"message":"Internal error"}"#),
            "every call was answered 500 with `Internal error`; look for the error in the log of the server",
        ),
        (
            Same::new(400, r#"{"message":"No branch given"}"#),
            "every call was answered 400 with `No branch given`; check the base URL, and the headers that the \
             server needs",
        ),
    ] {
        let (exit, reason, human) = outcome(transport, "card-main");
        assert_eq!((exit, reason.as_str()), (6, Some(why)), "{human}");
        assert!(unfolded(&human).starts_with(why), "{human}");
        assert!(end(&human).ends_with(&format!("could not test: {why} (exit 6)")), "{human}");
    }
}

/// A page in place of the API says nothing of the service, so that no clause is broken or held.
#[test]
fn web_page_for_every_call_is_no_violation() {
    for body in ["<html></html>", "\u{feff}\n<?xml version='1.0'?>"] {
        let (exit, reason, human) = outcome(Same::new(200, body), "card-main");
        let why = "every call was answered 200 with a web page instead of JSON; check the base URL, which seems to \
                   be that of a web page";
        assert_eq!((exit, reason.as_str()), (6, Some(why)), "{human}");
        assert!(human.lines().count() <= 10 && !human.contains(" violated"), "{human}");
    }
}

#[test]
fn refused_key_is_reported_beside_responses_that_do_not_check_it() {
    for (status, body) in [(501, ""), (404, "no such page"), (500, r#"{"message":"Oops"}"#)] {
        let partial = Same { prefix: "/books", ..Same::new(status, body) };
        let (exit, reason, human) = outcome(partial, "unknown-card");
        let reason = reason.as_str().unwrap_or_default();
        assert_eq!(exit, 6, "{human}");
        assert!(reason.starts_with("the key `main` was refused in "), "{human}");
        let others = format!(
            " calls: `This library card is not known`; the others were answered {status}; check the key in \
             `LIBRARY_API_KEY`"
        );
        assert!(reason.ends_with(&others), "{reason}");
    }
}

/// One operation that refuses a good key is a defect of the server.
#[test]
fn key_that_one_operation_refuses_is_not_reported() {
    let refused = r#"{"message":"This library card is not known"}"#;
    let (exit, reason, human) =
        outcome(Same { prefix: "/loans", ..Same::new(401, refused) }, "card-main");
    assert_eq!((exit, reason), (1, Value::Null), "{human}");
    assert!(!human.contains("check the key"), "{human}");
}

#[test]
fn several_reasons_are_counted() {
    let mixed = answering(|request| {
        Ok(answered(if request.target.starts_with("/loans") { 503 } else { 501 }, ""))
    });
    let outcome = run(&library(), mixed);
    assert_eq!(outcome.exit, 6, "{}", outcome.human);
    let end = end(&outcome.human);
    assert!(end.contains("no call got a documented response, but"), "{end}");
    assert!(end.contains(" times 501") && end.contains(" times 503"), "{end}");
}

/// An undocumented status for every request.
#[test]
fn refused_calls_are_not_reported_as_accepted() {
    let not_found = Same::new(404, r#"{"message":"Not Found"}"#);
    let outcome = run(&library(), not_found.serve());
    assert_eq!(outcome.exit, 6, "{}", outcome.human);
    assert!(outcome.with("inconclusive not_as_documented").is_empty(), "{}", outcome.human);
    assert!(!outcome.human.contains("every call of"), "{}", outcome.human);
}
