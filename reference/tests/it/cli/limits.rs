//! Limits on connections, time and size, each over a real socket.
//!
//! Nothing here sleeps: the limit under test is tiny, all others are far away, and the test waits for
//! what must happen.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};

use tempfile::TempDir;

use crate::cli::{Service, said};

/// The key of an account with data.
fn planted(folder: &TempDir) -> String {
    let shown = said(folder, &["seed", "demo"]);
    let mut words = shown.split_whitespace();
    words.find(|it| it.starts_with("rk_")).unwrap().to_owned()
}

/// Status line and body of an answer whose connection stays open.
fn answered(stream: &mut BufReader<TcpStream>) -> (String, String) {
    let (mut status, mut length) = (String::new(), 0);
    stream.read_line(&mut status).unwrap();
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).unwrap();
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(text) = line.strip_prefix("content-length: ") {
            length = text.parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    (status, String::from_utf8(body).unwrap())
}

const ASK: &[u8] = b"GET /nothing HTTP/1.1\r\nHost: here\r\n\r\n";

fn ask(stream: &mut BufReader<TcpStream>) {
    stream.get_mut().write_all(ASK).unwrap();
    assert!(answered(stream).0.starts_with("HTTP/1.1 404"));
}

/// Whether the other side has closed, which is waited for; a reset is an end as well.
fn is_closed(stream: &mut impl Read) -> bool {
    match stream.read(&mut [0; 1]) {
        Ok(length) => length == 0,
        Err(error) => error.kind() == ErrorKind::ConnectionReset,
    }
}

#[test]
fn a_head_that_does_not_end_is_not_waited_for() {
    let folder = TempDir::new().unwrap();
    let service = Service::with(&folder, &["--header-time", "100ms", "--idle-time", "10m"]);
    let mut slow = service.connect();
    slow.write_all(&ASK[..20]).unwrap();
    assert!(is_closed(&mut slow));
    // Also not for the second one of a connection.
    let mut slow = BufReader::new(service.connect());
    ask(&mut slow);
    slow.get_mut().write_all(&ASK[..20]).unwrap();
    assert!(is_closed(&mut slow));
}

#[test]
fn who_has_nothing_more_to_say_is_answered_all_the_same() {
    let folder = TempDir::new().unwrap();
    let service = Service::with(&folder, &["--idle-time", "10m"]);
    for _ in 0..20 {
        let mut stream = service.connect();
        stream.write_all(ASK).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
    }
}

#[test]
fn a_connection_on_which_nothing_moves_is_closed() {
    let folder = TempDir::new().unwrap();
    let service = Service::with(&folder, &["--header-time", "10m", "--idle-time", "100ms"]);
    assert!(is_closed(&mut service.connect()));
    let mut idle = BufReader::new(service.connect());
    ask(&mut idle);
    assert!(is_closed(&mut idle));
}

#[test]
fn an_answer_that_nobody_reads_is_not_kept() {
    let folder = TempDir::new().unwrap();
    let service = Service::with(&folder, &["--header-time", "10m", "--idle-time", "300ms"]);
    let mut deaf = service.connect();
    // More requests than the system keeps answers for; without the limit it would wait to write.
    let many = ASK.repeat(1000);
    let failed = (0..10_000).find_map(|_| deaf.write_all(&many).err());
    let kinds = [ErrorKind::ConnectionReset, ErrorKind::BrokenPipe];
    assert!(failed.is_some_and(|it| kinds.contains(&it.kind())));
}

#[test]
fn a_body_that_does_not_come_is_refused_in_the_envelope() {
    let folder = TempDir::new().unwrap();
    let key = planted(&folder);
    let service = Service::with(&folder, &["--request-time", "200ms"]);
    let mut slow = BufReader::new(service.connect());
    let head = format!(
        "POST /v2/subscribers HTTP/1.1\r\nHost: here\r\nx-api-key: {key}\r\nContent-Length: 9\r\n\r\n{{"
    );
    slow.get_mut().write_all(head.as_bytes()).unwrap();
    let (status, body) = answered(&mut slow);
    assert!(status.starts_with("HTTP/1.1 408"), "{status}");
    assert_eq!(body, r#"{"error":"the body did not arrive in time"}"#);
}

#[test]
fn a_body_is_read_up_to_the_limit_that_is_set() {
    let folder = TempDir::new().unwrap();
    let key = planted(&folder);
    let body = r#"{"email":"a@example.com"}"#;
    let service = Service::with(&folder, &["--body-bytes", &body.len().to_string()]);
    for (body, expected) in [(body.to_owned(), 201), (format!("{body} "), 413)] {
        let mut stream = BufReader::new(service.connect());
        let length = body.len();
        let request = format!(
            "POST /v2/subscribers HTTP/1.1\r\nHost: here\r\nx-api-key: {key}\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        stream.get_mut().write_all(request.as_bytes()).unwrap();
        let (status, body) = answered(&mut stream);
        assert!(
            status.starts_with(&format!("HTTP/1.1 {expected}")),
            "{status}{body}"
        );
    }
}

#[test]
fn more_connections_than_allowed_wait_to_be_let_in() {
    let folder = TempDir::new().unwrap();
    let service = Service::with(&folder, &["--connections", "1"]);
    let mut first = BufReader::new(service.connect());
    ask(&mut first);
    let mut second = BufReader::new(service.connect());
    second.get_mut().write_all(ASK).unwrap();
    // Time enough to answer the second, if that were allowed.
    for _ in 0..50 {
        ask(&mut first);
    }
    second.get_ref().set_nonblocking(true).unwrap();
    let none = second.read(&mut [0; 1]).unwrap_err();
    assert_eq!(none.kind(), ErrorKind::WouldBlock);
    second.get_ref().set_nonblocking(false).unwrap();
    drop(first);
    assert!(answered(&mut second).0.starts_with("HTTP/1.1 404"));
}
