//! A hand-written HTTP server that can violate the protocol: a thread for each connection, and a test-defined response for
//! each request.

use std::io::{BufRead, BufReader, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use referral_conformance::exchange::{Request, Response};
use spec::Method;

use crate::library::Library;

/// A received request.
pub struct ReceivedRequest {
    /// Request line and headers as received.
    pub head: String,
    pub body: String,
    /// Number of the request, from 1, over all connections.
    pub number: usize,
}

impl ReceivedRequest {
    /// The request for the library, without the base path.
    pub fn request(&self) -> Request {
        let mut line = self.head.split(' ');
        let method = line.next().unwrap_or_default();
        let method = Method::ALL.into_iter().find(|known| known.as_str() == method);
        // A proxy receives the whole URL.
        let target = line.next().unwrap_or_default();
        let card = self.header("library-card");
        Request {
            method: method.unwrap(),
            target: target.trim_start_matches("http://library.test").to_owned(),
            headers: card
                .map(|card| ("Library-Card".to_owned(), card.to_owned()))
                .into_iter()
                .collect(),
            body: Some(self.body.clone()).filter(|body| !body.is_empty()),
        }
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().filter_map(|line| line.split_once(": "));
        headers.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// A server of one behaviour.
pub struct Server {
    pub port: u16,
    /// The heads of all requests.
    heads: Arc<Mutex<Vec<String>>>,
}

impl Server {
    pub fn base_url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }

    pub fn request_count(&self) -> usize {
        self.heads.lock().unwrap().len()
    }

    pub fn write_count(&self) -> usize {
        self.heads().iter().filter(|head| !head.starts_with("GET ")).count()
    }
}

/// Answers each request with what `response` writes, on connections that stay open.
pub fn serve(
    response: impl Fn(&ReceivedRequest, &mut TcpStream) + Send + Sync + 'static,
) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let (heads, response) = (Arc::<Mutex<Vec<String>>>::default(), Arc::new(response));
    let sink = Arc::clone(&heads);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (sink, response) = (Arc::clone(&sink), Arc::clone(&response));
            thread::spawn(move || {
                let mut requests = BufReader::new(stream.try_clone().unwrap());
                let mut stream = stream;
                while let Some((head, body)) = request(&mut requests) {
                    let mut heads = sink.lock().unwrap();
                    heads.push(head.clone());
                    let number = heads.len();
                    drop(heads);
                    response(&ReceivedRequest { head, body, number }, &mut stream);
                }
            });
        }
    });
    Server { port, heads }
}

/// A server that is a function.
pub fn serve_responses(response: impl Fn(&Request) -> Response + Send + Sync + 'static) -> Server {
    serve(move |received, stream| {
        let response = response(&received.request());
        write(stream, &http_response(response.status, "", &response.body));
    })
}

pub fn serve_library(library: impl Into<Arc<Library>>) -> Server {
    let library = library.into();
    serve_responses(move |request| library.answer(request))
}

/// Answers each request with the same bytes.
pub fn always(bytes: impl Into<Vec<u8>>) -> Server {
    let bytes = bytes.into();
    serve(move |_, stream| write(stream, &bytes))
}

/// Answers each request with the same bytes, and closes the connection.
pub fn always_and_close(bytes: impl Into<Vec<u8>>) -> Server {
    let bytes = bytes.into();
    serve(move |_, stream| {
        write(stream, &bytes);
        close(stream);
    })
}

/// Begins with some bytes, and never ends writing others, with pauses in which others use the processor.
pub fn endless(start: &'static str, more: impl Into<Vec<u8>>) -> Server {
    let more = more.into();
    serve(move |_, stream| {
        let mut open = stream.write_all(start.as_bytes()).is_ok();
        while open {
            open = stream.write_all(&more).is_ok();
            thread::sleep(Duration::from_millis(1));
        }
    })
}

/// A response with a correct `Content-Length`.
pub fn http_response(status: u16, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!("HTTP/1.1 {status} X\r\n{headers}content-length: {length}\r\n\r\n");
    [head.as_bytes(), body].concat()
}

/// The response of a library.
pub fn library_response(library: &Library, received: &ReceivedRequest) -> Vec<u8> {
    let response = library.answer(&received.request());
    http_response(response.status, "", &response.body)
}

/// The client may have closed the connection.
pub fn write(stream: &mut TcpStream, bytes: &[u8]) {
    let _ = stream.write_all(bytes);
}

pub fn close(stream: &TcpStream) {
    let _ = stream.shutdown(Shutdown::Both);
}

/// Head and body of the next request.
pub fn request(requests: &mut impl BufRead) -> Option<(String, String)> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if requests.read_line(&mut head).ok()? == 0 {
            return None;
        }
    }
    let length = head
        .lines()
        .filter_map(|line| line.split_once(": "))
        .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
        .and_then(|(_, length)| length.parse().ok());
    let mut body = vec![0; length.unwrap_or_default()];
    requests.read_exact(&mut body).ok()?;
    Some((head, String::from_utf8_lossy(&body).into_owned()))
}
