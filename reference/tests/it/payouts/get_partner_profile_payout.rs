//! `GET /v2/partner_profile/payouts/{identifier}`.

use referral_reference::app::payouts::get_payout::GetPayoutError;

use crate::support::{TestContext, seeded};

#[tokio::test]
async fn every_payout_is_shown_whatever_it_pays_for() {
    let context = TestContext::new().await;
    let payouts = seeded("main").payouts;
    assert!(payouts.iter().any(|it| !it.is_of_network()));
    for payout in payouts {
        let uuid = payout.partner_uuid.as_str();
        let found = context
            .app
            .get_partner_profile_payout(&context.main, uuid)
            .await;
        assert_eq!(found.unwrap(), payout);
    }
}

#[tokio::test]
async fn an_unknown_payout_and_one_of_another_account_are_alike() {
    let context = TestContext::new().await;
    for uuid in [
        "partner_payout_000000000000",
        "partner_payout_00000000b001",
        // The other view's identifier.
        "payout_00000000a001",
        "",
    ] {
        let found = context
            .app
            .get_partner_profile_payout(&context.main, uuid)
            .await;
        let Err(GetPayoutError::NotFound { identifier }) = found else {
            panic!("{uuid}: {found:?}")
        };
        assert_eq!(identifier, uuid);
    }
}
