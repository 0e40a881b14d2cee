//! Operations on the account.

use reqwest::Method;
use serde_json::json;

use crate::http::service::TestServer;

#[tokio::test]
async fn each_key_shows_its_own_account_with_the_owner_first() {
    let service = TestServer::start().await;
    let [ada, dora, cem] = [
        ("Ada Baker", "ada@morning-loaf.example"),
        ("Dora Klein", "dora@morning-loaf.example"),
        ("Cem Arslan", "cem@evening-post.example"),
    ]
    .map(|(name, email)| json!({ "name": name, "email": email }));
    for (label, uuid, name, esp, team) in [
        ("main", "account_00000000a001", "The Morning Loaf", "paperboat", vec![ada, dora]),
        ("other_account", "account_00000000b001", "Evening Post", "quillpost", vec![cem]),
    ] {
        let path = "/v3/account?expand=team_members";
        let answer = service.ask_as(label, Method::GET, path, "").await;
        let account = json!({
            "uuid": uuid, "name": name, "esp": esp, "owner": team[0], "team_members": team,
        });
        assert_eq!((answer.status, answer.body), (200, json!({ "account": account })));
    }
}
