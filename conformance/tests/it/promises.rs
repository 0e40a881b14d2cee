//! Pending cleanup of a run stays open until it succeeds, also if `sweep` has another key.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::Request as Incoming;
use axum::response::Response as Outgoing;
use referral_conformance::state::cleanup_plan::cleanup_tasks;
use referral_conformance::state::journal::Journal;
use serde_json::{Value, json};

use crate::command_line::{code, read, serve_app};
use crate::session::library;
use crate::sweep::{SCENARIO, command};

const BASE_URL: &str = "http://127.0.0.1:1";

/// Outcome of a cleanup call.
enum Came {
    Status(u16),
    /// Received with this outcome, for any status.
    Received(&'static str),
}

fn began() -> String {
    let began = include_str!("sweep/killed.jsonl").lines().next();
    began.unwrap().replace("BASE", BASE_URL)
}

fn promised(operation: &str, method: &str) -> Value {
    let write = json!({
        "operation": operation, "key": "main", "method": method, "target": "/books/a",
        "body": (method == "PATCH").then_some("{\"title\":\"Emma\"}"),
    });
    json!({ "event": "promised", "scenario": "s", "write": write })
}

/// Journal entries of a write by a step (`false`) or by cleanup (`true`), with its outcome.
fn sent(promised: &Value, exchange: usize, last: bool, came: &Came) -> [String; 2] {
    let mut intended = promised.clone();
    intended["event"] = "intended".into();
    intended["exchange"] = exchange.into();
    intended["last"] = last.into();
    let mut completed = json!({
        "event": "completed", "scenario": "s", "exchange": exchange, "status": 200,
        "fault": null, "arrived": true, "made": null,
    });
    match came {
        Came::Status(status) => completed["status"] = (*status).into(),
        Came::Received(received) => completed["received"] = (*received).into(),
    }
    [intended.to_string(), completed.to_string()]
}

/// Numbers of the cleanup calls that remain after these entries.
fn open(promised: &Value, calls: &[(&Value, bool, Came)]) -> Vec<u32> {
    let mut lines = vec![began(), promised.to_string()];
    for (exchange, (call, last, came)) in (1..).zip(calls) {
        lines.extend(sent(call, exchange, *last, came));
    }
    let journal = Journal::read(&lines.join("\n")).unwrap();
    let chores = cleanup_tasks(&library().contract, &journal);
    chores.iter().map(|chore| chore.exchange).collect()
}

#[test]
fn cleanup_call_closes_its_journal_entry() {
    let change = promised("update_book", "PATCH");
    assert!(
        open(&change, &[]).is_empty(),
        "nothing was sent, so that nothing was changed"
    );
    let changed = |last: bool| (&change, last, Came::Status(200));
    let came = |came: Came| open(&change, &[changed(false), (&change, true, came)]);
    assert_eq!(
        open(&change, &[changed(false)]),
        [2],
        "a step that sends the same keeps no promise"
    );
    assert!(came(Came::Status(200)).is_empty());
    assert!(came(Came::Status(409)).is_empty(), "it was so already");
    assert!(
        came(Came::Received("refused")).is_empty(),
        "it was so already"
    );
    for status in [401, 403, 404, 410, 429, 503] {
        assert_eq!(came(Came::Status(status)), [3], "{status}");
    }
    for received in ["key_refused", "not_found", "failed"] {
        assert_eq!(came(Came::Received(received)), [3], "{received}");
    }
}

#[test]
fn refused_change_needs_no_cleanup() {
    let change = promised("update_book", "PATCH");
    for received in ["refused", "key_refused", "not_found"] {
        let calls = [(&change, false, Came::Received(received))];
        assert!(open(&change, &calls).is_empty(), "{received}");
    }
    for may_be_done in [Came::Status(500), Came::Received("failed")] {
        assert_eq!(open(&change, &[(&change, false, may_be_done)]), [2]);
    }
}

#[test]
fn missing_record_needs_no_restore() {
    let (change, removal) = (
        promised("update_book", "PATCH"),
        promised("remove_book", "DELETE"),
    );
    let after = |came: Came| {
        let changed = (&change, false, Came::Status(200));
        open(&change, &[changed, (&removal, true, came)])
    };
    assert!(after(Came::Status(204)).is_empty());
    assert_eq!(after(Came::Status(401)), [3]);
}

#[test]
fn removal_of_a_missing_record_closes_its_entry() {
    let removal = promised("remove_book", "DELETE");
    let after = |came: Came| {
        let asked = (&removal, false, Came::Status(500));
        open(&removal, &[asked, (&removal, true, came)])
    };
    for done in [204, 404, 410, 409] {
        assert!(after(Came::Status(done)).is_empty(), "{done}");
    }
    assert_eq!(after(Came::Status(401)), [3]);
    assert_eq!(after(Came::Received("key_refused")), [3]);
}

/// A server with one configurable answer for every request; it records requests.
struct Parrot {
    says: Mutex<(u16, &'static str)>,
    heard: Mutex<Vec<String>>,
}

impl Parrot {
    async fn serve() -> (Arc<Self>, String) {
        let parrot = Arc::new(Self {
            says: Mutex::new((200, "{\"book\":{}}")),
            heard: Mutex::default(),
        });
        let shared = Arc::clone(&parrot);
        let app = Router::new().fallback(move |incoming: Incoming| {
            let parrot = Arc::clone(&shared);
            async move {
                let request = read(incoming).await;
                let heard = format!("{} {}", request.method, request.target);
                parrot.heard.lock().unwrap().push(heard);
                let (status, body) = *parrot.says.lock().unwrap();
                let builder = Outgoing::builder().status(status);
                builder.body(Body::from(body)).unwrap()
            }
        });
        (parrot, format!("http://127.0.0.1:{}", serve_app(app).await))
    }

