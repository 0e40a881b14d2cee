//! `GET /v3/account`.

use referral_client::models::{GetAccountExpand, GetAccountRequest};
use referral_reference::api::models as reference;
use reqwest::Method;
use serde_json::json;

use crate::http::service::TestServer;

async fn fetch(
    service: &TestServer,
    label: &str,
    request: GetAccountRequest,
) -> reference::Account {
    let answer = service.client(label).get_account(request).await.unwrap();
    assert_eq!(answer.status(), 200);
    let success: reference::GetAccountSuccess = answer.raw().json().unwrap();
    success.account
}

#[tokio::test]
async fn each_key_shows_its_own_account() {
    let service = TestServer::start().await;
    for (label, uuid, name, esp, owner) in [
        (
            "main",
            "account_00000000a001",
            "The Morning Loaf",
            "paperboat",
            "ada@morning-loaf.example",
        ),
        (
            "other_account",
            "account_00000000b001",
            "Evening Post",
            "quillpost",
            "cem@evening-post.example",
        ),
    ] {
        let account = fetch(&service, label, GetAccountRequest::new()).await;
        assert_eq!(account.uuid.as_str(), uuid);
        assert_eq!(account.name, name);
        assert_eq!(account.esp.as_deref(), Some(esp));
        assert_eq!(account.owner.email, owner);
        assert_eq!(account.team_members, None);
    }
}

#[tokio::test]
async fn the_team_is_shown_when_asked_for() {
    let service = TestServer::start().await;
    let request = GetAccountRequest::new().expand(vec![GetAccountExpand::TeamMembers]);
    let account = fetch(&service, "main", request).await;
    let team = account.team_members.unwrap();
    assert_eq!(account.owner, team[0]);
    let names: Vec<_> = team.iter().map(|member| member.name.as_str()).collect();
    assert_eq!(names, ["Ada Baker", "Dora Klein"]);

    for (query, expanded) in [
        ("expand=team_members,other", true),
        ("expand=other,%20team_members", true),
        ("expand=", false),
        ("expand=other", false),
        ("expand=TEAM_MEMBERS", false),
    ] {
        let path = format!("/v3/account?{query}");
        let answer = service.ask(Method::GET, &path, "").await;
        assert_eq!(answer.status, 200, "{query}");
        let team = answer.body["account"].get("team_members");
        assert_eq!(team.is_some(), expanded, "{query}");
    }
}

#[tokio::test]
async fn all_its_members_on_the_wire() {
    let service = TestServer::start().await;
    let path = "/v3/account?expand=team_members";
    let answer = service.ask_as("other_account", Method::GET, path, "").await;
    let cem = json!({ "name": "Cem Arslan", "email": "cem@evening-post.example" });
    let account = json!({
        "uuid": "account_00000000b001",
        "name": "Evening Post",
        "esp": "quillpost",
        "owner": cem,
        "team_members": [cem],
    });
    assert_eq!(answer.body, json!({ "account": account }));
}
