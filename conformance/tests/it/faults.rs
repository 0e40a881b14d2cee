//! Whatever may go wrong on the way, through the real program: each ends soon, with an exit code, a
//! verdict for every clause and a reason that tells what happened.

mod echo;
mod server;
mod staging;

use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use crate::command_line::program;
use crate::library::{Broken, Library};

use server::{Server, always, always_and_close, answer, close, endless, honest, serve, write};

/// Fixtures for all scenarios, so that none is left out.
const FIXTURES: &str = "fixtures:
  book_elsewhere: [{ id: elsewhere, account: other_branch, facts: { title: c } }]
  book_of_the_stacks: [{ id: stacks }]
  open_loan: [{ id: loan-open, facts: { member: ann@example.com } }]
  returned_loan: [{ id: loan-returned, facts: { member: ann@example.com } }]
";

/// What a run came to.
struct Ran {
    code: i32,
    said: String,
    /// How many clauses there are of each verdict, with its reason.
    verdicts: BTreeMap<String, usize>,
}

impl Ran {
    fn count(&self, verdict: &str) -> usize {
        self.verdicts.get(verdict).copied().unwrap_or_default()
    }

    /// Nothing can be said of the service, for these reasons alone; some clauses were left out anyhow.
    fn shows_nothing(&self, reasons: &[&str]) {
        assert!(matches!(self.code, 3 | 4), "{}", self.said);
        let known = [
            "untestable",
            "not_exercised no_key",
            "not_exercised no_scenario",
        ];
        for verdict in self.verdicts.keys().map(String::as_str) {
            let fits = known.contains(&verdict) || reasons.contains(&verdict);
            assert!(fits, "{verdict} in {} {:?}", self.code, self.verdicts);
        }
        assert!(self.count(reasons[0]) > 0, "{:#?}", self.verdicts);
    }

    fn says(&self, words: &str) {
        let unfolded = self.said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(unfolded.contains(words), "{words}: {}", self.said);
    }
}

fn command(folder: &Path, base_url: &str) -> Command {
    let target = format!("target: 1\nbase_url: {base_url}\nlevel: full\n{FIXTURES}");
    fs::write(folder.join("target.yaml"), target).unwrap();
    let mut command = program(folder);
    command
        .args(["run", "--target", "target.yaml", "--state-dir", "state"])
        .args(["--fresh-fixtures", "--jobs", "4", "--report", "json=-"])
        .env("LIBRARY_API_KEY", "card-main");
    command
}

fn end(mut command: Command) -> Ran {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!said.contains("panicked"), "{said}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("no report, {error}: {said}"));
    let mut verdicts = BTreeMap::new();
    for clause in report["clauses"].as_array().unwrap() {
        let parts = [&clause["verdict"], &clause["reason"]];
        let parts = parts.map(|part| part.as_str().unwrap_or_default());
        let known = match parts {
            ["untestable", _] => "untestable".to_owned(),
            parts => parts.join(" ").trim().to_owned(),
        };
        *verdicts.entry(known).or_default() += 1;
    }
    let code = output.status.code().unwrap();
    assert_eq!(report["exit_code"], code);
    Ran {
        code,
        said,
        verdicts,
    }
}

/// A run against a server on this machine, with time-outs as short as the machine allows.
fn run(server: &Server) -> Ran {
    run_at(&format!("http://127.0.0.1:{}", server.port), "10s")
}

fn run_at(base_url: &str, timeout: &str) -> Ran {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(folder.path(), base_url);
    command.args(["--timeout", timeout]);
    end(command)
}

fn hasty(server: &Server) -> Ran {
    run_at(&format!("http://127.0.0.1:{}", server.port), "100ms")
}

/// The reasons where there was no answer, and no more was asked for.
const SILENT: [&str; 4] = [
    "not_exercised unanswered",
    "inconclusive transport",
    "inconclusive not_demonstrated",
    "not_exercised no_capture",
];

#[test]
fn refused() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let ran = run_at(&format!("http://127.0.0.1:{port}"), "10s");
    ran.shows_nothing(&SILENT);
    ran.says("cannot connect");
}

#[test]
fn reset() {
    let server = serve(|_, stream| close(stream));
    let ran = run(&server);
    ran.shows_nothing(&SILENT);
    ran.says("the connection broke");
    assert!(server.asked() < 12, "{}", server.asked());
}

#[test]
fn stalled_before_the_answer() {
    let server = serve(|_, _| ());
    let ran = hasty(&server);
    ran.shows_nothing(&SILENT);
    ran.says("no answer in time");
    assert!(server.asked() < 12, "{}", server.asked());
}

#[test]
fn stalled_in_the_head() {
    let ran = hasty(&always("HTTP/1.1 200 OK\r\nx-a"));
    ran.shows_nothing(&SILENT);
    ran.says("no answer in time");
}