    fn says(&self, status: u16, body: &'static str) {
        *self.says.lock().unwrap() = (status, body);
    }

    fn heard(&self) -> Vec<String> {
        std::mem::take(&mut self.heard.lock().unwrap())
    }
}

/// A folder with the journal of a run that was killed after it changed a title.
fn killed(base_url: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let change = promised("update_book", "PATCH");
    let mut began: Value = serde_json::from_str(&began()).unwrap();
    began["base_url"] = base_url.into();
    // Of `card-other`.
    began["keys"]["other_branch"] = "7a40d4c9826e1b0d".into();
    let mut lines = vec![began.to_string(), change.to_string()];
    lines.extend(sent(&change, 1, false, &Came::Status(200)));
    fs::create_dir(folder.path().join("scenarios")).unwrap();
    fs::write(folder.path().join("scenarios/corrected.yaml"), SCENARIO).unwrap();
    fs::create_dir(folder.path().join("state")).unwrap();
    fs::write(folder.path().join("state/9.jsonl"), lines.join("\n") + "\n").unwrap();
    folder
}

fn sweep(folder: &Path, base_url: &str, cards: &[(&str, &str)]) -> (i32, String) {
    let mut sweep = command(folder, "sweep", base_url);
    let output: Output = sweep.envs(cards.iter().copied()).output().unwrap();
    (
        code(&output),
        String::from_utf8(output.stdout.clone()).unwrap(),
    )
}

const PUT_BACK: &str = "PATCH /books/a";

#[tokio::test(flavor = "multi_thread")]
async fn refused_key_keeps_the_entry_open() {
    let (server, base_url) = Parrot::serve().await;
    let folder = killed(&base_url);
    let sweep = || sweep(folder.path(), &base_url, &[]);
    for (status, body) in [
        (401, ""),
        (200, r#"{"message":"This library card is not known"}"#),
        (404, r#"{"message":"a not found!"}"#),
    ] {
        server.says(status, body);
        let (exit, text) = sweep();
        assert_eq!(
            (exit, server.heard()),
            (4, vec![PUT_BACK.to_owned()]),
            "{text}"
        );
        assert!(text.contains("still open  PATCH /books/a"), "{text}");
    }
    server.says(200, r#"{"book":{}}"#);
    let (exit, text) = sweep();
    assert_eq!(
        (exit, server.heard()),
        (0, vec![PUT_BACK.to_owned()]),
        "{text}"
    );
    assert!(text.contains("restored  PATCH /books/a"), "{text}");
    let (exit, text) = sweep();
    assert_eq!((exit, text.as_str()), (0, "nothing is left to clean up\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn cleanup_uses_the_key_of_the_entry() {
    let (server, base_url) = Parrot::serve().await;
    let folder = killed(&base_url);
    let sweep = |main: &str| {
        let cards = [
            ("LIBRARY_API_KEY", main),
            ("LIBRARY_API_KEY_OTHER_BRANCH", "card-other"),
        ];
        sweep(folder.path(), &base_url, &cards)
    };
    for other in ["card-other", "card-of-yesterday"] {
        let (exit, text) = sweep(other);
        assert_eq!((exit, server.heard().len()), (4, 0), "{text}");
        assert!(
            text.contains("the key `main` that the run had is not given"),
            "{text}"
        );
    }
    let (exit, text) = sweep("card-main");
    assert_eq!((exit, server.heard().len()), (0, 1), "{text}");
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn undeliverable_output_does_not_fail_the_cleanup() {
    let (server, base_url) = Parrot::serve().await;
    let folder = killed(&base_url);
    let full = fs::OpenOptions::new().write(true).open("/dev/full");
    let mut sweep = command(folder.path(), "sweep", &base_url);
    let output = sweep.stdout(full.unwrap()).output().unwrap();
    assert_eq!((code(&output), server.heard().len()), (5, 1));
}
