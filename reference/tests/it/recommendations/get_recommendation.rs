//! `GET /v2/partner_profile/partner_campaigns/{identifier}`.

use referral_reference::api::models::GetRecommendationError;

use crate::support::{TestContext, seeded};

#[tokio::test]
async fn a_recommendation_is_shown_as_it_was_planted() {
    let context = TestContext::new().await;
    for (account, label) in [(&context.main, "main"), (&context.other, "other_account")] {
        let planted = seeded(label).recommendations;
        assert!(planted.len() >= 2);
        for recommendation in planted {
            let uuid = recommendation.uuid.as_str();
            let found =
                context.service.find_recommendation::<GetRecommendationError>(account, uuid).await;
            assert_eq!(found.unwrap(), recommendation);
        }
    }
}
