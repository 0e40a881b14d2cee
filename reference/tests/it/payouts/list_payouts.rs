//! `GET /v3/payouts`.

use referral_reference::domain::page::PageRequest;
use referral_reference::store::PayoutView;

use crate::support::{TestContext, seeded};

#[tokio::test]
async fn each_account_has_its_own_of_the_network_newest_first() {
    let context = TestContext::new().await;
    for (account, label) in [(&context.main, "main"), (&context.other, "other_account")] {
        let planted = seeded(label).payouts;
        let of_network = planted.iter().filter(|payout| payout.is_of_network()).cloned();
        let mut expected: Vec<_> = of_network.collect();
        expected.sort_by_key(|record| std::cmp::Reverse(record.created_at));
        assert!(!expected.is_empty() && expected.len() < planted.len());
        let page = context
            .service
            .store()
            .payouts(account, PayoutView::Account, PageRequest::default())
            .await;
        let page = page.unwrap();
        assert_eq!(page.total, expected.len() as i64);
        assert_eq!(page.items, expected, "{label}");
    }
}
