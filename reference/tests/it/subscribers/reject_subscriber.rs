//! `PUT /v2/subscribers/{identifier}/reject`.

use referral_reference::api::models::RejectSubscriberError;
use referral_reference::operations::OperationError;

use crate::support::TestContext;

const PENDING: &str = "ada.pending@example.com";

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
