//! A file that is moved, removed or replaced while the service runs: every acknowledged write is in the file for the
//! next process, and no request hangs.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use referral_reference::store::Unavailable;
use reqwest::Method;
use rusqlite::Connection;

use crate::database::Database;
use crate::http::service::TestServer;
use crate::support::{TestContext, demo};

async fn service() -> TestServer {
    TestServer::on(Database::file()).await
}

/// Creates a subscriber and returns the status.
async fn create(service: &TestServer, number: usize) -> u16 {
    let body = format!(r#"{{"email":"gone{number}@example.com"}}"#);
    let answer = service.ask(Method::POST, "/v2/subscribers", body).await;
    assert!(answer.status == 201 || answer.status == 503);
    if answer.status == 503 {
        assert_eq!(answer.message(), "the storage is unavailable, try again later");
    }
    answer.status
}

/// Whether the subscriber is in the file for a new process.
fn is_there(path: &Path, number: usize) -> bool {
    let query = "SELECT COUNT(*) FROM subscribers WHERE email = ?1";
    let connection = Connection::open(path).unwrap();
    let email = format!("gone{number}@example.com");
    let count: i64 = connection.query_row(query, [email], |row| row.get(0)).unwrap();
    count == 1
}

/// A list is answered, or refused with a transient error.
async fn reads(service: &TestServer) {
    let list = service.ask(Method::GET, "/v2/subscribers", "").await;
    assert!(list.status == 200 || list.status == 503, "{}", list.status);
}

/// The service is not ready because of its storage.
async fn assert_not_ready(service: &TestServer) {
    let ready = service.context.service.store().check_ready().await;
    assert_eq!(ready.unwrap_err().unavailable(), Some(Unavailable::Storage));
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

#[tokio::test]
async fn moved_file_takes_no_writes_until_it_is_back() {
    let service = service().await;
    let path = service.context.database.path();
    assert_eq!(create(&service, 1).await, 201);
    fs::rename(&path, beside(&path, ".away")).unwrap();
    for number in [2, 3] {
        assert_eq!(create(&service, number).await, 503);
        reads(&service).await;
    }
    assert_not_ready(&service).await;

    fs::rename(beside(&path, ".away"), &path).unwrap();
    assert!(!is_there(&path, 2) && !is_there(&path, 3));
    assert_eq!(create(&service, 2).await, 201);
    assert!(is_there(&path, 1) && is_there(&path, 2));
    service.context.service.store().check_ready().await.unwrap();
}

/// Cuts the file to a part of its length.
fn truncate(path: &Path, part: fn(u64) -> u64) {
    let file = fs::OpenOptions::new().write(true).open(path).unwrap();
    let length = file.metadata().unwrap().len();
    file.set_len(part(length)).unwrap();
}

#[tokio::test]
async fn damaged_file_takes_no_writes() {
    let other = TestContext::of(&demo(), Database::file()).await;
    other.service.store().close().await;
    let damages: [&dyn Fn(&Path); 7] = [
        &|path| fs::remove_file(path).unwrap(),
        &|path| {
            fs::remove_file(path).unwrap();
            fs::create_dir(path).unwrap();
        },
        &|path| fs::rename(other.database.path(), path).unwrap(),
        &|path| truncate(path, |length| length - 4096),
        &|path| truncate(path, |length| length / 2),
        &|path| truncate(path, |_| 0),
        &|path| fs::remove_file(beside(path, "-wal")).unwrap(),
    ];
    for (number, damage) in damages.iter().enumerate() {
        let service = service().await;
        // Into the file, and not only into the log.
        service.context.database.beside().execute_batch("PRAGMA wal_checkpoint").unwrap();
        assert_eq!(create(&service, 1).await, 201);
        damage(&service.context.database.path());
        for _ in 0..2 {
            assert_eq!(create(&service, 2).await, 503, "{number}");
            reads(&service).await;
            assert_not_ready(&service).await;
        }
    }
}

#[tokio::test]
async fn file_that_another_process_vacuums_takes_writes() {
    let service = service().await;
    let path = service.context.database.path();
    let other = service.context.database.beside();
    let fill = "CREATE TABLE extra (text); INSERT INTO extra VALUES (zeroblob(1000000));
        PRAGMA wal_checkpoint";
    other.execute_batch(fill).unwrap();
    assert_eq!(create(&service, 1).await, 201);
    let length = path.metadata().unwrap().len();
    other.execute_batch("DROP TABLE extra; VACUUM; PRAGMA wal_checkpoint").unwrap();
    assert!(path.metadata().unwrap().len() < length / 2);
    assert_eq!(create(&service, 2).await, 201);
    service.context.service.store().check_ready().await.unwrap();
}

#[tokio::test]
async fn read_only_file_loses_no_acknowledged_write() {
    let service = service().await;
    let path = service.context.database.path();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o400)).unwrap();
    let folder = path.parent().unwrap();
    fs::set_permissions(folder, fs::Permissions::from_mode(0o500)).unwrap();
    let done = create(&service, 1).await == 201;
    reads(&service).await;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700)).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(is_there(&path, 1), done);
}
