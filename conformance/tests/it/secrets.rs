//! Keys are redacted in reports, in every encoding that a server may echo, and in `Debug` output.

use std::fs;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use base64::Engine as _;
use referral_conformance::exchange::Request;
use referral_conformance::redact::Redactor;
use referral_conformance::run::{HttpOptions, Settings};
use referral_conformance::target::EmailDomain;
use serde_json::json;
use spec::Method;

use crate::command_line::{code, output_text, program, serve_app};
use crate::discover;
use crate::library::{Broken, Library};
use crate::session::{answered, answering, library, run, with_keys, with_secret};

const CANARY: &str = "canary/\"7f3a\" +9";

#[test]
fn reports_contain_no_key() {
    let suite = library();
    let key = |request: &Request| request.headers.first().map_or("", |(_, key)| key).to_owned();
    let refusing = answering(move |request| {
        let key = key(request);
        let encoded = base64::engine::general_purpose::STANDARD.encode(&key);
        let body = json!({ "message": format!("{key} {encoded}"), "books": key });
        Ok(answered(403, body.to_string()))
    });
    // The echo is part of a violation.
    let accepting = answering(move |request| {
        let body = json!({ "book": { "title": key(request), "uuid": 1 }, "shelf_marks": [] });
        Ok(answered(201, body.to_string()))
    });
    let parrot = with_keys(&suite, refusing, &[("main", CANARY)]);
    let yes = with_keys(&suite, accepting, &[("main", CANARY)]);
    assert!(yes.human.contains("[main key]"), "what was answered must be shown: {}", yes.human);
    for text in [
        parrot.human,
        parrot.verbose,
        parrot.json,
        parrot.junit,
        yes.human,
        yes.verbose,
        yes.json,
        yes.junit,
    ] {
        for part in ["canary", "7f3a", "Y2FuYXJ5"] {
            assert!(!text.contains(part), "{part} in {text}");
        }
    }
}

/// Also where what a secret looks like is a part of a documented message, of a name, or of the syntax of a response.
#[test]
fn verdicts_are_the_same_with_and_without_redaction() {
    let suite = library();
    for broken in [Broken::Nothing, Broken::Message, Broken::Uniqueness, Broken::PageKey] {
        let expected = run(&suite, Library::new(broken));
        for secret in [
            "is This library card is not known?",
            r#"0,"page_info":{"page":1"#,
            "replacement_cost",
            "the fixture of a run: 7.1.",
            r#""state":"lent""#,
        ] {
            let outcome = with_secret(&suite, Library::new(broken), secret);
            assert_eq!(outcome.verdicts, expected.verdicts, "{broken:?} {secret}");
            assert_eq!(outcome.exit, expected.exit, "{broken:?} {secret}");
        }
    }
}

/// Over a socket, with keys of a few characters: redacted wherever they are separate words.
#[tokio::test(flavor = "multi_thread")]
async fn keys_of_any_length_are_redacted_in_all_artefacts() {
    let app = Router::new().fallback(|headers: HeaderMap, body: String| async move {
        let key = headers.get("library-card").map(|key| key.to_str().unwrap().to_owned());
        let key = key.unwrap_or_default();
        let hex: String = key.bytes().map(|byte| format!("{byte:02x}")).collect();
        let echoed = format!("{key} `{key}` key={key} {} {hex} {body}", key.to_uppercase());
        let book = json!({ "title": echoed, "uuid": key, "isbn": 1, "price": key });
        let body = json!({ "book": book, "books": [book], "loan": book, "shelf_marks": key });
        (StatusCode::CREATED, [("x-echo", key)], body.to_string())
    });
    let port = serve_app(app).await;
    for key in ["k3y", "z9", "card-9x"] {
        let folder = tempfile::tempdir().unwrap();
        let mut run = program(folder.path());
        run.args(["run", "--base-url", &format!("http://127.0.0.1:{port}")]);
        run.args(["--state-dir", "state", "--report", "json=report.json"]);
        run.args(["--report", "junit=report.xml", "--report", "human=report.txt"]);
        let output = run.env("LIBRARY_API_KEY", key).output().unwrap();
        let report = output_text(&output);
        assert_eq!(code(&output), 1, "{report}");
        assert!(report.contains("warning: the key `main` is"), "{report}");
        assert!(report.contains(r#"-H "Library-Card: $LIBRARY_API_KEY""#), "{report}");
        let mut texts = vec![report];
        let files =
            ["report.json", "report.xml", "report.txt"].map(|name| folder.path().join(name));
        let state = fs::read_dir(folder.path().join("state")).unwrap();
        let state = state.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
        texts.extend(files.into_iter().chain(state).map(|path| fs::read_to_string(path).unwrap()));
        let hex: String = key.bytes().map(|byte| format!("{byte:02x}")).collect();
        for (text, form) in
            texts.iter().flat_map(|text| [key, &hex].map(|form| (text, form.to_lowercase())))
        {
            let lower = text.to_lowercase();
            let words = lower.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
            // Run ids are random, and may contain any characters.
            let mut words = words.filter(|word| *word == form);
            assert_eq!(words.next(), None, "{form} in {text}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_too_long_to_be_searched_is_not_shown() {
    let app = Router::new().fallback(|| async {
        (StatusCode::CONFLICT, json!({ "message": "a".repeat(2 << 20) }).to_string())
    });
    let base_url = format!("http://127.0.0.1:{}", serve_app(app).await);
    let folder = tempfile::tempdir().unwrap();
    discover::files(folder.path());
    for command in ["discover", "run"] {
        let output = discover::run_program(folder.path(), &[command, "--base-url", &base_url]);
        let text = output_text(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        let is_replaced = text.contains("bytes, too long to be searched for keys]");
        assert!(is_replaced && !text.contains("aaaaaaaa"), "{command}: {text:.2000}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_drafted_target_file_contains_no_key_with_a_line_break_in_it() {
    let app = Router::new().fallback(|| async {
        (StatusCode::CONFLICT, json!({ "message": "card-main ".repeat(30) }).to_string())
    });
    let base_url = format!("http://127.0.0.1:{}", serve_app(app).await);
    let folder = tempfile::tempdir().unwrap();
    discover::files(folder.path());
    let output = discover::run_program(folder.path(), &["discover", "--base-url", &base_url]);
    let text = output_text(&output);
    assert!(text.contains("[main key]") && !text.contains("card-"), "{text}");
}

#[test]
fn debug_output_contains_no_key() {
    let request = Request {
        method: Method::Get,
        target: "/books".to_owned(),
        headers: vec![("Library-Card".to_owned(), CANARY.to_owned())],
        body: None,
    };
    let settings = Settings {
        run_id: "7".to_owned(),
        email_domain: EmailDomain::default(),
        now: "2026-03-04T05:06:07Z".parse().unwrap(),
        jobs: 1,
        keys: [("main".to_owned(), CANARY.to_owned())].into(),
        fresh_fixtures: false,
        fresh_names: true,
        exclusive: true,
        skip_retry_pauses: true,
    };
    let options = HttpOptions {
        base_url: "http://127.0.0.1:1".parse().unwrap(),
        timeout: Duration::from_secs(5),
        authority: None,
        headers: vec![("Gate".to_owned(), CANARY.to_owned())],
    };
    let redactor = Redactor::new([("main key", CANARY)]);
    let shown = format!("{request:#?} {settings:#?} {options:#?} {redactor:#?}");
    assert!(!shown.contains("canary") && !shown.contains("7f3a"), "{shown}");
    assert!(shown.contains("Library-Card") && shown.contains("Gate") && shown.contains("main"));
}
