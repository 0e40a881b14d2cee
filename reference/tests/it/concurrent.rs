//! Concurrent calls of use cases on two services of one database. `races` has those of which exactly one succeeds.

use referral_reference::api::models::{SubscribeToRecommendationsRequest, UpscribeUuid};
use referral_reference::domain::id::{AccountId, RecommendationId};
use referral_reference::domain::recommendation::ArchivedBy;
use referral_reference::domain::status::Status;
use referral_reference::operations::Service;

use crate::support::{TestContext, on_one_thread, sent};

/// Runs the work in this many tasks, in turn on two services.
async fn at_once<T, W>(
    context: &TestContext,
    tasks: usize,
    work: impl Fn(Service, AccountId, usize) -> W,
) -> Vec<T>
where
    T: Send + 'static,
    W: Future<Output = T> + Send + 'static,
{
    let services = [context.twin("twin").await, context.service.clone()];
    let task = |turn: usize| work(services[turn % 2].clone(), context.main.clone(), turn);
    let tasks: Vec<_> = (1..=tasks).map(|turn| tokio::spawn(task(turn))).collect();
    let mut results = Vec::new();
    for task in tasks {
        results.push(task.await.unwrap());
    }
    results
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn every_archival_succeeds_among_reactivations() {
    let context = TestContext::shared().await;
    let archived = at_once(&context, 16, |service, account, turn| async move {
        let uuid = "partner_campaign_00000000a001";
        if turn % 4 == 3 {
            // Whether it is archived at the end depends on the timing.
            let _ = service.reactivate_recommendation(&account, uuid).await;
        }
        service.archive_recommendation(&account, uuid).await
    });
    for archived in archived.await {
        assert_eq!(archived.unwrap().status.archiver(), Some(ArchivedBy::Owner));
    }
}

/// Each sees the other's change in the shared transaction, but not yet in its own read.
#[test]
fn both_archivals_of_one_service_succeed() {
    let (one, other) = on_one_thread(async || {
        let context = TestContext::shared().await;
        let archive = || {
            let (service, account) = (&context.service, &context.main);
            service.archive_recommendation(account, "partner_campaign_00000000a001")
        };
        tokio::join!(archive(), archive())
    });
    assert_eq!(one.unwrap(), other.unwrap());
}

/// Each sees the other's change in the shared transaction, but not yet in its own read.
#[test]
fn one_of_two_unsubscriptions_of_one_service_succeeds() {
    let (one, other) = on_one_thread(async || {
        let context = TestContext::shared().await;
        let leave = || {
            let (service, account) = (&context.service, &context.main);
            service.unsubscribe_subscriber(account, "sub_00000000a014")
        };
        tokio::join!(leave(), leave())
    });
    let (left, refused) = if one.is_ok() { (one, other) } else { (other, one) };
    assert_eq!(left.unwrap().status, Status::Unsubscribed);
    assert_eq!(refused.unwrap_err().to_string(), "documented error NotPending");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn rejection_does_not_prevent_unsubscription() {
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

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_signups_of_one_person_count_once() {
    let context = TestContext::shared().await;
    let signups = at_once(&context, 16, |service, account, _| async move {
        let codes = vec!["0a1b2c3d4e".to_owned(), "1b2c3d4e5f".to_owned()];
        let upscribe = UpscribeUuid::from("upscribe_00000000a001");
        let signup = SubscribeToRecommendationsRequest::new(upscribe, "ann@example.com", codes);
        service.subscribe_to_recommendations(&account, signup).await
    });
    for known in signups.await {
        assert_eq!(known.unwrap().len(), 2);
    }
    for uuid in ["partner_campaign_00000000a001", "partner_campaign_00000000a002"] {
        let uuid = RecommendationId::new(uuid);
        let noted = context.service.store().referrals(&context.main, &uuid).await;
        assert_eq!(noted.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn an_identifier_in_use_is_drawn_again() {
    let context = TestContext::shared().await;
    let first = context.subscriber("first@example.com").await;
    // Another service on the same database that generates the same identifiers.
    let twin = context.twin("world").await;
    let second = twin.create_subscriber(&context.main, sent("second@example.com")).await.unwrap();
    assert_ne!(first.uuid, second.uuid);
    assert_ne!(first.ref_code, second.ref_code);
}
