//! `GET /v3/publications`.

use referral_client::models::{ListPublicationsRequest, ListPublicationsSuccess};
use reqwest::Method;

use crate::http::service::TestServer;
use crate::support::in_use;

fn uuids(answer: &ListPublicationsSuccess) -> Vec<&str> {
    let uuids = answer.publications.iter().map(|publication| publication.uuid.as_ref());
    uuids.map(|uuid| uuid.unwrap().as_str()).collect()
}

#[tokio::test]
async fn each_account_is_shown_its_own_newest_first() {
    let service = TestServer::start().await;
    for seeded in in_use() {
        let mut publications = seeded.publications;
        publications.sort_by_key(|publication| std::cmp::Reverse(publication.created_at));
        let expected: Vec<_> =
            publications.iter().map(|publication| publication.uuid.as_str()).collect();

        let client = service.client(&seeded.label);
        let answer = client.list_publications(ListPublicationsRequest::new()).await;
        let answer = answer.unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(uuids(&answer), expected);
        let meta = &answer.meta;
        let numbers = [meta.per_page, meta.page, meta.total_pages, meta.total_publications];
        let pages = u64::from(!expected.is_empty());
        assert_eq!(numbers, [50, 1, pages, expected.len() as u64].map(Some));
        assert!(meta.extra.is_empty() && answer.extra.is_empty());
    }
}

#[tokio::test]
async fn publication_has_all_members() {
    let service = TestServer::start().await;
    let answer = service.ask(Method::GET, "/v3/publications?page=7&per_page=1", "").await;
    insta::assert_snapshot!(serde_json::to_string_pretty(&answer.body).unwrap());
}

#[tokio::test]
async fn pages_follow_each_other_and_end() {
    let service = TestServer::start().await;
    let client = service.client("main");
    let all = client.list_publications(ListPublicationsRequest::new()).await.unwrap();
    let mut pages = client.list_publications_pages(ListPublicationsRequest::new().per_page(3));
    let mut seen = Vec::new();
    while let Some(page) = pages.next_page().await.unwrap() {
        assert_eq!(page.meta.per_page.zip(page.meta.total_pages), Some((3, 3)));
        assert_eq!(page.meta.total_publications, Some(7));
        seen.extend(page.publications.clone());
    }
    assert_eq!(seen, all.publications);
}

#[tokio::test]
async fn unknown_parameters_are_ignored() {
    let service = TestServer::start().await;
    for query in ["?sort=name", "?&&=&", "?PAGE=no", "?%ff=%ff", "?page[]=1"] {
        let path = format!("/v3/publications{query}");
        let answer = service.ask(Method::GET, &path, "").await;
        assert_eq!((answer.status, &answer.body["meta"]["page"]), (200, &1.into()), "{path}");
    }
}
