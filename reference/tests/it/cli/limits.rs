//! Limits on connections, time and size, each over a real socket.
//!
//! No test sleeps: the limit under test is short, all others are long, and the test waits for the effect.

use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};

use tempfile::TempDir;

use crate::cli::process::get;
use crate::cli::stopping::{BODY, open_request, request_in_flight};
use crate::cli::{Service, seed_demo};

/// Status line and body of an answer whose connection stays open.
fn read_answer(stream: &mut BufReader<TcpStream>) -> (String, String) {
    let mut status = String::new();
    stream.read_line(&mut status).unwrap();
    let body = read_after_status(stream).unwrap();
    (status, body)
}

/// The body, after the headers.
fn read_after_status(stream: &mut BufReader<TcpStream>) -> io::Result<String> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        stream.read_line(&mut line)?;
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(text) = line.strip_prefix("content-length: ") {
            length = text.parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    Ok(String::from_utf8(body).unwrap())
}

const ASK: &[u8] = b"GET /nothing HTTP/1.1\r\nHost: here\r\n\r\n";

fn send_request(stream: &mut BufReader<TcpStream>) {
    stream.get_mut().write_all(ASK).unwrap();
    assert!(read_answer(stream).0.starts_with("HTTP/1.1 404"));
}

/// A connection with one answered request. The limit under test closes those that this process was too slow for.
fn answered(service: &Service) -> BufReader<TcpStream> {
    loop {
        let mut stream = BufReader::new(service.connect());
        let mut status = String::new();
        let sent = stream.get_mut().write_all(ASK);
        if sent.and_then(|()| stream.read_line(&mut status)).is_ok_and(|length| length > 0) {
            assert!(status.starts_with("HTTP/1.1 404"), "{status}");
            if read_after_status(&mut stream).is_ok() {
                return stream;
            }
        }
    }
}

