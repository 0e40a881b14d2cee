//! `PUT /v2/campaigns/{identifier}`.

use referral_reference::app::campaigns::update_campaign::UpdateCampaignError;
use referral_reference::domain::campaign::NotAName;
use referral_reference::domain::text::NotKept;

use crate::support::World;

const CAMPAIGN: &str = "MF00000000a1";
const NAME: &str = "Bring a friend to breakfast";

/// What the main account's campaign is called.
async fn name(world: &World) -> String {
    let found = world.app.get_campaign(&world.main, CAMPAIGN).await;
    found.unwrap().name
}

#[tokio::test]
async fn the_new_name_lasts_and_touches_no_other_account() {
    let world = World::new().await;
    let others = world.app.list_campaigns(&world.other).await.unwrap();
    for new in ["Bring two", " Žofie's ", "x"] {
        let renamed = world
            .app
            .update_campaign(&world.main, CAMPAIGN, Some(new))
            .await;
        assert_eq!(renamed.unwrap().name, new);
        assert_eq!(name(&world).await, new);
    }
    assert_eq!(
        world.app.list_campaigns(&world.other).await.unwrap(),
        others
    );
}

#[tokio::test]
async fn without_a_name_nothing_changes() {
    let world = World::new().await;
    let same = world.app.update_campaign(&world.main, CAMPAIGN, None).await;
    assert_eq!(same.unwrap().name, NAME);
    assert_eq!(name(&world).await, NAME);
}

#[tokio::test]
async fn a_name_that_is_none_is_refused() {
    let world = World::new().await;
    for (new, why) in [
        ("", NotAName::Blank),
        (" \t", NotAName::Blank),
        ("a\0", NotAName::NotKept(NotKept::Nul)),
    ] {
        let refused = world
            .app
            .update_campaign(&world.main, CAMPAIGN, Some(new))
            .await;
        let Err(UpdateCampaignError::NotAName(found)) = refused else {
            panic!("{new:?}: {refused:?}")
        };
        assert_eq!(found, why, "{new:?}");
    }
    assert_eq!(name(&world).await, NAME);
}

#[tokio::test]
async fn a_campaign_of_another_account_keeps_its_name() {
    let world = World::new().await;
    for new in [Some("Mine now"), None] {
        let refused = world
            .app
            .update_campaign(&world.other, CAMPAIGN, new)
            .await
            .unwrap_err();
        assert!(
            matches!(refused, UpdateCampaignError::NotFound { campaign_uuid } if campaign_uuid == CAMPAIGN)
        );
    }
    assert_eq!(name(&world).await, NAME);
}
