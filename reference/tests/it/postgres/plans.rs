//! PostgreSQL finds subscribers by the index for each query, so that its cost does not grow with their number. For
//! SQLite, a unit test of the store checks the plan of every statement.

use std::collections::BTreeMap;

use referral_reference::domain::page::PageRequest;
use referral_reference::domain::subscriber::{Audience, SubscriberIdentifier};
use referral_reference::seed;
use referral_reference::store::Store;
use sqlx::Connection;
use sqlx::postgres::PgConnection;

use crate::database::Database;
use crate::postgres::started_cluster;
use crate::support::{demo, now};

/// The number of reads of each index.
const READ: &str = "SELECT indexrelname::TEXT, idx_scan FROM pg_stat_user_indexes
    WHERE schemaname = current_schema AND relname = 'subscribers'";

/// The number of other connections. A connection reports its statistics before it closes.
const OTHERS: &str = "SELECT COUNT(*) FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";

/// The URL with settings that prefer indexes, because other plans are faster for small tables.
pub fn by_index_alone(url: &str) -> String {
    let ways = ["enable_seqscan", "enable_sort", "enable_bitmapscan"];
    let off = ways.map(|setting| format!("&options[{setting}]=off"));
    format!("{url}{}", off.concat())
}

/// Waits until all other connections have reported their statistics.
pub async fn everybody_else_is_gone(connection: &mut PgConnection) {
    while sqlx::query_scalar::<_, i64>(OTHERS).fetch_one(&mut *connection).await.unwrap() > 0 {}
}

#[tokio::test]
async fn each_question_about_subscribers_has_its_index() {
    let cluster = started_cluster!();
    let database = Database::schema_of(&cluster.url()).await;
    let (store, mut seed) = (database.open().await, demo());
    // In a small table all indexes cost the same.
    seed::add_subscribers(&mut seed, 3000);
    let mut write = store.begin_write().await.unwrap();
    seed::insert(&seed, &mut write, now()).await.unwrap();
    write.commit().await.unwrap();
    store.close().await;

    let store = Store::open(&by_index_alone(&database.url())).await.unwrap();
    let account = &seed.accounts[0].account.uuid;
    let mut connection = PgConnection::connect(&database.url()).await.unwrap();
    let reset = "ANALYZE; SELECT pg_stat_reset()";
    sqlx::raw_sql(reset).execute(&mut connection).await.unwrap();
    for audience in [Audience::All, Audience::Referrals, Audience::Advocates] {
        let page = PageRequest::default();
        store.subscribers(account, audience, page).await.unwrap();
    }
    for identifier in ["sub_00000000a001", "missing@example.com"] {
        let addressed = SubscriberIdentifier::parse(identifier);
        store.subscriber(account, &addressed).await.unwrap();
    }
    store.referrer(account, "0123456789").await.unwrap();
    store.close().await;
    everybody_else_is_gone(&mut connection).await;

    let read: Vec<(String, i64)> = sqlx::query_as(READ).fetch_all(&mut connection).await.unwrap();
    let read: BTreeMap<_, _> = read.into_iter().filter(|(_, times)| *times > 0).collect();
    let once = |index: &str| (index.to_owned(), 1);
    let expected = [
        "one_subscriber_per_address",
        "one_subscriber_per_ref_code",
        "subscribers_advocates",
        "subscribers_newest",
        "subscribers_pkey",
        "subscribers_referred",
    ];
    assert_eq!(read, expected.map(once).into());
}
