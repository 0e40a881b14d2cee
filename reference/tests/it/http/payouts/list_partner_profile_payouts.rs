//! `GET /v2/partner_profile/payouts`.

use referral_client::models::ListPartnerProfilePayoutsRequest;
use referral_reference::api::models::ListPartnerProfilePayoutsSuccess;
use reqwest::Method;

use crate::http::service::TestServer;

#[tokio::test]
async fn each_account_is_shown_all_its_own_newest_first() {
    let service = TestServer::start().await;
    for (label, uuids) in [
        ("main", &["a006", "a005", "a008", "a004", "a007", "a003", "a002", "a001"][..]),
        ("other_account", &["b005", "b004", "b003", "b007", "b002", "b006", "b001"]),
    ] {
        let client = service.client(label);
        let request = ListPartnerProfilePayoutsRequest::new();
        let answer = client.list_partner_profile_payouts(request).await.unwrap();
        assert_eq!(answer.status(), 200);
        let list: ListPartnerProfilePayoutsSuccess = answer.raw().json().unwrap();
        let listed = list.payouts.iter().map(|payout| payout.uuid.to_string());
        let expected = uuids.iter().map(|uuid| format!("partner_payout_00000000{uuid}"));
        assert!(listed.eq(expected), "{label}");
        assert_eq!(list.meta.total_payours, uuids.len() as u64);
    }
}

#[tokio::test]
async fn page_has_its_numbers() {
    let service = TestServer::start().await;
    let path = "/v2/partner_profile/payouts?per_page=1&page=8";
    let answer = service.ask(Method::GET, path, "").await;
    insta::assert_snapshot!(serde_json::to_string_pretty(&answer.body).unwrap());
}
