//! `POST /v2/campaigns/{identifier}/campaign_memberships`.

use referral_reference::api::models::CreateCampaignMembershipError as Documented;
use referral_reference::operations::OperationError;

use crate::support::TestContext;

const CAMPAIGN: &str = "MF00000000a1";

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
