//! Operations on subscribers.

use referral_client::models::{
    CreateSubscriberRequest, RejectSubscriberError, RejectSubscriberRequest, Timestamp,
    UnsubscribeSubscriberError, UnsubscribeSubscriberRequest, UpdateSubscriberRequest,
    UpdateSubscriberStatus,
};
use referral_reference::api::models::{
    self as reference, SubscriberReferralStatus, SubscriberStatus,
};
use referral_reference::domain::status::Acquisition;
use referral_reference::domain::text::LONGEST;
use reqwest::Method;
use serde_json::{Value, json};

use crate::database::Database;
use crate::http::service::{TestServer, refused};
use crate::support::{TestContext, demo, seeded};

const PATH: &str = "/v2/subscribers";
const OLGA: &str = "/v2/subscribers/sub_00000000a001";

/// The subscriber of an answer, with all members of the reference's.
fn subscriber(body: &Value) -> reference::Subscriber {
    serde_json::from_value(body["subscriber"].clone()).unwrap()
}

/// The subscriber as the main account reads it.
async fn fetch(service: &TestServer, identifier: &str) -> reference::Subscriber {
    let answer = service.ask(Method::GET, &format!("{PATH}/{identifier}"), "").await;
    subscriber(&answer.body)
}

async fn created(service: &TestServer, label: &str, body: Value) -> reference::Subscriber {
    let answer = service.ask_as(label, Method::POST, PATH, body.to_string()).await;
    assert_eq!(answer.status, 201, "{body}: {}", answer.body);
    subscriber(&answer.body)
}

async fn emails(service: &TestServer, label: &str, query: &str) -> Vec<String> {
    let path = format!("{PATH}?per_page=100&{query}");
    let answer = service.ask_as(label, Method::GET, &path, "").await;
    let list: reference::ListSubscribersSuccess = serde_json::from_value(answer.body).unwrap();
    list.subscribers.into_iter().map(|subscriber| subscriber.email).collect()
}

#[tokio::test]
async fn all_that_was_sent_comes_back() {
    let service = TestServer::start().await;
    let request = CreateSubscriberRequest::new("New.Reader+tag@Example.com")
        .name("Žofie \u{1f35e} \"Quoted\"")
        .referrer_code("unknown")
        .ip_address("2001:db8::1")
        .user_agent("Mozilla/5.0 (X11)")
        .utm_source("fair")
        .utm_campaign("spring & summer")
        .created_at(Timestamp::new("2020-02-29T23:59:59.5+05:30").unwrap())
        .country_code("dk");
    let answer = service.client("main").create_subscriber(request.clone()).await.unwrap();
    assert_eq!(answer.status(), 201);
    let text = subscriber(&answer.raw().json().unwrap());
    assert_eq!(text.email, request.email);
    assert_eq!(text.name, request.name);
    assert_eq!(text.referrer_code, request.referrer_code);
    assert_eq!(text.ip_address, request.ip_address);
    assert_eq!(text.user_agent, request.user_agent);
    assert_eq!(text.utm_source, request.utm_source);
    assert_eq!(text.utm_campaign, request.utm_campaign);
    assert_eq!(text.country_code, request.country_code);
    assert_eq!(text.created_at.as_str(), "2020-02-29T18:29:59.500Z");

    assert_eq!(text.status, SubscriberStatus::Confirmed);
    assert_eq!(text.referral_status, SubscriberReferralStatus::Verified);
    assert_eq!((text.referred, text.origin.as_str()), (false, "api"));
    assert_eq!(text.uuid.as_str().len(), "sub_".len() + 12);
    assert_eq!(text.ref_code.len(), 8);
    assert!(text.extra.is_empty() && text.referral_programs.is_none());
    for identifier in [text.uuid.as_str(), "NEW.READER%2Btag@example.com"] {
        assert_eq!(fetch(&service, identifier).await, text, "{identifier}");
    }
}

