//! Graceful shutdown with a request in flight.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;

use tempfile::TempDir;

use crate::cli::process::get;
use crate::cli::{Service, main_key, stdout_of};

/// The body that completes the request of [`request_in_flight`].
pub const BODY: &str = r#"{"email":"late@example.com"}"#;

/// A service with an admin listener, and a request to it that waits for its body.
pub fn request_in_flight(folder: &TempDir, flags: &[&str]) -> (Service, BufReader<TcpStream>) {
    let output = stdout_of(folder, &["seed", "demo"]);
    let admin = ["--admin-listen", "127.0.0.1:0"];
    let service = Service::with(folder, &[&admin[..], flags].concat());
    let stream = open_request(&service, main_key(&output));
    (service, stream)
}

/// A request that waits for its body.
pub fn open_request(service: &Service, key: &str) -> BufReader<TcpStream> {
    let mut stream = BufReader::new(service.connect());
    let length = BODY.len();
    let head = format!(
        "POST /v2/subscribers HTTP/1.1\r\nHost: here\r\nx-api-key: {key}\r\nContent-Length: {length}\r\nExpect: 100-continue\r\n\r\n"
    );
    stream.get_mut().write_all(head.as_bytes()).unwrap();
    // The server asks for the body when the handler begins to read it.
    let mut line = String::new();
    stream.read_line(&mut line).unwrap();
    assert!(line.starts_with("HTTP/1.1 100"), "{line}");
    stream.read_line(&mut String::new()).unwrap();
    stream
}

#[test]
fn sigterm_answers_requests_in_flight_and_accepts_no_connection() {
    let folder = TempDir::new().unwrap();
    let (mut service, mut request) = request_in_flight(&folder, &["--drain-time", "10m"]);
    let admin = service.admin();
    let silent = service.connect();
    service.signal("-TERM");
    service.wait_for("stopping");
    // Connections in the backlog are closed without an answer, and later ones refused.
    if let Ok(mut late) = TcpStream::connect(&service.address) {
        _ = late.write_all(b"GET /nothing HTTP/1.1\r\nHost: here\r\n\r\n");
        assert_eq!(late.read(&mut [0; 1]).unwrap_or(0), 0);
    }
    // A connection without a request is closed at once.
    let ended = (&silent).read(&mut [0; 1]).map_err(|error| error.kind());
    assert!(matches!(ended, Ok(0) | Err(ErrorKind::ConnectionReset)), "{ended:?}");
    let ready = get(&admin, "/readyz", "Connection: close\r\n");
    assert!(
        ready.starts_with("HTTP/1.1 503") && ready.contains("the service is stopping"),
        "{ready}"
    );

    request.get_mut().write_all(BODY.as_bytes()).unwrap();
    let mut answer = String::new();
    request.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 201") && answer.contains("late@example.com"), "{answer}");
    let (_, log) = service.end();
    assert!(log.contains("stopped") && !log.contains("cut off"), "{log}");
}

#[test]
fn requests_longer_than_drain_time_are_aborted() {
    let folder = TempDir::new().unwrap();
    let (mut service, mut request) = request_in_flight(&folder, &["--drain-time", "50ms"]);
    let (_, log) = service.stop("-INT");
    assert!(log.contains("in-flight requests were aborted after 50ms"), "{log}");
    let mut answer = String::new();
    // The read may fail with a reset.
    let _ = request.read_to_string(&mut answer);
    assert_eq!(answer, "");
}

#[test]
fn second_signal_aborts_at_once() {
    let folder = TempDir::new().unwrap();
    let (mut service, _request) = request_in_flight(&folder, &["--drain-time", "10m"]);
    service.signal("-TERM");
    service.wait_for("stopping");
    let (_, log) = service.stop("-INT");
    assert!(log.contains("second signal"), "{log}");
}
