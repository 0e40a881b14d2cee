//! A service with the demo data, a fixed clock and reproducible identifiers.

use referral_reference::clock::FixedClock;
use referral_reference::domain::id::AccountId;
use referral_reference::domain::subscriber::{NewSubscriber, Subscriber, SubscriberIdentifier};
use referral_reference::domain::timestamp::Timestamp;
use referral_reference::ids::IdGenerator;
use referral_reference::operations::Service;
use referral_reference::seed::{self, GeneratedKey, Seed, SeedAccount};
use referral_reference::store::Store;

use crate::database::Database;

/// The time of all tests, later than the demo data.
pub fn now() -> Timestamp {
    Timestamp::parse("2025-01-01T00:00:00Z").unwrap()
}

/// The demo seed.
pub fn demo() -> Seed {
    seed::read(seed::DEMO).unwrap()
}

/// The accounts of the demo with current users, by name.
pub fn in_use() -> Vec<SeedAccount> {
    let accounts = demo().accounts.into_iter();
    let in_use: Vec<_> = accounts.filter(|account| !account.users.is_empty()).collect();
    assert_eq!(in_use.len(), 4);
    in_use
}

/// The records of the demo's account with this name.
pub fn seeded(label: &str) -> SeedAccount {
    let mut accounts = demo().accounts.into_iter();
    accounts.find(|account| account.label == label).unwrap()
}

/// A service, the two accounts that most tests use, and all keys.
pub struct TestContext {
    pub service: Service,
    pub main: AccountId,
    pub other: AccountId,
    pub keys: Vec<GeneratedKey>,
    pub database: Database,
}

impl TestContext {
    /// With a database for one store.
    pub async fn new() -> TestContext {
        TestContext::of(&demo(), Database::private().await).await
    }

    /// With a database for several stores.
    pub async fn shared() -> TestContext {
        TestContext::of(&demo(), Database::shared().await).await
    }

    /// With another seed that has the accounts of the demo.
    pub async fn of(seed: &Seed, database: Database) -> TestContext {
        let store = database.open().await;
        let mut write = store.begin_write().await.unwrap();
        let keys = seed::insert(seed, &mut write, now()).await.unwrap();
        write.commit().await.unwrap();
        let account = |label: &str| {
            let found = seed.accounts.iter().find(|account| account.label == label).unwrap();
            found.account.uuid.clone()
        };
        let (main, other) = (account("main"), account("other_account"));
        TestContext { service: service(store, "world"), main, other, keys, database }
    }

    /// Another service on the same database. It generates the same identifiers only for the same text.
    pub async fn twin(&self, ids: &str) -> Service {
        service(self.database.open().await, ids)
    }

    /// Replaces the store by another one of the same database.
    pub fn use_store(&mut self, store: Store) {
        self.service = service(store, "world, again");
    }

    /// The secret of the key with this name.
    pub fn key(&self, label: &str) -> &str {
        self.keys.iter().find(|key| key.label == label).unwrap().key.reveal()
    }

    /// The subscriber of the account with this UUID or address, as stored.
    pub async fn find(&self, account: &AccountId, identifier: &str) -> Option<Subscriber> {
        let addressed = SubscriberIdentifier::parse(identifier);
        let found = self.service.store().subscriber(account, &addressed).await;
        found.unwrap()
    }

    /// Creates a subscriber of the main account with this address only.
    pub async fn subscriber(&self, email: &str) -> Subscriber {
        self.service.create_subscriber(&self.main, sent(email)).await.unwrap()
    }
}

fn service(store: Store, ids: &str) -> Service {
    Service::new(store, FixedClock(now()), IdGenerator::from_seed(ids))
}

/// A request with an address only.
pub fn sent(email: &str) -> NewSubscriber {
    NewSubscriber { email: Some(email.to_owned()), ..NewSubscriber::default() }
}

/// Runs work on a thread of its own, with a time-out: an endless loop that never awaits cannot be cancelled. Only a
/// failing test waits that long.
pub fn on_one_thread<T, W>(work: impl FnOnce() -> W + Send + 'static) -> T
where
    T: Send + 'static,
    W: Future<Output = T>,
{
    let (send, receive) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        send.send(runtime.enable_all().build().unwrap().block_on(work()))
    });
    receive.recv_timeout(std::time::Duration::from_secs(120)).unwrap()
}
