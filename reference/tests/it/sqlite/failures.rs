//! A file that another process holds, or has spoilt.

use reqwest::Method;
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;

use crate::database::Database;
use crate::http::service::Service;
use crate::support::{World, demo};

const BUSY: &str = "the service is busy, try again later";

async fn service() -> Service {
    Service::of(World::of(&demo(), Database::file()).await).await
}

async fn connection(service: &Service) -> SqliteConnection {
    let url = service.world.database.url();
    SqliteConnection::connect(&url).await.unwrap()
}

/// Waits as long as the service waits for the lock, which is some seconds.
#[tokio::test]
async fn a_file_that_another_process_locks() {
    let service = service().await;
    let mut other = connection(&service).await;
    let held = other.begin_with("BEGIN EXCLUSIVE").await.unwrap();
    let create = |number: usize| {
        let body = format!(r#"{{"email":"late{number}@example.com"}}"#);
        service.ask(Method::POST, "/v2/subscribers", body)
    };
    let (one, two, three) = tokio::join!(create(1), create(2), create(3));
    for answer in [one, two, three] {
        assert_eq!((answer.status, answer.message().as_str()), (503, BUSY));
        assert_eq!(answer.headers["retry-after"], "1");
    }
    // Who only reads is not kept from it.
    let list = service.ask(Method::GET, "/v2/subscribers", "").await;
    assert_eq!(list.status, 200);

    held.rollback().await.unwrap();
    let query = "SELECT email FROM subscribers WHERE email LIKE 'late%'";
    let rows: Vec<(String,)> = service.world.database.look(query).await.unwrap();
    assert_eq!(rows, []);
    assert_eq!(create(1).await.status, 201);
}

#[tokio::test]
async fn tables_that_are_gone_are_no_passing_trouble() {
    let service = service().await;
    let mut other = connection(&service).await;
    sqlx::raw_sql("PRAGMA foreign_keys = OFF; DROP TABLE events")
        .execute(&mut other)
        .await
        .unwrap();
    let path = "/v1/campaigns/MF00000000a1/subscribers/olga@example.com/events";
    let answer = service.ask(Method::POST, path, r#"{"value":1}"#).await;
    assert_eq!(
        (answer.status, answer.message().as_str()),
        (500, "internal error")
    );
    // What does not need them goes on.
    let create = r#"{"email":"late@example.com"}"#;
    let made = service.ask(Method::POST, "/v2/subscribers", create).await;
    assert_eq!(made.status, 201);
}

#[tokio::test]
async fn a_constraint_of_the_operators_own_is_no_passing_trouble() {
    let service = service().await;
    let mut other = connection(&service).await;
    let trigger = "CREATE TRIGGER no_more BEFORE INSERT ON subscribers
                   BEGIN SELECT RAISE(ABORT, 'no more of kim@example.com'); END";
    sqlx::raw_sql(trigger).execute(&mut other).await.unwrap();
    let create = r#"{"email":"kim@example.com"}"#;
    let refused = service.ask(Method::POST, "/v2/subscribers", create).await;
    assert_eq!(
        (refused.status, refused.message().as_str()),
        (500, "internal error")
    );
    sqlx::raw_sql("DROP TRIGGER no_more")
        .execute(&mut other)
        .await
        .unwrap();
    let made = service.ask(Method::POST, "/v2/subscribers", create).await;
    assert_eq!(made.status, 201);
}
