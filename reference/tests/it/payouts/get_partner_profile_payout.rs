//! `GET /v2/partner_profile/payouts/{identifier}`.

use referral_reference::store::PayoutView;

use crate::support::{TestContext, seeded};

#[tokio::test]
async fn every_payout_is_shown_whatever_it_pays_for() {
    let context = TestContext::new().await;
    let payouts = seeded("main").payouts;
    assert!(payouts.iter().any(|payout| !payout.is_of_network()));
    for payout in payouts {
        let uuid = payout.partner_uuid.to_string();
        let found = context.service.store().payout(&context.main, PayoutView::Profile, &uuid).await;
        assert_eq!(found.unwrap(), Some(payout));
    }
}
