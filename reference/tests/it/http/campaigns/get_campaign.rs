//! `GET /v2/campaigns/{identifier}`.

use referral_client::models::GetCampaignRequest;
use serde_json::json;

use crate::http::service::TestServer;
use crate::support::in_use;

#[tokio::test]
async fn a_campaign_is_shown() {
    let service = TestServer::start().await;
    for seeded in in_use() {
        let Some(campaign) = seeded.campaign else {
            assert_eq!(seeded.label, "brand_new");
            continue;
        };
        let client = service.client(&seeded.label);
        let answer = client.get_campaign(GetCampaignRequest::new(campaign.uuid.as_str())).await;
        let answer = answer.unwrap();
        assert_eq!(answer.status(), 200);
        let body: serde_json::Value = answer.raw().json().unwrap();
        let campaign = json!({ "uuid": campaign.uuid.as_str(), "name": campaign.name });
        assert_eq!(body, json!({ "campaign": campaign }));
    }
}
