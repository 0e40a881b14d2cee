//! `GET /v3/publications/{uuid}`.

use referral_client::models::{GetPublicationRequest, ListPublicationsRequest};
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
