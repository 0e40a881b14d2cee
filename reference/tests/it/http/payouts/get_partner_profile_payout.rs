//! `GET /v2/partner_profile/payouts/{identifier}`.

use referral_client::models::GetPartnerProfilePayoutRequest;
use referral_reference::api::models::GetPartnerProfilePayoutSuccess;
use reqwest::Method;

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

#[tokio::test]
async fn an_unknown_payout_and_one_of_another_account_are_not_found() {
    let service = TestServer::start().await;
    for uuid in
        ["partner_payout_000000000000", "partner_payout_00000000b001", "payout_00000000a001"]
    {
        let path = format!("/v2/partner_profile/payouts/{uuid}");
        let refused = service.refusal(Method::GET, &path, "").await;
        assert_eq!(refused, (404, format!("Payout {uuid} not found!")));
    }
}
