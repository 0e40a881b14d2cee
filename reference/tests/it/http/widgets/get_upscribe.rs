//! `GET /v2/upscribes/{identifier}`.

use referral_client::models::GetUpscribeRequest;
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
async fn widget_has_all_members() {
    let service = TestServer::start().await;
    let path = "/v2/upscribes/upscribe_00000000a001";
    let answer = service.ask(Method::GET, path, "").await;
    insta::assert_snapshot!(serde_json::to_string_pretty(&answer.body).unwrap());
}
