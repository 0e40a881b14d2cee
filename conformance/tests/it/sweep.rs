//! A killed run and the sweep after it: the real program against a server that records writes.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::Request as Incoming;
use axum::response::Response as Outgoing;
use referral_conformance::exchange::Request;
use spec::Method;
use tokio::sync::Notify;

use crate::command_line::{code, outgoing, program, program_with, read, serve, serve_app, stderr};
use crate::library::{Broken, Library};

/// Creates two books, changes one of them, and then waits for a response.
pub const SCENARIO: &str = "scenario: 1
title: A book is corrected
steps:
  - call: add_book
    as: one
  - call: add_book
    as: two
  - call: update_book
    path: { book: \"{one.response.book.uuid}\" }
    body: { title: Persuasion }
  - call: lend_book
    path: { book: \"{two.response.book.uuid}\" }
  - call: get_book
    path: { book: \"{one.response.book.uuid}\" }
finally:
  - call: update_book
    path: { book: \"{one.response.book.uuid}\" }
    body: { title: \"{one.response.book.title}\" }
";

/// A library that never answers requests for a book, and records writes.
struct StallingServer {
    library: Library,
    asked: Notify,
    writes: Mutex<Vec<String>>,
}

impl StallingServer {
    async fn serve() -> (Arc<Self>, String) {
        let stalling = Arc::new(Self {
            library: Library::new(Broken::Nothing),
            asked: Notify::new(),
            writes: Mutex::default(),
        });
        let shared = Arc::clone(&stalling);
        let app = Router::new().fallback(move |incoming: Incoming| {
            let shared = Arc::clone(&shared);
            async move { shared.answer(read(incoming).await).await }
        });
        let base_url = format!("http://127.0.0.1:{}", serve_app(app).await);
        (stalling, base_url)
    }

    async fn answer(&self, request: Request) -> Outgoing {
        let is_first_read = request.target == "/branch";
        if request.method == Method::Get && !is_first_read {
            self.asked.notify_one();
            std::future::pending::<()>().await;
        }
        let response = self.library.answer(&request);
        let body = request.body.unwrap_or_default();
        let write = format!("{} {} {body} {}", request.method, request.target, response.status);
        if !is_first_read {
            self.writes.lock().unwrap().push(write);
        }
        outgoing(&response)
    }

    fn writes(&self) -> Vec<String> {
        std::mem::take(&mut self.writes.lock().unwrap())
    }
}

/// A folder with the scenario.
pub fn folder_with_scenario() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("scenarios")).unwrap();
    fs::write(folder.path().join("scenarios/corrected.yaml"), SCENARIO).unwrap();
    folder
}

pub fn command(folder: &Path, name: &str, base_url: &str) -> Command {
    let mut command = program_with(folder, "scenarios");
    command.args([name, "--base-url", base_url, "--state-dir", "state"]);
    command.env("LIBRARY_API_KEY", "card-main");
    command
}

#[tokio::test(flavor = "multi_thread")]
async fn leftovers_of_a_killed_run_are_swept_once() {
    let folder = folder_with_scenario();
    let folder = folder.path();
    let (server, base_url) = StallingServer::serve().await;
    let sweep = |base_url: &str| {
        let output = command(folder, "sweep", base_url).output().unwrap();
        let text = String::from_utf8(output.stdout.clone()).unwrap();
        let stderr = stderr(&output);
        // The library's key is short, which causes a warning.
        let stderr: Vec<_> = stderr.lines().filter(|it| !it.starts_with("warning: ")).collect();
        (code(&output), text + &stderr.join("\n"))
    };

    let mut run = command(folder, "run", &base_url);
    let run = run.args(["--seed", "9"]).stderr(Stdio::null()).spawn();
    let mut run = run.unwrap();
    server.asked.notified().await;
    let (exit, text) = sweep(&base_url);
    assert_eq!((exit, server.writes().len()), (0, 4), "{text}");
    assert!(text.contains("9.jsonl: its run is still in progress"), "{text}");

    run.kill().unwrap();
    run.wait().unwrap();
    let (exit, text) = sweep("http://127.0.0.1:1");
    assert_eq!(exit, 0);
    assert!(text.contains("1 journal of other services"), "{text}");
    let (exit, text) = sweep(&base_url);
    assert_eq!(exit, 0, "{text}");
    let writes = server.writes();
    insta::assert_snapshot!(writes.join("\n"));
    let text = text.lines().filter(|line| !line.contains("of a run at"));
    insta::assert_snapshot!(text.collect::<Vec<_>>().join("\n"));

    let (exit, text) = sweep(&base_url);
    assert_eq!((exit, server.writes().len()), (0, 0), "{text}");
    assert!(text.contains("nothing is left"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn sweep_of_an_unreachable_server_can_be_repeated() {
    let folder = folder_with_scenario();
    let folder = folder.path();
    fs::create_dir(folder.join("state")).unwrap();
    let journal = include_str!("sweep/killed.jsonl");
    let (server, base_url) = StallingServer::serve().await;
    let state = folder.join("state/9.jsonl");
    fs::write(&state, journal.replace("BASE", "http://127.0.0.1:1")).unwrap();
    let unreachable = command(folder, "sweep", "http://127.0.0.1:1").output().unwrap();
    assert_eq!(code(&unreachable), 4, "{}", stderr(&unreachable));

    let tried = fs::read_to_string(&state).unwrap();
    fs::write(&state, tried.replace("http://127.0.0.1:1", &base_url)).unwrap();
    let output = command(folder, "sweep", &base_url).output().unwrap();
    // The server is new, so the book is missing; for the other it is unknown.
    assert_eq!(code(&output), 4, "{}", stderr(&output));
    assert_eq!(server.writes(), ["DELETE /books/book-7  404"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("removed") && text.contains("perhaps Book"), "{text}");
    // Nothing has shown that the other one is gone.
    for _ in 0..2 {
        let again = command(folder, "sweep", &base_url).output().unwrap();
        let text = String::from_utf8_lossy(&again.stdout).into_owned();
        assert_eq!((code(&again), server.writes().len()), (4, 0), "{text}");
        assert!(text.contains("perhaps Book") && text.contains("delete the file"), "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sweep_after_a_clean_run_does_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let port = serve().await;
    let base_url = format!("http://127.0.0.1:{port}");
    let says = |name: &str| {
        let mut command = program(folder.path());
        command.args([name, "--base-url", &base_url, "--state-dir", "state"]);
        let output = command.env("LIBRARY_API_KEY", "card-main").output().unwrap();
        (code(&output), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(says("run").0, 3);
    assert_eq!(says("sweep"), (0, "nothing is left to clean up\n".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn sweep_reports_only_what_is_left() {
    let port = serve().await;
    let base_url = format!("http://127.0.0.1:{port}");
    let write = |operation: &str, method: &str, target: &str, body: &str| {
        serde_json::json!({
            "operation": operation, "key": "main", "method": method, "target": target, "body": body,
        })
    };
    let update = |target: &str| write("update_book", "PATCH", target, r#"{"title":"d"}"#);
    let add = write("add_book", "POST", "/books", r#"{"isbn":"9-1","title":"a"}"#);
    let intended = |scenario: &str, write: &serde_json::Value| {
        serde_json::json!({
            "event": "intended", "scenario": scenario, "exchange": 1, "write": write, "last": false,
        })
    };
    let journal = [
        // Created, and removed before the run was killed.
        intended("removed", &add),
        serde_json::json!({
            "event": "completed", "scenario": "removed", "exchange": 1, "status": 201,
            "fault": null, "arrived": true, "received": "accepted", "made": "book-gone",
        }),
        // A change of an unknown book without a response, after which nothing has to be restored.
        intended("unknown", &update("/books/nowhere")),
        serde_json::json!({
            "event": "promised", "scenario": "unknown", "write": update("/books/book-1"),
        }),
    ];
    let began = include_str!("sweep/killed.jsonl").lines().next().unwrap();
    let mut text = began.replace("BASE", &base_url);
    for line in journal {
        text += &format!("\n{line}");
    }
    let folder = folder_with_scenario();
    fs::create_dir(folder.path().join("state")).unwrap();
    fs::write(folder.path().join("state/9.jsonl"), text + "\n").unwrap();
    let output = command(folder.path(), "sweep", &base_url).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &stderr(&output);
    assert_eq!(code(&output), 0, "{said}");
    assert!(said.contains("removed") && !said.contains("PATCH"), "{said}");
    assert!(!said.contains("not cleaned up"), "{said}");
}

#[test]
fn damaged_and_foreign_journals_are_reported() {
    let folder = folder_with_scenario();
    let sweep = || command(folder.path(), "sweep", "http://127.0.0.1:1").output().unwrap();
    let missing = sweep();
    assert_eq!(code(&missing), 2, "{}", stderr(&missing));
    assert!(stderr(&missing).contains("no folder `--state-dir state`"), "{}", stderr(&missing));

    let state = folder.path().join("state");
    fs::create_dir(&state).unwrap();
    let began = include_str!("sweep/killed.jsonl").lines().next().unwrap();
    let began = began.replace("BASE", "http://127.0.0.1:1");
    // What a crash leaves is no damage, and the list of used fixtures is no journal.
    fs::write(state.join("empty.jsonl"), "").unwrap();
    fs::write(state.join("torn.jsonl"), format!("{began}\n{{\"event\":\"comp")).unwrap();
    fs::write(state.join("used-fixtures.jsonl"), "{}\n").unwrap();
    let clean = sweep();
    assert_eq!(code(&clean), 0, "{}", stderr(&clean));

    fs::write(state.join("damaged.jsonl"), format!("{began}\nX{{\"event\":\"ended\"}}\n")).unwrap();
    fs::write(state.join("foreign.jsonl"), "{\"a\":1}\n").unwrap();
    for _ in 0..2 {
        let output = sweep();
        let said = stderr(&output);
        assert_eq!(code(&output), 4, "{said}");
        for words in ["damaged.jsonl`, line 2: ", "foreign.jsonl`, line 1: "] {
            assert!(said.contains(words), "{said}");
        }
        assert!(!String::from_utf8_lossy(&output.stdout).contains("nothing is left"));
    }
}

#[cfg(unix)]
#[test]
fn pipes_in_the_state_folder_are_reported_and_not_opened() {
    let folder = folder_with_scenario();
    let state = folder.path().join("state");
    fs::create_dir_all(state.join("folder.jsonl")).unwrap();
    for name in ["pipe.jsonl", "used-fixtures.jsonl"] {
        assert!(Command::new("mkfifo").arg(state.join(name)).status().unwrap().success());
    }
    for name in ["sweep", "plan"] {
        let mut command = command(folder.path(), name, "http://127.0.0.1:1");
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.unwrap();
        let started = std::time::Instant::now();
        while child.try_wait().unwrap().is_none() {
            if started.elapsed().as_secs() > 60 {
                child.kill().unwrap();
                panic!("`{name}` waits for a pipe");
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let output = child.wait_with_output().unwrap();
        if name == "sweep" {
            assert_eq!(code(&output), 4, "{}", stderr(&output));
            for words in ["pipe.jsonl`, line 1: ", "folder.jsonl`, line 1: "] {
                let said = stderr(&output);
                assert!(said.contains(words) && said.contains("not a regular file"), "{said}");
            }
        }
    }
}
