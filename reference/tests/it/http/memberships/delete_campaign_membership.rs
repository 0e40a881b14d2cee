//! `DELETE /v2/campaigns/{identifier}/campaign_memberships/{uuid}`.

use referral_client::models::{
    CampaignMembership, CreateCampaignMembershipRequest, DeleteCampaignMembershipRequest,
};
use reqwest::Method;
use serde_json::Value;

use crate::http::service::TestServer;

const CAMPAIGN: &str = "MF00000000a1";
const SUBSCRIBER: &str = "sub_00000000a004";

async fn added(service: &TestServer) -> CampaignMembership {
    let request = CreateCampaignMembershipRequest::new(CAMPAIGN, SUBSCRIBER);
    let client = service.client("main");
    let answer = client.create_campaign_membership(request).await.unwrap();
    answer.campaign_membership.clone()
}

/// The number of campaigns of the subscriber.
async fn campaigns(service: &TestServer) -> usize {
    let path = format!("/v2/subscribers/{SUBSCRIBER}?expand=campaigns");
    let answer_body = service.ask(Method::GET, &path, "").await.body;
    answer_body["subscriber"]["referral_programs"].as_array().unwrap().len()
}

#[tokio::test]
async fn removed_member_can_be_added_again() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let mut before = None;
    for _ in 0..2 {
        let membership = added(&service).await;
        assert_ne!(before.as_ref(), Some(&membership.uuid));
        assert_eq!(campaigns(&service).await, 1);
        let uuid = membership.uuid.clone();
        let request = DeleteCampaignMembershipRequest::new(CAMPAIGN, uuid.clone());
        let answer = client.delete_campaign_membership(request).await.unwrap();
        assert_eq!(answer.status(), 200);
        let body: Value = answer.raw().json().unwrap();
        let removed: CampaignMembership =
            serde_json::from_value(body["campaign_membership"].clone()).unwrap();
        assert_eq!(removed, membership);
        assert_eq!(campaigns(&service).await, 0);

        let uuid = uuid.as_str();
        let path = format!("/v2/campaigns/{CAMPAIGN}/campaign_memberships/{uuid}");
        let again = service.refusal(Method::DELETE, &path, "").await;
        let message = format!("Campaign membership {uuid} not found!");
        assert_eq!(again, (404, message));
        before = Some(membership.uuid);
    }
}

#[tokio::test]
async fn memberships_of_other_accounts_or_campaigns_are_not_removed() {
    let service = TestServer::start().await;
    let membership = added(&service).await;
    let uuid = membership.uuid.as_str();
    for (label, campaign, known) in [
        ("other_account", CAMPAIGN, false),
        ("other_account", "MF00000000b1", true),
        ("main", "MF00000000b1", false),
        ("main", "MF0000000000", false),
    ] {
        let path = format!("/v2/campaigns/{campaign}/campaign_memberships/{uuid}");
        let answer = service.ask_as(label, Method::DELETE, &path, "").await;
        let message = if known {
            format!("Campaign membership {uuid} not found!")
        } else {
            format!("Campaign {campaign} not found!")
        };
        assert_eq!(answer.refusal(), (404, message));
    }
    assert_eq!(campaigns(&service).await, 1);
}
