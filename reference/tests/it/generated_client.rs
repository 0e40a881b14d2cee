//! The generated client calls every operation of the running service in one scenario.

use std::collections::BTreeSet;
use std::path::Path;

use referral_client::models::*;
use referral_client::{Client, Error, Response};
use serde_json::Value;

use crate::http::service::TestServer;

/// Calls an operation, which must succeed, and records its name.
macro_rules! call {
    ($seen:ident, $client:ident.$operation:ident($request:expr)) => {{
        $seen.insert(stringify!($operation).to_owned());
        let answer = $client.$operation($request).await;
        answer.unwrap_or_else(|error| panic!("{}: {error:?}", stringify!($operation)))
    }};
}

/// A member of an answer, also of a body that the contract does not describe.
fn at<T>(answer: &Response<T>, pointer: &str) -> String {
    let body: Value = answer.raw().json().unwrap();
    let found = body.pointer(pointer).unwrap_or(&Value::Null);
    found.as_str().map_or(found.to_string(), str::to_owned)
}

/// The operations of the client, by file.
fn operations() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../generated/client/src");
    let folders = root.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let resources = folders.filter(|path| path.is_dir() && !path.ends_with("runtime"));
    let files = resources.flat_map(|folder| folder.read_dir().unwrap());
    let stem = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    files.map(|file| stem(&file.unwrap().path())).collect()
}

#[tokio::test]
async fn every_operation_is_driven_by_the_client_alone() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let mut seen = people(&client).await;
    for part in [growth(&client).await, money(&client).await, widgets(&client).await] {
        seen.extend(part);
    }
    assert_eq!(seen, operations());
    assert_eq!(seen.len(), 30);
}

async fn people(client: &Client) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let uri = |answer: &Response<RawResponse>| at(answer, "/subscriber/uuid");

    let request = CreateSubscriberRequest::new("Ann+news@example.com").name("Ann \u{1f35e}");
    let created = call!(seen, client.create_subscriber(request));
    let uuid = SubscriberUuid::from(at(&created, "/subscriber/uuid"));
    assert_eq!(at(&created, "/subscriber/name"), "Ann \u{1f35e}");

    let found =
        call!(seen, client.get_subscriber(GetSubscriberRequest::new("Ann+news@example.com")));
    assert_eq!(uri(&found), uuid.as_str());
    let request = UpdateSubscriberRequest::new(uuid.clone()).name("Ann B.");
    let changed = call!(seen, client.update_subscriber(request));
    assert_eq!(at(&changed, "/subscriber/name"), "Ann B.");
    let listed = call!(seen, client.list_subscribers(ListSubscribersRequest::new()));
    assert!(listed.text().unwrap().contains("Ann B."));
    let request = RejectSubscriberRequest::new("sub_00000000a014");
    let rejected = call!(seen, client.reject_subscriber(request));
    assert_eq!(at(&rejected, "/subscriber/status"), "rejected");
    let request = UnsubscribeSubscriberRequest::new("ann+news@example.com");
    let gone = call!(seen, client.unsubscribe_subscriber(request));
    assert_eq!(uri(&gone), uuid.as_str());

    let account = call!(seen, client.get_account(GetAccountRequest::new()));
    assert_eq!(account.status(), 200);
    seen
}

async fn growth(client: &Client) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let campaign = || CampaignUuid::from("MF00000000a1");

    let listed = call!(seen, client.list_campaigns(ListCampaignsRequest::new()));
    assert!(listed.raw().text().unwrap().contains("MF00000000a1"));
    let request = UpdateCampaignRequest::new(campaign()).name("Bring two");
    call!(seen, client.update_campaign(request));
    let found = call!(seen, client.get_campaign(GetCampaignRequest::new(campaign())));
    assert_eq!(at(&found, "/campaign/name"), "Bring two");

    let request = CreateCampaignMembershipRequest::new(campaign(), "tomas@example.org");
    let joined = call!(seen, client.create_campaign_membership(request));
    let membership = joined.campaign_membership.clone();
    let request = DeleteCampaignMembershipRequest::new(campaign(), membership.uuid);
    call!(seen, client.delete_campaign_membership(request));
    let value = "12345678901234567.89".parse::<Number>().unwrap();
    let request = CreateEventRequest::new(campaign(), "sub_00000000a001", value.clone());
    let event = call!(seen, client.create_event(request));
    assert_eq!(event.event.value.as_str(), value.as_str());

    let request = ListPartnerProgramsRequest::new();
    let listed = call!(seen, client.list_partner_programs(request));
    assert_eq!(listed.status(), 200);
    let program = || PartnerProgramUuid::from("partner_program_00000000b021");
    let request = GetPartnerProgramRequest::new(program());
    let found = call!(seen, client.get_partner_program(request));
    assert_eq!(at(&found, "/partner_program/uuid"), program().as_str());
    let request = JoinPartnerProgramRequest::new(program(), "We read it.");
    let joined = call!(seen, client.join_partner_program(request));
    let uuid = RecommendationUuid::from(at(&joined, "/partner_campaign/uuid"));

    let request = ListRecommendationsRequest::new();
    let listed = call!(seen, client.list_recommendations(request));
    assert!(listed.text().unwrap().contains(uuid.as_str()));
    let request = ArchiveRecommendationRequest::new(uuid.clone());
    call!(seen, client.archive_recommendation(request));
    let request = GetRecommendationRequest::new(uuid.clone());
    let archived = call!(seen, client.get_recommendation(request));
    assert_eq!(at(&archived, "/partner_campaign/status"), "archived");
    let request = ReactivateRecommendationRequest::new(uuid);
    let active = call!(seen, client.reactivate_recommendation(request));
    assert_eq!(at(&active, "/partner_campaign/status"), "active");
    seen
}

