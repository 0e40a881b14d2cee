//! `GET /v2/campaigns`.

use referral_client::models::ListCampaignsRequest;
use reqwest::Method;
use serde_json::json;

use crate::http::service::TestServer;

#[tokio::test]
async fn each_account_is_shown_its_own() {
    let service = TestServer::start().await;
    for (label, uuid) in [("main", "MF00000000a1"), ("other_account", "MF00000000b1")] {
        let client = service.client(label);
        let answer = client.list_campaigns(ListCampaignsRequest::new()).await;
        let answer = answer.unwrap();
        assert_eq!(answer.status(), 200);
        let uuids = answer.campaigns.iter().map(|campaign| campaign.uuid.as_ref().unwrap());
        assert_eq!(uuids.map(|uuid| uuid.as_str()).collect::<Vec<_>>(), [uuid]);
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