#[tokio::test]
async fn absent_values_are_null() {
    let service = TestServer::start().await;
    let body = r#"{"email":"bare@example.com","name":null,"unknown":[1,{"a":"\ud800"}]}"#;
    let answer = service.ask(Method::POST, PATH, body).await;
    assert_eq!(answer.status, 201);
    let mut members = answer.body["subscriber"].as_object().unwrap().clone();
    assert_eq!(members["name"], Value::Null);
    // The document that the service serves requires each member that is null.
    members.retain(|_, value| !value.is_null());
    let given = json!({
        "created_at": "2025-01-01T00:00:00.000Z",
        "email": "bare@example.com",
        "origin": "api",
        "ref_code": "b04de1e3",
        "referral_status": "verified",
        "referred": false,
        "status": "confirmed",
        "uuid": "sub_b04d434ef91b",
    });
    assert_eq!(Value::Object(members), given);
}

#[tokio::test]
async fn an_address_is_taken_within_its_account_only() {
    let service = TestServer::start().await;
    created(&service, "other_account", json!({ "email": "wei@example.net" })).await;
    let again = json!({ "email": "Wei@example.net" }).to_string();
    let taken = service.ask_as("other_account", Method::POST, PATH, again).await.refusal();
    assert_eq!(taken, (400, "Email has already been taken".to_owned()));
    // The subscriber itself may have its address in another case.
    for email in ["Milan@EXAMPLE.com", "iris@evening.example"] {
        let body = json!({ "email": email }).to_string();
        let answer = service.ask(Method::PUT, &format!("{PATH}/sub_00000000a002"), body).await;
        assert_eq!(subscriber(&answer.body).email, email);
    }
}

#[tokio::test]
async fn referral_codes_apply_within_their_account() {
    let service = TestServer::start().await;
    // The code belongs to a subscriber of the main account.
    let body = json!({ "email": "referred@example.com", "referrer_code": "5eed0b0e" });
    let here = created(&service, "main", body.clone()).await;
    assert_eq!((here.status, here.referred), (SubscriberStatus::Pending, true));
    assert_eq!(here.referral_status, SubscriberReferralStatus::Pending);
    let stored = service.context.find(&service.context.main, &here.email).await.unwrap();
    let mut referrers = seeded("main").subscribers.into_iter();
    let referrer = referrers.find(|referrer| referrer.ref_code.as_str() == "5eed0b0e").unwrap();
    assert_eq!(stored.referrer, Some(referrer.uuid));
    assert_eq!(stored.acquisition, Acquisition::ReferralProgram);
    let elsewhere = created(&service, "other_account", body).await;
    assert_eq!((elsewhere.status, elsewhere.referred), (SubscriberStatus::Confirmed, false));
    assert_eq!(elsewhere.referrer_code.as_deref(), Some("5eed0b0e"));
}

#[tokio::test]
async fn long_texts_are_kept_and_very_long_ones_refused() {
    let service = TestServer::start().await;
    let body = |length| json!({ "email": "long@example.com", "name": "é".repeat(length) });
    let refused = service.refusal(Method::POST, PATH, body(LONGEST + 1).to_string()).await;
    assert_eq!(refused, (400, "body.name has more than 10000 characters".to_owned()));
    let name = created(&service, "main", body(LONGEST)).await.name;
    assert_eq!(name, Some("é".repeat(LONGEST)));
}

#[tokio::test]
async fn requested_unsubscription_applies_on_creation() {
    let service = TestServer::start().await;
    for (index, (asked, code, expected)) in [
        ("unsubscribed", "", "unsubscribed"),
        ("unsubscribed", "5eed0b0e", "unsubscribed"),
        ("confirmed", "", "confirmed"),
        ("pending", "", "confirmed"),
        // The request before does not matter.
        ("", "", "confirmed"),
    ]
    .into_iter()
    .enumerate()
    {
        let email = format!("asks-{index}@example.com");
        let body = json!({ "email": email, "status": asked, "referrer_code": code });
        assert_eq!(created(&service, "main", body).await.status.as_str(), expected, "{asked}");
    }
}

