//! Sessions that are terminated under load, and a server without free connections.

use sqlx::Connection;
use sqlx::postgres::PgConnection;

use crate::database::Database;
use crate::http::service::TestServer;
use crate::postgres::load::Load;
use crate::postgres::started_cluster;

const TERMINATE_OTHERS: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn terminated_sessions_lose_no_acknowledged_write() {
    let cluster = started_cluster!();
    let service = TestServer::on(Database::schema_of(&cluster.url()).await).await;
    let mut other = PgConnection::connect(&cluster.url()).await.unwrap();
    let mut load = Load::default();
    let answers = load.answers();
    let terminating = async {
        let mut count = 0;
        // A session may be terminated between two statements, without effect on a request.
        while count < 8 || answers.is_available() {
            answers.acknowledged().await;
            sqlx::raw_sql(TERMINATE_OTHERS).execute(&mut other).await.unwrap();
            count += 1;
            assert!(count < 1000, "no write was refused");
        }
    };
    load.write_during(&service, terminating).await;
    load.assert_recovery(&service).await;
    load.assert_nothing_is_lost(&service.context.database).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_without_free_connections_is_503_until_one_is_free() {
    let cluster = started_cluster!();
    let service = TestServer::on(Database::schema_of(&cluster.url()).await).await;
    let mut other = PgConnection::connect(&cluster.url()).await.unwrap();
    // The service keeps its connections while others take all the rest.
    let mut taken = Vec::new();
    while let Ok(connection) = PgConnection::connect(&cluster.url()).await {
        taken.push(connection);
    }
    let mut load = Load::default();
    load.assert_recovery(&service).await;
    let own = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE query NOT LIKE '%pg_stat_activity%' AND query <> '' AND backend_type = 'client backend'";
    sqlx::raw_sql(own).execute(&mut other).await.unwrap();
    while let Ok(connection) = PgConnection::connect(&cluster.url()).await {
        taken.push(connection);
    }
    let answers = load.answers();
    load.write_during(&service, answers.unavailable()).await;
    drop(taken);
    load.assert_recovery(&service).await;
    load.assert_nothing_is_lost(&service.context.database).await;
}
