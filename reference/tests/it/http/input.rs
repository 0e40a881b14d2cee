//! Every request gets an answer: a documented one or the error envelope, never 5xx.
//!
//! Every operation gets every kind of defect. Requests that hyper refuses itself are in
//! `invalid_http_gets_a_bare_status`.

mod bodies;
mod random;
mod raw;

use crate::http::operations::{self, Call, calls};
use crate::http::service::TestServer;
use raw::{Raw, answered, send};
use reqwest::Method;

const UNKNOWN_PATH: &str = r#"{"error":"no operation has this path"}"#;

/// All query parameters.
const NAMES: [&str; 9] = [
    "page",
    "per_page",
    "cpa",
    "max_payout",
    "expand",
    "type",
    "sort",
    "accepted_countries",
    "can_be_recommended_via",
];

/// The lists with pages.
const PAGED: [&str; 6] = [
    "/v2/subscribers",
    "/v3/payouts",
    "/v3/publications",
    "/v2/partner_profile/payouts",
    "/v2/partner_profile/partner_campaigns",
    "/v2/partner_network/partner_programs",
];

/// Calls whose path has a parameter.
fn with_parameter() -> Vec<Call> {
    let routes = operations::routes();
    let has =
        |call: &Call| routes.iter().any(|route| route.0 == call.operation && route.2.contains('{'));
    calls().into_iter().filter(has).collect()
}

#[tokio::test]
async fn the_calls_are_answered_well_with_any_body_where_none_belongs() {
    for unread in ["", "{ no JSON"] {
        let service = TestServer::start().await;
        // Those that change whom others name are among the first.
        for call in calls().into_iter().rev() {
            let body = if call.body.is_empty() { unread } else { call.body };
            let answer = answered(&service, &Raw::of(&call).body(body)).await;
            // The membership to delete does not exist.
            let expected = call.operation != "delete_campaign_membership";
            assert_eq!(answer.status < 300, expected, "{}: {answer:?}", call.operation);
        }
    }
}

#[tokio::test]
async fn malformed_and_unknown_identifiers_in_paths() {
    let service = TestServer::start().await;
    let long = "x".repeat(20_000);
    for call in with_parameter() {
        for parameter in ["%ff", "%c3%28", "%ed%a0%80", "a%ffb"] {
            let raw = Raw::of(&call).path(operations::at(&call, parameter));
            let answer = answered(&service, &raw).await;
            assert_eq!(answer.status, 400, "{}", raw.summary());
        }
        for parameter in [
            "%00",
            "a%00b",
            "%",
            "%zz",
            "%2",
            "%2e%2e",
            "%2e%2e%2fsubscribers",
            "..",
            "%2f",
            "%0d%0a",
            "%E2%80%AE",
            "'--",
            &long,
        ] {
            let raw = Raw::of(&call).path(operations::at(&call, parameter));
            let answer = answered(&service, &raw).await;
            // An event without a subscriber is refused before the look-up.
            let is_blank = call.operation == "create_event" && parameter == "%0d%0a";
            let expected = if is_blank { 400 } else { 404 };
            assert_eq!(answer.status, expected, "{answer:?} to {}", raw.summary());
        }
    }
}

#[tokio::test]
async fn malformed_queries_and_numbers_out_of_range() {
    let service = TestServer::start().await;
    let numbers = [
        "-1",
        "0",
        "1e30",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551616",
        "1.5",
        "x",
        "",
        "%00",
        "+1",
        "%ff",
    ];
    for call in calls() {
        let path = operations::at(&call, "x");
        for number in numbers {
            let query = NAMES.map(|name| format!("{name}={number}")).join("&");
            answered(&service, &Raw::of(&call).path(format!("{path}?{query}"))).await;
        }
        for query in [
            "?",
            "?&&=&",
            "?%",
            "?=%ff",
            "?page=1&page=2",
            "?page",
            "?expand=details&expand=campaigns",
            "?page[]=1",
            "?;=",
        ] {
            answered(&service, &Raw::of(&call).path(format!("{path}{query}"))).await;
        }
    }
}

