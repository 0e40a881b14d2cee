//! `PUT /v2/upscribes/{identifier}`.

use referral_reference::app::widgets::get_upscribe::GetUpscribeError;
use referral_reference::domain::account::Account;
use referral_reference::domain::upscribe::Upscribe;

use crate::support::World;

async fn found(world: &World, account: &Account, uuid: &str) -> Upscribe {
    world.app.get_upscribe(account, uuid).await.unwrap()
}

#[tokio::test]
async fn the_auto_pilot_is_turned_on_and_off_and_nothing_else_changes() {
    let world = World::new().await;
    let uuid = "upscribe_00000000a001";
    let before = found(&world, &world.main, uuid).await;
    for auto_pilot in [false, false, true] {
        let changed = world
            .app
            .update_upscribe(&world.main, uuid, Some(auto_pilot));
        let expected = Upscribe {
            auto_pilot,
            ..before.clone()
        };
        assert_eq!(changed.await.unwrap(), expected);
        assert_eq!(found(&world, &world.main, uuid).await, expected);
    }
}

#[tokio::test]
async fn without_a_word_on_it_nothing_changes() {
    let world = World::new().await;
    let uuid = "upscribe_00000000a001";
    let before = found(&world, &world.main, uuid).await;
    let same = world.app.update_upscribe(&world.main, uuid, None).await;
    assert_eq!(same.unwrap(), before);
}

#[tokio::test]
async fn an_unknown_widget_and_one_of_another_account_are_alike_and_untouched() {
    let world = World::new().await;
    let theirs = found(&world, &world.other, "upscribe_00000000b001").await;
    for uuid in ["upscribe_000000000000", theirs.uuid.as_str(), ""] {
        for auto_pilot in [Some(!theirs.auto_pilot), None] {
            let refused = world.app.update_upscribe(&world.main, uuid, auto_pilot);
            let Err(GetUpscribeError::NotFound { upscribe_uuid }) = refused.await else {
                panic!("{uuid} was changed")
            };
            assert_eq!(upscribe_uuid, uuid);
        }
    }
    let after = found(&world, &world.other, theirs.uuid.as_str()).await;
    assert_eq!(after, theirs);
}
