//! `PUT /v2/upscribes/{identifier}`.

use referral_reference::domain::id::AccountId;
use referral_reference::domain::id::UpscribeId;
use referral_reference::domain::upscribe::Upscribe;

use crate::support::TestContext;

async fn found(context: &TestContext, account: &AccountId, uuid: &str) -> Upscribe {
    let store = context.service.store();
    let found = store.upscribe(account, &UpscribeId::new(uuid)).await;
    found.unwrap().unwrap()
}

#[tokio::test]
async fn the_auto_pilot_is_turned_on_and_off_and_nothing_else_changes() {
    let context = TestContext::new().await;
    let uuid = "upscribe_00000000a001";
    let before = found(&context, &context.main, uuid).await;
    for auto_pilot in [false, false, true] {
        let changed = context.service.update_upscribe(&context.main, uuid, Some(auto_pilot));
        let expected = Upscribe { auto_pilot, ..before.clone() };
        assert_eq!(changed.await.unwrap(), expected);
        assert_eq!(found(&context, &context.main, uuid).await, expected);
    }
}

#[tokio::test]
async fn absent_auto_pilot_changes_nothing() {
    let context = TestContext::new().await;
    let uuid = "upscribe_00000000a001";
    let before = found(&context, &context.main, uuid).await;
    let same = context.service.update_upscribe(&context.main, uuid, None).await;
    assert_eq!(same.unwrap(), before);
}

#[tokio::test]
async fn an_unknown_widget_and_one_of_another_account_are_alike_and_untouched() {
    let context = TestContext::new().await;
    let theirs = found(&context, &context.other, "upscribe_00000000b001").await;
    for uuid in ["upscribe_000000000000", theirs.uuid.as_str(), ""] {
        for auto_pilot in [Some(!theirs.auto_pilot), None] {
            let refused = context.service.update_upscribe(&context.main, uuid, auto_pilot);
            let message = refused.await.unwrap_err().to_string();
            assert_eq!(message, format!("Upscribe {uuid} not found."));
        }
    }
    let after = found(&context, &context.other, theirs.uuid.as_str()).await;
    assert_eq!(after, theirs);
}
