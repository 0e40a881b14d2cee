//! A killed run and the sweep after it: the real program against a server that records writes.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use spec::Method;

use crate::library::{Broken, Library};
use crate::program::{Folder, code, output_text, program_with, stderr, stdout};
use crate::server::{Server, http_response, serve, serve_library, write};

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

/// A library that until it is released answers no reads of a book and no calls that restore one. It records writes.
pub struct StallingServer {
    server: Server,
    received: mpsc::Receiver<&'static str>,
    writes: Arc<Mutex<Vec<String>>>,
    is_released: Arc<AtomicBool>,
}

impl StallingServer {
    pub fn new() -> Self {
        let (tell, received) = mpsc::channel();
        let tell = Mutex::new(tell);
        let library = Library::new(Broken::Nothing);
        let (writes, is_released) = (Arc::<Mutex<Vec<String>>>::default(), Arc::default());
        let (sink, released) = (Arc::clone(&writes), Arc::<AtomicBool>::clone(&is_released));
        let server = serve(move |received, stream| {
            let request = received.request();
            let stalled = match request.method {
                // The first read of a run.
                Method::Get if request.target == "/branch" => None,
                Method::Get => Some("to show"),
                Method::Patch if !received.body.contains("Persuasion") => Some("to put back"),
                _ => None,
            };
            if let Some(what) = stalled.filter(|_| !released.load(Ordering::SeqCst)) {
                return tell.lock().unwrap().send(what).unwrap();
            }
            let response = library.answer(&request);
            if request.method != Method::Get {
                let (method, target, body) = (request.method, &request.target, &received.body);
                let write = format!("{method} {target} {body} {}", response.status);
                sink.lock().unwrap().push(write);
            }
            write(stream, &http_response(response.status, "", &response.body));
        });
        Self { server, received, writes, is_released }
    }

    pub fn base_url(&self) -> String {
        self.server.base_url()
    }

    /// From now on, every request is answered.
    pub fn release(&self) {
        self.is_released.store(true, Ordering::SeqCst);
    }

    /// Waits for a request that is not answered, with a limit that is generous for slow machines.
    pub fn expect_request(&self, what: &str) {
        assert_eq!(self.received.recv_timeout(Duration::from_secs(60)), Ok(what));
    }

    fn writes(&self) -> Vec<String> {
        std::mem::take(&mut self.writes.lock().unwrap())
    }
}

/// A folder with the scenario.
pub fn folder_with_scenario() -> Folder {
    let folder = Folder::new();
    folder.write("scenarios/corrected.yaml", SCENARIO);
    folder
}

pub fn command(folder: &Path, name: &str, base_url: &str) -> Command {
    let mut command = program_with(folder, "scenarios");
    command.args([name, "--base-url", base_url, "--state-dir", "state"]);
    command.env("LIBRARY_API_KEY", "card-main");
    command
}

