//! `PUT /v2/subscribers/{identifier}/unsubscribe`.

use referral_reference::domain::status::Status;
use referral_reference::operations::OperationError;
use referral_reference_models::UnsubscribeSubscriberError;

use crate::support::{TestContext, on_one_thread};

#[tokio::test]
async fn whoever_is_there_leaves_once() {
    let context = TestContext::new().await;
    for (identifier, from) in [
        ("bo.pending@example.com", Status::Pending),
        ("sub_00000000a028", Status::Pending),
        ("olga@example.com", Status::Confirmed),
        ("rejected@example.org", Status::Rejected),
    ] {
        let before = context.find(&context.main, identifier).await.unwrap();
        assert_eq!(before.status, from);
        let gone = context
            .service
            .unsubscribe_subscriber(&context.main, identifier)
            .await
            .unwrap();
        assert_eq!(gone.status, Status::Unsubscribed);
        assert_eq!(gone.uuid, before.uuid);
        assert_eq!(
            context.find(&context.main, identifier).await.as_ref(),
            Some(&gone)
        );

        let again = context
            .service
            .unsubscribe_subscriber(&context.main, gone.uuid.as_str())
            .await;
        assert!(matches!(
            again,
            Err(OperationError::Documented(
                UnsubscribeSubscriberError::NotPending
            ))
        ));
    }
}

#[tokio::test]
async fn who_has_left_stays_as_they_are() {
    let context = TestContext::new().await;
    let before = context.find(&context.main, "leaving@example.com").await;
    let refused = context
        .service
        .unsubscribe_subscriber(&context.main, "leaving@example.com")
        .await;
    assert!(matches!(
        refused,
        Err(OperationError::Documented(
            UnsubscribeSubscriberError::NotPending
        ))
    ));
    assert_eq!(
        context.find(&context.main, "leaving@example.com").await,
        before
    );
}

#[tokio::test]
async fn nobody_of_another_account_leaves() {
    let context = TestContext::new().await;
    let theirs = context
        .find(&context.main, "milan@example.com")
        .await
        .unwrap();
    for sent in [
        "milan@example.com",
        theirs.uuid.as_str(),
        "nobody@example.com",
        "",
    ] {
        let refused = context
            .service
            .unsubscribe_subscriber(&context.other, sent)
            .await
            .unwrap_err();
        let OperationError::NotFound { identifier, .. } = refused else {
            panic!("{sent}: {refused}")
        };
        assert_eq!(identifier, sent);
    }
    assert_eq!(
        context.find(&context.main, "milan@example.com").await,
        Some(theirs)
    );
}

/// The one sees the other's work in the transaction that both share, but not yet where it reads.
#[test]
fn of_two_at_once_one_sees_that_they_have_left() {
    let both = on_one_thread(async || {
        let context = TestContext::shared().await;
        let leave = || {
            let (service, account) = (&context.service, &context.main);
            service.unsubscribe_subscriber(account, "sub_00000000a014")
        };
        let (one, other) = tokio::join!(leave(), leave());
        [one, other]
    });
    // On PostgreSQL either may be the first.
    let (left, refused): (Vec<_>, Vec<_>) = both.into_iter().partition(Result::is_ok);
    assert_eq!(left[0].as_ref().unwrap().status, Status::Unsubscribed);
    assert!(matches!(
        refused[..],
        [Err(OperationError::Documented(
            UnsubscribeSubscriberError::NotPending
        ))]
    ));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_rejection_at_the_same_time_keeps_nobody_from_leaving() {
    let context = TestContext::shared().await;
    let twin = context.twin("twin").await;
    for pending in ["sub_00000000a014", "sub_00000000a015", "sub_00000000a016"] {
        let (account, rejecting) = (context.main.clone(), twin.clone());
        let rejecting =
            tokio::spawn(async move { rejecting.reject_subscriber(&account, pending).await });
        let left = context
            .service
            .unsubscribe_subscriber(&context.main, pending)
            .await
            .unwrap();
        assert_eq!(left.status, Status::Unsubscribed);
        // Whether they were rejected before they left is chance; they have left either way.
        let _ = rejecting.await.unwrap();
        let now = context.find(&context.main, pending).await.unwrap();
        assert_eq!(now.status, Status::Unsubscribed);
    }
}
