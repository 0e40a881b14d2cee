//! Requests over a real socket: the spelling of headers and paths.

use std::time::Duration;

use referral_conformance::exchange::{Fault, Request};
use referral_conformance::run::{HttpOptions, HttpTransport, Transport};
use spec::Method;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

fn options(base_url: &str) -> HttpOptions {
    HttpOptions {
        base_url: base_url.parse().unwrap(),
        timeout: Duration::from_secs(5),
        authority: None,
        headers: Vec::new(),
    }
}

fn transport(port: u16) -> HttpTransport {
    HttpTransport::new(options(&format!("http://127.0.0.1:{port}/api/"))).unwrap()
}

fn request(header: &str) -> Request {
    Request {
        method: Method::Get,
        target: "/books//a%20b?room=x".to_owned(),
        headers: vec![(header.to_owned(), "card-main".to_owned())],
        body: None,
    }
}

const NOTHING: &str = "HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n";

/// Responses one connection with a fixed text, and returns the request.
async fn raw(listener: TcpListener, response: &'static str) -> String {
    let (mut socket, _) = listener.accept().await.unwrap();
    let mut received = vec![0; 4096];
    let length = socket.read(&mut received).await.unwrap();
    socket.write_all(response.as_bytes()).await.unwrap();
    String::from_utf8_lossy(&received[..length]).into_owned()
}

#[tokio::test]
async fn headers_and_paths_are_sent_as_written() {
    for header in ["Library-Card", "library-card"] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let transport = transport(listener.local_addr().unwrap().port());
        let received = tokio::spawn(raw(listener, NOTHING));
        let response = transport.send(&request(header)).await.unwrap();
        let received = received.await.unwrap();
        assert_eq!(response.status, 204);
        assert!(received.starts_with("GET /api/books//a%20b?room=x HTTP/1.1\r\n"), "{received}");
        assert!(received.contains(&format!("\r\n{header}: card-main\r\n")), "{received}");
    }
}

#[tokio::test]
async fn paths_that_a_client_would_normalize_are_not_sent() {
    // Port 1 has no listener: a request that is sent would fail with another fault.
    for target in ["/books/../x", "/books/%2e%2e/x", "/books/%2E/x", "/books?title=a'b"] {
        let request = Request { target: target.to_owned(), ..request("Library-Card") };
        let outcome = transport(1).send(&request).await;
        assert!(matches!(&outcome, Err(Fault::Unsendable(_))), "{target}: {outcome:?}");
    }
}
