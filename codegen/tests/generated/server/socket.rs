//! The generated server behind a real socket: raw requests that the generated client would not send, and their answers.

#![cfg(test)]

mod library;

use std::fmt::Debug;
use std::future::pending;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::StatusCode;
use http::request::Parts;
use library_server::books::{AddBook, GetBook};
use library_server::models::*;
use library_server::{Fault, KeyCheck, HandlerResult, Reason, Refusal, Routes, envelope};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use library::{Cards, Library};

#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.find(|(known, _)| *known == name).map(|(_, value)| value)
    }
}

/// Reason and operation of a refusal.
type RecordedRefusal = (Reason, Option<&'static str>);

/// A running server, and the refusals recorded by its hook.
struct Server {
    address: SocketAddr,
    refusals: Arc<Mutex<Vec<RecordedRefusal>>>,
}

impl Server {
    async fn start<K: KeyCheck<Api>>(routes: Routes<K>) -> Self {
        let refusals = Arc::new(Mutex::new(Vec::new()));
        let sink = Arc::clone(&refusals);
        let hook = move |refusal: &Refusal| {
            let operation = refusal.operation.map(|operation| operation.id);
            sink.lock().unwrap().push((refusal.reason, operation));
            envelope(refusal)
        };
        Self::of(routes.on_refusal(hook), refusals).await
    }

    async fn of<K: KeyCheck<Api>>(routes: Routes<K>, refusals: Arc<Mutex<Vec<RecordedRefusal>>>) -> Self {
        Self::at(routes.into_router(), refusals).await
    }

    async fn at(router: axum::Router, refusals: Arc<Mutex<Vec<RecordedRefusal>>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, refusals }
    }

    /// Sends a request with the card of a reader.
    async fn send(&self, line: &str, headers: &[&str], body: &[u8]) -> Answer {
        let mut headers = headers.to_vec();
        headers.push("library-card: ann's card");
        self.send_unauthenticated(line, &headers, body).await
    }

    /// Sends a request without a card and reads until the server closes the connection.
    async fn send_unauthenticated(&self, line: &str, headers: &[&str], body: &[u8]) -> Answer {
        let mut request = format!("{line} HTTP/1.1\r\nhost: library\r\nconnection: close\r\n");
        for header in headers {
            request.push_str(&format!("{header}\r\n"));
        }
        if !body.is_empty() {
            request.push_str(&format!("content-length: {}\r\n", body.len()));
        }
        let bytes = [request.as_bytes(), b"\r\n", body].concat();
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(&bytes).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        Answer {
            status: head["HTTP/1.1 ".len()..][..3].parse().unwrap(),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    fn last_refusal(&self) -> Option<RecordedRefusal> {
        self.refusals.lock().unwrap().pop()
    }

    /// Asserts status, message and the hook's record of a refusal, and that it is in the envelope.
    #[track_caller]
    fn assert_refusal(&self, answer: &Answer, status: u16, refusals: (Reason, &str), message: &str) {
        assert_eq!(answer.status, status, "{answer:?}");
        assert_eq!(answer.header("content-type"), Some("application/json"));
        assert_eq!(answer.body, format!(r#"{{"message":"{message}"}}"#));
        let operation = Some(refusals.1).filter(|id| !id.is_empty());
        assert_eq!(self.last_refusal(), Some((refusals.0, operation)));
    }
}

async fn library() -> Server {
    Server::start(Routes::new(Cards).whole(Arc::new(Library::default()))).await
}

const JSON: &str = "content-type: application/json";

#[tokio::test]
async fn missing_or_unreadable_inputs() {
    let server = library().await;
    for (line, body, status, refusals, message) in [
        ("POST /books", "{", 400, (Reason::Input, "add_book"), "body is not JSON: EOF while parsing an object at line 1 column 1"),
        ("POST /books", "[]", 400, (Reason::Input, "add_book"), "body: expected an object, got a list"),
        ("POST /books", r#"{"isbn":5}"#, 400, (Reason::Input, "add_book"), "body.isbn: expected a string, got a number"),
        ("POST /books", r#"{"isbn":"1"}"#, 400, (Reason::Input, "add_book"), "body.title is missing"),
        ("POST /books", r#"{"title":"x"}"#, 422, (Reason::Documented, "add_book"), "A book needs an ISBN"),
        ("POST /books/1/loans", r#"{"member":7}"#, 422, (Reason::Documented, "lend_book"), "The member's address is invalid"),
        ("GET /books", "", 400, (Reason::Documented, "list_books"), "Which room?"),
        ("GET /books?room=lending&page=x", "", 400, (Reason::Input, "list_books"), "query.page is not a whole number"),
        ("GET /books?room=%ff", "", 400, (Reason::Input, "list_books"), "query.room is not percent-encoded UTF-8 text"),
        ("GET /books/%ff", "", 400, (Reason::Input, "get_book"), "the path is not percent-encoded UTF-8"),
    ] {
        let answer = server.send(line, &[JSON], body.as_bytes()).await;
        server.assert_refusal(&answer, status, refusals, message);
    }
}

#[tokio::test]
async fn bodies_of_another_media_type() {
    let server = library().await;
    let book = br#"{"isbn":"1","title":"Emma"}"#;
    for other in ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"] {
        let header = format!("content-type: {other}");
        let answer = server.send("POST /books", &[&header], book).await;
        let message = "the content type of the body is not application/json";
        server.assert_refusal(&answer, 415, (Reason::MediaType, "add_book"), message);
    }
    // The media type may be missing or have parameters; without a body any is accepted.
    let json = "Content-Type: Application/JSON; charset=utf-8";
    for headers in [&[][..], &[json], &["content-type: application/merge-patch+json"]] {
        let answer = server.send("PATCH /loans/x@y.z/return", headers, b"{}").await;
        assert_eq!(answer.status, 400, "{answer:?}");
        assert_eq!(server.last_refusal(), Some((Reason::Documented, Some("return_loan"))));
    }
    let answer = server.send("POST /books", &["content-type: text/plain"], b"").await;
    assert_eq!(answer.body, r#"{"message":"A book needs an ISBN"}"#);
    // A server can be configured to read them anyway.
    let routes = Routes::new(Cards).add_book(Arc::new(Library::default()));
    let lenient = Server::start(routes.any_content_type()).await;
    let answer = lenient
        .send("POST /books", &["content-type: no/such; ="], book)
        .await;
    assert_eq!(answer.status, 201, "{answer:?}");
    // An operation without a body reads none.
    let answer = server.send("DELETE /books/1", &["content-type: text/plain"], b"please").await;
    assert_eq!(answer.status, 204, "{answer:?}");
}

#[tokio::test]
async fn keys_are_checked_first() {
    let server = library().await;
    for (header, status, message) in [
        ("x: y", 401, "A library card is required"),
        ("library-card: a stranger's", 401, "This library card is not known"),
        ("library-card: \u{fffd}", 401, "This library card is not known"),
        ("Library-CARD: late bob's card", 403, "Reader not found!"),
    ] {
        let answer = server.send_unauthenticated("POST /books", &[JSON, header], b"{").await;
        server.assert_refusal(&answer, status, (Reason::Key, "add_book"), message);
    }
    let twice = [JSON, "library-card: ann's card", "library-card: ann's card"];
    let answer = server.send_unauthenticated("POST /books", &twice, b"{").await;
    let message = "the header Library-Card is sent more than once";
    server.assert_refusal(&answer, 400, (Reason::Input, "add_book"), message);
}

/// Callers are identified by a header and an extension of the request.
struct Traced;

impl KeyCheck<Api> for Traced {
    type Caller = String;

    async fn check(
        &self,
        _: Option<&str>,
        request: &Parts,
        _: &'static OperationInfo,
    ) -> Result<String, Fault<KeyError>> {
        let id = request.headers.get("request-id").unwrap();
        let house = request.extensions.get::<&str>().unwrap();
        Ok(format!("{} at {house}", id.to_str().unwrap()))
    }
}

impl GetBook<String> for Traced {
    async fn get_book(
        &self,
        caller: String,
        _: GetBookRequest,
    ) -> HandlerResult<GetBookSuccess, GetBookError> {
        Err(Fault::other(StatusCode::IM_A_TEAPOT, caller))
    }
}

#[tokio::test]
async fn authenticated_account_is_passed_to_the_handler() {
    let routes = Routes::new(Traced).get_book(Arc::new(Traced));
    let router = routes.into_router().layer(axum::Extension("home"));
    let server = Server::at(router, Arc::default()).await;
    let answer = server.send("GET /books/1", &["request-id: r7"], b"").await;
    assert_eq!((answer.status, answer.body.as_str()), (418, r#"{"message":"r7 at home"}"#));
}

#[tokio::test]
async fn paths_and_methods() {
    let server = library().await;
    let answer = server.send("GET /nowhere?a=b", &[], b"").await;
    server.assert_refusal(&answer, 404, (Reason::UnknownPath, ""), "no operation has this path");
    let answer = server.send("PUT /books/1", &[], b"").await;
    let message = "no operation has this method at this path";
    server.assert_refusal(&answer, 405, (Reason::Method, ""), message);
    assert_eq!(answer.header("allow"), Some("GET,HEAD,DELETE,PATCH"));
    let answer = server.send("OPTIONS /books/1", &[], b"").await;
    assert_eq!((answer.status, answer.body.as_str()), (204, ""));
    assert_eq!(answer.header("allow"), Some("GET,HEAD,DELETE,PATCH"));
    assert!(server.last_refusal().is_none());
}

#[tokio::test]
async fn nesting_below_a_path_with_parameters() {
    let routes = || Routes::new(Cards).whole(Arc::new(Library::default()));
    for (above, at) in [
        ("/t/{tenant}", "/t/acme"),
        ("/t/{tenant}/{house}", "/t/acme/books"),
        ("/t/{book}", "/t/acme"),
    ] {
        let nested = axum::Router::new().nest(above, routes().into_router());
        let service = axum::Router::new().nest_service(above, routes().into_router());
        for router in [nested, service] {
            let server = Server::at(router, Arc::default()).await;
            let answer = server.send(&format!("GET {at}/books/mine"), &[], b"").await;
            assert_eq!(answer.body, r#"{"message":"mine not found!"}"#, "{above}");
        }
    }
}

#[tokio::test]
async fn head_has_the_headers_of_get() {
    let server = library().await;
    for path in ["/branch", "/books/none", "/nowhere"] {
        let get = server.send(&format!("GET {path}"), &[], b"").await;
        let head = server.send(&format!("HEAD {path}"), &[], b"").await;
        assert_eq!((head.status, head.body.as_str()), (get.status, ""));
        assert_eq!(head.header("content-type"), get.header("content-type"));
        let length = get.body.len().to_string();
        assert_eq!(head.header("content-length"), Some(length.as_str()), "{path}");
    }
    let answer = server.send("HEAD /loans/1/return", &[], b"").await;
    assert_eq!((answer.status, answer.header("allow")), (405, Some("PATCH")));
}

#[tokio::test]
async fn oversized_bodies() {
    let routes = Routes::new(Cards).add_book(Arc::new(Library::default()));
    let server = Server::start(routes.body_limit(100)).await;
    let too_large = (Reason::TooLarge, "add_book");
    let answer = server.send("POST /books", &[JSON], &[b' '; 101]).await;
    server.assert_refusal(&answer, 413, too_large, "the body is larger than allowed");
    // An announced length is refused before the client sends the body.
    let headers = [JSON, "content-length: 101", "expect: 100-continue"];
    let answer = server.send("POST /books", &headers, b"").await;
    server.assert_refusal(&answer, 413, too_large, "the body is larger than allowed");
    // A body may have no `Content-Length`.
    let chunks = format!("{:x}\r\n{}\r\n0\r\n\r\n", 101, " ".repeat(101));
    let headers = [JSON, "library-card: ann's card", "transfer-encoding: chunked\r\n\r\n"];
    let headers = [headers[0], headers[1], &format!("{}{chunks}", headers[2])];
    let answer = server.send_unauthenticated("POST /books", &headers, b"").await;
    server.assert_refusal(&answer, 413, too_large, "the body is larger than allowed");
}

#[tokio::test]
async fn unmounted_operations() {
    let server = Server::start(Routes::new(Cards).add_book(Arc::new(Library::default()))).await;
    let answer = server.send_unauthenticated("GET /books/1", &[], b"").await;
    let message = "the operation get_book is not available here";
    server.assert_refusal(&answer, 501, (Reason::NotMounted, "get_book"), message);
    let answer = server.send("PUT /books/1", &[], b"").await;
    assert_eq!(answer.header("allow"), Some("GET,HEAD,DELETE,PATCH"));
}

#[tokio::test]
async fn panicking_hook() {
    let routes = Routes::new(Cards).add_book(Arc::new(Library::default()));
    let routes = routes.on_refusal(|refusal| panic!("not even {} is refused", refusal.status));
    let server = Server::of(routes, Arc::default()).await;
    for line in ["POST /books", "GET /books/1", "GET /nowhere", "PUT /books/1"] {
        let answer = server.send(line, &[JSON], b"{").await;
        assert_eq!(answer.status, 500, "{answer:?}");
        assert_eq!(answer.header("content-type"), Some("application/json"));
        assert_eq!(answer.body, r#"{"message":"internal error"}"#);
    }
}

#[tokio::test]
async fn unrepresentable_time_limit() {
    let routes = Routes::new(Cards).whole(Arc::new(Library::default()));
    let server = Server::start(routes.time_limit(Duration::MAX)).await;
    let answer = server.send("GET /books/mine", &[], b"").await;
    assert_eq!(answer.body, r#"{"message":"mine not found!"}"#);
}

/// A handler that never finishes.
struct Slow;

impl<C: Send + 'static> GetBook<C> for Slow {
    async fn get_book(&self, _: C, _: GetBookRequest) -> HandlerResult<GetBookSuccess, GetBookError> {
        pending().await
    }
}

impl<C: Send + 'static> AddBook<C> for Slow {
    async fn add_book(&self, _: C, _: AddBookRequest) -> HandlerResult<AddBookSuccess, AddBookError> {
        pending().await
    }
}

impl KeyCheck<Api> for Slow {
    type Caller = ();

    async fn check(
        &self,
        _: Option<&str>,
        _: &Parts,
        operation: &'static OperationInfo,
    ) -> Result<(), Fault<KeyError>> {
        match operation.id {
            "get_book" => Ok(()),
            _ => pending().await,
        }
    }
}

#[tokio::test]
async fn slow_handlers_time_out() {
    let soon = Duration::from_millis(20);
    let slow = Arc::new(Slow);
    let late = "the response was not ready in time";
    let server = Server::start(Routes::new(Slow).get_book(slow.clone()).add_book(slow.clone()).time_limit(soon)).await;
    let answer = server.send("GET /books/1", &[], b"").await;
    server.assert_refusal(&answer, 503, (Reason::TimedOut, "get_book"), late);
    let answer = server.send("POST /books", &[JSON], b"{}").await;
    server.assert_refusal(&answer, 503, (Reason::TimedOut, "add_book"), late);

    let server = Server::start(Routes::new(Cards).add_book(slow).time_limit(soon)).await;
    // The last byte is not sent.
    let headers = [JSON, "content-length: 1"];
    let answer = server.send("POST /books", &headers, b"").await;
    let message = "the body did not arrive in time";
    server.assert_refusal(&answer, 408, (Reason::TimedOut, "add_book"), message);
}
