//! `GET /v2/partner_profile/payouts/{identifier}`.

use referral_client::models::GetPartnerProfilePayoutRequest;
use referral_reference::api::models::GetPartnerProfilePayoutSuccess;

use crate::http::service::TestServer;

#[tokio::test]
async fn amount_is_the_sum_of_all_entries() {
    let service = TestServer::start().await;
    let client = service.client("main");
    for (uuid, amount, paid) in [
        // 42.50 and 12 in commissions, 15 as an affiliate, a correction of -2.25; 8 are deferred.
        ("partner_payout_00000000a001", "67.25", true),
        ("partner_payout_00000000a004", "27.50", true),
        ("partner_payout_00000000a005", "3.33", false),
    ] {
        let request = GetPartnerProfilePayoutRequest::new(uuid);
        let answer = client.get_partner_profile_payout(request).await.unwrap();
        assert_eq!(answer.status(), 200);
        let answer_body: GetPartnerProfilePayoutSuccess = answer.raw().json().unwrap();
        assert_eq!(answer_body.payout.uuid.as_str(), uuid);
        assert_eq!(answer_body.payout.amount_in_dollars.as_str(), amount, "{uuid}");
        assert_eq!(answer_body.payout.paid, paid, "{uuid}");
    }
}
