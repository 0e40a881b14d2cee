//! `POST /v2/campaigns/{identifier}/campaign_memberships`.

use referral_client::Client;
use referral_client::models::{
    CampaignMembership, CreateCampaignMembershipError, CreateCampaignMembershipRequest,
};
use reqwest::Method;

use crate::http::service::{self, TestServer};
use crate::support::now;

const CAMPAIGN: &str = "MF00000000a1";
const PATH: &str = "/v2/campaigns/MF00000000a1/campaign_memberships";

async fn added(client: &Client, subscriber: &str) -> CampaignMembership {
    let request = CreateCampaignMembershipRequest::new(CAMPAIGN, subscriber);
    let answer = client.create_campaign_membership(request).await.unwrap();
    assert_eq!(answer.status(), 201);
    assert!(answer.extra.is_empty());
    answer.campaign_membership.clone()
}

async fn refused(client: &Client, subscriber: &str) -> CreateCampaignMembershipError {
    let request = CreateCampaignMembershipRequest::new(CAMPAIGN, subscriber);
    let (status, error) = service::refused(client.create_campaign_membership(request).await);
    assert_eq!(status, 400, "{subscriber}");
    error
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
        let membership = added(&client, sent).await;
        assert_eq!(membership.campaign_uuid.as_str(), CAMPAIGN);
        assert_eq!(membership.subscriber_uuid.as_str(), uuid);
        assert_eq!(membership.created_at.as_str(), now().to_string());
        assert!(membership.uuid.as_str().starts_with("membership_"));
        assert_eq!(membership.uuid.as_str().len(), "membership_".len() + 12);
        assert!(membership.extra.is_empty());

        for again in [sent, uuid, email] {
            let email = email.to_owned();
            let error = CreateCampaignMembershipError::AlreadyMember { email };
            assert_eq!(refused(&client, again).await, error);
        }
        let path = format!("/v2/subscribers/{uuid}?expand=campaigns");
        let answer_body = service.ask(Method::GET, &path, "").await.body;
        let programs = answer_body["subscriber"]["referral_programs"].as_array().unwrap();
        assert_eq!(programs.len(), 1);
        assert_eq!(programs[0]["uuid"], CAMPAIGN);
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
        let email = sent.to_owned();
        let error = CreateCampaignMembershipError::MemberNotFound { email };
        assert_eq!(refused(&client, sent).await, error);
    }
}

#[tokio::test]
async fn a_request_without_a_subscriber_says_so() {
    let service = TestServer::start().await;
    for body in [
        "",
        "{}",
        r#"{"subscriber_uuid":null}"#,
        r#"{"subscriber_uuid":""}"#,
        r#"{"subscriber_uuid":" \n"}"#,
        r#"{"subscriber":"sub_00000000a004"}"#,
    ] {
        let refused = service.refusal(Method::POST, PATH, body).await;
        let message = "You have to provide a subscriber".to_owned();
        assert_eq!(refused, (400, message), "{body}");
    }
    for body in [r#"{"subscriber_uuid":5}"#, r#"{"subscriber_uuid":["x"]}"#, "{"] {
        let (status, message) = service.refusal(Method::POST, PATH, body).await;
        assert_eq!(status, 400, "{body}");
        assert!(message.starts_with("body"), "{body}: {message}");
    }
}
