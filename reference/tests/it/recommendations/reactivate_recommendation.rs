//! `PUT /v2/partner_profile/partner_campaigns/{identifier}/reactivate`.

use referral_reference::domain::recommendation::{Recommendation, RecommendationStatus};
use referral_reference::operations::OperationError;
use referral_reference_models::ReactivateRecommendationError;

use crate::support::TestContext;

async fn refused(
    context: &TestContext,
    uuid: &str,
) -> OperationError<ReactivateRecommendationError> {
    let done = context.service.reactivate_recommendation(&context.main, uuid);
    done.await.unwrap_err()
}

#[tokio::test]
async fn recommendation_archived_by_its_owner_is_reactivated() {
    let context = TestContext::new().await;
    let uuid = "partner_campaign_00000000a007";
    let before = context
        .service
        .find_recommendation::<ReactivateRecommendationError>(&context.main, uuid)
        .await
        .unwrap();
    let expected = Recommendation { status: RecommendationStatus::Active, ..before };
    let done = context.service.reactivate_recommendation(&context.main, uuid).await;
    assert_eq!(done.unwrap(), expected);
    let after = context
        .service
        .find_recommendation::<ReactivateRecommendationError>(&context.main, uuid)
        .await;
    assert_eq!(after.unwrap(), expected);
}

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

#[tokio::test]
async fn only_archivals_by_the_owner_are_reactivated() {
    let context = TestContext::new().await;
    for (uuid, why) in [
        ("partner_campaign_00000000a010", "Recommendation was archived by a sponsor"),
        ("partner_campaign_00000000a001", "Recommendation is not archived"),
        ("partner_campaign_00000000a006", "Recommendation is not archived"),
    ] {
        let before = context
            .service
            .find_recommendation::<ReactivateRecommendationError>(&context.main, uuid)
            .await
            .unwrap();
        let error = refused(&context, uuid).await;
        assert!(error.to_string() == why, "{uuid}: {error}");
        let after = context
            .service
            .find_recommendation::<ReactivateRecommendationError>(&context.main, uuid)
            .await;
        assert_eq!(after.unwrap(), before);
    }
}

#[tokio::test]
async fn an_unknown_recommendation_and_one_of_another_account_are_alike_and_untouched() {
    let context = TestContext::new().await;
    let theirs = "partner_campaign_00000000b002";
    let before = context
        .service
        .find_recommendation::<ReactivateRecommendationError>(&context.other, theirs)
        .await
        .unwrap();
    for uuid in ["partner_campaign_000000000000", theirs, ""] {
        let error = refused(&context, uuid).await;
        assert!(matches!(error, OperationError::NotFound { .. }), "{uuid}: {error}");
    }
    let after = context
        .service
        .find_recommendation::<ReactivateRecommendationError>(&context.other, theirs)
        .await;
    assert_eq!(after.unwrap(), before);
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
