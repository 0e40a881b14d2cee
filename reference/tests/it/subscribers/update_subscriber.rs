//! `PUT /v2/subscribers/{identifier}`.

use referral_reference::api::models::CreateSubscriberError;
use referral_reference::domain::subscriber::change::ChangeRequest;
use referral_reference::operations::OperationError;

use crate::support::{TestContext, sent};

const EMAIL_TAKEN: &str = "Email has already been taken";

fn email(email: &str) -> ChangeRequest {
    ChangeRequest { email: Some(email.to_owned()), ..ChangeRequest::default() }
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
