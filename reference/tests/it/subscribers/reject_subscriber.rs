//! `PUT /v2/subscribers/{identifier}/reject`.

use referral_reference::app::subscribers::reject_subscriber::RejectSubscriberError;
use referral_reference::domain::status::Status;

use crate::support::World;

const PENDING: &str = "ada.pending@example.com";

#[tokio::test]
async fn a_pending_subscriber_is_rejected_once() {
    let world = World::new().await;
    let rejected = world
        .app
        .reject_subscriber(&world.main, PENDING)
        .await
        .unwrap();
    assert_eq!(rejected.status, Status::Rejected);
    assert_eq!(
        world.find(&world.main, PENDING).await,
        Some(rejected.clone())
    );
    let again = world
        .app
        .reject_subscriber(&world.main, rejected.uuid.as_str())
        .await;
    assert!(matches!(again, Err(RejectSubscriberError::NotPending(_))));
}

#[tokio::test]
async fn by_uuid_and_whichever_program_they_came_through() {
    let world = World::new().await;
    for email in ["bo.pending@example.com", "otto.pending@example.com"] {
        let subscriber = world.find(&world.main, email).await.unwrap();
        let rejected = world
            .app
            .reject_subscriber(&world.main, subscriber.uuid.as_str())
            .await;
        assert_eq!(rejected.unwrap().status, Status::Rejected, "{email}");
    }
}

#[tokio::test]
async fn who_is_not_pending_stays_as_they_are() {
    let world = World::new().await;
    for email in [
        "olga@example.com",
        "leaving@example.com",
        "rejected@example.org",
    ] {
        let before = world.find(&world.main, email).await;
        let refused = world.app.reject_subscriber(&world.main, email).await;
        assert!(
            matches!(refused, Err(RejectSubscriberError::NotPending(_))),
            "{email}"
        );
        assert_eq!(world.find(&world.main, email).await, before);
    }
}

#[tokio::test]
async fn nobody_of_another_account_is_found() {
    let world = World::new().await;
    let theirs = world.find(&world.main, PENDING).await.unwrap();
    for identifier in [
        PENDING,
        theirs.uuid.as_str(),
        "sub_000000000000",
        "nobody@example.com",
        "",
    ] {
        let refused = world
            .app
            .reject_subscriber(&world.other, identifier)
            .await
            .unwrap_err();
        let RejectSubscriberError::NotFound { identifier: named } = refused else {
            panic!("{identifier}: {refused}")
        };
        assert_eq!(named, identifier);
    }
    assert_eq!(world.find(&world.main, PENDING).await, Some(theirs));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_reject_one_at_once_exactly_one_does() {
    let world = World::shared().await;
    let twin = world.twin("twin").await;
    let mut tasks = Vec::new();
    for turn in 0..16 {
        let app = if turn % 2 == 0 {
            world.app.clone()
        } else {
            twin.clone()
        };
        let account = world.main.clone();
        tasks.push(tokio::spawn(async move {
            app.reject_subscriber(&account, PENDING).await
        }));
    }
    let mut rejected = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(_) => rejected += 1,
            Err(refused) => assert!(
                matches!(refused, RejectSubscriberError::NotPending(_)),
                "{refused}"
            ),
        }
    }
    assert_eq!(rejected, 1);
}
