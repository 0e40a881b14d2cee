//! `GET /v2/campaigns/{identifier}`.

use referral_client::Error;
use referral_client::models::GetCampaignRequest;
use reqwest::Method;
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

#[tokio::test]
async fn an_unknown_campaign_and_one_of_another_account_are_not_found() {
    let service = TestServer::start().await;
    let long = "M".repeat(2000);
    for uuid in [
        "MF0000000000",
        "MF00000000b1",
        "mf00000000a1",
        " ",
        "%",
        "a/b?c#d",
        "nul\0",
        "' OR 1=1 --",
        &long,
    ] {
        let client = service.client("main");
        let refused = client.get_campaign(GetCampaignRequest::new(uuid)).await;
        let Err(Error::Undocumented(raw)) = refused else { panic!("{uuid}: {refused:?}") };
        assert_eq!(raw.status, 404, "{uuid}");
        let body: serde_json::Value = raw.json().unwrap();
        assert_eq!(body, json!({ "error": format!("Campaign {uuid} not found!") }));
    }
}

#[tokio::test]
async fn odd_paths_are_refused_in_the_envelope() {
    let service = TestServer::start().await;
    for (path, status) in [
        ("/v2/campaigns/", 404),
        ("/v2/campaigns/%zz", 404),
        ("/v2/campaigns/%ff", 400),
        ("/v2/campaigns/%2e%2e%2fsubscribers", 404),
    ] {
        let refused = service.refusal(Method::GET, path, "").await;
        assert_eq!(refused.0, status, "{path}: {}", refused.1);
    }
}
