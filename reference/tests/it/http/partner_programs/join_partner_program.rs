//! `POST /v2/partner_network/partner_programs/{identifier}/join`.

use referral_client::models::JoinPartnerProgramRequest;
use referral_reference::api::models::JoinPartnerProgramSuccess;
use reqwest::Method;
use serde_json::json;

use crate::http::partner_programs::PATH;
use crate::http::service::TestServer;

const REASON: &str = r#"{ "reason_for_recommending": "We read it.", "more": [1] }"#;

#[tokio::test]
async fn joining_makes_a_recommendation() {
    let service = TestServer::start().await;
    let client = service.client("main");
    for (uuid, status) in [
        ("partner_program_00000000b021", "active"),
        ("partner_program_00000000b031", "awaiting_approval"),
    ] {
        let request = JoinPartnerProgramRequest::new(uuid, "We read it.");
        let answer = client.join_partner_program(request).await.unwrap();
        assert_eq!(answer.status(), 201);
        let joined: JoinPartnerProgramSuccess = answer.raw().json().unwrap();
        let joined = joined.partner_campaign;
        assert_eq!(joined.status.as_str(), status);
        assert_eq!(joined.partner_program_uuid.as_str(), uuid);
        assert_eq!(joined.campaign_type.as_deref(), Some("partner_program"));
        assert!(joined.referral_link.starts_with("https://"));
        assert!(joined.referral_link.ends_with(&joined.ref_code));

        let path = format!("/v2/partner_profile/partner_campaigns/{}", joined.uuid);
        let found = service.ask(Method::GET, &path, "").await;
        let answer_body = serde_json::to_value(&joined).unwrap();
        assert_eq!(found.body["partner_campaign"], answer_body);
        let theirs = service.ask_as("other_account", Method::GET, &path, "").await;
        assert_eq!(theirs.status, 404);
    }
}

#[tokio::test]
async fn a_program_is_joined_once() {
    let service = TestServer::start().await;
    let path = format!("{PATH}/partner_program_00000000b022/join");
    let joined = service.ask(Method::POST, &path, REASON).await;
    assert_eq!(joined.status, 201);
    let joined = &joined.body["partner_campaign"];
    let uuid = joined["uuid"].as_str().unwrap();
    // Also if it was archived since.
    for _ in 0..2 {
        let again = service.refusal(Method::POST, &path, REASON).await;
        assert_eq!(again, (409, "Partner program has already been joined".to_owned()));
        let archive = format!("/v2/partner_profile/partner_campaigns/{uuid}");
        assert_eq!(service.ask(Method::DELETE, &archive, "").await.status, 200);
    }
    let other = service.ask_as("other_account", Method::POST, &path, REASON).await;
    assert_eq!(other.status, 201, "another account may");
    let other = &other.body["partner_campaign"];
    for member in ["uuid", "ref_code"] {
        assert_ne!(joined[member], other[member]);
    }
    let uuid = other["uuid"].as_str().unwrap();
    let path = format!("/v2/partner_profile/partner_campaigns/{uuid}");
    assert_eq!(service.ask(Method::GET, &path, "").await.status, 404);
}

#[tokio::test]
async fn without_a_reason_nothing_is_joined() {
    let service = TestServer::start().await;
    for uuid in ["partner_program_00000000b021", "partner_program_00000000b031"] {
        let path = format!("{PATH}/{uuid}/join");
        for reason in [json!({}), json!(null), json!(""), json!(" \t")] {
            let body = if reason.is_object() {
                reason
            } else {
                json!({ "reason_for_recommending": reason })
            };
            let refused = service.refusal(Method::POST, &path, body.to_string()).await;
            let message = "Reason for recommending can't be blank".to_owned();
            assert_eq!(refused, (400, message), "{body}");
        }
        for body in [
            "",
            "[]",
            "{",
            r#"{"reason_for_recommending":1}"#,
            r#"{"reason_for_recommending":"\u0000"}"#,
        ] {
            let refused = service.refusal(Method::POST, &path, body).await;
            assert_eq!(refused.0, 400, "{body}: {}", refused.1);
        }
        assert_eq!(service.ask(Method::POST, &path, REASON).await.status, 201);
    }
}

#[tokio::test]
async fn an_unknown_program_is_not_found() {
    let service = TestServer::start().await;
    let uuid = "partner_program_000000000000";
    let path = format!("{PATH}/{uuid}/join");
    let refused = service.refusal(Method::POST, &path, REASON).await;
    assert_eq!(refused, (404, format!("Partner program {uuid} not found!")));
    // The reason is checked first.
    for (reason, message) in [
        (" \n", "Reason for recommending can't be blank"),
        ("a\0b", "body.reason_for_recommending holds a NUL character"),
    ] {
        let body = json!({ "reason_for_recommending": reason });
        let refused = service.refusal(Method::POST, &path, body.to_string()).await;
        assert_eq!(refused, (400, message.to_owned()));
    }
}
