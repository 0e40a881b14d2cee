//! `GET /v2/subscribers/{identifier}`.

use referral_client::Client;
use referral_client::models::{GetSubscriberExpand, GetSubscriberRequest};
use referral_reference::api::models as reference;
use reqwest::Method;

use crate::http::service::TestServer;

async fn fetch(client: &Client, request: GetSubscriberRequest) -> reference::Subscriber {
    let answer = client.get_subscriber(request).await.unwrap();
    assert_eq!(answer.status(), 200);
    let success: reference::GetSubscriberSuccess = answer.raw().json().unwrap();
    success.subscriber
}

#[tokio::test]
async fn each_is_shown_as_in_the_list_by_uuid_and_by_address() {
    let service = TestServer::start().await;
    for label in ["main", "other_account"] {
        let list = service.ask_as(label, Method::GET, "/v2/subscribers", "").await;
        let list: reference::ListSubscribersSuccess = serde_json::from_value(list.body).unwrap();
        assert!(!list.subscribers.is_empty());
        let client = service.client(label);
        for listed in list.subscribers {
            let shouted = listed.email.to_uppercase();
            for identifier in [listed.uuid.as_str(), &listed.email, &shouted] {
                let request = GetSubscriberRequest::new(identifier);
                assert_eq!(fetch(&client, request).await, listed, "{identifier}");
            }
        }
    }
}

#[tokio::test]
async fn campaigns_are_included_on_request() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let campaign = reference::Campaign::new("MF00000000a1", "Bring a friend to breakfast");
    for (email, expected) in [("olga@example.com", vec![campaign]), ("wei@example.net", vec![])] {
        let request = GetSubscriberRequest::new(email).expand(GetSubscriberExpand::Campaigns);
        let programs = fetch(&client, request).await.referral_programs;
        assert_eq!(programs, Some(expected));
    }
    for (query, expanded) in [
        ("?expand=campaigns,other", true),
        ("?expand=other,%20campaigns", true),
        ("?expand=other", false),
        ("?expand=", false),
        ("?EXPAND=campaigns", false),
    ] {
        let path = format!("/v2/subscribers/olga%40example.com{query}");
        let answer = service.ask(Method::GET, &path, "").await;
        assert_eq!(answer.status, 200, "{query}");
        let programs = answer.body["subscriber"].get("referral_programs");
        assert_eq!(programs.is_some(), expanded, "{query}");
    }
}

#[tokio::test]
async fn cpa_is_present_for_subscribers_of_partners() {
    let service = TestServer::start().await;
    for (email, cpa) in [("kofi@example.com", Some(2.5)), ("olga@example.com", None)] {
        let path = format!("/v2/subscribers/{email}");
        let answer = service.ask(Method::GET, &path, "").await;
        let cpa_member = answer.body["subscriber"].get("cpa");
        assert_eq!(cpa_member.map(|amount| amount.as_f64().unwrap()), cpa, "{email}");
    }
}