async fn money(client: &Client) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let listed = call!(seen, client.list_payouts(ListPayoutsRequest::new()));
    let uuid = PayoutUuid::from(at(&listed, "/payouts/0/uuid"));
    let found = call!(seen, client.get_payout(GetPayoutRequest::new(uuid.clone())));
    assert_eq!(at(&found, "/payout/uuid"), uuid.as_str());
    let request = ListPartnerProfilePayoutsRequest::new();
    let listed = call!(seen, client.list_partner_profile_payouts(request));
    let uuid = PartnerProfilePayoutUuid::from(at(&listed, "/payouts/0/uuid"));
    let request = GetPartnerProfilePayoutRequest::new(uuid.clone());
    let found = call!(seen, client.get_partner_profile_payout(request));
    assert_eq!(at(&found, "/payout/uuid"), uuid.as_str());
    seen
}

async fn widgets(client: &Client) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let upscribe = || UpscribeUuid::from("upscribe_00000000a001");
    let listed = call!(seen, client.list_upscribes(ListUpscribesRequest::new()));
    assert!(listed.raw().text().unwrap().contains("upscribe_00000000a001"));
    let request = UpdateUpscribeRequest::new(upscribe()).auto_pilot(false);
    call!(seen, client.update_upscribe(request));
    let request = GetUpscribeRequest::new(upscribe());
    let found = call!(seen, client.get_upscribe(request));
    assert_eq!(found.upscribe.auto_pilot, Some(false));
    let codes = vec!["0a1b2c3d4e".to_owned(), "1b2c3d4e5f".to_owned()];
    let request = SubscribeToRecommendationsRequest::new(upscribe(), "new@example.com", codes);
    call!(seen, client.subscribe_to_recommendations(request));

    let request = ListPublicationsRequest::new();
    let listed = call!(seen, client.list_publications(request));
    let uuid = PublicationUuid::from(at(&listed, "/publications/0/uuid"));
    let request = GetPublicationRequest::new(uuid.clone());
    let found = call!(seen, client.get_publication(request));
    assert_eq!(at(&found, "/publication/uuid"), uuid.as_str());
    seen
}

#[tokio::test]
async fn pages_are_walked_through_to_the_last() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let all = ListPublicationsRequest::new().per_page(50);
    let all = client.list_publications(all).await.unwrap();
    // example: list_publications
    let mut pages = client.list_publications_pages(ListPublicationsRequest::new().per_page(1));
    let mut walked = Vec::new();
    while let Some(page) = pages.next_page().await.unwrap() {
        walked.extend(page.publications.clone());
    }
    // end of example
    assert!(walked.len() > 1);
    assert_eq!(walked, all.publications);
}

#[tokio::test]
async fn refusals_are_told_apart() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let request = || CreateSubscriberRequest::new("olga@example.com");
    // example: create_subscriber
    let taken = client.create_subscriber(request()).await;
    assert_eq!(taken.unwrap_err().refusal(), Some(&CreateSubscriberError::EmailTaken));
    // end of example
    let stranger = service.client_with(Some("an unknown key"));
    match stranger.create_subscriber(request()).await {
        Err(Error::Key { raw, .. }) => assert_eq!(raw.status, 401),
        other => panic!("a refusal of the key was expected, not {other:?}"),
    }
}
