//! `GET /v2/partner_profile/partner_campaigns/{identifier}`.

use referral_client::models::GetRecommendationRequest;
use reqwest::Method;

use crate::http::recommendations::{PATH, not_found};
use crate::http::service::TestServer;

#[tokio::test]
async fn recommendation_has_all_members() {
    let service = TestServer::start().await;
    let path = format!("{PATH}/partner_campaign_00000000a001");
    let answer = service.ask(Method::GET, &path, "").await;
    assert_eq!(answer.status, 200);
    insta::assert_snapshot!(serde_json::to_string_pretty(&answer.body).unwrap());
}

#[tokio::test]
async fn absent_values_are_null() {
    let service = TestServer::start().await;
    let path = format!("{PATH}/partner_campaign_00000000a002");
    let answer = service.ask(Method::GET, &path, "").await;
    let answer_body = answer.body["partner_campaign"].as_object().unwrap();
    for member in ["thankyou_page_url", "accepted_terms_at"] {
        assert!(answer_body[member].is_null(), "{member}");
    }
}

#[tokio::test]
async fn the_generated_client_reads_it() {
    let service = TestServer::start().await;
    let uuid = "partner_campaign_00000000a005";
    let client = service.client("main");
    let answer = client.get_recommendation(GetRecommendationRequest::new(uuid)).await;
    let answer_body = answer.unwrap().partner_campaign.clone();
    assert_eq!(answer_body.uuid.as_str(), uuid);
    assert_eq!(answer_body.status.as_str(), "draft");
}

#[tokio::test]
async fn an_unknown_recommendation_and_one_of_another_account_are_not_found() {
    let service = TestServer::start().await;
    for uuid in [
        "partner_campaign_000000000000",
        "partner_campaign_00000000b001",
        "0a1b2c3d4e",
        "' OR 1=1 --",
    ] {
        let refused = service.refusal(Method::GET, &format!("{PATH}/{uuid}"), "").await;
        assert_eq!(refused, not_found(uuid));
    }
    for (odd, status) in [("%00", 404), ("%ff", 400), ("%20", 404), ("a/b", 404), ("", 404)] {
        let refused = service.refusal(Method::GET, &format!("{PATH}/{odd}"), "").await;
        assert_eq!(refused.0, status, "{odd}: {}", refused.1);
    }
}
