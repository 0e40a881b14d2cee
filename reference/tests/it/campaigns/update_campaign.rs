//! `PUT /v2/campaigns/{identifier}`.

use referral_reference::operations::OperationError;
use referral_reference_models::UpdateCampaignError;

use crate::support::TestContext;

const CAMPAIGN: &str = "MF00000000a1";
const NAME: &str = "Bring a friend to breakfast";

/// The name of the main account's campaign.
async fn name(context: &TestContext) -> String {
    let found = context.service.find_campaign::<UpdateCampaignError>(&context.main, CAMPAIGN).await;
    found.unwrap().name
}

#[tokio::test]
async fn the_new_name_lasts_and_touches_no_other_account() {
    let context = TestContext::new().await;
    let others = context.service.store().campaigns(&context.other).await.unwrap();
    for new in ["Bring two", " Žofie's ", "x"] {
        let renamed = context.service.update_campaign(&context.main, CAMPAIGN, Some(new)).await;
        assert_eq!(renamed.unwrap().name, new);
        assert_eq!(name(&context).await, new);
    }
    assert_eq!(context.service.store().campaigns(&context.other).await.unwrap(), others);
}

#[tokio::test]
async fn without_a_name_nothing_changes() {
    let context = TestContext::new().await;
    let same = context.service.update_campaign(&context.main, CAMPAIGN, None).await;
    assert_eq!(same.unwrap().name, NAME);
    assert_eq!(name(&context).await, NAME);
}

#[tokio::test]
async fn invalid_name_is_refused() {
    let context = TestContext::new().await;
    for (new, why) in [
        ("", "Name can't be blank"),
        (" \t", "Name can't be blank"),
        ("a\0", "body.name holds a NUL character"),
    ] {
        let refused = context.service.update_campaign(&context.main, CAMPAIGN, Some(new)).await;
        assert_eq!(refused.unwrap_err().to_string(), why, "{new:?}");
    }
    assert_eq!(name(&context).await, NAME);
}

#[tokio::test]
async fn a_campaign_of_another_account_keeps_its_name() {
    let context = TestContext::new().await;
    for new in [Some("Mine now"), None] {
        let refused =
            context.service.update_campaign(&context.other, CAMPAIGN, new).await.unwrap_err();
        assert!(
            matches!(refused, OperationError::NotFound { identifier, .. } if identifier == CAMPAIGN)
        );
    }
    assert_eq!(name(&context).await, NAME);
}