#[tokio::test]
async fn each_type_shows_its_part_latest_signup_first() {
    let mut seed = demo();
    // Olga has referred others in the main account; in the other account she has the same UUID and has referred none.
    seed.accounts[1].subscribers[0].uuid = seed.accounts[0].subscribers[0].uuid.clone();
    let context = TestContext::of(&seed, Database::private().await).await;
    let service = TestServer::of(context).await;
    let advocates = emails(&service, "other_account", "type=advocates").await;
    assert_eq!(advocates, ["iris@evening.example"]);
    let advocates = emails(&service, "main", "type=advocates").await;
    assert_eq!(advocates, ["rahel@example.org", "milan@example.com", "olga@example.com"]);
    let mut referred = seed.accounts[0].subscribers.clone();
    referred.retain(|subscriber| subscriber.referred());
    referred.sort_by_key(|subscriber| std::cmp::Reverse(subscriber.created_at));
    let referred: Vec<_> = referred.iter().map(|subscriber| subscriber.email.as_str()).collect();
    assert!(referred.len() > 3);
    assert_eq!(emails(&service, "main", "type=referrals").await, referred);
    assert_eq!(emails(&service, "main", "type=all").await, emails(&service, "main", "").await);

    let times =
        ["2026-01-01T00:00:00.000002Z", "2026-01-01T00:00:00.000001Z", "2026-01-01T01:00:00+01:00"];
    for (index, time) in times.iter().enumerate().rev() {
        let body = json!({ "email": format!("s{index}@example.com"), "created_at": time });
        created(&service, "main", body).await;
    }
    let all = emails(&service, "main", "").await;
    assert_eq!(all[..3], ["s0@example.com", "s1@example.com", "s2@example.com"]);
}

#[tokio::test]
async fn cpa_is_present_for_subscribers_of_partners() {
    let service = TestServer::start().await;
    for (email, cpa) in [("kofi@example.com", Some(2.5)), ("olga@example.com", None)] {
        let answer = service.ask(Method::GET, &format!("{PATH}/{email}"), "").await;
        let found = answer.body["subscriber"].get("cpa");
        assert_eq!(found.map(|amount| amount.as_f64().unwrap()), cpa, "{email}");
    }
}

#[tokio::test]
async fn a_pending_subscriber_is_rejected_once() {
    let service = TestServer::start().await;
    let client = service.client("main");
    // By UUID and by address; acquired through the referral program and through a partner.
    for (identifier, again) in [
        ("sub_00000000a014", "ada.pending@example.com"),
        ("pia.pending@example.com", "sub_00000000a029"),
        ("sub_00000000a028", "otto.pending@example.com"),
    ] {
        let answer = client.reject_subscriber(RejectSubscriberRequest::new(identifier)).await;
        let rejected = subscriber(&answer.unwrap().raw().json().unwrap());
        assert_eq!(rejected.status, SubscriberStatus::Rejected);
        assert_eq!(rejected.referral_status, SubscriberReferralStatus::Rejected);
        assert!([rejected.uuid.as_str(), &rejected.email].contains(&again));
        assert_eq!(fetch(&service, again).await, rejected, "the rejection lasts");
        let again = client.reject_subscriber(RejectSubscriberRequest::new(again)).await;
        assert_eq!(refused(again), (409, RejectSubscriberError::NotPending));
    }
    for identifier in ["sub_00000000a004", "leaving@example.com", "rejected@example.org"] {
        let before = fetch(&service, identifier).await;
        let result = client.reject_subscriber(RejectSubscriberRequest::new(identifier)).await;
        assert_eq!(refused(result), (409, RejectSubscriberError::NotPending), "{identifier}");
        assert_eq!(fetch(&service, identifier).await, before);
    }
}

#[tokio::test]
async fn an_address_is_found_in_any_case_and_encoding() {
    let service = TestServer::start().await;
    for (email, path) in [
        ("Plus+Tag@Example.com", "Plus%2BTag%40Example.com"),
        ("bare+plus@example.com", "BARE+PLUS@EXAMPLE.COM"),
        ("o'brien/x@example.com", "o%27brien%2Fx@example.com"),
        ("žofie@example.com", "%C5%BDofie@example.com"),
    ] {
        let body = json!({ "email": email, "referrer_code": "5eed0b0e" });
        created(&service, "main", body).await;
        let answer = service.ask(Method::PUT, &format!("{PATH}/{path}/reject"), "").await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
        assert_eq!(answer.body["subscriber"]["email"], email);
    }
}

