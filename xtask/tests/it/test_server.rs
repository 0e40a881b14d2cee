//! A server with test-defined answers, independent of the service.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

/// A header of an answer.
pub const JSON: &str = "content-type: application/json\r\n";

pub struct ReceivedRequest {
    pub method: String,
    pub path: String,
    /// Request line and headers as received.
    pub head: String,
    pub body: String,
}

impl ReceivedRequest {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().filter_map(|line| line.split_once(": "));
        let found = headers.find(|(known, _)| known.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value)
    }
}

/// Answers each request with the bytes of `answer`, or never if there are none. Returns the base URL.
pub fn serve(
    answer: impl Fn(&ReceivedRequest) -> Option<Vec<u8>> + Send + Sync + 'static,
) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base_url = format!("http://{}", listener.local_addr().unwrap());
    let answer = Arc::new(answer);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let answer = Arc::clone(&answer);
            thread::spawn(move || handle_connection(stream, &*answer));
        }
    });
    base_url
}

fn handle_connection(mut stream: TcpStream, answer: &dyn Fn(&ReceivedRequest) -> Option<Vec<u8>>) {
    let mut requests = BufReader::new(stream.try_clone().unwrap());
    while let Some(received) = read(&mut requests) {
        if let Some(bytes) = answer(&received) {
            // The client may have closed the connection.
            let _ = stream.write_all(&bytes);
        }
    }
}

fn read(requests: &mut BufReader<TcpStream>) -> Option<ReceivedRequest> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if requests.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let mut line = head.split(' ');
    let mut received = ReceivedRequest {
        method: line.next()?.to_owned(),
        path: line.next()?.to_owned(),
        head: head.clone(),
        body: String::new(),
    };
    let length = received.header("content-length").and_then(|length| length.parse().ok());
    let mut body = vec![0; length.unwrap_or_default()];
    requests.read_exact(&mut body).ok()?;
    received.body = String::from_utf8_lossy(&body).into_owned();
    Some(received)
}

/// An answer with a correct `Content-Length`.
pub fn answer(status: u16, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!("HTTP/1.1 {status} X\r\n{headers}content-length: {length}\r\n\r\n{body}").into_bytes()
}
