//! `POST /v2/upscribes/{identifier}/subscribe`.

use referral_client::models::SubscribeToRecommendationsRequest;
use reqwest::Method;
use serde_json::{Value, json};

use crate::http::service::TestServer;

const PATH: &str = "/v2/upscribes/upscribe_00000000a001/subscribe";

/// The remaining budget of a recommendation of the account.
async fn budget(service: &TestServer, label: &str, uuid: &str) -> Value {
    let path = format!("/v2/partner_profile/partner_campaigns/{uuid}");
    let found = service.ask_as(label, Method::GET, &path, "").await;
    found.body["partner_campaign"]["remaining_budget_dollars"].clone()
}

#[tokio::test]
async fn each_recommendation_counts_the_person_once() {
    let service = TestServer::start().await;
    let client = service.client("main");
    for email in ["new@example.com", "NEW@example.com"] {
        let codes = vec!["0a1b2c3d4e".to_owned(), "1b2c3d4e5f".to_owned()];
        let request = SubscribeToRecommendationsRequest::new("upscribe_00000000a001", email, codes)
            .utm_source("fair")
            .utm_campaign("spring");
        let answer = client.subscribe_to_recommendations(request).await.unwrap();
        assert_eq!(answer.status(), 200);
        let body: Value = answer.raw().json().unwrap();
        assert_eq!(body, json!({ "response": "ok" }));
        assert_eq!(budget(&service, "main", "partner_campaign_00000000a001").await, 498);
        assert_eq!(budget(&service, "main", "partner_campaign_00000000a002").await, 597);
    }
}

#[tokio::test]
async fn each_refusal_has_its_words() {
    let service = TestServer::start().await;
    let email = "Subscriber email param is missing or empty.";
    let codes = "Recommendations param is missing or empty.";
    let unknown = "Recommendations param has no known code.";
    let many = (0..=200).map(|number| number.to_string()).collect::<Vec<_>>().join(",");
    let most = many.trim_start_matches("0,");
    for (body, message) in [
        (json!({}), email),
        (json!({ "recommendations": "0a1b2c3d4e" }), email),
        (json!({ "subscriber_email": null, "recommendations": "x" }), email),
        (json!({ "subscriber_email": " ", "recommendations": "x" }), email),
        (json!({ "subscriber_email": "a@example.com" }), codes),
        (json!({ "subscriber_email": "a@example.com", "recommendations": "" }), codes),
        (json!({ "subscriber_email": "a@example.com", "recommendations": " , " }), codes),
        (json!({ "subscriber_email": "a@", "recommendations": "0a1b2c3d4e" }), "Email is invalid"),
        (
            json!({ "subscriber_email": "a@example.com", "recommendations": "6a7b8c9d0e,zzz" }),
            unknown,
        ),
        (
            json!({ "subscriber_email": "a@example.com", "recommendations": "nul\0,' OR 1=1 --" }),
            unknown,
        ),
        (json!({ "subscriber_email": "a@example.com", "recommendations": most }), unknown),
        (
            json!({
                "subscriber_email": "a@example.com",
                "recommendations": "x",
                "utm_campaign": "a\0b",
            }),
            "body.utm_campaign holds a NUL character",
        ),
        (
            json!({ "subscriber_email": "a@example.com", "recommendations": many }),
            "Recommendations param has more than 200 codes.",
        ),
    ] {
        let refused = service.refusal(Method::POST, PATH, body.to_string()).await;
        assert_eq!(refused, (400, message.to_owned()), "{body}");
        if message != unknown {
            // The request is checked before the lookup of the widget.
            let path = "/v2/upscribes/upscribe_000000000000/subscribe";
            let refused = service.refusal(Method::POST, path, body.to_string()).await;
            assert_eq!(refused, (400, message.to_owned()), "{body}");
        }
    }
    for body in [
        "",
        "{ no JSON",
        r#"{"subscriber_email":1,"recommendations":"x"}"#,
        r#"{"subscriber_email":"a@example.com","recommendations":7}"#,
        r#"{"subscriber_email":"a@example.com","recommendations":"0a1b2c3d4e","utm_source":"\u0000"}"#,
    ] {
        let refused = service.refusal(Method::POST, PATH, body).await;
        assert_eq!(refused.0, 400, "{body}: {}", refused.1);
    }
    assert_eq!(budget(&service, "main", "partner_campaign_00000000a001").await, 500);
}

#[tokio::test]
async fn widgets_and_codes_of_another_account_have_no_effect() {
    let service = TestServer::start().await;
    let body = json!({
        "subscriber_email": "a@example.com",
        "recommendations": "6a7b8c9d0e,0a1b2c3d4e",
    });
    let theirs = budget(&service, "other_account", "partner_campaign_00000000b001").await;
    assert_eq!(service.ask(Method::POST, PATH, body.to_string()).await.status, 200);
    for uuid in ["upscribe_00000000b001", "upscribe_000000000000"] {
        let path = format!("/v2/upscribes/{uuid}/subscribe");
        let refused = service.refusal(Method::POST, &path, body.to_string()).await;
        assert_eq!(refused, (404, format!("Upscribe {uuid} not found.")));
    }
    let after = budget(&service, "other_account", "partner_campaign_00000000b001").await;
    assert_eq!(after, theirs);
    assert_eq!(budget(&service, "main", "partner_campaign_00000000a001").await, 498);
}
