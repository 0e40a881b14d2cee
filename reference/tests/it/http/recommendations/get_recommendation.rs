//! `GET /v2/partner_profile/partner_campaigns/{identifier}`.

use reqwest::Method;

use crate::http::recommendations::PATH;
use crate::http::service::TestServer;

#[tokio::test]
async fn recommendation_has_all_members() {
    let service = TestServer::start().await;
    let path = format!("{PATH}/partner_campaign_00000000a001");
    let answer = service.ask(Method::GET, &path, "").await;
    assert_eq!(answer.status, 200);
    insta::assert_snapshot!(serde_json::to_string_pretty(&answer.body).unwrap());
}

#[tokio::test]
async fn absent_values_are_null() {
    let service = TestServer::start().await;
    let path = format!("{PATH}/partner_campaign_00000000a002");
    let answer = service.ask(Method::GET, &path, "").await;
    let answer_body = answer.body["partner_campaign"].as_object().unwrap();
    for member in ["thankyou_page_url", "accepted_terms_at"] {
        assert!(answer_body[member].is_null(), "{member}");
    }
}