#[test]
fn leftovers_of_a_killed_run_are_swept_once() {
    let folder = folder_with_scenario();
    let folder = folder.path();
    let server = StallingServer::new();
    let base_url = server.base_url();
    let sweep = |base_url: &str| {
        let output = command(folder, "sweep", base_url).output().unwrap();
        // The library's key is short, which causes a warning.
        let text = output_text(&output);
        let lines = text.lines().filter(|it| !it.starts_with("warning: "));
        (code(&output), lines.collect::<Vec<_>>().join("\n"))
    };

    let mut run = command(folder, "run", &base_url);
    let run = run.args(["--seed", "9"]).stderr(Stdio::null()).spawn();
    let mut run = run.unwrap();
    server.expect_request("to show");
    let (exit, text) = sweep(&base_url);
    assert_eq!((exit, server.writes().len()), (0, 4), "{text}");
    assert!(text.contains("9.jsonl: its run is still in progress"), "{text}");

    run.kill().unwrap();
    run.wait().unwrap();
    server.release();
    let (exit, text) = sweep("http://127.0.0.1:1");
    assert_eq!(exit, 0);
    assert!(text.contains("1 journal of other services"), "{text}");
    let (exit, text) = sweep(&base_url);
    assert_eq!(exit, 0, "{text}");
    let writes = server.writes();
    insta::assert_snapshot!(writes.join("\n"), @r#"
    PATCH /books/book-2 {"title":"conformance 9.2f0adc.1"} 200
    DELETE /books/book-3  204
    DELETE /books/book-2  204
    "#);
    let text = text.lines().filter(|line| !line.contains("of a run at"));
    insta::assert_snapshot!(text.collect::<Vec<_>>().join("\n"), @r"
      restored  PATCH /books/book-2   status 200
      removed   DELETE /books/book-3  status 204
      removed   DELETE /books/book-2  status 204
      not cleaned up
        created 1 Loan, which cannot be deleted
    ");

    let (exit, text) = sweep(&base_url);
    assert_eq!((exit, server.writes().len()), (0, 0), "{text}");
    assert!(text.contains("nothing is left"), "{text}");
}

#[test]
fn sweep_of_an_unreachable_server_can_be_repeated() {
    let folder = folder_with_scenario();
    let journal = include_str!("sweep/killed.jsonl");
    let server = StallingServer::new();
    server.release();
    let base_url = server.base_url();
    let state = "state/9.jsonl";
    folder.write(state, journal.replace("BASE", "http://127.0.0.1:1"));
    let unreachable = command(folder.path(), "sweep", "http://127.0.0.1:1").output().unwrap();
    assert_eq!(code(&unreachable), 4, "{}", stderr(&unreachable));

    folder.write(state, folder.read(state).replace("http://127.0.0.1:1", &base_url));
    let output = command(folder.path(), "sweep", &base_url).output().unwrap();
    // The server is new, so the book is missing; for the other it is unknown.
    assert_eq!(code(&output), 4, "{}", stderr(&output));
    assert_eq!(server.writes(), ["DELETE /books/book-7  404"]);
    let text = output_text(&output);
    assert!(text.contains("removed") && text.contains("perhaps Book"), "{text}");
    // Nothing has shown that the other one is gone.
    for _ in 0..2 {
        let again = command(folder.path(), "sweep", &base_url).output().unwrap();
        let text = output_text(&again);
        assert_eq!((code(&again), server.writes().len()), (4, 0), "{text}");
        assert!(text.contains("perhaps Book") && text.contains("delete the file"), "{text}");
    }
}

#[test]
fn sweep_after_a_clean_run_does_nothing() {
    let (folder, server) = (Folder::new(), serve_library(Library::new(Broken::Nothing)));
    let ran = folder.run(&server.base_url(), &["--only", "update_book"]);
    assert!([0, 3].contains(&code(&ran)), "{}", output_text(&ran));
    let arguments = ["sweep", "--base-url", &server.base_url(), "--state-dir", "state"];
    let swept = folder.call(&arguments);
    assert_eq!((code(&swept), &*stdout(&swept)), (0, "nothing is left to clean up\n"));
}

#[test]
fn sweep_reports_only_what_is_left() {
    let base_url = serve_library(Library::new(Broken::Nothing)).base_url();
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
    folder.write("state/9.jsonl", text + "\n");
    let output = command(folder.path(), "sweep", &base_url).output().unwrap();
    let said = output_text(&output);
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

    let began = include_str!("sweep/killed.jsonl").lines().next().unwrap();
    let began = began.replace("BASE", "http://127.0.0.1:1");
    // What a crash leaves is no damage, and the list of used fixtures is no journal.
    folder.write("state/empty.jsonl", "");
    folder.write("state/torn.jsonl", format!("{began}\n{{\"event\":\"comp"));
    folder.write("state/used-fixtures.jsonl", "{}\n");
    let clean = sweep();
    assert_eq!(code(&clean), 0, "{}", stderr(&clean));

    folder.write("state/damaged.jsonl", format!("{began}\nX{{\"event\":\"ended\"}}\n"));
    folder.write("state/foreign.jsonl", "{\"a\":1}\n");
    for _ in 0..2 {
        let output = sweep();
        let said = stderr(&output);
        assert_eq!(code(&output), 4, "{said}");
        for words in ["damaged.jsonl`, line 2: ", "foreign.jsonl`, line 1: "] {
            assert!(said.contains(words), "{said}");
        }
        assert!(!stdout(&output).contains("nothing is left"));
    }
}

#[cfg(unix)]
#[test]
fn pipes_in_the_state_folder_are_reported_and_not_opened() {
    let folder = folder_with_scenario();
    let state = folder.join("state");
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
            std::thread::sleep(Duration::from_millis(20));
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
