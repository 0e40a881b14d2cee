//! The database itself: opening, lasting, and the walls its tables keep up.

use referral_reference::domain::account::IssuedKey;
use referral_reference::domain::amount::Amount;
use referral_reference::domain::campaign::Campaign;
use referral_reference::domain::event::Event;
use referral_reference::domain::id::{CampaignId, EventId, KeyId, SubscriberId};
use referral_reference::domain::subscriber::Addressed;
use referral_reference::keys::ApiKey;
use referral_reference::store::{Inserted, Store, StoreError};
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;

use crate::support::{World, now, url};

#[tokio::test]
async fn what_was_committed_is_there_for_the_next_process() {
    let folder = TempDir::new().unwrap();
    let world = World::on_disk(&folder).await;
    let created = world.subscriber("kept@example.com").await;
    // The first store is neither closed nor dropped, as after a crash.
    let again = Store::open(&url(&folder)).await.unwrap();
    let found = again
        .subscriber(&world.main.uuid, &Addressed::Uuid(created.uuid.clone()))
        .await;
    assert_eq!(found.unwrap(), Some(created));
}

#[tokio::test]
async fn what_was_not_committed_is_undone() {
    let world = World::in_memory().await;
    let store = world.app.store();
    let before = store.keys().await.unwrap();
    let mut write = store.write().await.unwrap();
    for key in &before {
        assert!(write.delete_key(&key.uuid).await.unwrap());
    }
    drop(write);
    assert_eq!(store.keys().await.unwrap(), before);
}

#[tokio::test]
async fn writes_go_ahead_to_a_log_and_no_row_points_into_another_account() {
    let folder = TempDir::new().unwrap();
    let world = World::on_disk(&folder).await;
    let mut database = SqliteConnection::connect(&url(&folder)).await.unwrap();
    let mode: String = sqlx::query_scalar("PRAGMA journal_mode")
        .fetch_one(&mut database)
        .await
        .unwrap();
    assert_eq!(mode, "wal");

    // A campaign of one account, a subscriber of another: the tables refuse what the use cases
    // never ask.
    let event = Event {
        uuid: EventId::new("event_1"),
        campaign: CampaignId::new("MF00000000a1"),
        subscriber: SubscriberId::new("sub_00000000b002"),
        value: Amount::parse("1").unwrap(),
        description: None,
        created_at: now(),
    };
    for account in [&world.main, &world.other] {
        let mut write = world.app.store().write().await.unwrap();
        let refused = write.insert_event(&account.uuid, &event).await;
        assert!(
            matches!(refused, Err(StoreError::Query { .. })),
            "{}",
            account.name
        );
    }
}

#[tokio::test]
async fn an_account_has_one_campaign() {
    let world = World::in_memory().await;
    let second = Campaign {
        uuid: CampaignId::new("MF2"),
        name: "Second".to_owned(),
    };
    let mut write = world.app.store().write().await.unwrap();
    let outcome = write
        .insert_campaign(&world.main.uuid, &second)
        .await
        .unwrap();
    assert_eq!(outcome, Inserted::Exists);
}

#[tokio::test]
async fn a_key_is_issued_to_a_user_of_its_account_only() {
    let world = World::in_memory().await;
    let keys = world.app.store().keys().await.unwrap();
    let mut users = keys
        .iter()
        .filter(|it| it.account == world.main.uuid)
        .map(|it| &it.user);
    let user = users.find(|it| it.is_some()).unwrap();
    let secret = ApiKey::generate().unwrap();
    for (account, outcome) in [
        (&world.other, Inserted::Exists),
        (&world.main, Inserted::New),
    ] {
        let key = IssuedKey {
            uuid: KeyId::new("key_1"),
            account: account.uuid.clone(),
            user: user.clone(),
            created_at: now(),
        };
        let mut write = world.app.store().write().await.unwrap();
        assert_eq!(
            write.insert_key(&key, &secret.hash()).await.unwrap(),
            outcome
        );
    }
}

#[tokio::test]
async fn no_key_stands_in_the_database() {
    let folder = TempDir::new().unwrap();
    let world = World::on_disk(&folder).await;
    world.app.store().close().await;
    let secrets: Vec<_> = world
        .keys
        .iter()
        .map(|it| it.key.reveal()["rk_".len()..].to_owned())
        .collect();
    assert_eq!(secrets.len(), 3);
    let mut read = 0;
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        read += bytes.len();
        let text = String::from_utf8_lossy(&bytes);
        assert!(secrets.iter().all(|it| !text.contains(it)));
    }
    assert!(read > 10_000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_may_open_a_new_database_at_once() {
    let folder = TempDir::new().unwrap();
    let opening: Vec<_> = (0..8)
        .map(|_| url(&folder))
        .map(|url| tokio::spawn(async move { Store::open(&url).await }))
        .collect();
    for store in opening {
        assert_eq!(store.await.unwrap().unwrap().keys().await.unwrap(), []);
    }
}

#[tokio::test]
async fn what_cannot_be_opened_says_why_without_passwords() {
    let refused = Store::open("postgres://user:secret@db/referral")
        .await
        .unwrap_err();
    insta::assert_snapshot!(refused, @"cannot use a database of the kind `postgres`; write `sqlite://PATH` or `sqlite::memory:`");
    let refused = Store::open("sqlite:///no/such/folder/referral.db")
        .await
        .unwrap_err();
    insta::assert_snapshot!(refused, @"cannot open the database /no/such/folder/referral.db");
    let folder = TempDir::new().unwrap();
    std::fs::write(
        folder.path().join("referral.db"),
        "this is no database, but long enough to look",
    )
    .unwrap();
    assert!(Store::open(&url(&folder)).await.is_err());
}
