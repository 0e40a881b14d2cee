//! `GET /v2/subscribers`.

use referral_client::models::{ListSubscribersExpand, ListSubscribersRequest};
use referral_reference::api::models as reference;
use reqwest::Method;

use crate::http::service::TestServer;
use crate::support::in_use;

const PATH: &str = "/v2/subscribers";

/// The list with all members of the reference's subscribers.
async fn listed(
    service: &TestServer,
    label: &str,
    request: ListSubscribersRequest,
) -> reference::ListSubscribersSuccess {
    let answer = service.client(label).list_subscribers(request).await.unwrap();
    assert_eq!(answer.status(), 200);
    answer.raw().json().unwrap()
}

/// The list for a raw query.
async fn list_with_query(service: &TestServer, query: &str) -> reference::ListSubscribersSuccess {
    let answer = service.ask(Method::GET, &format!("{PATH}?{query}"), "").await;
    assert_eq!(answer.status, 200, "{query}");
    serde_json::from_value(answer.body).unwrap()
}

#[tokio::test]
async fn each_account_is_shown_its_own_latest_first() {
    let service = TestServer::start().await;
    for seeded in in_use() {
        let mut subscribers = seeded.subscribers;
        subscribers.sort_by_key(|subscriber| std::cmp::Reverse(subscriber.created_at));
        let list = listed(&service, &seeded.label, ListSubscribersRequest::new()).await;
        assert_eq!(list.subscribers.len(), subscribers.len().min(50));
        for (answered, planted) in list.subscribers.iter().zip(&subscribers) {
            assert_eq!(answered.uuid.as_str(), planted.uuid.as_str());
            assert_eq!(answered.email, planted.email.as_str());
            assert_eq!(answered.status.as_str(), planted.status.as_ref());
            assert_eq!(answered.referral_status.as_str(), planted.status.referral_status());
            assert_eq!(answered.created_at.as_str(), planted.created_at.to_string());
            assert_eq!(answered.referral_programs, None);
        }
        let meta = list.meta;
        let numbers = [meta.per_page, meta.page, meta.total_pages, meta.total_subscribers];
        let pages = subscribers.len().div_ceil(50) as u64;
        assert_eq!(numbers, [50, 1, pages, subscribers.len() as u64]);
    }
}

#[tokio::test]
async fn each_type_shows_its_part() {
    let service = TestServer::start().await;
    let list = async |kind: &str| {
        let query = format!("type={kind}&per_page=100");
        list_with_query(&service, &query).await.subscribers
    };
    let all = list("all").await;
    assert_eq!(all, list_with_query(&service, "per_page=100").await.subscribers);
    let referred: Vec<_> = all.iter().filter(|subscriber| subscriber.referred).cloned().collect();
    assert!(referred.len() > 3 && referred.len() < all.len());
    assert_eq!(list("referrals").await, referred);
    let advocates: Vec<_> =
        list("advocates").await.into_iter().map(|subscriber| subscriber.email).collect();
    assert_eq!(advocates, ["rahel@example.org", "milan@example.com", "olga@example.com"]);
}

#[tokio::test]
async fn invalid_type_is_refused() {
    let service = TestServer::start().await;
    for label in ["ALL", "friends", "all,referrals", "%00", "%ff", &"x".repeat(4000)] {
        let path = format!("{PATH}?type={label}");
        let (status, message) = service.refusal(Method::GET, &path, "").await;
        assert_eq!(status, 400, "{label}");
        assert!(message.starts_with("query.type is not "), "{message}");
    }
}

#[tokio::test]
async fn campaigns_are_included_on_request() {
    let service = TestServer::start().await;
    let request = ListSubscribersRequest::new().expand(ListSubscribersExpand::Campaigns);
    let page = listed(&service, "main", request).await.subscribers;
    assert!(page.iter().all(|page| page.referral_programs.is_some()));

    let list = list_with_query(&service, "expand=campaigns&per_page=100").await;
    let programs = |email: &str| {
        let found = list.subscribers.iter().find(|subscriber| subscriber.email == email);
        found.unwrap().referral_programs.clone().unwrap()
    };
    let campaign = reference::Campaign::new("MF00000000a1", "Bring a friend to breakfast");
    assert_eq!(programs("olga@example.com"), [campaign]);
    assert_eq!(programs("wei@example.net"), []);

    for (query, expanded) in [
        ("expand=campaigns,other", true),
        ("expand=other,%20campaigns", true),
        ("expand=other", false),
        ("expand=", false),
        ("expand=Campaigns", false),
    ] {
        let list = list_with_query(&service, query).await;
        let all = list.subscribers.iter();
        assert!(
            all.map(|subscriber| subscriber.referral_programs.is_some())
                .all(|is_expanded| is_expanded == expanded),
            "{query}"
        );
    }
}

#[tokio::test]
async fn pages_follow_each_other_and_end() {
    let service = TestServer::start().await;
    let all = list_with_query(&service, "per_page=100").await.subscribers;
    let total = all.len() as u64;
    let pages = total.div_ceil(10);
    let mut seen = Vec::new();
    for page in 1..=pages {
        let list = list_with_query(&service, &format!("page={page}&per_page=10")).await;
        assert_eq!((list.meta.total_pages, list.meta.total_subscribers), (pages, total));
        seen.extend(list.subscribers);
    }
    assert_eq!(seen, all);
    for page in ["5", "9223372036854775807", "18446744073709551615"] {
        let list = list_with_query(&service, &format!("page={page}&expand=campaigns")).await;
        assert_eq!((list.subscribers.len(), list.meta.total_subscribers), (0, total), "{page}");
    }
}
