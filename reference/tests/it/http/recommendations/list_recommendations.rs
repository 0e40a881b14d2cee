//! `GET /v2/partner_profile/partner_campaigns`.

use std::collections::BTreeSet;

use referral_client::models::ListRecommendationsRequest;
use referral_reference::api::models as reference;
use reqwest::Method;

use crate::http::recommendations::PATH;
use crate::http::service::TestServer;
use crate::support::seeded;

#[tokio::test]
async fn each_account_is_shown_its_own_newest_first() {
    let service = TestServer::start().await;
    for label in ["main", "other_account"] {
        let mut planted = seeded(label).recommendations;
        planted.sort_by_key(|record| std::cmp::Reverse(record.created_at));
        let client = service.client(label);
        let answer = client.list_recommendations(ListRecommendationsRequest::new()).await;
        let answer = answer.unwrap();
        assert_eq!(answer.status(), 200);
        let list: reference::ListRecommendationsSuccess = answer.raw().json().unwrap();
        let listed =
            list.partner_campaigns.iter().map(|partner_campaign| partner_campaign.uuid.as_str());
        assert!(listed.eq(planted.iter().map(|record| record.uuid.as_str())), "{label}");
        assert_eq!(list.meta.total_partner_campaigns, planted.len() as u64);
        let body: serde_json::Value = answer.raw().json().unwrap();
        for listed in body["partner_campaigns"].as_array().unwrap() {
            let path = format!("{PATH}/{}", listed["uuid"].as_str().unwrap());
            let found = service.ask_as(label, Method::GET, &path, "").await;
            assert_eq!(found.body["partner_campaign"], *listed);
        }
    }
}

#[tokio::test]
async fn pages_follow_each_other_and_end() {
    let service = TestServer::start().await;
    let mut seen = BTreeSet::new();
    for (query, numbers, answer_body) in [
        ("?per_page=4&page=1", (4, 1, 4), 4),
        ("?per_page=4&page=2", (4, 2, 4), 4),
        ("?per_page=4&page=3", (4, 3, 4), 4),
        ("?per_page=4&page=4", (4, 4, 4), 1),
        ("?per_page=4&page=5", (4, 5, 4), 0),
        ("?per_page=0&page=0", (1, 1, 13), 1),
        ("", (50, 1, 1), 13),
    ] {
        let answer = service.ask(Method::GET, &format!("{PATH}{query}"), "").await;
        let list: reference::ListRecommendationsSuccess =
            serde_json::from_value(answer.body).unwrap();
        let meta = list.meta;
        assert_eq!((meta.per_page, meta.page, meta.total_pages), numbers, "{query}");
        assert_eq!(list.partner_campaigns.len(), answer_body, "{query}");
        if meta.per_page == 4 {
            seen.extend(list.partner_campaigns.into_iter().map(|record| record.uuid.to_string()));
        }
    }
    assert_eq!(seen.len(), 13);
}