#[test]
fn stalled_in_the_body() {
    let ran = hasty(&always(
        "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"book\"",
    ));
    ran.shows_nothing(&SILENT);
    ran.says("no answer in time");
}

#[test]
fn provisional_answers_without_end() {
    let ran = hasty(&endless("", "HTTP/1.1 102 Processing\r\n\r\n"));
    ran.shows_nothing(&SILENT);
}

#[test]
fn truncated() {
    for cut in [
        "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"book\"",
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"boo\r\n",
        "HTTP/1.1 200 OK\r\nx-a",
    ] {
        let ran = run(&always_and_close(cut));
        ran.shows_nothing(&SILENT);
        ran.says("the connection broke");
    }
}

#[test]
fn more_than_the_length_says() {
    let ran = run(&always(
        "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n{\"book\": {}}",
    ));
    assert_eq!(ran.count("held"), 0, "{}", ran.said);
    panic!("{} {:?}", ran.code, ran.verdicts);
}

#[test]
fn two_lengths() {
    let two = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 7\r\n\r\n{\"a\":1}";
    let ran = run(&always(two));
    ran.shows_nothing(&SILENT);
    ran.says("the connection broke");
}

#[test]
fn a_body_without_end() {
    let chunk = [b"10000\r\n".as_slice(), &[b'x'; 0x10000], b"\r\n"].concat();
    let server = endless(
        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
        chunk,
    );
    let ran = run(&server);
    ran.shows_nothing(&SILENT);
    ran.says("the answer is longer than");
    assert!(server.asked() < 12, "{}", server.asked());
}

#[test]
fn headers_without_end() {
    let ran = run(&endless("HTTP/1.1 200 OK\r\n", "x-more: and more\r\n"));
    ran.shows_nothing(&SILENT);
}

#[test]
fn a_huge_header() {
    let huge = format!("x-huge: {}\r\n", "x".repeat(1 << 20));
    let ran = run(&always(answer(200, &huge, b"{}")));
    ran.shows_nothing(&SILENT);
}

#[test]
fn something_else_than_http() {
    let ran = run(&always("SSH-2.0-OpenSSH_9.9\r\n"));
    ran.shows_nothing(&SILENT);
    ran.says("the connection broke");
}

#[test]
fn a_redirect_to_itself() {
    let ran = run(&always(answer(302, "location: /books\r\n", b"")));
    ran.shows_nothing(&[
        "inconclusive redirected",
        "inconclusive not_demonstrated",
        "not_exercised no_capture",
    ]);
    ran.says("give that place as the base URL");
}

#[test]
fn a_redirect_to_another_host() {
    let other = always(answer(200, "", b"{}"));
    let location = format!("location: http://localhost:{}/\r\n", other.port);
    let ran = run(&always(answer(307, &location, b"")));
    ran.shows_nothing(&[
        "inconclusive redirected",
        "inconclusive not_demonstrated",
        "not_exercised no_capture",
    ]);
    assert_eq!(other.asked(), 0);
}

#[test]
fn what_is_no_json() {
    let deep = "[".repeat(100_000);
    for body in [
        &b"{\"book\": "[..],
        b"{\"book\": \"\xff\xfe\"}",
        b"<html>",
        deep.as_bytes(),
    ] {
        let ran = run(&always(answer(200, "", body)));
        panic!("{} {:?}", ran.code, ran.verdicts);
    }
}

#[test]
fn storms_of_429() {
    for asks in ["", "retry-after: 0\r\n", "retry-after: 3600\r\n"] {
        let server = always(answer(429, asks, b""));
        if asks.is_empty() {
            continue;
        }
        let ran = run(&server);
        println!("{} {} {:?}", ran.code, server.asked(), ran.verdicts);
    }
    panic!();
}

#[test]
fn storms_of_503() {
    let server = always(answer(503, "retry-after: 0\r\n", b""));
    let ran = run(&server);
    panic!("{} {} {:?}", ran.code, server.asked(), ran.verdicts);
}

#[test]
fn failures_now_and_then() {
    let library = Library::new(Broken::Nothing);
    let server = serve(move |asked, stream| {
        let bytes = match asked.number % 2 {
            0 => answer(502, "", b"<html>Bad Gateway</html>"),
            _ => honest(&library, asked),
        };
        write(stream, &bytes);
    });
    let ran = run(&server);
    panic!("{} {} {:?}", ran.code, server.asked(), ran.verdicts);
}

#[test]
fn gone_in_the_midst() {
    let library = Library::new(Broken::Nothing);
    let server = serve(move |asked, stream| {
        if asked.number > 20 {
            return close(stream);
        }
        write(stream, &honest(&library, asked));
    });
    let ran = run(&server);
    panic!("{} {} {:?}", ran.code, server.asked(), ran.verdicts);
}