/// Sends a request to create a subscriber with this length, headers and body.
fn post(
    service: &Service,
    key: &str,
    length: usize,
    headers: &str,
    body: &str,
) -> BufReader<TcpStream> {
    let mut stream = service.connect();
    let request = format!(
        "POST /v2/subscribers HTTP/1.1\r\nHost: here\r\nx-api-key: {key}\r\n\
         Content-Length: {length}\r\n{headers}\r\n{body}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    BufReader::new(stream)
}

/// Waits for the other side to close the connection; a reset counts.
fn is_closed(stream: &mut impl Read) -> bool {
    match stream.read(&mut [0; 1]) {
        Ok(0) => true,
        Err(error) if error.kind() == ErrorKind::ConnectionReset => true,
        // A signal of the test process, such as the end of a child, interrupts a read that has a timeout.
        Err(error) if error.kind() == ErrorKind::Interrupted => is_closed(stream),
        other => {
            eprintln!("instead of the end of the connection: {other:?}");
            false
        }
    }
}

#[test]
fn incomplete_head_closes_the_connection_after_header_time() {
    let folder = TempDir::new().unwrap();
    let service = Service::with(&folder, &["--header-time", "1s", "--idle-time", "10m"]);
    let mut slow = service.connect();
    slow.write_all(&ASK[..20]).unwrap();
    assert!(is_closed(&mut slow));
    // The same holds for the second request of a connection.
    let mut slow = answered(&service);
    // The connection may be closed already.
    _ = slow.get_mut().write_all(&ASK[..20]);
    assert!(is_closed(&mut slow));
}

#[test]
fn half_closed_client_is_still_answered() {
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
fn idle_connection_is_closed_after_idle_time() {
    let folder = TempDir::new().unwrap();
    let service = Service::with(&folder, &["--header-time", "10m", "--idle-time", "1s"]);
    assert!(is_closed(&mut service.connect()));
    assert!(is_closed(&mut answered(&service)));
}

#[test]
fn unread_answers_close_the_connection_after_idle_time() {
    let folder = TempDir::new().unwrap();
    let service = Service::with(&folder, &["--header-time", "10m", "--idle-time", "300ms"]);
    let mut client = service.connect();
    // More answers than the socket buffers can hold; without the limit the server would wait to write.
    let many = b"GET /docs HTTP/1.1\r\nHost: here\r\n\r\n".repeat(1000);
    let failed = (0..10_000).find_map(|_| client.write_all(&many).err());
    let kinds = [ErrorKind::ConnectionReset, ErrorKind::BrokenPipe];
    assert!(failed.is_some_and(|text| kinds.contains(&text.kind())));
}

#[test]
fn late_body_is_refused_with_408_in_the_envelope() {
    let folder = TempDir::new().unwrap();
    let key = seed_demo(&folder);
    let service = Service::with(&folder, &["--request-time", "2s"]);
    let (status, body) = read_answer(&mut post(&service, &key, 9, "", "{"));
    assert!(status.starts_with("HTTP/1.1 408"), "{status}");
    assert_eq!(body, r#"{"error":"the body did not arrive in time"}"#);
}

#[test]
fn body_over_the_configured_limit_is_refused() {
    let folder = TempDir::new().unwrap();
    let key = seed_demo(&folder);
    let body = r#"{"email":"a@example.com"}"#;
    let service = Service::with(&folder, &["--body-bytes", &body.len().to_string()]);
    for (body, expected) in [(body.to_owned(), 201), (format!("{body} "), 413)] {
        let (status, body) = read_answer(&mut post(&service, &key, body.len(), "", &body));
        assert!(status.starts_with(&format!("HTTP/1.1 {expected}")), "{status}{body}");
    }
}

/// Another process that writes. Until it ends, no request that writes is answered, and so keeps its connection; one that
/// only sends its body would give way after a second.
fn other_writer(folder: &TempDir) -> rusqlite::Connection {
    let other = rusqlite::Connection::open(folder.path().join("referral.db")).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    other
}

#[test]
fn handled_request_keeps_its_place_at_the_connection_limit() {
    let folder = TempDir::new().unwrap();
    let key = seed_demo(&folder);
    let flags = ["--connections", "1", "--admin-listen", "127.0.0.1:0"];
    let mut service = Service::with(&folder, &flags);
    let admin = service.admin();
    let other = other_writer(&folder);
    let mut first = open_request(&service, &key);
    first.get_mut().write_all(BODY.as_bytes()).unwrap();
    let mut second = BufReader::new(service.connect());
    second.get_mut().write_all(ASK).unwrap();
    let ready = get(&admin, "/readyz", "Connection: close\r\n");
    assert!(
        ready.starts_with("HTTP/1.1 503") && ready.contains("the limit of connections is reached"),
        "{ready}"
    );
    second.get_ref().set_nonblocking(true).unwrap();
    let none = second.read(&mut [0; 1]).unwrap_err();
    assert_eq!(none.kind(), ErrorKind::WouldBlock);
    second.get_ref().set_nonblocking(false).unwrap();

    other.execute_batch("ROLLBACK").unwrap();
    assert!(read_answer(&mut first).0.starts_with("HTTP/1.1 201"));
    assert!(read_answer(&mut second).0.starts_with("HTTP/1.1 404"));
}

#[test]
fn unfinished_body_gives_way_at_the_connection_limit() {
    let folder = TempDir::new().unwrap();
    let flags = ["--connections", "1", "--request-time", "10m"];
    let (service, mut slow) = request_in_flight(&folder, &flags);
    send_request(&mut BufReader::new(service.connect()));
    assert!(is_closed(&mut slow));
}

#[test]
fn connections_of_one_address_are_limited() {
    let folder = TempDir::new().unwrap();
    let key = seed_demo(&folder);
    let flags = ["--connections-per-address", "1", "--request-time", "10m"];
    let service = Service::with(&folder, &flags);
    let other = other_writer(&folder);
    let mut slow = open_request(&service, &key);
    slow.get_mut().write_all(BODY.as_bytes()).unwrap();
    // The only connection of the address has a request, so that a second one is refused.
    assert!(is_closed(&mut service.connect()));
    other.execute_batch("ROLLBACK").unwrap();
    assert!(read_answer(&mut slow).0.starts_with("HTTP/1.1 201"));
    // A connection without a request gives way.
    send_request(&mut BufReader::new(service.connect()));
    assert!(is_closed(&mut slow));
}

#[test]
fn bodies_beyond_the_memory_for_bodies_are_refused_with_503() {
    let folder = TempDir::new().unwrap();
    let key = seed_demo(&folder);
    let service = Service::with(&folder, &["--body-memory", "100", "--request-time", "10m"]);
    let post = |length: usize, body: &str| post(&service, &key, length, "", body);
    let mut refused = post(101, &" ".repeat(101));
    let (status, body) = read_answer(&mut refused);
    assert!(status.starts_with("HTTP/1.1 503"), "{status}");
    assert_eq!(body, r#"{"error":"too many bodies are being received; try again later"}"#);
    // The memory of a refused and of an answered request is free again.
    for email in ["a@example.com", "b@example.com"] {
        let body = format!(r#"{{"email":"{email}"}}{}"#, " ".repeat(60));
        let (status, body) = read_answer(&mut post(body.len(), &body));
        assert!(status.starts_with("HTTP/1.1 201"), "{status}{body}");
    }
}

/// Sends a request whose answer precedes the end of its body, and returns head and body of the answer.
fn send_early(service: &Service, request: &str, length: usize) -> String {
    let mut stream = service.connect();
    write!(stream, "{request}Host: here\r\nContent-Length: {length}\r\n\r\n").unwrap();
    // A server that closes the connection before it has read the body resets it.
    let _ = stream.write_all(&vec![b' '; length]);
    stream.shutdown(Shutdown::Write).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn answers_before_the_end_of_a_body_are_delivered() {
    let folder = TempDir::new().unwrap();
    let key = seed_demo(&folder);
    let service = Service::start(&folder);
    let too_large = format!("POST /v2/subscribers HTTP/1.1\r\nx-api-key: {key}\r\n");
    for (request, status, length) in [
        ("POST /v2/subscribers HTTP/1.1\r\n", "401", 1_000_000),
        ("POST /nothing HTTP/1.1\r\n", "404", 1_000_000),
        ("PATCH /v2/subscribers HTTP/1.1\r\n", "405", 1_000_000),
        (&too_large, "413", 8_000_000),
    ] {
        let answer = send_early(&service, request, length);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{request}: {answer}");
        assert!(answer.contains("\r\nconnection: close\r\n"), "{request}: {answer}");
        assert!(answer.ends_with('}'), "{request}: {answer}");
    }
}

#[test]
fn announced_length_over_the_limit_is_refused_without_100_continue() {
    let folder = TempDir::new().unwrap();
    let key = seed_demo(&folder);
    let service = Service::start(&folder);
    let mut stream = post(&service, &key, 30_000_000, "Expect: 100-continue\r\n", "");
    assert!(read_answer(&mut stream).0.starts_with("HTTP/1.1 413"));
    assert!(is_closed(&mut stream));
}

#[test]
fn ambiguous_headers_are_refused() {
    let folder = TempDir::new().unwrap();
    let key = seed_demo(&folder);
    let service = Service::start(&folder);
    let answer = |version: &str, headers: &str| {
        let mut stream = service.connect();
        let close = "Connection: close\r\n";
        write!(stream, "GET /v3/account HTTP/{version}\r\n{headers}{close}\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer.split_whitespace().nth(1).unwrap().to_owned()
    };
    let (host, key) = ("Host: here\r\n", format!("X-Api-Key: {key}\r\n"));
    assert_eq!(answer("1.1", &format!("{host}{key}")), "200");
    assert_eq!(answer("1.0", &key), "200");
    assert_eq!(answer("1.1", &key), "400");
    assert_eq!(answer("1.1", &format!("{host}{host}{key}")), "400");
    assert_eq!(answer("1.1", &format!("{host}{key}{key}")), "400");
}

#[test]
fn silent_connections_do_not_keep_requests_out() {
    let folder = TempDir::new().unwrap();
    let flags = "--connections 8 --header-time 10m --idle-time 10m";
    let flags: Vec<_> = flags.split(' ').collect();
    let service = Service::with(&folder, &flags);
    let mut used = BufReader::new(service.connect());
    send_request(&mut used);
    let _silent: Vec<_> = (0..40).map(|_| service.connect()).collect();
    send_request(&mut BufReader::new(service.connect()));
    assert!(is_closed(&mut used));
}
