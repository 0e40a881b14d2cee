//! How responses arrive does not decide what is judged: connections that end unannounced, content codings, byte order
//! marks, many headers.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock};

use super::{RunResult, run, run_sequentially};
use crate::library::{Broken, Library};
use crate::server::{
    ReceivedRequest, Server, close, http_response, library_response, serve, serve_library, write,
};

/// A library whose responses have other headers and another body.
fn library(
    form: impl Fn(&ReceivedRequest, u16, &[u8]) -> Vec<u8> + Send + Sync + 'static,
) -> Server {
    let library = Library::new(Broken::Nothing);
    serve(move |received, stream| {
        let response = library.answer(&received.request());
        write(stream, &form(received, response.status, &response.body));
    })
}

/// A run against the library, made once.
fn normal() -> &'static RunResult {
    static NORMAL: OnceLock<RunResult> = OnceLock::new();
    NORMAL.get_or_init(|| {
        let normal = run_sequentially(&serve_library(Library::new(Broken::Nothing)));
        assert!(normal.count("held") > 50, "{:?}", normal.verdicts);
        normal
    })
}

/// A library that closes each connection after one request, without saying so.
fn closing() -> Server {
    let library = Library::new(Broken::Nothing);
    serve(move |received, stream| {
        write(stream, &library_response(&library, received));
        close(stream);
    })
}

fn assert_normal(ran: &RunResult) {
    let normal = normal();
    assert_eq!((&ran.verdicts, ran.code), (&normal.verdicts, normal.code), "{}", ran.stderr);
    assert!(!ran.stderr.contains("may_be_refused"), "{}", ran.stderr);
}

#[test]
fn connections_that_end_unannounced_change_no_verdict() {
    assert_normal(&run_sequentially(&closing()));
    let concurrent = run(&closing());
    assert_eq!(concurrent.count("inconclusive transport"), 0, "{:?}", concurrent.verdicts);
    assert!(!concurrent.stderr.contains("may_be_refused"), "{}", concurrent.stderr);
}

#[test]
fn connections_are_used_again_while_the_server_keeps_them_open() {
    let connections = Arc::<Mutex<BTreeSet<_>>>::default();
    let (library, peers) = (Library::new(Broken::Nothing), Arc::clone(&connections));
    let server = serve(move |received, stream| {
        peers.lock().unwrap().insert(stream.peer_addr().unwrap());
        write(stream, &library_response(&library, received));
    });
    run_sequentially(&server);
    let (opened, requests) = (connections.lock().unwrap().len(), server.request_count());
    assert!(opened * 2 < requests, "{opened} connections for {requests} requests");
}

#[test]
fn every_request_allows_identity_only() {
    let server = library(|received, status, body| {
        let codings = received.head.lines().filter(|line| {
            line.split_once(": ")
                .is_some_and(|(name, _)| name.eq_ignore_ascii_case("accept-encoding"))
        });
        let codings: Vec<_> = codings.map(|line| line.to_ascii_lowercase()).collect();
        assert_eq!(codings, ["accept-encoding: identity"]);
        http_response(status, "", body)
    });
    // A request without that header ends its connection without a response.
    assert_normal(&run_sequentially(&server));
}

#[test]
fn content_coding_is_named_and_nothing_is_violated() {
    // Compressed bodies only begin like this.
    let coded = b"\x1f\x8b\x08\0\0\0\0\0";
    for which in ["all", "books", "books in transfer"] {
        let server = library(move |received, status, body| {
            if which == "all" || received.head.starts_with("GET /books") {
                if which.ends_with("transfer") {
                    let start = "HTTP/1.1 200 X\r\ntransfer-encoding: gzip, chunked\r\n\r\n8\r\n";
                    return [start.as_bytes(), coded, b"\r\n0\r\n\r\n"].concat();
                }
                return http_response(status, "content-encoding: gzip\r\n", coded);
            }
            http_response(status, "", body)
        });
        let ran = run_sequentially(&server);
        assert_eq!(ran.actual, [""; 0], "{}", ran.stderr);
        assert!(ran.count("inconclusive unreadable") > 10, "{:?}", ran.verdicts);
        ran.assert_output_contains(
            "with a body in the content coding `gzip`, although requests allow only `identity`: not read",
        );
        assert_eq!(ran.count("held") > 0, which != "all", "{:?}", ran.verdicts);
        if which == "all" {
            assert!(ran.code == 6 || ran.code == 4, "{}", ran.stderr);
            ran.assert_output_contains("in the content coding `gzip`; turn compression off");
        }
    }
    // `identity`, and the coding of an empty body, are none.
    let harmless = library(|_, status, body| match body {
        [] => http_response(status, "content-encoding: gzip\r\n", body),
        _ => http_response(status, "content-encoding: Identity\r\n", body),
    });
    assert_normal(&run_sequentially(&harmless));
}

#[test]
fn byte_order_mark_is_ignored_and_named() {
    let marked = library(|_, status, body| match body {
        [] => http_response(status, "", body),
        _ => http_response(status, "", &[b"\xef\xbb\xbf", body].concat()),
    });
    let ran = run_sequentially(&marked);
    assert_normal(&ran);
    ran.assert_output_contains(
        "with a byte order mark before the JSON, which RFC 8259 forbids a server to send and allows a client to \
         ignore: ignored",
    );
}

fn headers(count: usize) -> String {
    (0..count).map(|n| format!("x-{n}: {n}\r\n")).collect()
}

#[test]
fn many_headers_are_read() {
    let server = library(|_, status, body| http_response(status, &headers(400), body));
    assert_normal(&run_sequentially(&server));
}

#[test]
fn too_many_headers_are_named() {
    let server = library(|received, status, body| {
        let count = if received.head.starts_with("GET /loans") { 600 } else { 0 };
        http_response(status, &headers(count), body)
    });
    let ran = run_sequentially(&server);
    assert_eq!(ran.actual, [""; 0], "{}", ran.stderr);
    assert!(ran.count("inconclusive unreadable") > 5, "{:?}", ran.verdicts);
    ran.assert_output_contains(
        "not read: the response has more than 512 headers, or a head that is too long",
    );
}
