//! A service planted with the demo data, at a standing clock, with foreseeable identifiers.

use reader::{Diagnostics, Sources};
use referral_reference::app::App;
use referral_reference::clock::StoppedClock;
use referral_reference::domain::account::Account;
use referral_reference::domain::subscriber::{NewSubscriber, Subscriber};
use referral_reference::domain::timestamp::Timestamp;
use referral_reference::ids::Ids;
use referral_reference::seed::{self, PlantedKey, Seed};
use referral_reference::store::Store;
use tempfile::TempDir;

/// When it is in all tests: after everything in the demo data.
pub fn now() -> Timestamp {
    Timestamp::parse("2025-01-01T00:00:00Z").unwrap()
}

/// The demo seed.
pub fn demo() -> Seed {
    let (mut sources, mut found) = (Sources::new(), Diagnostics::new());
    let file = sources.add(seed::DEMO_PATH, seed::DEMO);
    let seed = seed::read(&sources, file, &mut found);
    let shown = reader::render(&sources, &found, reader::Style::Plain);
    seed.unwrap_or_else(|| panic!("the demo seed has mistakes:\n{shown}"))
}

/// A service, its two accounts, and their keys.
pub struct World {
    pub app: App,
    pub main: Account,
    pub other: Account,
    pub keys: Vec<PlantedKey>,
}

impl World {
    /// In memory.
    pub async fn in_memory() -> World {
        World::of(&demo(), Store::open("sqlite::memory:").await.unwrap()).await
    }

    /// In a file of the folder.
    pub async fn on_disk(folder: &TempDir) -> World {
        World::of(&demo(), Store::open(&url(folder)).await.unwrap()).await
    }

    /// Of another seed with the accounts of the demo.
    pub async fn of(seed: &Seed, store: Store) -> World {
        let mut write = store.write().await.unwrap();
        let keys = seed::plant(seed, &mut write, now()).await.unwrap();
        write.commit().await.unwrap();
        let account = |word: &str| {
            let found = seed.accounts.iter().find(|it| it.word == word).unwrap();
            found.account.clone()
        };
        let (main, other) = (account("main"), account("other_account"));
        World {
            app: app(store, "world"),
            main,
            other,
            keys,
        }
    }

    /// The secret of the key the seed calls so.
    pub fn key(&self, word: &str) -> &str {
        self.keys
            .iter()
            .find(|it| it.word == word)
            .unwrap()
            .key
            .reveal()
    }

    /// A new subscriber of the main account with this address and nothing else.
    pub async fn subscriber(&self, email: &str) -> Subscriber {
        self.app
            .create_subscriber(&self.main, sent(email))
            .await
            .unwrap()
    }
}

/// A service over the store. Services that share a database need different texts.
pub fn app(store: Store, ids: &str) -> App {
    App::new(store, StoppedClock(now()), Ids::from_text(ids))
}

/// The database file of the folder.
pub fn url(folder: &TempDir) -> String {
    format!("sqlite://{}", folder.path().join("referral.db").display())
}

/// What a caller sends who sends an address only.
pub fn sent(email: &str) -> NewSubscriber {
    NewSubscriber {
        email: Some(email.to_owned()),
        ..NewSubscriber::default()
    }
}
