//! `DELETE /v2/partner_profile/partner_campaigns/{identifier}`.

use referral_client::models::ArchiveRecommendationRequest;
use referral_reference::api::models::ArchiveRecommendationSuccess;
use reqwest::Method;

use crate::http::recommendations::PATH;
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
