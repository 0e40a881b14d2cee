//! Writes whose commit fails: a write that was not confirmed is never answered as done.
//!
//! If the connection is lost during a commit, it is unknown whether the write lasted. The answer is 503, and the
//! client can repeat the request.

use std::sync::Arc;

use reqwest::Method;
use sqlx::Connection;
use sqlx::postgres::PgConnection;

use crate::database::Database;
use crate::http::service::{Seen, TestServer};
use crate::postgres::cluster::Cluster;
use crate::postgres::proxy::{Cut, Proxy};
use crate::postgres::shared_cluster;

const BUSY: &str = "the service is busy, try again later";

async fn create(service: &TestServer) -> Seen {
    let body = r#"{"email":"late@example.com"}"#;
    service.ask(Method::POST, "/v2/subscribers", body).await
}

async fn change(service: &TestServer) -> Seen {
    let body = r#"{"email":"late@example.com"}"#;
    let path = "/v2/subscribers/sub_00000000a004";
    service.ask(Method::PUT, path, body).await
}

/// The number of rows that [`create`] or [`change`] has written.
async fn there(database: &Database) -> usize {
    let query = "SELECT email FROM subscribers WHERE email = 'late@example.com'";
    let rows: Vec<(String,)> = database.look(query).await.unwrap();
    rows.len()
}

fn assert_busy(answer: Seen) {
    assert_eq!((answer.status, answer.message().as_str()), (503, BUSY));
    assert_eq!(answer.headers["retry-after"], "1");
}

async fn run(database: &Database, statements: &'static str) {
    let mut connection = PgConnection::connect(&database.url()).await.unwrap();
    let done = sqlx::raw_sql(statements).execute(&mut connection).await;
    done.unwrap();
}

#[tokio::test]
async fn full_disk_at_the_write_or_the_commit_is_503() {
    let Some(cluster) = shared_cluster() else {
        return;
    };
    for trigger in [
        "CREATE TRIGGER no_room BEFORE INSERT ON subscribers
         FOR EACH ROW EXECUTE FUNCTION disk_full()",
        "CREATE CONSTRAINT TRIGGER no_room AFTER INSERT ON subscribers
         DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION disk_full()",
    ] {
        let service = TestServer::on(Database::schema_of(&cluster.url()).await).await;
        let database = &service.context.database;
        run(
            database,
            "CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN RAISE 'could not extend file' USING ERRCODE = '53100'; END $$",
        )
        .await;
        run(database, trigger).await;
        let refused = create(&service).await;
        let expected = (503, "insufficient storage, try again later");
        assert_eq!((refused.status, refused.message().as_str()), expected);
        assert_eq!(there(database).await, 0, "{trigger}");
        // Reads are not affected.
        let list = service.ask(Method::GET, "/v2/subscribers", "").await;
        assert_eq!(list.status, 200);

        run(database, "DROP TRIGGER no_room ON subscribers").await;
        assert_eq!(create(&service).await.status, 201, "{trigger}");
        assert_eq!(there(database).await, 1);
    }
}

#[tokio::test]
async fn connection_lost_during_commit_is_503() {
    for (cut, lasted) in [(Cut::Before, 0), (Cut::After, 1)] {
        let Some(line) = Line::laid(b"COMMIT\0").await else {
            return;
        };
        line.proxy.cut(cut);
        assert_busy(change(&line.service).await);
        line.proxy.cut(Cut::Never);
        assert_eq!(there(&line.straight).await, lasted, "{cut:?}");
        assert_eq!(change(&line.service).await.status, 200);
        assert_eq!(there(&line.straight).await, 1);
    }
}

#[tokio::test]
async fn connection_lost_during_a_single_statement_is_503() {
    for (cut, lasted) in [(Cut::Before, 0), (Cut::After, 1)] {
        // Removed when dropped.
        let Some(line) = Line::laid(b"late@example.com").await else {
            return;
        };
        line.proxy.cut(cut);
        assert_busy(create(&line.service).await);
        line.proxy.cut(Cut::Never);
        assert_eq!(there(&line.straight).await, lasted, "{cut:?}");
        let again = create(&line.service).await;
        let expected = if lasted == 0 { 201 } else { 400 };
        assert_eq!(again.status, expected, "{again:?}");
        assert_eq!(there(&line.straight).await, 1);
    }
}

/// A service whose connections can be cut, and its database.
struct Line {
    service: TestServer,
    proxy: Proxy,
    straight: Database,
    _cluster: Arc<Cluster>,
}

impl Line {
    async fn laid(commits: &'static [u8]) -> Option<Line> {
        let cluster = shared_cluster()?;
        let straight = Database::schema_of(&cluster.url()).await;
        let url = straight.url();
        let (_, rest) = url.split_once("host=").unwrap();
        let folder = rest.split('&').next().unwrap();
        let proxy = Proxy::start(folder, commits);
        let database = Database::Schema(url.replace(folder, &proxy.folder()));
        let service = TestServer::on(database).await;
        Some(Line { service, proxy, straight, _cluster: cluster })
    }
}
