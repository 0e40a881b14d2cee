//! Failures of the database: 503 in the envelope, and no lost write is answered as done.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use referral_reference::store::{DatabaseError, Store, StoreError, Unavailable};
use reqwest::Method;
use sqlx::Connection;
use sqlx::postgres::PgConnection;

use crate::database::Database;
use crate::http::service::{Seen, TestServer};
use crate::postgres::cluster::Cluster;
use crate::postgres::{shared_cluster, started_cluster};
use crate::support::{TestContext, demo};

const BUSY: &str = "the service is busy, try again later";

/// A read and a write fail alike.
async fn assert_read_and_write_are_503(service: &TestServer) {
    let list = service.ask(Method::GET, "/v2/subscribers", "").await;
    for answer in [list, create(service).await] {
        assert_eq!((answer.status, answer.message().as_str()), (503, BUSY));
        assert_eq!(answer.headers["retry-after"], "1");
    }
}

async fn create(service: &TestServer) -> Seen {
    let body = r#"{"email":"late@example.com"}"#;
    service.ask(Method::POST, "/v2/subscribers", body).await
}

/// Each broken connection fails one query; there are few of them.
async fn reads_again(service: &TestServer) {
    for _ in 0..32 {
        let list = service.ask(Method::GET, "/v2/subscribers", "").await;
        if list.status == 200 {
            return;
        }
        assert_eq!(list.status, 503, "{list:?}");
    }
    panic!("the service did not recover");
}

#[tokio::test]
async fn stopped_server_is_503_until_it_is_back() {
    let mut cluster = started_cluster!();
    let service = TestServer::on(Database::schema_of(&cluster.url()).await).await;
    for end in [Cluster::stop, Cluster::kill] {
        end(&mut cluster);
        assert_read_and_write_are_503(&service).await;
        assert_read_and_write_are_503(&service).await;
        cluster.start_again();
        reads_again(&service).await;
    }
    let mut made = create(&service).await;
    for _ in 0..32 {
        if made.status == 503 {
            made = create(&service).await;
        }
    }
    assert_eq!(made.status, 201, "{made:?}");
}

/// Idle connections are pinged before use, so that no request fails because of an earlier restart.
#[tokio::test]
async fn server_restart_while_idle_is_not_noticed() {
    let mut cluster = started_cluster!();
    let service = TestServer::on(Database::schema_of(&cluster.url()).await).await;
    // The largest number of connections.
    let asking = (0..64).map(|_| service.ask(Method::GET, "/v2/subscribers", ""));
    for answer in join_all(asking).await {
        assert_eq!(answer.status, 200);
    }
    cluster.stop();
    cluster.start_again();
    tokio::time::sleep(Duration::from_millis(1100)).await;
    assert_eq!(create(&service).await.status, 201);
    for _ in 0..32 {
        let list = service.ask(Method::GET, "/v2/subscribers", "").await;
        assert_eq!(list.status, 200, "{list:?}");
    }
}

#[tokio::test]
async fn locked_table_is_503_after_the_timeout() {
    let Some(cluster) = shared_cluster() else {
        return;
    };
    for time_out in ["lock_timeout", "statement_timeout"] {
        let database = Database::schema_of(&cluster.url()).await;
        let mut other = PgConnection::connect(&database.url()).await.unwrap();
        let impatient = format!("{}&options[{time_out}]=500", database.url());
        let mut context = TestContext::of(&demo(), database).await;
        context.use_store(Store::open(&impatient).await.unwrap());
        let service = TestServer::of(context).await;
        let mut holding = other.begin().await.unwrap();
        sqlx::query("LOCK TABLE subscribers IN ACCESS EXCLUSIVE MODE")
            .execute(&mut *holding)
            .await
            .unwrap();
        assert_read_and_write_are_503(&service).await;
        holding.rollback().await.unwrap();
        assert_eq!(create(&service).await.status, 201, "{time_out}");
    }
}

#[tokio::test]
async fn read_only_server_is_not_ready_until_a_write_succeeds() {
    let cluster = started_cluster!();
    let mut other = PgConnection::connect(&cluster.url()).await.unwrap();
    let service = TestServer::on(Database::schema_of(&cluster.url()).await).await;
    let store = service.context.service.store();
    let mut addresses = (0..).map(|number| format!("late{number}@example.com"));
    for (setting, status) in [("on", 503), ("off", 201)] {
        let alter = format!("ALTER SYSTEM SET default_transaction_read_only = {setting}");
        sqlx::raw_sql(sqlx::AssertSqlSafe(alter)).execute(&mut other).await.unwrap();
        sqlx::raw_sql("SELECT pg_reload_conf()").execute(&mut other).await.unwrap();
        // Sessions read the new setting a moment later.
        let deadline = Instant::now() + Duration::from_secs(60);
        let answer = loop {
            let body = format!(r#"{{"email":"{}"}}"#, addresses.next().unwrap());
            let answer = service.ask(Method::POST, "/v2/subscribers", body).await;
            if answer.status == status {
                break answer;
            }
            assert!(Instant::now() < deadline, "{answer:?}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        };
        let ready = store.check_ready().await.map_err(|error| error.unavailable());
        if status == 503 {
            assert_eq!(answer.message(), "the storage is unavailable, try again later");
            assert_eq!(ready, Err(Some(Unavailable::Storage)));
        } else {
            assert_eq!(ready, Ok(()));
        }
    }
}

#[tokio::test]
async fn sqlstates_are_classified() {
    let Some(cluster) = shared_cluster() else {
        return;
    };
    let mut connection = PgConnection::connect(&cluster.url()).await.unwrap();
    for (code, expected) in [
        ("40001", Some(Unavailable::Busy)),    // serialization failure
        ("40P01", Some(Unavailable::Busy)),    // deadlock
        ("53100", Some(Unavailable::Full)),    // disk full
        ("53300", Some(Unavailable::Busy)),    // too many connections
        ("55P03", Some(Unavailable::Busy)),    // lock not available
        ("57014", Some(Unavailable::Busy)),    // statement timed out
        ("57P01", Some(Unavailable::Busy)),    // the operator shuts down
        ("08006", Some(Unavailable::Busy)),    // connection failure
        ("25006", Some(Unavailable::Storage)), // the server only reads
        ("58030", Some(Unavailable::Storage)), // the disk fails
        ("23503", Some(Unavailable::Busy)),    // foreign key: the account was removed
        ("23514", None),                       // a constraint
        ("42601", None),                       // a wrong query
        ("22021", None),                       // invalid UTF-8
    ] {
        let raise = format!("DO $$ BEGIN RAISE 'no' USING ERRCODE = '{code}'; END $$");
        let raised = sqlx::raw_sql(sqlx::AssertSqlSafe(raise)).execute(&mut connection);
        let error = StoreError::Query {
            doing: "raise an error",
            source: DatabaseError::Postgres(raised.await.unwrap_err()),
        };
        assert_eq!(error.unavailable(), expected, "{code}");
    }
}
