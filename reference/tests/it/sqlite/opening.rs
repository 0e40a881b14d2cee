//! Several processes that open one file at the same time.

use std::sync::Arc;

use referral_reference::store::Store;
use tokio::sync::Barrier;

use crate::database::Database;

/// Number of processes. Switching a new file to write-ahead logging takes a lock that SQLite does not wait for.
const OPENERS: usize = 8;

/// The race does not occur every time.
const FILES: usize = 30;

#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn concurrent_opens_of_a_new_file_succeed() {
    for _ in 0..FILES {
        let database = Database::file();
        let together = Arc::new(Barrier::new(OPENERS));
        let opening = (0..OPENERS).map(|_| {
            let (url, together) = (database.url().to_owned(), Arc::clone(&together));
            tokio::spawn(async move {
                together.wait().await;
                // The last process that closes the file copies its log into it, perhaps while others open it.
                Store::open(&url).await.unwrap().close().await;
            })
        });
        let opening: Vec<_> = opening.collect();
        for opened in opening {
            opened.await.unwrap();
        }
    }
}

#[cfg(unix)]
#[tokio::test]
async fn device_is_no_database_and_keeps_its_permissions() {
    let mode = || {
        let metadata = std::fs::metadata("/dev/zero").unwrap();
        std::os::unix::fs::PermissionsExt::mode(&metadata.permissions())
    };
    let before = mode();
    assert!(Store::open("sqlite:///dev/zero").await.is_err());
    assert_eq!(mode(), before);
}
