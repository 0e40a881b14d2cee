//! `GET /v3/payouts/{uuid}`.

use referral_client::models::{GetPayoutError, GetPayoutExpand, GetPayoutRequest};
use referral_reference::api::models::GetPayoutSuccess;
use reqwest::Method;

use crate::http::service::{TestServer, refused};

#[tokio::test]
async fn payout_has_the_requested_expansions() {
    let service = TestServer::start().await;
    let path = "/v3/payouts/payout_00000000a001?expand=unpaid_details,details";
    let answer = service.ask(Method::GET, path, "").await;
    insta::assert_snapshot!(serde_json::to_string_pretty(&answer.body).unwrap());
}

#[tokio::test]
async fn expansions_are_shown_only_when_asked_for() {
    let service = TestServer::start().await;
    for (query, answer_body) in [
        ("", [false, false]),
        ("?expand=", [false, false]),
        ("?expand=everything", [false, false]),
        ("?expand=details", [true, false]),
        ("?expand=unpaid_details", [false, true]),
        ("?expand=details,%20everything,unpaid_details", [true, true]),
    ] {
        let path = format!("/v3/payouts/payout_00000000a006{query}");
        let answer = service.ask(Method::GET, &path, "").await;
        let payout = answer.body["payout"].as_object().unwrap();
        let there = ["details", "unpaid_details"].map(|text| payout.contains_key(text));
        assert_eq!(there, answer_body, "{query}");
        assert!(payout["paid_at"].is_null());
    }
}

#[tokio::test]
async fn the_generated_client_reads_it() {
    let service = TestServer::start().await;
    let request = GetPayoutRequest::new("payout_00000000a003").expand(GetPayoutExpand::Details);
    let answer = service.client("main").get_payout(request).await.unwrap();
    let answer_body: GetPayoutSuccess = answer.raw().json().unwrap();
    assert_eq!(answer_body.payout.amount_in_dollars.as_str(), "5.10");
    let details = answer_body.payout.details.unwrap();
    assert_eq!(details[0].amount_in_dollars, answer_body.payout.amount_in_dollars);
}

#[tokio::test]
async fn payout_outside_the_view_is_not_found() {
    let service = TestServer::start().await;
    let client = service.client("main");
    for uuid in [
        // A payout to an affiliate, and a correction.
        "payout_00000000a004",
        "payout_00000000a005",
    ] {
        let refused = refused(client.get_payout(GetPayoutRequest::new(uuid)).await);
        assert_eq!(refused, (404, GetPayoutError::PayoutNotFound), "{uuid}");
    }
}
