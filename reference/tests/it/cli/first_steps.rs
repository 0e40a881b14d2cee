//! What people who try the service need: calls from web pages, metrics, traces, and a rate limit.

use std::io::{Read, Write};

use tempfile::TempDir;

use crate::cli::process::get;
use crate::cli::{Service, seed_demo};

const CLOSE: &str = "Connection: close\r\n";

const ORIGIN: &str = "http://localhost:3000";

/// The answer to a browser's question whether a page may call an operation.
fn preflight(service: &Service, origin: &str) -> String {
    let mut stream = service.connect();
    let head = format!(
        "OPTIONS /v2/subscribers HTTP/1.1\r\nHost: here\r\nOrigin: {origin}\r\n{CLOSE}\
         Access-Control-Request-Method: POST\r\n\
         Access-Control-Request-Headers: x-api-key,content-type\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn only_pages_of_given_origins_may_call_the_service() {
    let folder = TempDir::new().unwrap();
    let flags = ["--cors-origin", ORIGIN, "--cors-origin", "https://app.example"];
    let service = Service::with(&folder, &flags);
    for origin in [ORIGIN, "https://app.example"] {
        let answer = preflight(&service, origin);
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert!(answer.contains(&format!("access-control-allow-origin: {origin}\r\n")), "{answer}");
        assert!(
            answer.contains("access-control-allow-headers: x-api-key,content-type"),
            "{answer}"
        );
        assert!(answer.contains("access-control-allow-methods: GET,POST,PUT,DELETE"), "{answer}");
    }
    assert!(!preflight(&service, "https://other.example").contains("allow-origin"));
    let answer = service.get_with("/v2/subscribers", &format!("Origin: {ORIGIN}\r\n{CLOSE}"));
    assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
    assert!(answer.contains(&format!("access-control-allow-origin: {ORIGIN}\r\n")), "{answer}");
    assert!(answer.contains("access-control-expose-headers: x-request-id,retry-after"), "{answer}");

    let without = Service::start(&folder);
    let answer = preflight(&without, ORIGIN);
    assert!(answer.starts_with("HTTP/1.1 204") && !answer.contains("access-control"), "{answer}");
}

#[test]
fn metrics_count_requests_by_operation_and_status() {
    let folder = TempDir::new().unwrap();
    let key = seed_demo(&folder);
    let mut service = Service::with(&folder, &["--admin-listen", "127.0.0.1:0"]);
    let admin = service.admin();
    let headers = format!("X-Api-Key: {key}\r\n{CLOSE}");
    for _ in 0..2 {
        assert!(service.get_with("/v3/account", &headers).starts_with("HTTP/1.1 200"));
    }
    service.get("/v3/account");
    service.get("/nothing");
    let answer = get(&admin, "/metrics", CLOSE);
    assert!(answer.contains("content-type: text/plain; version=0.0.4"), "{answer}");
    for line in [
        r#"referral_requests_total{operation="",method="GET",status="404"} 1"#,
        r#"referral_requests_total{operation="get_account",method="GET",status="200"} 2"#,
        r#"referral_requests_total{operation="get_account",method="GET",status="401"} 1"#,
        r#"referral_request_duration_seconds_count{operation="get_account"} 3"#,
        r#"referral_request_duration_seconds_bucket{operation="get_account",le="+Inf"} 3"#,
        "referral_requests_in_flight 0",
        "referral_write_queue 0",
    ] {
        assert!(answer.contains(&format!("\n{line}\n")), "no {line} in {answer}");
    }
    assert!(answer.contains("\nreferral_connections "), "{answer}");
    assert!(!answer.contains(&key));
}

#[test]
fn a_valid_traceparent_is_in_the_line_of_its_request() {
    let folder = TempDir::new().unwrap();
    let mut service = Service::with(&folder, &["--log-format", "json"]);
    let valid = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    for value in [valid, "00-canary"] {
        service.get_with("/v3/account", &format!("traceparent: {value}\r\n{CLOSE}"));
    }
    let (_, log) = service.stop("-TERM");
    assert_eq!(log.matches(&format!(r#""traceparent":"{valid}""#)).count(), 1, "{log}");
    assert_eq!(log.matches("answered").count(), 2, "{log}");
    assert!(!log.contains("canary"), "{log}");
}

#[test]
fn a_key_over_its_rate_is_refused_until_later() {
    let folder = TempDir::new().unwrap();
    let key = seed_demo(&folder);
    let service = Service::with(&folder, &["--rate-limit", "1/s"]);
    let headers = format!("X-Api-Key: {key}\r\n{CLOSE}");
    let ask = || service.get_with("/v3/account", &headers);
    assert!(ask().starts_with("HTTP/1.1 200"));
    let answers: Vec<String> = (0..3).map(|_| ask()).collect();
    let refused = answers.iter().find(|answer| answer.starts_with("HTTP/1.1 429"));
    let refused = refused.unwrap_or_else(|| panic!("{answers:?}"));
    assert!(refused.contains("retry-after: 1\r\n"), "{refused}");
    assert!(refused.ends_with(r#"{"error":"too many requests with this key, try again later"}"#));
    // Requests without an accepted key have no rate.
    assert!((0..5).all(|_| service.get("/v3/account").starts_with("HTTP/1.1 401")));
}
