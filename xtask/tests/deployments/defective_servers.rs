//! Servers that implement nothing, or another service: reported reasons, and no clause holds without evidence.

use std::collections::BTreeMap;
use std::sync::Mutex;

use serde_json::{Value, json};

use crate::support::{Report, seed, suite};
use crate::test_server::{ReceivedRequest, answer, serve};

const JSON: &str = "content-type: application/json\r\n";

/// A run with all fixtures that the demo data has. Derived scenarios would only repeat the failures.
fn run(base_url: &str, flags: &[&str]) -> Report {
    let folder = tempfile::tempdir().unwrap();
    seed(folder.path(), base_url);
    let mut run = suite(folder.path(), "report.json");
    let output = run.args(["--depth", "quick"]).args(flags).output().unwrap();
    Report::of(folder.path(), "report.json", &output)
}

/// Asserts that only these clauses hold, which the answers of the server prove.
fn assert_only_held(report: &Report, clauses: &[&str]) {
    assert_eq!(report.with("held"), clauses, "{}", report.human);
}

#[test]
fn not_found_for_every_request() {
    let base_url = serve(|_| Some(answer(404, JSON, r#"{"error":"Not Found"}"#)));
    let report = run(&base_url, &[]);
    assert_only_held(&report, &[]);
    insta::assert_snapshot!(report.summary());
}

#[test]
fn not_found_without_a_body() {
    let base_url = serve(|_| Some(answer(404, "", "")));
    let report = run(&base_url, &[]);
    assert_only_held(&report, &[]);
    insta::assert_snapshot!(report.summary());
}

#[test]
fn empty_success_for_every_request() {
    let base_url = serve(|_| Some(answer(200, JSON, "{}")));
    let report = run(&base_url, &[]);
    assert_only_held(&report, &[]);
    insta::assert_snapshot!(report.summary());
}

#[test]
fn html_page_for_every_request() {
    let page = "<!doctype html><title>Welcome</title><p>It works!";
    let base_url = serve(move |_| Some(answer(200, "content-type: text/html\r\n", page)));
    let report = run(&base_url, &[]);
    assert_only_held(&report, &[]);
    insta::assert_snapshot!(report.summary());
}

#[test]
fn echo_of_the_request() {
    let base_url = serve(|received| {
        let body = if received.body.is_empty() { "{}" } else { &received.body };
        let body = format!(
            r#"{{"path":{:?},"method":"{}","body":{body}}}"#,
            received.path, received.method
        );
        Some(answer(200, JSON, &body))
    });
    let report = run(&base_url, &[]);
    assert_only_held(&report, &[]);
    insta::assert_snapshot!(report.summary());
}

#[test]
fn request_body_as_the_answer() {
    let base_url = serve(|received| Some(answer(200, JSON, &received.body)));
    let report = run(&base_url, &[]);
    assert_only_held(&report, &[]);
    insta::assert_snapshot!(report.summary());
}

#[test]
fn server_error_for_every_request() {
    let base_url = serve(|_| Some(answer(500, JSON, r#"{"error":"Internal Server Error"}"#)));
    let report = run(&base_url, &[]);
    assert_only_held(&report, &[]);
    insta::assert_snapshot!(report.summary());
}

#[test]
fn refused_connection() {
    // No test listens on this port.
    let report = run("http://127.0.0.1:1", &[]);
    assert_only_held(&report, &[]);
    assert_eq!(report.code, Some(6));
    assert_eq!(report.with("violated"), [""; 0]);
}

#[test]
fn silent_server() {
    let base_url = serve(|_| None);
    let report = run(&base_url, &["--timeout", "300ms"]);
    assert_only_held(&report, &[]);
    assert_eq!(report.with("violated"), [""; 0]);
    // It is unknown whether a write had an effect.
    assert!([Some(6), Some(4)].contains(&report.code), "{}", report.human);
}

/// A generic store: records posted to a path can be listed, read, changed and deleted there.
#[derive(Default)]
struct Store(BTreeMap<String, Vec<Value>>);

impl Store {
    fn answer(&mut self, received: &ReceivedRequest) -> Vec<u8> {
        let path = received.path.split('?').next().unwrap_or_default();
        let body = serde_json::from_str::<Value>(&received.body).unwrap_or_else(|_| json!({}));
        let (collection, id) = path.rsplit_once('/').unwrap_or((path, ""));
        let unknown = || answer(404, JSON, r#"{"detail":"Not found."}"#);
        match received.method.as_str() {
            "POST" => {
                let all = self.0.entry(path.to_owned()).or_default();
                let mut one = body;
                one["id"] = json!(all.len() + 1);
                all.push(one.clone());
                answer(201, JSON, &one.to_string())
            }
            "GET" if self.0.contains_key(path) => {
                answer(200, JSON, &json!(self.0[path]).to_string())
            }
            method => {
                let Some(all) = self.0.get_mut(collection) else {
                    return unknown();
                };
                let is_it = |one: &Value| one["id"] == json!(id.parse::<u64>().ok());
                let Some(at) = all.iter().position(is_it) else {
                    return unknown();
                };
                match method {
                    "DELETE" => {
                        all.remove(at);
                        answer(204, "", "")
                    }
                    "PUT" => {
                        all[at] = body;
                        all[at]["id"] = json!(id.parse::<u64>().unwrap_or_default());
                        answer(200, JSON, &all[at].to_string())
                    }
                    _ => answer(200, JSON, &all[at].to_string()),
                }
            }
        }
    }
}

#[test]
fn another_service() {
    let store = Mutex::new(Store::default());
    let base_url = serve(move |received| Some(store.lock().unwrap().answer(received)));
    let report = run(&base_url, &[]);
    insta::assert_snapshot!(report.summary());
    insta::assert_snapshot!("clauses_another_service_holds", report.with("held").join("\n"));
}
