//! Properties of every answer, for all routes and failures.

use reqwest::Method;
use reqwest::header::CONTENT_TYPE;

use crate::http::service::{KEY, TestServer, seen};

#[tokio::test]
async fn every_record_has_all_members() {
    let service = TestServer::start().await;
    let mut all = String::new();
    for path in [
        "/v2/partner_network/partner_programs/partner_program_00000000b002",
        "/v2/partner_profile/partner_campaigns/partner_campaign_00000000a001",
        "/v2/partner_profile/payouts?per_page=1&page=8",
        "/v2/upscribes/upscribe_00000000a001",
        "/v3/payouts/payout_00000000a001?expand=unpaid_details,details",
        "/v3/publications?page=7&per_page=1",
    ] {
        let answer = service.ask(Method::GET, path, "").await;
        let shown = serde_json::to_string_pretty(&answer.body).unwrap();
        all += &format!("== {path} ==\n{shown}\n\n");
    }
    insta::assert_snapshot!(all);
}

#[tokio::test]
async fn a_method_that_is_no_operation_says_which_are() {
    let service = TestServer::start().await;
    for (method, path, allowed) in [
        (Method::DELETE, "/v2/subscribers", ["GET", "HEAD", "POST"].as_slice()),
        (Method::GET, "/v2/subscribers/x/reject", &["PUT"]),
        (Method::PATCH, "/v3/publications", &["GET", "HEAD"]),
    ] {
        let answer = service.ask(method, path, "").await;
        let allow = answer.headers["allow"].to_str().unwrap();
        let mut methods: Vec<_> = allow.split(',').map(str::trim).collect();
        methods.sort_unstable();
        assert_eq!(methods, allowed, "{path}");
        assert_eq!(answer.refusal().0, 405);
    }
}

#[tokio::test]
async fn a_body_is_json_of_some_kind_or_of_none() {
    let service = TestServer::start().await;
    for (at, kind, status) in [
        (1, None, 201),
        (2, Some("application/json; charset=utf-8"), 201),
        (3, Some("Application/Merge-Patch+JSON"), 201),
        (4, Some("text/plain"), 415),
        (5, Some("application/x-www-form-urlencoded"), 415),
        (6, Some("no/such; ="), 415),
    ] {
        let request = service.request(Method::POST, "/v2/subscribers");
        let request = request.header(KEY, service.context.key("main"));
        let request = request.body(format!(r#"{{"email":"kind{at}@example.com"}}"#));
        let request = match kind {
            Some(kind) => request.header(CONTENT_TYPE, kind),
            None => request,
        };
        assert_eq!(seen(request).await.status, status, "{kind:?}");
    }
}

#[tokio::test]
async fn each_request_has_a_name_of_its_own_that_no_caller_chooses() {
    let service = TestServer::start().await;
    let mut names = Vec::new();
    for _ in 0..3 {
        let request = service.request(Method::GET, "/v3/publications");
        let answer = seen(request.header("x-request-id", "mine")).await;
        names.push(answer.headers["x-request-id"].clone());
    }
    assert!(names.iter().all(|name| name != "mine"));
    assert!(names[0] != names[1] && names[1] != names[2] && names[0] != names[2]);
}

#[tokio::test]
async fn internal_failure_is_answered_without_its_cause() {
    let service = TestServer::start().await;
    service.context.service.store().close().await;
    let answer = service.ask(Method::GET, "/v3/publications", "").await;
    assert_eq!((answer.status, answer.message().as_str()), (500, "internal error"));
}
