//! `GET /v2/campaigns`.

use referral_client::models::ListCampaignsRequest;
use reqwest::Method;
use serde_json::json;

use crate::http::service::TestServer;
use crate::support::in_use;

#[tokio::test]
async fn each_account_is_shown_its_own() {
    let service = TestServer::start().await;
    for seeded in in_use() {
        assert_eq!(seeded.campaign.is_none(), seeded.label == "brand_new");
        let client = service.client(&seeded.label);
        let answer = client.list_campaigns(ListCampaignsRequest::new()).await;
        let answer = answer.unwrap();
        assert_eq!(answer.status(), 200);
        let body: serde_json::Value = answer.raw().json().unwrap();
        let campaigns = seeded.campaign.iter().map(|campaign| {
            let name = &campaign.name;
            json!({ "uuid": campaign.uuid.as_str(), "name": name })
        });
        let campaigns: Vec<_> = campaigns.collect();
        assert_eq!(body, json!({ "campaigns": campaigns }));
    }
}

#[tokio::test]
async fn the_list_is_whole_whatever_page_is_asked_for() {
    let service = TestServer::start().await;
    let campaign = json!({ "uuid": "MF00000000a1", "name": "Bring a friend to breakfast" });
    for query in ["", "?page=2", "?page=no&per_page=0", "?%ff"] {
        let path = format!("/v2/campaigns{query}");
        let answer = service.ask(Method::GET, &path, "").await;
        assert_eq!(answer.body, json!({ "campaigns": [campaign] }), "{query}");
    }
}
