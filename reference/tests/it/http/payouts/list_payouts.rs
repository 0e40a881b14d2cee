//! `GET /v3/payouts`.

use referral_client::models::ListPayoutsRequest;
use referral_reference::api::models::ListPayoutsSuccess;
use reqwest::Method;

use crate::http::service::TestServer;

#[tokio::test]
async fn each_account_is_shown_its_own_of_the_network_newest_first() {
    let service = TestServer::start().await;
    for (label, uuids) in [
        ("main", &["a006", "a003", "a002", "a001"][..]),
        ("other_account", &["b005", "b002", "b001"]),
    ] {
        let client = service.client(label);
        let answer = client.list_payouts(ListPayoutsRequest::new()).await.unwrap();
        assert_eq!(answer.status(), 200);
        let list: ListPayoutsSuccess = answer.raw().json().unwrap();
        let listed = list.payouts.iter().map(|payout| payout.uuid.to_string());
        let expected = uuids.iter().map(|uuid| format!("payout_00000000{uuid}"));
        assert!(listed.eq(expected), "{label}");
        assert_eq!(list.meta.total_payouts, uuids.len() as u64);
        assert!(list.payouts.iter().all(|payout| payout.details.is_none()));
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

#[tokio::test]
async fn pages_are_of_what_is_shown() {
    let service = TestServer::start().await;
    let mut seen = Vec::new();
    for (query, numbers, answer_body) in [
        ("per_page=3&page=1", (3, 1, 2), 3),
        ("per_page=3&page=2", (3, 2, 2), 1),
        ("per_page=3&page=3", (3, 3, 2), 0),
    ] {
        let answer = service.ask(Method::GET, &format!("/v3/payouts?{query}"), "").await;
        let list: ListPayoutsSuccess = serde_json::from_value(answer.body).unwrap();
        let meta = list.meta;
        assert_eq!((meta.per_page, meta.page, meta.total_pages), numbers, "{query}");
        assert_eq!(meta.total_payouts, 4);
        assert_eq!(list.payouts.len(), answer_body, "{query}");
        seen.extend(list.payouts.iter().map(|payout| payout.uuid.to_string()));
    }
    let all = ["a006", "a003", "a002", "a001"].map(|uuid| format!("payout_00000000{uuid}"));
    assert_eq!(seen, all);
}
