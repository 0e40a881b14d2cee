//! No statement of the store looks through all rows of a table that grows: the plans of SQLite, whose indexes PostgreSQL
//! has as well (`tests/it/postgres/plans.rs`).

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use reader::{Diagnostics, Sources};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::domain::id::{AccountId, SubscriberId};
use crate::domain::page::PageRequest;
use crate::domain::status::Status;
use crate::domain::subscriber::{Addressed, Audience};
use crate::domain::timestamp::Timestamp;
use crate::seed;
use crate::store::{PayoutView, Store};

/// What grows with what an account has. Programs are looked through, for any filter.
const GROWS: [&str; 9] = [
    "subscribers",
    "campaign_memberships",
    "memberships",
    "events",
    "referrals",
    "api_keys",
    "payouts",
    "ledger_entries",
    "recommendations",
];

static SEEN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Notes the text of a statement that is about to run.
pub(super) fn note(text: &str) {
    let mut seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner);
    if !seen.contains(text) {
        seen.insert(text.to_owned());
    }
}

/// What the plans of the statements do that they should not.
fn faults(database: &Connection) -> Vec<String> {
    let seen = SEEN.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let mut faults = Vec::new();
    for text in seen
        .iter()
        .filter(|it| !it.contains("FROM api_keys ORDER BY"))
    {
        // Other tests of this crate have tables of their own.
        for step in steps(database, text).unwrap_or_default() {
            let scans = GROWS
                .iter()
                .any(|it| step.starts_with(&format!("SCAN {it}")));
            if scans || !finds_subscribers(text, &step) {
                faults.push(format!("{step}: {text}"));
            }
        }
    }
    faults
}

/// The steps of the plan of a statement.
fn steps(database: &Connection, text: &str) -> rusqlite::Result<Vec<String>> {
    // Prepared anew each time: an explanation that is kept does not hear of indexes that are gone.
    let mut explain = database.prepare(&format!("EXPLAIN QUERY PLAN {text}"))?;
    let rows = explain.raw_query().mapped(|row| row.get("detail"));
    rows.collect()
}

/// Whether a step of a plan goes straight to the subscribers that are asked for. Every index begins with the account, so
/// that the wrong one still does for all the subscribers of one.
fn finds_subscribers(text: &str, step: &str) -> bool {
    if !text.contains("subscribers WHERE account_uuid") {
        return true;
    }
    if step.contains("TEMP B-TREE FOR ORDER BY") {
        return false;
    }
    let whole_account =
        step.starts_with("SEARCH subscribers") && step.ends_with("(account_uuid=?)");
    let index = match text {
        _ if !text.contains("LIMIT") => return !whole_account,
        _ if text.contains("AND advocate") => "subscribers_advocates",
        _ if text.contains("AND referrer_uuid IS NOT NULL") => "subscribers_referred",
        _ => "subscribers_newest",
    };
    !whole_account || step.contains(&format!("USING INDEX {index} "))
}

async fn ask_everything(store: &Store, account: &AccountId) {
    let page = PageRequest::new(Some(2), Some(3));
    let uuid = SubscriberId::new("sub_00000000a001");
    for audience in [Audience::All, Audience::Referrals, Audience::Advocates] {
        store.subscribers(account, audience, page).await.unwrap();
        store
            .subscribers(account, audience, PageRequest::new(Some(99), None))
            .await
            .unwrap();
    }
    for addressed in ["sub_00000000a001", "ada@example.com"] {
        store
            .subscriber(account, &Addressed::parse(addressed))
            .await
            .unwrap();
    }
    store.referrer(account, "0a1b2c").await.unwrap();
    store.campaigns(account).await.unwrap();
    store.campaigns_of(account, &[&uuid]).await.unwrap();
    store.recommendations(account, page).await.unwrap();
    store
        .recommendation_of_code(account, "0a1b2c3d4e")
        .await
        .unwrap();
    store.publications(account, page).await.unwrap();
    for view in [PayoutView::Account, PayoutView::Profile] {
        store.payouts(account, view, page).await.unwrap();
        store
            .payout(account, view, "payout_00000000a001")
            .await
            .unwrap();
    }
    let mut write = store.write().await.unwrap();
    let (from, to) = (Status::Pending, Status::Rejected);
    write
        .move_subscriber(account, &uuid, from, to)
        .await
        .unwrap();
}

#[tokio::test]
async fn no_statement_looks_through_a_table_that_grows() {
    let folder = TempDir::new().unwrap();
    let url = format!("sqlite://{}", folder.path().join("plans.db").display());
    let store = Store::open(&url).await.unwrap();
    let (mut sources, mut found) = (Sources::new(), Diagnostics::new());
    let file = sources.add(seed::DEMO_PATH, seed::DEMO);
    let seed = seed::read(&sources, file, &mut found).unwrap();
    let mut write = store.write().await.unwrap();
    let keys = seed::plant(&seed, &mut write, Timestamp::from_micros(0).unwrap())
        .await
        .unwrap();
    write.commit().await.unwrap();
    store.key_owner(&keys[0].key.hash()).await.unwrap();
    ask_everything(&store, &seed.accounts[0].account.uuid).await;

    let database = Connection::open(folder.path().join("plans.db")).unwrap();
    assert_eq!(faults(&database), Vec::<String>::new());

    // Each index that is lost is missed.
    for index in [
        "subscribers_newest",
        "subscribers_referred",
        "subscribers_advocates",
    ] {
        let before = faults(&database).len();
        let drop = format!("DROP INDEX {index}");
        database.execute_batch(&drop).unwrap();
        let after = faults(&database).len();
        assert!(after > before, "{index}");
    }
}
