//! `GET /v3/publications/{uuid}`.

use referral_client::models::{GetPublicationRequest, ListPublicationsRequest};
use reqwest::Method;
use serde_json::Value;

use crate::http::service::TestServer;

#[tokio::test]
async fn each_is_shown_as_in_the_list() {
    let service = TestServer::start().await;
    for label in ["main", "other_account"] {
        let client = service.client(label);
        let list = client.list_publications(ListPublicationsRequest::new()).await;
        let list: Value = list.unwrap().raw().json().unwrap();
        let list = list["publications"].as_array().unwrap().clone();
        assert!(!list.is_empty());
        for listed in list {
            let uuid = listed["uuid"].as_str().unwrap();
            let answer = client.get_publication(GetPublicationRequest::new(uuid)).await;
            let answer = answer.unwrap();
            assert_eq!(answer.status(), 200);
            let body: Value = answer.raw().json().unwrap();
            assert_eq!(body["publication"], listed);
        }
    }
}

#[tokio::test]
async fn an_unknown_publication_and_one_of_another_account_are_not_found() {
    let service = TestServer::start().await;
    for (label, uuid) in [
        ("main", "pub_000000000000"),
        ("main", "pub_00000000b001"),
        ("other_account", "pub_00000000a001"),
        ("main", "upscribe_00000000a001"),
        ("main", "' OR 1=1 --"),
    ] {
        let path = format!("/v3/publications/{uuid}");
        let answer = service.ask_as(label, Method::GET, &path, "").await;
        let message = format!("Publication {uuid} not found!");
        assert_eq!(answer.refusal(), (404, message));
    }
}

#[tokio::test]
async fn odd_paths_are_refused_in_the_envelope() {
    let service = TestServer::start().await;
    for (path, status) in [
        ("/v3/publications/", 404),
        ("/v3/publications/%", 404),
        ("/v3/publications/%00", 404),
        ("/v3/publications/%ff", 400),
    ] {
        let refused = service.refusal(Method::GET, path, "").await;
        assert_eq!(refused.0, status, "{path}: {}", refused.1);
    }
}
