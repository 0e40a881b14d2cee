//! Operations on campaign memberships.

use referral_client::models::{
    CampaignMembership, CreateCampaignMembershipError, CreateCampaignMembershipRequest,
    DeleteCampaignMembershipRequest,
};
use reqwest::Method;

use crate::http::service::{TestServer, refused};
use crate::support::now;

const CAMPAIGN: &str = "MF00000000a1";

async fn added(service: &TestServer, subscriber: &str) -> CampaignMembership {
    let request = CreateCampaignMembershipRequest::new(CAMPAIGN, subscriber);
    let answer = service.client("main").create_campaign_membership(request).await.unwrap();
    assert_eq!(answer.status(), 201);
    assert!(answer.extra.is_empty());
    answer.campaign_membership.clone()
}

/// The uuids of the subscriber's campaigns.
async fn campaigns(service: &TestServer, subscriber: &str) -> Vec<String> {
    let path = format!("/v2/subscribers/{subscriber}?expand=campaigns");
    let answer = service.ask(Method::GET, &path, "").await;
    let campaigns = answer.body["subscriber"]["referral_programs"].as_array().unwrap().iter();
    campaigns.map(|campaign| campaign["uuid"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_subscriber_is_added_once_whichever_way_they_are_named() {
    let service = TestServer::start().await;
    let client = service.client("main");
    for (sent, uuid, email) in [
        ("sub_00000000a004", "sub_00000000a004", "tomas@example.org"),
        ("Wei@Example.net", "sub_00000000a005", "wei@example.net"),
        ("sub_00000000a006", "sub_00000000a006", "Grace.Hill@Example.net"),
    ] {
        let membership = added(&service, sent).await;
        assert_eq!(membership.campaign_uuid.as_str(), CAMPAIGN);
        assert_eq!(membership.subscriber_uuid.as_str(), uuid);
        assert_eq!(membership.created_at.as_str(), now().to_string());
        assert!(membership.uuid.as_str().starts_with("membership_"));
        assert_eq!(membership.uuid.as_str().len(), "membership_".len() + 12);
        assert!(membership.extra.is_empty());
        assert_eq!(campaigns(&service, uuid).await, [CAMPAIGN]);
        for again in [sent, uuid, email] {
            let request = CreateCampaignMembershipRequest::new(CAMPAIGN, again);
            let error = CreateCampaignMembershipError::AlreadyMember { email: email.to_owned() };
            let result = client.create_campaign_membership(request).await;
            assert_eq!(refused(result), (400, error));
        }
    }
}

#[tokio::test]
async fn only_subscribers_of_the_account_are_added() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let long = "s".repeat(5000);
    for sent in [
        "missing@example.com",
        "sub_000000000000",
        "sub_00000000b002",
        "iris@evening.example",
        "nul\0",
        &long,
    ] {
        let request = CreateCampaignMembershipRequest::new(CAMPAIGN, sent);
        let error = CreateCampaignMembershipError::MemberNotFound { email: sent.to_owned() };
        assert_eq!(refused(client.create_campaign_membership(request).await), (400, error));
    }
}

#[tokio::test]
async fn removed_member_can_be_added_again() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let mut before = None;
    for _ in 0..2 {
        let membership = added(&service, "sub_00000000a004").await;
        assert_ne!(before.as_ref(), Some(&membership.uuid));
        let uuid = membership.uuid.clone();
        // In another campaign there is no such membership.
        let path = format!("/v2/campaigns/MF0000000000/campaign_memberships/{uuid}");
        assert_eq!(service.refusal(Method::DELETE, &path, "").await.0, 404);
        let request = DeleteCampaignMembershipRequest::new(CAMPAIGN, uuid.clone());
        let answer = client.delete_campaign_membership(request).await.unwrap();
        assert_eq!(answer.status(), 200);
        let body: serde_json::Value = answer.raw().json().unwrap();
        let removed: CampaignMembership =
            serde_json::from_value(body["campaign_membership"].clone()).unwrap();
        assert_eq!(removed, membership);
        assert_eq!(campaigns(&service, "sub_00000000a004").await, [""; 0]);

        let path = format!("/v2/campaigns/{CAMPAIGN}/campaign_memberships/{uuid}");
        let again = service.refusal(Method::DELETE, &path, "").await;
        assert_eq!(again, (404, format!("Campaign membership {uuid} not found!")));
        before = Some(membership.uuid);
    }
}
