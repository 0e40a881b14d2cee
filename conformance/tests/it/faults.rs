//! Transport faults, with the real program: each run ends soon, with an exit code, a verdict for every clause and a
//! matching reason.

mod connections;
mod echo;
mod staging;

use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;

use crate::library::{Broken, Library};
use crate::program::{in_parallel, program, unfolded};

use crate::server::{
    Server, always, always_and_close, close, endless, http_response, library_response, serve, write,
};

/// Fixtures for all scenarios.
const FIXTURES: &str = "fixtures:
  book_elsewhere: [{ id: elsewhere, account: other_branch, facts: { title: c } }]
  book_of_the_stacks: [{ id: stacks }]
  open_loan: [{ id: loan-open, facts: { member: ann@example.com } }]
  returned_loan: [{ id: loan-returned, facts: { member: ann@example.com } }]
";

/// Result of a run.
struct RunResult {
    code: i32,
    stderr: String,
    /// Number of clauses by verdict and reason.
    verdicts: BTreeMap<String, usize>,
    /// Responses in violations.
    actual: Vec<String>,
}

impl RunResult {
    fn count(&self, verdict: &str) -> usize {
        self.verdicts.get(verdict).copied().unwrap_or_default()
    }

    /// No clause is decided: requests failed with reason `seen`, were not sent with reason `not_sent`, or lacked a value
    /// of an earlier response.
    fn assert_nothing_decided(&self, seen: &str, not_sent: &str) {
        assert!(self.count(seen) > 20, "{:?}\n{}", self.verdicts, self.stderr);
        let follows = [
            "inconclusive other_outcome",
            "inconclusive unreadable",
            "not_exercised no_capture",
            "not_exercised no_key",
            "not_exercised no_scenario",
            "not_exercised no_value",
            "untestable",
        ];
        for verdict in self.verdicts.keys() {
            let known = [seen, not_sent].contains(&verdict.as_str());
            assert!(known || follows.contains(&verdict.as_str()), "{:?}", self.verdicts);
        }
    }

    /// The server did not answer; the circuit opened early, and writes may have arrived.
    fn assert_no_response(&self, why: &str) {
        self.assert_nothing_decided("not_exercised unanswered", "inconclusive transport");
        assert!(self.stderr.starts_with("no response from http"), "{}", self.stderr);
        self.assert_output_contains(why);
    }

    fn assert_output_contains(&self, words: &str) {
        assert!(unfolded(&self.stderr).contains(words), "{words}: {}", self.stderr);
    }
}

pub fn command(folder: &Path, base_url: &str) -> Command {
    let target = format!("target: 1\nbase_url: {base_url}\nlevel: full\n{FIXTURES}");
    fs::write(folder.join("target.yaml"), target).unwrap();
    let mut command = program(folder);
    command
        .args(["run", "--target", "target.yaml", "--state-dir", "state"])
        .args(["--fresh-fixtures", "--report", "json=-"])
        .env("LIBRARY_API_KEY", "card-main");
    command
}

