//! `PUT /v2/subscribers/{identifier}/reject`.

use referral_reference::domain::status::Status;
use referral_reference::operations::OperationError;
use referral_reference_models::RejectSubscriberError;

use crate::support::TestContext;

const PENDING: &str = "ada.pending@example.com";

#[tokio::test]
async fn a_pending_subscriber_is_rejected_once() {
    let context = TestContext::new().await;
    let rejected = context.service.reject_subscriber(&context.main, PENDING).await.unwrap();
    assert_eq!(rejected.status, Status::Rejected);
    assert_eq!(context.find(&context.main, PENDING).await, Some(rejected.clone()));
    let again = context.service.reject_subscriber(&context.main, rejected.uuid.as_str()).await;
    assert!(matches!(again, Err(OperationError::Documented(RejectSubscriberError::NotPending))));
}

#[tokio::test]
async fn by_uuid_and_whichever_program_they_came_through() {
    let context = TestContext::new().await;
    for email in ["bo.pending@example.com", "otto.pending@example.com"] {
        let subscriber = context.find(&context.main, email).await.unwrap();
        let rejected =
            context.service.reject_subscriber(&context.main, subscriber.uuid.as_str()).await;
        assert_eq!(rejected.unwrap().status, Status::Rejected, "{email}");
    }
}

#[tokio::test]
async fn only_pending_subscribers_are_rejected() {
    let context = TestContext::new().await;
    for email in ["olga@example.com", "leaving@example.com", "rejected@example.org"] {
        let before = context.find(&context.main, email).await;
        let refused = context.service.reject_subscriber(&context.main, email).await;
        assert!(
            matches!(refused, Err(OperationError::Documented(RejectSubscriberError::NotPending))),
            "{email}"
        );
        assert_eq!(context.find(&context.main, email).await, before);
    }
}

#[tokio::test]
async fn subscriber_of_another_account_is_not_found() {
    let context = TestContext::new().await;
    let theirs = context.find(&context.main, PENDING).await.unwrap();
    for identifier in [PENDING, theirs.uuid.as_str(), "sub_000000000000", "missing@example.com", ""]
    {
        let refused =
            context.service.reject_subscriber(&context.other, identifier).await.unwrap_err();
        let OperationError::NotFound { identifier: named, .. } = refused else {
            panic!("{identifier}: {refused}")
        };
        assert_eq!(named, identifier);
    }
    assert_eq!(context.find(&context.main, PENDING).await, Some(theirs));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_many_concurrent_rejections_succeeds() {
    let context = TestContext::shared().await;
    let twin = context.twin("twin").await;
    let mut tasks = Vec::new();
    for turn in 0..16 {
        let service = if turn % 2 == 0 { context.service.clone() } else { twin.clone() };
        let account = context.main.clone();
        tasks.push(tokio::spawn(async move { service.reject_subscriber(&account, PENDING).await }));
    }
    let mut rejected = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(_) => rejected += 1,
            Err(refused) => assert!(
                matches!(refused, OperationError::Documented(RejectSubscriberError::NotPending)),
                "{refused}"
            ),
        }
    }
    assert_eq!(rejected, 1);
}
