//! The log: one line for each request, without any text of the request.

mod causes;

use std::collections::BTreeSet;
use std::io::{Read, Write};

use serde_json::Value;
use tempfile::TempDir;

use crate::cli::{Service, seed_demo, stdout_of};
use crate::http::operations::routes;

/// Part of every text in a request, in some encoding.
const CANARY: &str = "canary";

/// All levels, as JSON.
const ALL: [&str; 4] = ["--log", "trace", "--log-format", "json"];

/// Sends bytes unchanged and reads the whole answer.
fn sent(service: &Service, bytes: &str) -> String {
    let mut stream = service.connect();
    stream.write_all(bytes.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

fn request(method: &str, target: &str, key: Option<&str>, body: &str) -> String {
    let key = key.map_or_else(String::new, |key| format!("X-Api-Key: {key}\r\n"));
    let length = body.len();
    format!(
        "{method} {target} HTTP/1.1\r\nHost: canary.example\r\nUser-Agent: canary\r\n\
         X-Request-Id: canary\r\nConnection: close\r\n{key}Content-Length: {length}\r\n\r\n{body}"
    )
}

fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = answer.lines();
    lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

fn parsed(log: &str) -> Vec<Value> {
    let parse = |line: &str| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"));
    log.lines().map(parse).collect()
}

/// Requests with the canary in every text: all operations, several keys, valid and invalid bodies.
fn to_all_operations(key: &str) -> Vec<String> {
    let wrong = format!("rk_{}", "cafe".repeat(16));
    let bodies = [
        r#"{"email":"canary@example.com","name":"canary","subscriber_uuid":"canary@example.com","canary":1}"#,
        r#"{"email":"canary","status":"canary","revenue":"canary","referral_codes":"canary"}"#,
        "{canary",
        "",
    ];
    let mut requests = Vec::new();
    for (_, method, path) in routes() {
        let filled = |with: &str| {
            let segments =
                path.split('/').map(|text| if text.starts_with('{') { with } else { text });
            segments.collect::<Vec<_>>().join("/")
        };
        let query =
            "?email=canary@example.com&page=canary&type=canary&expand=canary&api_key=canary";
        for with in ["canary@example.com", "c%61nary%40example.com", "%ffcanary"] {
            let target = format!("{}{query}", filled(with));
            for key in [None, Some(&*wrong), Some("canary"), Some(key)] {
                requests.push(request(method.as_str(), &target, key, bodies[0]));
            }
        }
        for body in &bodies[1..] {
            let target = filled("canary@example.com");
            requests.push(request(method.as_str(), &target, Some(key), body));
        }
        requests.push(request("CANARY", &filled("canary"), Some(key), ""));
    }
    requests
}

#[test]
fn no_input_is_logged_and_each_request_has_a_line() {
    let folder = TempDir::new().unwrap();
    let key = seed_demo(&folder);
    let mut service = Service::with(&folder, &ALL);
    let mut requests = to_all_operations(&key);
    for target in ["/canary@example.com", "/%ff/canary", "/?canary", "/v2/subscribers//canary"] {
        requests.push(request("GET", target, Some(&key), ""));
    }
    let mut ids = BTreeSet::new();
    for bytes in &requests {
        let answer = sent(&service, bytes);
        let id = header(&answer, "x-request-id");
        let id = id.unwrap_or_else(|| panic!("{bytes}\n{answer}"));
        assert!(ids.insert(id.to_owned()));
    }
    // Invalid HTTP gets a bare status and no line.
    let not_http = [
        "canary\r\n\r\n",
        "GET /canary HTTP/9.9\r\n\r\n",
        "GET / HTTP/1.1\r\ncanary@example.com\r\n\r\n",
    ];
    for bytes in not_http {
        let answer = sent(&service, bytes);
        assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    }

    let (_, log) = service.stop("-TERM");
    let lower = log.to_lowercase();
    let secret = key.strip_prefix("rk_").unwrap();
    for word in [CANARY, "c%61nary", "cafecafe", secret, "rk_", "example.com"] {
        let at = lower.find(word).map(|at| &log[at.saturating_sub(200)..(at + 60).min(log.len())]);
        assert_eq!(at, None, "{word}");
    }
    let lines = parsed(&log);
    let answered: Vec<_> = lines.iter().filter(|line| line["message"] == "answered").collect();
    let named: BTreeSet<_> = answered
        .iter()
        .map(|answered| answered["request_id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!((answered.len(), &named), (requests.len(), &ids));
    let seen: BTreeSet<_> = answered
        .iter()
        .map(|answered| (answered["method"].as_str().unwrap(), answered["route"].as_str().unwrap()))
        .collect();
    for (operation, method, path) in routes() {
        let shape = |path: &str| {
            path.split('/')
                .map(|text| if text.starts_with('{') { "{}" } else { text })
                .collect::<Vec<_>>()
                .join("/")
        };
        let line =
            seen.iter().any(|route| route.0 == method.as_str() && shape(route.1) == shape(&path));
        assert!(line, "{operation}");
    }
    assert!(
        seen.contains(&("other", "/v2/subscribers")) && seen.contains(&("GET", "none")),
        "{seen:?}"
    );
}

#[test]
fn request_line_names_account_and_status() {
    let folder = TempDir::new().unwrap();
    let key = seed_demo(&folder);
    let mut service = Service::with(&folder, &ALL);
    let known = sent(&service, &request("GET", "/v3/account", Some(&key), ""));
    let unknown = sent(&service, &request("GET", "/v3/account", None, ""));
    let (_, log) = service.stop("-TERM");
    let lines = parsed(&log);
    let line = |answer: &str| {
        let id = header(answer, "x-request-id").unwrap();
        lines.iter().find(|line| line["request_id"] == id && line["message"] == "answered").unwrap()
    };
    let line_of_known = line(&known);
    assert_eq!(line_of_known["status"], 200);
    assert_eq!(line_of_known["route"], "/v3/account");
    assert_eq!(line_of_known["level"], "INFO");
    assert!(line_of_known["duration_ms"].as_f64().unwrap() > 0.0);
    let account = line_of_known["account"].as_str().unwrap();
    assert!(stdout_of(&folder, &["account", "list"]).contains(account));
    assert_eq!(
        (&line(&unknown)["status"], &line(&unknown)["account"]),
        (&401.into(), &Value::Null)
    );
}

#[test]
fn cancelled_request_is_logged() {
    let folder = TempDir::new().unwrap();
    let key = seed_demo(&folder);
    let mut service = Service::with(&folder, &ALL);
    let mut stream = service.connect();
    let head =
        request("POST", "/v2/subscribers", Some(&key), "x").replace("Length: 1", "Length: 9");
    let head = head.replace("\r\n\r\nx", "\r\nExpect: 100-continue\r\n\r\n");
    stream.write_all(head.as_bytes()).unwrap();
    assert!(stream.read(&mut [0; 64]).unwrap() > 0);
    drop(stream);
    let line = service.wait_for("/v2/subscribers");
    let line: Value = serde_json::from_str(&line).unwrap();
    assert_eq!(line["method"], "POST");
}

#[test]
fn a_terminal_is_no_file_and_a_level_is_kept() {
    let folder = TempDir::new().unwrap();
    let mut service = Service::start(&folder);
    service.get("/nothing");
    let line = service.wait_for("answered");
    assert!(line.starts_with('{'), "{line}");
    let mut service = Service::with(&folder, &["--log-format", "human"]);
    service.get("/nothing");
    let line = service.wait_for("answered");
    assert!(
        line.contains(" INFO answered method=GET route=none status=404 duration_ms="),
        "{line}"
    );
    let mut service = Service::with(&folder, &["--log", "warn"]);
    service.get("/nothing");
    assert_eq!(service.stop("-TERM").1, "");
}