fn end(mut command: Command) -> RunResult {
    let output = command.output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    // The library's key is short, which causes a warning.
    let stderr: Vec<_> = stderr.lines().filter(|it| !it.starts_with("warning: ")).collect();
    let stderr = stderr.join("\n");
    assert!(!stderr.contains("panicked"), "{stderr}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("no report, {error}: {stderr}"));
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
    let failures = report["clauses"].as_array().unwrap().iter();
    let failures = failures.flat_map(|clause| clause["failures"].as_array().unwrap());
    let actual = failures.map(|failure| failure["actual"].as_str().unwrap().to_owned());
    let code = output.status.code().unwrap();
    assert_eq!(report["exit_code"], code);
    RunResult { code, stderr, verdicts, actual: actual.collect() }
}

/// A run against a local server, with short time-outs.
fn run(server: &Server) -> RunResult {
    run_with(server, &["--timeout", "10s"])
}

fn run_with(server: &Server, flags: &[&str]) -> RunResult {
    run_at(&server.base_url(), flags)
}

fn run_at(base_url: &str, flags: &[&str]) -> RunResult {
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(folder.path(), base_url);
    command.args(flags);
    end(command)
}

/// One scenario at a time, so that scenarios do not change each other's lists.
fn run_sequentially(server: &Server) -> RunResult {
    run_with(server, &["--jobs", "1"])
}

/// With a time-out for servers that never answer.
const IMPATIENT: [&str; 2] = ["--timeout", "100ms"];

/// The head and half of the body of a response.
const HALF: &str = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"book\"";

/// Maximum number of requests to a server that does not answer: concurrent ones and cleanup.
const FEW: usize = 32;

#[test]
fn refused_connection() {
    // No test listens on this port.
    let ran = run_at("http://127.0.0.1:1", &[]);
    ran.assert_no_response("cannot connect");
    assert_eq!(ran.code, 6, "nothing can have arrived: {}", ran.stderr);
}

#[test]
fn reset() {
    let server = serve(|_, stream| close(stream));
    let ran = run(&server);
    ran.assert_no_response("the connection broke");
    assert_eq!(ran.code, 4, "writes may have arrived: {}", ran.stderr);
    assert!(server.request_count() < FEW, "{}", server.request_count());
}

#[test]
fn unfinished_responses() {
    let cases = [
        ("before the head", serve(|_, _| ()), "no response in time"),
        ("in the head", always("HTTP/1.1 200 OK\r\nx-a"), "no response in time"),
        ("in the body", always(HALF), "no response in time"),
        ("provisional", endless("", "HTTP/1.1 102 Processing\r\n\r\n"), "no response"),
    ];
    let results = in_parallel(&cases, |(_, server, _)| run_with(server, &IMPATIENT));
    for ((name, server, why), ran) in cases.iter().zip(results) {
        println!("{name}");
        ran.assert_no_response(why);
        assert!(server.request_count() < FEW, "{}", server.request_count());
    }
}

#[test]
fn unaccepted_connections() {
    // Connections wait in the system's accept queue.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    run_at(&format!("http://127.0.0.1:{port}"), &IMPATIENT)
        .assert_no_response("no response in time");
}

#[test]
fn unreadable_responses() {
    let chunks = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"boo\r\n";
    let lengths = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 7\r\n\r\n{\"a\":1}";
    let huge = format!("x-huge: {}\r\n", "x".repeat(1 << 20));
    let long = "HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n";
    let endless_headers = endless("HTTP/1.1 200 OK\r\n", "x-more: and more\r\n");
    let broke = "the connection broke";
    let cases = [
        ("truncated", always_and_close(HALF), broke),
        ("truncated between chunks", always_and_close(chunks), broke),
        ("truncated in the head", always_and_close("HTTP/1.1 200 OK\r\nx-a"), broke),
        ("conflicting lengths", always(lengths), broke),
        ("another protocol", always("SSH-2.0-OpenSSH_9.9\r\n"), broke),
        ("headers without end", endless_headers, "no response"),
        ("a huge header", always(http_response(200, &huge, b"{}")), "a head that is too long"),
        ("an excessive length", always(long), "the response is longer than"),
    ];
    let results = in_parallel(&cases, |(_, server, _)| run(server));
    for ((name, _, why), ran) in cases.iter().zip(results) {
        println!("{name}");
        ran.assert_no_response(why);
    }
}

#[test]
fn a_body_without_end() {
    let chunk = [b"10000\r\n".as_slice(), &[b'x'; 0x10000], b"\r\n"].concat();
    let start = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    let server = endless(start, chunk);
    run(&server).assert_no_response("the response is longer than");
    assert!(server.request_count() < FEW, "{}", server.request_count());
}

#[test]
fn a_redirect_to_itself() {
    let ran = run(&always(http_response(302, "location: /books\r\n", b"")));
    ran.assert_nothing_decided("not_exercised not_started", "");
    ran.assert_output_contains("use the location of the redirect as the base URL");
}

#[test]
fn a_redirect_to_another_host() {
    let other = always(http_response(200, "", b"{}"));
    let location = format!("location: http://localhost:{}/\r\n", other.port);
    let ran = run(&always(http_response(307, &location, b"")));
    ran.assert_nothing_decided("not_exercised not_started", "");
    assert_eq!(other.request_count(), 0);
}

/// The malformed JSON body is the only violation, and nothing held.
#[test]
fn malformed_json() {
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    let short = "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n{\"book\": {}}";
    let cases = [
        ("longer than its length", always(short)),
        ("half a document", always(http_response(200, "", b"{\"book\": "))),
        ("invalid UTF-8", always(http_response(200, "", b"{\"book\": \"\xff\xfe\"}"))),
        ("deeply nested", always(http_response(200, "", deep.as_bytes()))),
    ];
    let only = ["--only", "add_book,get_book"];
    let results = in_parallel(&cases, |(_, server)| run_with(server, &only));
    for ((name, _), ran) in cases.iter().zip(results) {
        assert_eq!((ran.code, ran.count("held")), (1, 0), "{name}: {}", ran.stderr);
        let found = |actual: &String| actual == "200 with a body that is not JSON";
        assert!(ran.actual.iter().all(found), "{name}: {:?}", ran.actual);
    }
}

#[test]
fn repeated_429() {
    let server = always(http_response(429, "retry-after: 0\r\n", b""));
    let ran = run(&server);
    ran.assert_nothing_decided("inconclusive rate_limited", "not_exercised put_off");
    assert_eq!(ran.code, 6, "{}", ran.stderr);
    ran.assert_output_contains("stopped early: the service keeps asking to wait");
    assert!(server.request_count() < 3 * FEW, "{}", server.request_count());
}

#[test]
fn repeated_429_with_retry_after_of_an_hour() {
    let server = always(http_response(429, "retry-after: 3600\r\n", b""));
    let ran = run(&server);
    ran.assert_nothing_decided("inconclusive rate_limited", "not_exercised put_off");
    assert!(server.request_count() < FEW, "{}", server.request_count());
}

#[test]
fn repeated_503() {
    let server = always(http_response(503, "retry-after: 0\r\n", b""));
    let ran = run(&server);
    assert!(ran.count("not_exercised put_off") > 50, "{:?}", ran.verdicts);
    assert_eq!((ran.code, ran.count("held")), (6, 0), "{}", ran.stderr);
    assert!(server.request_count() < FEW, "{}", server.request_count());
}

#[test]
fn intermittent_failures() {
    for often in [3, 5, 7] {
        let library = Library::new(Broken::Nothing);
        let server = serve(move |received, stream| {
            let bytes = if received.number.is_multiple_of(often) {
                http_response(502, "", b"<html>Bad Gateway</html>")
            } else {
                library_response(&library, received)
            };
            write(stream, &bytes);
        });
        let ran = run_sequentially(&server);
        assert!(ran.count("held") > 50, "{:?}", ran.verdicts);
        assert_eq!(ran.actual, [""; 0], "{}", ran.stderr);
    }
}

#[test]
fn intermittently_broken_connections() {
    for often in [3, 5, 7] {
        let library = Library::new(Broken::Nothing);
        let server = serve(move |received, stream| {
            let lost = received.number.is_multiple_of(often);
            // Half of the requests without a response had their effect.
            if !lost || received.number.is_multiple_of(2 * often) {
                let done = library_response(&library, received);
                if !lost {
                    return write(stream, &done);
                }
            }
            close(stream);
        });
        let ran = run_sequentially(&server);
        assert!(ran.count("held") > 50, "{:?}", ran.verdicts);
        assert_eq!(ran.actual, [""; 0], "{}", ran.stderr);
        assert!(!ran.stderr.contains("given up"), "{}", ran.stderr);
    }
}

#[test]
fn server_exit_during_the_run() {
    let library = Library::new(Broken::Nothing);
    let server = serve(move |received, stream| match received.number {
        ..20 => write(stream, &library_response(&library, received)),
        _ => close(stream),
    });
    let ran = run(&server);
    assert!(ran.count("held") > 0, "{:?}", ran.verdicts);
    assert_eq!(ran.actual, [""; 0], "{}", ran.stderr);
    assert!(ran.count("not_exercised unanswered") > 0, "{:?}", ran.verdicts);
    ran.assert_output_contains("stopped early: the service does not answer");
}
