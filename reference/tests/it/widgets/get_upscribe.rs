//! `GET /v2/upscribes/{identifier}`.

use crate::support::{TestContext, demo};

#[tokio::test]
async fn a_widget_is_shown_as_it_was_planted() {
    let context = TestContext::new().await;
    let seed = demo();
    let planted = seed.accounts.iter().find(|account| account.label == "main").unwrap();
    assert_eq!(planted.upscribes.len(), 4);
    for upscribe in &planted.upscribes {
        let found = context.service.store().upscribe(&context.main, &upscribe.uuid).await.unwrap();
        assert_eq!(found.as_ref(), Some(upscribe));
    }
}
