//! `GET /v2/upscribes`.

use crate::support::{TestContext, seeded};

#[tokio::test]
async fn each_account_has_its_own_newest_first() {
    let context = TestContext::new().await;
    for (account, label) in [(&context.main, "main"), (&context.other, "other_account")] {
        let mut planted = seeded(label).upscribes;
        planted.sort_by_key(|record| std::cmp::Reverse(record.created_at));
        assert!(!planted.is_empty());
        let listed = context.service.store().upscribes(account).await.unwrap();
        assert_eq!(listed, planted, "{label}");
    }
}
