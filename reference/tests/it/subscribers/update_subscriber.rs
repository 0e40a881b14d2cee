//! `PUT /v2/subscribers/{identifier}`.

use referral_reference::domain::email::Email;
use referral_reference::domain::status::Status;
use referral_reference::domain::subscriber::Subscriber;
use referral_reference::domain::subscriber::change::ChangeRequest;
use referral_reference::operations::OperationError;
use referral_reference_models::{CreateSubscriberError, UpdateSubscriberError};

use crate::support::{TestContext, sent};

const EMAIL_TAKEN: &str = "Email has already been taken";

fn email(email: &str) -> ChangeRequest {
    ChangeRequest { email: Some(email.to_owned()), ..ChangeRequest::default() }
}

fn name(name: &str) -> ChangeRequest {
    ChangeRequest { name: Some(name.to_owned()), ..ChangeRequest::default() }
}

fn status(status: &str) -> ChangeRequest {
    ChangeRequest { status: Some(status.to_owned()), ..ChangeRequest::default() }
}

async fn update(
    context: &TestContext,
    identifier: &str,
    change: ChangeRequest,
) -> Result<Subscriber, OperationError<UpdateSubscriberError>> {
    context.service.update_subscriber(&context.main, identifier, change).await
}

#[tokio::test]
async fn update_changes_the_given_values_only() {
    let context = TestContext::new().await;
    let before = context.find(&context.main, "olga@example.com").await.unwrap();
    let uuid = before.uuid.clone();
    let uuid = uuid.as_str();
    assert_eq!(update(&context, uuid, ChangeRequest::default()).await.unwrap(), before);

    let named = Subscriber { name: Some("Olga P.".to_owned()), ..before };
    assert_eq!(update(&context, uuid, name("Olga P.")).await.unwrap(), named);
    let left = Subscriber { status: Status::Unsubscribed, ..named };
    assert_eq!(update(&context, uuid, status("unsubscribed")).await.unwrap(), left);
    let all = ChangeRequest {
        email: Some("Olga@new.example".to_owned()),
        name: Some("Olga".to_owned()),
        status: Some("confirmed".to_owned()),
    };
    let changed = update(&context, uuid, all).await.unwrap();
    let expected = Subscriber {
        email: Email::parse("Olga@new.example").unwrap(),
        name: Some("Olga".to_owned()),
        status: Status::Confirmed,
        ..left
    };
    assert_eq!(changed, expected);
    assert_eq!(changed.email.as_str(), "Olga@new.example");
    assert_eq!(context.find(&context.main, uuid).await, Some(expected));
}

#[tokio::test]
async fn from_any_state_to_either() {
    let context = TestContext::new().await;
    for identifier in [
        "sub_00000000a014",
        "pia.pending@example.com",
        "olga@example.com",
        "leaving@example.com",
        "rejected@example.org",
    ] {
        for label in ["unsubscribed", "unsubscribed", "confirmed", "confirmed"] {
            let changed = update(&context, identifier, status(label)).await.unwrap();
            assert_eq!(changed.status.as_ref(), label, "{identifier}");
        }
    }
}

#[tokio::test]
async fn the_new_address_addresses_and_the_old_one_is_free() {
    let context = TestContext::new().await;
    let (old, new) = ("milan@example.com", "milan@new.example");
    let changed = update(&context, old, email(new)).await.unwrap();
    assert_eq!(context.find(&context.main, old).await, None);
    assert_eq!(context.find(&context.main, "MILAN@new.example").await, Some(changed));
    assert!(matches!(
        update(&context, old, name("Milan")).await,
        Err(OperationError::NotFound { identifier, .. }) if identifier == old
    ));
    context.subscriber(old).await;
    let refused = update(&context, new, email(old)).await;
    assert!(
        matches!(&refused, Err(OperationError::Undocumented { message, .. }) if message == EMAIL_TAKEN)
    );
}

#[tokio::test]
async fn an_address_is_taken_by_others_only() {
    let context = TestContext::new().await;
    let before = context.find(&context.main, "milan@example.com").await;
    for taken in ["olga@example.com", "OLGA@example.com", "left-early@example.org"] {
        let mut change = email(taken);
        change.name = Some("Not Milan".to_owned());
        let refused = update(&context, "milan@example.com", change).await;
        assert!(
            matches!(&refused, Err(OperationError::Undocumented { message, .. }) if message == EMAIL_TAKEN),
            "{taken}"
        );
    }
    assert_eq!(context.find(&context.main, "milan@example.com").await, before);

    // The subscriber's own address in another case, and an address of another account's subscriber.
    for free in ["Milan@Example.com", "iris@evening.example"] {
        let changed = update(&context, "sub_00000000a002", email(free)).await.unwrap();
        assert_eq!(changed.email.as_str(), free);
    }
}

#[tokio::test]
async fn invalid_update_is_refused_before_the_lookup() {
    let context = TestContext::new().await;
    for identifier in ["olga@example.com", "missing@example.com"] {
        for (change, why) in [
            (email("olga"), "Email is invalid"),
            (email(""), "Email is invalid"),
            (status("pending"), "Status is invalid"),
            (status(""), "Status is invalid"),
            (name("\0"), "body.name holds a NUL character"),
        ] {
            let refused = update(&context, identifier, change).await;
            assert_eq!(refused.unwrap_err().to_string(), why, "{identifier}");
        }
    }
}

#[tokio::test]
async fn subscriber_of_another_account_is_not_changed() {
    let context = TestContext::new().await;
    let theirs = context.find(&context.main, "milan@example.com").await.unwrap();
    for sent in ["milan@example.com", theirs.uuid.as_str(), ""] {
        let refused = context.service.update_subscriber(&context.other, sent, name("Mine")).await;
        assert!(
            matches!(&refused, Err(OperationError::NotFound { identifier, .. }) if identifier == sent),
            "{refused:?}"
        );
    }
    assert_eq!(context.find(&context.main, "milan@example.com").await, Some(theirs));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_many_concurrent_updates_gets_the_address() {
    let context = TestContext::shared().await;
    let twin = context.twin("twin").await;
    let wanted = "wanted@example.com";
    let mut tasks = Vec::new();
    for turn in 1..=7 {
        let service = if turn % 2 == 0 { &context.service } else { &twin };
        let (service, account) = (service.clone(), context.main.clone());
        tasks.push(tokio::spawn(async move {
            let uuid = format!("sub_00000000a00{turn}");
            let updated = service.update_subscriber(&account, &uuid, email(wanted)).await;
            updated.map(drop).map_err(|error| error.to_string())
        }));
    }
    let (service, account) = (context.service.clone(), context.main.clone());
    tasks.push(tokio::spawn(async move {
        let created = service.create_subscriber(&account, sent(wanted)).await;
        created.map(drop).map_err(|error| match error {
            OperationError::Documented(CreateSubscriberError::EmailTaken) => EMAIL_TAKEN.to_owned(),
            error => error.to_string(),
        })
    }));
    let mut got = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(()) => got += 1,
            Err(refused) => assert_eq!(refused, EMAIL_TAKEN),
        }
    }
    assert_eq!(got, 1);
}
