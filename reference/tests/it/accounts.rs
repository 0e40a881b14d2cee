//! Accounts on either engine: unique names, also of concurrent processes, and removal.

use std::collections::BTreeMap;

use futures_util::future::join_all;
use referral_reference::domain::account::Account;
use referral_reference::domain::id::AccountId;
use referral_reference::operations::OperationError;
use referral_reference::seed;
use referral_reference::store::{AccountContents, AccountRenamed, Inserted, Store, Unavailable};

use crate::database::Database;
use crate::support::{TestContext, demo, sent};

/// Number of races.
const RACES: usize = 20;

fn account(uuid: String, name: String) -> Account {
    Account { uuid: AccountId::new(uuid), name, esp: None }
}

async fn insert(store: &Store, account: &Account) -> Inserted {
    let mut write = store.begin_write().await.unwrap();
    let inserted = write.insert_account(account).await.unwrap();
    write.commit().await.unwrap();
    inserted
}

async fn rename(store: &Store, uuid: &AccountId, name: &str) -> AccountRenamed {
    let mut write = store.begin_write().await.unwrap();
    let renamed = write.rename_account(uuid, name).await.unwrap();
    if renamed == AccountRenamed::Done {
        write.commit().await.unwrap();
    }
    renamed
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_concurrent_accounts_with_one_name_one_is_inserted() {
    let database = Database::shared().await;
    let stores = [database.open().await, database.open().await, database.open().await];
    for race in 0..RACES {
        let accounts = [0, 1, 2]
            .map(|number| account(format!("account_{race}_{number}"), format!("Name {race}")));
        let inserting = stores.iter().zip(&accounts).map(|(store, account)| insert(store, account));
        let inserted = join_all(inserting).await;
        let new = inserted.iter().filter(|inserted| **inserted == Inserted::New).count();
        assert_eq!(new, 1, "{inserted:?}");
    }
    assert_eq!(stores[0].accounts().await.unwrap().len(), RACES);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_concurrent_renames_to_one_name_one_succeeds() {
    let database = Database::shared().await;
    let stores = [database.open().await, database.open().await, database.open().await];
    let accounts =
        [0, 1, 2].map(|number| account(format!("account_{number}"), format!("{number}")));
    for account in &accounts {
        assert_eq!(insert(&stores[0], account).await, Inserted::New);
    }
    for race in 0..RACES {
        let name = format!("Name {race}");
        let renaming = stores
            .iter()
            .zip(&accounts)
            .map(|(store, account)| rename(store, &account.uuid, &name));
        let mut renamed = join_all(renaming).await;
        renamed.sort_by_key(|outcome| *outcome != AccountRenamed::Done);
        let expected = [AccountRenamed::Done, AccountRenamed::NameTaken, AccountRenamed::NameTaken];
        assert_eq!(renamed, expected);
    }
    let unknown = AccountId::new("account_9");
    assert_eq!(rename(&stores[0], &unknown, "Other").await, AccountRenamed::NotFound);
}

async fn contents(store: &Store) -> BTreeMap<AccountId, AccountContents> {
    let mut contents = BTreeMap::new();
    for summary in store.accounts().await.unwrap() {
        let uuid = summary.account.uuid;
        let of_account = store.account_contents(&uuid).await.unwrap();
        contents.insert(uuid, of_account);
    }
    contents
}

/// The recommendations of all accounts but the main one, with the rows that refer to them.
const RECOMMENDED_BY_OTHERS: [&str; 3] = [
    "DELETE FROM referral_totals WHERE account_uuid <> 'account_00000000a001' RETURNING account_uuid",
    "DELETE FROM referrals WHERE account_uuid <> 'account_00000000a001' RETURNING account_uuid",
    "DELETE FROM recommendations WHERE account_uuid <> 'account_00000000a001' RETURNING account_uuid",
];

/// Foreign keys show that nothing of the account is left.
#[tokio::test]
async fn removed_account_leaves_the_others() {
    let mut seed = demo();
    seed::add_subscribers(&mut seed, 2500);
    let context = TestContext::of(&seed, Database::shared().await).await;
    let store = context.service.store();
    for delete in RECOMMENDED_BY_OTHERS {
        context.database.look::<(String,)>(delete).await.unwrap();
    }
    let mut expected = contents(store).await;
    let main = expected.remove(&context.main).unwrap();
    let complete = main.records.iter().all(|(kind, number)| *number > 0 || *kind == "events");
    assert!(complete, "{main:?}");
    assert_eq!(main.recommended_by_others, 0);
    for contents in expected.values_mut() {
        contents.recommended_by_others = 0;
    }
    assert!(store.remove_account(&context.main).await.unwrap());
    assert_eq!(contents(store).await, expected);
    assert!(!store.remove_account(&context.main).await.unwrap());
}

/// The key was checked before the removal; a retry is refused for it.
#[tokio::test]
async fn write_for_a_removed_account_is_transient() {
    let context = TestContext::shared().await;
    let store = context.service.store();
    for delete in RECOMMENDED_BY_OTHERS {
        context.database.look::<(String,)>(delete).await.unwrap();
    }
    assert!(store.remove_account(&context.main).await.unwrap());
    let created = context.service.create_subscriber(&context.main, sent("late@example.com")).await;
    let error = created.unwrap_err();
    let OperationError::Store(error) = &error else { panic!("{error}") };
    assert_eq!(error.unavailable(), Some(Unavailable::Busy), "{error}");
}

#[tokio::test]
async fn recommendations_of_other_accounts_are_counted() {
    let context = TestContext::new().await;
    let contents = contents(context.service.store()).await;
    assert!(contents.values().any(|contents| contents.recommended_by_others > 0));
}
