//! `GET /v2/campaigns`.

use crate::database::Database;
use crate::support::{TestContext, demo};

#[tokio::test]
async fn each_account_has_its_own() {
    let context = TestContext::new().await;
    for planted in demo().accounts {
        let listed = context.service.store().campaigns(&planted.account.uuid).await.unwrap();
        assert_eq!(listed, Vec::from_iter(planted.campaign));
    }
}

#[tokio::test]
async fn an_account_without_a_campaign_has_an_empty_list() {
    let mut seed = demo();
    for account in &mut seed.accounts {
        account.campaign = None;
        account.memberships.clear();
    }
    let context = TestContext::of(&seed, Database::private().await).await;
    assert_eq!(context.service.store().campaigns(&context.main).await.unwrap(), []);
}
