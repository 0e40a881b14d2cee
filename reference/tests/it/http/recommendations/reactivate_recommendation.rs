//! `PUT /v2/partner_profile/partner_campaigns/{identifier}/reactivate`.

use referral_client::models::ReactivateRecommendationRequest;
use reqwest::Method;
use serde_json::Value;

use crate::http::recommendations::PATH;
use crate::http::service::TestServer;

/// The error of a reactivation.
async fn refusal(service: &TestServer, uuid: &str) -> (u16, String) {
    let path = format!("{PATH}/{uuid}/reactivate");
    service.refusal(Method::PUT, &path, "").await
}

#[tokio::test]
async fn archived_recommendation_is_reactivated_once() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let uuid = "partner_campaign_00000000a007";
    let path = format!("{PATH}/{uuid}");
    let mut expected = service.ask(Method::GET, &path, "").await.body;
    expected["partner_campaign"]["status"] = "active".into();
    let answer = client.reactivate_recommendation(ReactivateRecommendationRequest::new(uuid));
    let answer = answer.await.unwrap();
    assert_eq!(answer.status(), 200);
    let active: Value = answer.raw().json().unwrap();
    assert_eq!(active, expected);

    // Again, and two that were never archived.
    for uuid in [uuid, "partner_campaign_00000000a001", "partner_campaign_00000000a006"] {
        let path = format!("{PATH}/{uuid}");
        let before = service.ask(Method::GET, &path, "").await.body;
        let refused = refusal(&service, uuid).await;
        assert_eq!(refused, (409, "Recommendation is not archived".to_owned()));
        assert_eq!(service.ask(Method::GET, &path, "").await.body, before);
    }
    assert_eq!(service.ask(Method::GET, &path, "").await.body, expected);
}

#[tokio::test]
async fn recommendation_archived_by_a_sponsor_stays_archived() {
    let service = TestServer::start().await;
    let uuid = "partner_campaign_00000000a010";
    let path = format!("{PATH}/{uuid}");
    let before = service.ask(Method::GET, &path, "").await.body;
    let refused = refusal(&service, uuid).await;
    let message = "Recommendation was archived by a sponsor".to_owned();
    assert_eq!(refused, (409, message));
    let found = service.ask(Method::GET, &path, "").await;
    assert_eq!(found.body["partner_campaign"]["status"], "archived");
    assert_eq!(found.body, before);
}
