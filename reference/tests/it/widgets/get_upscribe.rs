//! `GET /v2/upscribes/{identifier}`.

use referral_reference::domain::id::UpscribeId;

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

#[tokio::test]
async fn an_unknown_widget_and_one_of_another_account_are_alike() {
    let context = TestContext::new().await;
    for uuid in ["upscribe_000000000000", "upscribe_00000000b001", "", "' OR 1=1 --"] {
        let found = context.service.store().upscribe(&context.main, &UpscribeId::new(uuid)).await;
        assert_eq!(found.unwrap(), None, "{uuid}");
    }
}
