//! `POST /v2/subscribers`.

use referral_client::models::{CreateSubscriberError, CreateSubscriberRequest, Timestamp};
use referral_client::{Client, Response};
use referral_reference::api::models::{
    self as reference, SubscriberReferralStatus, SubscriberStatus,
};
use referral_reference::domain::status::Acquisition;
use referral_reference::domain::text::LONGEST;
use reqwest::Method;

use crate::http::service::{self, TestServer};
use crate::support::seeded;

const PATH: &str = "/v2/subscribers";

type Created = Response<referral_client::models::CreateSubscriberSuccess>;

async fn created(client: &Client, request: CreateSubscriberRequest) -> Created {
    let answer = client.create_subscriber(request).await.unwrap();
    assert_eq!(answer.status(), 201);
    answer
}

/// The answer with all members of the reference's subscriber.
fn whole(answer: &Created) -> reference::Subscriber {
    let success: reference::CreateSubscriberSuccess = answer.raw().json().unwrap();
    success.subscriber
}

async fn refused(client: &Client, email: &str) -> CreateSubscriberError {
    let result = client.create_subscriber(CreateSubscriberRequest::new(email)).await;
    let (status, error) = service::refused(result);
    assert_eq!(status, 400, "{email}");
    error
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
    let answer = created(&service.client("main"), request.clone()).await;
    let text = whole(&answer);
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
        let found = service.ask(Method::GET, &format!("{PATH}/{identifier}"), "").await;
        let found: reference::GetSubscriberSuccess = serde_json::from_value(found.body).unwrap();
        assert_eq!(found.subscriber, text, "{identifier}");
    }
}

#[tokio::test]
async fn absent_values_are_null() {
    let service = TestServer::start().await;
    let body = r#"{"email":"bare@example.com","name":null,"unknown":[1,{"a":"\ud800"}]}"#;
    let answer = service.ask(Method::POST, PATH, body).await;
    assert_eq!(answer.status, 201);
    insta::assert_snapshot!(serde_json::to_string_pretty(&answer.body).unwrap());
}

#[tokio::test]
async fn a_signup_time_of_each_documented_form_is_answered_in_utc() {
    let service = TestServer::start().await;
    let client = service.client("main");
    for (at, (sent, answered)) in [
        ("2020-01-02T03:04:05Z", "2020-01-02T03:04:05.000Z"),
        ("2020-01-02T03:04:05+02:30", "2020-01-02T00:34:05.000Z"),
        ("2020-01-02T03:04:05-02:30", "2020-01-02T05:34:05.000Z"),
        ("2020-01-02T03:04:05.6789Z", "2020-01-02T03:04:05.678Z"),
        ("1969-07-20T20:17:40.1-05:00", "1969-07-21T01:17:40.100Z"),
        ("2020-01-02T03:04:05.123456789012Z", "2020-01-02T03:04:05.123Z"),
    ]
    .into_iter()
    .enumerate()
    {
        let time = Timestamp::new(sent).unwrap();
        let request = CreateSubscriberRequest::new(format!("time{at}@example.com"));
        let answer = created(&client, request.created_at(time)).await;
        assert_eq!(whole(&answer).created_at.as_str(), answered, "{sent}");
    }
}

#[tokio::test]
async fn a_taken_address_is_refused_in_any_case_and_only_within_its_account() {
    let service = TestServer::start().await;
    let main = service.client("main");
    for email in ["wei@example.net", "WEI@Example.NET", "grace.hill@example.net"] {
        assert_eq!(refused(&main, email).await, CreateSubscriberError::EmailTaken);
    }
    let other = service.client("other_account");
    created(&other, CreateSubscriberRequest::new("wei@example.net")).await;
    let taken = refused(&other, "Wei@example.net").await;
    assert_eq!(taken, CreateSubscriberError::EmailTaken);
}

#[tokio::test]
async fn a_malformed_address_is_refused() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let long = format!("{}@example.com", "a".repeat(5000));
    for email in ["ada", "@example.com", "a b@example.com", "ada@", "nul\0@example.com", &long] {
        let invalid = refused(&client, email).await;
        assert_eq!(invalid, CreateSubscriberError::EmailInvalid, "{email:?}");
    }
    for email in ["5", "true", "{}", "[\"a@example.com\"]", r#""\ud800@example.com""#] {
        let body = format!(r#"{{"email":{email}}}"#);
        let refused = service.refusal(Method::POST, PATH, body).await;
        assert_eq!(refused, (400, "Email is invalid".to_owned()), "{email}");
    }
}

#[tokio::test]
async fn a_missing_address_is_refused() {
    let service = TestServer::start().await;
    let client = service.client("main");
    for email in ["", "   "] {
        let missing = refused(&client, email).await;
        assert_eq!(missing, CreateSubscriberError::EmailMissing);
    }
    for body in ["", " \n", "{}", r#"{"email":null}"#, r#"{"Email":"a@example.com"}"#] {
        let refused = service.refusal(Method::POST, PATH, body).await;
        let missing = "You have to provide at least an email".to_owned();
        assert_eq!(refused, (400, missing), "{body}");
    }
}

