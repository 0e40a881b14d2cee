//! `DELETE /v2/partner_profile/partner_campaigns/{identifier}`.

use referral_client::models::ArchiveRecommendationRequest;
use referral_reference::api::models::ArchiveRecommendationSuccess;
use reqwest::Method;

use crate::http::recommendations::{PATH, not_found};
use crate::http::service::TestServer;

#[tokio::test]
async fn a_recommendation_is_archived_and_stays_so() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let uuid = "partner_campaign_00000000a001";
    for _ in 0..2 {
        let answer = client.archive_recommendation(ArchiveRecommendationRequest::new(uuid));
        let answer = answer.await.unwrap();
        assert_eq!(answer.status(), 200);
        let archived: ArchiveRecommendationSuccess = answer.raw().json().unwrap();
        assert_eq!(archived.partner_campaign.status.as_str(), "archived");

        let found = service.ask(Method::GET, &format!("{PATH}/{uuid}"), "").await;
        let answer_body = serde_json::to_value(&archived.partner_campaign).unwrap();
        assert_eq!(found.body["partner_campaign"], answer_body);
    }
}

#[tokio::test]
async fn one_of_another_account_is_not_found_and_stays_as_it_is() {
    let service = TestServer::start().await;
    let theirs = format!("{PATH}/partner_campaign_00000000b001");
    let before = service.ask_as("other_account", Method::GET, &theirs, "").await;
    for uuid in ["partner_campaign_00000000b001", "partner_campaign_000000000000"] {
        let refused = service.refusal(Method::DELETE, &format!("{PATH}/{uuid}"), "").await;
        assert_eq!(refused, not_found(uuid));
    }
    let after = service.ask_as("other_account", Method::GET, &theirs, "").await;
    assert_eq!(after.body, before.body);
}

#[tokio::test]
async fn a_body_where_none_belongs_is_ignored() {
    let service = TestServer::start().await;
    let path = format!("{PATH}/partner_campaign_00000000a002");
    let answer = service.ask(Method::DELETE, &path, "{ no JSON").await;
    assert_eq!(answer.status, 200);
}
