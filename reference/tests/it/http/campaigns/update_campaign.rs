//! `PUT /v2/campaigns/{identifier}`.

use referral_client::models::UpdateCampaignRequest;
use reqwest::Method;
use serde_json::{Value, json};

use crate::http::service::TestServer;

const PATH: &str = "/v2/campaigns/MF00000000a1";
const NAME: &str = "Bring a friend to breakfast";

/// The name of the main account's campaign.
async fn name(service: &TestServer) -> Value {
    let answer = service.ask(Method::GET, PATH, "").await;
    answer.body["campaign"]["name"].clone()
}

#[tokio::test]
async fn the_new_name_is_answered_and_lasts() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let others = service.ask_as("other_account", Method::GET, "/v2/campaigns", "").await.body;
    for new in ["Bring two", " Žofie's ", "Žofie \u{1f35e} \"Quoted\"", "' OR 1=1 --"] {
        let request = UpdateCampaignRequest::new("MF00000000a1").name(new);
        let answer = client.update_campaign(request).await.unwrap();
        assert_eq!(answer.status(), 200);
        let body: Value = answer.raw().json().unwrap();
        let campaign = json!({ "uuid": "MF00000000a1", "name": new });
        assert_eq!(body, json!({ "campaign": campaign }));
        assert_eq!(name(&service).await, new);
    }
    let after = service.ask_as("other_account", Method::GET, "/v2/campaigns", "").await.body;
    assert_eq!(after, others);
}

#[tokio::test]
async fn a_body_that_names_nothing_changes_nothing() {
    let service = TestServer::start().await;
    for body in ["", "{}", r#"{"name":null}"#, r#"{"uuid":"MF1","Name":"x"}"#] {
        let answer = service.ask(Method::PUT, PATH, body).await;
        assert_eq!(answer.status, 200, "{body}");
        assert_eq!(answer.body["campaign"]["name"], NAME, "{body}");
    }
    assert_eq!(name(&service).await, NAME);
}

#[tokio::test]
async fn invalid_name_is_refused() {
    let service = TestServer::start().await;
    for (value, message) in
        [(r#"" \n""#, "Name can't be blank"), (r#""a\u0000b""#, "body.name holds a NUL character")]
    {
        let body = format!(r#"{{"name":{value}}}"#);
        let refused = service.refusal(Method::PUT, PATH, body).await;
        assert_eq!(refused, (400, message.to_owned()), "{value}");
    }
    for body in [r#"{"name":5}"#, r#"{"name":{}}"#, r#"{"name":"\ud800"}"#, "[]", "{", "name=x"] {
        let (status, message) = service.refusal(Method::PUT, PATH, body).await;
        assert_eq!(status, 400, "{body}");
        assert!(message.starts_with("body"), "{body}: {message}");
    }
    assert_eq!(name(&service).await, NAME);
}
