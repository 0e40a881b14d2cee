//! Operations on referral campaigns.

use reqwest::Method;
use serde_json::json;

use crate::http::service::TestServer;

const PATH: &str = "/v2/campaigns/MF00000000a1";

#[tokio::test]
async fn the_new_name_is_answered_and_lasts() {
    let service = TestServer::start().await;
    for new in ["Bring two", " Žofie's ", "Žofie \u{1f35e} \"Quoted\"", "' OR 1=1 --"] {
        let answer = service.ask(Method::PUT, PATH, json!({ "name": new }).to_string()).await;
        let campaign = json!({ "campaign": { "uuid": "MF00000000a1", "name": new } });
        assert_eq!((answer.status, &answer.body), (200, &campaign));
        assert_eq!(service.ask(Method::GET, PATH, "").await.body, campaign);
    }
}

#[tokio::test]
async fn the_list_is_whole_whatever_page_is_asked_for() {
    let service = TestServer::start().await;
    let campaign = json!({ "uuid": "MF00000000a1", "name": "Bring a friend to breakfast" });
    for query in ["", "?page=2", "?page=no&per_page=0", "?%ff"] {
        let path = format!("/v2/campaigns{query}");
        let answer = service.ask(Method::GET, &path, "").await;
        assert_eq!(answer.body, json!({ "campaigns": [campaign] }), "{query}");
    }
}
