//! The number of rows that an operation reads does not grow with the account. PostgreSQL counts them, for an account
//! with thousands of records of each kind.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::extract::Request;
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use referral_reference::operations::Service;
use referral_reference::store::Store;
use referral_reference::{operations, seed};
use sqlx::Connection;
use sqlx::postgres::PgConnection;

use crate::database::Database;
use crate::http::operations::{MEMBERSHIP, calls};
use crate::http::service::KEY;
use crate::postgres::started_cluster;
use crate::support::{TestContext, demo};

const MANY: usize = 12_000;

/// More than a page of 50 with its look-ups, far less than all rows.
const FEW: i64 = 400;

/// As many campaign members, events, keys, referrals and payouts as subscribers.
const MORE: &str = "
    INSERT INTO campaign_memberships (account_uuid, uuid, campaign_uuid, subscriber_uuid, created_at)
    SELECT account_uuid, 'm_' || uuid, 'MF00000000a1', uuid, 0 FROM subscribers
    WHERE account_uuid = 'account_00000000a001' AND uuid > 'sub_00000000a004' ON CONFLICT DO NOTHING;
    INSERT INTO events (account_uuid, uuid, campaign_uuid, subscriber_uuid, value, created_at)
    SELECT account_uuid, 'e_' || uuid, 'MF00000000a1', uuid, '1', 0 FROM subscribers
    WHERE account_uuid = 'account_00000000a001';
    INSERT INTO api_keys (uuid, account_uuid, hash, created_at)
    SELECT 'k_' || uuid, account_uuid, md5(uuid) || md5(email), 0 FROM subscribers
    WHERE account_uuid = 'account_00000000a001';
    INSERT INTO referrals (account_uuid, recommendation_uuid, email_normalised, email, upscribe_uuid, created_at)
    SELECT account_uuid, 'partner_campaign_00000000a001', email_normalised, email, 'upscribe_00000000a001', 0
    FROM subscribers WHERE account_uuid = 'account_00000000a001' ON CONFLICT DO NOTHING;
    INSERT INTO payouts (account_uuid, uuid, partner_uuid, period_start, period_end, created_at)
    SELECT account_uuid, 'p_' || uuid, 'q_' || uuid, 0, 0, 0 FROM subscribers
    WHERE account_uuid = 'account_00000000a001';
    INSERT INTO ledger_entries (account_uuid, payout_uuid, position, source, amount, publication_uuid,
        confirmations, deferred)
    SELECT account_uuid, uuid, 0, 'commission', 1, 'pub_00000000a001', 1, FALSE FROM payouts
    WHERE account_uuid = 'account_00000000a001' AND partner_uuid LIKE 'q_sub%';
    ANALYZE";

/// The number of rows read, with and without an index.
const READ: &str = "SELECT relname::TEXT, (seq_tup_read + COALESCE(idx_tup_fetch, 0))::BIGINT
    FROM pg_stat_user_tables WHERE schemaname = current_schema
    AND relname IN ('subscribers', 'campaign_memberships', 'events', 'api_keys', 'referrals',
        'referral_totals', 'payouts', 'recommendations', 'list_totals')";

/// The number of other connections. A connection reports its statistics before it closes.
const OTHERS: &str = "SELECT COUNT(*) FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";

/// Requests beside the one of each operation.
const ALSO: [&str; 7] = [
    "/v2/subscribers?expand=campaigns",
    "/v2/subscribers?type=advocates",
    "/v2/subscribers?type=referrals",
    "/v2/subscribers/sub_00000000a004",
    "/v2/subscribers/missing@example.com",
    "/v3/payouts?per_page=20",
    "/v2/partner_profile/payouts",
];

/// The URL with settings that prefer indexes, because other plans are faster for small tables.
fn by_index_alone(url: &str) -> String {
    let ways = ["enable_seqscan", "enable_sort", "enable_bitmapscan"];
    let off = ways.map(|setting| format!("&options[{setting}]=off"));
    format!("{url}{}", off.concat())
}

/// Waits until all other connections have reported their statistics.
async fn everybody_else_is_gone(connection: &mut PgConnection) {
    while sqlx::query_scalar::<_, i64>(OTHERS).fetch_one(&mut *connection).await.unwrap() > 0 {}
}

/// Rows that a request reads, by table.
async fn read_by(
    connection: &mut PgConnection,
    url: &str,
    request: Request,
) -> BTreeMap<String, i64> {
    let request_line = format!("{} {}", request.method(), request.uri());
    let reset = sqlx::raw_sql("SELECT pg_stat_reset()");
    reset.execute(&mut *connection).await.unwrap();
    let store = Store::open(url).await.unwrap();
    let service = Service::with_system_sources(store.clone()).unwrap();
    let answer = TowerToHyperService::new(operations::router(service)).call(request);
    let status = answer.await.unwrap().status();
    assert!(!status.is_server_error() && status != 401, "{request_line}: {status}");
    // A connection reports its statistics when it closes.
    store.close().await;
    everybody_else_is_gone(connection).await;
    let read: Vec<(String, i64)> = sqlx::query_as(READ).fetch_all(connection).await.unwrap();
    read.into_iter().collect()
}

fn request(key: &str, method: &str, path: &str, body: &'static str) -> Request {
    let request = Request::builder().method(method).uri(path);
    request.header("Host", "here").header(KEY, key).body(Body::from(body)).unwrap()
}

#[tokio::test]
async fn rows_read_per_operation_do_not_grow_with_the_account() {
    let cluster = started_cluster!();
    let mut seed = demo();
    seed::add_subscribers(&mut seed, MANY);
    let context = TestContext::of(&seed, Database::schema_of(&cluster.url()).await).await;
    context.service.store().close().await;
    let url = by_index_alone(&context.database.url());
    let mut connection = PgConnection::connect(&context.database.url()).await.unwrap();
    // By another connection, because statistics are reported late or when a connection closes.
    let mut other = PgConnection::connect(&context.database.url()).await.unwrap();
    sqlx::raw_sql(MORE).execute(&mut other).await.unwrap();
    other.close().await.unwrap();
    everybody_else_is_gone(&mut connection).await;

    let key = context.key("main");
    let mut requests = Vec::new();
    // Those that change referrers are among the first.
    for call in calls().into_iter().rev() {
        let path = call.path.replace(MEMBERSHIP, "m_sub_00000000a005");
        requests.push(request(key, call.method.as_str(), &path, call.body));
    }
    requests.extend(ALSO.map(|path| request(key, "GET", path, "")));
    for request in requests {
        let request_line = format!("{} {}", request.method(), request.uri());
        let read = read_by(&mut connection, &url, request).await;
        assert!(read["api_keys"] > 0, "{request_line}: {read:?}");
        assert!(read.values().all(|rows| *rows < FEW), "{request_line}: {read:?}");
    }

    // A dropped index is detected.
    for (index, path) in [
        ("subscribers_newest", "/v2/subscribers"),
        ("subscribers_advocates", "/v2/subscribers?type=advocates"),
        ("subscribers_referred", "/v2/subscribers?type=referrals"),
    ] {
        let drop = sqlx::AssertSqlSafe(format!("DROP INDEX {index}"));
        sqlx::raw_sql(drop).execute(&mut connection).await.unwrap();
        let read = read_by(&mut connection, &url, request(key, "GET", path, "")).await;
        assert!(read.values().any(|rows| *rows >= FEW), "{index}: {read:?}");
    }
}
