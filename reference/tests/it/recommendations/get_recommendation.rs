//! `GET /v2/partner_profile/partner_campaigns/{identifier}`.

use referral_reference::operations::OperationError;
use referral_reference_models::GetRecommendationError;

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

#[tokio::test]
async fn an_unknown_recommendation_and_one_of_another_account_are_alike() {
    let context = TestContext::new().await;
    for uuid in [
        "partner_campaign_000000000000",
        "partner_campaign_00000000b001",
        // A code is not an identifier.
        "0a1b2c3d4e",
        "",
        "' OR 1=1 --",
    ] {
        let found = context
            .service
            .find_recommendation::<GetRecommendationError>(&context.main, uuid)
            .await;
        let Err(OperationError::NotFound { identifier, .. }) = found else {
            panic!("{uuid}: {found:?}")
        };
        assert_eq!(identifier, uuid);
    }
}
