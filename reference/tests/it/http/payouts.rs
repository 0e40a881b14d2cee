//! Operations on payouts, in their two views.

use referral_reference::api::models::ListPayoutsSuccess;
use reqwest::Method;

use crate::http::service::TestServer;

#[tokio::test]
async fn amount_of_the_profile_is_the_sum_of_all_entries() {
    let service = TestServer::start().await;
    for (uuid, amount, paid) in [
        // 42.50 and 12 in commissions, 15 as an affiliate, a correction of -2.25; 8 are deferred.
        ("partner_payout_00000000a001", 67.25, true),
        ("partner_payout_00000000a004", 27.5, true),
        ("partner_payout_00000000a005", 3.33, false),
    ] {
        let path = format!("/v2/partner_profile/payouts/{uuid}");
        let payout = &service.ask(Method::GET, &path, "").await.body["payout"];
        assert_eq!(payout["amount_in_dollars"].as_f64(), Some(amount), "{uuid}");
        assert_eq!(payout["paid"], paid, "{uuid}");
    }
}

#[tokio::test]
async fn details_add_up_to_the_amount_and_leave_out_what_is_deferred() {
    let service = TestServer::start().await;
    let path = "/v3/payouts?expand=details,unpaid_details";
    let answer = service.ask(Method::GET, path, "").await;
    let list: ListPayoutsSuccess = serde_json::from_value(answer.body).unwrap();
    for payout in &list.payouts {
        let details = payout.details.as_ref().unwrap();
        let sum: f64 = details.iter().map(|detail| detail.amount_in_dollars.as_f64()).sum();
        assert_eq!(sum, payout.amount_in_dollars.as_f64(), "{}", payout.uuid);
    }
    let deferred = list.payouts.iter().flat_map(|payout| payout.unpaid_details.as_ref().unwrap());
    let expected: Vec<_> = deferred.map(|commission| commission.expected_at.is_some()).collect();
    assert_eq!(expected, [false, true, true]);
}

/// A payout to an affiliate, and a correction.
#[tokio::test]
async fn payout_outside_the_view_of_the_account_is_not_found() {
    let service = TestServer::start().await;
    for uuid in ["payout_00000000a004", "payout_00000000a005"] {
        let refused = service.refusal(Method::GET, &format!("/v3/payouts/{uuid}"), "").await;
        assert_eq!(refused, (404, "Resource not found.".to_owned()), "{uuid}");
    }
}
