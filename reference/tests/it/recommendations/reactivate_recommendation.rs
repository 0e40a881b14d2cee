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
