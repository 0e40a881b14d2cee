//! `GET /v2/upscribes/{identifier}`.

use referral_reference::app::widgets::get_upscribe::GetUpscribeError;

use crate::support::{TestContext, demo};

#[tokio::test]
async fn a_widget_is_shown_as_it_was_planted() {
    let context = TestContext::new().await;
    let seed = demo();
    let planted = seed.accounts.iter().find(|it| it.word == "main").unwrap();
    assert_eq!(planted.upscribes.len(), 4);
    for upscribe in &planted.upscribes {
        let found = context
            .app
            .get_upscribe(&context.main, upscribe.uuid.as_str())
            .await
            .unwrap();
        assert_eq!(found, *upscribe);
    }
}

#[tokio::test]
async fn an_unknown_widget_and_one_of_another_account_are_alike() {
    let context = TestContext::new().await;
    for uuid in [
        "upscribe_000000000000",
        "upscribe_00000000b001",
        "",
        "' OR 1=1 --",
    ] {
        let refused = context
            .app
            .get_upscribe(&context.main, uuid)
            .await
            .unwrap_err();
        let GetUpscribeError::NotFound { upscribe_uuid } = refused else {
            panic!("{refused}")
        };
        assert_eq!(upscribe_uuid, uuid);
    }
}
