//! `GET /v2/campaigns/{identifier}`.

use referral_reference::operations::OperationError;
use referral_reference_models::GetCampaignError;

use crate::support::{TestContext, demo};

#[tokio::test]
async fn a_campaign_is_shown_as_it_was_planted() {
    let context = TestContext::new().await;
    for planted in demo().accounts {
        let Some(campaign) = planted.campaign else {
            assert_eq!(planted.label, "brand_new");
            continue;
        };
        let found = context
            .service
            .find_campaign::<GetCampaignError>(&planted.account.uuid, campaign.uuid.as_str())
            .await;
        assert_eq!(found.unwrap(), campaign);
    }
}

#[tokio::test]
async fn an_unknown_campaign_and_one_of_another_account_are_alike() {
    let context = TestContext::new().await;
    for uuid in ["MF0000000000", "MF00000000b1", "mf00000000a1", "", "%"] {
        let refused = context
            .service
            .find_campaign::<GetCampaignError>(&context.main, uuid)
            .await
            .unwrap_err();
        let OperationError::NotFound { identifier, .. } = refused else { panic!("{refused}") };
        assert_eq!(identifier, uuid);
    }
}
