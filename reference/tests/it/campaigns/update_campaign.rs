//! `PUT /v2/campaigns/{identifier}`.

use referral_reference::app::campaigns::update_campaign::UpdateCampaignError;
use referral_reference::domain::campaign::InvalidCampaignName;
use referral_reference::domain::text::InvalidText;

use crate::support::TestContext;

const CAMPAIGN: &str = "MF00000000a1";
const NAME: &str = "Bring a friend to breakfast";

/// What the main account's campaign is called.
async fn name(context: &TestContext) -> String {
    let found = context.app.get_campaign(&context.main, CAMPAIGN).await;
    found.unwrap().name
}

#[tokio::test]
async fn the_new_name_lasts_and_touches_no_other_account() {
    let context = TestContext::new().await;
    let others = context.app.list_campaigns(&context.other).await.unwrap();
    for new in ["Bring two", " Žofie's ", "x"] {
        let renamed = context
            .app
            .update_campaign(&context.main, CAMPAIGN, Some(new))
            .await;
        assert_eq!(renamed.unwrap().name, new);
        assert_eq!(name(&context).await, new);
    }
    assert_eq!(
        context.app.list_campaigns(&context.other).await.unwrap(),
        others
    );
}

#[tokio::test]
async fn without_a_name_nothing_changes() {
    let context = TestContext::new().await;
    let same = context
        .app
        .update_campaign(&context.main, CAMPAIGN, None)
        .await;
    assert_eq!(same.unwrap().name, NAME);
    assert_eq!(name(&context).await, NAME);
}

#[tokio::test]
async fn a_name_that_is_none_is_refused() {
    let context = TestContext::new().await;
    for (new, why) in [
        ("", InvalidCampaignName::Blank),
        (" \t", InvalidCampaignName::Blank),
        ("a\0", InvalidCampaignName::InvalidText(InvalidText::Nul)),
    ] {
        let refused = context
            .app
            .update_campaign(&context.main, CAMPAIGN, Some(new))
            .await;
        let Err(UpdateCampaignError::InvalidCampaignName(found)) = refused else {
            panic!("{new:?}: {refused:?}")
        };
        assert_eq!(found, why, "{new:?}");
    }
    assert_eq!(name(&context).await, NAME);
}

#[tokio::test]
async fn a_campaign_of_another_account_keeps_its_name() {
    let context = TestContext::new().await;
    for new in [Some("Mine now"), None] {
        let refused = context
            .app
            .update_campaign(&context.other, CAMPAIGN, new)
            .await
            .unwrap_err();
        assert!(
            matches!(refused, UpdateCampaignError::NotFound { campaign_uuid } if campaign_uuid == CAMPAIGN)
        );
    }
    assert_eq!(name(&context).await, NAME);
}
