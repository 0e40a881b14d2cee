//! `POST /v2/campaigns/{identifier}/campaign_memberships`.

use referral_reference::domain::campaign::Membership;
use referral_reference::domain::id::AccountId;
use referral_reference::operations::OperationError;
use referral_reference_models::CreateCampaignMembershipError as Documented;

use crate::support::{TestContext, now};

const CAMPAIGN: &str = "MF00000000a1";

async fn add(
    context: &TestContext,
    identifier: &str,
) -> Result<Membership, OperationError<Documented>> {
    context.service.create_campaign_membership(&context.main, CAMPAIGN, identifier).await
}

/// The number of campaigns of a subscriber of the main account.
async fn campaigns(context: &TestContext, identifier: &str) -> usize {
    let found = context.service.get_subscriber(&context.main, identifier, true).await;
    found.unwrap().campaigns.unwrap().len()
}

#[tokio::test]
async fn a_subscriber_is_added_by_uuid_or_address_once() {
    let context = TestContext::new().await;
    for (identifier, uuid, email) in [
        ("sub_00000000a004", "sub_00000000a004", "tomas@example.org"),
        ("WEI@example.net", "sub_00000000a005", "wei@example.net"),
    ] {
        assert_eq!(campaigns(&context, identifier).await, 0);
        let membership = add(&context, identifier).await.unwrap();
        assert_eq!(membership.campaign.as_str(), CAMPAIGN);
        assert_eq!(membership.subscriber.as_str(), uuid);
        assert_eq!(membership.created_at, now());
        assert!(membership.uuid.as_str().starts_with("membership_"));
        assert_eq!(campaigns(&context, identifier).await, 1);

        for again in [uuid, email] {
            let refused = add(&context, again).await.unwrap_err();
            let OperationError::Documented(Documented::AlreadyMember { email: named }) = refused
            else {
                panic!("{refused}")
            };
            assert_eq!(named.as_str(), email);
        }
        assert_eq!(campaigns(&context, identifier).await, 1);
    }
}

#[tokio::test]
async fn subscriber_must_belong_to_the_account() {
    let context = TestContext::new().await;
    for sent in [
        "missing@example.com",
        "sub_000000000000",
        "sub_00000000b002",
        "iris@evening.example",
        "nul\0",
    ] {
        let refused = add(&context, sent).await.unwrap_err();
        let OperationError::Documented(Documented::MemberNotFound { email: identifier }) = refused
        else {
            panic!("{refused}")
        };
        assert_eq!(identifier, sent);
    }
    for blank in ["", " ", "\n"] {
        let refused = add(&context, blank).await;
        assert!(
            matches!(&refused, Err(OperationError::Undocumented { message, .. }) if message == "You have to provide a subscriber"),
            "{blank:?}"
        );
    }
}

#[tokio::test]
async fn the_campaign_must_be_of_the_account() {
    let context = TestContext::new().await;
    let (main, other): (&AccountId, &AccountId) = (&context.main, &context.other);
    for (account, campaign, subscriber) in [
        (main, "MF00000000b1", "sub_00000000a004"),
        (main, "MF0000000000", "sub_00000000a004"),
        (other, CAMPAIGN, "sub_00000000b001"),
        (other, CAMPAIGN, "sub_00000000a004"),
    ] {
        let refused = context
            .service
            .create_campaign_membership(account, campaign, subscriber)
            .await
            .unwrap_err();
        assert!(
            matches!(&refused, OperationError::NotFound { identifier, .. } if identifier == campaign),
            "{refused}"
        );
    }
    assert_eq!(campaigns(&context, "sub_00000000a004").await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_many_concurrent_additions_succeeds() {
    let context = TestContext::shared().await;
    let twin = context.twin("twin").await;
    let mut tasks = Vec::new();
    for turn in 0..16 {
        let service = if turn % 2 == 0 { &context.service } else { &twin };
        let (service, account) = (service.clone(), context.main.clone());
        tasks.push(tokio::spawn(async move {
            let subscriber = "sub_00000000a004";
            service.create_campaign_membership(&account, CAMPAIGN, subscriber).await
        }));
    }
    let mut added = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(_) => added += 1,
            Err(refused) => assert!(
                matches!(refused, OperationError::Documented(Documented::AlreadyMember { .. })),
                "{refused}"
            ),
        }
    }
    assert_eq!(added, 1);
}