#[tokio::test]
async fn page_numbers_are_brought_into_range_or_refused() {
    let service = TestServer::start().await;
    let largest = i64::MAX as u64;
    for list in PAGED {
        for (query, page, per_page) in [
            ("", 1, 50),
            ("page=&per_page=", 1, 50),
            ("page=0&per_page=0", 1, 1),
            ("page=-1&per_page=-9", 1, 1),
            ("page=1000000&per_page=200", 1_000_000, 200),
            ("per_page=201", 1, 200),
            ("page=9223372036854775807&per_page=9223372036854775807", largest, 200),
            ("page=18446744073709551615&per_page=18446744073709551615", largest, 200),
            ("page=99999999999999999999&per_page=99999999999999999999", largest, 200),
        ] {
            let answer = service.ask(Method::GET, &format!("{list}?{query}"), "").await;
            assert_eq!(answer.status, 200, "{list}?{query}");
            let meta = &answer.body["meta"];
            assert_eq!((&meta["page"], &meta["per_page"]), (&page.into(), &per_page.into()));
        }
        for value in ["-", "two", "1.0", "1.5", "1e3", "0x1", "%00", "%ff", "1%201"] {
            for name in ["page", "per_page"] {
                let path = format!("{list}?{name}={value}");
                let (status, message) = service.refusal(Method::GET, &path, "").await;
                assert_eq!(status, 400, "{path}");
                assert!(message.starts_with(&format!("query.{name} is not ")), "{message}");
            }
        }
    }
}

#[tokio::test]
async fn malformed_query_values() {
    let service = TestServer::start().await;
    for query in ["expand=%", "expand=%zz", "expand=%ff", "expand=%00", "type=a%00b"] {
        let raw = Raw::of(&calls()[1]).path(format!("/v2/subscribers?{query}"));
        let answer = answered(&service, &raw).await;
        assert_eq!(answer.status, 400, "{answer:?} to {query}");
    }
}

#[tokio::test]
async fn headers_of_all_kinds() {
    let service = TestServer::start().await;
    for call in calls() {
        for header in [
            "Accept: text/html",
            "Accept-Encoding: gzip",
            "X-Request-Id: mine",
            "X-Api-Key: another",
            "Expect: nothing",
            "Range: bytes=0-1",
            "If-None-Match: *",
            "Origin: null",
            "Cookie: a=b",
        ] {
            answered(&service, &Raw::of(&call).header(header)).await;
        }
        let huge = format!("X-Much: {}", "x".repeat(100_000));
        answered(&service, &Raw::of(&call).header(huge)).await;
    }
}

#[tokio::test]
async fn targets_and_methods_of_all_kinds() {
    let service = TestServer::start().await;
    let good = Raw::of(&calls()[1]);
    for (method, path, status) in [
        ("BREW", "/v2/subscribers", 405),
        ("get", "/v2/subscribers", 405),
        ("TRACE", "/v2/subscribers", 405),
        ("PUT", "/v2/subscribers", 405),
        ("OPTIONS", "/v2/subscribers", 204),
        ("OPTIONS", "*", 404),
        ("GET", "/v2/../v2/subscribers", 404),
        ("GET", "//v2/subscribers", 404),
        ("GET", "/v2/subscribers/", 404),
        ("GET", "/v2/upscribes//", 404),
        ("PUT", "/v2/subscribers//reject", 400),
        ("PUT", "/v2/subscribers//unsubscribe", 400),
        ("GET", "/%76%32/subscribers", 404),
        ("GET", "http://elsewhere.example/v2/subscribers", 200),
        ("HEAD", "/v2/subscribers", 200),
        ("HEAD", "/nowhere", 404),
        ("POST", "/nowhere", 404),
        ("GET", "/", 404),
        ("GET", "/v2", 404),
        ("GET", "/v9/subscribers", 404),
        ("GET", "/v2/campaign", 404),
        ("GET", "/%ff", 404),
    ] {
        let mut raw = good.clone().path(path);
        raw.method = method.to_owned();
        let answer = answered(&service, &raw).await;
        assert_eq!(answer.status, status, "{method} {path}: {answer:?}");
        if status == 404 && method != "HEAD" {
            assert_eq!(answer.body, UNKNOWN_PATH);
        }
    }
}

