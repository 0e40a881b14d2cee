//! Concurrent calls of use cases on two services of one database.

use std::fmt::Display;

use referral_reference::domain::id::AccountId;
use referral_reference::domain::recommendation::ArchivedBy;
use referral_reference::domain::status::Status;
use referral_reference::domain::subscriber::change::ChangeRequest;
use referral_reference::operations::Service;

use crate::support::{TestContext, on_one_thread, sent};

/// Runs the work in this many tasks, in turn on two services.
pub async fn at_once<T, W>(
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

/// The result of the only call that succeeded. All others were refused with this message.
fn only_success<T, E: Display>(results: Vec<Result<T, E>>, message: &str) -> T {
    let mut successes = Vec::new();
    for result in results {
        match result {
            Ok(success) => successes.push(success),
            Err(error) => assert_eq!(error.to_string(), message),
        }
    }
    assert_eq!(successes.len(), 1, "{message}");
    successes.remove(0)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_many_creations_gets_the_address() {
    let context = TestContext::shared().await;
    let created = at_once(&context, 24, |service, account, turn| async move {
        let email = if turn % 3 == 0 { "RACE@example.com" } else { "race@example.com" };
        service.create_subscriber(&account, sent(email)).await
    });
    let created = only_success(created.await, "documented error EmailTaken");
    let found = context.find(&context.main, "race@example.com").await.unwrap();
    assert_eq!(created.uuid, found.uuid);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_many_updates_and_a_creation_gets_the_address() {
    let context = TestContext::shared().await;
    let results = at_once(&context, 8, |service, account, turn| async move {
        let email = "wanted@example.com";
        if turn == 8 {
            let created = service.create_subscriber(&account, sent(email)).await;
            return created.map(drop).map_err(|error| match error.to_string().as_str() {
                "documented error EmailTaken" => "Email has already been taken".to_owned(),
                other => other.to_owned(),
            });
        }
        let uuid = format!("sub_00000000a00{turn}");
        let change = ChangeRequest { email: Some(email.to_owned()), ..ChangeRequest::default() };
        let updated = service.update_subscriber(&account, &uuid, change).await;
        updated.map(drop).map_err(|error| error.to_string())
    });
    only_success(results.await, "Email has already been taken");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_many_rejections_succeeds() {
    let context = TestContext::shared().await;
    let rejected = at_once(&context, 16, |service, account, _| async move {
        service.reject_subscriber(&account, "ada.pending@example.com").await
    });
    only_success(rejected.await, "documented error NotPending");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_many_memberships_is_created() {
    let context = TestContext::shared().await;
    let created = at_once(&context, 16, |service, account, _| async move {
        service.create_campaign_membership(&account, "MF00000000a1", "sub_00000000a004").await
    });
    let message = r#"documented error AlreadyMember { email: "tomas@example.org" }"#;
    only_success(created.await, message);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_many_joins_succeeds() {
    let context = TestContext::shared().await;
    let joined = at_once(&context, 16, |service, account, _| async move {
        let (program, reason) = ("partner_program_00000000b021", "Good.".to_owned());
        service.join_partner_program(&account, program, reason).await
    });
    only_success(joined.await, "Partner program has already been joined");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_many_reactivations_succeeds() {
    let context = TestContext::shared().await;
    let reactivated = at_once(&context, 16, |service, account, _| async move {
        service.reactivate_recommendation(&account, "partner_campaign_00000000a007").await
    });
    only_success(reactivated.await, "Recommendation is not archived");
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
    let both = on_one_thread(async || {
        let context = TestContext::shared().await;
        let leave = || {
            let (service, account) = (&context.service, &context.main);
            service.unsubscribe_subscriber(account, "sub_00000000a014")
        };
        let (one, other) = tokio::join!(leave(), leave());
        vec![one, other]
    });
    let left = only_success(both, "documented error NotPending");
    assert_eq!(left.status, Status::Unsubscribed);
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
