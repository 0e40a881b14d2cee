//! `PUT /v2/partner_profile/partner_campaigns/{identifier}/reactivate`.

use referral_reference::api::models::ReactivateRecommendationError;

use crate::support::TestContext;

#[tokio::test]
async fn reactivated_application_still_awaits_approval() {
    let context = TestContext::new().await;
    for (uuid, after) in [
        ("partner_campaign_00000000a001", "active"),
        ("partner_campaign_00000000a004", "active"),
        ("partner_campaign_00000000a005", "draft"),
        ("partner_campaign_00000000a006", "awaiting_approval"),
    ] {
        let archived = context.service.archive_recommendation(&context.main, uuid).await;
        assert_eq!(archived.unwrap().status.as_ref(), "archived", "{uuid}");
        let again = context.service.reactivate_recommendation(&context.main, uuid).await;
        assert_eq!(again.unwrap().status.as_ref(), after, "{uuid}");
        let found = context
            .service
            .find_recommendation::<ReactivateRecommendationError>(&context.main, uuid)
            .await;
        assert_eq!(found.unwrap().status.as_ref(), after, "{uuid}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn one_of_many_concurrent_reactivations_succeeds() {
    let context = TestContext::shared().await;
    let twin = context.twin("twin").await;
    let mut tasks = Vec::new();
    for turn in 0..16 {
        let service = if turn % 2 == 0 { &context.service } else { &twin };
        let (service, account) = (service.clone(), context.main.clone());
        tasks.push(tokio::spawn(async move {
            let uuid = "partner_campaign_00000000a007";
            service.reactivate_recommendation(&account, uuid).await
        }));
    }
    let mut done = 0;
    for task in tasks {
        match task.await.unwrap() {
            Ok(_) => done += 1,
            Err(error) => assert_eq!(error.to_string(), "Recommendation is not archived"),
        }
    }
    assert_eq!(done, 1);
}
