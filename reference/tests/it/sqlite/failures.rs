//! A file that another process has locked.

use std::time::Duration;

use referral_reference::store::Store;
use reqwest::Method;

use crate::database::Database;
use crate::http::service::TestServer;
use crate::support::{TestContext, demo};

const BUSY: &str = "the service is busy, try again later";

/// A service that does not wait for locks.
async fn impatient() -> TestServer {
    let mut context = TestContext::of(&demo(), Database::file()).await;
    let store = Store::open_with(&context.database.url(), Duration::ZERO).await;
    context.use_store(store.unwrap());
    TestServer::of(context).await
}

#[tokio::test]
async fn file_locked_by_another_process_is_503() {
    let service = impatient().await;
    let other = service.context.database.beside();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let create = |number: usize| {
        let body = format!(r#"{{"email":"late{number}@example.com"}}"#);
        service.ask(Method::POST, "/v2/subscribers", body)
    };
    let (one, two, three) = tokio::join!(create(1), create(2), create(3));
    for answer in [one, two, three] {
        assert_eq!((answer.status, answer.message().as_str()), (503, BUSY));
        assert_eq!(answer.headers["retry-after"], "1");
    }
    // Reads are not affected.
    let list = service.ask(Method::GET, "/v2/subscribers", "").await;
    assert_eq!(list.status, 200);

    other.execute_batch("ROLLBACK").unwrap();
    let query = "SELECT email FROM subscribers WHERE email LIKE 'late%'";
    let rows: Vec<(String,)> = service.context.database.look(query).await.unwrap();
    assert_eq!(rows, []);
    assert_eq!(create(1).await.status, 201);
}

#[tokio::test]
async fn write_waits_for_the_lock_of_another_process() {
    let context = TestContext::of(&demo(), Database::file()).await;
    let other = context.database.beside();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut writing = Box::pin(context.subscriber("patient@example.com"));
    let waits = std::future::poll_fn(|context| {
        std::task::Poll::Ready(writing.as_mut().poll(context).is_pending())
    });
    assert!(waits.await);
    other.execute_batch("ROLLBACK").unwrap();
    writing.await;
}