#[tokio::test]
async fn referral_codes_apply_within_their_account() {
    let service = TestServer::start().await;
    // The code belongs to a subscriber of the main account.
    let request = CreateSubscriberRequest::new("referred@example.com").referrer_code("5eed0b0e");
    let whole = async |label| whole(&created(&service.client(label), request.clone()).await);
    let here = whole("main").await;
    assert_eq!((here.status, here.referred), (SubscriberStatus::Pending, true));
    assert_eq!(here.referral_status, SubscriberReferralStatus::Pending);
    let stored = service.context.find(&service.context.main, &here.email).await.unwrap();
    let referrer = seeded("main").subscribers.into_iter();
    let referrer = { referrer }.find(|referrer| referrer.ref_code.as_str() == "5eed0b0e").unwrap();
    assert_eq!(stored.referrer, Some(referrer.uuid));
    assert_eq!(stored.acquisition, Acquisition::ReferralProgram);
    let elsewhere = whole("other_account").await;
    assert_eq!((elsewhere.status, elsewhere.referred), (SubscriberStatus::Confirmed, false));
    assert_eq!(elsewhere.referrer_code.as_deref(), Some("5eed0b0e"));
}

#[tokio::test]
async fn odd_bodies_are_refused_in_the_envelope() {
    let service = TestServer::start().await;
    let deep = "[".repeat(100_000);
    let bodies: [&[u8]; 12] = [
        b"{",
        b"[]",
        b"null",
        b"\"a@example.com\"",
        b"{\"email\":\"a@example.com\"} and more",
        b"{\"email\":\"a@example.com\",}",
        b"{'email':'a@example.com'}",
        b"email=a@example.com",
        b"{\"email\":\"a\0b\"}",
        b"{\"email\":\"\xff@example.com\"}",
        b"{\"email\":\"a@example.com\",\"\\udead\":1}",
        deep.as_bytes(),
    ];
    for body in bodies {
        let (status, message) = service.refusal(Method::POST, PATH, body.to_vec()).await;
        let text = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
        assert_eq!(status, 400, "{text}");
        assert!(message.starts_with("body"), "{text}: {message}");
    }
}

#[tokio::test]
async fn odd_members_are_refused_by_name() {
    let service = TestServer::start().await;
    for (name, value) in [
        ("name", "5"),
        ("name", "{}"),
        ("name", r#""\udc00""#),
        ("name", r#""a\u0000b""#),
        ("referrer_code", "5"),
        ("ip_address", "[]"),
        ("user_agent", "false"),
        ("utm_source", "1.5"),
        ("utm_campaign", r#""\u0000""#),
        ("created_at", "1700000000"),
        ("created_at", r#""yesterday""#),
        ("created_at", r#""2020-01-02""#),
        ("created_at", r#""2020-01-02T03:04:05""#),
        ("created_at", r#""2020-01-02 03:04:05Z""#),
        ("created_at", r#""2020-02-30T03:04:05Z""#),
        ("created_at", r#""2020-01-02T03:04:05+0200""#),
        ("country_code", r#""DNK""#),
        ("country_code", r#""4""#),
    ] {
        let body = format!(r#"{{"email":"odd@example.com","{name}":{value}}}"#);
        let (status, message) = service.refusal(Method::POST, PATH, body).await;
        assert_eq!(status, 400, "{name}: {value}");
        assert!(message.starts_with(&format!("body.{name}")), "{message}");
    }
    // No subscriber was created.
    created(&service.client("main"), CreateSubscriberRequest::new("odd@example.com")).await;
}

#[tokio::test]
async fn a_member_sent_twice_is_refused() {
    let service = TestServer::start().await;
    let body = r#"{"email":"first@example.com","email":"last@example.com"}"#;
    let refused = service.refusal(Method::POST, PATH, body).await;
    assert_eq!(refused, (400, "body.email is there more than once".to_owned()));
}

#[tokio::test]
async fn long_texts_are_kept_and_very_long_ones_refused() {
    let service = TestServer::start().await;
    let body = format!(r#"{{"email":"long@example.com","name":"{}"}}"#, "é".repeat(LONGEST + 1));
    let refused = service.refusal(Method::POST, PATH, body).await;
    assert_eq!(refused, (400, "body.name has more than 10000 characters".to_owned()));
    let name = "é".repeat(LONGEST);
    let request = CreateSubscriberRequest::new("long@example.com").name(&*name);
    let answer = created(&service.client("main"), request).await;
    assert_eq!(whole(&answer).name, Some(name));
}

#[tokio::test]
async fn requested_unsubscription_applies_on_creation() {
    let service = TestServer::start().await;
    for (index, status, text) in [
        (1, "unsubscribed", "unsubscribed"),
        (2, "confirmed", "confirmed"),
        (3, "pending", "confirmed"),
        (4, "", "confirmed"),
    ] {
        let body = format!(r#"{{ "email": "asks-{index}@example.com", "status": "{status}" }}"#);
        let answer = service.ask(Method::POST, PATH, body).await;
        assert_eq!(answer.status, 201);
        assert_eq!(answer.body["subscriber"]["status"], text, "{status}");
    }
    // The next request of the connection is not affected.
    let answer = service.ask(Method::POST, PATH, r#"{ "email": "asks-5@example.com" }"#).await;
    assert_eq!(answer.body["subscriber"]["status"], "confirmed");
}
