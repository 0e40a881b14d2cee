//! `GET /v2/partner_profile/partner_campaigns`.

use referral_reference::domain::page::PageRequest;

use crate::support::{TestContext, seeded};

#[tokio::test]
async fn pages_follow_each_other_and_end() {
    let context = TestContext::new().await;
    let all = seeded("main").recommendations.len();
    let mut seen = Vec::new();
    for number in 1..=all.div_ceil(4) as i64 + 1 {
        let page_request = PageRequest::new(Some(number), Some(4));
        let page =
            context.service.store().recommendations(&context.main, page_request).await.unwrap();
        assert_eq!(page.total, all as i64);
        seen.extend(page.items.into_iter().map(|item| item.uuid));
    }
    assert_eq!(seen.len(), all);
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), all);
}
