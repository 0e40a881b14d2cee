//! `GET /v2/subscribers/{identifier}`.

use referral_reference::operations::OperationError;

use crate::support::{TestContext, demo};

#[tokio::test]
async fn subscribers_are_found_by_uuid_and_by_address() {
    let context = TestContext::new().await;
    for planted in demo().accounts {
        assert_eq!(planted.subscribers.is_empty(), planted.label == "brand_new");
        for subscriber in planted.subscribers {
            let shouted = subscriber.email.as_str().to_uppercase();
            for identifier in [subscriber.uuid.as_str(), subscriber.email.as_str(), &shouted] {
                let found = context
                    .service
                    .get_subscriber(&planted.account.uuid, identifier, false)
                    .await
                    .unwrap();
                assert_eq!(found.subscriber, subscriber, "{identifier}");
                assert_eq!(found.campaigns, None);
            }
        }
    }
}

#[tokio::test]
async fn campaigns_are_included_on_request() {
    let context = TestContext::new().await;
    for (email, expected) in [("olga@example.com", &["MF00000000a1"][..]), ("wei@example.net", &[])]
    {
        let found = context.service.get_subscriber(&context.main, email, true).await;
        let campaigns = found.unwrap().campaigns.unwrap();
        let uuids: Vec<_> = campaigns.iter().map(|campaign| campaign.uuid.as_str()).collect();
        assert_eq!(uuids, expected, "{email}");
    }
}

#[tokio::test]
async fn one_address_names_the_person_of_the_asking_account() {
    let context = TestContext::new().await;
    for (account, uuid) in
        [(&context.main, "sub_00000000a001"), (&context.other, "sub_00000000b001")]
    {
        let found = context.service.get_subscriber(account, "olga@example.com", false).await;
        assert_eq!(found.unwrap().subscriber.uuid.as_str(), uuid);
    }
}

#[tokio::test]
async fn subscriber_of_another_account_is_not_found() {
    let context = TestContext::new().await;
    for sent in [
        "sub_00000000b001",
        "iris@evening.example",
        "sub_000000000000",
        "missing@example.com",
        "",
        "@",
        "nul\0",
    ] {
        let refused = context.service.get_subscriber(&context.main, sent, true).await;
        let Err(OperationError::NotFound { identifier, .. }) = refused else {
            panic!("{sent}: {refused:?}")
        };
        assert_eq!(identifier, sent);
    }
}
