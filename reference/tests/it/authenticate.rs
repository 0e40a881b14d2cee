//! From a presented key to an account.

use referral_reference::api::models::KeyError;
use referral_reference::domain::id::KeyId;
use referral_reference::keys::ApiKey;
use referral_reference::operations::OperationError;

use crate::support::TestContext;

#[tokio::test]
async fn key_authenticates_its_account() {
    let context = TestContext::new().await;
    let main = context.service.authenticate(Some(context.key("main"))).await.unwrap();
    assert_eq!(main, context.main);
    let other = context.service.authenticate(Some(context.key("other_account"))).await.unwrap();
    assert_eq!(other, context.other);
}

#[tokio::test]
async fn absent_or_blank_key_is_missing() {
    let context = TestContext::new().await;
    for key in [None, Some(""), Some("  ")] {
        let refused = context.service.authenticate(key).await.unwrap_err();
        assert!(matches!(refused, OperationError::Documented(KeyError::ApiKeyMissing)), "{key:?}");
    }
}

#[tokio::test]
async fn malformed_key_is_invalid() {
    let context = TestContext::new().await;
    let longer = format!("{}0", context.key("main"));
    let upper = context.key("main").to_uppercase();
    for key in ["no key", &longer, &upper] {
        let refused = context.service.authenticate(Some(key)).await.unwrap_err();
        assert!(matches!(refused, OperationError::Documented(KeyError::ApiKeyInvalid)), "{key}");
    }
}

#[tokio::test]
async fn unknown_key_has_no_user() {
    let context = TestContext::new().await;
    let unknown = ApiKey::generate().unwrap();
    let refused = context.service.authenticate(Some(unknown.reveal())).await;
    assert!(matches!(refused, Err(OperationError::Documented(KeyError::UserNotFound))));
}

#[tokio::test]
async fn key_of_a_deleted_user_has_no_user() {
    let context = TestContext::new().await;
    let refused = context.service.authenticate(Some(context.key("userless"))).await.unwrap_err();
    assert!(matches!(refused, OperationError::Documented(KeyError::UserNotFound)));
}

#[tokio::test]
async fn revoked_key_is_refused_from_the_next_request() {
    let context = TestContext::new().await;
    let store = context.service.store();
    let keys = store.keys().await.unwrap();
    let main = keys.iter().find(|key| key.account == context.main && key.user.is_some()).unwrap();
    let mut write = store.begin_write().await.unwrap();
    assert!(write.delete_key(&main.uuid).await.unwrap());
    assert!(!write.delete_key(&KeyId::new("key_without_user")).await.unwrap());
    write.commit().await.unwrap();
    let refused = context.service.authenticate(Some(context.key("main"))).await.unwrap_err();
    assert!(matches!(refused, OperationError::Documented(KeyError::UserNotFound)));
}
