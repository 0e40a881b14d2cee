//! `DELETE /v2/partner_profile/partner_campaigns/{identifier}`.

use referral_reference::api::models::ArchiveRecommendationError;
use referral_reference::domain::recommendation::{ArchivedBy, Recommendation};

use crate::support::TestContext;

#[tokio::test]
async fn recommendation_in_any_state_is_archived() {
    let context = TestContext::new().await;
    let mut states = Vec::new();
    for number in 1..=6 {
        let uuid = format!("partner_campaign_00000000a{number:03}");
        let before = context
            .service
            .find_recommendation::<ArchiveRecommendationError>(&context.main, &uuid)
            .await
            .unwrap();
        states.push(<&str>::from(before.status));
        let status = before.status.archive();
        let by_owner = Some(ArchivedBy::Owner);
        assert_eq!((status.as_ref(), status.archiver()), ("archived", by_owner));
        let expected = Recommendation { status, ..before };
        for _ in 0..2 {
            let archived = context.service.archive_recommendation(&context.main, &uuid).await;
            assert_eq!(archived.unwrap(), expected);
        }
        let after = context
            .service
            .find_recommendation::<ArchiveRecommendationError>(&context.main, &uuid)
            .await;
        assert_eq!(after.unwrap(), expected);
    }
    states.sort();
    states.dedup();
    assert_eq!(states, ["active", "awaiting_approval", "draft", "paused"]);
}

#[tokio::test]
async fn archival_by_a_sponsor_is_kept() {
    let context = TestContext::new().await;
    let uuid = "partner_campaign_00000000a010";
    let archived = context.service.archive_recommendation(&context.main, uuid).await;
    let by = archived.unwrap().status.archiver();
    assert_eq!(by, Some(ArchivedBy::Sponsor));
}