#[tokio::test]
async fn subscriber_is_unsubscribed_once() {
    let service = TestServer::start().await;
    let client = service.client("main");
    // Pending of both kinds, confirmed, rejected; by UUID and by address.
    for identifier in
        ["sub_00000000a014", "pia.pending@example.com", "OLGA@example.com", "sub_00000000a012"]
    {
        let request = || UnsubscribeSubscriberRequest::new(identifier);
        let answer = client.unsubscribe_subscriber(request()).await.unwrap();
        let gone = subscriber(&answer.raw().json().unwrap());
        assert_eq!(gone.status, SubscriberStatus::Unsubscribed);
        let refused = refused(client.unsubscribe_subscriber(request()).await);
        assert_eq!(refused, (409, UnsubscribeSubscriberError::NotPending), "{identifier}");
        assert_eq!(fetch(&service, gone.uuid.as_str()).await, gone);
    }
}

#[tokio::test]
async fn update_is_stored_and_changes_no_other_value() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let mut expected = fetch(&service, "sub_00000000a001").await;
    let updated = async |request: UpdateSubscriberRequest| {
        let answer = client.update_subscriber(request).await.unwrap();
        subscriber(&answer.raw().json().unwrap())
    };

    let request = UpdateSubscriberRequest::new("olga@example.com").name("Olga \u{1f35e}");
    expected.name = Some("Olga \u{1f35e}".to_owned());
    assert_eq!(updated(request).await, expected);

    let request = UpdateSubscriberRequest::new("sub_00000000a001").email("Olga@New.example");
    expected.email = "Olga@New.example".to_owned();
    assert_eq!(updated(request).await, expected);

    let request = UpdateSubscriberRequest::new("olga@new.example")
        .name("Olga")
        .email("Olga@Newer.example")
        .status(UpdateSubscriberStatus::Unsubscribed);
    expected.name = Some("Olga".to_owned());
    expected.email = "Olga@Newer.example".to_owned();
    expected.status = SubscriberStatus::Unsubscribed;
    assert_eq!(updated(request).await, expected);
    assert_eq!(fetch(&service, "OLGA@newer.example").await, expected);

    // The old address is free.
    let body = json!({ "email": "olga@example.com" });
    created(&service, "main", body.clone()).await;
    let taken = service.refusal(Method::PUT, OLGA, body.to_string()).await;
    assert_eq!(taken, (400, "Email has already been taken".to_owned()));
}

#[tokio::test]
async fn either_status_from_any_state() {
    let service = TestServer::start().await;
    for identifier in [
        "sub_00000000a014",
        "pia.pending@example.com",
        "wei@example.net",
        "leaving@example.com",
        "rejected@example.org",
    ] {
        for status in ["unsubscribed", "unsubscribed", "confirmed", "confirmed"] {
            let body = json!({ "status": status }).to_string();
            let answer = service.ask(Method::PUT, &format!("{PATH}/{identifier}"), body).await;
            let changed = subscriber(&answer.body);
            assert_eq!(changed.status.as_str(), status, "{identifier}");
            assert_eq!(changed.referral_status, SubscriberReferralStatus::Verified);
            assert_eq!(fetch(&service, identifier).await, changed);
        }
    }
}

/// Of a subscriber, a campaign and a widget.
#[tokio::test]
async fn a_body_that_names_nothing_changes_nothing() {
    let service = TestServer::start().await;
    for path in [OLGA, "/v2/campaigns/MF00000000a1", "/v2/upscribes/upscribe_00000000a001"] {
        let before = service.ask(Method::GET, path, "").await.body;
        for body in [
            "",
            "{}",
            r#"{"name":null,"email":null,"status":null,"auto_pilot":null}"#,
            r#"{"uuid":"sub_1","created_at":5,"Name":"x","utm_source":"no","active":false}"#,
        ] {
            let answer = service.ask(Method::PUT, path, body).await;
            assert_eq!((answer.status, &answer.body), (200, &before), "{path} {body}");
        }
        assert_eq!(service.ask(Method::GET, path, "").await.body, before, "{path}");
    }
}
