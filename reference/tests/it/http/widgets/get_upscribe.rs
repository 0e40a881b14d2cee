//! `GET /v2/upscribes/{identifier}`.

use referral_client::Error;
use referral_client::models::{GetUpscribeError, GetUpscribeRequest};
use reqwest::Method;

use crate::http::service::TestServer;

#[tokio::test]
async fn a_widget_is_shown() {
    let service = TestServer::start().await;
    let client = service.client("main");
    for (uuid, auto_pilot) in [("upscribe_00000000a001", true), ("upscribe_00000000a002", false)] {
        let answer = client.get_upscribe(GetUpscribeRequest::new(uuid)).await;
        let answer = answer.unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.upscribe.uuid.as_ref().unwrap().as_str(), uuid);
        assert_eq!(answer.upscribe.auto_pilot, Some(auto_pilot));
        assert!(answer.extra.is_empty());
    }
}

#[tokio::test]
async fn an_unknown_widget_and_one_of_another_account_are_not_found() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let long = "u".repeat(2000);
    for uuid in [
        "upscribe_000000000000",
        "upscribe_00000000b001",
        "pub_00000000a001",
        " ",
        "a/b?c#d",
        "%",
        "nul\0",
        "Ünïcödé \u{1f4a5}",
        "' OR 1=1 --",
        &long,
    ] {
        let refused = client.get_upscribe(GetUpscribeRequest::new(uuid)).await;
        let Err(Error::Refused { error, raw }) = refused else { panic!("{uuid}: {refused:?}") };
        let upscribe_uuid = uuid.to_owned();
        assert_eq!(error, GetUpscribeError::UpscribeNotFound { upscribe_uuid });
        assert_eq!(raw.status, 404);
    }
    let own = GetUpscribeRequest::new("upscribe_00000000b001");
    assert!(service.client("other_account").get_upscribe(own).await.is_ok());
}

#[tokio::test]
async fn odd_paths_are_refused_in_the_envelope() {
    let service = TestServer::start().await;
    for (path, status) in [
        ("/v2/upscribes/", 404),
        ("/v2/upscribes//", 404),
        ("/v2/upscribes/%", 404),
        ("/v2/upscribes/%zz", 404),
        ("/v2/upscribes/%00", 404),
        ("/v2/upscribes/%ff", 400),
        ("/v2/upscribes/%ed%a0%80", 400),
        ("/v2/upscribes/%2e%2e%2fsubscribers", 404),
    ] {
        let refused = service.refusal(Method::GET, path, "").await;
        assert_eq!(refused.0, status, "{path}: {}", refused.1);
    }
}

#[tokio::test]
async fn a_body_where_none_belongs_is_ignored() {
    let service = TestServer::start().await;
    let path = "/v2/upscribes/upscribe_00000000a001";
    assert_eq!(service.ask(Method::GET, path, "{ no JSON").await.status, 200);
}

#[tokio::test]
async fn widget_has_all_members() {
    let service = TestServer::start().await;
    let path = "/v2/upscribes/upscribe_00000000a001";
    let answer = service.ask(Method::GET, path, "").await;
    insta::assert_snapshot!(serde_json::to_string_pretty(&answer.body).unwrap());
}
