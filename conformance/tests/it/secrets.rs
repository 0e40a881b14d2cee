//! A key that a server throws back at us is in no report, in no form; nor does `Debug` show one.

use std::time::Duration;

use base64::Engine as _;
use referral_conformance::exchange::{Request, Response};
use referral_conformance::redact::Redactor;
use referral_conformance::run::{HttpOptions, Reply, Settings, Transport};
use referral_conformance::target::EmailDomain;
use spec::Method;

use crate::session::{library, with_keys};

const CANARY: &str = "canary/\"7f3a\" +9";

/// Answers every request with the key it was sent, in several forms.
struct Parrot;

impl Transport for Parrot {
    fn send(&self, request: Request) -> Reply<'_> {
        let key = request.headers.first().map_or("", |(_, key)| key);
        let encoded = base64::engine::general_purpose::STANDARD.encode(key);
        let body = serde_json::json!({ "message": format!("{key} {encoded}"), "books": key });
        Box::pin(async move {
            Ok(Response {
                status: 403,
                headers: Vec::new(),
                body: body.to_string().into_bytes(),
            })
        })
    }
}

/// As [`Parrot`], but with success, so that what it says is shown as a breach.
struct Yes;

impl Transport for Yes {
    fn send(&self, request: Request) -> Reply<'_> {
        let key = request
            .headers
            .first()
            .map_or("", |(_, key)| key)
            .to_owned();
        let body = serde_json::json!({ "book": { "title": key, "uuid": 1 }, "shelf_marks": [] });
        Box::pin(async move {
            Ok(Response {
                status: 201,
                headers: Vec::new(),
                body: body.to_string().into_bytes(),
            })
        })
    }
}

#[test]
fn no_report_holds_a_key() {
    let suite = library();
    let redactor = Redactor::new([("main key", CANARY)]);
    let parrot = with_keys(&suite, Parrot, &[("main", CANARY)]);
    let yes = with_keys(&suite, Yes, &[("main", CANARY)]);
    assert!(
        yes.human.contains("[main key]"),
        "what was answered must be shown: {}",
        yes.human
    );
    for text in [
        parrot.human,
        parrot.json,
        parrot.junit,
        yes.human,
        yes.json,
        yes.junit,
    ] {
        let text = redactor.text(&text);
        for part in ["canary", "7f3a", "Y2FuYXJ5"] {
            assert!(!text.contains(part), "{part} in {text}");
        }
    }
}

#[test]
fn debug_never_shows_a_key() {
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
        alone: true,
        hasty: true,
    };
    let options = HttpOptions {
        base_url: "http://127.0.0.1:1".parse().unwrap(),
        timeout: Duration::from_secs(5),
        authority: None,
        headers: vec![("Gate".to_owned(), CANARY.to_owned())],
    };
    let redactor = Redactor::new([("main key", CANARY)]);
    let shown = format!("{request:#?} {settings:#?} {options:#?} {redactor:#?}");
    assert!(
        !shown.contains("canary") && !shown.contains("7f3a"),
        "{shown}"
    );
    assert!(shown.contains("Library-Card") && shown.contains("Gate") && shown.contains("main"));
}
