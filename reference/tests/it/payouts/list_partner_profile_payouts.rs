//! `GET /v2/partner_profile/payouts`.

use referral_reference::domain::page::PageRequest;
use referral_reference::store::PayoutView;

use crate::support::{TestContext, seeded};

#[tokio::test]
async fn each_account_has_all_its_own_newest_first() {
    let context = TestContext::new().await;
    for (account, label) in [(&context.main, "main"), (&context.other, "other_account")] {
        let mut planted = seeded(label).payouts;
        planted.sort_by_key(|record| std::cmp::Reverse(record.created_at));
        let page =
            context.service.store().payouts(account, PayoutView::Profile, PageRequest::default());
        let page = page.await.unwrap();
        assert_eq!(page.total, planted.len() as i64);
        assert_eq!(page.items, planted, "{label}");
    }
}
