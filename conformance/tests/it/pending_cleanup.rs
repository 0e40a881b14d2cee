//! Pending cleanup of a run stays open until it succeeds, also if `sweep` has another key.

use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

use referral_conformance::state::cleanup_plan::cleanup_tasks;
use referral_conformance::state::journal::Journal;
use serde_json::{Value, json};

use crate::program::{Folder, code, stdout};
use crate::server::serve_responses;
use crate::session::{answered, library};
use crate::sweep::{command, folder_with_scenario};

const BASE_URL: &str = "http://127.0.0.1:1";

/// Outcome of a cleanup call.
enum CleanupOutcome {
    Status(u16),
    /// Received with this outcome, for any status.
    Received(&'static str),
}

fn header_line() -> String {
    let header_line = include_str!("sweep/killed.jsonl").lines().next();
    header_line.unwrap().replace("BASE", BASE_URL)
}

fn cleanup_call(operation: &str, method: &str) -> Value {
    let write = json!({
        "operation": operation, "key": "main", "method": method, "target": "/books/a",
        "body": (method == "PATCH").then_some("{\"title\":\"Emma\"}"),
    });
    json!({ "event": "promised", "scenario": "s", "write": write })
}

/// Journal entries of a write by a step (`false`) or by cleanup (`true`), with its outcome.
fn journal_lines(
    cleanup_call: &Value,
    exchange: usize,
    last: bool,
    outcome: &CleanupOutcome,
) -> [String; 2] {
    let mut intended = cleanup_call.clone();
    intended["event"] = "intended".into();
    intended["exchange"] = exchange.into();
    intended["last"] = last.into();
    let mut completed = json!({
        "event": "completed", "scenario": "s", "exchange": exchange, "status": 200,
        "fault": null, "arrived": true, "made": null,
    });
    match outcome {
        CleanupOutcome::Status(status) => completed["status"] = (*status).into(),
        CleanupOutcome::Received(received) => completed["received"] = (*received).into(),
    }
    [intended.to_string(), completed.to_string()]
}

/// Numbers of the cleanup calls that remain after these entries.
fn open_calls(cleanup_call: &Value, calls: &[(&Value, bool, CleanupOutcome)]) -> Vec<u32> {
    let mut lines = vec![header_line(), cleanup_call.to_string()];
    for (exchange, (call, last, outcome)) in (1..).zip(calls) {
        lines.extend(journal_lines(call, exchange, *last, outcome));
    }
    let journal = Journal::read(&lines.join("\n")).unwrap();
    let tasks = cleanup_tasks(&library().contract, &journal);
    tasks.iter().map(|task| task.exchange).collect()
}

#[test]
fn cleanup_call_closes_its_journal_entry() {
    let change = cleanup_call("update_book", "PATCH");
    assert!(open_calls(&change, &[]).is_empty(), "nothing was sent, so that nothing was changed");
    let changed = |last: bool| (&change, last, CleanupOutcome::Status(200));
    let outcome =
        |outcome: CleanupOutcome| open_calls(&change, &[changed(false), (&change, true, outcome)]);
    assert_eq!(
        open_calls(&change, &[changed(false)]),
        [2],
        "a step that sends the same keeps no promise"
    );
    assert!(outcome(CleanupOutcome::Status(200)).is_empty());
    assert!(outcome(CleanupOutcome::Status(409)).is_empty(), "it was so already");
    assert!(outcome(CleanupOutcome::Received("refused")).is_empty(), "it was so already");
    for status in [401, 403, 404, 410, 429, 503] {
        assert_eq!(outcome(CleanupOutcome::Status(status)), [3], "{status}");
    }
    for received in ["key_refused", "not_found", "failed"] {
        assert_eq!(outcome(CleanupOutcome::Received(received)), [3], "{received}");
    }
}

#[test]
fn refused_change_needs_no_cleanup() {
    let change = cleanup_call("update_book", "PATCH");
    for received in ["refused", "key_refused", "not_found"] {
        let calls = [(&change, false, CleanupOutcome::Received(received))];
        assert!(open_calls(&change, &calls).is_empty(), "{received}");
    }
    for may_be_done in [CleanupOutcome::Status(500), CleanupOutcome::Received("failed")] {
        assert_eq!(open_calls(&change, &[(&change, false, may_be_done)]), [2]);
    }
}

#[test]
fn missing_record_needs_no_restore() {
    let (change, removal) =
        (cleanup_call("update_book", "PATCH"), cleanup_call("remove_book", "DELETE"));
    let after = |outcome: CleanupOutcome| {
        let changed = (&change, false, CleanupOutcome::Status(200));
        open_calls(&change, &[changed, (&removal, true, outcome)])
    };
    assert!(after(CleanupOutcome::Status(204)).is_empty());
    assert_eq!(after(CleanupOutcome::Status(401)), [3]);
}

#[test]
fn removal_of_a_missing_record_closes_its_entry() {
    let removal = cleanup_call("remove_book", "DELETE");
    let after = |outcome: CleanupOutcome| {
        let unanswered = (&removal, false, CleanupOutcome::Status(500));
        open_calls(&removal, &[unanswered, (&removal, true, outcome)])
    };
    for done in [204, 404, 410, 409] {
        assert!(after(CleanupOutcome::Status(done)).is_empty(), "{done}");
    }
    assert_eq!(after(CleanupOutcome::Status(401)), [3]);
    assert_eq!(after(CleanupOutcome::Received("key_refused")), [3]);
}

/// A server with one configurable response for every request; it records requests.
struct RecordingServer {
    response: Mutex<(u16, &'static str)>,
    requests: Mutex<Vec<String>>,
}

impl RecordingServer {
    fn serve() -> (Arc<Self>, String) {
        let server = Arc::new(Self {
            response: Mutex::new((200, "{\"book\":{}}")),
            requests: Mutex::default(),
        });
        let shared = Arc::clone(&server);
        let served = serve_responses(move |request| {
            let line = format!("{} {}", request.method, request.target);
            shared.requests.lock().unwrap().push(line);
            let (status, body) = *shared.response.lock().unwrap();
            answered(status, body)
        });
        (server, served.base_url())
    }

