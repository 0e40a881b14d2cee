//! A service planted with the demo data, at a standing clock, with foreseeable identifiers.

use reader::{Diagnostics, Sources};
use referral_reference::app::App;
use referral_reference::clock::StoppedClock;
use referral_reference::domain::account::Account;
use referral_reference::domain::subscriber::{Addressed, NewSubscriber, Subscriber};
use referral_reference::domain::timestamp::Timestamp;
use referral_reference::ids::Ids;
use referral_reference::seed::{self, PlantedKey, Seed, SeedAccount};
use referral_reference::store::Store;

use crate::database::Database;

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

/// What the demo plants for the account of this word.
pub fn seeded(word: &str) -> SeedAccount {
    let mut accounts = demo().accounts.into_iter();
    accounts.find(|it| it.word == word).unwrap()
}

/// A service, its two accounts, and their keys.
pub struct World {
    pub app: App,
    pub main: Account,
    pub other: Account,
    pub keys: Vec<PlantedKey>,
    pub database: Database,
}

impl World {
    /// With a database that nobody else opens.
    pub async fn new() -> World {
        World::of(&demo(), Database::private().await).await
    }

    /// With a database that others may open.
    pub async fn shared() -> World {
        World::of(&demo(), Database::shared().await).await
    }

    /// Of another seed with the accounts of the demo.
    pub async fn of(seed: &Seed, database: Database) -> World {
        let store = database.open().await;
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
            database,
        }
    }

    /// Another service on the same database. Only for the same text it draws the same identifiers.
    pub async fn twin(&self, ids: &str) -> App {
        app(self.database.open().await, ids)
    }

    /// Goes on with another store of the same database.
    pub fn use_store(&mut self, store: Store) {
        self.app = app(store, "world, again");
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

    /// The subscriber of the account whom a UUID or an address names, as the database has them.
    pub async fn find(&self, account: &Account, identifier: &str) -> Option<Subscriber> {
        let addressed = Addressed::parse(identifier);
        let found = self.app.store().subscriber(&account.uuid, &addressed).await;
        found.unwrap()
    }

    /// A new subscriber of the main account with this address and nothing else.
    pub async fn subscriber(&self, email: &str) -> Subscriber {
        self.app
            .create_subscriber(&self.main, sent(email))
            .await
            .unwrap()
    }
}

fn app(store: Store, ids: &str) -> App {
    App::new(store, StoppedClock(now()), Ids::from_text(ids))
}

/// What a caller sends who sends an address only.
pub fn sent(email: &str) -> NewSubscriber {
    NewSubscriber {
        email: Some(email.to_owned()),
        ..NewSubscriber::default()
    }
}
