//! `GET /v3/account`.

use crate::support::TestContext;

#[tokio::test]
async fn an_account_has_one_owner() {
    let context = TestContext::shared().await;
    let query = "UPDATE users SET is_owner = TRUE WHERE name = 'Dora Klein' RETURNING uuid";
    let second = context.database.look::<(String,)>(query).await;
    let refused = second.unwrap_err().to_string().to_lowercase();
    assert!(refused.contains("unique constraint"), "{refused}");
}