    fn set_response(&self, status: u16, body: &'static str) {
        *self.response.lock().unwrap() = (status, body);
    }

    fn requests(&self) -> Vec<String> {
        std::mem::take(&mut self.requests.lock().unwrap())
    }
}

/// A folder with the journal of a run that was killed after it changed a title.
fn killed_run_folder(base_url: &str) -> Folder {
    let folder = folder_with_scenario();
    let change = cleanup_call("update_book", "PATCH");
    let mut header_line: Value = serde_json::from_str(&header_line()).unwrap();
    header_line["base_url"] = base_url.into();
    // Of `card-other`.
    header_line["keys"]["other_branch"] = "7a40d4c9826e1b0d".into();
    let mut lines = vec![header_line.to_string(), change.to_string()];
    lines.extend(journal_lines(&change, 1, false, &CleanupOutcome::Status(200)));
    folder.write("state/9.jsonl", lines.join("\n") + "\n");
    folder
}

fn sweep(folder: &Path, base_url: &str, cards: &[(&str, &str)]) -> (i32, String) {
    let mut sweep = command(folder, "sweep", base_url);
    let output = sweep.envs(cards.iter().copied()).output().unwrap();
    (code(&output), stdout(&output))
}

const PUT_BACK: &str = "PATCH /books/a";

#[test]
fn refused_key_keeps_the_entry_open() {
    let (server, base_url) = RecordingServer::serve();
    let folder = killed_run_folder(&base_url);
    let sweep = || sweep(folder.path(), &base_url, &[]);
    for (status, body) in [
        (401, ""),
        (200, r#"{"message":"This library card is not known"}"#),
        (404, r#"{"message":"a not found!"}"#),
    ] {
        server.set_response(status, body);
        let (exit, text) = sweep();
        assert_eq!((exit, server.requests()), (4, vec![PUT_BACK.to_owned()]), "{text}");
        assert!(text.contains("still open  PATCH /books/a"), "{text}");
    }
    server.set_response(200, r#"{"book":{}}"#);
    let (exit, text) = sweep();
    assert_eq!((exit, server.requests()), (0, vec![PUT_BACK.to_owned()]), "{text}");
    assert!(text.contains("restored  PATCH /books/a"), "{text}");
    let (exit, text) = sweep();
    assert_eq!((exit, text.as_str()), (0, "nothing is left to clean up\n"));
}

#[test]
fn cleanup_uses_the_key_of_the_entry() {
    let (server, base_url) = RecordingServer::serve();
    let folder = killed_run_folder(&base_url);
    let sweep = |main: &str| {
        let cards = [("LIBRARY_API_KEY", main), ("LIBRARY_API_KEY_OTHER_BRANCH", "card-other")];
        sweep(folder.path(), &base_url, &cards)
    };
    for other in ["card-of-another", "card-of-yesterday"] {
        let (exit, text) = sweep(other);
        assert_eq!((exit, server.requests().len()), (4, 0), "{text}");
        assert!(text.contains("the key `main` that the run had is not given"), "{text}");
    }
    let (exit, text) = sweep("card-main");
    assert_eq!((exit, server.requests().len()), (0, 1), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn undeliverable_output_does_not_fail_the_cleanup() {
    let (server, base_url) = RecordingServer::serve();
    let folder = killed_run_folder(&base_url);
    let full = fs::OpenOptions::new().write(true).open("/dev/full");
    let mut sweep = command(folder.path(), "sweep", &base_url);
    let output = sweep.stdout(full.unwrap()).output().unwrap();
    assert_eq!((code(&output), server.requests().len()), (5, 1));
}
