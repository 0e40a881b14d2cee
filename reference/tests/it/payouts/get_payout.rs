//! `GET /v3/payouts/{uuid}`.

use referral_reference::store::PayoutView;

use crate::support::{TestContext, seeded};

#[tokio::test]
async fn a_payout_of_the_network_is_shown_with_its_ledger() {
    let context = TestContext::new().await;
    for (account, label) in [(&context.main, "main"), (&context.other, "other_account")] {
        for payout in seeded(label).payouts {
            let found = context
                .service
                .store()
                .payout(account, PayoutView::Account, payout.uuid.as_str())
                .await;
            let expected = payout.is_of_network().then_some(payout);
            assert_eq!(found.unwrap(), expected);
        }
    }
}
