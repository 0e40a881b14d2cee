//! `PUT /v2/upscribes/{identifier}`.

use referral_client::models::UpdateUpscribeRequest;
use reqwest::Method;
use serde_json::Value;

use crate::http::service::TestServer;

const PATH: &str = "/v2/upscribes/upscribe_00000000a001";

#[tokio::test]
async fn the_auto_pilot_is_turned_off_and_on() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let mut expected = service.ask(Method::GET, PATH, "").await.body;
    for auto_pilot in [false, false, true] {
        expected["upscribe"]["auto_pilot"] = auto_pilot.into();
        let request = UpdateUpscribeRequest::new("upscribe_00000000a001").auto_pilot(auto_pilot);
        let answer = client.update_upscribe(request).await.unwrap();
        assert_eq!(answer.status(), 200);
        let changed: Value = answer.raw().json().unwrap();
        assert_eq!(changed, expected);
        assert_eq!(service.ask(Method::GET, PATH, "").await.body, expected);
    }
}

#[tokio::test]
async fn a_body_that_asks_for_nothing_changes_nothing() {
    let service = TestServer::start().await;
    let before = service.ask(Method::GET, PATH, "").await;
    for body in ["", "{}", r#"{"auto_pilot":null}"#, r#"{"active":false}"#] {
        let answer = service.ask(Method::PUT, PATH, body).await;
        assert_eq!((answer.status, &answer.body), (200, &before.body), "{body}");
    }
}

#[tokio::test]
async fn anything_but_yes_or_no_is_refused() {
    let service = TestServer::start().await;
    for body in [r#"{"auto_pilot":"false"}"#, r#"{"auto_pilot":0}"#, "[]", "{ no JSON"] {
        let refused = service.refusal(Method::PUT, PATH, body).await;
        assert_eq!(refused.0, 400, "{body}: {}", refused.1);
    }
    let found = service.ask(Method::GET, PATH, "").await;
    assert_eq!(found.body["upscribe"]["auto_pilot"], true);
}
