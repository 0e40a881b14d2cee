//! `PUT /v2/subscribers/{identifier}/unsubscribe`.

use referral_reference::api::models::UnsubscribeSubscriberError;
use referral_reference::domain::status::Status;
use referral_reference::operations::OperationError;

use crate::support::{TestContext, on_one_thread};

/// Each sees the other's change in the shared transaction, but not yet in its own read.
#[test]
fn one_of_two_concurrent_requests_is_refused() {
    let both = on_one_thread(async || {
        let context = TestContext::shared().await;
        let leave = || {
            let (service, account) = (&context.service, &context.main);
            service.unsubscribe_subscriber(account, "sub_00000000a014")
        };
        let (one, other) = tokio::join!(leave(), leave());
        [one, other]
    });
    // On PostgreSQL either request may be the first.
    let (left, refused): (Vec<_>, Vec<_>) = both.into_iter().partition(Result::is_ok);
    assert_eq!(left[0].as_ref().unwrap().status, Status::Unsubscribed);
    assert!(matches!(
        refused[..],
        [Err(OperationError::Documented(UnsubscribeSubscriberError::NotPending))]
    ));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_rejection_does_not_prevent_unsubscription() {
    let context = TestContext::shared().await;
    let twin = context.twin("twin").await;
    for pending in ["sub_00000000a014", "sub_00000000a015", "sub_00000000a016"] {
        let (account, rejecting) = (context.main.clone(), twin.clone());
        let rejecting =
            tokio::spawn(async move { rejecting.reject_subscriber(&account, pending).await });
        let left = context.service.unsubscribe_subscriber(&context.main, pending).await.unwrap();
        assert_eq!(left.status, Status::Unsubscribed);
        // Whether the rejection or the unsubscription was first depends on the timing; the status is the same.
        let _ = rejecting.await.unwrap();
        let now = context.find(&context.main, pending).await.unwrap();
        assert_eq!(now.status, Status::Unsubscribed);
    }
}
