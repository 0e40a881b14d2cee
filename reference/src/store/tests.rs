//! Query plans of SQLite: no operation scans a table that grows. `tests/it/postgres/reads.rs` counts the rows that
//! PostgreSQL reads.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use rusqlite::Connection;
use rusqlite::config::DbConfig;
use tempfile::TempDir;

use crate::domain::timestamp::Timestamp;
use crate::operations::{Service, router};
use crate::seed;
use crate::store::{StatementHook, Store};

#[path = "../../tests/it/http/operations.rs"]
#[expect(dead_code, reason = "the tests over HTTP use more of it")]
mod operations;

/// Tables and aliases that grow with an account. Programs are scanned for any filter.
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

/// Those of which an account has very many rows, without subscribers.
const MANY: [&str; 4] = ["campaign_memberships", "memberships", "events", "referrals"];

/// Texts of statements that ran.
type Recorded = Arc<Mutex<BTreeSet<String>>>;

/// Steps of the recorded statements' plans that read too much.
fn faults(database: &Connection, recorded: &Recorded) -> Vec<String> {
    let mut faults = Vec::new();
    for text in recorded.lock().unwrap().iter() {
        for step in steps(database, text).unwrap() {
            if reads_all(text, &step) || counts_all(text) || !finds_subscribers(text, &step) {
                faults.push(format!("{step}: {text}"));
            }
        }
    }
    faults
}

/// Whether a step scans a table that grows, or all of an account's rows of a table with very many. The plan of an insert
/// also shows what broken references would need, which do not occur.
fn reads_all(text: &str, step: &str) -> bool {
    let of = |how: &str, table: &&str| step.starts_with(&format!("{how} {table}"));
    let of_an_account = !text.starts_with("INSERT")
        && MANY.iter().any(|many| of("SEARCH", many))
        && step.ends_with("(account_uuid=?)");
    GROWS.iter().any(|grow| of("SCAN", grow)) || of_an_account
}

/// Whether a statement counts the rows of a list that may be long. A filter of programs needs it.
fn counts_all(text: &str) -> bool {
    let long = ["payouts", "recommendations", "partner_programs"];
    let counts = |table| text.starts_with(&format!("SELECT COUNT(*) FROM {table}"));
    long.iter().any(counts) && !text.contains(" AND programs.")
}

/// The steps of a statement's plan.
fn steps(database: &Connection, text: &str) -> rusqlite::Result<Vec<String>> {
    // Not from the cache: a prepared explanation does not notice dropped indexes.
    let mut explain = database.prepare(&format!("EXPLAIN QUERY PLAN {text}"))?;
    let rows = explain.raw_query().mapped(|row| row.get("detail"));
    rows.collect()
}

/// Whether a step finds the wanted subscribers by the right index. Every index begins with the account, so a wrong one
/// reads all subscribers of the account.
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

/// Requests beside the one of each operation: pages, filters and look-ups.
const ALSO: [&str; 12] = [
    "/v2/subscribers",
    "/v2/subscribers?page=2&per_page=3&expand=campaigns",
    "/v2/subscribers?page=99",
    "/v2/subscribers?page=99&type=referrals",
    "/v2/subscribers?type=advocates",
    "/v2/subscribers?page=99&type=advocates",
    "/v2/subscribers/sub_00000000a001",
    "/v2/subscribers/ada@example.com",
    "/v3/payouts?page=99",
    "/v3/payouts/payout_00000000a001",
    "/v2/partner_profile/payouts?page=99",
    "/v2/partner_profile/partner_campaigns?page=99",
];

/// Sends the request of each operation, and those of [`ALSO`].
async fn send_all_requests(store: &Store, key: &str, membership: &str) {
    let service = Service::with_system_sources(store.clone()).unwrap();
    let service = TowerToHyperService::new(router(service));
    // Those that change whom others name are among the first.
    let calls = operations::calls().into_iter().rev();
    let calls = calls.map(|call| (call.method.to_string(), call.path, call.body));
    let also = ALSO.map(|path| ("GET".to_owned(), path, ""));
    for (method, path, body) in calls.chain(also) {
        let path = path.replace(operations::MEMBERSHIP, membership);
        let request = Request::builder().method(method.as_str()).uri(&path);
        let request =
            request.header("Host", "here").header("X-Api-Key", key).body(Body::from(body));
        let status = service.call(request.unwrap()).await.unwrap().status();
        let as_usual = status.is_success() || path.ends_with("/ada@example.com");
        assert!(as_usual, "{method} {path}: {status}");
    }
}

#[tokio::test]
async fn no_statement_scans_a_growing_table() {
    let folder = TempDir::new().unwrap();
    let url = format!("sqlite://{}", folder.path().join("plans.db").display());
    let recorded = Recorded::default();
    let record = Arc::clone(&recorded);
    let hook = StatementHook::new(move |doing, text| {
        if doing != StatementHook::MIGRATE {
            record.lock().unwrap().insert(text.to_owned());
        }
        None
    });
    let store = Store::open_hooked(&url, Duration::from_secs(5), hook).await.unwrap();
    let seed = seed::read(seed::DEMO).unwrap();
    let mut write = store.begin_write().await.unwrap();
    let keys = seed::insert(&seed, &mut write, Timestamp::from_micros(0).unwrap()).await.unwrap();
    write.commit().await.unwrap();
    let database = Connection::open(folder.path().join("plans.db")).unwrap();
    database.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true).unwrap();
    let query = "SELECT uuid FROM campaign_memberships WHERE account_uuid = 'account_00000000a001'";
    let membership: String = database.query_row(query, [], |row| row.get(0)).unwrap();
    send_all_requests(&store, keys[0].key.reveal(), &membership).await;

    assert_eq!(faults(&database, &recorded), Vec::<String>::new());

    // Without one of these indexes there are more.
    for index in ["subscribers_newest", "subscribers_referred", "subscribers_advocates"] {
        let before = faults(&database, &recorded).len();
        let drop = format!("DROP INDEX {index}");
        database.execute_batch(&drop).unwrap();
        let after = faults(&database, &recorded).len();
        assert!(after > before, "{index}");
    }
}
