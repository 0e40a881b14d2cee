//! Operations on recommendations.

use reqwest::Method;
use serde_json::Value;

use crate::http::service::TestServer;

const PATH: &str = "/v2/partner_profile/partner_campaigns";

/// The recommendation of the main account.
async fn fetch(service: &TestServer, uuid: &str) -> Value {
    service.ask(Method::GET, &format!("{PATH}/{uuid}"), "").await.body
}

async fn reactivate(service: &TestServer, uuid: &str) -> (u16, Value) {
    let answer = service.ask(Method::PUT, &format!("{PATH}/{uuid}/reactivate"), "").await;
    (answer.status, answer.body)
}

#[tokio::test]
async fn absent_values_are_null() {
    let service = TestServer::start().await;
    let body = fetch(&service, "partner_campaign_00000000a002").await;
    for member in ["thankyou_page_url", "accepted_terms_at"] {
        assert!(body["partner_campaign"].as_object().unwrap()[member].is_null(), "{member}");
    }
}

#[tokio::test]
async fn archived_recommendation_gets_its_status_back_unless_a_sponsor_archived_it() {
    let service = TestServer::start().await;
    for (number, before, after) in [
        (1, "active", "active"),
        (4, "paused", "active"),
        (5, "draft", "draft"),
        (6, "awaiting_approval", "awaiting_approval"),
        (7, "archived", "active"),
        (10, "archived", "archived"),
    ] {
        let uuid = format!("partner_campaign_00000000a{number:03}");
        let not_archived = r#"{"error":"Recommendation is not archived"}"#;
        let mut expected = fetch(&service, &uuid).await;
        assert_eq!(expected["partner_campaign"]["status"], before);
        if before != "archived" {
            let (status, body) = reactivate(&service, &uuid).await;
            assert_eq!((status, body.to_string()), (409, not_archived.to_owned()));
        }
        expected["partner_campaign"]["status"] = "archived".into();
        for _ in 0..2 {
            let archived = service.ask(Method::DELETE, &format!("{PATH}/{uuid}"), "").await;
            assert_eq!((archived.status, &archived.body), (200, &expected));
            assert_eq!(fetch(&service, &uuid).await, expected);
        }
        let (status, body) = reactivate(&service, &uuid).await;
        if after == "archived" {
            let by_sponsor = r#"{"error":"Recommendation was archived by a sponsor"}"#;
            assert_eq!((status, body.to_string()), (409, by_sponsor.to_owned()));
        } else {
            expected["partner_campaign"]["status"] = after.into();
            assert_eq!((status, &body), (200, &expected));
            let (status, body) = reactivate(&service, &uuid).await;
            assert_eq!((status, body.to_string()), (409, not_archived.to_owned()));
        }
        assert_eq!(fetch(&service, &uuid).await, expected);
    }
}
