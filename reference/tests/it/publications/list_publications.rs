//! `GET /v3/publications`.

use referral_reference::domain::page::PageRequest;

use crate::support::{TestContext, demo};

#[tokio::test]
async fn all_of_the_account_newest_first() {
    let context = TestContext::new().await;
    for (account, label) in [(&context.main, "main"), (&context.other, "other_account")] {
        let seed = demo();
        let planted = seed.accounts.into_iter().find(|account| account.label == label).unwrap();
        let mut expected = planted.publications;
        expected.sort_by_key(|record| std::cmp::Reverse(record.created_at));
        let page =
            context.service.store().publications(account, PageRequest::default()).await.unwrap();
        assert_eq!((page.page, page.per_page, page.total_pages()), (1, 50, 1));
        assert_eq!(page.total, expected.len() as i64);
        assert_eq!(page.items, expected, "{label}");
    }
}

#[tokio::test]
async fn pages_of_two() {
    let context = TestContext::new().await;
    let mut seen = Vec::new();
    for number in 1..=5 {
        let request = PageRequest::new(Some(number), Some(2));
        let page = context.service.store().publications(&context.main, request).await.unwrap();
        assert_eq!((page.page, page.per_page, page.total, page.total_pages()), (number, 2, 7, 4));
        seen.push(page.items.len());
    }
    assert_eq!(seen, [2, 2, 2, 1, 0]);
}
