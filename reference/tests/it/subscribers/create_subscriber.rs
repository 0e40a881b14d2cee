//! `POST /v2/subscribers`.

use std::collections::BTreeSet;

use referral_reference::api::models::CreateSubscriberError;
use referral_reference::domain::status::{Acquisition, Status};
use referral_reference::domain::subscriber::{NewSubscriber, SubscriberIdentifier};
use referral_reference::operations::OperationError;

use crate::support::{TestContext, sent};

#[tokio::test]
async fn a_code_of_the_account_refers_and_any_other_has_no_effect() {
    let context = TestContext::new().await;
    let referrer = context.subscriber("referrer@example.com").await;
    let stranger =
        context.service.create_subscriber(&context.other, sent("stranger@example.com")).await;
    let with_code = |email: &str, code: &str| NewSubscriber {
        referrer_code: Some(code.to_owned()),
        ..sent(email)
    };

    let new = with_code("referred@example.com", referrer.ref_code.as_str());
    let referred = context.service.create_subscriber(&context.main, new).await.unwrap();
    assert_eq!(referred.status, Status::Pending);
    assert_eq!(referred.acquisition, Acquisition::ReferralProgram);
    assert_eq!(referred.referrer, Some(referrer.uuid));

    for (email, code) in [
        ("unknown@example.com", "unknown"),
        ("abroad@example.com", stranger.unwrap().ref_code.as_str()),
    ] {
        let new = with_code(email, code);
        let created = context.service.create_subscriber(&context.main, new).await.unwrap();
        assert_eq!((created.status, created.referred()), (Status::Confirmed, false), "{email}");
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

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_many_concurrent_creations_gets_the_address() {
    let context = TestContext::shared().await;
    let twin = context.twin("twin").await;
    let mut tasks = Vec::new();
    for turn in 0..24 {
        let service = if turn % 2 == 0 { context.service.clone() } else { twin.clone() };
        let account = context.main.clone();
        let email = if turn % 3 == 0 { "RACE@example.com" } else { "race@example.com" };
        let new = sent(email);
        tasks.push(tokio::spawn(async move { service.create_subscriber(&account, new).await }));
    }
    let mut won = BTreeSet::new();
    for task in tasks {
        match task.await.unwrap() {
            Ok(subscriber) => drop(won.insert(subscriber.uuid)),
            Err(refused) => assert!(
                matches!(refused, OperationError::Documented(CreateSubscriberError::EmailTaken)),
                "{refused}"
            ),
        }
    }
    assert_eq!(won.len(), 1);
    let addressed = SubscriberIdentifier::parse("race@example.com");
    let found = twin.store().subscriber(&context.main, &addressed).await.unwrap().unwrap();
    assert!(won.contains(&found.uuid));
}
