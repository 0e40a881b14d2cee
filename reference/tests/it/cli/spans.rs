//! The export of spans to a collector of OpenTelemetry.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::thread;

use serde_json::Value;
use tempfile::TempDir;

use crate::cli::{Service, program, text};

const ENDPOINT: &str = "OTEL_EXPORTER_OTLP_ENDPOINT";
const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const PARENT: &str = "b7ad6b7169203331";

/// Receives one export: its path and its body.
fn receive(listener: &TcpListener) -> (String, Value) {
    let mut stream = BufReader::new(listener.accept().unwrap().0);
    let (mut path, mut length) = (String::new(), 0);
    for line in stream.by_ref().lines().map(Result::unwrap).take_while(|line| !line.is_empty()) {
        if let Some(rest) = line.strip_prefix("POST ") {
            path = rest.split(' ').next().unwrap().to_owned();
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).unwrap();
    stream.get_mut().write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}").unwrap();
    (path, serde_json::from_slice(&body).unwrap())
}

#[test]
fn a_collector_receives_one_span_per_request() {
    let folder = TempDir::new().unwrap();
    let collector = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut command = program(folder.path());
    command.env(ENDPOINT, format!("http://{}", collector.local_addr().unwrap()));
    // All spans are exported at the end.
    command.env("OTEL_BSP_SCHEDULE_DELAY", "600000");
    let received = thread::spawn(move || receive(&collector));
    let mut service = Service::of(command);
    let caller = format!("Connection: close\r\ntraceparent: 00-{TRACE}-{PARENT}-01\r\n");
    service.get_with("/v2/subscribers/canary@example.com?email=canary", &caller);
    service.get("/canary");
    let (_, log) = service.stop("-TERM");
    assert!(!log.contains("not exported"), "{log}");

    let (path, body) = received.join().unwrap();
    assert_eq!(path, "/v1/traces");
    assert!(!body.to_string().contains("canary"), "{body}");
    let resource = &body["resourceSpans"][0];
    let name =
        serde_json::json!({"key": "service.name", "value": {"stringValue": "referral-reference"}});
    assert!(resource["resource"]["attributes"].as_array().unwrap().contains(&name), "{body}");
    let spans = resource["scopeSpans"][0]["spans"].as_array().unwrap();
    assert_eq!(spans.len(), 2, "{body}");
    assert_eq!(spans[0]["traceId"], TRACE);
    assert_eq!(spans[0]["parentSpanId"], PARENT);
    assert_eq!(spans[1]["name"], "GET none");
    let times = ["startTimeUnixNano", "endTimeUnixNano"]
        .map(|member| spans[0][member].as_str().unwrap().parse::<u64>().unwrap());
    assert!(times[0] <= times[1]);
    let attributes = spans[0]["attributes"].as_array().unwrap();
    let value = |key: &str| {
        let attribute = attributes.iter().find(|attribute| attribute["key"] == key);
        attribute.unwrap_or_else(|| panic!("no {key} in {body}"))["value"].clone()
    };
    assert_eq!(value("http.request.method")["stringValue"], "GET");
    let route = value("http.route")["stringValue"].as_str().unwrap().to_owned();
    assert!(route.starts_with("/v2/subscribers/{"), "{route}");
    assert_eq!(spans[0]["name"], format!("GET {route}"));
    assert_eq!(value("http.response.status_code")["intValue"], "401");
}

#[test]
fn without_its_collector_the_service_answers_and_says_so() {
    let folder = TempDir::new().unwrap();
    let mut command = program(folder.path());
    // Nothing listens on this port.
    command.env(ENDPOINT, "http://127.0.0.1:1");
    let mut service = Service::of(command);
    assert!(service.get("/nothing").starts_with("HTTP/1.1 404"));
    let (_, log) = service.stop("-TERM");
    // The exporter says so, or the service, if the exporter still tries at the end.
    let messages = ["telemetry data will be lost", "the last spans were not exported"];
    assert!(messages.iter().any(|message| log.contains(message)), "{log}");
}

#[test]
fn an_invalid_endpoint_is_an_error_at_the_start() {
    let folder = TempDir::new().unwrap();
    let mut command = program(folder.path());
    command.env(ENDPOINT, "no url").args(["serve", "--listen", "127.0.0.1:0"]);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("cannot export spans"), "{}", text(&output.stderr));
}