/// hyper answers these itself.
#[tokio::test]
async fn invalid_http_gets_a_bare_status() {
    let service = TestServer::start().await;
    let good = Raw::of(&calls()[1]);
    let odd_method = Raw { method: "G(T".to_owned(), ..good.clone() };
    for (raw, status) in [
        (good.clone().path(format!("/{}", "x".repeat(70_000))), 414),
        (
            // Far over the limit: hyper does not check the length of a head that fits its buffer.
            good.clone().header(format!("X-Much: {}", "x".repeat(4_000_000))),
            431,
        ),
        (good.clone().header("no colon"), 400),
        (good.clone().header("X-Bad: \0"), 400),
        (good.clone().path("/v2/subscribers?\u{1}"), 400),
        (good.clone().path("/v2/subscribers?\"<>"), 400),
        (good.clone().framed("Content-Length: x"), 400),
        (good.clone().framed("Content-Length: -1"), 400),
        (good.clone().header("Content-Length: 7"), 400),
        (odd_method, 400),
    ] {
        let answer = send(&service, &raw).await;
        let observed = (answer.status, answer.body.as_str());
        assert_eq!(observed, (status, ""), "{}", raw.summary());
        assert!(answer.head.contains("\r\ncontent-length: 0\r\n"), "{answer:?}");
    }
}

/// The rule holds for all bodies and queries.
#[tokio::test]
async fn empty_strings_count_as_absent() {
    let service = TestServer::start().await;
    let body = r#"{ "email": "empty@example.com", "name": "", "referrer_code": "", "ip_address": "", "user_agent": "",
        "utm_source": "", "utm_campaign": "", "created_at": "", "country_code": "" }"#;
    let created = service.ask(Method::POST, "/v2/subscribers", body).await;
    assert_eq!(created.status, 201, "{created:?}");
    let subscriber = &created.body["subscriber"];
    for member in [
        "name",
        "referrer_code",
        "ip_address",
        "user_agent",
        "utm_source",
        "utm_campaign",
        "country_code",
    ] {
        assert_eq!(subscriber[member], serde_json::Value::Null, "{member}");
    }
    let path = "/v2/subscribers/empty@example.com";
    let named = service.ask(Method::PUT, path, r#"{ "name": "Ada" }"#).await;
    let update = r#"{ "name": "", "email": "", "status": "" }"#;
    let updated = service.ask(Method::PUT, path, update).await;
    assert_eq!((updated.status, updated.body), (200, named.body));

    let campaign = "/v2/campaigns/MF00000000a1";
    let before = service.ask(Method::GET, campaign, "").await;
    let renamed = service.ask(Method::PUT, campaign, r#"{ "name": "" }"#).await;
    assert_eq!((renamed.status, renamed.body), (200, before.body));
    let event = "/v1/campaigns/MF00000000a1/subscribers/empty@example.com/events";
    let recorded = service.ask(Method::POST, event, r#"{ "value": 1, "descripton": "" }"#).await;
    assert_eq!(recorded.status, 200);
    assert_eq!(recorded.body["event"].get("description"), None);

    for (list, query) in [
        ("/v2/subscribers", "type=&expand=&page=&per_page="),
        (
            "/v2/partner_network/partner_programs",
            "cpa=&max_payout=&accepted_countries=&can_be_recommended_via=&sort=",
        ),
        ("/v3/payouts", "expand="),
    ] {
        let plain = service.ask(Method::GET, list, "").await;
        let path = format!("{list}?{query}");
        let empty = service.ask(Method::GET, &path, "").await;
        assert_eq!((empty.status, empty.body), (200, plain.body), "{path}");
    }

    // A required member counts as missing then.
    let missing = service.refusal(Method::POST, "/v2/subscribers", r#"{ "email": "" }"#).await;
    assert_eq!(missing, (400, "You have to provide at least an email".to_owned()));
    let missing = service.refusal(Method::POST, event, r#"{ "value": "" }"#).await;
    assert_eq!(missing, (400, "You have to provide a value".to_owned()));
}
